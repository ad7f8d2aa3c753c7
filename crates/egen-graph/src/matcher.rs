//! Matching: which rules apply where?
//!
//! All left sides are kept in one trie, read in prefix order, so that three hundred rules about a sine share the search
//! for it; egg would search the graph once for each rule. A search has a budget of steps, since a pattern of many sums in a
//! class of many sums is a join without end.

use dashu_int::IBig;
use dashu_ratio::RBig;
use egen_math::{Number, Op, Symbol};
use egg::Id;

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

/// When a rule acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// First: derivatives are carried out, and what can be written in next to no space is.
    Simplify,
    /// Then all rules that do not carry derivatives out.
    Explore,
    /// Those, with the rules of optional families, where the others have nothing more to add.
    Extend,
    /// Last, in a full graph: rules that leave a variable or a number, or −(−x) stays apart from x.
    Collapse,
}

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Simplify => "simplify",
            Phase::Explore => "explore",
            Phase::Extend => "extend",
            Phase::Collapse => "collapse",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The state before anything is read.
const START: u32 = 0;

/// The left sides of many rules.
#[derive(Clone, Debug)]
pub struct Trie {
    states: Vec<State>,
    /// Every leaf of the left sides, once.
    leaves: Vec<Term>,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// The phases of the rules that come by here, as bits.
    phases: u8,
    /// The rules whose left sides end here, with their phases.
    rules: Vec<(u32, u8)>,
    any: Option<u32>,
    same: Vec<(usize, u32)>,
    ops: Vec<(Op, u32)>,
    /// By their places in the trie's leaves.
    leaves: Vec<(usize, u32)>,
    calls: Vec<((Symbol, usize), u32)>,
}

impl Default for Trie {
    fn default() -> Trie {
        Trie { states: vec![State::default()], leaves: Vec::new() }
    }
}

impl Trie {
    /// Adds a left side.
    pub fn insert(&mut self, tokens: &[Token], rule: u32, phases: &[Phase]) {
        let phases = phases.iter().fold(0, |bits, phase| bits | phase.bit());
        let mut at = 0;
        for token in tokens {
            let next = self.states.len() as u32;
            let state = &mut self.states[at];
            state.phases |= phases;
            let step = match token {
                Token::Any => *state.any.get_or_insert(next),
                Token::Same(slot) => step(&mut state.same, slot, next),
                Token::Op(op) => step(&mut state.ops, op, next),
                Token::Leaf(term) => {
                    let leaf = self.leaves.iter().position(|known| known == term).unwrap_or_else(|| {
                        self.leaves.push(term.clone());
                        self.leaves.len() - 1
                    });
                    step(&mut state.leaves, &leaf, next)
                }
                Token::Call(name, arity) => step(&mut state.calls, &(name.clone(), *arity), next),
            };
            if step == next {
                self.states.push(State::default());
            }
            at = step as usize;
        }
        let last = &mut self.states[at];
        last.phases |= phases;
        last.rules.push((rule, phases));
    }

    /// Finds every rule of a phase that applies to a class, with the classes of its variables. False if the budget ran out.
    pub fn search(
        &self,
        view: &View<'_>,
        class: Id,
        phase: Phase,
        budget: usize,
        found: &mut impl FnMut(u32, &[Id]),
    ) -> bool {
        let phase = phase.bit();
        let mut search = Search { trie: self, view, phase, todo: vec![class], slots: Vec::new(), budget, found };
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

/// A rebuilt graph for searching. egg would look every class up in a hash map, and find its nodes spread over the memory.
pub struct View<'a> {
    graph: &'a Graph,
    classes: Vec<Span>,
    applied: Vec<Applied>,
    /// The class of each leaf of the trie.
    leaves: Vec<Option<Id>>,
}

/// The operators of a class: where they start in `applied`, and how many there are.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    length: u32,
}

/// An operator over classes; of one argument, the second is of no meaning.
#[derive(Clone, Copy)]
struct Applied {
    op: Op,
    arguments: [Id; 2],
}

