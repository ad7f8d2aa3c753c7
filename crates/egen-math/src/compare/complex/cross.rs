//! Crossing cuts: do two sides agree on both sides of every cut that can be reached?
//!
//! From points that were seen, one input moves by Newton's method until the argument of a function is on its cut; then one
//! step is made to either side. Where the cut is that of a logarithm, the steps are those of ln w and short: exp(1/ln x) meets it only near the pole
//! of 1/ln x, and Newton's method for w itself is thrown away from there. Seeing the argument somewhere above and somewhere below the cut would not do:
//! ln(exp(x/17)) = x/17 holds in all four quadrants of exp(x/17) for |Im x| < 53, and fails behind that.
//!
//! The arguments of most cuts are reached: a meromorphic function leaves out two values at most. What is not found by the search is
//! taken to be out of reach, as in ln(1 + sqrt(x)), whose argument has a positive real part.

use num_complex::Complex64;

use super::super::memory::{Probes, Way};
use super::cut::{Cut, Segment};
use super::{Pair, Round, Sight};
use crate::elementary::csize;
use crate::eval::complex::ComplexLanes;
use crate::tape::Slot;

/// Newton's steps before a search is given up.
const STEPS: usize = 12;
/// The longest of these steps in the plane of ln w: half a turn around zero in four.
const LONGEST: f64 = 1.0;
/// How far to either side of the cut the sides are looked at, in parts of the distance to its ends; nearer if something
/// else changes in between.
const REACHES: [f64; 3] = [0.2, 0.02, 0.002];

/// Agreement on both sides of all cuts, given what was seen at points in general position.
pub fn cross_all(pair: &Pair, seen: &[Round]) -> Option<bool> {
    let mut crossings = Vec::new();
    let mut searches = Vec::new();
    for (at, cut) in pair.cuts.iter().enumerate() {
        let facts = &pair.facts[cut.argument as usize];
        // An argument that is real by its form stays on the real axis, which the points have gone along.
        if facts.inputs == 0 || facts.is_real {
            continue;
        }
        for &segment in &cut.segments {
            // √(1 + x) on one side and ln(x + 1) on the other have one cut in the plane of x.
            let is_same = |known: &Cut| {
                known.has(segment, cut) && seen.iter().all(|round| round.is_same(known.argument, cut.argument))
            };
            if pair.cuts[..at].iter().any(is_same) {
                continue;
            }
            searches.extend(starts(pair, seen, cut, segment, crossings.len()));
            crossings.push(Crossing::default());
        }
    }
    if let Some(recall) = pair.recall {
        let mut probes = Vec::new();
        searches.retain(|search| !recall.crossed(&search.way, search.crossing, &mut probes));
        if look_again(pair, &probes, &mut crossings) == Sight::Apart {
            return Some(false);
        }
    }
    for _ in 0..STEPS {
        if searches.is_empty() {
            break;
        }
        if step(pair, &mut searches, &mut crossings) == Sight::Apart {
            return Some(false);
        }
    }
    searches.into_iter().for_each(|search| search.end(pair));
    let is_settled = |crossing: &Crossing| crossing.is_agreed || !crossing.is_reached;
    crossings.iter().all(is_settled).then_some(true)
}

/// What was found at one segment of one cut.
#[derive(Clone, Copy, Default)]
struct Crossing {
    /// Points on both sides of it, close to each other, were found.
    is_reached: bool,
    /// At such points the sides of the comparison clearly agree.
    is_agreed: bool,
    /// Where floating point could not tell, rectangles were asked once.
    is_asked: bool,
}

/// A search for a point at which an argument is on its cut.
struct Search<'a> {
    way: Way,
    /// Where both sides of the pair were looked at.
    looked: Vec<Probes>,
    cut: &'a Cut,
    segment: Segment,
    /// The place of its result.
    crossing: usize,
    point: Vec<Complex64>,
    /// The input that moves.
    moving: usize,
    /// The point of the cut, in the plane of w.
    target: f64,
    reach: usize,
    /// The two values of the moving input that are looked at next.
    probes: [Complex64; 2],
    /// Are they beside the cut? Otherwise they are close together, to find the slope.
    beside: bool,
}

