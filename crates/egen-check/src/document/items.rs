//! Items: which pieces begin an item of a list, with which number?
//!
//! `- 2x = 6` may be an item or start with a minus, `(a) x = 2` may be a product: what stands beside them decides.

use std::collections::HashMap;
use std::ops::Range;

use super::pieces::tag;
use super::table::is_function;
use crate::signs::{compares, relation};

/// What stands before an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `-`, `*`, `•`, `\item` of an itemize, `<li>` of a ul.
    Bullet(char),
    /// `2.`, `(b)`, `iii)`
    Numbered {
        /// What it counts.
        value: u32,
        /// How it is written.
        style: Style,
    },
}

/// How items are numbered. The items of one list have one style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// What counts.
    pub numerals: Numerals,
    /// What stands around it.
    pub fence: Fence,
}

/// The numerals of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numerals {
    /// `2`
    Arabic,
    /// `b`
    Letter {
        /// `B`
        capital: bool,
    },
    /// `ii`
    Roman {
        /// `II`
        capital: bool,
    },
}

/// What stands around a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fence {
    /// `1.`
    Dot,
    /// `1)`
    Bracket,
    /// `(1)`
    Brackets,
    /// `1:`
    Colon,
}

/// A marker and the bytes of the source that it takes, with the blanks behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub marker: Marker,
    pub at: Range<usize>,
}

/// The markers that pieces begin with.
pub fn items(text: &str, pieces: &[Range<usize>]) -> Vec<Option<Found>> {
    let mut candidates: Vec<Option<Candidate>> = pieces.iter().map(|piece| candidate(text, piece)).collect();
    mark_siblings(text, pieces, &mut candidates);
    let mut out: Vec<Option<Found>> = Vec::new();
    // The sign of the items before, and whether a formula ends before this piece.
    let (mut bullets, mut apart) = (None, true);
    for (piece, candidate) in pieces.iter().zip(candidates) {
        let content = text[piece.clone()].trim();
        let found = candidate.filter(|one| match one.found.marker {
            Marker::Bullet(sign) => {
                one.sure || bullets == Some((sign, one.indent)) && one.sibling || apart && one.sibling
            }
            Marker::Numbered { .. } => one.sure || one.sibling,
        });
        match &found {
            Some(Candidate { found: Found { marker: Marker::Bullet(sign), .. }, indent, .. }) => {
                bullets = Some((*sign, *indent));
            }
            _ if content.is_empty() => {}
            _ => bullets = None,
        }
        apart = content.is_empty() || content.ends_with(':') || found.is_some() || is_words(content);
        out.push(found.map(|one| one.found));
    }
    out
}

#[derive(Clone, Debug)]
struct Candidate {
    found: Found,
    indent: usize,
    /// Does what follows show that it is a marker?
    sure: bool,
    /// Is there one before or after it that it goes on from or that goes on from it?
    sibling: bool,
}

fn mark_siblings(text: &str, pieces: &[Range<usize>], candidates: &mut [Option<Candidate>]) {
    let mut numbers: HashMap<Style, (u32, usize)> = HashMap::new();
    let mut bullet: Option<(char, usize, usize)> = None;
    for at in 0..candidates.len() {
        let content = &text[pieces[at].clone()];
        let indent = content.len() - content.trim_start().len();
        let Some(candidate) = &mut candidates[at] else {
            if !content.trim().is_empty() && bullet.is_some_and(|(_, own, _)| indent <= own) {
                bullet = None;
            }
            continue;
        };
        let before = match &mut candidate.found.marker {
            Marker::Bullet(sign) => {
                let before = bullet.filter(|(own, deep, _)| (*own, *deep) == (*sign, candidate.indent));
                bullet = Some((*sign, candidate.indent, at));
                before.map(|(.., at)| at)
            }
            Marker::Numbered { value, style } => {
                if let Some(letter) = as_letter(*value, *style)
                    && numbers.get(&letter.1).is_some_and(|(last, _)| last + 1 == letter.0)
                {
                    (*value, *style) = letter;
                }
                let before = numbers.insert(*style, (*value, at));
                before.filter(|(last, _)| last + 1 == *value).map(|(_, at)| at)
            }
        };
        for at in before.map(|before| [before, at]).into_iter().flatten() {
            candidates[at].as_mut().expect("both are candidates").sibling = true;
        }
    }
}

/// The `i` after (h) is a letter.
fn as_letter(value: u32, style: Style) -> Option<(u32, Style)> {
    let Numerals::Roman { capital } = style.numerals else { return None };
    let letter = match value {
        1 => 9,
        5 => 22,
        10 => 24,
        _ => return None,
    };
    Some((letter, Style { numerals: Numerals::Letter { capital }, ..style }))
}

