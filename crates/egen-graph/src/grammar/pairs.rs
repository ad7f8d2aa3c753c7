//! Pairs: which expressions hold no pair of a node and a child that is not wanted, such as sin(acos(·))?
//!
//! A class is split by what its place admits; places that admit the same productions of a class share one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use egg::Language;

use super::Grammar;
use super::production::{ClassId, Draft, Production};

impl<L: Language> Grammar<L> {
    /// The expressions in which every child is admitted where it stands.
    ///
    /// `place` says in what kind of place the child at a position stands; `None` admits everything. `admits` says whether a production
    /// may stand in such a place. Both get the grammar that the production belongs to. Counts stay exact: every expression that is left
    /// has one derivation.
    pub fn without_pairs<P: Copy + Eq + Hash>(
        &self,
        place: impl Fn(&Production, usize, &Self) -> Option<P>,
        admits: impl Fn(P, &Production, &Self) -> bool,
    ) -> Self {
        if let Some((max_tokens, whole)) = &self.cut {
            return whole.without_pairs(place, admits).within(*max_tokens);
        }
        // A class of the new grammar: some productions of a class, by their numbers there.
        let mut states: Vec<(ClassId, Vec<u32>)> = Vec::new();
        let mut known: FxHashMap<(ClassId, Vec<u32>), ClassId> = FxHashMap::default();
        let mut met: FxHashMap<(ClassId, Option<P>), ClassId> = FxHashMap::default();
        let mut number = |class: ClassId, place: Option<P>, states: &mut Vec<(ClassId, Vec<u32>)>| {
            *met.entry((class, place)).or_insert_with(|| {
                let fits = |p: &Production| place.is_none_or(|place| admits(place, p, self));
                let all = self.productions(class).iter().enumerate();
                let admitted: Vec<u32> = all.filter(|(_, p)| fits(p)).map(|(at, _)| at as u32).collect();
                *known.entry((class, admitted)).or_insert_with_key(|state| {
                    states.push(state.clone());
                    ClassId(states.len() as u32 - 1)
                })
            })
        };
        number(self.root(), None, &mut states);
        let mut drafts: Vec<Draft> = Vec::new();
        while let Some((class, admitted)) = states.get(drafts.len()).cloned() {
            let mut productions = Vec::with_capacity(admitted.len());
            for at in admitted {
                let production = &self.productions(class)[at as usize];
                let children = production.children.iter().enumerate();
                let children = children.map(|(at, &child)| number(child, place(production, at, self), &mut states));
                let children = children.collect();
                productions.push(Production { op: production.op, children, tokens: production.tokens });
            }
            drafts.push(Draft { origin: self.origin(class), productions });
        }
        Self::from_drafts(self.nodes.clone(), drafts)
    }
}
