//! Bars: does each `|` open or close?
//!
//! Bars do not say which they do. In `|x||y|` and `||x|-1|` there is one way to pair them up; in
//! `|a|b|c|` there are two, |a|·b·|c| and |a·|b|·c|, and nobody can know which was meant.

use super::message::Doubt;
use super::token::{Tok, Token};
use super::{MAX_DEPTH, Refused, refusal};

/// The bars at one level of brackets so far.
#[derive(Default)]
struct Level {
    /// How many ways there are, up to 2, to have this many bars open now, the last one closing or opening.
    ways: Vec<[u8; 2]>,
    first: usize,
    count: usize,
}

/// Refuses a text whose bars can be paired up in two ways.
pub(super) fn check(text: &str, tokens: &[Token<'_>]) -> Result<(), Refused> {
    if tokens.iter().filter(|token| token.tok == Tok::Bar).count() < 4 {
        return Ok(());
    }
    let sides = sides(tokens);
    let mut levels = vec![Level::default()];
    for (at, token) in tokens.iter().enumerate() {
        match token.tok {
            Tok::Open(_) | Tok::GroupOpen | Tok::OpenBar => levels.push(Level::default()),
            Tok::Close(_) | Tok::GroupClose | Tok::CloseBar | Tok::End | Tok::Equals | Tok::Comma => {
                let level = levels.last_mut().map(std::mem::take).unwrap_or_default();
                if level.count >= 4 && level.ways.first().is_some_and(|[closed, _]| *closed > 1) {
                    let end = token.start as usize;
                    let range = tokens[level.first].start as usize..end;
                    let shown = text[range.clone()].trim_end().to_owned();
                    return Err(refusal(range, Doubt::Bars(shown)));
                }
                if matches!(token.tok, Tok::Close(_) | Tok::GroupClose | Tok::CloseBar) && levels.len() > 1 {
                    levels.pop();
                }
            }
            Tok::Bar => {
                let level = levels.last_mut().expect("the outermost level is never popped");
                level.step(at, sides[at]);
            }
            _ => {}
        }
    }
    Ok(())
}

impl Level {
    fn step(&mut self, at: usize, side: Side) {
        if self.count == 0 {
            (self.ways, self.first) = (vec![[1, 0]], at);
        }
        self.count += 1;
        let Side { opens, closes, touches, between } = side;
        let deepest = if opens { self.ways.len() + 1 } else { self.ways.len() }.min(MAX_DEPTH);
        let mut next = vec![[0u8; 2]; deepest];
        for (depth, &[closed, opened]) in self.ways.iter().enumerate() {
            // In `|a||b|` nobody opens two bars at once where the first can close.
            let opened_before = if between && depth > 1 { 0 } else { opened };
            if opens && depth + 1 < deepest {
                next[depth + 1][1] = (next[depth + 1][1] + closed + opened_before).min(2);
            }
            // Between bars that touch there is nothing: `||x|-1|` opens twice.
            let ways = if touches { closed } else { closed + opened };
            if closes && depth > 0 {
                next[depth - 1][0] = (next[depth - 1][0] + ways).min(2);
            }
        }
        self.ways = next;
    }
}

pub(super) fn ends_operand(tok: Tok<'_>) -> bool {
    let closing = matches!(tok, Tok::Close(_) | Tok::GroupClose | Tok::CloseBar | Tok::Prime);
    closing || matches!(tok, Tok::Number | Tok::Vulgar | Tok::Degree) || tok.is_name()
}

fn starts_operand(tok: Tok<'_>) -> bool {
    let opening = matches!(tok, Tok::Open(_) | Tok::GroupOpen | Tok::OpenBar | Tok::Func(_) | Tok::Frac | Tok::Radical);
    opening || matches!(tok, Tok::Number | Tok::Vulgar | Tok::Root(_)) || tok.is_name()
}

/// What a bar may do, by what stands around the run of bars that it belongs to.
#[derive(Clone, Copy, Default)]
struct Side {
    opens: bool,
    closes: bool,
    /// Does another bar stand right before it?
    touches: bool,
    /// Do they stand between two operands?
    between: bool,
}

fn sides(tokens: &[Token<'_>]) -> Vec<Side> {
    let mut sides = vec![Side::default(); tokens.len()];
    let (mut before, mut touches) = (Tok::End, false);
    for (side, token) in sides.iter_mut().zip(tokens) {
        match token.tok {
            Tok::Bar => (side.closes, side.touches) = (ends_operand(before), touches),
            tok => before = tok,
        }
        touches = token.tok == Tok::Bar;
    }
    let mut after = Tok::End;
    for (side, token) in sides.iter_mut().zip(tokens).rev() {
        match token.tok {
            // Between an operand and a minus a bar closes: |x| - y.
            Tok::Bar => side.opens = starts_operand(after) || (matches!(after, Tok::Minus | Tok::Plus) && !side.closes),
            tok => after = tok,
        }
        side.between = side.touches && side.closes && side.opens;
    }
    sides
}
