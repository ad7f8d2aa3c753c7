//! Facts: what must be known of the corpus to judge a number?

use egen_corpus::stats::Stats;
use egen_corpus::store::Manifest;
use serde::{Deserialize, Serialize};

/// What a corpus is. Nothing here depends on the machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Members of a cluster, on average.
    pub cluster_size: f64,
    /// Tokens of an expression, on average, as the paper counts.
    pub length: f64,
    /// The share of members with sin(asin(x)), ·1, +0 and the like, in percent. The paper's published clusters have 62.
    pub degenerate: f64,
    /// Its parts.
    pub splits: Vec<Part>,
}

/// A part of a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        let round = |x: f64| (100.0 * x).round() / 100.0;
        let splits = stats.splits.iter().map(|(name, split)| Part {
            name: name.clone(),
            rows: split.rows,
            clusters: split.clusters,
        });
        Facts {
            preset: manifest.preset.clone(),
            seed: manifest.seed,
            rules: manifest.rules.clone(),
            rows: stats.rows,
            clusters: stats.clusters,
            cluster_size: round(stats.cluster_size.mean().unwrap_or(0.0)),
            length: round(stats.model_tokens.mean().unwrap_or(0.0)),
            degenerate: round(100.0 * stats.degenerate.rows as f64 / stats.rows.max(1) as f64),
            splits: splits.collect(),
        }
    }
}
