//! Ends of cuts: do two sides agree where logarithms are large?
//!
//! The imaginary part of atan u is large near u = ±i only, and there ln(exp(2 atan u)) goes round its own cut, in a disc of a few
//! hundredths around the end of another. Points in general position miss it, and a search for the cut that begins elsewhere is thrown about by the
//! slope, which has a pole there. So every end of every cut is approached, nearer and nearer, and the sides are looked at on the way. Floating point has few
//! digits there, so what it sees counts only if rectangles that contain the values do not meet.

use num_complex::Complex64;

use super::cut::Cut;
use super::{Pair, Round, Sight};
use crate::elementary::csize;
use crate::eval::complex::ComplexLanes;

/// How near an end is approached, in the plane of w: there ln w is 3, 8, 14 and 20 in size.
const RADII: [f64; 4] = [0.05, 3e-4, 1e-6, 2e-9];
/// Newton's steps for all radii together.
const STEPS: usize = 14;
/// Approaches of an end, from different points.
const STARTS: usize = 2;

/// A way towards an end of a cut.
struct Approach<'a> {
    cut: &'a Cut,
    /// The place of the cut among those of the pair.
    number: usize,
    end: f64,
    point: Vec<Complex64>,
    /// The input that moves.
    moving: usize,
    radius: usize,
    /// The direction from the end, in the plane of w.
    turn: Complex64,
    /// Its value, and one close to it that shows the slope.
    probes: [Complex64; 2],
}

/// Do the sides differ near an end of a cut, given what was seen at points in general position?
pub fn differ(pair: &Pair, seen: &[Round]) -> bool {
    let mut open = Vec::new();
    for (number, cut) in pair.cuts.iter().enumerate() {
        let facts = &pair.facts[cut.argument as usize];
        if facts.inputs == 0 || facts.is_real {
            continue;
        }
        let mut ends: Vec<f64> = cut.segments.iter().flat_map(|segment| segment.ends()).collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        open.extend(ends.into_iter().flat_map(|end| starts(pair, seen, number, end)));
    }
    for _ in 0..STEPS {
        if open.is_empty() {
            break;
        }
        let reached = step(pair, &mut open);
        let lanes = reached.len() / pair.tape.inputs().len();
        let values = ComplexLanes::evaluate(pair.tape, &reached, lanes);
        let is_apart =
            |lane| pair.sight(&reached, &values, lane) == Sight::Apart && pair.is_certainly_apart(&reached, lane);
        if (0..lanes).any(is_apart) {
            return true;
        }
    }
    false
}

/// Ways from the points whose arguments are nearest to the end, from the upper and from the lower half of the plane.
fn starts<'a>(pair: &'a Pair, seen: &[Round], number: usize, end: f64) -> Vec<Approach<'a>> {
    let cut = &pair.cuts[number];
    let width = pair.tape.inputs().len();
    let mut nearest: [Option<(f64, Complex64, &[Complex64])>; STARTS] = [None; STARTS];
    for round in seen {
        for &lane in &round.alike {
            let point = &round.inputs[lane * width..(lane + 1) * width];
            let w = cut.plane(round.values.get(cut.argument, lane).value);
            let half = usize::from(w.im < 0.0);
            let distance = csize(w - end);
            if nearest[half].is_none_or(|(least, ..)| distance < least) {
                nearest[half] = Some((distance, w, point));
            }
        }
    }
    let inputs = pair.facts[cut.argument as usize].inputs;
    let depends: Vec<usize> = (0..width.min(64)).filter(|k| inputs >> k & 1 == 1).collect();
    let approach = |(at, (distance, w, point)): (usize, (f64, Complex64, &[Complex64]))| {
        let moving = depends[at % depends.len()];
        let z = point[moving];
        let turn = if distance > 0.0 { (w - end) / distance } else { Complex64::ONE };
        let probes = [z, z + 1e-6 * csize(z).max(1e-3)];
        Approach { cut, number, end, point: point.to_vec(), moving, radius: 0, turn, probes }
    };
    nearest.into_iter().flatten().enumerate().map(approach).collect()
}

/// One step of all approaches at once. Those that are at their end, or have no way to go, are taken out. Gives the points at which arguments
/// are as near to the ends as was wanted.
fn step(pair: &Pair, open: &mut Vec<Approach>) -> Vec<Complex64> {
    let width = pair.tape.inputs().len();
    let mut inputs: Vec<Complex64> = Vec::with_capacity(open.len() * 2 * width);
    for (approach, probe) in open.iter().flat_map(|approach| approach.probes.map(|probe| (approach, probe))) {
        let start = inputs.len();
        inputs.extend_from_slice(&approach.point);
        inputs[start + approach.moving] = probe;
    }
    let cuts: Vec<usize> = open.iter().flat_map(|approach| [approach.number; 2]).collect();
    let values = pair.arguments(&inputs, &cuts);
    let mut reached = Vec::new();
    let mut lane = 0;
    open.retain_mut(|approach| {
        let own = &inputs[lane * width..(lane + 1) * width];
        let w = [lane, lane + 1].map(|lane| values.get(approach.cut.argument, lane));
        lane += 2;
        if !w.iter().all(|w| w.is_known()) {
            return false;
        }
        let w = w.map(|w| approach.cut.plane(w.value));
        if csize(w[0] - approach.target()) < 0.3 * RADII[approach.radius] {
            reached.extend_from_slice(own);
            approach.radius += 1;
            // A sixth of the way round, so that not all is looked at in one direction.
            approach.turn *= Complex64::from_polar(1.0, std::f64::consts::FRAC_PI_3);
        }
        approach.radius < RADII.len() && approach.advance(w)
    });
    reached
}

impl Approach<'_> {
    /// The next probes; false if there are none.
    fn advance(&mut self, w: [Complex64; 2]) -> bool {
        let z = self.probes[0];
        let slope = (w[1] - w[0]) / (self.probes[1] - z);
        if !(slope.is_finite() && slope != Complex64::ZERO) {
            return false;
        }
        let step = (self.target() - w[0]) / slope;
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
        self.end + RADII[self.radius] * self.turn
    }
}
