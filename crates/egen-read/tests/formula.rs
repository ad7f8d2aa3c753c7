//! Structures: LaTeX and MathML give one, printing keeps it, and what has none is refused with its place.

use egen_read::formula::{Formula, Kind};
use proptest::prelude::*;

/// What people write, and the one spelling that is printed.
const SPELLED: [(&str, &str); 32] = [
    (r"\sum_{k=1}^\infty {\cal F}_k", r"\sum_{k = 1}^{\infty} \mathcal{F}_{k}"),
    (r"x^2_1", r"x_{1}^{2}"),
    (r"f''(x)^{\prime}", r"f'' ( x )'"),
    (r"x'^2", r"x^{\prime 2}"),
    (r"1 0 . 5 x", r"10.5 x"),
    (r"x_1 2", r"x_{1} 2"),
    (r"\frac12 + {a+b \over c}", r"\frac{1}{2} + \frac{a + b}{c}"),
    (r"n \choose k", r"\binom{n}{k}"),
    (r"\sqrt[3]x", r"\sqrt[3]{x}"),
    (r"\operatorname{ s i n } x", r"\sin x"),
    (r"\mathrm{tr}\,\rho", r"\mathrm{tr} \, \rho"),
    (r"{\rm tr}\rho", r"\mathrm{tr} \rho"),
    (r"\operatorname*{argmax}_x", r"\operatorname*{argmax}_{x}"),
    (r"\lim\nolimits_x", r"\lim\nolimits_{x}"),
    (r"\int\limits_0^1", r"\int\limits_{0}^{1}"),
    (r"\stackrel{!}{=}", r"\overset{!}{=}"),
    (r"\mathop{X}_a^b", r"\mathop{X}\limits_{a}^{b}"),
    (r"\left( ( \right)", r"\left( ( \right)"),
    (r"\left. x \right|_0", r"\left. x \right|_{0}"),
    (r"\bigl( x \bigr)", r"\bigl( x \bigr)"),
    (r"\begin{pmatrix} a & b \\ c & d \\ \end{pmatrix}", r"\left( \begin{matrix} a & b \\ c & d \end{matrix} \right)"),
    (r"\begin{array}{c@{x}|c} a \\[2pt] \hline b \end{array}", r"\begin{array}{c|c} a \\ \hline b \end{array}"),
    (r"x &= 1 \\ &= 2", r"\begin{gathered} x & = 1 \\ & = 2 \end{gathered}"),
    (r"\text{if $x > 0$, then}", r"{\text{if } {x > 0} \text{, then}}"),
    (r"\bf x + \rm tr y", r"\mathbf{x +} \mathrm{try}"),
    (r"\not= \not\in \not\subset", r"\ne \notin \not{\subset}"),
    (r"\foo{x}_y", r"\foo x_{y}"),
    (r"1{,}000 a{=}b", r"1 {,} 000 a {=} b"),
    (
        r"x \hspace{1cm} y \label{eq} % a comment
       z",
        r"x \mspace{51.21mu} y z",
    ),
    (r"$$\hat x$$", r"\hat{x}"),
    (
        r"\begin{align}[a, b] &= c \\ [2x] &= d \\ [2pt] e\end{align}",
        r"\begin{aligned} {[} a , b ] & = c \\ {[} 2 x ] & = d \\ e \end{aligned}",
    ),
    (r"a \pmod n", r"a {\quad ( \operatorname{mod} ~ n )}"),
];

#[test]
fn what_looks_the_same_is_printed_the_same() {
    for (written, printed) in SPELLED {
        let formula = Formula::latex(written).unwrap_or_else(|why| panic!("{written}: {why}"));
        assert_eq!(formula.to_latex(), printed, "{written}");
        survives(&formula);
    }
}

fn survives(formula: &Formula) {
    let (latex, mathml) = (formula.to_latex(), formula.to_mathml());
    let again = Formula::latex(&latex).unwrap_or_else(|why| panic!("{latex}: {why}"));
    assert!(again.is_same(formula), "{latex}");
    assert_eq!(again.to_latex(), latex);
    let again = Formula::mathml(&mathml).unwrap_or_else(|why| panic!("{mathml}: {why}"));
    assert!(again.is_same(formula), "{latex}\n{mathml}\n{}", again.to_latex());
}

