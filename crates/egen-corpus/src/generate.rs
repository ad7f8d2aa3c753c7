//! Generating: how does a plan become a corpus on disk, whatever happens on the way?
//!
//! Clusters are made in blocks. A block is one file, which gets its name when it is whole; its content depends on the plan and the
//! settings alone. So any number of threads gives the same bytes, and so does a run that was killed and taken up again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use egen_graph::prove::Prover;
use egen_read::print::{Form, print};
use egen_rules::TextHash;
use rayon::prelude::*;

use crate::cluster::{self, Settings};
use crate::difference::{Difference, difference};
use crate::plan::Planned;
use crate::store::{self, Corpus, FileEntry, Manifest, Reject, Row, SplitEntry, StoreError, has_block, has_rejects};

/// Clusters in a block.
pub const BLOCK: usize = 32;
/// The split of a corpus that has not been split yet.
pub const SPLIT: &str = "train";

/// What to make, and how.
pub struct Job<'a> {
    /// The folder.
    pub dir: &'a Path,
    /// The clusters.
    pub plan: &'a [Planned],
    /// How they are made.
    pub settings: &'a Settings,
    /// Where the initial expressions come from, for the manifest.
    pub preset: String,
    /// Make blocks i, i + n, i + 2n, … only.
    pub shard: Option<(u32, u32)>,
    /// Threads; 0 takes all cores.
    pub threads: usize,
    /// Go on with what is there?
    pub resume: bool,
    /// Asks it to end: blocks that are under way are finished, and the run can be taken up again.
    pub stop: &'a AtomicBool,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Clusters that are done, here or before.
    pub clusters: u64,
    /// Rows of them.
    pub rows: u64,
    /// Their rejects.
    pub rejects: u64,
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Generated {
    /// What the corpus holds.
    pub manifest: Manifest,
    /// The initial expressions that have no cluster.
    pub empty: Vec<Empty>,
}

/// An initial expression that could not even be verified to equal itself, mostly since it has no value. It is among the rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Empty {
    /// The expression, as people write it.
    pub initial: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Why a corpus was not made.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is a corpus already.
    #[error("{dir} holds a corpus already: go on with it, or choose another folder")]
    Exists {
        /// The folder.
        dir: String,
    },
    /// The corpus that is there was made otherwise.
    #[error("the corpus in {dir} was begun with {what} {there}, and now it is {here}; make this one in another folder")]
    Different {
        /// The folder.
        dir: String,
        /// What differs.
        what: String,
        /// As it is there.
        there: String,
        /// As it was asked for.
        here: String,
    },
    /// The shard is not one of those that there are.
    #[error("there is no shard {0} of {1}{last}", last = numbered(*.1))]
    Shard(u32, u32),
    /// No initial expression was given.
    #[error("there is no initial expression to make a cluster of")]
    NoInitials,
    /// No initial expression has a cluster; nothing is left in the folder.
    #[error("none of the initial expressions can be verified: {all}", all = reasons(.0))]
    Nothing(Vec<Empty>),
    /// It was asked to end before it was done.
    #[error("stopped before it was done; what is there can be taken up again")]
    Stopped,
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// How shards are numbered, of which there must be one.
fn numbered(shards: u32) -> String {
    shards.checked_sub(1).map_or(String::new(), |last| format!(": they are numbered from 0 to {last}"))
}

/// Some expressions with what is wrong with each.
pub fn reasons(empty: &[Empty]) -> String {
    /// More fill a screen; the rejects have all.
    const SHOWN: usize = 5;
    let mut texts: Vec<String> =
        empty.iter().take(SHOWN).map(|Empty { initial, reason }| format!("{initial} ({reason})")).collect();
    if empty.len() > SHOWN {
        texts.push(format!("and {} others", empty.len() - SHOWN));
    }
    texts.join(", ")
}

