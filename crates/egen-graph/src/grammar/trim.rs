//! Trimming: which classes and productions can take part in an expression of the root?

use super::extent::shortest;
use super::production::{ClassId, Draft, Production, Productions};

/// What is left of a grammar, and where its classes were before.
pub(super) struct Trimmed {
    pub productions: Productions,
    /// For each class that is left, its number before.
    pub before: Vec<ClassId>,
    /// The length of the shortest expression of each class that is left.
    pub shortest: Vec<u64>,
}

/// Drops what derives nothing and what class 0 does not reach, and numbers the rest breadth first.
///
/// The root stays, with no production, even if nothing can be derived from it.
pub(super) fn trim(mut drafts: Vec<Draft>) -> Trimmed {
    let lengths = shortest(drafts.len(), |class| &drafts[class.index()].productions);
    let mut numbers = Numbers::new(drafts.len());
    let mut productions = Productions::new();
    while let Some(old) = numbers.next(&productions) {
        let draft = &mut drafts[old.index()];
        let mut kept = std::mem::take(&mut draft.productions);
        kept.retain(|production| production.children.iter().all(|c| lengths[c.index()].is_some()));
        productions.push(draft.origin, kept.into_iter().map(|production| numbers.renumber(production)));
    }
    let shortest = numbers.before.iter().map(|c| lengths[c.index()].unwrap_or(0)).collect();
    Trimmed { productions, before: numbers.before, shortest }
}

/// Drops the productions whose shortest expression is longer than `max_tokens`, and what class 0 does not reach without them.
///
/// A class that has short expressions keeps the shortest, so the lengths that are known stay as they are.
pub(super) fn cut(whole: &Productions, lengths: &[u64], max_tokens: u32) -> Trimmed {
    let fits = |production: &&Production| {
        let children = production.children.iter().map(|c| lengths[c.index()]);
        children.fold(u64::from(production.tokens), u64::saturating_add) <= u64::from(max_tokens)
    };
    let mut numbers = Numbers::new(whole.classes());
    let mut productions = Productions::new();
    while let Some(old) = numbers.next(&productions) {
        let kept = whole.of(old).iter().filter(fits);
        productions.push(whole.origins[old.index()], kept.map(|production| numbers.renumber(production.clone())));
    }
    let is_empty = productions.of(ClassId(0)).is_empty();
    let shortest = numbers.before.iter().map(|c| if is_empty { 0 } else { lengths[c.index()] }).collect();
    Trimmed { productions, before: numbers.before, shortest }
}

/// New numbers of classes, in the order in which they are met.
struct Numbers {
    new: Vec<Option<ClassId>>,
    before: Vec<ClassId>,
}

impl Numbers {
    fn new(classes: usize) -> Numbers {
        let mut new = vec![None; classes];
        new[0] = Some(ClassId(0));
        Numbers { new, before: vec![ClassId(0)] }
    }

    /// The class whose productions come next, by its old number.
    fn next(&self, done: &Productions) -> Option<ClassId> {
        self.before.get(done.classes()).copied()
    }

    fn renumber(&mut self, mut production: Production) -> Production {
        for child in &mut production.children {
            *child = *self.new[child.index()].get_or_insert_with(|| {
                self.before.push(*child);
                ClassId(self.before.len() as u32 - 1)
            });
        }
        production
    }
}
