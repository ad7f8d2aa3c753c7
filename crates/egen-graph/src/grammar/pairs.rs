//! Pairs: which expressions have nothing where it is not wanted, such as acos under sin?
//!
//! A class is split by the places in which its expressions stand. A place that makes no difference to a class is dropped, so that
//! most classes stay one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use egg::Language;

use super::Grammar;
use super::production::{ClassId, Draft, Production};

impl<L: Language> Grammar<L> {
    /// The expressions in which everything is admitted where it stands.
    ///
    /// `look` says what matters of a production, and is asked once for each. `place` says in what kind of place a child stands: that
    /// of a production, at a position, which itself stands in a place. `admits` says whether a production may stand in a place. The
    /// root stands in the default place. Counts stay exact: every expression that is left has one derivation.
    pub fn without_pairs<'g, K, P: Copy + Default + Eq + Hash>(
        &'g self,
        look: impl Fn(&'g Production, &'g Self) -> K,
        place: impl Fn(&K, usize, P) -> P,
        admits: impl Fn(P, &K) -> bool,
    ) -> Self {
        if let Some((max_tokens, whole)) = &self.cut {
            return whole.without_pairs(look, place, admits).within(*max_tokens);
        }
        let of_class = |class| self.productions(class).iter().map(|p| (p, look(p, self))).collect();
        let looks: Vec<Vec<(&Production, K)>> = self.classes().map(of_class).collect();
        let free = P::default();
        let matters = |class: ClassId, at: P| {
            looks[class.index()].iter().any(|(production, look)| {
                let passes_on = |child| place(look, child, at) != place(look, child, free);
                admits(at, look) != admits(free, look) || (0..production.children.len()).any(passes_on)
            })
        };
        let mut states: Vec<(ClassId, P)> = vec![(self.root(), free)];
        let mut numbers: FxHashMap<(ClassId, P), ClassId> = FxHashMap::from_iter([(states[0], ClassId(0))]);
        let mut drafts: Vec<Draft> = Vec::new();
        while let Some(&(class, own)) = states.get(drafts.len()) {
            let mut number = |child: ClassId, at: P| {
                if let Some(&known) = numbers.get(&(child, at)) {
                    return known;
                }
                let state = (child, if matters(child, at) { at } else { free });
                let number = *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    ClassId(states.len() as u32 - 1)
                });
                numbers.insert((child, at), number);
                number
            };
            let mut productions = Vec::new();
            for (production, look) in looks[class.index()].iter().filter(|(_, look)| admits(own, look)) {
                let children = production.children.iter().enumerate();
                let children = children.map(|(at, &child)| number(child, place(look, at, own))).collect();
                productions.push(Production { op: production.op, children, tokens: production.tokens });
            }
            drafts.push(Draft { origin: self.origin(class), productions });
        }
        Self::from_drafts(self.nodes.clone(), drafts)
    }
}
