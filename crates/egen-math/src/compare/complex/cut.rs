//! Cuts: where in the plane of its argument does a function jump?
//!
//! Every cut lies on the real axis once the plane is turned or inverted: that of atan u is where w = iu is real and beyond ±1, that of
//! acsc u where w = 1/u is.

use num_complex::Complex64;

use crate::eval::complex::ComplexApprox;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// What kind of function an instruction computes.
pub enum Nature {
    /// It has no cut, and poles at most.
    Meromorphic,
    /// It is analytic off a cut.
    Cut(Cut),
    /// It is analytic nowhere, but smooth, so that there is nothing to cross.
    Nowhere,
}

/// A piece of the real axis on which a function jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// w < 0.
    Negative,
    /// w < −1.
    BelowMinusOne,
    /// −1 < w < 1.
    Unit,
    /// w > 1.
    AboveOne,
}

/// A cut that an instruction has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The argument u of the function.
    pub argument: Slot,
    /// Its pieces in the plane of w.
    pub segments: &'static [Segment],
    /// Is w = iu, so that the cut lies on the imaginary axis of u?
    turned: bool,
    /// Is w the inverse of that, up to its sign?
    inverted: bool,
}

/// What is known of a slot by its form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// The inputs that it depends on, as bits; those from the 64th on share one.
    pub inputs: u64,
    /// Is it real whatever the inputs are, and computed without an imaginary part?
    pub is_real: bool,
    /// Is it a part of a side?
    pub is_used: bool,
}

const NEGATIVE: &[Segment] = &[Segment::Negative];
const OUTSIDE_UNIT: &[Segment] = &[Segment::BelowMinusOne, Segment::AboveOne];
const BELOW_ONE: &[Segment] = &[Segment::BelowMinusOne, Segment::Unit];

/// The nature of an instruction.
pub fn of(instruction: &Instruction) -> Nature {
    let (op, argument) = match instruction {
        Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => return Nature::Meromorphic,
        Instruction::Binary(..) | Instruction::Where(..) | Instruction::Power(_, _, Exponent::Integer) => {
            return Nature::Meromorphic;
        }
        // a^b is exp(b ln a).
        Instruction::Power(
            base,
            _,
            Exponent::Fraction | Exponent::Constant | Exponent::Varying | Exponent::Lattice,
        ) => (Op::Ln, *base),
        Instruction::Unary(op, argument) => (*op, *argument),
    };
    let cut = |segments, turned, inverted| Nature::Cut(Cut { argument, segments, turned, inverted });
    match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Neg | Op::Exp => Nature::Meromorphic,
        Op::Sin | Op::Cos | Op::Tan | Op::Csc | Op::Sec | Op::Cot => Nature::Meromorphic,
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Csch | Op::Sech | Op::Coth => Nature::Meromorphic,
        Op::Pow | Op::Log | Op::Diff | Op::Integral => unreachable!("tapes have none of one argument"),
        Op::Abs | Op::Sign => Nature::Nowhere,
        Op::Sqrt | Op::Ln => cut(NEGATIVE, false, false),
        Op::Asin | Op::Acos | Op::Atanh => cut(OUTSIDE_UNIT, false, false),
        Op::Atan | Op::Asinh => cut(OUTSIDE_UNIT, true, false),
        Op::Acosh => cut(BELOW_ONE, false, false),
        Op::Acsc | Op::Asec | Op::Acoth => cut(OUTSIDE_UNIT, false, true),
        Op::Acot | Op::Acsch => cut(OUTSIDE_UNIT, true, true),
        Op::Asech => cut(BELOW_ONE, false, true),
    }
}

impl Cut {
    /// The point of the w-plane that belongs to an argument.
    pub fn plane(&self, u: Complex64) -> Complex64 {
        let w = if self.turned { Complex64::new(-u.im, u.re) } else { u };
        if self.inverted { w.inv() } else { w }
    }

