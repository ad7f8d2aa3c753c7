//! Cuts: which simpler expressions vanish or break wherever a difference does?
//!
//! `egen_math::solve` finds the places of one function of the variable. Sums and products that people write are taken apart until it can.

use egen_math::op::Pieces;
use egen_math::{Expr, Id, Node, Number, Op};

use crate::term::{has, is_constant, tidy};
use crate::value::values;

/// What cuts the line as a difference does: its factors, where terms have one in common.
pub fn cuts(difference: &Expr) -> Vec<Expr> {
    const MOST: usize = 8;
    let (mut out, mut todo) = (Vec::new(), vec![difference.clone()]);
    while let Some(expr) = todo.pop() {
        match common_factor(&expr).filter(|_| todo.len() + out.len() < MOST) {
            Some(factors) => todo.extend(factors),
            None => {
                let found = logarithms(&expr).or_else(|| same_function(&expr));
                out.extend(found.unwrap_or_else(|| whole(&expr)));
            }
        }
    }
    out
}

/// The terms of a sum, and whether each is taken away.
fn terms(expr: &Expr) -> Vec<(bool, Id)> {
    let (mut out, mut todo) = (Vec::new(), vec![(false, expr.root())]);
    while let Some((minus, id)) = todo.pop() {
        match expr.node(id) {
            Node::Binary(Op::Add, a, b) => todo.extend([(minus, *a), (minus, *b)]),
            Node::Binary(Op::Sub, a, b) => todo.extend([(minus, *a), (!minus, *b)]),
            Node::Unary(Op::Neg, a) => todo.push((!minus, *a)),
            Node::Num(n) if n.is_zero() => {}
            _ => out.push((minus, id)),
        }
    }
    out
}

/// What is left of ln a + 2 ln b = c without logarithms, a·b² = eᶜ, and the logarithms, which end where they do.
fn logarithms(expr: &Expr) -> Option<Vec<Expr>> {
    const LARGEST: f64 = 8.0;
    let varies = |id: Id| !is_constant(&expr.subtree(id));
    let mut sides = [Expr::number(1), Expr::number(1)];
    let (mut logs, mut constant, mut base) = (Vec::new(), Expr::number(0), None);
    for (minus, id) in terms(expr) {
        if !varies(id) {
            constant = constant.binary(if minus { Op::Sub } else { Op::Add }, &expr.subtree(id));
            continue;
        }
        let (times, log) = match expr.node(id) {
            Node::Binary(Op::Mul, n, log) => match expr.node(*n) {
                Node::Num(n) if n.is_integer() && n.to_f64().abs() <= LARGEST => (n.clone(), *log),
                _ => return None,
            },
            _ => (Number::ONE, id),
        };
        // log_2 x is ln x / ln 2, and all are to one base.
        let (argument, own) = match expr.node(log) {
            Node::Unary(Op::Ln, argument) => (*argument, Expr::number(1)),
            Node::Binary(Op::Log, argument, by) if !varies(*by) => (*argument, expr.subtree(*by).unary(Op::Ln)),
            Node::Binary(Op::Div, log, by) if !varies(*by) => match expr.node(*log) {
                Node::Unary(Op::Ln, argument) => (*argument, expr.subtree(*by)),
                _ => return None,
            },
            _ => return None,
        };
        if base.get_or_insert(own.clone()) != &own {
            return None;
        }
        let size = Expr::number(if times.is_negative() { -times.clone() } else { times.clone() });
        let side = &mut sides[usize::from(minus != times.is_negative())];
        *side = side.clone() * expr.subtree(argument).binary(Op::Pow, &size);
        logs.push(expr.subtree(argument).unary(Op::Ln));
    }
    let exponent = -constant * base?;
    let [left, right] = sides;
    let without = left - right * exponent.unary(Op::Exp);
    (logs.len() > 1).then(|| whole(&without).into_iter().chain(logs).collect())
}

