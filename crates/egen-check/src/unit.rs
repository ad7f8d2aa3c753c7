//! Units: which word behind a number is none of its factors?
//!
//! `60 km/h`, `17 dollars`, `x = 2 QED`: a word of several letters behind the number that ends a formula, unless the text has it as a name.

use std::sync::LazyLock;

use egen_math::{Expr, Node, Symbol};
use egen_read::read::read_expr;

use crate::cues::Cues;
use crate::signs::last_side;
use crate::term::{constant, has, is_constant};

/// A row of the table of units.
struct Unit {
    sign: &'static str,
    /// What it measures.
    measures: &'static str,
    /// What it is in others, down to metres, grams and seconds.
    value: Option<&'static str>,
}

static UNITS: LazyLock<Vec<Unit>> = LazyLock::new(|| {
    let row = |row: &'static str| match row.split('\t').collect::<Vec<_>>()[..] {
        [sign, measures, value] => Unit { sign, measures, value: Some(value).filter(|value| !value.is_empty()) },
        _ => panic!("a row of units.tsv has three columns: {row}"),
    };
    include_str!("../cues/units.tsv").lines().skip(1).map(row).collect()
});

fn unit(word: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.sign == word)
}

/// Is it the sign of a unit?
pub fn is_unit(word: &str) -> bool {
    unit(word).is_some()
}

/// Is a word that people say a unit here: 5 ft 6 in?
pub fn is_last(word: &str, before: &str, after: &str) -> bool {
    let Some(unit) = unit(word).filter(|_| before.ends_with(' ')) else { return false };
    let ends = after.trim_start().is_empty() || after.trim_start().starts_with(['=', '+', '-', ',', '.', ')']);
    let number = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    ends && number && before.split(' ').any(|other| are_alike(other, unit.sign))
}

/// Two quantities such as 5 m + 30 cm in units that do not depend on each other; `None` if they have other letters. Letters alone, as in
/// 4m = 2m + 6, are no units: one of several letters must be there, or other letters on either side that measure the same, as in 10 N · 5 m = 50 J.
pub fn in_base(sides: [&Expr; 2]) -> Option<[Expr; 2]> {
    let names: Vec<Symbol> = sides.iter().flat_map(|side| side.variables()).collect();
    let long = names.iter().any(|name| name.as_str().len() > 1);
    let measures = |side: &Expr| has(side, |node| matches!(node, Node::Num(_))) && !is_constant(side);
    if !names.iter().all(|name| is_unit(name.as_str())) || !sides.iter().all(|side| measures(side)) {
        return None;
    }
    let [left, right] = sides.map(base);
    let (left, right) = (left?, right?);
    let others = sides[0].variables() != sides[1].variables();
    let measured = long || others && constant(&(left.clone() / &right)).is_some();
    measured.then_some([left, right])
}

fn base(side: &Expr) -> Option<Expr> {
    // Each definition leads to simpler units, the longest from kJ.
    const LONGEST: usize = 4;
    let mut out = side.clone();
    for _ in 0..LONGEST {
        for name in out.variables() {
            if let Some(value) = unit(name.as_str()).and_then(|unit| unit.value) {
                out = out.substitute(&name, &read_expr(value).ok()?);
            }
        }
    }
    Some(out)
}

/// A text in which numbers with their units stand in brackets, where a unit has several letters or is a quotient: 180 km / 60 km/h. Beside such
/// a unit letters behind numbers are some, too: 150 km / 2.5 h.
pub fn quoted(text: &str) -> Option<String> {
    let sure = bracketed(text, false).is_some() || has_only_units(text);
    sure.then(|| bracketed(text, true)).flatten()
}

