//! Integers: at which integer points may something break?
//!
//! For integers no point is negligible: sign(n − 50)² is 1 at all of them but one. So the breaks themselves are visited where they
//! lie on integers, all small integers are, and every region gets integer points.

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::space::{along, is_excluded};
use super::wall::Break;
use super::{Regions, Side, Space, Undecided, pick};
use crate::eval::certified::{Certified, Coordinate};
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot};

/// Integers up to this size are all looked at, if there is one variable.
const SMALL: i64 = 512;
/// Values of an integer variable for which the others are solved.
const VALUES: i64 = 40;
/// The most single points.
const POINTS: usize = 4096;

/// Adds single points, and moves the points of regions to integers.
pub(super) fn add(space: &Space<'_>, breaks: &[Break], out: &mut Regions) {
    let mut breaks = breaks.to_vec();
    breaks.extend(zero_powers(space));
    let integers: Vec<usize> = (0..space.bounds.len()).filter(|&k| space.bounds[k].integer).collect();
    let mut points: BTreeSet<Vec<Number>> = BTreeSet::new();
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
    // Points of regions become integers; those of the regions themselves come with the places below.
    for region in &mut out.found {
        for point in region.iter_mut() {
            for &k in &integers {
                point[k] = floor(&point[k]);
            }
        }
    }
    if out.undecided.is_none() && integers.len() > 1 {
        out.undecided = jumps(space, &integers).into_iter().find(|one| !is_solved(space, &integers, *one));
    }
    let start = generic(1);
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
                    points.insert(next);
                }
            }
            points.insert(point);
        }
        for place in whole_places(space, &breaks, input, &start) {
            let mut next = start.clone();
            next[input] = place;
            points.insert(next);
        }
    }
    // Large integers in all residue classes that small denominators have.
    for turn in 0..64i64 {
        let mut point = start.clone();
        for (k, &input) in integers.iter().enumerate() {
            let far = 1_000_000_007_i64 * (1 + k as i64) + turn;
            let far = if space.bounds[input].admit(far as f64) { far } else { -far };
            if space.bounds[input].admit(far as f64) {
                point[input] = Number::from(far);
            }
        }
        points.insert(point);
    }
    if let [a, b] = integers[..] {
        points.extend(small_pairs(space, a, b, &start));
        for one in &breaks {
            let Some(all) = linear(space, &integers, one.slot) else { continue };
            if let Some((n, m)) = solution(&all[0], &all[1], &all[2]) {
                // Other solutions lie at equal steps.
                let whole = |x: &RBig| x.numerator().clone();
                for turn in -3..=3 {
                    let mut point = start.clone();
                    let step = IBig::from(turn);
                    point[a] = Number::from(RBig::from(&n + whole(&all[1]) * &step));
                    point[b] = Number::from(RBig::from(&m - whole(&all[0]) * &step));
                    points.insert(point);
                }
            }
        }
    }
    let admitted = |point: &Vec<Number>| point.iter().zip(space.bounds).all(|(n, bounds)| bounds.admit(n.to_f64()));
    out.single = points.into_iter().filter(admitted).take(POINTS).collect();
    let bounded = integers.iter().all(|&k| {
        let bounds = space.bounds[k];
        bounds.high - bounds.low <= 2.0 * SMALL as f64
    });
    out.complete &= bounded && integers.len() == 1;
}

/// 0^n is 1 at n = 0 and 0 beyond: where the base is zero, and where the exponent is.
fn zero_powers(space: &Space<'_>) -> Vec<Break> {
    let mut out = Vec::new();
    for instruction in space.tape.instructions() {
        if let Instruction::Power(base, exponent, Exponent::Lattice) = instruction {
            for slot in [*base, *exponent] {
                out.push(Break { slot, at: 0.0, period: None, below: true, above: true });
            }
        }
        // A pole is a point without a value, which may be the one that matters to the other side.
        if let Instruction::Binary(Op::Div, _, below) = instruction {
            out.push(Break { slot: *below, at: 0.0, period: None, below: true, above: true });
        }
    }
    out
}

/// Parts at whose zeros something jumps: continuous functions have at a break the value that they have beside it.
fn jumps(space: &Space<'_>, integers: &[usize]) -> Vec<Undecided> {
    let mut out = Vec::new();
    for instruction in space.tape.instructions() {
        let slots: &[Slot] = match instruction {
            Instruction::Unary(Op::Sign, a) => &[*a],
            Instruction::Power(base, exponent, Exponent::Lattice) => &[*base, *exponent],
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => &[],
            Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => &[],
        };
        for &slot in slots {
            if integers_in(space, integers, slot) > 1 {
                out.push(Undecided { slot, at: 0.0, side: Side::At });
            }
        }
    }
    out
}

