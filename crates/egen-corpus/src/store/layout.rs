//! Layout: where is what in the folder of a corpus?

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::StoreError;

pub(super) const DATA: &str = "data";
pub(super) const REJECTS: &str = "rejects";
pub(super) const EDITS: &str = "edits";
pub(crate) const MANIFEST: &str = "manifest.json";
pub(super) const CARD: &str = "README.md";
pub(super) const FIGURE: &str = "figure.svg";

/// How the names of unfinished files start: no pattern of a reader matches it.
pub(super) const LEFTOVER: &str = ".tmp-";

/// The file of a block, whether or not it exists: `DIR/data/train-00012.parquet`.
pub fn block_path(dir: impl AsRef<Path>, split: &str, block: u32) -> PathBuf {
    dir.as_ref().join(DATA).join(format!("{split}-{block:05}.parquet"))
}

/// The file of the candidates that a block left out, whether or not it exists: `DIR/rejects/rejects-00012.parquet`.
pub fn rejects_path(dir: impl AsRef<Path>, block: u32) -> PathBuf {
    dir.as_ref().join(REJECTS).join(format!("{REJECTS}-{block:05}.parquet"))
}

/// Hugging Face takes `\w+`; everything before the first `-` of a file's name is then the split.
pub(super) fn check_split(split: &str) -> Result<(), StoreError> {
    if !split.is_empty() && split.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
        return Ok(());
    }
    Err(StoreError::SplitName { split: split.into() })
}

/// The split that a file belongs to: `train-00012.parquet` and `train.parquet` belong to `train`.
pub(super) fn split_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    stem.split('-').next().unwrap_or_default().into()
}

/// The finished parquet files of a folder, in the order of their names; none if there is no such folder.
pub(super) fn parquet_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut files = list(folder)?;
    files.retain(|path| path.extension().is_some_and(|end| end == "parquet") && !is_leftover(path) && path.is_file());
    Ok(files)
}

/// The unfinished files of a folder; none if there is no such folder.
pub(super) fn leftovers(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut files = list(folder)?;
    files.retain(|path| is_leftover(path));
    Ok(files)
}

fn is_leftover(path: &Path) -> bool {
    path.file_name().unwrap_or_default().to_string_lossy().starts_with(LEFTOVER)
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let error = |source| StoreError::Read { path: folder.into(), source };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(source) if source.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(error(source)),
    };
    let mut paths = entries.map(|entry| Ok(entry.map_err(error)?.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}
