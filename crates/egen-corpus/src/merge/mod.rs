//! Merging: how do several corpora become one?
//!
//! The shards of one run are put together as they are, so that the bytes are those of a run that was never divided. Different
//! corpora are joined: clusters get new numbers, and those of the same function become one.

mod join;
mod shards;

use std::path::{Path, PathBuf};

use egen_read::read::ReadError;

use crate::split::stream::is_free;
use crate::store::{Manifest, StoreError};

/// What was merged.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What was written.
    pub manifest: Manifest,
    /// How.
    pub how: How,
}

/// How corpora became one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The shards of one run, as they are.
    Shards(u32),
    /// Different corpora.
    Joined {
        /// Clusters that became part of another of the same function.
        clusters: u64,
        /// Members left out: the cluster had them already, up to order.
        repeated: u64,
        /// Members left out: they do not equal the initial expression of the cluster that theirs became part of.
        unequal: u64,
    },
}

/// Why corpora were not merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// Reading or writing failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be copied.
    #[error("{}: cannot be copied: {source}", path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The folder is not empty.
    #[error("{dir} holds files of a corpus already: choose another folder")]
    Exists {
        /// The folder.
        dir: String,
    },
    /// Shards of different runs.
    #[error("{dir} is a shard of another run: its {what} is {got}, that of {first} is {want}")]
    Different {
        /// The folder.
        dir: String,
        /// The folder that it was compared with.
        first: String,
        /// What differs.
        what: &'static str,
        /// As it is here.
        got: String,
        /// As it is there.
        want: String,
    },
    /// Not all shards are there.
    #[error("of {of} shards these are missing: {}", missing.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))]
    Missing {
        /// The number of shards.
        of: u32,
        /// Those that are missing.
        missing: Vec<u32>,
    },
    /// A file is not what its manifest says, or what another shard has under the same name.
    #[error("{}: its checksum is {got}, {who} says {want}", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// What it is.
        got: String,
        /// Who says otherwise.
        who: String,
        /// What it should be.
        want: String,
    },
    /// It is split already.
    #[error("{dir} is split already: merge first, then split")]
    Already {
        /// The folder.
        dir: String,
    },
    /// A row that is no expression.
    #[error("{dir}: cluster {cluster}: `{text}` cannot be read: {source}")]
    Unreadable {
        /// The folder or file.
        dir: String,
        /// The cluster.
        cluster: u32,
        /// The row's prefix form.
        text: String,
        /// What is wrong with it.
        source: ReadError,
    },
}

/// Merges corpora: as shards if all of them are, as different corpora otherwise. `report` is told the files or clusters done.
pub fn merge(from: &[PathBuf], to: &Path, report: &dyn Fn(u64)) -> Result<Merged, MergeError> {
    if !is_free(to) {
        return Err(MergeError::Exists { dir: to.display().to_string() });
    }
    let manifests = from.iter().map(Manifest::of_finished).collect::<Result<Vec<_>, _>>()?;
    let parts: Option<Vec<Part<'_>>> = from
        .iter()
        .zip(&manifests)
        .map(|(dir, manifest)| {
            let manifest = manifest.as_ref()?;
            manifest.shard.map(|(shard, of)| Part { dir, manifest, shard, of })
        })
        .collect();
    match parts {
        Some(parts) if !parts.is_empty() => shards::merge(&parts, to, report),
        _ => join::merge(from, &manifests, to, report),
    }
}

/// A shard of a run.
struct Part<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    shard: u32,
    of: u32,
}
