//! Integers: at which integer points may something break?
//!
//! For integers no point is negligible: sign(n − 50)² is 1 at all of them but one. So the breaks themselves are visited where they
//! lie on integers, all small integers are, and every region gets integer points.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::jump::{linear, repeated, solution};
use super::residue::periods;
use super::space::along;
use super::wall::Break;
use super::{Regions, Space, pick};
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot};

/// Integers up to this size are all looked at, if there is one variable.
const SMALL: i64 = 512;
/// Values of an integer variable for which the others are solved.
const VALUES: i64 = 40;
/// Residue classes that are all visited.
const CLASSES: u64 = 4096;
/// The most single points.
const POINTS: usize = 8192;

/// Adds single points, and moves the points of regions to integers.
pub(super) fn add(space: &Space<'_>, breaks: &[Break], out: &mut Regions) {
    let mut breaks = breaks.to_vec();
    breaks.extend(zero_powers(space));
    let integers: Vec<usize> = (0..space.bounds.len()).filter(|&k| space.bounds[k].integer).collect();
    // Points at breaks, and others.
    let (mut special, mut points): (BTreeSet<Vec<Number>>, BTreeSet<Vec<Number>>) = Default::default();
    let seed = pick::seed(space.tape);
    let generic = |turn: u64| -> Vec<Number> {
        let one = |(k, bounds): (usize, &super::Bounds)| {
            let ends = [bounds.low, bounds.high].map(|x| Number::from_f64(x).map(|n| n.to_rational()));
            let all = pick::between(ends[0].as_ref(), ends[1].as_ref(), seed ^ turn << 8 ^ k as u64);
            let picked = all.into_iter().next().unwrap_or(Number::ZERO);
            if bounds.integer { floor(&picked) } else { picked }
        };
        space.bounds.iter().enumerate().map(one).collect()
    };
    let start = generic(1);
    let between: Vec<Vec<Number>> = out.found.iter().filter_map(|points| points.first().cloned()).collect();
    // Points of regions become integers; those of the regions themselves come with the places below.
    for point in out.found.iter_mut().flatten().chain(&mut out.extra) {
        for &k in &integers {
            point[k] = floor(&point[k]);
        }
    }
    for &input in &integers {
        let reach = if integers.len() == 1 { SMALL } else { VALUES };
        let bounds = space.bounds[input];
        let low = if bounds.low.is_finite() { bounds.low.ceil() } else { -reach as f64 };
        let high = if bounds.high.is_finite() { bounds.high.floor() } else { reach as f64 };
        // Where only one end is given, count from there.
        let (low, high) = match (bounds.low.is_finite(), bounds.high.is_finite()) {
            (true, false) => (low, low + 2.0 * reach as f64),
            (false, true) => (high - 2.0 * reach as f64, high),
            _ => (low, high),
        };
        let steps = (high - low).clamp(0.0, 2.0 * reach as f64) as i64;
        for step in 0..=steps {
            let Some(n) = Number::from_f64(low + step as f64) else { continue };
            let mut point = start.clone();
            point[input] = n.clone();
            // The others are solved for.
            for &other in integers.iter().filter(|&&other| other != input) {
                let mut solved = point.clone();
                solved[other] = floor(&solved[other]);
                for place in whole_places(space, &breaks, other, &solved) {
                    let mut next = solved.clone();
                    next[other] = place;
                    special.insert(next);
                }
            }
            points.insert(point);
        }
        let mut places = whole_places(space, &breaks, input, &start);
        if bounds.high - bounds.low > steps as f64 {
            match repeated(space, input, &start, steps) {
                Ok(more) => places.extend(more),
                Err(jump) if out.undecided.is_empty() => out.undecided.push(jump),
                Err(_) => {}
            }
        }
        for place in places {
            let mut next = start.clone();
            next[input] = place;
            special.insert(next);
        }
    }
    // Large integers one after the other, and in every residue class of what is periodic.
    for turn in 0..64 {
        let mut point = start.clone();
        for (k, &input) in integers.iter().enumerate() {
            if let Some(n) = far(&space.bounds[input], k, turn, 64) {
                point[input] = n;
            }
        }
        points.insert(point);
    }
    match classes(space, &integers, &start) {
        Ok([near, far]) => {
            special.extend(near);
            points.extend(far);
        }
        Err(slot) => out.between = Some((slot, between)),
    }
    if let [a, b] = integers[..] {
        points.extend(small_pairs(space, a, b, &start));
        for one in &breaks {
            let Some(all) = linear(space, one.slot) else { continue };
            let constant = all.last().expect("the constant is the last");
            if let Some((n, m)) = solution(&all[a], &all[b], constant) {
                // Other solutions lie at equal steps.
                let whole = |x: &RBig| x.numerator().clone();
                for turn in -3..=3 {
                    let mut point = start.clone();
                    let step = IBig::from(turn);
                    point[a] = Number::from(RBig::from(&n + whole(&all[b]) * &step));
                    point[b] = Number::from(RBig::from(&m - whole(&all[a]) * &step));
                    special.insert(point);
                }
            }
        }
    }
    let admitted = |point: &Vec<Number>| point.iter().zip(space.bounds).all(|(n, bounds)| bounds.admit(n.to_f64()));
    points.retain(|point| !special.contains(point));
    out.single = special.into_iter().filter(admitted).take(POINTS).collect();
    out.required = out.single.len();
    out.single.extend(points.into_iter().filter(admitted).take(POINTS));
    let bounded = integers.iter().all(|&k| {
        let bounds = space.bounds[k];
        bounds.high - bounds.low <= 2.0 * SMALL as f64
    });
    out.complete &= bounded && integers.len() == 1;
}

