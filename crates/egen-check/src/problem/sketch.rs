//! Sketches: what does a line look like, as far as borders go?

use std::collections::BTreeSet;

use crate::layout::{ARROWS, starts_with};
use crate::prose::{self, Piece};
use crate::paragraph::{announces, is_step, resumes, sets_task, takes_a_step};

/// A line where it stands.
#[derive(Clone, Debug, Default)]
pub struct Outline<'a> {
    /// What it shows, without its number.
    pub text: &'a str,
    /// The number or letter before it.
    pub marker: Option<Marker>,
    /// Is it a heading?
    pub heading: bool,
    /// Was there a blank line, or the end of a displayed formula, before it?
    pub gap: bool,
    /// Was there a rule before it?
    pub after_rule: bool,
    /// Is it a row of a displayed formula, the first, the last?
    pub display: Option<Display>,
}

/// The place of a row in a displayed formula.
#[derive(Clone, Copy, Debug, Default)]
pub struct Display {
    /// Is it the first row?
    pub opens: bool,
    /// Is it the last?
    pub ends: bool,
}

/// The number or letter before a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// How it is written.
    pub style: Style,
    /// Its number: 2 for `2.`, `(b)` and `ii)`.
    pub value: u32,
}

/// How a number is written: what it counts with, the signs around it, and how far it stands from the margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// `1`, `a`, `i`, `A`.
    pub first: char,
    /// `(…)`, `…)`, `….`
    pub signs: (bool, char),
    /// Blanks before it.
    pub indent: usize,
}

impl Marker {
    /// Is it the next one of a list?
    pub fn follows(&self, last: &Marker) -> bool {
        self.style == last.style && self.value == last.value + 1
    }

    /// Does it begin a list?
    pub fn is_first(&self) -> bool {
        self.value == 1
    }
}

/// What a line looks like.
#[derive(Debug)]
pub struct Sketch<'a> {
    /// Where it stands.
    pub at: &'a Outline<'a>,
    /// Are there words in it?
    pub words: bool,
    /// What its words do.
    pub heard: Heard,
    /// Its formula, if it has one.
    pub formula: Option<Shape>,
}

/// What the words of a line do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heard {
    /// They announce a problem.
    pub announces: bool,
    /// They begin with a verb that sets a task.
    pub task: bool,
    /// A colon stands between that verb and the formula, as behind what was done in a step.
    pub colon: bool,
    /// They say that something is done.
    pub doing: bool,
    /// They begin with what is done in a step, or count it.
    pub step: bool,
    /// As a heading they go on with a problem: `Solution`, `Step 2`.
    pub resumes: bool,
}

/// What the first formula of a line looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Does it relate two sides?
    pub relation: bool,
    /// Does it begin with a relation or an arrow, so that it goes on from a line before?
    pub leads: bool,
    /// Is it `x = 2`?
    pub solved: bool,
    /// The letters in it.
    pub letters: BTreeSet<char>,
}

impl<'a> Sketch<'a> {
    /// The sketch of a line.
    pub fn of(at: &'a Outline<'a>) -> Sketch<'a> {
        let text = at.text.trim();
        let displayed = at.display.is_some();
        let pieces = if displayed { vec![Piece::whole(text)] } else { prose::split(text, leads(text)) };
        let first = pieces.iter().find_map(|piece| match piece {
            Piece::Formula { at, .. } => Some(at.clone()),
            Piece::Prose(_) => None,
        });
        let before = first.as_ref().map_or(text, |first| &text[..first.start]);
        let heard = Heard {
            announces: announces(text),
            task: sets_task(text),
            colon: before.trim_end().ends_with(':'),
            doing: takes_a_step(text),
            step: is_step(before),
            resumes: resumes(text),
        };
        let formula = first.map(|first| Shape::of(text, &text[first]));
        Sketch { at, words: !displayed && prose::has_words(text), heard, formula }
    }

    /// Does its formula relate two sides?
    pub fn relates(&self) -> bool {
        self.formula.as_ref().is_some_and(|formula| formula.relation)
    }

    /// Does it go on from a line before?
    pub fn leads(&self) -> bool {
        self.formula.as_ref().is_some_and(|formula| formula.leads)
    }
}

impl Shape {
    fn of(line: &str, formula: &str) -> Shape {
        let relation = prose::relates(formula);
        let (left, right) = formula.split_once('=').unwrap_or((formula, ""));
        let name = left.trim().chars().count() == 1 && left.trim().chars().all(char::is_alphabetic);
        let number = right.contains(|c: char| c.is_ascii_digit()) && !right.contains(char::is_alphabetic);
        let letters = formula.chars().filter(|c| c.is_alphabetic()).collect();
        Shape { relation, leads: leads(line), solved: name && number, letters }
    }
}

/// Does a line begin with a relation or an arrow?
fn leads(text: &str) -> bool {
    let text = text.trim_start_matches(['$', '&', ' ', '{', '}', '\\', '(', '[']);
    text.starts_with(['=', '≤', '≥', '≈', '<', '>'])
        || ARROWS.iter().any(|arrow| starts_with(text, arrow.trim_start_matches('\\')))
}
