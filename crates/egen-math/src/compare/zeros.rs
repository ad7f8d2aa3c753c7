//! Zeros: is a part certainly different from another but on a null set?
//!
//! `off a = b` in a rule trusts that a = b is rare. It is where a − b is analytic and somewhere not zero in every region; the zeros
//! of |x| − x fill a half line.

use super::Problem;
use super::certify::assumptions_met;
use crate::assume::Assumptions;
use crate::ball::Outcome;
use crate::compare::Settings;
use crate::eval::certified::{Certified, Coordinate};
use crate::expr::Expr;
use crate::number::Number;
use crate::region;

/// Boxes that are looked at.
const EFFORT: usize = 100;
/// The precision at which two values are told apart.
const BITS: usize = 256;

/// Do two expressions certainly differ everywhere but on a null set? For integers no set is null, so that there they must differ at
/// every point, which this cannot tell.
pub fn differ_almost_everywhere(a: &Expr, b: &Expr, assumptions: &Assumptions) -> bool {
    if !assumptions.integers.is_empty() {
        return false;
    }
    let settings = Settings { assumptions: assumptions.clone(), ..Settings::default() };
    let Ok(problem) = Problem::new(a, b, &settings) else { return false };
    if problem.tape.unknowns().next().is_some() {
        return false;
    }
    let regions = region::regions(&problem.space(EFFORT));
    regions.complete && regions.found.iter().all(|points| points.iter().any(|point| differ(&problem, point)))
}

/// Do the sides certainly differ at a point, or does one of them certainly have no value, or is it not assumed?
fn differ(problem: &Problem<'_>, point: &[Number]) -> bool {
    let inputs: Vec<Coordinate> = point.iter().cloned().map(Coordinate::Exact).collect();
    let values = Certified::evaluate(&problem.tape, &inputs, BITS);
    if assumptions_met(problem, &values) == Some(false) {
        return true;
    }
    match (values.get(problem.left), values.get(problem.right)) {
        (Outcome::Value(a), Outcome::Value(b)) => !a.overlaps(b),
        (Outcome::Undefined, _) | (_, Outcome::Undefined) => true,
        (Outcome::Unsure(_), _) | (_, Outcome::Unsure(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assume::{Condition, Relation};
    use crate::expr::Symbol;

    #[test]
    fn zeros_of_an_interval_are_not_rare() {
        let rare_where = |text: &str, assumptions: &Assumptions| {
            differ_almost_everywhere(&Expr::from_prefix(text).expect(text), &Expr::number(0), assumptions)
        };
        let rare = |text: &str| rare_where(text, &Assumptions::none());
        let negative = Condition { left: Expr::variable("x"), relation: Relation::Less, right: Expr::number(0) };
        let negative = Assumptions { conditions: vec![negative], ..Assumptions::none() };
        let integer = Assumptions { integers: vec![Symbol::new("n")], ..Assumptions::none() };
        assert!(rare("x") && rare("sin x") && rare("+ abs x pow x 2") && rare("- sqrt + pow x 2 1 x"));
        assert!(rare_where("- abs x x", &negative) && rare("ln x") && rare("* abs x abs y"));
        assert!(!rare("- abs x x") && !rare("+ sqrt pow x 2 x") && !rare("+ - abs - x Pi x Pi"));
        assert!(!rare_where("- n 50", &integer));
    }
}
