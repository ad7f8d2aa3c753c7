//! Listening: a line is folded once, the automaton finds all words in it, and patterns go on from there.

use std::ops::Range;

use super::effect::{Kind, Spoken};
use super::file::Part;
use super::heard::{Heard, Hit, Word};
use super::row::Step;
use super::{Cues, Effect, Literal};

/// So many words may stand in a gap.
const GAP: usize = 4;

/// A text in small letters, each character as long as it was.
pub(super) fn folded(text: &str) -> String {
    let fold = |c: char| {
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(small), None) if small.len_utf8() == c.len_utf8() => small,
            _ => c,
        }
    };
    text.chars().map(fold).collect()
}

/// Words of a pattern in a line.
#[derive(Clone, Debug)]
struct Occurrence {
    literal: usize,
    span: Range<usize>,
    /// Is it part of longer words that are only prose, as *not true* is of *not true or false*?
    inner: bool,
}

/// A line on its way.
struct Listener<'a> {
    cues: &'a Cues,
    text: &'a str,
    words: Vec<Word>,
    occurrences: Vec<Occurrence>,
}

/// How far a pattern got.
#[derive(Clone, Default)]
struct Path {
    /// Where it goes on.
    at: usize,
    /// The end of its words.
    end: usize,
    letter: Option<Range<usize>>,
    spoken: Vec<Range<usize>>,
}

impl Cues {
    /// What is heard on a line.
    pub fn hear(&self, text: &str) -> Heard {
        let listener = Listener { cues: self, text, words: self.words_of(text), occurrences: self.occurrences(text) };
        let (mut hits, mut spoken) = (Vec::new(), Vec::new());
        let formula = text.find(operates).unwrap_or(text.len());
        for occurrence in &listener.occurrences {
            for &row in &self.literals[occurrence.literal].begins {
                let effect = self.patterns[row].effect;
                if occurrence.inner && effect != Effect::Prose {
                    continue;
                }
                let Some(path) = listener.follow(row, &occurrence.span) else { continue };
                let prose = match effect.spoken() {
                    Spoken::Always => true,
                    Spoken::Verb => path.end <= formula && !text[path.end..].trim_start().starts_with(operates),
                    Spoken::Never => false,
                };
                if prose {
                    spoken.extend(path.spoken);
                }
                let span = occurrence.span.start..path.end;
                hits.push(Hit { effect, span, reach: path.at, letter: path.letter, row });
            }
        }
        Heard { words: listener.words, hits: longest(hits), spoken: joined(spoken) }
    }

    /// The words of a line, without the names of commands.
    fn words_of(&self, text: &str) -> Vec<Word> {
        let mut spans: Vec<Range<usize>> = Vec::new();
        for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphabetic()) {
            match spans.last_mut() {
                Some(last) if last.end == at => last.end += c.len_utf8(),
                _ => spans.push(at..at + c.len_utf8()),
            }
        }
        spans.retain(|span| !text[..span.start].ends_with('\\'));
        let word = |span: Range<usize>| {
            let word = &text[span.clone()];
            Word { short: word.chars().count() < 3, named: self.is_function_or_letter(word), span }
        };
        spans.into_iter().map(word).collect()
    }

    /// The words of patterns in a line, by their start.
    fn occurrences(&self, text: &str) -> Vec<Occurrence> {
        let mut out = Vec::new();
        for found in self.automaton.find_overlapping_iter(&folded(text)) {
            let literal = found.pattern().as_usize();
            let Literal { prefix, text: own, .. } = &self.literals[literal];
            let (start, mut end) = (found.start(), found.end());
            let letter = |c: char| c.is_alphabetic();
            if text[..start].ends_with(|c: char| letter(c) || c == '\\') {
                continue;
            }
            if *prefix {
                end += text[end..].len() - text[end..].trim_start_matches(letter).len();
            }
            // LHS is a name of a side, and lhs may be a variable.
            let cased = own.contains(char::is_uppercase) && text[start..found.end()] != *own;
            if cased || own.ends_with(letter) && text[end..].starts_with(letter) {
                continue;
            }
            out.push(Occurrence { literal, span: start..end, inner: false });
        }
        out.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
        let mut outer: Range<usize> = 0..0;
        for one in &mut out {
            one.inner = one.span != outer && one.span.end <= outer.end;
            if one.span.end > outer.end && self.literals[one.literal].excepts {
                outer = one.span.clone();
            }
        }
        out
    }
}

