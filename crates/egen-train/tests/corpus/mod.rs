//! A corpus for tests: some blocks of the repository's sample, with edits, made once for all tests of a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use egen_corpus::edits::{self, Settings};
use egen_corpus::store::Corpus;

/// 64 clusters to train on and 32 to validate on.
pub fn open() -> Corpus {
    static MADE: OnceLock<tempfile::TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a folder");
        copy(dir.path(), &[(0, "train-00000"), (1, "train-00001"), (2, "validation-00000")]);
        let corpus = Corpus::open(dir.path()).expect("it was copied");
        edits::make(&corpus, &Settings::default(), 0, false, &|_| {}).expect("edits are made");
        dir
    });
    Corpus::open(made.path()).expect("it was copied")
}

/// Copies blocks of the sample to files of a corpus with these names.
pub fn copy(dir: &Path, blocks: &[(usize, &str)]) {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../sample/data");
    fs::create_dir_all(dir.join("data")).expect("a folder");
    for (block, name) in blocks {
        let from = sample.join(format!("train-{block:05}.parquet"));
        fs::copy(from, dir.join("data").join(format!("{name}.parquet"))).expect("the sample is there");
    }
}