fn candidate(text: &str, piece: &Range<usize>) -> Option<Candidate> {
    let line = &text[piece.clone()];
    let mut content = line.trim_start();
    let indent = line.len() - content.len();
    while let Some(tag) = tag(content) {
        content = content[tag.length..].trim_start();
    }
    if let Some(bullet) = bullet(content) {
        let rest = content[bullet.len_utf8()..].trim_start();
        let fenced = rest.starts_with(['$', '`']) || rest.starts_with("\\(") || number(rest).is_some();
        let emphasised = rest.strip_prefix('*').is_some_and(|inside| !inside.starts_with(char::is_whitespace));
        let sure = fenced || emphasised || is_words(rest) || matches!(bullet, '*' | '•' | '‣' | '◦' | '●' | '▪');
        let at = piece.end - content.len()..piece.end - rest.len();
        return Some(Candidate { found: Found { marker: Marker::Bullet(bullet), at }, indent, sure, sibling: false });
    }
    // `**1.** …` and `### 2) …`
    let inner = content.trim_start_matches(['#', '*', '_', ' ', '>']);
    let (value, style, length) = number(inner)?;
    let rest = &inner[length..];
    let tail = rest.trim_start_matches([' ', '*', '_']);
    let sure = is_sure(style, tail, rest.starts_with([' ', '\t', '*', '_', '<']) || rest.is_empty())?;
    let start = piece.end - inner.len();
    let end = start + length + (rest.len() - rest.trim_start().len());
    let marker = Marker::Numbered { value, style };
    Some(Candidate { found: Found { marker, at: start..end }, indent, sure, sibling: false })
}

/// Does what follows a number show that it is one of an item? `None` if it cannot be one.
fn is_sure(style: Style, tail: &str, spaced: bool) -> Option<bool> {
    let first = tail.chars().next();
    let begins =
        first.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\\' | '√' | '∫' | '$' | '`' | '"' | '|' | '<'));
    let signed = first.is_some_and(|c| matches!(c, '-' | '−' | '–' | '(' | '[' | '⇒' | '∴'));
    // `2. = x^2 - 1` takes up item 1.
    let related = relation(tail).is_some();
    let arabic = style.numerals == Numerals::Arabic;
    let long = matches!(style.numerals, Numerals::Roman { .. }) && !spaced;
    let words = is_words(tail);
    if !spaced && (style.fence != Fence::Bracket || !begins) || long {
        return None;
    }
    Some(match style.fence {
        _ if tail.is_empty() => false,
        Fence::Colon => words,
        // (2) - 3 = -1 and (a) + b
        Fence::Brackets if !begins => match signed || related {
            true => false,
            false => return None,
        },
        Fence::Brackets => words || arabic || compares(tail),
        _ if arabic => begins || signed || related,
        _ if begins || signed => words || compares(tail),
        _ if related => false,
        _ => return None,
    })
}

fn bullet(content: &str) -> Option<char> {
    let sign = content.chars().next()?;
    let rest = &content[sign.len_utf8()..];
    let known = matches!(sign, '-' | '*' | '+' | '–' | '•' | '‣' | '◦' | '●' | '▪');
    (known && rest.starts_with([' ', '\t']) && !rest.trim().is_empty()).then_some(sign)
}

/// The number at the start of a text, its style and its length.
pub fn number(text: &str) -> Option<(u32, Style, usize)> {
    let opened = usize::from(text.starts_with('('));
    let inner = &text[opened..];
    let length = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let word = &inner[..length];
    let fence = match (opened, inner[length..].chars().next()?) {
        (1, ')') => Fence::Brackets,
        (0, ')') => Fence::Bracket,
        (0, '.') => Fence::Dot,
        (0, ':') => Fence::Colon,
        _ => return None,
    };
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let (value, numerals) = if (1..=3).contains(&length) && word.bytes().all(|byte| byte.is_ascii_digit()) {
        (word.parse().ok()?, Numerals::Arabic)
    } else if let Some(value) = roman(word) {
        (value, Numerals::Roman { capital })
    } else if length == 1 && fence != Fence::Colon {
        (u32::from(word.as_bytes()[0].to_ascii_lowercase() - b'a') + 1, Numerals::Letter { capital })
    } else {
        return None;
    };
    Some((value, Style { numerals, fence }, opened + length + 1))
}

/// The value of a Roman numeral up to 39: c and d count letters.
pub fn roman(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let one_case = lower == word || word.bytes().all(|byte| byte.is_ascii_uppercase());
    if word.is_empty() || word.len() > 7 || !one_case || lower.contains(|c| !matches!(c, 'i' | 'v' | 'x')) {
        return None;
    }
    (1..40).find(|value| {
        let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][*value as usize % 10];
        let tens = "x".repeat(*value as usize / 10);
        lower.strip_prefix(tens.as_str()) == Some(ones)
    })
}

/// Does a text start with a word, and not with a name in a formula?
pub fn is_words(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_', ' ', '"', '“']);
    let rest = text.trim_start_matches(|c: char| c.is_alphabetic());
    let word = &text[..text.len() - rest.len()];
    let tail = rest.trim_start();
    let operand = rest.starts_with(['(', '_', '^', '*', '/', '²', '³', '{', '[', '<']);
    let related = relation(tail).is_some() || tail.starts_with(['+', '-', '*', '/', '−', '·', '×', '^']);
    word.chars().count() > 2 && !operand && !related && !is_function(&word.to_lowercase())
}
