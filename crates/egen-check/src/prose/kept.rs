//! Kept: which stretches between words are formulas, and which only stand among the words?

use super::{Piece, Tie};
use crate::cues::{Effect, Spoken};
use crate::signs::{first_side, relates};

/// Beside words, only what relates two sides or ends the line after them is a formula.
pub(super) fn demote(spoken: Spoken, pieces: &mut [Piece], continues: bool) {
    let from = usize::from(continues && matches!(pieces[0], Piece::Formula { .. }));
    for at in from..pieces.len() {
        if matches!(pieces[at], Piece::Formula { .. }) && !is_kept(spoken, pieces, at) {
            pieces[at] = Piece::Prose(pieces[at].at().clone());
        }
    }
}

fn is_kept(spoken: Spoken, pieces: &[Piece], at: usize) -> bool {
    let Piece::Formula { at: range, tie, .. } = &pieces[at] else { return false };
    let (text, before) = (&spoken.text[range.clone()], at.checked_sub(1).map(|before| &pieces[before]));
    // Set f'(x) = 0: it is asked where it holds.
    let asked = spoken.heard.before(spoken.text, range.start, Effect::Put).is_some() && names_a_function(text);
    if asked || starts_with_number(text) && belongs_to_words(spoken, before, range.start, *tie) {
        return false;
    }
    relates(text)
        || *tie != Tie::None && matches!(before, Some(Piece::Formula { .. }))
        || match before {
            Some(Piece::Prose(_)) => at + 1 == pieces.len() && is_given(spoken, pieces, at),
            // A formula first, and a remark behind it.
            None => {
                let next = pieces.get(at + 1).map(|piece| piece.at().start).unwrap_or(spoken.text.len());
                range.len() > 2 && spoken.heard.behind(spoken.text, next, Effect::Share).is_none()
            }
            Some(Piece::Formula { .. }) => false,
        }
}

/// Does a number belong to the words before it? 5% tax on 40 = 2, the sum of 3 and 4 = 7: what is equal began before the words.
fn belongs_to_words(spoken: Spoken, before: Option<&Piece>, at: usize, tie: Tie) -> bool {
    match before {
        // A number that was taken for words just now.
        Some(Piece::Prose(words)) if tie != Tie::None && spoken.heard.words_within(words.clone()).is_empty() => true,
        Some(Piece::Prose(_)) => spoken.heard.before(spoken.text, at, Effect::Amount).is_some(),
        Some(Piece::Formula { at, .. }) => tie != Tie::None && !relates(&spoken.text[at.clone()]),
        None => false,
    }
}

/// Do the words before an expression give it? `The perpendicular has slope -1/2`: a number belongs to the words, unless these say what was done.
fn is_given(spoken: Spoken, pieces: &[Piece], at: usize) -> bool {
    let (range, words) = (pieces[at].at(), pieces[at - 1].at());
    let colon = spoken.text[words.clone()].trim_end().ends_with(':');
    let before = |effect| spoken.heard.before(spoken.text, range.start, effect).is_some();
    let asked = before(Effect::Task) || before(Effect::Differentiating);
    let about = !colon && before(Effect::About) && !asked;
    let number = !spoken.text[range.clone()].contains(char::is_alphabetic);
    range.len() > 2
        && !about
        && (!number
            || colon
            || [Effect::Step, Effect::Task].iter().any(|effect| spoken.heard.has(words.clone(), *effect)))
}

/// Is the first side of a relation a number alone?
fn starts_with_number(text: &str) -> bool {
    let side = first_side(text).trim();
    !side.is_empty()
        && side.len() < text.trim().len()
        && side.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '%'))
}

/// Is the first side of a relation a function of something?
fn names_a_function(text: &str) -> bool {
    let side = text.split('=').next().unwrap_or("").trim();
    let name = side.len() - side.trim_start_matches(char::is_alphabetic).len();
    let rest = side[name..].trim_start_matches(['\'', '′']);
    let called = rest.starts_with('(') && rest.find(')') == Some(rest.len() - 1)
        || rest.is_empty() && rest.len() < side.len() - name;
    name > 0 && side.len() < text.trim().len() && called
}
