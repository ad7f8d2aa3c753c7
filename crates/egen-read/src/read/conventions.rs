//! Conventions: what does a text show of how its writer writes?
//!
//! One scan over the tokens before they are parsed. A document has conventions of its own, which a caller gives with the
//! options: what one line shows holds for the others.

use std::collections::HashMap;

use super::call::Shape;
use super::parser::Parser;
use super::token::{Bracket, Lexed, Tok, Token};
use super::{Notation, Options, infix_lexer, linear};
use crate::formula::Formula;
use egen_math::expr::Symbol;

/// How the writer of a text writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Signs of multiplication are written, or Python's of a power: a name may have several letters.
    pub starred: bool,
    /// There are names such as x1 that no number stands before: `2x1` is about x1, and x is no sign of multiplication.
    pub numbered: bool,
    /// E is a variable, as in an equation: `E = m*c^2`.
    pub energy: bool,
    /// I is a current, as in `V = I*R`: an infix equation without e, functions, or a number alone on a side.
    pub current: bool,
    /// The text has LaTeX commands: letters side by side are a product.
    pub commands: bool,
    /// What `log` without a base is.
    pub log: Logarithm,
    /// By which of x and t derivatives may be taken that do not say by what.
    pub variables: Occurring,
    /// Names that are applied to a variable or a list, and the variable if it is one only: they are functions.
    pub functions: HashMap<Symbol, Option<Symbol>>,
}

/// What `log` without a base is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logarithm {
    /// The natural logarithm.
    #[default]
    Natural,
    /// The logarithm to base 10.
    Ten,
}

/// Which of x and t occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurring {
    /// Does x?
    pub x: bool,
    /// Does t?
    pub t: bool,
}

impl Conventions {
    /// The conventions that a text shows, none if it falls into no tokens.
    ///
    /// ```
    /// use egen_read::read::{Conventions, Notation};
    ///
    /// assert!(Conventions::of("speed = way/time*2", Notation::Infix).starred);
    /// ```
    pub fn of(text: &str, notation: Notation) -> Conventions {
        let shown = match notation {
            Notation::Latex => Formula::latex(text).ok().and_then(|formula| {
                let lexed = linear::lex(&formula).ok()?;
                Conventions::shown(text, lexed, notation)
            }),
            Notation::Infix => infix_lexer::lex(text).ok().and_then(|lexed| Conventions::shown(text, lexed, notation)),
            Notation::Prefix | Notation::Sexpr | Notation::Mathml | Notation::Srepr => None,
        };
        shown.unwrap_or_default()
    }

    fn shown(text: &str, lexed: Lexed<'_>, notation: Notation) -> Option<Conventions> {
        let options = Options::default();
        let has_e = lexed.tokens.iter().any(|token| token.tok == Tok::Name("E"));
        let parser = Parser::new(text, lexed, notation, &options).ok()?;
        Some(Conventions { energy: parser.conventions.energy && has_e, ..parser.conventions })
    }

    /// The scan; what the document shows counts where the text shows nothing else.
    pub(super) fn scan(parser: &mut Parser<'_>) -> Conventions {
        let (tokens, given) = (&parser.tokens, &parser.options.conventions);
        let mut found = Conventions { log: given.log, ..Conventions::default() };
        let mut sides = Sides::default();
        let mut before = Tok::End;
        let mut applied = false;
        for token in tokens {
            match token.tok {
                Tok::Times => found.starred = true,
                Tok::Caret => found.starred |= &parser.text[token.range()] == "**",
                Tok::Name("x") => found.variables.x = true,
                Tok::Name("t") => found.variables.t = true,
                Tok::Name(name) => found.numbered |= before != Tok::Number && is_numbered(name),
                Tok::Open(Bracket::Round | Bracket::Square) => applied |= may_end_name(before),
                _ => {}
            }
            sides.see(token);
            before = token.tok;
        }
        let equation = sides.equations > 0;
        found.starred |= given.starred;
        found.numbered |= given.numbered;
        found.energy = given.energy || equation || parser.is_latex();
        found.current = given.current || equation && !sides.complex && !sides.number_alone;
        found.commands = given.commands || parser.text.contains('\\');
        if found.variables == Occurring::default() {
            found.variables = given.variables;
        }
        found.functions.clone_from(&given.functions);
        if applied {
            functions(parser, &mut found.functions);
        }
        found
    }
}

/// What the sides of an equation show of an I.
#[derive(Default)]
struct Sides {
    equations: usize,
    /// Is there something that complex numbers go with?
    complex: bool,
    /// Is a side a number?
    number_alone: bool,
    /// Has the side so far something besides numbers and signs?
    more: bool,
}

impl Sides {
    fn see(&mut self, token: &Token<'_>) {
        match token.tok {
            Tok::Equals | Tok::End => {
                self.equations += usize::from(token.tok == Tok::Equals);
                self.number_alone |= !self.more;
                self.more = false;
            }
            Tok::Number | Tok::Minus | Tok::Plus => {}
            tok => {
                self.more = true;
                self.complex |= matches!(tok, Tok::Func(_) | Tok::Int | Tok::Name("e" | "E" | "i" | "z"));
            }
        }
    }
}

fn is_numbered(name: &str) -> bool {
    name.strip_prefix(['x', 'X']).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Can a name, its subscripts and its power end with this?
fn may_end_name(tok: Tok<'_>) -> bool {
    let script = matches!(tok, Tok::Number | Tok::GroupOpen | Tok::GroupClose);
    tok.is_name() || script || matches!(tok, Tok::Close(_) | Tok::Plus | Tok::Minus | Tok::Times | Tok::Mark(_))
}

/// Adds the names that the text applies to a variable or a list.
fn functions(parser: &mut Parser<'_>, functions: &mut HashMap<Symbol, Option<Symbol>>) {
    let mut at = 0;
    while at < parser.tokens.len() {
        if !parser.tokens[at].tok.is_name() {
            at += 1;
            continue;
        }
        let Ok((name, next)) = parser.symbol(at) else {
            at += 1;
            continue;
        };
        let open = match parser.token_at(next) {
            Tok::Caret => parser.exponent_end(next),
            _ => next,
        };
        if matches!(parser.token_at(open), Tok::Open(Bracket::Round | Bracket::Square)) {
            let variable = match parser.shape(open) {
                Shape::Variable(variable) => Some(Some(variable)),
                Shape::List => Some(None),
                Shape::Number | Shape::Compound => None,
            };
            if let Some(variable) = variable {
                let known = functions.entry(name).or_insert_with(|| variable.clone());
                *known = known.take().filter(|known| Some(known) == variable.as_ref());
            }
        }
        at = next;
    }
}
