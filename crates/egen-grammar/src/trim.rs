//! Trimming: which classes and productions can take part in an expression of the root?

use crate::extent::{around, shortest};
use crate::production::{ClassId, Production, Productions};

/// What is left of a grammar.
pub(crate) struct Trimmed {
    pub productions: Productions,
    /// The length of the shortest expression of each class that is left.
    pub shortest: Vec<u64>,
}

/// Drops what derives nothing and what class 0 does not reach, and numbers the rest breadth first.
///
/// The root stays, with no production, even if nothing can be derived from it.
pub(crate) fn trim(all: &Productions) -> Trimmed {
    let lengths = shortest(all);
    let (productions, before) = reach(all, |_, p| p.children.iter().all(|c| lengths[c.index()].is_some()));
    let shortest = before.iter().map(|c| lengths[c.index()].unwrap_or(0)).collect();
    Trimmed { productions, shortest }
}

/// Drops the productions that are in no expression of class 0 of at most `max_tokens`. Tells also how long an expression of each
/// class can be that is in one.
pub(crate) fn fit(all: &Productions, lengths: &[u64], max_tokens: u32) -> (Trimmed, Vec<u32>) {
    let around = around(all, lengths, max_tokens);
    let room = |class: ClassId| around[class.index()].map(|around| max_tokens - around);
    let fits = |class: ClassId, production: &Production| {
        room(class).is_some_and(|room| production.shortest(lengths) <= u64::from(room))
    };
    let (productions, before) = reach(all, fits);
    // Only the root can be empty, and then there is nothing else.
    let is_empty = productions.all().is_empty();
    let shortest = before.iter().map(|c| if is_empty { 0 } else { lengths[c.index()] }).collect();
    let room = before.iter().map(|c| room(*c).unwrap_or(0)).collect();
    (Trimmed { productions, shortest }, room)
}

/// What class 0 reaches by the productions that are kept, and where its classes were before.
fn reach(all: &Productions, keep: impl Fn(ClassId, &Production) -> bool) -> (Productions, Vec<ClassId>) {
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
        let renumbered = all.of(old).iter().filter(|production| keep(old, production)).map(|production| Production {
            children: production.children.iter().map(&mut number).collect(),
            ..*production
        });
        reached.push(all.origins[old.index()], renumbered);
    }
    (reached, before)
}
