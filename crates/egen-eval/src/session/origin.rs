//! Origins: what were cases built from?

use std::fs;

use egen_corpus::store::{Corpus, checksum};
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::task::Source;

/// What cases were built from: `source.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The preset of the corpus, for people.
    pub preset: String,
    /// The checksum of the corpus's manifest.
    pub corpus: String,
    /// The part that models are tested on.
    pub split: String,
    /// Rows that a pool takes, at most.
    pub pool: usize,
    /// The seed of the cases.
    pub seed: u64,
    /// The version of egen.
    pub version: String,
}

impl Origin {
    /// That of a source.
    pub fn new(source: &Source) -> Result<Origin, EvalError> {
        Ok(Origin {
            preset: source.corpus.manifest().map(|manifest| manifest.preset.clone()).unwrap_or_default(),
            corpus: corpus_checksum(source.corpus)?,
            split: source.split.into(),
            pool: source.pool,
            seed: source.seed,
            version: env!("CARGO_PKG_VERSION").into(),
        })
    }

    /// The first thing that is not the same, here and there.
    pub(super) fn differs(&self, there: &Origin) -> Option<(&'static str, String, String)> {
        let pairs = [
            ("the corpus", self.corpus.clone(), there.corpus.clone()),
            ("the split", self.split.clone(), there.split.clone()),
            ("the pool", self.pool.to_string(), there.pool.to_string()),
            ("the seed", self.seed.to_string(), there.seed.to_string()),
            ("the version of egen", self.version.clone(), there.version.clone()),
        ];
        pairs.into_iter().find(|(_, here, there)| here != there)
    }
}

/// The manifest has a checksum of every file. A corpus without one is known by the names and lengths of its files.
fn corpus_checksum(corpus: &Corpus) -> Result<String, EvalError> {
    if let Some(manifest) = corpus.manifest() {
        return Ok(checksum(&serde_json::to_vec(manifest).map_err(std::io::Error::from)?));
    }
    let mut all = String::new();
    for split in corpus.splits() {
        for file in corpus.files(split)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all += &format!("{name} {}\n", fs::metadata(file)?.len());
        }
    }
    Ok(checksum(all.as_bytes()))
}
