//! Real evaluation: what are the values at many points, in floating point, and how wrong may they be?
//!
//! Each value carries an estimate of its absolute error. It decides what is certain enough to
//! be believed (a logarithm of 1e-17 ± 1e-16 is not) and what must go to balls; it never decides alone
//! that two values differ.

use std::f64::consts;

use crate::elementary::is_short;
use crate::expr::{Constant, Expr};
use crate::number::Number;
use crate::op::{Function, Large, Leading, Op, OpInfo, Small};
use crate::set::{Membership, Poles};
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// A value with an error estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approx {
    /// The value; NaN where the expression is undefined.
    pub value: f64,
    /// The estimated absolute error; infinite where nothing is known.
    pub error: f64,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is a finite real value.
    Defined,
    /// There is none.
    Undefined,
    /// Floating point cannot tell.
    Unsure,
}

const UNDEFINED: Approx = Approx { value: f64::NAN, error: 0.0 };
const UNSURE: Approx = Approx { value: 0.0, error: f64::INFINITY };

/// Rounding: half a unit in the last place, doubled to be on the safe side.
pub(super) const ROUND: f64 = f64::EPSILON;
/// The system's functions are good to one unit; those made of two of them to a few.
pub(super) const FUNCTION: f64 = 4.0 * f64::EPSILON;
/// Below this share of the whole, floating point holds too few digits of a part to see it.
const ABSORBED: f64 = 1.0 / (1 << 26) as f64;

impl Approx {
    fn exact(value: f64) -> Approx {
        Approx { value, error: 0.0 }
    }

    /// What is known of it.
    #[inline]
    pub fn state(self) -> State {
        if self.value.is_nan() {
            State::Undefined
        } else if self.error == f64::INFINITY {
            State::Unsure
        } else {
            State::Defined
        }
    }

    fn is_exactly(self, x: f64) -> bool {
        self.value == x && self.error == 0.0
    }

    /// A computed value: what overflowed or is all error is unsure.
    #[inline]
    fn computed(value: f64, error: f64) -> Approx {
        if !(value.is_finite() && error.is_finite()) || (error >= value.abs() && error > 1.0) {
            return UNSURE;
        }
        // Near the bottom of the range relative errors stop being small.
        let floor = if value.abs() < 1e-290 { 1e-300 } else { 0.0 };
        Approx { value, error: error + floor }
    }
}

/// Operators on single values; an undefined argument makes the result undefined, whatever else is unsure.
impl Approx {
    /// Nothing is known.
    pub const UNSURE: Approx = UNSURE;

    /// An exact number.
    pub fn number(n: &Number) -> Approx {
        let value = n.to_f64();
        if !value.is_finite() || (value == 0.0 && !n.is_zero()) {
            return UNSURE;
        }
        Approx { value, error: if n.is_exact_f64() { 0.0 } else { value.abs() * ROUND } }
    }

    /// π or e.
    pub fn constant(c: Constant) -> Approx {
        let value = match c {
            Constant::Pi => consts::PI,
            Constant::E => consts::E,
        };
        Approx { value, error: value * ROUND }
    }

    /// A function of one argument.
    pub fn unary(op: Op, x: Approx) -> Approx {
        if x.state() == State::Defined { unary(op.info(), x) } else { x }
    }

    /// `Add`, `Sub`, `Mul` or `Div`.
    pub fn arithmetic(op: Op, x: Approx, y: Approx) -> Approx {
        both(x, y, |x, y| match op {
            Op::Add => sum(x, y, 1.0),
            Op::Sub => sum(x, y, -1.0),
            Op::Mul => multiply(x, y),
            Op::Div => divide(x, y),
            _ => UNSURE,
        })
    }

    /// A power.
    pub fn power(x: Approx, y: Approx, kind: Exponent) -> Approx {
        both(x, y, |x, y| power(x, y, kind))
    }
}

