//! Problems: where does one end, and where does the next one begin?
//!
//! Nothing but the conventions of the document passes the border of a problem. What may be a border is one table, `BORDERS`; the first
//! row that has an opinion about a line decides. Numbers before lines count problems or the steps of one derivation; the lists of a text
//! are looked at as a whole for that (`list`), and where both are possible, both are tried.

use std::ops::Range;

use crate::cues::Heard;
use crate::document::{Document, LineKind};

mod list;
mod sketch;

use list::{Counts, lists};
use sketch::Sketch;

/// Lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Lines that hold for several problems, `Let f(x) = x²` before (a) and (b); their rows belong to the problem before.
    pub stem: Range<usize>,
    /// Its own lines.
    pub lines: Range<usize>,
}

/// A stretch of lines, and the ways in which people divide it: one, or two that are judged side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// What is one derivation, with numbered steps, comes first.
    pub ways: Vec<Vec<Problem>>,
}

/// What a border says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// A new problem begins here.
    Begins,
    /// The problem goes on.
    GoesOn,
}

/// What is known where a border is asked.
struct Walk<'a> {
    lines: &'a [Sketch<'a>],
    counts: &'a [Option<Counts>],
    /// The lines of the problem so far.
    problem: Range<usize>,
}

impl Walk<'_> {
    fn here(&self) -> &Sketch<'_> {
        &self.lines[self.problem.end]
    }

    fn so_far(&self) -> &[Sketch<'_>] {
        &self.lines[self.problem.clone()]
    }

    fn last(&self) -> &Sketch<'_> {
        &self.lines[self.problem.end - 1]
    }

    fn has_words(&self) -> bool {
        self.so_far().iter().any(|line| line.words)
    }
}

