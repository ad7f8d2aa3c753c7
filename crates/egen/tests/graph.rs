//! Does `egen graph` draw the paper's Figure 1, and refuse what cannot be drawn?

use assert_cmd::Command;
use serde_json::Value;

fn egen(args: &[&str]) -> (String, String, i32) {
    let output = Command::cargo_bin("egen").expect("built").arg("graph").args(args).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

const FIGURE: [&str; 7] = ["(x+8)-8", "--only", "add-sub-assoc", "--only", "sub-self", "--only", "add-zero"];

#[test]
fn figure_one_is_reproduced() {
    let (stdout, stderr, status) = egen(&[&FIGURE[..], &["--json"]].concat());
    let golden = include_str!("golden/figure_one.json");
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!((read(&stdout), status), (read(golden), 0));
    assert_eq!(stderr, "hint: 4 classes and 7 nodes: the rules have nothing more to add\n");
}

#[test]
fn without_a_file_the_grammar_is_printed() {
    let (stdout, stderr, status) = egen(&FIGURE);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!((lines[0], lines.len(), status), ("e0 -> x", 7, 0));
    assert!(stderr.ends_with("; --out FILE.svg draws it\n"), "{stderr}");
}

#[test]
fn by_default_the_picture_is_small_enough_to_read() {
    for expr in ["(x+8)-8", "x*(y+1)", "sin(2x)", "d/dx x^2"] {
        let (stdout, stderr, status) = egen(&[expr, "--format", "svg"]);
        assert!(stdout.starts_with("<svg ") && stdout.ends_with("</svg>\n"), "{expr}: {stderr}");
        assert_eq!(status, 0, "{expr}");
        assert!(stdout.matches("class=\"class").count() <= 45, "{expr}: {stderr}");
    }
}

#[test]
fn what_cannot_be_drawn_says_what_to_do() {
    let (stdout, stderr, status) = egen(&["sin(x)", "--nodes", "3000", "--rounds", "9", "--format", "svg"]);
    assert_eq!((stdout.as_str(), status), ("", 2));
    assert!(stderr.contains("lower --nodes or --rounds"), "{stderr}");
    let (_, stderr, status) = egen(&["x", "--only", "no-such-rule"]);
    assert_eq!(status, 2);
    assert!(stderr.contains("no rule and no family is called `no-such-rule`"), "{stderr}");
}
