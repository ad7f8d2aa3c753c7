//! Does every line of the derivations in the tables get the verdict that a reader would give it?

use egen_check::{Judge, check};
use egen_read::read::Options;

/// The tables, how many derivations each has at least, and which share of them, one in so many, has a mistake.
const TABLES: [(&str, &str, usize, usize); 6] = [
    ("derivations.txt", include_str!("derivations.txt"), 60, 2),
    ("written.txt", include_str!("written.txt"), 40, 2),
    ("meant.txt", include_str!("meant.txt"), 30, 4),
    ("said.txt", include_str!("said.txt"), 50, 3),
    // Words take mistakes away; there are few of their own.
    ("spoken.txt", include_str!("spoken.txt"), 400, 10),
    ("pasted.txt", include_str!("pasted.txt"), 50, 3),
];

struct Case {
    title: String,
    lines: Vec<String>,
    want: Vec<String>,
}

/// The derivations of a table. A line `|` alone is a blank line of the derivation.
fn cases(table: &str) -> Vec<Case> {
    let mut out: Vec<Case> = Vec::new();
    for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            out.push(Case { title: title.to_string(), lines: Vec::new(), want: Vec::new() });
            continue;
        }
        let (verdicts, text) = match line {
            "|" => ("-", ""),
            line => line.split_once(" |").unwrap_or_else(|| panic!("no bar: {line}")),
        };
        let case = out.last_mut().expect("a title comes first");
        case.want.push(if verdicts == "-" { String::new() } else { verdicts.to_string() });
        case.lines.push(text.trim_start().to_string());
    }
    out
}

#[test]
fn every_line_gets_its_verdict() {
    let judge = Judge::builtin();
    let mut wrong = Vec::new();
    for (name, table, ..) in TABLES {
        for case in cases(table) {
            let rows = check(&case.lines.join("\n"), &judge, &Options::default());
            for (at, (line, want)) in case.lines.iter().zip(&case.want).enumerate() {
                let here: Vec<_> = rows.iter().filter(|row| row.line == at + 1).collect();
                let found: Vec<&str> = here.iter().map(|row| row.finding.verdict.name()).collect();
                if found.join(",") != *want {
                    let reasons: Vec<&str> = here.iter().map(|row| row.finding.reason.as_str()).collect();
                    let (title, found) = (&case.title, found.join(","));
                    wrong.push(format!("{name}, {title}: {line}: wanted {want}, got {found} {reasons:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn tables_are_large_and_every_mistake_is_found_once() {
    let judge = Judge::builtin();
    for (name, table, least, share) in TABLES {
        let all = cases(table);
        let mistakes = all.iter().filter(|case| case.title.starts_with("mistake, ")).count();
        assert!(all.len() >= least && share * mistakes >= all.len() - 1, "{name}: {mistakes} of {}", all.len());
        for case in &all {
            let rows = check(&case.lines.join("\n"), &judge, &Options::default());
            let found = rows.iter().filter(|row| matches!(row.finding.verdict.name(), "refuted" | "lost")).count();
            let gained = rows.iter().filter(|row| row.finding.verdict.name() == "gained").count();
            match case.title.starts_with("right: ") {
                true => assert_eq!(found, 0, "{name}: {}", case.title),
                false => assert_eq!(found + gained, 1, "{name}: {}", case.title),
            }
        }
    }
}
