//! Special places: do two sides agree near the ends of cuts and near poles?
//!
//! The imaginary part of atan u is large near u = ±i only, and there ln(exp(2 atan u)) goes round its own cut, in a disc of a few
//! hundredths around the end of another. √(u²) is −u near the poles of u = 8 + sech x alone. Points in general position miss such discs, and a search for the
//! cut that begins elsewhere is thrown about by slopes that are nearly zero. But the middle of the disc is where some argument has a known value: the
//! end of a cut, a pole of its function, zero below a fraction. So every such value is approached, nearer and nearer, and the sides are looked at on the way.
//! Floating point has few digits there, so what it sees counts only if rectangles that contain the values do not meet.

use std::f64::consts::FRAC_PI_2;

use num_complex::Complex64;

use super::super::memory::Way;
use super::{Pair, Round, Sight};
use crate::elementary::csize;
use crate::eval::complex::ComplexLanes;
use crate::op::{Axis, Function, Op};
use crate::tape::{Instruction, Slot};

/// How near a value is approached: there a logarithm is 1, 3, 5, 8 and 14 in size, and a pole as far above what is added to it.
const RADII: [f64; 5] = [0.3, 0.05, 8e-3, 3e-4, 1e-6];
/// Newton's steps for all radii together.
const STEPS: usize = 16;
/// Ways to a value, from different points.
const STARTS: usize = 2;
/// Points at which arguments must be the same to be one.
const FEW: usize = 3;
/// Values that are approached, at most; expressions of a page have points in many places anyway.
const MOST: usize = 24;

/// A value of an argument at which something special happens.
#[derive(Clone, Copy, PartialEq)]
struct Special {
    argument: Slot,
    value: Complex64,
}

/// A way towards such a value.
struct Approach {
    way: Way,
    /// The points that were near enough.
    reached: Vec<Complex64>,
    special: Special,
    point: Vec<Complex64>,
    /// The input that moves.
    moving: usize,
    radius: usize,
    /// The direction from the value.
    turn: Complex64,
    /// The moving input, and a number close to it that shows the slope.
    probes: [Complex64; 2],
}

/// Do the sides differ near a special place, given what was seen at points in general position?
pub fn differ(pair: &Pair, seen: &[Round]) -> bool {
    let all = specials(pair, &seen[0]).into_iter().flat_map(|special| starts(pair, seen, special));
    let (mut open, mut known): (Vec<Approach>, Vec<Complex64>) = (Vec::new(), Vec::new());
    for approach in all {
        if !pair.recall.is_some_and(|recall| recall.way(&approach.way, &mut known)) {
            open.push(approach);
        }
    }
    if differ_at(pair, &known) {
        return true;
    }
    for _ in 0..STEPS {
        if open.is_empty() {
            break;
        }
        let reached = step(pair, &mut open);
        if differ_at(pair, &reached) {
            return true;
        }
    }
    open.into_iter().for_each(|approach| approach.end(pair));
    false
}

/// Do the sides certainly differ at one of some points?
fn differ_at(pair: &Pair, points: &[Complex64]) -> bool {
    let lanes = points.len() / pair.tape.inputs().len();
    let values = ComplexLanes::evaluate(pair.tape, points, lanes);
    let is_apart = |lane| pair.sight(points, &values, lane) == Sight::Apart && pair.is_certainly_apart(points, lane);
    (0..lanes).any(is_apart)
}

/// The special values of all arguments; one for those that are the same wherever they were seen, however they are written.
fn specials(pair: &Pair, first: &Round) -> Vec<Special> {
    let mut found: Vec<Special> = Vec::new();
    for (at, instruction) in pair.tape.instructions().iter().enumerate() {
        if !pair.facts[at].is_used || found.len() >= MOST {
            continue;
        }
        let (argument, values) = match *instruction {
            Instruction::Unary(op, argument) => (argument, of(op)),
            Instruction::Binary(Op::Div, _, below) => (below, vec![Complex64::ZERO]),
            Instruction::Power(base, ..) => (base, vec![Complex64::ZERO]),
            Instruction::Number(_)
            | Instruction::Constant(_)
            | Instruction::Input(_)
            | Instruction::Binary(..)
            | Instruction::Where(..) => continue,
        };
        let facts = &pair.facts[argument as usize];
        if facts.inputs == 0 || facts.is_real {
            continue;
        }
        for value in values {
            let is_same = |known: &Special| {
                let is_one = known.argument == argument || first.alike.len() >= FEW;
                known.value == value && is_one && first.is_same(known.argument, argument)
            };
            if !found.iter().any(is_same) {
                found.push(Special { argument, value });
            }
        }
    }
    found
}

