//! Generating: how does a plan become a corpus on disk, whatever happens on the way?
//!
//! Clusters are made in blocks. A block is one file, which gets its name when it is whole; its content depends on the plan and the
//! settings alone. So any number of threads gives the same bytes, and so does a run that was killed and taken up again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use egen_graph::prove::Prover;
use egen_math::print::{Form, print};
use egen_rules::Fnv;
use rayon::prelude::*;

use crate::cluster::{self, Settings};
use crate::plan::Planned;
use crate::store::{self, FileEntry, Manifest, SplitEntry, StoreError, has_block, has_rejects};

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
    #[error("the corpus in {dir} was begun with another {what}: {there}, now {here}; make this one in another folder")]
    Different {
        /// The folder.
        dir: String,
        /// What differs.
        what: &'static str,
        /// As it is there.
        there: String,
        /// As it was asked for.
        here: String,
    },
    /// The shard is not one of those that there are.
    #[error("there is no shard {0} of {1}: they are numbered from 0 to {last}", last = .1.saturating_sub(1))]
    Shard(u32, u32),
    /// It was asked to end before it was done.
    #[error("stopped before it was done; what is there can be taken up again")]
    Stopped,
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Makes a corpus, or what is missing of it.
pub fn generate(job: &Job<'_>, prover: &Prover, report: &(dyn Fn(Progress) + Sync)) -> Result<Manifest, GenerateError> {
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
    let files: Vec<[FileEntry; 2]> = pool.install(|| {
        blocks
            .par_iter()
            .with_max_len(1)
            .map(|&block| {
                if job.stop.load(Ordering::Relaxed) {
                    return Err(GenerateError::Stopped);
                }
                let clusters = &job.plan[block * BLOCK..((block + 1) * BLOCK).min(job.plan.len())];
                let files = job.block(block as u32, clusters, prover)?;
                tracing::debug!(
                    block,
                    clusters = clusters.len(),
                    rows = files[0].rows,
                    rejects = files[1].rows,
                    "block"
                );
                report(done.add(clusters.len() as u64, files[0].rows, files[1].rows));
                Ok(files)
            })
            .collect::<Result<_, GenerateError>>()
    })?;
    let clusters = blocks.iter().map(|&block| BLOCK.min(job.plan.len() - block * BLOCK) as u64).sum();
    let rows = files.iter().map(|[data, _]| data.rows).sum();
    manifest.clusters = clusters;
    manifest.rows = rows;
    manifest.rejects = files.iter().map(|[_, rejects]| rejects.rows).sum();
    manifest.splits = BTreeMap::from([(SPLIT.to_string(), SplitEntry { clusters, rows })]);
    let (data, rejects): (Vec<FileEntry>, Vec<FileEntry>) = files.into_iter().map(|[a, b]| (a, b)).unzip();
    manifest.files = data.into_iter().chain(rejects).collect();
    manifest.write(job.dir)?;
    Ok(manifest)
}

impl Job<'_> {
    fn manifest(&self, prover: &Prover) -> Manifest {
        let mut settings = serde_json::to_value(self.settings).unwrap_or_default();
        settings["plan"] =
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
        let texts = |m: &Manifest| {
            [
                ("version of egen", m.version.clone()),
                ("preset", m.preset.clone()),
                ("set of rules", m.rules.clone()),
                ("shard", format!("{:?}", m.shard)),
                ("setting", m.settings.to_string()),
            ]
        };
        for ((what, there), (_, here)) in texts(&there).into_iter().zip(texts(wanted)) {
            if there != here {
                return Err(GenerateError::Different { dir, what, there, here });
            }
        }
        Ok(())
    }

    fn block(&self, block: u32, clusters: &[Planned], prover: &Prover) -> Result<[FileEntry; 2], StoreError> {
        // The rejects are written first, so that rows on disk say that both are there.
        if self.resume && has_block(self.dir, SPLIT, block) && has_rejects(self.dir, block) {
            let data = FileEntry::of(self.dir, store::block_path(self.dir, SPLIT, block))?;
            return Ok([data, FileEntry::of(self.dir, store::rejects_path(self.dir, block))?]);
        }
        let (mut rows, mut rejects) = (Vec::new(), Vec::new());
        for planned in clusters {
            let mut made = cluster::make(planned, prover, self.settings);
            rows.append(&mut made.rows);
            rejects.append(&mut made.rejects);
        }
        let rejects = store::write_rejects(self.dir, block, &rejects)?;
        Ok([store::write_block(self.dir, SPLIT, block, &rows)?, rejects])
    }
}

/// A hash of the initial expressions, so that a run is not taken up with others.
fn plan_hash(plan: &[Planned]) -> u64 {
    let mut hash = Fnv::default();
    for expr in plan.iter().flat_map(|cluster| std::iter::once(&cluster.initial).chain(&cluster.also)) {
        hash.add(&print(expr, Form::Prefix));
    }
    hash.0
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
