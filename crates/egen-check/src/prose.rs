//! Prose: which parts of a line are formulas, and which are words about them?
//!
//! A word is prose if people say it in derivations, or if it stands beside another word; names of functions and single
//! letters never are. What lies between words is taken for a formula if it relates two sides, or if it ends the line.

mod role;
mod token;

use std::ops::Range;

pub use role::Role;
use role::{SETS, mark_roles};
use token::{Token, mark_neighbours, tokens};

use crate::label::{label, without_remark};
use crate::layout::ARROWS;
use crate::words::says;
use crate::words::{ABOUT, AND, DOING, FOLLOWS, OR, is_name, is_word};

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

/// After these a number belongs to the words: 5% tax on 40 = 2.
#[rustfmt::skip]
const BEGUN: [&str; 17] = [
    "of", "than", "times", "plus", "minus", "percent", "between", "by", "on", "in", "from", "to", "with", "per", "off", "over", "into",
];
/// So many colons of a line end words.
const MAX_COLONS: usize = 8;
/// The parts of a text, in order. `math` is what is set as formulas in it; `continues` says that it takes up the line before, so that it
/// starts with a formula.
pub fn split(text: &str, math: &[Range<usize>], continues: bool) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces(text, math, continues) {
        match (out.last_mut(), piece) {
            (Some(Piece::Prose(last)), Piece::Prose(next)) => last.end = next.end,
            (_, piece) => out.push(piece),
        }
    }
    mark_roles(text, &mut out);
    out
}

fn pieces(text: &str, math: &[Range<usize>], continues: bool) -> Vec<Piece> {
    if !math.is_empty() {
        return among_words(text, math);
    }
    let dot = text.len() - text.trim_start().trim_start_matches(['•', '*', '‣', '◦']).len();
    let start = dot + label(&text[dot..]);
    let end = start + without_remark(&text[start..]).len();
    let mut out = Vec::new();
    if !text[..start].trim().is_empty() {
        out.push(Piece::Prose(0..start));
    }
    clause(text, start..end, MAX_COLONS, &mut out);
    if end < text.len() {
        out.push(Piece::Prose(end..text.len()));
    }
    if out.iter().any(|piece| matches!(piece, Piece::Prose(at) if at.end > start)) {
        demote(text, &mut out, continues);
    }
    if out.len() > 1 {
        for piece in &mut out {
            if let Piece::Formula { at, .. } = piece
                && is_bare_word(&text[at.clone()])
            {
                *piece = Piece::Prose(at.clone());
            }
        }
    }
    out
}

/// Is it a word alone, which says nothing as a formula? `Step 2: Discriminant`.
pub fn is_bare_word(text: &str) -> bool {
    text.chars().count() > 2 && text.chars().all(char::is_alphabetic) && !is_name(&text.to_lowercase())
}

/// The parts of a stretch: what a colon stands behind is words, or says something by itself.
fn clause(text: &str, range: Range<usize>, colons: usize, out: &mut Vec<Piece>) {
    let found = if colons > 0 { colon(&text[range.clone()]) } else { None };
    let Some(at) = found.map(|at| range.start + at) else {
        let mut tokens = tokens(text, range);
        mark_neighbours(text, &mut tokens);
        return collect(text, &tokens, out);
    };
    let left = &text[range.start..at];
    if relates(left) {
        clause(text, range.start..at, 0, out);
    } else {
        out.push(Piece::Prose(range.start..at + 1));
    }
    let said = out.len();
    clause(text, at + 1..range.end, colons - 1, out);
    if says(left, &FOLLOWS)
        && let Some(Piece::Formula { follows, .. }) =
            out[said..].iter_mut().find(|piece| matches!(piece, Piece::Formula { .. }))
    {
        *follows = true;
    }
}

