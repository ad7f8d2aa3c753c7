//! Does `egen corpus verify` find what is wrong in a corpus, and say where?

use std::path::Path;
use std::sync::LazyLock;
use std::{fs, iter};

use assert_cmd::Command;
use egen_corpus::store::{Corpus, Domain, Manifest, Row, list_files, write_block};
use serde_json::Value;
use tempfile::TempDir;

struct Answer {
    stdout: String,
    stderr: String,
    status: i32,
}

fn egen(args: &[&str], input: &str) -> Answer {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        status: output.status.code().expect("an exit code"),
    }
}

fn verify(path: &Path) -> Answer {
    egen(&["corpus", "verify", path.to_str().expect("UTF-8")], "")
}

/// The objects of the rows that are not right, and the summary.
fn objects(args: &[&str], input: &str) -> (Vec<Value>, Value) {
    let answer = egen(&[&["corpus", "verify", "--jsonl"], args].concat(), input);
    let mut objects: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let mut last = objects.pop().unwrap_or_else(|| panic!("no summary: {}", answer.stderr));
    (objects, last["summary"].take())
}

#[test]
fn a_status_for_each_outcome() {
    for (text, status) in [
        ("sin(2*x)\n2*sin(x)*cos(x)\n", 0),
        ("sqrt(x^2)\nabs(x)\nx\n", 1),
        ("x\nx +\n", 2),
        ("f(x)\ng(x)\n", 3),
        ("x\nx +\n-x\nf(x)\n", 1),
        ("f(x)\ng(x)\nx +\n", 2),
        ("\n\n", 2),
    ] {
        let answer = egen(&["corpus", "verify", "-"], text);
        assert_eq!(answer.status, status, "{text:?}: {} {}", answer.stdout, answer.stderr);
    }
}

#[test]
fn a_wrong_row_is_shown_with_its_point() {
    let answer = egen(&["corpus", "verify", "-"], "sin x\n- 0 sin neg x\n\n\nabs x\nsqrt pow x 2\nx\n");
    assert!(answer.stdout.starts_with("-: 5 rows in 2 clusters, read as prefix, "), "{}", answer.stdout);
    let want = "\nrefuted\n  line 7: abs x  ≠  x\n    at x = -1: the first is 1, the second is -1\n";
    assert!(answer.stdout.ends_with(want), "{}", answer.stdout);
    assert!(answer.stdout.contains("1 of 2 clusters are wholly right"), "{}", answer.stdout);
}

#[test]
fn the_objects_have_lines_points_and_reasons() {
    let text = "ln(x^2)\r\n2*ln(x)\r\nln(x)\r\n2 ln(\r\nln(-x^2)\r\n\r\n)\r\nx\r\n";
    let (rows, summary) = objects(&["-"], text);
    let seen: Vec<(u64, &str)> =
        rows.iter().map(|row| (row["line"].as_u64().expect("a line"), row["verdict"].as_str().expect("one"))).collect();
    assert_eq!(seen, [(3, "refuted"), (4, "unreadable"), (5, "unknown"), (7, "unreadable"), (8, "unknown")]);
    assert!(rows[0]["at"]["x"].is_number() && rows[0]["reason"].as_str().is_some_and(|why| why.starts_with("at x = ")));
    assert_eq!(rows[4]["reason"], "the initial expression (line 7) cannot be read");
    assert_eq!((&summary["rows"], &summary["holds"], &summary["clusters"]), (&7.into(), &2.into(), &2.into()));
    assert_eq!((&summary["domains"]["equal"], &summary["domains"]["narrower"]), (&1.into(), &1.into()));
}

#[test]
fn a_limit_stops_early_and_threads_keep_the_order() {
    let text: String = iter::once("x\n".to_string()).chain((1..5000).map(|n| format!("x + {}\n", n % 7))).collect();
    let (all, summary) = objects(&["-", "--threads", "2"], &text);
    assert_eq!(summary["rows"], 5000);
    assert!(all.windows(2).all(|pair| pair[0]["line"].as_u64() < pair[1]["line"].as_u64()));
    assert_eq!(objects(&["-", "--threads", "1"], &text).0, all);
    let (some, summary) = objects(&["-", "--limit", "3"], &text);
    assert_eq!((some.len(), &summary["rows"]), (2, &3.into()));
}

#[test]
fn a_path_that_is_none_is_named_once() {
    let answer = verify(Path::new("no/such/corpus"));
    assert_eq!((answer.status, answer.stderr.matches("no/such/corpus").count()), (2, 1), "{}", answer.stderr);
    let empty = TempDir::new().expect("a folder");
    let answer = verify(empty.path());
    assert!(answer.status == 2 && answer.stderr.contains("no parquet files here"), "{}", answer.stderr);
    let file = empty.path().join("cut.parquet");
    fs::write(&file, "PAR1 and no more").expect("written");
    let answer = verify(&file);
    assert!(answer.status == 2 && answer.stderr.contains("cut short"), "{}", answer.stderr);
}

