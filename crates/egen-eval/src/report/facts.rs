//! Facts: what must be known of the corpus to judge a number?

use egen_corpus::stats::paper::CATEGORIES;
use egen_corpus::stats::{Compared, Stats, compared};
use egen_corpus::store::Manifest;
use serde::Serialize;

/// What a corpus is. Nothing here depends on the machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Facts {
    /// The preset or file of its initial expressions.
    pub preset: String,
    /// Its seed.
    pub seed: u64,
    /// The hash of the rule set.
    pub rules: String,
    /// Rows.
    pub rows: u64,
    /// Clusters.
    pub clusters: u64,
    /// The paper's table of datasets with this corpus beside it.
    pub statistics: Vec<Compared>,
    /// The paper's categories of operators.
    pub operators: Vec<Category>,
    /// Its parts.
    pub splits: Vec<Part>,
}

/// A category of operators.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Category {
    /// Its name.
    pub name: &'static str,
    /// Its operators, each with the number of rows that hold it.
    pub operators: Vec<(&'static str, u64)>,
}

/// A part of a corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// `train`, `test`.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Clusters.
    pub clusters: u64,
}

impl Facts {
    /// Those of a corpus.
    pub fn new(manifest: &Manifest, stats: &Stats) -> Facts {
        let splits = stats.splits.iter().map(|(name, split)| Part {
            name: name.clone(),
            rows: split.rows,
            clusters: split.clusters,
        });
        let rows = |op| stats.operators.0.iter().find(|(other, _)| *other == op).map_or(0, |(_, rows)| *rows);
        let operators = CATEGORIES.iter().map(|category| Category {
            name: category.name,
            operators: category.operators.iter().map(|op| (op.info().prefix[1], rows(*op))).collect(),
        });
        Facts {
            preset: manifest.preset.clone(),
            seed: manifest.seed,
            rules: manifest.rules.clone(),
            rows: stats.rows,
            clusters: stats.clusters,
            statistics: compared(stats),
            operators: operators.collect(),
            splits: splits.collect(),
        }
    }
}
