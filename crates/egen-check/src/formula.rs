//! Formulas: what does a line say of its variables?
//!
//! A formula is one of some cases, and a case is some relations that hold together: `x = 2 or x = 3` has two
//! cases of one relation, `0 < x < 1` has one case of two.

use std::fmt;

use egen_math::assume::{Condition, Relation};
use egen_math::{Expr, Node, Op, Symbol};

use crate::term::{has, is_constant, name};

/// How two sides are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `=`
    Equal,
    /// Any other relation.
    Other(Relation),
}

impl Sign {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Sign::Equal => "=",
            Sign::Other(relation) => relation.symbol(),
        }
    }

    /// The sign that holds when both sides are multiplied by a negative number.
    pub fn turned(self) -> Sign {
        match self {
            Sign::Other(Relation::Less) => Sign::Other(Relation::Greater),
            Sign::Other(Relation::Greater) => Sign::Other(Relation::Less),
            Sign::Other(Relation::LessOrEqual) => Sign::Other(Relation::GreaterOrEqual),
            Sign::Other(Relation::GreaterOrEqual) => Sign::Other(Relation::LessOrEqual),
            Sign::Equal | Sign::Other(Relation::NotEqual) => self,
        }
    }
}

/// Two sides and how they are related.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The left side.
    pub left: Expr,
    /// The relation.
    pub sign: Sign,
    /// The right side.
    pub right: Expr,
}

impl Atom {
    /// `left = right`.
    pub fn equal(left: &Expr, right: &Expr) -> Atom {
        Atom { left: left.clone(), sign: Sign::Equal, right: right.clone() }
    }

    /// The left side minus the right side.
    pub fn difference(&self) -> Expr {
        self.left.clone() - &self.right
    }

    /// The variable and the constant of `x = c`.
    pub fn solved(&self) -> Option<(&Symbol, &Expr)> {
        self.gives().filter(|_| is_constant(&self.right)).map(|name| (name, &self.right))
    }

    /// The name that stands alone on the left of an equation.
    pub fn gives(&self) -> Option<&Symbol> {
        name(&self.left).filter(|_| self.sign == Sign::Equal)
    }

    fn map(&self, to: &impl Fn(&Expr) -> Expr) -> Atom {
        Atom { left: to(&self.left), sign: self.sign, right: to(&self.right) }
    }
}

impl From<&Condition> for Atom {
    fn from(condition: &Condition) -> Atom {
        let Condition { left, relation, right } = condition.clone();
        Atom { left, sign: Sign::Other(relation), right }
    }
}

/// One of some cases, each of which is some relations together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The cases; none of them holds if there are none.
    pub cases: Vec<Vec<Atom>>,
}

impl Formula {
    /// One relation.
    pub fn of(atom: Atom) -> Formula {
        Formula { cases: vec![vec![atom]] }
    }

    /// `left = right`.
    pub fn equal(left: &Expr, right: &Expr) -> Formula {
        Formula::of(Atom::equal(left, right))
    }

