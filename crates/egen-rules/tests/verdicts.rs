//! Verdicts: which rules are sound, and how does the check say that one is not?

use egen_rules::{CheckSettings, Outcome, PointFault, Rule, RuleSet, Soundness, check, check_needs, check_rejected};

fn rule(text: &str) -> Rule {
    let text = format!("family f \"A family.\"\nr  {text}");
    RuleSet::parse("test.rules", &text).unwrap_or_else(|error| panic!("{error}")).rules.swap_remove(0)
}

fn checked(text: &str) -> Soundness {
    check(&rule(text), &CheckSettings::default())
}

#[test]
fn sound_rules_are_sound() {
    for text in [
        "tan(x) => sin(x)/cos(x)",
        "cos(x) => sin(x)/tan(x) off sin(x) = 0, cos(x) = 0",
        "ln(a*b) => ln(a) + ln(b) when a > 0",
        "sqrt(x^2) => x when x >= 0",
        "(x^a)^b => x^(a*b) when x > 0",
        "cos(pi*n) => (-1)^n when n integer",
        "(-x)^n => x^n when n even",
        "(-x)^n => -x^n when n odd",
        "asin(sin(x)) => x when -pi/2 <= x <= pi/2",
        "diff(c, x) => 0 when c free of x",
        "diff(u*v, x) => diff(u, x)*v + u*diff(v, x)",
        "diff(sin(u), x) => cos(u)*diff(u, x)",
        "diff(asin(u), x) => diff(u, x)/sqrt(1 - u^2)",
        "diff(u^n, x) => n*u^(n - 1)*diff(u, x) when n number",
        "diff(diff(u, x), y) => diff(diff(u, y), x)",
        "integrate(u + v, x) => integrate(u, x) + integrate(v, x)",
        "integrate(c*u, x) => c*integrate(u, x) when c free of x",
        "integrate(1/x, x) => ln(abs(x)) when x variable",
        "integrate(x^n, x) => x^(n + 1)/(n + 1) when n number, x variable off n = -1",
        "diff(integrate(u, x), x) => u",
    ] {
        assert_eq!(checked(text).real, Outcome::Sound, "{text}");
    }
}

#[test]
fn unsound_rules_come_with_a_point() {
    for (text, want) in [
        ("sqrt(x^2) => x", "at x = -1: the left side is 1, the right side is -1"),
        ("ln(x^2) => 2*ln(x)", "at x = -1: the left side is 0, the right side is undefined"),
        ("sin(x) => x", "at x = 1: the left side is 0.84147098, the right side is 1"),
        ("(x^a)^b => x^(a*b)", "at a = 2, x = -1, b = 0.5: the left side is 1, the right side is -1"),
        ("x^a => exp(a*ln(x))", "at a = 2, x = -1: the left side is 1, the right side is undefined"),
        ("(-x)^n => x^n when n integer", ""),
        ("diff(u*v, x) => diff(u, x)*diff(v, x)", ""),
        ("diff(u, x) => 0", ""),
        ("integrate(1/x, x) => ln(x) when x variable", ""),
        ("diff(integrate(u, x), x) => u + 1", ""),
        ("x^c => diff(x^(c + 1)/(c + 1), x) when x variable, c number", ""),
        ("0^a => 0", "at a = 0: the left side is 1, the right side is 0"),
        ("x*0 => 0/x when x integer", "at x = 0: the left side is 0, the right side is undefined"),
    ] {
        let outcome = checked(text).real;
        let Outcome::Unsound(at) = &outcome else { panic!("{text}: {outcome}") };
        assert!(want.is_empty() || at.to_string() == want, "{text}: {at}");
    }
}

#[test]
fn what_no_point_meets_is_vacuous() {
    assert_eq!(checked("sqrt(x) => x when x > 0, x < 0").real, Outcome::Vacuous);
    assert_eq!(checked("ln(-exp(x)) => x").real, Outcome::Vacuous);
}

#[test]
fn labels_tell_of_complex_values_domains_and_poles() {
    assert_eq!(checked("sin(2*x) => 2*sin(x)*cos(x)").complex, Some(true));
    assert_eq!(checked("sqrt(x^2) => abs(x)").complex, Some(false));
    assert!(checked("exp(ln(x)) => x").gains_domain);
    assert!(!checked("sin(2*x) => 2*sin(x)*cos(x)").gains_domain);
    assert!(checked("integrate(0, x) => 3*x - 3*x").up_to_constant);
    let bare = checked("cos(x) => sin(x)/tan(x)").uncovered.expect("x = 0");
    assert_eq!(bare.to_string(), "at x = 0: the left side is 1, the right side is undefined");
    assert_eq!(checked("cos(x) => sin(x)/tan(x) off sin(x) = 0").uncovered, None);
}

#[test]
fn needs_must_break_the_condition_and_the_rule() {
    let needs = |text: &str| check_needs(&rule(text)).expect("a needs clause");
    assert!(needs("ln(a*b) => ln(a) + ln(b) when a > 0 needs a = -1, b = -1").is_ok());
    assert!(needs("ln(a) + ln(b) <=> ln(a*b) when a > 0 needs a = -1, b = -1").is_ok());
    assert!(needs("diff(c, x) => 0 when c free of x needs c = x^2").is_ok());
    assert!(needs("diff(c, x) => 0 when c free of x needs c = x^2, x = 3").is_ok());
    assert!(needs("(-x)^n => x^n when n even needs n = 3, x = 2").is_ok());
    assert!(needs("asin(sin(x)) => x when -pi/2 <= x <= pi/2 needs x = pi").is_ok());
    assert_eq!(needs("sqrt(x^2) => x when x >= 0 needs x = 1"), Err(PointFault::Allowed));
    assert_eq!(needs("exp(ln(x)) => x when x > 1 needs x = -1"), Err(PointFault::LeftUndefined));
    assert_eq!(needs("abs(x^2) => x^2 when x > 0 needs x = -1"), Err(PointFault::Same("1".to_string())));
}

#[test]
fn rejected_rules_must_fail_at_their_point() {
    let rejected = |text: &str| {
        let text = format!("family f \"A family.\"\nrejected r  {text}");
        check_rejected(&RuleSet::parse("test.rules", &text).unwrap_or_else(|error| panic!("{error}")).rejected[0])
    };
    assert!(rejected("acos(x) => acos(2*x^2 - 1)/2 at x = -1/2").is_ok());
    assert!(rejected("atan(x) + atan(y) => atan((x + y)/(1 - x*y)) at x = 2, y = 3").is_ok());
    assert!(matches!(rejected("acos(x) => acos(2*x^2 - 1)/2 at x = 1/2"), Err(PointFault::Same(_))));
    assert!(matches!(rejected("sqrt(x^2) => x when x > 0 at x = -1"), Err(PointFault::Forbidden(_))));
}
