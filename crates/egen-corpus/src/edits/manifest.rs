//! The manifest of edits: how were they made, and of which corpus?

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use egen_rules::TextHash;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::store::{Corpus, FileEntry, StoreError, publish};

/// How edits were made and what they are: `DIR/edits/manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditsManifest {
    /// The version of egen.
    pub version: String,
    /// How they were made.
    pub settings: Settings,
    /// A hash of the corpus: of the checksums of its data files.
    pub corpus: String,
    /// The rows of the corpus that were looked at.
    pub rows: u64,
    /// Those of them that have no edit: no change that was tried makes another function within the bounds.
    pub without: u64,
    /// The number of edits.
    pub edits: u64,
    /// The files; none while it is being made.
    pub files: Vec<FileEntry>,
}

impl EditsManifest {
    /// What will be made of a corpus, before anything is.
    pub(super) fn begin(corpus: &Corpus, settings: &Settings) -> Result<EditsManifest, StoreError> {
        Ok(EditsManifest {
            version: env!("CARGO_PKG_VERSION").to_string(),
            settings: settings.clone(),
            corpus: identity(corpus)?,
            rows: 0,
            without: 0,
            edits: 0,
            files: Vec::new(),
        })
    }

    /// Reads the manifest of a corpus's edits; `None` if it has none.
    pub fn read(dir: &Path) -> Result<Option<EditsManifest>, StoreError> {
        let path = dir.join("edits").join("manifest.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(source) if matches!(source.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(source) => return Err(StoreError::Read { path, source }),
        };
        serde_json::from_slice(&text).map(Some).map_err(|source| StoreError::Manifest { path, source })
    }

    pub(super) fn write(&self, dir: &Path) -> Result<(), StoreError> {
        let path = dir.join("edits").join("manifest.json");
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|source| StoreError::Manifest { path: path.clone(), source })?;
        publish(&path, format!("{text}\n").as_bytes())
    }
}

/// What changes when a corpus does. Its manifest knows the checksums; without one the files are read.
pub(super) fn identity(corpus: &Corpus) -> Result<String, StoreError> {
    let mut hash = TextHash::default();
    let listed = corpus.manifest().map(|manifest| manifest.files.as_slice()).unwrap_or_default();
    for split in corpus.splits() {
        for path in corpus.files(split)? {
            let known = listed.iter().find(|entry| corpus.path().join(&entry.path) == *path);
            match known {
                Some(entry) => hash.add(&entry.checksum),
                None => hash.add(&FileEntry::of(corpus.path(), path)?.checksum),
            }
        }
    }
    Ok(format!("{:016x}", hash.value()))
}
