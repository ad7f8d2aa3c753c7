//! Bounds: which expressions are short enough, with numbers that are small enough?
//!
//! What is beyond them is left out of the grammar before anything is counted, so that nothing is drawn and thrown away.

use egen_math::length::{model_tokens, number_tokens};
use egen_math::{Expr, Node, Number};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::term::{Term, to_rec};

/// How the length of an expression is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Length {
    /// As a model reads it, and as the paper counts: a number is its sign and its digits ([`model_tokens`]).
    Model,
    /// As prefix notation is written: an integer is one token, a fraction three.
    Prefix,
}

impl Length {
    /// The length of an expression.
    pub fn of(self, expr: &Expr) -> usize {
        match self {
            Length::Model => model_tokens(expr),
            Length::Prefix => to_rec(expr).as_ref().iter().map(|term| self.of_term(term)).sum(),
        }
    }

    /// The tokens that a node itself takes.
    pub(crate) fn of_term(self, term: &Term) -> usize {
        match (self, term) {
            (Length::Model, Term::Num(n)) => number_tokens(n),
            (Length::Prefix, Term::Num(n)) if !n.is_integer() => 3,
            _ => 1,
        }
    }
}

/// Which expressions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Bounds {
    /// The greatest length.
    pub max_tokens: u32,
    /// How it is counted. A corpus that does not say so was made when there was no other count.
    #[cfg_attr(feature = "serde", serde(default = "prefix"))]
    pub length: Length,
    /// The greatest numerator and denominator of a number; without it any number will do.
    #[cfg_attr(feature = "serde", serde(default))]
    pub max_number: Option<u64>,
}

#[cfg(feature = "serde")]
fn prefix() -> Length {
    Length::Prefix
}

impl Bounds {
    /// So many tokens in prefix notation, with any numbers.
    pub fn prefix(max_tokens: u32) -> Bounds {
        Bounds { max_tokens, length: Length::Prefix, max_number: None }
    }

    /// Is a number small enough?
    pub fn admits_number(&self, n: &Number) -> bool {
        self.max_number.is_none_or(|bound| n.is_within(bound))
    }

    /// Is an expression short enough, and all its numbers small enough?
    pub fn admits(&self, expr: &Expr) -> bool {
        let numbers = expr.nodes().iter().all(|node| match node {
            Node::Num(n) => self.admits_number(n),
            _ => true,
        });
        numbers && self.length.of(expr) <= self.max_tokens as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn numbers_and_lengths_are_bounded() {
        let model = Bounds { max_tokens: 8, length: Length::Model, max_number: Some(999) };
        for (text, model_says, prefix_says) in [
            ("x + 999*y", true, true),
            ("x - 1000", false, true),
            ("x*(1/1000)", false, true),
            ("x*0.001", false, true),
            ("x + 99*y/7", false, true),
            ("1 + 2 + 3 + 4 + 5", false, false),
        ] {
            let expr = read_expr(text).expect(text);
            assert_eq!(model.admits(&expr), model_says, "{text}");
            assert_eq!(Bounds::prefix(8).admits(&expr), prefix_says, "{text}");
        }
    }
}
