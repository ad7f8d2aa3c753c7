//! Picking: which point of an interval is one at which nothing special happens?
//!
//! A point is special if two sides that differ happen to meet there. Against that its digits are mixed from the expressions
//! themselves, so that nobody who writes an expression knows them.

use dashu_base::Abs;
use dashu_ratio::RBig;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::mix::split_mix;
use crate::number::Number;
use crate::tape::{Instruction, Tape};

/// A seed that depends on what a tape computes, but not on the order in which.
pub(crate) fn seed(tape: &Tape) -> u64 {
    let one = |instruction: &Instruction| {
        let mut hasher = FxHasher::default();
        match instruction {
            Instruction::Number(n) => n.hash(&mut hasher),
            Instruction::Constant(c) => c.hash(&mut hasher),
            Instruction::Input(k) => k.hash(&mut hasher),
            Instruction::Unary(op, _) | Instruction::Binary(op, ..) => op.hash(&mut hasher),
            Instruction::Power(..) => 1.hash(&mut hasher),
            Instruction::Where(..) => 2.hash(&mut hasher),
        }
        split_mix(hasher.finish())
    };
    tape.instructions().iter().map(one).fold(0, u64::wrapping_add)
}

/// A number between 1/4 and 3/4.
fn share(seed: u64) -> f64 {
    0.25 + ((split_mix(seed) >> 44) as f64 + 0.5) / (1u64 << 21) as f64
}

/// Some numbers strictly between two (or anywhere, if there is no end), short ones of moderate size if possible. There is always one between
/// two that differ: a region without a point would be one that nobody visits.
pub(crate) fn between(low: Option<&RBig>, high: Option<&RBig>, seed: u64) -> Vec<Number> {
    const SIZES: [f64; 4] = [1.0, 0.125, 6.0, 40.0];
    let mut out: Vec<Number> = Vec::new();
    for (turn, size) in SIZES.into_iter().enumerate() {
        let t = share(seed ^ (turn as u64) << 32) * size;
        let x = match (low.map(to_f64), high.map(to_f64)) {
            (Some(a), Some(b)) => {
                // The first in the middle, later ones towards the ends.
                let share = match turn {
                    0 => t,
                    1 => t,
                    2 => 1.0 - t / size / 8.0,
                    _ => t / size / 64.0,
                };
                a + (b - a) * share
            }
            (Some(a), None) => a + t * (1.0 + a.abs() / 8.0),
            (None, Some(b)) => b - t * (1.0 + b.abs() / 8.0),
            (None, None) => {
                if split_mix(seed ^ turn as u64) & 1 == 0 {
                    t
                } else {
                    -t
                }
            }
        };
        let fits = |n: &RBig| low.is_none_or(|low| n > low) && high.is_none_or(|high| n < high);
        if let Some(n) = Number::from_f64(short(x)).filter(|n| fits(&n.to_rational())) {
            out.push(n);
        }
    }
    if out.is_empty() {
        // Too narrow or too far out for floating point: a share of the width, which is exact.
        let size = |n: &RBig| RBig::ONE + n.clone().abs() / RBig::from(8);
        let (a, b) = match (low, high) {
            (Some(a), Some(b)) => (a.clone(), b.clone()),
            (Some(a), None) => (a.clone(), a + size(a)),
            (None, Some(b)) => (b - size(b), b.clone()),
            (None, None) => (RBig::ZERO, RBig::ONE),
        };
        if a < b {
            let (p, q) = ((split_mix(seed) >> 56) as i64 + 128, 512);
            let n = &a + (&b - &a) * RBig::from(p) / RBig::from(q);
            out.push(Number::from(RBig::simplest_in(&a + (&n - &a) / RBig::from(2), n)));
        }
    }
    out
}

fn to_f64(n: &RBig) -> f64 {
    Number::from(n.clone()).to_f64()
}

/// To 24 significant bits, so that what is computed from it is often exact.
fn short(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << 28) - 1))
}
