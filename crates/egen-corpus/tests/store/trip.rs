//! Round trips: does everything come back?

use std::fs;
use std::path::Path;

use egen_corpus::store::{
    Corpus, FORMAT, FileEntry, Manifest, Reject, Row, SplitEntry, StoreError, block_path, has_block, has_rejects,
    list_files, rejects_path, remove_leftovers, write_block, write_card, write_rejects,
};

use crate::rows::{clusters, rejects};

fn all<T>(records: impl Iterator<Item = Result<T, StoreError>>) -> Vec<T> {
    records.collect::<Result<_, _>>().unwrap()
}

/// The manifest of what the folder holds.
pub fn manifest_of(dir: &Path, splits: &[(&str, SplitEntry)], rejects: u64) -> Manifest {
    Manifest {
        format: FORMAT,
        version: "0.1.0".into(),
        preset: "test".into(),
        seed: u64::MAX,
        settings: serde_json::json!({"max_tokens": 25, "limits": {"nodes": 10_000}}),
        rules: "00ff".into(),
        verified: "by hand".to_string(),
        shard: Some((1, 4)),
        clusters: splits.iter().map(|(_, split)| split.clusters).sum(),
        rows: splits.iter().map(|(_, split)| split.rows).sum(),
        rejects,
        splits: splits.iter().map(|(name, split)| ((*name).into(), *split)).collect(),
        files: list_files(dir).unwrap(),
    }
}

#[test]
fn thousands_of_rows_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 5000);
    assert!(rows.len() > 3 * 8192, "more than a few batches: {}", rows.len());
    for want in [
        |row: &Row| row.operators.is_empty(),
        |row: &Row| row.complex.is_none(),
        |row: &Row| row.latex.is_empty(),
        |row: &Row| !row.infix.is_ascii(),
        |row: &Row| row.prefix.contains('\0'),
    ] {
        assert!(rows.iter().any(want));
    }
    let entry = write_block(&dir, "train", 12, &rows).unwrap();
    assert_eq!((entry.path.as_str(), entry.rows), ("data/train-00012.parquet", rows.len() as u64));
    assert_eq!(entry, FileEntry::of(&dir, block_path(&dir, "train", 12)).unwrap());
    let corpus = Corpus::open(&dir).unwrap();
    assert_eq!(corpus.count("train").unwrap(), rows.len() as u64);
    assert_eq!(all(corpus.rows("train")), rows);

    let file = Corpus::open(block_path(&dir, "train", 12)).unwrap();
    assert_eq!(file.splits().collect::<Vec<_>>(), ["train"]);
    assert_eq!(all(file.rows("train")), rows);
}

#[test]
fn blocks_are_read_in_order_and_clusters_stay_together() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second, held_out) = (clusters(0, 700), clusters(700, 600), clusters(1300, 50));
    write_block(&dir, "test", 3, &held_out).unwrap();
    write_block(&dir, "train", 10, &second).unwrap();
    write_block(&dir, "train", 2, &first).unwrap();
    write_block(&dir, "train", 5, &[]).unwrap();
    let corpus = Corpus::open(&dir).unwrap();
    assert!(corpus.manifest().is_none());
    assert_eq!(corpus.splits().collect::<Vec<_>>(), ["train", "test"]);
    assert_eq!(all(corpus.rows("train")), [first, second].concat());
    assert_eq!(all(corpus.rows("test")), held_out);
    let groups = all(corpus.clusters("train"));
    assert_eq!(groups.len(), 1300);
    for (number, group) in groups.iter().enumerate() {
        let wrong = group.iter().enumerate().find(|(at, row)| (row.cluster, row.member) != (number as u32, *at as u32));
        assert_eq!(wrong, None);
    }
    assert_eq!(all(corpus.rejects()), []);
}

#[test]
fn rejects_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let rejects = rejects(9000);
    write_block(&dir, "train", 0, &clusters(0, 3)).unwrap();
    assert!(!has_rejects(&dir, 0));
    write_rejects(&dir, 0, &rejects[..100]).unwrap();
    write_rejects(&dir, 1, &rejects[100..]).unwrap();
    assert!(has_rejects(&dir, 0));
    assert!(rejects_path(&dir, 1).ends_with("rejects/rejects-00001.parquet"));
    assert_eq!(all::<Reject>(Corpus::open(&dir).unwrap().rejects()), rejects);
}

