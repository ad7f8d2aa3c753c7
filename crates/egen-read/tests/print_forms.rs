//! How does each form write the expressions that printers get wrong?
//!
//! The left column is an s-expression, whose reading is tested against built trees in `read_prefix`.

use std::str::FromStr;

use egen_math::infix::print_with_spans;
use egen_math::{Expr, Id, Op};
use egen_read::print::{Form, UnknownForm, print, print_equation};
use egen_read::read::{Notation, Options, read, read_expr};

fn sides(text: &str) -> Vec<Expr> {
    let options = Options { notation: Some(Notation::Sexpr), ..Options::default() };
    read(text, &options).unwrap_or_else(|error| panic!("{text}: {error}")).sides
}

fn check(form: Form, table: &[(&str, &str)]) {
    for (text, want) in table {
        assert_eq!(print_equation(&sides(text), form), *want, "{text}");
    }
}

#[test]
fn infix_has_the_parentheses_it_needs() {
    check(
        Form::Infix,
        &[
            ("(neg (* 5 x))", "-(5*x)"),
            ("(* (neg x) y)", "(-x)*y"),
            ("(+ a (neg b))", "a + (-b)"),
            ("(+ (neg a) b)", "-a + b"),
            ("(- a (- b c))", "a - (b - c)"),
            ("(+ a (+ b c))", "a + (b + c)"),
            ("(- (+ a b) c)", "a + b - c"),
            ("(* a (/ b c))", "a*(b/c)"),
            ("(/ (* a b) c)", "a*b/c"),
            ("(/ a (* b c))", "a/(b*c)"),
            ("(/ a (/ b c))", "a/(b/c)"),
            ("(pow (pow a b) c)", "(a^b)^c"),
            ("(pow a (pow b c))", "a^b^c"),
            ("(pow (neg x) 2)", "(-x)^2"),
            ("(neg (pow x 2))", "-x^2"),
            ("(neg (pow 5 2))", "-5^2"),
            ("(neg 5)", "-(5)"),
            ("(neg -5)", "-(-5)"),
            ("(neg (neg x))", "-(-x)"),
            ("(neg (/ 5 x))", "-(5/x)"),
            ("(* 2 -3)", "2*(-3)"),
            ("(* -5 x)", "-5*x"),
            ("(* (* -5 x) y)", "-5*x*y"),
            ("(+ y (* -5 x))", "y + (-5)*x"),
            ("(- y -5)", "y - (-5)"),
            ("(pow -5 2)", "(-5)^2"),
            ("(pow x -3)", "x^(-3)"),
            ("(pow x (neg y))", "x^(-y)"),
            ("(pow x (/ 1 2))", "x^(1/2)"),
            ("(pow x (/ 1 3))", "x^(1/3)"),
            ("(pow x 0.5)", "x^0.5"),
            ("1/3", "1/3"),
            ("-1/3", "-1/3"),
            ("(* 1/3 x)", "1/3*x"),
            ("(* x 1/3)", "x*(1/3)"),
            ("(pow 1/3 x)", "(1/3)^x"),
            ("(pow x 1/3)", "x^(1/3)"),
            ("(neg 1/3)", "-(1/3)"),
            ("(/ 1 3)", "1/3"),
            ("(sqrt (/ x 2))", "sqrt(x/2)"),
            ("(pow e x)", "e^x"),
            ("(exp x)", "exp(x)"),
            ("(exp (+ x 1))", "exp(x + 1)"),
            ("(pow (exp x) 2)", "exp(x)^2"),
            ("(log x 2)", "log(x, 2)"),
            ("(log (+ x 1) b)", "log(x + 1, b)"),
            ("(ln x)", "ln(x)"),
            ("(pow (sin x) 2)", "sin(x)^2"),
            ("(pow (sin (* 2 x)) n)", "sin(2*x)^n"),
            ("(pow (sin x) -1)", "sin(x)^(-1)"),
            ("(pow (sin x) (+ n 1))", "sin(x)^(n + 1)"),
            ("(sin (sin x))", "sin(sin(x))"),
            ("(* (sin x) y)", "sin(x)*y"),
            ("(* y (sin x))", "y*sin(x)"),
            ("(* (sin (* 2 x)) (cos x))", "sin(2*x)*cos(x)"),
            ("(* x (+ x 1))", "x*(x + 1)"),
            ("(* (pow x 2) (+ x 1))", "x^2*(x + 1)"),
            ("(* (+ x 1) (- x 1))", "(x + 1)*(x - 1)"),
            ("(* 2 (+ x 1))", "2*(x + 1)"),
            ("(* x 2)", "x*2"),
            ("(* 2 3)", "2*3"),
            ("(* 2 (pow 3 x))", "2*3^x"),
            ("(* 2 (/ 1 3))", "2*(1/3)"),
            ("(* 2 (/ x 3))", "2*(x/3)"),
            ("(* (/ 1 2) x)", "1/2*x"),
            ("(abs (- x 1))", "abs(x - 1)"),
            ("(pow (abs x) 2)", "abs(x)^2"),
            ("(sign x)", "sign(x)"),
            ("(asinh (* 2 x))", "asinh(2*x)"),
            ("(d x (pow x 2))", "diff(x^2, x)"),
            ("(d x (d x (sin x)))", "diff(diff(sin(x), x), x)"),
            ("(d y (d x (sin x)))", "diff(diff(sin(x), x), y)"),
            ("(* 2 (d x (sin x)))", "2*diff(sin(x), x)"),
            ("(* (* 2 (d x (sin x))) y)", "2*diff(sin(x), x)*y"),
            ("(int x (+ x 1))", "integrate(x + 1, x)"),
            ("(int x (* 2 x))", "integrate(2*x, x)"),
            ("(int x (sin x))", "integrate(sin(x), x)"),
            ("(+ 1 (int x x))", "1 + integrate(x, x)"),
            ("(/ (int x x) 2)", "integrate(x, x)/2"),
            ("(neg (int x x))", "-integrate(x, x)"),
            ("(call f x y)", "f(x, y)"),
            ("(* (call f x) (+ x 1))", "f(x)*(x + 1)"),
            ("(pow (call f x) 2)", "f(x)^2"),
            ("(sin (call f x))", "sin(f(x))"),
            ("(* pi (+ pi x))", "pi*(pi + x)"),
            ("(* 3 (* a b))", "3*(a*b)"),
            ("(/ (+ 1 2) 3)", "(1 + 2)/3"),
            ("(pow 2 -1)", "2^(-1)"),
            ("(pow 2 (+ x 1))", "2^(x + 1)"),
            ("(= (pow (sin x) 2) (- 1 (pow (cos x) 2)))", "sin(x)^2 = 1 - cos(x)^2"),
            ("(= a b c)", "a = b = c"),
            (
                "12345678901234567890123456789012345678901234567890.5",
                "12345678901234567890123456789012345678901234567890.5",
            ),
        ],
    );
}

