//! Ends of cuts: do two sides agree where logarithms are large?
//!
//! The imaginary part of atan u is large near u = ±i only, and there ln(exp(2 atan u)) goes round its own cut, in a disc of a few
//! hundredths around the end of another. Points in general position miss it, and a search for the cut that begins elsewhere is thrown about by the
//! slope, which has a pole there. So every end of every cut is approached, nearer and nearer, and the sides are looked at on the way.

use num_complex::Complex64;

use super::cut::{Cut, Segment};
use super::{Pair, Round, Sight};
use crate::eval::complex::ComplexLanes;

/// How near an end is approached, in the plane of w: there ln w is 3, 8, 14 and 20 in size.
const RADII: [f64; 4] = [0.05, 3e-4, 1e-6, 2e-9];
/// Newton's steps for all radii together.
const STEPS: usize = 14;
/// Approaches of an end, from different points.
const STARTS: usize = 2;

/// A way towards an end of a cut.
struct Approach {
    cut: Cut,
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
    for cut in &pair.cuts {
        let facts = &pair.facts[cut.argument as usize];
        if facts.inputs == 0 || facts.is_real {
            continue;
        }
        let mut ends: Vec<f64> = cut.segments.iter().flat_map(|segment: &Segment| segment.ends()).copied().collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        open.extend(ends.into_iter().flat_map(|end| starts(pair, seen, cut, end)));
    }
    for _ in 0..STEPS {
        if open.is_empty() {
            break;
        }
        if step(pair, &mut open) == Sight::Apart {
            return true;
        }
    }
    false
}

/// Ways from the points whose arguments are nearest to the end, from the upper and from the lower half of the plane.
fn starts(pair: &Pair, seen: &[Round], cut: &Cut, end: f64) -> Vec<Approach> {
    let width = pair.tape.inputs().len();
    let mut nearest: [Option<(f64, Complex64, &[Complex64])>; STARTS] = [None; STARTS];
    for round in seen {
        for &lane in &round.alike {
            let point = &round.inputs[lane * width..(lane + 1) * width];
            let w = cut.plane(round.values.get(cut.argument, lane).value);
            let half = usize::from(w.im < 0.0);
            let distance = (w - end).norm();
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
        let probes = [z, z + 1e-6 * z.norm().max(1e-3)];
        Approach { cut: *cut, end, point: point.to_vec(), moving, radius: 0, turn, probes }
    };
    nearest.into_iter().flatten().enumerate().map(approach).collect()
}

/// One step of all approaches at once. Those that are at their end, or have no way to go, are taken out.
fn step(pair: &Pair, open: &mut Vec<Approach>) -> Sight {
    let mut inputs: Vec<Complex64> = Vec::with_capacity(open.len() * 2 * pair.tape.inputs().len());
    for (approach, probe) in open.iter().flat_map(|approach| approach.probes.map(|probe| (approach, probe))) {
        let start = inputs.len();
        inputs.extend_from_slice(&approach.point);
        inputs[start + approach.moving] = probe;
    }
    let lanes = 2 * open.len();
    let values = ComplexLanes::evaluate(pair.tape, &inputs, lanes);
    if (0..lanes).any(|lane| pair.sight(&values, lane) == Sight::Apart) {
        return Sight::Apart;
    }
    let mut lane = 0;
    open.retain_mut(|approach| {
        let w = [lane, lane + 1].map(|lane| values.get(approach.cut.argument, lane));
        lane += 2;
        w.iter().all(|w| w.is_known()) && approach.advance(w.map(|w| approach.cut.plane(w.value)))
    });
    Sight::Unclear
}

impl Approach {
    /// The next probes; false if there are none.
    fn advance(&mut self, w: [Complex64; 2]) -> bool {
        let z = self.probes[0];
        let slope = (w[1] - w[0]) / (self.probes[1] - z);
        if !(slope.is_finite() && slope != Complex64::ZERO) {
            return false;
        }
        if (w[0] - self.target()).norm() < 0.3 * RADII[self.radius] {
            self.radius += 1;
            // A sixth of the way round, so that not all is looked at in one direction.
            self.turn *= Complex64::from_polar(1.0, std::f64::consts::FRAC_PI_3);
            if self.radius == RADII.len() {
                return false;
            }
        }
        let step = (self.target() - w[0]) / slope;
        let longest = 2.0 * z.norm().max(1.0);
        let next = z + step * (longest / step.norm()).min(1.0);
        if !next.is_finite() {
            return false;
        }
        // Near enough for the slope to be that of the place, far enough for it to have digits.
        let apart = (1e-2 * RADII[self.radius] / slope.norm()).clamp(1e-12 * next.norm(), 1e-6 * next.norm().max(1e-3));
        self.probes = [next, next + apart];
        self.probes.iter().all(|z| z.is_finite()) && apart > 0.0
    }

    fn target(&self) -> Complex64 {
        self.end + RADII[self.radius] * self.turn
    }
}