/// The colon that ends words: behind something, before a blank. `6 : 2` and `a:b` are quotients.
fn colon(text: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ':' if depth <= 0 => {
                let (before, after) = (text[..at].chars().next_back(), text[at + 1..].chars().next());
                let behind = before.is_some_and(|c| !c.is_whitespace());
                let left = &text[..at];
                let tells = left.contains(char::is_alphabetic) || left.trim_start().starts_with(['(', '[']);
                let ends = behind && tells || is_spaced_colon(left, &text[at + 1..]);
                if ends && after.is_none_or(char::is_whitespace) {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Does a colon with a blank before it, as the French set it, end words: `On soustrait 2 : 3x = 12`? In `Wir rechnen 12 : 4 = 3` a number
/// is divided by a number.
fn is_spaced_colon(left: &str, right: &str) -> bool {
    let word = |word: &str| word.chars().count() > 2 && !is_name(&word.to_lowercase());
    let side = right.split(['=', '<', '>', '≤', '≥']).next().unwrap_or("");
    left.split(|c: char| !c.is_alphabetic()).any(word)
        && side.len() < right.len()
        && side.contains(char::is_alphabetic)
        && !right.contains(" : ")
        && !left.trim_end().ends_with(char::is_alphabetic)
}

/// Formulas that are set as such; everything else is prose.
fn among_words(text: &str, math: &[Range<usize>]) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut at, mut tie, mut follows) = (0, Tie::None, false);
    for formula in math {
        prose_between(text, at..formula.start, &mut out, &mut tie, &mut follows);
        for piece in split_plain(text, formula.clone()) {
            out.push(match piece {
                Piece::Formula { at, tie: own, follows: arrow, .. } => {
                    let tie = if own == Tie::None { std::mem::take(&mut tie) } else { own };
                    let follows = std::mem::take(&mut follows) | arrow;
                    Piece::Formula { at, tie, follows, latex: true, role: Role::Stated }
                }
                prose => prose,
            });
        }
        at = formula.end;
    }
    prose_between(text, at..text.len(), &mut out, &mut tie, &mut follows);
    // A single expression in a sentence is spoken about, unless the sentence is there to give it.
    if out.iter().any(|piece| matches!(piece, Piece::Prose(_))) {
        let last = out.len() - 1;
        for place in 0..out.len() {
            let Piece::Formula { at, .. } = &out[place] else { continue };
            let gives = place == last && at.len() > 2 && place > 0 && gives_formula(text, &out[..place]);
            if !relates(&text[at.clone()]) && !gives {
                out[place] = Piece::Prose(at.clone());
            }
        }
    }
    out
}

/// Do the words of a line give the formula behind them: `Step 1:`, `2.`, `Numerator:`, `Simplify`?
fn gives_formula(text: &str, before: &[Piece]) -> bool {
    let [Piece::Prose(words)] = before else { return false };
    let words = &text[words.clone()];
    let first = words.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or("");
    words.trim_end().ends_with(':')
        || words[label(text).min(words.len())..].trim().is_empty()
        || says(first, &DOING) && words.split_whitespace().count() == 1
}

fn split_plain(text: &str, range: Range<usize>) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut tokens = tokens(text, range);
    mark_neighbours(text, &mut tokens);
    collect(text, &tokens, &mut out);
    out
}

fn prose_between(text: &str, range: Range<usize>, out: &mut Vec<Piece>, tie: &mut Tie, follows: &mut bool) {
    let part = &text[range.clone()];
    let words: Vec<String> = part.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).collect();
    let said = |all: &[&str]| words.iter().any(|own| all.contains(&own.as_str()));
    let only = |all: &[&str]| words.iter().all(|own| own.is_empty() || all.contains(&own.as_str()) || own == "either");
    *follows = said(&FOLLOWS) || ARROWS.iter().any(|arrow| part.contains(arrow));
    *tie = match (said(&OR) && only(&OR), said(&AND) && only(&AND)) {
        (true, _) => Tie::Or,
        (_, true) => Tie::And,
        _ => Tie::None,
    };
    let told = words.iter().any(|word| !word.is_empty());
    let number = part.contains(|c: char| c.is_ascii_digit());
    if (told || number) && *tie == Tie::None {
        out.push(Piece::Prose(range));
    }
}

/// Does a text relate two sides?
pub fn relates(text: &str) -> bool {
    let signs = ["=", "<", ">", "≤", "≥", "≠", "∈", "\\le", "\\ge", "\\ne", "\\lt", "\\gt", "\\in "];
    signs.iter().any(|sign| text.contains(sign))
}