#[test]
fn infix_quotes_names_that_mean_something_else() {
    check(
        Form::Infix,
        &[
            (
                "(+ x_1 (+ alpha (+ beta_2k (+ rho_phi (+ foo (+ ell hbar))))))",
                "x_1 + (alpha + (`beta_2k` + (rho_phi + (`foo` + (ell + hbar)))))",
            ),
            (
                "(+ `e` (+ E (+ i (+ I (+ `d` (+ `pi` (+ D `sin`)))))))",
                "`e` + (`E` + (`i` + (`I` + (`d` + (`pi` + (`D` + `sin`))))))",
            ),
        ],
    );
}

#[test]
fn latex_is_set_as_people_write_it() {
    check(
        Form::Latex,
        &[
            ("(neg (* 5 x))", r"-\left(5 x\right)"),
            ("(* (neg x) y)", r"\left(-x\right) y"),
            ("(+ a (neg b))", r"a + \left(-b\right)"),
            ("(+ (neg a) b)", "-a + b"),
            ("(- a (- b c))", r"a - \left(b - c\right)"),
            ("(+ a (+ b c))", r"a + \left(b + c\right)"),
            ("(- (+ a b) c)", "a + b - c"),
            ("(* a (/ b c))", r"a \frac{b}{c}"),
            ("(/ (* a b) c)", r"\frac{a b}{c}"),
            ("(/ a (* b c))", r"\frac{a}{b c}"),
            ("(/ a (/ b c))", r"\frac{a}{\frac{b}{c}}"),
            ("(pow (pow a b) c)", r"\left(a^{b}\right)^{c}"),
            ("(pow a (pow b c))", "a^{b^{c}}"),
            ("(pow (neg x) 2)", r"\left(-x\right)^{2}"),
            ("(neg (pow x 2))", "-x^{2}"),
            ("(neg (pow 5 2))", "-5^{2}"),
            ("(neg 5)", r"-\left(5\right)"),
            ("(neg -5)", r"-\left(-5\right)"),
            ("(neg (neg x))", r"-\left(-x\right)"),
            ("(neg (/ 5 x))", r"-\frac{5}{x}"),
            ("(* 2 -3)", r"2 \left(-3\right)"),
            ("(* -5 x)", "-5 x"),
            ("(* (* -5 x) y)", "-5 x y"),
            ("(+ y (* -5 x))", r"y + \left(-5\right) x"),
            ("(- y -5)", r"y - \left(-5\right)"),
            ("(pow -5 2)", r"\left(-5\right)^{2}"),
            ("(pow x -3)", "x^{-3}"),
            ("(pow x (neg y))", "x^{-y}"),
            ("(pow x (/ 1 2))", r"x^{\frac{1}{2}}"),
            ("(pow x (/ 1 4))", r"\sqrt[4]{x}"),
            ("(pow x (/ 1 3))", r"x^{\frac{1}{3}}"),
            ("(pow (abs x) (/ 1 3))", r"\sqrt[3]{\left|x\right|}"),
            ("(pow `E` y)", r"\mathit{E}^{y}"),
            ("(pow x 0.5)", "x^{0.5}"),
            ("1/3", r"\frac{1}{3}"),
            ("-1/3", r"-\frac{1}{3}"),
            ("(* 1/3 x)", r"\frac{1}{3} x"),
            ("(* x 1/3)", r"x \frac{1}{3}"),
            ("(pow 1/3 x)", r"\left(\frac{1}{3}\right)^{x}"),
            ("(pow x 1/3)", r"x^{\frac{1}{3}}"),
            ("(neg 1/3)", r"-\frac{1}{3}"),
            ("(/ 1 3)", r"\frac{1}{3}"),
            ("(sqrt (/ x 2))", r"\sqrt{\frac{x}{2}}"),
            ("(pow e x)", "e^{x}"),
            ("(exp x)", r"\exp x"),
            ("(exp (+ x 1))", r"\exp\left(x + 1\right)"),
            ("(pow (exp x) 2)", r"\left(\exp x\right)^{2}"),
            ("(log x 2)", r"\log_{2} x"),
            ("(log (+ x 1) b)", r"\log_{b}\left(x + 1\right)"),
            ("(ln x)", r"\ln x"),
            ("(pow (sin x) 2)", r"\sin^{2} x"),
            ("(pow (sin (* 2 x)) n)", r"\sin^{n}\left(2 x\right)"),
            ("(pow (sin x) -1)", r"\left(\sin x\right)^{-1}"),
            ("(pow (sin x) (+ n 1))", r"\left(\sin x\right)^{n + 1}"),
            ("(sin (sin x))", r"\sin\left(\sin x\right)"),
            ("(* (sin x) y)", r"\sin x \cdot y"),
            ("(* y (sin x))", r"y \sin x"),
            ("(* (sin (* 2 x)) (cos x))", r"\sin\left(2 x\right) \cos x"),
            ("(* x (+ x 1))", r"x \cdot \left(x + 1\right)"),
            ("(* (pow x 2) (+ x 1))", r"x^{2} \cdot \left(x + 1\right)"),
            ("(* (+ x 1) (- x 1))", r"\left(x + 1\right) \left(x - 1\right)"),
            ("(* 2 (+ x 1))", r"2 \left(x + 1\right)"),
            ("(* x 2)", r"x \cdot 2"),
            ("(* 2 3)", r"2 \cdot 3"),
            ("(* 2 (pow 3 x))", r"2 \cdot 3^{x}"),
            ("(* 2 (/ 1 3))", r"2 \cdot \frac{1}{3}"),
            ("(* 2 (/ x 3))", r"2 \frac{x}{3}"),
            ("(* (/ 1 2) x)", r"\frac{1}{2} x"),
            ("(abs (- x 1))", r"\left|x - 1\right|"),
            ("(pow (abs x) 2)", r"\left|x\right|^{2}"),
            ("(sign x)", r"\operatorname{sgn} x"),
            ("(asinh (* 2 x))", r"\operatorname{arsinh}\left(2 x\right)"),
            ("(d x (pow x 2))", r"\frac{d}{d x}\left(x^{2}\right)"),
            ("(d x (d x (sin x)))", r"\frac{d^{2}}{d x^{2}}\left(\sin x\right)"),
            ("(d y (d x (sin x)))", r"\frac{d}{d y}\left(\frac{d}{d x}\left(\sin x\right)\right)"),
            ("(* 2 (d x (sin x)))", r"2 \frac{d}{d x}\left(\sin x\right)"),
            ("(* (* 2 (d x (sin x))) y)", r"2 \left(\frac{d}{d x}\left(\sin x\right)\right) y"),
            ("(int x (+ x 1))", r"\int \left(x + 1\right) \, d x"),
            ("(int x (* 2 x))", r"\int 2 x \, d x"),
            ("(int x (sin x))", r"\int \sin x \, d x"),
            ("(+ 1 (int x x))", r"1 + \left(\int x \, d x\right)"),
            ("(/ (int x x) 2)", r"\frac{\int x \, d x}{2}"),
            ("(neg (int x x))", r"-\left(\int x \, d x\right)"),
            ("(call f x y)", r"f\left(x, y\right)"),
            ("(* (call f x) (+ x 1))", r"f\left(x\right) \cdot \left(x + 1\right)"),
            ("(pow (call f x) 2)", r"f\left(x\right)^{2}"),
            ("(* 2 (call f (+ x 1)))", r"2 f\left(x + 1\right)"),
            ("(* m (call g (+ x 1)))", r"m \cdot g\left(x + 1\right)"),
            ("(sin (call f x))", r"\sin\left(f\left(x\right)\right)"),
            (
                "(+ x_1 (+ alpha (+ beta_2k (+ rho_phi (+ foo (+ ell hbar))))))",
                r"x_{1} + \left(\alpha + \left(\beta_{2k} + \left(\rho_{\phi} + \left(\mathrm{foo} + \left(\ell + \hbar\right)\right)\right)\right)\right)",
            ),
            (
                "(+ `e` (+ E (+ i (+ I (+ `d` (+ `pi` (+ D `sin`)))))))",
                r"\mathit{e} + \left(E + \left(\mathit{i} + \left(I + \left(\mathit{d} + \left(\mathit{pi} + \left(D + \mathit{sin}\right)\right)\right)\right)\right)\right)",
            ),
            ("(* pi (+ pi x))", r"\pi \cdot \left(\pi + x\right)"),
            ("(* 3 (* a b))", r"3 \left(a b\right)"),
            ("(/ (+ 1 2) 3)", r"\frac{1 + 2}{3}"),
            ("(pow 2 -1)", "2^{-1}"),
            ("(pow 2 (+ x 1))", "2^{x + 1}"),
            ("(= (pow (sin x) 2) (- 1 (pow (cos x) 2)))", r"\sin^{2} x = 1 - \cos^{2} x"),
            ("(= a b c)", "a = b = c"),
            (
                "12345678901234567890123456789012345678901234567890.5",
                "12345678901234567890123456789012345678901234567890.5",
            ),
        ],
    );
}

