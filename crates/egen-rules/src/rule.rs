//! Rules: what does a line of a rule file say?

use std::fmt;
use std::sync::Arc;

use egen_math::assume::Relation;
use egen_math::{Expr, Symbol};

/// Where something stands in a file; lines and columns (in characters) count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as it was given.
    pub file: Arc<str>,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A group of rules with a sentence about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name, such as `trig.quotient`.
    pub name: String,
    /// Do its rules act only where others have nothing more to add? They are true, but they grow without end.
    pub optional: bool,
    /// What its rules have in common.
    pub sentence: String,
    /// Where it starts.
    pub place: Place,
}

/// Values of variables. Most are constants; `c = x^2` shows that `c` had to be free of x.
pub type Point = Vec<(Symbol, Expr)>;

/// What must hold for a rule to fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `a > 0`; a chain is one of these for each sign.
    Relation {
        /// Its left side.
        left: Expr,
        /// The relation.
        relation: Relation,
        /// Its right side.
        right: Expr,
    },
    /// `n integer`.
    Integer(Symbol),
    /// `n even`.
    Even(Symbol),
    /// `n odd`.
    Odd(Symbol),
    /// `c free of x`: c does not depend on the variable x.
    Free {
        /// c.
        what: Symbol,
        /// x.
        of: Symbol,
    },
    /// `c number`: an exact rational number.
    Number(Symbol),
    /// `x variable`.
    Variable(Symbol),
}

impl Condition {
    /// The variables that it mentions.
    pub fn variables(&self) -> Vec<Symbol> {
        match self {
            Condition::Relation { left, right, .. } => {
                let mut names = left.variables();
                names.extend(right.variables());
                names
            }
            Condition::Integer(n)
            | Condition::Even(n)
            | Condition::Odd(n)
            | Condition::Number(n)
            | Condition::Variable(n) => vec![n.clone()],
            Condition::Free { what, of } => vec![what.clone(), of.clone()],
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Relation { left, relation, right } => write!(f, "{left} {} {right}", relation.symbol()),
            Condition::Integer(n) => write!(f, "{n} integer"),
            Condition::Even(n) => write!(f, "{n} even"),
            Condition::Odd(n) => write!(f, "{n} odd"),
            Condition::Free { what, of } => write!(f, "{what} free of {of}"),
            Condition::Number(n) => write!(f, "{n} number"),
            Condition::Variable(n) => write!(f, "{n} variable"),
        }
    }
}

/// A rewrite rule: what matches `left` equals `right` where the conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, which no other rule has.
    pub name: String,
    /// The place of its family in [`crate::RuleSet::families`].
    pub family: usize,
    /// The pattern; every variable stands for an expression.
    pub left: Expr,
    /// What it becomes; its variables occur in the pattern.
    pub right: Expr,
    /// All of these must be known to hold.
    pub when: Vec<Condition>,
    /// None of these equations may be known to hold: there the right side has no value.
    pub off: Vec<(Expr, Expr)>,
    /// A point that shows that the condition is needed.
    pub needs: Option<Point>,
    /// Where it stands.
    pub place: Place,
    /// Is it one of the two rules of a line with `<=>`?
    pub two_way: bool,
    /// The rule of which it is the other direction.
    pub reverse_of: Option<String>,
}

/// An idea that failed, kept with its counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its name, which no rule has.
    pub name: String,
    /// The place of its family in [`crate::RuleSet::families`].
    pub family: usize,
    /// One side.
    pub left: Expr,
    /// What it does not always equal.
    pub right: Expr,
    /// The conditions that were not enough.
    pub when: Vec<Condition>,
    /// The counterexample.
    pub at: Point,
    /// Where it stands.
    pub place: Place,
}

/// As it is written in a file, without its name.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} => {}", self.left, self.right)?;
        write_list(f, "when", &self.when, |one| one.to_string())?;
        write_list(f, "off", &self.off, |(a, b)| format!("{a} = {b}"))
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} => {}", self.left, self.right)?;
        write_list(f, "when", &self.when, |one| one.to_string())?;
        write_list(f, "at", &self.at, |(a, b)| format!("{a} = {b}"))
    }
}

fn write_list<T>(f: &mut fmt::Formatter<'_>, word: &str, all: &[T], show: impl Fn(&T) -> String) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    write!(f, " {word} {}", all.iter().map(show).collect::<Vec<_>>().join(", "))
}
