//! Shapes: which parts of a formula need parentheses, and which factors a dot between them?

use crate::read::root::is_never_negative;
use egen_math::Number;
use egen_math::expr::{Expr, Id, Node};
use egen_math::op::{Notation, Op};

use super::{Markup, Place};
use egen_math::names::{greek, is_letter};

/// How what is set for a node holds together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Sum,
    /// A minus sign before anything but a decimal number.
    Negation,
    Negative,
    Number,
    Product,
    Fraction,
    Power,
    /// A known function with a bare or an enclosed argument, perhaps with an exponent on its name.
    Function,
    Derivative,
    Integral,
    /// A letter.
    Symbol,
    Call,
    /// A root, or something between bars.
    Enclosed,
}

fn shape(expr: &Expr, id: Id) -> Shape {
    match expr.node(id) {
        Node::Num(n) => match (n.is_negative(), is_fraction(n)) {
            (true, true) => Shape::Negation,
            (true, false) => Shape::Negative,
            (false, true) => Shape::Fraction,
            (false, false) => Shape::Number,
        },
        Node::Const(_) | Node::Var(_) => Shape::Symbol,
        Node::Call(..) => Shape::Call,
        Node::Unary(Op::Neg, _) => Shape::Negation,
        Node::Unary(op, _) if op.info().notation == Notation::Enclosing => Shape::Enclosed,
        Node::Binary(Op::Add | Op::Sub, ..) => Shape::Sum,
        Node::Binary(Op::Mul, ..) => Shape::Product,
        Node::Binary(Op::Div, ..) => Shape::Fraction,
        Node::Binary(Op::Pow, base, exponent) => match function_power(expr, *base, *exponent) {
            Some(_) => Shape::Function,
            None => Shape::Power,
        },
        Node::Binary(Op::Diff, ..) => Shape::Derivative,
        Node::Binary(Op::Integral, ..) => Shape::Integral,
        Node::Unary(..) | Node::Binary(..) => Shape::Function,
    }
}

fn is_fraction(n: &Number) -> bool {
    !n.is_integer() && n.to_decimal().is_none()
}

/// The function and argument of `sin^2 x`. An exponent of -1 would be taken for the inverse function.
pub(super) fn function_power(expr: &Expr, base: Id, exponent: Id) -> Option<(Op, Id)> {
    let Node::Unary(op, argument) = expr.node(base) else { return None };
    let short = match expr.node(exponent) {
        Node::Num(n) => !is_fraction(n) && n.as_i64() != Some(-1),
        Node::Var(_) => true,
        _ => false,
    };
    // Nobody writes exp²(x).
    let named = op.info().notation == Notation::Named && *op != Op::Exp;
    (short && named).then_some((*op, *argument))
}

/// The n of an exponent `1/n` that is set as a root. Square roots are [`Op::Sqrt`].
///
/// An odd root is the real one, so only what is never negative has its power written so.
pub(super) fn root_degree(expr: &Expr, base: Id, exponent: Id) -> Option<&Number> {
    let Node::Binary(Op::Div, one, n) = expr.node(exponent) else { return None };
    match (expr.node(*one), expr.node(*n)) {
        (Node::Num(one), Node::Num(n)) if *one == Number::ONE => {
            let even = n.as_i64().filter(|&n| n >= 3)? % 2 == 0;
            (even || is_never_negative(|id| expr.node(id), base)).then_some(n)
        }
        _ => None,
    }
}

pub(super) fn is_bare_argument(expr: &Expr, id: Id) -> bool {
    matches!(shape(expr, id), Shape::Symbol | Shape::Number)
}

/// Does a product start with a number, into which a minus sign would fold?
fn starts_with_number(expr: &Expr, mut id: Id) -> bool {
    while let Node::Binary(Op::Mul, left, _) = expr.node(id) {
        id = *left;
    }
    matches!(shape(expr, id), Shape::Number | Shape::Negative)
}

pub(super) fn needs_parentheses(expr: &Expr, id: Id, place: Place) -> bool {
    use Shape::{Derivative, Integral, Negation, Negative, Product, Sum};
    let shape = shape(expr, id);
    match place {
        Place::Whole => false,
        Place::FirstTerm => shape == Integral,
        Place::Term | Place::Integrand => matches!(shape, Sum | Negation | Negative | Integral),
        Place::First { start } => {
            matches!(shape, Sum | Negation | Integral | Derivative) || (shape == Negative && !start)
        }
        Place::Factor { last } => {
            matches!(shape, Sum | Negation | Negative | Product | Integral) || (shape == Derivative && !last)
        }
        Place::Negated => match shape {
            Product => starts_with_number(expr, id),
            _ => matches!(shape, Sum | Negation | Negative | Shape::Number | Integral),
        },
        Place::Base => !matches!(shape, Shape::Number | Shape::Symbol | Shape::Call | Shape::Enclosed),
    }
}

