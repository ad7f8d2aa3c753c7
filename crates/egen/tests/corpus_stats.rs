//! Does `egen corpus stats` count what is there, and say what to do when nothing is?

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use egen_corpus::store::{Domain, Reject, Row, write_block, write_rejects};
use serde_json::{Value, json};

fn stats(dir: &Path, args: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("egen").expect("built");
    let output = command.args(["corpus", "stats"]).arg(dir).args(args).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

fn cluster(number: u32, members: &[&str]) -> Vec<Row> {
    let row = |(at, prefix): (usize, &&str)| Row {
        cluster: number,
        initial: members[0].into(),
        member: at as u32,
        prefix: (*prefix).into(),
        infix: "not looked at".into(),
        latex: "not looked at".into(),
        tokens: prefix.split(' ').count() as u32,
        domain: if at == 1 { Domain::Wider } else { Domain::Equal },
        complex: [Some(true), Some(false), None][at % 3],
        operators: Vec::new(),
        part: if at == 0 { "natural".into() } else { "x > 0".into() },
        complete: number == 0,
    };
    members.iter().enumerate().map(row).collect()
}

/// Three clusters in two splits, with everything in it that a good corpus has not.
fn corpus() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let padded = cluster(0, &["+ x 1", "+ 1 x", "+ x 1", "* 1 + x 1", "sin asin + x 1", "neg neg + x 1"]);
    let derivative = cluster(1, &["d x pow x 2", "* 2 x", "+ x x", "+ neg neg x ln pow e x"]);
    write_block(&dir, "train", 0, &[padded, derivative].concat()).expect("written");
    write_block(&dir, "test", 1, &cluster(2, &["* x 2", "/ x / 1 2"])).expect("written");
    let reject = |reason: &str| Reject {
        cluster: 0,
        initial: "+ x 1".into(),
        candidate: "x".into(),
        reason: reason.into(),
        at: String::new(),
    };
    write_rejects(&dir, 0, &["differs", "differs", "no value"].map(reject)).expect("written");
    dir
}

#[test]
fn a_corpus_with_known_statistics_gets_them() {
    let dir = corpus();
    let (stdout, stderr, status) = stats(dir.path(), &["--json"]);
    assert_eq!((stderr.as_str(), status), ("", 0));
    let all: Value = serde_json::from_str(&stdout).expect("one object");
    let want = json!({
        "rows": 12,
        "clusters": 3,
        "pairs": 30 + 12 + 2,
        "unordered_pairs": 22,
        "triplets": 30 * 4 + 12 * 6,
        "domain": {"equal": 9, "wider": 3},
        "complex": {"agree": 5, "differ": 4, "unknown": 3},
        "parts": {"natural": 3, "x > 0": 9},
        "complete_clusters": 1,
        "near_duplicates": 2,
        "in_several_clusters": {"expressions": 1, "rows": 2, "between_splits": 1},
        "rejects": {"total": 3, "reasons": {"differs": 2, "no value": 1}},
    });
    for (key, want) in want.as_object().expect("an object") {
        assert_eq!(&all[key], want, "{key}");
    }
    let table = [
        ("/splits/train/rows", json!(10)),
        ("/splits/test/clusters", json!(1)),
        ("/cluster_size/average", json!(4.0)),
        ("/cluster_size/median", json!(4.0)),
        ("/cluster_size/min", json!(2)),
        ("/cluster_size/max", json!(6)),
        ("/cluster_size/counts", json!({"2": 1, "4": 1, "6": 1})),
        ("/tokens/median", json!(4.0)),
        ("/tokens/counts/3", json!(6)),
        ("/model_tokens/median", json!(5.0)),
        ("/model_tokens/counts/4", json!(5)),
        ("/plain", json!(8)),
        ("/operators/+", json!(8)),
        ("/operators/exp", json!(1)),
        ("/operators/sech", json!(0)),
        ("/operators_of_paper/present", json!(9)),
        ("/operators_of_paper/missing/0", json!("-")),
        ("/derivatives/rows", json!(1)),
        ("/derivatives/clusters", json!(1)),
        ("/derivatives/free_share", json!(0.75)),
        ("/degenerate/rows", json!(3)),
        ("/degenerate/share", json!(0.25)),
        ("/degenerate/trivial", json!(1)),
        ("/degenerate/by_kind/tower", json!(2)),
        ("/degenerate/by_kind/double_negation", json!(2)),
        ("/degenerate/by_kind/times_one", json!(1)),
    ];
    for (place, want) in table {
        assert_eq!(all.pointer(place), Some(&want), "{place}");
    }
}