#[inline]
fn both(x: Approx, y: Approx, f: impl Fn(Approx, Approx) -> Approx) -> Approx {
    match (x.state(), y.state()) {
        (State::Defined, State::Defined) => f(x, y),
        (State::Undefined, _) | (_, State::Undefined) => UNDEFINED,
        _ => UNSURE,
    }
}

/// x + sign·y.
#[inline]
fn sum(x: Approx, y: Approx, sign: f64) -> Approx {
    let (p, q) = (x.value, sign * y.value);
    let value = p + q;
    let error = x.error + y.error;
    // Exact sums of exact terms stay exact, and it matters: 1/2 − 1/2 is exactly 0.
    if error == 0.0 && value.is_finite() && value - p == q && value - q == p {
        return Approx::exact(value);
    }
    Approx::computed(value, error + value.abs() * ROUND)
}

/// The values of every instruction of a tape at many points.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    lanes: usize,
    values: Vec<Approx>,
    absorbed: Vec<bool>,
}

impl Lanes {
    /// Evaluates a tape; `inputs[lane * tape.inputs().len() + k]` is input k at that point.
    pub fn evaluate(tape: &Tape, inputs: &[f64], lanes: usize) -> Lanes {
        let width = tape.inputs().len();
        debug_assert_eq!(inputs.len(), width * lanes, "one value for each input and lane");
        let mut out = Lanes {
            lanes,
            values: Vec::with_capacity(lanes * tape.instructions().len()),
            absorbed: vec![false; lanes],
        };
        for instruction in tape.instructions() {
            out.step(instruction, inputs, width);
        }
        out
    }

    /// The value of a slot at a lane.
    #[inline]
    pub fn get(&self, slot: Slot, lane: usize) -> Approx {
        self.values[slot as usize * self.lanes + lane]
    }

    /// Was something too small to be seen beside something else, anywhere on the tape at this lane?
    /// `1 + 1e-30` is 1 in floating point, so that agreement there means nothing.
    #[inline]
    pub fn absorbed(&self, lane: usize) -> bool {
        self.absorbed[lane]
    }

    fn step(&mut self, instruction: &Instruction, inputs: &[f64], width: usize) {
        let lanes = self.lanes;
        match instruction {
            Instruction::Number(n) => {
                // 0.3333333333333333 and 1/3 are the same f64: agreement means nothing beside a number with more digits.
                if n.bits() > 53 && !n.is_exact_f64() {
                    self.absorbed.fill(true);
                }
                self.values.extend(std::iter::repeat_n(Approx::number(n), lanes));
            }
            Instruction::Constant(c) => {
                self.values.extend(std::iter::repeat_n(Approx::constant(*c), lanes));
            }
            Instruction::Input(k) => {
                let column = inputs.iter().skip(*k as usize).step_by(width.max(1));
                self.values.extend(column.map(|&x| Approx::exact(x)));
            }
            Instruction::Unary(op, a) => {
                let row = op.info();
                self.each_unary(row, *a);
            }
            Instruction::Binary(Op::Add, a, b) => self.each_sum(*a, *b, 1.0),
            Instruction::Binary(Op::Sub, a, b) => self.each_sum(*a, *b, -1.0),
            Instruction::Binary(Op::Mul, a, b) => self.each_binary(*a, *b, multiply),
            Instruction::Binary(Op::Div, a, b) => self.each_binary(*a, *b, divide),
            Instruction::Binary(_, a, b) => self.each_binary(*a, *b, |_, _| UNSURE),
            Instruction::Power(a, b, kind) => self.each_binary(*a, *b, |x, y| power(x, y, *kind)),
            Instruction::Where(a, b) => self.each_binary(*a, *b, |x, _| x),
        }
    }

    fn each_unary(&mut self, row: &OpInfo, a: Slot) {
        let (low, high) = row.function.as_ref().map_or((0.0, f64::INFINITY), |function| resolved(function.leading));
        let start = a as usize * self.lanes;
        for lane in 0..self.lanes {
            let x = self.values[start + lane];
            let value = if x.state() == State::Defined { unary(row, x) } else { x };
            let size = x.value.abs();
            self.absorbed[lane] |= value.error != 0.0 && (size < low || size > high);
            self.values.push(value);
        }
    }

