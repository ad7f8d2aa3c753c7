//! Writes the table of the rule files that `RuleSet::builtin` embeds, so that a new file needs no code.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let rules = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    let entries = fs::read_dir(&rules).unwrap_or_else(|error| panic!("{}: {error}", rules.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable directory").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rules"));
    // Without rules nothing would fail: everything would just be unknown.
    assert!(!files.is_empty(), "{}: no *.rules", rules.display());
    files.sort();
    let mut table = String::from("static FILES: &[(&str, &str)] = &[\n");
    for path in &files {
        let name = path.file_name().expect("a file").to_str().expect("rule files have plain names");
        let path = path.canonicalize().expect("it was just listed");
        table += &format!("    ({:?}, include_str!({:?})),\n", format!("rules/{name}"), path);
        println!("cargo::rerun-if-changed={}", path.display());
    }
    table += "];\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, table).expect("the output directory is writable");
}
