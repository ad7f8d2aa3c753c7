//! Data: which examples does each step of training see?
//!
//! The rows of some corpora and their edits are in memory as text. Batch number n of a seed is always the same, whatever was asked for
//! before, so that a run can be taken up anywhere. Expressions are read and their values computed when a batch is made: that takes a
//! small part of a step, and the values of half a million rows would take gigabytes.

mod draw;
mod stream;

use std::collections::HashMap;
use std::path::PathBuf;

use egen_corpus::edits::{EditError, Table};
use egen_corpus::pairs::{Pairs, Weight, mix, read_prefix};
use egen_corpus::store::{Corpus, StoreError};
use egen_math::Expr;
use egen_math::fingerprint::{Fingerprint, fingerprint};
use egen_read::read::ReadError;
use egen_rules::TextHash;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

use crate::config::{Config, Loss, Training};
use crate::examples::{Examples, target};
use egen_model::batch::{Batch, Sequence};
use egen_model::tokens::encode;
use egen_model::values::Points;

pub use draw::Triplet;

/// Rows and edits to train with.
#[derive(Clone, Debug)]
pub struct Data {
    pairs: Pairs,
    /// By the numbers of rows in `pairs`; no rows if training needs none.
    edits: Table,
    /// A number for each cluster. Clusters of different corpora that may be the same function have the same.
    groups: Vec<u32>,
    config: Config,
    training: Training,
    weight: Weight,
    points: Points,
    report: Report,
    identity: String,
}

/// What was found in the corpora.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Rows that can be drawn.
    pub rows: u64,
    /// Clusters that have some.
    pub clusters: u64,
    /// Rows that the model cannot read: too long, or with too many variables.
    pub rows_left_out: u64,
    /// Edits that can be drawn.
    pub edits: u64,
    /// Edits that the model cannot read.
    pub edits_left_out: u64,
}

/// Why there is nothing to train with.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A corpus cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its edits cannot be read.
    #[error(transparent)]
    Edits(#[from] EditError),
    /// Training wants edits, and none were made.
    #[error("{} has no edits, and this training contrasts rows with their edits", path.display())]
    NoEdits {
        /// The corpus.
        path: PathBuf,
    },
    /// A row is no expression.
    #[error("`{text}` cannot be read: {source}")]
    Unreadable {
        /// The row or edit, in prefix form.
        text: String,
        /// What is wrong with it.
        source: ReadError,
    },
    /// Nothing to tell apart.
    #[error(
        "training needs two clusters, and one with two rows; of {rows} rows the model can read, there are {pairs} pairs in {clusters} clusters"
    )]
    TooFew {
        /// Rows that the model can read.
        rows: u64,
        /// Pairs of equal rows.
        pairs: u64,
        /// Clusters.
        clusters: u64,
    },
}

impl Data {
    /// Reads splits of corpora for the training of a model.
    pub fn open(sources: &[(Corpus, &str)], config: &Config, training: &Training) -> Result<Data, DataError> {
        let ours = matches!(training.contrast, Some(Loss::BothDirections { .. }));
        let mut data = Data {
            pairs: Pairs::new(),
            edits: Table::default(),
            groups: Vec::new(),
            config: config.clone(),
            training: training.clone(),
            weight: if ours { Weight::Clusters } else { Weight::Pairs },
            points: Points::default(),
            report: Report::default(),
            identity: String::new(),
        };
        for (corpus, split) in sources {
            let rows = Pairs::read(corpus, split)?;
            let edits = match ours {
                true => Table::read(corpus, split)?.ok_or_else(|| DataError::NoEdits { path: corpus.path().into() })?,
                false => Table::default(),
            };
            data.add(&rows, &edits)?;
        }
        data.group(sources.len());
        data.identity = data.hash();
        let Report { rows, clusters, .. } = data.report;
        if clusters < 2 || data.pairs.count() == 0 {
            return Err(DataError::TooFew { rows, pairs: data.pairs.count(), clusters });
        }
        Ok(data)
    }

    /// The same rows with clusters drawn otherwise than the loss asks for: the paper's draws all pairs alike, ours all clusters.
    pub fn weighted(self, weight: Weight) -> Data {
        Data { weight, ..self }
    }

    /// What was found in the corpora.
    pub fn report(&self) -> Report {
        self.report
    }

    /// What is equally likely.
    pub fn weight(&self) -> Weight {
        self.weight
    }

