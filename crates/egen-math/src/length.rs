//! Lengths: how many tokens of an expression does a model read?
//!
//! The paper's count, that of `Form::Paper` without start and end: every operator, variable and constant is one token, an integer is
//! its sign and its digits, and a fraction p/q is a division of two integers. The variable of a derivative is a token too.
//! A tokenizer that counts otherwise is wrong; corpora are bounded by this number.

use crate::expr::{Expr, Node};
use crate::number::Number;

/// The tokens of an expression.
///
/// ```
/// use egen_math::length::model_tokens;
/// use egen_read::read::read_expr;
///
/// // add INT- 1 2 div x INT+ 3
/// assert_eq!(model_tokens(&read_expr("-12 + x/3")?), 8);
/// // mul div INT+ 1 INT+ 2 d x sin x
/// assert_eq!(model_tokens(&read_expr("0.5*diff(sin(x), x)")?), 10);
/// # Ok::<(), egen_read::read::ReadError>(())
/// ```
pub fn model_tokens(expr: &Expr) -> usize {
    let of = |node: &Node| match node {
        Node::Num(n) => number_tokens(n),
        // An unknown function is one token, as any other.
        Node::Const(_) | Node::Var(_) | Node::Unary(..) | Node::Binary(..) | Node::Call(..) => 1,
    };
    expr.nodes().iter().map(of).sum()
}

/// The tokens of a number: −12 takes three (INT- 1 2), 1/2 five (div INT+ 1 INT+ 2).
pub fn number_tokens(n: &Number) -> usize {
    let text = n.to_string();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    // Two signs and the division, or one sign.
    digits + if n.is_integer() { 1 } else { 3 }
}
