//! Reading: which expression did a person write?
//!
//! ```text
//! LaTeX, MathML ─ formula ─ linear ─┐
//!                                   ├─ token, small ─ bars, conventions, glue ─ grammar (number, root, apply, argument, symbol, word, call, prime, calculus, integral, latex) ─ Reading
//! infix_lexer ──────────────────────┘
//! prefix, sexpr, content (MathML), srepr ──────────────────────────────────────────────────────────────────────────────────────── Reading
//! ```
//!
//! What can be read in several ways is refused: [`readings`] gives all of them, and the message says how to write either;
//! what was decided by convention is in the notes of the [`Reading`]. Notes and refusals are data, with their English in [`message`].

use std::ops::Range;

use egen_math::expr::{Expr, Symbol};

mod advice;
mod apply;
mod argument;
mod bars;
mod calculus;
mod call;
mod content;
mod conventions;
mod glue;
mod grammar;
mod infix;
mod infix_lexer;
mod integral;
mod latex;
mod linear;
mod mathml;
pub mod message;
mod notation;
mod number;
mod parser;
pub(crate) mod prefix;
mod prime;
mod readings;
mod respell;
pub(crate) mod root;
mod sexpr;
mod slips;
mod small;
mod srepr;
mod symbol;
mod token;
mod word;

pub use conventions::{Conventions, Logarithm, Occurring};
pub use message::{Note, NoteKind, ReadError, Refusal};
pub(crate) use notation::looks_like;
pub use readings::{Ambiguity, Choice, Kind, MAX_READINGS, Meaning, Several, each, readings};
pub(crate) use respell::respelled;

use crate::formula::Formula;
use message::RelationRefusal;

/// Brackets, fractions, powers and bare arguments may nest this deep.
///
/// No formula that a person wrote comes near it, and the readers' stack stays below half a
/// megabyte (one and a half in debug builds), which every thread has.
pub const MAX_DEPTH: usize = 256;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Derivatives may be taken at most this often.
pub const MAX_ORDER: usize = 16;

/// A reading has at most this many notes, each text once; the decisions behind further ones are made all the same.
pub const MAX_NOTES: usize = 64;

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
    /// MathML, Presentation or Content.
    Mathml,
    /// What SymPy's `srepr` prints.
    Srepr,
}

impl Notation {
    /// Its name, as it is given on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Latex => "latex",
            Notation::Infix => "infix",
            Notation::Prefix => "prefix",
            Notation::Sexpr => "sexpr",
            Notation::Mathml => "mathml",
            Notation::Srepr => "srepr",
        }
    }
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
    /// Refuse whatever would need a note.
    pub strict: bool,
    /// How ambiguities are read; what is ambiguous and not here is refused.
    pub choices: Vec<Choice>,
    /// What the document that the text stands in shows of its writer's conventions.
    pub conventions: Conventions,
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
    /// How its ambiguities were read, where a caller chose.
    pub choices: Vec<Choice>,
}

impl Reading {
    /// What it says.
    pub fn kind(&self) -> Kind {
        if self.sides.len() == 1 { Kind::Expression } else { Kind::Equation }
    }

    /// The one expression that was read, with the notes; `None` for an equation.
    pub fn into_one(self) -> Option<(Expr, Vec<Note>)> {
        let [expr] = <[Expr; 1]>::try_from(self.sides).ok()?;
        Some((expr, self.notes))
    }
}

/// An error on its way out. It is boxed because every step of the descent returns one or nothing,
/// and small results keep the stack of 256 levels small.
type Refused = Box<ReadError>;

#[cold]
fn refusal(at: Range<usize>, why: impl Into<Refusal>) -> Refused {
    Box::new(error(at, why))
}

#[cold]
fn error(at: Range<usize>, why: impl Into<Refusal>) -> ReadError {
    ReadError::new(at, why)
}

