//! Certified evaluation: between which two numbers does the value at an exact point certainly lie?
//!
//! Values in closed form (`exact.rs`) are carried beside their balls, which cannot say that 3·(1/3) is 1 or that sin π is 0.

use super::exact::{self, Exact, Finding};
use super::turn;
use crate::ball::{self, Ball, Doubt, Outcome};
use crate::expr::Constant;
use crate::number::Number;
use crate::op::{Closed, Large, Op, Small};
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// The values of every instruction of a tape at one point.
#[derive(Clone, Debug)]
pub struct Certified(Vec<Part>);

/// What is known of one instruction.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    outcome: Outcome,
    /// Where the ball cannot say which number it is: 3·(1/3) − 1 is 0, and so is sin π.
    exact: Option<Exact>,
    /// By how many bits its own parts are apart.
    gap: i64,
    /// The size of the value, for sums that of their largest term.
    largest: Option<i64>,
}

/// A coordinate of a point.
#[derive(Clone, Debug)]
pub enum Coordinate {
    /// A rational number.
    Exact(Number),
    /// A number in closed form.
    Closed(Exact),
    /// A number that is known to some digits.
    Within(Ball),
}

impl Certified {
    /// Evaluates a tape with a working precision at a point.
    pub fn evaluate(tape: &Tape, inputs: &[Coordinate], bits: usize) -> Certified {
        Certified::evaluate_parts(tape, inputs, bits, |_| true)
    }

    /// Evaluates those parts of a tape that are wanted; what a wanted part needs must be wanted too.
    pub(crate) fn evaluate_parts(
        tape: &Tape,
        inputs: &[Coordinate],
        bits: usize,
        wanted: impl Fn(Slot) -> bool,
    ) -> Certified {
        let mut out = Certified(Vec::with_capacity(tape.instructions().len()));
        for (at, instruction) in tape.instructions().iter().enumerate() {
            let unknown = || Part { outcome: Outcome::Unsure(Doubt::Precision), exact: None, gap: 0, largest: None };
            let part = if wanted(at as Slot) { out.part(instruction, inputs, bits) } else { unknown() };
            out.0.push(part);
        }
        out
    }

    /// The same as `evaluate`, with what was computed before; `ids` has the place among it for each slot.
    pub(crate) fn evaluate_known(
        tape: &Tape,
        inputs: &[Coordinate],
        bits: usize,
        ids: &[Slot],
        known: &mut [Option<Part>],
    ) -> Certified {
        let mut out = Certified(Vec::with_capacity(tape.instructions().len()));
        for (instruction, &id) in tape.instructions().iter().zip(ids) {
            let part = known[id as usize].get_or_insert_with(|| out.part(instruction, inputs, bits)).clone();
            out.0.push(part);
        }
        out
    }

