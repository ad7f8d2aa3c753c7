//! Meanings: is a link between two expressions a claim for all values of its letters?
//!
//! `x² − 4 = 0` is to be solved, and in `D = b² − 4ac = 9 − 8` numbers were put in. Only what could hold for all values is judged as if
//! it should.

use egen_math::compare::compare_with;
use egen_math::diff::differentiate;
use egen_math::{Expr, Id, Node, Op, Symbol};

use crate::facts::Known;
use crate::finding::listed;
use crate::formula::Formula;
use crate::judge::Judge;
use crate::term::{constant, has, ids, is_constant, number, tidy};

/// The chain that a link belongs to.
#[derive(Clone, Copy)]
pub struct End {
    /// Does it end with this link?
    pub last: bool,
    /// Does it start with a name, as in `D = b² − 4ac = 9 − 8`, or with a function's?
    pub named: bool,
}

/// What a link that is no claim for all values is meant as: an equation to be solved, quantities without a common letter that are said to be equal, or
/// values put in for letters that no line gives. Gives the reason, and what is learned.
pub fn meaning(
    judge: &Judge,
    known: &Known,
    [before, after]: [&Expr; 2],
    end: End,
) -> Option<(String, Option<Formula>)> {
    let [left, right] = [before, after].map(|side| derived(&known.put(side)));
    let integral = |side: &Expr| has(side, |node| node.op() == Some(Op::Integral));
    if integral(&left) || integral(&right) {
        return None;
    }
    let (ours, theirs) = (left.variables(), right.variables());
    let without = |names: &[Symbol], others: &[Symbol]| -> Vec<Symbol> {
        names.iter().filter(|name| !others.contains(name)).cloned().collect()
    };
    let (gone, new) = (without(&ours, &theirs), without(&theirs, &ours));
    let learned = |reason: &str| (reason.to_string(), Some(Formula::equal(&left, &right)));
    let put_in = |names: &[Symbol]| {
        let names: Vec<String> = names.iter().map(Symbol::to_string).collect();
        (format!("values put in for {}, which no line gives", listed(&names)), None)
    };
    match (ours.is_empty(), theirs.is_empty()) {
        (true, true) => None,
        (false, false) if gone.len() == ours.len() => {
            (varies(judge, &left) && varies(judge, &right)).then(|| learned("given"))
        }
        (false, false) => (!gone.is_empty() && new.is_empty() && is_filled(&left, &right)).then(|| put_in(&gone)),
        (_, constant) => {
            let (side, number, written) = if constant { (&left, &right, before) } else { (&right, &left, after) };
            // d/dx x² = 2 is a wrong derivative; d/dx x² = 0 asks where it vanishes, and so may dA/dx = 2.
            let explicit = has(written, |node| node.op() == Some(Op::Diff)) && !has(written, is_call);
            if (explicit && !is_zero(number)) || !varies(judge, side) {
                return None;
            }
            // 5x + 3x = 8 lost its x; = 0 asks where it vanishes, and a quantity with a name may be given a value.
            match end.last && is_plain(number) {
                true => {
                    let asked = is_zero(number) || end.named || has(written, is_call);
                    asked.then(|| learned("an equation to be solved"))
                }
                false => (end.named || is_filled(&left, &right)).then(|| put_in(&side.variables())),
            }
        }
    }
}

fn is_call(node: &Node) -> bool {
    matches!(node, Node::Call(..))
}

fn is_zero(expr: &Expr) -> bool {
    number(expr).is_some_and(|n| n.is_zero())
}

/// Does an expression depend on its letters? (x + 1)² − x² − 2x does not.
pub fn varies(judge: &Judge, expr: &Expr) -> bool {
    let names = expr.variables();
    let others: Vec<Expr> = names.iter().map(|name| Expr::variable(&format!("{name}_other"))).collect();
    let pairs: Vec<(&Symbol, &Expr)> = names.iter().zip(&others).collect();
    !compare_with(expr, &expr.substitute_all(&pairs), &judge.settings.quick()).verdict.is_equal()
}

/// Is one side a product, and the other a sum with the first and the last term of this product? x³ − 8 = (x − 2)(x² + 4) was meant to hold for all x: an
/// equation to be solved that loses its first and last terms says nothing but x = 0 and something shorter.
pub fn expands(a: &Expr, b: &Expr) -> bool {
    let [name] = &a.variables()[..] else { return false };
    let product = |side: &Expr| matches!(side.node(side.root()), Node::Binary(Op::Mul | Op::Pow, ..));
    let degree = |side: &Expr| {
        const MOST: usize = 12;
        let next = |slope: &Expr| tidy(&differentiate(slope, name).ok()?);
        std::iter::successors(tidy(side), next).take(MOST).position(|slope| is_constant(&slope))
    };
    let last = |side: &Expr| constant(&side.substitute(name, &Expr::number(0))).filter(|last| !last.is_zero());
    let (Some(first), Some(rest)) = (degree(a), degree(&(a.clone() - b))) else { return false };
    product(a) != product(b) && last(a).is_some() && last(a) == last(b) && degree(b) == Some(first) && rest < first
}