/// From each quadrant of the first input, the point whose argument is nearest to the cut.
fn starts<'a>(pair: &Pair, seen: &[Round], cut: &'a Cut, segment: Segment, crossing: usize) -> Vec<Search<'a>> {
    let width = pair.tape.inputs().len();
    let mut nearest: [Option<(f64, Complex64, &[Complex64])>; 4] = [None; 4];
    for round in seen {
        for &lane in &round.alike {
            let w = cut.plane(round.values.get(cut.argument, lane).value);
            let distance = csize(w - segment.target(w)) / (csize(w) + segment.distance_to_ends(w));
            let point = &round.inputs[lane * width..(lane + 1) * width];
            let quadrant = usize::from(point[0].re < 0.0) + 2 * usize::from(point[0].im < 0.0);
            if nearest[quadrant].is_none_or(|(least, ..)| distance < least) {
                nearest[quadrant] = Some((distance, w, point));
            }
        }
    }
    let depends = pair.inputs_of(cut.argument);
    let search = |(at, (_, w, point)): (usize, (f64, Complex64, &[Complex64]))| {
        let moving = depends[at % depends.len()];
        let target = segment.target(w);
        let probes = near(point[moving]);
        let way = Way::new(cut.argument, segment.as_complex(), cut.turned, moving, point);
        let (point, looked) = (point.to_vec(), Vec::new());
        Search { way, looked, cut, segment, crossing, point, moving, target, reach: 0, probes, beside: false }
    };
    nearest.into_iter().flatten().enumerate().map(search).collect()
}

/// A value and one close to it.
fn near(z: Complex64) -> [Complex64; 2] {
    const APART: f64 = 1e-6;
    [z, z + APART * csize(z).max(1e-3)]
}

/// One step of all searches at once. Those that are at their end are taken out.
fn step(pair: &Pair, searches: &mut Vec<Search>, crossings: &mut [Crossing]) -> Sight {
    let (beside, on_the_way): (Vec<Search>, Vec<Search>) = searches.drain(..).partition(|search| search.beside);
    if look_beside(pair, beside, searches, crossings) == Sight::Apart {
        return Sight::Apart;
    }
    let inputs = lanes(&on_the_way);
    let arguments: Vec<Slot> = on_the_way.iter().flat_map(|search| [search.cut.argument; 2]).collect();
    let values = pair.arguments(&inputs, &arguments);
    for (at, mut search) in on_the_way.into_iter().enumerate() {
        let w = [2 * at, 2 * at + 1].map(|lane| values.get(search.cut.argument, lane));
        if w.iter().all(|w| w.is_known()) && search.advance(w.map(|w| search.cut.plane(w.value))) {
            searches.push(search);
        } else {
            search.end(pair);
        }
    }
    Sight::Unclear
}

/// Looks at both sides of the pair where arguments are beside their cuts, or should be; those that are not go on.
fn look_beside<'a>(
    pair: &Pair,
    beside: Vec<Search<'a>>,
    searches: &mut Vec<Search<'a>>,
    crossings: &mut [Crossing],
) -> Sight {
    let inputs = lanes(&beside);
    let values = ComplexLanes::evaluate(pair.tape, &inputs, 2 * beside.len());
    for (at, mut search) in beside.into_iter().enumerate() {
        let lanes = [2 * at, 2 * at + 1];
        let w = lanes.map(|lane| values.get(search.cut.argument, lane));
        let is_known = w.iter().all(|w| w.is_known());
        let is_beside = is_known && search.is_beside(w.map(|w| search.cut.plane(w.value)));
        let crossing = &mut crossings[search.crossing];
        if crossing.look(pair, &inputs, &values, lanes, is_beside) == Sight::Apart {
            return Sight::Apart;
        }
        let width = pair.tape.inputs().len();
        search.looked.push(Probes { at: inputs[lanes[0] * width..(lanes[1] + 1) * width].to_vec(), is_beside });
        search.reach += 1;
        if !is_known || is_beside || search.reach == REACHES.len() {
            search.end(pair);
            continue;
        }
        search.beside = false;
        search.probes = near((search.probes[0] + search.probes[1]) * 0.5);
        searches.push(search);
    }
    Sight::Unclear
}

