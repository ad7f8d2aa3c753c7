//! Sketches: what does a line look like, as far as borders go?

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cues::{Effect, Heard, Spoken};
use crate::document::{Fence, Line, LineKind, Marker, Numerals, Style};
use crate::label::label;
use crate::layout::rows;
use crate::prose::{self, Piece};
use crate::signs::relates;

/// What a line looks like where it stands.
#[derive(Debug)]
pub struct Sketch<'a> {
    /// Its place in the document.
    pub at: usize,
    /// The line.
    pub line: &'a Line,
    /// Was there a blank line, or the end of a displayed formula, before it?
    pub gap: bool,
    /// Was there a rule, or what lays out a document, before it?
    pub after_rule: bool,
    /// Are there words in it?
    pub words: bool,
    /// What its words do.
    pub told: Told,
    /// Its formula, if it has one.
    pub formula: Option<Shape>,
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
    /// The sketch of a line of which this is heard, with no gap before it.
    pub fn of(at: usize, line: &'a Line, heard: &Heard) -> Sketch<'a> {
        let spoken = Spoken::of(&line.shown, heard);
        let row = rows(line).into_iter().find(|row| !row.passed_over);
        let math: Vec<Range<usize>> = line.math.iter().map(|math| math.range.clone()).collect();
        let pieces = prose::split(spoken, &math, false);
        let displayed = matches!(line.kind, LineKind::Display(_));
        let whole = displayed || matches!(line.kind, LineKind::TableRow { .. });
        let first = row.as_ref().and_then(|row| match row {
            row if whole || row.latex || row.continues || row.lead.is_some() => Some(row.range.clone()),
            _ => pieces.iter().find(|piece| matches!(piece, Piece::Formula { .. })).map(|piece| piece.at().clone()),
        });
        let told = Told::of(spoken, first.as_ref().map_or(line.shown.len(), |first| first.start));
        let leads = row.is_some_and(|row| row.continues || row.follows || row.lead.is_some());
        let formula = first.map(|first| Shape::of(&line.shown[first], leads));
        // A number before a formula is no word.
        let said = |piece: &Piece| matches!(piece, Piece::Prose(at) if spoken.has_words(at.clone()));
        // What stands under a number as a heading belongs to it, as it does to words.
        let number = line.is_data() && matches!(line.kind, LineKind::Heading { .. });
        let words = number || !displayed && pieces.iter().any(said);
        Sketch { at, line, gap: false, after_rule: false, words, told, formula }
    }

    /// Does its formula relate two sides?
    pub fn relates(&self) -> bool {
        self.formula.as_ref().is_some_and(|formula| formula.relation)
    }

    /// Does it go on from a line before?
    pub fn leads(&self) -> bool {
        self.formula.as_ref().is_some_and(|formula| formula.leads)
    }

    /// The level of the heading that it is.
    pub fn level(&self) -> Option<u8> {
        match self.line.kind {
            LineKind::Heading { level, .. } => Some(level),
            _ => None,
        }
    }

    /// Is it a heading?
    pub fn heading(&self) -> bool {
        self.level().is_some()
    }

    /// Is nothing there but what is set as a formula? Where formulas are set, each needs a paragraph, so that blank lines say nothing.
    pub fn is_set(&self) -> bool {
        let shown = self.line.shown.trim();
        let start = self.line.shown.len() - self.line.shown.trim_start().len();
        let whole =
            matches!(&self.line.math[..], [one] if one.range.start <= start && one.range.end >= start + shown.len());
        matches!(self.line.kind, LineKind::Display(_)) || !shown.is_empty() && whole
    }

    /// The number or letter before it.
    pub fn number(&self) -> Option<Number> {
        let (value, style) = match self.line.kind {
            LineKind::Item { marker: Marker::Numbered { value, style } }
            | LineKind::Heading { marker: Some(Marker::Numbered { value, style }), .. } => (value, style),
            // `## 2`
            LineKind::Heading { marker: None, .. } => {
                let style = Style { numerals: Numerals::Arabic, fence: Fence::Dot };
                (self.line.shown.trim().parse().ok()?, style)
            }
            _ => return None,
        };
        Some(Number { value, style, indent: self.line.indent })
    }
}

impl Told {
    /// What the words say; those before a place stand before the formula.
    fn of(spoken: Spoken, formula: usize) -> Told {
        let Spoken { text, heard, .. } = spoken;
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
    let Spoken { text, heard, .. } = spoken;
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
