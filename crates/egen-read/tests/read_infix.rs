//! Infix: which expression is each text, and which texts are refused where and why?

use egen_math::Symbol;
use egen_read::read::{Calls, MAX_TEXT, Notation, Options, ReadError, Reading, read, read_expr};

use reading::{Read, Refused, check_garbage, check_read, check_refused, shown};

mod reading;

fn infix(text: &str) -> Result<Reading, ReadError> {
    read(text, &Options { notation: Some(Notation::Infix), ..Options::default() })
}

const READ: &[Read] = &[
    // Sums, products and powers associate as everywhere.
    ("a + b - c", "- + a b c"),
    ("a - b + c", "+ - a b c"),
    ("a*b/c", "/ * a b c"),
    ("a/b*c", "* / a b c"),
    ("a/b/c", "/ / a b c"),
    ("x^y^z", "pow x pow y z"),
    ("x**y**z", "pow x pow y z"),
    ("2*x^3", "* 2 pow x 3"),
    ("(a + b)*c", "* + a b c"),
    ("[a + {b}]*c", "* + a b c"),
    // Signs.
    ("-x*y", "neg * x y"),
    ("-x/y", "neg / x y"),
    ("-x^2", "neg pow x 2"),
    ("-5", "-5"),
    ("- 5", "-5"),
    ("-5*x", "* -5 x"),
    ("-5 x", "* -5 x"),
    ("-5x", "* -5 x"),
    ("-5/3", "/ -5 3"),
    ("-5^2", "neg pow 5 2"),
    ("-5**2", "neg pow 5 2"),
    ("-5²", "neg pow 5 2"),
    ("-(5)", "neg 5"),
    ("(-5)^2", "pow -5 2"),
    ("a - 5", "- a 5"),
    ("a + -5", "+ a -5"),
    ("a - -5", "- a -5"),
    ("a - -x*y", "- a neg * x y"),
    ("2*-3", "* 2 -3"),
    ("2*-x", "* 2 neg x"),
    ("2/-x^2", "/ 2 neg pow x 2"),
    ("-x*-y", "neg * x neg y"),
    ("x^-3", "pow x -3"),
    ("x^-y", "pow x neg y"),
    ("x^-y*z", "* pow x neg y z"),
    ("x^-2^y", "pow x neg pow 2 y"),
    ("--x", "neg neg x"),
    ("+x", "x"),
    ("a - +b", "- a b"),
    // Numbers are exact.
    ("0.5", "1/2"),
    (".25", "1/4"),
    ("2.", "2"),
    ("1e-3", "1/1000"),
    ("2e3", "2000"),
    ("1.5E2x", "* 150 x"),
    ("2e", "* 2 E"),
    ("2e+x", "+ * 2 E x"),
    // Products without a sign.
    ("2x y", "* * 2 x y"),
    ("2x*y z", "* * * 2 x y z"),
    ("1/2*x", "* / 1 2 x"),
    ("1/2*x y", "* * / 1 2 x y"),
    ("1/sin x", "/ 1 sin x"),
    ("(a)(b)", "* a b"),
    ("(a)2", "* a 2"),
    ("2(x+1)", "* 2 + x 1"),
    ("x^2(x+1)", "* pow x 2 + x 1"),
    ("3^6 5^3", "* pow 3 6 pow 5 3"),
    ("n(n-1)/2", "/ * n - n 1 2"),
    ("x(x+1)^2", "* x pow + x 1 2"),
    ("pi(x)", "* Pi x"),
    ("x sin(y)", "* x sin y"),
    // Functions.
    ("sin(x)", "sin x"),
    ("sin[x]", "sin x"),
    ("sin x", "sin x"),
    ("sin 2x", "sin * 2 x"),
    ("sin omega t", "sin * omega t"),
    ("sin xy", "sin * x y"),
    ("sin x*y", "* sin x y"),
    ("sin x cos y", "* sin x cos y"),
    ("sin cos x", "sin cos x"),
    ("sin(x)y", "* sin x y"),
    ("sin(x)^2", "pow sin x 2"),
    ("sin x^2", "sin pow x 2"),
    ("sin^2 x", "pow sin x 2"),
    ("sin^2(x)", "pow sin x 2"),
    ("sin**2(x)", "pow sin x 2"),
    ("sin^n x", "pow sin x n"),
    ("sin^-1(x)", "asin x"),
    ("sin^(-1)(x)", "asin x"),
    ("sin^-2(x)", "pow sin x -2"),
    ("sin⁻¹ x", "asin x"),
    ("sin² x", "pow sin x 2"),
    ("cosh^-1 x", "acosh x"),
    ("arctg(x)", "atan x"),
    ("Abs(x)", "abs x"),
    ("sgn(x)", "sign x"),
    ("log(x, b)", "log x b"),
    ("log2(x)", "log x 2"),
    ("log10(x)", "log x 10"),
    ("log_3(x)", "log x 3"),
    ("log(x)", "ln x"),
    ("ln 2x", "ln * 2 x"),
    ("exp(-x)", "exp neg x"),
    ("sqrt(x)", "sqrt x"),
    ("cbrt(x)", "* sign x pow abs x / 1 3"),
    ("cbrt(-8)", "neg pow 8 / 1 3"),
    ("cbrt(x^2)", "pow pow x 2 / 1 3"),
    ("root(x, n)", "pow x / 1 n"),
    ("root(x, 4)", "pow x / 1 4"),
    ("ch(x) + sh x", "+ cosh x sinh x"),
    ("ch + sh", "+ * c h * s h"),
    // Absolute values.
    ("|x|", "abs x"),
    ("||x|-1|", "abs - abs x 1"),
    ("|x||y|", "* abs x abs y"),
    ("|x| - y|z|", "- abs x * y abs z"),
    ("||x| - |y||", "abs - abs x abs y"),
    ("|x| |y|", "* abs x abs y"),
    ("2|x|^2", "* 2 pow abs x 2"),
    ("|(|x|)|", "abs abs x"),
    ("ln|x|", "ln abs x"),
    // Names.
    ("e^x", "pow E x"),
    ("E^x", "pow E x"),
    ("`E`^x", "pow E x"),
    ("`i` + `sinx`", "+ i sinx"),
    ("pi + π", "+ Pi Pi"),
    ("alpha + α", "+ alpha alpha"),
    ("x1 + x_1 + x₁ + α_1 + α₁", "+ + + + x1 x_1 x_1 alpha_1 alpha_1"),
    ("j", "j"),
    ("xy", "* x y"),
    ("vx*t", "* vx t"),
    // Characters that a keyboard does not have.
    ("a × b · c ⋅ d ∗ e", "* * * * a b c d E"),
    ("a ÷ b", "/ a b"),
    ("a − b – c", "- - a b c"),
    ("√2 x", "* sqrt 2 x"),
    ("√(x+1)", "sqrt + x 1"),
    ("√(x)^2", "pow sqrt x 2"),
    ("∛x", "* sign x pow abs x / 1 3"),
    ("½x + ¾", "+ * / 1 2 x / 3 4"),
    ("2½", "+ 2 / 1 2"),
    ("sin(30°)", "sin / * 30 Pi 180"),
    ("-30°", "neg / * 30 Pi 180"),
    ("x² + y³ + z⁻¹ + w¹⁰ + xⁿ", "+ + + + pow x 2 pow y 3 pow z -1 pow w 10 pow x n"),
    ("x\u{a0}+\u{3000}y", "+ x y"),
    // Derivatives and integrals.
    ("diff(x^2, x)", "d pow x 2 x"),
    ("diff(x^2, x, 2)", "d d pow x 2 x x"),
    ("diff(x*y, x, y)", "d d * x y x y"),
    ("Derivative(f(x), (x, 2))", "d d call:f:1 x x x"),
    ("D(x^2, x)", "d pow x 2 x"),
    ("D*x", "* D x"),
    ("d/dx x^2", "d pow x 2 x"),
    ("d/dx (x^2)", "d pow x 2 x"),
    ("d/dx[x^2]", "d pow x 2 x"),
    ("d^2/dx^2 (x^3)", "d d pow x 3 x x"),
    ("d/dx sin(x) + 1", "+ d sin x x 1"),
    ("dy/dx = y", "d call:y:1 x x = call:y:1 x"),
    ("f'(x)", "d call:f:1 x x"),
    ("f''(x)", "d d call:f:1 x x x"),
    ("d^2y/dx^2", "d d call:y:1 x x x"),
    ("y' = y", "d call:y:1 x x = call:y:1 x"),
    ("y' = 2t", "d call:y:1 t t = * 2 t"),
    ("y'(x) = y", "d call:y:1 x x = call:y:1 x"),
    ("f'(0)", "call:f_prime:1 0"),
    ("f'(2x)", "call:f_prime:1 * 2 x"),
    ("∫ x^2 dx", "int pow x 2 x"),
    ("∫ dx", "int 1 x"),
    ("y'(t)", "d call:y:1 t t"),
    ("sin'(x)", "d sin x x"),
    ("integrate(x^2, x)", "int pow x 2 x"),
    ("Integral(x, x)", "int x x"),
    // Unknown functions.
    ("f(x)", "call:f:1 x"),
    ("f(2)", "call:f:1 2"),
    ("f(x+1)", "call:f:1 + x 1"),
    ("f(x, y)", "call:f:2 x y"),
    ("p(x, y)", "call:p:2 x y"),
    ("u(t)", "call:u:1 t"),
    ("u(t) + u(t+1)", "+ call:u:1 t call:u:1 + t 1"),
    ("f^2(x)", "pow call:f:1 x 2"),
    ("f^-1(x)", "call:f_inverse:1 x"),
    ("alpha(x+1)", "* alpha + x 1"),
    // Equations.
    ("a = b", "a = b"),
    ("a == b = c", "a = b = c"),
];

