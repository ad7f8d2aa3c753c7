//! Tokens: which stretches of a line are words, arrows, *and* or *or*, and which are mathematics?

use std::ops::Range;

use crate::layout::{ARROWS, closing, starts_with};
use crate::numeral;
use crate::unit;
use crate::words::{AND, OR, PHRASES, WORDS, is_function_or_letter, is_name, is_word, side_name};

/// What stands in longer braces is looked into.
const LONGEST_GROUP: usize = 256;
/// The longest of the phrases, in characters.
const LONGEST_PHRASE: usize = 16;
/// Commands whose argument is text.
const TEXT: [&str; 7] = ["\\text", "\\mbox", "\\textit", "\\textrm", "\\textbf", "\\intertext", "\\shortintertext"];

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
pub(super) fn tokens(text: &str, range: Range<usize>) -> Vec<(Token, Range<usize>)> {
    let mut out: Vec<(Token, Range<usize>)> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let (token, length) = token(text, at, rest);
        match out.last_mut() {
            Some((Token::Math, last)) if token == Token::Math => last.end = at + length,
            _ => out.push((token, at..at + length)),
        }
        at += length;
    }
    out
}

fn token(text: &str, at: usize, rest: &str) -> (Token, usize) {
    if let Some(arrow) = ARROWS.iter().find(|arrow| starts_with(rest, arrow)) {
        return (Token::Arrow, arrow.len());
    }
    if let Some(command) = TEXT.iter().find(|command| rest.strip_prefix(**command).is_some_and(|r| r.starts_with('{')))
    {
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        if side_name(rest).is_some() {
            return (Token::Math, end);
        }
        let inner = rest[command.len() + 1..end].trim_end_matches('}').trim().to_lowercase();
        return match inner.as_str() {
            word if OR.contains(&word) => (Token::Or, end),
            word if AND.contains(&word) => (Token::And, end),
            "of" if numeral::is_product(&text[..at], &format!(" {}", rest[end..].trim_start())) => (Token::Math, end),
            _ => (Token::Word, end),
        };
    }
    for (word, token) in [("\\lor", Token::Or), ("\\vee", Token::Or), ("\\land", Token::And), ("\\wedge", Token::And)] {
        if starts_with(rest, word) {
            return (token, word.len());
        }
    }
    for (word, token) in [("∨", Token::Or), ("∧", Token::And)] {
        if rest.starts_with(word) {
            return (token, word.len());
        }
    }
    let first = rest.chars().next().expect("not at the end");
    if matches!(first, '(' | '[')
        && let Some(length) = remark(rest, first)
    {
        return (Token::Word, length);
    }
    // What stands in braces belongs to the command before them: \lim_{x \to 0}.
    if first == '{'
        && let Some(end) = closing(rest, 0, LONGEST_GROUP)
        && !rest[..end].contains('=')
    {
        return (Token::Math, end + 1);
    }
    if first == '\\' {
        let name = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        return (Token::Math, 1 + name.max(rest[1..].chars().next().map_or(0, char::len_utf8)));
    }
    if !first.is_alphabetic() {
        return (Token::Math, first.len_utf8());
    }
    if let Some((_, length)) = side_name(rest) {
        return (Token::Math, length);
    }
    let begins = !text[..at].ends_with(char::is_alphanumeric);
    let lower: String = rest.chars().take(LONGEST_PHRASE).flat_map(char::to_lowercase).collect();
    if let Some(phrase) =
        PHRASES.iter().find(|phrase| begins && lower.starts_with(**phrase) && rest.is_char_boundary(phrase.len()))
    {
        return (Token::Word, phrase.len());
    }
    let foreign = rest.len() - rest.trim_start_matches(is_of_words).len();
    if foreign > 0 {
        return (Token::Word, foreign);
    }
    let length = rest.len() - rest.trim_start_matches(|c: char| c.is_alphabetic() && !is_of_words(c) || c == '’').len();
    let word = rest[..length].to_lowercase();
    let before = text[..at].chars().next_back();
    let after = rest[length..].chars().next();
    let joined = matches!(before, Some('_' | '{' | '`' | '\\')) || matches!(after, Some('_' | '(' | '}' | '`' | '\''));
    match word.as_str() {
        _ if length < 3 && is_product(&text[..at], &rest[length..]) => (Token::Math, length),
        // 5 ft 6 in
        "in" if is_inch(&text[..at], &rest[length..]) => (Token::Math, length),
        // 20% of 50
        "of" if numeral::is_product(&text[..at], &rest[length..]) => (Token::Math, length),
        word if OR.contains(&word) => (Token::Or, length),
        word if AND.contains(&word) => (Token::And, length),
        word if is_conjunction(word, &text[..at], &rest[length..]) => (Token::And, length),
        "a" if is_article(&rest[length..]) => (Token::Word, length),
        word if length > 2 && word.contains(is_marked) => (Token::Word, length),
        _ if is_word(&word) && (!joined || WORDS.contains(&word.as_str())) => (Token::Word, length),
        _ => (Token::Math, length),
    }
}

