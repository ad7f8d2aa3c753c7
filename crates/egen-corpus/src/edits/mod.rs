//! Edits: how does training get expressions that look equal and are not, without waiting for them?
//!
//! An edit is a row with one operator, number, sign or order of arguments changed, within the bounds of the corpus, of which it is known
//! that it differs. They are made once and kept beside the corpus, a file for each of its data files; like blocks of rows, a file gets
//! its name when it is whole, and its content depends on the corpus and the settings alone.
//!
//! ```no_run
//! use egen_corpus::edits::{Settings, Table, make, with_edits};
//! use egen_corpus::store::Corpus;
//!
//! let corpus = Corpus::open("corpus")?;
//! make(&corpus, &Settings::default(), 0, false, &|_| {})?;
//! for row in with_edits(&corpus, "train")? {
//!     let (row, edits) = row?;
//!     println!("{} is not {:?}", row.infix, edits.iter().map(|edit| &edit.prefix).collect::<Vec<_>>());
//! }
//! // All of them in memory, by the numbers that rows have in `pairs::Pairs`.
//! let table = Table::read(&corpus, "train")?.expect("they were made");
//! println!("{:?}", table.of(0).collect::<Vec<_>>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod find;
mod manifest;
mod read;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use egen_graph::bounds::Bounds;
use egen_math::Expr;
use egen_read::read::ReadError;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pairs::Kind;
use crate::split::stream::read_prefix;
use crate::store::{self, Corpus, FileEntry, Manifest, Row, StoreError, edits_of, edits_path, has_edits};
pub use find::Members;
pub use manifest::EditsManifest;
pub use read::{Table, WithEdits, with_edits};

/// How edits are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Edits of a row, if so many are found.
    pub per_row: u32,
    /// The same seed gives the same edits.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { per_row: 2, seed: 0 }
    }
}