#[test]
fn mathml_of_other_programs_has_the_structure_of_latex() {
    let pairs = [
        ("<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>", r"\frac a2"),
        ("<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>", r"\left( x \right)"),
        ("<mfenced open='[' close=']'><mi>a</mi><mi>b</mi></mfenced>", r"\left[ a , b \right]"),
        ("<math><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi></math>", r"\sin x"),
        ("<math><mi>f</mi><mo>&#x2061;</mo><mi>x</mi></math>", r"f x"),
        ("<mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>+</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow>", r"( a ) + ( b )"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar x"),
        ("<munderover><mo>∑</mo><mi>a</mi><mi>b</mi></munderover>", r"\sum_a^b"),
        ("<mi mathvariant='double-struck'>R</mi>", r"\mathbb R"),
        ("<mi>ℝ</mi>", r"\mathbb R"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable>", r"\begin{matrix} a \end{matrix}"),
        ("<mmultiscripts><mi>X</mi><mi>a</mi><none/><mprescripts/><mi>b</mi><none/></mmultiscripts>", r"{{}_b X_a}"),
        ("<mstyle displaystyle='true'><mi>x</mi></mstyle>", r"x"),
    ];
    for (mathml, latex) in pairs {
        let (one, two) = (Formula::mathml(mathml).expect("MathML"), Formula::latex(latex).expect("LaTeX"));
        assert!(one.is_same(&two), "{mathml}: {}", one.to_latex());
    }
}

#[test]
fn what_is_typed_has_a_structure() {
    let rows = [
        ("x^(a+b)/2 + sqrt(y)", r"x^{a + b} / 2 + \sqrt{y}"),
        ("x_1**2 <= alpha*1.5", r"x_{1}^{2} \le \alpha * 1.5"),
        ("sin(2x)' != speed", r"\sin ( 2 x )' \ne \mathrm{speed}"),
        ("e^-x -> 0", r"e^{- x} \to 0"),
        ("f(x) = {1, 2, ...", r"f ( x ) = \{ 1 , 2 , \ldots"),
    ];
    for (typed, printed) in rows {
        let formula = Formula::infix(typed).expect(typed);
        assert_eq!(formula.to_latex(), printed, "{typed}");
        survives(&formula);
    }
    for (typed, message) in
        [("x^", "`^` has no argument"), ("x^(a", "`(` is not closed"), ("sqrt(x", "`(` is not closed")]
    {
        assert_eq!(Formula::infix(typed).expect_err(typed).to_string(), message);
    }
}

#[test]
fn what_has_no_structure_is_refused_with_its_place() {
    let rows = [
        ("{x", "`{` is not closed", "{"),
        ("x}", "`}` closes nothing", "}"),
        (r"\left( x", r"`\left` is not closed", r"\left"),
        (r"\right)", r"`\right` closes nothing", r"\right"),
        (r"\begin{array}{c} x", r"`\begin{array}` is not closed", r"\begin"),
        (r"\begin{cases} x \end{array}", r"`\begin{cases}` is not closed", r"\begin"),
        (r"\end{array}", r"`\end` closes nothing", r"\end"),
        (r"x^", "`^` has no argument", "^"),
        (r"\frac{1}", r"`\frac` has no argument", r"\frac"),
        (r"x^2^3", "two superscripts on one base: write x^{y^{z}} or {x^{y}}^{z}", "^"),
        (r"x_2_3", "two subscripts on one base: write x_{y_{z}} or {x_{y}}_{z}", "_"),
        (r"\left x \right)", r"a bracket was expected after `\left`", r"\left"),
        ("x # y", "`#` has no place inside a formula", "#"),
        ("a $ b", "`$` has no place inside a formula", "$"),
        ("{a & b}", "`&` has no place inside a formula", "&"),
        (r"a \over b \over c", r"a second `\over` in one group: put braces around one of them", r"\over"),
    ];
    for (text, message, place) in rows {
        let why = Formula::latex(text).expect_err(text);
        assert_eq!((why.to_string().as_str(), &text[why.at.clone()]), (message, place), "{text}");
    }
    assert!(Formula::latex(&"{".repeat(100_000)).is_err_and(|why| why.to_string().starts_with("nested deeper")));
    assert!(Formula::mathml(&"<mrow>".repeat(100_000)).is_err_and(|why| why.to_string().starts_with("nested deeper")));
    for (text, message) in [
        ("<math><mfrac><mi>a</mi></mfrac></math>", "`<mfrac>` takes 2 elements, got 1"),
        ("<math><foo/></math>", "`<foo>` is no element of a formula"),
    ] {
        assert_eq!(Formula::mathml(text).expect_err(text).to_string(), message);
    }
    assert!(
        Formula::mathml("<math><mi>x</math>")
            .is_err_and(|why| why.to_string().starts_with("this is no well-formed XML"))
    );
}

#[test]
fn parts_know_where_they_stand() {
    let formula = Formula::latex(r"\frac{ab}{c} + \hat{x}_{12}").expect("a structure");
    let mut kinds = Vec::new();
    for part in formula.children(formula.root()) {
        kinds.push((formula.kind(*part), formula.written(*part)));
    }
    assert_eq!(kinds[0], (Kind::Fraction { line: true }, r"\frac{ab}{c}"));
    assert_eq!(kinds[1], (Kind::Symbol('+'), "+"));
    assert_eq!(kinds[2].1, r"\hat{x}_{12}");
}

#[test]
fn the_deepest_and_the_longest_are_read_in_time_and_on_a_small_stack() {
    let deep = |open: &str, middle: &str, close: &str, times: usize| {
        let text = [&open.repeat(times), middle, &close.repeat(times)].concat();
        let small = std::thread::Builder::new().stack_size(if cfg!(debug_assertions) { 8 } else { 1 } << 20);
        let walk = move || {
            let formula = Formula::read(&text, None).expect("a structure");
            assert!(formula.is_same(&formula.clone()));
            (formula.to_latex().len(), formula.to_mathml().len())
        };
        let shown = small.spawn(walk).expect("a thread").join().expect("no overflow");
        assert!(shown.0 > 0 && shown.1 > 0);
    };
    deep("\\frac{1}{", "x", "}", 250);
    deep("x^{", "x", "}", 250);
    deep("\\left(", "x", "\\right)", 250);
    deep("\\begin{matrix}", "x", "\\end{matrix}", 120);
    deep("<mrow>", "<mi>x</mi>", "</mrow>", 1000);
    deep("<msup><mi>x</mi>", "<mi>x</mi>", "</msup>", 1000);
    deep("2^(", "x", ")", 250);
    for piece in ["%", "1{,}111", "\\,", "x_1", "\\begin ", "[", "\\text{a} ", "|", "<", "&", "'", "\\\\"] {
        let _ = Formula::read(&piece.repeat(1_000_000 / piece.len()), None);
    }
}

const PIECES: [&str; 44] = [
    "x",
    "y",
    "1",
    "23",
    ".",
    ",",
    "+",
    "-",
    "=",
    "(",
    ")",
    "[",
    "]",
    "|",
    "{",
    "}",
    "^",
    "_",
    "'",
    "&",
    r"\\",
    "%",
    "~",
    " ",
    r"\frac",
    r"\sqrt",
    r"\sum",
    r"\lim",
    r"\limits",
    r"\bf",
    r"\cal",
    r"\rm",
    r"\mathrm",
    r"\text",
    r"\left(",
    r"\right)",
    r"\hat",
    r"\over",
    r"\hline",
    r"\begin{array}{c|c}",
    r"\end{array}",
    r"\underbrace",
    r"\bigl[",
    r"\foo",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn whatever_has_a_structure_keeps_it(pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..24)) {
        if let Ok(formula) = Formula::latex(&pieces.join(" ")) {
            survives(&formula);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,60}") {
        let _ = Formula::latex(&text);
        let _ = Formula::mathml(&text);
        if let Ok(formula) = Formula::infix(&text) {
            let _ = (formula.to_latex(), formula.to_mathml());
        }
    }
}
