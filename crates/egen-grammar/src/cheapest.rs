//! Cheapest derivations: what does the cheapest expression of each class cost?
//!
//! Knuth's generalisation of Dijkstra's algorithm (1977): a class is settled when its cheapest production is known,
//! and a production is ready when its last child is settled. Cycles need no care, because a cost never falls on the way up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::production::{ClassId, Production, ProductionId, Productions};

/// For each class, its least cost; `None` for a class that derives nothing.
///
/// `add` gives the cost of a production from the costs of its children, which must not be less than any of theirs.
/// A production for which it answers `None` is too expensive to count.
pub(crate) fn cheapest<W: Copy + Ord>(
    productions: &Productions,
    add: impl Fn(&Production, &[Option<W>]) -> Option<W>,
) -> Vec<Option<W>> {
    let classes = productions.classes();
    // For each production, its class and how many of its children are not settled yet.
    let mut waiting: Vec<(ClassId, u32)> = Vec::with_capacity(productions.all().len());
    // The users of a class are `users[starts[c]..starts[c + 1]]`.
    let mut starts = vec![0u32; classes + 1];
    let mut search = Search { cost: vec![None; classes], least: vec![None; classes], heap: BinaryHeap::new() };
    for class in (0..classes as u32).map(ClassId) {
        for production in productions.of(class) {
            for child in &production.children {
                starts[child.index() + 1] += 1;
            }
            if production.children.is_empty() {
                search.offer(class, add(production, &search.cost));
            }
            waiting.push((class, production.children.len() as u32));
        }
    }
    for class in 0..classes {
        starts[class + 1] += starts[class];
    }
    let mut users = vec![0u32; starts[classes] as usize];
    let mut filled = starts.clone();
    for (number, production) in productions.all().iter().enumerate() {
        for child in &production.children {
            users[filled[child.index()] as usize] = number as u32;
            filled[child.index()] += 1;
        }
    }
    while let Some(Reverse((least, class))) = search.heap.pop() {
        if search.cost[class.index()].is_some() {
            continue;
        }
        search.cost[class.index()] = Some(least);
        for &user in &users[starts[class.index()] as usize..starts[class.index() + 1] as usize] {
            let (above, left) = &mut waiting[user as usize];
            *left -= 1;
            if *left == 0 {
                search.offer(*above, add(productions.get(ProductionId(user)), &search.cost));
            }
        }
    }
    search.cost
}

struct Search<W> {
    /// What is settled.
    cost: Vec<Option<W>>,
    /// The least that was offered so far; anything dearer need not wait in the heap.
    least: Vec<Option<W>>,
    heap: BinaryHeap<Reverse<(W, ClassId)>>,
}

impl<W: Copy + Ord> Search<W> {
    fn offer(&mut self, class: ClassId, offered: Option<W>) {
        let known = &mut self.least[class.index()];
        if let Some(offered) = offered.filter(|offered| known.is_none_or(|known| *offered < known)) {
            *known = Some(offered);
            self.heap.push(Reverse((offered, class)));
        }
    }
}