/// Looks at both sides of the pair where earlier searches have led to; with each probes the place of the crossing.
fn look_again(pair: &Pair, probes: &[(usize, Probes)], crossings: &mut [Crossing]) -> Sight {
    let inputs: Vec<Complex64> = probes.iter().flat_map(|(_, probes)| probes.at.iter().copied()).collect();
    let values = ComplexLanes::evaluate(pair.tape, &inputs, 2 * probes.len());
    for (at, (crossing, probes)) in probes.iter().enumerate() {
        let lanes = [2 * at, 2 * at + 1];
        if crossings[*crossing].look(pair, &inputs, &values, lanes, probes.is_beside) == Sight::Apart {
            return Sight::Apart;
        }
    }
    Sight::Unclear
}

impl Crossing {
    /// Takes in what is seen at two points, on both sides of the cut if they are beside it.
    fn look(
        &mut self,
        pair: &Pair,
        inputs: &[Complex64],
        values: &ComplexLanes,
        lanes: [usize; 2],
        is_beside: bool,
    ) -> Sight {
        let sights = lanes.map(|lane| pair.sight(inputs, values, lane));
        if sights.contains(&Sight::Apart) {
            return Sight::Apart;
        }
        if is_beside {
            self.is_reached = true;
            let is_alike = sights == [Sight::Alike; 2];
            self.is_agreed |= is_alike;
            // cosh(u) + sinh(u) has lost all digits where exp(u) is small, and agreement elsewhere on the cut says nothing of here.
            if !is_alike
                && !std::mem::replace(&mut self.is_asked, true)
                && lanes.iter().any(|&lane| pair.is_certainly_apart(inputs, lane))
            {
                return Sight::Apart;
            }
        }
        Sight::Unclear
    }
}

/// The inputs at the probes of some searches.
fn lanes(searches: &[Search]) -> Vec<Complex64> {
    let mut inputs: Vec<Complex64> = Vec::new();
    for (search, probe) in searches.iter().flat_map(|search| search.probes.map(|probe| (search, probe))) {
        let start = inputs.len();
        inputs.extend_from_slice(&search.point);
        inputs[start + search.moving] = probe;
    }
    inputs
}

impl Search<'_> {
    /// Keeps where it led to, for the next comparison.
    fn end(self, pair: &Pair) {
        if let Some(recall) = pair.recall {
            recall.keep_crossed(&self.way, self.looked);
        }
    }

    /// How far from the cut the sides are to be looked at.
    fn reach(&self) -> f64 {
        REACHES[self.reach] * self.segment.distance_to_ends(self.target.into())
    }

    /// Are the two points where they were wanted, one on each side?
    fn is_beside(&self, w: [Complex64; 2]) -> bool {
        let reach = self.reach();
        let is_near = |w: Complex64, side: f64| (w - Complex64::new(self.target, side * reach)).norm() < 0.5 * reach;
        is_near(w[0], 1.0) && is_near(w[1], -1.0)
    }

    /// The next probes from the argument's values at the last ones; false if there is no way to go.
    fn advance(&mut self, w: [Complex64; 2]) -> bool {
        let z = self.probes[0];
        let slope = (w[1] - w[0]) / (self.probes[1] - z);
        if !(slope.is_finite() && slope != Complex64::ZERO) {
            return false;
        }
        let (target, reach) = (self.target, self.reach());
        let toward = |side: f64| (Complex64::new(target, side * reach) - w[0]) / slope;
        if (w[0] - target).norm() < 0.2 * reach {
            self.beside = true;
            self.probes = [z + toward(1.0), z + toward(-1.0)];
        } else {
            // Far from the target the slope says little.
            let longest = 2.0 * z.norm().max(1.0);
            let step = if self.segment.is_ray_from_zero() {
                let turn = (Complex64::from(target) / w[0]).ln();
                turn * (LONGEST / csize(turn)).min(1.0) * w[0] / slope
            } else {
                let step = toward(0.0);
                // Values beyond an end are reached around it: tanh u is 1.5, but never 1.
                let most = self.segment.distance_to_ends(w[0]).max(0.1) / csize(slope);
                step * (most / csize(step)).min(1.0)
            };
            self.probes = near(z + step * (longest / csize(step)).min(1.0));
        }
        self.probes.iter().all(|z| z.is_finite())
    }
}
