//! The source: which grammar is this e-graph?

use std::collections::VecDeque;

use egg::{Analysis, EGraph, Id, Language};
use rustc_hash::FxHashMap;

use crate::Grammar;
use crate::production::{ClassId, OpId, Production, Productions};

/// Operators in the order in which they were met.
struct Operators<L> {
    nodes: Vec<L>,
    tokens: Vec<u32>,
    ids: FxHashMap<L, u32>,
}

impl<L: Language> Operators<L> {
    fn intern(&mut self, node: &L, tokens: &impl Fn(&L) -> usize) -> u32 {
        let bare = node.clone().map_children(|_| Id::from(0));
        if let Some(&id) = self.ids.get(&bare) {
            return id;
        }
        let count = tokens(&bare);
        assert!(count >= 1, "a node takes at least one token, got 0 for {bare:?}");
        let id = self.nodes.len() as u32;
        self.tokens.push(u32::try_from(count).expect("a node takes fewer than 2^32 tokens"));
        self.nodes.push(bare.clone());
        self.ids.insert(bare, id);
        id
    }

    /// The operators by their debug text, and for each its place in that order.
    // Ord alone would not do: egg orders symbols by when they were first seen, which depends on what ran before.
    fn sorted(self) -> (Vec<L>, Vec<u32>) {
        let mut order: Vec<(String, L, usize)> =
            self.nodes.into_iter().enumerate().map(|(i, node)| (format!("{node:?}"), node, i)).collect();
        order.sort();
        let mut place = vec![0; order.len()];
        for (at, (_, _, i)) in order.iter().enumerate() {
            place[*i] = at as u32;
        }
        (order.into_iter().map(|(_, node, _)| node).collect(), place)
    }
}

impl<L: Language> Grammar<L> {
    /// The expressions of class `root`.
    ///
    /// `tokens` says how many tokens a node takes without its children: at least 1. It sees placeholders as children.
    /// `keep` says which nodes stay as productions: it gets the class, the node with its canonical children, and the e-graph.
    ///
    /// # Panics
    /// If the e-graph was changed after its last `rebuild`, or if `tokens` answers 0.
    pub fn from_egraph<N: Analysis<L>>(
        egraph: &EGraph<L, N>,
        root: Id,
        tokens: impl Fn(&L) -> usize,
        keep: impl Fn(Id, &L, &EGraph<L, N>) -> bool,
    ) -> Self {
        assert!(egraph.clean, "call rebuild() before making a grammar of an e-graph");
        let root = egraph.find(root);
        let mut operators = Operators { nodes: Vec::new(), tokens: Vec::new(), ids: FxHashMap::default() };
        let mut numbers = FxHashMap::from_iter([(root, ClassId(0))]);
        let mut queue = VecDeque::from([root]);
        let mut drafts: Vec<(Id, Vec<Production>)> = Vec::new();
        while let Some(class) = queue.pop_front() {
            let mut productions = Vec::with_capacity(egraph[class].len());
            for node in egraph[class].iter().filter(|node| keep(class, node, egraph)) {
                let op = operators.intern(node, &tokens);
                let number = |child: &Id| {
                    let (child, next) = (egraph.find(*child), ClassId(numbers.len() as u32));
                    *numbers.entry(child).or_insert_with(|| {
                        queue.push_back(child);
                        next
                    })
                };
                let children = node.children().iter().map(number).collect();
                productions.push(Production { op: OpId(op), children, tokens: operators.tokens[op as usize] });
            }
            drafts.push((class, productions));
        }

        let (nodes, place) = operators.sorted();
        let origins: Vec<Id> = drafts.iter().map(|(origin, _)| *origin).collect();
        let mut made = Productions::with_capacity(drafts.len(), drafts.iter().map(|(_, list)| list.len()).sum());
        for (class, mut productions) in drafts {
            for production in &mut productions {
                production.op = OpId(place[production.op.index()]);
            }
            let origin = |class: &ClassId| origins[class.index()];
            productions.sort_by(|a, b| {
                let children = || a.children.iter().map(origin).cmp(b.children.iter().map(origin));
                (a.tokens, a.op).cmp(&(b.tokens, b.op)).then_with(children)
            });
            // A node that was never canonicalised can appear twice; two derivations of one expression would be counted.
            productions.dedup();
            made.push(class, productions.into_iter());
        }
        Self::trimmed(nodes, &made)
    }
}
