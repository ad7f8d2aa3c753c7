//! Zooming: where are the points that are in general position for the inner functions?
//!
//! tanh(8x + 6) is ±1 to all digits at most points of the plane of x, and coth⁴ with it, whose root changes sign where 8x + 6 is
//! small. So every sum a·x + b that a function is applied to takes the values of the sample points itself.

use num_complex::Complex64;

use super::{Pair, Round};
use crate::op::Op;
use crate::tape::{Instruction, Slot};

/// Sums that are zoomed at; a tape with more of them has its points in many places anyway.
const MOST: usize = 4;
/// Points for each of them: all quadrants at six medium sizes.
const POINTS: usize = 24;

/// Inputs at which the sums inside functions are at the sample points, from what was seen at those.
pub fn inputs(pair: &Pair, first: &Round) -> Vec<Complex64> {
    let width = pair.tape.inputs().len();
    let mut found = Vec::new();
    for (slot, moving, slope) in inner_sums(pair, first) {
        for point in 0..POINTS {
            // The other inputs stay where they were when the sum had this value.
            let lane = point % first.lanes();
            let (value, at) = (first.values.get(slot, lane).value, found.len() + moving);
            found.extend_from_slice(&first.inputs[lane * width..(lane + 1) * width]);
            found[at] += (super::points::coordinate(point, 0) - value) / slope;
        }
    }
    found
}

/// Slots of the form a·x + b that stand in something else, with the place of x and a.
fn inner_sums(pair: &Pair, first: &Round) -> Vec<(Slot, usize, Complex64)> {
    let instructions = pair.tape.instructions();
    let mut slopes: Vec<Option<Complex64>> = Vec::with_capacity(instructions.len());
    let mut sums: Vec<(Slot, usize, Complex64)> = Vec::new();
    for (at, instruction) in instructions.iter().enumerate() {
        let inputs = pair.facts[at].inputs;
        let moving = inputs.trailing_zeros();
        let constant = |slot: Slot| {
            let value = first.values.get(slot, 0);
            (pair.facts[slot as usize].inputs == 0 && value.is_known()).then_some(value.value)
        };
        // The slope by the first input that the slot depends on; its parts may depend on later ones only.
        let of = |slot: Slot| {
            let is_moved = pair.facts[slot as usize].inputs >> moving & 1 == 1;
            if is_moved { slopes[slot as usize] } else { Some(Complex64::ZERO) }
        };
        let slope = if inputs == 0 {
            Some(Complex64::ZERO)
        } else {
            match instruction {
                Instruction::Number(_) | Instruction::Constant(_) => Some(Complex64::ZERO),
                Instruction::Input(_) => Some(Complex64::ONE),
                Instruction::Unary(Op::Neg, a) => of(*a).map(|a| -a),
                Instruction::Binary(Op::Add, a, b) => of(*a).zip(of(*b)).map(|(a, b)| a + b),
                Instruction::Binary(Op::Sub, a, b) => of(*a).zip(of(*b)).map(|(a, b)| a - b),
                Instruction::Binary(Op::Mul, a, b) => match (constant(*a), constant(*b)) {
                    (Some(factor), _) => of(*b).map(|slope| slope * factor),
                    (None, Some(factor)) => of(*a).map(|slope| slope * factor),
                    (None, None) => None,
                },
                Instruction::Binary(Op::Div, a, b) => constant(*b).and_then(|below| of(*a).map(|slope| slope / below)),
                Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => {
                    None
                }
            }
        };
        slopes.push(slope);
        if !pair.facts[at].is_used || slope.is_some() {
            continue;
        }
        let operands = match instruction {
            Instruction::Unary(_, a) | Instruction::Where(a, _) => [Some(*a), None],
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) => [Some(*a), Some(*b)],
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => [None, None],
        };
        for slot in operands.into_iter().flatten() {
            let Some(slope) = slopes[slot as usize].filter(|slope| slope.is_finite() && slope.norm() > 0.0) else {
                continue;
            };
            let value = first.values.get(slot, 0).value;
            let is_same = |other: Complex64| (other - value).norm().min((other + value).norm()) <= 1e-9 * value.norm();
            let is_known = sums.iter().any(|(known, ..)| is_same(first.values.get(*known, 0).value))
                || first.inputs[..pair.tape.inputs().len()].iter().any(|input| is_same(*input));
            if !is_known && sums.len() < MOST {
                sums.push((slot, pair.facts[slot as usize].inputs.trailing_zeros() as usize, slope));
            }
        }
    }
    sums
}
