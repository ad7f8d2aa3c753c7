//! Rows: which formulas stand on a line, once the layout around them is taken away?
//!
//! What people paste is full of layout: `\begin{align*}`, `&`, `\\[2pt]`, `$`, a full stop. None of it is
//! mathematics, so it is taken off here; a row remembers its bytes, and errors point at the line as written.

use std::ops::Range;

use egen_math::assume::Relation;

use crate::prose::relates;
use crate::statement::leading_relation;

/// What a line holds, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A formula.
    Row(Row),
    /// A displayed formula begins: what follows is LaTeX.
    Open,
    /// A displayed formula ends, and with it a derivation.
    Close,
}

/// A formula on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its bytes in the line, from the sign of equality on if it starts with one.
    pub whole: Range<usize>,
    /// Its bytes without that sign.
    pub range: Range<usize>,
    /// Does it start with `=`?
    pub continues: bool,
    /// Does the layout around it show that it is LaTeX?
    pub latex: bool,
    /// Does an arrow before it say that it follows?
    pub follows: bool,
    /// The relation other than `=` that it starts with.
    pub lead: Option<Lead>,
    /// Are several columns in it that each go on with a row above them?
    pub columns: bool,
    /// The bytes of a remark such as `\text{by symmetry}` behind it.
    pub remark: Option<Range<usize>>,
}

/// Rows with more columns are not divided.
const MAX_COLUMNS: usize = 64;

/// What ties a row to the one before it without being equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// `≤ b`
    Relation(Relation),
    /// `≈ b`
    About,
}

#[rustfmt::skip]
const ENVIRONMENTS: [&str; 12] = [
    "align", "aligned", "alignat", "alignedat", "flalign", "eqnarray", "equation", "gather", "gathered", "multline",
    "split", "displaymath",
];

/// The parts of a line; a `%` starts a comment inside a displayed formula.
pub fn parts(line: &str, displayed: bool) -> Vec<Part> {
    let mut out = Vec::new();
    let (mut latex, mut foreign) = (displayed, 0usize);
    // What begins on an earlier line may end on this one.
    let mut systems = usize::from(!line.contains("\\begin{cases}") && !line.contains("\\begin{array}"));
    let (mut start, mut at) = (0, 0);
    let row = |range: Range<usize>, latex: bool, out: &mut Vec<Part>| {
        for column in columns(line, range) {
            out.extend(row(line, column, latex).map(Part::Row));
        }
    };
    while let Some(found) = line[at..].find(['\\', '%']) {
        at += found;
        let rest = &line[at..];
        if rest.starts_with('%') {
            if !latex && !line[start..at].trim().is_empty() {
                at += 1;
                continue;
            }
            row(start..at, latex, &mut out);
            return out;
        }
        if rest.starts_with("\\\\") && foreign == 0 {
            row(start..at, true, &mut out);
            at += 2 + spacing(&rest[2..]);
            start = at;
        } else if let Some((length, open, known)) = environment(rest) {
            if known {
                row(start..at, true, &mut out);
                out.push(if open { Part::Open } else { Part::Close });
                (start, latex) = (at + length, open);
            } else if open && is_system(rest)
                || !open && systems > 0 && (rest.starts_with("\\end{cases}") || rest.starts_with("\\end{array}"))
            {
                // A system is rows of a formula around it, and does not end the derivation.
                systems = if open { systems + 1 } else { systems - 1 };
                row(start..at, true, &mut out);
                (start, latex) = (at + length, true);
            } else {
                foreign = if open { foreign + 1 } else { foreign.saturating_sub(1) };
            }
            at += length;
        } else {
            // The command's backslash and what it escapes.
            at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
        }
    }
    row(start..line.len(), latex, &mut out);
    out
}

/// Is it the start of rows of relations? Columns that are all centred are a matrix.
fn is_system(text: &str) -> bool {
    let Some(columns) = text.strip_prefix("\\begin{array}{") else { return text.starts_with("\\begin{cases}") };
    columns.split('}').next().is_some_and(|columns| columns.contains(['l', 'r']))
}

