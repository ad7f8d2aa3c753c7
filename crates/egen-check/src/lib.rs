//! Derivations: which step is wrong, which solutions are lost or gained, and what would have been right?
//!
//! A text is read line by line. Each line gets a [`Row`] with a [`Verdict`]: an expression must equal the one before it, an
//! equation must keep the solutions of the lines before it, and words are said to be skipped. Right work is never refuted: a refutation
//! stands on a point that is certified, and what cannot be decided is unknown, with a reason.
//!
//! ```
//! use egen_check::{Judge, Verdict, check};
//! use egen_math::read::Options;
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
mod numeral;
mod outline;
mod paragraph;
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

use derivation::Readings;
use egen_math::read::Options;

pub use judge::Judge;
pub use reader::{Content, Item, Reader};
pub use row::{Finding, Kind, Row, Verdict};

/// Checks a text: divides it into problems, and judges each by itself.
pub fn check(text: &str, judge: &Judge, options: &Options) -> Vec<Row> {
    let lines = outline::lines(text);
    let commas = lines.iter().any(|line| comma::has_decimals(&line.written));
    let outlines: Vec<problem::Outline<'_>> = lines.iter().map(|line| line.outline()).collect();
    let mut rows = Vec::new();
    let mut derivation = 0;
    for stretch in problem::divide(&outlines) {
        let ways: Vec<Vec<Row>> = stretch
            .ways
            .iter()
            .map(|way| {
                let judged = way.iter().enumerate().map(|(at, problem)| {
                    let read = |range: &std::ops::Range<usize>| &lines[range.clone()];
                    judged(read(&problem.stem), read(&problem.lines), judge, options, derivation + at + 1, commas)
                });
                judged.flatten().collect()
            })
            .collect();
        let best = ways.iter().position(|way| !way.iter().any(is_wrong)).unwrap_or(0);
        derivation += stretch.ways[best].len();
        rows.extend(ways.into_iter().nth(best).expect("there is a way"));
    }
    rows
}

fn is_wrong(row: &Row) -> bool {
    matches!(row.finding.verdict, Verdict::Refuted | Verdict::Lost)
}

fn judged(
    stem: &[outline::Line],
    lines: &[outline::Line],
    judge: &Judge,
    options: &Options,
    derivation: usize,
    commas: bool,
) -> Vec<Row> {
    let document = lines.first().map_or(reader::Document::None, |line| line.document);
    let mut reader = Reader::new(options.clone(), derivation, document, commas);
    let mut items = Vec::new();
    let mut last = 0;
    for line in stem.iter().chain(lines) {
        if last > 0 && line.number > last + 1 {
            reader.line(last + 1, "", &mut items);
        }
        last = line.number;
        reader.shown_line(line.number, &line.written, &mut items);
    }
    reader.finish(&mut items);
    let first = lines.first().map_or(0, |line| line.number);
    let mut readings = Readings::new(judge);
    let mut rows = Vec::new();
    for item in items {
        readings.take(item);
        rows.extend(readings.ready());
    }
    rows.extend(readings.end());
    rows.retain(|row| row.line >= first);
    rows
}
