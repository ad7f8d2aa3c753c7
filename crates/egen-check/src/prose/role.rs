//! Roles: do the words around a formula state it, name it, suppose it for what comes next, or say that it is no solution?
//!
//! `x = 1: y = 2`, `when x = 1, y = 2` and `for n = k` give a name a value that holds for what is said there. `x = -2 is extraneous` names a
//! value and takes it back.

use super::{Piece, Tie, relates};
use crate::label::label;
use crate::statement::{has_both_signs, split_outside};
use crate::words::{DOING, FOLLOWS, says};

/// What words make of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It is said.
    #[default]
    Stated,
    /// It holds for what is said next.
    Supposed,
    /// It is said to be no solution.
    Refused,
    /// An expression that words name, `Area: ab`, or say to take, `Simplify $ab$`: what `= …` goes on from, and no claim about the lines before.
    Named,
}

/// Words after which a value is supposed.
const SUPPOSES: [&str; 13] =
    ["when", "if", "at", "for", "wenn", "falls", "für", "bei", "quand", "si", "pour", "cuando", "para"];
/// Words after which a number is put in.
pub(super) const SETS: [&str; 3] = ["set", "setting", "setze"];
/// Beginnings of words by which a value is left out.
const REFUSES: [&str; 10] =
    ["reject", "discard", "exclud", "ignor", "eliminat", "dismiss", "disregard", "omit", "verwerf", "rechaz"];
/// Words that say that something is no solution, and words that do so after a *not*.
const FAILS: [&str; 8] =
    ["extraneous", "rejected", "discarded", "invalid", "impossible", "excluded", "inadmissible", "undefined"];
#[rustfmt::skip]
const NEGATED: [&str; 15] = [
    "solution", "root", "valid", "allowed", "possible", "work", "works", "satisfy", "fit", "sense", "domain", "acceptable", "admissible", "hold", "permitted",
];

const VERBS: [&str; 9] = ["is", "does", "doesn", "isn", "cannot", "can", "must", "should", "was"];
/// What is said of a value is said in so many words.
const LONGEST: usize = 7;

/// Marks the formulas of a line, and divides those of which words suppose a part only.
pub(super) fn mark_roles(text: &str, pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at < pieces.len() {
        at += 1 + divide(text, pieces, at);
    }
    for at in 0..pieces.len() {
        let found = role(text, pieces, at);
        let Piece::Formula { role, .. } = &mut pieces[at] else { continue };
        *role = found;
        // y = 3 when x = 1
        if found == Role::Supposed && at == 2 && pieces.len() == 3 && is_value(text, &pieces[0]) {
            pieces.rotate_left(1);
            return;
        }
    }
}

/// Divides `x = 1, y = 2` after *when*, and `x = 3 ± 2 = …`; how many pieces are new?
fn divide(text: &str, pieces: &mut Vec<Piece>, at: usize) -> usize {
    let Piece::Formula { at: range, tie, follows, latex, .. } = pieces[at].clone() else { return 0 };
    let part = &text[range.clone()];
    let cuts: Vec<(usize, usize)> = if has_both_signs(part) && !part.contains(['<', '>', '≤', '≥', ',', ';']) {
        split_outside(part, &["="]).into_iter().skip(2).map(|(start, _)| (start - 1, start)).collect()
    } else if supposes(text, pieces, at) && !then_follows(pieces, at) {
        let parts = split_outside(part, &[","]);
        match &parts[..] {
            [(_, first), (second, rest), ..] if (gives_a_value(first) || bounds(first)) && relates(rest) => {
                vec![(second - 1, *second)]
            }
            _ => Vec::new(),
        }
    } else {
        Vec::new()
    };
    let mut new = Vec::with_capacity(cuts.len() + 1);
    let mut start = 0;
    for (end, next) in cuts.iter().copied().chain([(part.len(), part.len())]) {
        let inner = &part[start..end];
        let from = range.start + start + inner.len() - inner.trim_start().len();
        let own = new.is_empty();
        let (tie, follows) = if own { (tie, follows) } else { (Tie::None, false) };
        let role = Role::Stated;
        new.push(Piece::Formula { at: from..range.start + start + inner.trim_end().len(), tie, follows, latex, role });
        start = next;
    }
    let more = new.len() - 1;
    pieces.splice(at..=at, new);
    more
}

