//! Pairs: how does training draw equal and different expressions without ever writing 55 million lines?
//!
//! The clusters are in memory as their prefix texts, each once. Pairs and triplets are numbers of rows, made when asked for; a hard
//! negative is a text of its own: a member with one thing changed, of which numbers show that it differs.
//!
//! ```
//! use egen_corpus::pairs::{Pairs, Weight};
//! use egen_graph::grammar::seeded;
//!
//! let mut pairs = Pairs::new();
//! pairs.push(["* 2 x", "+ x x", "- * 3 x x"]);
//! pairs.push(["sin x", "neg sin neg x"]);
//! assert_eq!(pairs.count(), 3 * 2 + 2);
//!
//! let mut rng = seeded(1);
//! let (anchor, positive, negative) = pairs.triplet(Weight::Pairs, &mut rng).unwrap();
//! assert_eq!(pairs.cluster_of(anchor), pairs.cluster_of(positive));
//! assert_ne!(pairs.cluster_of(anchor), pairs.cluster_of(negative));
//! ```

mod distinct;
mod edit;

use std::ops::Range;

use egen_graph::bounds::Bounds;
use egen_math::Expr;
use egen_math::compare::{Certain, Settings, Verdict, compare_with};
use egen_read::print::{Form, print};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::store::{Corpus, StoreError};

pub use crate::split::stream::{below, mix, read_prefix};
pub use distinct::Permutation;
pub use edit::{Kind, edit};

/// What is equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Every pair of the corpus: large clusters come more often.
    #[default]
    Pairs,
    /// Every cluster, and in it every pair.
    Clusters,
}

/// Clusters in memory, to draw from.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    text: String,
    /// Where each row ends in `text`.
    ends: Vec<usize>,
    /// Where each cluster ends in `ends`.
    clusters: Vec<usize>,
    /// The ordered pairs of all clusters up to each, with it.
    sums: Vec<u64>,
    /// Clusters with at least two members.
    plural: Vec<usize>,
}

/// Edits tried for one hard negative.
const TRIES: usize = 24;

impl Pairs {
    /// No clusters.
    pub fn new() -> Pairs {
        Pairs::default()
    }

    /// The clusters of a split.
    pub fn read(corpus: &Corpus, split: &str) -> Result<Pairs, StoreError> {
        let mut pairs = Pairs::new();
        for cluster in corpus.clusters(split) {
            pairs.push(cluster?.iter().map(|row| row.prefix.as_str()));
        }
        Ok(pairs)
    }

    /// Adds a cluster of prefix texts.
    pub fn push<'a>(&mut self, members: impl IntoIterator<Item = &'a str>) {
        let first = self.ends.len();
        for member in members {
            self.text.push_str(member);
            self.ends.push(self.text.len());
        }
        let size = (self.ends.len() - first) as u64;
        if size >= 2 {
            self.plural.push(self.clusters.len());
        }
        self.clusters.push(self.ends.len());
        self.sums.push(self.count() + size * size.saturating_sub(1));
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.ends.len()
    }

    /// The number of clusters.
    pub fn clusters(&self) -> usize {
        self.clusters.len()
    }

    /// The number of ordered pairs of two different rows of a cluster.
    pub fn count(&self) -> u64 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// A row, in prefix form.
    pub fn text(&self, row: usize) -> &str {
        &self.text[before(&self.ends, row)..self.ends[row]]
    }

    /// The rows of a cluster.
    pub fn members(&self, cluster: usize) -> Range<usize> {
        before(&self.clusters, cluster)..self.clusters[cluster]
    }

    /// The cluster of a row.
    pub fn cluster_of(&self, row: usize) -> usize {
        self.clusters.partition_point(|&end| end <= row)
    }

    /// The pair of a number below [`Pairs::count`].
    pub fn pair_at(&self, number: u64) -> (usize, usize) {
        let cluster = self.sums.partition_point(|&sum| sum <= number);
        let number = number - before(&self.sums, cluster);
        self.pair_in(cluster, number)
    }

    fn pair_in(&self, cluster: usize, number: u64) -> (usize, usize) {
        let members = self.members(cluster);
        let others = members.len() as u64 - 1;
        let (first, second) = ((number / others) as usize, (number % others) as usize);
        (members.start + first, members.start + second + usize::from(second >= first))
    }

    /// A random pair; `None` if no cluster has two members.
    pub fn pair(&self, weight: Weight, rng: &mut impl Rng) -> Option<(usize, usize)> {
        if self.plural.is_empty() {
            return None;
        }
        Some(match weight {
            Weight::Pairs => self.pair_at(below(self.count(), rng)),
            Weight::Clusters => {
                let cluster = self.plural[below(self.plural.len() as u64, rng) as usize];
                let size = self.members(cluster).len() as u64;
                self.pair_in(cluster, below(size * (size - 1), rng))
            }
        })
    }

    /// Random pairs without end; none if no cluster has two members.
    pub fn endless<'a>(&'a self, weight: Weight, rng: &'a mut impl Rng) -> impl Iterator<Item = (usize, usize)> + 'a {
        std::iter::from_fn(move || self.pair(weight, rng))
    }

    /// Every pair once, in random order. The order takes no memory.
    pub fn distinct(&self, seed: u64) -> impl Iterator<Item = (usize, usize)> + '_ {
        let order = Permutation::new(self.count(), seed);
        (0..self.count()).map(move |place| self.pair_at(order.at(place)))
    }

    /// A random pair, and a row of another cluster; `None` if there are no two clusters, or none with two members.
    pub fn triplet(&self, weight: Weight, rng: &mut impl Rng) -> Option<(usize, usize, usize)> {
        let (anchor, positive) = self.pair(weight, rng)?;
        Some((anchor, positive, self.negative(anchor, rng)?))
    }

    /// A row of another cluster than that of a row, each equally likely.
    pub fn negative(&self, row: usize, rng: &mut impl Rng) -> Option<usize> {
        let own = self.members(self.cluster_of(row));
        let others = self.rows() - own.len();
        if others == 0 {
            return None;
        }
        let at = below(others as u64, rng) as usize;
        Some(if at < own.start { at } else { at + own.len() })
    }

    /// One of the two with one thing changed, within bounds, in prefix form. A point is known at which it differs from either.
    ///
    /// That takes a comparison or two: [`edits`](crate::edits) makes them beforehand.
    pub fn hard(&self, anchor: usize, positive: usize, bounds: &Bounds, rng: &mut impl Rng) -> Option<(String, Kind)> {
        let read = |row: usize| read_prefix(self.text(row)).ok();
        let both = [read(anchor)?, read(positive)?];
        let settings = Settings { complex: false, certain: Certain::Once, max_points: 64, ..Settings::default() };
        let differs =
            |edited: &Expr, from: &Expr| matches!(compare_with(from, edited, &settings).verdict, Verdict::Refuted(_));
        (0..TRIES).find_map(|_| {
            let (edited, kind) = edit(&both[below(2, rng) as usize], rng)?;
            let wrong = bounds.admits(&edited) && both.iter().all(|one| differs(&edited, one));
            wrong.then(|| (print(&edited, Form::Prefix), kind))
        })
    }
}

