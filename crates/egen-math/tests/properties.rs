//! What must hold for every expression?

use egen_math::compare::{Settings, compare_with};
use egen_math::diff::differentiate;
use egen_math::eval::real::{Lanes, State};
use egen_math::fingerprint::fingerprint;
use egen_math::tape::Tape;
use egen_math::{Constant, Expr, Op, Symbol, Verdict, compare};
use proptest::prelude::*;

/// Expressions in x and y that are defined somewhere more often than not.
fn expression() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        5 => Just(Expr::variable("x")),
        2 => Just(Expr::variable("y")),
        3 => (-9i64..10).prop_map(Expr::number),
        1 => Just(Expr::constant(Constant::Pi)),
    ];
    let functions: Vec<Op> = Op::all().filter(|op| op.arity() == 1).collect();
    leaf.prop_recursive(4, 14, 2, move |inner| {
        prop_oneof![
            4 => (proptest::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Div]), inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| a.binary(op, &b)),
            3 => (proptest::sample::select(functions.clone()), inner.clone()).prop_map(|(op, a)| a.unary(op)),
            1 => (inner.clone(), -3i64..4).prop_map(|(a, n)| a.binary(Op::Pow, &Expr::number(n))),
            1 => (inner.clone(), inner).prop_map(|(a, b)| a.binary(Op::Pow, &b)),
        ]
    })
}

fn x() -> Symbol {
    Symbol::new("x")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn nothing_differs_from_itself(e in expression()) {
        let verdict = compare(&e, &e).verdict;
        prop_assert!(!matches!(verdict, Verdict::Refuted(_) | Verdict::Agree), "{e}: {verdict:?}");
    }

    #[test]
    fn comparison_is_symmetric(a in expression(), b in expression()) {
        let (forth, back) = (compare(&a, &b).verdict, compare(&b, &a).verdict);
        prop_assert_eq!(forth.name(), back.name(), "{} and {}", a, b);
    }

    #[test]
    fn commuting_changes_nothing(a in expression(), b in expression()) {
        let verdict = compare(&(a.clone() + &b), &(b.clone() + &a)).verdict;
        prop_assert!(!matches!(verdict, Verdict::Refuted(_)), "{a} and {b}: {verdict:?}");
        let verdict = compare(&(a.clone() * &b), &(b * &a)).verdict;
        prop_assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
    }

    #[test]
    fn adding_one_is_never_equal(e in expression()) {
        let verdict = compare(&e, &(e.clone() + Expr::number(1))).verdict;
        prop_assert!(!verdict.is_equal(), "{e}: {verdict:?}");
    }

    #[test]
    fn symbolic_and_forward_mode_derivatives_agree(e in expression()) {
        let symbolic = differentiate(&e, &x()).expect("small");
        let forward = e.clone().binary(Op::Diff, &Expr::variable("x"));
        let verdict = compare_with(&forward, &symbolic, &Settings { complex: false, ..Settings::default() }).verdict;
        prop_assert!(!matches!(verdict, Verdict::Refuted(_)), "{e}: {symbolic}: {verdict:?}");
    }

    #[test]
    fn derivatives_are_limits_of_differences(e in expression()) {
        let mut tape = Tape::default();
        let value = tape.record(&e).expect("small");
        let slope = tape.record(&e.clone().binary(Op::Diff, &Expr::variable("x"))).expect("small");
        let curve = tape.record(&e.clone().binary(Op::Diff, &Expr::variable("x")).binary(Op::Diff, &Expr::variable("x"))).expect("small");
        let h = 1e-5;
        let names: Vec<String> = tape.variables().map(ToString::to_string).collect();
        for (x0, y0) in [(0.37, 0.81), (1.43, 0.52), (2.71, 1.3), (-0.63, 0.77)] {
            let at = |x: f64| names.iter().map(move |name| if name == "x" { x } else { y0 }).collect::<Vec<f64>>();
            let inputs: Vec<f64> = [x0 - h, x0, x0 + h].into_iter().flat_map(at).collect();
            let lanes = Lanes::evaluate(&tape, &inputs, 3);
            let all = [(value, 0), (value, 1), (value, 2), (slope, 0), (slope, 1), (slope, 2), (curve, 1)];
            if all.iter().any(|&(slot, lane)| lanes.get(slot, lane).state() != State::Defined) {
                continue;
            }
            let [low, high] = [0, 2].map(|lane| lanes.get(value, lane));
            let quotient = (high.value - low.value) / (2.0 * h);
            let rounding = (high.error + low.error) / h;
            // The quotient lies between the slopes nearby, but for how fast these change.
            let spread = (lanes.get(slope, 0).value - lanes.get(slope, 2).value).abs() + lanes.get(curve, 1).value.abs() * h;
            let gap = (quotient - lanes.get(slope, 1).value).abs();
            prop_assert!(gap <= 4.0 * spread + 4.0 * rounding + 1e-6 * quotient.abs().max(1e-3),
                "{e} at {x0}, {y0}: difference quotient {quotient}, derivative {}", lanes.get(slope, 1).value);
        }
    }

    #[test]
    fn equal_expressions_have_equal_fingerprints(a in expression(), b in expression()) {
        let (forth, back) = (a.clone() + &b, b + &a);
        prop_assert_eq!(fingerprint(&forth), fingerprint(&back), "{}", forth);
    }
}