/// Is *in* behind a number an inch, beside feet?
fn is_inch(before: &str, after: &str) -> bool {
    let ends = after.trim_start().is_empty() || after.trim_start().starts_with(['=', '+', '-', ',', '.', ')']);
    ends && before.ends_with(' ')
        && before.trim_end().ends_with(|c: char| c.is_ascii_digit())
        && before.contains(" ft ")
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

/// Does a short word, with blanks around it, stand between two relations, as *and* does in many languages: `3x = 6 e x = 2`, `4x = 12 en x = 3`? A letter other
/// than e may be a factor.
fn is_conjunction(word: &str, before: &str, after: &str) -> bool {
    let other = is_word(word) || is_function_or_letter(word) || unit::is_unit(word);
    // x = 3 y y = 2 in Spanish: a number behind the one sign, and a name before the next.
    let number = || {
        let value = before.rsplit(['=', '<', '>', '≤', '≥']).next().unwrap_or("").trim();
        value.contains(|c: char| c.is_ascii_digit())
            && value.chars().all(|c| c.is_ascii_digit() || "./-−√± ".contains(c))
    };
    let named = || {
        let name = after.trim_start().split(['=', '<', '>', '≤', '≥']).next().unwrap_or("").trim_end();
        name.starts_with(char::is_alphabetic) && name.chars().skip(1).all(|c| c.is_ascii_digit() || "_₁₂₃".contains(c))
    };
    let spoken = word == "e" || word == "y" && number() && named() || (2..=3).contains(&word.chars().count()) && !other;
    let apart = before.ends_with(' ') && after.starts_with(' ');
    // x = 3, da cui 2x = 6
    let last = before.trim_end().rsplit(' ').next().unwrap_or("");
    let second = before.trim_end().strip_suffix(last).is_some_and(|head| head.ends_with(", "))
        && phrase(&before[..before.trim_end().len() - last.len()], last, &format!(" {word}{after}")).is_some();
    let operand = |c: char| c.is_alphanumeric() || matches!(c, ')' | '(');
    let between = before.trim_end().ends_with(operand) && after.trim_start().starts_with(operand);
    let related = |text: &str| text.contains(['=', '<', '>', '≤', '≥']);
    spoken && apart && !second && between && related(before) && related(after)
}

/// Does a word follow, so that the letter a is an article?
fn is_article(after: &str) -> bool {
    let next = after.trim_start();
    let length = next.len() - next.trim_start_matches(char::is_alphabetic).len();
    let apart = next.len() < after.len() && !next[length..].starts_with(['(', '_', '^']);
    apart && next[..length].chars().count() > 2 && !is_name(&next[..length].to_lowercase())
}

/// The length of a bracket in which there are words only people say.
fn remark(text: &str, open: char) -> Option<usize> {
    let close = if open == '(' { ')' } else { ']' };
    // Brackets in brackets are mathematics; so the search ends at the next one, and long nests cost nothing.
    let end = 1 + text[1..].find([open, close])?;
    let inner = &text[1..end];
    let words = inner.split(|c: char| !c.is_alphabetic() && c != '\\').filter(|word| !word.starts_with('\\'));
    let told = words.filter(|word| word.len() > 1 && is_word(&word.to_lowercase())).count();
    (told > 0 && text[end..].starts_with(close)).then_some(end + 1)
}

/// Words beside words are prose, whatever they are: "quadratic formula", "common denominator".
pub(super) fn mark_neighbours(text: &str, tokens: &mut Vec<(Token, Range<usize>)>) {
    let mut out: Vec<(Token, Range<usize>)> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.drain(..).peekable();
    while let Some((token, range)) = rest.next() {
        let before_words = matches!(rest.peek(), Some((Token::Word, _)));
        if token != Token::Math {
            out.push((token, range));
            continue;
        }
        // The words of a stretch of mathematics, and whether only blanks are between them.
        let part = &text[range.clone()];
        let beside = |at: usize, back: bool| {
            let near = if back { part[..at].trim_end() } else { part[at..].trim_start() };
            let edge = near.is_empty();
            let letter = if back { near.chars().next_back() } else { near.chars().next() };
            let word = if back {
                near.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("")
            } else {
                near.split(|c: char| !c.is_alphabetic()).next().unwrap_or("")
            };
            (edge, letter.is_some_and(char::is_alphabetic) && !is_name(&word.to_lowercase()))
        };
        let before_word = matches!(out.last(), Some((Token::Word, _)));
        let mut start = 0;
        let mut at = 0;
        while at < part.len() {
            let c = part[at..].chars().next().expect("not at the end");
            if c == '\\' {
                at += 1 + part[at + 1..].len() - part[at + 1..].trim_start_matches(|c: char| c.is_alphabetic()).len();
                at = at.min(part.len());
                continue;
            }
            if !c.is_alphabetic() {
                at += c.len_utf8();
                continue;
            }
            let length = part[at..].len() - part[at..].trim_start_matches(|c: char| c.is_alphabetic()).len();
            let (edge_before, left) = beside(at, true);
            let (_, right) = beside(at + length, false);
            let tied = matches!(part[at + length..].chars().next(), Some('(' | '_' | '^' | '\'' | '`' | '}'));
            let word = part[at..at + length].to_lowercase();
            // "Suppose x > 0": a long word that starts a line and is followed by something without a sign between them.
            let name = &part[at..at + length];
            let mut letters = name.chars();
            let capital =
                length == 3 && letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
            let long = length > 3 || capital;
            let starts = edge_before && long && range.start == 0 && follows_without_sign(&part[at + length..]);
            // A number is no factor behind a name: "did 2x = 4".
            let rest_of_part = &part[at + length..];
            let counted =
                rest_of_part.starts_with(' ') && rest_of_part.trim_start().starts_with(|c: char| c.is_ascii_digit());
            let starts = starts || counted;
            // "2x = 4, follow these steps", "even, say p = 2r": so does one that starts a clause.
            let clause = part[..at].ends_with(' ') && part[..at].trim_end().ends_with([',', ';', '.', ':']);
            let goes_on = match part[at + length..].trim().is_empty() {
                true => before_words,
                false => follows_without_sign(&part[at + length..]),
            };
            // Logo, x = 2
            let opens = edge_before && range.start == 0 && length > 2 && part[at + length..].starts_with(", ");
            let opens = opens && part[at + length..].contains(['=', '<', '>', '≤', '≥']);
            let side = side_name(&part[at..]).is_some();
            let beside_words = left || right || starts || opens || (edge_before && before_word) || clause && goes_on;
            // x = 3, da cui 2x = 6
            if let Some(second) = phrase(&part[..at], &part[at..at + length], &part[at + length..]) {
                out.push((Token::Math, range.start + start..range.start + at));
                out.push((Token::Word, range.start + at..range.start + at + length + second));
                at += length + second;
                start = at;
                continue;
            }
            if !tied && !side && !is_name(&word) && beside_words {
                if start < at {
                    out.push((Token::Math, range.start + start..range.start + at));
                }
                out.push((Token::Word, range.start + at..range.start + at + length));
                start = at + length;
            }
            at += length;
        }
        if start < part.len() {
            out.push((Token::Math, range.start + start..range.end));
        }
    }
    drop(rest);
    *tokens = out;
}

/// The length of the second word of two that lead from a comma to a formula, *da cui*, where the first is one of two letters.
fn phrase(before: &str, first: &str, after: &str) -> Option<usize> {
    let rest = after.strip_prefix(' ')?;
    let second = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
    let plain = |word: &str| !is_function_or_letter(&word.to_lowercase()) && !unit::is_unit(word);
    let words =
        first.chars().count() == 2 && rest[..second].chars().count() > 2 && plain(first) && plain(&rest[..second]);
    let clause = before.ends_with(", ") && before.contains(['=', '<', '>', '≤', '≥']);
    (words && clause && follows_without_sign(&rest[second..])).then_some(1 + second)
}

fn follows_without_sign(rest: &str) -> bool {
    let next = rest.trim_start();
    next.len() < rest.len() && next.starts_with(|c: char| c.is_alphanumeric())
}
