//! Typesetting: how does mathematics look on a page?
//!
//! LaTeX and MathML print the same picture, so the decisions are made here once: fractions and roots
//! need no parentheses inside, `sin x` none around a single symbol, products are written side by side
//! unless that would be misread. A [`Markup`] says which strings make the picture.

mod shape;

use std::ops::Range;

use crate::read::MAX_ORDER;
use egen_math::Number;
use egen_math::expr::{Constant, Expr, Id, Node};
use egen_math::names::is_taken;
use egen_math::op::Op;

use egen_math::infix::decimal;
use egen_math::pieces::{Pieces, write, write_with_spans};
use shape::{between, function_power, is_bare_argument, is_word, needs_parentheses, root_degree};

/// The strings of a language that sets formulas. Arrays are what stands before, between and after the parts.
pub(super) trait Markup {
    const PARENTHESES: [&'static str; 2];
    const BARS: [&'static str; 2];
    const FRACTION: [&'static str; 3];
    const SQRT: [&'static str; 2];
    const POWER: [&'static str; 3];
    const SUBSCRIPT: [&'static str; 3];
    const PLUS: &'static str;
    const MINUS: &'static str;
    const NEGATE: &'static str;
    /// Between factors side by side.
    const BESIDE: &'static str;
    /// Between factors that people could misread side by side.
    const DOT: &'static str;
    /// Between factors that only a program could misread side by side: `x (y + 1)`.
    const SOFT_DOT: &'static str;
    const COMMA: &'static str;
    /// Between a function and its argument, which has no parentheses or has them.
    const APPLY: [&'static str; 2];
    /// The d of `dx`, alone and before its variable.
    const D: [&'static str; 2];
    /// Before, between and after the integrand and the variable.
    const INTEGRAL: [&'static str; 3];
    fn constant(constant: Constant) -> &'static str;
    /// A number without a sign.
    fn number(digits: &str) -> String;
    fn symbol(name: &str) -> String;
    /// A name, marked as that of a variable.
    fn marked(name: &str) -> String;
    /// The name of an unknown function, marked where it would be read as a factor.
    fn callee(expr: &Expr, name: &str, args: &[Id]) -> String;
    fn function(op: Op) -> String;
    fn root<'a>(out: &mut Pieces<'a, Place>, degree: String, radicand: Id);
}

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Alone: the whole formula, part of a fraction, an exponent, an argument.
    Whole,
    /// Before `+` or `-`.
    FirstTerm,
    /// After `+` or binary `-`.
    Term,
    /// A factor that others follow; `start` if nothing stands before it, so that it may have a sign.
    First { start: bool },
    /// A factor after others.
    Factor { last: bool },
    /// After unary `-`.
    Negated,
    /// Raised to a power.
    Base,
    /// After an integral sign.
    Integrand,
}

/// The formula in a language.
pub(super) fn print<M: Markup>(expr: &Expr) -> String {
    let mut out = String::new();
    write(&mut out, expr, Place::Whole, |id, place, pieces| expand::<M>(expr, id, place, pieces));
    out
}

/// The formula in a language, and the bytes of each node.
pub(super) fn print_with_spans<M: Markup>(expr: &Expr) -> (String, Vec<Range<usize>>) {
    let mut out = String::new();
    let spans =
        write_with_spans(&mut out, expr, Place::Whole, |id, place, pieces| expand::<M>(expr, id, place, pieces));
    (out, spans)
}

/// What the node is made of.
fn expand<'a, M: Markup>(expr: &'a Expr, id: Id, place: Place, out: &mut Pieces<'a, Place>) {
    if needs_parentheses(expr, id, place) {
        out.text(M::PARENTHESES[0]);
        bare::<M>(expr, id, Place::Whole, out);
        out.text(M::PARENTHESES[1]);
    } else {
        bare::<M>(expr, id, place, out);
    }
}

fn bare<'a, M: Markup>(expr: &'a Expr, id: Id, place: Place, out: &mut Pieces<'a, Place>) {
    match expr.node(id) {
        Node::Num(n) => number::<M>(n, out),
        Node::Const(c) => out.text(M::constant(*c)),
        Node::Var(name) => out.text(M::symbol(name.as_str())),
        Node::Unary(Op::Neg, a) => out.text(M::NEGATE).node(*a, Place::Negated),
        Node::Unary(Op::Abs, a) => out.text(M::BARS[0]).node(*a, Place::Whole).text(M::BARS[1]),
        Node::Unary(Op::Sqrt, a) => out.text(M::SQRT[0]).node(*a, Place::Whole).text(M::SQRT[1]),
        Node::Unary(op, a) => argument::<M>(expr, *a, out.text(M::function(*op))),
        Node::Binary(op @ (Op::Add | Op::Sub), a, b) => {
            let sign = if *op == Op::Add { M::PLUS } else { M::MINUS };
            out.node(*a, Place::FirstTerm).text(sign).node(*b, Place::Term)
        }
        Node::Binary(Op::Mul, a, b) => {
            let signed = matches!(place, Place::Whole | Place::FirstTerm | Place::First { start: true });
            let first = Place::First { start: signed };
            let factor = Place::Factor { last: !matches!(place, Place::First { .. }) };
            out.node(*a, first).text(between::<M>(expr, (*a, first), (*b, factor))).node(*b, factor)
        }
        Node::Binary(Op::Div, a, b) => {
            let [open, over, close] = M::FRACTION;
            out.text(open).node(*a, Place::Whole).text(over).node(*b, Place::Whole).text(close)
        }
        Node::Binary(Op::Pow, base, exponent) => power::<M>(expr, *base, *exponent, out),
        Node::Binary(Op::Diff, body, by) => derivative::<M>(expr, *body, *by, out),
        Node::Binary(Op::Integral, body, by) => {
            let [sign, by_d, close] = M::INTEGRAL;
            out.text(sign).node(*body, Place::Integrand).text(by_d).node(*by, Place::Base).text(close)
        }
        // The one that is left is the logarithm to a base.
        Node::Binary(op, a, b) => {
            let [open, below, close] = M::SUBSCRIPT;
            out.text(open).text(M::function(*op)).text(below).node(*b, Place::Whole).text(close);
            argument::<M>(expr, *a, out)
        }
        Node::Call(name, args) => {
            out.text(M::callee(expr, name.as_str(), args)).text(M::APPLY[1]).text(M::PARENTHESES[0]);
            for (at, arg) in args.iter().enumerate() {
                out.text(if at == 0 { "" } else { M::COMMA }).node(*arg, Place::Whole);
            }
            out.text(M::PARENTHESES[1])
        }
    };
}

type Out<'p, 'a> = &'p mut Pieces<'a, Place>;

fn number<'p, 'a, M: Markup>(n: &Number, out: Out<'p, 'a>) -> Out<'p, 'a> {
    let text = decimal(n);
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if digits.len() < text.len() {
        out.text(M::NEGATE);
    }
    match digits.split_once('/') {
        None => out.text(M::number(digits)),
        Some((p, q)) => {
            let [open, over, close] = M::FRACTION;
            out.text(open).text(M::number(p)).text(over).text(M::number(q)).text(close)
        }
    }
}

fn argument<'p, 'a, M: Markup>(expr: &Expr, a: Id, out: Out<'p, 'a>) -> Out<'p, 'a> {
    if is_bare_argument(expr, a) {
        out.text(M::APPLY[0]).node(a, Place::Whole)
    } else {
        out.text(M::APPLY[1]).text(M::PARENTHESES[0]).node(a, Place::Whole).text(M::PARENTHESES[1])
    }
}

fn power<'p, 'a, M: Markup>(expr: &'a Expr, base: Id, exponent: Id, out: Out<'p, 'a>) -> Out<'p, 'a> {
    let [open, above, close] = M::POWER;
    if let Some((op, a)) = function_power(expr, base, exponent) {
        out.text(open).text(M::function(op)).text(above).node(exponent, Place::Whole).text(close);
        argument::<M>(expr, a, out)
    } else if let Some(degree) = root_degree(expr, base, exponent) {
        M::root(out, M::number(&degree.to_string()), base);
        out
    } else {
        match expr.node(base) {
            // Raised to something with a name in it, an E could be Euler's number.
            Node::Var(name) if name.as_str() == "E" => out.text(open).text(M::marked("E")),
            _ => out.text(open).node(base, Place::Base),
        };
        out.text(above);
        match (expr.node(base), expr.node(exponent)) {
            // Set upright above a name, a word is a label.
            (Node::Var(_), Node::Var(name)) if is_word(name.as_str()) => out.text(M::marked(name.as_str())),
            _ => out.node(exponent, Place::Whole),
        };
        out.text(close)
    }
}

/// Derivatives of derivatives by the same variable are one of higher order, as high as can be read.
fn derivative<'p, 'a, M: Markup>(expr: &'a Expr, mut body: Id, by: Id, out: Out<'p, 'a>) -> Out<'p, 'a> {
    let mut order = 1;
    while let Node::Binary(Op::Diff, inner, again) = expr.node(body) {
        let known = matches!(expr.node(by), Node::Var(_)) && order < MAX_ORDER;
        if !known || expr.node(*again) != expr.node(by) {
            break;
        }
        (body, order) = (*inner, order + 1);
    }
    let ([open, over, close], [raise, above, lower]) = (M::FRACTION, M::POWER);
    out.text(open);
    if order == 1 {
        out.text(M::D[0]).text(over).text(M::D[1]).node(by, Place::Base);
    } else {
        let order = M::number(&order.to_string());
        out.text(raise).text(M::D[0]).text(above).text(order.clone()).text(lower).text(over);
        out.text(M::D[1]).text(raise).node(by, Place::Base).text(above).text(order).text(lower);
    }
    out.text(close).text(M::PARENTHESES[0]).node(body, Place::Whole).text(M::PARENTHESES[1])
}

/// Would the first part of a name be taken for a number, a differential or a function where formulas are set?
pub(super) fn is_marked(head: &str, subscripted: bool) -> bool {
    (matches!(head, "e" | "i" | "d") && !subscripted) || (head.len() > 1 && is_taken(head))
}