#[test]
fn sympy_stays_exact() {
    check(
        Form::Sympy,
        &[
            ("(neg (pow 5 2))", "-Integer(5)**2"),
            ("(* 2 -3)", "2*(-3)"),
            ("(pow -5 2)", "Integer(-5)**2"),
            ("(pow x (/ 1 3))", "x**Rational(1, 3)"),
            ("(pow x 0.5)", "x**Rational(1, 2)"),
            ("1/3", "Rational(1, 3)"),
            ("-1/3", "Rational(-1, 3)"),
            ("(* 1/3 x)", "Rational(1, 3)*x"),
            ("(* x 1/3)", "x*Rational(1, 3)"),
            ("(pow 1/3 x)", "Rational(1, 3)**x"),
            ("(pow x 1/3)", "x**Rational(1, 3)"),
            ("(neg 1/3)", "-Rational(1, 3)"),
            ("(/ 1 3)", "Rational(1, 3)"),
            ("(pow e x)", "E**x"),
            ("(log x 2)", "log(x, 2)"),
            ("(log (+ x 1) b)", "log(x + 1, b)"),
            ("(ln x)", "log(x)"),
            ("(* 2 (/ 1 3))", "2*Rational(1, 3)"),
            ("(d x (pow x 2))", "Derivative(x**2, x)"),
            ("(int x (+ x 1))", "Integral(x + 1, x)"),
            ("(call f x y)", "Function('f')(x, y)"),
            (
                "(+ `e` (+ E (+ i (+ I (+ `d` (+ `pi` (+ D `sin`)))))))",
                "e + (Symbol('E') + (i + (Symbol('I') + (d + (Symbol('pi') + (D + Symbol('sin')))))))",
            ),
            ("(/ (+ 1 2) 3)", "Integer(1 + 2)/3"),
            ("(pow 2 -1)", "Integer(2)**(-1)"),
            ("(pow 2 (+ x 1))", "2**(x + 1)"),
            (
                "(+ S (+ gamma (+ lambda (+ N beta))))",
                "Symbol('S') + (Symbol('gamma') + (Symbol('lambda') + (Symbol('N') + Symbol('beta'))))",
            ),
            ("(= (pow (sin x) 2) (- 1 (pow (cos x) 2)))", "Eq(sin(x)**2, 1 - cos(x)**2)"),
            ("(= a b c)", "And(Eq(a, b), Eq(b, c))"),
            (
                "12345678901234567890123456789012345678901234567890.5",
                "Rational(24691357802469135780246913578024691357802469135781, 2)",
            ),
        ],
    );
}