/// The longest cue speaks: what is part of a longer one of its kind, or of longer words that are only prose, is not heard.
fn longest(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by_key(|hit| (hit.span.start, std::cmp::Reverse(hit.span.end)));
    let mut outer: [Range<usize>; Kind::ALL] = std::array::from_fn(|_| 0..0);
    hits.retain(|hit| {
        let kind = hit.effect.kind();
        let inner = [kind, Kind::Prose].iter().any(|&kind| {
            let outer = &outer[kind as usize];
            kind != Kind::Other && hit.span != *outer && hit.span.end <= outer.end
        });
        if hit.span.end > outer[kind as usize].end {
            outer[kind as usize] = hit.span.clone();
        }
        !inner
    });
    hits
}

/// Ranges without those that are part of others.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    ranges.retain(|range| {
        let fresh = range.start >= end;
        end = end.max(range.end);
        fresh
    });
    ranges
}

/// Does a sign end a clause?
fn stops(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?')
}

/// Is it a sign between a name and what comes next in a formula?
fn operates(c: char) -> bool {
    "=<>≤≥≠+*/^_∈".contains(c)
}

/// Is it a sign that may stand between words?
fn is_light(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '"' | '“' | '”' | '`' | '$')
}

impl Listener<'_> {
    /// Follows a pattern from its first words on.
    fn follow(&self, row: usize, span: &Range<usize>) -> Option<Path> {
        let pattern = &self.cues.patterns[row];
        if !self.stands_behind(&pattern.before, span.start) {
            return None;
        }
        self.steps(&pattern.steps, Path { at: span.start, end: span.start, ..Path::default() })
    }

    /// Is what a pattern wants before its first words there?
    fn stands_behind(&self, before: &[Part], at: usize) -> bool {
        let (mut at, mut slack) = (at, 0);
        before.iter().rev().all(|part| {
            let head = self.text[..at].trim_end_matches(is_light);
            match part {
                Part::Start => (0..=slack).any(|back| self.is_start(self.start_of(at, back))),
                Part::Gap => {
                    slack = GAP;
                    true
                }
                Part::Sign(sign) => {
                    let found = head.ends_with(*sign);
                    at = head.len() - usize::from(found);
                    found
                }
                Part::Formula | Part::Value | Part::Number => {
                    let head = head.trim_end_matches([',', '-', '–', '—', '(', '[']).trim_end_matches(is_light);
                    let count = self.words.partition_point(|word| word.span.end <= head.len());
                    match count.checked_sub(1).map(|last| &self.words[last]).filter(|word| word.span.end == head.len())
                    {
                        Some(word) => self.is_name(word),
                        None => head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '|')),
                    }
                }
                _ => false,
            }
        })
    }

    /// Where the word starts that stands so many words before a place.
    fn start_of(&self, at: usize, back: usize) -> usize {
        let count = self.words.partition_point(|word| word.span.end <= at);
        if back == 0 { at } else { self.words.get(count.wrapping_sub(back)).map_or(at, |word| word.span.start) }
    }

    /// Is no word before a place in its clause? `x = 4 which …`: names in formulas are none.
    fn is_start(&self, at: usize) -> bool {
        let count = self.words.partition_point(|word| word.span.end <= at);
        let Some(word) = count.checked_sub(1).map(|last| &self.words[last]) else { return true };
        let between = self.text[word.span.end..at].trim_matches(|c| is_light(c) || c == ',');
        !between.is_empty() || self.is_name(word)
    }

    /// Is a word the name of something in a formula?
    fn is_name(&self, word: &Word) -> bool {
        let said = |one: &Occurrence| self.cues.literals[one.literal].prose;
        word.is_name() && !self.occurring(word.span.start).any(said)
    }

    /// The words of patterns that start at a place.
    fn occurring(&self, at: usize) -> impl Iterator<Item = &Occurrence> {
        let from = self.occurrences.partition_point(|one| one.span.start < at);
        self.occurrences[from..].iter().take_while(move |one| one.span.start == at)
    }

    fn steps(&self, steps: &[Step], path: Path) -> Option<Path> {
        let Some((step, rest)) = steps.split_first() else { return Some(path) };
        match step {
            Step::Words(all) => self.said(all, rest, path),
            Step::Maybe(all) => self.said(all, rest, path.clone()).or_else(|| self.steps(rest, path)),
            Step::Other(Part::Gap) => self.gap(rest, path, stops),
            Step::Other(Part::Stretch) => self.gap(rest, path, |c| stops(c) && c != ','),
            Step::Other(part) => self.steps(rest, self.other(part, path)?),
        }
    }

    /// Goes on behind one of some words.
    fn said(&self, all: &[usize], rest: &[Step], path: Path) -> Option<Path> {
        let text = &self.text[path.at..];
        let start = path.at + text.len() - text.trim_start_matches(is_light).len();
        let mut here = self.occurring(start).filter(|one| !one.inner && all.contains(&one.literal));
        here.find_map(|one| {
            let mut spoken = path.spoken.clone();
            spoken.push(one.span.clone());
            self.steps(rest, Path { at: one.span.end, end: one.span.end, spoken, letter: path.letter.clone() })
        })
    }

    /// Goes on behind some words, up to a sign that stops.
    fn gap(&self, rest: &[Step], path: Path, stops: impl Fn(char) -> bool) -> Option<Path> {
        let from = self.words.partition_point(|word| word.span.start < path.at);
        let mut at = path.at;
        for count in 0..=GAP {
            if let Some(found) = self.steps(rest, Path { at, ..path.clone() }) {
                return Some(found);
            }
            let word = self.words.get(from + count)?;
            if self.text[at..word.span.start].contains(&stops) {
                return None;
            }
            at = word.span.end;
        }
        None
    }

    /// Looks at what is no words.
    fn other(&self, part: &Part, path: Path) -> Option<Path> {
        let light = self.text[path.at..].trim_start_matches(is_light);
        let at = self.text.len() - light.len();
        let first = light.chars().next();
        let fits = match part {
            Part::End => first.is_none_or(|c| stops(c) || matches!(c, ')' | ']')) || self.opens(at),
            Part::Last => !light.contains(char::is_alphanumeric),
            Part::Formula => self.begins_formula(light, at),
            Part::Value => gives_value(light),
            Part::Number => first.is_some_and(|c| c.is_ascii_digit()),
            Part::Sign(sign) => {
                return (first == Some(*sign)).then(|| Path { at: at + 1, end: at + 1, ..path });
            }
            Part::Letter => {
                let span = self.word(at)?.span.clone();
                let alone = self.text[span.clone()].chars().count() == 1 && !light[span.len()..].starts_with('(');
                return if alone { Some(Path { at: span.end, letter: Some(span), ..path }) } else { None };
            }
            Part::Start | Part::Gap | Part::Stretch | Part::Words(_) | Part::Maybe(_) => false,
        };
        fits.then_some(path)
    }

    fn word(&self, start: usize) -> Option<&Word> {
        self.words.binary_search_by_key(&start, |word| word.span.start).ok().map(|at| &self.words[at])
    }

    /// Does a word here begin another clause?
    fn opens(&self, at: usize) -> bool {
        self.occurring(at).any(|one| self.cues.literals[one.literal].opens)
    }

    /// Does something of a formula begin here?
    fn begins_formula(&self, light: &str, at: usize) -> bool {
        match light.chars().next() {
            None => false,
            Some(c) if c.is_alphabetic() => {
                let Some(word) = self.word(at) else { return false };
                let next = self.text[word.span.end..].trim_start().chars().next();
                next.is_some_and(|c| operates(c) || c == '(') || self.is_name(word)
            }
            Some(c) => c.is_ascii_digit() || "([|√∫-−+±\\{".contains(c),
        }
    }
}

/// Does a text begin with `x = …`?
fn gives_value(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\\' | '{' | '}'));
    rest.len() < text.len()
        && text.starts_with(|c: char| c.is_alphabetic() || c == '\\')
        && rest.trim_start().starts_with('=')
}
