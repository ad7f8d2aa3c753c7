//! Expressions: what does a formula look like once it has been read?
//!
//! An expression is a tree laid out flat in postorder: the nodes of the first argument,
//! then those of the second, then the operator; the root is last. So a walk is a loop
//! (no nesting is too deep for it), a copy is one allocation, and equality of the arrays
//! is equality of the trees.

use std::fmt;

use smol_str::SmolStr;

use crate::number::Number;
use crate::op::Op;

/// The place of a node in its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

impl Id {
    /// The place as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name of a variable or of an unknown function: `x`, `x_1`, `alpha`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(SmolStr);

impl Symbol {
    /// The symbol with this name.
    pub fn new(name: &str) -> Symbol {
        Symbol(SmolStr::new(name))
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// The ratio of a circle's circumference to its diameter.
    Pi,
    /// The base of the natural logarithm.
    E,
}

/// One node; arguments are places of earlier nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// An exact number.
    Num(Number),
    /// π or e.
    Const(Constant),
    /// A variable.
    Var(Symbol),
    /// An operator of one argument.
    Unary(Op, Id),
    /// An operator of two arguments.
    Binary(Op, Id, Id),
    /// An unknown function of some arguments, `f(x, y)`. It has no value.
    Call(Symbol, Box<[Id]>),
}

impl Node {
    /// The arguments, first to last.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = Id> + '_ {
        let (pair, many): ([Option<Id>; 2], &[Id]) = match self {
            Node::Num(_) | Node::Const(_) | Node::Var(_) => ([None, None], &[]),
            Node::Unary(_, a) => ([Some(*a), None], &[]),
            Node::Binary(_, a, b) => ([Some(*a), Some(*b)], &[]),
            Node::Call(_, args) => ([None, None], args),
        };
        pair.into_iter().flatten().chain(many.iter().copied())
    }

    /// The operator, if it is one of the table's.
    pub fn op(&self) -> Option<Op> {
        match self {
            Node::Unary(op, _) | Node::Binary(op, ..) => Some(*op),
            _ => None,
        }
    }

