//! Fingerprints: which of these millions of expressions may be equal?
//!
//! A fingerprint is a hash of the values at a few fixed points, rounded so that rounding errors
//! do not show. Equal expressions almost surely meet; expressions that meet are candidates for
//! [`compare`](crate::compare()), which decides.
//!
//! Values are principal complex values at positive real points: `x` and `exp(ln x)` meet although
//! one of them is real on a part of the line only, and where an expression is real they are its real values.

use std::f64::consts::{PI, TAU};
use std::hash::{Hash, Hasher};

use num_complex::Complex64;
use rustc_hash::FxHasher;

use crate::ball::Outcome;
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::complex::{ComplexApprox, ComplexLanes};
use crate::expr::Expr;
use crate::number::Number;
use crate::tape::{Input, Slot, Tape};

/// A hash of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

/// The intervals from which the points are taken: around the unit that most domains touch.
const POINTS: [(f64, f64); 4] = [(0.2, 0.8), (1.1, 2.6), (0.1, 0.9), (2.0, 4.5)];
/// The grid: steps of size and angle that differ by 2⁻²⁰ are told apart.
const STEPS: f64 = (1u64 << 20) as f64;
/// Where the grid starts. Irrational-looking, so that 1, 1/2 and i do not lie on its lines.
const OFFSET: f64 = 0.377_964_473_009_227_2;
/// Precision for values that floating point loses.
const BITS: usize = 256;

/// The fingerprint of an expression, or `None` where its values cannot be computed, or there are none at these points.
///
/// ```
/// use egen_math::fingerprint::fingerprint;
/// use egen_read::read::read_expr;
/// let of = |text| fingerprint(&read_expr(text).unwrap());
/// assert_eq!(of("sin(2x)"), of("2*sin(x)*cos(x)"));
/// assert_ne!(of("sin(2x)"), of("2*sin(x)"));
/// ```
pub fn fingerprint(expr: &Expr) -> Option<Fingerprint> {
    let mut tape = Tape::default();
    let root = tape.record(expr).ok()?;
    let width = tape.inputs().len();
    let mut inputs = Vec::with_capacity(width * POINTS.len());
    for lane in 0..POINTS.len() {
        for input in tape.inputs() {
            inputs.push(coordinate(input, lane)?);
        }
    }
    let points: Vec<Complex64> = inputs.iter().map(|&x| x.into()).collect();
    let lanes = ComplexLanes::evaluate(&tape, &points, POINTS.len());
    let mut hasher = FxHasher::default();
    let mut somewhere = false;
    for lane in 0..POINTS.len() {
        let cell = match cell(lanes.get(root, lane)) {
            Some(cell) => cell,
            None => exact_cell(&tape, root, &inputs[lane * width..(lane + 1) * width])?,
        };
        somewhere |= !matches!(cell, Cell::Undefined);
        cell.hash(&mut hasher);
    }
    somewhere.then(|| Fingerprint(hasher.finish()))
}

/// The value of a variable at a point depends on its name only, so that `x*y/y` meets `x`.
fn coordinate(input: &Input, lane: usize) -> Option<f64> {
    let Input::Variable(name) = input else { return None };
    let mut hasher = FxHasher::default();
    (name.as_str(), lane).hash(&mut hasher);
    let (low, high) = POINTS[lane];
    let t = (hasher.finish() >> 40) as f64 / (1u64 << 24) as f64;
    Some(low + (high - low) * t)
}

/// A cell of the grid, or one of the two values that lie in none.
#[derive(Hash)]
enum Cell {
    Zero,
    Undefined,
    At(i64, i64),
}

/// The cell that certainly holds a value; `None` if its error reaches over the cell's border.
fn cell(z: ComplexApprox) -> Option<Cell> {
    if z.is_undefined() {
        return Some(Cell::Undefined);
    }
    if !z.is_known() {
        return None;
    }
    let size = z.value.norm();
    if size == 0.0 && z.error == 0.0 {
        return Some(Cell::Zero);
    }
    let relative = z.error / size;
    if relative.is_nan() || relative > 1e-3 / STEPS {
        return None;
    }
    let log = within(size.ln() * STEPS + OFFSET, relative * STEPS)?;
    let angle = (z.value.im.atan2(z.value.re) + PI / 3.0).rem_euclid(TAU);
    Some(Cell::At(log, within(angle * STEPS + OFFSET, relative * STEPS)?))
}

fn within(x: f64, error: f64) -> Option<i64> {
    let (low, high) = ((x - error).floor(), (x + error).floor());
    (low == high).then_some(low as i64)
}

/// The cell of a real value that floating point could not tell, by balls.
fn exact_cell(tape: &Tape, root: Slot, point: &[f64]) -> Option<Cell> {
    let inputs: Vec<Coordinate> =
        point.iter().map(|&x| Number::from_f64(x).map(Coordinate::Exact)).collect::<Option<_>>()?;
    match Certified::evaluate(tape, &inputs, BITS).get(root) {
        Outcome::Value(ball) if ball.contains_zero() => {
            (ball.radius_log2().is_none_or(|radius| radius < -(BITS as i64) / 2)).then_some(Cell::Zero)
        }
        Outcome::Value(ball) => {
            cell(ComplexApprox { value: ball.to_f64().into(), error: ball.to_f64().abs() * f64::EPSILON })
        }
        Outcome::Undefined => Some(Cell::Undefined),
        Outcome::Unsure(_) => None,
    }
}
