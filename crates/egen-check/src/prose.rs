//! Prose: which parts of a line are formulas, and which are words about them?
//!
//! A word is prose if a cue says so, or if it stands beside another word; names of functions and single letters never are. What lies
//! between words is taken for a formula if it relates two sides, or if it ends the line.

mod kept;
mod role;
mod token;

use std::ops::Range;

use kept::demote;
pub use role::Role;
use role::mark_roles;
use token::{Token, mark_neighbours, tokens};

use crate::cues::{Effect, Spoken};
use crate::label::{label, without_remark};
use crate::signs::{self, relates};
use crate::statement::split_outside;

/// How a formula is tied to the one before it on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// It is a line of its own.
    #[default]
    None,
    /// Either of them holds.
    Or,
    /// Both hold.
    And,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Something that may be a formula.
    Formula {
        /// Its bytes.
        at: Range<usize>,
        /// How it is tied to the formula before it.
        tie: Tie,
        /// Does a word or an arrow say that it follows?
        follows: bool,
        /// Does it stand between dollar signs?
        latex: bool,
        /// What do the words around it make of it?
        role: Role,
    },
    /// Words.
    Prose(Range<usize>),
}

impl Piece {
    /// Its bytes.
    pub fn at(&self) -> &Range<usize> {
        let (Piece::Formula { at, .. } | Piece::Prose(at)) = self;
        at
    }
}

/// So many colons of a line end words.
const MAX_COLONS: usize = 8;

/// The parts of a text, in order. `math` is what is set as formulas in it; `continues` says that it takes up the line before, so that it
/// starts with a formula.
pub fn split(spoken: Spoken, math: &[Range<usize>], continues: bool) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces(spoken, math, continues) {
        match (out.last_mut(), piece) {
            (Some(Piece::Prose(last)), Piece::Prose(next)) => last.end = next.end,
            (_, piece) => out.push(piece),
        }
    }
    mark_roles(spoken, &mut out);
    out
}

fn pieces(spoken: Spoken, math: &[Range<usize>], continues: bool) -> Vec<Piece> {
    if !math.is_empty() {
        return among_words(spoken, math);
    }
    let Spoken { text, from, .. } = spoken;
    let dot = text.len() - text[from..].trim_start().trim_start_matches(['•', '*', '‣', '◦']).len();
    let start = label(spoken, dot);
    let end = without_remark(spoken, start);
    let mut out = Vec::new();
    if !text[from..start].trim().is_empty() {
        out.push(Piece::Prose(from..start));
    }
    clause(spoken, start..end, MAX_COLONS, &mut out);
    if end < text.len() {
        out.push(Piece::Prose(end..text.len()));
    }
    if out.iter().any(|piece| matches!(piece, Piece::Prose(at) if at.end > start)) {
        demote(spoken, &mut out, continues);
    }
    if out.len() > 1 {
        for piece in &mut out {
            if is_bare_word(spoken, piece.at()) {
                *piece = Piece::Prose(piece.at().clone());
            }
        }
    }
    out
}

/// Is it a word alone, which says nothing as a formula? `Step 2: Discriminant`.
pub fn is_bare_word(spoken: Spoken, at: &Range<usize>) -> bool {
    spoken.heard.word(at.start).is_some_and(|word| word.span == *at && !word.is_name())
}

/// The parts of a stretch: what a colon stands behind is words, or says something by itself.
fn clause(spoken: Spoken, range: Range<usize>, colons: usize, out: &mut Vec<Piece>) {
    let found = if colons > 0 { colon(spoken, range.clone()) } else { None };
    let Some(at) = found else { return plain(spoken, range, out) };
    let left = range.start..at;
    if relates(&spoken.text[left.clone()]) {
        plain(spoken, left.clone(), out);
    } else {
        out.push(Piece::Prose(range.start..at + 1));
    }
    let said = out.len();
    clause(spoken, at + 1..range.end, colons - 1, out);
    if spoken.heard.has(left, Effect::Result)
        && let Some(Piece::Formula { follows, .. }) =
            out[said..].iter_mut().find(|piece| matches!(piece, Piece::Formula { .. }))
    {
        *follows = true;
    }
}