/// A large integer in some bounds, the first of so many one after the other.
fn far(bounds: &super::Bounds, k: usize, turn: u64, of: u64) -> Option<Number> {
    let first = 1_000_000_007.0 * (1 + k) as f64;
    one_of(bounds, [first, -first - of as f64], turn, of)
}

/// The same around zero, or as near to it as the bounds allow.
fn near(bounds: &super::Bounds, turn: u64, of: u64) -> Option<Number> {
    one_of(bounds, [-(of as f64 / 2.0).floor(), if bounds.low > 0.0 { bounds.low.ceil() } else { f64::NAN }], turn, of)
}

/// One of so many integers from a start on, or from an end of the bounds on.
fn one_of(bounds: &super::Bounds, starts: [f64; 2], turn: u64, of: u64) -> Option<Number> {
    let length = of as f64;
    let ends = [bounds.low.ceil(), bounds.high.floor() - length + 1.0];
    let fits = |&low: &f64| bounds.admit(low) && bounds.admit(low + length - 1.0);
    let low = starts.into_iter().chain(ends).find(fits)?;
    Number::from_f64(low + turn as f64)
}

/// Points in every residue class of what is periodic in the integers, near ones and far ones, or a part of which there are too many
/// classes, or nobody knows how many. Near ones are decided whatever stands beside the periodic parts; at far ones nothing special happens.
fn classes(space: &Space<'_>, integers: &[usize], start: &[Number]) -> Result<[Vec<Vec<Number>>; 2], Slot> {
    let periods = periods(space, start);
    let Some(longest) = periods.longest else { return Ok(Default::default()) };
    let count = |&k: &usize| {
        let bounds = space.bounds[k];
        let values = bounds.high.floor() - bounds.low.ceil() + 1.0;
        match periods.of[k] {
            Some(period) if values >= period as f64 => Some(period),
            _ => (values <= CLASSES as f64).then_some(values.max(0.0) as u64),
        }
    };
    let counts = integers.iter().map(count).collect::<Option<Vec<u64>>>().ok_or(longest)?;
    let all = counts.iter().try_fold(1u64, |all, &one| all.checked_mul(one)).filter(|&all| all <= CLASSES);
    let all = all.ok_or(longest)?;
    let point = |turn: u64, is_far: bool| {
        let (mut point, mut left) = (start.to_vec(), turn);
        for (k, (&input, &count)) in integers.iter().zip(&counts).enumerate() {
            let (bounds, turn) = (&space.bounds[input], left % count);
            if let Some(n) = if is_far { far(bounds, k, turn, count) } else { near(bounds, turn, count) } {
                point[input] = n;
            }
            left /= count;
        }
        point
    };
    Ok([false, true].map(|is_far| (0..all).map(|turn| point(turn, is_far)).collect()))
}

/// 0^n is 1 at n = 0 and 0 beyond: where the base is zero, and where the exponent is.
fn zero_powers(space: &Space<'_>) -> Vec<Break> {
    let mut out = Vec::new();
    for instruction in space.tape.instructions() {
        if let Instruction::Power(base, exponent, Exponent::Lattice | Exponent::Varying) = instruction {
            for slot in [*base, *exponent] {
                out.push(Break::at_zero(slot));
            }
        }
        // A pole is a point without a value, which may be the one that matters to the other side.
        if let Instruction::Binary(Op::Div, _, below) = instruction {
            out.push(Break::at_zero(*below));
        }
    }
    out
}

/// The integers at the places of a line, and those beside them.
fn whole_places(space: &Space<'_>, breaks: &[Break], input: usize, at: &[Number]) -> Vec<Number> {
    // Between two integers places need not be told apart.
    let line = along(&Space { domains: false, ..*space }, breaks, input, at, 1);
    let mut out = Vec::new();
    for place in &line.places {
        let (low, high) = (place.low.floor() - IBig::ONE, place.high.ceil() + IBig::ONE);
        if &high - &low > IBig::from(6) {
            continue;
        }
        let mut n = low;
        while n <= high {
            out.push(Number::from(RBig::from(n.clone())));
            n += IBig::ONE;
        }
    }
    for region in line.regions {
        out.extend(region.into_iter().take(1).map(|n| floor(&n)));
    }
    out
}

fn small_pairs(space: &Space<'_>, a: usize, b: usize, start: &[Number]) -> Vec<Vec<Number>> {
    const REACH: i64 = 20;
    let mut out = Vec::new();
    let first = |k: usize| {
        let bounds = space.bounds[k];
        if bounds.low > -REACH as f64 { bounds.low.ceil() as i64 } else { -REACH }
    };
    for n in first(a)..=first(a) + 2 * REACH {
        for m in first(b)..=first(b) + 2 * REACH {
            let mut point = start.to_vec();
            (point[a], point[b]) = (Number::from(n), Number::from(m));
            out.push(point);
        }
    }
    out
}

fn floor(n: &Number) -> Number {
    if n.is_integer() { n.clone() } else { Number::from(RBig::from(n.to_rational().floor())) }
}