fn role(text: &str, pieces: &[Piece], at: usize) -> Role {
    let Piece::Formula { at: range, .. } = &pieces[at] else { return Role::Stated };
    let part = &text[range.clone()];
    let tied = matches!(pieces.get(at + 1), Some(Piece::Formula { tie, .. }) if *tie != Tie::None);
    let values = split_outside(part, &[","]).into_iter().all(|(_, part)| gives_a_value(part));
    if !relates(part) {
        return if is_named(text, pieces, at) { Role::Named } else { Role::Stated };
    }
    if tied {
        return Role::Stated;
    }
    if !values {
        // If x < 2, both factors are negative. `x = 4 for x > 0` says where x = 4 holds.
        let condition = at <= 1 && bounds(part) && supposes(text, pieces, at);
        return if condition { Role::Supposed } else { Role::Stated };
    }
    if refused(text, pieces, at) {
        return Role::Refused;
    }
    let number = part.split('=').nth(1).is_some_and(is_number);
    let colon = number && text[range.end..].trim_start_matches(['$', ')', '\\', ' ', '*']).starts_with(':');
    let own = matches!(&pieces[at], Piece::Formula { tie: Tie::None, .. });
    if own && (colon && at + 1 < pieces.len() || supposes(text, pieces, at)) { Role::Supposed } else { Role::Stated }
}

/// Do the words before an expression name it? Words by which something is done to the expression before, and `Step 2:`, do not.
fn is_named(text: &str, pieces: &[Piece], at: usize) -> bool {
    let Piece::Formula { latex, .. } = &pieces[at] else { return false };
    let before = beside(text, at.checked_sub(1).map(|before| &pieces[before]));
    let (colon, doing) = (before.trim_end().ends_with(':'), says(before, &DOING) || says(before, &FOLLOWS));
    let told = before[label(text).min(before.len())..].contains(char::is_alphabetic);
    // Between dollar signs it stands in a sentence, unless a colon ends that.
    if *latex { !before.is_empty() && !(colon && (doing || !told)) } else { colon && told && !doing }
}

/// The prose before or behind a formula.
fn beside<'a>(text: &'a str, piece: Option<&Piece>) -> &'a str {
    match piece {
        Some(Piece::Prose(at)) => &text[at.clone()],
        _ => "",
    }
}

fn formula_text<'a>(text: &'a str, piece: &Piece) -> &'a str {
    match piece {
        Piece::Formula { at, .. } | Piece::Prose(at) => &text[at.clone()],
    }
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Do the words before a formula suppose it? `if and only if` says more.
fn supposes(text: &str, pieces: &[Piece], at: usize) -> bool {
    let before = beside(text, at.checked_sub(1).map(|before| &pieces[before]));
    let mut last = words(before).rev();
    let Some(word) = last.next() else { return false };
    let set = SETS.contains(&word.as_str()) && formula_text(text, &pieces[at]).split('=').nth(1).is_some_and(is_number);
    set || SUPPOSES.contains(&word.as_str()) && last.next().as_deref() != Some("only")
}

fn then_follows(pieces: &[Piece], at: usize) -> bool {
    pieces[at + 1..].iter().any(|piece| matches!(piece, Piece::Formula { follows: true, .. }))
}

