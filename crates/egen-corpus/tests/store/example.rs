//! An example on disk: what do other programs make of a corpus?
//!
//!     EGEN_CORPUS_EXAMPLE=/tmp/corpus cargo test --release -p egen-corpus --test store example -- --ignored
//!     python3 tools/read_corpus.py /tmp/corpus

use std::path::PathBuf;

use egen_corpus::store::{SplitEntry, write_block, write_card, write_rejects};

use crate::rows::{clusters, rejects};
use crate::trip::manifest_of;

#[test]
#[ignore = "writes to the folder named by EGEN_CORPUS_EXAMPLE"]
fn example() {
    let Some(dir) = std::env::var_os("EGEN_CORPUS_EXAMPLE").map(PathBuf::from) else { return };
    let parts =
        [("train", 0, 0, 12_000), ("train", 1, 12_000, 9_000), ("train", 3, 21_000, 0), ("test", 2, 30_000, 500)];
    let mut splits = [("train", SplitEntry::default()), ("test", SplitEntry::default())];
    for (split, block, first, count) in parts {
        let rows = clusters(first, count);
        write_block(&dir, split, block, &rows).unwrap();
        let (_, entry) = splits.iter_mut().find(|(name, _)| *name == split).unwrap();
        entry.clusters += u64::from(count);
        entry.rows += rows.len() as u64;
    }
    write_rejects(&dir, 0, &rejects(300)).unwrap();
    let manifest = manifest_of(&dir, &splits, 300);
    manifest.write(&dir).unwrap();
    write_card(&dir, &manifest, "# An example\n\nRows that are hard to store.").unwrap();
    assert_eq!(manifest.verify(&dir).len(), 0);
}
