//! The k best: which are the k cheapest expressions of a class?
//!
//! Lazy k-best parsing (Huang and Chiang, 2005, algorithm 3). The i-th best of a class is an operator over the i₁-th,
//! i₂-th … best of its children; after it is taken, the next candidates raise one of these places by one. The children are
//! asked for a place only then. A request always goes to a part of an expression that is already known, so cycles end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use egg::{Language, RecExpr};

use crate::Grammar;
use crate::cheapest::cheapest;
use crate::production::{ClassId, ProductionId};

/// Cost, then tokens. Tokens break ties, and they make a part cheaper than the whole even where operators are free.
type Weight = (u64, u64);

/// An operator over places in the lists of its children. The order is that of preference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    weight: Weight,
    production: ProductionId,
    places: Box<[u32]>,
}

/// What is known of one class: its best so far, and the candidates for the next place.
#[derive(Default)]
struct Ranking {
    best: Vec<Candidate>,
    heap: BinaryHeap<Reverse<Candidate>>,
    started: bool,
    /// Whether the last of `best` has put its successors on the heap.
    followed: bool,
}

struct Search<'g, L> {
    grammar: &'g Grammar<L>,
    /// The cost of each operator.
    costs: Vec<u64>,
    cheapest: Vec<Option<Weight>>,
    rankings: Vec<Ranking>,
}

/// The `k` cheapest expressions of a class with their costs, cheapest first; all of them if there are fewer.
///
/// The cost of an expression is the sum over its nodes; `cost` sees placeholders as children. Equal costs are ordered by tokens,
/// then by productions. Expressions that cost more than `u64::MAX` do not exist here.
pub fn k_best<L: Language>(
    grammar: &Grammar<L>,
    class: ClassId,
    k: usize,
    cost: impl Fn(&L) -> u64,
) -> Vec<(u64, RecExpr<L>)> {
    let costs: Vec<u64> = grammar.nodes.iter().map(cost).collect();
    let cheapest = cheapest(&grammar.productions, |production, weights: &[Option<Weight>]| {
        let own = (costs[production.op.index()], u64::from(production.tokens));
        production.children.iter().try_fold(own, |sum, child| add(sum, weights[child.index()]?))
    });
    let rankings = std::iter::repeat_with(Ranking::default).take(grammar.productions.classes()).collect();
    let mut search = Search { grammar, costs, cheapest, rankings };
    let mut found = Vec::new();
    while found.len() < k && search.reach(class, found.len() as u32) {
        let prefix = search.write(class, found.len() as u32);
        found.push((search.rankings[class.index()].best[found.len()].weight.0, grammar.expr(&prefix)));
    }
    found
}

fn add(a: Weight, b: Weight) -> Option<Weight> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

impl<L: Language> Search<'_, L> {
    /// Makes the class's ranking long enough to have this place; false if there are fewer expressions.
    fn reach(&mut self, class: ClassId, place: u32) -> bool {
        let mut wanted = vec![(class, place)];
        while let Some(&(class, place)) = wanted.last() {
            self.start(class);
            if self.known(class, place) || self.exhausted(class) {
                wanted.pop();
                continue;
            }
            let missing = wanted.len();
            self.follow(class, &mut wanted);
            if wanted.len() == missing {
                let ranking = &mut self.rankings[class.index()];
                if let Some(Reverse(candidate)) = ranking.heap.pop() {
                    ranking.best.push(candidate);
                    ranking.followed = false;
                }
            }
        }
        self.known(class, place)
    }

    fn known(&self, class: ClassId, place: u32) -> bool {
        self.rankings[class.index()].best.len() > place as usize
    }

    fn exhausted(&self, class: ClassId) -> bool {
        let ranking = &self.rankings[class.index()];
        ranking.heap.is_empty() && (ranking.followed || ranking.best.is_empty())
    }

    /// The first candidates of a class: each production over the best of its children.
    fn start(&mut self, class: ClassId) {
        if std::mem::replace(&mut self.rankings[class.index()].started, true) {
            return;
        }
        for id in self.grammar.production_ids(class) {
            let places = vec![0; self.grammar.production(id).children.len()].into_boxed_slice();
            if let Some(weight) = self.weight(id, &places) {
                self.rankings[class.index()].heap.push(Reverse(Candidate { weight, production: id, places }));
            }
        }
    }

    /// Puts the successors of the class's last expression on the heap, or the places they wait for on `wanted`.
    // Only the last raised place and those after it are raised further: each list of places has one predecessor,
    // so none is met twice.
    fn follow(&mut self, class: ClassId, wanted: &mut Vec<(ClassId, u32)>) {
        let ranking = &self.rankings[class.index()];
        let Some(last) = ranking.best.last().filter(|_| !ranking.followed) else { return };
        let children = &self.grammar.production(last.production).children;
        let from = last.places.iter().rposition(|&place| place > 0).unwrap_or(0);
        let missing = wanted.len();
        for (child, place) in children.iter().zip(&last.places).skip(from) {
            let open = !self.rankings[child.index()].started || !self.exhausted(*child);
            if !self.known(*child, place + 1) && open {
                wanted.push((*child, place + 1));
            }
        }
        if wanted.len() > missing {
            return;
        }
        let last = last.clone();
        for at in from..last.places.len() {
            let mut places = last.places.clone();
            places[at] += 1;
            if let Some(weight) = self.weight(last.production, &places) {
                let candidate = Candidate { weight, production: last.production, places };
                self.rankings[class.index()].heap.push(Reverse(candidate));
            }
        }
        self.rankings[class.index()].followed = true;
    }

    /// The weight of a production over these places; `None` if there is no such place or the cost overflows.
    fn weight(&self, id: ProductionId, places: &[u32]) -> Option<Weight> {
        let production = self.grammar.production(id);
        let own = (self.costs[production.op.index()], u64::from(production.tokens));
        production.children.iter().zip(places).try_fold(own, |sum, (child, &place)| {
            let known = self.rankings[child.index()].best.get(place as usize).map(|c| c.weight);
            add(sum, known.or(self.cheapest[child.index()].filter(|_| place == 0))?)
        })
    }

    /// The derivation at a place that was reached, as productions in prefix order.
    fn write(&mut self, class: ClassId, place: u32) -> Vec<ProductionId> {
        let mut prefix = Vec::new();
        let mut todo = vec![(class, place)];
        while let Some((class, place)) = todo.pop() {
            // The best of a child may have been weighed without being ranked.
            self.reach(class, place);
            let candidate = &self.rankings[class.index()].best[place as usize];
            prefix.push(candidate.production);
            let children = &self.grammar.production(candidate.production).children;
            todo.extend(children.iter().copied().zip(candidate.places.iter().copied()).rev());
        }
        prefix
    }
}