/// Do the words beside a value say that it is no solution?
fn refused(text: &str, pieces: &[Piece], at: usize) -> bool {
    let before = beside(text, at.checked_sub(1).map(|before| &pieces[before]));
    let after = beside(text, pieces.get(at + 1));
    let clause = after.trim_start().split(['.', ';']).next().unwrap_or("");
    let refuses = |word: &String| REFUSES.iter().any(|start| word.starts_with(start));
    if words(before).rev().take(2).any(|word| refuses(&word)) {
        return true;
    }
    let all: Vec<String> = words(clause).take(LONGEST).collect();
    let Some(first) = all.first() else { return false };
    let said = |words: &[&str]| all.iter().any(|word| words.contains(&word.as_str()));
    let not =
        |words: &[String]| words.iter().any(|word| ["not", "cannot", "no", "t", "never"].contains(&word.as_str()));
    let fails = said(&FAILS) || not(&all) && (said(&NEGATED) || all.last().is_some_and(|word| word == "not"));
    match clause.starts_with(['(', '[', ',', '—', '–', '-']) {
        // x = 7 (-7 is rejected)
        true => FAILS.contains(&first.as_str()) || refuses(first) || not(&all[..1]) && said(&NEGATED),
        false => first == "fails" || VERBS.contains(&first.as_str()) && fails && !said(&["only"]),
    }
}

/// Does a text say `x = 1`, `n = k + 1`?
fn gives_a_value(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    let (name, value) = (left.trim(), right.trim());
    let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '\\')
        && name.split(['_', '\\']).all(|part| part.chars().count() < 6)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '{' | '}'));
    plain && !value.is_empty() && !relates(value) && !words(value).any(|word| word == name.to_lowercase())
}

/// Is it an inequality?
fn bounds(text: &str) -> bool {
    relates(text) && !text.replace("<=", "<").replace(">=", ">").contains('=') && !text.contains("\\in")
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '−' | '/' | ' '))
}

fn is_value(text: &str, piece: &Piece) -> bool {
    matches!(piece, Piece::Formula { at, .. } if gives_a_value(&text[at.clone()]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::parts;
    use super::*;

    #[test]
    fn values_are_supposed_and_refused_by_words() {
        for (text, want) in [
            ("x = 1: y = 2", "?x = 1|y = 2"),
            ("When x = 1, y = 2", "?x = 1|y = 2"),
            ("If x = 1, then y = 3.", "?x = 1|y = 3"),
            ("Assume it holds for n = k.", "?n = k"),
            ("For a = 1, b = 2, then c = 3", "?a = 1, b = 2|c = 3"),
            ("y = 3 when x = 1", "?x = 1|y = 3"),
            ("x^2 = 4 when x = 1", "x^2 = 4|?x = 1"),
            ("x = 2 if and only if y = 3", "x = 2|y = 3"),
            ("If x < 2, both factors are negative.", "?x < 2"),
            ("For x >= 0, |x| = x", "?x >= 0||x| = x"),
            ("x = 4 for x > 0", "x = 4|x > 0"),
            ("Set x = 0: y = 3", "?x = 0|y = 3"),
            ("Set u = x^2", "u = x^2"),
            ("x = -2 is extraneous", "!x = -2"),
            ("Reject x = -2.", "!x = -2"),
            ("x = 2 or x = -1 (rejected)", "x = 2|!x = -1"),
            ("x = 2 does not work", "!x = 2"),
            ("x = 2 is not the only solution", "x = 2"),
            ("x = 2 is a solution", "x = 2"),
            ("x = (-3 ± sqrt(25))/4 = (-3 ± 5)/4", "x = (-3 ± sqrt(25))/4|(-3 ± 5)/4"),
            ("Area: a*b", "@a*b"),
            ("Expand: (a+b)^2", "(a+b)^2"),
            ("2. Step 2: $a^2$", "a^2"),
            ("2. $a^2$", "a^2"),
            ("Simplify $a^2$", "@a^2"),
            ("Here $a^2$ is positive", ""),
        ] {
            let (text, parts) = parts(text);
            let shown = |piece: &Piece| match piece {
                Piece::Formula { at, role, .. } => {
                    let sign = match role {
                        Role::Stated => "",
                        Role::Supposed => "?",
                        Role::Refused => "!",
                        Role::Named => "@",
                    };
                    Some(format!("{sign}{}", &text[at.clone()]))
                }
                Piece::Prose(_) => None,
            };
            let found: Vec<String> = parts.iter().filter_map(shown).collect();
            assert_eq!(found.join("|"), want, "{text}");
        }
    }
}
