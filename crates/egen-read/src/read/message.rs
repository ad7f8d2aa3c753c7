//! Messages: what is said about a text that is not read, and about one that is?
//!
//! A refusal is data, one variant for each kind of reason; its English stands beside the variant and nowhere else. Callers
//! match variants and never ask a message what is in it. A kind of reason has a file: what is ambiguous (`doubt`), what stands
//! where it does not belong (`misplaced`), words, functions, derivatives, scripts of LaTeX, notations that are trees, and
//! relations.

mod calculus;
mod doubt;
mod function;
mod misplaced;
mod note;
mod numeral;
mod relation;
mod scope;
mod script;
mod structure;
mod tree;
mod word;

use std::ops::Range;

use egen_math::defined::BuildError;

use super::readings::{Ambiguity, Several};
use super::{MAX_DEPTH, MAX_TEXT};
use crate::formula::Why;

pub use calculus::CalculusRefusal;
pub use doubt::Doubt;
pub use function::FunctionRefusal;
pub use misplaced::{Argument, Expected, Misplaced};
pub use note::{Note, NoteKind};
pub use numeral::NumeralRefusal;
pub use relation::RelationRefusal;
pub use scope::Scope;
pub use script::ScriptRefusal;
pub use structure::{Reason, StructureRefusal};
pub use tree::{Count, TreeRefusal};
pub use word::WordRefusal;

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{refusal}")]
pub struct ReadError {
    /// The bytes that it is about; empty at the end of the text.
    pub at: Range<usize>,
    /// What is wrong, what was expected, and what to do. It is boxed because errors of many crates hold one.
    pub refusal: Box<Refusal>,
}

impl ReadError {
    /// An error at some bytes.
    pub fn new(at: Range<usize>, refusal: impl Into<Refusal>) -> ReadError {
        ReadError { at, refusal: Box::new(refusal.into()) }
    }

    /// The reason in English, with advice.
    pub fn message(&self) -> String {
        self.refusal.to_string()
    }

    /// The same error, of a text that stands at a place of another one.
    pub fn moved(self, offset: usize) -> ReadError {
        ReadError { at: self.at.start + offset..self.at.end + offset, ..self }
    }
}

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It can be read in two ways.
    #[error(transparent)]
    Ambiguous(#[from] Doubt),
    /// It can be read in several ways, and these are the readings.
    #[error(transparent)]
    Several(#[from] Several),
    /// Something stands where it does not belong, or is missing.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The language has nothing for it.
    #[error(transparent)]
    Scope(#[from] Scope),
    /// A word that is no name of a variable.
    #[error(transparent)]
    Word(#[from] WordRefusal),
    /// A function and what it is applied to.
    #[error(transparent)]
    Function(#[from] FunctionRefusal),
    /// A derivative or an integral.
    #[error(transparent)]
    Calculus(#[from] CalculusRefusal),
    /// A number.
    #[error(transparent)]
    Numeral(#[from] NumeralRefusal),
    /// A superscript, a subscript or a group of LaTeX.
    #[error(transparent)]
    Script(#[from] ScriptRefusal),
    /// A text in prefix notation, an s-expression, Content MathML or `srepr`.
    #[error(transparent)]
    Tree(#[from] TreeRefusal),
    /// A relation, an assumption or a set, or an equation where there should be an expression.
    #[error(transparent)]
    Relation(#[from] RelationRefusal),
    /// The arguments of a function that is a formula.
    #[error(transparent)]
    Defined(#[from] BuildError),
    /// `x` between thousands of brackets.
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// More text than is read.
    #[error("the text is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// A decision that strict options do not allow.
    #[error("not clear enough: {0}")]
    Strict(Box<NoteKind>),
    /// The reason of a caller who passes it on as an error of reading: a model takes no expression so long, an object of
    /// Python is no formula.
    #[error("{0}")]
    Outside(String),
    /// A text that has no structure.
    #[error(transparent)]
    Malformed(#[from] Why),
    /// A part of the structure that has no meaning yet.
    #[error(transparent)]
    Structure(#[from] StructureRefusal),
}

impl Refusal {
    /// What is ambiguous, where a choice would make the text readable.
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        match self {
            Refusal::Ambiguous(doubt) => doubt.ambiguity(),
            Refusal::Several(several) => several.doubt.ambiguity(),
            _ => None,
        }
    }
}

/// A sign of multiplication as the notation of a text has it, in advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// ` \cdot `.
    Dot,
    /// `*`.
    Star,
    /// A space, where a name follows.
    Space,
}

impl Times {
    /// The sign between two factors.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Times::Dot => " \\cdot ",
            Times::Star => "*",
            Times::Space => " ",
        }
    }
}