#[test]
fn the_same_rows_give_the_same_bytes() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let rows = clusters(5, 4000);
    let first = write_block(&one, "train", 7, &rows).unwrap();
    write_block(&two, "train", 7, &rows[1..]).unwrap();
    assert_eq!(write_block(&two, "train", 7, &rows.clone()).unwrap(), first);
    let bytes = |dir| fs::read(block_path(dir, "train", 7)).unwrap();
    assert_eq!(bytes(&one), bytes(&two));
    assert_eq!(first.bytes, bytes(&one).len() as u64);
    let (a, b) = (write_rejects(&one, 0, &rejects(50)).unwrap(), write_rejects(&two, 0, &rejects(50)).unwrap());
    assert_eq!(a, b);
}

/// The settings of the writer and the versions of parquet and zstd fix the bytes. When this value changes, so does the
/// checksum of every corpus that is made again: that is to be said in the changelog.
#[test]
fn the_bytes_are_those_of_the_last_release() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(write_block(&dir, "train", 0, &clusters(0, 10)).unwrap().checksum, "xxh3:aaaa84e3b53df8fa");
}

#[test]
fn leftovers_are_ignored_and_removed() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 10);
    write_block(&dir, "train", 0, &rows).unwrap();
    write_rejects(&dir, 0, &rejects(5)).unwrap();
    for name in ["data/.tmp-train-00001.parquet.77", "data/.tmp-x.parquet", "rejects/.tmp-rejects-00001.parquet.77"] {
        fs::write(dir.path().join(name), b"PAR1 half").unwrap();
    }
    fs::write(dir.path().join(".tmp-manifest.json.77"), b"{").unwrap();
    let corpus = Corpus::open(&dir).unwrap();
    assert_eq!(corpus.splits().collect::<Vec<_>>(), ["train"]);
    assert_eq!(all(corpus.rows("train")), rows);
    assert_eq!(corpus.rejects().count(), 5);
    assert_eq!(remove_leftovers(&dir).unwrap(), 4);
    assert_eq!(remove_leftovers(&dir).unwrap(), 0);
    assert!(has_block(&dir, "train", 0) && !has_block(&dir, "train", 1));
    assert_eq!(remove_leftovers(dir.path().join("nowhere")).unwrap(), 0);
}

#[test]
fn the_manifest_comes_back_and_has_stable_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 10);
    write_block(&dir, "train", 0, &rows).unwrap();
    write_rejects(&dir, 0, &rejects(5)).unwrap();
    let manifest = manifest_of(dir.path(), &[("train", SplitEntry { clusters: 10, rows: rows.len() as u64 })], 5);
    manifest.write(&dir).unwrap();
    let text = fs::read_to_string(dir.path().join("manifest.json")).unwrap();
    assert!(text.starts_with("{\n  \"format\": 1,\n  \"version\": \"0.1.0\",\n"), "{text}");
    let corpus = Corpus::open(&dir).unwrap();
    assert_eq!(corpus.manifest(), Some(&manifest));
    corpus.manifest().unwrap().write(&dir).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("manifest.json")).unwrap(), text);
    let problems = manifest.verify(&dir);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn the_card_names_the_splits_that_have_rows() {
    let dir = tempfile::tempdir().unwrap();
    let splits = [
        ("train", SplitEntry { clusters: 10, rows: 120_000 }),
        ("test", SplitEntry { clusters: 1, rows: 7 }),
        ("validation", SplitEntry::default()),
    ];
    write_card(&dir, &manifest_of(dir.path(), &splits, 0), "# Equal expressions\n\nText.\n\n").unwrap();
    let card = fs::read_to_string(dir.path().join("README.md")).unwrap();
    let files = "configs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train-*.parquet\n  \
                 - split: test\n    path: data/test-*.parquet\n---\n\n# Equal expressions\n\nText.\n";
    assert!(card.starts_with("---\nlicense:\n"), "{card}");
    assert!(card.contains("size_categories:\n- 100K<n<1M\n"), "{card}");
    assert!(card.ends_with(files), "{card}");
    for column in [
        "cluster\n    dtype: uint32",
        "latex\n    dtype: string",
        "complex\n    dtype: bool",
        "operators\n    list: string",
    ] {
        assert!(card.contains(&format!("  - name: {column}\n")), "{card}");
    }
}
