//! `egen score`: are tables printed, kept and computed again, and does what is wrong say what to do?

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample");

#[test]
fn a_corpus_without_a_test_part_says_how_to_get_one() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("scores");
    let (_, message, fine) = egen(&["score", "models", SAMPLE, "--out", out.to_str().unwrap()]);
    assert!(!fine && message.contains("there is no split `test`; there is train; `egen corpus split "), "{message}");
    assert!(!out.exists());
}

fn egen(args: &[&str]) -> (String, String, bool) {
    let output = Command::cargo_bin("egen").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.success())
}

fn models<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let base = ["score", "models", SAMPLE, "--split", "train", "--pool", "100", "--out", out];
    base.iter().chain(more).copied().collect()
}

#[test]
fn tables_are_kept_and_computed_again() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("scores");
    let out = out.to_str().unwrap();
    let tasks = ["--task", "selection", "--task", "pairs", "--baselines"];
    let (first, notes, fine) = egen(&models(out, &tasks));
    assert!(fine, "{notes}");
    assert!(notes.contains("pairs is skipped: no external data was given (--external DIR)"), "{notes}");
    for text in ["Selection among seven", "queries from the part train", "tree edit distance", "egen equal", "76.41"] {
        assert!(first.contains(text), "{text}\n{first}");
    }
    let (again, _, fine) = egen(&["score", "again", out]);
    assert!(fine && again == first, "{again}");
    let (json, _, _) = egen(&["score", "again", out, "--json"]);
    let tables: Value = serde_json::from_str(&json).unwrap();
    let rows = tables["tasks"]["selection"]["rows"].as_array().unwrap();
    let equal = rows.iter().find(|row| row["model"] == "egen equal").unwrap();
    assert!(equal["scores"][0]["value"].as_f64().unwrap() > 0.9, "{equal}");

    // Vectors that another program gives to what is exported.
    let (exprs, _, _) = egen(&["score", "export", out]);
    let vectors: Vec<String> = exprs
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let length = line["latex"].as_str().unwrap().len();
            serde_json::json!({"expr": line["expr"], "vector": [1, length]}).to_string()
        })
        .collect();
    let file = dir.path().join("lengths.jsonl");
    fs::write(&file, vectors.join("\n")).unwrap();
    let (table, notes, fine) = egen(&models(out, &["--task", "selection", "--vectors", file.to_str().unwrap()]));
    assert!(fine && table.contains("lengths (given)"), "{notes}{table}");
}

#[test]
fn what_is_wrong_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("scores");
    let out = out.to_str().unwrap();
    let (_, hint, fine) = egen(&models(out, &["--task", "generation"]));
    assert!(fine && hint.contains("--shipped"), "{hint}");
    let (_, error, fine) = egen(&models(out, &["--task", "generation", "--seed", "7"]));
    assert!(!fine && error.contains("the seed is 0 there, and 7 here: choose another --out"), "{error}");
    let (_, error, _) = egen(&models(out, &["--task", "retreival"]));
    assert!(error.contains("kmeans, retrieval, selection"), "{error}");
    let (_, error, _) = egen(&["score", "again", dir.path().to_str().unwrap()]);
    assert!(error.contains("egen score models CORPUS --out DIR"), "{error}");
    let file = dir.path().join("bad.jsonl");
    fs::write(&file, "{\"expr\": \"x\"}\n").unwrap();
    let (_, error, _) = egen(&models(out, &["--vectors", file.to_str().unwrap()]));
    assert!(error.contains("line 1") && error.contains("egen score export --help"), "{error}");
    assert!(Path::new(out).join("source.json").exists());
}

#[test]
fn every_task_is_listed() {
    let (list, _, fine) = egen(&["score", "tasks"]);
    assert!(fine);
    for name in ["kmeans", "retrieval", "selection", "mistakes", "algebra", "generation", "pairs", "students", "chains"]
    {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}\n{list}");
    }
}
