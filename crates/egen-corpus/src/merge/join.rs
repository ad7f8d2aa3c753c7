//! Joining: which clusters of different corpora are the same function, and what do they have together?
//!
//! The first pass keeps the initial expressions only. The second writes the clusters in the order in which their functions came
//! first; members of a later cluster of the same function are read from its file when they are needed.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use egen_graph::expand::Arithmetic;
use egen_graph::grammar::Dedup;
use egen_graph::term::to_rec;
use egen_math::Expr;
use egen_math::compare::{Certain, Settings, compare_with};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::json;

use super::{How, MergeError, Merged};
use crate::plan::Functions;
use crate::split::stream::{BlockWriter, read_prefix};
use crate::store::{self, Corpus, Domain, FileEntry, Manifest, Reject, Row, StoreError};

/// Clusters that are put together at once.
const CHUNK: usize = 64;
/// Rejects in a file.
const REJECTS: usize = 20_000;
/// Files that are kept in memory.
/// DEBT: corpora that hold the same functions in different orders are read again and again; a file takes about 10 ms.
const CACHED: usize = 16;

/// Where the rows of a cluster are.
#[derive(Clone, Copy)]
struct Place {
    file: usize,
    cluster: usize,
}

/// All clusters of one function, the first come first.
struct Function {
    initial: Expr,
    places: Vec<Place>,
}

#[derive(Default)]
struct Left {
    repeated: u64,
    unequal: u64,
}

pub(super) fn merge(
    from: &[PathBuf],
    manifests: &[Option<Manifest>],
    to: &Path,
    report: &dyn Fn(u64),
) -> Result<Merged, MergeError> {
    let corpora = from.iter().map(Corpus::open).collect::<Result<Vec<_>, _>>()?;
    let (mut files, mut numbers, mut all) = (Vec::new(), Vec::new(), 0);
    let (mut functions, mut known) = (Vec::<Function>::new(), Functions::default());
    for (dir, corpus) in from.iter().zip(&corpora) {
        let splits: Vec<&str> = corpus.splits().collect();
        let [split] = splits.as_slice() else {
            return Err(MergeError::Already { dir: dir.display().to_string() });
        };
        let mut renumbered = FxHashMap::default();
        for path in corpus.files(split)? {
            for (cluster, rows) in clusters(path)?.enumerate() {
                let rows = rows?;
                let (initial, place) = (read(path, &rows[0])?, Place { file: files.len(), cluster });
                let number = known.number(&initial);
                match functions.get_mut(number) {
                    Some(function) => function.places.push(place),
                    None => functions.push(Function { initial, places: vec![place] }),
                }
                renumbered.insert(rows[0].cluster, number as u32);
                all += 1;
            }
            files.push(path.clone());
        }
        numbers.push(renumbered);
    }
    let mut writer = BlockWriter::new(to, "train");
    let mut blocks = Blocks { files: &files, kept: VecDeque::new() };
    let mut left = Left::default();
    for (chunk, functions) in functions.chunks(CHUNK).enumerate() {
        let mut parts = Vec::with_capacity(functions.len());
        for function in functions {
            let rows = function.places.iter().map(|&place| blocks.rows(place));
            parts.push(rows.collect::<Result<Vec<_>, _>>()?);
        }
        let first = chunk * CHUNK;
        let joined = functions
            .par_iter()
            .zip(parts)
            .enumerate()
            .map(|(at, (function, parts))| together((first + at) as u32, function, parts, &files));
        for (done, one) in joined.collect::<Vec<_>>().into_iter().enumerate() {
            let (rows, missing) = one?;
            left.repeated += missing.repeated;
            left.unequal += missing.unequal;
            writer.push(rows)?;
            report((first + done) as u64 + 1);
        }
    }
    let (entry, mut written) = writer.finish()?;
    let rejects = write_rejects(&corpora, &numbers, to)?;
    let mut manifest = manifest(manifests);
    (manifest.clusters, manifest.rows) = (entry.clusters, entry.rows);
    manifest.rejects = rejects.iter().map(|file| file.rows).sum();
    manifest.splits = BTreeMap::from([("train".to_string(), entry)]);
    written.extend(rejects);
    manifest.files = written;
    manifest.write(to)?;
    let clusters = all - entry.clusters;
    Ok(Merged { manifest, how: How::Joined { clusters, repeated: left.repeated, unequal: left.unequal } })
}

