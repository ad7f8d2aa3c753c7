//! Assumptions: where must an equality hold?

use std::fmt;
use std::str::FromStr;

use crate::expr::{Expr, Node, Symbol};
use crate::print::{self, Form};
use crate::read::{self, Notation, Options, ReadError};

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
/// let assumed: egen_math::Assumptions = "0 < x < 1, n integer".parse().unwrap();
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

/// How relations are written; longest first, so that `<=` is not read as `<`.
pub const SIGNS: [(&str, Relation); 8] = [
    ("<=", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("!=", Relation::NotEqual),
    ("≤", Relation::LessOrEqual),
    ("≥", Relation::GreaterOrEqual),
    ("≠", Relation::NotEqual),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl FromStr for Assumptions {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Assumptions, ReadError> {
        let mut out = Assumptions::default();
        for (at, part) in parts(text) {
            if part.trim().is_empty() {
                return Err(ReadError {
                    at: at..at + part.len(),
                    message: "expected an assumption such as `x > 0`, `0 < x < 1` or `n integer`".to_string(),
                });
            }
            out.read_one(part, at)?;
        }
        Ok(out)
    }
}

/// The single assumptions and where they start: between commas, semicolons, `and` and `∧`.
fn parts(text: &str) -> Vec<(usize, &str)> {
    const BETWEEN: [&str; 5] = [",", ";", " and ", "∧", "&&"];
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        match BETWEEN.iter().find(|between| text[at..].starts_with(**between)) {
            Some(between) => {
                parts.push((from, &text[from..at]));
                at += between.len();
                from = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push((from, &text[from..]));
    parts
}

impl Assumptions {
    fn read_one(&mut self, text: &str, offset: usize) -> Result<(), ReadError> {
        for ending in ["is an integer", "is integer", "in integers", "in Z", "∈ ℤ", "integer"] {
            if let Some(name) = text.trim_end().strip_suffix(ending) {
                let variable = read_side(name, offset)?;
                let Node::Var(symbol) = variable.node(variable.root()) else {
                    return Err(ReadError {
                        at: offset..offset + name.len(),
                        message: "only a variable can be assumed to be an integer".to_string(),
                    });
                };
                self.integers.push(symbol.clone());
                return Ok(());
            }
        }
        let mut pieces: Vec<(usize, &str)> = Vec::new();
        let mut relations: Vec<Relation> = Vec::new();
        let (mut from, mut at) = (0, 0);
        while at < text.len() {
            match SIGNS.iter().find(|(sign, _)| text[at..].starts_with(sign)) {
                Some((sign, relation)) => {
                    pieces.push((from, &text[from..at]));
                    relations.push(*relation);
                    at += sign.len();
                    from = at;
                }
                None => at += text[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        pieces.push((from, &text[from..]));
        if relations.is_empty() {
            return Err(ReadError {
                at: offset..offset + text.len(),
                message: "expected an assumption such as `x > 0`, `0 < x < 1` or `n integer`".to_string(),
            });
        }
        let sides: Vec<Expr> =
            pieces.iter().map(|(at, piece)| read_side(piece, offset + at)).collect::<Result<_, _>>()?;
        for (pair, relation) in sides.windows(2).zip(relations) {
            self.conditions.push(Condition { left: pair[0].clone(), relation, right: pair[1].clone() });
        }
        Ok(())
    }
}

fn read_side(text: &str, offset: usize) -> Result<Expr, ReadError> {
    let options = Options { notation: Some(Notation::Infix), ..Options::default() };
    let moved = |mut error: ReadError| {
        error.at = error.at.start + offset..error.at.end + offset;
        error
    };
    match read::read(text, &options).map_err(moved)?.into_one() {
        Some((side, _)) => Ok(side),
        None => Err(ReadError { at: offset..offset + text.len(), message: "expected one expression".to_string() }),
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |e: &Expr| print::print(e, Form::Infix);
        write!(f, "{} {} {}", shown(&self.left), self.relation.symbol(), shown(&self.right))
    }
}

impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = self.conditions.iter().map(Condition::to_string);
        let all: Vec<String> = conditions.chain(self.integers.iter().map(|n| format!("{n} integer"))).collect();
        f.write_str(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn and_stands_between_assumptions_and_is_no_variable() {
        for text in ["x > 0, x < 1", "x > 0 and x < 1", "x > 0 ∧ x < 1", "x > 0 && x < 1"] {
            assert_eq!(text.parse::<Assumptions>().expect(text).to_string(), "x > 0, x < 1", "{text}");
        }
        let why = "x > 0 or x < 1".parse::<Assumptions>().expect_err("or is not read");
        assert_eq!(why.at, 6..8, "{why}");
        assert!("x > 0 and".parse::<Assumptions>().is_err());
    }
}
