//! Whole numbers: is a part an integer wherever the integer variables in it are?
//!
//! Sums and products of integers are, and so is n·(n + 1)/2: a polynomial with rational coefficients is an integer at all integers if it is
//! one on a grid from 0 to its degree in each variable, since it is then a sum of integer multiples of binomial coefficients.

use std::collections::BTreeMap;

use super::{Exponent, Input, Instruction, Slot, Tape};
use crate::number::Number;
use crate::op::Op;

/// Points of a grid that are looked at, and the longest numbers there.
const MOST_POINTS: usize = 512;
const MAX_BITS: usize = 4096;

/// Is it a whole number for all integers, and does it depend on nothing else?
pub(super) fn is_whole(tape: &Tape, slot: Slot) -> bool {
    let parts = tape.reachable(slot);
    let is_integer = |at: &Slot| match &tape.instructions[*at as usize] {
        Instruction::Input(place) => {
            matches!(&tape.inputs[*place as usize], Input::Variable(name) if tape.integers.contains(name))
        }
        _ => true,
    };
    if !parts.iter().all(is_integer) {
        return false;
    }
    let mut whole: BTreeMap<Slot, bool> = BTreeMap::new();
    for at in parts {
        let by_arguments = match &tape.instructions[at as usize] {
            Instruction::Number(n) => n.is_integer(),
            Instruction::Input(_) => true,
            Instruction::Unary(op, a) => op.info().integers.from_arguments(whole[a]),
            Instruction::Binary(op, a, b) => op.info().integers.from_arguments(whole[a] && whole[b]),
            Instruction::Power(a, n, Exponent::Integer) => whole[a] && tape.exact(*n).is_some_and(|n| !n.is_negative()),
            Instruction::Constant(_) | Instruction::Power(..) | Instruction::Where(..) => false,
        };
        let is = by_arguments || takes_whole_values(tape, at, &whole);
        whole.insert(at, is);
    }
    whole[&slot]
}

/// Is a part a polynomial in whole numbers that is one itself wherever they are?
fn takes_whole_values(tape: &Tape, slot: Slot, whole: &BTreeMap<Slot, bool>) -> bool {
    let Some(degrees) = degrees(tape, slot, whole) else { return false };
    let mut points: Vec<BTreeMap<Slot, Number>> = vec![BTreeMap::new()];
    for (&part, &degree) in &degrees {
        if points.len().saturating_mul(degree + 1) > MOST_POINTS {
            return false;
        }
        let at = |point: &BTreeMap<Slot, Number>, n: usize| {
            let mut point = point.clone();
            point.insert(part, Number::from(n as i64));
            point
        };
        points = points.iter().flat_map(|point| (0..=degree).map(move |n| at(point, n))).collect();
    }
    points.iter().all(|point| value(tape, slot, point).is_some_and(|value| value.is_integer()))
}

/// The degree of a polynomial in each of the whole numbers that it is made of; none if it is no polynomial.
fn degrees(tape: &Tape, slot: Slot, whole: &BTreeMap<Slot, bool>) -> Option<BTreeMap<Slot, usize>> {
    let join = |a: &BTreeMap<Slot, usize>, b: &BTreeMap<Slot, usize>, with: fn(usize, usize) -> usize| {
        b.iter().fold(a.clone(), |mut all, (&part, &degree)| {
            let known = all.entry(part).or_insert(0);
            *known = with(*known, degree);
            all
        })
    };
    let mut known: BTreeMap<Slot, BTreeMap<Slot, usize>> = BTreeMap::new();
    for at in tape.reachable(slot) {
        let of = |slot: &Slot| known.get(slot);
        let polynomial = match &tape.instructions[at as usize] {
            Instruction::Number(_) => Some(BTreeMap::new()),
            Instruction::Unary(Op::Neg, a) => of(a).cloned(),
            Instruction::Binary(Op::Add | Op::Sub, a, b) => of(a).zip(of(b)).map(|(a, b)| join(a, b, usize::max)),
            Instruction::Binary(Op::Mul, a, b) => of(a).zip(of(b)).map(|(a, b)| join(a, b, |a, b| a + b)),
            Instruction::Binary(Op::Div, a, b) if tape.exact(*b).is_some_and(|n| !n.is_zero()) => of(a).cloned(),
            Instruction::Power(a, n, Exponent::Integer) => {
                let times = tape.exact(*n).and_then(|n| usize::try_from(n.as_i64()?).ok());
                let raised = |(a, times): (&BTreeMap<Slot, usize>, usize)| {
                    a.iter().map(|(&part, degree)| (part, degree.saturating_mul(times))).collect()
                };
                of(a).zip(times).map(raised)
            }
            _ => None,
        };
        let as_whole = || (whole.get(&at) == Some(&true)).then(|| BTreeMap::from([(at, 1)]));
        let all = polynomial.or_else(as_whole);
        known.extend(all.filter(|all| all.values().all(|&degree| degree < MOST_POINTS)).map(|all| (at, all)));
    }
    known.remove(&slot)
}

/// The value of a polynomial where the whole numbers that it is made of have these.
fn value(tape: &Tape, slot: Slot, point: &BTreeMap<Slot, Number>) -> Option<Number> {
    let mut known = point.clone();
    for at in tape.reachable(slot) {
        let of = |slot: &Slot| known.get(slot);
        let next = match &tape.instructions[at as usize] {
            _ if point.contains_key(&at) => continue,
            Instruction::Number(n) => Some(n.clone()),
            Instruction::Unary(Op::Neg, a) => of(a).map(|a| -a.clone()),
            Instruction::Binary(op, a, b) => of(a).zip(of(b)).and_then(|(a, b)| a.combine(*op, b)),
            Instruction::Power(a, n, Exponent::Integer) => {
                let exponent = tape.exact(*n).and_then(|n| n.as_i64());
                of(a).zip(exponent).and_then(|(a, n)| a.power(n, MAX_BITS))
            }
            _ => None,
        };
        known.extend(next.filter(|n| n.bits() <= MAX_BITS).map(|n| (at, n)));
    }
    known.remove(&slot)
}
