//! Assumptions: where must an equality hold?

use std::fmt;

use crate::expr::{Expr, Symbol};

/// How two numbers are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    NotEqual,
}

impl Relation {
    /// Its sign.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::NotEqual => "!=",
        }
    }

    /// Does it hold between two numbers?
    pub fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Relation::Less => a < b,
            Relation::LessOrEqual => a <= b,
            Relation::Greater => a > b,
            Relation::GreaterOrEqual => a >= b,
            Relation::NotEqual => a != b,
        }
    }
}

/// One assumed inequality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its left side.
    pub left: Expr,
    /// The relation.
    pub relation: Relation,
    /// Its right side.
    pub right: Expr,
}

/// What is assumed of the variables.
///
/// ```
/// let assumed = egen_read::assume::read("0 < x < 1, n integer").unwrap();
/// assert_eq!(assumed.to_string(), "0 < x, x < 1, n integer");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// Inequalities that hold.
    pub conditions: Vec<Condition>,
    /// Variables that take integer values only.
    pub integers: Vec<Symbol>,
}

impl Assumptions {
    /// No assumptions.
    pub fn none() -> Assumptions {
        Assumptions::default()
    }

    /// Adds the assumptions of another.
    pub fn extend(&mut self, other: Assumptions) {
        self.conditions.extend(other.conditions);
        self.integers.extend(other.integers);
    }

    /// Is nothing assumed?
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.integers.is_empty()
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.relation.symbol(), self.right)
    }
}

impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = self.conditions.iter().map(Condition::to_string);
        let all: Vec<String> = conditions.chain(self.integers.iter().map(|n| format!("{n} integer"))).collect();
        f.write_str(&all.join(", "))
    }
}
