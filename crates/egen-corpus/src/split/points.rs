//! Points: at which real points do two expressions have the same value?
//!
//! A fingerprint takes the values at a few points together, so it misses two expressions that are equal on a part of the line only,
//! such as a member drawn for x > 1. Here each point counts by itself; points lie close, because asin(9x + 5) has a domain of 2/9.

use std::hash::{Hash, Hasher};

use egen_math::Expr;
use egen_math::eval::real::{Approx, Lanes, State};
use egen_math::tape::{Input, Tape};
use rustc_hash::FxHasher;

/// The points: every 0.17 around the unit, then further apart, up to 12.
const NEAR: usize = 16;
const FAR: usize = 26;
const LANES: usize = NEAR + FAR;
/// Values that differ by 2⁻³² of their size are told apart. Fewer bits would make tanh(9x + 8) meet tanh(9x + 9) more often than
/// need be, which costs comparisons.
const STEPS: f64 = (1u64 << 32) as f64;

/// A value at a point, rounded.
pub(crate) type Cell = u64;

/// What is seen of an expression at a point.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    lane: u8,
    pub cell: Cell,
    /// The cell that a value next to it may have fallen into.
    pub beside: Cell,
}

impl Seen {
    /// May the two be the same value?
    fn is_beside(&self, other: &Seen) -> bool {
        self.cell == other.cell || self.cell == other.beside || self.beside == other.cell
    }
}

/// Have two expressions the same value wherever both are seen, and is there such a point?
pub(crate) fn meet(a: &[Seen], b: &[Seen]) -> bool {
    let (mut rest, mut met) = (b, false);
    for one in a {
        rest = &rest[rest.partition_point(|other| other.lane < one.lane)..];
        let Some(other) = rest.first().filter(|other| other.lane == one.lane) else { continue };
        if !one.is_beside(other) {
            return false;
        }
        met = true;
    }
    met
}

/// Have two expressions different values at a point where both are seen?
pub(crate) fn differ(a: &[Seen], b: &[Seen]) -> bool {
    let met = |one: &Seen| b.binary_search_by_key(&one.lane, |other| other.lane).ok().map(|at| &b[at]);
    a.iter().any(|one| met(one).is_some_and(|other| !one.is_beside(other)))
}

/// The cells of an expression, point by point.
pub(crate) fn cells(expr: &Expr) -> Vec<Seen> {
    let mut tape = Tape::default();
    let Ok(root) = tape.record(expr) else { return Vec::new() };
    let mut inputs = Vec::with_capacity(tape.inputs().len() * LANES);
    for lane in 0..LANES {
        for input in tape.inputs() {
            let Input::Variable(name) = input else { return Vec::new() };
            inputs.push(coordinate(name.as_str(), lane));
        }
    }
    let lanes = Lanes::evaluate(&tape, &inputs, LANES);
    // Where something was absorbed the value says nothing: tanh(50) is 1 for floating point.
    let clear = (0..LANES).filter(|&lane| !lanes.absorbed(lane));
    clear.filter_map(|lane| cell(lanes.get(root, lane), lane)).collect()
}

/// The value of a variable depends on its name and the point only. Other variables take the points of x in another order.
fn coordinate(name: &str, lane: usize) -> f64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    let turn = if name == "x" { 0 } else { (hasher.finish() >> 32) as usize };
    let lane = (lane + turn) % LANES;
    if lane < NEAR {
        -1.298_317 + 0.171_573 * lane as f64
    } else {
        let at = (lane - NEAR) as f64;
        let away = 1.387_251 + 0.831_733 * (at / 2.0).floor();
        if (lane - NEAR).is_multiple_of(2) { away } else { -away - 0.062_7 }
    }
}

fn cell(value: Approx, lane: usize) -> Option<Seen> {
    if value.state() != State::Defined {
        return None;
    }
    let of = |step: i64| {
        let mut hasher = FxHasher::default();
        (lane, value.value < 0.0, step).hash(&mut hasher);
        hasher.finish()
    };
    if value.value == 0.0 {
        let cell = of(i64::MIN);
        return (value.error == 0.0).then_some(Seen { lane: lane as u8, cell, beside: cell });
    }
    if value.error > value.value.abs() * 0.25 / STEPS {
        return None;
    }
    let step = value.value.abs().ln() * STEPS;
    let low = step.floor();
    let beside = if step - low < 0.5 { low - 1.0 } else { low + 1.0 };
    Some(Seen { lane: lane as u8, cell: of(low as i64), beside: of(beside as i64) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    fn meeting(a: &str, b: &str) -> bool {
        let of = |text| cells(&read_expr(text).expect(text));
        meet(&of(a), &of(b))
    }

    #[test]
    fn what_is_equal_on_a_part_meets() {
        assert!(meeting("sqrt(-x)^2", "abs(x)"));
        assert!(meeting("sqrt(x)^2", "x"));
        assert!(meeting("asin(9x + 5)", "pi/2 - acos(5 + 9x)"));
        assert!(meeting("acosh(x)", "abs(ln(x + sqrt(x^2 - 1)))"));
        assert!(meeting("x*y", "y*x"));
    }

    #[test]
    fn what_differs_does_not_meet() {
        assert!(!meeting("sin(x)", "cos(x)"));
        assert!(!meeting("ln(x)", "ln(x + 1)"));
        assert!(!meeting("x*y", "x + y"));
        assert!(!meeting("abs(x)", "-x"));
    }
}
