//! Tokens: which stretches of a line are words, arrows, *and* or *or*, and which are mathematics?

use std::ops::Range;

use crate::cues::{Effect, Spoken, Word};
use crate::document::words_command;
use crate::layout::closing;
use crate::numeral;
use crate::signs::{self, Meaning, first_side, last_side, relates};
use crate::unit;

/// What stands in longer braces is looked into.
const LONGEST_GROUP: usize = 256;

/// The letter of a limit, `theta`, has at most so many characters.
const LONGEST_NAME: usize = 8;

/// So many bytes on either side of a word show whether it stands between two relations.
const NEAR: usize = 256;

/// What a stretch of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Math,
    Word,
    Arrow,
    Or,
    And,
}

/// The tokens of a stretch of text.
pub(super) fn tokens(spoken: Spoken, range: Range<usize>) -> Vec<(Token, Range<usize>)> {
    let mut out: Vec<(Token, Range<usize>)> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let (token, length) = token(spoken, at, range.end);
        match out.last_mut() {
            Some((Token::Math, last)) if token == Token::Math => last.end = at + length,
            _ => out.push((token, at..at + length)),
        }
        at += length;
    }
    out
}

/// Does an arrow at a place go to the value of a limit: `lim x->0`?
fn is_approach(spoken: Spoken, at: usize) -> bool {
    let mut near = at.saturating_sub(NEAR);
    while !spoken.text.is_char_boundary(near) {
        near -= 1;
    }
    let limit = spoken.heard.within(near..at).filter(|hit| hit.effect == Effect::Limit).last();
    limit.is_some_and(|limit| {
        let between = &spoken.text[limit.span.end..at];
        between.trim_matches(['_', '(', '{', ' ', '\\', ',']).chars().count() <= LONGEST_NAME && !relates(between)
    })
}

fn token(spoken: Spoken, at: usize, end: usize) -> (Token, usize) {
    let rest = &spoken.text[at..end];
    match signs::at(rest) {
        Some((Meaning::Follows, length)) if is_approach(spoken, at) => return (Token::Math, length),
        Some((Meaning::Follows, length)) => return (Token::Arrow, length),
        Some((Meaning::Or, length)) => return (Token::Or, length),
        Some((Meaning::And, length)) => return (Token::And, length),
        _ => {}
    }
    let first = rest.chars().next().expect("not at the end");
    match first {
        '\\' => match words_command(rest) {
            Some(inner) => group(spoken, at, inner, rest),
            None => {
                let name = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
                (Token::Math, 1 + name.max(rest[1..].chars().next().map_or(0, char::len_utf8)))
            }
        },
        // What stands in braces belongs to the command before them: \lim_{x \to 0}.
        '{' => match closing(rest, 0, LONGEST_GROUP).filter(|&end| !rest[..end].contains('=')) {
            Some(end) => (Token::Math, end + 1),
            None => (Token::Math, 1),
        },
        '(' | '[' => remark(spoken, at, end).map_or((Token::Math, 1), |length| (Token::Word, length)),
        c if c.is_alphabetic() => word(spoken, at, end),
        c => (Token::Math, c.len_utf8()),
    }
}

/// `\text{ or }`
fn group(spoken: Spoken, at: usize, inner: usize, rest: &str) -> (Token, usize) {
    let close = rest.find('}').unwrap_or(rest.len());
    let length = rest.len().min(close + 1);
    let start = at + inner + rest[inner..].len() - rest[inner..].trim_start().len();
    let behind = |end: usize| spoken.text.get(end..at + close).is_some_and(|rest| rest.trim().is_empty());
    let whole = |effect| spoken.heard.ends(start, effect).is_some_and(behind);
    let after = format!(" {}", rest[length..].trim_start());
    let token = match () {
        () if spoken.side(start).is_some() => Token::Math,
        () if whole(Effect::Or) => Token::Or,
        () if whole(Effect::And) => Token::And,
        () if whole(Effect::Share) && numeral::is_product(spoken.before(at), &after) => Token::Math,
        () => Token::Word,
    };
    (token, length)
}

