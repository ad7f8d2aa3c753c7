//! Tokens: how does a model read an expression, symbol by symbol?
//!
//! Prefix order, so that no parentheses are needed. A number is its sign and then its digits one by one;
//! a fraction is a token of its own before numerator and denominator, because `1/3` the number and `1/3` the
//! quotient are two expressions. Variables and unknown functions are told apart by the order of their names:
//! sin(t) reads as sin(x) does.

mod decode;
mod encode;
mod prefix;

use std::fmt;

use egen_math::op::TABLE;
use egen_math::{Constant, Id, Op, Symbol};

pub use decode::{DecodeError, decode};
pub use encode::{TokenError, encode};
pub use prefix::Prefix;

/// Changes whenever the same expression may give other tokens, or a token another number.
pub const VERSION: u32 = 1;
/// An expression may have this many variables.
pub const MAX_VARIABLES: usize = 8;
/// An expression may have this many unknown functions.
pub const MAX_FUNCTIONS: usize = 4;
/// An unknown function may have this many arguments.
pub const MAX_ARGUMENTS: usize = 3;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// Fills a batch up where a shape must be rectangular.
    Pad,
    /// Before the first token.
    Start,
    /// After the last token.
    End,
    /// A number that is not negative; its digits follow.
    Positive,
    /// A negative number; the digits of its absolute value follow.
    Negative,
    /// A fraction in lowest terms; its numerator and its denominator follow.
    Fraction,
    /// A digit, 0 to 9.
    Digit(u8),
    /// π or e.
    Constant(Constant),
    /// A variable, by its place among the expression's variables in the order of their names.
    Variable(u8),
    /// An unknown function, by its place in the order of names, of so many arguments.
    Function {
        /// Its place.
        place: u8,
        /// How many arguments follow.
        arity: u8,
    },
    /// An operator of the table, one of those for which [`Token::of`] has a token.
    Op(Op),
}

/// The last operator of the table that has a token. Models have a weight for each token, so that one more would make all of them unreadable.
const LAST: Op = Op::Integral;

// The operators come last, so that one more at the end of the table moves nothing.
const DIGITS: usize = 6;
const CONSTANTS: usize = DIGITS + 10;
const VARIABLES: usize = CONSTANTS + 2;
const FUNCTIONS: usize = VARIABLES + MAX_VARIABLES;
const OPERATORS: usize = FUNCTIONS + MAX_FUNCTIONS * MAX_ARGUMENTS;

impl Token {
    /// The number of tokens that there are.
    pub const COUNT: usize = OPERATORS + LAST as usize + 1;

    /// The token of an operator, if it has one.
    pub fn of(op: Op) -> Option<Token> {
        (op <= LAST).then_some(Token::Op(op))
    }

    /// Its number, below [`Token::COUNT`].
    pub fn index(self) -> usize {
        match self {
            Token::Pad => 0,
            Token::Start => 1,
            Token::End => 2,
            Token::Positive => 3,
            Token::Negative => 4,
            Token::Fraction => 5,
            Token::Digit(d) => DIGITS + d as usize,
            Token::Constant(Constant::Pi) => CONSTANTS,
            Token::Constant(Constant::E) => CONSTANTS + 1,
            Token::Variable(k) => VARIABLES + k as usize,
            Token::Function { place, arity } => FUNCTIONS + place as usize * MAX_ARGUMENTS + arity as usize - 1,
            Token::Op(op) => OPERATORS + op as usize,
        }
    }

    /// The token with this number.
    pub fn from_index(index: usize) -> Option<Token> {
        Some(match index {
            0 => Token::Pad,
            1 => Token::Start,
            2 => Token::End,
            3 => Token::Positive,
            4 => Token::Negative,
            5 => Token::Fraction,
            DIGITS..CONSTANTS => Token::Digit((index - DIGITS) as u8),
            CONSTANTS => Token::Constant(Constant::Pi),
            _ if index == CONSTANTS + 1 => Token::Constant(Constant::E),
            VARIABLES..FUNCTIONS => Token::Variable((index - VARIABLES) as u8),
            FUNCTIONS..OPERATORS => {
                let k = index - FUNCTIONS;
                Token::Function { place: (k / MAX_ARGUMENTS) as u8, arity: (k % MAX_ARGUMENTS + 1) as u8 }
            }
            _ => Token::of(TABLE.get(index - OPERATORS)?.op)?,
        })
    }

    /// How many expressions follow it as its arguments.
    pub fn arity(self) -> usize {
        match self {
            Token::Op(op) => op.arity(),
            Token::Function { arity, .. } => arity as usize,
            Token::Fraction => 2,
            Token::Pad | Token::Start | Token::End | Token::Positive | Token::Negative => 0,
            Token::Digit(_) | Token::Constant(_) | Token::Variable(_) => 0,
        }
    }

