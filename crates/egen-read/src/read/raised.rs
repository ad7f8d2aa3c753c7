//! Raised marks: which superscripts of LaTeX are no powers?
//!
//! `x^{\prime}` is x', and `30^\circ` are degrees. Both are written with `^`, so the grammar would
//! take them for powers; here they become the tokens that they stand for.

use super::token::{Tok, Token};
use super::{Refused as Refusal, lexed as refusal};

/// The tokens with primes and degrees in place of their superscripts.
pub(super) fn settle<'t>(text: &str, tokens: Vec<Token<'t>>) -> Result<Vec<Token<'t>>, Refusal> {
    refuse_cross_products(text, &tokens)?;
    let raised = |token: &Token<'_>| matches!(token.tok, Tok::Prime | Tok::Mark("circ"));
    if !tokens.iter().any(raised) {
        return Ok(tokens);
    }
    let mut out: Vec<Token<'t>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        if token.tok != Tok::Caret {
            if token.tok == Tok::Mark("circ") {
                return Err(refusal(token.range(), "`\\circ` is read as a superscript only, for degrees: 30^\\circ"));
            }
            out.push(token);
            at += 1;
            continue;
        }
        let braced = tokens.get(at + 1).is_some_and(|next| next.tok == Tok::GroupOpen);
        let first = at + 1 + usize::from(braced);
        let most = if braced { usize::MAX } else { 1 };
        let count = tokens[first..].iter().take(most).take_while(|token| raised(token)).count();
        let end = first + count;
        let closed = !braced || tokens.get(end).is_some_and(|token| token.tok == Tok::GroupClose);
        if count == 0 || !closed {
            out.push(token);
            at += 1;
            continue;
        }
        match &tokens[first..end] {
            [one] if one.tok != Tok::Prime => out.push(Token { tok: Tok::Degree, ..*one }),
            marks => out.extend(marks),
        }
        if braced && let Some(last) = out.last_mut() {
            last.end = last.end.max(tokens[end].end);
        }
        at = end + usize::from(braced);
    }
    Ok(out)
}

/// A name under an arrow is read like any other, but `\times` and `\cdot` between vectors are no products of numbers.
fn refuse_cross_products(text: &str, tokens: &[Token<'_>]) -> Result<(), Refusal> {
    if !tokens.iter().any(|token| matches!(token.tok, Tok::Accented(_, "vec"))) {
        return Ok(());
    }
    let is_vector = |at: usize| matches!(tokens[at].tok, Tok::Accented(_, "vec"));
    // A subscript may stand between the vector and the sign.
    let ends_vector = |end: usize| {
        let below = (0..end).rev().take(6).find(|&at| tokens[at].tok == Tok::Under);
        is_vector(end - 1) || below.is_some_and(|at| at > 0 && is_vector(at - 1))
    };
    let dot = (1..tokens.len().saturating_sub(1)).find(|&at| {
        let sign = tokens[at].tok == Tok::Times && matches!(&text[tokens[at].range()], "\\cdot" | "·" | "⋅");
        sign && is_vector(at + 1) && ends_vector(at)
    });
    if let Some(at) = dot {
        return Err(refusal(tokens[at].range(), "the scalar product of vectors is out of scope"));
    }
    let cross = tokens.iter().find(|token| token.tok == Tok::Times && matches!(&text[token.range()], "\\times" | "×"));
    match cross {
        Some(token) => Err(refusal(token.range(), "the cross product of vectors is out of scope")),
        None => Ok(()),
    }
}
