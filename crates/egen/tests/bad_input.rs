//! Does bad input get a clear answer, in bounded time and memory, and never a wrong equality?

use std::fs;

use assert_cmd::Command;

fn egen(args: &[&str]) -> (String, String, i32) {
    let output = Command::cargo_bin("egen").expect("built").args(args).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

fn rule_file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("egen-{}-{name}.rules", std::process::id()));
    fs::write(&path, text).expect("the temporary folder can be written");
    path.to_str().expect("UTF-8").to_string()
}

#[test]
fn an_expression_of_ten_thousand_nodes() {
    let large = vec!["asin(x)"; 3_333].join("+");
    let (out, err, status) = egen(&["expand", &large]);
    assert_eq!((out.as_str(), status), ("", 2));
    assert_eq!(err, "error: the expression has 9998 nodes; at most 2000 are expanded\n");
    let (out, _, status) = egen(&["equal", &large, "3333*asin(x)"]);
    assert!(out.starts_with("proved") && status == 0, "{out}");
    let (out, _, status) = egen(&["equal", &large, "3334*asin(x)"]);
    assert!(out.starts_with("refuted") && status == 1, "{out}");
}

#[test]
fn an_expression_without_a_value() {
    for command in ["expand", "count"] {
        let (out, err, status) = egen(&[command, "ln(-1 - x^2)"]);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.starts_with("error: ln(-1 - x^2) has no value to be verified against: "), "{err}");
    }
    let (out, _, status) = egen(&["equal", "ln(-1 - x^2)", "ln(-1 - x^2) + 1"]);
    assert!(out.starts_with("unknown") && status == 3, "{out}");
}

#[test]
fn a_tower_of_powers_that_overflows() {
    for command in ["expand", "count"] {
        let (out, err, status) = egen(&[command, "10^(10^10) + x"]);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.contains("has no value to be verified against"), "{err}");
    }
    let (out, _, status) = egen(&["equal", "9^9^9^9", "9^9^9^9 + 1"]);
    assert!(out.starts_with("unknown") && status == 3, "{out}");
}

#[test]
fn assumptions_that_contradict_each_other() {
    let both = ["--assume", "x > 1", "--assume", "x < 0"];
    let (out, err, status) = egen(&[&["expand", "sqrt(x^2)"][..], &both].concat());
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(err.contains("assumptions"), "{err}");
    let (out, _, status) = egen(&[&["equal", "x", "x + 1"][..], &both].concat());
    assert!(out.starts_with("unknown") && status == 3, "{out}");
}

#[test]
fn a_rule_that_is_unsound() {
    let file = rule_file("unsound", "family mine \"Wrong.\"\none-two  1 => 2\nsmall  sin(x) => x\n");
    let (out, err, status) = egen(&["expand", "sin(x) + 1", "-n", "200", "--rules", &file]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("rule `one-two` was not followed, once: it would have made 2 of 1"), "{err}");
    assert!(err.contains("rule `small` was not followed"), "{err}");
    assert!(!out.lines().any(|line| line == "x + 1" || line == "sin(x) + 2"), "{out}");
    let (out, _, status) = egen(&["equal", "sin(x)", "x", "--rules", &file]);
    assert!(out.starts_with("refuted") && status == 1, "{out}");
}

#[test]
fn a_rule_file_with_a_defect() {
    let file = rule_file("defect", "family mine \"Mine.\"\nhalf  foo(x, y => x\n");
    for command in [&["expand", "x"][..], &["equal", "x", "x+1"], &["count", "x"]] {
        let (out, err, status) = egen(&[command, &["--rules", &file]].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{command:?}");
        assert!(err.contains(&format!("{file}:2:")), "{err}");
    }
}

#[test]
fn a_rule_of_ones_own_is_used() {
    let rule = "fifth  (x^5 - 1)/(x - 1) => x^4 + x^3 + x^2 + x + 1   off x = 1";
    let file = rule_file("own", &format!("family mine \"Mine.\"\n{rule}\n"));
    let ask =
        |more: &[&str]| egen(&[&["expand", "(t^5 - 1)/(t - 1)", "--nodes", "40", "-n", "400"][..], more].concat());
    let (out, err, status) = ask(&["--rules", &file]);
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("t^4 + t^3"), "{out}");
    assert!(!ask(&[]).0.contains("t^4 + t^3"));
}

#[test]
fn more_threads_than_a_machine_starts() {
    for command in
        [&["equal", "--pairs", "-"][..], &["corpus", "generate", "--out", "none"], &["train", "none", "--out", "none"]]
    {
        let (out, err, status) = egen(&[command, &["--threads", "100000"]].concat());
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.contains("100000 is not in 0..=1024"), "{err}");
    }
}
