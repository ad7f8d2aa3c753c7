//! Descending: is there a point at which some parts lie on given sides?

use super::{Side, Space, Undecided};
use crate::eval::real::{Lanes, State};
use crate::mix::split_mix;

/// The most steps of a walk.
pub(super) const STEPS: usize = 250;

/// Walks towards where all of these sides are reached, with steps along the axes and across them that double and halve.
/// It steps only on points that are admitted.
pub(super) fn descend(
    space: &Space<'_>,
    wanted: &[Undecided],
    admitted: &dyn Fn(&Lanes, usize) -> bool,
    mut point: Vec<f64>,
) -> Vec<f64> {
    let width = point.len();
    let distances = |points: &[f64]| distances(space, wanted, admitted, points);
    let mut best = distances(&point)[0];
    let mut steps: Vec<f64> = point.iter().map(|x| x.abs().max(0.5) / 2.0).collect();
    let mut across = 0.5;
    for turn in 0..STEPS {
        if best < 0.0 {
            break;
        }
        // Two walls may leave a narrow way between them that no axis follows.
        let axis = (width == 1 || turn % (width + 1) < width).then_some(turn % (width + 1) % width);
        let step = axis.map_or(across, |k| steps[k]);
        let direction: Vec<f64> = match axis {
            Some(k) => (0..width).map(|j| if j == k { 1.0 } else { 0.0 }).collect(),
            None => (0..width).map(|j| unit(turn as u64 * 64 + j as u64) * (point[j].abs() + steps[j])).collect(),
        };
        let candidates = [step, -step, 4.0 * step, -4.0 * step].map(|step| {
            let moved = |k: usize| point[k] + step * direction[k];
            // A bound may not belong to what is assumed: half of the way there does.
            let within = |k: usize| match (moved(k), &space.bounds[k]) {
                (x, bounds) if x <= bounds.low => (point[k] + bounds.low) / 2.0,
                (x, bounds) if x >= bounds.high => (point[k] + bounds.high) / 2.0,
                (x, _) => x,
            };
            (0..width).map(within).collect::<Vec<f64>>()
        });
        let values = distances(&candidates.concat());
        let least = (0..4).min_by(|&a, &b| values[a].total_cmp(&values[b])).expect("there are four");
        let better = values[least] < best;
        let factor = if !better {
            0.35
        } else if least >= 2 {
            4.0
        } else {
            1.5
        };
        match axis {
            Some(k) => steps[k] *= factor,
            // A direction is tried once, so that a failure says less of the size.
            None => across *= if better { factor } else { 0.7 },
        }
        if better {
            best = values[least];
            point = candidates[least].clone();
        }
    }
    point
}

/// How far points are from the sides: negative where all are reached.
pub(super) fn distances(
    space: &Space<'_>,
    wanted: &[Undecided],
    admitted: &dyn Fn(&Lanes, usize) -> bool,
    points: &[f64],
) -> Vec<f64> {
    let lanes = points.len() / space.bounds.len();
    let values = Lanes::evaluate(space.tape, points, lanes);
    let gap = |one: &Undecided, lane: usize| {
        let part = values.get(one.slot, lane);
        let sign = if one.side == Side::Below { 1.0 } else { -1.0 };
        if part.state() == State::Defined { sign * (part.value - one.at) } else { f64::INFINITY }
    };
    let of = |lane: usize| match wanted {
        _ if !admitted(&values, lane) => f64::INFINITY,
        [one] => gap(one, lane),
        // By sizes, so that a part of 10⁹ does not hide one of 1.
        _ if wanted.iter().all(|one| gap(one, lane) < 0.0) => -1.0,
        _ => wanted.iter().map(|one| gap(one, lane).max(0.0).ln_1p()).sum(),
    };
    (0..lanes).map(of).collect()
}

/// A number between −1 and 1.
fn unit(seed: u64) -> f64 {
    (split_mix(seed) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
