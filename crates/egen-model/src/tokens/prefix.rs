//! Prefixes: which tokens may follow, so that an expression can still come of it?
//!
//! All that [`decode`](super::decode) accepts is allowed, and nothing else but fractions that are not in lowest terms.

use super::Token;

/// The beginning of an expression, as far as what may follow depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// What is still to be written, the next one last.
    open: Vec<Want>,
    digits: Digits,
    /// The fewest tokens that complete it.
    least: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Expression,
    /// What a derivative or an integral is by.
    Variable,
    Numerator,
    Denominator,
}

/// Which digits may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    None,
    /// One must follow, and it is 0 only if that is a number of its own: not after a minus, nor in a fraction.
    First {
        zero: bool,
        denominator: bool,
    },
    /// One must follow: a denominator is more than 1.
    Second,
    /// Any may follow.
    Any,
}

impl Want {
    /// The fewest tokens that write it.
    fn least(self) -> usize {
        match self {
            Want::Expression | Want::Variable => 1,
            Want::Numerator | Want::Denominator => 2,
        }
    }

    fn takes(self, token: Token) -> bool {
        match token {
            Token::Pad | Token::Start | Token::End | Token::Digit(_) => false,
            Token::Positive => self != Want::Variable,
            Token::Negative => matches!(self, Want::Expression | Want::Numerator),
            Token::Variable(_) => matches!(self, Want::Expression | Want::Variable),
            Token::Fraction | Token::Constant(_) | Token::Function { .. } | Token::Op(_) => self == Want::Expression,
        }
    }
}

/// What a token opens, the first argument last.
fn opens(token: Token) -> Vec<Want> {
    match token {
        Token::Fraction => vec![Want::Denominator, Want::Numerator],
        Token::Op(op) if op.binds() => vec![Want::Variable, Want::Expression],
        _ => vec![Want::Expression; token.arity()],
    }
}

impl Default for Prefix {
    /// Nothing is written yet.
    fn default() -> Prefix {
        Prefix { open: vec![Want::Expression], digits: Digits::None, least: 1 }
    }
}

impl Prefix {
    /// May this token follow, if an expression shall come of it with at most `room` more tokens? The end takes no room.
    pub fn allows(&self, token: Token, room: usize) -> bool {
        let complete = matches!(self.digits, Digits::None | Digits::Any);
        let legal = match (token, self.digits) {
            (Token::End, _) => return complete && self.open.is_empty(),
            (Token::Digit(d), Digits::First { zero, .. }) => zero || d > 0,
            (Token::Digit(_), Digits::Second | Digits::Any) => true,
            _ => complete && self.open.last().is_some_and(|want| want.takes(token)),
        };
        legal && self.least_after(token) < room
    }

    /// Writes a token that is allowed.
    pub fn push(&mut self, token: Token) {
        self.least = self.least_after(token);
        let want = match token {
            Token::Digit(_) => None,
            _ => self.open.pop(),
        };
        self.digits = match (token, self.digits) {
            (Token::Positive | Token::Negative, _) => Digits::First {
                zero: token == Token::Positive && want == Some(Want::Expression),
                denominator: want == Some(Want::Denominator),
            },
            (Token::Digit(0), Digits::First { .. }) => Digits::None,
            (Token::Digit(1), Digits::First { denominator: true, .. }) => Digits::Second,
            (Token::Digit(_), _) => Digits::Any,
            _ => Digits::None,
        };
        self.open.extend(opens(token));
    }

    fn least_after(&self, token: Token) -> usize {
        let (before, after) = match (token, self.digits) {
            (Token::Digit(1), Digits::First { denominator: true, .. }) => (1, 1),
            (Token::Digit(_), Digits::First { .. } | Digits::Second) => (1, 0),
            (Token::Digit(_), _) => (0, 0),
            (Token::Positive | Token::Negative, _) => (self.next(), 1),
            _ => (self.next(), opens(token).into_iter().map(Want::least).sum()),
        };
        self.least - before + after
    }

    fn next(&self) -> usize {
        self.open.last().map_or(0, |want| want.least())
    }
}