/// The colon that ends words: behind something, before a blank. `6 : 2` and `a:b` are quotients.
fn colon(spoken: Spoken, range: Range<usize>) -> Option<usize> {
    let text = &spoken.text[range.clone()];
    let mut colons = split_outside(text, &[":"]).into_iter().skip(1).map(|(next, _)| next - 1);
    let found = colons.find(|&at| {
        let (left, right) = (&text[..at], &text[at + 1..]);
        let behind = left.ends_with(|c: char| !c.is_whitespace());
        let tells = left.contains(char::is_alphabetic) || left.trim_start().starts_with(['(', '[']);
        let words = spoken.heard.words_within(range.start..range.start + at);
        let ends = behind && tells || words.iter().any(|word| !word.is_name()) && is_spaced_colon(left, right);
        ends && !right.starts_with(|c: char| !c.is_whitespace())
    });
    found.map(|at| range.start + at)
}

/// Does a colon behind words with a blank before it, as the French set it, end words: `On soustrait 2 : 3x = 12`? In `Wir rechnen 12 : 4 = 3`
/// a number is divided by a number.
fn is_spaced_colon(left: &str, right: &str) -> bool {
    if left.trim_end().ends_with(char::is_alphabetic) || right.contains(" : ") {
        return false;
    }
    let side = signs::first_side(right);
    side.len() < right.len() && side.contains(char::is_alphabetic)
}

/// Formulas that are set as such; everything else is prose.
fn among_words(spoken: Spoken, math: &[Range<usize>]) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut at, mut tie, mut follows) = (spoken.from, Tie::None, false);
    for formula in math {
        between(spoken, at..formula.start, &mut out, &mut tie, &mut follows);
        let first = out.len();
        plain(spoken, formula.clone(), &mut out);
        for piece in &mut out[first..] {
            let Piece::Formula { tie: own, follows: arrow, latex, .. } = piece else { continue };
            if *own == Tie::None {
                *own = std::mem::take(&mut tie);
            }
            *arrow |= std::mem::take(&mut follows);
            *latex = true;
        }
        at = formula.end;
    }
    between(spoken, at..spoken.text.len(), &mut out, &mut tie, &mut follows);
    // A single expression in a sentence is spoken about, unless the sentence is there to give it.
    if out.iter().any(|piece| matches!(piece, Piece::Prose(_))) {
        let last = out.len() - 1;
        for place in 0..out.len() {
            let Piece::Formula { at, .. } = &out[place] else { continue };
            let asked = spoken.heard.before(spoken.text, at.start, Effect::Differentiating).is_some();
            let gives = place == last && at.len() > 2 && place > 0 && (asked || gives_formula(spoken, &out[..place]));
            if !relates(&spoken.text[at.clone()]) && !gives {
                out[place] = Piece::Prose(at.clone());
            }
        }
    }
    out
}

/// Do the words of a line give the formula behind them: `Step 1:`, `2.`, `Numerator:`, `Simplify`?
fn gives_formula(spoken: Spoken, before: &[Piece]) -> bool {
    let [Piece::Prose(words)] = before else { return false };
    let said = &spoken.text[words.clone()];
    let does = |effect: &Effect| spoken.heard.has(words.clone(), *effect);
    let alone = || [Effect::Step, Effect::Task].iter().any(does) && said.split_whitespace().count() == 1;
    let labelled = || spoken.text[label(spoken, words.start).min(words.end)..words.end].trim().is_empty();
    said.trim_end().ends_with(':') || labelled() || alone()
}

/// The parts of a stretch without colons.
fn plain(spoken: Spoken, range: Range<usize>, out: &mut Vec<Piece>) {
    let mut tokens = tokens(spoken, range);
    mark_neighbours(spoken, &mut tokens);
    collect(spoken, &tokens, out);
}

/// What stands between two formulas: words, or what ties them.
fn between(spoken: Spoken, range: Range<usize>, out: &mut Vec<Piece>, tie: &mut Tie, follows: &mut bool) {
    let part = &spoken.text[range.clone()];
    let words = spoken.heard.words_within(range.clone());
    let all =
        |effect| !words.is_empty() && words.iter().all(|word| spoken.heard.ends(word.span.start, effect).is_some());
    *follows = spoken.heard.has(range.clone(), Effect::Result)
        || signs::all(part).any(|(_, meaning, _)| meaning == signs::Meaning::Follows);
    *tie = match (all(Effect::Or), all(Effect::And)) {
        (true, _) => Tie::Or,
        (_, true) => Tie::And,
        _ => Tie::None,
    };
    if part.contains(char::is_alphanumeric) && *tie == Tie::None {
        out.push(Piece::Prose(range));
    }
}

