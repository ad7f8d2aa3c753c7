//! Decisions: what was settled about a line that can be read in more than one way?

use std::fmt::{self, Display, Formatter};

use egen_read::read::{Choice, Meaning, NoteKind, Refusal};

use crate::statement::Statement;

/// A decision on which the reading of a line rests.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Of the reader of expressions.
    Read(NoteKind),
    /// A decimal has a comma.
    DecimalComma(String),
    /// All readings of something ambiguous say the same.
    OneReading(Refusal),
}

impl Decision {
    /// Is `log` read as the natural logarithm?
    pub fn is_natural_logarithm(&self) -> bool {
        matches!(self, Decision::Read(NoteKind::NaturalLogarithm(_) | NoteKind::LogarithmOfOne))
    }
}

impl Display for Decision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Read(kind) => kind.fmt(f),
            Decision::DecimalComma(decimal) => write!(f, "the comma of `{decimal}` is read as a decimal point"),
            Decision::OneReading(why) => write!(f, "one reading only makes sense, although {why}"),
        }
    }
}

/// The readings of a formula that is ambiguous.
#[derive(Clone, Debug)]
pub struct Ways {
    /// What each says, and the choices that it rests on.
    pub readings: Vec<Way>,
    /// What is ambiguous.
    pub why: Refusal,
}

/// One way in which a formula is read.
#[derive(Clone, Debug)]
pub struct Way {
    /// How ambiguities are read.
    pub choices: Vec<Choice>,
    /// What the formula says then.
    pub statement: Statement,
}

/// Can both choices be those of one writer? Whoever means something by a construction means it throughout.
pub fn agree(one: &[Choice], other: &[Choice]) -> bool {
    let meaning = |of: &Choice| -> Option<Meaning> {
        other.iter().find(|choice| choice.ambiguity == of.ambiguity).map(|choice| choice.meaning)
    };
    one.iter().all(|choice| meaning(choice).is_none_or(|meaning| meaning == choice.meaning))
}