/// Reads an expression or an equation.
///
/// ```
/// use egen_read::read::{Options, read};
///
/// let reading = read(r"\sin^2 x + \cos^2 x = 1", &Options::default()).unwrap();
/// assert_eq!(reading.sides.len(), 2);
/// assert_eq!(format!("{:?}", reading.sides[0]), "+ pow sin x 2 pow cos x 2");
/// ```
pub fn read(text: &str, options: &Options) -> Result<Reading, ReadError> {
    let why = match read_chosen(text, options) {
        Ok(reading) => return Ok(reading),
        Err(why) => why,
    };
    match (&*why.refusal, why.refusal.ambiguity()) {
        (Refusal::Ambiguous(doubt), Some(_)) => match readings(text, options) {
            Ok(readings) => Err(error(why.at, Several { doubt: Box::new(doubt.clone()), readings })),
            Err(first) => Err(first),
        },
        _ => Err(why),
    }
}

/// Reads a text with the choices of the options. What is ambiguous besides is refused, and its readings are not looked for: for
/// those who try the choices, as [`each`] does.
pub fn read_chosen(text: &str, options: &Options) -> Result<Reading, ReadError> {
    if text.len() > MAX_TEXT {
        // The end of the text may lie inside a character, so the range covers all of it.
        return Err(error(0..text.len(), Refusal::TooLong));
    }
    let mut reading = match respell::plain(text).or_else(|| respell::mathematica(text)) {
        Some(plain) => plain.settle(notation::read_any(&plain.text, options)),
        None => notation::read_any(text, options),
    }?;
    reading.choices.clone_from(&options.choices);
    match reading.notes.first() {
        Some(note) if options.strict => Err(error(note.at.clone(), Refusal::Strict(Box::new(note.kind.clone())))),
        _ => Ok(reading),
    }
}

/// What a structure may mean: at least one reading, and at most [`MAX_READINGS`].
///
/// ```
/// use egen_read::formula::Formula;
/// use egen_read::read::{Options, interpret};
///
/// let formula = Formula::latex(r"2\frac12").unwrap();
/// let found = interpret(&formula, &Options::default()).unwrap();
/// let shown: Vec<String> = found.iter().map(|reading| reading.sides[0].to_string()).collect();
/// assert_eq!(shown, ["2 + 1/2", "2*(1/2)"]);
/// ```
pub fn interpret(formula: &Formula<'_>, options: &Options) -> Result<Vec<Reading>, ReadError> {
    each(
        options,
        |ambiguity| ambiguity.meanings().to_vec(),
        |options| {
            let reading = meaning(formula, options).map_err(|why| *why)?;
            Ok(Reading { choices: options.choices.clone(), ..reading })
        },
    )
}

/// The one meaning of a structure with the choices of the options.
fn meaning(formula: &Formula<'_>, options: &Options) -> Result<Reading, Refused> {
    match formula.notation() {
        notation @ (Notation::Latex | Notation::Mathml) => {
            grammar::parse(formula.text(), linear::lex(formula)?, notation, options)
        }
        Notation::Infix | Notation::Prefix | Notation::Sexpr | Notation::Srepr => infix::read(formula.text(), options),
    }
}

/// Reads one expression, with the notes about it; an equation is an error.
pub fn read_one(text: &str, options: &Options) -> Result<(Expr, Vec<Note>), ReadError> {
    let one = read(text, options)?.into_one();
    one.ok_or_else(|| equation(text, RelationRefusal::Equation))
}

/// Reads one expression in whatever notation it is; an equation is an error.
pub fn read_expr(text: &str) -> Result<Expr, ReadError> {
    let one = read(text, &Options::default())?.into_one();
    let (expr, _) = one.ok_or_else(|| equation(text, RelationRefusal::EquationForOne))?;
    Ok(expr)
}

/// The error of an equation where an expression should be, at its first sign.
fn equation(text: &str, why: RelationRefusal) -> ReadError {
    let at = text.find('=').unwrap_or(0);
    let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
    error(at..end, why)
}
