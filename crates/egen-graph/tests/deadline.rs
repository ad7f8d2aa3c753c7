//! Is nothing proved that was not finished in time?

use std::time::Duration;

use egen_graph::prove::Prover;
use egen_math::Deadline;
use egen_math::compare::{Settings, Verdict};
use egen_read::read::read_expr;

#[test]
fn over_time_it_agrees_at_most() {
    let prover = Prover::builtin();
    let (a, b) = (read_expr("atan(x) + atan(1/x)").expect("readable"), read_expr("sign(x)*pi/2").expect("readable"));
    let ask = |time: Duration| {
        let settings = Settings { deadline: Deadline::NEVER.for_at_most(time), ..Settings::default() };
        prover.prove(&a, &b, &settings).verdict
    };
    assert!(matches!(ask(Duration::from_secs(600)), Verdict::Proved(_)));
    for microseconds in [0, 10, 100, 1_000, 5_000, 20_000] {
        let found = ask(Duration::from_micros(microseconds));
        assert!(!matches!(found, Verdict::Refuted(_)), "it is true");
        assert!(microseconds > 0 || matches!(found, Verdict::Unknown(_)), "{found:?}");
    }
}
