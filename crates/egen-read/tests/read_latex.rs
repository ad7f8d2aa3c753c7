//! LaTeX: which expression is each formula, and which formulas are refused where and why?

use egen_math::Symbol;
use egen_read::read::{Calls, MAX_TEXT, Notation, Options, ReadError, Reading, read};

use reading::{Read, Refused, check_garbage, check_read, check_refused, shown};

mod reading;

fn latex(text: &str) -> Result<Reading, ReadError> {
    read(text, &Options { notation: Some(Notation::Latex), ..Options::default() })
}

const READ: &[Read] = &[
    // Signs, products and powers, as in infix.
    (r"-x y", "neg * x y"),
    (r"-x^2", "neg pow x 2"),
    (r"-5^2", "neg pow 5 2"),
    (r"-5x", "* -5 x"),
    (r"-5/3", "/ -5 3"),
    (r"-\frac{5}{3}", "neg / 5 3"),
    (r"(-5)^{2}", "pow -5 2"),
    (r"a - -5", "- a -5"),
    (r"2 \cdot -3", "* 2 -3"),
    (r"2 \cdot -x", "* 2 neg x"),
    (r"x^{-y} z", "* pow x neg y z"),
    (r"+m v", "* m v"),
    (r"2x y", "* * 2 x y"),
    (r"a \cdot b \times c * d \ast g", "* * * * a b c d g"),
    (r"a \div b", "/ a b"),
    (r"mv^2/r", "/ * m pow v 2 r"),
    (r"x^{y^{z}}", "pow x pow y z"),
    // Numbers: space between digits means nothing.
    (r"2 6", "26"),
    (r"{ 1 2 }", "12"),
    (r"1 . 5", "3/2"),
    (r"1{,}000", "1000"),
    (r"12{,}345{,}678.5", "24691357/2"),
    (r"1\,000", "1000"),
    (r"-1 2 x", "* -12 x"),
    (r"3^{6} 5^{3}", "* pow 3 6 pow 5 3"),
    // Fractions and roots.
    (r"\frac{a}{b}", "/ a b"),
    (r"\dfrac ab \tfrac{1}{2}", "* / a b / 1 2"),
    (r"\frac12", "/ 1 2"),
    (r"\frac 1n", "/ 1 n"),
    (r"\frac1{\sqrt n}", "/ 1 sqrt n"),
    (r"\frac\pi2", "/ Pi 2"),
    (r"\frac{1}{2} x", "* / 1 2 x"),
    (r"{a + b \over c}", "/ + a b c"),
    (r"\sqrt{x}", "sqrt x"),
    (r"\sqrt 2 x", "* sqrt 2 x"),
    (r"\sqrt[3]{x}", "* sign x pow abs x / 1 3"),
    (r"\sqrt[3]{-8}", "neg pow 8 / 1 3"),
    (r"\sqrt[3]{x^2 + 1}", "pow + pow x 2 1 / 1 3"),
    (r"\sqrt[4]{x}", "pow x / 1 4"),
    (r"\sqrt[2]{x}", "sqrt x"),
    (r"\cbrt{8} y", "* pow 8 / 1 3 y"),
    (r"\sqrt[n]{x+1}", "pow + x 1 / 1 n"),
    (r"x^\frac12", "pow x / 1 2"),
    (r"x^n y", "* pow x n y"),
    // Brackets and bars.
    (r"\left( a + b \right) c", "* + a b c"),
    (r"\bigl[ a + b \bigr]^2", "pow + a b 2"),
    (r"\{ a + b \}", "+ a b"),
    (r"2\Big(x\Big)", "* 2 x"),
    (r"|x|", "abs x"),
    (r"\left|x\right|", "abs x"),
    (r"\lvert x \rvert^{2}", "pow abs x 2"),
    (r"\left| \left|x\right| - 1 \right|", "abs - abs x 1"),
    (r"||x|-1|", "abs - abs x 1"),
    (r"\bigl|x\bigr| \vert y \vert", "* abs x abs y"),
    (r"\abs{x} y", "* abs x y"),
    (r"a|x|^4 b", "* * a pow abs x 4 b"),
    // Functions.
    (r"\sin x", "sin x"),
    (r"\sin(x)", "sin x"),
    (r"\sin{x}", "sin x"),
    (r"\sin 2x \cos y", "* sin * 2 x cos y"),
    (r"\sin x y", "sin * x y"),
    (r"\sin x^2", "sin pow x 2"),
    (r"\sin(x)^2", "pow sin x 2"),
    (r"\sin^2 x", "pow sin x 2"),
    (r"\sin^{2}(x) y", "* pow sin x 2 y"),
    (r"\sin^n x", "pow sin x n"),
    (r"\sin^{-1} x", "asin x"),
    (r"\tanh^{-1}(x)", "atanh x"),
    (r"\sin^{-2}x", "pow sin x -2"),
    (r"\sin \frac{x}{2}", "sin / x 2"),
    (r"\ln|x|", "ln abs x"),
    (r"\ln 2x", "ln * 2 x"),
    (r"2\ln n", "* 2 ln n"),
    (r"\ln \sin x", "ln sin x"),
    (r"\log x", "ln x"),
    (r"\log_2 x", "log x 2"),
    (r"\log_{10} x", "log x 10"),
    (r"\log_b^2 (x)", "pow log x b 2"),
    (r"\lg x", "log x 10"),
    (r"\exp(-x)", "exp neg x"),
    (r"\exp -x", "exp neg x"),
    (r"\sin{x} y", "* sin x y"),
    (r"\sin \omega t", "sin * omega t"),
    (r"\sin 2\pi \frac{x}{L}", "sin * * 2 Pi / x L"),
    (r"\sin 30^\circ + \cos 45^{\circ}", "+ sin / * 30 Pi 180 cos / * 45 Pi 180"),
    (r"sinx cosx", "* sin x cos x"),
    (r"2\cos x\sin x", "* * 2 cos x sin x"),
    (r"\arctan x + \arctg y", "+ atan x atan y"),
    (r"\operatorname{sech} x", "sech x"),
    (r"\operatorname { s e c h } ( x )", "sech x"),
    (r"\operatorname*{arsinh} x", "asinh x"),
    (r"\mathrm{sech}(x)", "sech x"),
    (r"{\rm sgn}(x)", "sign x"),
    (r"\text{arccot} x", "acot x"),
    (r"\sech x", "sech x"),
    (r"sin x + exp(y)", "+ sin x exp y"),
    (r"\sqrt{n}(\ln 2)", "* sqrt n ln 2"),
    // Names.
    (r"e^{-x}", "pow E neg x"),
    (r"\mathrm{e}^x", "pow E x"),
    (r"\mathit{e}^x", "pow e x"),
    (r"\mathit{ab}_{1}", "ab_1"),
    (r"\mathit{a\_b}", "a_b"),
    ("\\frac\\mathit{a\u{b}b}x", "/ ab x"),
    (r"E", "E"),
    (r"I j", "* I j"),
    (r"\pi r^2", "* Pi pow r 2"),
    (r"\alpha \varphi \Delta \ell \hbar", "* * * alpha varphi Delta_ell hbar"),
    (r"α + φ_I", "+ alpha phi_I"),
    (r"x_1 x_{12} x_{i}", "* * x_1 x_12 x_i"),
    (r"\beta_{2k}", "beta_2k"),
    (r"\rho _ { \phi }", "rho_phi"),
    (r"x_{\alpha\beta}", "x_alpha_beta"),
    (r"x_{i_{1}}", "x_i_1"),
    (r"x_{\text{max}}", "x_max"),
    (r"x_{max}", "x_max"),
    (r"x_1^2", "pow x_1 2"),
    (r"x^2_1", "pow x_1 2"),
    (r"x^{2}_{1} y", "* pow x_1 2 y"),
    (r"AA_1", "* A A_1"),
    (r"\mathrm{foo} + 1", "+ foo 1"),
    (r"i = 3", "i = 3"),
    (r"x_i", "x_i"),
    (r"a_{n-1} + a_{i,j}", "+ a_n_minus_1 a_i_j"),
    (r"\bar x \hat{\beta}_1 \vec v", "* * x_bar beta_hat_1 v_vec"),
    (r"k^{*} a^{+} \psi^\dagger_1", "* * k_star a_plus psi_dagger_1"),
    (r"x^{\prime} = \gamma (x - v t)", "x_prime = * gamma - x * v t"),
    (r"E = mc^2", "E = * m pow c 2"),
    (r"ad - bc", "- * a d * b c"),
    (r"e^{d/\ell}", "pow E / d ell"),
    // Layout.
    (r"$x$", "x"),
    (r"\boxed{x = 2}", "x = 2"),
    (r"x = \boxed{2}", "x = 2"),
    ("x % the root\n + 1", "+ x 1"),
    (r"$$ x + 1 $$", "+ x 1"),
    (r"\( x \)", "x"),
    (r"\[ x = 1. \]", "x = 1"),
    ("\\begin{equation}\n x = 1 \\,,\n\\end{equation}", "x = 1"),
    (r"\begin{align*} x &= 1 \\ \end{align*}", "x = 1"),
    (r"x + y\ ", "+ x y"),
    (r"\displaystyle x \quad + \; \! y ~ .", "+ x y"),
    (r"x \hspace{1cm} y", "* x y"),
    (r"x = y = z", "x = y = z"),
    // Derivatives and integrals.
    (r"\frac{d}{dx} x^2", "d pow x 2 x"),
    (r"\frac{d}{d x}\left[x + 1\right]", "d + x 1 x"),
    (r"\frac{d}{dx}(x) y", "* d x x y"),
    (r"\frac{d \sin x}{dx}", "d sin x x"),
    (r"\frac{d(x^2)}{dx}", "d pow x 2 x"),
    (r"\frac{d^2}{dx^2} \sin x", "d d sin x x x"),
    (r"\frac{d^{2} f(x)}{dx^{2}}", "d d call:f:1 x x x"),
    (r"\frac{\mathrm{d}}{\mathrm{d}x} x", "d x x"),
    (r"\frac{\partial}{\partial x} x y", "d * x y x"),
    (r"\frac{\partial^2}{\partial x \partial y} f(x, y)", "d d call:f:2 x y y x"),
    (r"\frac{dx}{dx}", "d x x"),
    (r"\dfrac{dy}{dx} = y + x", "d call:y:1 x x = + call:y:1 x x"),
    (r"\frac{d^2 y}{dt^2}", "d d call:y:1 t t t"),
    (r"\frac d{dx} x", "d x x"),
    (r"f'(x)", "d call:f:1 x x"),
    (r"\sin'(x)", "d sin x x"),
    (r"\int x^2 \, dx", "int pow x 2 x"),
    (r"\int dx", "int 1 x"),
    (r"\int\frac{dx}{x}", "int / 1 x x"),
    (r"\int \frac{2x \, dx}{x^2+1} + 1", "+ int / * 2 x + pow x 2 1 x 1"),
    (r"\dv{f}{x} + \dv[2]{y}{t}", "+ d call:f:1 x x d d call:y:1 t t t"),
    (r"\pdv{f(x,y)}{x}{y}", "d d call:f:2 x y y x"),
    (r"\ddot{x} + \omega^2 x = 0", "+ d d call:x:1 t t t * pow omega 2 call:x:1 t = 0"),
    (r"y' = y", "d call:y:1 x x = call:y:1 x"),
    (r"x(t) = 2t", "call:x:1 t = * 2 t"),
    (r"\int x + 1\,\mathrm{d}x", "int + x 1 x"),
    (r"\int \int x y \, dx \, dy", "int int * x y x y"),
    (r"2 \int x dx + 1", "+ * 2 int x x 1"),
    // Unknown functions.
    (r"f(x)", "call:f:1 x"),
    (r"f(\alpha + \beta)", "call:f:1 + alpha beta"),
    (r"\nu(x, z) = a T(x, z)^{\lambda}", "call:nu:2 x z = * a pow call:T:2 x z lambda"),
    (r"B^{G}(r)", "pow call:B:1 r G"),
    (r"f^2(x)", "pow call:f:1 x 2"),
    (r"n(n-1)/2", "/ * n - n 1 2"),
    (r"\pi(x)", "* Pi x"),
    (r"\mathrm{foo}(x+1)", "call:foo:1 + x 1"),
    (r"4\pi G(1+x)", "* * * 4 Pi G + 1 x"),
];

