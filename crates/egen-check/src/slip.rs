//! Slips: which mistakes do people make, and how is each one undone?

use egen_math::{Expr, Id, Node, Number, Op};

use crate::fix::Target;
use crate::value::{rational, values};

/// What may have stood at a place instead, if one kind of slip happened there.
pub type Slip = fn(&Expr, Id, &Target<'_>) -> Vec<Expr>;

/// Is a slip better told about a whole term, or about the smallest part?
#[derive(Clone, Copy)]
pub enum Order {
    Down,
    Up,
}

/// The likelier ones first.
pub const SLIPS: [(Slip, Order); 8] = [
    (sign, Order::Down),
    (negative, Order::Down),
    (number, Order::Down),
    (function, Order::Down),
    (operation, Order::Down),
    (factor, Order::Down),
    (name, Order::Up),
    (any_number, Order::Down),
];

fn sign(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    turned(expr, id).into_iter().collect()
}

/// A sum for a difference, a difference for a sum.
pub fn turned(expr: &Expr, id: Id) -> Option<Expr> {
    let Node::Binary(op @ (Op::Add | Op::Sub), a, b) = *expr.node(id) else { return None };
    let other = if op == Op::Add { Op::Sub } else { Op::Add };
    Some(expr.subtree(a).binary(other, &expr.subtree(b)))
}

fn negative(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    vec![negated(expr, id)]
}

/// The negative of a part, as people write it: -3*x for 3*x, b - a for a - b.
pub fn negated(expr: &Expr, id: Id) -> Expr {
    let part = expr.subtree(id);
    let mut first = part.root();
    while let Node::Binary(Op::Mul | Op::Div, a, _) = *part.node(first) {
        first = a;
    }
    match part.node(first) {
        Node::Num(n) => part.replace(first, &Expr::number(-n.clone())),
        Node::Unary(Op::Neg, a) => part.replace(first, &part.subtree(*a)),
        Node::Binary(Op::Sub, a, b) if first == part.root() => part.subtree(*b).binary(Op::Sub, &part.subtree(*a)),
        _ => -part,
    }
}

fn number(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    let Node::Num(n) = expr.node(id) else { return Vec::new() };
    let small = |op: Op, by: i64| n.combine(op, &Number::from(by)).map(Expr::number);
    [small(Op::Add, 1), small(Op::Sub, 1), small(Op::Mul, 2), small(Op::Div, 2)].into_iter().flatten().collect()
}

fn function(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    let Node::Unary(op, a) = *expr.node(id) else { return Vec::new() };
    let other = op.info().function.and_then(|function| function.mistaken_for);
    other.map(|other| expr.subtree(a).unary(other)).into_iter().collect()
}

/// A fraction upside down, a product for a quotient, a sum or a power.
fn operation(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    let Node::Binary(op, a, b) = *expr.node(id) else { return Vec::new() };
    let (a, b) = (expr.subtree(a), expr.subtree(b));
    match op {
        Op::Div => vec![b.clone().binary(Op::Div, &a), a.binary(Op::Mul, &b)],
        Op::Mul => vec![a.clone().binary(Op::Div, &b), a.clone().binary(Op::Add, &b), b.binary(Op::Pow, &a)],
        Op::Pow => vec![b.binary(Op::Mul, &a)],
        Op::Add => vec![a.binary(Op::Mul, &b)],
        _ => Vec::new(),
    }
}

/// A factor of 2 or a square that was forgotten or is too much.
fn factor(expr: &Expr, id: Id, _: &Target<'_>) -> Vec<Expr> {
    if matches!(expr.node(id), Node::Num(_)) {
        return Vec::new();
    }
    let (part, two) = (expr.subtree(id), Expr::number(2));
    // The 2 goes to the first factor, where people write it.
    let mut first = part.root();
    while let Node::Binary(Op::Mul, a, _) = *part.node(first) {
        first = a;
    }
    let doubled = part.replace(first, &two.clone().binary(Op::Mul, &part.subtree(first)));
    let mut out = vec![doubled, part.clone().binary(Op::Div, &two)];
    match *expr.node(id) {
        Node::Binary(Op::Pow, base, _) => out.push(expr.subtree(base)),
        _ => out.push(part.binary(Op::Pow, &two)),
    }
    out
}

/// A variable that was forgotten.
fn name(expr: &Expr, id: Id, target: &Target<'_>) -> Vec<Expr> {
    let part = expr.subtree(id);
    target.names.iter().map(|name| part.clone().binary(Op::Mul, &Expr::variable(name.as_str()))).collect()
}

/// The number that would have been right, if the expression depends on it linearly.
fn any_number(expr: &Expr, id: Id, target: &Target<'_>) -> Vec<Expr> {
    let Node::Num(n) = expr.node(id) else { return Vec::new() };
    let next = n.combine(Op::Add, &Number::ONE).map(|next| expr.replace(id, &Expr::number(next)));
    let slope = next.and_then(|next| values([expr, &next], target.at));
    let Some([here, there]) = slope.filter(|[here, there]| here != there) else { return Vec::new() };
    let right = rational(n.to_f64() + (target.value - here) / (there - here));
    // 5.4 for the 2 of 2 - 5 is right and explains nothing.
    let likely = |right: &Number| right.is_integer() || !n.is_integer() || expr.len() == 1;
    right.filter(likely).map(Expr::number).into_iter().collect()
}
