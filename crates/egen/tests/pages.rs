//! Do the README and the book show what the command really does?
//!
//! A block that begins with `$ ` is a session: commands with what they print on both streams below them. `$ cat FILE` shows a file that
//! later commands of the page read. A block `sh` is a script, which must succeed. A script behind the comment `<!-- long: … -->`, which no
//! reader sees, and commands in indented lines are not run; the command only says whether it knows their arguments.
#![cfg(unix)] // The pages are written for a POSIX shell.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

enum Block {
    Session(String),
    Script(String),
    /// Each line is a command that takes too long for a test, or that this machine may not have.
    Unrun(String),
    Rust(String),
}

/// The blocks of code of a page, in order.
fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    let mut long = false;
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            long = line.starts_with("<!-- long: ");
            found.extend(line.strip_prefix("    ").map(|line| Block::Unrun(line.to_string())));
            continue;
        };
        let text =
            lines.by_ref().take_while(|line| *line != "```").fold(String::new(), |text, line| text + line + "\n");
        match kind {
            "" if text.starts_with("$ ") => found.push(Block::Session(text)),
            "sh" if long => found.push(Block::Unrun(text)),
            "sh" => found.push(Block::Script(text)),
            "rust" => found.push(Block::Rust(text)),
            _ => {}
        }
        long = false;
    }
    found
}

fn shell(script: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_egen")).parent().expect("a file is in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    Command::new("sh").args(["-ec", script]).current_dir(folder).env("PATH", path).output().expect("a shell")
}

/// What a command prints, standard error first (notes stand before answers) and last.
fn printed(line: &str, folder: &Path) -> [String; 2] {
    let output = shell(line, folder);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    [format!("{err}{out}"), format!("{out}{err}")].map(|text| text.trim().to_string())
}

fn check_session(text: &str, folder: &Path) {
    for session in format!("\n{text}").split("\n$ ").skip(1) {
        let (line, shown) = session.split_once('\n').unwrap_or((session, ""));
        if let Some(file) = line.strip_prefix("cat ") {
            fs::write(folder.join(file), shown).expect("the temporary folder can be written");
            continue;
        }
        let printed = printed(line, folder);
        assert!(!shown.trim().is_empty(), "$ {line}\nshows nothing");
        assert!(printed.contains(&shown.trim().to_string()), "$ {line}\n{}\nis not\n{shown}", printed[0]);
    }
}

/// Asked for help behind its arguments, the command refuses those that it does not know.
fn check_arguments(text: &str, folder: &Path) {
    for line in text.lines() {
        let line = line.replace("cargo run --release -p egen -- ", "egen ");
        if line.starts_with("egen ") {
            let output = shell(&format!("{line} --help"), folder);
            assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

fn check_page(name: &str, page: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = include_str!("../src/lib.rs").replace("//! ", "");
    for block in blocks(page) {
        match block {
            Block::Session(text) => check_session(&text, folder.path()),
            Block::Script(text) => {
                let output = shell(&text, folder.path());
                assert!(output.status.success(), "{name}\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
            }
            Block::Unrun(text) => check_arguments(&text, folder.path()),
            // Examples of the library are tests where they stand; a page repeats their lines.
            Block::Rust(text) => text
                .lines()
                .filter(|line| !line.starts_with("use "))
                .for_each(|line| assert!(library.contains(line), "{name}: no example of the library has\n{line}")),
        }
    }
}

/// The README and the chapters of the book; none in a packaged crate, which is without them.
fn pages() -> Vec<PathBuf> {
    let chapters = fs::read_dir(Path::new(ROOT).join("docs/book/src")).into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = chapters.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.extend(Some(Path::new(ROOT).join("README.md")).filter(|_| !pages.is_empty()));
    pages
}

#[test]
fn pages_are_as_the_command_runs() {
    thread::scope(|scope| {
        for path in pages() {
            scope.spawn(move || check_page(&path.display().to_string(), &fs::read_to_string(&path).expect("a page")));
        }
    });
}

#[test]
fn the_book_lists_its_chapters() {
    for path in pages().iter().filter(|path| !path.ends_with("SUMMARY.md") && !path.ends_with("README.md")) {
        let summary = fs::read_to_string(path.with_file_name("SUMMARY.md")).expect("a summary");
        let name = path.file_name().expect("a file").to_string_lossy();
        assert!(summary.contains(&format!("({name})")), "SUMMARY.md is without {name}");
    }
}
