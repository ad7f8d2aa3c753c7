//! The manifest: how was a corpus made, and what does it hold?

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{FORMAT, StoreError, checksum, file, layout};

/// How a corpus was made and what it holds: `DIR/manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the files, [`FORMAT`].
    pub format: u32,
    /// The version of egen.
    pub version: String,
    /// The name of the preset that the settings started from.
    pub preset: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The settings, as the program that made it wants to find them again.
    pub settings: Value,
    /// The hash of the rule set, in hexadecimal.
    pub rules: String,
    /// How each row was verified; corpora made before it was said have nothing here.
    #[serde(default)]
    pub verified: String,
    /// Which part of how many this is, if it was made in parts.
    pub shard: Option<(u32, u32)>,
    /// The number of clusters.
    pub clusters: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of candidates that were left out.
    pub rejects: u64,
    /// What each split holds.
    pub splits: BTreeMap<String, SplitEntry>,
    /// The files, in the order of [`list_files`].
    pub files: Vec<FileEntry>,
}

/// The setting that says of which initial expressions a run makes clusters.
pub(crate) const PLAN: &str = "plan";

/// How rows are verified: rewriting by sound rules is the reason, and numbers are the guard.
const VERIFIED: &str = "derived by sound rules; compared in floating point with error bounds at 32 points and in every region found; \
                        one point with certified balls to 83 bits or more";

/// What a split holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitEntry {
    /// The number of clusters.
    pub clusters: u64,
    /// The number of rows.
    pub rows: u64,
}

/// A parquet file of a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Where it is in the folder of the corpus, with `/` on every system: `data/train-00012.parquet`.
    pub path: String,
    /// The number of rows.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// XXH3 of its bytes (64 bits, seed 0): `xxh3:` and 16 hexadecimal digits.
    pub checksum: String,
}

impl Manifest {
    /// A corpus from these initial expressions with these rules, which holds nothing yet.
    pub fn empty(preset: &str, rules: &str) -> Manifest {
        Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            preset: preset.to_string(),
            seed: 0,
            settings: serde_json::json!({}),
            rules: rules.to_string(),
            verified: VERIFIED.to_string(),
            shard: None,
            clusters: 0,
            rows: 0,
            rejects: 0,
            splits: BTreeMap::new(),
            files: Vec::new(),
        }
    }

    /// Reads `DIR/manifest.json`; `None` if there is none.
    pub fn read(dir: impl AsRef<Path>) -> Result<Option<Manifest>, StoreError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let path = dir.as_ref().join(layout::MANIFEST);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(source) if source.kind() == ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(StoreError::Read { path, source }),
        };
        let head = serde_json::from_slice::<Head>(&text);
        if let Ok(Head { format }) = head
            && format > FORMAT
        {
            return Err(StoreError::Format { path, got: format, want: FORMAT });
        }
        match head.and_then(|_| serde_json::from_slice(&text)) {
            Ok(manifest) => Ok(Some(manifest)),
            Err(source) => Err(StoreError::Manifest { path, source }),
        }
    }

    /// Can the run that made it be taken up, so that files that are missing are made again?
    pub fn is_resumable(&self) -> bool {
        self.settings.get(PLAN).is_some()
    }

    /// Reads `DIR/manifest.json` of a corpus that is to be used; `None` if there is none, and anybody may have made it.
    pub fn of_finished(dir: impl AsRef<Path>) -> Result<Option<Manifest>, StoreError> {
        let manifest = Manifest::read(&dir)?;
        // The manifest is written when a run starts; what it holds, when it ends.
        if let Some(begun) = manifest.as_ref().filter(|manifest| manifest.splits.is_empty()) {
            return Err(StoreError::Unfinished { path: dir.as_ref().into(), resumable: begun.is_resumable() });
        }
        Ok(manifest)
    }

    /// Says that a corpus is being made in a folder, where nothing has been said yet: who is killed does not leave a part that looks whole.
    pub(crate) fn begin(dir: &Path) -> Result<(), StoreError> {
        if dir.join(layout::MANIFEST).exists() {
            return Ok(());
        }
        Manifest::empty("unknown", "unknown").write(dir)
    }

    /// Writes `DIR/manifest.json`.
    pub fn write(&self, dir: impl AsRef<Path>) -> Result<(), StoreError> {
        let path = dir.as_ref().join(layout::MANIFEST);
        let mut text = match serde_json::to_vec_pretty(self) {
            Ok(text) => text,
            Err(source) => return Err(StoreError::Manifest { path, source }),
        };
        text.push(b'\n');
        file::publish(&path, &text)
    }
}

impl FileEntry {
    /// Reads a file that is there, to know its length, checksum and rows.
    pub fn of(dir: impl AsRef<Path>, path: impl AsRef<Path>) -> Result<FileEntry, StoreError> {
        let (dir, path) = (dir.as_ref(), path.as_ref());
        let rows = file::rows(path)?;
        let (checksum, bytes) =
            checksum::of_file(path).map_err(|source| StoreError::Read { path: path.into(), source })?;
        Ok(FileEntry { path: FileEntry::relative(dir, path), rows, bytes, checksum })
    }

    pub(super) fn relative(dir: &Path, path: &Path) -> String {
        let inside = path.strip_prefix(dir).unwrap_or(path);
        inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}

/// The data files of a corpus in the order of their names, then those of the candidates left out. Reads all of them:
/// this is for the end of a run that found some blocks already made.
pub fn list_files(dir: impl AsRef<Path>) -> Result<Vec<FileEntry>, StoreError> {
    let dir = dir.as_ref();
    let mut files = layout::parquet_files(&dir.join(layout::DATA))?;
    files.extend(layout::parquet_files(&dir.join(layout::REJECTS))?);
    files.iter().map(|path| FileEntry::of(dir, path)).collect()
}
