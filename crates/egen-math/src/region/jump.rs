//! Jumps: where has a function at a break another value than beside it?
//!
//! For real variables that is a null set. For integers every point counts, and an unknown function may be zero all along.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::linear::Form;
use super::space::is_excluded;
use super::wall::{Break, View, Wall};
use super::{Side, Space, Undecided};
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::exact::Exact;
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Input, Instruction, Slot};

/// Parts at whose zeros something jumps: continuous functions have at a break the value that they have beside it.
fn jumps(space: &Space<'_>) -> Vec<Slot> {
    let mut out = Vec::new();
    for instruction in space.tape.instructions() {
        match instruction {
            Instruction::Unary(op, a) if op.jumps() => out.push(*a),
            // 0^n jumps at n = 0, but only where the base is 0, which a real variable hardly ever is.
            Instruction::Power(base, exponent, Exponent::Lattice | Exponent::Varying)
                if !has_reals(space, *base) && space.tape.exact(*base).is_none_or(|n| n.is_zero()) =>
            {
                out.extend([*base, *exponent]);
            }
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => {}
            Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => {}
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Does a point lie exactly at a jump that a real variable leads away from? Unknown functions may stay there.
pub(super) fn is_met(space: &Space<'_>, point: &[Number]) -> bool {
    const BITS: usize = 192;
    let leaves = |slot: &Slot| has_reals(space, *slot) && !has_unknowns(space, *slot);
    let real: Vec<Slot> = jumps(space).into_iter().filter(leaves).collect();
    if real.is_empty() {
        return false;
    }
    let inputs: Vec<Coordinate> = point.iter().cloned().map(Coordinate::Exact).collect();
    let values = Certified::evaluate(space.tape, &inputs, BITS);
    // What is only too small to be seen is no jump: it would hide what lies beside one.
    let is_zero = |slot: Slot| matches!(values.exact(slot), Some(Exact::Rational(n)) if n.is_zero());
    real.into_iter().any(is_zero)
}

/// A jump that may be met by an unknown function, or by several integers at once, and could not be excluded.
pub(super) fn unsolved(space: &Space<'_>) -> Option<Undecided> {
    let at = |slot: Slot| Undecided { slot, at: 0.0, side: Side::At };
    jumps(space).into_iter().map(at).find(|one| {
        (has_unknowns(space, one.slot) && input(space, one.slot).is_none() && !is_excluded(space, &[*one], true))
            || (integers_in(space, one.slot) > 1 && !is_solved(space, *one))
    })
}

/// The unknown functions at whose zeros something jumps, as inputs: there they are looked at as zeros.
pub(super) fn unknown_inputs(space: &Space<'_>) -> Vec<usize> {
    let unknown = |k: &usize| matches!(space.tape.inputs()[*k], Input::Opaque(_));
    jumps(space).into_iter().filter_map(|slot| input(space, slot)).filter(unknown).collect()
}

/// The input that a part is, wherever it has a value.
fn input(space: &Space<'_>, slot: Slot) -> Option<usize> {
    match &space.tape.instructions()[slot as usize] {
        Instruction::Input(k) => Some(*k as usize),
        Instruction::Where(a, _) => input(space, *a),
        _ => None,
    }
}

/// Integers at which a jump that repeats with one of them is met, for other variables at a point: none if that is not known.
pub(super) fn repeated(space: &Space<'_>, input: usize, at: &[Number], reach: i64) -> Result<Vec<Number>, Undecided> {
    let points: Vec<Coordinate> = at.iter().cloned().map(Coordinate::Exact).collect();
    let view = View::new(space.tape, input, &points, space.bits);
    let mut out = Vec::new();
    for slot in jumps(space) {
        if !view.varies(slot) || has_reals(space, slot) || integers_in(space, slot) > 1 {
            continue;
        }
        let one = Break::at_zero(slot);
        let mut walls = Vec::new();
        view.walls(&one, 0, &mut walls);
        for wall in walls.iter().filter(|wall| wall.period.is_some()) {
            let undecided = Undecided { slot, at: 0.0, side: Side::At };
            out.extend(whole_turns(space, wall, reach).ok_or(undecided)?);
        }
    }
    Ok(out)
}

/// The integers among level + k·period: one of them, if there is any, or `None` where that is not known.
fn whole_turns(space: &Space<'_>, wall: &Wall, reach: i64) -> Option<Vec<Number>> {
    if !matches!(space.tape.instructions()[wall.slot as usize], Instruction::Input(_)) {
        return None;
    }
    match (wall.level.closed(), wall.period.as_ref()?.closed()?) {
        (level, Exact::Rational(period)) => {
            let period = period.to_rational();
            match level {
                Some(Exact::Rational(level)) => {
                    let found = solution(&RBig::ONE, &-&period, &-level.to_rational());
                    Some(found.map(|(n, _)| Number::from(RBig::from(n))).into_iter().collect())
                }
                // Whatever it is, it comes again among the integers that are all looked at.
                _ => (*period.numerator() <= IBig::from(reach)).then(Vec::new),
            }
        }
        // r + kqπ is an integer for k = 0 only, and (r + kq)π where it is 0.
        (Some(Exact::Rational(level)), Exact::Turn(_)) => Some(vec![level]),
        (Some(Exact::Turn(_)), Exact::Turn(_)) => Some(vec![Number::ZERO]),
        _ => None,
    }
}

/// Are the integer zeros of a part in several variables known? They are if it is a product of parts in one, if it is linear with
/// a solution found line by line, or if it has none.
fn is_solved(space: &Space<'_>, one: Undecided) -> bool {
    if is_excluded(space, &[one], true) {
        return true;
    }
    let again = |slot: Slot| integers_in(space, slot) <= 1 || is_solved(space, Undecided { slot, ..one });
    match &space.tape.instructions()[one.slot as usize] {
        Instruction::Binary(Op::Mul, a, b) => again(*a) && again(*b),
        Instruction::Unary(op, a) if op.keeps_zeros() => again(*a),
        Instruction::Power(a, _, Exponent::Integer | Exponent::Fraction) => again(*a),
        Instruction::Binary(Op::Div, a, _) => again(*a),
        _ => linear(space, one.slot).is_some(),
    }
}

/// Does a part depend on a real variable?
fn has_reals(space: &Space<'_>, slot: Slot) -> bool {
    inputs_in(space, slot).any(|k| !space.bounds[k].integer)
}

/// Does a part depend on an unknown function?
fn has_unknowns(space: &Space<'_>, slot: Slot) -> bool {
    inputs_in(space, slot).any(|k| matches!(space.tape.inputs()[k], Input::Opaque(_)))
}

/// How many integer variables a part depends on.
fn integers_in(space: &Space<'_>, slot: Slot) -> usize {
    inputs_in(space, slot).filter(|&k| space.bounds[k].integer).count()
}

/// The inputs that a part depends on.
pub(super) fn inputs_in(space: &Space<'_>, slot: Slot) -> impl Iterator<Item = usize> {
    space.tape.reachable(slot).into_iter().filter_map(|at| match &space.tape.instructions()[at as usize] {
        Instruction::Input(k) => Some(*k as usize),
        _ => None,
    })
}

/// The coefficients of a·n + b·m + … + c with rational ones: those of all inputs, then c. All that occur are integers.
pub(super) fn linear(space: &Space<'_>, slot: Slot) -> Option<Vec<RBig>> {
    let form = Form::of(space.tape, slot);
    let mut out = vec![RBig::ZERO; space.bounds.len()];
    for (slot, factor) in form.terms {
        match &space.tape.instructions()[slot as usize] {
            Instruction::Input(k) if space.bounds[*k as usize].integer => out[*k as usize] = factor,
            _ => return None,
        }
    }
    out.push(form.constant);
    Some(out)
}

/// A solution of a·n + b·m + c = 0 in integers, by Euclid's algorithm; none if there is none.
pub(super) fn solution(a: &RBig, b: &RBig, c: &RBig) -> Option<(IBig, IBig)> {
    let scale =
        RBig::from(a.denominator().clone()) * RBig::from(b.denominator().clone()) * RBig::from(c.denominator().clone());
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
