//! Tokens: which pieces does a text fall into, whichever notation it is in?
//!
//! LaTeX and infix have a lexer each and share the grammar, so both read `-x^2` alike
//! by construction. Lexers and grammar are written by hand: what a LaTeX letter means
//! depends on its neighbours (`d` before `x`, a word spelled in letters, a name before a
//! bracket), every refusal must point at bytes, and a corpus has millions of formulas.

use std::ops::Range;

use super::names::Func;

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
}

impl Token<'_> {
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The space before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    /// Space that may stand inside a number: `2 6`, `1\,000`.
    Space,
    /// Space that may not: `1 \quad 2`.
    Wide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tok<'t> {
    /// A whole literal; infix only.
    Number,
    /// One digit; LaTeX only, where `\frac12` takes digits apart.
    Digit,
    /// The decimal point, or a full stop; LaTeX only.
    Dot,
    /// A letter, the canonical name of a Greek letter, or an infix identifier.
    Name(&'t str),
    /// A name set upright, `\mathrm{foo}`; spaces and `\_` are still in it.
    Text(&'t str),
    /// A name that is surely a variable: `\mathit{e}` or, in infix, in backquotes.
    Quoted(&'t str),
    Func(Func),
    Plus,
    Minus,
    Times,
    Slash,
    Caret,
    Under,
    /// A run of superscript characters.
    Super,
    /// A run of subscript characters, or infix `_1` after a Greek letter.
    Sub,
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
    Equals,
    Frac,
    Over,
    /// `\sqrt`, which may have a degree.
    Radical,
    /// `√` is 2, `∛` is 3.
    Root(u8),
    Int,
    Partial,
    /// A `d` that the integral before it has claimed.
    Differential,
    End,
}

/// The digit, sign or letter that a superscript character stands for.
pub(super) fn superscript(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from(b'4' + (c as u32 - '⁴' as u32) as u8),
        '⁺' => '+',
        '⁻' => '-',
        'ⁿ' => 'n',
        _ => return None,
    })
}

/// The digit that a subscript character stands for.
pub(super) fn subscript(c: char) -> Option<char> {
    ('₀'..='₉').contains(&c).then(|| char::from(b'0' + (c as u32 - '₀' as u32) as u8))
}

/// What a character outside ASCII is, in either notation.
pub(super) enum Special {
    Tok(Tok<'static>),
    Space,
    Super,
    Sub,
    /// Out of scope, and why.
    Refused(&'static str),
    Unknown,
}

pub(super) fn special(c: char) -> Special {
    use Special::{Refused, Tok as T};
    if let Some(name) = super::names::greek_letter(c) {
        return T(Tok::Name(name));
    }
    match c {
        '×' | '·' | '⋅' | '∗' | '∙' | '•' | '⨯' => T(Tok::Times),
        '÷' | '⁄' | '∕' => T(Tok::Slash),
        '−' | '–' | '‒' | '\u{fe63}' | '\u{ff0d}' => T(Tok::Minus),
        // The full-width forms that an East Asian keyboard gives.
        '\u{ff0b}' => T(Tok::Plus),
        '\u{ff1d}' => T(Tok::Equals),
        '\u{ff08}' => T(Tok::Open(Bracket::Round)),
        '\u{ff09}' => T(Tok::Close(Bracket::Round)),
        '√' => T(Tok::Root(2)),
        '∛' => T(Tok::Root(3)),
        '′' | '’' => T(Tok::Prime),
        '∂' => T(Tok::Partial),
        '∫' => T(Tok::Int),
        '∞' => Refused("infinity is out of scope: only real numbers are read"),
        '≤' | '≥' | '≠' | '≈' | '≡' | '∼' | '≅' | '∝' | '≪' | '≫' => {
            Refused("of the relations only = is read; write one side, or an equation")
        }
        '→' | '↦' | '⇒' | '⟶' | '⇔' | '←' => {
            Refused("arrows are out of scope; write an expression or an equation")
        }
        '°' => Refused("degrees are out of scope: write the angle in radians, x*pi/180"),
        '±' | '∓' => Refused("± stands for two expressions: write them one at a time"),
        '∑' | '∏' => Refused("sums and products over a range are out of scope"),
        '…' | '⋯' => Refused("dots stand for something left out: write it in full"),
        '∈' | '∉' | '⊂' | '∪' | '∩' | 'ℝ' | 'ℂ' | 'ℤ' | 'ℕ' | 'ℚ' => {
            Refused("sets are out of scope")
        }
        '‖' => Refused("norms are out of scope; write |x| for an absolute value"),
        '\u{200b}' | '\u{2060}' | '\u{feff}' => Special::Space,
        _ if superscript(c).is_some() => Special::Super,
        _ if subscript(c).is_some() => Special::Sub,
        _ if c.is_whitespace() => Special::Space,
        _ => Special::Unknown,
    }
}