#[test]
fn texts_are_read_as_what_they_say() {
    check_read(Notation::Infix, READ);
}

const REFUSED: &[Refused] = &[
    ("", 0, "nothing to read"),
    ("   ", 0, "nothing to read"),
    ("1/2x", 1, "ambiguous"),
    ("1/2sin x", 1, "…/(2 sin x) or (…/2) sin x"),
    ("1 / 2 x", 2, "ambiguous"),
    ("1/2.5 x", 1, "ambiguous"),
    ("y/2 x", 1, "ambiguous"),
    ("f(x)/g(x)h(x)", 4, "…/(g(x) h(x)) or (…/g(x)) h(x)"),
    ("1/2mv^2", 1, "(…/2) m*v^2"),
    ("x/2(y+1)", 1, "ambiguous"),
    ("2 3", 2, "number stands after a number"),
    ("x 2", 2, "number stands after a name"),
    ("1.2.3", 3, "number stands after a number"),
    ("sin x (y+1)", 6, "ambiguous"),
    ("sin - x", 0, "brackets around the argument"),
    ("sin x y", 0, "ambiguous"),
    ("sqrt 2x", 0, "ambiguous"),
    ("√2x", 0, "ambiguous"),
    ("|x|y|z|", 0, "ambiguous"),
    ("0.(3)", 0, "repeating"),
    ("0.1(6)", 0, "repeating"),
    ("int x dx", 0, "integrate(E, x)"),
    ("2x dx", 3, "differential"),
    ("x > 0 and x", 2, "only = is read"),
    ("x and y", 2, "no name of a variable"),
    ("x_1y_2", 0, "product of names"),
    ("2*xe^x", 2, "write x*e^"),
    ("2*mc^2", 2, "write m*c^"),
    ("20°C", 2, "units"),
    ("sin", 0, "no argument"),
    ("sin + 1", 0, "starts with a sign"),
    ("sin(x, y)", 0, "one argument"),
    ("ln^-1 x", 0, "ambiguous"),
    ("asinx", 0, "write asin(x)"),
    ("cost", 0, "write cos(t)"),
    ("xsin", 0, "write x*sin"),
    ("sinxy", 0, "write sin(xy)"),
    ("a + sinn(x)", 4, "did you mean `sin`"),
    ("foo(x)", 0, "unknown function `foo`"),
    ("i + 1", 0, "imaginary"),
    ("2*I", 2, "imaginary"),
    ("x(y)", 0, "ambiguous"),
    ("t(t)", 0, "ambiguous"),
    ("t(2)", 0, "ambiguous"),
    ("u^-1(t)", 0, "ambiguous"),
    ("(x", 0, "not closed"),
    ("x)", 1, "closes nothing"),
    ("(x]", 2, "must match"),
    ("()", 0, "nothing between"),
    ("|x", 0, "not closed"),
    ("x +", 3, "ends where an operand"),
    ("x * / y", 4, "operand"),
    ("= 1", 0, "nothing before `=`"),
    ("x =", 3, "ends where an operand"),
    ("x, y", 1, "tuples"),
    ("x < y", 2, "only = is read"),
    ("x ≤ y", 2, "only = is read"),
    ("x != y", 2, "only = is read"),
    ("n!", 1, "factorials"),
    ("50%", 2, "percentage"),
    ("∞", 0, "only real numbers"),
    ("\\frac", 0, "LaTeX"),
    ("x ? y", 2, "not read"),
    ("^2", 0, "no base"),
    ("x^", 2, "ends where an operand"),
    ("√x²", 4, "ambiguous"),
    ("_x", 0, "starts with a letter"),
    ("`x", 0, "backquotes"),
    ("y' = x + t", 0, "by x or by t"),
    ("x''", 0, "ambiguous"),
    ("x'(a+b)", 0, "ambiguous"),
    ("diff(x^2)", 0, "by which variable"),
    ("diff(x^2, 2)", 10, "variable"),
    ("diff(x, x, 99)", 11, "from 1 to 16"),
    ("diff(E^x, E)", 5, "both a variable and Euler"),
    ("integrate(x, (x, 0, 1))", 17, "definite"),
    ("d/dx", 0, "nothing to differentiate"),
    ("dy/dx + dy/dt", 8, "depends on"),
    ("1e99999", 0, "more than 4000 digits"),
];

