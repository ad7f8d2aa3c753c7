//! Statements: what does a line of a template file say?

use std::ops::Range;
use std::sync::Arc;

use egen_rules::{Place, without_comment};

use super::error::{Fault, TemplateError};

/// A line with something on it.
pub struct Line<'a> {
    pub file: &'a Arc<str>,
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its text without the comment; byte ranges refer to it.
    pub text: &'a str,
}

/// What a line says; ranges are bytes of its text.
pub enum Statement {
    Set { name: Range<usize>, values: Range<usize> },
    Family { name: Range<usize>, sentence: String },
    Shape(Shape),
}

/// `SHAPE for NAME in VALUES, … [take N]`.
pub struct Shape {
    pub shape: Range<usize>,
    pub lists: Vec<List>,
    pub take: Option<u64>,
    /// Where `[take N]` stands.
    pub take_at: usize,
}

/// `NAME in VALUES` or `(NAME, NAME) in TUPLES`.
pub struct List {
    pub names: Vec<Range<usize>>,
    pub tuple: bool,
    pub values: Range<usize>,
}

impl<'a> Line<'a> {
    /// The lines of a text.
    pub fn all(file: &'a Arc<str>, text: &'a str) -> impl Iterator<Item = Line<'a>> {
        let lines = text.lines().enumerate();
        lines.map(move |(at, text)| Line { file, number: at + 1, text: without_comment(text).trim_end() }).filter(
            |line| {
                // A byte order mark is no part of the text.
                !line.text.trim_start_matches('\u{feff}').trim().is_empty()
            },
        )
    }

    /// The first byte of its text that is not blank.
    pub fn start(&self) -> usize {
        trim(self.text, 0..self.text.len()).start
    }

    /// Where a byte stands.
    pub fn place(&self, byte: usize) -> Place {
        Place { file: self.file.clone(), line: self.number, column: self.text[..byte].chars().count() + 1 }
    }

    /// A defect at a byte.
    pub fn error(&self, byte: usize, fault: Fault) -> TemplateError {
        TemplateError { place: self.place(byte), fault }
    }

    /// What it says.
    pub fn statement(&self) -> Result<Statement, TemplateError> {
        let start = self.start();
        let statement = match self.text[start..].split_whitespace().next() {
            Some("set") => self.set(start + "set".len()),
            Some("family") => self.family(start + "family".len()),
            _ => self.shape(start).map(Statement::Shape),
        };
        statement.map_err(|(at, fault)| self.error(at, fault))
    }

    fn set(&self, from: usize) -> Result<Statement, (usize, Fault)> {
        let equals = self.text[from..].find('=').ok_or((self.text.len(), Fault::SetForm))? + from;
        let (name, values) = (trim(self.text, from..equals), trim(self.text, equals + 1..self.text.len()));
        if !is_name(&self.text[name.clone()]) {
            return Err((name.start, Fault::SetForm));
        }
        if values.is_empty() {
            return Err((values.start, Fault::SetForm));
        }
        Ok(Statement::Set { name, values })
    }

    fn family(&self, from: usize) -> Result<Statement, (usize, Fault)> {
        let rest = trim(self.text, from..self.text.len());
        let end = self.text[rest.clone()].find(char::is_whitespace).map_or(rest.end, |found| rest.start + found);
        let name = rest.start..end;
        let is_part = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !self.text[name.clone()].chars().all(is_part) {
            return Err((name.start, Fault::FamilyForm));
        }
        let quoted = trim(self.text, end..rest.end);
        let sentence = self.text[quoted.clone()].strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match sentence {
            Some(sentence) if !sentence.is_empty() && !sentence.contains('"') => {
                Ok(Statement::Family { name, sentence: sentence.to_string() })
            }
            _ => Err((quoted.start, Fault::FamilyForm)),
        }
    }

    fn shape(&self, start: usize) -> Result<Shape, (usize, Fault)> {
        let (take, take_at) = self.take(start)?;
        let end = trim(self.text, start..take_at).end;
        let Some(word) = find_word(self.text, start..end, "for") else {
            return match start < end {
                true => Ok(Shape { shape: start..end, lists: Vec::new(), take, take_at }),
                false => Err((start, Fault::NoShape)),
            };
        };
        let shape = trim(self.text, start..word);
        if shape.is_empty() {
            return Err((start, Fault::NoShape));
        }
        let lists = pieces(self.text, word + "for".len()..end, |c| c == ',');
        let lists = lists.into_iter().map(|range| self.list(range)).collect::<Result<Vec<List>, _>>()?;
        Ok(Shape { shape, lists, take, take_at })
    }

    /// The number of `[take N]` at the end, and where the rest of the line ends.
    fn take(&self, start: usize) -> Result<(Option<u64>, usize), (usize, Fault)> {
        let end = self.text.len();
        let Some(inner) = self.text.strip_suffix(']') else { return Ok((None, end)) };
        let open = inner.rfind('[').filter(|&open| open >= start).unwrap_or(end - 1);
        let number = match inner.get(open + 1..).unwrap_or("").split_whitespace().collect::<Vec<_>>()[..] {
            ["take", number] => number.replace('_', "").parse().ok().filter(|&number| number > 0),
            _ => None,
        };
        match number {
            Some(number) => Ok((Some(number), open)),
            None => Err((open, Fault::TakeForm(self.text[open..].to_string()))),
        }
    }

    fn list(&self, range: Range<usize>) -> Result<List, (usize, Fault)> {
        let word = find_word(self.text, range.clone(), "in").ok_or((range.start, Fault::ForForm))?;
        let (names, values) = (trim(self.text, range.start..word), trim(self.text, word + "in".len()..range.end));
        let tuple = inside(self.text, names.clone());
        let names = match tuple.clone() {
            Some(tuple) => pieces(self.text, tuple, |c| c == ','),
            None => vec![names],
        };
        if let Some(name) = names.iter().find(|name| !is_name(&self.text[(*name).clone()])) {
            return Err((name.start, Fault::ForForm));
        }
        if values.is_empty() {
            return Err((values.start, Fault::ForForm));
        }
        Ok(List { names, tuple: tuple.is_some(), values })
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Where a word stands with blanks or an end on both sides. Brackets do not hide it: one that is not closed
/// is the reader's to complain about.
fn find_word(text: &str, range: Range<usize>, word: &str) -> Option<usize> {
    let part = &text[range.clone()];
    let alone = |at: &usize| {
        part[..*at].chars().next_back().is_none_or(char::is_whitespace)
            && part[at + word.len()..].chars().next().is_none_or(char::is_whitespace)
    };
    part.match_indices(word).map(|(at, _)| at).find(alone).map(|at| range.start + at)
}

/// What is inside a pair of parentheses around a range.
pub fn inside(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    (part.len() >= 2 && part.starts_with('(') && part.ends_with(')')).then(|| range.start + 1..range.end - 1)
}

/// A range without the blanks at its ends.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start_matches(is_blank).len());
    start..start.max(range.start + part.trim_end_matches(is_blank).len())
}

/// The trimmed pieces between separators that stand outside brackets.
pub fn pieces(text: &str, range: Range<usize>, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let (mut depth, mut from, mut out) = (0_usize, range.start, Vec::new());
    for (at, c) in text[range.clone()].char_indices() {
        let at = range.start + at;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_separator(c) => {
                out.push(trim(text, from..at));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(trim(text, from..range.end));
    out
}
