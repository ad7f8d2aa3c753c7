//! Does a comparison that nobody waits for end soon, and never with something that it did not find out?

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use egen_math::compare::{Certain, Reason, Settings, compare_with};
use egen_math::{Deadline, Verdict};
use egen_read::read::read_expr;

fn verdict(left: &str, right: &str, deadline: Deadline) -> Verdict {
    let settings = Settings { deadline, ..Settings::default() };
    compare_with(&read_expr(left).expect(left), &read_expr(right).expect(right), &settings).verdict
}

fn stopped() -> Deadline {
    Deadline::NEVER.until_stopped(Arc::new(AtomicBool::new(true)))
}

#[test]
fn what_was_not_looked_at_in_time_is_unknown() {
    for (left, right) in
        [("sin(2x)", "2 sin(x) cos(x)"), ("exp(pi)", "exp(pi)*1"), ("x*y*z", "z*y*x"), ("abs(x)", "abs(x)")]
    {
        assert_eq!(verdict(left, right, stopped()), Verdict::Unknown(Reason::Time), "{left}, {right}");
        assert!(verdict(left, right, Deadline::NEVER).is_equal(), "{left}, {right}");
    }
}

#[test]
fn exact_arithmetic_takes_no_time() {
    assert!(matches!(verdict("1/3 + 1/6", "1/2", stopped()), Verdict::Proved(_)));
}

#[test]
fn nothing_false_agrees_however_soon_it_ends() {
    let false_pairs =
        [("sqrt(x^2)", "x"), ("sin(x)^2 + cos(x)^2", "1 + 10^(-40)"), ("ln(x*y)", "ln(x) + ln(-y)"), ("pi", "22/7")];
    for (left, right) in false_pairs {
        for nanoseconds in [0, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
            let deadline = Deadline::NEVER.for_at_most(Duration::from_nanos(nanoseconds));
            let found = verdict(left, right, deadline);
            assert!(!found.is_equal(), "{left}, {right} after {nanoseconds} ns: {found:?}");
        }
    }
}

#[test]
fn certain_digits_nowhere_need_no_deadline_that_is_left() {
    let settings = Settings { deadline: stopped(), ..Settings::default() }.certain(Certain::Nowhere);
    let (a, b) = (read_expr("2*x").expect("readable"), read_expr("x + x").expect("readable"));
    assert!(compare_with(&a, &b, &settings).verdict.is_equal(), "floating point had seen enough");
}

#[test]
fn a_long_comparison_ends_soon_after_its_time() {
    // Some tenths of a second without a limit.
    let text = "abs(x^17 - 3x^5 + y^3 - x*y)*sqrt(abs(x - y) - abs(x + y))";
    let (start, limit) = (Instant::now(), Duration::from_millis(1));
    verdict(text, "sqrt(abs(x - y) - abs(x + y))*abs(x*y - x^17 + 3x^5 - y^3)", Deadline::NEVER.for_at_most(limit));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn the_sooner_of_two_limits_counts() {
    let deadline = Deadline::NEVER.for_at_most(Duration::ZERO).for_at_most(Duration::from_secs(1000));
    assert!(deadline.is_over());
    assert!(!Deadline::NEVER.for_at_most(Duration::MAX).is_over());
    assert_eq!(Deadline::NEVER, Deadline::default());
    assert_ne!(stopped(), stopped());
}
