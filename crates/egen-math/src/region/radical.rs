//! Radicals: where does a sum with a square root in it take a value?
//!
//! p + q·√r is zero only where p² = q²·r, which is an equation between polynomials. That this has more solutions does no harm: a
//! place at which nothing breaks divides one region into two.

use super::polynomial::Polynomial;
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// p + q·√r.
#[derive(Clone, Debug)]
pub(super) struct Radical {
    p: Polynomial,
    /// q and r; none without a root.
    root: Option<(Polynomial, Polynomial)>,
}

impl Radical {
    /// The radical that a slot is, if it is one.
    pub fn of_slot(tape: &Tape, slot: Slot) -> Option<Radical> {
        let mut budget = 32;
        read(tape, slot, &mut budget)
    }

    /// A polynomial that is zero wherever this is the multiple of another.
    pub fn meets(&self, times: &Number, other: &Radical) -> Option<Polynomial> {
        let difference = self.plus(&other.times(&Radical::of_number(&-times.clone()))?)?;
        let square = difference.p.times(&difference.p)?;
        match difference.root {
            None => Some(difference.p),
            Some((q, r)) => square.minus(&q.times(&q)?.times(&r)?),
        }
    }

    pub fn of_number(n: &Number) -> Radical {
        Radical::from(Polynomial::number(n))
    }

    fn from(p: Polynomial) -> Radical {
        Radical { p, root: None }
    }

    fn plus(&self, other: &Radical) -> Option<Radical> {
        let root = match (&self.root, &other.root) {
            (Some((a, r)), Some((b, s))) if r == s => Some((a.plus(b)?, r.clone())),
            (Some(_), Some(_)) => return None,
            (root, None) | (None, root) => root.clone(),
        };
        Some(Radical { p: self.p.plus(&other.p)?, root })
    }

    fn times(&self, other: &Radical) -> Option<Radical> {
        let of = |one: &Radical, factor: &Radical| match &one.root {
            Some((q, r)) => Some(Some((q.times(&factor.p)?, r.clone()))),
            None => Some(None),
        };
        let p = self.p.times(&other.p)?;
        match (&self.root, &other.root) {
            (Some((a, r)), Some((b, s))) => {
                if r != s {
                    return None;
                }
                let q = self.p.times(b)?.plus(&other.p.times(a)?)?;
                Some(Radical { p: p.plus(&a.times(b)?.times(r)?)?, root: Some((q, r.clone())) })
            }
            (Some(_), None) => Some(Radical { p, root: of(self, other)? }),
            (None, _) => Some(Radical { p, root: of(other, self)? }),
        }
    }
}

fn read(tape: &Tape, slot: Slot, budget: &mut usize) -> Option<Radical> {
    *budget = budget.checked_sub(1)?;
    let root = |inner: Slot| {
        let r = Polynomial::of_slot(tape, inner)?;
        Some(Radical { p: Polynomial::number(&Number::ZERO), root: Some((Polynomial::number(&Number::ONE), r)) })
    };
    match &tape.instructions()[slot as usize] {
        Instruction::Unary(Op::Sqrt, a) => root(*a),
        Instruction::Power(a, b, Exponent::Fraction) if tape.exact(*b) == Some(Number::ONE.half()) => root(*a),
        Instruction::Unary(Op::Neg, a) => read(tape, *a, budget)?.times(&Radical::of_number(&-Number::ONE)),
        Instruction::Binary(op @ (Op::Add | Op::Sub | Op::Mul), a, b) => {
            let (a, b) = (read(tape, *a, budget)?, read(tape, *b, budget)?);
            match op {
                Op::Mul => a.times(&b),
                Op::Add => a.plus(&b),
                _ => a.plus(&b.times(&Radical::of_number(&-Number::ONE))?),
            }
        }
        Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) | Instruction::Where(..) => {
            Polynomial::of_slot(tape, slot).map(Radical::from)
        }
        Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) => {
            Polynomial::of_slot(tape, slot).map(Radical::from)
        }
    }
}
