//! What is held out: does this row give away something of the test?
//!
//! Equality wherever both are defined is not transitive: sqrt(x)^2 equals x and abs(x), which differ. So a row is compared with the
//! initial expressions and with the members. Keys, fingerprints and values say with which; comparing decides.

use egen_graph::expand::Arithmetic;
use egen_graph::grammar::{CanonicalKey, canonical};
use egen_graph::term::{Term, to_rec};
use egen_math::Expr;
use egen_math::compare::{Certain, Settings, compare_with};
use egen_math::fingerprint::{Fingerprint, fingerprint};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::points::{Cell, Seen, cells, meet};

/// How a row meets what is held out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// It is the same expression, up to the order and the grouping of terms and factors.
    Expression,
    /// It equals the initial expression of a cluster.
    Function,
    /// It equals a member, though not the initial expression.
    Member,
}

impl Why {
    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Why::Expression => "the same expression up to order",
            Why::Function => "the same function",
            Why::Member => "equal to a member where both are defined",
        }
    }
}

impl Default for Held {
    fn default() -> Held {
        Held::new()
    }
}

/// Clusters that must not occur elsewhere.
pub struct Held {
    /// The initial expression of each, then its members.
    clusters: Vec<Vec<HeldMember>>,
    keys: FxHashMap<CanonicalKey<Term>, usize>,
    prints: FxHashMap<Fingerprint, Vec<usize>>,
    cells: FxHashMap<Cell, Vec<usize>>,
    settings: Settings,
}

struct HeldMember {
    expr: Expr,
    print: Option<Fingerprint>,
    seen: Vec<Seen>,
}

impl Held {
    /// Nothing is held out.
    pub fn new() -> Held {
        Held {
            clusters: Vec::new(),
            keys: FxHashMap::default(),
            prints: FxHashMap::default(),
            cells: FxHashMap::default(),
            settings: Settings { complex: false, certain: Certain::Once, ..Settings::default() },
        }
    }

    /// Holds a cluster out, whose number is the count of those before it.
    pub fn add(&mut self, initial: &Expr, members: &[Expr]) {
        let number = self.clusters.len();
        let mut cluster = Vec::with_capacity(members.len() + 1);
        for expr in [initial].into_iter().chain(members) {
            self.keys.entry(key(expr)).or_insert(number);
            let print = fingerprint(expr);
            if let Some(print) = print {
                note(self.prints.entry(print).or_default(), number);
            }
            let seen = cells(expr);
            for cell in seen.iter().flat_map(|one| [one.cell, one.beside]) {
                note(self.cells.entry(cell).or_default(), number);
            }
            cluster.push(HeldMember { expr: expr.clone(), print, seen });
        }
        self.clusters.push(cluster);
    }

    /// The cluster that an expression gives away, and how.
    pub fn meets(&self, expr: &Expr) -> Option<(usize, Why)> {
        if let Some(&number) = self.keys.get(&key(expr)) {
            return Some((number, Why::Expression));
        }
        let print = fingerprint(expr);
        let own = cells(expr);
        let mut candidates: Vec<usize> = print.and_then(|print| self.prints.get(&print)).cloned().unwrap_or_default();
        candidates.extend(own.iter().filter_map(|one| self.cells.get(&one.cell)).flatten());
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find_map(|number| {
            // The initial expression comes first.
            let mut near = self.clusters[number]
                .iter()
                .enumerate()
                .filter(|(_, member)| (print.is_some() && member.print == print) || meet(&member.seen, &own));
            let (at, _) = near.find(|(_, member)| self.equal(&member.expr, expr))?;
            Some((number, if at == 0 { Why::Function } else { Why::Member }))
        })
    }

    fn equal(&self, a: &Expr, b: &Expr) -> bool {
        compare_with(a, b, &self.settings).verdict.is_equal()
    }
}

fn key(expr: &Expr) -> CanonicalKey<Term> {
    canonical(&to_rec(expr), &Arithmetic)
}

fn note(numbers: &mut Vec<usize>, number: usize) {
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    fn held(initial: &str, members: &[&str]) -> Held {
        let expr = |text: &str| read_expr(text).expect(text);
        let mut held = Held::new();
        held.add(&expr(initial), &members.iter().map(|text| expr(text)).collect::<Vec<_>>());
        held
    }

    #[test]
    fn a_leak_is_found_and_named() {
        let held = held("x", &["sqrt(x)^2", "x + sin(x) - sin(x)"]);
        let why = |text: &str| held.meets(&read_expr(text).expect(text)).map(|(_, why)| why);
        assert_eq!(why("x - sin(x) + sin(x)"), Some(Why::Function));
        assert_eq!(why("sin(x) + x - sin(x)"), Some(Why::Expression));
        assert_eq!(why("exp(ln(x))"), Some(Why::Function));
        // It differs from x at -1, and equals sqrt(x)^2 wherever both have a value.
        assert_eq!(why("abs(x)"), Some(Why::Member));
        assert_eq!(why("x + 1"), None);
        assert_eq!(why("-x"), None);
    }

    /// At the points below 1 the two have different complex values, so that fingerprints do not meet.
    #[test]
    fn equal_on_a_part_is_equal() {
        let held = held("abs(x - 1)", &[]);
        let found = held.meets(&read_expr("sqrt(x - 1)^2").expect("an expression"));
        assert_eq!(found, Some((0, Why::Function)));
    }
}
