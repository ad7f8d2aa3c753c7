//! Words: what does one token of prefix notation mean?

use crate::read::message::TreeRefusal;
use crate::read::{MAX_NOTES, Note, NoteKind, Options, ReadError};
use egen_math::expr::{Constant, Node, Symbol};
use egen_math::names::{greek_letter, greek_name, is_prose};
use egen_math::op::{Op, TABLE};
use egen_math::{Number, NumberError};

use super::Token;

/// What a token is.
pub(in crate::read) enum Word {
    Op(Op),
    Leaf(Node),
    /// `INT+` or `INT-`; the digits are tokens of their own.
    Digits {
        negative: bool,
    },
    Call,
    Equals,
}

/// What the token means; a long name that is read as a variable is noted.
pub(in crate::read) fn word(token: &Token<'_>, options: &Options, notes: &mut Vec<Note>) -> Result<Word, ReadError> {
    let found = classify(token.text, options).map_err(|why| ReadError::new(token.at.clone(), why))?;
    if let Word::Leaf(Node::Var(name)) = &found
        && is_long(token.text)
        && notes.len() < MAX_NOTES
    {
        let kind = NoteKind::OneVariable(name.to_string(), None);
        if !notes.iter().any(|note| note.kind == kind) {
            notes.push(Note { at: token.at.clone(), kind });
        }
    }
    Ok(found)
}

/// Can the name stand for a variable without quotes?
pub(crate) fn is_variable(name: &str) -> bool {
    // Nearly all names are single letters; this saves the walks through the table.
    if let [letter] = name.as_bytes() {
        return letter.is_ascii_alphabetic() && !matches!(letter, b'd' | b'e');
    }
    matches!(classify(name, &Options::default()), Ok(Word::Leaf(Node::Var(read))) if read.as_str() == name)
}

pub(in crate::read) fn classify(text: &str, options: &Options) -> Result<Word, TreeRefusal> {
    if let Some(inside) = text.strip_prefix('`') {
        return match inside.trim_end_matches('`') {
            "" => Err(TreeRefusal::EmptyBackquotes),
            name => Ok(Word::Leaf(Node::Var(Symbol::new(name)))),
        };
    }
    let name = canonical(text).map(|name| Symbol::new(&name));
    if let Some(name) = name.as_ref().filter(|name| options.variables.contains(name)) {
        return Ok(Word::Leaf(Node::Var(name.clone())));
    }
    match text {
        "INT+" => return Ok(Word::Digits { negative: false }),
        "INT-" => return Ok(Word::Digits { negative: true }),
        "call" => return Ok(Word::Call),
        "=" => return Ok(Word::Equals),
        "^" | "**" => return Ok(Word::Op(Op::Pow)),
        "pi" | "π" => return Ok(Word::Leaf(Node::Const(Constant::Pi))),
        "e" => return Ok(Word::Leaf(Node::Const(Constant::E))),
        "(" | ")" => return Err(TreeRefusal::NoParentheses),
        _ => {}
    }
    if let Some(op) = Op::from_prefix(text) {
        return Ok(Word::Op(op));
    }
    match Op::from_name(text) {
        Some(op) if op.binds() && text.len() > 1 => {
            return Err(TreeRefusal::Calculus(text.to_owned()));
        }
        // `D` and `ch` are more often variables here than functions.
        Some(op) if text.len() >= 3 => return Ok(Word::Op(op)),
        _ => {}
    }
    if text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return match number(text) {
            Ok(n) => Ok(Word::Leaf(Node::Num(n))),
            Err(why) => Err(TreeRefusal::Numeral(text.to_owned(), why)),
        };
    }
    let Some(name) = name else {
        return Err(TreeRefusal::Neither(text.to_owned()));
    };
    if is_prose(text) {
        return Err(TreeRefusal::Prose(text.to_owned()));
    }
    match is_long(text).then(|| similar(text)).flatten() {
        Some(known) => Err(TreeRefusal::Near(text.to_owned(), known)),
        None => Ok(Word::Leaf(Node::Var(name))),
    }
}

/// The name of a variable with its Greek letters spelled out: `α_1` is `alpha_1`.
fn canonical(text: &str) -> Option<String> {
    let parts: Option<Vec<&str>> = text
        .split('_')
        .map(|part| match part.chars().next() {
            Some(letter) if !letter.is_ascii() && letter.len_utf8() == part.len() => greek_letter(letter),
            _ => part.bytes().all(|b| b.is_ascii_alphanumeric()).then_some(part),
        })
        .collect();
    parts.map(|parts| parts.join("_")).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Two or more letters that are no Greek letter's name: a word that may have been meant as an operator.
fn is_long(text: &str) -> bool {
    text.len() >= 2 && text.bytes().all(|b| b.is_ascii_alphabetic()) && greek_name(text).is_none()
}

/// An operator's word that is one slip of the finger away.
fn similar(text: &str) -> Option<&'static str> {
    let words = TABLE.iter().flat_map(|row| row.prefix);
    let near = words.filter(|word| word.len() >= 3 && (word.eq_ignore_ascii_case(text) || is_one_edit(text, word)));
    near.min_by_key(|word| word.len())
}

fn is_one_edit(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a.as_bytes(), b.as_bytes()) } else { (b.as_bytes(), a.as_bytes()) };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 => short.get(same + 1..) == long.get(same + 1..),
        1 => short[same..] == long[same + 1..],
        _ => false,
    }
}

/// `12`, `-3`, `1.5`, `1e-3`, `1/3`.
fn number(text: &str) -> Result<Number, NumberError> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let n = match unsigned.split_once('/') {
        None => Number::parse_decimal(unsigned)?,
        // Fractions are of whole numbers, as they are printed.
        Some((p, q)) if !p.bytes().chain(q.bytes()).all(|b| b.is_ascii_digit()) => return Err(NumberError::Malformed),
        Some((p, q)) => {
            let (p, q) = (Number::parse_decimal(p)?, Number::parse_decimal(q)?);
            if q.is_zero() {
                return Err(NumberError::Malformed);
            }
            Number::from(p.to_rational() / q.to_rational())
        }
    };
    Ok(if unsigned.len() < text.len() { -n } else { n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_for_single_letters_agrees_with_the_long_one() {
        for letter in ('!'..='~').map(String::from) {
            let read = classify(&letter, &Options::default());
            let variable = matches!(read, Ok(Word::Leaf(Node::Var(name))) if name.as_str() == letter);
            assert_eq!(is_variable(&letter), variable, "{letter}");
            assert!(Op::from_name(&letter).is_none() || egen_math::names::is_taken(&letter), "{letter}");
        }
    }

    #[test]
    fn one_slip_is_one_edit() {
        for (a, b, want) in [("sinn", "sin", true), ("sn", "sin", true), ("son", "sin", true), ("abc", "xyz", false)] {
            assert_eq!(is_one_edit(a, b), want, "{a} {b}");
        }
    }
}
