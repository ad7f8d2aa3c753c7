//! Sketches: what does a line look like, as far as borders go?

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cues::{Effect, Heard, Spoken};
use crate::document::{Line, LineKind, Marker, Style};
use crate::label::label;
use crate::layout::rows;
use crate::prose::{self, Piece};
use crate::signs::relates;

/// A line where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'a> {
    /// Its place in the document.
    pub at: usize,
    /// The line.
    pub line: &'a Line,
    /// What is heard on it.
    pub heard: &'a Heard,
    /// Was there a blank line, or the end of a displayed formula, before it?
    pub gap: bool,
    /// Was there a rule, or what lays out a document, before it?
    pub after_rule: bool,
}

impl Outline<'_> {
    /// The level of the heading that it is.
    pub fn level(&self) -> Option<u8> {
        match self.line.kind {
            LineKind::Heading { level, .. } => Some(level),
            _ => None,
        }
    }

    fn spoken(&self) -> Spoken<'_> {
        Spoken { text: &self.line.shown, heard: self.heard }
    }

    /// Is it a heading?
    pub fn heading(&self) -> bool {
        matches!(self.line.kind, LineKind::Heading { .. })
    }

    /// Is it a row of a displayed formula?
    pub fn displayed(&self) -> bool {
        matches!(self.line.kind, LineKind::Display(_))
    }

    /// Does a displayed formula begin with it?
    pub fn opens_display(&self) -> bool {
        matches!(&self.line.kind, LineKind::Display(row) if row.number == 0)
    }

    /// Does it begin an item of a list?
    pub fn is_item(&self) -> bool {
        matches!(self.line.kind, LineKind::Item { .. })
    }

    /// The number or letter before it.
    pub fn number(&self) -> Option<Number> {
        match self.line.kind {
            LineKind::Item { marker: Marker::Numbered { value, style } }
            | LineKind::Heading { marker: Some(Marker::Numbered { value, style }), .. } => {
                Some(Number { value, style, indent: self.line.indent })
            }
            _ => None,
        }
    }
}

/// The number or letter before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// 2 for `2.`, `(b)` and `ii)`.
    pub value: u32,
    /// How it is written.
    pub style: Style,
    /// How far it stands from the margin.
    pub indent: usize,
}

impl Number {
    /// Is it the next one of a list?
    pub fn follows(&self, last: &Number) -> bool {
        self.is_beside(last) && self.value == last.value + 1
    }

    /// Could both be numbers of one list?
    pub fn is_beside(&self, other: &Number) -> bool {
        self.style == other.style && self.indent == other.indent
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
    pub told: Told,
    /// Its formula, if it has one.
    pub formula: Option<Shape>,
}

/// What the words of a line say of problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
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
        let spoken = at.spoken();
        let row = rows(at.line).into_iter().find(|row| !row.passed_over);
        let math: Vec<Range<usize>> = at.line.math.iter().map(|math| math.range.clone()).collect();
        let first = match &row {
            Some(row) if at.displayed() || row.latex || row.continues || row.lead.is_some() => Some(row.range.clone()),
            Some(row) if matches!(at.line.kind, LineKind::TableRow { .. }) => Some(row.range.clone()),
            Some(_) => prose::split(spoken, &math, false).into_iter().find_map(|piece| match piece {
                Piece::Formula { at, .. } => Some(at),
                Piece::Prose(_) => None,
            }),
            None => None,
        };
        let told = Told::of(spoken, first.as_ref().map_or(spoken.text.len(), |first| first.start));
        let leads = row.is_some_and(|row| row.continues || row.follows || row.lead.is_some());
        let formula = first.map(|first| Shape::of(&spoken.text[first], leads));
        Sketch { at, words: !at.displayed() && prose::has_words(spoken, &math), told, formula }
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

impl Told {
    /// What the words say; those before a place stand before the formula.
    fn of(spoken: Spoken, formula: usize) -> Told {
        let Spoken { text, heard } = spoken;
        let first = |effect| heard.first(effect);
        let step = first(Effect::Step);
        let known = step.is_some() || first(Effect::Part).is_some() || heard.first_word().is_none();
        let announces = announces(spoken);
        Told {
            announces,
            task: first(Effect::Task).is_some() || step.is_none() && begins(spoken, Effect::Task),
            colon: text[..formula].trim_end().ends_with(':'),
            doing: heard.has(0..text.len(), Effect::Step),
            step: step.is_some_and(|hit| hit.span.end <= formula),
            resumes: known && !announces,
        }
    }
}

/// Does a task stand behind the label of a line: `Part B: Simplify 7b + 2b`? What a step does is none: `Step 2: Simplify`.
fn begins(spoken: Spoken, effect: Effect) -> bool {
    let behind = label(spoken, 0);
    let blank = spoken.text.len() - spoken.text[behind..].trim_start().len();
    behind > 0 && spoken.heard.ends(blank, effect).is_some()
}

/// Does a line announce a problem: `Problem 2`, `Solve 2x = 4`? `example = 5` gives a name its value.
fn announces(spoken: Spoken) -> bool {
    let Spoken { text, heard } = spoken;
    let related = |end: usize| text[end..].trim_start().starts_with(['=', '<', '>', '^', '*', '/', '+', '-']);
    let labelled = || heard.first(Effect::Step).is_none() && begins(spoken, Effect::Pose);
    let poses = (heard.first(Effect::Pose).is_some_and(|hit| hit.span.start == 0) || labelled()) && relates(text);
    poses || heard.first(Effect::Problem).is_some_and(|hit| !related(hit.span.end))
}

impl Shape {
    fn of(formula: &str, leads: bool) -> Shape {
        let relation = relates(formula);
        let (left, right) = formula.split_once('=').unwrap_or((formula, ""));
        let name = left.trim().chars().count() == 1 && left.trim().chars().all(char::is_alphabetic);
        let number = right.contains(|c: char| c.is_ascii_digit()) && !right.contains(char::is_alphabetic);
        let letters = formula.chars().filter(|c| c.is_alphabetic()).collect();
        Shape { relation, leads, solved: name && number, letters }
    }
}
