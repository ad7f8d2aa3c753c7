//! Common points: where do two expressions both have values?

use super::{FEW, Problem, Settings, sample, search};
use crate::assume::Assumptions;
use crate::eval::real::{Lanes, State};
use crate::expr::{Expr, Symbol};
use crate::tape::{Input, Slot};

/// Some points at which two expressions are defined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// The variables.
    pub variables: Vec<Symbol>,
    /// Their values, point by point.
    pub at: Vec<Vec<f64>>,
    /// How many points were found at which floating point sees every part of the two expressions.
    pub clear: usize,
}

/// Up to n points of the domain that two expressions share, where floating point sees enough of them.
/// There are none if the domain is empty or too hard to find.
pub fn common_points(a: &Expr, b: &Expr, assumptions: &Assumptions, n: usize) -> Points {
    let settings = Settings { assumptions: assumptions.clone(), ..Settings::default() };
    let Ok(problem) = Problem::new(a, b, &settings) else { return Points::default() };
    if problem.ranges.is_empty() {
        let values = Lanes::evaluate(&problem.tape, &[], 1);
        let defined = [problem.left, problem.right].iter().all(|&slot| values.get(slot, 0).state() == State::Defined);
        let at = if defined { vec![Vec::new(); n] } else { Vec::new() };
        let clear = if is_clear(&problem, &values, 0) { at.len() } else { 0 };
        return Points { variables: Vec::new(), at, clear };
    }
    let mut found = Found::default();
    const FIRST: usize = 128;
    found.look(&problem, &sample::points(&problem.ranges, 0, FIRST));
    if found.clear.len() < n {
        found.look(&problem, &sample::points(&problem.ranges, FIRST, settings.max_points.saturating_sub(FIRST)));
    }
    if found.clear.len() < FEW {
        for batch in search::common_domain(&problem) {
            found.look(&problem, &batch);
        }
    }
    let clear = found.clear.len();
    let chosen = spread(found.clear, n).into_iter().chain(found.dim).take(n);
    let names: Vec<Option<&Symbol>> = problem
        .tape
        .inputs()
        .iter()
        .map(|input| match input {
            Input::Variable(name) => Some(name),
            Input::Opaque(_) => None,
        })
        .collect();
    let only_variables = |point: Vec<f64>| -> Vec<f64> {
        point.into_iter().zip(&names).filter_map(|(x, name)| name.is_some().then_some(x)).collect()
    };
    Points {
        at: chosen.map(|seen| only_variables(seen.point)).collect(),
        clear,
        variables: names.iter().copied().flatten().cloned().collect(),
    }
}

/// Is nothing too small to be seen beside something else, and are the values not all error?
fn is_clear(problem: &Problem<'_>, values: &Lanes, lane: usize) -> bool {
    let seen = |slot: Slot| {
        let value = values.get(slot, lane);
        value.error == 0.0 || value.value.abs() > value.error
    };
    !values.absorbed(lane) && seen(problem.left) && seen(problem.right)
}

#[derive(Default)]
struct Found {
    clear: Vec<Seen>,
    /// Points where floating point does not see everything.
    dim: Vec<Seen>,
}

/// Regions that matter to functions and their inverses: signs, and which side of ±1.
const REGIONS: usize = 4;

/// The region of a value.
fn region(x: f64) -> usize {
    [-1.0, 0.0, 1.0].iter().filter(|&&edge| x > edge).count()
}

/// A point, and where each part of the two expressions lies there.
struct Seen {
    point: Vec<f64>,
    regions: Vec<usize>,
}

impl Found {
    fn look(&mut self, problem: &Problem<'_>, points: &[f64]) {
        let width = problem.ranges.len();
        let lanes = points.len() / width;
        let values = Lanes::evaluate(&problem.tape, points, lanes);
        for lane in 0..lanes {
            let defined = |slot| values.get(slot, lane).state() == State::Defined;
            if problem.admits(&values, lane) && defined(problem.left) && defined(problem.right) {
                let slots = 0..problem.tape.instructions().len() as Slot;
                let regions = slots.map(|slot| region(values.get(slot, lane).value)).collect();
                let seen = Seen { point: points[lane * width..(lane + 1) * width].to_vec(), regions };
                let list = if is_clear(problem, &values, lane) { &mut self.clear } else { &mut self.dim };
                list.push(seen);
            }
        }
    }
}

/// Points among which the parts of the expressions lie in as many different regions as possible: a rule that is wrong where
/// a logarithm is positive must not go unnoticed because it is negative at all points.
fn spread(mut points: Vec<Seen>, n: usize) -> Vec<Seen> {
    let mut chosen: Vec<Seen> = Vec::with_capacity(n);
    let parts = points.first().map_or(0, |seen| seen.regions.len());
    let mut covered = vec![false; parts * REGIONS];
    while chosen.len() < n && !points.is_empty() {
        let place = |part: usize, region: usize| part * REGIONS + region;
        let gain = |seen: &Seen| {
            seen.regions.iter().enumerate().filter(|&(part, &region)| !covered[place(part, region)]).count()
        };
        // The earliest of the best: `max_by_key` takes the last of equals.
        let best = (0..points.len()).rev().max_by_key(|&at| gain(&points[at])).expect("there is one");
        let seen = points.remove(best);
        seen.regions.iter().enumerate().for_each(|(part, &region)| covered[place(part, region)] = true);
        chosen.push(seen);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spread_over_signs() {
        // The logarithm is positive for 1 < x < 1.25 only, about.
        let expr = Expr::from_prefix("log x acoth pow x x").expect("a formula");
        let points = common_points(&expr, &expr, &Assumptions::none(), 6);
        let small = points.at.iter().filter(|point| point[0] < 1.2).count();
        assert!(points.at.len() == 6 && (1..6).contains(&small), "{points:?}");
    }

    #[test]
    fn a_constant_has_points_if_it_has_a_value() {
        let points = |text: &str| {
            let expr = Expr::from_prefix(text).expect("a formula");
            common_points(&expr, &expr, &Assumptions::none(), 3).at.len()
        };
        assert_eq!((points("ln 2"), points("ln -2"), points("csc Pi"), points("ln - -1 pow x 2")), (3, 0, 0, 0));
    }
}
