//! Does every answer for programs keep to its schema in docs/schema?

mod checker;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample");
const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema");

/// Commands with what stands on standard input, and the schema of each object that they answer.
const CASES: [(&str, &[&str], &str); 17] = [
    ("parse", &["parse", "-", "--jsonl"], "2x\nx = 2\n1/2x\nx +\n\\log x\n|a|b|c|\n"),
    (
        "equal",
        &["equal", "--pairs", "-", "--jsonl"],
        "sin(2x)\t2 sin(x) cos(x)\nsqrt(x^2)\tx\nx/x\t1\nf(x)\tg(x)\nx +\tx\none\nasin(x) + acos(x)\tpi/2\nabs(x)\tsqrt(x^2)\n",
    ),
    ("equal", &["equal", "sqrt(x*(10^-331-x))", "2*sqrt(x*(10^-331-x))", "--jsonl"], ""),
    (
        "check",
        &["check", "--jsonl"],
        "Solve this.\nx^2 = 2x\nx = 2\n\n(x+1)^2 = x^2 + 1\n\nx +\n\n\\sin 2x\n= 2 \\sin x \\cos x\n",
    ),
    ("eval", &["eval", "-", "--at", "x=0", "--jsonl"], "x + 1\n1/x\nx + y\nsin(\n10^(10^(10^10))\n\\log 2\n"),
    ("expand", &["expand", "(x+8)-8", "-n", "5", "--nodes", "300", "--jsonl"], ""),
    ("count", &["count", "sin(x)", "--max-tokens", "7", "--nodes", "300", "--json"], ""),
    ("graph", &["graph", "x*(y+1)", "--json"], ""),
    ("graph", &["graph", "sqrt(x^2)+1/3", "--json"], ""),
    ("similar", &["similar", "sin(2x)", "-", "--jsonl"], "2 sin(x) cos(x)\nsin(\nx\n"),
    ("rewrite", &["rewrite", "x + x", "--beam", "5", "--jsonl"], ""),
    ("embed", &["embed", "-"], "x\nsin(\n"),
    ("stats", &["corpus", "stats", SAMPLE, "--json"], ""),
    ("verify", &["corpus", "verify", SAMPLE, "--limit", "20", "--jsonl"], ""),
    ("verify", &["corpus", "verify", "-", "--jsonl"], "sin(2x)\n2 sin(x)\n2 sin(x) cos(x)\nsin(\n\nx\nsqrt(x^2)\n"),
    ("rules", &["rules", "list", "--family", "trig", "--json"], ""),
    ("rules-check", &["rules", "check", "tan-def", "--jsonl"], ""),
];

fn egen(args: &[&str], input: &str) -> String {
    let output = Command::cargo_bin("egen").expect("built").args(args).write_stdin(input).output().expect("runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn schema(name: &str) -> Value {
    let path = Path::new(SCHEMAS).join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect(name)
}

fn holds(name: &str, value: &Value) {
    if let Err(what) = checker::check(&schema(name), value) {
        panic!("{name}: {what}");
    }
}

#[test]
fn answers_keep_to_their_schemas() {
    for (name, args, input) in CASES {
        let answer = egen(args, input);
        let objects = serde_json::Deserializer::from_str(&answer).into_iter::<Value>();
        let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect(name);
        assert!(!objects.is_empty(), "{args:?}");
        objects.iter().for_each(|object| holds(name, object));
    }
}

#[test]
fn scores_and_reports_keep_to_their_schemas() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().to_str().expect("UTF-8");
    let args = [
        "score",
        "models",
        SAMPLE,
        "--split",
        "train",
        "--pool",
        "100",
        "--task",
        "selection",
        "--baselines",
        "--out",
        out,
    ];
    let answer = egen(&[&args[..], &["--json"]].concat(), "");
    let scores: Value = serde_json::from_str(&answer).expect("an object");
    holds("score", &scores);
    // That reports are written like this one is a test of egen-eval.
    let report: Value =
        serde_json::from_str(include_str!("../../../egen-eval/tests/golden/report.json")).expect("an object");
    assert!(!report["tasks"]["selection"]["rows"].as_array().expect("a list").is_empty());
    holds("report", &report);
    let task = egen(&["score", "tasks", "--jsonl"], "");
    task.lines().for_each(|line| holds("tasks", &serde_json::from_str(line).expect("an object")));
}

#[test]
fn every_schema_has_a_case() {
    let entries = fs::read_dir(SCHEMAS).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: BTreeSet<String> = entries
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    let cases: BTreeSet<String> =
        CASES.iter().map(|(name, ..)| *name).chain(["score", "report", "tasks"]).map(String::from).collect();
    assert_eq!(files, cases);
    for name in files {
        let schema = schema(&name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        assert!(schema["title"].is_string() && schema["description"].is_string(), "{name}");
    }
}
