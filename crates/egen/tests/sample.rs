//! Does the corpus that comes with egen hold what it says?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use egen_corpus::store::Corpus;
use serde_json::Value;
use tempfile::TempDir;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample")
}

/// The standard output of a run that succeeds.
fn egen(args: &[&str], paths: &[&Path]) -> String {
    let output = Command::cargo_bin("egen").expect("built").args(args).args(paths).output().expect("runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_row_of_it_holds_today() {
    let out = egen(&["corpus", "verify"], &[&sample()]);
    assert!(out.contains("299 of 299 clusters are wholly right"), "{out}");
}

#[test]
fn its_statistics_are_those_of_its_card() {
    let stats: Value = serde_json::from_str(&egen(&["corpus", "stats", "--json"], &[&sample()])).expect("an object");
    assert_eq!((&stats["rows"], &stats["clusters"]), (&5980.into(), &299.into()));
    let card = std::fs::read_to_string(sample().join("README.md")).expect("a card");
    assert!(card.contains(&egen(&["corpus", "stats"], &[&sample()])), "the card is older than the statistics");
}

#[test]
fn a_split_of_it_does_not_leak() {
    let dir = TempDir::new().expect("a folder");
    let out = dir.path().join("split");
    let args = ["corpus", "split", "--test-clusters", "20", "--test-min", "10", "--test-max", "20", "--out"];
    egen(&args, &[&out, &sample()]);
    let corpus = Corpus::open(&out).expect("opens");
    let rows = |split: &str| -> BTreeSet<String> {
        corpus.rows(split).map(|row| row.expect("readable").prefix).collect::<BTreeSet<String>>()
    };
    let (train, test) = (rows("train"), rows("test"));
    assert!(train.len() > 4000 && test.len() >= 200, "{} and {} rows", train.len(), test.len());
    assert_eq!(train.intersection(&test).next(), None);
}
