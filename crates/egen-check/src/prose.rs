//! Prose: which parts of a line are formulas, and which are words about them?
//!
//! A word is prose if people say it in derivations, or if it stands beside another word; names of functions and single
//! letters never are. What lies between words is taken for a formula if it relates two sides, or if it ends the line.

use std::ops::Range;

use crate::layout::{ARROWS, starts_with};
use crate::words::{ABOUT, FOLLOWS, WORDS, is_name, is_word};

/// How a formula is tied to the one before it on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// It is a line of its own.
    #[default]
    None,
    /// Either of them holds.
    Or,
    /// Both hold.
    And,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Something that may be a formula.
    Formula {
        /// Its bytes.
        at: Range<usize>,
        /// How it is tied to the formula before it.
        tie: Tie,
        /// Does a word or an arrow say that it follows?
        follows: bool,
        /// Does it stand between dollar signs?
        latex: bool,
    },
    /// Words.
    Prose(Range<usize>),
}

/// Commands whose argument is text.
const TEXT: [&str; 7] = ["\\text", "\\mbox", "\\textit", "\\textrm", "\\textbf", "\\intertext", "\\shortintertext"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Math,
    Word,
    Arrow,
    Or,
    And,
}

/// The parts of a text, in order.
pub fn split(text: &str) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces(text) {
        match (out.last_mut(), piece) {
            (Some(Piece::Prose(last)), Piece::Prose(next)) => last.end = next.end,
            (_, piece) => out.push(piece),
        }
    }
    out
}

fn pieces(text: &str) -> Vec<Piece> {
    if text.contains('$') || text.contains("\\(") {
        return between_dollars(text);
    }
    let dot = text.len() - text.trim_start().trim_start_matches(['•', '*']).len();
    let start = dot + label(&text[dot..]);
    let end = start + without_remark(&text[start..]).len();
    let mut tokens = tokens(text, start..end);
    mark_neighbours(text, &mut tokens);
    let mut out = Vec::new();
    if !text[..start].trim().is_empty() {
        out.push(Piece::Prose(0..start));
    }
    collect(text, &tokens, &mut out);
    if end < text.len() {
        out.push(Piece::Prose(end..text.len()));
    }
    if out.iter().any(|piece| matches!(piece, Piece::Prose(at) if at.start >= start)) {
        demote(text, &mut out);
    }
    out
}

/// Formulas between dollar signs; everything else is prose.
fn between_dollars(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut at, mut tie, mut follows) = (0, Tie::None, false);
    while at < text.len() {
        let open = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")]
            .iter()
            .filter_map(|(open, close)| Some((at + text[at..].find(open)?, open.len(), *close)))
            .min_by_key(|(start, length, _)| (*start, std::cmp::Reverse(*length)));
        let Some((start, length, close)) = open else { break };
        prose_between(text, at..start, &mut out, &mut tie, &mut follows);
        let from = start + length;
        let to = text[from..].find(close).map_or(text.len(), |end| from + end);
        for piece in split_plain(text, from..to) {
            out.push(match piece {
                Piece::Formula { at, tie: own, follows: arrow, .. } => {
                    let tie = if own == Tie::None { std::mem::take(&mut tie) } else { own };
                    let follows = std::mem::take(&mut follows) | arrow;
                    Piece::Formula { at, tie, follows, latex: true }
                }
                prose => prose,
            });
        }
        at = (to + close.len()).min(text.len());
    }
    prose_between(text, at..text.len(), &mut out, &mut tie, &mut follows);
    // A single expression in a sentence is spoken about.
    if out.iter().any(|piece| matches!(piece, Piece::Prose(_))) {
        for piece in &mut out {
            if let Piece::Formula { at, .. } = piece
                && !relates(&text[at.clone()])
            {
                *piece = Piece::Prose(at.clone());
            }
        }
    }
    out
}

