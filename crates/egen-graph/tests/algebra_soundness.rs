//! What algebra calls equal, numbers must not tell apart.

use egen_graph::algebra::{Settings, equal_by_algebra, normal_form};
use egen_math::compare::{self, compare_with};
use egen_math::{Constant, Expr, Op, Symbol, Verdict};
use egen_read::read::read_expr;
use proptest::prelude::*;
use proptest::sample::select;

/// Pairs in u and v, true, half true and wrong: each must survive any arguments and any context.
const PAIRS: [(&str, &str); 72] = [
    ("sqrt(u^2)", "u"),
    ("sqrt(u^2)", "abs(u)"),
    ("sqrt(u)^2", "u"),
    ("sqrt(u)^2", "abs(u)"),
    ("sqrt(u*v)", "sqrt(u)*sqrt(v)"),
    ("sqrt(u/v)", "sqrt(u)/sqrt(v)"),
    ("sqrt(-u)*sqrt(-v)", "sqrt(u*v)"),
    ("sqrt(u)*sqrt(v)", "-sqrt(u*v)"),
    ("sqrt(u*v)*sqrt(v)", "v*sqrt(u)"),
    ("sqrt(u*v)*sqrt(u*v^3)", "u*v^2"),
    ("sqrt(u^2*v)", "u*sqrt(v)"),
    ("sqrt(u^2*v)", "abs(u)*sqrt(v)"),
    ("sqrt(u^3)", "u*sqrt(u)"),
    ("sqrt(u^2 + 2*u*v + v^2)", "u + v"),
    ("sqrt(u^2 + 2*u*v + v^2)", "abs(u + v)"),
    ("(u^2)^(1/2)", "u"),
    ("(u^6)^(1/3)", "u^2"),
    ("(u^3)^(1/3)", "u"),
    ("(u^3)^(1/3)", "abs(u)"),
    ("(u^(1/3))^3", "u"),
    ("u^(2/3)", "(u^2)^(1/3)"),
    ("(u^2)^v", "u^(2*v)"),
    ("(u^2)^v", "abs(u)^(2*v)"),
    ("(u^v)^2", "u^(2*v)"),
    ("(u*v)^(1/3)", "u^(1/3)*v^(1/3)"),
    ("(u*v)^v", "u^v*v^v"),
    ("u^(v+1)", "u^v*u"),
    ("u^v*u^(-v)", "1"),
    ("u^0", "1"),
    ("0^u", "0"),
    ("u/u", "1"),
    ("u*v/u", "v"),
    ("(u - v)/(v - u)", "-1"),
    ("abs(u)/u", "sign(u)"),
    ("abs(u)", "u"),
    ("abs(u)", "u*sign(u)"),
    ("sign(u)^2", "1"),
    ("sign(u)^3", "sign(u)"),
    ("abs(u*v)", "abs(u)*abs(v)"),
    ("abs(u + v)", "abs(u) + abs(v)"),
    ("abs(u^3)", "u^3"),
    ("abs(u^2)", "u^2"),
    ("ln(u^2)", "2*ln(u)"),
    ("ln(u^2)", "2*ln(abs(u))"),
    ("ln(u*v)", "ln(u) + ln(v)"),
    ("ln(u/v)", "ln(u) - ln(v)"),
    ("ln(u^v)", "v*ln(u)"),
    ("ln(exp(u))", "u"),
    ("exp(ln(u))", "u"),
    ("exp(ln(u))", "abs(u)"),
    ("exp(u)^v", "exp(u*v)"),
    ("exp(v*ln(u))", "u^v"),
    ("exp(ln(u)/2)", "sqrt(u)"),
    ("asin(sin(u))", "u"),
    ("sin(asin(u))", "u"),
    ("cos(asin(u))", "sqrt(1 - u^2)"),
    ("sin(acos(u))", "-sqrt(1 - u^2)"),
    ("tan(atan(u))", "u"),
    ("atan(tan(u))", "u"),
    ("sqrt(1 - cos(u)^2)", "sin(u)"),
    ("sqrt(1 - cos(u)^2)", "abs(sin(u))"),
    ("sqrt(1 + tan(u)^2)", "sec(u)"),
    ("sqrt((1 - cos(u))/2)", "sin(u/2)"),
    ("sqrt((1 - cos(u))/2)", "abs(sin(u/2))"),
    ("acosh(cosh(u))", "u"),
    ("asinh(sinh(u))", "u"),
    ("atanh(tanh(u))", "u"),
    ("acosh(u)", "ln(u + sqrt(u^2 - 1))"),
    ("atanh(u)", "ln((1 + u)/(1 - u))/2"),
    ("acoth(u)", "ln((u + 1)/(u - 1))/2"),
    ("exp(atanh(u))", "sqrt((1 + u)/(1 - u))"),
    ("sqrt(abs(u) - u)*sqrt(v)*sqrt(abs(u) - u) + abs(v)", "sqrt(v)*(abs(u) - u) + v"),
];

