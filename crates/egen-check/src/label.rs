//! Labels: what stands before and behind the formula of a line and is no part of it?
//!
//! `Step 1:`, `(ii)`, `2.` before it; its number `(3)`, `| : 2`, `// divide by 2`, digits that go on and the end of a proof behind it.

use crate::prose::relates;
use crate::words::{is_name, is_word, side_name};

const HEADS: [&str; 17] = [
    "step", "line", "eq", "equation", "case", "part", "problem", "exercise", "question", "example", "solution",
    "proof", "schritt", "paso", "étape", "aufgabe", "q",
];
const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

/// The length of `Step 1:`, `2.`, `(a)`, `(ii)` at the start.
pub fn label(text: &str) -> usize {
    let rest = text.trim_start();
    let blank = text.len() - rest.len();
    let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphabetic()).len();
    let head = if HEADS.contains(&rest[..word].to_lowercase().as_str()) { word } else { 0 };
    let after = rest[head..].trim_start_matches(['.', ' ']);
    let opened = after.strip_prefix('(');
    let inner = opened.unwrap_or(after);
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let letters = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let roman = ROMAN.contains(&&inner[..letters]);
    let number = match digits {
        0 if roman => letters,
        0 => usize::from(inner.starts_with(|c: char| c.is_ascii_alphabetic())),
        1..=3 => digits,
        _ => return 0,
    };
    let mark = inner[number..].chars().next();
    let closed = match (opened.is_some(), mark) {
        (true, Some(')')) => true,
        (false, Some(')' | ':')) => true,
        (false, Some('.')) => digits > 0 || roman || head > 0,
        // Step 1 - 2x + 1 = 7
        (false, Some(' ')) if head > 0 && digits > 0 => {
            let tail = inner[number..].trim_start();
            let dash = tail.starts_with(['-', '–', '—']);
            let long = tail.chars().next().map_or(0, char::len_utf8);
            return if dash && tail[long..].starts_with(' ') { blank + rest.len() - tail.len() + long } else { 0 };
        }
        _ => false,
    };
    let gone = rest.len() - inner.len() + number + 1;
    if number == 0 {
        let colon = head > 0 && rest[head..].trim_start().starts_with([':', '.']);
        return if colon { blank + head + rest[head..].find([':', '.']).unwrap_or(0) + 1 } else { 0 };
    }
    if !closed || gone > rest.len() {
        return 0;
    }
    let mut tail = &rest[gone..];
    let spaced = tail.starts_with(' ') || tail.is_empty();
    tail = tail.trim_start();
    let sure = digits > 0 || head > 0 || roman && number > 1;
    // (a) + b is a sum, and (a)(b) a product.
    let formula = tail.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\\' | '√' | '∫' | '$'))
        || sure && tail.starts_with(['-', '(', '⇒', '∴', '|'])
        || tail.is_empty();
    if spaced && formula && (digits > 0 || head > 0 || tail.contains('=')) { blank + gone } else { 0 }
}

/// A text without `| : 2`, what was done to both sides, without `(3)`, the number of a line, and without the end of a proof.
pub fn without_remark(text: &str) -> &str {
    let mut text = text.trim_end_matches([' ', '✓', '□', '∎', '■', '?', '☐', '✗']);
    // ≈ says nothing exact, and what stands before it does.
    for sign in ["≈", "\\approx"] {
        text = text.find(sign).map_or(text, |at| text[..at].trim_end());
    }
    for sign in ["//", "<--", "<-", "←", "\\leftarrow"] {
        if let Some(at) = text.find(sign)
            && (text[..at].ends_with(' ') || sign != "//")
            && says_something(&text[at + sign.len()..])
        {
            text = text[..at].trim_end();
        }
    }
    if text.matches('|').count() % 2 == 1
        && let Some((head, tail)) = text.rsplit_once('|')
        && tail.trim_start().starts_with([':', '+', '-', '−', '*', '/', '·', '÷', '√', '²'])
        && relates(head)
    {
        text = head.trim_end();
    }
    // … = 4x = RHS
    while let Some((head, tail)) = text.rsplit_once('=')
        && let tail = tail.trim()
        && side_name(tail).is_some_and(|(_, length)| tail[length..].trim_matches(['.', ' ']).is_empty())
        && !head.trim().is_empty()
        && side_name(head.trim()).is_none_or(|(_, length)| length < head.trim().len())
    {
        text = head.trim_end_matches(['&', ' ']);
    }
    without_number(&text[..goes_on(text)])
}

/// Are there words, and no second side of a relation `x <-1`?
fn says_something(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() > 2 && !is_name(&word.to_lowercase()) || is_word(&word.to_lowercase()))
}

