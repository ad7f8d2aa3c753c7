//! Edges: what stands around a formula and is no part of it, and which columns of a row are formulas of their own?

use std::ops::Range;

use super::table::{Does, Notation, command, does, words_command};
use super::{Line, LineKind};
use crate::signs::{compares, relation};

/// Rows with more columns are not divided.
const MAX_COLUMNS: usize = 64;

/// A range without blanks, distances, full stops and halves of brackets at its ends.
pub fn trim(text: &str, mut range: Range<usize>) -> Range<usize> {
    // The right brackets of systems are looked for once.
    let (opened, closed) = (text[range.clone()].contains("\\left"), text[range.clone()].contains("\\right"));
    loop {
        let inner = &text[range.clone()];
        let head = head(inner, closed);
        let tail = if head == inner.len() { 0 } else { tail(&inner[head..], opened) };
        if head + tail == 0 {
            return range;
        }
        range = range.start + head..range.end - tail;
    }
}

/// The length of the layout at the start.
fn head(text: &str, closed: bool) -> usize {
    let rest = text.trim_start();
    let blank = text.len() - rest.len();
    let own = match command(rest) {
        Some(name) if does(Notation::Command, name) == Some(Does::Edge) => 1 + name.len(),
        Some("left") if !closed && rest.starts_with("\\left\\{") => "\\left\\{".len(),
        Some(_) => 0,
        None if rest.starts_with("{}") => 2,
        None => usize::from(rest.starts_with(['&', '~'])),
    };
    blank + own
}

/// The length of the layout at the end.
fn tail(text: &str, opened: bool) -> usize {
    let rest = text.trim_end();
    let blank = text.len() - rest.len();
    if blank > 0 && !rest.ends_with('\\') {
        return blank;
    }
    if rest.ends_with("\\right.") {
        return if opened { 0 } else { blank + "\\right.".len() };
    }
    // `\,` and `\quad` end so, too.
    let letters = rest.len() - rest.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let name = if letters > 0 || blank > 0 { letters } else { 1 };
    let start = rest.len().checked_sub(name + 1).filter(|at| rest.is_char_boundary(*at) && blank == 0);
    if let Some(at) = start
        && command(&rest[at..]).is_some_and(|own| own.len() == name && does(Notation::Command, own) == Some(Does::Edge))
    {
        return name + 1;
    }
    let stop = rest.ends_with(['&', '~', ',', '.', ';']) && !rest.ends_with("...");
    blank + usize::from(stop || rest.ends_with('\\') && !rest.ends_with("\\\\"))
}

/// The formulas of a row: `x + y &= 3 & x - y &= 1` holds two.
pub fn columns(line: &Line) -> Vec<Range<usize>> {
    let whole = 0..line.shown.len();
    let LineKind::Display(row) = &line.kind else { return vec![whole] };
    let (mut out, mut start) = (Vec::new(), 0);
    if row.separators.len() > MAX_COLUMNS {
        return vec![whole];
    }
    for (at, separator) in row.separators.iter().enumerate() {
        let next = row.separators.get(at + 1).map_or(whole.end, |next| next.start);
        let cell = line.shown[separator.end..next].trim();
        let own = compares(&line.shown[start..separator.start]) && !cell.is_empty();
        if own && relation(cell).is_none() && words_command(cell).is_none() && compares(&line.shown[separator.end..]) {
            out.push(start..separator.start);
            start = separator.end;
        }
    }
    out.push(start..whole.end);
    out
}
