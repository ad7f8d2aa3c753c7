//! Labels: what stands before and behind the formula of a line and is no part of it?
//!
//! `Step 1:`, `(ii)`, `2.` before it; its number `(3)`, `| : 2`, `// divide by 2`, digits that go on and the end of a proof behind it.

use crate::cues::{Effect, Spoken};
use crate::document::roman;
use crate::signs::relates;

/// Where a text goes on behind `Step 1:`, `2.`, `(a)`, `(ii)` at a place.
pub fn label(spoken: Spoken, from: usize) -> usize {
    let rest = spoken.text[from..].trim_start();
    let blank = spoken.text.len() - rest.len();
    let head = spoken.heard.ends(blank, Effect::Label).map_or(0, |end| end - blank);
    length(rest, head).map_or(from, |length| blank + length)
}

/// The length of a label; `head` is that of the word it begins with.
fn length(rest: &str, head: usize) -> Option<usize> {
    let after = rest[head..].trim_start_matches(['.', ' ']);
    let opened = after.strip_prefix('(');
    let inner = opened.unwrap_or(after);
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let letters = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let roman = roman(&inner[..letters]).is_some();
    let number = match digits {
        0 if roman => letters,
        0 => usize::from(inner.starts_with(|c: char| c.is_ascii_alphabetic())),
        1..=3 => digits,
        _ => return None,
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
            return (dash && tail[long..].starts_with(' ')).then(|| rest.len() - tail.len() + long);
        }
        _ => false,
    };
    let gone = rest.len() - inner.len() + number + 1;
    if number == 0 {
        let colon = head > 0 && rest[head..].trim_start().starts_with([':', '.']);
        return colon.then(|| head + rest[head..].find([':', '.']).unwrap_or(0) + 1);
    }
    if !closed || gone > rest.len() {
        return None;
    }
    let mut tail = &rest[gone..];
    let spaced = tail.starts_with(' ') || tail.is_empty();
    tail = tail.trim_start();
    let sure = digits > 0 || head > 0 || roman && number > 1;
    // (a) + b is a sum, and (a)(b) a product.
    let formula = tail.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\\' | '√' | '∫' | '$'))
        || sure && tail.starts_with(['-', '(', '⇒', '∴', '|'])
        || tail.is_empty();
    (spaced && formula && (digits > 0 || head > 0 || tail.contains('='))).then_some(gone)
}

/// Where a formula ends that goes on from a place: before `| : 2`, what was done to both sides, before `(3)`, the number of a line, and before
/// the end of a proof.
pub fn without_remark(spoken: Spoken, from: usize) -> usize {
    let whole = &spoken.text[from..];
    let mut text = whole.trim_end_matches([' ', '✓', '□', '∎', '■', '?', '☐', '✗']);
    // ≈ says nothing exact, and what stands before it does.
    text = text.split_once('≈').or_else(|| text.split_once("\\approx")).map_or(text, |(head, _)| head.trim_end());
    for sign in ["//", "<--", "<-", "←", "\\leftarrow"] {
        let words = |at: usize| spoken.has_words(from + at + sign.len()..from + text.len());
        if let Some(at) = text.find(sign).filter(|&at| (text[..at].ends_with(' ') || sign != "//") && words(at)) {
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
    let is_side = |part: &str, from: usize| {
        let start = from + part.len() - part.trim_start().len();
        let rest = |(_, end): (_, usize)| from + part.len() - end.min(from + part.len());
        spoken.set_side(start).is_some_and(|side| part[part.len() - rest(side)..].trim_matches(['.', ' ']).is_empty())
    };
    while let Some((head, tail)) = text.rsplit_once('=')
        && is_side(tail, from + head.len() + 1)
        && !head.trim().is_empty()
        && !is_side(head, from)
    {
        text = head.trim_end_matches(['&', ' ']);
    }
    from + without_number(&text[..goes_on(text)]).len()
}

/// `x + y = 5 ... (1)` without its number.
fn without_number(text: &str) -> &str {
    let is_number = |inner: &str| {
        let digits = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let stars = (1..=3).contains(&inner.len()) && inner.bytes().all(|byte| byte == b'*');
        inner.len() < 6 && inner.split('.').all(digits) || stars || matches!(inner, "†" | "‡")
    };
    for (open, close) in [('(', ')'), ('[', ']')] {
        let Some((head, inner)) = text.strip_suffix(close).and_then(|inner| inner.rsplit_once(open)) else { continue };
        let number = is_number(inner.trim());
        let roman = inner.trim().len() < 5 && roman(inner.trim()).is_some();
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
            let ends = ["\\quad", "\\qquad", "\\;", "\\,", "&", "--", "→", "←"];
            let shorter = ends.iter().chain(&DOTS).find_map(|end| head.strip_suffix(end));
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
    use crate::cues::Cues;

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
            let heard = Cues::builtin().hear(text);
            assert_eq!(text[label(Spoken::of(text, &heard), 0)..].trim_start(), rest, "{text}");
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
            let heard = Cues::builtin().hear(text);
            assert_eq!(&text[..without_remark(Spoken::of(text, &heard), 0)], want, "{text}");
        }
    }
}