    /// The same node with its arguments moved.
    pub fn map_children(&self, mut to: impl FnMut(Id) -> Id) -> Node {
        match self {
            Node::Num(_) | Node::Const(_) | Node::Var(_) => self.clone(),
            Node::Unary(op, a) => Node::Unary(*op, to(*a)),
            Node::Binary(op, a, b) => {
                let a = to(*a);
                Node::Binary(*op, a, to(*b))
            }
            Node::Call(name, args) => Node::Call(name.clone(), args.iter().map(|&id| to(id)).collect()),
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Expr {
    nodes: Vec<Node>,
}

/// Nodes on their way to becoming an [`Expr`]: add arguments before what takes them, in any order.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    nodes: Vec<Node>,
}

impl Builder {
    /// An empty builder.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// An empty builder with room for this many nodes.
    pub fn with_capacity(nodes: usize) -> Builder {
        Builder { nodes: Vec::with_capacity(nodes) }
    }

    /// Adds a node whose arguments were added before.
    pub fn add(&mut self, node: Node) -> Id {
        debug_assert!(node.children().all(|child| child.index() < self.nodes.len()), "arguments come first");
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    /// Adds a number.
    pub fn number(&mut self, n: impl Into<Number>) -> Id {
        self.add(Node::Num(n.into()))
    }

    /// Adds a variable.
    pub fn variable(&mut self, name: &str) -> Id {
        self.add(Node::Var(Symbol::new(name)))
    }

    /// Adds an operator of one argument.
    pub fn unary(&mut self, op: Op, a: Id) -> Id {
        debug_assert_eq!(op.arity(), 1, "{op:?}");
        self.add(Node::Unary(op, a))
    }

    /// Adds an operator of two arguments.
    pub fn binary(&mut self, op: Op, a: Id, b: Id) -> Id {
        debug_assert_eq!(op.arity(), 2, "{op:?}");
        self.add(Node::Binary(op, a, b))
    }

    /// Copies a whole expression in.
    pub fn append(&mut self, expr: &Expr) -> Id {
        let offset = self.nodes.len() as u32;
        self.nodes.extend(expr.nodes.iter().map(|node| node.map_children(|id| Id(id.0 + offset))));
        Id(self.nodes.len() as u32 - 1)
    }

    /// A node that was added.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    /// The number of nodes added so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has nothing been added?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Replaces a node in place; its arguments must have been added before it.
    pub fn replace(&mut self, id: Id, node: Node) {
        debug_assert!(node.children().all(|child| child < id), "arguments come first");
        self.nodes[id.index()] = node;
    }

    /// The expression with this root. Nodes that it does not use are dropped, and a node
    /// used twice is written twice, so the size of the result can exceed the builder's.
    pub fn finish(self, root: Id) -> Expr {
        if self.in_postorder(root) {
            return Expr { nodes: self.nodes };
        }
        self.extract(root)
    }

    /// How many nodes the expression with this root will have; saturates instead of overflowing.
    pub fn tree_size(&self, root: Id) -> usize {
        let mut sizes: Vec<usize> = Vec::with_capacity(root.index() + 1);
        for node in &self.nodes[..=root.index()] {
            sizes.push(node.children().fold(1, |sum, child| sum.saturating_add(sizes[child.index()])));
        }
        sizes[root.index()]
    }

    /// Like [`Builder::finish`], and the builder can be asked again.
    pub fn extract(&self, root: Id) -> Expr {
        let mut out: Vec<Node> = Vec::with_capacity(self.nodes.len());
        // `Enter` pushes the arguments, `Leave` takes their new places from `done`.
        enum Step {
            Enter(Id),
            Leave(Id),
        }
        let (mut todo, mut done) = (vec![Step::Enter(root)], Vec::<Id>::new());
        while let Some(step) = todo.pop() {
            match step {
                Step::Enter(id) => {
                    todo.push(Step::Leave(id));
                    todo.extend(self.node(id).children().rev().map(Step::Enter));
                }
                Step::Leave(id) => {
                    let node = self.node(id);
                    let mut places = done.split_off(done.len() - node.children().count()).into_iter();
                    let moved = node.map_children(|_| places.next().expect("one place for each argument"));
                    done.push(Id(out.len() as u32));
                    out.push(moved);
                }
            }
        }
        Expr { nodes: out }
    }

    fn in_postorder(&self, root: Id) -> bool {
        if root.index() + 1 != self.nodes.len() {
            return false;
        }
        // In postorder the last argument ends right before its operator, the one before it
        // where the last one starts, and so on; `start[i]` is where the subtree of i begins.
        let mut start: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.iter().enumerate() {
            let mut end = at as u32;
            for child in node.children().rev() {
                if child.0 + 1 != end {
                    return false;
                }
                end = start[child.index()];
            }
            start.push(end);
        }
        start.last() == Some(&0)
    }
}

impl Expr {
    /// A variable.
    pub fn variable(name: &str) -> Expr {
        Expr { nodes: vec![Node::Var(Symbol::new(name))] }
    }

    /// A number.
    pub fn number(n: impl Into<Number>) -> Expr {
        Expr { nodes: vec![Node::Num(n.into())] }
    }

    /// π or e.
    pub fn constant(c: Constant) -> Expr {
        Expr { nodes: vec![Node::Const(c)] }
    }

    /// `op(self)`.
    pub fn unary(mut self, op: Op) -> Expr {
        assert_eq!(op.arity(), 1, "{op:?} takes {} arguments", op.arity());
        let child = self.root();
        self.nodes.push(Node::Unary(op, child));
        self
    }

    /// `op(self, other)`.
    pub fn binary(mut self, op: Op, other: &Expr) -> Expr {
        assert_eq!(op.arity(), 2, "{op:?} takes {} arguments", op.arity());
        let left = self.root();
        let offset = self.nodes.len() as u32;
        self.nodes.extend(other.nodes.iter().map(|node| node.map_children(|id| Id(id.0 + offset))));
        let right = self.root();
        self.nodes.push(Node::Binary(op, left, right));
        self
    }

    /// The place of the root.
    pub fn root(&self) -> Id {
        Id(self.nodes.len() as u32 - 1)
    }

    /// The nodes in postorder.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node at a place.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    /// The number of nodes, which is the number of tokens in prefix notation (numbers counted as one).
    #[expect(clippy::len_without_is_empty, reason = "an expression has at least one node")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The subexpression at a place.
    pub fn subtree(&self, id: Id) -> Expr {
        let mut first = id;
        while let Some(child) = self.node(first).children().next() {
            first = child;
        }
        let nodes = self.nodes[first.index()..=id.index()].iter();
        Expr { nodes: nodes.map(|node| node.map_children(|child| Id(child.0 - first.0))).collect() }
    }

    /// The expression with another one in the place of the subexpression at `id`.
    pub fn replace(&self, id: Id, by: &Expr) -> Expr {
        let mut out = Builder::with_capacity(self.len() + by.len());
        let mut places: Vec<Id> = Vec::with_capacity(self.len());
        for (at, node) in self.nodes.iter().enumerate() {
            let place = if at == id.index() {
                out.append(by)
            } else {
                out.add(node.map_children(|child| places[child.index()]))
            };
            places.push(place);
        }
        let root = *places.last().expect("an expression has a root");
        out.finish(root)
    }

    /// The names of its variables, sorted, each once. The variable of a derivative or an integral counts.
    pub fn variables(&self) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = Vec::new();
        for node in &self.nodes {
            if let Node::Var(name) = node
                && let Err(at) = names.binary_search(name)
            {
                names.insert(at, name.clone());
            }
        }
        names
    }

    /// Replaces every occurrence of a variable, also as the variable of a derivative if it is replaced by a variable.
    pub fn substitute(&self, name: &Symbol, value: &Expr) -> Expr {
        self.substitute_all(std::slice::from_ref(&(name, value)))
    }

    /// Replaces several variables at once: x by y and y by x are exchanged.
    pub fn substitute_all(&self, values: &[(&Symbol, &Expr)]) -> Expr {
        let value_of = |name: &Symbol| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let mut out = Builder::with_capacity(self.len());
        let mut places: Vec<Id> = Vec::with_capacity(self.len());
        for node in &self.nodes {
            let value = if let Node::Var(name) = node { value_of(name) } else { None };
            let place = match value {
                Some(value) => out.append(value),
                None => out.add(node.map_children(|id| places[id.index()])),
            };
            places.push(place);
        }
        let root = *places.last().expect("an expression has a root");
        out.finish(root)
    }
}

/// Prefix tokens, which need no parentheses.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut todo = vec![self.root()];
        while let Some(id) = todo.pop() {
            let node = self.node(id);
            let gap = if id == self.root() { "" } else { " " };
            match node {
                Node::Num(n) => write!(f, "{gap}{n}")?,
                Node::Const(c) => write!(f, "{gap}{c:?}")?,
                Node::Var(name) => write!(f, "{gap}{name}")?,
                Node::Unary(op, _) | Node::Binary(op, ..) => write!(f, "{gap}{}", op.info().prefix[1])?,
                Node::Call(name, args) => write!(f, "{gap}call:{name}:{}", args.len())?,
            }
            todo.extend(node.children().rev());
        }
        Ok(())
    }
}