#[test]
fn formulas_are_read_as_what_they_say() {
    check_read(Notation::Latex, READ);
}

const REFUSED: &[Refused] = &[
    ("", 0, "nothing to read"),
    ("$$", 0, "nothing to read"),
    (r"x $ y", 2, "no place inside a formula"),
    (r"1/2x", 1, "ambiguous"),
    (r"a/bc", 1, "ambiguous"),
    (r"2e3", 2, "number stands after a name"),
    (r"x2", 1, "number stands after a name"),
    (r"1,000", 1, "1{,}000"),
    (r"1 \quad 2", 8, "number stands after a number"),
    (r"x^12", 2, "write ^{12}"),
    (r"x^-1", 2, "write ^{-1}"),
    (r"x^(2)", 2, "braces"),
    (r"x^y^z", 3, "two superscripts"),
    (r"x^{2}^3", 5, "two superscripts"),
    (r"2^{*}", 3, "mark and no power"),
    (r"2^{+}", 3, "mark and no power"),
    (r"3{,}14", 1, "a decimal write a point"),
    (r"1234{,}567", 4, "a decimal write a point"),
    (r"\sin{x}^2", 0, "ambiguous"),
    (r"\sin x\sqrt{y}", 0, "ambiguous"),
    (r"\sin x \, y", 0, "ambiguous"),
    (r"\cos x e^{x}", 0, "ambiguous"),
    (r"2\frac12", 0, "mixed number"),
    (r"12\frac12", 0, "write 12 + \\frac12"),
    (r"-3\frac12", 1, "write -(3 + \\frac12)"),
    (r"\ln{x}^{2}", 0, "write \\ln(x)^{2} or \\ln((x)^{2})"),
    (r"e^{-x^2/2\sigma^2}", 7, "…/(2 \\sigma^2) or (…/2) \\sigma^2"),
    (r"\Gamma(n+1)", 0, "ambiguous"),
    (r"\log_28", 5, "\\log_{2} 8"),
    (r"E^{x}", 0, "ambiguous"),
    (r"f \circ g", 2, "degrees"),
    (r"\vec a \times \vec b", 7, "cross product"),
    (r"\overline{AB}", 0, "single letter"),
    (r"x^{(1)}", 3, "ambiguous"),
    (r"{}^{4}", 0, "no base"),
    (r"{^+ x}", 1, "no base"),
    (r"\sin x (y+1)", 7, "ambiguous"),
    (r"\sin -x", 0, "brackets around the argument"),
    (r"\log", 0, "no argument"),
    (r"\ln^{-1} x", 0, "ambiguous"),
    (r"\sin^2(x)^3", 9, "power already"),
    (r"\sin_2 x", 4, "only log takes a subscript"),
    (r"u^{-1}(t)", 0, "ambiguous"),
    (r"cosxy", 0, "write \\cos"),
    (r"Int(x)", 0, "looks like a word"),
    (r"lim x", 0, "looks like a word"),
    (r"\frac{1}{i}", 9, "imaginary"),
    (r"2 \mathrm{i}", 2, "imaginary"),
    (r"x_{(1)}", 3, "subscript"),
    (r"x_{}", 3, "subscript"),
    (r"x(y)", 0, "ambiguous"),
    (r"m^{2}(T)", 0, "ambiguous"),
    (r"t(2)", 0, "ambiguous"),
    (r"mg(a-b)", 1, "ambiguous"),
    (r"{x_1}(t)", 0, "ambiguous"),
    (r"d s^{2}", 0, "differential"),
    (r"d[x]", 0, "differential"),
    (r"\mathrm{d}", 0, "differential"),
    (r"\partial_0 x", 0, "read only in"),
    (r"\frac{d}{dx}", 0, "nothing to differentiate"),
    (r"\frac{d^n}{dx^n} x", 8, "from 1 to 16"),
    (r"\frac{d^2}{dx} x", 0, "orders"),
    (r"\frac{d y^2}{dx}", 8, "does not depend"),
    (r"\frac{dy}{dx} + \frac{dy}{dt}", 23, "depends on"),
    (r"\frac{dy}{dx} \frac{dx}{dt}", 21, "variable of another derivative"),
    (r"\int_0^1 x dx", 4, "definite"),
    (r"\int x", 0, "no differential"),
    (r"\int dx f(x)", 8, "behind the differential"),
    (r"(0, 1)", 2, "tuples"),
    (r"= 1", 0, "nothing before `=`"),
    (r"\equiv 1", 0, "only = is read"),
    (r"x \leq 1", 2, "only = is read"),
    (r"x < 1", 2, "only = is read"),
    (r"x \to 0", 2, "out of scope"),
    (r"\sum_i x", 0, "out of scope"),
    (r"\binom{n}{k}", 0, "out of scope"),
    (r"x \pm y", 2, "two expressions"),
    (r"x + \cdots", 4, "left out"),
    (r"x, ..., y", 3, "left out"),
    (r"\mathbb{R}", 0, "sets"),
    (r"{\cal L}", 1, "sets"),
    (r"x % y", 2, "comment"),
    (r"5!", 1, "factorials"),
    (r"100\%", 3, "percentages"),
    (r"\foo x", 0, "not known"),
    (r"\mathrm{SU(2)}", 0, "letters and digits"),
    (r"x \text{and} y", 2, "out of scope"),
    (r"x^{\mathrm{opt}}", 3, r"write a subscript, or \mathit{opt}"),
    (r"(f+g)(x)", 0, "write f(x) for each function"),
    (r"2e-3", 0, r"\times 10^{-3}"),
    (r"y = a \over b", 6, "an equation"),
    (r"\left. x \right|", 0, "both brackets"),
    (r"\left x", 0, "bracket was expected"),
    (r"\left( x \right]", 9, "must match"),
    (r"(x", 0, "not closed"),
    (r"{x", 0, "not closed"),
    (r"x}", 1, "closes nothing"),
    (r"\frac{x}", 0, "has no argument"),
    (r"\sqrt", 0, "has no argument"),
    (r"x = y \\ z = w", 6, "one row"),
    (r"\begin{matrix} x \end{matrix}", 0, "out of scope"),
    (r"\begin{equation} x", 0, "is not closed"),
    ("\\", 0, "nothing to read"),
];

