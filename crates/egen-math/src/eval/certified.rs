//! Certified evaluation: between which two numbers does the value at an exact point certainly lie?

use crate::ball::{self, Ball, Doubt, Outcome};
use crate::expr::Constant;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// The values of every instruction of a tape at one point.
#[derive(Clone, Debug)]
pub struct Certified {
    outcomes: Vec<Outcome>,
    absorbed: bool,
}

impl Certified {
    /// Evaluates a tape with a working precision at a point, which may itself be known to some digits only.
    pub fn evaluate(tape: &Tape, inputs: &[Ball], bits: usize) -> Certified {
        let mut out = Certified { outcomes: Vec::with_capacity(tape.instructions().len()), absorbed: false };
        for instruction in tape.instructions() {
            let outcome = match instruction {
                Instruction::Number(n) => Outcome::Value(Ball::from_number(n, bits)),
                Instruction::Constant(Constant::Pi) => Outcome::Value(Ball::pi(bits)),
                Instruction::Constant(Constant::E) => Outcome::Value(Ball::e(bits)),
                Instruction::Input(k) => Outcome::Value(inputs[*k as usize].clone()),
                Instruction::Unary(op, a) => out.unary(*op, *a, bits),
                Instruction::Binary(op, a, b) => out.binary(*a, *b, |x, y| ball::combine(*op, x, y, bits)),
                Instruction::Power(a, b, kind) => out.binary(*a, *b, |x, y| power(x, y, *kind, bits)),
                Instruction::Where(a, b) => out.binary(*a, *b, |x, _| Outcome::Value(x.clone())),
            };
            if let Instruction::Binary(Op::Add | Op::Sub, a, b) = instruction {
                out.note_absorption(*a, *b, bits);
            }
            out.outcomes.push(outcome);
        }
        out
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
    let tiny = size < (32 - bits) / 2;
    let saturates_exponentially = size >= 62 || (size > 0 && (1i64 << size) > bits / 4);
    match op {
        Op::Neg | Op::Abs | Op::Sign | Op::Sqrt | Op::Ln | Op::Acosh => false,
        Op::Sinh | Op::Cosh | Op::Csch | Op::Sech | Op::Tanh | Op::Coth => tiny || saturates_exponentially,
        Op::Asinh | Op::Atan | Op::Acot | Op::Acsch | Op::Asec | Op::Acsc | Op::Acoth => tiny || size > (bits - 32) / 2,
        _ => tiny,
    }
}
