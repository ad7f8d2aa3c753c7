//! Derivations: which step is wrong, which solutions are lost or gained, and what would have been right?
//!
//! A text is divided into problems, and each of their lines gets a [`Row`] with a [`Verdict`]: an expression must equal the one before it, an
//! equation must keep the solutions of the lines before it, and words are said to be skipped. Right work is never refuted: a refutation
//! stands on a point that is certified, and what cannot be decided is unknown, with a reason.
//!
//! ```
//! use egen_check::{Judge, Verdict, check};
//! use egen_read::read::Options;
//!
//! let rows = check("x^2 = 2x\nx = 2", &Judge::builtin(), &Options::default());
//! assert_eq!(rows[0].finding.verdict, Verdict::Fact);
//! assert_eq!(rows[1].finding.verdict, Verdict::Lost);
//! assert_eq!(rows[1].finding.reason, "x = 0 is lost: both sides were divided by x");
//! ```
//!
//! [`check`] judges one problem after the other; with [`Divided`] they may be judged side by side.

mod calculus;
mod cases;
pub mod change;
mod contradiction;
pub mod cues;
mod cut;
mod decimal;
mod decision;
mod definite;
mod derivation;
mod divided;
pub mod document;
mod equation;
mod facts;
pub mod finding;
mod fix;
mod formula;
mod implicit;
mod judge;
mod label;
mod layout;
mod logic;
mod meaning;
mod meant;
mod names;
mod numbering;
mod numeral;
mod periodic;
mod problem;
mod prose;
mod reader;
mod rearrange;

mod row;
mod scope;
mod sets;
mod shown;
mod signs;
mod slip;
mod solutions;
mod standing;
mod statement;
mod step;
mod term;
mod transform;
mod unit;
mod unread;
mod value;

use egen_read::read::Options;

pub use cues::Cues;
pub use divided::Divided;
pub use judge::Judge;
pub use numbering::Numbering;
pub use row::{Finding, Kind, Row, Verdict};
pub use shown::{Setting, Shown};

/// Checks a text: divides it into problems, and judges each by itself.
pub fn check(text: &str, judge: &Judge, options: &Options) -> Vec<Row> {
    check_with(text, judge, options, Cues::builtin())
}

/// Checks a text whose words are understood by these cues.
pub fn check_with(text: &str, judge: &Judge, options: &Options, cues: &Cues) -> Vec<Row> {
    let divided = Divided::with_cues(text, options, cues);
    let mut numbering = Numbering::default();
    let rows = (0..divided.len()).flat_map(|at| divided.judge(at, judge));
    rows.map(|mut row| {
        numbering.number(std::slice::from_mut(&mut row));
        row
    })
    .collect()
}
