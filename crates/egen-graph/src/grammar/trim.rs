//! Trimming: which classes and productions can take part in an expression of the root?

use std::collections::VecDeque;

use super::extent::shortest;
use super::production::{ClassId, Draft, Production, Productions};

/// What is left of a grammar, and where its classes were before.
pub(super) struct Trimmed {
    pub productions: Productions,
    /// For each class that is left, its number in the drafts.
    pub before: Vec<ClassId>,
    /// The length of the shortest expression of each class that is left.
    pub shortest: Vec<u64>,
}

/// Drops what derives nothing and what class 0 does not reach, and numbers the rest breadth first.
///
/// The root stays, with no production, even if nothing can be derived from it.
pub(super) fn trim(mut drafts: Vec<Draft>) -> Trimmed {
    let lengths = shortest(drafts.len(), |class| &drafts[class.index()].productions);
    let productive = |production: &Production| production.children.iter().all(|c| lengths[c.index()].is_some());

    let mut number: Vec<Option<ClassId>> = vec![None; drafts.len()];
    let mut before = vec![ClassId(0)];
    number[0] = Some(ClassId(0));
    let mut classes = Vec::new();
    let mut queue = VecDeque::from([ClassId(0)]);
    while let Some(old) = queue.pop_front() {
        let draft = &mut drafts[old.index()];
        let mut kept = std::mem::take(&mut draft.productions);
        kept.retain(productive);
        for child in kept.iter_mut().flat_map(|p| &mut p.children) {
            *child = *number[child.index()].get_or_insert_with(|| {
                queue.push_back(*child);
                before.push(*child);
                ClassId(before.len() as u32 - 1)
            });
        }
        classes.push(Draft { origin: draft.origin, productions: kept });
    }
    let shortest = before.iter().map(|c| lengths[c.index()].unwrap_or(0)).collect();
    Trimmed { productions: Productions::new(classes), before, shortest }
}
