//! Readings: what may a text mean that can be read in several ways?
//!
//! Where people read in two ways the reader asks for a [`Choice`]. Whoever writes means the same by the same construction
//! throughout a text, so a choice is made for an [`Ambiguity`] and not for a place. A worklist tries the choices: a text
//! that is refused for an ambiguity is read once more with each of its meanings.

use egen_math::expr::Symbol;

use super::message::{Doubt, ReadError};
use super::{Options, Reading, read_chosen};

/// A text has at most so many readings; one with more is refused for its first ambiguity.
pub const MAX_READINGS: usize = 8;

/// What can be read in two ways, where the reader offers both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ambiguity {
    /// `1/2x`: does the quotient end before the x?
    Quotient,
    /// `2\frac12`: a mixed number or a product?
    MixedNumber,
    /// `0.2(50)`: a repeating decimal or a product?
    RepeatingDecimal,
    /// `ln 20/ln 3`: does the argument end before the quotient?
    QuotientOfArgument,
    /// `sin k(x + 1)`: does the argument end before the bracket?
    BracketOfArgument {
        /// Has the bracket the end of the argument once more? In `sin x(1 + cos x)` nearly everybody reads a factor.
        again: bool,
    },
    /// `x^1/2`, `e^2x`: does the exponent end before what follows?
    Exponent,
    /// `√2x`: does the root end before the x?
    Root,
    /// `\sin{x}^2`: is the value raised, or what is in the braces?
    RaisedArgument,
    /// `a(2)`: a function or a factor?
    CallOrProduct(Symbol),
    /// `ax^2`: a product whose last letter is raised, or one name?
    RaisedLetters,
    /// `ab + 1`: a product or one name?
    LettersOrName,
}

/// One of the two ways in which an ambiguity is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meaning {
    /// The quotient or the argument ends as soon as it can.
    Ends,
    /// It goes on.
    GoesOn,
    /// A number and a fraction are a mixed number, their sum.
    Sum,
    /// Factors.
    Product,
    /// A decimal that repeats.
    Repeating,
    /// A function and its arguments.
    Call,
    /// A name of several letters.
    Name,
}

impl Ambiguity {
    /// Both ways to read it.
    pub fn meanings(&self) -> &'static [Meaning] {
        match self {
            Ambiguity::Quotient
            | Ambiguity::QuotientOfArgument
            | Ambiguity::BracketOfArgument { .. }
            | Ambiguity::Exponent
            | Ambiguity::Root
            | Ambiguity::RaisedArgument => &[Meaning::Ends, Meaning::GoesOn],
            Ambiguity::MixedNumber => &[Meaning::Sum, Meaning::Product],
            Ambiguity::RepeatingDecimal => &[Meaning::Product, Meaning::Repeating],
            Ambiguity::CallOrProduct(_) => &[Meaning::Call, Meaning::Product],
            Ambiguity::RaisedLetters | Ambiguity::LettersOrName => &[Meaning::Product, Meaning::Name],
        }
    }

    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Ambiguity::Quotient => "quotient",
            Ambiguity::MixedNumber => "mixed number",
            Ambiguity::RepeatingDecimal => "repeating decimal",
            Ambiguity::QuotientOfArgument => "quotient of argument",
            Ambiguity::BracketOfArgument { .. } => "bracket of argument",
            Ambiguity::Exponent => "exponent",
            Ambiguity::Root => "root",
            Ambiguity::RaisedArgument => "raised argument",
            Ambiguity::CallOrProduct(_) => "call or product",
            Ambiguity::RaisedLetters => "raised letters",
            Ambiguity::LettersOrName => "letters or name",
        }
    }
}

impl Meaning {
    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Meaning::Ends => "ends",
            Meaning::GoesOn => "goes on",
            Meaning::Sum => "sum",
            Meaning::Product => "product",
            Meaning::Repeating => "repeating",
            Meaning::Call => "call",
            Meaning::Name => "name",
        }
    }
}

/// How an ambiguity is read, wherever a text has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What is ambiguous.
    pub ambiguity: Ambiguity,
    /// How it is read.
    pub meaning: Meaning,
}

/// The readings of a text that has several.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{doubt}")]
pub struct Several {
    /// What is ambiguous first.
    pub doubt: Box<Doubt>,
    /// All readings.
    pub readings: Vec<Reading>,
}

/// What a reading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One expression.
    Expression,
    /// Two or more sides with signs of equality between them.
    Equation,
}

impl Kind {
    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Expression => "expression",
            Kind::Equation => "equation",
        }
    }
}

/// Reads a text in every way in which it can be read: at least one, and at most [`MAX_READINGS`].
///
/// [`read`](super::read) gives a reading where this gives exactly one.
///
/// ```
/// use egen_read::read::{Options, readings};
///
/// let found = readings("1/2x", &Options::default()).unwrap();
/// let shown: Vec<String> = found.iter().map(|reading| reading.sides[0].to_string()).collect();
/// assert_eq!(shown, ["1/2*x", "1/(2*x)"]);
/// ```
pub fn readings(text: &str, options: &Options) -> Result<Vec<Reading>, ReadError> {
    each(options, |ambiguity| ambiguity.meanings().to_vec(), |options| read_chosen(text, options))
}

/// Calls a reader with every choice that it asks for, and gives what it read; `meanings` says which ways of an ambiguity are
/// tried, and those of which none is tried stay refused.
///
/// All ways must be read: what is left when one of them makes no sense is a guess, and the first ambiguity is refused.
pub fn each<T>(
    options: &Options,
    meanings: impl Fn(&Ambiguity) -> Vec<Meaning>,
    read: impl Fn(&Options) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let (mut found, mut todo) = (Vec::new(), vec![options.clone()]);
    let mut first: Option<ReadError> = None;
    while let Some(options) = todo.pop() {
        let why = match read(&options) {
            Ok(one) => {
                found.push(one);
                continue;
            }
            Err(why) => why,
        };
        let asked = |ambiguity: &Ambiguity| options.choices.iter().any(|choice| choice.ambiguity == *ambiguity);
        let ambiguity = why.refusal.ambiguity().filter(|ambiguity| !asked(ambiguity));
        let first = first.get_or_insert(why);
        let Some(ambiguity) = ambiguity else { return Err(first.clone()) };
        let meanings = meanings(&ambiguity);
        if meanings.is_empty() || found.len() + todo.len() + meanings.len() > MAX_READINGS {
            return Err(first.clone());
        }
        // The worklist is taken from its end, and the first meaning is tried first.
        for meaning in meanings.into_iter().rev() {
            let mut options = options.clone();
            options.choices.push(Choice { ambiguity: ambiguity.clone(), meaning });
            todo.push(options);
        }
    }
    Ok(found)
}
