//! Matching: which rules apply where?
//!
//! All left sides are kept in one trie, read in prefix order, so that three hundred rules about a sine share the search
//! for it; egg would search the graph once for each rule. A search has a budget of steps, since a pattern of many sums in a
//! class of many sums is a join without end.

use dashu_int::IBig;
use dashu_ratio::RBig;
use egen_math::{Number, Op, Symbol};
use egg::{Id, Language};

use crate::analysis::Graph;
use crate::term::Term;

/// One symbol of a left side in prefix order.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A variable that was not met before; it takes the next slot.
    Any,
    /// A variable that was: the class must be the same.
    Same(usize),
    /// An operator.
    Op(Op),
    /// A leaf.
    Leaf(Term),
    /// An unknown function with that many arguments.
    Call(Symbol, usize),
}

/// The state before anything is read.
const START: u32 = 0;

/// The left sides of many rules.
#[derive(Clone, Debug)]
pub struct Trie {
    states: Vec<State>,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// The rules whose left sides end here.
    rules: Vec<u32>,
    any: Option<u32>,
    same: Vec<(usize, u32)>,
    ops: Vec<(Op, u32)>,
    leaves: Vec<(Term, u32)>,
    calls: Vec<((Symbol, usize), u32)>,
}

impl Default for Trie {
    fn default() -> Trie {
        Trie { states: vec![State::default()] }
    }
}

impl Trie {
    /// Adds a left side.
    pub fn insert(&mut self, tokens: &[Token], rule: u32) {
        let mut at = 0;
        for token in tokens {
            let next = self.states.len() as u32;
            let state = &mut self.states[at];
            let step = match token {
                Token::Any => *state.any.get_or_insert(next),
                Token::Same(slot) => step(&mut state.same, slot, next),
                Token::Op(op) => step(&mut state.ops, op, next),
                Token::Leaf(term) => step(&mut state.leaves, term, next),
                Token::Call(name, arity) => step(&mut state.calls, &(name.clone(), *arity), next),
            };
            if step == next {
                self.states.push(State::default());
            }
            at = step as usize;
        }
        self.states[at].rules.push(rule);
    }

    /// Finds every rule that applies to a class, with the classes of its variables. False if the budget ran out.
    pub fn search(&self, graph: &Graph, class: Id, budget: usize, found: &mut impl FnMut(u32, &[Id])) -> bool {
        let mut search = Search { trie: self, graph, todo: vec![class], slots: Vec::new(), budget, found };
        search.run(START);
        search.budget > 0
    }
}

fn step<K: PartialEq + Clone>(edges: &mut Vec<(K, u32)>, key: &K, next: u32) -> u32 {
    match edges.iter().find(|(known, _)| known == key) {
        Some((_, state)) => *state,
        None => {
            edges.push((key.clone(), next));
            next
        }
    }
}

struct Search<'a, F> {
    trie: &'a Trie,
    graph: &'a Graph,
    /// Classes still to be matched, the next one last.
    todo: Vec<Id>,
    slots: Vec<Id>,
    budget: usize,
    found: &'a mut F,
}

impl<F: FnMut(u32, &[Id])> Search<'_, F> {
    /// Goes on from a state; leaves `todo` and `slots` as they were. The depth is that of a left side in tokens.
    fn run(&mut self, number: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let state = &self.trie.states[number as usize];
        let Some(class) = self.todo.pop() else {
            state.rules.iter().for_each(|&rule| (self.found)(rule, &self.slots));
            return;
        };
        if let Some(next) = state.any {
            self.slots.push(class);
            self.run(next);
            self.slots.pop();
        }
        for &(slot, next) in &state.same {
            if self.slots[slot] == class {
                self.run(next);
            }
        }
        let graph = self.graph;
        let nodes = &graph[class].nodes;
        for (op, next) in &state.ops {
            for node in op_range(nodes, *op) {
                self.descend(node, *next);
            }
            // A rule that starts with a quotient would only pull numbers apart.
            if *op == Op::Div
                && number != START
                && let Some(fraction) = as_fraction(graph, class)
            {
                self.descend(&fraction, *next);
            }
        }
        for (leaf, next) in &state.leaves {
            if nodes.binary_search(leaf).is_ok() {
                self.run(*next);
            }
        }
        for ((name, arity), next) in &state.calls {
            for node in nodes {
                if matches!(node, Term::Call(known, args) if known == name && args.len() == *arity) {
                    self.descend(node, *next);
                }
            }
        }
        self.todo.push(class);
    }

    fn descend(&mut self, node: &Term, next: u32) {
        let before = self.todo.len();
        self.todo.extend(node.children().iter().rev());
        self.run(next);
        self.todo.truncate(before);
    }
}

/// A number that is a fraction, as a quotient of whole numbers that the graph holds. Classes of numbers keep nothing but the
/// number, but (a^3)^(1/3) must still be found where the pattern says (a^n)^(1/n).
fn as_fraction(graph: &Graph, class: Id) -> Option<Term> {
    let number = graph[class].data.number.as_ref().filter(|n| !n.is_integer())?;
    let (above, below) = number.to_rational().into_parts();
    let whole = |n: IBig| graph.lookup(Term::Num(Number::from(RBig::from(n))));
    Some(Term::Binary(Op::Div, [whole(above)?, whole(below.into())?]))
}

/// The nodes of an operator. egg keeps the nodes of a class in their order after a rebuild.
fn op_range(nodes: &[Term], op: Op) -> &[Term] {
    let key = |node: &Term| match node {
        Term::Unary(op, _) => (1, *op as u8),
        Term::Binary(op, _) => (2, *op as u8),
        Term::Call(..) => (3, 0),
        _ => (0, 0),
    };
    let wanted = (if op.arity() == 1 { 1 } else { 2 }, op as u8);
    let start = nodes.partition_point(|node| key(node) < wanted);
    let length = nodes[start..].iter().take_while(|node| key(node) == wanted).count();
    &nodes[start..start + length]
}
