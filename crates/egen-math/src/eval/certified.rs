//! Certified evaluation: between which two numbers does the value at an exact point certainly lie?
//!
//! Values in closed form (`exact.rs`) are carried beside their balls, which cannot say that 3·(1/3) is 1 or that sin π is 0.

use super::exact::{self, Exact, Finding};
use super::turn;
use crate::ball::{self, Ball, Doubt, Outcome};
use crate::expr::Constant;
use crate::number::Number;
use crate::op::{Large, Op, Small};
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// The values of every instruction of a tape at one point.
#[derive(Clone, Debug)]
pub struct Certified {
    outcomes: Vec<Outcome>,
    /// Those whose balls cannot say which numbers they are: 3·(1/3) − 1 is 0, and so is sin π.
    exacts: Vec<Option<Exact>>,
    /// How deep below the leading bit of each value the least part of it is to be seen.
    depths: Vec<i64>,
    absorbed: bool,
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
        let length = tape.instructions().len();
        let (outcomes, exacts) = (Vec::with_capacity(length), Vec::with_capacity(length));
        let mut out = Certified { outcomes, exacts, depths: Vec::with_capacity(length), absorbed: false };
        for (at, instruction) in tape.instructions().iter().enumerate() {
            if !wanted(at as Slot) {
                out.outcomes.push(Outcome::Unsure(Doubt::Precision));
                out.exacts.push(None);
                out.depths.push(0);
                continue;
            }
            let (outcome, exact) = match out.held_by_ball(instruction, inputs, bits) {
                Some(ball) => (Outcome::Value(ball), None),
                None => match out.closed(instruction, inputs) {
                    Some(Finding::Value(exact)) => beside_ball(exact, bits),
                    Some(Finding::Undefined) => (Outcome::Undefined, None),
                    None => (out.outcome(instruction, inputs, bits), None),
                },
            };
            let depth = if exact.is_some() { 0 } else { out.depth(instruction, &outcome) };
            out.absorbed |= depth + 32 > bits as i64;
            out.outcomes.push(outcome);
            out.exacts.push(exact);
            out.depths.push(depth);
        }
        out
    }

    /// What an instruction computes, in balls.
    fn outcome(&mut self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> Outcome {
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
    fn held_by_ball(&mut self, instruction: &Instruction, inputs: &[Coordinate], bits: usize) -> Option<Ball> {
        let holds = |slot: &Slot| matches!(&self.outcomes[*slot as usize], Outcome::Value(ball) if ball.is_exact());
        let likely = match instruction {
            Instruction::Unary(Op::Neg | Op::Abs | Op::Sign | Op::Sqrt, a) => holds(a),
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
        match (&self.outcomes[slot as usize], &self.exacts[slot as usize]) {
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
        &self.outcomes[slot as usize]
    }

    /// Was something too small to be seen at this precision beside something else?
    pub fn absorbed(&self) -> bool {
        self.absorbed
    }

    fn unary(&mut self, op: Op, a: Slot, bits: usize) -> Outcome {
        if let Some(Exact::Turn(q)) = &self.exacts[a as usize]
            && let Some((outcome, angle)) = turn::reduced(op, q, bits)
        {
            self.absorbed |= is_flat(Op::Sin, &angle, bits);
            return outcome;
        }
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

    /// How many bits below the leading one of a value the least of what it was made from is to be seen. In e^700 + 1 the 1 stands
    /// 1010 bits below; in 1/(e^700 + 1) + 3 it stands twice as deep.
    fn depth(&self, instruction: &Instruction, outcome: &Outcome) -> i64 {
        let Outcome::Value(value) = outcome else { return 0 };
        let of = |slot: &Slot| self.depths[*slot as usize];
        let size = |slot: &Slot| match &self.outcomes[*slot as usize] {
            // What underflowed is not on its way to zero.
            Outcome::Value(ball) if ball.contains_zero() => ball.radius_log2().filter(|&size| size < UNDERFLOW),
            Outcome::Value(ball) => seen_log2(ball),
            Outcome::Undefined | Outcome::Unsure(_) => None,
        };
        match instruction {
            Instruction::Binary(Op::Add | Op::Sub, a, b) => {
                let Some(whole) = seen_log2(value) else { return 0 };
                // What may be zero hides nothing: whatever small thing it came from was noted where it was lost.
                let below = |slot: &Slot| size(slot).map_or(0, |own| whole - own + of(slot));
                let apart = size(a).zip(size(b)).map_or(0, |(a, b)| (a - b).abs());
                below(a).max(below(b)).max(apart).max(0)
            }
            Instruction::Unary(op, a) => match of(a) {
                0 => 0,
                depth => (depth + damping(*op, &self.outcomes[*a as usize], value)).max(0),
            },
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) => of(a).max(of(b)),
            Instruction::Where(a, _) => of(a),
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => 0,
        }
    }
}

/// Radii below this come from values that are too small, not from precision.
const UNDERFLOW: i64 = -(1 << 20);

/// By how many bits a function makes small changes of its argument smaller, against its value; negative if it makes them larger.
fn damping(op: Op, argument: &Outcome, value: &Ball) -> i64 {
    let (Outcome::Value(x), Some(function)) = (argument, &op.info().function) else { return 0 };
    let (x, y) = (x.to_f64(), value.to_f64());
    // A sign does not change with its argument.
    if op == Op::Sign || !(x.is_finite() && y.is_finite()) || x == 0.0 || y == 0.0 {
        return 0;
    }
    let factor = (function.slope)(x, y).abs() * (x / y).abs();
    // Where the slope is too small for a float, nothing of the argument is to be seen.
    if factor == 0.0 {
        1 << 20
    } else if factor.is_finite() {
        -factor.log2().floor() as i64
    } else {
        0
    }
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
