//! Samples: at which points are two expressions compared?
//!
//! The points are fixed, not random: the same pair gets the same verdict every time.

use crate::assume::{Assumptions, Relation};
use crate::expr::{Node, Symbol};
use crate::mix::{GOLDEN, scramble};
use crate::region::Bounds;
use crate::tape::{Input, Tape};

/// Sizes at which variables are sampled: where elementary functions change their behaviour
/// (around 0 and 1), some way out, and a little further.
const STRATA: [(f64, f64); 16] = [
    (0.0, 1.0),
    (1.0, 3.0),
    (0.5, 1.0),
    (3.0, 8.0),
    (0.0, 0.5),
    (1.0, 2.0),
    (0.1, 0.9),
    (2.0, 5.0),
    (0.2, 0.7),
    (1.0, 1.5),
    (0.01, 0.2),
    (5.0, 12.0),
    (0.6, 1.2),
    (1.5, 4.0),
    (0.3, 0.8),
    (8.0, 40.0),
];

/// The ranges of a tape's inputs under assumptions.
pub(super) fn ranges(tape: &Tape, assumptions: &Assumptions) -> Vec<Bounds> {
    tape.inputs()
        .iter()
        .map(|input| match input {
            Input::Variable(name) => range(name, assumptions),
            Input::Opaque(_) => Bounds::NONE,
        })
        .collect()
}

fn range(name: &Symbol, assumptions: &Assumptions) -> Bounds {
    let mut range = Bounds { integer: assumptions.integers.contains(name), ..Bounds::NONE };
    for bound in bounds(name, assumptions) {
        // What is rounded is rounded outwards: nothing that is assumed may be left out.
        if bound.upper {
            range.high = range.high.min(bound.at + bound.error);
        } else {
            range.low = range.low.max(bound.at - bound.error);
        }
    }
    range
}

/// A number that a variable is assumed not to pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The number, rounded to the nearest f64.
    pub at: f64,
    /// How wrong that may be.
    pub error: f64,
    /// Is it the upper end?
    pub upper: bool,
    /// May the variable reach it?
    pub closed: bool,
}

/// The bounds that are assumed of a variable by itself: `x > 0`, `pi >= x`.
pub fn bounds(name: &Symbol, assumptions: &Assumptions) -> Vec<Bound> {
    let is_name = |e: &crate::Expr| matches!(e.nodes(), [Node::Var(found)] if found == name);
    let mut out = Vec::new();
    for condition in &assumptions.conditions {
        let (side, turned) = if is_name(&condition.left) {
            (&condition.right, false)
        } else if is_name(&condition.right) {
            (&condition.left, true)
        } else {
            continue;
        };
        let (below, closed) = match condition.relation {
            Relation::Less => (true, false),
            Relation::LessOrEqual => (true, true),
            Relation::Greater => (false, false),
            Relation::GreaterOrEqual => (false, true),
            Relation::NotEqual => continue,
        };
        if let Some(value) = crate::eval::real::constant(side) {
            let error = if value.error == 0.0 { 0.0 } else { 4.0 * value.error };
            out.push(Bound { at: value.value, error, upper: below != turned, closed });
        }
    }
    out
}

/// A well-mixed number from two counters.
fn mix(a: u64, b: u64) -> u64 {
    let b = b.wrapping_add(0x2545_F491_4F6C_DD1D).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    scramble(a.wrapping_mul(GOLDEN) ^ b)
}

/// A number in (0, 1) with 20 bits, so that what is computed from it is often exact.
fn fraction(a: u64, b: u64) -> f64 {
    ((mix(a, b) >> 44) as f64 + 0.5) / (1u64 << 20) as f64
}

/// The value of one input of `width` at one lane.
pub(super) fn value(range: &Bounds, input: usize, width: usize, lane: usize) -> f64 {
    // Half of the lanes are positive in every input, since powers and logarithms want that;
    // the others run through the remaining combinations of signs.
    let signs = 1 + (lane / 2) % ((1 << width.min(6)) - 1);
    let negative = lane % 2 == 1 && signs >> (input % 6) & 1 == 1;
    let (input, lane) = (input as u64, lane as u64);
    let t = fraction(lane, input);
    if range.integer {
        return integer(range, t, lane);
    }
    if range.low.is_finite() && range.high.is_finite() {
        return range.low + (range.high - range.low) * t;
    }
    // Each input runs through the strata in an order of its own.
    let stratum = (lane / 2 + input * (5 + 2 * (lane / 32))) as usize % STRATA.len();
    let (a, b) = STRATA[stratum];
    // Later lanes also look closer to 0 and further out.
    const SCALES: [i32; 16] = [0, 1, 2, 3, -3, 0, 5, -6, 8, -10, 0, 14, -16, 20, -24, -32];
    let scale = if lane < 64 { 0 } else { SCALES[mix(lane, input + 99) as usize % SCALES.len()] };
    let size = round_short((a + (b - a) * t) * 2f64.powi(scale));
    if range.low.is_finite() {
        range.low + size
    } else if range.high.is_finite() {
        range.high - size
    } else if negative {
        -size
    } else {
        size
    }
}

/// To 20 significant bits.
fn round_short(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << 32) - 1))
}

fn integer(range: &Bounds, t: f64, lane: u64) -> f64 {
    let low = range.low.ceil();
    let high = range.high.floor();
    let spread = (lane / 4 + 6) as f64;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => (low + ((high - low + 1.0) * t).floor()).min(high),
        (true, false) => low + (t * spread).floor(),
        (false, true) => high - (t * spread).floor(),
        (false, false) => ((t - 0.5) * 2.0 * spread).round(),
    }
}

/// The inputs of `lanes` points, starting at lane `first`.
pub(super) fn points(ranges: &[Bounds], first: usize, lanes: usize) -> Vec<f64> {
    (first..first + lanes)
        .flat_map(|lane| ranges.iter().enumerate().map(move |(k, range)| value(range, k, ranges.len(), lane)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_points_have_both_signs_and_all_sizes() {
        let xs: Vec<f64> = (0..32).map(|lane| value(&Bounds::NONE, 0, 1, lane)).collect();
        for (low, high) in [(-40.0, -3.0), (-3.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 3.0), (3.0, 40.0)] {
            let inside = xs.iter().filter(|&&x| low < x && x < high).count();
            assert!(inside >= 2, "{inside} points between {low} and {high}");
        }
    }

    #[test]
    fn all_orthants_of_three_variables_are_visited() {
        let mut seen = [0; 8];
        for lane in 0..64 {
            let signs = (0..3).map(|k| usize::from(value(&Bounds::NONE, k, 3, lane) < 0.0) << k).sum::<usize>();
            seen[signs] += 1;
        }
        assert!(seen[0] >= 16 && seen.iter().all(|&count| count >= 2), "{seen:?}");
    }

    #[test]
    fn assumed_ranges_are_kept() {
        for lane in 0..256 {
            let unit = value(&Bounds { low: 0.0, high: 1.0, integer: false }, 0, 1, lane);
            assert!(unit > 0.0 && unit < 1.0);
            let n = value(&Bounds { low: 1.0, high: f64::INFINITY, integer: true }, 0, 1, lane);
            assert!(n >= 1.0 && n.fract() == 0.0);
        }
    }
}