macro_rules! infix_operator {
    ($trait:ident, $method:ident, $op:expr) => {
        impl std::ops::$trait<&Expr> for Expr {
            type Output = Expr;
            fn $method(self, other: &Expr) -> Expr {
                self.binary($op, other)
            }
        }
        impl std::ops::$trait for Expr {
            type Output = Expr;
            fn $method(self, other: Expr) -> Expr {
                self.binary($op, &other)
            }
        }
    };
}
infix_operator!(Add, add, Op::Add);
infix_operator!(Sub, sub, Op::Sub);
infix_operator!(Mul, mul, Op::Mul);
infix_operator!(Div, div, Op::Div);

impl std::ops::Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        self.unary(Op::Neg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Expr {
        Expr::variable("x")
    }

    #[test]
    fn builders_that_add_in_another_order_give_the_same_expression() {
        let mut b = Builder::new();
        let two = b.number(2);
        let x_at = b.variable("x");
        let sin = b.unary(Op::Sin, x_at);
        let root = b.binary(Op::Pow, sin, two);
        assert_eq!(b.finish(root), x().unary(Op::Sin).binary(Op::Pow, &Expr::number(2)));
    }

    #[test]
    fn unused_nodes_are_dropped_and_shared_ones_written_twice() {
        let mut b = Builder::new();
        b.number(7);
        let x_at = b.variable("x");
        let root = b.binary(Op::Add, x_at, x_at);
        assert_eq!(b.finish(root), x() + x());
    }

    #[test]
    fn a_subtree_is_an_expression() {
        let e = (x() + Expr::number(1)) * x().unary(Op::Sin);
        let Node::Binary(_, left, right) = e.node(e.root()) else { panic!("a product") };
        assert_eq!(e.subtree(*left), x() + Expr::number(1));
        assert_eq!(e.subtree(*right), x().unary(Op::Sin));
    }

    #[test]
    fn a_subexpression_can_be_replaced() {
        let e = (x() + Expr::number(1)) * x().unary(Op::Sin);
        let Node::Binary(_, left, right) = *e.node(e.root()) else { panic!("a product") };
        assert_eq!(e.replace(left, &Expr::number(2)), Expr::number(2) * x().unary(Op::Sin));
        assert_eq!(e.replace(right, &(x() * x())), (x() + Expr::number(1)) * (x() * x()));
        assert_eq!(e.replace(e.root(), &x()), x());
    }

    #[test]
    fn substitution_reaches_every_occurrence() {
        let e = x() * x();
        assert_eq!(e.substitute(&Symbol::new("x"), &Expr::number(3)), Expr::number(3) * Expr::number(3));
    }

    #[test]
    fn variables_are_replaced_at_once() {
        let (name_x, name_y) = (Symbol::new("x"), Symbol::new("y"));
        let (x, y) = (Expr::variable("x"), Expr::variable("y"));
        let exchanged = (x.clone() - &y).substitute_all(&[(&name_x, &y), (&name_y, &x)]);
        assert_eq!(exchanged, y - &x);
    }
}
