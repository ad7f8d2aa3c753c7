//! Canonical keys against rewriting by the two laws.

use std::collections::BTreeSet;

use egen_grammar::{AcSpec, Dedup, canonical};
use egg::{RecExpr, SymbolLang};
use proptest::prelude::*;

/// `+` and `*` are both, `m` (mean) is commutative only, `.` (product of matrices) is associative only, `/` is neither.
struct Laws;

impl AcSpec<SymbolLang> for Laws {
    fn is_commutative(&self, node: &SymbolLang) -> bool {
        commutes(node.op.as_str())
    }

    fn is_associative(&self, node: &SymbolLang) -> bool {
        associates(node.op.as_str())
    }
}

fn commutes(op: &str) -> bool {
    ["+", "*", "m"].contains(&op)
}

fn associates(op: &str) -> bool {
    ["+", "*", "."].contains(&op)
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Leaf(&'static str),
    Node(&'static str, Box<Tree>, Box<Tree>),
}

use Tree::{Leaf, Node};

impl Tree {
    fn expr(&self) -> RecExpr<SymbolLang> {
        self.text().parse().unwrap()
    }

    fn text(&self) -> String {
        match self {
            Leaf(name) => name.to_string(),
            Node(op, left, right) => format!("({op} {} {})", left.text(), right.text()),
        }
    }

    /// What one use of a law, anywhere, gives.
    fn steps(&self) -> Vec<Tree> {
        let Node(op, left, right) = self else { return Vec::new() };
        let mut steps = Vec::new();
        steps.extend(left.steps().into_iter().map(|left| Node(op, Box::new(left), right.clone())));
        steps.extend(right.steps().into_iter().map(|right| Node(op, left.clone(), Box::new(right))));
        if commutes(op) {
            steps.push(Node(op, right.clone(), left.clone()));
        }
        if associates(op) {
            if let Node(below, a, b) = &**left
                && below == op
            {
                steps.push(Node(op, a.clone(), Box::new(Node(op, b.clone(), right.clone()))));
            }
            if let Node(below, b, c) = &**right
                && below == op
            {
                steps.push(Node(op, Box::new(Node(op, left.clone(), b.clone())), c.clone()));
            }
        }
        steps
    }

    /// Everything that the laws turn this tree into.
    fn orbit(&self) -> BTreeSet<Tree> {
        let mut orbit = BTreeSet::from([self.clone()]);
        let mut todo = vec![self.clone()];
        while let Some(tree) = todo.pop() {
            todo.extend(tree.steps().into_iter().filter(|step| orbit.insert(step.clone())));
        }
        orbit
    }
}

/// Trees of four leaves, few enough operators and leaves that two of them are often equal up to the laws.
fn tree() -> impl Strategy<Value = Tree> {
    let op = prop::sample::select(vec!["+", "+", "+", "*", ".", ".", "m", "/"]);
    let leaf = prop::sample::select(vec!["a", "b"]);
    (0..5usize, [op.clone(), op.clone(), op], [leaf.clone(), leaf.clone(), leaf.clone(), leaf]).prop_map(
        |(shape, [o, p, q], leaves)| {
            let [a, b, c, d] = leaves.map(Leaf);
            let node = |op, left, right| Node(op, Box::new(left), Box::new(right));
            match shape {
                0 => node(o, node(p, node(q, a, b), c), d),
                1 => node(o, node(p, a, node(q, b, c)), d),
                2 => node(o, a, node(p, node(q, b, c), d)),
                3 => node(o, a, node(p, b, node(q, c, d))),
                _ => node(o, node(p, a, b), node(q, c, d)),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn keys_agree_with_rewriting(trees in prop::collection::vec(tree(), 12)) {
        for one in &trees {
            let (orbit, key) = (one.orbit(), canonical(&one.expr(), &Laws));
            for two in trees.iter().chain(&orbit) {
                let equal = canonical(&two.expr(), &Laws) == key;
                prop_assert_eq!(equal, orbit.contains(two), "{} and {}", one.text(), two.text());
            }
        }
    }
}

#[test]
fn division_keeps_argument_order_and_sums_do_not() {
    let mut dedup = Dedup::new(Laws);
    let mut new = |text: &str| dedup.insert(&text.parse().unwrap());
    assert!(new("(/ a b)"));
    assert!(new("(/ b a)"));
    assert!(new("(+ (+ a b) c)"));
    assert!(!new("(+ c (+ b a))"));
    assert!(new("(+ (+ a b) b)"));
    assert!(new("(m (m a b) c)"));
    assert!(!new("(m c (m b a))"));
    assert!(new("(m a (m b c))"));
    assert!(new("(. (. a b) c)"));
    assert!(!new("(. a (. b c))"));
    assert!(new("(. a (. c b))"));
    assert!(new("(* (+ a b) c)"));
    assert!(!new("(* c (+ b a))"));
    assert_eq!(dedup.len(), 9);
}

#[test]
fn shared_nodes_count_as_often_as_they_are_used() {
    let shared = RecExpr::from(vec![SymbolLang::leaf("a"), SymbolLang::new("+", vec![0.into(), 0.into()])]);
    assert_eq!(canonical(&shared, &Laws), canonical(&"(+ a a)".parse().unwrap(), &Laws));
}
