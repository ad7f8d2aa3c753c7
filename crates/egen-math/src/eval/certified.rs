//! Certified evaluation: between which two numbers does the value at an exact point certainly lie?

use crate::ball::{self, Ball, Doubt, Outcome};
use crate::expr::Constant;
use crate::number::Number;
use crate::op::{Large, Op, Small};
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// The values of every instruction of a tape at one point.
#[derive(Clone, Debug)]
pub struct Certified {
    outcomes: Vec<Outcome>,
    /// The numbers of those that are rational and whose balls cannot say so: 1/3 is no binary fraction, but 3·(1/3) − 1 is 0.
    rationals: Vec<Option<Number>>,
    absorbed: bool,
}

/// A coordinate of a point.
#[derive(Clone, Debug)]
pub enum Coordinate {
    /// A rational number.
    Exact(Number),
    /// A number that is known to some digits.
    Within(Ball),
}

/// Rational numbers with more bits are left to balls.
const RATIONAL_BITS: usize = 512;

impl Certified {
    /// Evaluates a tape with a working precision at a point.
    pub fn evaluate(tape: &Tape, inputs: &[Coordinate], bits: usize) -> Certified {
        let length = tape.instructions().len();
        let (outcomes, rationals) = (Vec::with_capacity(length), Vec::with_capacity(length));
        let mut out = Certified { outcomes, rationals, absorbed: false };
        for instruction in tape.instructions() {
            let (outcome, rational) = match out.rational(instruction) {
                Some(n) => exactly(&n, bits),
                None => out.outcome(instruction, inputs, bits),
            };
            if let Instruction::Binary(Op::Add | Op::Sub, a, b) = instruction {
                out.note_absorption(*a, *b, bits);
            }
            out.outcomes.push(outcome);
            out.rationals.push(rational);
        }
        out
    }

    fn outcome(&mut self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> (Outcome, Option<Number>) {
        let outcome = match instruction {
            Instruction::Number(n) => return exactly(n, bits),
            Instruction::Constant(Constant::Pi) => Outcome::Value(Ball::pi(bits)),
            Instruction::Constant(Constant::E) => Outcome::Value(Ball::e(bits)),
            Instruction::Input(k) => match &inputs[*k as usize] {
                Coordinate::Exact(n) => return exactly(n, bits),
                Coordinate::Within(ball) => Outcome::Value(ball.clone()),
            },
            Instruction::Unary(op, a) => self.unary(*op, *a, bits),
            Instruction::Binary(op, a, b) => self.binary(*a, *b, |x, y| ball::combine(*op, x, y, bits)),
            Instruction::Power(a, b, kind) => self.binary(*a, *b, |x, y| power(x, y, *kind, bits)),
            Instruction::Where(a, b) => self.binary(*a, *b, |x, _| Outcome::Value(x.clone())),
        };
        (outcome, None)
    }

    /// The rational number that an instruction computes and a ball may not hold.
    fn rational(&self, instruction: &Instruction) -> Option<Number> {
        let held = |slot: &Slot| self.rationals[*slot as usize].as_ref();
        let number = |slot: &Slot| match &self.outcomes[*slot as usize] {
            Outcome::Value(ball) => held(slot).cloned().or_else(|| ball.to_number()),
            _ => None,
        };
        let short = |slot: &Slot| number(slot).filter(|n| n.bits() <= RATIONAL_BITS);
        match instruction {
            Instruction::Unary(op, a) => op.exact(held(a)?),
            Instruction::Binary(op, a, b) if *op == Op::Div || held(a).or(held(b)).is_some() => {
                short(a)?.combine(*op, &short(b)?)
            }
            Instruction::Power(a, b, Exponent::Integer) => held(a)?.power(number(b)?.as_i64()?, RATIONAL_BITS),
            _ => None,
        }
    }

    /// The outcome at a slot.
    pub fn get(&self, slot: Slot) -> &Outcome {
        &self.outcomes[slot as usize]
    }

    /// Was something too small to be seen at this precision beside something else?
    pub fn absorbed(&self) -> bool {
        self.absorbed
    }

    fn unary(&mut self, op: Op, a: Slot, bits: usize) -> Outcome {
        match &self.outcomes[a as usize] {
            Outcome::Value(x) => {
                self.absorbed |= is_flat(op, x, bits);
                ball::apply(op, x, bits)
            }
            other => other.clone(),
        }
    }

    /// Undefined arguments make the result undefined, whatever else is unsure.
    fn binary(&self, a: Slot, b: Slot, f: impl Fn(&Ball, &Ball) -> Outcome) -> Outcome {
        match (&self.outcomes[a as usize], &self.outcomes[b as usize]) {
            (Outcome::Value(x), Outcome::Value(y)) => f(x, y),
            (Outcome::Undefined, _) | (_, Outcome::Undefined) => Outcome::Undefined,
            (Outcome::Unsure(Doubt::TooLarge), _) | (_, Outcome::Unsure(Doubt::TooLarge)) => {
                Outcome::Unsure(Doubt::TooLarge)
            }
            _ => Outcome::Unsure(Doubt::Precision),
        }
    }

    fn note_absorption(&mut self, a: Slot, b: Slot, bits: usize) {
        if let (Outcome::Value(x), Outcome::Value(y)) = (&self.outcomes[a as usize], &self.outcomes[b as usize])
            && let (Some(x), Some(y)) = (seen_log2(x), seen_log2(y))
        {
            self.absorbed |= x.abs_diff(y) + 32 > bits as u64;
        }
    }
}

/// A number, kept beside its ball if that cannot hold it.
fn exactly(n: &Number, bits: usize) -> (Outcome, Option<Number>) {
    let ball = Ball::from_number(n, bits);
    let kept = (!ball.is_exact()).then(|| n.clone());
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

/// The size of a value that is not 0. What may be 0 shrinks with every bit of precision, as sin(π) does, and hides nothing:
/// whatever small thing it came from was noted where it was lost.
fn seen_log2(x: &Ball) -> Option<i64> {
    if x.contains_zero() { None } else { x.magnitude_log2() }
}

/// Is the argument so small or so large that this precision cannot tell the function from its leading term?
fn is_flat(op: Op, x: &Ball, bits: usize) -> bool {
    let Some(size) = seen_log2(x) else { return false };
    let bits = bits as i64;
    let saturates_exponentially = size >= 62 || (size > 0 && (1i64 << size) > bits / 4);
    let Some(function) = &op.info().function else { return false };
    let small = match function.leading.small {
        Small::Own => false,
        Small::Linear | Small::Quadratic => size < (32 - bits) / 2,
    };
    let large = match function.leading.large {
        Large::Own => false,
        Large::Algebraic => size > (bits - 32) / 2,
        Large::Exponential => saturates_exponentially,
    };
    small || large
}
