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
mod cut;
mod decimal;
mod definite;
mod derivation;
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
mod names;
mod numeral;
mod periodic;
mod problem;
mod prose;
mod reader;
mod rearrange;
mod remark;
mod row;
mod sets;
mod slip;
mod solutions;
mod standing;
mod statement;
mod step;
mod transform;
mod unit;
mod value;
mod words;

use std::ops::Range;

use derivation::Readings;
use document::Document;
use egen_read::read::Options;
use problem::Problem;

pub use judge::Judge;
pub use reader::{Content, Item, Reader};
pub use row::{Finding, Kind, Row, Verdict};

/// Checks a text: divides it into problems, and judges each by itself.
pub fn check(text: &str, judge: &Judge, options: &Options) -> Vec<Row> {
    let document = Document::scan(text);
    let commas = document::decimal_commas(&document);
    let outlines = problem::outlines(&document);
    let mut rows = Vec::new();
    let mut problems = 0;
    for stretch in problem::divide(&outlines) {
        let judged = |way: &Vec<Problem>| {
            let all = way.iter().enumerate().map(|(at, problem)| {
                let lines = |range: &Range<usize>| outlines[range.clone()].iter().map(|outline| outline.line);
                let mut reader = Reader::new(&document, commas, options.clone(), problems + at + 1);
                let mut items = Vec::new();
                for line in lines(&problem.stem).chain(lines(&problem.lines)) {
                    reader.line(line, &mut items);
                }
                let first = lines(&problem.lines).next().map_or(0, |line| line.number);
                let mut rows = judged(judge, items);
                rows.retain(|row| row.line >= first);
                rows
            });
            all.flatten().collect::<Vec<Row>>()
        };
        let ways: Vec<Vec<Row>> = stretch.ways.iter().map(judged).collect();
        let best = ways.iter().position(|way| !way.iter().any(is_wrong)).unwrap_or(0);
        problems += stretch.ways[best].len();
        rows.extend(ways.into_iter().nth(best).expect("there is a way"));
    }
    rows
}

fn is_wrong(row: &Row) -> bool {
    matches!(row.finding.verdict, Verdict::Refuted | Verdict::Lost)
}

fn judged(judge: &Judge, items: Vec<Item>) -> Vec<Row> {
    let mut readings = Readings::new(judge);
    let mut rows = Vec::new();
    for item in items {
        readings.take(item);
        rows.extend(readings.ready());
    }
    rows.extend(readings.end());
    rows
}
