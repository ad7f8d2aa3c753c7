//! Errors: what is wrong with a rule file, and where?

use std::fmt;
use std::path::PathBuf;

use crate::rule::Place;

/// Why there is no rule set.
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
    /// The text has these defects, in the order of their places.
    #[error("{}", Lines(.0))]
    Rules(Vec<RuleError>),
}

struct Lines<'a>(&'a [RuleError]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if at > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

/// One defect of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Where it is.
    pub place: Place,
    /// The rule that it is in.
    pub rule: Option<String>,
    /// What it is.
    pub fault: Fault,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{}: rule `{rule}`: {}", self.place, self.fault),
            None => write!(f, "{}: {}", self.place, self.fault),
        }
    }
}

impl std::error::Error for RuleError {}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A text that the reader refuses; the message is the reader's.
    #[error("{0}")]
    Syntax(String),
    /// `f(x)`.
    #[error("`{0}` is no known function; write `{0}*(…)` for a product")]
    UnknownFunction(String),
    /// A misspelt function, most often.
    #[error("`{0}` is no function and no variable: variables are single letters, greek names or have an index (x_1)")]
    Word(String),
    /// An equation where a side was expected.
    #[error("expected one expression, found an equation")]
    Equation,
    /// Nothing where an expression was expected.
    #[error("expected {0}, found nothing")]
    Missing(&'static str),
    /// A rule without an arrow.
    #[error("expected `NAME LEFT => RIGHT` or `NAME LEFT <=> RIGHT`, found no arrow")]
    NoArrow,
    /// A rejected line with `<=>`.
    #[error("a rejected idea has one direction: write `=>`")]
    RejectedBothWays,
    /// A name that is none.
    #[error("expected a name of letters, digits, `-`, `_` and `.`, such as `tan-def`; found `{0}`")]
    Name(String),
    /// A rule before the first family.
    #[error("every rule belongs to a family: start one with `family NAME \"what its rules do\"`")]
    NoFamily,
    /// A family line of another form.
    #[error("expected `family NAME \"what its rules do\"`")]
    FamilyForm,
    /// A family inside a loop.
    #[error("a family cannot start inside a `for`")]
    FamilyInFor,
    /// Two families of one name.
    #[error("the family `{name}` has been started already ({first})")]
    RepeatedFamily {
        /// The name.
        name: String,
        /// Where it is used first.
        first: Place,
    },
    /// A clause that there is not.
    #[error("unknown clause `{0}`: there are `when`, `off` and `needs`, and `at` for a rejected rule")]
    UnknownClause(String),
    /// A clause twice.
    #[error("`{0}` is given twice: separate its parts by commas")]
    RepeatedClause(&'static str),
    /// A clause where it has no meaning.
    #[error("{0}")]
    MisplacedClause(&'static str),
    /// A condition of no known form.
    #[error(
        "unknown condition `{0}`: there are `a > 0`, `0 <= x <= pi`, `a != 0`, `n integer`, `n even`, `n odd`, `c free of x`, `c number` and `x variable`"
    )]
    UnknownCondition(String),
    /// A part of `off`, `needs` or `at` without its sign.
    #[error("expected `{wanted}`, found `{found}`")]
    NoEquation {
        /// The form.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A variable that the left side does not bind.
    #[error("the left side does not bind `{0}`")]
    Unbound(String),
    /// The same for the second rule of `<=>`.
    #[error("read from right to left, `{0}` is not bound: use `=>`")]
    UnboundBackwards(String),
    /// A name that another rule has.
    #[error("the name is taken ({first})")]
    RepeatedName {
        /// Where.
        first: Place,
    },
    /// A rule that changes nothing.
    #[error("its two sides are identical")]
    Identical,
    /// A rule that is there already.
    #[error("equal to `{other}` up to renaming of variables ({first})")]
    Duplicate {
        /// The other rule.
        other: String,
        /// Where it stands.
        first: Place,
    },
    /// A `<=>` whose two directions are the same rule.
    #[error("both directions are the same rule up to renaming of variables: use `=>`")]
    OwnReverse,
    /// A loop header of another form.
    #[error("expected `for NAME in VALUE VALUE …:` or `for (NAME, NAME) in (VALUE, VALUE) …:`")]
    ForForm,
    /// A loop without a body.
    #[error("the lines that a `for` repeats are indented deeper than it; here is none")]
    ForBody,
    /// A tuple of the wrong length.
    #[error("`{tuple}` has {got} values for {want} names")]
    ForTuple {
        /// The tuple.
        tuple: String,
        /// Its length.
        got: usize,
        /// The number of names.
        want: usize,
    },
    /// A loop name that no line uses.
    #[error("`{{{0}}}` is used in no line below")]
    UnusedPlaceholder(String),
    /// A placeholder of no loop.
    #[error("no `for` around this line gives `{{{0}}}` a value")]
    UnknownPlaceholder(String),
}
