//! Shapes: what can be told of the parts of a tape without evaluating them?

use crate::op::Op;
use crate::tape::{Exponent, Instruction, Tape};

/// A value of an input that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// The input.
    pub input: usize,
    /// Its value there.
    pub at: f64,
    /// How much of it moves the part by 1.
    pub unit: f64,
}

/// What is known of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// It is a number.
    Number,
    /// It is a·x + b.
    Line(Line),
    /// It is zero, or has a pole, where a·x + b is zero, and nowhere else.
    ZeroWith(Line),
    /// It is positive and has no pole.
    Positive,
    /// It has no pole.
    Finite,
    /// Nothing.
    Any,
}

/// A part a·x + b of a tape: the input x, a and b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    input: usize,
    a: f64,
    pub b: f64,
}

impl Line {
    /// Where it has a value.
    pub fn place(&self, value: f64) -> Place {
        Place { input: self.input, at: (value - self.b) / self.a, unit: 1.0 / self.a.abs() }
    }
}

/// The shape of each slot.
pub(super) fn shapes(tape: &Tape) -> Vec<Shape> {
    let mut known: Vec<Known> = Vec::with_capacity(tape.instructions().len());
    for instruction in tape.instructions() {
        let next = Known::of(instruction, &known);
        known.push(next);
    }
    known.into_iter().map(Known::shape).collect()
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// The input, a and b, if it is a·x + b; no input if it is a number.
    linear: Option<(Option<usize>, f64, f64)>,
    /// Where its zeros and poles are.
    zero: Option<Line>,
    finite: bool,
    least: Least,
}

/// The least that it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Least {
    Unknown,
    Zero,
    Positive,
}

impl Known {
    fn of(instruction: &Instruction, known: &[Known]) -> Known {
        let get = |slot: &u32| known[*slot as usize];
        let mut out = Known { linear: linear(instruction, known), zero: None, finite: false, least: Least::Unknown };
        match instruction {
            Instruction::Number(n) => {
                out.finite = true;
                out.least = if n.to_f64() > 0.0 { Least::Positive } else { Least::Unknown };
            }
            Instruction::Constant(_) => (out.finite, out.least) = (true, Least::Positive),
            Instruction::Input(_) => out.finite = true,
            Instruction::Unary(op, a) => {
                let a = get(a);
                use Op::{Abs, Acot, Asinh, Atan, Cos, Cosh, Exp, Neg, Sech, Sign, Sin, Sinh, Sqrt, Tanh};
                out.finite = a.finite
                    && matches!(
                        op,
                        Neg | Exp | Sin | Cos | Sinh | Cosh | Tanh | Sech | Atan | Acot | Asinh | Abs | Sign | Sqrt
                    );
                out.zero = a.zero.filter(|_| matches!(op, Neg | Abs));
                out.least = match op {
                    Exp | Cosh | Sech => Least::Positive,
                    Abs | Sqrt => a.least.max(Least::Zero),
                    Sinh | Tanh | Atan | Asinh => a.least,
                    _ => Least::Unknown,
                };
            }
            Instruction::Binary(op, a, b) => {
                let (left, right) = (get(a), get(b));
                let divides = *op == Op::Div;
                out.finite = left.finite && right.finite && (!divides || right.least == Least::Positive);
                let product = match op {
                    Op::Mul if a == b => left.least.max(Least::Zero),
                    _ => left.least.min(right.least),
                };
                out.least = match op {
                    Op::Add if product > Least::Unknown => left.least.max(right.least),
                    Op::Mul | Op::Div => product,
                    _ => Least::Unknown,
                };
                out.zero = match (left.zero, right.zero) {
                    (Some(line), Some(other)) if line == other && *op == Op::Mul => Some(line),
                    _ => None,
                };
            }
            Instruction::Power(base, exponent, kind) => {
                let (base, exponent) = (get(base), get(exponent));
                let number = exponent.linear.filter(|(input, ..)| input.is_none()).map(|(.., n)| n);
                let whole = *kind == Exponent::Integer;
                let rises = number.is_some_and(|n| n > 0.0);
                out.finite = base.finite && exponent.finite && (base.least == Least::Positive || rises);
                out.zero = base.zero.filter(|_| whole);
                let even = whole && number.is_some_and(|n| n % 2.0 == 0.0);
                out.least = if even { base.least.max(Least::Zero) } else { base.least };
            }
            Instruction::Where(a, _) => {
                let a = get(a);
                (out.finite, out.least, out.zero) = (a.finite, a.least, a.zero);
            }
        }
        if let Some((Some(input), a, b)) = out.linear
            && a != 0.0
            && (b / a).is_finite()
        {
            out.zero = Some(Line { input, a, b });
        }
        out
    }

    fn shape(self) -> Shape {
        match (self.linear, self.zero) {
            (Some((Some(_), ..)), Some(line)) => Shape::Line(line),
            (Some((None, ..)), _) => Shape::Number,
            (_, Some(line)) => Shape::ZeroWith(line),
            _ if self.finite && self.least == Least::Positive => Shape::Positive,
            _ if self.finite => Shape::Finite,
            _ => Shape::Any,
        }
    }
}

/// The input, a and b, if an instruction computes a·x + b; no input if it is a number.
fn linear(instruction: &Instruction, known: &[Known]) -> Option<(Option<usize>, f64, f64)> {
    let get = |slot: &u32| known[*slot as usize].linear;
    match instruction {
        Instruction::Number(n) => Some((None, 0.0, n.to_f64())),
        Instruction::Input(k) => Some((Some(*k as usize), 1.0, 0.0)),
        Instruction::Unary(Op::Neg, a) => get(a).map(|(k, a, b)| (k, -a, -b)),
        Instruction::Binary(op, left, right) => match (op, get(left)?, get(right)?) {
            (Op::Add | Op::Sub, (i, a, b), (j, c, d)) if i.is_none() || j.is_none() || i == j => {
                let sign = if *op == Op::Add { 1.0 } else { -1.0 };
                Some((i.or(j), a + sign * c, b + sign * d))
            }
            (Op::Mul, (None, _, n), (k, a, b)) | (Op::Mul, (k, a, b), (None, _, n)) => Some((k, a * n, b * n)),
            (Op::Div, (k, a, b), (None, _, n)) => Some((k, a / n, b / n)),
            _ => None,
        },
        _ => None,
    }
}
