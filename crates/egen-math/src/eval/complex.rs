//! Complex evaluation: what are the principal values at many complex points?

use std::f64::consts;

use num_complex::Complex64;

use crate::elementary::{cpow, csize as size};
use crate::expr::Constant;
use crate::op::Op;
use crate::tape::{Instruction, Slot, Tape};

/// A complex value with an estimate of its absolute error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComplexApprox {
    /// The value; NaN where there is none.
    pub value: Complex64,
    /// The estimated error; infinite where nothing is known.
    pub error: f64,
}

const ROUND: f64 = 4.0 * f64::EPSILON;
const FUNCTION: f64 = 16.0 * f64::EPSILON;
const UNSURE: ComplexApprox = ComplexApprox { value: Complex64::ZERO, error: f64::INFINITY };
const UNDEFINED: ComplexApprox = ComplexApprox { value: Complex64::new(f64::NAN, 0.0), error: 0.0 };

impl ComplexApprox {
    /// Is there a value that can be compared with another?
    pub fn is_known(&self) -> bool {
        !self.value.re.is_nan() && self.error.is_finite()
    }

    /// Is there certainly no value?
    pub fn is_undefined(&self) -> bool {
        self.value.re.is_nan()
    }

    fn computed(value: Complex64, error: f64) -> ComplexApprox {
        if !(value.is_finite() && error.is_finite()) || (error > 1.0 && error > size(value)) {
            return UNSURE;
        }
        ComplexApprox { value, error }
    }
}

/// The values of every instruction at many points.
#[derive(Clone, Debug)]
pub struct ComplexLanes {
    lanes: usize,
    values: Vec<ComplexApprox>,
}

impl ComplexLanes {
    /// Evaluates a tape; `inputs[lane * tape.inputs().len() + k]` is input k at that point.
    pub fn evaluate(tape: &Tape, inputs: &[Complex64], lanes: usize) -> ComplexLanes {
        ComplexLanes::evaluate_parts(tape, inputs, lanes, |_, _| true)
    }

    /// Evaluates what is wanted, by slot and lane; what a wanted part needs must be wanted too.
    pub(crate) fn evaluate_parts(
        tape: &Tape,
        inputs: &[Complex64],
        lanes: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> ComplexLanes {
        let mut run = Run::new(tape, inputs, lanes);
        for (at, instruction) in tape.instructions().iter().enumerate() {
            run.step(instruction, |lane| wanted(at, lane));
        }
        ComplexLanes { lanes, values: run.values }
    }

    /// The same as `evaluate`, with the values of functions that were computed before; `ids` has the place among them for each slot.
    pub(crate) fn evaluate_known(
        tape: &Tape,
        inputs: &[Complex64],
        lanes: usize,
        ids: &[Slot],
        known: &mut [Option<Box<[ComplexApprox]>>],
    ) -> ComplexLanes {
        let mut run = Run::new(tape, inputs, lanes);
        for (instruction, &id) in tape.instructions().iter().zip(ids) {
            let known = &mut known[id as usize];
            match (instruction, &known) {
                (Instruction::Unary(..) | Instruction::Power(..), Some(row)) => run.take(instruction, row),
                (Instruction::Unary(..) | Instruction::Power(..), None) => {
                    run.step(instruction, |_| true);
                    *known = Some(run.values[run.values.len() - lanes..].into());
                }
                _ => run.step(instruction, |_| true),
            }
        }
        ComplexLanes { lanes, values: run.values }
    }

    /// How many points there are.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The value of a slot at a lane.
    pub fn get(&self, slot: Slot, lane: usize) -> ComplexApprox {
        self.values[slot as usize * self.lanes + lane]
    }
}

/// An evaluation under way.
struct Run<'a> {
    inputs: &'a [Complex64],
    width: usize,
    lanes: usize,
    values: Vec<ComplexApprox>,
    /// Does a slot depend on an input?
    varies: Vec<bool>,
}

