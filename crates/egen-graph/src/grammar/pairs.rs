//! Pairs: which expressions have at most so many towers, such as sin(asin(·))?
//!
//! A class is split by how many pairs its expressions hold (exactly, so that no expression is derived twice) and,
//! where a parent needs to know, by whether the operator on top makes a pair with the parent's.

use rustc_hash::FxHashMap;

use egg::Language;

use super::Grammar;
use super::production::{ClassId, Draft, OpId, Production};

/// Which expressions of a class are meant, by the operator on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum View {
    /// All.
    Any,
    /// Those whose top makes a pair under a parent of this kind, or those whose top does not.
    Under { kind: usize, pair: bool },
}

/// A class of the new grammar: expressions of `class` within `view` that hold exactly `pairs` pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    class: ClassId,
    view: View,
    pairs: u32,
}

/// For each operator its kind, and for each kind the operators that make a pair under it.
struct Kinds {
    of: Vec<usize>,
    below: Vec<Vec<bool>>,
}

impl Kinds {
    fn new<L>(nodes: &[L], pairs: impl Fn(&L, &L) -> bool) -> Self {
        let mut known: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let mut below = Vec::new();
        let mut kind = |parent: &L| {
            let row: Vec<bool> = nodes.iter().map(|child| pairs(parent, child)).collect();
            *known.entry(row).or_insert_with_key(|row| {
                below.push(row.clone());
                below.len() - 1
            })
        };
        let of = nodes.iter().map(&mut kind).collect();
        Kinds { of, below }
    }

    fn admits(&self, view: View, op: OpId) -> bool {
        match view {
            View::Any => true,
            View::Under { kind, pair } => self.below[kind][op.index()] == pair,
        }
    }
}

impl<L: Language> Grammar<L> {
    /// The expressions that hold at most `max` pairs of a node and a child of it for which `pairs(node, child)` is true.
    ///
    /// Counts stay exact: every expression that is left has one derivation. A class that can hold pairs is split into
    /// `max` + 1, and its operators of two arguments into 3 at `max` 1 and 6 at 2, more where a pair is on top; so keep `max` small.
    pub fn limit_pairs(&self, pairs: impl Fn(&L, &L) -> bool, max: u32) -> Self {
        if let Some((max_tokens, whole)) = &self.cut {
            return whole.limit_pairs(pairs, max).within(*max_tokens);
        }
        let splits = Splits::new(self, Kinds::new(&self.nodes, pairs));
        let mut numbers: FxHashMap<State, ClassId> = FxHashMap::default();
        // Class 0 is the new root: up to `max` pairs. The states follow, numbered from 1.
        let mut states: Vec<State> = Vec::new();
        let mut number = |state: State, states: &mut Vec<State>| {
            *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                ClassId(states.len() as u32)
            })
        };
        let mut bodies = |production: &Production, budget: u32, states: &mut Vec<State>| -> Vec<Production> {
            let bodies = self.bodies(production, budget, &splits);
            let with = |body: Vec<State>| Production {
                op: production.op,
                children: body.into_iter().map(|state| number(state, states)).collect(),
                tokens: production.tokens,
            };
            bodies.into_iter().map(with).collect()
        };

        let root = self.productions(self.root()).iter();
        let root = root.flat_map(|p| (0..=max).flat_map(|budget| bodies(p, budget, &mut states)).collect::<Vec<_>>());
        let mut drafts = vec![Draft { origin: self.origin(self.root()), productions: root.collect() }];
        let mut at = 0;
        while let Some(&State { class, view, pairs }) = states.get(at) {
            let admitted = self.productions(class).iter().filter(|p| splits.kinds.admits(view, p.op));
            let productions = admitted.flat_map(|p| bodies(p, pairs, &mut states)).collect();
            drafts.push(Draft { origin: self.origin(class), productions });
            at += 1;
        }
        Self::from_drafts(self.nodes.clone(), drafts)
    }

    /// Every way to spread exactly `budget` pairs over a production's children and the edges to them.
    fn bodies(&self, production: &Production, budget: u32, splits: &Splits) -> Vec<Vec<State>> {
        let mut bodies: Vec<(Vec<State>, u32)> = vec![(Vec::new(), budget)];
        for (at, &class) in production.children.iter().enumerate() {
            let last = at + 1 == production.children.len();
            let views = splits.views(class, production.op);
            let mut longer = Vec::new();
            for (body, left) in bodies {
                for &(view, cost) in views.iter().filter(|(_, cost)| *cost <= left) {
                    let left = left - cost;
                    let most = if splits.holds[class.index()] { left } else { 0 };
                    // The last child has to use up what is left.
                    for pairs in if last { left..=most } else { 0..=most } {
                        let mut body = body.clone();
                        body.push(State { class, view, pairs });
                        longer.push((body, left - pairs));
                    }
                }
            }
            bodies = longer;
        }
        bodies.into_iter().filter(|(_, left)| *left == 0).map(|(body, _)| body).collect()
    }
}

/// How the classes of a grammar fall apart.
struct Splits {
    kinds: Kinds,
    /// For each class and kind, whether no production, some or all of them make a pair under a parent of that kind.
    tops: Vec<Tops>,
    /// Whether some expression of a class holds a pair.
    holds: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tops {
    None,
    Some,
    All,
}

impl Splits {
    fn new<L: Language>(grammar: &Grammar<L>, kinds: Kinds) -> Self {
        let tops = grammar.classes().flat_map(|class| {
            let productions = grammar.productions(class);
            let count = |below: &Vec<bool>| productions.iter().filter(|p| below[p.op.index()]).count();
            kinds.below.iter().map(move |below| match count(below) {
                0 => Tops::None,
                n if n == productions.len() => Tops::All,
                _ => Tops::Some,
            })
        });
        let tops = tops.collect();
        let mut splits = Splits { kinds, tops, holds: vec![false; grammar.classes().len()] };
        let mut users: Vec<Vec<ClassId>> = vec![Vec::new(); grammar.classes().len()];
        let mut todo = Vec::new();
        for class in grammar.classes() {
            for production in grammar.productions(class) {
                for &child in &production.children {
                    users[child.index()].push(class);
                    if splits.tops(child, production.op) != Tops::None {
                        todo.push(class);
                    }
                }
            }
        }
        while let Some(class) = todo.pop() {
            if !std::mem::replace(&mut splits.holds[class.index()], true) {
                todo.extend(&users[class.index()]);
            }
        }
        splits
    }

    fn tops(&self, class: ClassId, parent: OpId) -> Tops {
        self.tops[class.index() * self.kinds.below.len() + self.kinds.of[parent.index()]]
    }

    /// The parts that a class falls into under a parent, each with the pairs that the edge costs.
    fn views(&self, class: ClassId, parent: OpId) -> Vec<(View, u32)> {
        let kind = self.kinds.of[parent.index()];
        match self.tops(class, parent) {
            Tops::None => vec![(View::Any, 0)],
            Tops::All => vec![(View::Any, 1)],
            Tops::Some => vec![(View::Under { kind, pair: false }, 0), (View::Under { kind, pair: true }, 1)],
        }
    }
}
