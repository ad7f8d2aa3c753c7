//! Marks: which signs of a piece open and close formulas, and which ones emphasise?
//!
//! Markdown would take `2*x + 3*y` for emphasis; here a mark stands where no operator can.

use std::ops::Range;

use crate::signs::compares;

/// What a mark does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It shows nothing.
    Drop,
    /// A formula in a line begins.
    Open { displayed: bool },
    /// It ends.
    Close,
    /// A displayed formula begins, on lines of its own, which this ends.
    Display(&'static str),
}

/// Where do displayed formulas stand?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// On lines of their own, as LaTeX sets them.
    Lines,
    /// `$$…$$` between words is part of their sentence, as Markdown is written.
    Sentences,
    /// In their line: it is a cell of a table.
    Inline,
}

/// A mark at a place of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: usize,
    pub length: usize,
    pub sign: Sign,
}

/// How many single dollar signs has a text?
pub fn dollars(text: &str) -> usize {
    fences(text, 0..text.len()).iter().filter(|(_, fence)| *fence == "$").count()
}

/// The fences of formulas.
fn fences(text: &str, range: Range<usize>) -> Vec<(usize, &'static str)> {
    let mut out = Vec::new();
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find(['\\', '$']) {
        at += found;
        let rest = &text[at..range.end];
        let fence = ["\\(", "\\)", "\\[", "\\]", "$$", "$"].into_iter().find(|fence| rest.starts_with(fence));
        out.extend(fence.map(|fence| (at, fence)));
        at += match fence {
            Some(fence) => fence.len(),
            None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    out
}

/// Is each dollar sign before a number and no end of a formula? `3 * $4 = $12`.
pub fn is_money(text: &str) -> bool {
    let signs: Vec<usize> =
        fences(text, 0..text.len()).iter().filter(|fence| fence.1 == "$").map(|own| own.0).collect();
    let before_a_number = |at: &usize| {
        let rest = &text[at + 1..];
        // A note of a calculator may stand between: `$<<3*4=12>>12`.
        let note = rest.strip_prefix("<<").and_then(|rest| Some(rest.split_once(">>")?.1));
        note.unwrap_or(rest).trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit())
    };
    // `$3.60 / 12 = $0.30`: a formula does not end with an operator.
    let ends_open = || match signs[..] {
        [first, second, ..] => {
            text[first + 1..second].trim_end().ends_with(['=', '+', '-', '*', '/', '×', '·', '>', '<'])
        }
        _ => true,
    };
    !signs.is_empty()
        && signs.iter().all(before_a_number)
        && (signs.len() % 2 == 1 || !text.trim_start().starts_with('$') || ends_open())
}

/// The marks of a piece, in order.
pub fn marks(text: &str, range: Range<usize>, set: Set) -> Vec<Mark> {
    let mut found = fences(text, range.clone());
    let mut out = Vec::new();
    if is_money(&text[range.clone()]) {
        found.retain(|(_, fence)| *fence != "$");
        let signs = text[range.clone()].match_indices('$').map(|(at, _)| range.start + at);
        let escaped = |at: &usize| text[range.start..*at].ends_with('\\');
        out.extend(signs.filter(|at| !escaped(at)).map(|at| Mark { at, length: 1, sign: Sign::Drop }));
    } else if found.iter().filter(|own| own.1 == "$").count() % 2 == 1 {
        // Of an odd number one is money, or means nothing.
        let digit = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        let price = found.iter().rposition(|own| own.1 == "$" && digit(own.0));
        let odd = price.or_else(|| found.iter().rposition(|own| own.1 == "$")).expect("their number is odd");
        out.push(Mark { at: found[odd].0, length: 1, sign: Sign::Drop });
        found.remove(odd);
    }
    let formulas = pair(text, range.clone(), &found, set, &mut out);
    emphasis(text, range, &formulas, &mut out);
    out.sort_by_key(|mark| mark.at);
    out
}

/// Pairs fences, and gives the ranges of formulas.
fn pair(
    text: &str,
    range: Range<usize>,
    fences: &[(usize, &'static str)],
    set: Set,
    out: &mut Vec<Mark>,
) -> Vec<Range<usize>> {
    let mut open: Option<(usize, &str)> = None;
    let mut pairs: Vec<(Range<usize>, &str)> = Vec::new();
    for &(at, fence) in fences {
        match (open, fence) {
            (None, "\\)" | "\\]") => out.push(Mark { at, length: 2, sign: Sign::Drop }),
            (None, fence) => open = Some((at, fence)),
            (Some((start, own)), _) if closer(own) == fence => {
                pairs.push((start..at, own));
                open = None;
            }
            // `$a$$b$`
            (Some((start, "$")), "$$") => {
                pairs.push((start..at, "$"));
                open = Some((at + 1, "$"));
            }
            _ => {}
        }
    }
    // `$$…$$` in the middle of a sentence is part of it, unless this is LaTeX.
    let mut seen = range.start;
    let mut around = String::new();
    for (inner, fence) in pairs.iter().filter(|pair| pair.1 == "$$") {
        around.push_str(text[seen..inner.start].trim());
        seen = inner.end + fence.len();
    }
    around.push_str(text[seen..open.map_or(range.end, |own| own.0.max(seen))].trim());
    let apart = set == Set::Lines || around.chars().all(|c| matches!(c, '.' | ',' | ';' | ' '));
    let mut formulas = Vec::new();
    for (inner, fence) in pairs {
        formulas.push(inner.start..inner.end + fence.len());
        let (at, length, displayed) = (inner.start, fence.len(), matches!(fence, "$$" | "\\["));
        if set != Set::Inline && (fence == "\\[" || displayed && apart) {
            out.push(Mark { at, length, sign: Sign::Display(closer(fence)) });
        } else {
            out.push(Mark { at, length, sign: Sign::Open { displayed } });
            out.push(Mark { at: inner.end, length, sign: Sign::Close });
        }
    }
    if let Some((at, fence)) = open {
        let sign =
            if matches!(fence, "$$" | "\\[") && set != Set::Inline { Sign::Display(closer(fence)) } else { Sign::Drop };
        out.push(Mark { at, length: fence.len(), sign });
        if sign != Sign::Drop {
            formulas.push(at..range.end);
        }
    }
    formulas
}

fn closer(fence: &str) -> &'static str {
    match fence {
        "\\(" => "\\)",
        "\\[" => "\\]",
        "$$" => "$$",
        _ => "$",
    }
}

/// Finds `**…**`, `_…_`, `` `…` `` and their like outside formulas.
fn emphasis(text: &str, range: Range<usize>, formulas: &[Range<usize>], out: &mut Vec<Mark>) {
    // The place where a run of a sign begins that may open something, by the sign and the length of the run.
    let mut open: [[Option<usize>; 4]; 3] = Default::default();
    let mut formulas = formulas.iter().peekable();
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find(['*', '_', '`', '\\']) {
        at += found;
        while formulas.next_if(|formula| formula.end <= at).is_some() {}
        if let Some(formula) = formulas.peek().filter(|formula| formula.contains(&at)) {
            at = formula.end;
            continue;
        }
        let sign = text[at..].chars().next().expect("a sign was found");
        if sign == '\\' {
            at += 1 + text[at + 1..range.end].chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let length = text[at..range.end].len() - text[at..range.end].trim_start_matches(sign).len();
        let slot = match sign {
            '*' => &mut open[0],
            '_' => &mut open[1],
            _ => &mut open[2],
        };
        if let Some(slot) = slot.get_mut(length) {
            let before = text[range.start..at].chars().next_back();
            let after = text[at + length..range.end].chars().next();
            let inner = slot.map(|start| &text[start + length..at]);
            if let (Some(start), Some(inner)) = (*slot, inner)
                && closes(before, after)
            {
                if is_emphasised(inner, sign, length) {
                    out.extend([start, at].map(|at| Mark { at, length, sign: Sign::Drop }));
                }
                *slot = None;
            } else if opens(before, after, length) {
                *slot = Some(at);
            }
        }
        at += length;
    }
}

/// 2**3 and x**2 are powers, x_1 has an index, and [F]_0^1 bounds.
fn opens(before: Option<char>, after: Option<char>, length: usize) -> bool {
    let free = before.is_none_or(|c| match length {
        1 => c.is_whitespace() || matches!(c, '(' | '*' | '_' | '"' | '>' | '|' | '“'),
        _ => !c.is_alphanumeric() && !matches!(c, ')' | ']' | '}'),
    });
    free && after.is_some_and(|c| !c.is_whitespace())
}

fn closes(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| !c.is_whitespace()) && after.is_none_or(|c| !c.is_alphanumeric() && c != '(')
}

/// `a *b* c` may be a product, and a name between backquotes stays one.
fn is_emphasised(inner: &str, sign: char, length: usize) -> bool {
    let word = || inner.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2);
    match sign {
        '`' => compares(inner),
        _ => length > 1 || word() || compares(inner),
    }
}
