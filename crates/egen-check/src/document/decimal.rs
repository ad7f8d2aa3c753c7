//! Decimals: is `3,5` a number, as most of the world writes it, or two numbers of a list?
//!
//! Beside a sign of arithmetic or a letter it is a decimal, as in `2x + 3,5 = 7,5`; then the commas of the whole document are. `x = 1,5` alone is not clear.

use std::ops::Range;

use super::{Document, LineKind};
use crate::signs::bracket;

/// Has a document decimals with commas?
pub fn decimal_commas(document: &Document) -> bool {
    let said = |kind: &LineKind| {
        !matches!(kind, LineKind::Comment | LineKind::Preamble | LineKind::Code | LineKind::Structure { .. })
    };
    document.lines.iter().any(|line| {
        // `2{,}5` is how LaTeX sets one.
        let set = || {
            numbers(&line.shown)
                .any(|(_, comma)| !line.origin.is_copied(comma) && line.origin.source(comma..comma + 1).len() == 3)
        };
        said(&line.kind) && (has_decimals(&line.shown) || set())
    })
}

/// The decimals with commas in a shown text, if commas are decimal. One in brackets may divide arguments, unless a sign says that it does not.
pub fn decimals(text: &str) -> Vec<Range<usize>> {
    // {-1,5; 1,5} has other signs between its numbers.
    let listed = text.contains(';');
    let (mut depth, mut seen, mut out) = (0i32, 0, Vec::new());
    for (number, comma) in numbers(text) {
        depth += text[seen..comma].chars().map(bracket).sum::<i32>();
        seen = comma;
        if depth <= 0 || listed || is_sure(text, &number) {
            out.push(number);
        }
    }
    out
}

/// The numbers with one comma in a text, and the place of that comma.
fn numbers(text: &str) -> impl Iterator<Item = (Range<usize>, usize)> + '_ {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    text.match_indices(',').filter_map(move |(comma, _)| {
        let before = bytes[..comma].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let after = bytes[comma + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (start, end) = (comma - before, comma + 1 + after);
        // x1,2 and 1,2,3 are lists, and 1,000 is a thousand.
        let head = text[..start].chars().next_back();
        let listed = head.is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, '_' | ',' | '.' | '{') && !text[..start].ends_with("\\{")
        }) || matches!(bytes.get(end), Some(b',' | b'.')) && digit(end + 1);
        let thousand = after == 3 && !text[start..comma].starts_with('0');
        (before > 0 && after > 0 && !listed && !thousand).then_some((start..end, comma))
    })
}

/// Does a sign of arithmetic or a letter beside a number say that it is one?
fn is_sure(text: &str, number: &Range<usize>) -> bool {
    let sign = |c: char| matches!(c, '+' | '-' | '−' | '*' | '·' | '×' | '/' | '÷');
    let (head, tail) = (text[..number.start].trim_end(), &text[number.end..]);
    // x = -1,5 may be a list.
    let between = |head: &str| {
        head.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '²' | '³'))
    };
    head.strip_suffix(sign).is_some_and(between)
        || tail.trim_start().starts_with(sign)
        || tail.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Has a line a number that is surely a decimal with a comma? `x² = 2,25` has one: only a name has a list of values.
fn has_decimals(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    let length = right.trim_end_matches(['.', ' ']).trim_start().len();
    let computed = left.contains(|c: char| c.is_ascii_digit() || matches!(c, '²' | '³' | '^' | '+' | '*' | '·' | '√'));
    numbers(text)
        .any(|(number, _)| is_sure(text, &number) || computed && number.start > left.len() && number.len() == length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_told_from_lists() {
        for (text, sure, want) in [
            ("2x + 3,5 = 7,5", true, "3,5 7,5"),
            ("0,5x = 2", true, "0,5"),
            ("x² = 2,25", true, "2,25"),
            ("L = {-1,5; 1,5}", false, "1,5 1,5"),
            ("x = 1,5", false, "1,5"),
            ("x = -1,5", false, "1,5"),
            ("x = 1,2,3", false, ""),
            ("x1,2 = -3 + 1", false, ""),
            ("f(1,5) = 2", false, ""),
            ("2(x + 1,5) = 7", true, "1,5"),
            ("1,000 + 2 = 1,002", false, ""),
            ("x = 2, y = 3", false, ""),
            ("$x = 2{,}5$", true, "2,5"),
            ("% 2x + 3,5 = 7,5", false, "3,5 7,5"),
        ] {
            let document = Document::scan(text);
            assert_eq!(decimal_commas(&document), sure, "{text}");
            let shown = &document.lines[0].shown;
            let found: Vec<&str> = decimals(shown).into_iter().map(|at| &shown[at]).collect();
            assert_eq!(found.join(" "), want, "{text}");
        }
    }
}