/// Is every letter of a text a unit behind a number: 100 J / 5 s = 20 W?
fn has_only_units(text: &str) -> bool {
    let starts = |at: usize, c: char| c.is_alphabetic() && !text[..at].ends_with(char::is_alphabetic);
    let mut words = text.char_indices().filter(|(at, c)| starts(*at, *c)).map(|(at, _)| at).peekable();
    let unit = |at: usize| {
        let word = text[at..].split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let before = text[..at].trim_end();
        let behind = before.len() < at && before.ends_with(|c: char| c.is_ascii_digit()) || text[..at].ends_with('/');
        is_unit(word) && behind
    };
    words.peek().is_some() && text.contains('/') && words.all(unit)
}

fn bracketed(text: &str, letters: bool) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let (mut at, mut last): (usize, Option<(usize, String)>) = (0, None);
    while at < text.len() {
        let rest = &text[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let begins = !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '^' | '.' | '`'));
        if let (true, true, Some((length, unit))) = (digits > 0, begins, measured(&rest[digits..], letters)) {
            let plain = unit.trim_matches('`').to_string();
            // 1 h 30 min is a sum.
            match last.take().filter(|(end, before)| out.len() == *end + 1 && are_alike(before, &plain)) {
                Some((end, _)) => {
                    out.truncate(end - 1);
                    out.push_str(&format!(" + {}*{unit})", &rest[..digits]));
                }
                None => out.push_str(&format!("({}*{unit})", &rest[..digits])),
            }
            last = Some((out.len(), plain));
            at += digits + length;
            continue;
        }
        let step = digits.max(rest.chars().next().map_or(1, char::len_utf8));
        out.push_str(&rest[..step]);
        at += step;
    }
    (out != text).then_some(out)
}

/// Do two units measure the same, so that one stands behind the other in a sum?
fn are_alike(one: &str, other: &str) -> bool {
    let measures = |sign| unit(sign).map(|unit| unit.measures);
    one != other && measures(one).is_some() && measures(one) == measures(other)
}

/// The unit that a text behind a number starts with, if it can be no factor: its length, and how it is read. A letter behind a blank counts where
/// `letters` says so.
fn measured(text: &str, letters: bool) -> Option<(usize, String)> {
    let blank = text.len() - text.trim_start_matches(' ').len();
    let (mut at, mut out, mut sure) = (blank, String::new(), letters && blank > 0);
    loop {
        let word = text[at..].len() - text[at..].trim_start_matches(char::is_alphabetic).len();
        let unit = &text[at..at + word];
        if !is_unit(unit) || text[at + word..].starts_with(['(', '_']) {
            return None;
        }
        sure |= word > 1;
        out.push_str(&if word > 1 { format!("`{unit}`") } else { unit.to_string() });
        at += word;
        if let Some(power) =
            text[at..].strip_prefix('^').and_then(|rest| rest.chars().next()).filter(char::is_ascii_digit)
        {
            out.push_str(&format!("^{power}"));
            at += 2;
        }
        let Some(next) = text[at..].strip_prefix('/').filter(|next| next.starts_with(char::is_alphabetic)) else {
            break;
        };
        sure = true;
        out.push('/');
        at = text.len() - next.len();
    }
    (sure && !text[at..].starts_with(char::is_alphanumeric)).then_some((at, out))
}

/// Where a formula ends before the unit or the remark behind its last number. `known` says whether a word is a name elsewhere.
pub fn end(text: &str, known: impl Fn(&str) -> bool) -> usize {
    let (sign, side) = last_side(text);
    // The last number that a word follows.
    let Some(start) = last_word(side).filter(|_| sign > 0) else { return text.len() };
    let (head, behind) = (side[..start].trim_end(), &side[start..]);
    let words: Vec<&str> = behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let before = text[..sign].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    let named = |word: &&str| known(word) || has_word(before, word) || has_word(&side[..start], word);
    let plain = !words.iter().any(named) && !behind.contains(['(', '+', '*', '\\']);
    // 12 m^2 is a product unless what it equals is a number.
    let closed = before
        .rsplit('=')
        .next()
        .is_some_and(|side| !side.contains(char::is_alphabetic) && side.contains(|c: char| c.is_ascii_digit()));
    let (apart, letters) = (head.len() < start, words.first().map_or(0, |first| first.chars().count()));
    let unit = words.iter().all(|word| is_unit(word));
    let long = apart && letters > 2 && !Cues::builtin().is_name(words[0]);
    let taken = long || unit && (apart && (letters > 1 || closed) || letters > 1 && closed);
    if taken && plain && head.ends_with(|c: char| c.is_ascii_digit()) { sign + head.len() } else { text.len() }
}

