//! Trimming: which classes and productions can take part in an expression of the root?

use super::extent::shortest;
use super::production::{ClassId, Production, Productions};

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
pub(super) fn trim(all: &Productions) -> Trimmed {
    let lengths = shortest(all);
    let (productions, before) = reach(all, |p| p.children.iter().all(|c| lengths[c.index()].is_some()));
    let shortest = before.iter().map(|c| lengths[c.index()].unwrap_or(0)).collect();
    Trimmed { productions, before, shortest }
}

/// Drops the productions whose shortest expression is longer than `max_tokens`, and what class 0 does not reach without them.
///
/// A class that has short expressions keeps the shortest, so the lengths that are known stay as they are.
pub(super) fn cut(all: &Productions, lengths: &[u64], max_tokens: u32) -> Trimmed {
    let (productions, before) = reach(all, |production| {
        let children = production.children.iter().map(|c| lengths[c.index()]);
        children.fold(u64::from(production.tokens), u64::saturating_add) <= u64::from(max_tokens)
    });
    // Only the root can be empty, and then there is nothing else.
    let is_empty = productions.all().is_empty();
    let shortest = before.iter().map(|c| if is_empty { 0 } else { lengths[c.index()] }).collect();
    Trimmed { productions, before, shortest }
}

/// What class 0 reaches by the productions that are kept, and where its classes were before.
fn reach(all: &Productions, keep: impl Fn(&Production) -> bool) -> (Productions, Vec<ClassId>) {
    let mut numbers: Vec<Option<ClassId>> = vec![None; all.classes()];
    let mut before = vec![ClassId(0)];
    numbers[0] = Some(ClassId(0));
    let mut reached = Productions::with_capacity(all.classes(), all.all().len());
    while let Some(&old) = before.get(reached.classes()) {
        let mut number = |child: &ClassId| {
            *numbers[child.index()].get_or_insert_with(|| {
                before.push(*child);
                ClassId(before.len() as u32 - 1)
            })
        };
        let renumbered = all.of(old).iter().filter(|production| keep(production)).map(|production| Production {
            children: production.children.iter().map(&mut number).collect(),
            ..*production
        });
        reached.push(all.origins[old.index()], renumbered);
    }
    (reached, before)
}
