//! Prefix: which expression do these tokens spell?
//!
//! The tokens are those that `Debug` prints: `+ pow sin x 2`. Tables and tests write expressions so; what people write, and the
//! prefix notations of the paper, `egen-read` reads.

use crate::expr::{Builder, Constant, Expr, Id, Node, Symbol};
use crate::number::Number;
use crate::op::Op;

impl Expr {
    /// The expression that prints as these tokens with `{:?}`; `None` if there is none.
    ///
    /// ```
    /// use egen_math::Expr;
    /// let expr = Expr::from_prefix("+ pow sin x 2 / Pi 3").unwrap();
    /// assert_eq!(expr.to_string(), "sin(x)^2 + pi/3");
    /// assert_eq!(format!("{expr:?}"), "+ pow sin x 2 / Pi 3");
    /// ```
    pub fn from_prefix(text: &str) -> Option<Expr> {
        let mut out = Builder::new();
        // The last arguments come first when the tokens are read from the end, so each operator finds its own on top.
        let mut values: Vec<Id> = Vec::new();
        for token in text.split_whitespace().rev() {
            let node = if let Some(op) = Op::from_prefix(token) {
                let a = values.pop()?;
                match op.arity() {
                    1 => Node::Unary(op, a),
                    _ => Node::Binary(op, a, values.pop()?),
                }
            } else if let Some(call) = token.strip_prefix("call:") {
                let (name, count) = call.rsplit_once(':')?;
                let from = values.len().checked_sub(count.parse().ok()?)?;
                Node::Call(Symbol::new(name), values.drain(from..).rev().collect())
            } else {
                leaf(token)?
            };
            values.push(out.add(node));
        }
        let root = values.pop()?;
        values.is_empty().then(|| out.finish(root))
    }
}

fn leaf(token: &str) -> Option<Node> {
    Some(match token {
        "Pi" => Node::Const(Constant::Pi),
        "E" => Node::Const(Constant::E),
        _ if token.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            Node::Num(number(token)?)
        }
        _ => Node::Var(Symbol::new(token)),
    })
}

/// `12`, `-3`, `1.5`, `1/3`.
fn number(token: &str) -> Option<Number> {
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    let n = match unsigned.split_once('/') {
        None => Number::parse_decimal(unsigned).ok()?,
        Some((p, q)) => Number::parse_decimal(p).ok()?.combine(Op::Div, &Number::parse_decimal(q).ok()?)?,
    };
    Some(if unsigned.len() < token.len() { -n } else { n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_inverse_of_what_debug_prints() {
        for text in
            ["x", "-12", "1/3", "- a - b c", "d pow x 2 x", "int * x y_1 x", "call:f:2 x neg y", "log x Pi", "call:g:0"]
        {
            let expr = Expr::from_prefix(text).expect(text);
            assert_eq!(format!("{expr:?}"), text);
        }
        let minus = Expr::from_prefix("- a - b c").expect("two differences");
        assert_eq!(minus.to_string(), "a - (b - c)");
    }

    #[test]
    fn tokens_that_are_missing_or_left_over_spell_nothing() {
        for text in ["", "+", "+ x", "x y", "sin", "call:f:2 x", "call:f:x y", "1/0", "-1x"] {
            assert_eq!(Expr::from_prefix(text), None, "{text}");
        }
    }
}
