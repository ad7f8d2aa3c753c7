//! Searching: where are both sides defined, when hardly any point tried is?
//!
//! asin(1000x + 500000) is defined on an interval of width 0.002. Each point at which
//! something is undefined says by how much: the argument of asin is 3 too large. From the best
//! of the points already tried, steps that halve and double walk down that distance.

use super::Problem;
use crate::eval::real::{Lanes, State};
use crate::set;
use crate::tape::{Exponent, Instruction};

const STARTS: usize = 12;
const STEPS: usize = 160;

/// Batches of points at which both sides are likely to be defined.
pub(super) fn common_domain(problem: &Problem<'_>) -> Vec<Vec<f64>> {
    let width = problem.ranges.len();
    let lanes = problem.settings.max_points.min(256);
    let points = super::sample::points(&problem.ranges, 0, lanes);
    let values = Lanes::evaluate(&problem.tape, &points, lanes);
    let mut starts: Vec<(Distance, usize)> =
        (0..lanes).map(|lane| (distance_at(problem, &values, lane), lane)).collect();
    starts.sort_by(|a, b| a.0.partial_cmp(&b.0).expect("distances are numbers"));
    starts.truncate(STARTS);
    let mut found = Vec::new();
    for (start, lane) in starts {
        let mut point = points[lane * width..(lane + 1) * width].to_vec();
        if walk(problem, start, &mut point) {
            // A point at the edge of both domains, such as x = 1 for asin x and acsc x, is no common domain.
            let around: Vec<f64> = neighbours(problem, &point)
                .chunks(width)
                .filter(|near| distance(problem, near) == DEFINED)
                .flatten()
                .copied()
                .collect();
            if around.len() >= super::FEW * width {
                found.push(around);
            }
        }
        if found.len() >= 2 {
            break;
        }
    }
    found
}

/// How far from being defined: the instructions that are left after the first that fails, and by how much it fails.
type Distance = (usize, f64);
const DEFINED: Distance = (0, 0.0);

fn walk(problem: &Problem<'_>, mut best: Distance, point: &mut [f64]) -> bool {
    let mut step: Vec<f64> = point.iter().map(|x| x.abs().max(0.1) / 2.0).collect();
    for turn in 0..STEPS {
        if best == DEFINED {
            return true;
        }
        let k = turn % point.len();
        if problem.ranges[k].integer {
            continue;
        }
        let mut moved = false;
        for signed in [step[k], -step[k]] {
            let before = point[k];
            point[k] += signed;
            let range = &problem.ranges[k];
            let next = if range.low < point[k] && point[k] < range.high {
                distance(problem, point)
            } else {
                (usize::MAX, 0.0)
            };
            if next < best {
                best = next;
                moved = true;
                break;
            }
            point[k] = before;
        }
        step[k] *= if moved { 2.0 } else { 0.5 };
    }
    best == DEFINED
}

/// Points around a point, near and far.
fn neighbours(problem: &Problem<'_>, point: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for scale in 1..40 {
        for sign in [1.0, -1.0] {
            for (k, &x) in point.iter().enumerate() {
                let integer = problem.ranges[k].integer;
                let nudge = (1.0 + k as f64 * 0.375) * x.abs().max(1.0) * 0.5f64.powi(scale) * 0.71875;
                out.push(if integer { x } else { x + sign * nudge });
            }
        }
    }
    out
}

fn distance(problem: &Problem<'_>, point: &[f64]) -> Distance {
    distance_at(problem, &Lanes::evaluate(&problem.tape, point, 1), 0)
}

fn distance_at(problem: &Problem<'_>, values: &Lanes, lane: usize) -> Distance {
    let all = problem.tape.instructions();
    for (at, instruction) in all.iter().enumerate() {
        let here = values.get(at as u32, lane);
        if here.state() == State::Defined {
            continue;
        }
        let value = |slot: &u32| values.get(*slot, lane).value;
        let gap = match instruction {
            Instruction::Unary(op, a) => gap(&op.info().domain, value(a)),
            Instruction::Power(a, _, Exponent::Fraction | Exponent::Varying) => gap(&set::POSITIVE, value(a)),
            _ => 1.0,
        };
        return (all.len() - at, if gap.is_finite() { gap } else { f64::MAX });
    }
    DEFINED
}

/// How far a number is from a set, measured into its inside so that a boundary point is no goal.
fn gap(set: &set::Set, x: f64) -> f64 {
    let to = |span: &set::Span| {
        let room = if span.low.is_finite() && span.high.is_finite() { (span.high - span.low) / 8.0 } else { 1e-3 };
        (span.low + room - x).max(x - (span.high - room)).max(0.0)
    };
    set.0.iter().map(to).fold(f64::INFINITY, f64::min)
}