impl<'a> View<'a> {
    /// The view of a graph with the eyes of a trie.
    pub fn new(graph: &'a Graph, trie: &Trie) -> View<'a> {
        let leaves = trie.leaves.iter().map(|leaf| graph.lookup(leaf.clone())).collect();
        let mut view = View { graph, classes: Vec::new(), applied: Vec::new(), leaves };
        for class in graph.classes() {
            let start = view.applied.len();
            view.applied.extend(class.nodes.iter().filter_map(|node| match node {
                Term::Unary(op, [a]) => Some(Applied { op: *op, arguments: [*a, *a] }),
                Term::Binary(op, arguments) => Some(Applied { op: *op, arguments: *arguments }),
                _ => None,
            }));
            view.applied[start..].sort_by_key(|one| one.op as u8);
            let at = usize::from(class.id);
            if view.classes.len() <= at {
                view.classes.resize(at + 1, Span::default());
            }
            view.classes[at] = Span { start: start as u32, length: (view.applied.len() - start) as u32 };
        }
        view
    }

    fn applied(&self, class: Id) -> &[Applied] {
        let Span { start, length } = self.classes[usize::from(class)];
        &self.applied[start as usize..(start + length) as usize]
    }
}

struct Search<'a, F> {
    trie: &'a Trie,
    view: &'a View<'a>,
    phase: u8,
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
            let now = state.rules.iter().filter(|(_, phases)| phases & self.phase != 0);
            now.for_each(|&(rule, _)| (self.found)(rule, &self.slots));
            return;
        };
        let (trie, phase) = (self.trie, self.phase);
        let now = |next: u32| trie.states[next as usize].phases & phase != 0;
        if let Some(next) = state.any.filter(|next| now(*next)) {
            self.slots.push(class);
            self.run(next);
            self.slots.pop();
        }
        for &(slot, next) in &state.same {
            if self.slots[slot] == class && now(next) {
                self.run(next);
            }
        }
        let view = self.view;
        let applied = view.applied(class);
        if applied.len() < state.ops.len() {
            for one in applied {
                if let Some((_, next)) = state.ops.iter().find(|(op, next)| *op == one.op && now(*next)) {
                    self.descend(one, *next);
                }
            }
        } else {
            for (op, next) in state.ops.iter().filter(|(_, next)| now(*next)) {
                let start = applied.partition_point(|one| (one.op as u8) < *op as u8);
                for one in applied[start..].iter().take_while(|one| one.op == *op) {
                    self.descend(one, *next);
                }
            }
        }
        // A rule that starts with a quotient would only pull numbers apart.
        if number != START
            && let Some((_, next)) = state.ops.iter().find(|(op, next)| *op == Op::Div && now(*next))
            && let Some(fraction) = as_fraction(view.graph, class)
        {
            self.descend(&fraction, *next);
        }
        for &(leaf, next) in &state.leaves {
            if view.leaves[leaf] == Some(class) && now(next) {
                self.run(next);
            }
        }
        for ((name, arity), next) in state.calls.iter().filter(|(_, next)| now(*next)) {
            for node in &view.graph[class].nodes {
                if let Term::Call(known, arguments) = node
                    && (known, arguments.len()) == (name, *arity)
                {
                    self.go(arguments, *next);
                }
            }
        }
        self.todo.push(class);
    }

    fn descend(&mut self, one: &Applied, next: u32) {
        self.go(&one.arguments[..one.op.arity()], next);
    }

    fn go(&mut self, arguments: &[Id], next: u32) {
        let before = self.todo.len();
        self.todo.extend(arguments.iter().rev());
        self.run(next);
        self.todo.truncate(before);
    }
}

/// A number that is a fraction, as a quotient of whole numbers that the graph holds. Classes of numbers keep nothing but the
/// number, but (a^3)^(1/3) must still be found where the pattern says (a^n)^(1/n).
fn as_fraction(graph: &Graph, class: Id) -> Option<Applied> {
    let number = graph[class].data.number.as_ref().filter(|n| !n.is_integer())?;
    let (above, below) = number.to_rational().into_parts();
    let whole = |n: IBig| graph.lookup(Term::Num(Number::from(RBig::from(n))));
    Some(Applied { op: Op::Div, arguments: [whole(above)?, whole(below.into())?] })
}