#[test]
fn refusals_say_where_and_why() {
    check_refused(Notation::Infix, REFUSED);
}

#[test]
fn decisions_are_noted() {
    for (text, fragment) in [
        ("log(x)", "natural logarithm"),
        ("xy", "the product x*y"),
        ("f(x)", "`f` is read as an unknown function"),
        ("A(x+1)", "read as a factor"),
        ("dy/dx", "`y` is read as a function of `x`"),
        ("sin x/2", "without the quotient"),
        ("sinx", "`sinx` is read as `sin x`"),
        ("2xsin2x", "`xsin2x` is read as `x sin 2 x`"),
        ("E = 1", "`E` in an equation is read as a variable"),
        ("E + 1", "`E` is read as Euler's number"),
        ("E^x", "Euler's number"),
        ("sin -x", "applied to `-x`"),
        ("y'(x) = y", "`y` is read as a function of `x`"),
        ("cbrt(x)", "real one"),
        ("log(2, x)", "second argument of `log` is read as the base"),
        ("2*Pi", "`Pi` is read as the number pi"),
        ("V = I*R", "`I` in an equation is read as a variable"),
        ("ΔE", "`ΔE` is read as the name `Delta_E`"),
        ("2pir", "the product pi*r"),
        ("omegat", "write omega*t for a product"),
        ("xₙ₊₁", "the name `x_n_plus_1`"),
        ("d/dx x y", "the derivative is read as that of `x y`"),
    ] {
        let notes = infix(text).expect(text).notes;
        assert!(notes.iter().any(|note| note.to_string().contains(fragment)), "{text}: {notes:?}");
    }
    for text in ["x1 + x_1 + alpha", "n(n-1)", "sin(x)^2", "`xy`"] {
        assert_eq!(infix(text).expect(text).notes, [], "{text}");
    }
}