    /// A hash of everything that can be drawn.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    fn hash(&self) -> String {
        let mut hash = TextHash::default();
        for cluster in 0..self.pairs.clusters() {
            hash.add(&self.groups[cluster].to_string());
            for row in self.pairs.members(cluster) {
                hash.add(self.pairs.text(row));
                if self.edits.rows() > 0 {
                    self.edits.of(row).for_each(|edit| hash.add(edit));
                }
            }
        }
        format!("{:016x}", hash.value())
    }

    /// Batches in which as many anchors are drawn as there are rows.
    pub fn epoch(&self) -> u64 {
        self.report.rows.div_ceil(self.training.batch as u64)
    }

    /// The expressions of a batch.
    pub fn triplets(&self, seed: u64, number: u64) -> Vec<Triplet<'_>> {
        self.draw(&mut generator(seed, number))
    }

    /// A batch, ready to learn from. It depends on the seed and its number alone.
    pub fn batch(&self, seed: u64, number: u64) -> Examples {
        let mut rng = generator(seed, number);
        let triplets = self.draw(&mut rng);
        let contrast = self.training.contrast.is_some();
        let anchors = triplets.iter().map(|one| one.anchor);
        let partners = triplets.iter().filter(|_| contrast).map(|one| one.partner);
        let negatives = triplets.iter().filter_map(|one| one.negative);
        let mut batch = Batch::new();
        for text in anchors.chain(partners).chain(negatives) {
            let sequence =
                Sequence::new(&expr(text), &self.config, &self.points).expect("what is too long was left out");
            batch.push(&sequence, self.training.draw_points(&self.points, &mut rng));
        }
        let writes = self.training.generation.is_some();
        let wanted =
            |one: &Triplet| target(&expr(one.partner), self.config.max_tokens).expect("what is too long was left out");
        Examples {
            batch,
            groups: triplets.iter().map(|one| one.group).collect(),
            negatives: triplets.iter().any(|one| one.negative.is_some()),
            targets: triplets.iter().filter(|_| writes).map(wanted).collect(),
        }
    }

    /// Takes the rows and edits that the model can read.
    fn add(&mut self, rows: &Pairs, edits: &Table) -> Result<(), DataError> {
        let limit = self.config.max_tokens;
        let fits = |text: &str| match read_prefix(text) {
            Ok(expr) => Ok(encode(&expr, limit).is_ok()),
            Err(source) => Err(DataError::Unreadable { text: text.to_string(), source }),
        };
        let looked = (0..rows.rows()).into_par_iter().map(|row| {
            let edits = if edits.rows() > 0 { edits.of(row).map(fits).collect::<Result<_, _>>()? } else { Vec::new() };
            Ok((fits(rows.text(row))?, edits))
        });
        let fit: Vec<(bool, Vec<bool>)> = looked.collect::<Result<_, DataError>>()?;
        for cluster in 0..rows.clusters() {
            let kept: Vec<usize> = rows.members(cluster).filter(|&row| fit[row].0).collect();
            self.report.rows += kept.len() as u64;
            self.report.rows_left_out += (rows.members(cluster).len() - kept.len()) as u64;
            if kept.is_empty() {
                continue;
            }
            self.report.clusters += 1;
            self.pairs.push(kept.iter().map(|&row| rows.text(row)));
            for &row in kept.iter().filter(|_| edits.rows() > 0) {
                let before = self.edits.count();
                self.edits.push(edits.of(row).zip(&fit[row].1).filter(|(_, fits)| **fits).map(|(edit, _)| edit));
                let taken = (self.edits.count() - before) as u64;
                self.report.edits += taken;
                self.report.edits_left_out += edits.of(row).len() as u64 - taken;
            }
        }
        Ok(())
    }

    /// Numbers the clusters. In one corpus they are different functions; in several, those that meet at a few points share a number.
    fn group(&mut self, corpora: usize) {
        let clusters = self.pairs.clusters();
        self.groups = (0..clusters as u32).collect();
        if corpora < 2 {
            return;
        }
        let first = |cluster: usize| self.pairs.text(self.pairs.members(cluster).start);
        let prints: Vec<Option<Fingerprint>> =
            (0..clusters).into_par_iter().map(|cluster| fingerprint(&expr(first(cluster)))).collect();
        let mut known = HashMap::new();
        for (group, print) in self.groups.iter_mut().zip(prints) {
            if let Some(print) = print {
                *group = *known.entry(print).or_insert(*group);
            }
        }
    }
}

/// A text that was read before.
fn expr(text: &str) -> Expr {
    read_prefix(text).expect("it was read when the data were opened")
}

fn generator(seed: u64, number: u64) -> Pcg64 {
    Pcg64::seed_from_u64(mix(seed, number))
}