/// A kind of border: its name, and what it says of a line.
type Border = (&'static str, fn(&Walk) -> Option<Says>);

/// The borders in the order in which they are asked. Layout that a person sets on purpose comes before words, and words before blank lines.
const BORDERS: [Border; 8] = [
    ("rule", rule),
    ("numbered", numbered),
    ("heading", heading),
    ("announced", announced),
    ("task", task),
    ("displays", displays),
    ("another expression", another_expression),
    ("gap", gap),
];

fn when(condition: bool, says: Says) -> Option<Says> {
    condition.then_some(says)
}

/// `---` between two problems.
fn rule(walk: &Walk) -> Option<Says> {
    when(walk.here().after_rule, Says::Begins)
}

/// `## Problem 2`, but not `### Step 2` or `### Check`.
fn heading(walk: &Walk) -> Option<Says> {
    let resumes = walk.here().told.resumes;
    walk.here().heading().then_some(if resumes { Says::GoesOn } else { Says::Begins })
}

fn numbered(walk: &Walk) -> Option<Says> {
    match walk.counts[walk.problem.end]? {
        Counts::Problems => Some(Says::Begins),
        Counts::Steps | Counts::Either => Some(Says::GoesOn),
    }
}

/// `Problem 2`, `Ex 1: …`, `Now consider …`.
fn announced(walk: &Walk) -> Option<Says> {
    when(walk.here().told.announces, Says::Begins)
}

/// `Simplify 10/4`: a task that gives an expression claims nothing of the lines before. `Factor: (x - 2)(x - 3) = 0` does.
fn task(walk: &Walk) -> Option<Says> {
    let here = walk.here();
    if !here.told.task || here.told.colon {
        return None;
    }
    // The formula may stand below the task.
    let next = walk.lines.get(walk.problem.end + 1).filter(|next| !next.words && !next.leads());
    let given = here.formula.as_ref().or_else(|| next?.formula.as_ref())?;
    when(!given.relation || here.gap || matches!(here.line.kind, LineKind::Item { .. }), Says::Begins)
}

/// Displayed formulas with a gap between them and no words are problems of their own.
fn displays(walk: &Walk) -> Option<Says> {
    let opens = matches!(&walk.here().line.kind, LineKind::Display(row) if row.number == 0);
    when(opens && walk.here().gap && !walk.has_words(), Says::Begins)
}

/// An expression that nothing ties to what stands paragraphs before it.
fn another_expression(walk: &Walk) -> Option<Says> {
    let here = walk.here();
    if here.formula.is_none() || here.relates() || here.leads() {
        return None;
    }
    let last = walk.so_far().iter().rposition(|line| line.formula.is_some())?;
    let since = &walk.so_far()[last + 1..];
    let apart = here.gap || since.iter().any(|line| line.gap);
    let done = here.told.doing || since.iter().any(|line| line.told.doing);
    when(apart && !done, Says::Begins)
}

/// Formulas alone are one derivation up to the next blank line; where words stand around them, blank lines set paragraphs.
fn gap(walk: &Walk) -> Option<Says> {
    let (here, last) = (walk.here(), walk.last());
    let set = walk.has_words() && (last.is_set() || here.is_set());
    when(here.gap && !(last.words || here.words || here.leads() || set), Says::Begins)
}

/// The lines of a document that may say something, and what stands between them.
fn sketches<'a>(document: &'a Document<'_>, heard: &[Heard]) -> Vec<Sketch<'a>> {
    let mut out: Vec<Sketch> = Vec::new();
    let (mut gap, mut after_rule) = (false, false);
    for (at, line) in document.lines.iter().enumerate() {
        match line.kind {
            LineKind::Comment => {}
            LineKind::Rule | LineKind::Preamble | LineKind::Structure { opens: None } | LineKind::Code => {
                after_rule = true
            }
            LineKind::Structure { opens: Some(_) } => gap = true,
            _ => {
                // A system among plain lines is part of what is said there.
                let behind_system = out.last().is_some_and(|last| {
                    let system = matches!(&last.line.kind, LineKind::Display(row) if row.system);
                    system && line.number <= last.line.number + 2
                });
                let gap = std::mem::take(&mut gap) || line.gap && !behind_system;
                let after_rule = std::mem::take(&mut after_rule);
                out.push(Sketch { gap, after_rule, ..Sketch::of(at, line, &heard[at]) });
            }
        }
    }
    out
}

/// Divides a document: the places of the lines that may say something, and the stretches of these.
pub fn divide(document: &Document, heard: &[Heard]) -> (Vec<usize>, Vec<Stretch>) {
    let lines = sketches(document, heard);
    let counts = lists(&lines);
    let mut starts: Vec<usize> = Vec::new();
    let mut start = 0;
    for at in 0..lines.len() {
        let walk = Walk { lines: &lines, counts: &counts, problem: start..at };
        if at == start || says(&walk) == Says::Begins {
            (start, _) = (at, starts.push(at));
        }
    }
    starts.push(lines.len());
    let plain: Vec<Range<usize>> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
    let mut out = Vec::new();
    for (at, problem) in plain.iter().enumerate() {
        let stem = list::stem(&lines, &counts, &plain[..at], problem);
        stretches(&counts, Problem { stem, lines: problem.clone() }, &mut out);
    }
    (lines.iter().map(|line| line.at).collect(), out)
}

fn says(walk: &Walk) -> Says {
    BORDERS.iter().find_map(|(_, border)| border(walk)).unwrap_or(Says::GoesOn)
}

/// A problem whose numbers may count problems is also divided there.
fn stretches(counts: &[Option<Counts>], problem: Problem, out: &mut Vec<Stretch>) {
    let mut cuts: Vec<usize> = problem.lines.clone().filter(|&at| counts[at] == Some(Counts::Either)).collect();
    if cuts.len() < 2 {
        return out.push(Stretch { ways: vec![vec![problem]] });
    }
    let above = problem.lines.start..cuts[0];
    cuts.push(problem.lines.end);
    // What stands before the first number holds for all of them.
    let stem = if above.is_empty() { problem.stem.clone() } else { above.clone() };
    let first = (!above.is_empty()).then(|| Problem { stem: problem.stem.clone(), lines: above });
    let items = cuts.windows(2).map(|pair| Problem { stem: stem.clone(), lines: pair[0]..pair[1] });
    let parts = first.into_iter().chain(items).collect();
    out.push(Stretch { ways: vec![vec![problem], parts] });
}
