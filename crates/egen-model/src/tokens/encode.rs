//! Encoding: which tokens write this expression?

use dashu_base::UnsignedAbs;
use dashu_int::UBig;
use egen_math::length::model_tokens;
use egen_math::{Expr, Id, Node, Number, Symbol};

use super::{MAX_ARGUMENTS, MAX_FUNCTIONS, MAX_VARIABLES, Names, Place, Token, Tokens};

/// Why a model cannot read an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is too long.
    #[error("the expression has {got} tokens, and the model reads at most {limit}")]
    TooLong {
        /// Its length.
        got: usize,
        /// The limit.
        limit: usize,
    },
    /// It has too many variables.
    #[error("the expression has {got} variables, and the model knows {MAX_VARIABLES}")]
    Variables {
        /// How many it has.
        got: usize,
    },
    /// It has too many unknown functions.
    #[error("the expression has {got} unknown functions, and the model knows {MAX_FUNCTIONS}")]
    Functions {
        /// How many it has.
        got: usize,
    },
    /// An unknown function has a number of arguments for which there is no token.
    #[error("the unknown function {name} has {got} arguments, and the model knows 1 to {MAX_ARGUMENTS}")]
    Arguments {
        /// The function.
        name: Symbol,
        /// How many it has.
        got: usize,
    },
    /// An operator is younger than the models' tokens.
    #[error(
        "there is no token for {name}: the model knows the operators of the paper, sign, logarithms to a base and integrals"
    )]
    Operator {
        /// Its name in infix notation.
        name: &'static str,
    },
}

/// Writes an expression as at most `limit` tokens.
///
/// ```
/// # use egen_read::read::read_expr;
/// let tokens = egen_model::encode(&read_expr("sin(t) - 12").unwrap(), 100).unwrap();
/// let text: Vec<String> = tokens.tokens.iter().map(|token| token.to_string()).collect();
/// assert_eq!(text, ["sub", "sin", "x1", "INT+", "1", "2"]);
/// ```
pub fn encode(expr: &Expr, limit: usize) -> Result<Tokens, TokenError> {
    let got = model_tokens(expr);
    if got > limit {
        return Err(TokenError::TooLong { got, limit });
    }
    let names = names(expr)?;
    let mut out = Tokens { tokens: Vec::with_capacity(got), places: Vec::with_capacity(got), names };
    let mut todo: Vec<(Id, u32, u32)> = vec![(expr.root(), 0, 0)];
    while let Some((id, depth, slot)) = todo.pop() {
        let node = expr.node(id);
        let token = match node {
            Node::Num(n) => {
                number(&mut out, n, Place { node: id, head: true, depth, slot });
                continue;
            }
            Node::Const(c) => Token::Constant(*c),
            Node::Var(name) => Token::Variable(place(&out.names.variables, name)),
            Node::Unary(op, _) | Node::Binary(op, ..) => {
                Token::of(*op).ok_or(TokenError::Operator { name: op.info().infix[0] })?
            }
            Node::Call(name, args) => {
                Token::Function { place: place(&out.names.functions, name), arity: args.len() as u8 }
            }
        };
        out.tokens.push(token);
        out.places.push(Place { node: id, head: true, depth, slot });
        let first = todo.len();
        todo.extend(node.children().enumerate().map(|(slot, child)| (child, depth + 1, slot as u32)));
        todo[first..].reverse();
    }
    Ok(out)
}

fn place(names: &[Symbol], name: &Symbol) -> u8 {
    names.binary_search(name).expect("every name of the expression was collected") as u8
}

fn names(expr: &Expr) -> Result<Names, TokenError> {
    let variables = expr.variables();
    if variables.len() > MAX_VARIABLES {
        return Err(TokenError::Variables { got: variables.len() });
    }
    let mut functions: Vec<Symbol> = Vec::new();
    for node in expr.nodes() {
        let Node::Call(name, args) = node else { continue };
        if !(1..=MAX_ARGUMENTS).contains(&args.len()) {
            return Err(TokenError::Arguments { name: name.clone(), got: args.len() });
        }
        if let Err(at) = functions.binary_search(name) {
            functions.insert(at, name.clone());
        }
    }
    if functions.len() > MAX_FUNCTIONS {
        return Err(TokenError::Functions { got: functions.len() });
    }
    Ok(Names { variables, functions })
}

fn number(out: &mut Tokens, n: &Number, whole: Place) {
    let mut first = true;
    digits(n, |token, part| {
        out.tokens.push(token);
        let place =
            if first { whole } else { Place { head: false, depth: whole.depth + part.0, slot: part.1, ..whole } };
        out.places.push(place);
        first = false;
    });
}

/// The tokens of a number, each with its depth below the number's first token and its slot.
fn digits(n: &Number, mut each: impl FnMut(Token, (u32, u32))) {
    let rational = n.to_rational();
    let sign = if n.is_negative() { Token::Negative } else { Token::Positive };
    let numerator = rational.numerator().clone().unsigned_abs();
    if n.is_integer() {
        return integer(sign, &numerator, (0, 0), &mut each);
    }
    each(Token::Fraction, (0, 0));
    integer(sign, &numerator, (1, 0), &mut each);
    integer(Token::Positive, rational.denominator(), (1, 1), &mut each);
}

fn integer(sign: Token, value: &UBig, (depth, slot): (u32, u32), each: &mut impl FnMut(Token, (u32, u32))) {
    each(sign, (depth, slot));
    for (at, digit) in value.to_string().bytes().enumerate() {
        each(Token::Digit(digit - b'0'), (depth + 1, at as u32));
    }
}