/// A word, or what stands between other letters.
fn word(spoken: Spoken, at: usize, end: usize) -> (Token, usize) {
    let Spoken { text, heard, .. } = spoken;
    let (before, rest) = (spoken.before(at), &text[at..end]);
    if let Some((_, end)) = spoken.side(at) {
        return (Token::Math, end - at);
    }
    let foreign = rest.len() - rest.trim_start_matches(is_of_words).len();
    if foreign > 0 {
        return (Token::Word, foreign);
    }
    let length = rest.len() - rest.trim_start_matches(|c: char| c.is_alphabetic() && !is_of_words(c) || c == '’').len();
    let said = heard.spoken(at).filter(|&said| said <= end).map(|said| said - at);
    // por lo tanto
    if let Some(said) = said.filter(|&said| said > length && !before.ends_with(char::is_alphanumeric)) {
        return (Token::Word, said);
    }
    let (name, after) = (&rest[..length], &rest[length..]);
    let joined = before.ends_with(['_', '{', '`', '\\']) || after.starts_with(['_', '(', '}', '`', '\'']);
    let is = |effect| heard.ends(at, effect) == Some(at + length);
    let ties = [(Effect::Or, Token::Or), (Effect::And, Token::And)];
    let tied = |effect| heard.ends(at, effect).filter(|said| *said <= end);
    let tie = ties.into_iter().find_map(|(effect, token)| Some((token, tied(effect)? - at)));
    let token = match () {
        () if length < 3 && is_product(before, after) => Token::Math,
        () if unit::is_last(name, before, after) => Token::Math,
        () if is(Effect::Share) && numeral::is_product(before, after) => Token::Math,
        () if tie.is_some() => return tie.expect("it was just seen"),
        () if said.is_some() && (!joined || said == Some(length)) => Token::Word,
        () if heard.word(at).is_some_and(|word| is_conjunction(spoken, word)) => Token::And,
        () if is_article(spoken, name, at + length) => Token::Word,
        () if length > 2 && name.contains(is_marked) => Token::Word,
        () => Token::Math,
    };
    (token, length)
}

/// Is it a letter of a script in which words are written, and no formulas: neither Latin nor Greek, nor one of the signs made of them?
fn is_of_words(c: char) -> bool {
    c.is_alphabetic() && matches!(c as u32, 0x0400..=0x1CFF | 0x2C00..=0xFAFF | 0xFF66..=0xFFDC | 0x20000..=0x3FFFF)
}

/// Is it a letter with a mark, as words have them and names do not: é, å, ł?
fn is_marked(c: char) -> bool {
    c.is_alphabetic() && matches!(c as u32, 0x00C0..=0x024F)
}

/// Are two letters that could be a word factors here: `2as`, `at^2`, `u + at`?
fn is_product(before: &str, after: &str) -> bool {
    let sign = |c: char| matches!(c, '+' | '-' | '−' | '*' | '/' | '=' | '^' | '(' | ')' | '·' | '×' | '<' | '>');
    let glued = before.ends_with(|c: char| c.is_ascii_digit())
        || after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '^' | '²' | '³'));
    let left = before.trim_end().chars().next_back().is_some_and(|c| sign(c) && c != ')');
    let right = after.trim_start().chars().next().is_none_or(|c| sign(c) && c != '(' || c == ',' || c == '.');
    glued || left && right
}

/// Does a short word, with blanks around it, stand between two relations, as *and* does in many languages: `3x = 6 e x = 2`, `4x = 12 en x = 3`?
/// A letter may be a factor, unless a number is before it, and a name with its value behind it.
fn is_conjunction(spoken: Spoken, word: &Word) -> bool {
    let (before, after) = around(spoken, &word.span);
    let letters = spoken.text[word.span.clone()].chars().count();
    let apart = before.ends_with(' ') && after.starts_with(' ');
    let between = before.trim_end().ends_with(is_operand)
        && after.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '(');
    if letters > 3 || !apart || !between || !relates(before) || !relates(after) {
        return false;
    }
    if letters > 1 {
        return !word.named && !unit::is_unit(&spoken.text[word.span.clone()]);
    }
    let value = last_side(before).1.trim();
    let number = value.contains(|c: char| c.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "./-−√±() ".contains(c));
    let name = first_side(after).trim();
    let named =
        name.starts_with(char::is_alphabetic) && name.chars().skip(1).all(|c| c.is_ascii_digit() || "_₁₂₃".contains(c));
    number && named
}

/// What stands near a word on either side.
fn around<'a>(spoken: Spoken<'a>, word: &Range<usize>) -> (&'a str, &'a str) {
    let text = spoken.text;
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let from = (word.start.saturating_sub(NEAR).max(spoken.from)..).find(boundary).expect("a word starts at one");
    let to = (word.end + NEAR..text.len()).find(boundary).unwrap_or(text.len());
    (&text[from..word.start], &text[word.end..to])
}

fn is_between_relations(spoken: Spoken, word: &Range<usize>) -> bool {
    let (before, after) = around(spoken, word);
    relates(before) && relates(after)
}

/// Does a word follow, so that the letter a is an article?
fn is_article(spoken: Spoken, name: &str, end: usize) -> bool {
    let after = &spoken.text[end..];
    let next = end + after.len() - after.trim_start().len();
    let word = spoken.heard.word(next).filter(|word| next > end && !word.is_name());
    name.eq_ignore_ascii_case("a")
        && word.is_some_and(|word| !spoken.text[word.span.end..].starts_with(['(', '_', '^']))
}