/// The columns of a row that each relate two sides: `x + y &= 3 & x - y &= 1`.
fn columns(line: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let text = &line[range.clone()];
    let (mut out, mut start) = (Vec::new(), 0);
    if (3..MAX_COLUMNS).contains(&text.matches('&').count()) && !text.contains("\\begin") {
        for (at, _) in text.match_indices('&') {
            let (left, right) = (&text[start..at], text[at + 1..].trim_start_matches(['&', ' ']));
            let next = right.find('&').map_or(right, |end| &right[..end]);
            let own = relates(left) && !next.trim().is_empty() && relates(right) && !next.contains("\\text");
            if own && !right.starts_with('=') && leading_relation(right).is_none() {
                out.push(range.start + start..range.start + at);
                start = at + 1;
            }
        }
    }
    out.push(range.start + start..range.end);
    out
}

/// The length of `*` and `[2pt]` after a line break.
fn spacing(rest: &str) -> usize {
    let star = usize::from(rest.starts_with('*'));
    match rest[star..].strip_prefix('[').and_then(|inner| inner.find(']')) {
        Some(end) => star + end + 2,
        None => star,
    }
}

/// `\begin{…}` or `\end{…}`: its length with its arguments, whether it opens, and whether it only lays out.
fn environment(text: &str) -> Option<(usize, bool, bool)> {
    let (open, rest) = match (text.strip_prefix("\\begin{"), text.strip_prefix("\\end{")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let (name, mut rest) = rest.split_once('}')?;
    let known = ENVIRONMENTS.contains(&name.strip_suffix('*').unwrap_or(name));
    if open && name == "array" {
        rest = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')).map_or(rest, |(_, after)| after);
    }
    if open && known {
        if let Some((_, after)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            rest = after;
        }
        if name.contains("alignat") || name == "alignedat" {
            rest = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')).map_or(rest, |(_, after)| after);
        }
    }
    Some((text.len() - rest.len(), open, known))
}

/// What may stand before a formula and means nothing.
const BEFORE: [&str; 11] = ["&", "{}", "\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\!", "\\ ", "~", "\\hspace{1cm}"];
/// Signs that say that what comes next follows from what came before; longer ones first.
#[rustfmt::skip]
pub const ARROWS: [&str; 26] = [
    "\\Longleftrightarrow", "\\Leftrightarrow", "\\Longrightarrow", "\\Rightarrow", "\\rightarrow", "\\implies", "\\therefore", "\\iff",
    "<==>", "<=>", "==>", "=>", "<-->", "<->", "-->", "->", "\\longrightarrow", "⇒", "⟹", "⇔", "⟺", "∴", "→", "⟶", "\\to", "➔",
];
/// Commands that number a formula or refer to one; below them those that leave the number out or end a proof.
const NUMBERING: [&str; 6] = ["\\label", "\\tag*", "\\tag", "\\ref", "\\eqref", "\\cite"];
const UNNUMBERED: [&str; 9] = [
    "\\nonumber",
    "\\notag",
    "\\displaystyle",
    "\\blacksquare",
    "\\square",
    "\\qed",
    "\\Box",
    "\\checkmark",
    "\\qedhere",
];
/// What may stand behind a formula and means nothing.
const BEHIND: [&str; 11] = ["&", "\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\!", "\\", ",", ".", ";"];

fn row(line: &str, mut range: Range<usize>, displayed: bool) -> Option<Row> {
    let mut latex = displayed || line[range.clone()].contains('&');
    let mut said: Option<Range<usize>> = None;
    let mut undress = |range: &mut Range<usize>, latex: &mut bool| {
        while let Some((head, tail)) = dressing(&line[range.clone()]) {
            if head == 0 && remark(&line[range.clone()]) == Some(tail) {
                said = Some(range.end - tail..range.end);
            }
            let taken = [&line[range.start..][..head], &line[range.end - tail..range.end]];
            *latex |= taken.iter().any(|text| text.contains(['\\', '$']));
            *range = range.start + head..range.end - tail;
        }
    };
    undress(&mut range, &mut latex);
    let mut follows = false;
    while let Some(arrow) = ARROWS.iter().find(|arrow| starts_with(&line[range.clone()], arrow)) {
        (follows, range.start) = (true, range.start + arrow.len());
        latex |= arrow.starts_with('\\');
        undress(&mut range, &mut latex);
    }
    let mut continues = false;
    let whole = range.clone();
    let lead = lead(&line[range.clone()]);
    if let Some((_, length)) = lead {
        range.start += length;
        undress(&mut range, &mut latex);
    }
    if let Some(rest) = line[range.clone()].strip_prefix('=') {
        continues = true;
        let rest = rest.strip_prefix('=').unwrap_or(rest);
        range.start = range.end - rest.len();
        undress(&mut range, &mut latex);
    }
    // `a =` goes on with the next line, as every line does.
    let text = &line[range.clone()];
    let text = text.strip_suffix('=').map_or(text, |head| head.trim_end_matches(['&', ' ']));
    range.end = range.start + text.len();
    // `&= c & &= d` goes on with two rows above.
    let columns = text.match_indices('&').take(MAX_COLUMNS).any(|(at, _)| {
        let right = text[at + 1..].trim_start();
        right.starts_with('&')
            && right.trim_start_matches(['&', ' ']).starts_with('=')
            && (continues || relates(&text[..at]))
    });
    (!text.is_empty()).then(|| Row {
        whole: whole.start..range.end,
        range,
        continues,
        latex,
        follows,
        lead: lead.map(|(lead, _)| lead),
        columns,
        remark: said,
    })
}

/// The relation other than `=` that a row starts with, and its length.
fn lead(text: &str) -> Option<(Lead, usize)> {
    if let Some((relation, length)) = leading_relation(text) {
        return Some((Lead::Relation(relation), length));
    }
    let about = ["≈", "\\approx", "~=", "≃", "\\simeq"].iter().find(|sign| starts_with(text, sign))?;
    Some((Lead::About, about.len()))
}

/// The bytes of layout to take off at the start and at the end.
fn dressing(text: &str) -> Option<(usize, usize)> {
    let (head, tail) = (text.len() - text.trim_start().len(), text.len() - text.trim_end().len());
    if head == text.len() {
        return (head > 0).then_some((head, 0));
    }
    if head + tail > 0 {
        return Some((head, tail));
    }
    if let Some(word) = BEFORE.iter().chain(&UNNUMBERED).find(|word| starts_with(text, word)) {
        return Some((word.len(), 0));
    }
    if let Some(length) = numbering(text) {
        return Some((length, 0));
    }
    // The brace first: a text of commas is undressed comma by comma, and must not be searched for each of them.
    if text.ends_with('}')
        && let Some(at) = NUMBERING.iter().filter_map(|command| text.rfind(command)).max()
        && numbering(&text[at..]) == Some(text.len() - at)
    {
        return Some((0, text.len() - at));
    }
    if let Some(word) = UNNUMBERED.iter().find(|word| text.ends_with(**word)) {
        return Some((0, word.len()));
    }
    if let Some(length) = remark(text) {
        return Some((0, length));
    }
    if let Some(inner) = text.strip_prefix("\\left\\{")
        && !inner.contains("\\right")
    {
        return Some((text.len() - inner.len(), 0));
    }
    if text.ends_with("\\right.") && !text.contains("\\left") {
        return Some((0, "\\right.".len()));
    }
    let leaves_out = text.ends_with("\\right.") || text.ends_with("...");
    if let Some(word) = BEHIND.iter().find(|word| text.ends_with(**word)).filter(|_| !leaves_out) {
        return Some((0, word.len()));
    }
    fences(text)
}

/// The length of `\label{…}` and its like at the start.
fn numbering(text: &str) -> Option<usize> {
    let command =
        NUMBERING.iter().find(|command| text.strip_prefix(**command).is_some_and(|rest| rest.starts_with('{')))?;
    text[command.len()..].find('}').map(|end| command.len() + end + 1)
}

/// Does a text start with a sign or a command? `\quadratic` does not start with `\quad`.
pub fn starts_with(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| ends_word(word, rest))
}