fn split_plain(text: &str, range: Range<usize>) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut tokens = tokens(text, range);
    mark_neighbours(text, &mut tokens);
    collect(text, &tokens, &mut out);
    out
}

fn prose_between(text: &str, range: Range<usize>, out: &mut Vec<Piece>, tie: &mut Tie, follows: &mut bool) {
    let part = &text[range.clone()];
    let words: Vec<String> = part.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).collect();
    let said = |word: &str| words.iter().any(|own| own == word);
    let only = |word: &str| words.iter().all(|own| own.is_empty() || own == word || own == "either");
    *follows = FOLLOWS.iter().any(|word| said(word)) || ARROWS.iter().any(|arrow| part.contains(arrow));
    *tie = match (said("or") && only("or"), said("and") && only("and")) {
        (true, _) => Tie::Or,
        (_, true) => Tie::And,
        _ => Tie::None,
    };
    let told = words.iter().any(|word| !word.is_empty());
    if told && *tie == Tie::None {
        out.push(Piece::Prose(range));
    }
}

/// The length of `Step 1:`, `2.`, `(a)` at the start.
fn label(text: &str) -> usize {
    const HEADS: [&str; 12] = [
        "step", "line", "eq", "equation", "case", "part", "problem", "exercise", "question", "example", "solution",
        "proof",
    ];
    let rest = text.trim_start();
    let blank = text.len() - rest.len();
    let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let head = if HEADS.contains(&rest[..word].to_lowercase().as_str()) { word } else { 0 };
    let after = rest[head..].trim_start_matches(['.', ' ']);
    let opened = after.strip_prefix('(');
    let inner = opened.unwrap_or(after);
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = match digits {
        0 => usize::from(inner.starts_with(|c: char| c.is_ascii_alphabetic())),
        1..=3 => digits,
        _ => return 0,
    };
    let mark = inner[number..].chars().next();
    let closed = match (opened.is_some(), mark) {
        (true, Some(')')) => true,
        (false, Some(')' | ':')) => true,
        (false, Some('.')) => digits > 0,
        _ => false,
    };
    let gone = rest.len() - inner.len() + number + 1;
    if number == 0 {
        let colon = head > 0 && rest[head..].trim_start().starts_with([':', '.']);
        return if colon { blank + head + rest[head..].find([':', '.']).unwrap_or(0) + 1 } else { 0 };
    }
    if !closed || gone > rest.len() {
        return 0;
    }
    let mut tail = &rest[gone..];
    let spaced = tail.starts_with(' ') || tail.is_empty();
    tail = tail.trim_start();
    // (a) + b is a sum, and (a)(b) a product.
    let formula = tail.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\\' | '√' | '∫' | '$'))
        || (digits > 0 || head > 0) && tail.starts_with(['-', '(', '⇒', '∴', '|'])
        || tail.is_empty();
    if spaced && formula && (digits > 0 || head > 0 || tail.contains('=')) { blank + gone } else { 0 }
}

/// A text without `| : 2`, what was done to both sides, without `(3)`, the number of a line, and without the end of a proof.
fn without_remark(text: &str) -> &str {
    let mut text = text.trim_end_matches([' ', '✓', '□', '∎', '■', '?']);
    // ≈ says nothing exact, and what stands before it does.
    for sign in ["≈", "\\approx"] {
        text = text.find(sign).map_or(text, |at| text[..at].trim_end());
    }
    if text.matches('|').count() % 2 == 1
        && let Some((head, tail)) = text.rsplit_once('|')
        && tail.trim_start().starts_with([':', '+', '-', '−', '*', '/', '·', '÷', '√', '²'])
        && relates(head)
    {
        text = head.trim_end();
    }
    if let Some(inner) = text.strip_suffix(')')
        && let Some((head, number)) = inner.rsplit_once('(')
        && (1..=3).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && (head.ends_with("  ") || head.ends_with('\t'))
        && relates(head)
    {
        text = head.trim_end();
    }
    text
}

