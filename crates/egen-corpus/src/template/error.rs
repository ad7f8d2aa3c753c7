//! Errors: what is wrong with a template file, and where?

use std::fmt;
use std::path::PathBuf;

use egen_rules::Place;

/// Why a file gives no templates.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Its text has defects.
    #[error(transparent)]
    Templates(#[from] TemplateErrors),
}

/// The defects of a text, in the order of their places; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateErrors(pub Vec<TemplateError>);

impl fmt::Display for TemplateErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if at > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for TemplateErrors {}

/// One defect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct TemplateError {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A file without expressions.
    #[error("there is no expression: write a shape such as `{{f}}({{a}}*x)  for f in sin cos, a in 2 3`")]
    Empty,
    /// A shape before the first family.
    #[error("every shape belongs to a family: start one with `family NAME \"what its shapes are\"`")]
    NoFamily,
    /// A family line of another form.
    #[error("expected `family NAME \"what its shapes are\"`")]
    FamilyForm,
    /// Two families of one name.
    #[error("the family `{name}` has been started already ({first})")]
    RepeatedFamily {
        /// The name.
        name: String,
        /// Where it starts first.
        first: Place,
    },
    /// A set line of another form.
    #[error("expected `set NAME = VALUE VALUE …`")]
    SetForm,
    /// A set whose name could be a value.
    #[error("`{0}` cannot name a set: it is a function, a variable or a number already; take a longer word")]
    SetName(String),
    /// Two sets of one name.
    #[error("the set `{name}` has been defined already ({first})")]
    RepeatedSet {
        /// The name.
        name: String,
        /// Where it is defined first.
        first: Place,
    },
    /// A set that nothing uses.
    #[error("the set `{0}` is used nowhere")]
    UnusedSet(String),
    /// A word that means nothing.
    #[error("`{0}` is no set defined above, no function, no operator and no expression")]
    UnknownValue(String),
    /// A range that holds nothing or too much.
    #[error("`{0}` is no range: write FIRST..LAST with two integers, the smaller one first, at most 1000 apart")]
    Range(String),
    /// A tuple of the wrong length, or none where one is needed.
    #[error("`{value}` gives {got} values to {want} names")]
    Tuple {
        /// What stands there.
        value: String,
        /// How many values it has.
        got: usize,
        /// The number of names.
        want: usize,
    },
    /// A `for` of another form.
    #[error("expected `NAME in VALUE VALUE …` or `(NAME, NAME) in (VALUE, VALUE) …`, separated by commas")]
    ForForm,
    /// A name that two lists give values to.
    #[error("`{{{0}}}` has values already")]
    RepeatedPlaceholder(String),
    /// A name that the shape does not use.
    #[error("the shape does not use `{{{0}}}`")]
    UnusedPlaceholder(String),
    /// A placeholder without values.
    #[error("no `for` on this line gives `{{{0}}}` a value")]
    UnknownPlaceholder(String),
    /// `{` without `}`.
    #[error("this `{{` is not closed")]
    OpenBrace,
    /// Something in brackets at the end of a line.
    #[error("expected `[take N]` with a positive integer, found `{0}`")]
    TakeForm(String),
    /// `take` of more than there is.
    #[error("`take {take}` wants more than the {most} expressions that this line can give")]
    TakeMore {
        /// How many are wanted.
        take: u64,
        /// How many there are, or a line may have.
        most: u64,
    },
    /// A product that nobody wants in full.
    #[error("this line has {} combinations, and at most {most} are kept: end it with `[take N]`", Count(.all))]
    TooMany {
        /// How many; `None` if more than 2⁶⁴.
        all: Option<u64>,
        /// How many a line may have.
        most: u64,
    },
    /// A line without a shape.
    #[error("expected a shape before `for`, found nothing")]
    NoShape,
    /// A shape that is no expression for some values.
    #[error("`{text}` cannot be read: {reason}")]
    Syntax {
        /// The shape with its values.
        text: String,
        /// What the reader says.
        reason: String,
    },
    /// No combination has a value.
    #[error("no expression of this line has a value at a real point; the first is `{0}`")]
    NoValue(String),
    /// No combination is new.
    #[error("every expression of this line is there already; the first is `{0}`")]
    NothingNew(String),
}

struct Count<'a>(&'a Option<u64>);

impl fmt::Display for Count<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => write!(f, "{count}"),
            None => f.write_str("more than 2^64"),
        }
    }
}
