//! Tallies: what has been counted so far?

use std::collections::BTreeMap;
use std::io;

use egen_math::Op;

use super::Cluster;
use super::histogram::Histogram;
use super::member::Padding;
use super::paper;
use super::shared::Seen;
use super::summary::{Complex, Derivatives, OfPaper, Operators, Padded, Rejects, Split, Stats};
use crate::store::Row;

/// The sums of a pass over a corpus.
#[derive(Default)]
pub(super) struct Tally {
    splits: Vec<(String, Histogram)>,
    tokens: Histogram,
    model_tokens: Histogram,
    plain: u64,
    operators: BTreeMap<Op, u64>,
    derivatives: Derivatives,
    domain: BTreeMap<&'static str, u64>,
    complex: Complex,
    parts: BTreeMap<String, u64>,
    complete: u64,
    padded: Padded,
    near_duplicates: u64,
    seen: Seen,
    rejects: BTreeMap<String, u64>,
}

impl Tally {
    /// What follows belongs to this split.
    pub fn begin(&mut self, split: &str) {
        self.splits.push((split.into(), Histogram::default()));
    }

    /// The number of rows counted.
    pub fn rows(&self) -> u64 {
        self.tokens.count()
    }

    /// Counts a cluster.
    pub fn add(&mut self, rows: &[Row], found: &Cluster) -> io::Result<()> {
        let split = self.splits.len() - 1;
        self.splits[split].1.add(rows.len() as u32);
        self.complete += u64::from(rows[0].complete);
        for (row, found) in rows.iter().zip(&found.members) {
            self.tokens.add(row.tokens);
            self.model_tokens.add(found.model_tokens);
            self.plain += u64::from(found.plain);
            *self.domain.entry(row.domain.name()).or_default() += 1;
            match row.complex {
                Some(true) => self.complex.agree += 1,
                Some(false) => self.complex.differ += 1,
                None => self.complex.unknown += 1,
            }
            match self.parts.get_mut(&row.part) {
                Some(count) => *count += 1,
                None => drop(self.parts.insert(row.part.clone(), 1)),
            }
            for op in Op::all().filter(|op| found.has(*op)) {
                *self.operators.entry(op).or_default() += 1;
            }
            self.pad(|kind| found.has_padding(kind));
        }
        self.derive(found);
        self.near_duplicates += self.seen.add(split, found.members.iter().map(|found| found.hash).collect())?;
        Ok(())
    }

    /// Counts the derivatives of a cluster.
    fn derive(&mut self, found: &Cluster) {
        let with = found.members.iter().filter(|member| member.has(Op::Diff)).count() as u64;
        self.derivatives.rows += with;
        if found.initial.has(Op::Diff) {
            let members = found.members.len() as u64;
            self.derivatives.clusters += 1;
            self.derivatives.members += members;
            self.derivatives.free += members - with;
            self.derivatives.clusters_half_free += u64::from(2 * with <= members);
        }
    }

    fn pad(&mut self, has: impl Fn(Padding) -> bool) {
        let kinds = || Padding::ALL.into_iter().filter(|kind| has(*kind));
        for kind in kinds() {
            *self.padded.by_kind.entry(kind).or_default() += 1;
        }
        let (tower, trivial) = (has(Padding::Tower), kinds().any(Padding::is_trivial));
        self.padded.trivial += u64::from(trivial);
        self.padded.rows += u64::from(tower || trivial);
    }

    /// Counts a candidate that was not taken.
    pub fn reject(&mut self, reason: String) {
        *self.rejects.entry(reason).or_default() += 1;
    }

    /// The statistics.
    pub fn finish(self) -> io::Result<Stats> {
        let rows = self.rows();
        let mut cluster_size = Histogram::default();
        self.splits.iter().for_each(|(_, sizes)| cluster_size.merge(sizes));
        let splits: Vec<(String, Split)> =
            self.splits.into_iter().map(|(name, sizes)| (name, Split::new(sizes))).collect();
        let count = |op: Op| self.operators.get(&op).copied().unwrap_or(0);
        let (mut present, mut missing) = (0, Vec::new());
        for op in paper::operators() {
            if count(op) > 0 {
                present += 1;
            } else {
                missing.push(op.info().prefix[1]);
            }
        }
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let Derivatives { rows: with, members, free, .. } = self.derivatives;
        let derivatives =
            Derivatives { share: share(with, rows), free_share: share(free, members), ..self.derivatives };
        let tower = self.padded.by_kind.get(&Padding::Tower).copied().unwrap_or(0);
        let padded = Padded {
            share: share(self.padded.rows, rows),
            tower_share: share(tower, rows),
            trivial_share: share(self.padded.trivial, rows),
            by_kind: Padding::ALL.map(|kind| (kind, self.padded.by_kind.get(&kind).copied().unwrap_or(0))).into(),
            ..self.padded
        };
        Ok(Stats {
            rows,
            clusters: cluster_size.count(),
            pairs: splits.iter().map(|(_, split)| split.pairs).sum(),
            unordered_pairs: splits.iter().map(|(_, split)| split.unordered_pairs).sum(),
            triplets: splits.iter().map(|(_, split)| split.triplets).sum(),
            splits,
            cluster_size,
            tokens: self.tokens,
            model_tokens: self.model_tokens,
            plain: self.plain,
            operators: Operators(Op::all().map(|op| (op, count(op))).collect()),
            operators_of_paper: OfPaper { present, missing },
            derivatives,
            domain: self.domain,
            complex: self.complex,
            parts: self.parts,
            complete_clusters: self.complete,
            degenerate: padded,
            near_duplicates: self.near_duplicates,
            in_several_clusters: self.seen.finish()?,
            rejects: Rejects { total: self.rejects.values().sum(), reasons: self.rejects },
        })
    }
}