/// What stands around, to bring facts about signs into play.
const CONTEXTS: [&str; 18] = [
    "p",
    "p + sqrt(x)",
    "p*ln(x)",
    "p + ln(x)*ln(y)",
    "p/sqrt(-x)",
    "p + sqrt(x*y)",
    "p + sqrt(x - y)",
    "p + asin(x)",
    "p + acosh(x)",
    "p*sqrt(1 - x^2)",
    "p + x^y",
    "p + ln(-y)",
    "sqrt(p)*x",
    "abs(p) - y",
    "p^2 + 1/x",
    "exp(p)*y",
    "p^(1/3) + sqrt(y)",
    "sqrt(p^2*x)",
];

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        6 => Just(Expr::variable("x")),
        4 => Just(Expr::variable("y")),
        3 => (-4i64..6).prop_map(Expr::number),
        1 => Just(Expr::constant(Constant::Pi)),
    ]
}

fn expression() -> impl Strategy<Value = Expr> {
    let functions = vec![
        Op::Neg,
        Op::Sqrt,
        Op::Sqrt,
        Op::Abs,
        Op::Abs,
        Op::Exp,
        Op::Ln,
        Op::Sin,
        Op::Cos,
        Op::Tan,
        Op::Sign,
        Op::Asin,
        Op::Acos,
        Op::Atan,
        Op::Sinh,
        Op::Cosh,
        Op::Asinh,
        Op::Acosh,
        Op::Atanh,
        Op::Sec,
        Op::Acot,
        Op::Asech,
    ];
    let broken = vec!["1/2", "1/3", "2/3", "-1/2", "3/2", "5/3", "-2/3"];
    leaf().prop_recursive(3, 10, 2, move |inner| {
        let power = |a: Expr, e: &str| a.binary(Op::Pow, &read_expr(e).expect(e));
        prop_oneof![
            5 => (select(vec![Op::Add, Op::Sub, Op::Mul, Op::Div]), inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| a.binary(op, &b)),
            4 => (select(functions.clone()), inner.clone()).prop_map(|(op, a)| a.unary(op)),
            2 => (inner.clone(), -3i64..5).prop_map(|(a, n)| a.binary(Op::Pow, &Expr::number(n))),
            2 => (inner.clone(), select(broken.clone())).prop_map(move |(a, e)| power(a, e)),
            1 => (inner.clone(), inner).prop_map(|(a, b)| a.binary(Op::Pow, &b)),
        ]
    })
}

fn fill(template: &str, with: &[(&str, &Expr)]) -> Expr {
    let template = read_expr(template).expect(template);
    with.iter().fold(template, |e, (name, value)| e.substitute(&Symbol::new(name), value))
}

fn refuted(a: &Expr, b: &Expr) -> bool {
    let settings = compare::Settings { complex: false, max_bits: 512, ..compare::Settings::default() };
    matches!(compare_with(a, b, &settings).verdict, Verdict::Refuted(_))
}

