//! Splitting: which clusters are for testing, so that nothing of them occurs in training?
//!
//! Clusters for the test are drawn first and cut to size. Then every other cluster is read once: one that gives away an expression or
//! a function of the test is left out, and the answer says which, and why.

mod held;
pub(crate) mod points;
pub(crate) mod stream;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_read::read::ReadError;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::{Corpus, Manifest, Row, StoreError};
use stream::{BlockWriter, below, is_free, mix, read_prefix, shuffle};

pub use held::{Held, Why};

/// How to split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Clusters for testing.
    pub test_clusters: usize,
    /// Their members, at least.
    pub test_min: usize,
    /// Their members, at most.
    pub test_max: usize,
    /// Clusters for validation, cut in the same way.
    pub validation_clusters: usize,
    /// The same seed gives the same split.
    pub seed: u64,
}

impl Default for Settings {
    /// As in the paper: 279 clusters of 20 to 40 expressions.
    fn default() -> Settings {
        Settings { test_clusters: 279, test_min: 20, test_max: 40, validation_clusters: 0, seed: 0 }
    }
}

/// What became of a corpus.
#[derive(Clone, Debug)]
pub struct Split {
    /// What was written.
    pub manifest: Manifest,
    /// Clusters that were moved out of training.
    pub moved: Vec<Moved>,
    /// Members that were cut from the clusters held out.
    pub cut: u64,
}

/// A cluster that would have given away something of the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// Its number.
    pub cluster: u32,
    /// Its rows.
    pub rows: u64,
    /// The cluster held out that it meets, by its number in its own corpus.
    pub meets: u32,
    /// How.
    pub why: Why,
    /// The row that meets it, in prefix form.
    pub by: String,
}

/// Why a corpus was not split.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder is not empty.
    #[error("{dir} holds files of a corpus already: choose another folder")]
    Exists {
        /// The folder.
        dir: String,
    },
    /// It is split already.
    #[error("{dir} is split already: it has {}; split the corpus that it was made from", splits.join(", "))]
    Already {
        /// The folder.
        dir: String,
        /// Its splits.
        splits: Vec<String>,
    },
    /// The sizes contradict each other.
    #[error("clusters of {min} to {max} members cannot be")]
    Range {
        /// The least.
        min: usize,
        /// The most.
        max: usize,
    },
    /// There are not so many clusters.
    #[error(
        "{asked} clusters cannot be held out: {eligible} of {all} could be ({min} members or more, no function in common)"
    )]
    TooFew {
        /// For testing and validation.
        asked: usize,
        /// Those that could be.
        eligible: usize,
        /// All clusters.
        all: usize,
        /// The least members.
        min: usize,
    },
    /// A row that is no expression.
    #[error("cluster {cluster}: `{text}` cannot be read: {source}")]
    Unreadable {
        /// The cluster.
        cluster: u32,
        /// The row's prefix form.
        text: String,
        /// What is wrong with it.
        source: ReadError,
    },
}

/// Clusters that are looked at together.
const CHUNK: usize = 128;

/// Splits the corpus in `from` into `train`, `test` and, if asked for, `validation`. What the corpora in `away_from` hold out is kept out
/// of training as well, so that a model may learn from both. `report` is told the clusters that were read.
pub fn split(
    from: &Path,
    to: &Path,
    away_from: &[PathBuf],
    settings: &Settings,
    report: &dyn Fn(u64),
) -> Result<Split, SplitError> {
    let Settings { test_min: min, test_max: max, .. } = *settings;
    if min == 0 || min > max {
        return Err(SplitError::Range { min, max });
    }
    let corpus = Corpus::open(from)?;
    let names: Vec<String> = corpus.splits().map(String::from).collect();
    let [name] = names.as_slice() else {
        return Err(SplitError::Already { dir: from.display().to_string(), splits: names });
    };
    if !is_free(to) {
        return Err(SplitError::Exists { dir: to.display().to_string() });
    }
    let (chosen, mut held) = choose(&corpus, name, settings)?;
    let mut numbers: Vec<u32> = chosen.iter().map(|one| one.rows[0].cluster).collect();
    for other in away_from {
        numbers.append(&mut hold_others(&Corpus::open(other)?, &mut held)?);
    }
    let places: FxHashMap<usize, usize> = chosen.iter().enumerate().map(|(at, one)| (one.place, at)).collect();
    let mut train = BlockWriter::new(to, "train");
    let mut moved = Vec::new();
    let mut clusters = corpus.clusters(name).enumerate();
    loop {
        let mut chunk: Vec<Vec<Row>> = Vec::with_capacity(CHUNK);
        let mut last = None;
        for (place, cluster) in clusters.by_ref().take(CHUNK) {
            last = Some(place);
            if !places.contains_key(&place) {
                chunk.push(cluster?);
            }
        }
        let Some(last) = last else { break };
        let leaks = chunk.par_iter().map(|rows| leak(rows, &held)).collect::<Result<Vec<_>, _>>()?;
        for (rows, leak) in chunk.into_iter().zip(leaks) {
            match leak {
                Some((met, why, by)) => {
                    moved.push(Moved {
                        cluster: rows[0].cluster,
                        rows: rows.len() as u64,
                        meets: numbers[met],
                        why,
                        by,
                    });
                }
                None => train.push(rows)?,
            }
        }
        report(last as u64 + 1);
    }
    let cut = chosen.iter().map(|one| one.cut).sum();
    let manifest = publish(&corpus, to, settings, train, chosen, &moved)?;
    Ok(Split { manifest, moved, cut })
}

