//! Walking: do both sides still agree behind every break?
//!
//! Samples may all lie on one side of a break. So one variable at a time goes through values of all sizes, and then through more of
//! them wherever an argument turns close to a break, passes two at once, or leaves the domain.

use super::breaks::Breaks;
use super::sample::{self, Range};
use super::shape::Place;
use super::{FEW, INPUTS, Problem, Tally};
use crate::eval::real::State;

/// Rounds of looking closer, intervals in each, and where in an interval.
const ROUNDS: usize = 6;
const INTERVALS: usize = 8;
const INSIDE: [f64; 3] = [0.23, 0.48, 0.76];

/// Looks behind the breaks.
pub(super) fn walk(problem: &Problem<'_>, tally: &mut Tally) {
    let breaks = &Breaks::of(&problem.tape);
    let breaks_somewhere =
        |&input: &usize| !breaks.hidden.is_empty() || breaks.known.iter().any(|place| place.input == input);
    let inputs: Vec<usize> = (0..problem.ranges.len()).filter(breaks_somewhere).take(INPUTS).collect();
    let seen = tally.common.clone();
    let mut met: Vec<(usize, Vec<f64>)> = Vec::new();
    for &input in &inputs {
        let start = match seen.get(input % FEW) {
            Some(point) => point.clone(),
            None => sample::points(&problem.ranges, 3 * input, 1),
        };
        let mut path = Path::new(problem, breaks, input, start);
        path.walk(&seen, tally);
        met.extend(path.met().map(|point| (input, point)));
    }
    // Once more, with the others where both sides have values: far out, if that is where they have them.
    for &input in &inputs {
        if let Some((_, point)) = met.iter().rev().find(|(by, _)| *by != input) {
            Path::new(problem, breaks, input, point.clone()).walk(&seen, tally);
        }
    }
}

/// One variable on its way.
struct Path<'a> {
    problem: &'a Problem<'a>,
    breaks: &'a Breaks,
    input: usize,
    /// A point, with the other variables where they stay.
    others: Vec<f64>,
    /// In the order of the variable.
    steps: Vec<Step>,
    /// How far each argument is from its break, for one step after the other.
    distances: Vec<f64>,
}

struct Step {
    at: f64,
    /// Do both sides have a value? Floating point may not know.
    common: Option<bool>,
    /// The place of its distances.
    distances: usize,
}