#[test]
fn options_decide_what_a_bracket_means() {
    let with = |calls| Options { calls, notation: Some(Notation::Infix), ..Options::default() };
    let call = |text: &str| shown(&read(text, &with(Calls::Call)).expect(text));
    let product = |text: &str| shown(&read(text, &with(Calls::Product)).expect(text));
    assert_eq!(call("x(x+1)"), "call:x:1 + x 1");
    assert_eq!(call("foo(x)"), "call:foo:1 x");
    assert_eq!(product("f(x)"), "* f x");
    assert_eq!(product("f^2(x)"), "* pow f 2 x");
    assert!(read("f(x, y)", &with(Calls::Product)).is_err());
}

#[test]
fn declared_names_are_variables() {
    let options = Options {
        notation: Some(Notation::Infix),
        variables: ["e", "i", "sinx", "f", "log"].map(Symbol::new).to_vec(),
        ..Options::default()
    };
    for (text, want) in [("e^x", "pow e x"), ("2i", "* 2 i"), ("sinx", "sinx"), ("f(x)", "* f x"), ("2log", "* 2 log")]
    {
        assert_eq!(shown(&read(text, &options).expect(text)), want);
    }
}

#[test]
fn the_notation_is_found_by_content() {
    for (text, want, notation) in [
        ("x + 1", "+ x 1", Notation::Infix),
        ("-x", "neg x", Notation::Infix),
        ("- x", "neg x", Notation::Infix),
        ("sin x", "sin x", Notation::Infix),
        ("(sin x)", "sin x", Notation::Infix),
        ("+ x 1", "+ x 1", Notation::Prefix),
        ("- x 3", "- x 3", Notation::Prefix),
        ("* x y", "* x y", Notation::Prefix),
        ("add x INT+ 1", "+ x 1", Notation::Prefix),
        ("(+ x 1)", "+ x 1", Notation::Sexpr),
        ("(* x y)", "* x y", Notation::Sexpr),
        ("(call f x)", "call:f:1 x", Notation::Sexpr),
        ("(+ (call f x) 1)", "+ call:f:1 x 1", Notation::Sexpr),
        ("(d x (sin x))", "d sin x x", Notation::Sexpr),
        ("call Si 1 x", "call:Si:1 x", Notation::Prefix),
        ("Rational(1, 2)*m*v**2", "* * / 1 2 m pow v 2", Notation::Infix),
        ("Function('f')(x)", "call:f:1 x", Notation::Infix),
        ("Eq(Symbol('y'), x**2)", "y = pow x 2", Notation::Infix),
        ("Add(Symbol('x'), Integer(1))", "+ x 1", Notation::Srepr),
        ("\\frac12", "/ 1 2", Notation::Latex),
        ("x^{2}", "pow x 2", Notation::Latex),
    ] {
        let reading = read(text, &Options::default()).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!((shown(&reading).as_str(), reading.notation), (want, notation), "{text}");
    }
    for (text, fragment) in [("add x", "add"), ("* x", "*")] {
        let why = read(text, &Options::default()).expect_err(text);
        assert!(why.message().contains(fragment), "{text}: {why}");
    }
    for text in ["+ x y", "- 3 x", "(+ x y)", "(d x y)"] {
        let why = read(text, &Options::default()).expect_err(text);
        assert!(why.message().contains("pass the notation"), "{text}: {why}");
    }
}

