//! Members: what is in an expression, and does any of it only pad?

use std::hash::{Hash, Hasher};

use egen_graph::expand::Arithmetic;
use egen_graph::grammar::canonical;
use egen_graph::plain::is_plain;
use egen_graph::term::to_rec;
use egen_math::length::model_tokens;
use egen_math::{Constant, Expr, Id, Node, Op};
use serde::Serialize;
use twox_hash::XxHash3_64;

/// A part of an expression that says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Padding {
    /// A function right around its inverse, either way: sin(asin(u)), asin(sin(u)), exp(ln(u)), ln(e^u).
    Tower,
    /// −(−u), also where −u is a number.
    DoubleNegation,
    /// u·1.
    TimesOne,
    /// u·0 and 0/u.
    TimesZero,
    /// u + 0, u − 0, 0 − u.
    PlusZero,
    /// u^1 and 1^u.
    PowerOne,
    /// u^0 and 0^u.
    PowerZero,
    /// u/1.
    OverOne,
}

impl Padding {
    /// Every kind.
    pub const ALL: [Padding; 8] = [
        Padding::Tower,
        Padding::DoubleNegation,
        Padding::TimesOne,
        Padding::TimesZero,
        Padding::PlusZero,
        Padding::PowerOne,
        Padding::PowerZero,
        Padding::OverOne,
    ];

    /// As a person writes it.
    pub fn name(self) -> &'static str {
        match self {
            Padding::Tower => "a function around its inverse",
            Padding::DoubleNegation => "−(−u)",
            Padding::TimesOne => "u·1",
            Padding::TimesZero => "u·0",
            Padding::PlusZero => "u + 0",
            Padding::PowerOne => "u^1",
            Padding::PowerZero => "u^0",
            Padding::OverOne => "u/1",
        }
    }

    /// Does it hold a number that has no effect, or too much of one? Not so a tower or a double negation.
    pub fn is_trivial(self) -> bool {
        !matches!(self, Padding::Tower | Padding::DoubleNegation)
    }
}

/// What was found in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    operators: u64,
    padding: u16,
    /// Its length as a model reads it.
    pub model_tokens: u32,
    /// Is there no turn in it that nobody would write?
    pub plain: bool,
    /// The same for two expressions that are the same up to the order and grouping of terms and factors.
    pub hash: u64,
}

impl Found {
    pub fn has(&self, op: Op) -> bool {
        self.operators >> op as u32 & 1 == 1
    }

    pub fn has_padding(&self, padding: Padding) -> bool {
        self.padding >> padding as u32 & 1 == 1
    }
}

pub(super) fn look(expr: &Expr) -> Found {
    let (model_tokens, plain) = (model_tokens(expr) as u32, is_plain(expr));
    let mut found = Found { hash: hash(expr), model_tokens, plain, ..Found::default() };
    for node in expr.nodes() {
        if let Some(op) = node.op() {
            found.operators |= 1 << op as u32;
        }
        // The paper counts e^u as the exponential.
        if exponent(expr, node).is_some() {
            found.operators |= 1 << Op::Exp as u32;
        }
        if let Some(padding) = padding(expr, node) {
            found.padding |= 1 << padding as u32;
        }
    }
    found
}

fn hash(expr: &Expr) -> u64 {
    let mut hasher = XxHash3_64::default();
    canonical(&to_rec(expr), &Arithmetic).hash(&mut hasher);
    hasher.finish()
}

