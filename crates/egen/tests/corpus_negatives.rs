//! Does `egen corpus negatives` end with the same bytes whatever happens, and does `export` take what it made?

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use std::{fs, thread};

use egen_corpus::store::Corpus;

fn egen(args: &[&str], dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egen"));
    command.arg("corpus").args(args).arg(dir);
    command
}

fn text(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Two blocks, so that a run can be killed between them.
fn corpus(dir: &Path) {
    let flags = ["generate", "--limit", "40", "--members", "15", "--max-tokens", "15", "--seed", "5", "--out"];
    assert!(egen(&flags, dir).stdout(Stdio::null()).status().expect("runs").success());
}

fn bytes(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(dir.join("edits")).expect("made");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read(path).expect("readable"))).collect()
}

#[test]
fn a_run_that_was_killed_ends_with_the_same_bytes_and_export_takes_them() {
    let dir = tempfile::tempdir().expect("a folder");
    let dir = dir.path().join("corpus");
    corpus(&dir);
    let (stdout, stderr, status) = text(&egen(&["negatives", "--threads", "1"], &dir).output().expect("runs"));
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.contains(" hard negatives of ") && stdout.contains("rows without one"), "{stdout}");
    let want = bytes(&dir);
    let names: Vec<&str> = want.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["manifest.json", "train-00000.parquet", "train-00001.parquet"]);
    fs::remove_dir_all(dir.join("edits")).expect("removed");
    for moment in [20, 120] {
        let mut child = egen(&["negatives", "--resume"], &dir).stdout(Stdio::null()).spawn().expect("starts");
        thread::sleep(Duration::from_millis(moment));
        child.kill().expect("it can be killed");
        child.wait().expect("ends");
    }
    assert!(egen(&["negatives", "--resume"], &dir).stdout(Stdio::null()).status().expect("runs").success());
    assert!(bytes(&dir) == want, "files differ");

    let flags = ["export", "--triplets", "--hard", "1", "--limit", "200"];
    let (lines, stderr, status) = text(&egen(&flags, &dir).output().expect("runs"));
    assert_eq!(status, Some(0), "{stderr}");
    let edits = Corpus::open(&dir).expect("opens").edits("train");
    let known: BTreeSet<String> = edits.map(|edit| edit.expect("readable").prefix).collect();
    let taken = lines.lines().filter(|line| known.contains(line.split('\t').nth(2).expect("three columns"))).count();
    // A row of which no change tried makes another function has none.
    assert!(taken >= 190, "{taken} of 200");
}

#[test]
fn trouble_says_what_to_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let (_, stderr, status) = text(&egen(&["negatives"], &dir.path().join("none")).output().expect("runs"));
    assert!(status == Some(2) && stderr.contains("there is no such folder or file"), "{stderr}");
    let dir = dir.path().join("corpus");
    let flags = ["generate", "--limit", "2", "--members", "3", "--max-tokens", "12", "--out"];
    assert!(egen(&flags, &dir).stdout(Stdio::null()).status().expect("runs").success());
    let run = |more: &[&str]| text(&egen(&[&["negatives"], more].concat(), &dir).output().expect("runs"));
    let (_, stderr, status) = run(&["--per-row", "0"]);
    assert!(status == Some(2) && stderr.contains("--per-row"), "{stderr}");
    assert_eq!(run(&[]).2, Some(0));
    let (_, stderr, status) = run(&[]);
    assert!(
        status == Some(2) && stderr.contains("has hard negatives already: go on with --resume, or delete"),
        "{stderr}"
    );
    let (_, stderr, status) = run(&["--resume", "--per-row", "5"]);
    assert!(status == Some(2) && stderr.contains("belong to another number for each row: 2, now 5"), "{stderr}");
    assert_eq!(run(&["--resume"]).2, Some(0));
    let manifest = dir.join("edits/manifest.json");
    fs::write(&manifest, fs::read_to_string(&manifest).expect("there").replace("\"path\"", "\"place\""))
        .expect("written");
    let export = ["export", "--triplets", "--hard", "1", "--limit", "5"];
    let (_, stderr, status) = text(&egen(&export, &dir).output().expect("runs"));
    assert!(status == Some(2) && stderr.contains("edits/manifest.json: not a manifest"), "{stderr}");
}
