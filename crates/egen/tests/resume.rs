//! Does Ctrl-C print the command that goes on, and does that command need nothing else?
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Starts egen, and interrupts it once a file is there. What it said on both streams.
fn interrupt(args: &[&str], once: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egen"));
    let child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    wait_for(once);
    let kill =
        |child: &Child| Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill(&child).success());
    let output = child.wait_with_output().expect("ends");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).concat()
}

fn wait_for(path: &Path) {
    for _ in 0..1200 {
        if path.exists() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("{} does not come", path.display());
}

/// Runs a command line as it was printed.
fn run_line(line: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_egen")).parent().expect("a file is in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).current_dir("/").env("PATH", path).output().expect("a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_corpus_goes_on_with_the_command_that_was_printed() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (dir.path().join("whole"), dir.path().join("parts"));
    let source = dir.path().join("formulas.txt");
    let formulas: Vec<String> = (1..=70).map(|n| format!("sin(x + {n})^2*x")).collect();
    fs::write(&source, formulas.join("\n")).expect("written");
    let flags = ["--members", "9", "--max-tokens", "20", "--seed", "5", "--threads", "1"];
    let args = |out: &Path| {
        let given =
            ["corpus", "generate", "--source", source.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")];
        given.iter().chain(&flags).map(|word| word.to_string()).collect::<Vec<_>>()
    };
    let status = Command::new(env!("CARGO_BIN_EXE_egen")).args(args(&whole)).stdout(Stdio::null()).status();
    assert!(status.expect("runs").success());
    let words = args(&parts);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let said = interrupt(&words, &parts.join("manifest.json"));
    let line = format!("egen corpus generate --out {} --resume", parts.display());
    assert!(said.contains(&line), "{said}");
    run_line(&line);
    let data = |dir: &Path| fs::read(dir.join("data/train-00001.parquet")).expect("written");
    assert!(data(&whole) == data(&parts), "corpora differ");
    let names = |dir: &Path| {
        let names = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(names(&whole), names(&parts));
}

#[test]
fn a_reproduction_goes_on_with_the_command_that_was_printed() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("report");
    let words =
        ["reproduce", "--preset", "full", "--limit", "60", "--threads", "1", "--out", out.to_str().expect("UTF-8")];
    let said = interrupt(&words, &out.join("stages/corpus/made/manifest.json"));
    assert!(said.contains(&format!("egen reproduce --out {} --resume", out.display())), "{said}");
    let kept = fs::read_to_string(out.join("resume.json")).expect("kept");
    assert!(kept.contains("\"limit\": [\n    \"60\"\n  ]") && !kept.contains("\"out\""), "{kept}");
}