#[test]
fn prefix_forms_need_no_precedence() {
    check(
        Form::Prefix,
        &[
            ("(+ x 12)", "+ x 12"),
            ("(pow (sin x) -0.5)", "pow sin x -0.5"),
            ("(* 1/3 (neg x))", "* 1/3 neg x"),
            ("(d x (int y (call f x y)))", "d x int y call f 2 x y"),
            ("(log x `e`)", "log x `e`"),
            ("(+ `d` (+ `sinn` (+ foo `x y`)))", "+ `d` + `sinn` + foo `x y`"),
            ("(= a b c)", "= a = b c"),
        ],
    );
    check(
        Form::Paper,
        &[
            ("(+ x 12)", "add x INT+ 1 2"),
            ("(- -30 (/ x 0.5))", "sub INT- 3 0 div x div INT+ 1 INT+ 2"),
            ("(neg (exp (* pi e)))", "neg exp mul pi e"),
            ("(= a b)", "= a b"),
        ],
    );
    check(
        Form::Sexpr,
        &[
            ("(+ x 1 2)", "(+ (+ x 1) 2)"),
            ("(* 1/3 x)", "(* 1/3 x)"),
            ("(= a (- (call f)) 2)", "(= a (neg (call f)) 2)"),
        ],
    );
}