/// `x + y = 5 ... (1)` without its number.
fn without_number(text: &str) -> &str {
    let inside = |inner: &str| {
        let inner = inner.trim();
        let digits = (1..=3).contains(&inner.len()) && inner.bytes().all(|byte| byte.is_ascii_digit());
        let stars = (1..=3).contains(&inner.len()) && inner.bytes().all(|byte| byte == b'*');
        let roman = ROMAN.contains(&inner) || ROMAN.contains(&inner.to_lowercase().as_str()) && inner.len() < 4;
        let dotted = inner.len() < 6
            && inner.split_once('.').is_some_and(|(a, b)| {
                !a.is_empty() && !b.is_empty() && (a.to_string() + b).bytes().all(|byte| byte.is_ascii_digit())
            });
        (digits || stars || dotted || matches!(inner, "†" | "‡"), roman)
    };
    for (open, close) in [('(', ')'), ('[', ']')] {
        let Some((head, inner)) = text.strip_suffix(close).and_then(|inner| inner.rsplit_once(open)) else { continue };
        let (number, roman) = inside(inner);
        let leader = head.trim_end().trim_end_matches(['.', '…', '⋯', '·', ' ', '~']);
        let led = head.trim_end().len() > leader.len() + 1 || head.trim_end().ends_with("dots");
        let apart = head.ends_with([' ', '\t', '~']) || head.ends_with("quad") || led;
        // (x) is a factor, and so is (i) without a gap before it.
        let wide = led || head.ends_with("  ") || head.ends_with('\t') || head.ends_with("quad") || inner.len() > 1;
        if !(number || roman && wide) || !apart {
            continue;
        }
        let mut head = leader;
        loop {
            let shorter = ["\\quad", "\\qquad", "\\dots", "\\ldots", "\\cdots", "\\;", "\\,", "&", "--", "→", "←"]
                .iter()
                .find_map(|end| head.strip_suffix(end));
            match shorter {
                Some(shorter) => head = shorter.trim_end(),
                None => break,
            }
        }
        // 3 * (2) is a product.
        let complete = !head.ends_with(['+', '-', '*', '/', '=', '^', '·', '×', '<', '>', '(', '−']);
        if relates(head) && complete && !head.ends_with("\\cdot") && !head.ends_with("\\times") {
            return head;
        }
    }
    text
}

const DOTS: [&str; 6] = ["...", "…", "\\dots", "\\ldots", "\\cdots", "⋯"];

/// Where a text ends before a side whose digits go on: `1/3 = 0.333…`.
fn goes_on(text: &str) -> usize {
    for dots in DOTS {
        let Some(at) = text.find(dots) else { continue };
        let head = &text[..at];
        let digits = head.len() - head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && head[..head.len() - digits].ends_with(['.', ',']) {
            return head.rfind('=').map_or(0, |sign| head[..sign].trim_end_matches(['&', ' ']).len());
        }
    }
    text.len()
}

fn ends_with_operation(head: &str) -> bool {
    head.trim_end().ends_with(['+', '-', '−', '*', '·', ',', '×']) || head.trim_end().ends_with("\\cdot")
}

/// Is a side a sum or a product of which only some terms are written?
pub fn goes_on_in_terms(side: &str) -> bool {
    DOTS.iter().any(|dots| side.find(dots).is_some_and(|at| ends_with_operation(&side[..at])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_from_formulas() {
        for (text, rest) in [
            ("Step 1: 2x = 4", "2x = 4"),
            ("Step 1 - 2x + 1 = 7", "2x + 1 = 7"),
            ("(ii) 2x = 6", "2x = 6"),
            ("i. 2x = 6", "2x = 6"),
            ("Q1. 2x = 6", "2x = 6"),
            ("(x) = 6", "(x) = 6"),
            ("1.5 x = 3", "1.5 x = 3"),
            ("(a) + b = c", "(a) + b = c"),
            ("x - 1 = 2", "x - 1 = 2"),
        ] {
            assert_eq!(text[label(text)..].trim_start(), rest, "{text}");
        }
    }

    #[test]
    fn numbers_and_remarks_behind_a_formula_are_taken_off() {
        for (text, want) in [
            ("x + y = 5 (1)", "x + y = 5"),
            ("x + y = 5 \\quad (1)", "x + y = 5"),
            ("x + y = 5 ...(i)", "x + y = 5"),
            ("x + y = 5 ..... (2)", "x + y = 5"),
            ("x + y = 5 [1]", "x + y = 5"),
            ("x + y = 5   (I)", "x + y = 5"),
            ("x + y = 5 (II)", "x + y = 5"),
            ("x + y = 5 (*)", "x + y = 5"),
            ("f(2) = 3(2)", "f(2) = 3(2)"),
            ("f(2) = 3 * (2)", "f(2) = 3 * (2)"),
            ("4x = 12 // divide by 4", "4x = 12"),
            ("4x = 12 <- divide by 4", "4x = 12"),
            ("x <-1", "x <-1"),
            ("1/3 = 0.333...", "1/3"),
            ("0.333... = 1/3", ""),
            ("1 + 2 + \\dots + n = n(n+1)/2", "1 + 2 + \\dots + n = n(n+1)/2"),
        ] {
            assert_eq!(without_remark(text), want, "{text}");
        }
    }
}
