//! Cheapest derivations: what does the cheapest expression of each class cost?
//!
//! Knuth's generalisation of Dijkstra's algorithm (1977): a class is settled when its cheapest production is known,
//! and a production is ready when its last child is settled. Cycles need no care, because a cost never falls on the way up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::production::{ClassId, Production};

/// For each class, its least cost; `None` for a class that derives nothing.
///
/// `add` gives the cost of a production from the costs of its children, which must not be less than any of theirs.
/// A production for which it answers `None` is too expensive to count.
pub(super) fn cheapest<'p, W: Copy + Ord>(
    classes: usize,
    productions: impl Fn(ClassId) -> &'p [Production],
    add: impl Fn(&Production, &[Option<W>]) -> Option<W>,
) -> Vec<Option<W>> {
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); classes];
    let mut flat: Vec<(ClassId, &Production, u32)> = Vec::new();
    let mut cost: Vec<Option<W>> = vec![None; classes];
    let mut heap = BinaryHeap::new();
    for class in (0..classes as u32).map(ClassId) {
        for production in productions(class) {
            for child in &production.children {
                users[child.index()].push(flat.len() as u32);
            }
            if production.children.is_empty()
                && let Some(own) = add(production, &cost)
            {
                heap.push(Reverse((own, class)));
            }
            flat.push((class, production, production.children.len() as u32));
        }
    }
    while let Some(Reverse((least, class))) = heap.pop() {
        if cost[class.index()].is_some() {
            continue;
        }
        cost[class.index()] = Some(least);
        for &user in &users[class.index()] {
            let (above, production, waiting) = &mut flat[user as usize];
            *waiting -= 1;
            if *waiting == 0
                && let Some(sum) = add(production, &cost)
            {
                heap.push(Reverse((sum, *above)));
            }
        }
    }
    cost
}