/// Makes a corpus, or what is missing of it.
pub fn generate(
    job: &Job<'_>,
    prover: &Prover,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Generated, GenerateError> {
    if job.plan.is_empty() {
        return Err(GenerateError::NoInitials);
    }
    if let Some((shard, shards)) = job.shard
        && shard >= shards
    {
        return Err(GenerateError::Shard(shard, shards));
    }
    let mut manifest = job.manifest(prover);
    job.check(&manifest)?;
    store::remove_leftovers(job.dir)?;
    manifest.write(job.dir)?;
    let mine = |block: &usize| job.shard.is_none_or(|(shard, shards)| *block as u32 % shards == shard);
    let blocks: Vec<usize> = (0..job.plan.len().div_ceil(BLOCK)).filter(mine).collect();
    let done = Counters::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build()?;
    let made: Vec<Block> = pool.install(|| {
        blocks
            .par_iter()
            .with_max_len(1)
            .map(|&block| {
                if job.stop.load(Ordering::Relaxed) {
                    return Err(GenerateError::Stopped);
                }
                let clusters = &job.plan[block * BLOCK..((block + 1) * BLOCK).min(job.plan.len())];
                let made = job.block(block as u32, clusters, prover)?;
                let (rows, rejects) = (made.data.rows, made.rejects.rows);
                log::debug!("block {block}: {} clusters, {rows} rows, {rejects} rejects", clusters.len());
                report(done.add(clusters.len() as u64, rows, rejects));
                Ok(made)
            })
            .collect::<Result<_, GenerateError>>()
    })?;
    let empty: Vec<Empty> = made.iter().flat_map(|block| block.empty.iter().cloned()).collect();
    let rows = made.iter().map(|block| block.data.rows).sum();
    // One of many shards may have nothing to do; a corpus of nothing is a mistake.
    if rows == 0 && job.shard.is_none() {
        clear(job.dir, &made)?;
        return Err(GenerateError::Nothing(empty));
    }
    let clusters = made.iter().map(|block| block.clusters).sum();
    manifest.clusters = clusters;
    manifest.rows = rows;
    manifest.rejects = made.iter().map(|block| block.rejects.rows).sum();
    manifest.splits = BTreeMap::from([(SPLIT.to_string(), SplitEntry { clusters, rows })]);
    let (data, rejects): (Vec<_>, Vec<_>) = made.into_iter().map(|block| (block.data, block.rejects)).unzip();
    manifest.files = data.into_iter().chain(rejects).collect();
    manifest.write(job.dir)?;
    Ok(Generated { manifest, empty })
}

/// A block that is on disk.
struct Block {
    data: FileEntry,
    rejects: FileEntry,
    /// Clusters with rows.
    clusters: u64,
    empty: Vec<Empty>,
}

/// Removes what a run made in vain, and folders that are empty then.
fn clear(dir: &Path, made: &[Block]) -> Result<(), StoreError> {
    let files = made.iter().flat_map(|block| [&block.data.path, &block.rejects.path]).map(|path| dir.join(path));
    for path in files.chain([dir.join(store::MANIFEST)]) {
        fs::remove_file(&path).map_err(|source| StoreError::Write { path, source })?;
    }
    for folder in [dir.join("data"), dir.join("rejects"), dir.to_owned()] {
        // There may be something else in it, which is not ours.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

impl Job<'_> {
    fn manifest(&self, prover: &Prover) -> Manifest {
        let mut settings = serde_json::to_value(self.settings).unwrap_or_default();
        settings[store::PLAN] =
            serde_json::json!({"clusters": self.plan.len(), "hash": format!("{:016x}", plan_hash(self.plan))});
        Manifest {
            seed: self.settings.seed,
            settings,
            shard: self.shard,
            ..Manifest::empty(&self.preset, &format!("{:016x}", prover.rules().hash()))
        }
    }

    /// Is the folder empty, or does it hold the beginning of the same corpus?
    fn check(&self, wanted: &Manifest) -> Result<(), GenerateError> {
        let dir = self.dir.display().to_string();
        let Some(there) = Manifest::read(self.dir)? else { return Ok(()) };
        if !self.resume {
            return Err(GenerateError::Exists { dir });
        }
        let value = |m: &Manifest| {
            serde_json::json!({
                "the version of egen": m.version, "the initial expressions of": m.preset, "the set of rules": m.rules,
                "the shard": m.shard, "settings": m.settings,
            })
        };
        match difference(&value(&there), &value(wanted)) {
            Some(Difference { name, one: there, other: here }) => {
                let what = name.trim_start_matches("settings.").to_string();
                Err(GenerateError::Different { dir, what, there, here })
            }
            None => Ok(()),
        }
    }

    fn block(&self, block: u32, planned: &[Planned], prover: &Prover) -> Result<Block, StoreError> {
        let (rows_path, rejects_path) =
            (store::block_path(self.dir, SPLIT, block), store::rejects_path(self.dir, block));
        // The rejects are written first, so that rows on disk say that both are there.
        if self.resume && has_block(self.dir, SPLIT, block) && has_rejects(self.dir, block) {
            let rows = Corpus::open(&rows_path)?.rows(SPLIT).collect::<Result<Vec<_>, _>>()?;
            let rejects = store::rejects_of(&rejects_path).collect::<Result<Vec<_>, _>>()?;
            let (clusters, empty) = filled(planned, &rows, &rejects);
            let data = FileEntry::of(self.dir, rows_path)?;
            return Ok(Block { data, rejects: FileEntry::of(self.dir, rejects_path)?, clusters, empty });
        }
        let (mut rows, mut rejects) = (Vec::new(), Vec::new());
        for planned in planned {
            let mut made = cluster::make(planned, prover, self.settings);
            rows.append(&mut made.rows);
            rejects.append(&mut made.rejects);
        }
        let (clusters, empty) = filled(planned, &rows, &rejects);
        let rejects = store::write_rejects(self.dir, block, &rejects)?;
        Ok(Block { data: store::write_block(self.dir, SPLIT, block, &rows)?, rejects, clusters, empty })
    }
}

/// How many of these clusters have rows, and why the others have none.
fn filled(planned: &[Planned], rows: &[Row], rejects: &[Reject]) -> (u64, Vec<Empty>) {
    let with: BTreeSet<u32> = rows.iter().map(|row| row.cluster).collect();
    let without = planned.iter().filter(|planned| !with.contains(&planned.id));
    let empty = without.map(|planned| {
        let reason = rejects.iter().find(|reject| reject.cluster == planned.id).map(|reject| reject.reason.clone());
        Empty { initial: planned.initial.to_string(), reason: reason.unwrap_or_default() }
    });
    (with.len() as u64, empty.collect())
}

/// A hash of the initial expressions, so that a run is not taken up with others.
fn plan_hash(plan: &[Planned]) -> u64 {
    let mut hash = TextHash::default();
    for expr in plan.iter().flat_map(|cluster| std::iter::once(&cluster.initial).chain(&cluster.also)) {
        hash.add(&print(expr, Form::Prefix));
    }
    hash.value()
}

#[derive(Default)]
struct Counters {
    clusters: AtomicU64,
    rows: AtomicU64,
    rejects: AtomicU64,
}

impl Counters {
    fn add(&self, clusters: u64, rows: u64, rejects: u64) -> Progress {
        let add = |counter: &AtomicU64, more: u64| counter.fetch_add(more, Ordering::Relaxed) + more;
        Progress {
            clusters: add(&self.clusters, clusters),
            rows: add(&self.rows, rows),
            rejects: add(&self.rejects, rejects),
        }
    }
}