#[test]
fn json_names_operators_with_the_papers_words() {
    check(
        Form::Json,
        &[
            ("(+ x 0.5)", r#"{"op":"add","args":[{"var":"x"},{"num":"1/2"}]}"#),
            (
                "(d x (call f pi e))",
                r#"{"op":"d","args":[{"call":"f","args":[{"const":"pi"},{"const":"e"}]},{"var":"x"}]}"#,
            ),
            ("`a\"b\\c`", r#"{"var":"a\"b\\c"}"#),
            ("`a\u{1}`", r#"{"var":"a\u0001"}"#),
            ("(= x -1)", r#"[{"var":"x"},{"num":"-1"}]"#),
        ],
    );
}

/// The element's content.
fn mathml(text: &str) -> String {
    let whole = print_equation(&sides(text), Form::Mathml);
    let inside = whole.strip_prefix("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">");
    let inside = inside.and_then(|rest| rest.strip_suffix("</math>"));
    inside.unwrap_or_else(|| panic!("{whole}")).to_owned()
}

#[test]
fn mathml_is_the_picture_that_latex_sets() {
    for (text, want) in [
        ("(/ x 2)", "<mfrac><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></mfrac>"),
        (
            "(pow (sin x) 2)",
            "<msup><mrow><mi>sin</mi></mrow><mrow><mn>2</mn></mrow></msup><mo>&#x2061;</mo><mspace width=\"0.1667em\"/><mi>x</mi>",
        ),
        (
            "(* 2 (+ x_1 alpha))",
            "<mn>2</mn><mo>&#x2062;</mo><mrow><mo>(</mo><msub><mi>x</mi><mrow><mn>1</mn></mrow></msub><mo>+</mo><mi>α</mi><mo>)</mo></mrow>",
        ),
        ("(* 2 3)", "<mn>2</mn><mo>⋅</mo><mn>3</mn>"),
        ("(pow x (/ 1 4))", "<mroot><mrow><mi>x</mi></mrow><mn>4</mn></mroot>"),
        (
            "(sign -1)",
            "<mi>sgn</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mo form=\"prefix\">−</mo><mn>1</mn><mo>)</mo></mrow>",
        ),
        ("(= x `a<b&c`)", "<mi>x</mi><mo>=</mo><mi>a&lt;b&amp;c</mi>"),
        ("`a\u{0}`", "<mi>a\u{fffd}</mi>"),
    ] {
        assert_eq!(mathml(text), want, "{text}");
    }
}

#[test]
fn mathml_elements_close_in_order() {
    for op in Op::all() {
        let args = ["(+ x 1)"; 2][..op.arity()].join(" ");
        let args = if matches!(op, Op::Diff | Op::Integral) { "x (d x (+ x 1))" } else { &args };
        let text = mathml(&format!("(pow ({} {args}) -2)", op.info().prefix[1]));
        let mut open: Vec<&str> = Vec::new();
        for tag in text.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{text}"),
                None if tag.ends_with('/') => {}
                None => open.extend(tag.split(' ').next()),
            }
        }
        assert!(open.is_empty(), "{text}");
    }
}

#[test]
fn forms_are_found_by_name() {
    for form in Form::ALL {
        assert_eq!(Form::from_str(form.name()), Ok(form));
    }
    assert_eq!(Form::from_str("tex"), Err(UnknownForm("tex".to_owned())));
}

#[test]
fn display_is_infix() {
    let expr = sides("(* 2 (+ x 1))").remove(0);
    assert_eq!(expr.to_string(), print(&expr, Form::Infix));
    assert_eq!(format!("{expr:>12}"), "   2*(x + 1)");
}

#[test]
fn spans_hold_what_the_nodes_are_printed_as() {
    for text in ["x", "-(x + 1)^2/(2*sin(y) - 3)", "a - (b - c) + -3*x", "diff(x^2*y, x) + log(x, 2)", "f(x, y + 1)*2"]
    {
        let expr = read_expr(text).expect(text);
        let (printed, spans) = print_with_spans(&expr);
        assert_eq!(printed, expr.to_string());
        for (at, span) in spans.iter().enumerate() {
            // Where it stands, a node may need parentheses that it does not need alone.
            let shown = &printed[span.clone()];
            assert_eq!(read_expr(shown), Ok(expr.subtree(Id(at as u32))), "{text}: {shown}");
        }
    }
}
