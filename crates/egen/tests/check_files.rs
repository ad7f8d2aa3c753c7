//! Does `egen check` take several files, go on after one that cannot be read, and write a page that nobody can break?

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Answer {
    stdout: String,
    stderr: String,
    status: i32,
}

/// Runs the command in a folder, so that answers hold no path of this machine.
fn check(folder: &Path, args: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egen"));
    let output = command.arg("check").args(args).current_dir(folder).stdin(Stdio::null()).output().expect("runs");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        status: output.status.code().expect("an exit code"),
    }
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).expect("written"));
    folder
}

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/check");

/// The texts of the golden answers.
const SOLUTION: &str = "\\begin{align*}\n  (x+1)^2 - (x-1)^2 &= x^2 + 2x + 1 - (x^2 - 2x + 1) \\\\\n  &= x^2 + 2x + 1 - x^2 - 2x + 1 \\\\\n  &= 2\n\\end{align*}\n";
const HOMEWORK: &str = "# Homework\n\nSolve x^2 = 2x.\n\nx^2 = 2x\nx = 2\n\nSolve -2x < 6.\n\n-2x < 6\nx < -3\n";
const NOTES: &str = "We know that $2 + 2 = 4$ and that $5! = 121$.\n\nsin(2x) = 2 sin(x) cos(x)\n\nx + * 2\n";

/// Milliseconds differ from run to run, and versions from release to release.
fn steady(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = match line.find("\"ms\":") {
            Some(at) => &line[..at],
            None => line,
        };
        out.push_str(&line.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        out.push('\n');
    }
    out
}

/// With `EGEN_GOLDEN=write` the answers are written instead: read them before they are committed.
fn golden(name: &str, found: &str) {
    let (path, found) = (Path::new(GOLDEN).join(name), steady(found));
    if std::env::var_os("EGEN_GOLDEN").is_some_and(|value| value == "write") {
        return fs::write(path, found).expect("written");
    }
    let wanted = fs::read_to_string(&path).expect("a golden answer");
    assert_eq!(found, wanted, "{name} is not as it was");
}

#[test]
fn answers_are_as_they_were() {
    for (name, text, status) in [("solution.tex", SOLUTION, 1), ("homework.md", HOMEWORK, 1), ("notes.txt", NOTES, 3)] {
        let folder = folder(&[(name, text)]);
        let human = check(folder.path(), &[name, "--report", "page.html"]);
        assert_eq!(human.status, status, "{name}: {}", human.stdout);
        golden(&format!("{name}.out"), &human.stdout);
        golden(&format!("{name}.jsonl"), &check(folder.path(), &[name, "--jsonl"]).stdout);
        let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
        // The style is not what is tested here.
        let (head, rest) = page.split_once("<style>").expect("a style");
        golden(&format!("{name}.html"), &format!("{head}{}", rest.split_once("</style>").expect("its end").1));
    }
}

#[test]
fn files_are_named_and_a_missing_one_stops_nothing() {
    let folder =
        folder(&[("a.md", "x + x\n= 2x\n"), ("b.md", "x\n= 2x\n\ny\n= y + 0\n"), ("empty.md", "Only words.\n")]);
    let answer = check(folder.path(), &["a.md", "missing.md", "b.md"]);
    for heading in ["a.md, problem 1, line 2\n", "b.md, problem 1, line 2\n", "b.md, problem 2, line 5\n"] {
        assert!(answer.stdout.contains(heading), "{heading}: {}", answer.stdout);
    }
    assert!(
        answer
            .stdout
            .ends_with("\n3 steps in 3 problems of 3 files: 2 proved, 1 refuted; 1 file could not be checked\n"),
        "{}",
        answer.stdout
    );
    assert!(answer.stderr.contains("missing.md") && answer.status == 2, "{}", answer.stderr);
    let answer = check(folder.path(), &["a.md", "b.md", "--jsonl"]);
    let named = |name: &str| answer.stdout.lines().filter(|row| row.contains(&format!("\"file\":\"{name}\""))).count();
    assert_eq!((named("a.md"), named("b.md"), answer.status), (1, 2, 1));
    let answer = check(folder.path(), &["a.md", "empty.md"]);
    assert!(answer.stderr.contains("empty.md: no steps found") && answer.status == 2, "{}", answer.stderr);
    let answer = check(folder.path(), &["-", "a.md", "-"]);
    assert!(answer.stderr.contains("given twice") && answer.status == 2, "{}", answer.stderr);
}