/// The ends of a function's cuts and its poles, as the table has them.
fn of(op: Op) -> Vec<Complex64> {
    let Some(function) = &op.info().function else { return Vec::new() };
    let on = |axis: Axis, at: f64| match axis {
        Axis::Real => Complex64::new(at, 0.0),
        Axis::Imaginary => Complex64::new(0.0, at),
    };
    let ends = function.cuts.iter().flat_map(|cut| [(cut.axis, cut.low), (cut.axis, cut.high)]);
    // Poles repeat, and all functions that have some have one here.
    let poles = [(Axis::Real, 0.0), (Axis::Real, FRAC_PI_2), (Axis::Imaginary, FRAC_PI_2)];
    let poles = poles.into_iter().filter(|(axis, at)| has_pole(function, on(*axis, *at)));
    let mut values: Vec<Complex64> = Vec::new();
    for (axis, at) in ends.filter(|(_, at)| at.is_finite()).chain(poles) {
        let value = on(axis, at);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn has_pole(function: &Function, at: Complex64) -> bool {
    const BESIDE: Complex64 = Complex64::new(6e-7, 8e-7);
    function.cuts.is_empty() && csize((function.complex)(at + BESIDE)) > 1e5
}

/// Ways from the points whose arguments are nearest to the value, from above and from below it.
fn starts(pair: &Pair, seen: &[Round], special: Special) -> Vec<Approach> {
    let width = pair.tape.inputs().len();
    let mut nearest: [Option<(f64, Complex64, &[Complex64])>; STARTS] = [None; STARTS];
    for round in seen {
        for &lane in &round.alike {
            let point = &round.inputs[lane * width..(lane + 1) * width];
            let gap = round.values.get(special.argument, lane).value - special.value;
            let half = usize::from(gap.im < 0.0);
            let distance = csize(gap);
            if nearest[half].is_none_or(|(least, ..)| distance < least) {
                nearest[half] = Some((distance, gap, point));
            }
        }
    }
    let depends = pair.inputs_of(special.argument);
    let approach = |(at, (distance, gap, point)): (usize, (f64, Complex64, &[Complex64]))| {
        let moving = depends[at % depends.len()];
        let z = point[moving];
        let turn = if distance > 0.0 { gap / distance } else { Complex64::ONE };
        let probes = [z, z + 1e-6 * csize(z).max(1e-3)];
        let way = Way::new(special.argument, special.value, false, moving, point);
        Approach { way, reached: Vec::new(), special, point: point.to_vec(), moving, radius: 0, turn, probes }
    };
    nearest.into_iter().flatten().enumerate().map(approach).collect()
}

/// One step of all approaches at once. Those that are at their end, or have no way to go, are taken out. Gives the points at which arguments
/// are as near as was wanted.
fn step(pair: &Pair, open: &mut Vec<Approach>) -> Vec<Complex64> {
    let width = pair.tape.inputs().len();
    let mut inputs: Vec<Complex64> = Vec::with_capacity(open.len() * 2 * width);
    for (approach, probe) in open.iter().flat_map(|approach| approach.probes.map(|probe| (approach, probe))) {
        let start = inputs.len();
        inputs.extend_from_slice(&approach.point);
        inputs[start + approach.moving] = probe;
    }
    let arguments: Vec<Slot> = open.iter().flat_map(|approach| [approach.special.argument; 2]).collect();
    let values = pair.arguments(&inputs, &arguments);
    let mut reached = Vec::new();
    for (at, mut approach) in std::mem::take(open).into_iter().enumerate() {
        let lane = 2 * at;
        let own = &inputs[lane * width..(lane + 1) * width];
        let u = [lane, lane + 1].map(|lane| values.get(approach.special.argument, lane));
        let goes_on = u.iter().all(|u| u.is_known()) && {
            let u = u.map(|u| u.value);
            if csize(u[0] - approach.target()) < 0.3 * RADII[approach.radius] {
                reached.extend_from_slice(own);
                approach.reached.extend_from_slice(own);
                approach.radius += 1;
                // A sixth of the way round, so that not all is looked at in one direction.
                approach.turn *= Complex64::from_polar(1.0, std::f64::consts::FRAC_PI_3);
            }
            approach.radius < RADII.len() && approach.advance(u)
        };
        if goes_on {
            open.push(approach);
        } else {
            approach.end(pair);
        }
    }
    reached
}

impl Approach {
    /// Keeps where it led to, for the next comparison.
    fn end(self, pair: &Pair) {
        if let Some(recall) = pair.recall {
            recall.keep_way(&self.way, self.reached);
        }
    }

    /// The next probes, from the argument's values at the last ones; false if there are none.
    fn advance(&mut self, u: [Complex64; 2]) -> bool {
        let z = self.probes[0];
        let slope = (u[1] - u[0]) / (self.probes[1] - z);
        if !(slope.is_finite() && slope != Complex64::ZERO) {
            return false;
        }
        let step = (self.target() - u[0]) / slope;
        let longest = 2.0 * csize(z).max(1.0);
        let next = z + step * (longest / csize(step)).min(1.0);
        if !next.is_finite() {
            return false;
        }
        // Near enough for the slope to be that of the place, far enough for it to have digits.
        let apart = (1e-2 * RADII[self.radius] / csize(slope)).clamp(1e-12 * csize(next), 1e-6 * csize(next).max(1e-3));
        self.probes = [next, next + apart];
        self.probes.iter().all(|z| z.is_finite()) && apart > 0.0
    }

    fn target(&self) -> Complex64 {
        self.special.value + RADII[self.radius] * self.turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_values_are_those_of_the_functions() {
        assert_eq!(of(Op::Sec), [Complex64::new(FRAC_PI_2, 0.0)]);
        assert_eq!(of(Op::Tanh), [Complex64::new(0.0, FRAC_PI_2)]);
        assert_eq!(of(Op::Coth), [Complex64::ZERO]);
        assert_eq!(of(Op::Atan), [Complex64::new(0.0, -1.0), Complex64::new(0.0, 1.0)]);
        assert_eq!(of(Op::Ln), [Complex64::ZERO]);
        assert_eq!(of(Op::Exp), []);
    }
}
