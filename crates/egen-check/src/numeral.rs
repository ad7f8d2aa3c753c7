//! Numerals: what do `20%`, `1/2 of 60`, `3 : 4`, `2 1/2` and `1,000` stand for?
//!
//! The reader of expressions refuses them, since elsewhere `%` is a remainder and two numbers in a row are a slip. Among the steps of a
//! calculation they have one meaning each.

use std::borrow::Cow;
use std::ops::Range;

use crate::cues::{Cues, Effect};
use crate::document::words_command;
use crate::signs::bracket;

/// A text with percents and ratios as quotients, *of* as a product and mixed numbers as sums.
pub fn spelled<'a>(text: &'a str, cues: &Cues) -> Cow<'a, str> {
    if !text.contains(['%', ':', ',']) && share_at(text, cues).is_none() && mixed_at(text, 0).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = text.to_string();
    while let Some(at) = thousands_at(&out) {
        out.remove(at);
    }
    while let Some(at) = share_at(&out, cues) {
        out.replace_range(at, " * ");
    }
    while let Some(at) = ratio_at(&out) {
        out.replace_range(at..at + 1, "/");
    }
    let mut from = 0;
    while let Some((start, between, end)) = mixed_at(&out, from) {
        let sum = format!("({}+{})", &out[start..between], out[between..end].trim());
        from = start + sum.len();
        out.replace_range(start..end, &sum);
    }
    let mut from = 0;
    while let Some(at) = out[from..].find('%').map(|at| from + at) {
        let head = out[..at].trim_end_matches('\\').trim_end();
        let start = number_before(head);
        if start == head.len() || !ends_a_percentage(&out[at + 1..]) {
            from = at + 1;
            continue;
        }
        let quotient = format!("({}/100)", &head[start..]);
        from = start + quotient.len();
        out.replace_range(start..at + 1, &quotient);
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Is the word *of* at this place a product: `20% of 50`, `3/4 of x`? `20 of 50` is none.
pub fn is_product(before: &str, after: &str) -> bool {
    let head = before.trim_end();
    let quotient = || {
        let digits = number_before(head);
        digits < head.len() && head[..digits].trim_end().ends_with('/') && {
            let over = head[..digits].trim_end();
            let over = over[..over.len() - 1].trim_end();
            number_before(over) < over.len()
        }
    };
    let next = after.trim_start();
    let letters = next.len() - next.trim_start_matches(char::is_alphabetic).len();
    let operand = next.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '(' | '\\'))
        || letters > 0 && next[..letters].chars().count() == 1 && !is_article(&next[letters..]);
    next.len() < after.len() && operand && (head.ends_with('%') || quotient())
}

/// `1/2 of a cake`: a word follows.
fn is_article(rest: &str) -> bool {
    rest.trim_start().starts_with(char::is_alphabetic)
}

/// The comma of `1,000`, outside brackets, where it may divide arguments.
fn thousands_at(text: &str) -> Option<usize> {
    let digit = |c: char| c.is_ascii_digit();

    let mut depth = 0i32;
    let mut commas = text.char_indices().filter(|(_, c)| {
        depth += bracket(*c);
        *c == ',' && depth <= 0
    });
    let found = commas.find(|(at, _)| {
        let head = text[..*at].trim_end_matches(digit);
        let (before, after) = (&text[head.len()..*at], &text[at + 1..]);
        let after = after.len() - after.trim_start_matches(digit).len();
        (1..=3).contains(&before.len()) && after == 3 && !head.ends_with(['.', '_']) && !before.starts_with('0')
    });
    found.map(|(at, _)| at)
}

/// The colon of `6 : 8`, and those of `x : 3 = 4 : 6`.
fn ratio_at(text: &str) -> Option<usize> {
    if text.split('=').count() == 2 && text.split('=').all(|side| side.matches(" : ").count() == 1) {
        return text.find(':');
    }
    let digit = |c: char| c.is_ascii_digit();
    let between = |at: usize| text[..at].trim_end().ends_with(digit) && text[at + 1..].trim_start().starts_with(digit);
    text.match_indices(':').map(|(at, _)| at).find(|&at| between(at))
}

/// The word for a product behind a share, with the blanks and the command around it.
fn share_at(text: &str, cues: &Cues) -> Option<Range<usize>> {
    // A share ends with a sign of percent or is a quotient.
    let heard = text.contains(['%', '/']).then(|| cues.hear(text))?;
    let shares = heard.hits().iter().filter(|hit| hit.effect == Effect::Share);
    shares
        .map(|hit| around(text, hit.span.clone()))
        .find(|at| is_product(&text[..at.start], &format!(" {}", &text[at.end..])))
}

/// Words with the blanks around them, and with the command and the braces that they stand in.
fn around(text: &str, span: Range<usize>) -> Range<usize> {
    let trimmed = |span: Range<usize>| {
        let (head, tail) = (text[..span.start].trim_end(), text[span.end..].trim_start());
        head.len()..text.len() - tail.len()
    };
    let inner = trimmed(span);
    let command = text[..inner.start].strip_suffix('{').and_then(|head| head.rfind('\\'));
    match command.filter(|&start| words_command(&text[start..]) == Some(inner.start - start)) {
        Some(start) if text[inner.end..].starts_with('}') => trimmed(start..inner.end + 1),
        _ => inner,
    }
}

/// Where the number that ends a text starts.
fn number_before(text: &str) -> usize {
    text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len()
}

/// `7 % 3` is a remainder.
fn ends_a_percentage(rest: &str) -> bool {
    !rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '(')
}

/// The start, the gap and the end of a mixed number such as `2 1/2`.
fn mixed_at(text: &str, from: usize) -> Option<(usize, usize, usize)> {
    let bytes = text.as_bytes();
    let digits = |at: usize| bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (from.max(1)..text.len()).filter(|&at| bytes[at] == b' ').find_map(|at| {
        let start = at - bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let joined = start > 0
            && (bytes[start - 1].is_ascii_alphanumeric() || matches!(bytes[start - 1], b'.' | b'_' | b'^' | b'/'));
        let over = digits(at + 1);
        let slash = at + 1 + over;
        let below = slash + 1;
        if start == at || joined || over == 0 || bytes.get(slash) != Some(&b'/') || below >= text.len() {
            return None;
        }
        let end = below + digits(below);
        let ends =
            !bytes.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'^'));
        (end > below && ends).then_some((start, at, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_shares_and_mixed_numbers_are_spelled_out() {
        for (text, want) in [
            ("20% of 50 = 10", "(20/100) * 50 = 10"),
            ("0.35 = 35%", "0.35 = (35/100)"),
            ("1/2 of 60 = 30", "1/2 * 60 = 30"),
            ("2 1/2 + 1 1/4 = 15/4", "(2+1/2) + (1+1/4) = 15/4"),
            ("12.5 \\% \\cdot 8 = 1", "(12.5/100) \\cdot 8 = 1"),
            ("15\\% \\text{ of } 80", "(15/100) * 80"),
            ("7 % 3 = 1", "7 % 3 = 1"),
            ("3:4 = 6 : 8", "3/4 = 6 / 8"),
            ("1,000 + 2,500 = 3,500", "1000 + 2500 = 3500"),
            ("x = 1, 200", "x = 1, 200"),
            ("f(1,200)", "f(1,200)"),
            ("20 of 50", "20 of 50"),
            ("x^2 1/2", "x^2 1/2"),
            ("2 1/2x", "2 1/2x"),
        ] {
            assert_eq!(spelled(text, Cues::builtin()), want, "{text}");
        }
    }
}
