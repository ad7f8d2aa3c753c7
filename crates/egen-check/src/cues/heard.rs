//! Heard: which cues does a line have? Each line is listened to once.

use std::ops::Range;

use super::effect::Effect;

/// A cue that is heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What it does.
    pub effect: Effect,
    /// Its words, from the first to the last.
    pub span: Range<usize>,
    /// Where what it speaks of begins.
    pub reach: usize,
    /// The letter that it speaks of.
    pub letter: Option<Range<usize>>,
    /// The place of its row among all.
    pub(super) row: usize,
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub span: Range<usize>,
    /// Has it less than three letters, as names in formulas have?
    pub short: bool,
    /// Is it the name of a function, of an operation or of a Greek letter?
    pub named: bool,
}

impl Word {
    /// Could it be a name in a formula?
    pub fn is_name(&self) -> bool {
        self.short || self.named
    }
}

/// What is heard on a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The words.
    pub(super) words: Vec<Word>,
    /// The cues, by their start.
    pub(super) hits: Vec<Hit>,
    /// The words that are no names, by their start; none overlaps another.
    pub(super) spoken: Vec<Range<usize>>,
}

impl Heard {
    /// All cues, by their start.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// The cues in a range, by their start.
    pub fn within(&self, range: Range<usize>) -> impl Iterator<Item = &Hit> {
        let from = self.hits.partition_point(|hit| hit.span.start < range.start);
        let starts = self.hits[from..].iter().take_while(move |hit| hit.span.start < range.end);
        starts.filter(move |hit| hit.span.end <= range.end)
    }

    /// Has a range a cue with this effect?
    pub fn has(&self, range: Range<usize>, effect: Effect) -> bool {
        self.within(range).any(|hit| hit.effect == effect)
    }

    /// The end of the cue with this effect that starts here.
    pub fn ends(&self, start: usize, effect: Effect) -> Option<usize> {
        let from = self.hits.partition_point(|hit| hit.span.start < start);
        let here = self.hits[from..].iter().take_while(|hit| hit.span.start == start);
        here.filter(|hit| hit.effect == effect).map(|hit| hit.span.end).max()
    }

    /// The cue with this effect that stands right before a place of the text.
    pub fn before(&self, text: &str, at: usize, effect: Effect) -> Option<&Hit> {
        let to = self.hits.partition_point(|hit| hit.span.start < at);
        let from = self.words.partition_point(|word| word.span.end <= at).saturating_sub(FARTHEST);
        let from = self.words.get(from).map_or(0, |word| word.span.start);
        let near = self.hits[..to].iter().rev().take_while(|hit| hit.span.start >= from);
        near.filter(|hit| hit.effect == effect && hit.reach <= at)
            .find(|hit| !text[hit.reach..at].contains(char::is_alphanumeric))
    }

    /// The cue with this effect that stands right behind a place of the text.
    pub fn behind(&self, text: &str, at: usize, effect: Effect) -> Option<&Hit> {
        let from = self.hits.partition_point(|hit| hit.span.start < at);
        let between = |hit: &&Hit| text.get(at..hit.span.start);
        let near = self.hits[from..]
            .iter()
            .take_while(|hit| between(hit).is_some_and(|one| !one.contains(char::is_alphanumeric)));
        near.into_iter().find(|hit| hit.effect == effect)
    }

    /// The first word.
    pub fn first_word(&self) -> Option<&Word> {
        self.words.first()
    }

    /// The word that starts here, unless it is a command of LaTeX.
    pub fn word(&self, start: usize) -> Option<&Word> {
        self.words.binary_search_by_key(&start, |word| word.span.start).ok().map(|at| &self.words[at])
    }

    /// The words in a range.
    pub fn words_within(&self, range: Range<usize>) -> &[Word] {
        let from = self.words.partition_point(|word| word.span.start < range.start);
        let to = self.words.partition_point(|word| word.span.end <= range.end);
        &self.words[from..to.max(from)]
    }

    /// The cue with this effect with which the line begins.
    pub fn first(&self, effect: Effect) -> Option<&Hit> {
        let start = self.words.first()?.span.start;
        self.hits
            .iter()
            .take_while(|hit| hit.span.start <= start)
            .find(|hit| hit.effect == effect && hit.span.start == start)
    }

    /// The end of the words, no name in a formula, that start here.
    pub fn spoken(&self, start: usize) -> Option<usize> {
        self.spoken.binary_search_by_key(&start, |range| range.start).ok().map(|at| self.spoken[at].end)
    }

    /// Has a range words that are no names in a formula?
    pub fn speaks(&self, range: Range<usize>) -> bool {
        let from = self.spoken.partition_point(|spoken| spoken.start < range.start);
        self.spoken.get(from).is_some_and(|spoken| spoken.end <= range.end)
    }
}

/// The words of a cue are no more than so many.
const FARTHEST: usize = 16;
