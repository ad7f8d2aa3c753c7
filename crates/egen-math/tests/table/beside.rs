//! Lists beside the table: does any other file say something of many functions?
//!
//! A property that a file lists by itself is missing for the next operator, and nothing fails. So all files are read that name more than `FEW`
//! of the functions that are not arithmetic, and those that may are named here with their reason.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use egen_math::Op;
use egen_math::op::Family;

const FEW: usize = 3;

const MAY: [(&str, &str); 7] = [
    ("egen-corpus/src/stats/paper.rs", "a quotation: the operators of the paper"),
    ("egen-eval/src/figure/single.rs", "a quotation: the operators of the paper's figure"),
    ("egen-graph/src/algebra/circular.rs", "how: circular functions by exponentials"),
    ("egen-graph/src/algebra/function.rs", "how: inverse functions by logarithms; all others are atoms"),
    ("egen-math/src/ball/image.rs", "how: functions of 1/x over balls; the table names each"),
    ("egen-math/src/op.rs", "the operators themselves"),
    ("egen-math/src/op/table.rs", "the table"),
];

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

/// The words behind `Op::`, outside of comments and of the unit tests at the end.
fn operators_named(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split("Op::").skip(1));
    words.map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(rest))
}

#[test]
fn no_file_beside_the_table_names_many_functions() {
    let arithmetic = [Family::Arithmetic, Family::Sign, Family::Exponential, Family::Calculus];
    let functions: BTreeSet<String> = Op::all()
        .filter(|op| op.arity() == 1 && !arithmetic.contains(&op.info().family))
        .map(|op| format!("{op:?}"))
        .collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for krate in std::fs::read_dir(&crates).expect("the folder of the crates") {
        let source = krate.expect("a readable entry").path().join("src");
        let mut files = Vec::new();
        if source.is_dir() {
            rust_files(&source, &mut files);
        }
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a text");
            let named: BTreeSet<&str> = operators_named(&text).filter(|word| functions.contains(*word)).collect();
            let may = MAY.iter().any(|(path, _)| file.ends_with(path));
            let path = file.display();
            assert!(
                may || named.len() <= FEW,
                "{path} names {named:?}: a property of operators is a column of the table"
            );
        }
    }
}