    fn each_binary(&mut self, a: Slot, b: Slot, f: impl Fn(Approx, Approx) -> Approx) {
        let (first, second) = (a as usize * self.lanes, b as usize * self.lanes);
        for lane in 0..self.lanes {
            let (x, y) = (self.values[first + lane], self.values[second + lane]);
            self.values.push(both(x, y, &f));
        }
    }

    /// a + sign·b.
    fn each_sum(&mut self, a: Slot, b: Slot, sign: f64) {
        let (first, second) = (a as usize * self.lanes, b as usize * self.lanes);
        for lane in 0..self.lanes {
            let (x, y) = (self.values[first + lane].value.abs(), self.values[second + lane].value.abs());
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            self.absorbed[lane] |= low < high * ABSORBED && low != 0.0;
        }
        self.each_binary(a, b, |x, y| sum(x, y, sign));
    }
}

/// The value of an expression without variables, if floating point can tell it.
pub fn constant_value(expr: &Expr) -> Option<f64> {
    constant(expr).map(|value| value.value)
}

/// The same, with its error.
pub fn constant(expr: &Expr) -> Option<Approx> {
    let mut tape = Tape::default();
    let root = tape.record(expr).ok()?;
    if !tape.inputs().is_empty() {
        return None;
    }
    let value = Lanes::evaluate(&tape, &[], 1).get(root, 0);
    (value.state() == State::Defined).then_some(value)
}

fn multiply(x: Approx, y: Approx) -> Approx {
    if x.is_exactly(0.0) || y.is_exactly(0.0) {
        return Approx::exact(0.0);
    }
    let value = x.value * y.value;
    if x.error == 0.0 && y.error == 0.0 && is_short(x.value) && is_short(y.value) && value.abs() > 1e-290 {
        return Approx::computed(value, 0.0);
    }
    let error = (x.value.abs() + x.error) * y.error + y.value.abs() * x.error;
    Approx::computed(value, error + value.abs() * ROUND)
}

fn divide(x: Approx, y: Approx) -> Approx {
    if y.is_exactly(0.0) {
        return UNDEFINED;
    }
    let room = y.value.abs() - y.error;
    if room <= 0.0 {
        return UNSURE;
    }
    if x.is_exactly(0.0) {
        return x;
    }
    let value = x.value / y.value;
    let exact = x.error == 0.0 && y.error == 0.0 && is_short(value) && is_short(y.value);
    if exact && value * y.value == x.value {
        return Approx::exact(value);
    }
    let error = (x.error + value.abs() * y.error) / room;
    Approx::computed(value, error + value.abs() * ROUND)
}

