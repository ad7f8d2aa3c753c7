//! Returns: which expressions do not come back to a class two levels above?
//!
//! (a + 8) − 8, sin(asin(a)), −(−a) and a·1 are all ways to write a that hold a itself, one or two levels down. There is no
//! end of them, they say nothing, and in a uniform sample they crowd out everything else.

use rustc_hash::FxHashMap;

use egg::Language;

use crate::Grammar;
use crate::production::{ClassId, Production, Productions};

/// A class of the new grammar: the expressions of `class` that are meant below a parent of class `under`.
/// Parents to which the class has no way back share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    class: ClassId,
    under: Option<ClassId>,
}

impl<L: Language> Grammar<L> {
    /// The expressions in which no node has a child or a grandchild that belongs to the same class as it does.
    ///
    /// Counts stay exact: every expression that is left has one derivation.
    pub fn without_returns(&self) -> Self {
        let children: Vec<Vec<ClassId>> = self
            .classes()
            .map(|class| {
                let mut all: Vec<ClassId> = self.productions(class).iter().flat_map(|p| p.children.clone()).collect();
                all.sort_unstable();
                all.dedup();
                all
            })
            .collect();
        let mut numbers: FxHashMap<State, ClassId> = FxHashMap::default();
        let mut states = vec![State { class: self.root(), under: None }];
        numbers.insert(states[0], ClassId(0));
        let mut made = Productions::with_capacity(self.productions.classes(), self.size());
        while let Some(&State { class, under }) = states.get(made.classes()) {
            let mut number = |child: ClassId| {
                let returns = children[child.index()].binary_search(&class).is_ok();
                let state = State { class: child, under: returns.then_some(class) };
                *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    ClassId(states.len() as u32 - 1)
                })
            };
            let goes_on = |production: &&Production| {
                !production.children.iter().any(|&child| child == class || Some(child) == under)
            };
            let productions = self.productions(class).iter().filter(goes_on).map(|production| Production {
                children: production.children.iter().map(|&child| number(child)).collect(),
                ..*production
            });
            made.push(self.origin(class), productions);
        }
        Self::trimmed(self.nodes.clone(), &made)
    }
}