fn padding(expr: &Expr, node: &Node) -> Option<Padding> {
    let is = |id: &Id, n: i64| matches!(expr.node(*id), Node::Num(number) if number.as_i64() == Some(n));
    let found = match node {
        Node::Unary(Op::Neg, a) => match expr.node(*a) {
            Node::Unary(Op::Neg, _) => Padding::DoubleNegation,
            Node::Num(n) if n.is_negative() => Padding::DoubleNegation,
            _ => return None,
        },
        Node::Binary(Op::Add | Op::Sub, a, b) if is(a, 0) || is(b, 0) => Padding::PlusZero,
        Node::Binary(Op::Mul, a, b) if is(a, 0) || is(b, 0) => Padding::TimesZero,
        Node::Binary(Op::Mul, a, b) if is(a, 1) || is(b, 1) => Padding::TimesOne,
        Node::Binary(Op::Div, a, _) if is(a, 0) => Padding::TimesZero,
        Node::Binary(Op::Div, _, b) if is(b, 1) => Padding::OverOne,
        Node::Binary(Op::Pow, a, b) if is(a, 0) || is(b, 0) => Padding::PowerZero,
        Node::Binary(Op::Pow, a, b) if is(a, 1) || is(b, 1) => Padding::PowerOne,
        _ if is_tower(expr, node) => Padding::Tower,
        _ => return None,
    };
    Some(found)
}

fn is_tower(expr: &Expr, node: &Node) -> bool {
    if let Some(inner) = exponent(expr, node) {
        return matches!(inner, Node::Unary(Op::Ln, _));
    }
    let Node::Unary(outer, a) = node else { return false };
    let argument = expr.node(*a);
    if *outer == Op::Ln {
        return exponent(expr, argument).is_some();
    }
    matches!(argument, Node::Unary(inner, _) if outer.inverse() == Some(*inner) || inner.inverse() == Some(*outer))
}

/// What e is raised to, in exp(u) or e^u.
fn exponent<'a>(expr: &'a Expr, node: &Node) -> Option<&'a Node> {
    match node {
        Node::Unary(Op::Exp, a) => Some(expr.node(*a)),
        Node::Binary(Op::Pow, base, a) if *expr.node(*base) == Node::Const(Constant::E) => Some(expr.node(*a)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::{Notation, Options, read};

    fn found(prefix: &str) -> Found {
        let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
        look(&read(prefix, &options).expect(prefix).sides[0])
    }

    #[test]
    fn every_kind_of_padding_is_seen_where_it_is_and_nowhere_else() {
        let table: [(&str, &[Padding]); 19] = [
            ("sin asin x", &[Padding::Tower]),
            ("asech sech x", &[Padding::Tower]),
            ("+ 2 exp ln x", &[Padding::Tower]),
            ("ln pow e x", &[Padding::Tower]),
            ("pow e ln x", &[Padding::Tower]),
            ("sin neg asin x", &[]),
            ("sin acos x", &[]),
            ("neg neg x", &[Padding::DoubleNegation]),
            ("neg -3", &[Padding::DoubleNegation]),
            ("* 1 neg neg x", &[Padding::DoubleNegation, Padding::TimesOne]),
            ("* x 0", &[Padding::TimesZero]),
            ("/ 0 x", &[Padding::TimesZero]),
            ("- 0 x", &[Padding::PlusZero]),
            ("pow x 1", &[Padding::PowerOne]),
            ("pow x 0", &[Padding::PowerZero]),
            ("/ x 1", &[Padding::OverOne]),
            ("/ 1 x", &[]),
            ("- x -1", &[]),
            ("d x pow x 2", &[]),
        ];
        for (text, want) in table {
            let found = found(text);
            let got: Vec<Padding> = Padding::ALL.into_iter().filter(|kind| found.has_padding(*kind)).collect();
            assert_eq!(got, want, "{text}");
        }
    }

    #[test]
    fn order_and_grouping_do_not_change_the_hash_but_sides_of_a_quotient_do() {
        assert_eq!(found("+ x + 1 y").hash, found("+ + y x 1").hash);
        assert_ne!(found("/ x y").hash, found("/ y x").hash);
    }

    #[test]
    fn a_power_of_e_is_an_exponential() {
        assert!(found("pow e x").has(Op::Exp) && found("exp x").has(Op::Exp));
        assert!(!found("pow x e").has(Op::Exp));
    }
}
