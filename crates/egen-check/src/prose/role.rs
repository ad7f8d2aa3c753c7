//! Roles: do the words around a formula state it, name it, suppose it for what comes next, or say that it is no solution?
//!
//! `x = 1: y = 2`, `when x = 1, y = 2` and `for n = k` give a name a value that holds for what is said there. `x = -2 is extraneous` names a
//! value and takes it back.

use std::ops::Range;

use super::{Piece, Tie, relates};
use crate::cues::{Effect, Spoken};
use crate::label::label;
use crate::signs::{self, Meaning};
use crate::statement::{has_both_signs, split_outside};

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

/// Marks the formulas of a line, and divides those of which words suppose a part only.
pub(super) fn mark_roles(spoken: Spoken, pieces: &mut Vec<Piece>) {
    let mut at = 0;
    while at < pieces.len() {
        at += 1 + divide(spoken, pieces, at);
    }
    for at in 0..pieces.len() {
        let found = role(spoken, pieces, at);
        let Piece::Formula { role, .. } = &mut pieces[at] else { continue };
        *role = found;
        // y = 3 when x = 1
        if found == Role::Supposed && at == 2 && pieces.len() == 3 && is_value(spoken.text, &pieces[0]) {
            pieces.rotate_left(1);
            return;
        }
    }
}

/// Divides `x = 1, y = 2` after *when*, and `x = 3 ± 2 = …`; how many pieces are new?
fn divide(spoken: Spoken, pieces: &mut Vec<Piece>, at: usize) -> usize {
    let Piece::Formula { at: range, tie, follows, latex, .. } = pieces[at].clone() else { return 0 };
    let part = &spoken.text[range.clone()];
    let others = part.contains([',', ';']) || signs::all(part).any(|(_, meaning, _)| !is_equality(meaning));
    let cuts: Vec<(usize, usize)> = if has_both_signs(part) && !others {
        split_outside(part, &["="]).into_iter().skip(2).map(|(start, _)| (start - 1, start)).collect()
    } else if supposes(spoken, &range) && !then_follows(pieces, at) {
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

fn is_equality(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Relation(crate::formula::Sign::Equal))
}

fn role(spoken: Spoken, pieces: &[Piece], at: usize) -> Role {
    let Piece::Formula { at: range, tie, .. } = &pieces[at] else { return Role::Stated };
    let part = &spoken.text[range.clone()];
    if !relates(part) {
        return if is_named(spoken, pieces, at) { Role::Named } else { Role::Stated };
    }
    if matches!(pieces.get(at + 1), Some(Piece::Formula { tie, .. }) if *tie != Tie::None) {
        return Role::Stated;
    }
    let supposed = supposes(spoken, range);
    if !split_outside(part, &[","]).into_iter().all(|(_, part)| gives_a_value(part)) {
        // If x < 2, both factors are negative. `x = 4 for x > 0` says where x = 4 holds.
        return if at <= 1 && bounds(part) && supposed { Role::Supposed } else { Role::Stated };
    }
    let refused = spoken
        .heard
        .before(spoken.text, range.start, Effect::Refuse)
        .or_else(|| spoken.heard.behind(spoken.text, range.end, Effect::Refuse));
    if refused.is_some() {
        return Role::Refused;
    }
    let behind = spoken.text[range.end..].trim_start_matches(['$', ')', '\\', ' ', '*']);
    let colon = puts_a_number(part) && behind.starts_with(':') && at + 1 < pieces.len();
    if *tie == Tie::None && (colon || supposed) { Role::Supposed } else { Role::Stated }
}

/// Do the words before an expression name it? Words by which something is done to the expression before, and `Step 2:`, do not.
fn is_named(spoken: Spoken, pieces: &[Piece], at: usize) -> bool {
    let Piece::Formula { latex, .. } = &pieces[at] else { return false };
    let Some(Piece::Prose(words)) = at.checked_sub(1).map(|before| &pieces[before]) else { return false };
    let before = &spoken.text[words.clone()];
    let colon = before.trim_end().ends_with(':');
    let doing = [Effect::Step, Effect::Result].iter().any(|effect| spoken.heard.has(words.clone(), *effect));
    let told = spoken.text[label(spoken, words.start).min(words.end)..words.end].contains(char::is_alphabetic);
    // Between dollar signs it stands in a sentence, unless a colon ends that.
    if *latex { !before.is_empty() && !(colon && (doing || !told)) } else { colon && told && !doing }
}

/// Do the words before a formula suppose it?
fn supposes(spoken: Spoken, at: &Range<usize>) -> bool {
    let said = |effect| spoken.heard.before(spoken.text, at.start, effect).is_some();
    said(Effect::Suppose) || said(Effect::Put) && puts_a_number(&spoken.text[at.clone()])
}

fn then_follows(pieces: &[Piece], at: usize) -> bool {
    pieces[at + 1..].iter().any(|piece| matches!(piece, Piece::Formula { follows: true, .. }))
}

/// Is the second side of a relation a number?
fn puts_a_number(text: &str) -> bool {
    text.split('=').nth(1).is_some_and(is_number)
}

/// Does a text say `x = 1`, `n = k + 1`?
fn gives_a_value(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    let (name, value) = (left.trim(), right.trim());
    let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '\\')
        && name.split(['_', '\\']).all(|part| part.chars().count() < 6)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '{' | '}'));
    let again = || value.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case(name));
    plain && !value.is_empty() && !relates(value) && !again()
}

/// Is it an inequality?
fn bounds(text: &str) -> bool {
    let mut signs = signs::all(text).peekable();
    signs.peek().is_some()
        && signs.all(|(_, meaning, _)| matches!(meaning, Meaning::Relation(_)) && !is_equality(meaning))
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
