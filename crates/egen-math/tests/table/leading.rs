//! Leading terms: is what is called resolved visible in floating point?

use std::f64::consts::LN_2;

use egen_math::eval::real::Lanes;
use egen_math::op::{Large, Small};
use egen_math::tape::Tape;
use egen_math::{Expr, Op};

use super::functions;

/// How far f is from c·x^p and from a ± ln x, as seen from x and 2x: 0 for those that are such a term.
fn from_powers(f: fn(f64) -> f64, x: f64) -> f64 {
    let (one, two) = (f(x), f(2.0 * x));
    let powers = [0.25, 0.5, 0.5_f64.sqrt(), 1.0, 2.0_f64.sqrt(), 2.0, 4.0];
    let by_power = powers.map(|p| (two / (one * p) - 1.0).abs());
    let by_logarithm = [LN_2, -LN_2].map(|step| ((two - one - step) / one).abs());
    by_power.into_iter().chain(by_logarithm).fold(f64::INFINITY, f64::min)
}

/// How far f is from c·e^(kx), as seen from x and x + 1.
fn from_exponentials(f: fn(f64) -> f64, x: f64) -> f64 {
    let (one, two) = (f(x), f(x + 1.0));
    [(-1.0_f64).exp(), 1.0, 1.0_f64.exp()]
        .map(|p| (two / (one * p) - 1.0).abs())
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

/// Twenty bits above the last one.
const VISIBLE: f64 = 1.0 / (1u64 << 33) as f64;

#[test]
fn small_arguments_are_told_from_leading_terms_while_the_table_says_so() {
    for (row, function) in functions() {
        let inside = |x: f64| row.domain.contains(x) && row.domain.contains(2.0 * x);
        let seen = |x: f64| !inside(x) || from_powers(function.real, x) > VISIBLE;
        match function.leading.small {
            Small::Own => {
                let own = |x: f64| !inside(x) || from_powers(function.real, x) < 1e-14;
                assert!((5..40).all(|k| own(0.5_f64.powi(k))), "{} has a leading term near 0", row.name);
            }
            Small::Linear => assert!(seen(0.5_f64.powi(26)), "{}", row.name),
            Small::Quadratic => assert!(seen(0.5_f64.powi(13)), "{}", row.name),
        }
    }
}

#[test]
fn large_arguments_are_told_from_leading_terms_while_the_table_says_so() {
    for (row, function) in functions() {
        match function.leading.large {
            Large::Own => {
                // Far from it or equal to it, but never coming closer.
                let neither = |away: f64| (1e-13..1e-3).contains(&away);
                for x in [100.0, 300.0, 1500.0].into_iter().filter(|&x| row.domain.contains(x)) {
                    let away = from_powers(function.real, x);
                    assert!(!neither(away), "{} comes close to a power at {x}: {away}", row.name);
                    let x = 9.0 + x / 100.0;
                    let away = from_exponentials(function.real, x);
                    assert!(!neither(away), "{} comes close to an exponential at {x}: {away}", row.name);
                }
            }
            Large::Algebraic => assert!(from_powers(function.real, 8192.0) > VISIBLE, "{}", row.name),
            Large::Exponential => assert!(from_exponentials(function.real, 10.0) > VISIBLE, "{}", row.name),
            Large::Gaussian => assert!(from_exponentials(function.real, 4.5) > VISIBLE, "{}", row.name),
        }
    }
}

#[test]
fn evaluation_marks_what_the_table_calls_unresolved() {
    let absorbed = |op: Op, x: f64| {
        let mut tape = Tape::default();
        tape.record(&Expr::variable("x").unary(op)).expect("a short tape");
        Lanes::evaluate(&tape, &[x], 1).absorbed(0)
    };
    for (row, function) in functions() {
        let inside = |x: f64| row.domain.contains(x);
        // At 9 the error function is 1 to 35 digits.
        let large = if function.leading.large == Large::Gaussian { 4.0 } else { 9.0 };
        let [tiny, small, huge] = [1e-9, 0.1, 1e5];
        assert!(!(inside(small) && absorbed(row.op, small)), "{}", row.name);
        assert!(!(inside(large) && absorbed(row.op, large)), "{}", row.name);
        if inside(tiny) {
            assert_eq!(absorbed(row.op, tiny), function.leading.small != Small::Own, "{}", row.name);
        }
        // exp 10⁵ is beyond the range of floating point.
        if inside(huge) && (function.real)(huge).is_finite() {
            assert_eq!(absorbed(row.op, huge), function.leading.large != Large::Own, "{}", row.name);
        }
    }
}
