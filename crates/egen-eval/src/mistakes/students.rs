//! Mistakes of students.
//!
//! # What it asks
//! Is a step that a student took wrong?
//!
//! # How a case is built
//! A file of tab-separated columns, external and no part of the project, has `before` and `after` (what stood on a side of an equation), `mistake` (0 or
//! 1) and `label`. Each line is a derivation of one step. Lines that are no expressions (an equation is none) are counted and left out.
//!
//! # How it is scored
//! As [`Mistakes`](super::Mistakes), with the threshold from the train part of its derivations.
//!
//! # What the paper reports
//! Nothing: this is the project's own.

use egen_math::Expr;
use egen_read::read::read_expr;

use super::derivation::{Cases, Derivation, train};
use super::step::{Answers, answer, score};
use crate::error::EvalError;
use crate::labelled::count;
use crate::lines::columns;
use crate::score::Score;
use crate::subject::Subject;
use crate::task::{About, Source, Task};

/// The task.
pub struct Students;

static ABOUT: About = About {
    name: "students",
    title: "Mistakes of students",
    asks: "Which steps of students are wrong?",
    shown: &["mistake F1", "no mistake F1", "mistake precision", "mistake recall", "mistake F1, best threshold"],
    published: &[],
};

/// The file of the external folder.
const FILE: &str = "cogtutor_steps.tsv";

impl Task for Students {
    type Cases = Cases;
    type Answers = Answers;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        let rows =
            columns(source.external_file(ABOUT.name, FILE)?, ABOUT.name, ["before", "after", "mistake", "label"])?;
        let all = rows.len();
        let read = |[before, after, mistake, label]: [String; 4]| {
            let lines = [before, after].iter().map(|text| read_expr(text)).collect::<Result<_, _>>().ok()?;
            let mistake = (mistake == "1").then_some(1);
            Some(Derivation { lines, mistake, kinds: vec![label], changed: None })
        };
        let test: Vec<Derivation> = rows.into_iter().filter_map(read).collect();
        Ok(Cases { train: train()?, unread: all - test.len(), test })
    }

    fn describe(&self, cases: &Self::Cases, _split: &str) -> String {
        let [steps, mistakes, unread] = [cases.test.len(), cases.mistakes(), cases.unread].map(count);
        format!("{steps} steps of students with {mistakes} mistakes; {unread} more could not be read")
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        cases.exprs()
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        answer(cases, subject)
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        score(ABOUT.name, cases, answers)
    }
}
