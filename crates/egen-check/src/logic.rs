//! Logic: what do the formulas of a line say together, with and, or and brackets between them?
//!
//! *And* binds tighter than *or*: `x > 1 and x > 2, or x < 1 and x < 2` has two cases of two relations.

use crate::formula::Formula;
use crate::prose::Tie;
use crate::statement::{and, or};

/// A formula of a line, and how it is tied to the one before it.
#[derive(Clone, Debug)]
pub struct Joint {
    /// How it is tied to the formula before it.
    pub tie: Tie,
    /// Brackets that open before it.
    pub opens: usize,
    /// The formula.
    pub formula: Formula,
    /// Brackets that close behind it.
    pub closes: usize,
}

/// What formulas say together.
pub fn together(joints: &[Joint]) -> Option<Formula> {
    // Each level holds the cases found so far and the relations of the case on its way.
    let mut levels: Vec<(Tie, Option<Formula>, Option<Formula>)> = vec![(Tie::None, None, None)];
    for joint in joints {
        let mut tie = joint.tie;
        for _ in 0..joint.opens {
            levels.push((tie, None, None));
            tie = Tie::None;
        }
        add(levels.last_mut()?, tie, joint.formula.clone());
        for _ in 0..joint.closes {
            let (tie, cases, case) = levels.pop()?;
            add(levels.last_mut()?, tie, whole(cases, case)?);
        }
    }
    match (levels.pop(), levels.is_empty()) {
        (Some((_, cases, case)), true) => whole(cases, case),
        _ => None,
    }
}

fn add((_, cases, case): &mut (Tie, Option<Formula>, Option<Formula>), tie: Tie, formula: Formula) {
    *case = match (case.take(), tie) {
        (None, _) => Some(formula),
        (Some(before), Tie::Or) => {
            *cases = whole(cases.take(), Some(before));
            Some(formula)
        }
        (Some(before), _) => Some(and(&before, &formula)),
    };
}

fn whole(cases: Option<Formula>, case: Option<Formula>) -> Option<Formula> {
    match (cases, case) {
        (Some(cases), Some(case)) => Some(or(&cases, &case)),
        (cases, case) => cases.or(case),
    }
}

/// How many brackets a text opens and does not close, and closes and did not open, at its ends.
pub fn brackets(text: &str) -> (usize, usize) {
    let (mut depth, mut lowest) = (0i32, 0i32);
    for c in text.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        lowest = lowest.min(depth);
    }
    let (opens, closes) = ((depth - lowest) as usize, -lowest as usize);
    let leading = text.len() - text.trim_start_matches('(').len();
    let trailing = text.len() - text.trim_end_matches(')').len();
    if opens <= leading && closes <= trailing { (opens, closes) } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::{Statement, understand};
    use egen_read::read::{Options, read};

    fn formula(text: &str) -> Formula {
        let read = understand(text, &|text| read(text, &Options::default())).expect("reads").statement;
        match read {
            Statement::Formula(formula) => formula,
            other => crate::statement::formula(&other).expect("a relation"),
        }
    }

    #[test]
    fn and_binds_tighter_than_or() {
        let joint = |tie, opens, text, closes| Joint { tie, opens, formula: formula(text), closes };
        let flat = [
            joint(Tie::None, 0, "x > 1", 0),
            joint(Tie::And, 0, "x > 2", 0),
            joint(Tie::Or, 0, "x < 1", 0),
            joint(Tie::And, 0, "x < 2", 0),
        ];
        assert_eq!(together(&flat).expect("joined").to_string(), "x > 1, x > 2 or x < 1, x < 2");
        let grouped = [joint(Tie::None, 1, "x > 1", 0), joint(Tie::Or, 0, "x < -1", 1), joint(Tie::And, 0, "x < 5", 0)];
        assert_eq!(together(&grouped).expect("joined").to_string(), "x > 1, x < 5 or x < -1, x < 5");
        assert!(together(&[joint(Tie::None, 1, "x > 1", 0)]).is_none());
    }

    #[test]
    fn brackets_that_do_not_match_stand_at_the_ends() {
        assert_eq!(brackets("(x > 1"), (1, 0));
        assert_eq!(brackets("x - (y) > 1)"), (0, 1));
        assert_eq!(brackets("(x + 1)(x - 1) > 0"), (0, 0));
    }
}
