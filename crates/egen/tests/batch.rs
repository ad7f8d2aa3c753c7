//! Do batches go on past a bad line, and is every formula read as the lines beside it say?

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn egen(args: &[&str], input: &str) -> (String, String, i32) {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    // Tensors are no text.
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn what_a_corpus_is_exported_as_is_read_back() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample");
    let (rows, _, _) = egen(&["corpus", "export", sample], "");
    let doubtful = |line: &&str| egen_read::read::read_expr(line).is_err();
    let some: Vec<&str> = rows.lines().step_by(7).chain(rows.lines().filter(doubtful).take(20)).collect();
    assert!(some.iter().any(doubtful), "the sample has a line that infix could be");
    let (out, err, status) = egen(&["parse", "-", "--to", "prefix"], &some.join("\n"));
    assert_eq!((out.lines().collect::<Vec<_>>(), status), (some, 0), "{err}");
    assert!(err.contains("are read as prefix notation"), "{err}");
    let (out, _, status) = egen(&["embed", "-"], "+ -4 x\n* 2 x\nsin x\n");
    assert!(status == 0 && objects(&out).iter().all(|one| one["meaning"].is_array()), "{out}");
    let (out, _, status) = egen(&["equal", "--pairs", "-"], "+ -4 x\t- x 4\n* 2 x\t+ x x\n");
    assert_eq!((out.lines().count(), status), (2, 0), "{out}");
    // Nothing beside it says so.
    assert_eq!(egen(&["parse", "-"], "+ -4 x\n2x\n").2, 2);
}

#[test]
fn a_bad_line_is_reported_with_its_number_and_the_rest_goes_on() {
    let long = "x".repeat(5 << 20);
    for bad in ["sin(", "\u{fffd}", long.as_str()] {
        let input = format!("x\n{bad}\ny\n");
        for (args, line_of_y) in [
            (&["parse", "-"] as &[&str], "y"),
            (&["eval", "-", "--at", "x=1,y=7"], "7"),
            (&["export", "inputs", "--format", "text", "-"], "x1"),
        ] {
            let (out, err, status) = egen(args, &input);
            assert_eq!((out.lines().nth(1), out.lines().nth(2), status), (Some(""), Some(line_of_y), 2), "{args:?}");
            assert!(err.contains("line 2: "), "{args:?}: {}", &err[..err.len().min(300)]);
        }
        for args in
            [&["parse", "-", "--jsonl"] as &[&str], &["eval", "-", "--at", "x=1,y=7", "--jsonl"], &["embed", "-"]]
        {
            let (out, _, status) = egen(args, &input);
            let objects = objects(&out);
            assert!(objects.len() == 3 && objects[1]["error"].is_string() && status == 2, "{args:?}");
            assert!(objects[2].get("error").is_none(), "{args:?}");
        }
    }
}

#[test]
fn rows_of_a_matrix_without_a_vector_are_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("vectors.npy");
    let (_, err, status) = egen(&["embed", "-", "--out", path.to_str().expect("UTF-8")], "x\n(\ny\n");
    assert!(err.contains("line 2: ") && err.contains("1 of 3 rows are NaN"), "{err}");
    assert!(status == 2 && fs::read(&path).expect("written").len() == 128 + 3 * 128 * 4);
}

#[test]
fn sequences_of_bad_lines_are_empty() {
    let (_, err, status) = egen(&["export", "inputs", "--model", "wide", "-"], "x\nsin(\n");
    assert!(status == 2 && err.contains("line 2: `sin(`"), "{err}");
}

#[test]
fn a_minus_begins_a_formula_wherever_one_is_taken() {
    for (args, wanted) in [
        (&["similar", "x", "-x", "--jsonl"] as &[&str], "\"input\":\"-x\""),
        (&["similar", "-x", "-1*x"], "proved"),
        (&["embed", "-x", "-2x"], "\"input\":\"-2x\""),
        (&["export", "inputs", "--format", "text", "-x"], "neg x1"),
        (&["parse", "-x^2", "--to", "prefix"], "neg pow x 2"),
        (&["eval", "-x", "--at", "x=-2"], "2"),
        (&["equal", "-x", "-1*x"], "proved"),
        (&["expand", "-x", "-n", "1", "--nodes", "100"], "-x"),
    ] {
        let (out, err, status) = egen(args, "");
        assert!(status == 0 && out.contains(wanted), "{args:?}: {out}{err}");
    }
    let (_, err, status) = egen(&["similar", "x", "x", "--jsnl"], "");
    assert!(status == 2 && err.contains("--jsonl"), "a flag that is misspelt is no formula: {err}");
}

#[test]
fn standard_input_is_a_formula_wherever_one_is_taken() {
    for args in [
        &["expand", "-", "-n", "1", "--nodes", "100"] as &[&str],
        &["count", "-", "--nodes", "100", "--max-tokens", "5"],
        &["graph", "-", "--nodes", "30"],
        &["rewrite", "-", "--beam", "1"],
        &["equal", "-", "x + x"],
        &["similar", "-", "x + x"],
    ] {
        let (out, err, status) = egen(args, "2 x\n");
        assert!(status <= 1 && !out.is_empty(), "{args:?}: {err}");
    }
    let (out, _, status) = egen(&["similar", "sin(2x)", "-", "--jsonl"], "x\nsin(\n2 sin(x) cos(x)\n");
    let objects = objects(&out);
    assert_eq!((&objects[0]["line"], &objects[0]["verdict"]), (&3.into(), &"proved".into()), "{out}");
    assert!(objects[2]["error"].is_string() && objects[2]["line"] == 2 && status == 2, "{out}");
    let (_, err, status) = egen(&["expand", "-"], "x\ny\n");
    assert!(status == 2 && err.contains("expected one formula"), "{err}");
}

#[test]
fn proposals_without_a_variable_of_the_formula_are_left_out() {
    let (out, err, _) = egen(&["rewrite", "x*y+z", "--beam", "5"], "");
    assert!(out.lines().all(|line| line.contains('y') && line.contains('z')), "{out}");
    assert!(err.contains("variables x, y, z") && err.contains("as many variables as it was trained on"), "{err}");
}
