//! Pieces: where does a rational function of one part take a value, if absolute values and signs stand in it?
//!
//! |u| is u or −u, and the sign of u is 1 or −1, so that x + |x| is 2x or 0. Each case is solved by itself. That a solution may belong to
//! another case does no harm: a place at which nothing breaks divides one region into two. A case in which the value is taken all along
//! has no place in its midst; it ends where some u is zero, which breaks anyway.

use super::polynomial::Polynomial;
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// The most absolute values and signs that are told apart.
const MOST: usize = 5;

/// p/q.
#[derive(Clone, Debug)]
struct Fraction {
    above: Polynomial,
    below: Polynomial,
}

/// Polynomials that are zero wherever a slot has a value, one for each case in which it is not that value all along.
pub(super) fn meets(tape: &Tape, slot: Slot, value: &Number) -> Option<Vec<Polynomial>> {
    let turning: Vec<Slot> = tape.reachable(slot).into_iter().filter(|&at| turns(tape, at).is_some()).collect();
    if turning.len() > MOST {
        return None;
    }
    let mut out = Vec::new();
    for case in 0..1u32 << turning.len() {
        let sign = |at: Slot| turning.iter().position(|&one| one == at).is_some_and(|k| case >> k & 1 == 1);
        let mut budget = 64;
        let Fraction { above, below } = read(tape, slot, &sign, &mut budget)?;
        let difference = above.minus(&below.times(&Polynomial::number(value))?)?;
        if !difference.is_zero() {
            out.push(difference);
        }
    }
    Some(out)
}

/// What a slot is the absolute value or the sign of.
fn turns(tape: &Tape, slot: Slot) -> Option<Slot> {
    match &tape.instructions()[slot as usize] {
        Instruction::Unary(op, a) if *op == Op::Abs || op.jumps() => Some(*a),
        _ => None,
    }
}

/// The fraction that a slot is where the arguments of its absolute values and signs are negative or not.
fn read(tape: &Tape, slot: Slot, is_negative: &dyn Fn(Slot) -> bool, budget: &mut usize) -> Option<Fraction> {
    *budget = budget.checked_sub(1)?;
    match &tape.instructions()[slot as usize] {
        Instruction::Unary(Op::Neg, a) => read(tape, *a, is_negative, budget)?.negated(),
        Instruction::Unary(op, a) if turns(tape, slot).is_some() => {
            let positive =
                if *op == Op::Abs { read(tape, *a, is_negative, budget)? } else { Fraction::number(&Number::ONE) };
            if is_negative(slot) { positive.negated() } else { Some(positive) }
        }
        Instruction::Binary(op, a, b) => {
            let (a, b) = (read(tape, *a, is_negative, budget)?, read(tape, *b, is_negative, budget)?);
            match op {
                Op::Add => a.plus(&b),
                Op::Sub => a.plus(&b.negated()?),
                Op::Mul => a.times(&b),
                _ => a.times(&b.inverse()),
            }
        }
        Instruction::Power(a, b, Exponent::Integer) => {
            let exponent = tape.exact(*b)?.as_i64()?;
            let base = read(tape, *a, is_negative, budget)?;
            let base = if exponent < 0 { base.inverse() } else { base };
            // Degrees are bounded, so that a large exponent ends soon.
            (0..exponent.unsigned_abs().min(64)).try_fold(Fraction::number(&Number::ONE), |out, _| out.times(&base))
        }
        Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => Fraction::of(tape, slot),
        Instruction::Unary(..) | Instruction::Power(..) | Instruction::Where(..) => Fraction::of(tape, slot),
    }
}

impl Fraction {
    fn of(tape: &Tape, slot: Slot) -> Option<Fraction> {
        Some(Fraction { above: Polynomial::of_slot(tape, slot)?, below: Polynomial::number(&Number::ONE) })
    }

    fn number(n: &Number) -> Fraction {
        Fraction { above: Polynomial::number(n), below: Polynomial::number(&Number::ONE) }
    }

    fn negated(&self) -> Option<Fraction> {
        self.times(&Fraction::number(&-Number::ONE))
    }

    fn inverse(self) -> Fraction {
        Fraction { above: self.below, below: self.above }
    }

    fn plus(&self, other: &Fraction) -> Option<Fraction> {
        if self.below == other.below {
            return Some(Fraction { above: self.above.plus(&other.above)?, below: self.below.clone() });
        }
        let above = self.above.times(&other.below)?.plus(&other.above.times(&self.below)?)?;
        Some(Fraction { above, below: self.below.times(&other.below)? })
    }

    fn times(&self, other: &Fraction) -> Option<Fraction> {
        Some(Fraction { above: self.above.times(&other.above)?, below: self.below.times(&other.below)? })
    }
}