/// What lies between words, arrows, *and* and *or*.
fn collect(spoken: Spoken, tokens: &[(Token, Range<usize>)], out: &mut Vec<Piece>) {
    let (mut tie, mut follows) = (Tie::None, false);
    let mut prose: Option<Range<usize>> = None;
    for (place, (token, range)) in tokens.iter().enumerate() {
        match token {
            Token::Math => {
                let word_next = matches!(tokens.get(place + 1), Some((Token::Word, _)));
                let mut at = trimmed(spoken.text, range.clone(), word_next);
                if let (Some(words), Some(length)) = (&mut prose, comma(&spoken.text[at.clone()])) {
                    words.end = at.start + length;
                    at.start += length + 2;
                }
                if at.is_empty() {
                    if let Some(prose) = &mut prose {
                        prose.end = range.end;
                    }
                    continue;
                }
                out.extend(prose.take().map(Piece::Prose));
                let (tie, follows) = (std::mem::take(&mut tie), std::mem::take(&mut follows));
                out.push(Piece::Formula { at, tie, follows, latex: false, role: Role::Stated });
            }
            Token::Word => {
                follows |= spoken.heard.ends(range.start, Effect::Result) == Some(range.end);
                let start = prose.take().map_or(range.start, |prose| prose.start);
                prose = Some(start..range.end);
            }
            Token::Arrow => follows = true,
            Token::Or => tie = Tie::Or,
            Token::And => tie = Tie::And,
        }
    }
    out.extend(prose.map(Piece::Prose));
}

/// A stretch of mathematics without the punctuation around it.
fn trimmed(text: &str, range: Range<usize>, word_next: bool) -> Range<usize> {
    let mut at = range;
    let part = &text[at.clone()];
    at.start += part.len() - part.trim_start_matches([' ', '\t', ',', ';', ':', '.', '~', '!']).len();
    // –2x = 6 starts with a minus, and – 2x = 6 with a dash.
    if let Some(rest) = text[at.clone()].strip_prefix(['—', '–'])
        && (rest.is_empty() || rest.starts_with([' ', '\t']))
    {
        at.start = at.end - rest.trim_start().len();
    }
    let part = &text[at.clone()];
    at.end -= part.len() - part.trim_end_matches([' ', '\t', ',', ';', ':', '.', '~', '—', '–']).len();
    // 2x = 4 - divide by 2
    if let Some(head) = text[at.clone()].strip_suffix(" -").filter(|_| word_next) {
        at.end = at.start + head.trim_end().len();
    }
    at
}

