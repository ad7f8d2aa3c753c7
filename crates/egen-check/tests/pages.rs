//! Are pages of several problems judged as a teacher would: is no right line refuted, and is each mistake found at its line?
//!
//! `pages.tsv` says of each page in `pages/` how many problems a reader sees, which lines are mistakes, which claims are beyond elementary
//! algebra (`unread`), and which lines rightly gain solutions. `missed` names mistakes that are known to be missed. `pending` says why a
//! page fails today; the mark goes when the page passes, and the test says so.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use egen_check::{Judge, Row, Verdict, check};
use egen_read::read::Options;

/// A row of the table. Lines are counted from 1.
struct Page {
    file: String,
    problems: usize,
    mistakes: BTreeSet<usize>,
    unread: BTreeSet<usize>,
    gained: BTreeSet<usize>,
    missed: BTreeSet<usize>,
    pending: Option<String>,
}

/// Why a page is not judged as it should be.
enum Failure {
    /// A right line is refuted, loses solutions, or gains some that the table does not know of.
    FalseAlarm(usize, Verdict, String),
    /// A mistake is said to hold.
    Proved(usize, String),
    /// A mistake is not found.
    Missed(usize, String),
    /// A mistake is found, and the table says that it is missed.
    NoLongerMissed(usize),
    /// A claim was not understood, and nothing says so.
    Silent(usize, String),
    /// A line of a page without fault is an error.
    Error(usize, String),
}

impl Failure {
    fn told(&self) -> String {
        match self {
            Failure::FalseAlarm(line, verdict, text) => format!("line {line} is right, and {}: {text}", verdict.name()),
            Failure::Proved(line, text) => format!("line {line} is a mistake, and proved: {text}"),
            Failure::Missed(line, text) => format!("line {line} is a mistake, and missed: {text}"),
            Failure::NoLongerMissed(line) => format!("line {line} is found: take it out of the column `missed`"),
            Failure::Silent(line, text) => format!("line {line} has a claim that is silently skipped: {text}"),
            Failure::Error(line, text) => format!("line {line} is an error: {text}"),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages")
}

fn lines(cell: &str) -> BTreeSet<usize> {
    let numbers = cell.split(',').filter(|number| *number != "-");
    numbers.map(|number| number.parse().unwrap_or_else(|_| panic!("no line number: {number}"))).collect()
}

fn table() -> Vec<Page> {
    let page = |row: &str| {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[file, problems, mistakes, unread, gained, missed, pending] = &cells[..] else {
            panic!("seven columns were expected: {row}")
        };
        Page {
            file: file.to_string(),
            problems: problems.parse().unwrap_or_else(|_| panic!("how many problems? {row}")),
            mistakes: lines(mistakes),
            unread: lines(unread),
            gained: lines(gained),
            missed: lines(missed),
            pending: (pending != "-").then(|| pending.to_string()),
        }
    };
    include_str!("pages.tsv").lines().skip(1).map(page).collect()
}

fn is_fault(row: &Row) -> bool {
    matches!(row.finding.verdict, Verdict::Refuted | Verdict::Lost | Verdict::Gained)
}

/// Is it a text with a relation that was passed over, and nobody is told?
fn is_skipped_claim(row: &Row) -> bool {
    row.finding.verdict == Verdict::Skipped
        && row.is_understood() != Some(false)
        && row.input.contains('=')
        && !row.input.contains("</")
}

fn failures(page: &Page, text: &str, rows: &[Row]) -> Vec<Failure> {
    let mut out = Vec::new();
    for (at, text) in text.lines().enumerate() {
        let line = at + 1;
        let here: Vec<&Row> = rows.iter().filter(|row| row.line == line).collect();
        let text = text.trim().to_string();
        let fault = here.iter().find(|row| is_fault(row));
        if page.mistakes.contains(&line) {
            match (fault, page.missed.contains(&line)) {
                (Some(_), true) => out.push(Failure::NoLongerMissed(line)),
                // A chain on one line has steps that hold beside the one that does not: proved is what has no other verdict.
                (None, _) if here.iter().all(|row| row.finding.verdict.holds()) => {
                    out.push(Failure::Proved(line, text))
                }
                (None, false) => out.push(Failure::Missed(line, text)),
                (Some(_), false) | (None, true) => {}
            }
            continue;
        }
        if let Some(row) = fault
            && !(page.gained.contains(&line) && row.finding.verdict == Verdict::Gained)
        {
            out.push(Failure::FalseAlarm(line, row.finding.verdict, text.clone()));
        }
        let named = here.iter().any(|row| row.is_understood() == Some(false));
        if here.iter().any(|row| is_skipped_claim(row)) || page.unread.contains(&line) && !named {
            out.push(Failure::Silent(line, text));
        } else if !page.unread.contains(&line) && here.iter().any(|row| row.finding.verdict == Verdict::Error) {
            out.push(Failure::Error(line, text));
        }
    }
    out
}

/// Shows the table with `--nocapture`.
#[test]
#[expect(clippy::print_stdout, reason = "the table is for who runs it")]
fn pages_are_judged_as_a_reader_would() {
    let judge = Judge::builtin();
    let (mut shown, mut wrong) = (String::new(), Vec::new());
    let (mut mistakes, mut found) = (0, 0);
    for page in table() {
        let text =
            fs::read_to_string(folder().join(&page.file)).unwrap_or_else(|error| panic!("{}: {error}", page.file));
        let rows = check(&text, &judge, &Options::default());
        let failures = failures(&page, &text, &rows);
        let named =
            page.mistakes.iter().filter(|line| rows.iter().any(|row| row.line == **line && is_fault(row))).count();
        (mistakes, found) = (mistakes + page.mistakes.len(), found + named);
        let state = if failures.is_empty() { "" } else { "  fails" };
        writeln!(
            shown,
            "{:45} {named}/{} mistakes, {} problems in {} derivations{state}",
            page.file,
            page.mistakes.len(),
            page.problems,
            rows.last().map_or(0, |row| row.derivation)
        )
        .expect("a string takes text");
        let told: Vec<String> = failures.iter().map(Failure::told).collect();
        match (&page.pending, told.is_empty()) {
            (None, false) => wrong.push(format!("{}: {}", page.file, told.join("\n  "))),
            (Some(_), true) => wrong.push(format!("{}: it passes: take the mark `pending` away", page.file)),
            (Some(why), false) => {
                writeln!(shown, "  pending ({why}): {}", told.join("\n  ")).expect("a string takes text")
            }
            (None, true) => {}
        }
    }
    println!("{shown}{found} of {mistakes} mistakes found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_table_names_every_page() {
    let listed: BTreeSet<String> = table().into_iter().map(|page| page.file).collect();
    let entries = fs::read_dir(folder()).expect("the folder of pages");
    let stored: BTreeSet<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8")).collect();
    assert_eq!(listed, stored);
}

#[test]
fn lines_of_the_table_exist() {
    for page in table() {
        let text =
            fs::read_to_string(folder().join(&page.file)).unwrap_or_else(|error| panic!("{}: {error}", page.file));
        let count = text.lines().count();
        let all = [&page.mistakes, &page.unread, &page.gained].into_iter().flatten();
        assert!(all.into_iter().all(|line| (1..=count).contains(line)), "{}: it has {count} lines", page.file);
        assert!(page.missed.is_subset(&page.mistakes) && page.mistakes.len() < 2, "{}", page.file);
    }
}