/// The files read last, each as its clusters.
struct Blocks<'a> {
    files: &'a [PathBuf],
    kept: VecDeque<(usize, Vec<Vec<Row>>)>,
}

impl Blocks<'_> {
    fn rows(&mut self, place: Place) -> Result<Vec<Row>, StoreError> {
        if let Some((_, clusters)) = self.kept.iter().find(|(file, _)| *file == place.file) {
            return Ok(clusters[place.cluster].clone());
        }
        let read = clusters(&self.files[place.file])?.collect::<Result<Vec<_>, _>>()?;
        let rows = read[place.cluster].clone();
        self.kept.push_front((place.file, read));
        self.kept.truncate(CACHED);
        Ok(rows)
    }
}

/// The clusters of one file.
fn clusters(path: &Path) -> Result<store::Clusters, StoreError> {
    let corpus = Corpus::open(path)?;
    let split = corpus.splits().next().unwrap_or_default().to_string();
    Ok(corpus.clusters(&split))
}

fn read(path: &Path, row: &Row) -> Result<Expr, MergeError> {
    read_prefix(&row.prefix).map_err(|source| MergeError::Unreadable {
        dir: path.display().to_string(),
        cluster: row.cluster,
        text: row.prefix.clone(),
        source,
    })
}

/// One cluster of several of the same function: members come once up to order, first come first kept.
fn together(
    number: u32,
    function: &Function,
    parts: Vec<Vec<Row>>,
    files: &[PathBuf],
) -> Result<(Vec<Row>, Left), MergeError> {
    let (initial, complete) = (parts[0][0].prefix.clone(), parts[0][0].complete);
    let alone = parts.len() == 1;
    let mut seen = Dedup::new(Arithmetic);
    let (mut rows, mut left) = (Vec::new(), Left::default());
    for (part, place) in parts.into_iter().zip(&function.places) {
        let own = rows.is_empty();
        for mut row in part {
            if !alone {
                let expr = read(&files[place.file], &row)?;
                if !seen.insert(&to_rec(&expr)) {
                    left.repeated += 1;
                    continue;
                }
                // Its labels are about the initial expression of the cluster that it came from.
                if !own {
                    let found = compare_with(&function.initial, &expr, &Settings::default().certain(Certain::Once));
                    if !found.verdict.is_equal() {
                        left.unequal += 1;
                        continue;
                    }
                    row.domain = found.domain.unwrap_or(Domain::Equal);
                    row.complex = found.complex;
                }
            }
            row.cluster = number;
            row.member = rows.len() as u32;
            row.initial.clone_from(&initial);
            row.complete = complete;
            rows.push(row);
        }
    }
    Ok((rows, left))
}

fn write_rejects(corpora: &[Corpus], numbers: &[FxHashMap<u32, u32>], to: &Path) -> Result<Vec<FileEntry>, StoreError> {
    let (mut files, mut waiting): (Vec<FileEntry>, Vec<Reject>) = (Vec::new(), Vec::new());
    for (corpus, numbers) in corpora.iter().zip(numbers) {
        for reject in corpus.rejects() {
            let mut reject = reject?;
            // A cluster all of whose candidates were rejected has no rows, and no number here.
            let Some(&number) = numbers.get(&reject.cluster) else { continue };
            reject.cluster = number;
            waiting.push(reject);
            if waiting.len() == REJECTS {
                files.push(store::write_rejects(to, files.len() as u32, &waiting)?);
                waiting.clear();
            }
        }
    }
    if !waiting.is_empty() {
        files.push(store::write_rejects(to, files.len() as u32, &waiting)?);
    }
    Ok(files)
}

/// How the parts were made, each by itself.
fn manifest(parts: &[Option<Manifest>]) -> Manifest {
    let known = || parts.iter().flatten();
    let each = |text: fn(&Manifest) -> &str| {
        let mut texts: Vec<&str> = Vec::new();
        for text in known().map(text) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.is_empty() { "unknown".to_string() } else { texts.join("+") }
    };
    let merged: Vec<_> = known()
        .map(|m| {
            json!({
                "version": m.version, "preset": m.preset, "seed": m.seed, "rules": m.rules, "shard": m.shard,
                "settings": m.settings, "clusters": m.clusters, "rows": m.rows,
            })
        })
        .collect();
    Manifest {
        seed: known().next().map_or(0, |m| m.seed),
        settings: json!({ "merged": merged }),
        ..Manifest::empty(&each(|m| &m.preset), &each(|m| &m.rules))
    }
}