/// A corpus of a few clusters, made once.
static MADE: LazyLock<TempDir> = LazyLock::new(|| {
    let dir = TempDir::new().expect("a folder");
    let from = dir.path().join("initial.txt");
    fs::write(&from, "sin(x)^2\nln(3*x)\nd/dx (x^2*exp(x))\n").expect("written");
    let out = dir.path().join("corpus");
    let paths = [&from, &out].map(|path| path.to_str().expect("UTF-8"));
    let answer = egen(
        &["corpus", "generate", "--source", paths[0], "--out", paths[1], "--members", "8", "--max-tokens", "12"],
        "",
    );
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    dir
});

/// The same corpus, with its rows changed; the manifest is made to fit if asked for.
fn tampered(change: impl Fn(&mut Vec<Row>), fitting: bool) -> TempDir {
    let made = MADE.path().join("corpus");
    let mut rows: Vec<Row> =
        Corpus::open(&made).expect("opens").rows("train").collect::<Result<_, _>>().expect("readable");
    change(&mut rows);
    let dir = TempDir::new().expect("a folder");
    write_block(&dir, "train", 0, &rows).expect("written");
    let mut manifest = Manifest::read(&made).expect("readable").expect("there is one");
    manifest.files.retain(|file| file.path.starts_with("data/"));
    manifest.rejects = 0;
    if fitting {
        manifest.files = list_files(&dir).expect("readable");
    }
    manifest.write(&dir).expect("written");
    dir
}

#[test]
fn a_corpus_that_was_made_holds() {
    let answer = verify(&MADE.path().join("corpus"));
    assert_eq!(answer.status, 0, "{}", answer.stdout);
    assert!(answer.stdout.contains("3 of 3 clusters are wholly right"), "{}", answer.stdout);
    let answer = verify(&MADE.path().join("corpus/data/train-00000.parquet"));
    assert_eq!(answer.status, 0, "{}", answer.stdout);
    assert_eq!(verify(tampered(|_| {}, true).path()).status, 0);
}

#[test]
fn a_tampered_row_is_refuted_and_the_checksum_differs() {
    let dir = tampered(|rows| rows[3].prefix = "sin x".into(), false);
    let answer = verify(dir.path());
    assert_eq!(answer.status, 1, "{}", answer.stdout);
    let out = answer.stdout;
    assert!(out.contains("data/train-00000.parquet: the checksum is "), "{out}");
    assert!(out.contains("train, cluster 0, member 3: pow sin x 2  ≠  sin x\n    at x = "), "{out}");
    assert!(out.contains("tokens is ") && out.contains("infix is ") && out.contains("latex is "), "{out}");
}

#[test]
fn wrong_columns_are_named() {
    let dir = tampered(
        |rows| {
            rows[0].domain = Domain::Wider;
            rows[1].complex = None;
            rows[2].tokens += 1;
            rows[3].infix = "x + 1".into();
            rows[4].latex = r"\frac{1".into();
            rows[5].operators.push("zeta".into());
        },
        true,
    );
    let (rows, summary) = objects(&[dir.path().to_str().expect("UTF-8")], "");
    let columns: Vec<&str> = rows.iter().map(|row| row["faults"][0]["column"].as_str().expect("a column")).collect();
    assert_eq!(columns, ["domain", "complex", "tokens", "infix", "latex", "operators"]);
    assert_eq!((&rows[0]["faults"][0]["stored"], &rows[0]["faults"][0]["found"]), (&"wider".into(), &"equal".into()));
    assert_eq!(
        (&summary["mislabelled"], &summary["refuted"], &summary["right_clusters"]),
        (&6.into(), &0.into(), &2.into())
    );
    let answer = verify(dir.path());
    assert_eq!(answer.status, 1);
    assert!(answer.stdout.contains("    domain is `wider`, should be `equal`"), "{}", answer.stdout);
}

#[test]
fn bytes_that_were_changed_are_trouble() {
    let dir = tampered(|rows| rows.truncate(10), false);
    let answer = verify(dir.path());
    assert_eq!(answer.status, 2, "{}", answer.stdout);
    assert!(answer.stdout.contains("the number of rows is 10, the manifest says "), "{}", answer.stdout);
}

#[test]
fn a_cluster_that_is_missing_is_trouble() {
    let dir = tampered(|_| {}, true);
    let mut manifest = Manifest::read(&dir).expect("readable").expect("there is one");
    manifest.clusters += 1;
    manifest.splits.get_mut("train").expect("the split").clusters += 1;
    manifest.write(&dir).expect("written");
    let answer = verify(dir.path());
    assert_eq!(answer.status, 2, "{}", answer.stdout);
    assert!(answer.stdout.contains("the number of clusters is 3, the manifest says 4"), "{}", answer.stdout);
}
