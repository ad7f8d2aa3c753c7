//! Canonical keys: are two expressions the same up to the order and the grouping of arguments?
//!
//! Nested applications of an associative operator become one with many arguments, and the arguments of a commutative one are
//! sorted. The key is the whole structure, so a/b and b/a differ, and no two expressions are mistaken for each other.

use egg::{Id, Language, RecExpr};
use rustc_hash::FxHashSet;

/// Which operators are commutative or associative. Children of the nodes are placeholders.
pub trait AcSpec<L> {
    /// Whether the order of the arguments does not matter.
    fn is_commutative(&self, node: &L) -> bool;
    /// Whether the grouping of the arguments does not matter.
    fn is_associative(&self, node: &L) -> bool;
}

/// What an expression is up to commutativity and associativity: equal for two expressions if and only if these two laws,
/// applied to the operators of the spec, turn one into the other.
///
/// Keys are for one process: their order follows `Ord` of the language, which for egg's symbols depends on what ran before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey<L> {
    /// Operators in prefix order with the number of arguments each has after flattening.
    prefix: Box<[(L, u32)]>,
}

/// The key of one node while it is built.
struct Part<L> {
    op: L,
    /// The arguments, each in prefix order, after flattening and sorting.
    arguments: Vec<Vec<(L, u32)>>,
}

impl<L: Language> Part<L> {
    fn prefix(&self) -> Vec<(L, u32)> {
        let mut prefix = vec![(self.op.clone(), self.arguments.len() as u32)];
        prefix.extend(self.arguments.iter().flatten().cloned());
        prefix
    }
}

/// The key of an expression. Time and size grow with the expression written out as a tree.
///
/// # Panics
/// If the expression is empty or a child does not come before its parent.
pub fn canonical<L: Language>(expr: &RecExpr<L>, spec: &impl AcSpec<L>) -> CanonicalKey<L> {
    let mut parts: Vec<Part<L>> = Vec::with_capacity(expr.len());
    for node in expr {
        let op = node.clone().map_children(|_| Id::from(0));
        let associative = spec.is_associative(&op);
        let mut arguments = Vec::new();
        for child in node.children() {
            let part = &parts[usize::from(*child)];
            if associative && part.op == op {
                arguments.extend(part.arguments.iter().cloned());
            } else {
                arguments.push(part.prefix());
            }
        }
        if spec.is_commutative(&op) {
            arguments.sort();
        }
        parts.push(Part { op, arguments });
    }
    let root = parts.last().expect("an expression has at least one node");
    CanonicalKey { prefix: root.prefix().into_boxed_slice() }
}

/// A set of expressions in which those with equal keys count once.
pub struct Dedup<L, S> {
    spec: S,
    seen: FxHashSet<CanonicalKey<L>>,
}

impl<L: Language, S: AcSpec<L>> Dedup<L, S> {
    /// An empty set.
    pub fn new(spec: S) -> Self {
        Dedup { spec, seen: FxHashSet::default() }
    }

    /// Adds an expression; true if no expression with its key was there.
    pub fn insert(&mut self, expr: &RecExpr<L>) -> bool {
        self.seen.insert(canonical(expr, &self.spec))
    }

    /// Whether an expression with the same key was added.
    pub fn contains(&self, expr: &RecExpr<L>) -> bool {
        self.seen.contains(&canonical(expr, &self.spec))
    }

    /// The number of different keys.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}
