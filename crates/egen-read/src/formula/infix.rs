//! Infix: what does a typed formula look like on a page?
//!
//! `x^(a+b)` raises what is in the brackets, `x_1` lowers, `sqrt(x)` is a root and `<=` is ≤; the rest stands as it is typed.

use std::ops::Range;

use super::symbol;
use super::{Builder, Formula, Kind, Limits, Malformed, Part, Spacing, Why};
use crate::read::{MAX_DEPTH, MAX_TEXT, Notation};
use egen_math::names;

type Read<T> = Result<T, Malformed>;

/// Signs of several characters, the longest first.
const SIGNS: [(&str, char); 12] = [
    ("<=>", '⇔'),
    ("...", '…'),
    ("<->", '↔'),
    ("<=", '≤'),
    (">=", '≥'),
    ("!=", '≠'),
    ("==", '='),
    ("->", '→'),
    ("=>", '⇒'),
    ("+-", '±'),
    ("||", '‖'),
    ("−", '-'),
];

struct Reader<'t> {
    text: &'t str,
    at: usize,
    out: Builder,
    depth: usize,
}

pub(super) fn read(text: &str) -> Read<Formula<'_>> {
    if text.len() > MAX_TEXT {
        return Err(Malformed { at: 0..text.len(), why: Why::TooLong(MAX_TEXT) });
    }
    let mut reader = Reader { text, at: 0, out: Builder::with_capacity(text.len()), depth: 0 };
    let row = reader.row(None, 0)?;
    Ok(reader.out.finish(text, Notation::Infix, row))
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The parts up to a closing bracket, which is passed, or up to the end.
    fn row(&mut self, close: Option<char>, open: usize) -> Read<Part> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Malformed { at: open..self.at, why: Why::TooDeep(MAX_DEPTH) });
        }
        let (mut parts, mut inner) = (Vec::new(), 0usize);
        let start = self.at;
        loop {
            self.skip_blanks();
            let Some(sign) = self.rest().chars().next() else {
                if close.is_some() {
                    let why = Why::NotClosed(self.text[open..=open].to_owned());
                    return Err(Malformed { at: open..open + 1, why });
                }
                break;
            };
            match sign {
                '(' | '[' | '{' => inner += 1,
                ')' | ']' | '}' if inner == 0 && close == Some(sign) => break,
                ')' | ']' | '}' => inner = inner.saturating_sub(1),
                _ => {}
            }
            if self.script(&mut parts)? {
                continue;
            }
            let part = self.atom()?;
            parts.push(part);
        }
        let end = self.at;
        self.at += close.map_or(0, char::len_utf8);
        self.depth -= 1;
        Ok(self.out.part(if close.is_some() { Kind::Group } else { Kind::Row }, start..end, &parts))
    }

    /// `^` or `_` and what it raises or lowers, or a prime; they belong to the last part.
    fn script(&mut self, parts: &mut Vec<Part>) -> Read<bool> {
        let rest = self.rest();
        let (length, below) = match rest.as_bytes() {
            [b'*', b'*', ..] => (2, false),
            [b'^', ..] => (1, false),
            [b'_', ..] => (1, true),
            [b'\'', ..] => (1, false),
            _ => return Ok(false),
        };
        let Some(base) = parts.pop() else { return Ok(false) };
        let (sign, prime) = (self.at, rest.starts_with('\''));
        self.at += length;
        let script = match prime {
            true => self.out.leaf(Kind::Symbol('′'), sign..self.at),
            false => self.raised(sign..self.at)?,
        };
        // x_1^2 has both scripts.
        let (kind, children) = match self.out.kind(base) {
            Kind::Scripts { below: true, above: false, .. } if !below => {
                let lowered = self.out.children(base).to_vec();
                (
                    Kind::Scripts { below: true, above: true, limits: Limits::Usual },
                    vec![lowered[0], lowered[1], script],
                )
            }
            _ => (Kind::Scripts { below, above: !below, limits: Limits::Usual }, vec![base, script]),
        };
        let at = self.out.at(base).start..self.at;
        let part = self.out.part(kind, at, &children);
        parts.push(part);
        Ok(true)
    }

    /// What stands behind `^` or `_`: a bracket without its brackets, or an atom with its sign.
    fn raised(&mut self, of: Range<usize>) -> Read<Part> {
        self.skip_blanks();
        let start = self.at;
        let signed = self.rest().starts_with(['-', '+', '−']);
        let mut parts = Vec::new();
        if signed {
            parts.push(self.atom()?);
            self.skip_blanks();
        }
        let part = match self.rest().chars().next() {
            None => return Err(Malformed { why: Why::NoArgument(self.text[of.clone()].to_owned()), at: of }),
            Some(open @ ('(' | '{')) => {
                let at = self.at;
                self.at += 1;
                self.row(Some(if open == '(' { ')' } else { '}' }), at)?
            }
            Some(_) => self.atom()?,
        };
        if !signed {
            return Ok(part);
        }
        parts.push(part);
        Ok(self.out.part(Kind::Group, start..self.at, &parts))
    }

    fn atom(&mut self) -> Read<Part> {
        let start = self.at;
        let sign = self.rest().chars().next().expect("an atom begins with a character");
        if sign.is_ascii_digit() || sign == '.' && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let digits = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
            let fraction = digits.strip_prefix('.').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
            self.at = self.text.len() - fraction.unwrap_or(digits).len();
            return Ok(self.out.leaf(Kind::Number, start..self.at));
        }
        if sign.is_alphabetic() {
            let letters = self.rest().find(|c: char| !c.is_alphanumeric()).unwrap_or(self.rest().len());
            return self.word(letters);
        }
        let known = SIGNS.iter().find(|(written, _)| self.rest().starts_with(written));
        let (length, sign) = known.map_or((sign.len_utf8(), sign), |(written, sign)| (written.len(), *sign));
        self.at += length;
        Ok(self.out.leaf(Kind::Symbol(sign), start..self.at))
    }

    /// A letter, a Greek letter by its name, a root, or a name.
    fn word(&mut self, length: usize) -> Read<Part> {
        let start = self.at;
        let word = self.text[start..start + length].to_owned();
        self.at += length;
        if word == "sqrt" && self.rest().starts_with('(') {
            let open = self.at;
            self.at += 1;
            let radicand = self.row(Some(')'), open)?;
            return Ok(self.out.part(Kind::Root, start..self.at, &[radicand]));
        }
        let mut signs = word.chars();
        let kind = match (signs.next(), signs.next(), names::greek(&word)) {
            (Some(letter), None, _) => Kind::Symbol(letter),
            (_, _, Some(greek)) => Kind::Symbol(greek.letter),
            _ if symbol::is_name(&word) => Kind::Name(Spacing::Operator),
            _ => Kind::Name(Spacing::Ordinary),
        };
        Ok(self.out.leaf(kind, start..self.at))
    }
}