/// Where the words end that a stretch behind words begins with: `Divide both sides by 2, x = 2`.
fn comma(text: &str) -> Option<usize> {
    let (words, said) = text.split_once(", ")?;
    (!relates(words) && relates(said) && !words.contains(['(', '{', '['])).then_some(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cues::Cues;
    use crate::document::Document;

    /// A line as it is shown, and its parts.
    pub(super) fn parts(text: &str) -> (String, Vec<Piece>) {
        let line = Document::scan(text).lines.swap_remove(0);
        let math: Vec<Range<usize>> = line.math.into_iter().map(|math| math.range).collect();
        let heard = Cues::builtin().hear(&line.shown);
        let parts = split(Spoken::of(&line.shown, &heard), &math, false);
        (line.shown, parts)
    }

    /// The formulas of a line, and whether there is prose.
    fn formulas(text: &str) -> (Vec<String>, bool) {
        let mut found = Vec::new();
        let mut prose = false;
        let (text, parts) = parts(text);
        for piece in parts {
            match piece {
                Piece::Formula { at, tie, follows, .. } => {
                    let tie = match tie {
                        Tie::None => "",
                        Tie::Or => "or ",
                        Tie::And => "and ",
                    };
                    found.push(format!("{tie}{}{}", if follows { "=> " } else { "" }, &text[at]));
                }
                Piece::Prose(_) => prose = true,
            }
        }
        (found, prose)
    }

    #[test]
    fn words_are_told_from_formulas() {
        for (text, want) in [
            ("2x + 3 = 7", "2x + 3 = 7"),
            ("so 2x = 4", "=> 2x = 4"),
            ("x = 2 or x = 3", "x = 2|or x = 3"),
            ("x = 2 and y = 3", "x = 2|and y = 3"),
            ("2x = 4 ⇒ x = 2", "2x = 4|=> x = 2"),
            ("2x = 4  (dividing by 2)", "2x = 4"),
            ("2x = 4 [by commutativity]", "2x = 4"),
            ("Subtract 3 from both sides: 2x = 4", "2x = 4"),
            ("Step 1: 2x = 4", "2x = 4"),
            ("1. 2x = 4", "2x = 4"),
            ("a) 2x = 4", "2x = 4"),
            ("(1) x = 2", "x = 2"),
            ("1.5 x = 3", "1.5 x = 3"),
            ("(a) + b = c", "(a) + b = c"),
            ("(a + b)(c) = d", "(a + b)(c) = d"),
            ("2x = 4 | :2", "2x = 4"),
            ("|x| = 4", "|x| = 4"),
            ("hence the result", ""),
            ("Divide by 2.", ""),
            ("by the quadratic formula", ""),
            ("We have $x^2 = 4$ so $x = 2$ or $x = -2$.", "x^2 = 4|=> x = 2|or x = -2"),
            ("Let $x$ be a number.", ""),
            ("x = 2 \\text{ or } x = 3", "x = 2|or x = 3"),
            ("sin(2x) = 2 sin(x) cos(x) by the double angle formula", "sin(2x) = 2 sin(x) cos(x)"),
            ("area = length * width", "area = length * width"),
            ("Expand: x^2 + 2x + 1", "x^2 + 2x + 1"),
            ("theta = pi/2", "theta = pi/2"),
            ("x = 2   (3)", "x = 2"),
            ("if x > 0 then x + 1 > 1", "x > 0|=> x + 1 > 1"),
            ("x = 1/3 ≈ 0.33", "x = 1/3"),
            ("• 2x = 4", "2x = 4"),
            ("common denominator", ""),
            ("Suppose x > 0", "x > 0"),
            ("speed * t = d", "speed * t = d"),
            ("x + y = 5 since x = 3", "x + y = 5|x = 3"),
            ("v^2 = u^2 + 2as", "v^2 = u^2 + 2as"),
            ("s = ut + 1/2 at^2", "s = ut + 1/2 at^2"),
            ("v = u + at", "v = u + at"),
            ("Add 3: 2x = 10", "2x = 10"),
            ("From (2): y = 4x - 10", "y = 4x - 10"),
            ("Adding (1) and (2): 2x = 7", "2x = 7"),
            ("(1) + (2): 2x = 6", "2x = 6"),
            ("Divide both sides by 2, x = 2", "x = 2"),
            ("Roots: x = 2, x = 3", "x = 2, x = 3"),
            ("Set y = 0: 0 = x^2 - 4", "y = 0|0 = x^2 - 4"),
            ("Since 2x = 4: x = 2", "2x = 4|x = 2"),
            ("Thus: x = 2", "=> x = 2"),
            ("6 : 2 = 3", "6 : 2 = 3"),
            ("20% of 50 = 10", "20% of 50 = 10"),
            ("20 of 50 = 10", ""),
            ("the sum of 3 and 4 = 7", ""),
            ("2x = 4 - divide by 2", "2x = 4"),
            ("2x = 10 -> x = 5", "2x = 10|=> x = 5"),
            ("Donc 2x = 4, d'où x = 2", "=> 2x = 4|=> x = 2"),
            ("Entonces 2x = 4, por lo tanto x = 2", "=> 2x = 4|=> x = 2"),
            ("Since x is a length, x = 5", "x = 5"),
            ("i.e. x = 3", "x = 3"),
            ("x = 2 oder x = 3", "x = 2|or x = 3"),
            ("Set f'(x) = 0", ""),
            ("Set 2x + 3 = 7", "2x + 3 = 7"),
            ("which gives us x = 3", "=> x = 3"),
            ("\\lim_{x \\to 0} \\frac{x}{2} = 0", "\\lim_{x \\to 0} \\frac{x}{2} = 0"),
            ("\\text{LHS} = \\frac{x}{2}", "\\text{LHS} = \\frac{x}{2}"),
            ("Step 1 - 2x + 1 = 7", "2x + 1 = 7"),
            ("–2x = –6", "–2x = –6"),
            ("– 2x = 6", "2x = 6"),
            ("Logo 3x = 6 e x = 2", "3x = 6|and x = 2"),
            ("Dus 4x = 12 en x = 3", "4x = 12|and x = 3"),
            ("V = x y z = 6", "V = x y z = 6"),
            ("y = 2 e x", "y = 2 e x"),
            ("i did 2(x+3) = 10", "2(x+3) = 10"),
        ] {
            assert_eq!(formulas(text).0.join("|"), want, "{text}");
        }
    }
}
