//! Infix: what does a formula say that was typed as in Python, SymPy or WolframAlpha?

use super::{Notation, Options, Reading, Refusal, grammar, infix_lexer};

pub(super) fn read(text: &str, options: &Options) -> Result<Reading, Refusal> {
    grammar::parse(text, infix_lexer::lex(text)?, Notation::Infix, options)
}
