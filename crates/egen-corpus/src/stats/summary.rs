//! The summary: which numbers describe a corpus?
//!
//! It serialises to one JSON object. A share lies between 0 and 1, and is null where there is nothing to share.

use std::collections::BTreeMap;

use egen_math::Op;
use serde::{Serialize, Serializer};

use super::histogram::Histogram;
use super::member::Padding;
use super::shared::Shared;

/// What a corpus holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// The number of rows.
    pub rows: u64,
    /// The number of clusters.
    pub clusters: u64,
    /// Each split, `train` first.
    #[serde(serialize_with = "as_object")]
    pub splits: Vec<(String, Split)>,
    /// Ordered pairs of two members of a cluster, n·(n − 1) for a cluster of n. The paper's 55 million must be these: it
    /// permutes, and 5,000·102·101 is 52 million.
    pub pairs: u128,
    /// The same without order, n·(n − 1)/2.
    pub unordered_pairs: u128,
    /// Ordered pairs, each with every row of another cluster of the split as the negative.
    pub triplets: u128,
    /// Members of a cluster.
    pub cluster_size: Histogram,
    /// Lengths in prefix tokens.
    pub tokens: Histogram,
    /// Lengths as the paper counts and a model reads: a number is its sign and its digits.
    pub model_tokens: Histogram,
    /// Rows without a turn that nobody would write, such as sin(acos(x)) or −(−x).
    pub plain: u64,
    /// Rows with each operator.
    pub operators: Operators,
    /// Which of the paper's 34 operators there are.
    pub operators_of_paper: OfPaper,
    /// Where derivatives are.
    pub derivatives: Derivatives,
    /// Rows by how their domain relates to that of the initial expression.
    pub domain: BTreeMap<&'static str, u64>,
    /// Rows by whether they hold over the complex numbers too.
    pub complex: Complex,
    /// Rows by the part of the domain on which their graph was made.
    pub parts: BTreeMap<String, u64>,
    /// Clusters that are all that their graph holds.
    pub complete_clusters: u64,
    /// Rows that are padded.
    pub degenerate: Padded,
    /// Rows that repeat another of their cluster, up to the order and grouping of terms and factors.
    pub near_duplicates: u64,
    /// Expressions that occur in more than one cluster.
    pub in_several_clusters: Shared,
    /// Candidates that were not taken.
    pub rejects: Rejects,
}

/// What a split holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Split {
    /// The number of rows.
    pub rows: u64,
    /// The number of clusters.
    pub clusters: u64,
    /// Ordered pairs of two members of a cluster.
    pub pairs: u128,
    /// The same without order.
    pub unordered_pairs: u128,
    /// Ordered pairs, each with every row of another cluster of the split.
    pub triplets: u128,
    /// Members of a cluster.
    pub cluster_size: Histogram,
}

impl Split {
    pub(super) fn new(cluster_size: Histogram) -> Split {
        let rows: u128 = cluster_size.iter().map(|(size, count)| u128::from(size) * u128::from(count)).sum();
        let (mut pairs, mut triplets) = (0, 0);
        for (size, count) in cluster_size.iter() {
            let (size, count) = (u128::from(size), u128::from(count));
            let ordered = size * size.saturating_sub(1) * count;
            pairs += ordered;
            triplets += ordered * (rows - size);
        }
        let clusters = cluster_size.count();
        Split { rows: rows as u64, clusters, pairs, unordered_pairs: pairs / 2, triplets, cluster_size }
    }
}

/// Rows with each operator of the table, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators(pub Vec<(Op, u64)>);

impl Serialize for Operators {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(op, rows)| (op.info().prefix[1], rows)))
    }
}

fn as_object<S: Serializer>(splits: &[(String, Split)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(splits.iter().map(|(name, split)| (name, split)))
}

/// Which of the paper's operators there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfPaper {
    /// How many occur.
    pub present: usize,
    /// The names of those that do not.
    pub missing: Vec<&'static str>,
}

/// Where derivatives are.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Derivatives {
    /// Rows with a derivative in them.
    pub rows: u64,
    /// Their share of all rows.
    pub share: Option<f64>,
    /// Clusters whose initial expression has a derivative in it.
    pub clusters: u64,
    /// Their members.
    pub members: u64,
    /// Those of these members that have no derivative.
    pub free: u64,
    /// Their share of these members.
    pub free_share: Option<f64>,
    /// Those of these clusters in which at least half of the members have no derivative.
    pub clusters_half_free: u64,
}

/// Rows by whether they hold over the complex numbers too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Complex {
    /// They do.
    pub agree: u64,
    /// They do not.
    pub differ: u64,
    /// It could not be told.
    pub unknown: u64,
}

/// Rows that are padded.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Padded {
    /// Rows with a tower, or with ·1, ·0, +0, ^1, ^0 or /1.
    pub rows: u64,
    /// Their share.
    pub share: Option<f64>,
    /// The share of rows with a function right around its inverse.
    pub tower_share: Option<f64>,
    /// Rows with ·1, ·0, +0, ^1, ^0 or /1.
    pub trivial: u64,
    /// Their share.
    pub trivial_share: Option<f64>,
    /// Rows with each kind; a row may have several.
    pub by_kind: BTreeMap<Padding, u64>,
}

/// Candidates that were not taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rejects {
    /// How many there are.
    pub total: u64,
    /// By reason.
    pub reasons: BTreeMap<String, u64>,
}
