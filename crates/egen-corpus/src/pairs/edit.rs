//! Edits: what does an expression become when one thing in it is changed?

use std::sync::LazyLock;

use egen_math::op::Family;
use egen_math::{Expr, Id, Node, Number, Op};
use rand_core::Rng;

use crate::split::stream::below;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A function or an operation.
    Operator,
    /// A number.
    Number,
    /// A sign: of a number, between two terms, or before one.
    Sign,
    /// The two arguments of an operation are exchanged.
    Argument,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Operator, Kind::Number, Kind::Sign, Kind::Argument];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Operator => "operator",
            Kind::Number => "number",
            Kind::Sign => "sign",
            Kind::Argument => "argument",
        }
    }
}

/// The families whose functions may stand for each other. Signs and absolute values change what an expression is about.
const FAMILIES: [Family; 5] = [
    Family::Trigonometric,
    Family::InverseTrigonometric,
    Family::Hyperbolic,
    Family::InverseHyperbolic,
    Family::Exponential,
];

/// Functions of one argument that may stand for each other, with their families together.
static FUNCTIONS: LazyLock<Vec<Op>> = LazyLock::new(|| {
    let of = |family| Op::all().filter(move |op| op.arity() == 1 && op.info().family == family);
    FAMILIES.into_iter().flat_map(of).collect()
});
/// Operations that may stand for each other.
static OPERATIONS: LazyLock<Vec<Op>> =
    LazyLock::new(|| Op::all().filter(|op| op.arity() == 2 && !op.is_function()).collect());

/// One change at a random place; `None` where there is nothing of the kind that was drawn.
///
/// The result is not compared with the expression: sin(0·x) stays 0 whatever the function.
pub fn edit(expr: &Expr, rng: &mut impl Rng) -> Option<(Expr, Kind)> {
    let kind = *pick(&Kind::ALL, rng);
    let places: Vec<Id> = (0..expr.len() as u32).map(Id).filter(|&id| takes(expr.node(id), kind)).collect();
    if places.is_empty() {
        return None;
    }
    let at = *pick(&places, rng);
    let by = match (kind, expr.node(at)) {
        (Kind::Operator, &Node::Unary(op, a)) => expr.subtree(a).unary(other(&FUNCTIONS, op, rng)),
        (Kind::Operator, &Node::Binary(op, a, b)) => binary(expr, other(&OPERATIONS, op, rng), a, b),
        (Kind::Number, Node::Num(old)) => loop {
            let new = Number::from(below(19, rng) as i64 - 9);
            if !new.is_zero() && new != *old {
                break Expr::number(new);
            }
        },
        (Kind::Sign, Node::Num(old)) => Expr::number(Number::from(0).combine(Op::Sub, old)?),
        (Kind::Sign, &Node::Unary(_, a)) => expr.subtree(a),
        (Kind::Sign, &Node::Binary(Op::Add, a, b)) => binary(expr, Op::Sub, a, b),
        (Kind::Sign, &Node::Binary(_, a, b)) => binary(expr, Op::Add, a, b),
        (Kind::Argument, &Node::Binary(op, a, b)) => binary(expr, op, b, a),
        _ => return None,
    };
    Some((expr.replace(at, &by), kind))
}

/// Can a node be changed in this way?
fn takes(node: &Node, kind: Kind) -> bool {
    match (kind, node) {
        (Kind::Operator, Node::Unary(op, _)) => FUNCTIONS.contains(op),
        (Kind::Operator, Node::Binary(op, ..)) => OPERATIONS.contains(op),
        (Kind::Number, Node::Num(_)) => true,
        (Kind::Sign, Node::Num(number)) => !number.is_zero(),
        (Kind::Sign, Node::Unary(op, _)) => *op == Op::Neg,
        (Kind::Sign, Node::Binary(op, ..)) => matches!(op, Op::Add | Op::Sub),
        (Kind::Argument, Node::Binary(op, ..)) => !op.is_commutative() && !op.binds(),
        _ => false,
    }
}

fn binary(expr: &Expr, op: Op, a: Id, b: Id) -> Expr {
    expr.subtree(a).binary(op, &expr.subtree(b))
}

/// Another one; of the same family every second time, since sin for cos is the mistake that people make.
fn other(all: &[Op], op: Op, rng: &mut impl Rng) -> Op {
    let family: Vec<Op> = all.iter().copied().filter(|one| one.info().family == op.info().family).collect();
    let from = if below(2, rng) == 0 { all } else { &family };
    loop {
        let new = *pick(from, rng);
        if new != op {
            return new;
        }
    }
}

fn pick<'a, T>(items: &'a [T], rng: &mut impl Rng) -> &'a T {
    &items[below(items.len() as u64, rng) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_graph::grammar::seeded;
    use egen_read::read::read_expr;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_edit_is_made_and_changes_one_thing() {
        let expr = read_expr("2*sin(x) - x/3").expect("an expression");
        let mut rng = seeded(7);
        let edits: Vec<(Expr, Kind)> = (0..400).filter_map(|_| edit(&expr, &mut rng)).collect();
        let texts: BTreeSet<String> = edits.iter().map(|(edit, _)| edit.to_string()).collect();
        for want in ["2*cos(x) - x/3", "2*sin(x) + x/3", "2*sin(x) - 3/x", "x/3 - 2*sin(x)", "-2*sin(x) - x/3"] {
            assert!(texts.contains(want), "{want} in {texts:?}");
        }
        assert!(edits.iter().all(|(edit, _)| *edit != expr && edit.len() == expr.len()));
        assert!(Kind::ALL.iter().all(|kind| edits.iter().any(|(_, made)| made == kind)));
    }
}