    /// Is an argument off the cut beyond its error, or exactly on it and off its ends?
    pub fn is_clear_of(&self, argument: ComplexApprox, is_real: bool) -> bool {
        const SAFE: f64 = 4.0;
        if !argument.is_known() {
            return false;
        }
        let w = self.plane(argument.value);
        let stretch = if self.inverted { w.norm_sqr() } else { 1.0 };
        let error = SAFE * stretch * argument.error;
        // No point of the real axis is nearer than that, and most points are well off it.
        if w.im.abs() > error {
            return true;
        }
        self.segments.iter().all(|segment| {
            let is_on = is_real && !self.turned;
            let distance = if is_on { segment.distance_to_ends(w) } else { segment.distance(w) };
            distance > error || (error == 0.0 && is_on)
        })
    }
}

impl Segment {
    fn ends(self) -> &'static [f64] {
        match self {
            Segment::Negative => &[0.0],
            Segment::BelowMinusOne => &[-1.0],
            Segment::Unit => &[-1.0, 1.0],
            Segment::AboveOne => &[1.0],
        }
    }

    pub fn distance_to_ends(self, w: Complex64) -> f64 {
        self.ends().iter().map(|end| (w - end).norm()).fold(f64::INFINITY, f64::min)
    }

    /// How far a point is from the segment.
    pub fn distance(self, w: Complex64) -> f64 {
        let beside = match self {
            Segment::Negative => w.re <= 0.0,
            Segment::BelowMinusOne => w.re <= -1.0,
            Segment::Unit => w.re.abs() <= 1.0,
            Segment::AboveOne => w.re >= 1.0,
        };
        if beside { w.im.abs() } else { self.distance_to_ends(w) }
    }

    /// A point of the segment as large as w, and well inside.
    pub fn target(self, w: Complex64) -> f64 {
        const INSIDE: f64 = 1.5;
        match self {
            Segment::Negative => -w.norm(),
            Segment::BelowMinusOne => -w.norm().max(INSIDE),
            Segment::Unit => w.re.clamp(1.0 - INSIDE, INSIDE - 1.0),
            Segment::AboveOne => w.norm().max(INSIDE),
        }
    }
}

/// What is known of every slot of a tape whose sides are the `roots`.
pub fn facts(tape: &Tape, roots: &[Slot]) -> Vec<Facts> {
    let mut facts: Vec<Facts> = Vec::with_capacity(tape.instructions().len());
    for instruction in tape.instructions() {
        let of = |slot: &Slot| facts[*slot as usize];
        let (inputs, is_real) = match instruction {
            Instruction::Number(_) | Instruction::Constant(_) => (0, true),
            Instruction::Input(k) => (1 << (*k).min(63), false),
            Instruction::Unary(op, a) => (of(a).inputs, keeps_real(*op) && of(a).is_real || *op == Op::Abs),
            Instruction::Binary(_, a, b) | Instruction::Where(a, b) => {
                (of(a).inputs | of(b).inputs, of(a).is_real && of(b).is_real)
            }
            Instruction::Power(a, b, kind) => {
                (of(a).inputs | of(b).inputs, of(a).is_real && of(b).is_real && *kind == Exponent::Integer)
            }
        };
        facts.push(Facts { inputs, is_real, is_used: false });
    }
    for root in roots {
        facts[*root as usize].is_used = true;
    }
    for (at, instruction) in tape.instructions().iter().enumerate().rev() {
        if !facts[at].is_used {
            continue;
        }
        match instruction {
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => {}
            // The second part of `Where` says where there is a value, not which.
            Instruction::Unary(_, a) | Instruction::Where(a, _) => facts[*a as usize].is_used = true,
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) => {
                facts[*a as usize].is_used = true;
                facts[*b as usize].is_used = true;
            }
        }
    }
    facts
}

/// Is the function real at every real number at which it has a value?
fn keeps_real(op: Op) -> bool {
    match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Neg | Op::Abs | Op::Sign | Op::Exp => true,
        Op::Sin | Op::Cos | Op::Tan | Op::Csc | Op::Sec | Op::Cot => true,
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Csch | Op::Sech | Op::Coth => true,
        Op::Atan | Op::Acot | Op::Asinh | Op::Acsch => true,
        Op::Pow | Op::Log | Op::Diff | Op::Integral => false,
        Op::Sqrt | Op::Ln | Op::Asin | Op::Acos | Op::Acsc | Op::Asec => false,
        Op::Acosh | Op::Atanh | Op::Asech | Op::Acoth => false,
    }
}
