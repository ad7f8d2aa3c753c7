//! Cuts: where in the plane of its argument does a function jump?
//!
//! The table of operators says on which axis and between which numbers. The imaginary axis is turned into the real one, so that every cut is a
//! piece of the real axis in the plane of w = u or w = −iu.

use num_complex::Complex64;

use crate::elementary::csize;
use crate::eval::complex::ComplexApprox;
use crate::op::{self, Axis, Family, Op};
use crate::set;
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

/// A piece of the real axis on which a function jumps, without singular points inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    low: f64,
    high: f64,
}

/// The cuts that an instruction has.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The argument u of the function.
    pub argument: Slot,
    /// Its pieces in the plane of w.
    pub segments: Vec<Segment>,
    /// Is w = −iu, so that the cut lies on the imaginary axis of u?
    pub turned: bool,
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
    let row = op.info();
    let function = row.function.as_ref().expect("tapes apply functions of one argument only");
    match function.cuts {
        _ if row.family == Family::Sign => Nature::Nowhere,
        [] => Nature::Meromorphic,
        [first, ..] => {
            let turned = first.axis == Axis::Imaginary;
            let segments = function.cuts.iter().flat_map(|cut| pieces(function, cut)).collect();
            Nature::Cut(Cut { argument, segments, turned })
        }
    }
}

/// A cut without the singular points inside it: that of acosh reaches from −∞ to 1, and what it does before −1 is one thing and behind it another.
fn pieces(function: &op::Function, cut: &op::Cut) -> Vec<Segment> {
    let is_singular = |&at: &f64| {
        let z = match cut.axis {
            Axis::Real => Complex64::new(at, 0.0),
            Axis::Imaginary => Complex64::new(0.0, at),
        };
        cut.low < at && at < cut.high && !(function.complex_slope)(z, (function.complex)(z)).is_finite()
    };
    let inside = [-1.0, 0.0, 1.0].into_iter().filter(is_singular);
    let ends: Vec<f64> = std::iter::once(cut.low).chain(inside).chain([cut.high]).collect();
    ends.windows(2).map(|ends| Segment { low: ends[0], high: ends[1] }).collect()
}

/// Error estimates are of first order, and may be too small by a factor.
const SAFE: f64 = 4.0;

impl Cut {
    /// The point of the w-plane that belongs to an argument.
    pub fn plane(&self, u: Complex64) -> Complex64 {
        if self.turned { Complex64::new(u.im, -u.re) } else { u }
    }

    /// Is a segment of another cut one of this one, in the same plane?
    pub fn has(&self, segment: Segment, of: &Cut) -> bool {
        self.turned == of.turned && self.segments.contains(&segment)
    }

    /// Is an argument off the cut beyond its error, or exactly on it and off its ends?
    pub fn is_clear_of(&self, argument: ComplexApprox, is_real: bool) -> bool {
        if !argument.is_known() {
            return false;
        }
        let w = self.plane(argument.value);
        let error = SAFE * argument.error;
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

    /// Is an argument on the cut as far as its error tells, and well inside? tanh x is at the end of that of acos as soon as x is 20.
    pub fn is_under(&self, argument: ComplexApprox) -> bool {
        const INSIDE: f64 = 1e3;
        let w = self.plane(argument.value);
        let is_under = |segment: &Segment| segment.distance_to_ends(w) > INSIDE * argument.error.max(1e-12);
        argument.is_known()
            && self.segments.iter().any(|segment| is_under(segment) && segment.distance(w) <= SAFE * argument.error)
    }
}

impl Segment {
    /// Its ends, as one number.
    pub fn as_complex(self) -> Complex64 {
        Complex64::new(self.low, self.high)
    }

    /// Where it ends, at finite points.
    fn ends(self) -> impl Iterator<Item = f64> {
        [self.low, self.high].into_iter().filter(|end| end.is_finite())
    }

    /// Is it the cut of a logarithm?
    pub fn is_ray_from_zero(self) -> bool {
        self.low == f64::NEG_INFINITY && self.high == 0.0
    }

    pub fn distance_to_ends(self, w: Complex64) -> f64 {
        self.ends().map(|end| csize(w - end)).fold(f64::INFINITY, f64::min)
    }

    /// How far a point is from the segment.
    pub fn distance(self, w: Complex64) -> f64 {
        if (self.low..=self.high).contains(&w.re) { w.im.abs() } else { self.distance_to_ends(w) }
    }

    /// A point of the segment as large as w, and well inside.
    pub fn target(self, w: Complex64) -> f64 {
        const INSIDE: f64 = 1.5;
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => {
                let (middle, room) = ((self.low + self.high) / 2.0, (self.high - self.low) / 4.0);
                w.re.clamp(middle - room, middle + room)
            }
            (true, false) => csize(w).max(INSIDE * self.low),
            (false, _) => -csize(w).max(-INSIDE * self.high),
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
            // The second part of `Where` says where there is a value, not which.
            Instruction::Where(a, _) => facts[*a as usize].is_used = true,
            _ => instruction.operands().for_each(|slot| facts[slot as usize].is_used = true),
        }
    }
    facts
}

/// For each slot those that are made of it, as bits.
pub fn made_of(tape: &Tape) -> Vec<u64> {
    let mut made: Vec<u64> = (0..tape.instructions().len()).map(|slot| bit(slot as Slot)).collect();
    for (at, instruction) in tape.instructions().iter().enumerate().rev() {
        let own = made[at];
        instruction.operands().for_each(|slot| made[slot as usize] |= own);
    }
    made
}

/// The bit of a slot.
pub fn bit(slot: Slot) -> u64 {
    1 << (slot % 64)
}

/// Is the function real at every real number at which it has a value?
fn keeps_real(op: Op) -> bool {
    op.info().domain == set::ALL
}
