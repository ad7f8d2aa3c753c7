//! Errors: why can a corpus not be written or read, and what to do next?

use std::io::{Error, ErrorKind};
use std::path::PathBuf;

/// Why a corpus could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Nothing has this name.
    #[error("{}: there is no such folder or file", path.display())]
    Missing {
        /// The name.
        path: PathBuf,
    },
    /// The folder has no data.
    #[error("{}: no parquet files here (looked for data/*.parquet and *.parquet)", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// The run that makes it did not come to its end.
    #[error("{} is not finished", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Can what began it go on with it? Then it is [`crate::generate`].
        resumable: bool,
    },
    /// The corpus has no such split.
    #[error("{}: there is no split `{split}`; there is {}", path.display(), known.join(", "))]
    NoSplit {
        /// The corpus.
        path: PathBuf,
        /// The split asked for.
        split: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A split cannot be called this.
    #[error("`{split}` cannot be the name of a split: use letters, digits and `_` only")]
    SplitName {
        /// The name.
        split: String,
    },
    /// A column is missing or has another type.
    #[error("{}: column `{column}`: got {got}, wanted {want}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its type.
        got: String,
        /// The type that it has in a corpus.
        want: String,
    },
    /// A value that cannot be in its column.
    #[error("{}: column `{column}`: got {got}, wanted {want}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// The value.
        got: String,
        /// What it should be.
        want: String,
    },
    /// The file starts as a parquet file and ends in the middle of one.
    #[error("{}: cut short after {bytes} bytes: the end of a parquet file is missing", path.display())]
    CutShort {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// The file is something else.
    #[error("{}: not a parquet file: it does not start with `PAR1`", path.display())]
    NotParquet {
        /// The file.
        path: PathBuf,
    },
    /// A parquet file that cannot be understood.
    #[error("{}: damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the reader says.
        reason: String,
    },
    /// The manifest is not one.
    #[error("{}: not a manifest of a corpus: {source}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        source: serde_json::Error,
    },
    /// The corpus was written by a later egen.
    #[error("{}: corpus format {got}, this egen reads up to {want}; use a later egen", path.display())]
    Format {
        /// The manifest.
        path: PathBuf,
        /// Its format.
        got: u32,
        /// The last one known here.
        want: u32,
    },
    /// The rows cannot be put into parquet.
    #[error("{}: cannot be encoded: {reason}", path.display())]
    Encode {
        /// The file that was to be.
        path: PathBuf,
        /// What the writer says.
        reason: String,
    },
    /// Reading failed.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: Error,
    },
    /// Writing failed; there is no file of this name unless there was one before.
    #[error("{}: cannot be written: {source}{}", path.display(), advice(source))]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: Error,
    },
}

impl StoreError {
    /// Was there no room for what was to be written? With more room the same can be tried again.
    pub fn is_lack_of_room(&self) -> bool {
        matches!(self, StoreError::Write { source, .. } if !advice(source).is_empty())
    }
}

fn advice(source: &Error) -> &'static str {
    match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space",
        ErrorKind::FileTooLarge => "; allow larger files (ulimit -f)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_says_what_to_do() {
        let error =
            StoreError::Write { path: "data/train-00000.parquet".into(), source: ErrorKind::StorageFull.into() };
        let text = error.to_string();
        assert!(text.starts_with("data/train-00000.parquet: cannot be written: "), "{text}");
        assert!(text.ends_with("; free some space"), "{text}");
    }
}
