//! Decoding: which expression do these tokens write?
//!
//! Only what [`encode`](super::encode) writes is accepted, so that an expression has one spelling.

use dashu_int::UBig;
use dashu_ratio::RBig;
use egen_math::{Builder, Expr, Id, Node, Number};

use super::{Names, Token};

/// Why tokens write no expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// There are none.
    #[error("there are no tokens")]
    Empty,
    /// An operator lacks arguments.
    #[error("token {at}: `{token}` takes {want} arguments, and {got} follow")]
    Arguments {
        /// Where.
        at: usize,
        /// The token.
        token: Token,
        /// How many it takes.
        want: usize,
        /// How many expressions follow it.
        got: usize,
    },
    /// Something follows after the end of the expression.
    #[error("the tokens write {got} expressions one after the other")]
    Several {
        /// How many.
        got: usize,
    },
    /// A digit follows something other than a sign or a digit, or a sign has no digits or too many zeros.
    #[error("token {at}: not a number as it is written")]
    Number {
        /// Where.
        at: usize,
    },
    /// A fraction that is not in lowest terms, or not of two integers.
    #[error("token {at}: not a fraction in lowest terms")]
    Fraction {
        /// Where.
        at: usize,
    },
    /// A derivative or an integral by something that is no variable.
    #[error("token {at}: `{token}` is by a variable")]
    Bound {
        /// Where.
        at: usize,
        /// The token.
        token: Token,
    },
    /// A special token inside an expression, or a variable or function that has no name.
    #[error("token {at}: `{token}` cannot stand here")]
    Misplaced {
        /// Where.
        at: usize,
        /// The token.
        token: Token,
    },
}

/// Reads tokens without start and end.
///
/// ```
/// # use egen_read::read::read_expr;
/// # use egen_model::{decode, encode};
/// let expr = read_expr("sin(t) - 12").unwrap();
/// let tokens = encode(&expr, 100).unwrap();
/// assert_eq!(decode(&tokens.tokens, &tokens.names).unwrap(), expr);
/// ```
pub fn decode(tokens: &[Token], names: &Names) -> Result<Expr, DecodeError> {
    let mut builder = Builder::with_capacity(tokens.len());
    // From the last token to the first: what an operator takes is on top of the stack, its first argument uppermost.
    let mut done: Vec<Id> = Vec::new();
    let mut digits: Vec<u8> = Vec::new();
    for (at, &token) in tokens.iter().enumerate().rev() {
        if let Token::Digit(d) = token {
            digits.push(b'0' + d);
            continue;
        }
        let sign = matches!(token, Token::Positive | Token::Negative);
        if sign == digits.is_empty() {
            return Err(DecodeError::Number { at });
        }
        let want = token.arity();
        if done.len() < want {
            return Err(DecodeError::Arguments { at, token, want, got: done.len() });
        }
        let arguments: Vec<Id> = done.drain(done.len() - want..).rev().collect();
        let misplaced = DecodeError::Misplaced { at, token };
        let node = match token {
            Token::Positive | Token::Negative => {
                Node::Num(integer(token, &mut digits).ok_or(DecodeError::Number { at })?)
            }
            Token::Fraction => Node::Num(fraction(&builder, &arguments).ok_or(DecodeError::Fraction { at })?),
            Token::Constant(c) => Node::Const(c),
            Token::Variable(k) => Node::Var(names.variables.get(k as usize).ok_or(misplaced)?.clone()),
            Token::Function { place, .. } => {
                Node::Call(names.functions.get(place as usize).ok_or(misplaced)?.clone(), arguments.into())
            }
            Token::Op(op) => match *arguments {
                [a] => Node::Unary(op, a),
                [_, by] if op.binds() && !matches!(builder.node(by), Node::Var(_)) => {
                    return Err(DecodeError::Bound { at, token });
                }
                [a, b] => Node::Binary(op, a, b),
                _ => return Err(misplaced),
            },
            Token::Pad | Token::Start | Token::End | Token::Digit(_) => return Err(misplaced),
        };
        done.push(builder.add(node));
    }
    match *done {
        _ if !digits.is_empty() => Err(DecodeError::Number { at: 0 }),
        [] => Err(DecodeError::Empty),
        [root] => Ok(builder.finish(root)),
        _ => Err(DecodeError::Several { got: done.len() }),
    }
}

/// The digits were met last to first; they are gone afterwards.
fn integer(sign: Token, digits: &mut Vec<u8>) -> Option<Number> {
    let text = String::from_utf8(digits.drain(..).rev().collect()).expect("digits are ASCII");
    let zero = text == "0";
    if (text.starts_with('0') && !zero) || (zero && sign == Token::Negative) {
        return None;
    }
    let value = Number::from(RBig::from(text.parse::<UBig>().expect("digits are a number")));
    Some(if sign == Token::Negative { -value } else { value })
}

fn fraction(builder: &Builder, parts: &[Id]) -> Option<Number> {
    let [Node::Num(numerator), Node::Num(denominator)] = [builder.node(parts[0]), builder.node(parts[1])] else {
        return None;
    };
    let (above, below) = (numerator.to_rational(), denominator.to_rational());
    if !above.is_int() || !below.is_int() || below <= RBig::ONE {
        return None;
    }
    let whole = below.numerator().clone();
    let value = above / below;
    (RBig::from(value.denominator().clone()) == RBig::from(whole)).then(|| Number::from(value))
}
