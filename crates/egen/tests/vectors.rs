//! Do formulas get vectors from the shipped models, in every form, and errors in their place?

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn egen(args: &[&str], input: &str) -> (String, String, i32) {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[test]
fn a_line_of_json_holds_both_vectors_of_length_1_or_the_error_with_its_place() {
    let (out, err, status) = egen(&["embed", "-"], "sin(2x)\n2 +\n\\frac{1}{x}\n");
    assert_eq!((err.as_str(), status), ("", 2));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(lines.len(), 3);
    for at in [0, 2] {
        for kind in ["meaning", "shape"] {
            let vector = numbers(&lines[at][kind]);
            let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!(vector.len() == 128 && (length - 1.0).abs() < 1e-5, "{kind}: {length}");
        }
    }
    assert_eq!(lines[1]["input"], "2 +");
    assert!(lines[1]["error"].is_string() && lines[1]["at"] == 3, "{}", lines[1]);
}

#[test]
fn a_matrix_keeps_the_rows_in_their_places() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vectors.npy");
    let (_, _, status) = egen(&["embed", "-", "--by", "both", "--out", path.to_str().unwrap()], "x\n(\n");
    assert_eq!(status, 2);
    let bytes = fs::read(&path).unwrap();
    let (header, rows) = bytes.split_at(128);
    assert!(header.starts_with(b"\x93NUMPY\x01\x00") && header.ends_with(b"\n"));
    assert!(String::from_utf8_lossy(header).contains("'shape': (2, 256)"));
    let rows: Vec<f32> = rows.chunks_exact(4).map(|x| f32::from_le_bytes(x.try_into().unwrap())).collect();
    assert_eq!(rows.len(), 512);
    assert!(rows[..256].iter().all(|x| x.is_finite()) && rows[256..].iter().all(|x| x.is_nan()));
    let table = dir.path().join("vectors.parquet");
    let (_, err, status) = egen(&["embed", "x", "y", "--out", table.to_str().unwrap()], "");
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(fs::read(&table).unwrap().starts_with(b"PAR1"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "nothing unfinished is left");
}

#[test]
fn equal_formulas_are_nearer_than_others_and_verdicts_stand_beside() {
    let (out, _, status) = egen(&["similar", "sin(2x)", "sin(3x)", "2 sin(x) cos(x)", "x^2", "--jsonl"], "");
    assert_eq!(status, 0);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!((&lines[0]["input"], &lines[0]["verdict"]), (&"2 sin(x) cos(x)".into(), &"proved".into()), "{out}");
    assert!(lines[1..].iter().all(|line| line["verdict"] == "refuted"), "{out}");
    let cosines: Vec<f64> = lines.iter().map(|line| line["cosine"].as_f64().unwrap()).collect();
    assert!(cosines.is_sorted_by(|a, b| a >= b), "{cosines:?}");
}

#[test]
fn proposals_carry_their_verdicts() {
    let (out, err, status) = egen(&["rewrite", "x + x", "--beam", "5", "--jsonl"], "");
    assert!(err.is_empty() && (0..=1).contains(&status), "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert!(!lines.is_empty() && lines.len() <= 5, "{out}");
    assert_eq!(status == 0, lines.iter().any(|line| line["verdict"] == "proved" || line["verdict"] == "agree"));
    let (out, _, _) = egen(&["rewrite", "x + x", "--beam", "5", "--equal"], "");
    assert!(out.lines().all(|line| line.contains("proved") || line.contains("agree")), "{out}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let (_, err, status) = egen(&["embed", "x", "--format", "npy"], "");
    assert_eq!((err.as_str(), status), ("error: a matrix and a table need a file: --out FILE\n", 2));
    let (_, err, status) = egen(&["embed", "-"], "");
    assert_eq!((err.as_str(), status), ("error: there is no formula on standard input\n", 2));
    let (_, err, status) = egen(&["embed", "x", "--model", "nothing"], "");
    assert!(
        err.starts_with(
            "error: cannot read the model nothing (egen has wide, values, symbols, seq2seq, cl-mean, cl-max)"
        ) && status == 2,
        "{err}"
    );
    let (_, err, status) = egen(&["rewrite", "x", "--model", "values"], "");
    assert_eq!((err.as_str(), status), ("error: the model values has no decoder: it cannot write\n", 2));
    let long = vec!["sin(x)"; 200].join("+");
    let (_, err, status) = egen(&["similar", "x", &long], "");
    assert!(err.contains("256") && status == 2, "{err}");
}
