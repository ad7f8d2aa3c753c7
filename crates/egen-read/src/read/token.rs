//! Tokens: which pieces does a text fall into, whichever notation it is in?
//!
//! LaTeX and infix have a lexer each and share the grammar, so both read `-x^2` alike
//! by construction. Lexers and grammar are written by hand: what a LaTeX letter means
//! depends on its neighbours (`d` before `x`, a word spelled in letters, a name before a
//! bracket), every refusal must point at bytes, and a corpus has millions of formulas.

use std::ops::Range;

use super::Note;
use super::message::{Reason, Scope};
use super::small::{subscript, superscript, vulgar};
use crate::formula::plain_letter;
use crate::formula::symbol::{self, Class};
use egen_math::names::Func;

/// A piece of the text and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub tok: Tok<'t>,
    pub start: u32,
    pub end: u32,
    /// What separates it from the token before.
    pub gap: Gap,
    /// On the first of several LaTeX letters written without a space: how many they are.
    pub run: u16,
    /// On what opens: the place where it closes, or the number of tokens if it does not.
    pub close: u32,
    /// On what opens: does a comma stand directly inside?
    pub comma: bool,
}

impl<'t> Token<'t> {
    pub fn new(tok: Tok<'t>, at: Range<usize>, gap: Gap) -> Token<'t> {
        Token { tok, start: at.start as u32, end: at.end as u32, gap, run: 0, close: 0, comma: false }
    }

    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What a lexer found.
pub(super) struct Lexed<'t> {
    pub tokens: Vec<Token<'t>>,
    /// What it decided.
    pub notes: Vec<Note>,
}

/// Finds where each bracket closes. While one is open, its `close` holds the one around it.
pub(super) fn pair(tokens: &mut [Token<'_>]) {
    const NONE: u32 = u32::MAX;
    let mut innermost = NONE;
    for at in 0..tokens.len() {
        match tokens[at].tok {
            Tok::Open(_) | Tok::GroupOpen => {
                (tokens[at].close, tokens[at].comma) = (innermost, false);
                innermost = at as u32;
            }
            Tok::Close(_) | Tok::GroupClose if innermost != NONE => {
                innermost = std::mem::replace(&mut tokens[innermost as usize].close, at as u32);
            }
            Tok::Comma | Tok::Semicolon if innermost != NONE => tokens[innermost as usize].comma = true,
            _ => {}
        }
    }
    let end = tokens.len() as u32;
    while innermost != NONE {
        innermost = std::mem::replace(&mut tokens[innermost as usize].close, end);
    }
}

/// The space before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    None,
    /// Space that may stand inside a number: `2 6`, `1\,000`.
    Space,
    /// `\,`, which may stand inside a number, and otherwise sets factors apart on purpose.
    Thin,
    /// Space that may not: `1 \quad 2`.
    Wide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

#[derive(Clone, Copy, Debug, Eq)]
pub(super) enum Tok<'t> {
    /// A whole literal.
    Number,
    /// A full stop, or a point that is part of no number.
    Dot,
    /// A letter, the canonical name of a Greek letter, or an infix identifier.
    Name(&'t str),
    /// A name set upright, `\mathrm{foo}`; spaces and `\_` are still in it.
    Text(&'t str),
    /// A name that is surely a variable: `\mathit{e}` or, in infix, in backquotes.
    Quoted(&'t str),
    /// A letter and the mark above it: `\bar x`, `\hat{\beta}`.
    Accented(&'t str, char),
    Func(Func),
    Plus,
    Minus,
    Times,
    Slash,
    /// `^`, or the first of small raised characters, whose group follows.
    Caret,
    Under,
    Open(Bracket),
    Close(Bracket),
    /// `|`, which opens or closes.
    Bar,
    OpenBar,
    CloseBar,
    /// Braces that only group.
    GroupOpen,
    GroupClose,
    Comma,
    Semicolon,
    Prime,
    /// `\star`, `\dagger`: with `^`, part of a name.
    Mark(&'static str),
    /// `°`, or the `\circ` that is raised for it.
    Degree,
    /// `½`.
    Vulgar,
    Equals,
    Frac,
    /// `\dv{f}{x}` of the physics package, and `\pdv`.
    DerivativeOf,
    /// `\sqrt`, which may have a degree.
    Radical,
    /// `√` is 2, `∛` is 3, `∜` is 4.
    Root(u8),
    Int,
    Partial,
    /// A `d` that the integral before it has claimed.
    Differential,
    End,
}

impl PartialEq for Tok<'_> {
    // Nearly always the other one is known when this is compiled; the derived comparison is a call, and takes a twentieth of the time.
    #[inline(always)]
    fn eq(&self, other: &Tok<'_>) -> bool {
        match (*self, *other) {
            (Tok::Name(a), Tok::Name(b)) | (Tok::Text(a), Tok::Text(b)) | (Tok::Quoted(a), Tok::Quoted(b)) => a == b,
            (Tok::Accented(a, one), Tok::Accented(b, other)) => one == other && a == b,
            (Tok::Open(a), Tok::Open(b)) | (Tok::Close(a), Tok::Close(b)) => a == b,
            (Tok::Func(a), Tok::Func(b)) => a == b,
            (Tok::Mark(a), Tok::Mark(b)) => a == b,
            (Tok::Root(a), Tok::Root(b)) => a == b,
            (a, b) => std::mem::discriminant(&a) == std::mem::discriminant(&b),
        }
    }
}

impl Tok<'_> {
    /// Does a name start here?
    pub fn is_name(self) -> bool {
        matches!(self, Tok::Name(_) | Tok::Text(_) | Tok::Quoted(_) | Tok::Accented(..))
    }
}

/// The letters of ASCII, so that a token can show one wherever it was written.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The name of a letter: itself, or that of a Greek one.
pub(super) fn letter(sign: char) -> Option<&'static str> {
    let at = match sign {
        'A'..='Z' => sign as usize - 'A' as usize,
        'a'..='z' => sign as usize - 'a' as usize + 26,
        _ => return egen_math::names::greek_letter(sign),
    };
    Some(&LETTERS[at..=at])
}

/// What a character outside ASCII is, in either notation.
pub(super) enum Special {
    Tok(Tok<'static>),
    Space,
    /// A small raised or lowered one.
    Small,
    /// `″` is two primes.
    Primes(usize),
    /// Out of scope, and why.
    Refused(Scope),
    /// Any other sign, which has no meaning; [`reason`] may say more.
    Other,
}

pub(super) fn special(c: char) -> Special {
    use Special::{Refused, Tok as T};
    if let Some(name) = egen_math::names::greek_letter(c) {
        return T(Tok::Name(name));
    }
    match c {
        '×' | '·' | '⋅' | '∗' | '∙' | '•' | '⨯' | '✕' | '✖' | '⨉' | '\u{2062}' => T(Tok::Times),
        '÷' | '⁄' | '∕' => T(Tok::Slash),
        '−' | '–' | '‒' | '‐' | '‑' | '\u{fe63}' | '\u{ff0d}' => T(Tok::Minus),
        // The full-width forms that an East Asian keyboard gives.
        '\u{ff0b}' => T(Tok::Plus),
        '\u{ff1d}' => T(Tok::Equals),
        '\u{ff08}' => T(Tok::Open(Bracket::Round)),
        '\u{ff09}' => T(Tok::Close(Bracket::Round)),
        '√' => T(Tok::Root(2)),
        '∛' => T(Tok::Root(3)),
        '∜' => T(Tok::Root(4)),
        '′' | '’' => T(Tok::Prime),
        '∂' => T(Tok::Partial),
        '∫' => T(Tok::Int),
        // Spanish keyboards have the ordinal, and Macs the ring.
        '°' | 'º' | '˚' => T(Tok::Degree),
        '″' => Special::Primes(2),
        '‴' => Special::Primes(3),
        '∣' | '❘' => T(Tok::Bar),
        '‖' => Refused(Scope::Norm),
        // What is pasted from a page has invisible signs; that a function is applied says nothing new.
        '\u{200b}'..='\u{200e}' | '\u{2060}' | '\u{2061}' | '\u{feff}' => Special::Space,
        '\u{2063}' => T(Tok::Comma),
        '\u{2064}' => T(Tok::Plus),
        '\u{300}'..='\u{36f}' => Refused(Scope::CombiningMark),
        '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Refused(Scope::Direction),
        '∘' => Refused(Scope::Composition),
        '—' => Refused(Scope::Dash),
        _ if vulgar(c).is_some() => T(Tok::Vulgar),
        _ if superscript(c).or(subscript(c)).is_some() => Special::Small,
        _ if c.is_whitespace() => Special::Space,
        _ => Special::Other,
    }
}

/// Why a sign that has no meaning yet is not read, as far as its class says.
pub(super) fn reason(sign: char) -> Option<Reason> {
    Some(match (sign, symbol::class(sign)) {
        ('±' | '∓', _) => Reason::BothSigns,
        ('∞', _) => Reason::Infinity,
        ('ı' | 'ȷ', _) => Reason::Complex,
        ('‡' | '∙', _) => Reason::Mark,
        ('~', _) => Reason::Relation,
        (_, Class::Integral) => Reason::Integral,
        (_, Class::Relation) => Reason::Relation,
        (_, Class::Arrow) => Reason::Arrow,
        (_, Class::Set) => Reason::Set,
        (_, Class::Dots) => Reason::Dots,
        (_, Class::Big) => Reason::Terms,
        (_, Class::Open | Class::Close | Class::Fence) => Reason::Bracket,
        _ => plain_letter(sign).map(|_| Reason::Letters)?,
    })
}
