//! The parser: which token is next, what has been decided so far, and what is wrong here?
//!
//! The grammar walks over the tokens with it; each file of the grammar adds the methods of its constructions.

use std::ops::Range;

use super::conventions::Conventions;
use super::integral::{Claim, Integrated};
use super::message::{Expected, Misplaced, NoteKind};
use super::prime::{Dependence, Independence};
use super::token::{self, Gap, Lexed, Tok, Token};
use super::{Ambiguity, MAX_DEPTH, MAX_NOTES, Meaning, Notation, Note, Options, Refusal, Refused, bars, glue, refusal};
use egen_math::expr::Builder;

pub(super) type Read<T> = Result<T, Refused>;

pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token<'t>>,
    /// The place of the next token; the last token is `End` and is never passed.
    pub at: usize,
    pub notation: Notation,
    pub options: &'t Options,
    pub out: Builder,
    pub notes: Vec<Note>,
    pub depth: usize,
    /// How many `|` are open inside the innermost bracket: one more after an operand closes.
    pub bars: usize,
    pub conventions: Conventions,
    pub found: Found,
}

/// What has been read so far that other places of the text bear on.
#[derive(Default)]
pub(super) struct Found {
    /// From `dy/dx`, `y'` and `y'(x)`: y depends on x.
    pub dependent: Vec<Dependence>,
    /// From `\frac{d}{dx} y^2`: nothing there depends on x, unless the text says so elsewhere.
    pub independent: Vec<Independence>,
    /// The integrals of the text, inner ones first.
    pub integrals: Vec<Integrated>,
    /// The `d` in the numerator of a fraction that closes the integral around it.
    pub claim: Option<Claim>,
    /// Where E was read as a variable, and where as Euler's number.
    pub energy: Option<usize>,
    pub euler: Option<usize>,
}

impl<'t> Parser<'t> {
    /// A parser before the first token, with the conventions of the text and words taken apart.
    pub fn new(text: &'t str, lexed: Lexed<'t>, notation: Notation, options: &'t Options) -> Read<Parser<'t>> {
        let Lexed { mut tokens, notes } = lexed;
        for token in tokens.iter_mut().filter(|_| !options.variables.is_empty()) {
            let written = &text[token.range()];
            if matches!(token.tok, Tok::Func(_)) && options.variables.iter().any(|name| name.as_str() == written) {
                token.tok = Tok::Name(written);
            }
        }
        token::pair(&mut tokens);
        bars::check(text, &tokens)?;
        // Brackets, braces and operators outnumber the nodes that come of them.
        let out = Builder::with_capacity(tokens.len() / 2 + 4);
        let mut parser = Parser {
            text,
            tokens,
            at: 0,
            notation,
            options,
            out,
            notes,
            depth: 0,
            bars: 0,
            conventions: Conventions::default(),
            found: Found::default(),
        };
        parser.conventions = Conventions::scan(&mut parser);
        if glue::split(&mut parser) {
            // The pieces of words are names of their own.
            token::pair(&mut parser.tokens);
            parser.conventions = Conventions::scan(&mut parser);
        }
        Ok(parser)
    }

    /// Are the tokens LaTeX's? Those of MathML are.
    pub fn is_latex(&self) -> bool {
        self.notation != Notation::Infix
    }

    /// How the options read something that is ambiguous.
    pub fn choice(&self, ambiguity: &Ambiguity) -> Option<Meaning> {
        self.options.choices.iter().find(|choice| choice.ambiguity == *ambiguity).map(|choice| choice.meaning)
    }

    pub fn tok(&self) -> Tok<'t> {
        self.tokens[self.at].tok
    }

    /// The token some places ahead; `End` behind the end.
    pub fn peek(&self, ahead: usize) -> Tok<'t> {
        self.token_at(self.at + ahead)
    }

    pub fn token_at(&self, at: usize) -> Tok<'t> {
        self.tokens.get(at).map_or(Tok::End, |token| token.tok)
    }

    /// The bytes of a token, or of the end.
    pub fn range(&self, at: usize) -> Range<usize> {
        self.tokens[at.min(self.tokens.len() - 1)].range()
    }

    /// The bytes from one token up to, not including, another.
    pub fn span(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.range(from).start;
        start..self.range(to.saturating_sub(1).max(from)).end.max(start)
    }

    pub fn written(&self, at: usize) -> &'t str {
        &self.text[self.range(at)]
    }

    /// Is the power at a place one of small raised characters?
    pub fn is_small(&self, at: usize) -> bool {
        self.token_at(at) == Tok::Caret && !self.written(at).is_ascii()
    }

    pub fn note(&mut self, at: Range<usize>, kind: NoteKind) {
        if self.notes.len() < MAX_NOTES && !self.notes.iter().any(|note| note.kind == kind) {
            self.notes.push(Note { at, kind });
        }
    }

    /// Refuses what stands from one token up to, not including, another.
    #[cold]
    pub fn refuse<T>(&self, from: usize, to: usize, why: impl Into<Refusal>) -> Read<T> {
        Err(refusal(self.span(from, to), why))
    }

    /// Goes one level deeper for the time of `inside`.
    pub fn enter<T>(&mut self, inside: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(refusal(self.range(self.at), Refusal::TooDeep));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// The error at a token that does not belong here.
    #[cold]
    pub fn unexpected(&self, expected: Expected) -> Refused {
        let found = || self.shown(self.at, self.at + 1);
        refusal(
            self.range(self.at),
            match self.tok() {
                Tok::End => Misplaced::End(expected),
                Tok::Comma if !self.is_latex() && self.is_inside_number() => Misplaced::CommaInNumber,
                Tok::Comma | Tok::Semicolon if !expected.is_in_arguments() => {
                    Misplaced::Comma(found(), self.is_latex())
                }
                Tok::Close(_) | Tok::GroupClose | Tok::CloseBar if expected.is_end() => {
                    Misplaced::ClosesNothing(found())
                }
                Tok::Prime if self.at > 0 && self.token_at(self.at - 1) == Tok::Number => Misplaced::PrimeOfNumber,
                Tok::Prime => Misplaced::Prime,
                Tok::Partial => Misplaced::Partial,
                Tok::Mark(_) => Misplaced::Mark(found()),
                Tok::Degree => Misplaced::Degree,
                Tok::Differential if self.at > 0 && self.token_at(self.at - 1) == Tok::Times => {
                    Misplaced::DifferentialAsFactor
                }
                Tok::Differential => Misplaced::DifferentialTooEarly,
                Tok::Under => Misplaced::Subscript,
                Tok::Caret => Misplaced::PowerWithoutBase,
                Tok::Equals if expected.is_operand() && self.at == 0 => Misplaced::NothingBefore(found()),
                _ => Misplaced::Found(found(), expected),
            },
        )
    }

    /// Does a number go on on both sides of this token?
    fn is_inside_number(&self) -> bool {
        let digits = |at: usize| self.token_at(at) == Tok::Number;
        let tight =
            [self.at, self.at + 1].iter().all(|&at| self.tokens.get(at).is_some_and(|token| token.gap == Gap::None));
        self.at > 0 && tight && digits(self.at - 1) && digits(self.at + 1)
    }

    pub fn expect(&mut self, tok: Tok<'t>, expected: Expected) -> Read<()> {
        if self.tok() != tok {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }
}