impl<'a> Run<'a> {
    fn new(tape: &Tape, inputs: &'a [Complex64], lanes: usize) -> Run<'a> {
        let length = tape.instructions().len();
        let (values, varies) = (Vec::with_capacity(lanes * length), Vec::with_capacity(length));
        Run { inputs, width: tape.inputs().len(), lanes, values, varies }
    }

    fn moves(&self, instruction: &Instruction) -> bool {
        matches!(instruction, Instruction::Input(_)) || instruction.operands().any(|slot| self.varies[slot as usize])
    }

    /// The values of an instruction, as they are known.
    fn take(&mut self, instruction: &Instruction, row: &[ComplexApprox]) {
        self.varies.push(self.moves(instruction));
        self.values.extend_from_slice(row);
    }

    /// Computes an instruction where it is wanted. What depends on no input has one value for all points.
    #[inline]
    fn step(&mut self, instruction: &Instruction, wanted: impl Fn(usize) -> bool) {
        let lanes = self.lanes;
        let moves = self.moves(instruction);
        self.varies.push(moves);
        for lane in 0..if moves { lanes } else { lanes.min(1) } {
            if moves && !wanted(lane) {
                self.values.push(UNSURE);
                continue;
            }
            let get = |slot: Slot| self.values[slot as usize * lanes + lane];
            let value = match instruction {
                Instruction::Number(n) => {
                    let value = n.to_f64();
                    ComplexApprox::computed(value.into(), if n.is_exact_f64() { 0.0 } else { value.abs() * ROUND })
                }
                Instruction::Constant(Constant::Pi) => ComplexApprox::computed(consts::PI.into(), ROUND),
                Instruction::Constant(Constant::E) => ComplexApprox::computed(consts::E.into(), ROUND),
                Instruction::Input(k) => {
                    ComplexApprox { value: self.inputs[lane * self.width + *k as usize], error: 0.0 }
                }
                Instruction::Unary(op, a) => unary(*op, get(*a)),
                Instruction::Binary(op, a, b) => binary(*op, get(*a), get(*b)),
                Instruction::Power(a, b, _) => power(get(*a), get(*b)),
                Instruction::Where(a, b) => binary(Op::Add, get(*a), binary(Op::Mul, get(*b), ZERO)),
            };
            self.values.push(value);
        }
        if let Some(&value) = self.values.last().filter(|_| !moves) {
            self.values.resize(self.varies.len() * lanes, value);
        }
    }
}

const ZERO: ComplexApprox = ComplexApprox { value: Complex64::ZERO, error: 0.0 };

fn binary(op: Op, x: ComplexApprox, y: ComplexApprox) -> ComplexApprox {
    if x.is_undefined() || y.is_undefined() {
        return UNDEFINED;
    }
    if !(x.is_known() && y.is_known()) {
        return UNSURE;
    }
    let sum = |value: Complex64| ComplexApprox::computed(value, x.error + y.error + size(value) * ROUND);
    match op {
        Op::Add => sum(x.value + y.value),
        Op::Sub => sum(x.value - y.value),
        Op::Mul => {
            let (a, b) = (size(x.value), size(y.value));
            let value = x.value * y.value;
            if value == Complex64::ZERO && a != 0.0 && b != 0.0 {
                return UNSURE;
            }
            ComplexApprox::computed(value, a * y.error + b * x.error + x.error * y.error + a * b * ROUND)
        }
        Op::Div => {
            let below = size(y.value);
            if below <= y.error {
                return if y.error == 0.0 { UNDEFINED } else { UNSURE };
            }
            // The library divides by the square of y.
            if squares_lose_digits(y.value) {
                return UNSURE;
            }
            let value = x.value / y.value;
            if value == Complex64::ZERO && x.value != Complex64::ZERO {
                return UNSURE;
            }
            let error = (x.error + size(value) * y.error) / (below - y.error);
            ComplexApprox::computed(value, error + size(value) * ROUND)
        }
        _ => UNSURE,
    }
}

/// At 10^160 the square is infinite, so that 9/y came out as 0, and at 10^-160 it has lost its digits.
fn squares_lose_digits(z: Complex64) -> bool {
    z != Complex64::ZERO && !(1e-150..1e150).contains(&size(z))
}

fn power(x: ComplexApprox, y: ComplexApprox) -> ComplexApprox {
    if x.is_undefined() || y.is_undefined() {
        return UNDEFINED;
    }
    if !(x.is_known() && y.is_known()) {
        return UNSURE;
    }
    let whole = y.error == 0.0 && y.value.im == 0.0 && y.value.re.fract() == 0.0;
    if !whole && crosses_negative_axis(x) {
        return UNSURE;
    }
    let value = cpow(x.value, y.value);
    if value.re.is_nan() && x.value == Complex64::ZERO && x.error == 0.0 {
        return UNDEFINED;
    }
    let base = size(x.value);
    if base <= x.error {
        return if x.error == 0.0 { ComplexApprox::computed(value, 0.0) } else { UNSURE };
    }
    let is_inverse = whole && y.value.re < 0.0;
    if value == Complex64::ZERO || (is_inverse && (squares_lose_digits(x.value) || squares_lose_digits(value))) {
        return UNSURE;
    }
    let (log, exponent) = (base.ln().abs() + consts::PI, size(y.value));
    let relative = exponent * x.error / (base - x.error) + log * y.error + FUNCTION * (1.0 + exponent * log);
    ComplexApprox::computed(value, size(value) * relative)
}

/// Could the error carry the value across the cut of ln, sqrt and powers?
fn crosses_negative_axis(x: ComplexApprox) -> bool {
    x.value.im != 0.0 && x.value.im.abs() <= x.error && x.value.re < x.error
}

fn unary(op: Op, x: ComplexApprox) -> ComplexApprox {
    let Some(function) = &op.info().function else { return UNSURE };
    if !x.is_known() {
        return x;
    }
    let z = x.value;
    if function.cuts.iter().any(|cut| cut.parts(z, x.error)) {
        return UNSURE;
    }
    // Derivatives of |u| and sgn u are taken along the real line; off it they mean nothing.
    let y = (function.complex)(z);
    // What ln 0 and csc 0 are made of has no value at 0, and neither have they.
    if z == Complex64::ZERO && x.error == 0.0 && !y.is_finite() {
        return UNDEFINED;
    }
    // Zeros at numbers of floating point are at 0 and 1 (ln, acos, acosh); others have underflowed, or 1/y has.
    let underflowed = y == Complex64::ZERO && z != Complex64::ZERO && z != Complex64::ONE;
    if underflowed || squares_lose_digits(y) || squares_lose_digits(z) {
        return UNSURE;
    }
    let slope = if x.error == 0.0 { 0.0 } else { (function.complex_slope)(z, y) };
    ComplexApprox::computed(y, slope * x.error + size(y) * FUNCTION)
}
