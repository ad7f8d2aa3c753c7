//! Statements: what are the parts of a line?
//!
//! Clause words are found before anything is read as mathematics, since the reader would take
//! `when` for a variable.

use std::ops::Range;

use egen_math::Op;
use egen_read::read::{self, Notation, Options};

use crate::error::Fault;
use crate::layout::trim;

/// A line, taken apart; ranges are bytes of its text.
#[derive(Debug)]
pub(crate) enum Statement {
    /// `family NAME [optional] "sentence"`.
    Family { name: Range<usize>, optional: bool, sentence: String },
    /// A rule, or a rejected one.
    Rule(Parts),
}

/// The parts of a rule.
#[derive(Debug)]
pub(crate) struct Parts {
    pub rejected: bool,
    pub name: Range<usize>,
    pub left: Range<usize>,
    pub two_way: bool,
    pub right: Range<usize>,
    pub clauses: Vec<Clause>,
}

#[derive(Debug)]
pub(crate) struct Clause {
    pub kind: ClauseKind,
    /// Where its word starts.
    pub at: usize,
    /// What stands behind its word.
    pub body: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClauseKind {
    When,
    Off,
    Needs,
    At,
}

impl ClauseKind {
    const ALL: [ClauseKind; 4] = [ClauseKind::When, ClauseKind::Off, ClauseKind::Needs, ClauseKind::At];

    pub fn word(self) -> &'static str {
        match self {
            ClauseKind::When => "when",
            ClauseKind::Off => "off",
            ClauseKind::Needs => "needs",
            ClauseKind::At => "at",
        }
    }
}

/// Words of conditions, which are no clauses.
const CONDITION_WORDS: [&str; 7] = ["integer", "even", "odd", "free", "of", "number", "variable"];

/// Takes a line apart.
pub(crate) fn split(text: &str) -> Result<Statement, (usize, Fault)> {
    let first = word_end(text, 0);
    match &text[..first] {
        "family" => family(text, first),
        "rejected" => rule(text, trim(text, first..text.len()).start, true),
        _ => rule(text, 0, false),
    }
}

/// The name of the rule in a line, as far as it has one.
pub(crate) fn name(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let name = if first == "rejected" { words.next()? } else { first };
    (first != "family" && is_name(name)).then_some(name)
}

fn word_end(text: &str, from: usize) -> usize {
    text[from..].find(char::is_whitespace).map_or(text.len(), |at| from + at)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn family(text: &str, first: usize) -> Result<Statement, (usize, Fault)> {
    let rest = trim(text, first..text.len());
    let name = rest.start..word_end(text, rest.start);
    if !is_name(&text[name.clone()]) {
        return Err((rest.start, Fault::FamilyForm));
    }
    let rest = trim(text, name.end..text.len());
    let word = rest.start..word_end(text, rest.start);
    let optional = &text[word.clone()] == "optional";
    let quoted = if optional { trim(text, word.end..text.len()) } else { rest };
    let sentence = text[quoted.clone()].strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    match sentence {
        Some(sentence) if !sentence.is_empty() && !sentence.contains('"') => {
            Ok(Statement::Family { name, optional, sentence: sentence.to_string() })
        }
        _ => Err((quoted.start, Fault::FamilyForm)),
    }
}

fn rule(text: &str, start: usize, rejected: bool) -> Result<Statement, (usize, Fault)> {
    let name = start..word_end(text, start);
    if !is_name(&text[name.clone()]) {
        return Err((start, Fault::Name(text[name].to_string())));
    }
    let arrow = text[name.end..].find("=>").ok_or((text.len(), Fault::NoArrow))? + name.end;
    let two_way = text[..arrow].ends_with('<');
    let left = trim(text, name.end..arrow - usize::from(two_way));
    let behind = arrow + 2;
    let words = clause_words(text, behind)?;
    let end_of = |at: usize| words.get(at).map_or(text.len(), |(_, from)| *from);
    let right = trim(text, behind..end_of(0));
    let clauses = words.iter().enumerate().map(|(index, &(kind, at))| Clause {
        kind,
        at,
        body: trim(text, at + kind.word().len()..end_of(index + 1)),
    });
    Ok(Statement::Rule(Parts { rejected, name, left, two_way, right, clauses: clauses.collect() }))
}

/// The clause words behind the arrow, outside parentheses. A word that follows a complete
/// operand and is no function is meant as a clause as well.
fn clause_words(text: &str, from: usize) -> Result<Vec<(ClauseKind, usize)>, (usize, Fault)> {
    let mut out = Vec::new();
    let (mut depth, mut at) = (0usize, from);
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if c.is_alphanumeric() || c == '_' => {
                at = start
                    + text[start..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len() - start);
                let word = &text[start..at];
                let apart = text[..start].ends_with(char::is_whitespace);
                if depth > 0 || !apart {
                    continue;
                }
                match ClauseKind::ALL.into_iter().find(|kind| kind.word() == word) {
                    Some(kind) => out.push((kind, start)),
                    // `n prime` is a condition of no known form, which its reader will say.
                    None if in_conditions(&out) && ends_part(&text[at..]) => {}
                    None if follows_operand(text, start) && is_plain_word(word) => {
                        return Err((start, Fault::UnknownClause(word.to_string())));
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }
    Ok(out)
}

fn in_conditions(words: &[(ClauseKind, usize)]) -> bool {
    words.last().is_some_and(|(kind, _)| *kind == ClauseKind::When)
}

/// Does a part of a clause end before this text?
fn ends_part(rest: &str) -> bool {
    let next = rest.split_whitespace().next().unwrap_or("");
    next.is_empty() || next.starts_with(',') || ClauseKind::ALL.iter().any(|kind| kind.word() == next)
}

fn follows_operand(text: &str, at: usize) -> bool {
    text[..at].trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']'))
}

/// Is it neither a function nor a constant nor a name that the reader knows?
fn is_plain_word(word: &str) -> bool {
    if word.len() < 2 || !word.chars().all(|c| c.is_ascii_lowercase()) {
        return false;
    }
    if Op::from_name(word).is_some() || CONDITION_WORDS.contains(&word) {
        return false;
    }
    let options = Options { notation: Some(Notation::Infix), ..Options::default() };
    // The reader notes that it took a word for one variable, or refuses it; greek names it knows.
    read::read(word, &options).map_or(true, |reading| !reading.notes.is_empty())
}
