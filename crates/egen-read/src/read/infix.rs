//! Infix: what does a formula say that was typed as in Python, SymPy or WolframAlpha?

use super::token::{Bracket, Tok, Token};
use super::{Notation, Options, Reading, Refused, grammar, infix_lexer};

pub(super) fn read(text: &str, options: &Options) -> Result<Reading, Refused> {
    let mut lexed = infix_lexer::lex(text)?;
    if let Some(Tok::Name("Eq" | "Equality")) = lexed.tokens.first().map(|token| token.tok) {
        open_equation(&mut lexed.tokens);
    }
    grammar::parse(text, lexed, Notation::Infix, options)
}

/// `Eq(a, b)` around the whole text is `a = b`.
fn open_equation(tokens: &mut Vec<Token<'_>>) {
    let (mut depth, mut commas) = (0usize, Vec::new());
    let last = tokens.len().saturating_sub(2);
    for (at, token) in tokens.iter().enumerate().take(last + 1).skip(1) {
        match token.tok {
            Tok::Open(_) => depth += 1,
            Tok::Close(_) => depth = depth.saturating_sub(1),
            Tok::Comma if depth == 1 => commas.push(at),
            _ => {}
        }
        if depth == 0 && at < last {
            return;
        }
    }
    if let (&[comma], Tok::Close(Bracket::Round)) = (&commas[..], tokens[last].tok) {
        tokens[comma].tok = Tok::Equals;
        tokens.remove(last);
        tokens.drain(..2);
    }
}