/// Is one side f(a + b) and the other f(a) + f(b), with other letters in a and b? ln(a + b) = ln a + ln b is no equation that anybody solves.
pub fn is_as_if_linear(judge: &Judge, a: &Expr, b: &Expr) -> bool {
    let parted = |side: &Expr| {
        let inner = match *side.node(side.root()) {
            // When |a + b| is |a| + |b| is asked.
            Node::Unary(op, inner) if !matches!(op, Op::Neg | Op::Abs) => inner,
            Node::Binary(Op::Div, top, inner) if is_constant(&side.subtree(top)) => inner,
            Node::Binary(Op::Pow, inner, power) if matches!(side.node(power), Node::Num(_)) => inner,
            _ => return None,
        };
        let Node::Binary(op @ (Op::Add | Op::Sub), x, y) = *side.node(inner) else { return None };
        let (x, y) = (side.subtree(x), side.subtree(y));
        let [ours, theirs] = [x.variables(), y.variables()];
        let apart = !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(|name| theirs.contains(name));
        apart.then(|| side.replace(inner, &x).binary(op, &side.replace(inner, &y)))
    };
    let same = |parts: Option<Expr>, other: &Expr| {
        parts.is_some_and(|parts| compare_with(&parts, other, &judge.settings.quick()).verdict.is_equal())
    };
    same(parted(a), b) || same(parted(b), a)
}

/// Is a constant a result, such as 2, -1/2 or 25π, and no calculation?
pub fn is_plain(expr: &Expr) -> bool {
    let leaf = |id: Id| matches!(expr.node(id), Node::Num(_) | Node::Const(_));
    let signed = |id: Id| match expr.node(id) {
        Node::Unary(Op::Neg, a) => leaf(*a),
        _ => leaf(id),
    };
    match expr.node(expr.root()) {
        Node::Binary(Op::Mul, a, b) => signed(*a) && leaf(*b) && matches!(expr.node(*b), Node::Const(_)),
        Node::Binary(Op::Div, a, b) => match (expr.node(*a), expr.node(*b)) {
            (Node::Num(p), Node::Num(q)) => {
                p.combine(Op::Div, q).is_some_and(|n| !n.is_integer() && n.to_string() == format!("{p}/{q}"))
            }
            _ => false,
        },
        Node::Unary(Op::Sqrt, a) => leaf(*a),
        _ => signed(expr.root()),
    }
}

/// Is the second expression the first one with constants in the place of letters?
fn is_filled(before: &Expr, after: &Expr) -> bool {
    let mut put: Vec<(Symbol, Expr)> = Vec::new();
    let mut todo = vec![(before.root(), after.root())];
    while let Some((a, b)) = todo.pop() {
        let (old, new) = (before.node(a), after.node(b));
        if let Node::Var(name) = old {
            let value = after.subtree(b);
            match put.iter().find(|(known, _)| known == name) {
                Some((_, known)) if *known == value => {}
                Some(_) => return false,
                None if old == new || value.variables().is_empty() => put.push((name.clone(), value)),
                None => return false,
            }
            continue;
        }
        // a² + b² = 9 + 16: powers of the numbers that are put in are written out.
        let power = matches!(old, Node::Binary(Op::Pow, base, _) if matches!(before.node(*base), Node::Var(_)));
        if power && matches!(new, Node::Num(_)) {
            continue;
        }
        let alike = match (old, new) {
            (Node::Num(_) | Node::Const(_), _) => old == new,
            (Node::Call(f, _), Node::Call(g, _)) => f == g,
            _ => old.op().is_some() && old.op() == new.op(),
        };
        let (ours, theirs): (Vec<Id>, Vec<Id>) = (old.children().collect(), new.children().collect());
        if !alike || ours.len() != theirs.len() {
            return false;
        }
        todo.extend(ours.into_iter().zip(theirs));
    }
    true
}

/// An expression with its derivatives carried out, where that can be done.
pub fn derived(expr: &Expr) -> Expr {
    const MOST: usize = 16;
    let mut out = expr.clone();
    for _ in 0..MOST {
        let next = ids(&out).find_map(|id| match out.node(id) {
            Node::Binary(Op::Diff, f, by) => match out.node(*by) {
                Node::Var(by) => Some((id, differentiate(&out.subtree(*f), by).ok()?)),
                _ => None,
            },
            _ => None,
        });
        match next {
            Some((id, value)) => out = out.replace(id, &value),
            None => break,
        }
    }
    out
}
