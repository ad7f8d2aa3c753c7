//! Terms: how does an expression live in an e-graph?

use std::fmt;

use egen_math::{Builder, Constant, Expr, Node, Number, Op, Symbol};
use egg::{Id, Language, RecExpr};

/// A node of the e-graph: an operator of the table over classes.
///
/// The variable of a derivative or an integral is a leaf of its own kind. `x` may become equal to
/// `sin(asin(x))`; the x of d/dx never does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// An exact number.
    Num(Number),
    /// π or e.
    Const(Constant),
    /// A variable.
    Var(Symbol),
    /// The variable that a derivative or an integral names.
    Bound(Symbol),
    /// An operator of one argument.
    Unary(Op, [Id; 1]),
    /// An operator of two arguments.
    Binary(Op, [Id; 2]),
    /// An unknown function.
    Call(Symbol, Box<[Id]>),
}

/// What two nodes must share to be compared argument by argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// A leaf, with all that it is.
    Leaf(Box<Term>),
    /// An operator.
    Op(Op),
    /// An unknown function and its number of arguments.
    Call(Symbol, usize),
}

impl Language for Term {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        match self {
            Term::Unary(op, _) | Term::Binary(op, _) => Head::Op(*op),
            Term::Call(name, args) => Head::Call(name.clone(), args.len()),
            leaf => Head::Leaf(Box::new(leaf.clone())),
        }
    }

    fn matches(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Unary(a, _), Term::Unary(b, _)) | (Term::Binary(a, _), Term::Binary(b, _)) => a == b,
            (Term::Call(f, a), Term::Call(g, b)) => f == g && a.len() == b.len(),
            (Term::Num(a), Term::Num(b)) => a == b,
            (Term::Const(a), Term::Const(b)) => a == b,
            (Term::Var(a), Term::Var(b)) | (Term::Bound(a), Term::Bound(b)) => a == b,
            _ => false,
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Term::Unary(_, args) => args,
            Term::Binary(_, args) => args,
            Term::Call(_, args) => args,
            _ => &[],
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Term::Unary(_, args) => args,
            Term::Binary(_, args) => args,
            Term::Call(_, args) => args,
            _ => &mut [],
        }
    }
}

impl Term {
    /// What it adds to the size of an expression. What has no value by itself counts so much that a form without it is smaller.
    pub(crate) fn own_size(&self) -> u32 {
        match self {
            Term::Call(..) => 1_000,
            Term::Binary(op, _) if op.binds() => 1_000,
            _ => 1,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Num(n) => n.fmt(f),
            Term::Const(Constant::Pi) => f.write_str("pi"),
            Term::Const(Constant::E) => f.write_str("e"),
            Term::Var(name) | Term::Bound(name) => name.fmt(f),
            Term::Unary(op, _) | Term::Binary(op, _) => f.write_str(op.info().prefix[1]),
            Term::Call(name, _) => name.fmt(f),
        }
    }
}

/// An expression as egg has it.
pub type Rec = RecExpr<Term>;

/// The expression as egg wants it.
pub fn to_rec(expr: &Expr) -> Rec {
    let mut out = RecExpr::default();
    let mut ids: Vec<Id> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let at = |id: &egen_math::Id| ids[id.index()];
        let term = match node {
            Node::Num(n) => Term::Num(n.clone()),
            Node::Const(c) => Term::Const(*c),
            Node::Var(name) => Term::Var(name.clone()),
            Node::Unary(op, a) => Term::Unary(*op, [at(a)]),
            Node::Binary(op, body, by) if op.binds() => {
                let bound = match expr.node(*by) {
                    Node::Var(name) => out.add(Term::Bound(name.clone())),
                    _ => at(by),
                };
                Term::Binary(*op, [at(body), bound])
            }
            Node::Binary(op, a, b) => Term::Binary(*op, [at(a), at(b)]),
            Node::Call(name, args) => Term::Call(name.clone(), args.iter().map(at).collect()),
        };
        ids.push(out.add(term));
    }
    let root = *ids.last().expect("an expression has a root");
    // The leaf of a derivative's variable is added out of turn and may be left over.
    out.as_ref().get(usize::from(root)).expect("just added").build_recexpr(|id| out[id].clone())
}

/// The expression that egg's nodes stand for.
pub fn from_rec(rec: &RecExpr<Term>) -> Expr {
    from_nodes(rec.as_ref())
}

/// The expression of nodes in which arguments come before what takes them; the root is last.
pub fn from_nodes(nodes: &[Term]) -> Expr {
    let mut out = Builder::with_capacity(nodes.len());
    let mut ids: Vec<egen_math::Id> = Vec::with_capacity(nodes.len());
    for term in nodes {
        let at = |id: &Id| ids[usize::from(*id)];
        let node = match term {
            Term::Num(n) => Node::Num(n.clone()),
            Term::Const(c) => Node::Const(*c),
            Term::Var(name) | Term::Bound(name) => Node::Var(name.clone()),
            Term::Unary(op, [a]) => Node::Unary(*op, at(a)),
            Term::Binary(op, [a, b]) => Node::Binary(*op, at(a), at(b)),
            Term::Call(name, args) => Node::Call(name.clone(), args.iter().map(at).collect()),
        };
        ids.push(out.add(node));
    }
    let root = *ids.last().expect("an expression has a root");
    out.finish(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn expressions_come_back() {
        for text in ["x + 1", "diff(diff(sin(x)*y, x), y)", "f(x, g(2))", "integrate(x^2, x)", "log(x, 2)/pi"] {
            let expr = read_expr(text).expect(text);
            assert_eq!(from_rec(&to_rec(&expr)), expr, "{text}");
        }
    }
}