/// The length of a bracket in which there are words that only people say.
fn remark(spoken: Spoken, at: usize, end: usize) -> Option<usize> {
    let text = &spoken.text[at..end];
    let (open, close) = if text.starts_with('(') { ('(', ')') } else { ('[', ']') };
    // Brackets in brackets are mathematics; so the search ends at the next one, and long nests cost nothing.
    let length = 1 + text[1..].find([open, close])?;
    let inner = at + 1..at + length;
    let words = spoken.heard.words_within(inner.clone());
    // Long words beside each other are no product: (double angle formula).
    let beside = |pair: &[Word]| {
        let joined = spoken.text[pair[0].span.end..pair[1].span.start].trim().is_empty();
        joined && pair.iter().all(|word| !word.is_name())
    };
    let said = spoken.heard.speaks(inner) || words.windows(2).any(beside);
    (text[length..].starts_with(close) && said).then_some(length + 1)
}

/// Words beside words are prose, whatever they are: "quadratic formula", "common denominator".
pub(super) fn mark_neighbours(spoken: Spoken, tokens: &mut Vec<(Token, Range<usize>)>) {
    let mut out: Vec<(Token, Range<usize>)> = Vec::with_capacity(tokens.len());
    for (place, (token, range)) in tokens.iter().enumerate() {
        if *token != Token::Math {
            out.push((*token, range.clone()));
            continue;
        }
        let stretch = Stretch {
            spoken,
            range: range.clone(),
            first: place == 0 && opens_clause(spoken.before(range.start)),
            behind_word: matches!(out.last(), Some((Token::Word, _))),
            before_word: matches!(tokens.get(place + 1), Some((Token::Word, _))),
        };
        stretch.divide(&mut out);
    }
    *tokens = out;
}

/// A stretch of what may be mathematics.
struct Stretch<'a> {
    spoken: Spoken<'a>,
    range: Range<usize>,
    /// Does it begin a clause?
    first: bool,
    behind_word: bool,
    before_word: bool,
}

impl Stretch<'_> {
    /// Takes the words out of it.
    fn divide(&self, out: &mut Vec<(Token, Range<usize>)>) {
        let mut start = self.range.start;
        let words = self.spoken.heard.words_within(self.range.clone());
        for (place, word) in words.iter().enumerate() {
            let beside = [place.checked_sub(1).map(|before| &words[before]), words.get(place + 1)];
            if !self.is_prose(word, beside) {
                continue;
            }
            if start < word.span.start {
                out.push((Token::Math, start..word.span.start));
            }
            out.push((Token::Word, word.span.clone()));
            start = word.span.end;
        }
        if start < self.range.end {
            out.push((Token::Math, start..self.range.end));
        }
    }

    fn is_prose(&self, word: &Word, [left, right]: [Option<&Word>; 2]) -> bool {
        let text = self.spoken.text;
        let (before, after) = (&text[self.range.start..word.span.start], &text[word.span.end..self.range.end]);
        let tied = after.starts_with(['(', '_', '^', '\'', '`', '}']);
        if tied || word.is_name() || self.spoken.side(word.span.start).is_some() {
            return false;
        }
        let joined = |a: &Word, b: &Word| text[a.span.end..b.span.start].trim().is_empty();
        let beside = left.is_some_and(|left| !left.is_name() && joined(left, word))
            || right.is_some_and(|right| !right.is_name() && joined(word, right));
        let edge = before.trim_start().is_empty();
        let first = edge && self.first;
        // A number is no factor behind a name: "did 2x = 4".
        let counted = after.starts_with(' ') && after.trim_start().starts_with(|c: char| c.is_ascii_digit());
        // "2x = 4, follow these steps", "even, say p = 2r": so does one that starts a clause.
        let clause = before.ends_with(' ') && before.trim_end().ends_with([',', ';', '.', ':']);
        let goes_on = if after.trim().is_empty() { self.before_word } else { follows_without_sign(after) };
        // "x = 3 gives y = 2": between two relations, without a sign on either side, a long name is no factor.
        let alone = before.ends_with(' ')
            && before.trim_end().ends_with(is_operand)
            && follows_without_sign(after)
            && is_between_relations(self.spoken, &word.span);
        beside
            || counted
            || alone && !unit::is_unit(&text[word.span.clone()])
            || edge && self.behind_word
            || clause && goes_on
            // "Suppose x > 0", "Logo, x = 2"
            || first && (follows_without_sign(after) || after.starts_with(", ") && relates(after))
    }
}

/// Does a clause begin behind a text: at the start of a line, behind a label or a colon?
fn opens_clause(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with([':', '.', ')', ';'])
}

fn is_operand(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ')' | ']' | '}')
}

fn follows_without_sign(rest: &str) -> bool {
    let next = rest.trim_start();
    next.len() < rest.len() && next.starts_with(|c: char| c.is_alphanumeric())
}
