//! Streams: how do clusters get from one corpus into another without all being in memory?

use std::path::{Path, PathBuf};

use egen_math::Expr;
use egen_math::mix::GOLDEN;
use egen_read::read::message::RelationRefusal;
use egen_read::read::{Notation, Options, ReadError, read};
use rand_core::Rng;

use crate::generate::BLOCK;
use crate::store::{self, FileEntry, Manifest, Row, SplitEntry, StoreError};

/// The clusters of a split on their way to disk, in blocks.
pub(crate) struct BlockWriter {
    dir: PathBuf,
    split: String,
    rows: Vec<Row>,
    /// Clusters in `rows`.
    waiting: usize,
    blocks: u32,
    /// What was written so far.
    pub entry: SplitEntry,
    files: Vec<FileEntry>,
}

impl BlockWriter {
    /// A split without clusters.
    pub fn new(dir: &Path, split: &str) -> BlockWriter {
        let (dir, split) = (dir.to_owned(), split.to_string());
        BlockWriter {
            dir,
            split,
            rows: Vec::new(),
            waiting: 0,
            blocks: 0,
            entry: SplitEntry::default(),
            files: Vec::new(),
        }
    }

    /// Adds a cluster.
    pub fn push(&mut self, mut rows: Vec<Row>) -> Result<(), StoreError> {
        self.entry.clusters += 1;
        self.entry.rows += rows.len() as u64;
        self.rows.append(&mut rows);
        self.waiting += 1;
        if self.waiting == BLOCK { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), StoreError> {
        Manifest::begin(&self.dir)?;
        self.files.push(store::write_block(&self.dir, &self.split, self.blocks, &self.rows)?);
        self.blocks += 1;
        self.waiting = 0;
        self.rows.clear();
        Ok(())
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<(SplitEntry, Vec<FileEntry>), StoreError> {
        if self.waiting > 0 {
            self.write()?;
        }
        Ok((self.entry, self.files))
    }
}

/// The expression of a row.
pub fn read_prefix(text: &str) -> Result<Expr, ReadError> {
    let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
    match read(text, &options)?.into_one() {
        Some((expr, _)) => Ok(expr),
        None => Err(ReadError::new(0..text.len(), RelationRefusal::EquationInCorpus)),
    }
}

/// Does a folder hold nothing that writing a corpus would mix with?
pub(crate) fn is_free(dir: &Path) -> bool {
    let empty = |path: PathBuf| path.read_dir().map_or(true, |mut entries| entries.next().is_none());
    !dir.join("manifest.json").exists() && empty(dir.join("data")) && empty(dir.join("rejects"))
}

/// A number below a bound, from one word of the generator: the same whatever the version of a library.
pub fn below(bound: u64, rng: &mut impl Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// Fisher and Yates, with our own draws, so that the order does not depend on a library's version.
pub fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u64 + 1, rng) as usize);
    }
}

/// A seed of its own for each of many things.
pub fn mix(seed: u64, number: u64) -> u64 {
    seed ^ (number + 1).wrapping_mul(GOLDEN)
}
