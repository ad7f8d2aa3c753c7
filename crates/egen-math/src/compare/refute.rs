//! Refuting: at which point, as short as will do, do two sides certainly differ?

use super::certify::{Ruling, rule};
use super::verdict::Witness;
use super::{Meeting, Problem, Tally, meet};
use crate::eval::real::{Lanes, State};
use crate::number::Number;
use crate::op::Op;
use crate::region::{self, Bounds};

/// Numbers that a person would try, the simplest first.
#[rustfmt::skip]
const SHORT: [f64; 34] = [
    1.0, 2.0, 3.0, -1.0, 0.0, -2.0, 0.5, 4.0, 5.0, -0.5, -3.0, 10.0, 1.5, 0.25, 0.75, 6.0, 7.0, 8.0, 9.0, -4.0, -5.0, -1.5, 2.5,
    -0.25, -0.75, 20.0, -10.0, 100.0, -100.0, 0.125, 3.5, -2.5, -20.0, 1000.0,
];

/// How many short points are tried.
const TRIES: usize = 160;
/// How many points are handed to balls before the refutation is given up.
const CERTIFIED_TRIES: usize = 12;

/// Finds a short point at which the sides certainly differ.
pub(super) fn find_witness(problem: &Problem<'_>, tally: &Tally) -> Option<Witness> {
    let width = problem.ranges.len();
    let mut points: Vec<f64> = short_points(&problem.ranges);
    for lane in &tally.differ {
        points.extend(rounded(lane, &problem.ranges));
    }
    let lanes = points.len() / width;
    let values = Lanes::evaluate(&problem.tape, &points, lanes);
    let point = |lane: usize| &points[lane * width..(lane + 1) * width];
    let differing = (0..lanes).filter(|&lane| seen(problem, &values, lane) == Some(Meeting::Apart));
    let candidates = differing.filter_map(|lane| point(lane).iter().map(|&x| short_number(x)).collect());
    solid(problem, candidates)
}

/// A witness, if the sides certainly differ at a point.
fn certain(problem: &Problem<'_>, point: &[Number]) -> Option<Witness> {
    match rule(problem, point) {
        Ruling::Differ(witness) => Some(witness),
        _ => None,
    }
}

/// A witness at one of some points that count: at which nothing jumps, or beside which the sides differ as well. At −5, where sgn(x + 5) is not 1,
/// nothing is refuted: single points do not count.
fn solid(problem: &Problem<'_>, points: impl Iterator<Item = Vec<Number>> + Clone) -> Option<Witness> {
    let space = problem.space(0);
    let jumps = |point: &Vec<Number>| region::is_at_jump(&space, point);
    let off = points.clone().filter(|point| !jumps(point)).take(CERTIFIED_TRIES);
    let on = points.filter(|point| jumps(point) && differs_beside(problem, point)).take(CERTIFIED_TRIES);
    off.chain(on).find_map(|point| certain(problem, &point))
}

/// Distances at which it is looked beside a point, as powers of two: a region may be narrower than the first.
pub(super) const BESIDE: [i32; 2] = [-40, -300];

/// Do the sides certainly differ beside a point as well? What is zero all along, as |x| − x for x > 0, is at a jump of its sign everywhere.
pub(super) fn differs_beside(problem: &Problem<'_>, point: &[Number]) -> bool {
    BESIDE.iter().any(|&distance| certain(problem, &beside(problem, point, distance)).is_some())
}

/// A point close to another, in no particular direction; integers stay.
pub(super) fn beside(problem: &Problem<'_>, point: &[Number], distance: i32) -> Vec<Number> {
    let moved = |(k, n): (usize, &Number)| {
        let size = (1.0 + n.to_f64().abs()).min(f64::MAX);
        let step = Number::from_f64(size * (0.7 + 0.19 * k as f64) * 2f64.powi(distance));
        match step.filter(|_| !problem.ranges[k].integer) {
            Some(step) => n.combine(Op::Add, &step).unwrap_or_else(|| n.clone()),
            None => n.clone(),
        }
    };
    point.iter().enumerate().map(moved).collect()
}

/// How the sides meet where both are defined.
fn seen(problem: &Problem<'_>, values: &Lanes, lane: usize) -> Option<Meeting> {
    let (a, b) = (values.get(problem.left, lane), values.get(problem.right, lane));
    let defined = a.state() == State::Defined && b.state() == State::Defined;
    (defined && problem.admits(values, lane)).then(|| meet(a, b))
}

/// A shorter witness than the one that balls have found, for differences that floating point cannot see.
pub(super) fn shorten(problem: &Problem<'_>, witness: Witness) -> Witness {
    let points = short_points(&problem.ranges);
    let short = points.chunks(problem.ranges.len()).take(CERTIFIED_TRIES);
    let exact = short.filter_map(|point| point.iter().map(|&x| short_number(x)).collect());
    solid(problem, exact).unwrap_or(witness)
}

/// Combinations of short numbers, those made of the simplest first.
fn short_points(ranges: &[Bounds]) -> Vec<f64> {
    let allowed: Vec<Vec<f64>> = ranges
        .iter()
        .map(|range| {
            let mut own: Vec<f64> =
                SHORT.iter().copied().filter(|&x| range.admit(x) && (!range.integer || x.fract() == 0.0)).collect();
            if own.is_empty() && !range.integer && range.low.is_finite() && range.high.is_finite() {
                let middle = (range.low + range.high) / 2.0;
                own.extend((1..8).map(|digits| significant(middle, digits)).filter(|&x| range.admit(x)));
            }
            own
        })
        .collect();
    if allowed.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    if let [only] = allowed.as_slice() {
        return only.clone();
    }
    // Different numbers for different variables, or x = y = 1 would hide that they were exchanged.
    let mut out = Vec::with_capacity(TRIES * ranges.len());
    for turn in 0..TRIES {
        let depth = 2 + turn / 8;
        for (k, own) in allowed.iter().enumerate() {
            out.push(own[(turn * (k + 1) + k + turn / 5) % own.len().min(depth)]);
        }
    }
    out
}

/// A sampled point with few digits, then more, then all.
fn rounded(point: &[f64], ranges: &[Bounds]) -> Vec<f64> {
    let mut out = Vec::with_capacity(5 * point.len());
    for digits in 1..5 {
        out.extend(point.iter().zip(ranges).map(|(&x, range)| {
            let short = significant(x, digits);
            if range.admit(short) { short } else { x }
        }));
    }
    out.extend_from_slice(point);
    out
}

/// To so many significant digits.
fn significant(x: f64, digits: usize) -> f64 {
    format!("{x:.*e}", digits - 1).parse().unwrap_or(x)
}

/// The decimal that a person would write for this `f64`, if it has few digits; else what it is exactly.
fn short_number(x: f64) -> Option<Number> {
    let text = format!("{:e}", x.abs());
    let decimal = if text.len() <= 10 { Number::parse_decimal(&text).ok() } else { None };
    match decimal {
        Some(n) => Some(if x < 0.0 { -n } else { n }),
        None => Number::from_f64(x),
    }
}