/// Why there are no edits.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A single file has no place beside it.
    #[error("{} is a file: edits are kept in the folder of a corpus", path.display())]
    File {
        /// The file.
        path: PathBuf,
    },
    /// They are there already.
    #[error("{} has edits already: go on with them, or delete {}", dir.display(), dir.join("edits").display())]
    Exists {
        /// The corpus.
        dir: PathBuf,
    },
    /// Those that are there are others.
    #[error("the edits of {} belong to another {what}: {there}, now {here}; delete {} to make them again", dir.display(), dir.join("edits").display())]
    Different {
        /// The corpus.
        dir: PathBuf,
        /// What differs.
        what: &'static str,
        /// As it is there.
        there: String,
        /// As it is now.
        here: String,
    },
    /// Making them was interrupted.
    #[error("the edits of {} are not finished: resume them first", dir.display())]
    Unfinished {
        /// The corpus.
        dir: PathBuf,
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
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The bounds within which a corpus was made. Where nobody knows, or corpora with different ones were joined, there are none.
pub fn bounds(manifest: Option<&Manifest>) -> Bounds {
    let of = |settings: &Value| serde_json::from_value::<Bounds>(settings.clone()).ok();
    let known = manifest.and_then(|manifest| match manifest.settings["merged"].as_array() {
        Some(parts) => {
            let mut all = parts.iter().map(|part| of(&part["settings"]));
            let first = all.next()?;
            first.filter(|_| all.all(|other| other == first))
        }
        None => of(&manifest.settings),
    });
    known.unwrap_or(Bounds::prefix(u32::MAX))
}

/// Makes the edits of all rows of a corpus, or those that are missing. `report` is told the number of rows that are done.
pub fn make(
    corpus: &Corpus,
    settings: &Settings,
    threads: usize,
    resume: bool,
    report: &(dyn Fn(u64) + Sync),
) -> Result<EditsManifest, EditError> {
    let dir = corpus.path();
    if !dir.is_dir() {
        return Err(EditError::File { path: dir.into() });
    }
    let mut manifest = EditsManifest::begin(corpus, settings)?;
    // Files without a manifest were made nobody knows how, and are made again.
    let there = EditsManifest::read(dir)?;
    if let Some(there) = &there {
        if !resume {
            return Err(EditError::Exists { dir: dir.into() });
        }
        same(dir, there, &manifest)?;
    }
    store::remove_leftovers(dir)?;
    manifest.write(dir)?;
    let mut files = Vec::new();
    for split in corpus.splits() {
        files.extend(corpus.files(split)?.iter().cloned());
    }
    let bounds = bounds(corpus.manifest());
    let done = AtomicU64::new(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let made: Vec<Made> = pool.install(|| {
        let made = files.par_iter().with_max_len(1).map(|file| {
            let known = there.is_some() && has_edits(dir, file);
            let made = if known { made_before(dir, file)? } else { of_file(dir, file, settings, bounds)? };
            report(done.fetch_add(made.rows, Ordering::Relaxed) + made.rows);
            Ok(made)
        });
        made.collect::<Result<_, EditError>>()
    })?;
    manifest.rows = made.iter().map(|one| one.rows).sum();
    manifest.without = made.iter().map(|one| one.without).sum();
    manifest.edits = made.iter().map(|one| one.file.rows).sum();
    manifest.files = made.into_iter().map(|one| one.file).collect();
    manifest.write(dir)?;
    Ok(manifest)
}

/// Are these edits of the same corpus, made in the same way?
fn same(dir: &Path, there: &EditsManifest, here: &EditsManifest) -> Result<(), EditError> {
    let texts = |m: &EditsManifest| {
        [
            ("version of egen", m.version.clone()),
            ("corpus", m.corpus.clone()),
            ("number for each row", m.settings.per_row.to_string()),
            ("seed", m.settings.seed.to_string()),
        ]
    };
    for ((what, there), (_, here)) in texts(there).into_iter().zip(texts(here)) {
        if there != here {
            return Err(EditError::Different { dir: dir.into(), what, there, here });
        }
    }
    Ok(())
}

/// What became of a data file.
struct Made {
    rows: u64,
    without: u64,
    file: FileEntry,
}

/// What a run before this one made of a data file.
fn made_before(dir: &Path, data: &Path) -> Result<Made, EditError> {
    let corpus = Corpus::open(data)?;
    let rows = corpus.splits().map(|split| corpus.count(split)).sum::<Result<u64, _>>()?;
    let edits = edits_of(dir, data).collect::<Result<Vec<_>, _>>()?;
    let with = edits.chunk_by(|a, b| (a.cluster, a.member) == (b.cluster, b.member)).count() as u64;
    Ok(Made { rows, without: rows - with, file: FileEntry::of(dir, edits_path(dir, data))? })
}

fn of_file(dir: &Path, data: &Path, settings: &Settings, bounds: Bounds) -> Result<Made, EditError> {
    let corpus = Corpus::open(data)?;
    let split = corpus.splits().next().expect("a file is a split").to_string();
    let (mut rows, mut without, mut edits) = (0, 0, Vec::new());
    for cluster in corpus.clusters(&split) {
        let cluster = cluster?;
        let exprs = cluster.iter().map(expr).collect::<Result<Vec<_>, _>>()?;
        let members = Members::new(&cluster, exprs, bounds);
        for at in 0..cluster.len() {
            let mut found = members.edits(at, settings.per_row as usize, &Kind::ALL, settings.seed);
            without += u64::from(found.is_empty());
            edits.append(&mut found);
        }
        rows += cluster.len() as u64;
    }
    Ok(Made { rows, without, file: store::write_edits(dir, data, &edits)? })
}

fn expr(row: &Row) -> Result<Expr, EditError> {
    let error = |source| EditError::Unreadable { cluster: row.cluster, text: row.prefix.clone(), source };
    read_prefix(&row.prefix).map_err(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_graph::bounds::Length;
    use serde_json::json;

    #[test]
    fn bounds_are_those_that_the_manifest_tells() {
        let of = |settings: Value| bounds(Some(&Manifest { settings, ..Manifest::empty("none", "none") }));
        let here = Bounds { max_tokens: 20, length: Length::Model, max_number: Some(99) };
        let told = json!({"members": 3, "max_tokens": 20, "length": "model", "max_number": 99});
        assert_eq!(of(told.clone()), here);
        assert_eq!(of(json!({"max_tokens": 25})), Bounds::prefix(25));
        assert_eq!(of(json!({"merged": [{"settings": told}, {"settings": told}]})), here);
        assert_eq!(of(json!({"merged": [{"settings": told}, {"settings": {"max_tokens": 25}}]})), bounds(None));
    }
}