    /// Its word in [`Tokens::text`]. What binds a variable has the name that infix notation has for it, `diff` or `integrate`: in prefix
    /// form its variable comes first, and among tokens last, and what is read in the wrong order should not be read at all. A slash stands in
    /// fractions only.
    pub fn word(self) -> String {
        match self {
            Token::Function { .. } => self.to_string().replace('/', "_"),
            Token::Op(op) if op.binds() => op.info().infix[0].to_string(),
            other => other.to_string(),
        }
    }

    /// What prefix form calls it, if that is another word and its arguments come in the same order.
    pub fn prefix_word(self) -> Option<&'static str> {
        match self {
            // The first variable if there is one only; what other names mean depends on which there are.
            Token::Variable(0) => Some("x"),
            Token::Op(op) if !op.binds() => Some(op.info().prefix[1]).filter(|word| *word != op.info().prefix[0]),
            _ => None,
        }
    }

    /// All tokens in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Token> {
        (0..Token::COUNT).map(|index| Token::from_index(index).expect("every number below COUNT is a token"))
    }
}

/// The names that the model file records: `add`, `INT+`, `7`, `x1`, `f1/2`.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Pad => f.write_str("PAD"),
            Token::Start => f.write_str("START"),
            Token::End => f.write_str("END"),
            Token::Positive => f.write_str("INT+"),
            Token::Negative => f.write_str("INT-"),
            Token::Fraction => f.write_str("FRAC"),
            Token::Digit(d) => write!(f, "{d}"),
            Token::Constant(Constant::Pi) => f.write_str("pi"),
            Token::Constant(Constant::E) => f.write_str("e"),
            Token::Variable(k) => write!(f, "x{}", k + 1),
            Token::Function { place, arity } => write!(f, "f{}/{arity}", place + 1),
            Token::Op(op) => f.write_str(op.info().prefix[0]),
        }
    }
}

/// Where a token stands in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node that it writes, or belongs to.
    pub node: Id,
    /// Is it the token that stands for the whole node, and not a digit or another part of a number?
    pub head: bool,
    /// How many tokens stand above it.
    pub depth: u32,
    /// Which argument it is of the token above, from 0; for a digit, which digit.
    pub slot: u32,
}

/// An expression as a model reads it, without start and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// Where each stands.
    pub places: Vec<Place>,
    /// What the tokens leave out.
    pub names: Names,
}

impl Tokens {
    /// The tokens as text for other programs, from which they can be told again: a word for each, but a number is one word, `-12`.
    ///
    /// ```
    /// # use egen_read::read::read_expr;
    /// let text = |formula: &str| egen_model::encode(&read_expr(formula).unwrap(), 100).unwrap().text();
    /// assert_eq!(text("sin(t) - 12"), "sub sin x1 12");
    /// assert_eq!(text("diff(y^2, y) + 0.25"), "add diff pow x1 2 x1 FRAC 1 4");
    /// ```
    pub fn text(&self) -> String {
        let mut text = String::new();
        for token in &self.tokens {
            // The digits of a number stand beside its sign.
            let between = if text.is_empty() || matches!(token, Token::Digit(_)) { "" } else { " " };
            text.push_str(between);
            match token {
                Token::Positive => {}
                Token::Negative => text.push('-'),
                other => text.push_str(&other.word()),
            }
        }
        text
    }
}

/// The names that stand behind variables and unknown functions, each in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The variables.
    pub variables: Vec<Symbol>,
    /// The unknown functions.
    pub functions: Vec<Symbol>,
}

impl Names {
    /// x, y, z, … and f, g, h, …: what to call them where nothing else is known.
    pub fn usual() -> Names {
        let symbols = |names: &[&str]| names.iter().copied().map(Symbol::new).collect();
        Names {
            variables: symbols(&["x", "y", "z", "t", "u", "v", "w", "s"]),
            functions: symbols(&["f", "g", "h", "k"]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_token_has_a_number_and_a_name_of_its_own() {
        for (index, token) in Token::all().enumerate() {
            assert_eq!(token.index(), index, "{token}");
        }
        assert_eq!(Token::from_index(Token::COUNT), None);
        let names: BTreeSet<String> = Token::all().map(|token| token.to_string()).collect();
        assert_eq!(names.len(), Token::COUNT);
    }

    #[test]
    fn a_word_means_one_token_and_none_whose_arguments_prefix_form_orders_otherwise() {
        let words: Vec<String> = Token::all()
            .flat_map(|token| [Some(token.word()), token.prefix_word().map(String::from)])
            .flatten()
            .collect();
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
        let binders = || Op::all().filter(|op| op.binds());
        assert!(binders().count() > 0);
        assert!(binders().all(|op| op.info().prefix.iter().all(|word| !words.contains(&word.to_string()))));
    }

    #[test]
    fn there_are_names_for_every_variable_and_function() {
        let names = Names::usual();
        assert_eq!((names.variables.len(), names.functions.len()), (MAX_VARIABLES, MAX_FUNCTIONS));
    }
}