fn ends_word(word: &str, rest: &str) -> bool {
    !word.ends_with(|c: char| c.is_ascii_alphabetic()) || !rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The length of a remark such as `&& \text{by symmetry}` at the end.
fn remark(text: &str) -> Option<usize> {
    let inner = text.strip_suffix('}')?;
    let at =
        ["\\text{", "\\mbox{", "\\textit{", "\\textrm{"].iter().filter_map(|command| inner.rfind(command)).max()?;
    let after = inner[at..].split_once('{')?.1;
    let before = text[..at].trim_end();
    let apart = before.ends_with(['&', '~']) || before.ends_with("quad") || before.ends_with("\\;");
    (apart && !after.contains(['{', '}'])).then_some(text.len() - at)
}

/// Signs that put a formula into text: `$…$`, `\[…\]`, also when only one of them is on this line.
fn fences(text: &str) -> Option<(usize, usize)> {
    let head = if text.starts_with("\\[") || text.starts_with("\\(") { 2 } else { 0 };
    let tail = if text.ends_with("\\]") || text.ends_with("\\)") { 2 } else { 0 };
    if head + tail > 0 {
        return Some((head, tail.min(text.len() - head)));
    }
    let head = text.len() - text.trim_start_matches('$').len();
    let tail = if head == text.len() { 0 } else { text.len() - text.trim_end_matches('$').len() };
    let all = text.bytes().filter(|byte| *byte == b'$').count();
    (head + tail > 0 && head + tail == all).then_some((head, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<(String, bool, bool)> {
        let rows = parts(line, false).into_iter().filter_map(|part| match part {
            Part::Row(row) => Some((line[row.range].to_string(), row.continues, row.latex)),
            Part::Open | Part::Close => None,
        });
        rows.collect()
    }

    #[test]
    fn layout_is_no_part_of_a_formula() {
        for (line, want, continues, latex) in [
            ("x + 1", "x + 1", false, false),
            ("  = x + 1  ", "x + 1", true, false),
            ("== x", "x", true, false),
            ("x + 1 =", "x + 1", false, false),
            ("&= x^{2} \\\\", "x^{2}", true, true),
            ("{} & = \\quad x,", "x", true, true),
            ("&=& x \\\\[2pt]", "x", true, true),
            ("$xy$.", "xy", false, true),
            ("\\[ xy", "xy", false, true),
            ("xy \\]", "xy", false, true),
            ("$$ = xy $$", "xy", true, true),
            ("\\Rightarrow 2x = 4", "2x = 4", false, true),
            ("=> 2x = 4", "2x = 4", false, false),
            ("&= x && \\text{by symmetry} \\\\", "x", true, true),
            ("x = \\text{speed}", "x = \\text{speed}", false, false),
            ("\\begin{align*} x &= y", "x &= y", false, true),
            ("\\begin{alignat*}{2} xy", "xy", false, true),
            ("50%", "50%", false, false),
            ("\\quadratic", "\\quadratic", false, false),
            ("x &= 2 \\label{eq:one} \\tag{3}", "x &= 2", false, true),
            ("\\therefore x = 2 \\nonumber", "x = 2", false, true),
            ("--> x = 2", "x = 2", false, false),
            ("&\\le x + 1", "x + 1", false, true),
            ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>", false, false),
        ] {
            assert_eq!(texts(line), [(want.to_string(), continues, latex)], "{line}");
        }
        for line in ["", "   ", "$$", "\\[", "\\]", "\\begin{align}", "\\\\", "&", "=", "\\end{align} % done"] {
            assert_eq!(texts(line), [], "{line}");
        }
    }

    #[test]
    fn a_line_may_hold_many_rows() {
        let line = "\\begin{align} a &= b \\\\ &= c \\\\*[1ex] &= d \\end{align}";
        let found: Vec<String> = texts(line).into_iter().map(|(text, ..)| text).collect();
        assert_eq!(found, ["a &= b", "c", "d"]);
        let parts = parts(line, false);
        assert_eq!((parts.first(), parts.last()), (Some(&Part::Open), Some(&Part::Close)));
    }

    #[test]
    fn columns_and_systems_are_rows() {
        let found = |line: &str| texts(line).into_iter().map(|(text, ..)| text).collect::<Vec<_>>();
        assert_eq!(found("x + y &= 3 & x - y &= 1"), ["x + y &= 3", "x - y &= 1"]);
        assert_eq!(found("a &= b & &\\text{by symmetry}"), ["a &= b"]);
        assert_eq!(
            found("\\left\\{\\begin{array}{l} x + y = 3 \\\\ x - y = 1 \\end{array}\\right."),
            ["x + y = 3", "x - y = 1"]
        );
        assert_eq!(found("\\begin{array}{cc} a & b \\\\ c & d \\end{array}").len(), 1);
    }

    #[test]
    fn a_matrix_is_not_taken_apart() {
        assert_eq!(texts("\\begin{pmatrix} a \\\\ b \\end{pmatrix}").len(), 1);
    }

    #[test]
    fn comments_in_displayed_formulas_are_left_out() {
        let line = "&= x \\\\ % obvious";
        assert!(matches!(&parts(line, true)[..], [Part::Row(row)] if &line[row.range.clone()] == "x"));
    }
}
