//! Pieces: which parts of the source is each shown on lines of its own?
//!
//! A piece ends with a line of the source or with a tag such as `<br>`. MathML and formulas between single dollar signs go on over several lines.

use std::ops::Range;

use super::marks::{dollars, is_money};
use super::table::{Does, Notation, does};

/// A formula between single dollar signs is not looked for further away.
const MAX_LINES: usize = 12;

/// A tag of HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name in small letters, with a slash before it if it closes.
    pub name: String,
    pub length: usize,
}

/// The tag at the start of a text: `<b>` and `<a href="…">`, but not the signs of `a <b + c> d`.
pub fn tag(text: &str) -> Option<Tag> {
    let inner = &text.strip_prefix('<')?;
    let inner = &inner[..inner.find(['<', '>']).filter(|end| inner[*end..].starts_with('>'))?];
    let own = inner.strip_suffix('/').unwrap_or(inner).trim_end();
    let slash = usize::from(own.starts_with('/'));
    let name = &own[..slash + own[slash..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(own.len() - slash)];
    let plain = name.len() == own.len() || own[name.len()..].starts_with([' ', '\t']) && own.contains(['"', '\'']);
    (plain && name.len() > slash).then(|| Tag { name: name.to_ascii_lowercase(), length: inner.len() + 2 })
}

/// The pieces of a text, without what ends them.
pub fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.push(start..start + line.trim_end_matches(['\n', '\r']).len());
        start += line.len();
    }
    let mut out = Vec::new();
    let mut math = 0;
    let mut at = 0;
    while at < lines.len() {
        let last = last_line(text, &lines[at..], &mut math) + at;
        breaks(text, lines[at].start..lines[last].end, &mut out);
        at = last + 1;
    }
    out
}

/// How many lines further the piece goes on.
fn last_line(text: &str, lines: &[Range<usize>], math: &mut usize) -> usize {
    let line = &text[lines[0].clone()];
    if let Some(at) = line.rfind("<math")
        && !line[at..].contains("</math")
    {
        // The end is looked for once, wherever it is.
        let from = lines[0].start + at;
        if *math <= from {
            *math = text[from..].find("</math").map_or(text.len(), |end| from + end);
        }
        let end = lines.partition_point(|line| line.end < *math);
        return if end < lines.len() { end } else { 0 };
    }
    if dollars(line).is_multiple_of(2) || is_money(line) || line.trim_start().starts_with('%') {
        return 0;
    }
    let near = lines.iter().enumerate().skip(1).take(MAX_LINES).map(|(at, line)| (at, &text[line.clone()]));
    let mut near = near.take_while(|(_, line)| !line.trim().is_empty() && !line.contains("$$"));
    near.find(|(_, line)| dollars(line) % 2 == 1 && !is_money(line)).map_or(0, |(at, _)| at)
}

/// Divides a line at the tags that end one.
fn breaks(text: &str, line: Range<usize>, out: &mut Vec<Range<usize>>) {
    let mut start = line.start;
    for (at, _) in text[line.clone()].match_indices('<') {
        let at = line.start + at;
        let Some(tag) = tag(&text[at..line.end]).filter(|tag| does(Notation::Tag, &tag.name) == Some(Does::Break))
        else {
            continue;
        };
        out.push(start..at + tag.length);
        start = at + tag.length;
    }
    if start == line.start || !text[start..line.end].trim().is_empty() {
        out.push(start..line.end);
    }
}
