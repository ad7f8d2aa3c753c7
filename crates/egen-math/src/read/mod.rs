//! Reading: which expression did a person write?

use std::ops::Range;

use crate::expr::{Expr, Symbol};

/// A way to write expressions that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// LaTeX as people write it.
    Latex,
    /// Infix as Python, SymPy and WolframAlpha people type it.
    Infix,
    /// Prefix tokens, the paper's words or the short ones.
    Prefix,
    /// Parenthesised prefix.
    Sexpr,
}

/// What `f(x)` means when f is no known function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calls {
    /// Decide by the letter and the argument, say so in a note, and refuse what is ambiguous.
    #[default]
    Auto,
    /// An unknown function applied to its arguments.
    Call,
    /// A product.
    Product,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The notation; `None` decides by content.
    pub notation: Option<Notation>,
    /// What `f(x)` means.
    pub calls: Calls,
    /// Names that are variables here although they could mean something else (`e`, `i`).
    pub variables: Vec<Symbol>,
}

/// What was read, and how it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// One expression, or the sides of an equation `a = b = c`.
    pub sides: Vec<Expr>,
    /// The notation it was read in.
    pub notation: Notation,
    /// Decisions that a reader may want to know of.
    pub notes: Vec<Note>,
}

/// A decision that was made while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The bytes it is about.
    pub at: Range<usize>,
    /// What was decided: "`log` is read as the natural logarithm".
    pub text: String,
}

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// The bytes that the message is about; empty at the end of the text.
    pub at: Range<usize>,
    /// What is wrong, what was expected, and what to do.
    pub message: String,
}