#[test]
fn refusals_say_where_and_why() {
    check_refused(Notation::Latex, REFUSED);
}

#[test]
fn decisions_are_noted() {
    for (text, fragment) in [
        (r"\log x", "natural logarithm"),
        (r"\lg x", "base 10"),
        (r"sin x", "read as the function"),
        (r"\sin(x)^2", "power of the value"),
        (r"f(x)", "unknown function"),
        (r"\alpha(x+1)", "read as a factor"),
        (r"4\pi G(1+x)", "read as a factor"),
        (r"\frac{dy}{dx}", "`y` is read as a function of `x`"),
        (r"\frac{d}{dx} x y", "derivative is read as that of `x y`"),
        (r"1{,}000", "thousands"),
        (r"\bar{x_{n+1}}", r"`\bar{x_{n+1}}` is read as the name"),
        (r"\bar{x_{+}} y", r"`\bar{x_{+}}` is read as the name"),
        (r"\frac{d}{dx} \left(x\right)^2 y", r"that of `\left(x\right)^2 y`"),
        (r"\sin \bar{x_1}/2", r"applied to `\bar{x_1}`"),
        (r"{x}'", "`{x}'` is read as another name"),
        (r"\Delta x", r"`\Delta x` is read as the name `Delta_x`"),
        (r"F^{\mu\nu}", r"the superscript of `F^{\mu\nu}` is read as a power"),
        (r"\delta_\mu^\nu", "read as a power, and no index"),
        (r"\sqrt[3]{x}", "real one"),
        (r"x'", "another name, `x_prime`"),
        (r"k^{*}", "the name `k_star`"),
        (r"\sin x y", "all of `x y`"),
        (r"\sin x/2", "without the quotient"),
        (r"\sin{x+y}", "applied to"),
        (r"alpha^{2}", "read as `\\alpha`"),
        (r"x = 2 \qquad (3)", "read as its label"),
        (r"\frac{speed}{2}", "product of letters"),
        (r"\frac{d}{dx}(x+1)\cdot x", "of the bracket only"),
        (r"\frac{d}{dx}y^2", "`y` does not depend on `x`"),
        (r"\int dx/x", "divided by `x`"),
        (r"x^{\prime}", r"`x^{\prime}` is read as another name"),
        (r"\log_{2}(x)^3", "power of the value"),
    ] {
        let notes = latex(text).expect(text).notes;
        assert!(notes.iter().any(|note| note.to_string().contains(fragment)), "{text}: {notes:?}");
        assert!(notes.iter().all(|note| text.get(note.at.clone()).is_some()), "{text}: {notes:?}");
    }
}

