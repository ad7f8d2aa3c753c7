//! Parts: what do two expressions have in common?

use rustc_hash::{FxHashMap, FxHashSet};

use crate::expr::{Builder, Expr, Id, Node};

/// Two expressions with a new variable for every function of something that is in both: whatever holds of these holds of the two,
/// however large the parts are. `None` if a variable is bound in one of them, since parts must not depend on it unseen.
///
/// ```
/// use egen_math::{name_common_parts};
/// use egen_read::read::read_expr;
/// let (a, b) = (read_expr("sin(cos(x)) + 1").unwrap(), read_expr("1 + sin(cos(x))").unwrap());
/// let (a, b) = name_common_parts(&a, &b).unwrap();
/// assert_eq!((a.len(), b.len()), (3, 3));
/// ```
pub fn name_common_parts(a: &Expr, b: &Expr) -> Option<(Expr, Expr)> {
    let binds = |expr: &Expr| expr.nodes().iter().any(|node| node.op().is_some_and(|op| op.binds()));
    if binds(a) || binds(b) {
        return None;
    }
    // What each node is, as a number that equal ones share.
    let mut table: FxHashMap<Node, u32> = FxHashMap::default();
    let mut numbered = |expr: &Expr| {
        let mut known: Vec<u32> = Vec::with_capacity(expr.len());
        for node in expr.nodes() {
            let next = table.len() as u32;
            let own = node.map_children(|id| Id(known[id.index()]));
            known.push(*table.entry(own).or_insert(next));
        }
        known
    };
    let (of_a, of_b) = (numbered(a), numbered(b));
    Some((named(a, &of_a, &of_b), named(b, &of_b, &of_a)))
}

fn named(expr: &Expr, own: &[u32], other: &[u32]) -> Expr {
    let other: FxHashSet<u32> = other.iter().copied().collect();
    let mut out = Builder::new();
    let mut places: Vec<Id> = Vec::with_capacity(expr.len());
    for (node, number) in expr.nodes().iter().zip(own) {
        let is_common = matches!(node, Node::Unary(..) | Node::Call(..)) && other.contains(number);
        places.push(if is_common {
            // No reader gives a variable such a name.
            out.variable(format!("part {number}").as_str())
        } else {
            out.add(node.map_children(|id| places[id.index()]))
        });
    }
    out.extract(*places.last().expect("an expression has a root"))
}
