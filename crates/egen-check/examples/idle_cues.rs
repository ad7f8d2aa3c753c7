//! Which words of the cues are idle: without which of them does no fixture change?
//!
//!     cargo run --release -p egen-check --example idle_cues
//!
//! Each word is left out in turn, and the fixtures in which it occurs are checked again. Exit status 1 if a word is idle.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use egen_check::{Cues, Judge, check_with};
use egen_math::compare::Settings;
use egen_read::read::Options;

fn main() -> io::Result<ExitCode> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let texts: Vec<String> = texts(&folder)?.into_iter().collect();
    let small: Vec<String> = texts.iter().map(|text| text.to_lowercase().replace('’', "'")).collect();
    // Values decide; proofs would only say why.
    let judge = Judge { settings: Settings::default(), prover: None };
    let found = |text: &str, cues: &Cues| -> Vec<String> {
        let rows = check_with(text, &judge, &Options::default(), cues);
        let shown = |row: &egen_check::Row| {
            let after = row.after.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{} {} {} {after} {}", row.derivation, row.line, row.finding.verdict.name(), row.input)
        };
        rows.iter().map(shown).collect()
    };
    let cues = Cues::builtin();
    let whole: Vec<Vec<String>> = texts.iter().map(|text| found(text, cues)).collect();
    let (mut out, mut idle) = (io::stdout().lock(), 0);
    let words = cues.words();
    for (place, (row, word)) in words.iter().enumerate() {
        let without = cues.without(place);
        let bare = word.trim_end_matches('*').to_lowercase();
        let near = (0..texts.len()).filter(|&at| small[at].contains(&bare));
        if !near.into_iter().any(|at| found(&texts[at], &without) != whole[at]) {
            writeln!(out, "{row}: {word}")?;
            idle += 1;
        }
    }
    writeln!(out, "{idle} of {} words are idle in {} fixtures", words.len(), texts.len())?;
    Ok(if idle > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The derivations of the tables, and the pages.
fn texts(folder: &Path) -> io::Result<Vec<String>> {
    let mut out = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder.join("pages"))?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(fs::DirEntry::path);
    for file in files {
        out.push(fs::read_to_string(file.path())?);
    }
    for table in ["derivations.txt", "written.txt", "meant.txt", "said.txt", "spoken.txt", "pasted.txt"] {
        let text = fs::read_to_string(folder.join(table))?;
        for case in text.split("\n== ").skip(1) {
            let lines = case.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
            let shown =
                lines.map(|line| if line == "|" { "" } else { line.split_once(" |").map_or(line, |pair| pair.1) });
            out.push(shown.map(str::trim_start).collect::<Vec<_>>().join("\n"));
        }
    }
    Ok(out)
}
