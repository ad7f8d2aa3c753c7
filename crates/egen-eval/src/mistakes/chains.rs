//! Chains without mistakes.
//!
//! # What it asks
//! Does a step that is right pass, if a program for pupils wrote it?
//!
//! # How a case is built
//! A file of tab-separated columns, external and no part of the project, has `derivation`, `step` (counted from 0) and `expr`. All steps are right. A
//! line that is no expression (an equation is none) ends a chain; the next one begins another, and the steps that are lost are counted.
//!
//! # How it is scored
//! The share of steps that are not flagged, with the thresholds of [`Mistakes`](super::Mistakes).
//!
//! # What the paper reports
//! Nothing: this is the project's own.

use egen_math::Expr;
use egen_read::read::read_expr;

use super::derivation::{Cases, Derivation, train};
use super::step::{Answers, Flags, answer, counts, flags};
use crate::error::EvalError;
use crate::labelled::count;
use crate::lines::columns;
use crate::score::{Part, Score};
use crate::subject::Subject;
use crate::task::{About, Source, Task};

/// The task.
pub struct Chains;

static ABOUT: About = About {
    name: "chains",
    title: "Chains without mistakes",
    asks: "Do right steps of a tutoring program pass?",
    shown: &["passed", "passed, best threshold"],
    published: &[],
};

/// The file of the external folder.
const FILE: &str = "derivations_mathsteps.tsv";

impl Task for Chains {
    type Cases = Cases;
    type Answers = Answers;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        let rows = columns(source.external_file(ABOUT.name, FILE)?, ABOUT.name, ["derivation", "expr"])?;
        let (test, unread) = chains(&rows);
        Ok(Cases { train: train()?, test, unread })
    }

    fn describe(&self, cases: &Self::Cases, _split: &str) -> String {
        let steps = cases.test.iter().map(Derivation::steps).sum();
        let [steps, chains, unread] = [steps, cases.test.len(), cases.unread].map(count);
        format!("{steps} right steps in {chains} chains; {unread} more could not be read")
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        cases.exprs()
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        answer(cases, subject)
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        let share = |Flags { by, steps }: Flags| {
            let counts = counts(&cases.test, &steps);
            let parts = counts.iter().map(|one| Part { sum: one.passed, cases: one.passed + one.alarms });
            Score::new(format!("passed{by}"), &parts.collect::<Vec<_>>())
        };
        Ok(flags(ABOUT.name, cases, answers)?.into_iter().map(share).collect())
    }
}

/// The chains of the rows, and how many steps are in none.
fn chains(rows: &[[String; 2]]) -> (Vec<Derivation>, usize) {
    let (mut chains, mut unread) = (Vec::new(), 0);
    for group in rows.chunk_by(|a, b| a[0] == b[0]) {
        let lines: Vec<Option<Expr>> = group.iter().map(|[_, text]| read_expr(text).ok()).collect();
        unread += lines.windows(2).filter(|pair| pair.contains(&None)).count();
        for part in lines.split(Option::is_none).filter(|part| part.len() > 1) {
            let kinds = vec!["right".into(); part.len() - 1];
            chains.push(Derivation {
                lines: part.iter().flatten().cloned().collect(),
                mistake: None,
                kinds,
                changed: None,
            });
        }
    }
    (chains, unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_expression_parts_a_chain() {
        let rows = [("a", "x + x"), ("a", "2 x"), ("a", "y = 2 x"), ("a", "3 x"), ("a", "x*3"), ("b", "1"), ("b", "=")];
        let (chains, unread) = chains(&rows.map(|(name, text)| [name.to_string(), text.to_string()]));
        assert_eq!(chains.iter().map(|one| one.lines.len()).collect::<Vec<_>>(), [2, 2]);
        // To and from y = 2 x, and from 1 to nothing.
        assert_eq!(unread, 3);
    }
}