fn settings() -> impl Strategy<Value = Settings> {
    (prop::bool::weighted(0.8), prop::bool::weighted(0.8), prop::bool::weighted(0.9)).prop_map(
        |(trigonometric, exponentials, domain)| Settings { trigonometric, exponentials, domain, ..Settings::default() },
    )
}

fn check(a: &Expr, b: &Expr, settings: &Settings) -> Result<(), TestCaseError> {
    let verdict = equal_by_algebra(a, b, settings);
    if verdict == Some(true) {
        prop_assert!(!refuted(a, b), "{a} is not {b}");
    }
    if let (Some(f), Some(g)) = (normal_form(a, settings), normal_form(b, settings)) {
        if f.equals(&g) {
            prop_assert!(!refuted(a, b), "{a} is not {b}");
        }
        if f.is_reduced() && g.is_reduced() && f.key() == g.key() {
            prop_assert!(f.equals(&g), "{a} and {b} have one key");
        }
        prop_assert_eq!(f.equals(&g), g.equals(&f), "{} and {}", a, b);
    }
    Ok(())
}

fn cases(n: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(n);
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn half_truths_are_not_proved(
        pair in select(PAIRS.to_vec()),
        context in select(CONTEXTS.to_vec()),
        other in select(CONTEXTS.to_vec()),
        (u, v) in (expression(), leaf()),
        settings in settings(),
    ) {
        let put = |text: &str, context: &str| fill(context, &[("p", &fill(text, &[("u", &u), ("v", &v)]))]);
        check(&put(pair.0, context), &put(pair.1, context), &settings)?;
        // Facts of one side hold on the common domain, whatever the other side is.
        let more = |e: Expr| e + fill(other, &[("p", &Expr::number(0))]);
        check(&more(put(pair.0, context)), &more(put(pair.1, context)), &settings)?;
    }

    #[test]
    fn what_is_proved_of_random_pairs_is_not_refuted(
        several in prop::collection::vec(expression(), 6),
        settings in settings(),
    ) {
        for (at, a) in several.iter().enumerate() {
            for b in &several[..at] {
                check(a, b, &settings)?;
            }
        }
    }

    #[test]
    fn the_written_form_agrees_with_the_expression(e in expression(), settings in settings()) {
        if let Some(form) = normal_form(&e, &settings) {
            let written = form.to_expr();
            prop_assert!(!refuted(&e, &written), "{e} was written {written}");
            if let Some(n) = form.as_number() {
                prop_assert!(!refuted(&e, &Expr::number(n.clone())), "{e} is not {n}");
            }
        }
    }

    #[test]
    fn sound_steps_keep_the_form(a in expression(), b in expression(), c in expression(), n in 2i64..4) {
        let settings = Settings::default();
        let steps = [
            (a.clone() + &b, b.clone() + &a),
            (a.clone() * &b, b.clone() * &a),
            (a.clone() * (b.clone() + &c), a.clone() * &b + a.clone() * &c),
            (a.clone() - &b, -(b.clone() - &a)),
            ((a.clone() + &b).binary(Op::Pow, &Expr::number(2)), fill("a^2 + 2*a*b + b^2", &[("a", &a), ("b", &b)])),
            (a.clone() / &b + &c, (a.clone() + c.clone() * &b) / &b),
            (a.clone().unary(Op::Sin), -(-a.clone()).unary(Op::Sin)),
            (a.clone().binary(Op::Pow, &Expr::number(n)), a.clone().binary(Op::Pow, &Expr::number(n - 1)) * &a),
        ];
        for (left, right) in steps {
            let (Some(f), Some(g)) = (normal_form(&left, &settings), normal_form(&right, &settings)) else { continue };
            // Large forms may exceed the budget, and signs that contradict each other leave no domain and no form.
            let small = f.to_expr().len().max(g.to_expr().len()) <= 300;
            if !small || !egen_math::compare(&left, &right).verdict.is_equal() {
                continue;
            }
            prop_assert_eq!(equal_by_algebra(&left, &right, &settings), Some(true), "{} and {}", left, right);
        }
    }
}