/// Does a text relate two sides?
pub fn relates(text: &str) -> bool {
    let signs = ["=", "<", ">", "≤", "≥", "≠", "∈", "\\le", "\\ge", "\\ne", "\\lt", "\\gt", "\\in "];
    signs.iter().any(|sign| text.contains(sign))
}

fn tokens(text: &str, range: Range<usize>) -> Vec<(Token, Range<usize>)> {
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
        let inner = rest[command.len() + 1..end].trim_end_matches('}').trim().to_lowercase();
        return match inner.as_str() {
            "or" => (Token::Or, end),
            "and" => (Token::And, end),
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
    if first == '\\' {
        let name = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        return (Token::Math, 1 + name.max(rest[1..].chars().next().map_or(0, char::len_utf8)));
    }
    if !first.is_alphabetic() {
        return (Token::Math, first.len_utf8());
    }
    let length = rest.len() - rest.trim_start_matches(|c: char| c.is_alphabetic() || c == '’').len();
    let word = rest[..length].to_lowercase();
    let before = text[..at].chars().next_back();
    let after = rest[length..].chars().next();
    let joined = matches!(before, Some('_' | '{' | '`' | '\\')) || matches!(after, Some('_' | '(' | '}' | '`' | '\''));
    match word.as_str() {
        "or" => (Token::Or, length),
        "and" => (Token::And, length),
        _ if is_word(&word) && (!joined || WORDS.contains(&word.as_str())) => (Token::Word, length),
        _ => (Token::Math, length),
    }
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
fn mark_neighbours(text: &str, tokens: &mut Vec<(Token, Range<usize>)>) {
    let mut out: Vec<(Token, Range<usize>)> = Vec::with_capacity(tokens.len());
    for (token, range) in tokens.drain(..) {
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
            let starts = edge_before && length > 3 && range.start == 0 && follows_without_sign(&part[at + length..]);
            if !tied && !is_name(&word) && (left || right || starts || (edge_before && before_word)) {
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
    *tokens = out;
}

fn follows_without_sign(rest: &str) -> bool {
    let next = rest.trim_start();
    next.len() < rest.len() && next.starts_with(|c: char| c.is_alphanumeric())
}

fn collect(text: &str, tokens: &[(Token, Range<usize>)], out: &mut Vec<Piece>) {
    let (mut tie, mut follows) = (Tie::None, false);
    let mut prose: Option<Range<usize>> = None;
    for (token, range) in tokens {
        match token {
            Token::Math => {
                let mut at = range.clone();
                let part = &text[at.clone()];
                at.start += part.len() - part.trim_start_matches([' ', '\t', ',', ';', ':', '.', '~']).len();
                let part = &text[at.clone()];
                at.end -= part.len() - part.trim_end_matches([' ', '\t', ',', ';', ':', '.', '~']).len();
                if at.is_empty() {
                    if let Some(prose) = &mut prose {
                        prose.end = range.end;
                    }
                    continue;
                }
                out.extend(prose.take().map(Piece::Prose));
                let (tie, follows) = (std::mem::take(&mut tie), std::mem::take(&mut follows));
                out.push(Piece::Formula { at, tie, follows, latex: false });
            }
            Token::Word => {
                follows |= FOLLOWS.contains(&text[range.clone()].to_lowercase().as_str());
                let start = prose.take().map_or(range.start, |prose| prose.start);
                prose = Some(start..range.end);
            }
            Token::Arrow => follows = true,
            Token::Or => tie = Tie::Or,
            Token::And => tie = Tie::And,
        }
    }
    out.extend(prose.map(Piece::Prose));
}

/// Beside words, only what relates two sides or ends the line after them is a formula.
fn demote(text: &str, pieces: &mut [Piece]) {
    let last = pieces.len() - 1;
    for at in 0..pieces.len() {
        let Piece::Formula { at: range, tie, .. } = &pieces[at] else { continue };
        if relates(&text[range.clone()])
            || (*tie != Tie::None && at > 0 && matches!(pieces[at - 1], Piece::Formula { .. }))
        {
            continue;
        }
        let spoken = |before: &Range<usize>| {
            let said = text[before.clone()].to_lowercase();
            let word =
                said.rsplit(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or("").to_string();
            ABOUT.contains(&word.as_str()) && !said.trim_end().ends_with(':')
        };
        let kept = match at.checked_sub(1).map(|before| &pieces[before]) {
            Some(Piece::Prose(before)) => at == last && range.len() > 2 && !spoken(before),
            // A formula first, and a remark behind it.
            None => range.len() > 2,
            Some(Piece::Formula { .. }) => false,
        };
        if !kept {
            pieces[at] = Piece::Prose(range.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulas of a line, and whether there is prose.
    fn formulas(text: &str) -> (Vec<String>, bool) {
        let mut found = Vec::new();
        let mut prose = false;
        for piece in split(text) {
            match piece {
                Piece::Formula { at, tie, follows, .. } => {
                    let tie = match tie {
                        Tie::None => "",
                        Tie::Or => "or ",
                        Tie::And => "and ",
                    };
                    found.push(format!("{tie}{}{}", if follows { "=> " } else { "" }, &text[at]));
                }
                Piece::Prose(_) => prose = true,
            }
        }
        (found, prose)
    }

    #[test]
    fn words_are_told_from_formulas() {
        for (text, want) in [
            ("2x + 3 = 7", "2x + 3 = 7"),
            ("so 2x = 4", "=> 2x = 4"),
            ("x = 2 or x = 3", "x = 2|or x = 3"),
            ("x = 2 and y = 3", "x = 2|and y = 3"),
            ("2x = 4 ⇒ x = 2", "2x = 4|=> x = 2"),
            ("2x = 4  (dividing by 2)", "2x = 4"),
            ("2x = 4 [by commutativity]", "2x = 4"),
            ("Subtract 3 from both sides: 2x = 4", "2x = 4"),
            ("Step 1: 2x = 4", "2x = 4"),
            ("1. 2x = 4", "2x = 4"),
            ("a) 2x = 4", "2x = 4"),
            ("(1) x = 2", "x = 2"),
            ("1.5 x = 3", "1.5 x = 3"),
            ("(a) + b = c", "(a) + b = c"),
            ("(a + b)(c) = d", "(a + b)(c) = d"),
            ("2x = 4 | :2", "2x = 4"),
            ("|x| = 4", "|x| = 4"),
            ("hence the result", ""),
            ("Divide by 2.", ""),
            ("by the quadratic formula", ""),
            ("We have $x^2 = 4$ so $x = 2$ or $x = -2$.", "x^2 = 4|=> x = 2|or x = -2"),
            ("Let $x$ be a number.", ""),
            ("x = 2 \\text{ or } x = 3", "x = 2|or x = 3"),
            ("sin(2x) = 2 sin(x) cos(x) by the double angle formula", "sin(2x) = 2 sin(x) cos(x)"),
            ("area = length * width", "area = length * width"),
            ("Expand: x^2 + 2x + 1", "x^2 + 2x + 1"),
            ("theta = pi/2", "theta = pi/2"),
            ("x = 2   (3)", "x = 2"),
            ("if x > 0 then x + 1 > 1", "x > 0|=> x + 1 > 1"),
            ("x = 1/3 ≈ 0.33", "x = 1/3"),
            ("• 2x = 4", "2x = 4"),
            ("common denominator", ""),
            ("Suppose x > 0", "x > 0"),
            ("speed * t = d", "speed * t = d"),
            ("x + y = 5 since x = 3", "x + y = 5|x = 3"),
        ] {
            assert_eq!(formulas(text).0.join("|"), want, "{text}");
        }
    }
}
