//! Pairs: which expressions have nothing where it is not wanted, such as acos under sin?
//!
//! A class is split by the places in which its expressions stand. A place that makes no difference to a class is dropped, so that
//! most classes stay one.

use egg::Language;
use smallvec::SmallVec;

use crate::Grammar;
use crate::production::{ClassId, Production, Productions};

impl<L: Language> Grammar<L> {
    /// The expressions in which everything is admitted where it stands.
    ///
    /// `look` says what matters of a production, and is asked once for each. `place` says in what kind of place a child stands: that
    /// of a production, at a position, which itself stands in a place. `admits` says whether a production may stand in a place. The
    /// root stands in the default place. Counts stay exact: every expression that is left has one derivation.
    pub fn without_pairs<K: Eq, P: Copy + Default + Eq>(
        &self,
        look: impl Fn(&Production, &Self) -> K,
        place: impl Fn(&K, usize, P) -> P,
        admits: impl Fn(P, &K) -> bool,
    ) -> Self {
        let kinds: Vec<Kinds<K>> =
            self.classes().map(|class| Kinds::of(self.productions(class), |p| look(p, self))).collect();
        let free = P::default();
        let matters = |class: ClassId, at: P| {
            kinds[class.index()].looks.iter().any(|(look, arity)| {
                let passes_on = |child| place(look, child, at) != place(look, child, free);
                admits(at, look) != admits(free, look) || (0..*arity).any(passes_on)
            })
        };
        let mut states: Vec<(ClassId, P)> = vec![(self.root(), free)];
        let mut places = Places { known: Vec::new(), classes: kinds.len() };
        let everywhere = places.intern(free);
        *places.number(everywhere, self.root()) = Some(ClassId(0));
        let mut made = Productions::with_capacity(kinds.len(), self.size());
        while let Some(&(class, own)) = states.get(made.classes()) {
            let Kinds { looks, of } = &kinds[class.index()];
            let mut below = |look: &K, arity: usize| -> SmallVec<[usize; 2]> {
                (0..arity).map(|at| places.intern(place(look, at, own))).collect()
            };
            // Where children stand, for each kind that is admitted.
            let below: Vec<Option<SmallVec<[usize; 2]>>> =
                looks.iter().map(|(look, arity)| admits(own, look).then(|| below(look, *arity))).collect();
            let mut number = |child: ClassId, at: usize| {
                if let Some(known) = *places.number(at, child) {
                    return known;
                }
                let at_place = places.known[at].0;
                let kept = if matters(child, at_place) { at_place } else { free };
                let state = places.intern(kept);
                let number = *places.number(state, child).get_or_insert_with(|| {
                    states.push((child, kept));
                    ClassId(states.len() as u32 - 1)
                });
                *places.number(at, child) = Some(number);
                number
            };
            let productions = self.productions(class).iter().zip(of).filter_map(|(production, kind)| {
                let below = below[*kind as usize].as_ref()?;
                let children = production.children.iter().zip(below).map(|(child, at)| number(*child, *at)).collect();
                Some(Production { children, ..*production })
            });
            made.push(self.origin(class), productions);
        }
        Self::trimmed(self.nodes.clone(), &made)
    }
}

/// The productions of a class by what matters of them: there are many productions and few kinds.
struct Kinds<K> {
    /// Each kind, with the most children that a production of it has.
    looks: Vec<(K, usize)>,
    /// The kind of each production.
    of: Vec<u32>,
}

impl<K: Eq> Kinds<K> {
    fn of(productions: &[Production], look: impl Fn(&Production) -> K) -> Kinds<K> {
        let mut kinds = Kinds { looks: Vec::new(), of: Vec::with_capacity(productions.len()) };
        for production in productions {
            let (look, arity) = (look(production), production.children.len());
            let known = kinds.looks.iter().rposition(|(known, _)| *known == look);
            let at = known.unwrap_or_else(|| {
                kinds.looks.push((look, 0));
                kinds.looks.len() - 1
            });
            let most = &mut kinds.looks[at].1;
            *most = arity.max(*most);
            kinds.of.push(at as u32);
        }
        kinds
    }
}

/// The places that were met, each with the new class of every class that stands there.
struct Places<P> {
    known: Vec<(P, Vec<Option<ClassId>>)>,
    classes: usize,
}

impl<P: Eq> Places<P> {
    fn intern(&mut self, place: P) -> usize {
        self.known.iter().position(|(known, _)| *known == place).unwrap_or_else(|| {
            self.known.push((place, vec![None; self.classes]));
            self.known.len() - 1
        })
    }

    fn number(&mut self, place: usize, class: ClassId) -> &mut Option<ClassId> {
        &mut self.known[place].1[class.index()]
    }
}
