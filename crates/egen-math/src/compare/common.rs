//! Common points: where do two expressions both have values?

use super::{FEW, Problem, Settings, sample, search};
use crate::assume::Assumptions;
use crate::eval::real::{Lanes, State};
use crate::expr::{Expr, Symbol};
use crate::tape::Input;

/// Some points at which two expressions are defined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// The variables.
    pub variables: Vec<Symbol>,
    /// Their values, point by point.
    pub at: Vec<Vec<f64>>,
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
        return Points { variables: Vec::new(), at };
    }
    let mut found = Found { clear: Vec::new(), dim: Vec::new() };
    const BATCH: usize = 32;
    for first in (0..settings.max_points).step_by(BATCH) {
        found.look(&problem, &sample::points(&problem.ranges, first, BATCH));
        if found.clear.len() >= n {
            break;
        }
    }
    if found.clear.len() + found.dim.len() < FEW {
        for batch in search::common_domain(&problem) {
            found.look(&problem, &batch);
        }
    }
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
        at: found.clear.into_iter().chain(found.dim).take(n).map(only_variables).collect(),
        variables: names.iter().copied().flatten().cloned().collect(),
    }
}

struct Found {
    clear: Vec<Vec<f64>>,
    /// Points where something is too small to be seen beside something else.
    dim: Vec<Vec<f64>>,
}

impl Found {
    fn look(&mut self, problem: &Problem<'_>, points: &[f64]) {
        let width = problem.ranges.len();
        let lanes = points.len() / width;
        let values = Lanes::evaluate(&problem.tape, points, lanes);
        for lane in 0..lanes {
            let defined = |slot| values.get(slot, lane).state() == State::Defined;
            if problem.admits(&values, lane) && defined(problem.left) && defined(problem.right) {
                let list = if values.absorbed(lane) { &mut self.dim } else { &mut self.clear };
                list.push(points[lane * width..(lane + 1) * width].to_vec());
            }
        }
    }
}