#[test]
fn a_person_sees_the_papers_table_beside_this_corpus() {
    let dir = corpus();
    let (stdout, _, status) = stats(dir.path(), &[]);
    assert_eq!(status, 0);
    let line = |start: &str| stdout.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    assert_eq!(line("average cluster size"), "average cluster size             102         2   4.0");
    assert_eq!(line("test expressions"), "test expressions               8,077     5,000   2");
    assert!(stdout.contains("missing: -, abs, sqrt, cos"), "{stdout}");
}

#[test]
fn the_figure_is_drawn() {
    let dir = corpus();
    let svg = dir.path().join("figure.svg");
    let name = svg.to_str().expect("UTF-8");
    assert_eq!(stats(dir.path(), &["--out", name]), (String::new(), String::new(), 0));
    let (stdout, stderr, status) = stats(dir.path(), &["--out", "figure.pdf"]);
    assert!(stdout.is_empty() && stderr.contains("--format: text, json, svg") && status == 2, "{stderr}");
    let text = std::fs::read_to_string(svg).expect("there");
    assert!(text.starts_with("<svg ") && text.contains(">asech</text>"));
}

#[test]
fn what_is_not_there_or_cannot_be_read_is_named() {
    let (stdout, stderr, status) = stats(Path::new("/no/such/corpus"), &[]);
    assert_eq!((stdout.as_str(), status), ("", 2));
    assert!(stderr.contains("/no/such/corpus: there is no such folder or file; `egen corpus generate"), "{stderr}");
    let dir = tempfile::tempdir().expect("a folder");
    let (_, stderr, status) = stats(dir.path(), &[]);
    assert!(status == 2 && stderr.contains("no parquet files here"), "{stderr}");
    write_block(&dir, "train", 0, &cluster(7, &["x", "+ x"])).expect("written");
    let (_, stderr, status) = stats(dir.path(), &[]);
    assert!(status == 2 && stderr.contains("split `train`, cluster 7, member 1: `+ x`"), "{stderr}");
}

#[test]
fn a_damaged_file_gets_the_advice_of_its_maker() {
    let dir = tempfile::tempdir().unwrap();
    let [made, copied] = ["made", "copied"].map(|name| dir.path().join(name));
    let generate = |more: &[&str]| {
        let out = made.to_str().unwrap();
        let args = [&["corpus", "generate", "--limit", "3", "--members", "4", "--out", out], more].concat();
        assert!(Command::cargo_bin("egen").unwrap().args(args).output().unwrap().status.success());
    };
    let advice = |path: &Path| {
        let (_, said, status) = stats(path, &[]);
        assert_eq!(status, 2);
        said
    };
    generate(&[]);
    let file = made.join("data/train-00000.parquet");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let said = advice(&made);
    assert!(
        said.ends_with("delete that file, and its `egen corpus generate` with --resume makes it again\n"),
        "{said}"
    );
    fs::create_dir(&copied).unwrap();
    fs::copy(&file, copied.join("other.parquet")).unwrap();
    let said = advice(&copied);
    assert!(said.ends_with("get the file again from where it came\n"), "{said}");
    // As it was told.
    fs::remove_file(&file).unwrap();
    generate(&["--resume"]);
    assert_eq!(fs::read(&file).unwrap(), whole);
}