impl<'a> Path<'a> {
    fn new(problem: &'a Problem<'a>, breaks: &'a Breaks, input: usize, others: Vec<f64>) -> Path<'a> {
        Path { problem, breaks, input, others, steps: Vec::new(), distances: Vec::new() }
    }

    /// Goes through values of all sizes, and those of points at which both sides are known to have values.
    fn walk(&mut self, seen: &[Vec<f64>], tally: &mut Tally) {
        let mut values = between(self.problem, self.breaks, self.input);
        if self.breaks.hidden.is_empty() {
            return self.visit(&values, tally);
        }
        values.extend(grid(self.problem, self.input));
        values.extend(seen.iter().map(|point| point[self.input]));
        self.visit(&values, tally);
        for _ in 0..ROUNDS {
            let closer = self.closer();
            if closer.is_empty() {
                break;
            }
            self.visit(&closer, tally);
        }
    }

    /// A point that was passed and at which both sides have values: the middle one.
    fn met(&self) -> Option<Vec<f64>> {
        let common: Vec<f64> = self.steps.iter().filter(|step| step.common == Some(true)).map(|step| step.at).collect();
        let mut point = self.others.clone();
        point[self.input] = *common.get(common.len() / 2)?;
        Some(point)
    }

    fn visit(&mut self, values: &[f64], tally: &mut Tally) {
        // What happens only where two variables are the same does not matter.
        let others = self.others.iter().enumerate().filter(|(k, _)| *k != self.input);
        let taken: Vec<f64> = others.map(|(_, x)| x.abs()).collect();
        let values: Vec<f64> = values.iter().copied().filter(|x| !taken.contains(&x.abs())).collect();
        let mut points = Vec::with_capacity(values.len() * self.others.len());
        for &at in &values {
            points.extend_from_slice(&self.others);
            let last = points.len() - self.others.len();
            points[last + self.input] = at;
        }
        let weak = tally.weak.len();
        let seen = self.problem.look(&points, tally);
        // What floating point cannot tell at the ends of the world, balls are not asked about.
        tally.weak.truncate(weak);
        for (lane, &at) in values.iter().enumerate() {
            let states = [self.problem.left, self.problem.right].map(|slot| seen.get(slot, lane).state());
            let common = match states {
                [State::Defined, State::Defined] => Some(self.problem.admits(&seen, lane)),
                [State::Undefined, _] | [_, State::Undefined] => Some(false),
                _ => None,
            };
            self.steps.push(Step { at, common, distances: self.distances.len() });
            self.distances.extend(self.breaks.hidden.iter().map(|one| one.distance(seen.get(one.slot, lane).value)));
        }
        self.steps.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
    }

    /// Where to look closer: inside the intervals that may hide something, those around zero first.
    fn closer(&self) -> Vec<f64> {
        let mut hiding = vec![false; self.steps.len()];
        for (at, pair) in self.steps.windows(2).enumerate() {
            let end = matches!((pair[0].common, pair[1].common), (Some(a), Some(b)) if a != b);
            hiding[at] |= end || self.passed(&pair[0], &pair[1]) > 1;
        }
        for (at, three) in self.steps.windows(3).enumerate() {
            if three[1].common == Some(true) && self.turns([&three[0], &three[1], &three[2]]) {
                (hiding[at], hiding[at + 1]) = (true, true);
            }
        }
        let mut intervals: Vec<(f64, f64)> = self
            .steps
            .windows(2)
            .zip(hiding)
            .filter(|(_, hiding)| *hiding)
            .map(|(two, _)| (two[0].at, two[1].at))
            .collect();
        let from_zero = |&(low, high): &(f64, f64)| low.abs().min(high.abs());
        intervals.sort_by(|a, b| from_zero(a).total_cmp(&from_zero(b)));
        let range = &self.problem.ranges[self.input];
        let inside = |(low, high): (f64, f64)| {
            fit(&Range { low, high, ..*range }, INSIDE.map(|share| low + (high - low) * share).to_vec())
        };
        let mut out: Vec<f64> = intervals.into_iter().take(INTERVALS).flat_map(inside).collect();
        out.dedup();
        out
    }

    fn distances(&self, step: &Step) -> &[f64] {
        &self.distances[step.distances..step.distances + self.breaks.hidden.len()]
    }

    /// How many breaks lie between two steps? Beyond a pole, the sign has changed as well.
    fn passed(&self, a: &Step, b: &Step) -> usize {
        let both = self.distances(a).iter().zip(self.distances(b)).zip(&self.breaks.hidden);
        both.filter(|((x, y), one)| one.at.is_finite() && *x * *y < 0.0).count()
    }

    /// Does an argument turn between its neighbours, where it may reach a break if it goes on as steep as it came?
    fn turns(&self, [before, here, after]: [&Step; 3]) -> bool {
        let (left, right) = (here.at - before.at, after.at - here.at);
        let all = self.distances(before).iter().zip(self.distances(here)).zip(self.distances(after));
        all.into_iter().any(|((&x, &y), &z)| {
            let same_side = x * y > 0.0 && y * z > 0.0;
            let (x, y, z) = (x.abs(), y.abs(), z.abs());
            same_side && y < x.min(z) && (y <= (x - y) / left * right || y <= (z - y) / right * left)
        })
    }
}

/// Values of all sizes that a variable may have; fewer if there are several variables.
fn grid(problem: &Problem<'_>, input: usize) -> Vec<f64> {
    let (range, step) = (&problem.ranges[input], if problem.ranges.len() == 1 { 1 } else { 2 });
    const SMALL: [f64; 6] = [2.3e-20, 1.9e-11, 3.1e-7, 4.1e-4, 0.011, 0.06];
    const NEAR: usize = 12;
    const FAR: usize = 6;
    const FARTHEST: [f64; 7] = [3.1e2, 1.2e3, 4.9e4, 2.1e6, 3.3e9, 1.7e13, 4.1e22];
    let sizes = SMALL
        .into_iter()
        .chain((0..NEAR).map(|k| 0.17 + 0.47 * k as f64))
        .chain((1..=FAR).map(|k| 5.9 * 1.6f64.powi(k as i32)))
        .chain(FARTHEST)
        .step_by(step);
    let values = if range.low.is_finite() && range.high.is_finite() {
        const BETWEEN: usize = 32;
        (0..BETWEEN).map(|k| range.low + (range.high - range.low) * (k as f64 + 0.43) / BETWEEN as f64).collect()
    } else if range.low.is_finite() {
        sizes.map(|size| range.low + size).collect()
    } else if range.high.is_finite() {
        sizes.map(|size| range.high - size).collect()
    } else {
        sizes.flat_map(|size| [size, -1.07 * size]).collect()
    };
    fit(range, values)
}

/// Values before, between and after the places that are known of an input.
fn between(problem: &Problem<'_>, breaks: &Breaks, input: usize) -> Vec<f64> {
    const MOST: usize = 8;
    let range = &problem.ranges[input];
    let mut places: Vec<&Place> = breaks.known.iter().filter(|place| place.input == input).take(MOST).collect();
    places.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
    let mut out: Vec<f64> = Vec::new();
    let shares: &[f64] =
        if breaks.hidden.is_empty() { &[-0.57, 0.63] } else { &[-0.57, -0.031, -2e-4, 2e-4, 0.029, 0.63] };
    for place in &places {
        out.extend(shares.iter().map(|share| place.at + share * place.unit));
    }
    for pair in places.windows(2) {
        let gap = pair[1].at - pair[0].at;
        if gap > 0.0 {
            out.extend([0.31, 0.82].map(|share| pair[0].at + share * gap));
        }
    }
    if let (Some(first), Some(last)) = (places.first(), places.last()) {
        out.push(first.at - 2.13 * first.unit - 0.31 * first.at.abs());
        out.push(last.at + 2.13 * last.unit + 0.31 * last.at.abs());
    }
    fit(range, out)
}

/// Those that a variable may have, short.
fn fit(range: &Range, values: Vec<f64>) -> Vec<f64> {
    // Neither zero nor the ends of a range are a place to look: sign(x) is not 1 at 0.
    let values = values.into_iter().filter(|&x| x != 0.0);
    let short = values.map(|x| if range.integer { x.round() } else { uneven(x) });
    short.filter(|&x| x > range.low && x < range.high).collect()
}

/// A number nearby with 20 bits, so that what is computed from it is often exact. The last bit is 1: nothing special happens there.
fn uneven(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1 << 33) - 1) | 1 << 32)
}
