//! Does `egen corpus generate` take a user's own expressions, and the shares it is told?

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use egen_corpus::store::{Corpus, Row};
use egen_graph::bounds::{Bounds, Length};
use egen_graph::plain::is_plain;
use egen_read::read::read_expr;

fn generate(dir: &Path, formulas: &str, more: &[&str]) -> (Option<i32>, String) {
    let (status, _, message) = told(dir, formulas, more);
    (status, message)
}

/// The exit status, what is told and what is complained about.
fn told(dir: &Path, formulas: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let file = dir.join("formulas.txt");
    fs::write(&file, formulas).expect("writable");
    let output = Command::cargo_bin("egen")
        .expect("built")
        .args(["corpus", "generate", "--members", "20", "--max-tokens", "12", "--source"])
        .arg(&file)
        .arg("--out")
        .arg(dir.join("corpus"))
        .args(more)
        .output()
        .expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn rows(dir: &Path) -> Vec<Row> {
    let corpus = Corpus::open(dir.join("corpus")).expect("opens");
    corpus.rows("train").collect::<Result<_, _>>().expect("readable")
}

#[test]
fn a_file_may_mix_notations_and_parts_have_their_share() {
    let dir = tempfile::tempdir().expect("a folder");
    let formulas = "# mine\n\\ln\\left(t^{2}\\right)\n\nsqrt(t)*sqrt(t + 1)\nmul x add x INT+ 1\n2 ln(abs(t))\n";
    let (status, message) = generate(dir.path(), formulas, &["--subdomain", "t > 0", "--subdomain-share", "0.5"]);
    assert_eq!(status, Some(0), "{message}");
    let rows = rows(dir.path());
    let initials: Vec<&str> = rows.iter().filter(|row| row.member == 0).map(|row| row.infix.as_str()).collect();
    assert_eq!(initials, ["ln(t^2)", "sqrt(t)*sqrt(t + 1)", "x*(x + 1)"], "2 ln|t| is the first one once more");
    let of_part = |cluster: u32| rows.iter().filter(|row| row.cluster == cluster && row.part == "t > 0").count();
    assert_eq!([of_part(0), of_part(1), of_part(2)], [10, 10, 0]);
}

#[test]
fn no_share_is_no_part() {
    let dir = tempfile::tempdir().expect("a folder");
    let (status, message) = generate(dir.path(), "ln(x^2)\n", &["--subdomain-share", "0"]);
    assert_eq!(status, Some(0), "{message}");
    assert!(rows(dir.path()).iter().all(|row| row.part == "natural"));
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    for (formulas, more, wanted) in [
        ("sin(\n", &[][..], "formulas.txt:1"),
        ("# nothing\n", &[], "holds no expression"),
        ("x\n", &["--subdomain", "x >"], "for '--subdomain <CONDITION>'"),
        ("x\n", &["--subdomain-share", "1.5"], "expected a number from 0 to 1"),
        ("x\n", &["--max-number", "0"], "for '--max-number <N>'"),
        ("x\n", &["--style", "odd"], "possible values: uniform, natural, mixed"),
        ("x\n", &["--style", "natural", "--natural-share", "0.2"], "--natural-share is for --style mixed"),
        (
            "x + 1000\n",
            &[],
            "none of the 1 initial expressions is within the bounds: raise --max-tokens or --max-number",
        ),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let (status, message) = generate(dir.path(), formulas, more);
        assert!(status == Some(2) && message.contains(wanted), "{status:?} {message}");
        assert!(!dir.path().join("corpus").exists());
    }
}

#[test]
fn one_bad_line_is_reported_and_the_rest_goes_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let (status, message) = generate(dir.path(), "x + 1\nsin(\nlog(x)\n", &[]);
    assert_eq!(status, Some(2), "{message}");
    assert!(message.contains("formulas.txt:2: ") && message.contains("formulas.txt:3: `log` is read"), "{message}");
    let initials = rows(dir.path()).into_iter().filter(|row| row.member == 0).map(|row| row.infix);
    assert_eq!(initials.collect::<Vec<_>>(), ["x + 1", "ln(x)"]);
    let notes = fs::read_to_string(dir.path().join("corpus/notes.jsonl")).expect("written");
    let lines: Vec<serde_json::Value> = notes.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["line"], &lines[0]["input"]), (&2.into(), &"sin(".into()));
    assert!(lines[0]["error"].is_string() && lines[1]["error"].is_null());
    assert_eq!(lines[1]["notes"][0], "`log` is read as the natural logarithm");
}

#[test]
fn expressions_beyond_the_bounds_are_left_out_and_counted() {
    let dir = tempfile::tempdir().expect("a folder");
    let formulas = "sin(x) + 12\nx + 1000\nx*0.000003814697265625\nx^2 + 3*x + 123*sin(x)\n(x + 40)^3\n";
    let (status, out, message) = told(dir.path(), formulas, &["--style", "natural", "--max-number", "99"]);
    assert_eq!(status, Some(0), "{message}");
    let told = "3 of 5 initial expressions were left out: longer than 12 tokens, or with a number above 99\n";
    assert!(out.contains(told), "{out}");
    let rows = rows(dir.path());
    assert!(rows.iter().any(|row| row.member > 3));
    for row in rows {
        let expr = read_expr(&row.infix).expect("infix");
        let bounds = Bounds { max_tokens: 12, length: Length::Model, max_number: Some(99) };
        assert!(bounds.admits(&expr) && is_plain(&expr), "{}", row.infix);
    }
}

#[test]
fn an_expression_without_a_value_is_no_cluster_and_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let (status, out, message) = told(dir.path(), "x^2\n1/0\n", &[]);
    assert_eq!(status, Some(0), "{message}");
    assert!(
        out.contains("no cluster for 1, which cannot be verified: 1/0 (") && out.contains(" in 1 clusters"),
        "{out}"
    );
    let corpus = dir.path().join("corpus");
    let rejects = Corpus::open(&corpus).expect("opens").rejects().collect::<Result<Vec<_>, _>>().expect("readable");
    assert!(rejects.iter().any(|reject| reject.candidate == "1/0" && !reject.reason.is_empty()), "{rejects:?}");
    let verified = Command::cargo_bin("egen").expect("built").args(["corpus", "verify"]).arg(&corpus).output();
    assert_eq!(verified.expect("runs").status.code(), Some(0));
    // What was made before is counted in the same way.
    let before = fs::read(corpus.join("manifest.json")).expect("written");
    let (status, again, message) = told(dir.path(), "x^2\n1/0\n", &["--resume"]);
    assert!(status == Some(0) && again.contains("cannot be verified: 1/0 ("), "{again}{message}");
    assert!(fs::read(corpus.join("manifest.json")).expect("written") == before);
}

#[test]
fn a_corpus_of_nothing_is_refused() {
    for (formulas, more, wanted) in [
        ("1/0\n", &[][..], "none of the initial expressions can be verified: 1/0 ("),
        ("(-1)^n\n", &[], "none of the initial expressions can be verified: (-1)^n ("),
        ("x\n", &["--limit", "0"], "0 is not in 1.."),
        ("x\n", &["--shard", "0/0"], "there are no 0 shards; expected i/N, such as 0/8"),
        ("x\n", &["--shard", "2/2"], "shards of 2 are numbered from 0 to 1"),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let (status, message) = generate(dir.path(), formulas, more);
        assert!(status == Some(2) && message.contains(wanted), "{status:?} {message}");
        assert!(!dir.path().join("corpus").exists(), "{formulas}{more:?}");
    }
}