/// What the left one of two factors ends with.
#[derive(PartialEq)]
enum End {
    Digits,
    /// A letter, perhaps with an exponent: a parenthesis after it could be an argument.
    Letter,
    /// A name set upright, which could be that of a function of what follows, or a Δ, which could be part of its name.
    Word,
    /// A function whose argument would go on.
    Open,
    /// Arguments in parentheses: more of them could follow.
    Arguments,
    Closed,
}

/// Is the name set upright in LaTeX, as one that is no letter, or a letter without a command?
pub(super) fn is_word(name: &str) -> bool {
    let head = name.split('_').next().unwrap_or(name);
    !is_letter(name) || greek(head).is_some_and(|row| !row.command)
}

fn end(expr: &Expr, id: Id, place: Place) -> End {
    if needs_parentheses(expr, id, place) {
        return End::Closed;
    }
    let of_argument = |a: Id| if is_bare_argument(expr, a) { End::Open } else { End::Arguments };
    match expr.node(id) {
        // The right factor is no bare product itself, so this goes one step down.
        Node::Binary(Op::Mul, _, right) => end(expr, *right, Place::Factor { last: false }),
        Node::Num(n) => {
            if is_fraction(n) {
                End::Closed
            } else {
                End::Digits
            }
        }
        Node::Var(name) if is_word(name.as_str()) || name.as_str() == "Delta" => End::Word,
        Node::Const(_) | Node::Var(_) => End::Letter,
        Node::Call(..) => End::Arguments,
        Node::Binary(Op::Div, ..) => End::Closed,
        Node::Unary(op, _) if op.info().notation == Notation::Enclosing => End::Closed,
        Node::Unary(_, a) | Node::Binary(Op::Log, a, _) => of_argument(*a),
        Node::Binary(Op::Pow, base, exponent) => match function_power(expr, *base, *exponent) {
            Some((_, a)) => of_argument(a),
            None if root_degree(expr, *base, *exponent).is_some() => End::Closed,
            None => match shape(expr, *base) {
                Shape::Symbol => end(expr, *base, Place::Whole),
                Shape::Call => End::Arguments,
                _ => End::Closed,
            },
        },
        Node::Binary(..) => End::Arguments,
    }
}

/// What the right one of two factors starts with.
#[derive(PartialEq)]
enum Start {
    Digits,
    Parenthesis,
    /// A fraction of numbers: behind a number it looks like a mixed number.
    Fraction,
    /// An unknown function that is named like a constant of nature, as in `m g (a - b)`.
    Constant,
    Other,
}

fn start(expr: &Expr, id: Id, place: Place) -> Start {
    if needs_parentheses(expr, id, place) {
        return Start::Parenthesis;
    }
    match expr.node(id) {
        Node::Num(n) => {
            if is_fraction(n) {
                Start::Fraction
            } else {
                Start::Digits
            }
        }
        Node::Binary(Op::Div, a, b) if [a, b].iter().all(|&&part| matches!(expr.node(part), Node::Num(_))) => {
            Start::Fraction
        }
        Node::Binary(Op::Pow, base, exponent)
            if root_degree(expr, *base, *exponent).is_none() && function_power(expr, *base, *exponent).is_none() =>
        {
            // A power in the base has parentheses, so this goes one step down.
            start(expr, *base, Place::Base)
        }
        Node::Call(name, _) if name.as_str().starts_with(['g', 'h', 'F', 'G', 'H']) => Start::Constant,
        _ => Start::Other,
    }
}

pub(super) fn between<M: Markup>(expr: &Expr, left: (Id, Place), right: (Id, Place)) -> &'static str {
    match (end(expr, left.0, left.1), start(expr, right.0, right.1)) {
        (End::Open, _) | (_, Start::Digits) | (End::Digits, Start::Fraction) => M::DOT,
        (End::Word, _) | (End::Letter | End::Arguments, Start::Parenthesis) | (_, Start::Constant) => M::SOFT_DOT,
        _ => M::BESIDE,
    }
}