/// f(a) = f(b) is a = b for a function that rises or falls all along, and a = b or a = -b for |a| = |b|.
fn same_function(expr: &Expr) -> Option<Vec<Expr>> {
    let [(first, a), (second, b)] = terms(expr)[..] else { return None };
    if let (Node::Binary(Op::Pow, base, x), Node::Binary(Op::Pow, other, y)) = (expr.node(a), expr.node(b)) {
        // 2ˣ rises, and 1ˣ does not.
        let base = expr.subtree(*base);
        let [value] = values([&base], &[])?;
        let moves = is_constant(&base) && value > 0.0 && (value - 1.0).abs() > f64::EPSILON;
        let same = base == expr.subtree(*other) && first != second;
        return (moves && same).then(|| whole(&(expr.subtree(*x) - expr.subtree(*y))));
    }
    let (Node::Unary(f, x), Node::Unary(g, y)) = (expr.node(a), expr.node(b)) else { return None };
    let (x, y) = (expr.subtree(*x), expr.subtree(*y));
    let difference = x.clone() - &y;
    let cuts = match f.pieces() {
        _ if f != g || first == second => return None,
        Pieces::Rising | Pieces::Falling => vec![difference],
        Pieces::EvenRising => vec![difference, x + y],
        _ => return None,
    };
    Some(cuts.iter().flat_map(whole).chain([expr.subtree(a), expr.subtree(b)]).collect())
}

/// A factor that all terms of a sum have, and what is left of the sum.
fn common_factor(expr: &Expr) -> Option<[Expr; 2]> {
    let factors = |id: Id| {
        let (mut out, mut todo) = (Vec::new(), vec![id]);
        while let Some(id) = todo.pop() {
            match expr.node(id) {
                Node::Binary(Op::Mul, a, b) => todo.extend([*a, *b]),
                _ => out.push(id),
            }
        }
        out
    };
    let own: Vec<Vec<Id>> = terms(expr).iter().map(|(_, term)| factors(*term)).collect();
    let same = |a: Id, b: Id| expr.subtree(a) == expr.subtree(b);
    let varies = |id: Id| !is_constant(&expr.subtree(id));
    let first = own.first().filter(|_| own.len() > 1)?;
    let common = first
        .iter()
        .copied()
        .find(|&id| varies(id) && own.iter().all(|all| all.iter().any(|&other| same(id, other))))?;
    let mut ids: Vec<Id> = own.iter().filter_map(|all| all.iter().copied().find(|&id| same(id, common))).collect();
    ids.sort_by_key(|id| std::cmp::Reverse(id.index()));
    let rest = ids.into_iter().fold(expr.clone(), |rest, id| rest.replace(id, &Expr::number(1)));
    Some([expr.subtree(common), rest])
}

/// What cuts the line as a difference does: of a quotient of polynomials the numerator and everything that something is divided
/// by, which are solved exactly.
fn whole(difference: &Expr) -> Vec<Expr> {
    const MOST: usize = 8;
    let rational = |node: &Node| match node {
        Node::Num(_) | Node::Var(_) | Node::Unary(Op::Neg, _) => true,
        Node::Binary(op, _, _) => matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div),
        _ => false,
    };
    let divisors: Vec<Expr> = difference
        .nodes()
        .iter()
        .filter_map(|node| match node {
            Node::Binary(Op::Div, _, b) => Some(difference.subtree(*b)),
            _ => None,
        })
        .filter(|divisor| !is_constant(divisor))
        .collect();
    let powers = |node: &Node| matches!(node, Node::Binary(Op::Pow, _, b) if matches!(difference.node(*b), Node::Num(n) if n.is_integer() && !n.is_negative()));
    let plain = !has(difference, |node| !rational(node) && !powers(node));
    if !plain || divisors.is_empty() || divisors.len() > MOST {
        return vec![difference.clone()];
    }
    let cleared = |expr: &Expr| tidy(&divisors.iter().fold(expr.clone(), |product, divisor| product * divisor));
    let all = std::iter::once(difference).chain(&divisors).map(cleared).collect::<Option<Vec<Expr>>>();
    all.unwrap_or_else(|| vec![difference.clone()])
}
