//! Contracting: between which values do parts lie where some of them lie on given sides?
//!
//! √u says that u ≥ 0, and √(1/u) as well; with u > 0 and v > 0 the product is positive, and with u·v > 0 and u > 0 so is v. Ranges are
//! taken from arguments to values and back, a few times, and met with what is given. If nothing is left, the sides are nowhere reached.

use super::{Side, Space, Undecided};
use crate::assume::Relation;
use crate::eval::interval::{self, Enclosure, Extent};
use crate::op::{Op, Parity, Pieces};
use crate::range::{End, Range};
use crate::set;
use crate::tape::{Exponent, Instruction, Slot};

/// How many times knowledge goes there and back.
const ROUNDS: usize = 3;

/// The ranges of all parts where both expressions have values, what is assumed holds, and some parts lie on these sides; `None` if that
/// is nowhere.
pub(super) fn contract(space: &Space<'_>, sides: &[Undecided]) -> Option<Vec<Range>> {
    let tape = space.tape;
    let roots = space.sides.into_iter().chain(sides.iter().map(|one| one.slot));
    let roots = roots.chain(space.assumed.iter().map(|one| one.difference));
    let mut needed: Vec<Slot> = roots.flat_map(|slot| tape.reachable(slot)).collect();
    needed.sort_unstable();
    needed.dedup();
    let inputs: Vec<Range> = space.bounds.iter().map(|b| Range::between(b.low, b.high)).collect();
    let mut all = Vec::with_capacity(tape.instructions().len());
    interval::evaluate(tape, &inputs, &mut all);
    let mut known = Known { all };
    for one in sides {
        known.meet(one.slot, &beside(one))?;
    }
    for one in space.assumed {
        let range = match one.relation {
            Relation::Greater => Range::POSITIVE,
            Relation::GreaterOrEqual => Range::NON_NEGATIVE,
            Relation::Less => Range::NEGATIVE,
            Relation::LessOrEqual => Range::NON_NEGATIVE.negate(),
            Relation::NotEqual => continue,
        };
        known.meet(one.difference, &range)?;
    }
    for _ in 0..ROUNDS {
        for &at in needed.iter().rev() {
            known.back(&tape.instructions()[at as usize], at)?;
        }
        for &at in &needed {
            let next = interval::enclose(&tape.instructions()[at as usize], &inputs, &known.all);
            if next.extent == Extent::Nowhere {
                return None;
            }
            known.meet(at, &next.range)?;
        }
    }
    Some(known.all.into_iter().map(|one| one.range).collect())
}

/// The values on a side.
fn beside(one: &Undecided) -> Range {
    let at = |closed: bool| End { at: one.at, closed };
    match one.side {
        Side::Below => Range { high: at(false), ..Range::ALL },
        Side::Above => Range { low: at(false), ..Range::ALL },
        Side::At => Range { low: at(true), high: at(true) },
    }
}

struct Known {
    all: Vec<Enclosure>,
}

impl Known {
    fn of(&self, slot: Slot) -> Range {
        self.all[slot as usize].range
    }

    /// Meets what is known of a part with something else; `None` if nothing is left.
    fn meet(&mut self, slot: Slot, range: &Range) -> Option<()> {
        let known = &mut self.all[slot as usize].range;
        *known = known.intersect(range)?;
        Some(())
    }

    /// Meets it with the numbers that have a sign, if it is known that it has that sign or is zero, and that it is not zero.
    fn not_zero(&mut self, slot: Slot) -> Option<()> {
        let range = self.of(slot);
        match (range.is_above(0.0, true), range.is_below(0.0, true)) {
            (true, _) => self.meet(slot, &Range::POSITIVE),
            (_, true) => self.meet(slot, &Range::NEGATIVE),
            _ => Some(()),
        }
    }

    /// What a value says of the arguments.
    fn back(&mut self, instruction: &Instruction, at: Slot) -> Option<()> {
        let value = self.of(at);
        match instruction {
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => Some(()),
            Instruction::Unary(Op::Neg, a) => self.meet(*a, &value.negate()),
            Instruction::Unary(op, a) => {
                self.meet(*a, &Range::hull(&op.info().domain))?;
                // Odd functions that rise have the sign of their argument.
                match (op.info().parity, op.pieces()) {
                    (Parity::Odd, Pieces::Rising | Pieces::Step) => self.meet(*a, &sign_of(&value)),
                    _ => Some(()),
                }
            }
            Instruction::Binary(Op::Add, a, b) if a != b => {
                self.meet(*a, &value.add(&self.of(*b).negate()))?;
                self.meet(*b, &value.add(&self.of(*a).negate()))
            }
            Instruction::Binary(Op::Sub, a, b) if a != b => {
                self.meet(*a, &value.add(&self.of(*b)))?;
                self.meet(*b, &self.of(*a).add(&value.negate()))
            }
            Instruction::Binary(Op::Mul, a, b) if a != b => {
                if value.excludes_zero() {
                    self.not_zero(*a)?;
                    self.not_zero(*b)?;
                }
                for (one, other) in [(*a, *b), (*b, *a)] {
                    let other = self.of(other);
                    if other.excludes_zero() {
                        self.meet(one, &value.multiply(&other.reciprocal()))?;
                    }
                }
                Some(())
            }
            Instruction::Binary(Op::Div, a, b) if a != b => {
                self.not_zero(*b)?;
                self.meet(*a, &value.multiply(&self.of(*b)))?;
                if value.excludes_zero() {
                    self.not_zero(*a)?;
                    self.meet(*b, &self.of(*a).multiply(&value.reciprocal()))?;
                }
                Some(())
            }
            Instruction::Power(a, b, Exponent::Integer) => {
                let exponent = self.of(*b).low.at;
                if exponent % 2.0 != 0.0 { self.meet(*a, &sign_of(&value)) } else { Some(()) }
            }
            Instruction::Power(a, _, Exponent::Fraction | Exponent::Varying) => {
                self.meet(*a, &Range::hull(&set::NON_NEGATIVE))
            }
            Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => Some(()),
        }
    }
}

/// The numbers whose sign some values have.
fn sign_of(range: &Range) -> Range {
    match (range.is_above(0.0, false), range.is_below(0.0, false)) {
        (true, _) => Range::POSITIVE,
        (_, true) => Range::NEGATIVE,
        _ if range.is_above(0.0, true) => Range::NON_NEGATIVE,
        _ if range.is_below(0.0, true) => Range::NON_NEGATIVE.negate(),
        _ => Range::ALL,
    }
}