    /// All relations.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.cases.iter().flatten()
    }

    /// The sides of all relations.
    pub fn sides(&self) -> impl Iterator<Item = &Expr> {
        self.atoms().flat_map(|atom| [&atom.left, &atom.right])
    }

    /// The one relation that it is.
    pub fn single(&self) -> Option<&Atom> {
        match &self.cases[..] {
            [case] if case.len() == 1 => case.first(),
            _ => None,
        }
    }

    /// The relations that hold together, if it is several of them: `x + y = 5, x - y = 1`.
    pub fn together(&self) -> Option<Vec<Formula>> {
        match &self.cases[..] {
            [case] if case.len() > 1 => Some(case.iter().cloned().map(Formula::of).collect()),
            _ => None,
        }
    }

    /// The sides of the one equation that it is.
    pub fn equation(&self) -> Option<[&Expr; 2]> {
        self.single().filter(|atom| atom.sign == Sign::Equal).map(|atom| [&atom.left, &atom.right])
    }

    /// The name that stands alone on the left of the one equation that it is.
    pub fn gives(&self) -> Option<&Symbol> {
        self.single()?.gives()
    }

    /// Is it inequalities only?
    pub fn is_condition(&self) -> bool {
        self.atoms().all(|atom| atom.sign != Sign::Equal)
    }

    /// Has it this variable alone?
    pub fn is_in(&self, name: &Symbol) -> bool {
        self.variables() == [name.clone()]
    }

    /// The variables, in order.
    pub fn variables(&self) -> Vec<Symbol> {
        let mut all: Vec<Symbol> = self.sides().flat_map(Expr::variables).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The same with every side replaced.
    pub fn map(&self, to: impl Fn(&Expr) -> Expr) -> Formula {
        Formula { cases: self.cases.iter().map(|case| case.iter().map(|atom| atom.map(&to)).collect()).collect() }
    }

    /// Has it one of these variables?
    pub fn has_any(&self, names: &[Symbol]) -> bool {
        self.variables().iter().any(|name| names.contains(name))
    }

    /// Has it an unknown function?
    pub fn has_calls(&self) -> bool {
        self.sides().any(|side| has(side, |node| matches!(node, Node::Call(..))))
    }

    /// The names that stand alone on the left, to which it gives values or bounds.
    pub fn given_names(&self) -> Vec<Symbol> {
        self.atoms().filter_map(|atom| name(&atom.left)).cloned().collect()
    }

    /// Does something stand in it that binds a variable or is no known function?
    pub fn is_opaque(&self) -> bool {
        let opaque = |node: &Node| matches!(node, Node::Call(..)) || node.op().is_some_and(Op::binds);
        self.sides().any(|side| has(side, opaque))
    }

    /// The inequalities and the equations of `c > 0, c = 5`, both about one name.
    pub fn condition(&self) -> Option<(Formula, Formula)> {
        let ([case], [_]) = (&self.cases[..], &self.variables()[..]) else { return None };
        let (values, conditions): (Vec<Atom>, Vec<Atom>) =
            case.iter().cloned().partition(|atom| atom.sign == Sign::Equal);
        let apart = !values.is_empty() && !conditions.is_empty();
        apart.then(|| (Formula { cases: vec![conditions] }, Formula { cases: vec![values] }))
    }

    /// Does each of its relations, which hold together, give a name a value: `x = 1, n = k + 1`?
    pub fn gives_values(&self) -> bool {
        let gives = |atom: &Atom| atom.gives().is_some_and(|name| !atom.right.variables().contains(name));
        matches!(&self.cases[..], [case] if case.iter().all(gives))
    }

    /// Are all of its relations of the form `x = c` for one x?
    pub fn is_solved(&self) -> bool {
        let mut names = self.cases.iter().map(|case| match &case[..] {
            [atom] => atom.solved().map(|(name, _)| name),
            _ => None,
        });
        let first = names.next().flatten();
        first.is_some() && names.all(|name| name == first)
    }
}

/// What a formula is written with, in reading order.
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A side of a relation.
    Side(&'a Expr),
    /// The relation between two sides.
    Sign(Sign),
    /// Between relations that hold together.
    And,
    /// Between cases.
    Or,
}

impl Formula {
    /// Its sides, with the signs between them; `0 < x, x < 1` is one chain.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'_>> {
        let mut tokens = Vec::new();
        for (at, case) in self.cases.iter().enumerate() {
            tokens.extend((at > 0).then_some(Token::Or));
            for (at, atom) in case.iter().enumerate() {
                // f = 0, 0 ≤ x is no f = 0 ≤ x.
                let joined =
                    !is_constant(&atom.left) && at.checked_sub(1).is_some_and(|before| case[before].right == atom.left);
                if !joined {
                    tokens.extend((at > 0).then_some(Token::And));
                    tokens.push(Token::Side(&atom.left));
                }
                tokens.extend([Token::Sign(atom.sign), Token::Side(&atom.right)]);
            }
        }
        tokens.into_iter()
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tokens().try_for_each(|token| match token {
            Token::Side(side) => write!(f, "{side}"),
            Token::Sign(sign) => write!(f, " {} ", sign.symbol()),
            Token::And => f.write_str(", "),
            Token::Or => f.write_str(" or "),
        })
    }
}
