use egen_corpus::svg::Canvas;
use egen_read::read::read_expr;
use egen_weights::Training;

use super::{Facts, Failure, Failures, Part, Report};
use crate::figure::{Figure, Source};
use crate::score::Score;
use crate::subject::{Class, Identity};
use crate::table::{Row, Table, Tables};

fn row(model: &str, vector: &str, class: Class, scores: &[(&str, f64)]) -> Row {
    let learned = !matches!(class, Class::Baseline | Class::Verdicts);
    let training = Training { on: "paper".into(), steps: 1800, expressions: 1_036_800, minutes: 23.0 };
    let score = |(name, value): &(&str, f64)| Score {
        name: (*name).into(),
        value: *value,
        low: value - 0.01,
        high: (value + 0.01).min(1.0),
        spread: name.starts_with("greedy").then_some(0.002),
    };
    Row {
        identity: Identity { model: model.into(), vector: vector.into(), class, trained: learned.then_some(training) },
        scores: scores.iter().map(score).collect(),
    }
}

/// A report with numbers that are made up.
fn report() -> Report {
    let mut tables = Tables::default();
    let kmeans = [
        row("cl-mean", "mean over tokens", Class::Paper, &[("greedy", 0.785), ("best", 0.81)]),
        row("values", "meaning", Class::Values, &[("greedy", 0.98125), ("best", 0.99)]),
        row("bag of tokens", "counts", Class::Baseline, &[("greedy", 0.198), ("best", 0.2)]),
    ];
    let selection = [
        row("symbols", "mean and root", Class::Symbols, &[("right", 0.5)]),
        row("values alone", "", Class::Baseline, &[("right", 0.991)]),
        row("egen equal", "", Class::Verdicts, &[("right", 1.0)]),
    ];
    let tasks = [("kmeans", "2 clusters with 7 expressions", kmeans), ("selection", "4 queries", selection)];
    for (name, test, rows) in tasks {
        tables.tasks.insert(name.into(), Table { test: test.into(), rows: rows.into() });
    }
    let expr = |text: &str| read_expr(text).unwrap();
    let mut canvas = Canvas::new("A < B", 20.0, 10.0);
    canvas.rect(1.0, 1.0, 4.0, 4.0, "#000000");
    Report {
        version: "0.0.0".into(),
        preset: "quick".into(),
        notes: vec!["Numbers < 100 & made up.".into()],
        tables,
        corpus: Facts {
            preset: "held-out".into(),
            rules: "abc".into(),
            rows: 1234,
            clusters: 12,
            splits: vec![Part { name: "test".into(), rows: 7, clusters: 2 }],
            ..Facts::default()
        },
        figures: vec![Figure { name: "one".into(), caption: "One.".into(), source: Source::Own, canvas }],
        failures: vec![Failures {
            task: "selection",
            model: "symbols".into(),
            cases: 4,
            wrong: 2,
            examples: vec![Failure {
                said: "Chosen was the query with one thing changed.".into(),
                exprs: vec![("query".into(), expr("sin(2x)/x")), ("chosen".into(), expr("sin(3x)/x"))],
            }],
        }],
        skipped: vec![("pairs".into(), "no external data was given".into())],
    }
}

/// Compares with a file of `tests/golden`; `EGEN_BLESS=1` writes it.
fn golden(name: &str, text: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("EGEN_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap(), "{path}");
}

#[test]
fn tables_become_json() {
    golden("report.json", &report().json());
}

#[test]
fn tables_become_markdown() {
    golden("report.md", &report().markdown());
}

#[test]
fn what_is_worse_is_said_to_be() {
    let text = report().markdown();
    for said in [
        "greedy: the best of ours has 98.12 (values, meaning), the paper's best 97.61 (CL Mean): 0.52 points better, within the interval of ours. Of ours with symbols only, as the paper's are, the best has 78.50 (cl-mean, mean over tokens): ours is worse, by 19.11 points.",
        "right: the best of ours has 50.00 (symbols, mean and root), the paper's best 76.41 (seq2seq): ours is worse, by 26.41 points.",
        "−26.41, worse",
        "values alone, compares the values",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let page = report().html();
    assert!(page.contains("<li>right: the best of ours has 50.00") && page.contains("class=\"worse\">−26.41, worse<"));
}

/// Is every element closed where it was opened? (No comments, no processing instructions but the first line.)
fn check_elements(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let (head, rest) = body.split_once("<style>").unwrap();
    let (_, rest) = rest.split_once("</style>").unwrap();
    for part in [head, rest].iter().flat_map(|text| text.split('<').skip(1)) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("no end of `<{part}`"));
        assert!(!text.contains('>'), "{text}");
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
        let entities = text.split('&').skip(1);
        entities.for_each(|entity| assert!(entity.split_once(';').is_some_and(|(name, _)| name.len() < 8), "{entity}"));
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn the_page_is_whole_by_itself() {
    let page = report().html();
    check_elements(&page);
    for outside in ["http:", "https:", "//", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<math displaystyle=\"true\">"), "formulas are MathML");
    assert!(page.contains("<svg ") && page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    assert!(page.contains("Numbers &lt; 100 &amp; made up."));
}

#[test]
fn a_report_is_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    report().write(dir.path()).unwrap();
    for file in ["index.html", "report.md", "report.json", "figures/one.svg"] {
        assert!(dir.path().join(file).metadata().unwrap().len() > 50, "{file}");
    }
}