/// The start of the first word of the last stretch of words and powers at the end.
fn last_word(side: &str) -> Option<usize> {
    let tail =
        side.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '/' | '^' | '²' | '³' | ' ' | '-' | '!'));
    // A power such as m^2 ends in a digit that belongs to the unit.
    let tail = match side[..tail.len()].strip_suffix(['2', '3']).and_then(|head| head.strip_suffix('^')) {
        Some(head) => head.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '/' | ' ')),
        None => tail,
    };
    let at = tail.len() + side[tail.len()..].find(char::is_alphabetic)?;
    let between = &side[tail.len()..at];
    between.chars().all(|c| c == ' ').then_some(at)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|own| own == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_told_by_each_other() {
        for (left, right, same) in [
            ("5 m + 30 cm", "5.3 m", true),
            ("2 kg*3 m/s^2", "6 N", true),
            ("10 N*50 cm", "5 J", true),
            ("10 N*50 cm", "500 J", false),
            ("10 N*5 m", "50 J", true),
            ("10 N*5 m", "15 J", false),
        ] {
            let [left, right] = [left, right].map(|text| read_expr(text).expect(text));
            let [a, b] = in_base([&left, &right]).expect("units");
            assert_eq!(egen_math::compare(&a, &b).verdict.is_equal(), same, "{left} = {right}");
        }
        let [left, right] = ["4 m", "2 m + 6"].map(|text| read_expr(text).expect(text));
        assert_eq!(in_base([&left, &right]), None);
        let [left, right] = ["5 N", "10 J"].map(|text| read_expr(text).expect(text));
        assert_eq!(in_base([&left, &right]), None);
        assert_eq!(quoted("A = 15 cm^2").as_deref(), Some("A = (15*`cm`^2)"));
        assert_eq!(quoted("180 km / 60 km/h = 3 h").as_deref(), Some("(180*`km`) / (60*`km`/h) = (3*h)"));
        assert_eq!(quoted("150 km / 2.5 h").as_deref(), Some("(150*`km`) / (2.5*h)"));
        assert_eq!(quoted("100 J / 5 s = 20 W").as_deref(), Some("(100*J) / (5*s) = (20*W)"));
        assert_eq!(quoted("1 h 30 min = 90 min").as_deref(), Some("(1*h + 30*`min`) = (90*`min`)"));
        assert_eq!(quoted("2 m + 3 s"), None);
        assert_eq!(quoted("2 sin(x)"), None);
    }

    #[test]
    fn units_and_remarks_are_no_factors() {
        for (text, want) in [
            ("v = 120/2 = 60 km/h", "v = 120/2 = 60"),
            ("total = 5 + 12 = 17 dollars", "total = 5 + 12 = 17"),
            ("x = 6 apples", "x = 6"),
            ("c = 5 cm", "c = 5"),
            ("A = 3*4 = 12 m^2", "A = 3*4 = 12"),
            ("x = 2 QED", "x = 2"),
            ("3 = 2 + 1 ways", "3 = 2 + 1"),
            ("c = 2ab", "c = 2ab"),
            ("x = 2 pi", "x = 2 pi"),
            ("3 cm + 4 cm = 7 cm", "3 cm + 4 cm = 7 cm"),
            ("y = 3 m", "y = 3 m"),
            ("y = 2 x^2", "y = 2 x^2"),
            ("x = 3 ln 2", "x = 3 ln 2"),
            ("speed = 2 width", "speed = 2 width"),
        ] {
            assert_eq!(&text[..end(text, |word| word == "width")], want, "{text}");
        }
    }
}
