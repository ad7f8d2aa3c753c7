//! Does a corpus end with the same bytes although its making was killed? (`tools/kill_corpus.sh` does the same at length.)

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Two blocks, so that a run can be killed between them.
fn start(out: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_egen"))
        .args(["corpus", "generate", "--limit", "40", "--members", "20", "--max-tokens", "15", "--seed", "5", "--out"])
        .arg(out)
        .args(more)
        .stdout(Stdio::null())
        .spawn()
        .expect("starts")
}

fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("readable");
                out.insert(path.strip_prefix(dir).expect("inside").to_owned(), bytes);
            }
        }
    }
    out
}

#[test]
fn a_run_that_was_killed_ends_with_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    let started = Instant::now();
    assert!(start(&whole, &["--threads", "1"]).wait().expect("ends").success());
    let took = started.elapsed();
    let mut moments = Vec::new();
    for _ in 0..3 {
        let mut child = start(&killed, &["--resume", "--threads", "2"]);
        // RandomState is seeded by the system: other moments in every run.
        let share = RandomState::new().hash_one(0) as f64 / u64::MAX as f64;
        let moment: Duration = took.mul_f64(0.7 * share);
        moments.push(moment);
        thread::sleep(moment);
        child.kill().expect("it can be killed");
        child.wait().expect("ends");
    }
    assert!(start(&killed, &["--resume"]).wait().expect("ends").success(), "killed after {moments:?}");
    let (want, got) = (files(&whole), files(&killed));
    assert_eq!(got.keys().collect::<Vec<_>>(), want.keys().collect::<Vec<_>>(), "killed after {moments:?}");
    assert!(want.len() >= 6 && got == want, "killed after {moments:?}, and files differ");
}

#[test]
fn a_corpus_is_not_continued_by_mistake() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_egen"))
            .args(["corpus", "generate", "--limit", "1", "--members", "3", "--max-tokens", "9", "--out"])
            .arg(dir.path())
            .args(more)
            .output()
            .expect("runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(run(&[]).0, Some(0));
    let (status, message) = run(&[]);
    assert!(status == Some(2) && message.contains("--resume"), "{message}");
    let (status, message) = run(&["--resume", "--seed", "9"]);
    assert!(status == Some(2) && message.contains("was begun with seed 0, and now it is 9; make"), "{message}");
    assert!(!message.contains("max_tokens"), "what is the same is not shown: {message}");
    assert_eq!(run(&["--resume"]).0, Some(0));
}

#[test]
fn a_corpus_that_is_not_finished_is_not_used() {
    let dir = tempfile::tempdir().expect("a folder");
    let (corpus, other) = (dir.path().join("corpus"), dir.path().join("other"));
    let mut child = start(&corpus, &["--threads", "1"]);
    for _ in 0..600 {
        if corpus.join("data/train-00000.parquet").exists() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    // The first of two blocks is there, and the manifest that was written before it.
    child.kill().expect("it can be killed");
    child.wait().expect("ends");
    let (from, to) = (corpus.to_str().expect("UTF-8"), other.to_str().expect("UTF-8"));
    let commands: [&[&str]; 10] = [
        &["corpus", "split", from, "--out", to],
        &["corpus", "merge", from, "--out", to],
        &["corpus", "export", from],
        &["corpus", "negatives", from],
        &["corpus", "stats", from],
        &["corpus", "verify", from],
        &["train", from, "--out", to],
        &["export", "batches", from],
        &["score", "models", from, "--split", "train", "--out", to],
        &["corpus", "split", from, "--away-from", from, "--out", to],
    ];
    let refused = |args: &[&str], wanted: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_egen")).args(args).output().expect("runs");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.code() == Some(2) && message.contains(wanted), "{args:?}: {message}");
    };
    for args in commands {
        refused(args, &format!("{from} is not finished: run its `egen corpus generate` again with --resume"));
        assert!(!other.exists(), "{args:?}");
    }
    // One that was split or merged cannot go on.
    let begun = fs::read_to_string(corpus.join("manifest.json")).expect("written");
    fs::write(corpus.join("manifest.json"), begun.replace("\"plan\"", "\"other\"")).expect("written");
    refused(commands[4], &format!("{from} is not finished: what made it was interrupted; delete it and make it again"));
    // Without a manifest anybody may have made it, and nobody knows that more was to come.
    fs::remove_file(corpus.join("manifest.json")).expect("removed");
    let output = Command::new(env!("CARGO_BIN_EXE_egen")).args(commands[4]).output().expect("runs");
    assert_eq!(output.status.code(), Some(0));
}
