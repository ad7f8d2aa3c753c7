//! Divided: which problems has a text, and what is said about each of them?

use std::ops::Range;

use egen_read::read::Options;

use crate::cues::{Cues, Heard};
use crate::derivation::Readings;
use crate::document::{self, Document};
use crate::judge::Judge;
use crate::problem::{self, Problem, Stretch};
use crate::reader::{Page, Reader};
use crate::row::Row;

/// A text, divided into stretches that do not depend on each other. All that they share is known: the conventions of the document.
pub struct Divided<'a> {
    page: Page<'a>,
    /// What is heard on each line of the document.
    heard: Vec<Heard>,
    /// The lines of the document that may say something.
    lines: Vec<usize>,
    stretches: Vec<Stretch>,
    options: Options,
}

impl<'a> Divided<'a> {
    /// Divides a text.
    pub fn new(text: &'a str, options: &Options) -> Divided<'a> {
        Divided::with_cues(text, options, Cues::builtin())
    }

    /// Divides a text; its words are understood by these cues.
    pub fn with_cues(text: &'a str, options: &Options, cues: &'a Cues) -> Divided<'a> {
        let document = Document::scan(text);
        let heard: Vec<Heard> = document.lines.iter().map(|line| cues.hear(&line.shown)).collect();
        let (lines, stretches) = problem::divide(&document, &heard);
        let commas = document::decimal_commas(&document);
        let page = Page { document, commas, cues };
        Divided { page, heard, lines, stretches, options: options.clone() }
    }

    /// How many stretches there are.
    pub fn len(&self) -> usize {
        self.stretches.len()
    }

    /// Is there nothing that says something?
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The rows of a stretch. Where people divide it in two ways, the one in which nothing is wrong is what was meant.
    pub fn judge(&self, at: usize, judge: &Judge) -> Vec<Row> {
        let rows = |way: &Vec<Problem>| way.iter().flat_map(|problem| self.rows(problem, judge)).collect::<Vec<Row>>();
        let mut ways = self.stretches[at].ways.iter().map(rows);
        let first = ways.next().expect("a stretch is divided in one way at least");
        let is_wrong = |rows: &Vec<Row>| rows.iter().any(|row| row.finding.verdict.fails());
        if is_wrong(&first) { ways.find(|rows| !is_wrong(rows)).unwrap_or(first) } else { first }
    }

    fn rows(&self, problem: &Problem, judge: &Judge) -> Vec<Row> {
        let lines = |range: &Range<usize>| {
            self.lines[range.clone()].iter().map(|&at| (&self.page.document.lines[at], &self.heard[at]))
        };
        let first = lines(&problem.lines).next().map_or(0, |(line, _)| line.number);
        let mut reader = Reader::new(&self.page, self.options.clone(), first);
        let mut items = Vec::new();
        for (line, heard) in lines(&problem.stem).chain(lines(&problem.lines)) {
            reader.line(line, heard, &mut items);
        }
        let mut readings = Readings::new(judge);
        items.iter().for_each(|item| readings.take(item));
        let mut rows = readings.end();
        // What stands above several problems is shown once.
        let above = rows.iter().filter(|row| row.line < first && row.step.is_some()).count();
        rows.retain(|row| row.line >= first);
        rows.iter_mut().for_each(|row| row.step = row.step.map(|step| step - above));
        rows
    }
}
