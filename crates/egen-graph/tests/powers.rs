//! High powers are decided or refused with little work, and never expanded for nothing.

use egen_graph::algebra::{Settings, equal_by_algebra, equal_within, normal_form};
use egen_graph::prove::Prover;
use egen_math::compare;
use egen_read::read::read_expr;

fn verdict(a: &str, b: &str) -> &'static str {
    let read = |text: &str| read_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match Prover::builtin().prove(&read(a), &read(b), &compare::Settings::default()).verdict {
        compare::Verdict::Proved(_) => "proved",
        compare::Verdict::Agree => "agree",
        compare::Verdict::Refuted(_) => "refuted",
        compare::Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn high_powers_are_decided() {
    for (a, b, want) in [
        ("(x+1)^3000", "(x+1)^3000 + 1", "refuted"),
        ("(x+1)^3000", "x^3000 + 1", "refuted"),
        ("(x+y)^500", "(y+x)^500", "proved"),
        ("(sin(x)+1)^4000", "(1+sin(x))^4000", "proved"),
        ("((x+1)^50)^60", "(x+1)^3000", "proved"),
        ("(x^2+2*x+1)^1500", "(x+1)^3000", "proved"),
        ("(x+sqrt(2))^500", "(x^2+2*sqrt(2)*x+2)^250", "proved"),
        ("(x+sqrt(y))^300", "(x^2+2*sqrt(y)*x+y)^150", "proved"),
        ("(x+y+z+w)^60", "(w+z+y+x)^59*(w+x+y+z)", "proved"),
        ("(sin(x)+cos(x)+1)^300", "(1+cos(x)+sin(x))^299*(1+sin(x)+cos(x)) + 1", "refuted"),
    ] {
        assert_eq!(verdict(a, b), want, "{a} and {b}");
    }
}

#[test]
fn what_cannot_fit_is_refused_before_it_is_expanded() {
    let settings = Settings::default();
    for (a, b) in [
        ("(x+1)^3000", "(1+x)^3000"),
        ("(x+y)^1999", "(y+x)^1999"),
        ("(x^2+x+1)^900", "(1+x+x^2)^900"),
        ("1/(x+y+z)^800", "(z+y+x)^(-800)"),
        ("(sin(x)+1)^4000", "(1+sin(x))^4000"),
    ] {
        let (a, b) = (read_expr(a).expect(a), read_expr(b).expect(b));
        let mut left = settings.max_steps;
        assert_eq!(equal_within(&a, &b, &settings, &mut left), None);
        let done = settings.max_steps - left;
        assert!(done < 500, "{a}: {done} steps");
    }
}

#[test]
fn relations_keep_high_powers_short() {
    let equal =
        |a: &str, b: &str| equal_by_algebra(&read_expr(a).expect(a), &read_expr(b).expect(b), &Settings::default());
    assert_eq!(equal("(sin(x)^2 + cos(x)^2)^3000", "1"), Some(true));
    assert_eq!(equal("(1 + sqrt(2))^300*(sqrt(2) - 1)^300", "1"), Some(true));
    assert_eq!(equal("(x + 1)^100", "((x + 1)^50)^2"), Some(true));
    assert_eq!(equal("(x + 1)^60 + 1", "(x + 1)^60"), Some(false));
    assert!(normal_form(&read_expr("(x+1)^200").expect("read"), &Settings::default()).is_some());
}

/// Questions that share a budget stop asking when it is spent.
#[test]
fn a_shared_budget_is_spent() {
    let (a, b) = (read_expr("(x+1)^40").expect("read"), read_expr("((x+1)^20)^2").expect("read"));
    let settings = Settings::default();
    let mut steps = 3_000;
    let answers: Vec<_> = (0..20).map(|_| equal_within(&a, &b, &settings, &mut steps)).collect();
    assert_eq!((answers[0], answers[19]), (Some(true), None));
}
