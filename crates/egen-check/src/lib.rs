//! Derivations: which step is wrong, which solutions are lost or gained, and what would have been right?
//!
//! A text is read line by line. Each line gets a [`Row`] with a [`Verdict`]: an expression must equal the one before it, an
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
//! [`check`] takes a whole text; [`Checker`] takes lines as they come, and keeps no more than a derivation needs.

mod ambiguity;
mod calculus;
mod cases;
pub mod change;
mod comma;
mod cut;
mod decimal;
mod definite;
mod derivation;
mod equation;
mod facts;
pub mod finding;
mod fix;
mod formula;
mod html;
mod implicit;
mod judge;
mod label;
mod layout;
mod logic;
mod markup;
mod meaning;
mod names;
mod numbering;
mod numeral;
mod paragraph;
mod periodic;
mod prose;
mod reader;
mod rearrange;
mod remark;
mod row;
mod sets;
mod shown;
mod slip;
mod solutions;
mod standing;
mod statement;
mod step;
mod transform;
mod unit;
mod unread;
mod value;
mod words;

use derivation::Readings;
use egen_read::read::Options;

pub use judge::Judge;
pub use numbering::Numbering;
pub use reader::{Content, Item, Reader};
pub use row::{Finding, Kind, Row, Verdict};
pub use shown::{Setting, Shown};

/// Checks a text.
pub fn check(text: &str, judge: &Judge, options: &Options) -> Vec<Row> {
    let mut reader = Reader::new(options.clone());
    let mut items = Vec::new();
    for (at, line) in text.lines().enumerate() {
        reader.line(at + 1, line, &mut items);
    }
    reader.finish(&mut items);
    let mut checker = Checker::new(judge);
    let mut rows = checker.take(items);
    rows.extend(checker.end());
    Numbering::default().number(&mut rows);
    rows
}

/// Judges items as they come. Derivations do not depend on each other, so the items of a text may be divided among checkers
/// where a derivation ends.
pub struct Checker<'a> {
    judge: &'a Judge,
    current: Option<(usize, Readings<'a>)>,
}

impl<'a> Checker<'a> {
    /// A checker at the start of a derivation.
    pub fn new(judge: &'a Judge) -> Checker<'a> {
        Checker { judge, current: None }
    }

    /// Takes items, and gives the rows that are ready.
    pub fn take(&mut self, items: impl IntoIterator<Item = Item>) -> Vec<Row> {
        let mut rows = Vec::new();
        for item in items {
            if self.current.as_ref().is_none_or(|(number, _)| *number != item.derivation) {
                rows.extend(self.end());
            }
            let (_, derivation) = self.current.get_or_insert_with(|| (item.derivation, Readings::new(self.judge)));
            derivation.take(item);
            rows.extend(derivation.ready());
        }
        rows
    }

    /// Ends the derivation, and gives what was not ready.
    pub fn end(&mut self) -> Vec<Row> {
        self.current.take().map_or_else(Vec::new, |(_, derivation)| derivation.end())
    }
}
