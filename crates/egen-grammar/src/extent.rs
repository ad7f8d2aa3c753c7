//! Extent: how short and how long can the expressions of a class be?

use crate::cheapest::cheapest;
use crate::production::{ClassId, Production, Productions};

/// The length of the longest expression of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// The class derives finitely many expressions; the longest has this many tokens (0: there are none).
    Finite(u64),
    /// The class derives itself inside a larger expression, so there is no longest.
    Unbounded,
}

/// The length of the shortest expression of each class, `None` where there is none. Saturates at `u64::MAX`.
pub(crate) fn shortest(productions: &Productions) -> Vec<Option<u64>> {
    cheapest(productions, |production, lengths| {
        let children = production.children.iter().map(|c| lengths[c.index()].unwrap_or(u64::MAX));
        Some(children.fold(u64::from(production.tokens), u64::saturating_add))
    })
}

/// The tokens that are at least around each class in an expression of class 0 of at most `max_tokens`, `None` where it is in none.
pub(crate) fn around(productions: &Productions, shortest: &[u64], max_tokens: u32) -> Vec<Option<u32>> {
    let mut least: Vec<Option<u32>> = vec![None; productions.classes()];
    // Dijkstra's algorithm; lengths are small, so that classes wait in a list for each.
    let mut waiting: Vec<Vec<ClassId>> = vec![Vec::new(); max_tokens as usize + 1];
    least[0] = Some(0);
    waiting[0].push(ClassId(0));
    for length in 0..=max_tokens {
        while let Some(class) = waiting[length as usize].pop() {
            if least[class.index()] != Some(length) {
                continue;
            }
            for production in productions.of(class) {
                let whole = production.shortest(shortest).saturating_add(u64::from(length));
                if whole > u64::from(max_tokens) {
                    continue;
                }
                for child in &production.children {
                    let around = (whole - shortest[child.index()]) as u32;
                    let known = &mut least[child.index()];
                    if known.is_none_or(|known| around < known) {
                        *known = Some(around);
                        waiting[around as usize].push(*child);
                    }
                }
            }
        }
    }
    least
}

/// The length of the longest expression of each class of a grammar in which every production is of use.
pub(crate) fn longest(productions: &Productions) -> Vec<Longest> {
    let classes = productions.classes();
    let mut users: Vec<Vec<ClassId>> = vec![Vec::new(); classes];
    let mut waiting = vec![0usize; classes];
    for class in (0..classes as u32).map(ClassId) {
        for child in productions.of(class).iter().flat_map(|p| &p.children) {
            users[child.index()].push(class);
            waiting[class.index()] += 1;
        }
    }
    // Classes are resolved once all their children are; what a cycle keeps waiting is unbounded.
    let mut extent = vec![Longest::Unbounded; classes];
    let mut ready: Vec<ClassId> = (0..classes as u32).map(ClassId).filter(|c| waiting[c.index()] == 0).collect();
    while let Some(class) = ready.pop() {
        let length = |production: &Production| {
            production.children.iter().fold(u64::from(production.tokens), |sum, c| match extent[c.index()] {
                Longest::Finite(n) => sum.saturating_add(n),
                Longest::Unbounded => u64::MAX,
            })
        };
        let longest = productions.of(class).iter().map(length).max().unwrap_or(0);
        extent[class.index()] = Longest::Finite(longest);
        for user in &users[class.index()] {
            waiting[user.index()] -= 1;
            if waiting[user.index()] == 0 {
                ready.push(*user);
            }
        }
    }
    extent
}