#[test]
fn an_equation_is_no_expression() {
    assert_eq!(format!("{:?}", read_expr("x + 1").expect("an expression")), "+ x 1");
    let why = read_expr("x = 1").expect_err("an equation");
    assert_eq!(why.at, 2..3);
}

#[test]
fn deep_nesting_is_an_error_and_length_is_not() {
    let deep = 100_000;
    for (open, middle, close) in [
        ("(", "x", ")"),
        ("-", "x", ""),
        ("sin ", "x", ""),
        ("sin(", "x", ")"),
        ("x^", "x", ""),
        ("√", "x", ""),
        ("[", "", ""),
        ("|", "", ""),
        ("x(", "", ""),
        ("f(", "x", ")"),
        ("2^-", "1", ""),
        ("d/dx ", "x", ""),
        ("diff(", "x", ",x)"),
    ] {
        let text = [&open.repeat(deep), middle, &close.repeat(deep)].concat();
        let why = infix(&text).expect_err(open);
        assert!(why.message().contains("nested deeper than 256 levels"), "{open}: {why}");
    }
    let inside = ["(".repeat(200), "x".to_owned(), ")".repeat(200)].concat();
    assert_eq!(shown(&infix(&inside).expect("200 levels")), "x");
    for term in ["x + ", "x*", "x - ", "2*f(x) + ", "x y "] {
        let text = [&term.repeat(50_000), "1*x"].concat();
        // `x y x y … 1` has a number behind a name.
        if term != "x y " {
            assert!(infix(&text).is_ok(), "{term}");
        }
    }
    let long = "x".repeat(MAX_TEXT + 1);
    assert!(infix(&long).expect_err("too long").message().contains("longer than"));
}

#[test]
fn no_garbage_panics() {
    #[rustfmt::skip]
    const TOKENS: &[&str] = &[
        "x", "y", "2", "0.5", "+", "-", "*", "/", "^", "(", ")", "[", "]", "|", ",", "=", "sin", "log", "f", "d", "dx", "'",
        "`", "²", "√", "α", "₁", " ", "diff", "integrate", "e", "i", "!", ".", "_", "\\", "{", "}", "ch", "\u{3000}",
        "ˣ", "⁺", "³", "⁄", "₂", "ₙ₊", "″", "∣", "½", "θ", "_(", "log_2", "Sin[", "SIN(", "np.", "Symbol('x')", "Rational(", "Eq(",
        "Pi", "I", "E", "Δ", "∫", "pow(", "xcos", "x3",
    ];
    check_garbage(&[Some(Notation::Infix), None], (READ, REFUSED), TOKENS);
}
