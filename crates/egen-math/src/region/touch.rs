//! Touching: does an argument come to the end of a domain in its midst, and turn back there?
//!
//! √(a + b − 2√(ab)) is √a − √b on one side of a = b and √b − √a on the other, and its argument is nowhere negative. Where such
//! a place could not be solved for, it is searched for, and what lies beyond it is visited.

use super::descent::{self, descend};
use super::space::is_common;
use super::wall::Break;
use super::{Regions, Side, Space, Undecided, Work};
use crate::eval::real::{Lanes, State};
use crate::number::Number;

/// Points from which the end of a domain is searched for, beside one of each region.
const STARTS: usize = 4;
/// How far beyond it is looked, as shares of the way there and of its size.
const BEYOND: [f64; 6] = [0.1, 0.4, 1e-2, 1e-4, 1e-6, 1.5];

/// Adds points beyond the places at which arguments touch the ends of domains.
pub(super) fn add(space: &Space<'_>, breaks: &[Break], out: &mut Regions) {
    let ends = |one: &&Break| one.period.is_none() && !one.assumed && !one.covered && one.below != one.above;
    let floats = |point: &Vec<Number>| point.iter().map(Number::to_f64).collect::<Vec<f64>>();
    let common = |point: &Vec<f64>| is_common(space, breaks, &Lanes::evaluate(space.tape, point, 1), 0);
    // No walk leads from one region to another, so that each has its own.
    let regions = out.found.iter().filter_map(|points| points.first()).map(floats).filter(common);
    let starts: Vec<Vec<f64>> = regions.chain(out.extra.iter().map(floats).filter(common).take(STARTS)).collect();
    let work = Work::new(Work::ENOUGH, space.work.deadline.clone());
    for one in breaks.iter().filter(ends) {
        let side = if one.below { Side::Above } else { Side::Below };
        let wanted = Undecided { slot: one.slot, at: one.at, side };
        for start in &starts {
            if !work.spend(descent::STEPS * space.tape.instructions().len(), 64) {
                return;
            }
            let common = |values: &Lanes, lane: usize| is_common(space, breaks, values, lane);
            let reached = descend(space, &[wanted], &common, start.clone());
            if is_touched(space, one, start, &reached) {
                let beyond = across(space, start, &reached);
                out.extra
                    .extend(beyond.into_iter().filter_map(|point| point.into_iter().map(Number::from_f64).collect()));
            }
        }
    }
}

/// Has the part come from a start as close to the end of its domain as floating point can tell?
fn is_touched(space: &Space<'_>, one: &Break, start: &[f64], reached: &[f64]) -> bool {
    const CLOSE: f64 = 1e-6;
    let values = Lanes::evaluate(space.tape, &[start, reached].concat(), 2);
    let gap = |lane: usize| {
        let part = values.get(one.slot, lane);
        (part.state() != State::Undefined).then_some((part.value - one.at).abs())
    };
    gap(0).zip(gap(1)).is_some_and(|(before, after)| after <= CLOSE * before)
}

/// Points beyond another, further along the way and along each axis.
fn across(space: &Space<'_>, start: &[f64], reached: &[f64]) -> Vec<Vec<f64>> {
    let within = |point: Vec<f64>| {
        let bounded = point.into_iter().zip(space.bounds).map(|(x, bounds)| x.clamp(bounds.low, bounds.high));
        bounded.collect::<Vec<f64>>()
    };
    let mut out = Vec::new();
    for share in BEYOND {
        let way: Vec<f64> = start.iter().zip(reached).map(|(from, to)| to + share * (to - from)).collect();
        out.push(within(way));
        for k in 0..reached.len() {
            for sign in [-1.0, 1.0] {
                let mut point = reached.to_vec();
                point[k] += sign * share * reached[k].abs().max(0.1);
                out.push(within(point));
            }
        }
    }
    out
}
