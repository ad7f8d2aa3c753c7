//! Exceptions: at which single values of a variable are two equal sides not alike?
//!
//! x/x is 1 but at 0, where it has no value, and sign(x)² is 1 but at 0, where it is 0. Such values are a null set and do not touch
//! the verdict, but a person wants to know them. Likely ones are tried: small integers, and where something breaks or has a pole.

use super::verdict::{Exception, Unlike};
use super::{INPUTS, Meeting, Problem, Tally, certify, meet};
use crate::ball::Outcome;
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::real::{Lanes, State};
use crate::number::Number;
use crate::region;
use crate::tape::Input;

/// Integers up to this size are tried.
const LARGEST: i64 = 10;
/// The most values of a variable that are tried.
const VALUES: usize = 64;
/// What the others are does not matter: so many times.
const TIMES: usize = 2;
/// The most exceptions that are told.
const TOLD: usize = 6;
const BITS: usize = 256;
/// Boxes that are looked at for values at which something breaks.
const SPECIAL_EFFORT: usize = 100;

/// The exceptions that are found, in the order of the variables and their values.
pub(super) fn exceptions(problem: &Problem<'_>, tally: &Tally) -> Vec<Exception> {
    // The value of an unknown function at a point says nothing.
    if problem.tape.unknowns().next().is_some() {
        return Vec::new();
    }
    let times = if problem.ranges.len() == 1 { 1 } else { TIMES };
    let around: Vec<&Vec<f64>> = tally.common.iter().chain(&tally.weak).take(times).collect();
    let mut out = Vec::new();
    for (input, name) in problem.tape.inputs().iter().enumerate().take(INPUTS) {
        let Input::Variable(name) = name else { continue };
        let Some(first) = around.first() else { break };
        for at in values(problem, input, first) {
            let mut found = around.iter().map(|others| unlike(problem, others, input, &at));
            let Some(Some(one)) = found.next() else { continue };
            if found.all(|other| other == Some(one)) {
                out.push(Exception { variable: name.clone(), at, found: one });
            }
            if out.len() == TOLD {
                return out;
            }
        }
    }
    out
}

/// Values of a variable that are likely to be exceptions, in their order: small integers, and where something breaks or has a pole.
fn values(problem: &Problem<'_>, input: usize, at: &[f64]) -> Vec<Number> {
    let mut values: Vec<Number> = (-LARGEST..=LARGEST).map(Number::from).collect();
    if let Some(at) = at.iter().map(|&x| Number::from_f64(x)).collect::<Option<Vec<Number>>>() {
        values.extend(region::special_values(&problem.space(SPECIAL_EFFORT), input, &at));
    }
    let range = &problem.ranges[input];
    values.retain(|x| range.admit(x.to_f64()) && (!range.integer || x.is_integer()));
    values.truncate(VALUES);
    values.sort();
    values.dedup();
    values
}

/// What is unlike at a value of an input, with the others as at a point? Only what is certain counts.
fn unlike(problem: &Problem<'_>, others: &[f64], input: usize, at: &Number) -> Option<Unlike> {
    let mut point = others.to_vec();
    point[input] = at.to_f64();
    let seen = Lanes::evaluate(&problem.tape, &point, 1);
    let (a, b) = (seen.get(problem.left, 0), seen.get(problem.right, 0));
    let alike = a.state() == State::Defined && b.state() == State::Defined && !matches!(meet(a, b), Meeting::Apart);
    if alike || !has_values_beside(problem, &point, input) {
        return None;
    }
    let exact = |(k, &x): (usize, &f64)| if k == input { Some(at.clone()) } else { Number::from_f64(x) };
    let inputs = point.iter().enumerate().map(|one| exact(one).map(Coordinate::Exact)).collect::<Option<Vec<_>>>()?;
    let values = Certified::evaluate(&problem.tape, &inputs, BITS);
    if certify::assumptions_met(problem, &values) != Some(true) {
        return None;
    }
    match (values.get(problem.left), values.get(problem.right)) {
        (Outcome::Undefined, Outcome::Value(_)) => Some(Unlike::NoFirst),
        (Outcome::Value(_), Outcome::Undefined) => Some(Unlike::NoSecond),
        (Outcome::Value(a), Outcome::Value(b)) if !a.overlaps(b) => Some(Unlike::Differ),
        _ => None,
    }
}

/// Do both sides have values just before or after the value of an input? Else it is no single value, but lies outside the domain of a side.
fn has_values_beside(problem: &Problem<'_>, point: &[f64], input: usize) -> bool {
    let step = if problem.ranges[input].integer { 1.0 } else { point[input].abs().max(1.0) / 65536.0 };
    [-step, step].iter().any(|step| {
        let mut point = point.to_vec();
        point[input] += step;
        let seen = Lanes::evaluate(&problem.tape, &point, 1);
        [problem.left, problem.right].iter().all(|&side| seen.get(side, 0).state() == State::Defined)
    })
}