fn collect(text: &str, tokens: &[(Token, Range<usize>)], out: &mut Vec<Piece>) {
    let (mut tie, mut follows) = (Tie::None, false);
    let mut prose: Option<Range<usize>> = None;
    for (place, (token, range)) in tokens.iter().enumerate() {
        match token {
            Token::Math => {
                let mut at = range.clone();
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
                if at.end > at.start
                    && let (Some(head), Some((Token::Word, _))) =
                        (text[at.clone()].strip_suffix(" -"), tokens.get(place + 1))
                {
                    at.end = at.start + head.trim_end().len();
                }
                // Divide both sides by 2, x = 2
                if prose.is_some()
                    && let Some((spoken, said)) = text[at.clone()].split_once(", ")
                    && !relates(spoken)
                    && relates(said)
                    && !spoken.contains(['(', '{', '['])
                {
                    let start = prose.take().map_or(at.start, |prose| prose.start);
                    prose = Some(start..at.start + spoken.len());
                    at.start += spoken.len() + 2;
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
                follows |= FOLLOWS.contains(&text[range.clone()].to_lowercase().replace('’', "'").as_str());
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

/// Beside words, only what relates two sides or ends the line after them is a formula.
fn demote(text: &str, pieces: &mut [Piece], continues: bool) {
    let last = pieces.len() - 1;
    for at in usize::from(continues && matches!(pieces[0], Piece::Formula { .. }))..pieces.len() {
        let Piece::Formula { at: range, tie, .. } = &pieces[at] else { continue };
        // 20% of 50 = 10, the sum of 3 and 4 = 7: what is equal began before the words.
        let before = match at.checked_sub(1).map(|before| &pieces[before]) {
            Some(Piece::Prose(before)) => {
                let said = text[before.clone()].trim_end().to_lowercase();
                // A number that was taken for words just now.
                let said =
                    if *tie != Tie::None && !said.contains(char::is_alphabetic) { "of".to_string() } else { said };
                said.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("").to_string()
            }
            Some(Piece::Formula { at: before, .. }) if *tie != Tie::None && !relates(&text[before.clone()]) => {
                "of".to_string()
            }
            _ => String::new(),
        };
        let begun = BEGUN.contains(&before.as_str());
        // Set f'(x) = 0: it is asked where it holds.
        let asked = SETS.contains(&before.as_str()) && names_a_function(&text[range.clone()]);
        if asked || begun && starts_with_number(&text[range.clone()]) {
            pieces[at] = Piece::Prose(range.clone());
            continue;
        }
        if relates(&text[range.clone()])
            || (*tie != Tie::None && at > 0 && matches!(pieces[at - 1], Piece::Formula { .. }))
        {
            continue;
        }
        let spoken = |before: &Range<usize>| {
            let said = text[before.clone()].to_lowercase();
            let word =
                said.rsplit(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or("").to_string();
            ABOUT.contains(&word.as_str()) && !said.trim_end().ends_with(':')
        };
        let kept = match at.checked_sub(1).map(|before| &pieces[before]) {
            Some(Piece::Prose(before)) => {
                // The perpendicular has slope -1/2: a number belongs to the words, unless these say what was done.
                let said = &text[before.clone()];
                let number = !text[range.clone()].contains(|c: char| c.is_alphabetic());
                let told = !number || said.trim_end().ends_with(':') || says(said, &DOING);
                at == last && range.len() > 2 && !spoken(before) && told
            }
            // A formula first, and a remark behind it.
            None => {
                let next = pieces.get(at + 1).map_or("", |piece| match piece {
                    Piece::Prose(next) | Piece::Formula { at: next, .. } => text[next.clone()].trim_start(),
                });
                range.len() > 2 && next.split_whitespace().next() != Some("of")
            }
            Some(Piece::Formula { .. }) => false,
        };
        if !kept {
            pieces[at] = Piece::Prose(range.clone());
        }
    }
}

/// Is the first side of a relation a number alone?
fn starts_with_number(text: &str) -> bool {
    let side = text.split(['=', '<', '>', '≤', '≥']).next().unwrap_or("").trim();
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

/// Are there words in a text, and not only a number before it?
pub fn has_words(text: &str, math: &[Range<usize>]) -> bool {
    split(text, math, false).iter().any(|piece| match piece {
        Piece::Prose(at) => text[at.clone()]
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.chars().count() > 2 || is_word(&word.to_lowercase())),
        Piece::Formula { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// A line as it is shown, and its parts.
    pub(super) fn parts(text: &str) -> (String, Vec<Piece>) {
        let line = Document::scan(text).lines.swap_remove(0);
        let math: Vec<Range<usize>> = line.math.into_iter().map(|math| math.range).collect();
        let parts = split(&line.shown, &math, false);
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