/// Writes the clusters held out, and the manifest.
fn publish(
    corpus: &Corpus,
    to: &Path,
    settings: &Settings,
    train: BlockWriter,
    mut chosen: Vec<Chosen>,
    moved: &[Moved],
) -> Result<Manifest, SplitError> {
    let mut manifest = corpus.manifest().cloned().unwrap_or_else(|| Manifest::empty("unknown", "unknown"));
    let validation = chosen.split_off(settings.test_clusters);
    let (mut splits, mut files) = (BTreeMap::new(), Vec::new());
    let mut finished = vec![("train", train.finish()?)];
    for (name, mut part) in [("test", chosen), ("validation", validation)] {
        if part.is_empty() {
            continue;
        }
        // In the order of the corpus, so that rows are found where a reader looks for them.
        part.sort_by_key(|one| one.place);
        let mut writer = BlockWriter::new(to, name);
        part.into_iter().try_for_each(|one| writer.push(one.rows))?;
        finished.push((name, writer.finish()?));
    }
    finished.sort_by_key(|(name, _)| *name);
    for (name, (entry, mut written)) in finished {
        splits.insert(name.to_string(), entry);
        files.append(&mut written);
    }
    manifest.clusters = splits.values().map(|split| split.clusters).sum();
    manifest.rows = splits.values().map(|split| split.rows).sum();
    manifest.rejects = 0;
    (manifest.splits, manifest.files) = (splits, files);
    let mut how = serde_json::to_value(settings).unwrap_or_default();
    how["moved"] = serde_json::to_value(moved).unwrap_or_default();
    match &mut manifest.settings {
        Value::Object(map) => {
            map.insert("split".into(), how);
        }
        other => *other = json!({ "split": how }),
    }
    manifest.write(to)?;
    Ok(manifest)
}

/// A cluster that is held out.
struct Chosen {
    /// Which cluster of the corpus it is.
    place: usize,
    rows: Vec<Row>,
    /// Members that were cut off.
    cut: u64,
}

/// Draws the clusters to be held out, those for testing first. No two of them have a function in common.
fn choose(corpus: &Corpus, split: &str, settings: &Settings) -> Result<(Vec<Chosen>, Held), SplitError> {
    let sizes = corpus.clusters(split).map(|rows| rows.map(|rows| rows.len())).collect::<Result<Vec<_>, _>>()?;
    let mut order: Vec<usize> = (0..sizes.len()).filter(|&place| sizes[place] >= settings.test_min).collect();
    let asked = settings.test_clusters + settings.validation_clusters;
    let too_few = |eligible| SplitError::TooFew { asked, eligible, all: sizes.len(), min: settings.test_min };
    // Nothing to train on is no split either.
    if asked > order.len() || asked == sizes.len() {
        return Err(too_few(order.len()));
    }
    shuffle(&mut order, &mut seeded(settings.seed));
    // Some meet others that were drawn before them, so a few more are read.
    order.truncate(asked * 2 + CHUNK);
    let ranks: FxHashMap<usize, usize> = order.iter().enumerate().map(|(rank, &place)| (place, rank)).collect();
    let mut drawn: Vec<Option<Chosen>> = order.iter().map(|_| None).collect();
    for (place, rows) in corpus.clusters(split).enumerate() {
        if let Some(&rank) = ranks.get(&place) {
            drawn[rank] = Some(cut(place, rows?, settings));
        }
    }
    let (mut chosen, mut held) = (Vec::new(), Held::new());
    for one in drawn.into_iter().flatten() {
        if chosen.len() == asked {
            break;
        }
        let members = members(&one.rows)?;
        if members.iter().all(|member| held.meets(member).is_none()) {
            held.add(&members[0], &members[1..]);
            chosen.push(one);
        }
    }
    if chosen.len() < asked { Err(too_few(chosen.len())) } else { Ok((chosen, held)) }
}

/// Adds what another corpus holds out, and gives the numbers that its clusters have there.
fn hold_others(corpus: &Corpus, held: &mut Held) -> Result<Vec<u32>, SplitError> {
    let splits: Vec<&str> = corpus.splits().filter(|&split| split != "train").collect();
    let mut numbers = Vec::new();
    for rows in splits.into_iter().flat_map(|split| corpus.clusters(split)) {
        let rows = rows?;
        let members = members(&rows)?;
        held.add(&members[0], &members[1..]);
        numbers.push(rows[0].cluster);
    }
    Ok(numbers)
}

/// A random part of a cluster, of a random size, with its initial expression, in its order.
fn cut(place: usize, rows: Vec<Row>, settings: &Settings) -> Chosen {
    let mut rng = seeded(mix(settings.seed, place as u64));
    let most = settings.test_max.min(rows.len());
    let size = settings.test_min + below((most - settings.test_min) as u64 + 1, &mut rng) as usize;
    let mut others: Vec<usize> = (1..rows.len()).collect();
    shuffle(&mut others, &mut rng);
    others.truncate(size - 1);
    others.push(0);
    others.sort_unstable();
    let cut = (rows.len() - size) as u64;
    let mut rows: Vec<Option<Row>> = rows.into_iter().map(Some).collect();
    Chosen { place, rows: others.into_iter().filter_map(|at| rows[at].take()).collect(), cut }
}

fn members(rows: &[Row]) -> Result<Vec<Expr>, SplitError> {
    rows.iter().map(expr).collect()
}

fn expr(row: &Row) -> Result<Expr, SplitError> {
    read_prefix(&row.prefix).map_err(|source| SplitError::Unreadable {
        cluster: row.cluster,
        text: row.prefix.clone(),
        source,
    })
}

/// The first row that gives away something: which cluster held out it meets, and how.
fn leak(rows: &[Row], held: &Held) -> Result<Option<(usize, Why, String)>, SplitError> {
    for row in rows {
        if let Some((met, why)) = held.meets(&expr(row)?) {
            return Ok(Some((met, why, row.prefix.clone())));
        }
    }
    Ok(None)
}
