//! Sets: which relations does `x ∈ (-1, 3)`, `x = {2, -2}` or `(x, y) = (2, 1)` stand for?

use crate::signs::{self, Meaning};
use crate::statement::split_outside;

/// What a text that speaks of a set or a tuple says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said<'a> {
    /// A name, and its values one by one.
    Values(&'a str, Vec<&'a str>),
    /// A name, and intervals one of which it lies in: ends, and whether they belong to it.
    Intervals(&'a str, Vec<Interval<'a>>),
    /// Equations that hold together.
    Tuple(Vec<(&'a str, &'a str)>),
    /// A name lies in a set of numbers, which restricts nothing that is read here.
    Numbers,
}

/// The ends of an interval; none if it is without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval<'a> {
    /// The lower end, and whether it belongs to it.
    pub from: Option<(&'a str, bool)>,
    /// The upper end, and whether it belongs to it.
    pub to: Option<(&'a str, bool)>,
}

/// Reads `x ∈ …`, `x = {…}` and `(x, y) = (…)`.
pub fn said(text: &str) -> Option<Said<'_>> {
    let member = || {
        let (at, _, length) = signs::all(text).find(|(_, meaning, _)| *meaning == Meaning::Member)?;
        Some((&text[..at], &text[at + length..]))
    };
    // The name stands alone: x = 2, x ∈ ℝ says two things.
    if let Some((name, set)) = member().filter(|(name, _)| !name.contains([',', ';', '='])) {
        let (name, set) = (name.trim(), set.trim());
        let named = |names: &[&str]| names.iter().any(|name| set.starts_with(name));
        if named(&["ℤ", "ℕ", "ℝ", "ℚ", "ℂ", "\\mathbb", "\\Z", "\\N", "\\R", "\\Q", "\\C", "Z", "N", "R"]) {
            return Some(Said::Numbers);
        }
        return match values(set) {
            Some(values) => Some(Said::Values(name, values)),
            None => Some(Said::Intervals(name, intervals(set)?)),
        };
    }
    let (left, right) =
        text.split_once('=').filter(|(left, right)| !right.contains('=') && !left.contains(['<', '>']))?;
    let (left, right) = (left.trim().trim_end_matches('&').trim_end(), right.trim());
    if let Some(values) = values(right).filter(|_| is_plain_name(left)) {
        return Some(Said::Values(left, values));
    }
    let (names, values) = (tuple(left)?, tuple(right)?);
    let fits = names.len() == values.len() && names.iter().all(|name| is_plain_name(name));
    fits.then(|| Said::Tuple(names.into_iter().zip(values).collect()))
}

fn is_plain_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '\\')
        && text.len() < 12
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '{' | '}'))
}

/// The values of `{2, 3}`.
fn values(set: &str) -> Option<Vec<&str>> {
    let set = set.trim().trim_start_matches("\\left").trim_start_matches('\\').strip_prefix('{')?;
    let set = set.trim_end().strip_suffix('}')?.trim_end_matches('\\').trim_end_matches("\\right");
    // {x | x > 2} and {1, 2, …} are no lists of values.
    let listed = !set.contains(['|', '=', '<', '>', ':', '{', '…']) && !set.contains("dots") && !set.contains("\\mid");
    listed.then(|| split_outside(set, &[",", ";"]).into_iter().map(|(_, part)| part.trim()).collect())
}

/// The parts of `(2, 1)`.
fn tuple(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim_start_matches("\\left").strip_prefix('(')?.strip_suffix(')')?;
    let inner = inner.trim_end_matches("\\right");
    let parts: Vec<&str> = split_outside(inner, &[",", ";"]).into_iter().map(|(_, part)| part.trim()).collect();
    (parts.len() > 1 && parts.iter().all(|part| !part.is_empty())).then_some(parts)
}

/// The intervals of `(-∞, 2) ∪ [3, 4]`.
fn intervals(set: &str) -> Option<Vec<Interval<'_>>> {
    let separators = ["∪", "\\cup", " U "];
    split_outside(set, &separators).into_iter().map(|(_, part)| interval(part.trim())).collect()
}

fn interval(text: &str) -> Option<Interval<'_>> {
    let text = text.trim_start_matches("\\left");
    let first = text.chars().next()?;
    let last = text.chars().next_back()?;
    // x ∈ 1 has no room for two brackets.
    let inner = text.get(first.len_utf8()..text.len() - last.len_utf8())?.trim_end_matches("\\right");
    // ]a, b[ is open at both ends.
    let low = match first {
        '(' | ']' => false,
        '[' => true,
        _ => return None,
    };
    let high = match last {
        ')' | '[' => false,
        ']' => true,
        _ => return None,
    };
    let parts = split_outside(inner, &[",", ";"]);
    let [(_, from), (_, to)] = &parts[..] else { return None };
    let end = |text: &'_ str| {
        text.contains('∞') || text.contains("\\infty") || matches!(text.trim(), "oo" | "-oo" | "inf" | "-inf")
    };
    Some(Interval { from: (!end(from)).then_some((from.trim(), low)), to: (!end(to)).then_some((to.trim(), high)) })
}