    fn part(&self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> Part {
        let (outcome, exact) = match self.held_by_ball(instruction, inputs, bits) {
            Some(ball) => (Outcome::Value(ball), None),
            None => match self.closed(instruction, inputs) {
                Some(Finding::Value(exact)) => beside_ball(exact, bits),
                Some(Finding::Undefined) => (Outcome::Undefined, None),
                None => (self.outcome(instruction, inputs, bits), None),
            },
        };
        let (gap, largest) = self.gap(instruction, &outcome);
        Part { outcome, exact, gap, largest }
    }

    /// What an instruction computes, in balls.
    fn outcome(&self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> Outcome {
        match instruction {
            Instruction::Number(n) => Outcome::Value(Ball::from_number(n, bits)),
            Instruction::Constant(Constant::Pi) => Outcome::Value(Ball::pi(bits)),
            Instruction::Constant(Constant::E) => Outcome::Value(Ball::e(bits)),
            Instruction::Input(k) => Outcome::Value(match &inputs[*k as usize] {
                Coordinate::Exact(n) => Ball::from_number(n, bits),
                Coordinate::Closed(exact) => exact.to_ball(bits),
                Coordinate::Within(ball) => ball.clone(),
            }),
            Instruction::Unary(op, a) => self.unary(*op, *a, bits),
            Instruction::Binary(op, a, b) => self.binary(*a, *b, |x, y| ball::combine(*op, x, y, bits)),
            Instruction::Power(a, b, kind) => self.binary(*a, *b, |x, y| power(x, y, *kind, bits)),
            Instruction::Where(a, b) => self.binary(*a, *b, |x, _| Outcome::Value(x.clone())),
        }
    }

    /// The value, if operands and result are binary fractions that balls hold: fractions of big integers would say no more.
    fn held_by_ball(&self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> Option<Ball> {
        let holds = |slot: &Slot| matches!(&self.0[*slot as usize].outcome, Outcome::Value(ball) if ball.is_exact());
        let likely = match instruction {
            Instruction::Unary(op, a) => op.is_often_rational() && holds(a),
            Instruction::Binary(Op::Add | Op::Sub | Op::Mul, a, b) | Instruction::Power(a, b, _) => {
                holds(a) && holds(b)
            }
            // The others seldom have such values; those that do are found in closed form.
            _ => false,
        };
        if !likely {
            return None;
        }
        self.outcome(instruction, inputs, bits).value().filter(Ball::is_exact)
    }

    /// What an instruction computes, where that is known in closed form.
    fn closed(&self, instruction: &Instruction, inputs: &[Coordinate]) -> Option<Finding> {
        let short = |slot: &Slot| self.exact(*slot).filter(Exact::is_short);
        match instruction {
            Instruction::Number(n) => Some(Finding::Value(Exact::Rational(n.clone()))),
            Instruction::Constant(Constant::Pi) => Some(Finding::Value(Exact::PI)),
            Instruction::Constant(Constant::E) => None,
            Instruction::Input(k) => match &inputs[*k as usize] {
                Coordinate::Exact(n) => Some(Finding::Value(Exact::Rational(n.clone()))),
                Coordinate::Closed(exact) => Some(Finding::Value(exact.clone())),
                Coordinate::Within(_) => None,
            },
            Instruction::Unary(op, a) => exact::apply(*op, &short(a)?),
            Instruction::Binary(op, a, b) => exact::combine(*op, &short(a)?, &short(b)?).map(Finding::Value),
            Instruction::Power(a, b, kind) => {
                let (x, y) = (short(a)?, short(b)?);
                // Undefined by decree, whatever the exponent is here.
                if x.is_negative() && matches!(kind, Exponent::Fraction | Exponent::Varying) {
                    return Some(Finding::Undefined);
                }
                exact::power(&x, &y)
            }
            Instruction::Where(a, b) => match self.get(*b) {
                Outcome::Value(_) => short(a).map(Finding::Value),
                Outcome::Undefined | Outcome::Unsure(_) => None,
            },
        }
    }

    /// The value at a slot in closed form, if one is known.
    pub fn exact(&self, slot: Slot) -> Option<Exact> {
        match (&self.0[slot as usize].outcome, &self.0[slot as usize].exact) {
            (Outcome::Value(_), Some(exact)) => Some(exact.clone()),
            (Outcome::Value(ball), None) => ball.to_number().map(Exact::Rational),
            (Outcome::Undefined | Outcome::Unsure(_), _) => None,
        }
    }

    /// The rational number that a slot certainly is.
    pub(crate) fn number(&self, slot: Slot) -> Option<Number> {
        match self.exact(slot)? {
            Exact::Rational(n) => Some(n),
            Exact::Root(_) | Exact::Turn(_) => None,
        }
    }

    /// The outcome at a slot.
    pub fn get(&self, slot: Slot) -> &Outcome {
        &self.0[slot as usize].outcome
    }

    /// By how many bits the parts of some of the values are apart, all in all: e^700 + 1 has 1010 of them. What differs between two
    /// formulas can be a product of all these small shares, so that no agreement in fewer digits says anything.
    pub fn spread(&self, slots: impl IntoIterator<Item = Slot>) -> i64 {
        slots.into_iter().fold(0, |sum, slot| sum.saturating_add(self.0[slot as usize].gap))
    }

    fn unary(&self, op: Op, a: Slot, bits: usize) -> Outcome {
        if let Some(Exact::Turn(q)) = &self.0[a as usize].exact
            && let Some(Closed::Turns(over, under)) = op.info().function.as_ref().map(|function| function.closed)
            && let Some(outcome) = turn::reduced(over, under, q, bits)
        {
            return outcome;
        }
        match &self.0[a as usize].outcome {
            Outcome::Value(x) => ball::apply(op, x, bits),
            other => other.clone(),
        }
    }

    /// Undefined arguments make the result undefined, whatever else is unsure.
    fn binary(&self, a: Slot, b: Slot, f: impl Fn(&Ball, &Ball) -> Outcome) -> Outcome {
        match (&self.0[a as usize].outcome, &self.0[b as usize].outcome) {
            (Outcome::Value(x), Outcome::Value(y)) => f(x, y),
            (Outcome::Undefined, _) | (_, Outcome::Undefined) => Outcome::Undefined,
            (Outcome::Unsure(Doubt::TooLarge), _) | (_, Outcome::Unsure(Doubt::TooLarge)) => {
                Outcome::Unsure(Doubt::TooLarge)
            }
            _ => Outcome::Unsure(Doubt::Precision),
        }
    }

    /// How many bits of precision it takes to see all that an instruction puts together: the lesser of two summands beside the greater, what
    /// is left when they cancel, the rest of a function beside its leading term. And the largest term.
    fn gap(&self, instruction: &Instruction, outcome: &Outcome) -> (i64, Option<i64>) {
        let Outcome::Value(value) = outcome else { return (0, None) };
        let whole = size(value);
        match instruction {
            Instruction::Binary(Op::Add | Op::Sub, a, b) => {
                // Terms are beside each other, not beside the sums of those before: a thousand equal ones are not apart.
                let (first, second) = (self.0[*a as usize].largest, self.0[*b as usize].largest);
                let apart = first.zip(second).map_or(0, |(a, b)| (a - b).abs());
                let cancelled = self.size(*a).max(self.size(*b)).zip(whole).map_or(0, |(most, left)| most - left);
                (apart.max(cancelled), first.max(second))
            }
            Instruction::Unary(op, a) => (self.size(*a).map_or(0, |size| rest(*op, size)), whole),
            // a^b is exp(b ln a), which is nearly 1 for small b; where a is nearly 1, that is a gap of its own.
            Instruction::Power(_, b, _) => (self.size(*b).map_or(0, |size| rest(Op::Exp, size)), whole),
            Instruction::Binary(..)
            | Instruction::Where(..)
            | Instruction::Number(_)
            | Instruction::Constant(_)
            | Instruction::Input(_) => (0, whole),
        }
    }

    fn size(&self, slot: Slot) -> Option<i64> {
        match &self.0[slot as usize].outcome {
            Outcome::Value(ball) => size(ball),
            Outcome::Undefined | Outcome::Unsure(_) => None,
        }
    }
}

/// Radii below this come from values that are too small, not from precision.
const UNDERFLOW: i64 = -(1 << 20);

/// The size of a value that is not 0, as a power of 2. What may be 0 shrinks with every bit of precision, as sin(π) does, and
/// is beside nothing, but what underflowed is not on its way to zero.
fn size(x: &Ball) -> Option<i64> {
    if x.contains_zero() { x.radius_log2().filter(|&size| size < UNDERFLOW) } else { x.magnitude_log2() }
}

/// How many bits below its leading term the rest of a function begins, for an argument of this size.
fn rest(op: Op, size: i64) -> i64 {
    let Some(function) = &op.info().function else { return 0 };
    let shifted = |n: i64, by: i64| if by < 40 { n << by } else { i64::MAX };
    let small = match function.leading.small {
        Small::Own => 0,
        Small::Linear | Small::Quadratic => size.saturating_mul(-2),
    };
    let large = match function.leading.large {
        Large::Own => 0,
        Large::Algebraic => size.saturating_mul(2),
        Large::Exponential | Large::Gaussian if size <= 0 => 0,
        // e^(2x) has less than 3x bits, and e^(x²) less than 2x².
        Large::Exponential => shifted(3, size),
        Large::Gaussian => shifted(2, size.saturating_mul(2)),
    };
    small.max(large).max(0)
}

/// A number in closed form, kept beside its ball if that cannot hold it.
fn beside_ball(exact: Exact, bits: usize) -> (Outcome, Option<Exact>) {
    let ball = exact.to_ball(bits);
    let kept = (!ball.is_exact()).then_some(exact);
    (Outcome::Value(ball), kept)
}

fn power(x: &Ball, y: &Ball, kind: Exponent, bits: usize) -> Outcome {
    let negative = x.sign() == Some(std::cmp::Ordering::Less);
    match kind {
        Exponent::Varying if negative => Outcome::Undefined,
        Exponent::Fraction if negative => Outcome::Undefined,
        _ => ball::combine(Op::Pow, x, y, bits),
    }
}