fn power(x: Approx, y: Approx, kind: Exponent) -> Approx {
    let whole = y.error == 0.0
        && y.value.fract() == 0.0
        && matches!(kind, Exponent::Integer | Exponent::Constant | Exponent::Lattice);
    if x.is_exactly(0.0) {
        return match y.value - y.error {
            _ if y.is_exactly(0.0) => Approx::exact(1.0),
            low if low > 0.0 => x,
            _ if y.value + y.error < 0.0 => UNDEFINED,
            _ => UNSURE,
        };
    }
    if whole && y.value == 0.0 {
        return Approx::exact(1.0);
    }
    // x^ln(exp(3)) may well be x³; if it is not, balls will not confirm what is seen here.
    if !whole && kind == Exponent::Constant && x.value + x.error < 0.0 && (y.value - y.value.round()).abs() <= y.error {
        return power(x, Approx::exact(y.value.round()), Exponent::Integer);
    }
    if !whole && x.value - x.error <= 0.0 {
        let negative = x.value + x.error < 0.0;
        return match kind {
            Exponent::Fraction | Exponent::Varying if negative => UNDEFINED,
            _ => UNSURE,
        };
    }
    let value = if whole && y.value.abs() <= 64.0 { x.value.powi(y.value as i32) } else { x.value.powf(y.value) };
    let square = y.value <= 2.0 && is_short(x.value) && (1e-290..f64::INFINITY).contains(&value.abs());
    let whole_value = x.value.fract() == 0.0 && value.abs() < (1u64 << 53) as f64;
    if whole && y.value > 0.0 && x.error == 0.0 && (square || whole_value) {
        return Approx::exact(value);
    }
    let size = x.value.abs();
    if x.error >= size {
        // Only an even or odd power of something near 0 gets here.
        return if y.value >= 1.0 { Approx::computed(value, (2.0 * (size + x.error)).powf(y.value)) } else { UNSURE };
    }
    let from_base = y.value.abs() * x.error / (size - x.error);
    let from_exponent = if y.error == 0.0 { 0.0 } else { size.ln().abs() * y.error };
    let rounding = FUNCTION + if whole { y.value.abs().min(64.0) * ROUND } else { 0.0 };
    Approx::computed(value, value.abs() * (from_base + from_exponent + rounding))
}

/// The value of a function.
fn unary(row: &OpInfo, x: Approx) -> Approx {
    let Some(function) = &row.function else { return UNSURE };
    match row.op {
        Op::Neg => return Approx { value: -x.value, ..x },
        Op::Abs => return Approx { value: x.value.abs(), ..x },
        Op::Sign => {
            let certain = x.error == 0.0 || x.value.abs() > x.error;
            return if certain { Approx::exact((function.real)(x.value)) } else { UNSURE };
        }
        _ => {}
    }
    match row.domain.locate(x.value, x.error) {
        Membership::Inside => {}
        Membership::Outside => return UNDEFINED,
        Membership::Unsure => return UNSURE,
    }
    if row.poles != Poles::None && row.poles != Poles::HalfPi && x.value.abs() <= x.error {
        return if x.is_exactly(0.0) { UNDEFINED } else { UNSURE };
    }
    let value = (function.real)(x.value);
    // sin 0, ln 1 and their like are exact, and that is needed: 1/ln 1 has no value.
    if x.error == 0.0 && function.exact.at_float(x.value) {
        return Approx::exact(value);
    }
    Approx::computed(value, error_of(function, x, value))
}

/// The error of a function's value: what comes with the argument, and a rounding.
#[inline]
pub(super) fn error_of(function: &Function, x: Approx, value: f64) -> f64 {
    let carried = if x.error == 0.0 { 0.0 } else { carried((function.slope)(x.value, value).abs(), x, value) };
    carried + value.abs() * FUNCTION
}

/// The error that comes with the argument. Slopes such as 1/(1 + x²) underflow long before a value such as acot x does; far out no
/// relative error grows by what is that flat.
fn carried(slope: f64, x: Approx, value: f64) -> f64 {
    if slope < f64::MIN_POSITIVE && x.value.abs() > 1.0 {
        value.abs() * (x.error / x.value.abs())
    } else {
        slope * x.error
    }
}

/// Between which sizes of its argument can floating point tell a function from its leading term?
/// sin x is x for tiny x and tanh x is 1 for large x, as far as 53 bits can see.
fn resolved(leading: Leading) -> (f64, f64) {
    // The square of 2⁻¹³ is the share that is absorbed, and exp(−2·10) is less than that.
    const TINY: f64 = 1.0 / 8192.0;
    const HUGE: f64 = 8192.0;
    let low = match leading.small {
        Small::Own => 0.0,
        Small::Linear => ABSORBED,
        Small::Quadratic => TINY,
    };
    let high = match leading.large {
        Large::Own => f64::INFINITY,
        Large::Algebraic => HUGE,
        Large::Exponential => 10.0,
        Large::Gaussian => 4.5,
    };
    (low, high)
}