#[test]
fn options_decide_what_a_bracket_and_a_name_mean() {
    let with = |calls, names: &[&str]| Options {
        calls,
        notation: Some(Notation::Latex),
        variables: names.iter().map(|name| Symbol::new(name)).collect(),
        ..Options::default()
    };
    for (text, options, want) in [
        ("x(x+1)", with(Calls::Call, &[]), "call:x:1 + x 1"),
        ("m^{2}(T)", with(Calls::Call, &[]), "pow call:m:1 T 2"),
        ("m^{2}(T)", with(Calls::Product, &[]), "* pow m 2 T"),
        ("e^{i x}", with(Calls::Auto, &["e", "i"]), "pow e * i x"),
        ("d x", with(Calls::Auto, &["d"]), "* d x"),
        (r"\frac{d}{d x}", with(Calls::Auto, &["d"]), "/ d * d x"),
        (r"\pi", with(Calls::Auto, &["pi"]), "pi"),
    ] {
        assert_eq!(shown(&read(text, &options).expect(text)), want, "{text}");
    }
}

#[test]
fn strict_reading_refuses_what_needs_a_note() {
    let strict = Options { strict: true, ..Options::default() };
    assert!(read(r"\ln x + \frac12", &strict).is_ok());
    let why = read(r"1 + \log x", &strict).expect_err("the base is not said");
    assert_eq!(why.at, 4..8);
    assert!(why.message().contains("natural logarithm"), "{why}");
}