#[test]
fn a_report_is_refused_before_any_work_and_leaves_nothing_behind() {
    let folder = folder(&[("a.md", "x + x\n= 2x\n")]);
    fs::create_dir(folder.path().join("there")).expect("made");
    for (path, wanted) in [
        ("there", "is a folder"),
        ("no/such/page.html", "cannot write the report to no/such/page.html"),
        ("a.md", "would take the place of a.md"),
        ("./there/../a.md", "would take the place of a.md"),
    ] {
        let answer = check(folder.path(), &["a.md", "--report", path]);
        assert!(answer.stderr.contains(wanted), "{path}: {}", answer.stderr);
        assert_eq!((answer.stdout.as_str(), answer.status), ("", 2), "{path}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).expect("there"), "x + x\n= 2x\n");
    assert_eq!(check(folder.path(), &["a.md", "--report", "page.html"]).status, 0);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "a.md, there, page.html");
}

#[test]
fn a_page_shows_hostile_text_as_text_and_is_well_formed() {
    let hostile = "<script>alert(1)</script> = 2\n\n<img src=x onerror=alert(1)> x = 3\n\n`\"><script>alert(2)</script>` x + * 2\n\n\
                   x_{<b>} = \"&amp;\u{1}\u{fffe} 2\n\n</table></body>\n\nx + x\n= 3x<!--\n= ]]> -->\n2 + 2 = 5\n";
    let folder = folder(&[("<b>&\".md", hostile), ("also.md", "x\n= x\n")]);
    for args in
        [&["<b>&\".md", "--report", "page.html"][..], &["<b>&\".md", "also.md", "no<i>.md", "--report", "page.html"]]
    {
        let answer = check(folder.path(), args);
        assert!(!answer.stdout.contains('\u{1}'), "{}", answer.stdout);
        let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
        for tag in ["<script", "<img", "<b>&", "<i>", "onerror=alert(1)>", "<!--", "src=", "href=\"http"] {
            assert!(!page.contains(tag), "{tag}: {page}");
        }
        let body = page.strip_prefix("<!DOCTYPE html>").expect("a page");
        let parsed = roxmltree::Document::parse(body).expect("every element is closed");
        assert!(parsed.descendants().any(|node| node.text().is_some_and(|text| text.contains("<b>&\".md"))));
    }
}

#[test]
fn a_long_text_is_bounded_in_time_and_in_the_page() {
    let mut text = String::new();
    while text.len() < 10 << 20 {
        // Words take longer than comments, and the page shows them.
        let line = if text.len() < 1 << 20 { "" } else { "% " };
        text.push_str(line);
        text.push_str(
            "Some words of a long text that claims nothing at all, and goes on and on without a formula in it.\n",
        );
    }
    text.push_str("\n\n2 + 2 = 5\n");
    let folder = folder(&[("long.md", &text)]);
    let start = Instant::now();
    let answer = check(folder.path(), &["long.md", "--report", "page.html", "--numeric"]);
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let page = fs::metadata(folder.path().join("page.html")).expect("a page").len();
    assert!(page < 20 << 20, "{page}");
    // Beyond the limit nothing is judged.
    fs::write(folder.path().join("huge.md"), "x = x\n".repeat((65 << 20) / 6)).expect("written");
    let answer = check(folder.path(), &["huge.md"]);
    assert!(answer.stderr.contains("huge.md is longer than 64 MiB") && answer.status == 2, "{}", answer.stderr);
}

/// The file of cues that the documentation shows: Dutch, as a teacher adds it.
fn dutch() -> String {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/cues.md")).expect("the page");
    let block = page.split("$ cat nl.cues\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    block.expect("the page shows a file").to_string()
}

#[test]
fn cues_of_a_file_are_heard_beside_those_of_egen() {
    let text = "Opgave 1\nx^2 = 4\nx = 2 of x = -2\nOpgave 2\ny = 3x\ny = 6 als x = 2\ny = 12 wanneer x = 4\n2 + 2 = 5\nDat is onwaar.\n";
    let folder = folder(&[("werk.txt", text), ("nl.cues", &dutch())]);
    assert_eq!(check(folder.path(), &["werk.txt"]).status, 1);
    let heard = check(folder.path(), &["werk.txt", "--cues", "nl.cues"]);
    assert_eq!((heard.status, heard.stdout.contains("said to be false")), (0, true), "{}", heard.stdout);
}

#[test]
fn a_file_of_rules_is_no_derivation() {
    let folder = folder(&[
        ("work.txt", "x + 1 = 3\nx = 2\n"),
        ("my.rules", "family my \"Mine.\"\nmy-sum a + (a + (a + b)) => 3*a + b\n"),
    ]);
    let answer = check(folder.path(), &["work.txt", "--rules", "my.rules"]);
    assert!(
        answer.status == 0 && answer.stdout.ends_with("1 step: 1 proved, 1 fact\n"),
        "{}{}",
        answer.stdout,
        answer.stderr
    );
}

#[test]
fn a_defect_of_a_file_of_cues_is_named_with_its_line() {
    for (cues, want) in [
        ("or \"of\" => perhaps", "nl.cues:1: `perhaps` is no effect: expected one of prose, "),
        (
            "# Dutch\n\nor \"of\" => or yes \"x = 2 en x = 3\"",
            "nl.cues:3: cue `or` is not heard in its line `yes \"x = 2 en x = 3\"`",
        ),
        ("or \"of => or", "nl.cues:1: a quotation mark is not closed"),
    ] {
        let folder = folder(&[("werk.txt", "1 = 1\n"), ("nl.cues", cues)]);
        let answer = check(folder.path(), &["werk.txt", "--cues", "nl.cues"]);
        assert_eq!((answer.status, answer.stdout.as_str()), (2, ""), "{cues}");
        assert!(answer.stderr.contains(want), "{cues}: {}", answer.stderr);
    }
    let folder = folder(&[("werk.txt", "1 = 1\n")]);
    let answer = check(folder.path(), &["werk.txt", "--cues", "none.cues"]);
    assert!(answer.status == 2 && answer.stderr.contains("cannot read none.cues"), "{}", answer.stderr);
}