/// Are the integer zeros of a part in several variables known? They are if it is a product of parts in one, if it is linear with
/// a solution found line by line, or if it has none.
fn is_solved(space: &Space<'_>, integers: &[usize], one: Undecided) -> bool {
    if is_excluded(space, Undecided { side: Side::Below, ..one }) && is_excluded(space, Undecided { side: Side::At, ..one })
        || is_excluded(space, Undecided { side: Side::Above, ..one }) && is_excluded(space, Undecided { side: Side::At, ..one })
    {
        return true;
    }
    let again = |slot: Slot| {
        let in_several = integers_in(space, integers, slot) > 1;
        !in_several || is_solved(space, integers, Undecided { slot, ..one })
    };
    match &space.tape.instructions()[one.slot as usize] {
        Instruction::Binary(Op::Mul, a, b) => again(*a) && again(*b),
        Instruction::Unary(Op::Neg | Op::Abs | Op::Sqrt, a) => again(*a),
        Instruction::Power(a, _, Exponent::Integer | Exponent::Fraction) => again(*a),
        Instruction::Binary(Op::Div, a, _) => again(*a),
        _ => linear(space, integers, one.slot).is_some(),
    }
}

/// How many integer variables a part depends on.
fn integers_in(space: &Space<'_>, integers: &[usize], slot: Slot) -> usize {
    let inputs = space.tape.reachable(slot).into_iter().filter(|&at| match &space.tape.instructions()[at as usize] {
        Instruction::Input(k) => integers.contains(&(*k as usize)),
        _ => false,
    });
    inputs.count()
}

/// The coefficients of a·n + b·m + … + c with rational ones: those of the variables, then c.
fn linear(space: &Space<'_>, integers: &[usize], slot: Slot) -> Option<Vec<RBig>> {
    let value = |point: &[RBig]| -> Option<RBig> {
        let inputs: Vec<Coordinate> = point.iter().map(|x| Coordinate::Exact(Number::from(x.clone()))).collect();
        let wanted = space.tape.reachable(slot);
        let values = Certified::evaluate_parts(space.tape, &inputs, 256, |at| wanted.binary_search(&at).is_ok());
        values.number(slot).map(|n| n.to_rational())
    };
    let origin = vec![RBig::ZERO; space.bounds.len()];
    let constant = value(&origin)?;
    let mut out = Vec::new();
    let mut mixed = origin.clone();
    let mut predicted = constant.clone();
    for (turn, &k) in integers.iter().enumerate() {
        let mut point = origin.clone();
        point[k] = RBig::ONE;
        let slope = value(&point)? - &constant;
        mixed[k] = RBig::from(101 + 37 * turn);
        predicted += &slope * &mixed[k];
        out.push(slope);
    }
    // That it is linear is asked at points that know nothing of it, real ones too.
    let doubled: Vec<RBig> = mixed.iter().map(|x| x * RBig::from_parts(7.into(), 3u32.into())).collect();
    let beyond = (&predicted - &constant) * RBig::from_parts(7.into(), 3u32.into()) + &constant;
    if value(&mixed)? != predicted || value(&doubled)? != beyond {
        return None;
    }
    out.push(constant);
    Some(out)
}

/// A solution of a·n + b·m + c = 0 in integers, by Euclid's algorithm; none if there is none.
fn solution(a: &RBig, b: &RBig, c: &RBig) -> Option<(IBig, IBig)> {
    let scale = RBig::from(a.denominator().clone()) * RBig::from(b.denominator().clone()) * RBig::from(c.denominator().clone());
    let whole = |x: &RBig| (x * &scale).numerator().clone();
    let (a, b, c) = (whole(a), whole(b), whole(c));
    let (mut r, mut s, mut t) = ((a, b), (IBig::ONE, IBig::ZERO), (IBig::ZERO, IBig::ONE));
    while r.1 != IBig::ZERO {
        let q = &r.0 / &r.1;
        r = (r.1.clone(), &r.0 - &q * &r.1);
        s = (s.1.clone(), &s.0 - &q * &s.1);
        t = (t.1.clone(), &t.0 - &q * &t.1);
    }
    if r.0 == IBig::ZERO || &c % &r.0 != IBig::ZERO {
        return None;
    }
    let times = -(c / &r.0);
    Some((s.0 * &times, t.0 * times))
}

/// The integers at the places of a line, and those beside them.
fn whole_places(space: &Space<'_>, breaks: &[Break], input: usize, at: &[Number]) -> Vec<Number> {
    let line = along(space, breaks, input, at, 1);
    let mut out = Vec::new();
    for place in &line.places {
        let (low, high) = (place.low.floor(), place.high.ceil());
        if &high - &low > IBig::from(4) {
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
    // The first and the last integer of each region.
    for pair in line.places.windows(2) {
        out.push(Number::from(RBig::from(pair[0].high.ceil())));
        out.push(Number::from(RBig::from(pair[1].low.floor())));
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
