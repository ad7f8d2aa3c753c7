//! Samples: at which points are the sides of a rule looked at?
//!
//! The points are fixed, not random: the same rule gets the same verdict every time.

use egen_math::assume::Relation;
use egen_math::eval::real::constant_value;
use egen_math::expr::Node;
use egen_math::mix::{GOLDEN, scramble};
use egen_math::{Expr, Symbol};

use super::instance::Instance;

/// Between which numbers a variable is sampled.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub low: f64,
    pub high: f64,
    pub integer: bool,
}

/// The point of a lane: sizes from 1/64 to 64, half of the lanes positive, the others with all combinations of signs.
pub(super) fn point(ranges: &[Range], lane: usize) -> Vec<f64> {
    let signs = 1 + (lane / 2) % ((1 << ranges.len().min(6)) - 1).max(1);
    let value = |(k, range): (usize, &Range)| {
        let t = fraction(lane as u64, k as u64);
        if range.integer {
            return integer(range, t);
        }
        if range.low.is_finite() && range.high.is_finite() {
            return short(range.low + (range.high - range.low) * t);
        }
        let size = short((12.0 * (t - 0.5)).exp2());
        let negative = lane % 2 == 1 && signs >> (k % 6) & 1 == 1;
        match (range.low.is_finite(), range.high.is_finite()) {
            (true, _) => range.low + size,
            (_, true) => range.high - size,
            _ if negative => -size,
            _ => size,
        }
    };
    ranges.iter().enumerate().map(value).collect()
}

/// Between which constants the conditions put a variable.
pub(super) fn range(instance: &Instance, name: &Symbol) -> Range {
    let mut out = Range { low: f64::NEG_INFINITY, high: f64::INFINITY, integer: instance.integers.contains(name) };
    let is_name = |e: &Expr| matches!(e.nodes(), [Node::Var(found)] if found == name);
    for one in &instance.conditions {
        let less = matches!(one.relation, Relation::Less | Relation::LessOrEqual);
        if one.relation == Relation::NotEqual {
            continue;
        }
        let (bound, above) = match (is_name(&one.left), is_name(&one.right)) {
            (true, false) => (&one.right, less),
            (false, true) => (&one.left, !less),
            _ => continue,
        };
        match constant_value(bound) {
            Some(value) if above => out.high = out.high.min(value),
            Some(value) => out.low = out.low.max(value),
            None => {}
        }
    }
    out
}

/// A number in (0, 1), well mixed from two counters.
fn fraction(a: u64, b: u64) -> f64 {
    let mixed = scramble(a.wrapping_mul(GOLDEN) ^ (b + 0x51).wrapping_mul(0xBF58_476D_1CE4_E5B9));
    ((mixed >> 40) as f64 + 0.5) / (1u64 << 24) as f64
}

/// To 20 significant bits, so that a witness is a short fraction.
fn short(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << 32) - 1))
}

fn integer(range: &Range, t: f64) -> f64 {
    const SPREAD: f64 = 9.0;
    let low = if range.low.is_finite() {
        range.low.ceil()
    } else if range.high.is_finite() {
        range.high.floor() - SPREAD
    } else {
        -SPREAD
    };
    let high = if range.high.is_finite() { range.high.floor() } else { low + 2.0 * SPREAD };
    (low + ((high - low + 1.0) * t).floor()).min(high)
}
