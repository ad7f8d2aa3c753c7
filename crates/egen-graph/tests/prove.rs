//! Is what is proved true, and does every chain hold?

use std::sync::LazyLock;

use egen_graph::bounds::Bounds;
use egen_graph::expand::{Order, expand};
use egen_graph::prove::Prover;
use egen_graph::saturate::{Limits, Stop, saturate};
use egen_math::compare::{Proof, Settings, Why};
use egen_math::{Assumptions, Expr, Verdict};
use egen_read::read::read_expr;
use egen_rules::RuleSet;

static PROVER: LazyLock<Prover> =
    LazyLock::new(|| Prover::new(RuleSet::builtin().unwrap_or_else(|error| panic!("{error}"))));

fn read(text: &str) -> Expr {
    read_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn prove(a: &str, b: &str) -> Verdict {
    PROVER.prove(&read(a), &read(b), &Settings::default()).verdict
}

#[test]
fn identities_are_proved_with_a_chain_from_one_side_to_the_other() {
    for (a, b) in [
        ("sin(2*x)", "2*sin(x)*cos(x)"),
        ("(x^2 - 1)/(x - 1)", "x + 1"),
        ("diff(ln(sin(x)), x)", "cot(x)"),
        ("atan(x)", "asin(x/sqrt(1 + x^2))"),
        ("exp(ln(x))", "x"),
        ("abs(sinh(x))", "sinh(abs(x))"),
        ("1/(sqrt(3) - sqrt(2))^x", "(sqrt(2) + sqrt(3))^x"),
        ("x + 8 - 8", "x"),
    ] {
        let Verdict::Proved(Proof::Steps(steps)) = prove(a, b) else { panic!("{a} = {b}: {:?}", prove(a, b)) };
        assert_eq!((&steps[0].expr, &steps[steps.len() - 1].expr), (&read(a), &read(b)));
        assert!(steps[1..].iter().all(|step| step.why != Why::Start), "{a} = {b}: {steps:?}");
    }
}

#[test]
fn what_holds_for_another_reason_on_each_side_of_zero_is_proved_by_cases() {
    let (a, b) = ("atan(x)", "sqrt(x^2)*acos(1/sqrt(x^2 + 1))/x");
    let Verdict::Proved(Proof::Cases(cases)) = prove(a, b) else { panic!("{:?}", prove(a, b)) };
    let assumed: Vec<String> = cases.iter().map(|case| case.assumed.to_string()).collect();
    assert_eq!(assumed, ["x > 0", "x < 0"]);
    for case in &cases {
        assert_eq!((&case.steps[0].expr, &case.steps[case.steps.len() - 1].expr), (&read(a), &read(b)));
    }
}

#[test]
fn integers_are_not_split_at_zero() {
    let settings =
        Settings { assumptions: egen_read::assume::read("x integer").expect("readable"), ..Settings::default() };
    let (a, b) = ("atan(x)", "sqrt(x^2)*acos(1/sqrt(x^2 + 1))/x");
    let verdict = PROVER.prove(&read(a), &read(b), &settings).verdict;
    assert!(!matches!(verdict, Verdict::Proved(Proof::Cases(_)) | Verdict::Refuted(_)), "{verdict:?}");
}

#[test]
fn what_is_false_is_never_proved() {
    for (a, b) in [
        ("sqrt(x^2)", "x"),
        ("ln(x*y)", "ln(x) - ln(y)"),
        ("asin(sin(x))", "x"),
        ("(x + y)^2", "x^2 + y^2"),
        ("tanh(x + y)", "(tanh(x) + tanh(y))/(1 + tan(x)*tan(y))"),
        ("ln(x)", "asinh((x^2 + 1)/(2*x))"),
        ("acos(x)", "acos(2*x^2 - 1)/2"),
    ] {
        assert!(matches!(prove(a, b), Verdict::Refuted(_)), "{a} = {b}: {:?}", prove(a, b));
    }
}

#[test]
fn assumptions_are_used() {
    let settings = Settings { assumptions: egen_read::assume::read("x > 0").expect("readable"), ..Settings::default() };
    let verdict = PROVER.prove(&read("ln(x^2)"), &read("2*ln(x)"), &settings).verdict;
    assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
}

#[test]
fn expansions_are_counted_drawn_and_verified() {
    let limits = Limits { nodes: 2_000, ..Limits::default() };
    for text in ["(x + 8) - 8", "sin(x)", "ln(x/7)^(-2)", "tanh(3*x + 4) - 6", "diff(sin(x)^2, x)"] {
        let expr = read(text);
        let rules = PROVER.rewritings(&expr.variables());
        let expansion =
            expand(&expr, &Assumptions::none(), &rules, &limits, &Bounds::prefix(15)).expect("no contradiction");
        for order in [Order::Size, Order::Uniform, Order::Diverse] {
            let members = expansion.members(40, order, 7);
            assert!(members.refuted.is_empty(), "{text}: {:?}", members.refuted);
            assert!(members.members.len() > 10, "{text}: {} members", members.members.len());
            let again = expansion.members(40, order, 7);
            assert_eq!(members.members, again.members, "the same seed gives the same members");
        }
    }
    let expr = read("(x + 8) - 8");
    let rules = PROVER.rewritings(&expr.variables());
    let expansion =
        expand(&expr, &Assumptions::none(), &rules, &limits, &Bounds::prefix(10)).expect("no contradiction");
    assert!(expansion.members(5, Order::Size, 0).members.contains(&read("x")));
}

#[test]
fn an_unsound_rule_is_noticed_and_proves_nothing() {
    let mut rules = RuleSet::builtin().unwrap_or_else(|error| panic!("{error}"));
    rules
        .extend(RuleSet::parse("bad.rules", "family bad \"Wrong.\"\none-is-two 1 => 2\n").expect("well formed"))
        .expect("a new name");
    let prover = Prover::new(rules);
    let verdict = prover.prove(&read("1 + asin(x)"), &read("2 + asin(x)"), &Settings::default()).verdict;
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
    let expr = read("x + 1");
    let expansion = expand(
        &expr,
        &Assumptions::none(),
        &prover.rewritings(&expr.variables()),
        &Limits::default(),
        &Bounds::prefix(9),
    );
    let refused = expansion.expect("1 did not meet 2").saturation.refused;
    assert_eq!(refused.keys().collect::<Vec<_>>(), ["one-is-two"]);
    assert_eq!((refused["one-is-two"].left, refused["one-is-two"].right), (1.0, 2.0));
}

#[test]
fn a_contradiction_stops_the_run_and_names_rules() {
    // An unknown function has no value that numbers could guard, but the range of an exponential is known.
    let rules = "family bad \"Wrong.\"\nnegative exp(integrate(x, x)) => 0 - exp(x)\n";
    let rules = RuleSet::parse("bad.rules", rules).expect("well formed");
    let expr = read("exp(integrate(x, x))");
    let ready = Prover::new(rules).rewritings(&expr.variables());
    let run = saturate(&[&expr], &Assumptions::none(), &ready, &Limits::default(), false, |_, _| false);
    assert!(matches!(run.stop, Stop::Contradiction(_)), "{:?}", run.stop);
    assert_eq!(run.rounds.last().expect("one round").applied, [("negative".to_string(), 1)]);
}

#[test]
fn zeros_on_an_interval_are_no_null_set() {
    // a/a => 1 off a = 0: x + |x| is 0 for all x < 0.
    let verdict = PROVER.prove(&read("(x + abs(x))/(x + abs(x))"), &read("1"), &Settings::default()).verdict;
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
    let expr = read("(x + abs(x))*y");
    let rules = PROVER.rewritings(&expr.variables());
    let run = saturate(&[&expr], &Assumptions::none(), &rules, &Limits::default(), false, |_, _| false);
    assert!(!matches!(run.stop, Stop::Contradiction(_)), "{:?}", run.stop);
}

#[test]
fn the_same_input_gives_the_same_graph() {
    let expr = read("tanh(3*x + 4) - 6");
    let rules = PROVER.rewritings(&expr.variables());
    let run = || saturate(&[&expr], &Assumptions::none(), &rules, &Limits::default(), false, |_, _| false);
    let (first, second) = (run(), run());
    assert_eq!((first.rounds, first.stop), (second.rounds, second.stop));
    assert_eq!(
        first.graph.classes().map(|c| c.nodes.clone()).collect::<Vec<_>>(),
        second.graph.classes().map(|c| c.nodes.clone()).collect::<Vec<_>>()
    );
}

#[test]
fn deep_and_large_pairs_are_answered() {
    let tower = |levels: usize| (0..levels).fold(Expr::variable("x"), |e, _| e.unary(egen_math::Op::Sin));
    let (a, b) = (tower(3_000) + Expr::number(1), Expr::number(1) + tower(3_000));
    let verdict = PROVER.prove(&a, &b, &Settings::default()).verdict;
    assert!(verdict.is_equal(), "{}", verdict.name());
    let sum = vec!["asin(x)"; 3_000].join("+");
    let verdict = PROVER.prove(&read(&sum), &read("3000*(pi/2 - acos(x))"), &Settings::default()).verdict;
    assert!(verdict.is_equal(), "{}", verdict.name());
}

/// Explanations share their parts: written out as egg does, these took all memory.
#[test]
fn what_takes_too_many_steps_is_no_chain() {
    for (a, b) in [
        ("atan(x) + tanh(abs(-1 - abs(x)) - 1 - abs(x))*(2 + sin(x))", "asin(x/sqrt(1 + x^2))"),
        ("ln(exp(x*y)) + tanh(ln(1 + (-7 - (x + 2*y)^2)*(1 + sign(-7 - (x + 2*y)^2))))", "x*y"),
        (
            "exp(x/3)*exp(3)",
            "exp(x/3 + 3) + atan(exp((-7 - (x - 1/x)^4)*(1 + sign(-7 - (x - 1/x)^4))) - 1)*(2 + sin(x))",
        ),
    ] {
        let verdict = prove(a, b);
        assert!(verdict.is_equal(), "{a} = {b}: {verdict:?}");
    }
}