#[test]
fn deep_nesting_is_an_error_and_length_is_not() {
    let deep = 100_000;
    for (open, middle, close) in [
        ("(", "x", ")"),
        ("{x + ", "x", "}"),
        ("-", "x", ""),
        ("\\frac{", "x", ""),
        ("\\frac{1}{", "x", "}"),
        ("\\frac", " x", ""),
        ("\\sqrt", " x", ""),
        ("\\sqrt{", "x", "}"),
        ("\\sqrt[", "", ""),
        ("x^", "x", ""),
        ("x^{", "x", "}"),
        ("\\sin ", "x", ""),
        ("\\sin^", "2 x", ""),
        ("\\sin^{", "2 x", ""),
        ("\\log_", "2 x", ""),
        ("\\left|", "x", "\\right|"),
        ("\\frac{d}{dx}", "x", ""),
        ("\\frac{d ", "", ""),
        ("f(", "x", ")"),
        ("f^{2}(", "x", ")"),
    ] {
        let deep = deep.min((MAX_TEXT - middle.len()) / (open.len() + close.len()));
        let text = [&open.repeat(deep), middle, &close.repeat(deep)].concat();
        let why = latex(&text).expect_err(open);
        let expected = ["nested deeper than 256 levels", "braces", "a base", "not known", "scripts on one base"];
        assert!(expected.iter().any(|part| why.message().contains(part)), "{open}: {why}");
    }
    for (deep, good) in [(200, true), (deep, false)] {
        let subscripts = ["x", &"_{a".repeat(deep), &"}".repeat(deep)].concat();
        assert_eq!(latex(&subscripts).is_ok(), good);
    }
    for term in ["x + ", "x ", "\\frac{1}{2} - ", "\\sin x \\cdot ", "\\int x \\, dx + ", "a b = "] {
        let text = [&term.repeat(50_000), "x"].concat();
        assert!(latex(&text).is_ok(), "{term}");
    }
    // A number of a megabyte is looked at once, and is too long.
    for group in ["\\,111", "{,}111"] {
        assert!(latex(&format!("1{}", group.repeat(150_000))).is_err(), "{group}");
    }
}

#[test]
fn no_garbage_panics() {
    #[rustfmt::skip]
    const TOKENS: &[&str] = &[
        "x", "y", "2", ".", "+", "-", "*", "/", "^", "_", "(", ")", "[", "]", "|", ",", "=", "{", "}", "\\sin ", "\\log", "f",
        "d", "'", "²", "√", "α", "₁", " ", "\\frac", "\\sqrt", "\\int", "\\partial ", "e", "i", "\\left", "\\right", "\\mathrm",
        "\\,", "\\quad", "\\over", "\\rm", "{d}", "{dx}", "\\", "$", "&", "ln",
        "alpha", "{y}", "\\dot{x_1}", "\\qquad", "(1)", "\\vec a", "\\cdot ", "\\operatorname{erf}", "\\max", "ˣ", "³", "⁄", "₂", "frac",
        "sqrt", "\\mathrm{e}", "1",
    ];
    check_garbage(&[Some(Notation::Latex)], (READ, REFUSED), TOKENS);
}
