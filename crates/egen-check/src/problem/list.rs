//! Lists: do the numbers before lines count problems, or the steps of one derivation?
//!
//! Both look alike line by line, so a list is looked at as a whole. Evidence for steps comes first: a line that goes on from the one
//! before it cannot begin a problem.

use std::ops::Range;

use crate::document::{Fence, Numerals};

use super::sketch::{Number, Sketch};

/// What the numbers of a list count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Problems: what is above an item is no business of it.
    Problems,
    /// The steps of one derivation.
    Steps,
    /// Nothing says which.
    Either,
}

/// A list: the lines that carry its numbers, and the last of these.
#[derive(Debug)]
struct List {
    last: Number,
    items: Vec<usize>,
}

/// For each line that carries a number of a list, what the numbers count.
pub fn lists(lines: &[Sketch]) -> Vec<Option<Counts>> {
    let mut out = vec![None; lines.len()];
    for list in found(lines) {
        let counts = counts(lines, &list.items);
        for &at in &list.items {
            out[at] = Some(counts);
        }
    }
    out
}

/// The lists of a text. A number goes on with the innermost open list whose next one it is.
fn found(lines: &[Sketch]) -> Vec<List> {
    let mut all: Vec<List> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.after_rule || line.heading() && !line.told.resumes {
            open.clear();
        }
        let Some(number) = line.number() else { continue };
        match open.iter().rposition(|&list| number.follows(&all[list].last)) {
            Some(place) => {
                open.truncate(place + 1);
                let list = &mut all[open[place]];
                list.last = number;
                list.items.push(at);
            }
            None => {
                // A list that begins anew at 1 ends those of its own style.
                if let Some(place) = open.iter().position(|&list| all[list].last.is_beside(&number)) {
                    open.truncate(place);
                }
                open.push(all.len());
                all.push(List { last: number, items: vec![at] });
            }
        }
    }
    all
}

/// What the items count, by the evidence of all of them.
fn counts(lines: &[Sketch], items: &[usize]) -> Counts {
    let heads: Vec<&Sketch> = items.iter().map(|&at| &lines[at]).collect();
    let several = items.len() > 1;
    let formulas = |place: &usize| {
        let end = items.get(place + 1).copied().unwrap_or_else(|| own_end(lines, items[*place]));
        lines[items[*place]..end].iter().filter(|line| line.formula.is_some()).count()
    };
    let steps = heads.iter().filter(|line| line.told.step && !line.told.task).count();
    // `1. Simplify: x = 2` is a step, and `1. Solve: 2x + 3 = 7` with lines below it a problem.
    let task = |place: &usize| {
        let told = heads[*place].told;
        told.announces || told.task && (!told.colon || formulas(place) > 1)
    };
    let tasks = (0..heads.len()).filter(task).count();
    // Where the last one ends is not known.
    let long = (0..items.len() - 1).filter(|place| formulas(place) > 1).count();
    let above = items[0].checked_sub(1).map(|at| &lines[at]).filter(|line| line.told.task);
    let shapes: Vec<_> = heads.iter().filter_map(|line| line.formula.as_ref()).collect();
    let answered = match (&shapes[..], shapes.len() == heads.len()) {
        ([first, .., last], true) => {
            let alike = shapes.iter().all(|shape| shape.letters == first.letters);
            alike && first.relation && !first.solved && last.solved
        }
        _ => false,
    };
    // The first that holds decides. Evidence for steps comes first: what goes on from the line before cannot begin a problem.
    let table = [
        // An item begins with a relation.
        (heads.iter().skip(1).any(|line| line.leads()), Counts::Steps),
        // `Adding (1) and (2)`
        (items.iter().any(|&at| is_referred(lines, at)), Counts::Steps),
        (several && steps * 2 > items.len(), Counts::Steps),
        (tasks * 2 >= items.len(), Counts::Problems),
        // `2) 3x = 9` behind a gap, where nothing else is numbered.
        (!several, if heads[0].gap { Counts::Problems } else { Counts::Steps }),
        (several && long * 2 >= items.len() - 1, Counts::Problems),
        // `Solve:` stands above, and the items give what is to be solved.
        (above.is_some_and(|line| line.formula.is_none()), Counts::Problems),
        // `Solve 2x + 3 = 7:` stands above, and the items solve it.
        (above.is_some_and(|line| line.formula.is_some()) && !heads[0].gap, Counts::Steps),
        // `1) 2x + 3 = 7 2) 2x = 4 3) x = 2`: the last item answers the first.
        (answered, Counts::Steps),
    ];
    table.iter().find(|(holds, _)| *holds).map_or(Counts::Either, |(_, counts)| *counts)
}

/// Does a line behind an item speak of it by its number in brackets?
fn is_referred(lines: &[Sketch], at: usize) -> bool {
    const MOST: usize = 24;
    let Some(number) = lines[at].number() else { return false };
    let bracketed = number.style.fence == Fence::Brackets && number.style.numerals == Numerals::Arabic;
    let number = format!("({})", number.value);
    bracketed && lines[at + 1..].iter().take(MOST).any(|line| line.words && line.line.shown.contains(&number))
}

/// Where the last item ends, for what is asked of it: at the next gap, heading, rule or number.
fn own_end(lines: &[Sketch], item: usize) -> usize {
    let ends = |line: &Sketch| line.gap || line.heading() || line.number().is_some() || line.after_rule;
    lines[item + 1..].iter().position(ends).map_or(lines.len(), |end| item + 1 + end)
}

/// The lines before a list that hold for each of its problems: `Let f(x) = x².`, and then (a) and (b).
pub fn stem(
    lines: &[Sketch],
    counts: &[Option<Counts>],
    before: &[Range<usize>],
    problem: &Range<usize>,
) -> Range<usize> {
    if let Some(heading) = heading(lines, problem.start) {
        return heading..heading + 1;
    }
    let none = problem.start..problem.start;
    let Some(number) = lines[problem.start].number() else { return none };
    if counts[problem.start] != Some(Counts::Problems) {
        return none;
    }
    // The problem before the first item of this list.
    let mut own = number;
    for part in before.iter().rev() {
        match lines[part.start].number() {
            Some(other) if own.follows(&other) => own = other,
            // The items of an outer list, and what else began a problem.
            other => {
                let nested = other.is_none_or(|other| !other.is_beside(&own));
                let tied = part.end < lines.len() && (!lines[part.end].gap || lines[part.end - 1].words);
                return if nested && own.value == 1 && tied { part.clone() } else { none };
            }
        }
    }
    none
}

/// The heading that a line with a heading stands under, if it claims nothing: `# Homework 5: expand` before `## 2`.
fn heading(lines: &[Sketch], at: usize) -> Option<usize> {
    let own = lines[at].level()?;
    let above = (0..at).rev().find(|above| lines[*above].level().is_some_and(|level| level < own))?;
    (lines[above].words && !lines[above].relates()).then_some(above)
}