fn before<T: Copy + Default>(ends: &[T], at: usize) -> T {
    at.checked_sub(1).map_or(T::default(), |at| ends[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_graph::grammar::seeded;
    use std::collections::BTreeSet;

    fn some() -> Pairs {
        let mut pairs = Pairs::new();
        pairs.push(["* 2 x", "+ x x", "- * 3 x x"]);
        pairs.push(["cos x"]);
        pairs.push(["sin x", "neg sin neg x"]);
        pairs
    }

    #[test]
    fn every_pair_comes_once() {
        let pairs = some();
        let all: BTreeSet<(usize, usize)> = pairs.distinct(5).collect();
        assert_eq!(all.len() as u64, pairs.count());
        assert_eq!(pairs.count(), 8);
        assert!(all.iter().all(|&(a, b)| a != b && pairs.cluster_of(a) == pairs.cluster_of(b)));
        assert_ne!(pairs.distinct(5).collect::<Vec<_>>(), pairs.distinct(6).collect::<Vec<_>>());
        assert_eq!((pairs.text(4), pairs.text(5)), ("sin x", "neg sin neg x"));
    }

    #[test]
    fn weights_are_what_they_say() {
        let pairs = some();
        let of_first = |weight| {
            let mut rng = seeded(2);
            pairs.endless(weight, &mut rng).take(4000).filter(|&(a, _)| pairs.cluster_of(a) == 0).count()
        };
        assert!((2850..3150).contains(&of_first(Weight::Pairs)), "{}", of_first(Weight::Pairs));
        assert!((1850..2150).contains(&of_first(Weight::Clusters)), "{}", of_first(Weight::Clusters));
    }

    #[test]
    fn negatives_are_of_other_clusters() {
        let (pairs, mut rng) = (some(), seeded(3));
        let negatives: BTreeSet<usize> = (0..200).filter_map(|_| pairs.negative(3, &mut rng)).collect();
        assert_eq!(negatives, BTreeSet::from([0, 1, 2, 4, 5]));
        let mut lonely = Pairs::new();
        lonely.push(["x", "+ x 0"]);
        assert_eq!(lonely.triplet(Weight::Pairs, &mut rng), None);
        assert_eq!(Pairs::new().pair(Weight::Clusters, &mut rng), None);
    }

    #[test]
    fn a_hard_negative_differs() {
        let (pairs, mut rng) = (some(), seeded(4));
        let hard: Vec<(String, Kind)> =
            (0..50).filter_map(|_| pairs.hard(0, 1, &Bounds::prefix(25), &mut rng)).collect();
        assert!(hard.len() > 40, "{}", hard.len());
        let anchor = read_prefix(pairs.text(0)).expect("it is one");
        for (text, _) in &hard {
            let verdict = egen_math::compare(&anchor, &read_prefix(text).expect(text)).verdict;
            assert!(matches!(verdict, Verdict::Refuted(_)), "{text}");
        }
    }
}
