//! Commas: is `3,5` a decimal, as most of the world writes it, or two numbers of a list?
//!
//! Beside a sign of arithmetic or a letter it is a decimal, as in `2x + 3,5 = 7,5`; then the commas of the whole text are. `x = 1,5` alone is not clear.

use std::ops::Range;

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
        let listed = head.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ',' | '.' | '{'))
            || matches!(bytes.get(end), Some(b',' | b'.')) && digit(end + 1);
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
pub fn has_decimals(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    let alone =
        |(number, _): (Range<usize>, usize)| number.len() == right.trim_end_matches(['.', ' ']).trim_start().len();
    let computed = left.contains(|c: char| c.is_ascii_digit() || matches!(c, '²' | '³' | '^' | '+' | '*' | '·' | '√'));
    numbers(text).any(|(number, _)| is_sure(text, &number)) || computed && numbers(right).any(alone)
}

/// Writes points in decimals. A comma in brackets may divide arguments, unless a sign says that it does not.
pub fn write_points(text: &mut String) {
    let (mut depth, mut seen, mut places) = (0i32, 0, Vec::new());
    for (number, comma) in numbers(text) {
        for c in text[seen..comma].chars() {
            depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        }
        seen = comma;
        // {-1,5; 1,5} has other signs between its numbers.
        if depth <= 0 || is_sure(text, &number) || text.contains(';') {
            places.push(comma);
        }
    }
    for at in places {
        text.replace_range(at..at + 1, ".");
    }
}

/// The first decimal with a comma in a text, if there is one.
pub fn first_decimal(text: &str) -> Option<&str> {
    numbers(text).next().map(|(number, _)| &text[number])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_told_from_lists() {
        for (text, sure, want) in [
            ("2x + 3,5 = 7,5", true, "2x + 3.5 = 7.5"),
            ("0,5x = 2", true, "0.5x = 2"),
            ("x² = 2,25", true, "x² = 2.25"),
            ("L = {-1,5; 1,5}", false, "L = {-1.5; 1.5}"),
            ("x = 1,5", false, "x = 1.5"),
            ("x = -1,5", false, "x = -1.5"),
            ("x = 1,2,3", false, "x = 1,2,3"),
            ("x1,2 = -3 + 1", false, "x1,2 = -3 + 1"),
            ("f(1,5) = 2", false, "f(1,5) = 2"),
            ("2(x + 1,5) = 7", true, "2(x + 1.5) = 7"),
            ("1,000 + 2 = 1,002", false, "1,000 + 2 = 1,002"),
            ("x = 2, y = 3", false, "x = 2, y = 3"),
        ] {
            assert_eq!(has_decimals(text), sure, "{text}");
            let mut points = text.to_string();
            write_points(&mut points);
            assert_eq!(points, want, "{text}");
        }
    }
}
