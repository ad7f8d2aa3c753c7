use std::collections::BTreeSet;

use egen_corpus::stats::Compared;
use egen_corpus::svg::Canvas;
use egen_read::read::read_expr;
use egen_weights::Training;

use super::examples::{Derivation, Selection};
use super::page::{Block, Entry, Page, Tone};
use super::{
    COLUMNS, Category, Cluster, Drawing, Efficiency, Examples, Facts, Failure, Failures, Machine, Part, Provenance,
    Report, StageTime, chosen, sections,
};
use crate::figure::Figure;
use crate::score::Score;
use crate::selection::{Candidate, Case, Origin};
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

fn tables() -> Tables {
    let mut tables = Tables::default();
    let kmeans = [
        row("bag of tokens", "counts", Class::Baseline, &[("greedy", 0.198), ("best", 0.2)]),
        row("cl-mean", "mean over tokens", Class::Paper, &[("greedy", 0.785), ("best", 0.81)]),
        row("values", "meaning", Class::Values, &[("greedy", 0.999), ("best", 0.999)]),
        row("wide", "meaning", Class::Values, &[("greedy", 0.98125), ("best", 0.99)]),
    ];
    let selection = [
        row("values alone", "", Class::Baseline, &[("right", 0.991)]),
        row("egen equal", "", Class::Verdicts, &[("right", 1.0)]),
        row("symbols", "mean and root", Class::Symbols, &[("right", 0.5)]),
        row("wide", "meaning", Class::Values, &[("right", 0.9)]),
    ];
    let tasks = [("kmeans", "2 clusters with 7 expressions", kmeans), ("selection", "4 queries", selection)];
    for (name, test, rows) in tasks {
        tables.tasks.insert(name.into(), Table { test: test.into(), rows: rows.into() });
    }
    tables
}

/// A report with numbers that are made up.
fn report() -> Report {
    let expr = |text: &str| read_expr(text).unwrap();
    let mut canvas = Canvas::new("A < B", 20.0, 10.0);
    canvas.rect(1.0, 1.0, 4.0, 4.0, "#000000");
    let candidate = |text: &str, origin| Candidate { expr: expr(text), origin };
    Report {
        provenance: Provenance {
            date: "Thu, 19 Nov 2026 21:12:48 GMT".into(),
            version: "0.0.0".into(),
            commit: Some("0123456789ab".into()),
            command: "egen reproduce --preset quick --out report".into(),
            machine: Machine {
                cores: 2,
                processor: Some("a processor".into()),
                memory: Some(7.8),
                system: "linux x86_64".into(),
            },
            seconds: 372.0,
            stages: vec![StageTime {
                name: "corpus".into(),
                made: "1,234 rows in 12 clusters".into(),
                seconds: 20.0,
                kept: true,
            }],
        },
        preset: "quick".into(),
        notes: vec!["Numbers < 100 & made up.".into()],
        tables: tables(),
        corpus: Facts {
            preset: "held-out".into(),
            rules: "abc".into(),
            rows: 1234,
            clusters: 12,
            statistics: vec![Compared { what: "operators", paper: "34", eed: "24", here: "34 + 3 others".into() }],
            operators: vec![Category { name: "arithmetic", operators: vec![("+", 1000), ("-", 0)] }],
            splits: vec![Part { name: "test".into(), rows: 7, clusters: 2 }],
            ..Facts::default()
        },
        graph: vec![Drawing {
            name: "e-graph".into(),
            caption: "(a) one".into(),
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".into(),
        }],
        clusters: vec![Cluster { initial: expr("x + x"), members: vec![expr("2*x")] }],
        efficiency: Some(Efficiency { saturation: 20.0, nodes: 4000, member: 5.0, members: 800 }),
        examples: Examples {
            selection: Some(Selection {
                case: Case {
                    query: expr("x + x"),
                    candidates: vec![candidate("2*x", Origin::Answer), candidate("3*x", Origin::EditOfAnswer)],
                },
                chosen: vec![("values alone".into(), 0), ("wide".into(), 1)],
            }),
            derivations: vec![Derivation {
                lines: ["x + x", "2*x", "3*x"].map(expr).into(),
                mistake: Some(2),
                flagged: vec![("wide".into(), vec![false, true])],
            }],
            analogies: Vec::new(),
        },
        figures: vec![Figure { name: "clusters".into(), caption: "One.".into(), canvas }],
        failures: vec![Failures {
            task: "selection",
            model: "wide".into(),
            cases: 4,
            wrong: 2,
            examples: vec![Failure {
                said: "It chose the query with one change.".into(),
                exprs: vec![("query".into(), expr("sin(2x)/x")), ("chosen".into(), expr("sin(3x)/x"))],
            }],
        }],
        skipped: vec![("External pairs".into(), "no external data was given".into())],
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

/// The paper's tables and figures in the order of its source.
const PAPER: [&str; 22] = [
    "figure-1",
    "table-1",
    "figure-2",
    "table-2",
    "table-3",
    "table-4",
    "figure-3",
    "table-5",
    "table-6",
    "table-7",
    "table-8",
    "table-9",
    "table-10",
    "table-11",
    "table-12",
    "efficiency",
    "table-13",
    "table-14",
    "figure-4",
    "table-15",
    "figure-5",
    "table-16",
];

#[test]
fn every_table_and_figure_of_the_paper_has_a_section_in_its_order() {
    for report in [report(), Report::default()] {
        let page = sections::page(&report);
        let ids: Vec<&str> = page.sections.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids[..3], ["provenance", "short", "reading"]);
        assert_eq!(ids[3..3 + PAPER.len()], PAPER);
        assert!(page.sections.iter().all(|one| !one.blocks.is_empty()));
    }
}

#[test]
fn a_column_is_one_model_even_where_another_is_better() {
    let columns = chosen(&tables());
    let titles: Vec<String> = columns.iter().map(|one| one.title()).collect();
    assert_eq!(titles, ["values alone", "cl-mean", "symbols", "wide"]);
    // `values` has more at K-means, and `wide` keeps its column.
    let text = report().markdown();
    assert!(text.contains("| K-means greedy | 97.61 CL Mean |  | 78.50 −19.11 |  | 98.12 +0.52 |"), "{text}");
    // A column of the table is the same model in every row.
    for one in &columns {
        let of = |table: &Table| table.rows.iter().filter(|row| row.identity == one.identity).count();
        assert!(tables().tasks.values().all(|table| of(table) <= 1), "{}", one.title());
    }
    for (at, column) in COLUMNS.iter().enumerate() {
        let shared = |other: &super::Column| {
            other.models.iter().any(|model| column.models.contains(model))
                && other.vectors.iter().any(|vector| column.vectors.contains(vector))
        };
        assert!(!COLUMNS[..at].iter().any(shared), "{}", column.about);
    }
}

#[test]
fn every_figure_has_a_place() {
    let named = |name: &str| Figure { name: name.into(), ..report().figures.remove(0) };
    let names = ["scores", "clusters", "search", "mistakes", "losses", "operators"];
    let page = Report { figures: names.map(named).into(), ..report() }.html();
    for name in names {
        assert!(page.contains(&format!("id=\"plot-{name}\"")), "{name}");
    }
}

/// The rows of the tables of a page: head and cells, each as its text and its tone.
fn cells(page: &Page, id: &str) -> Vec<Vec<(String, Tone)>> {
    let section = page.sections.iter().find(|one| one.id == id).unwrap();
    let grids = section.blocks.iter().filter_map(|block| match block {
        Block::Grid(grid) => Some(grid),
        _ => None,
    });
    let rows = grids.flat_map(|grid| &grid.rows).filter_map(|entry| match entry {
        Entry::Row(head, cells) => Some(std::iter::once(head).chain(cells)),
        Entry::Group(_) => None,
    });
    rows.map(|row| row.map(|cell| (format!("{:?}", cell.body), cell.tone)).collect()).collect()
}

#[test]
fn a_difference_within_the_interval_is_not_coloured() {
    let report = report();
    let page = sections::page(&report);
    let tone = |id: &str, number: &str| {
        let rows = cells(&page, id);
        rows.iter().flatten().find(|(body, _)| body.contains(number)).map(|(_, tone)| *tone).unwrap()
    };
    for id in ["short", "table-4"] {
        assert_eq!(tone(id, "98.12"), Tone::Plain, "97.61 lies within 97.1–99.1");
        assert_eq!(tone(id, "78.50"), Tone::Worse);
    }
    assert_eq!(tone("table-4", "99.90"), Tone::Better);
    assert_eq!(tone("table-6", "99.10"), Tone::Better);
    assert_eq!(tone("table-6", "50.00"), Tone::Worse);
    let page = report.html();
    assert!(page.contains("<td>98.12<small>(97.1–99.1) seeds ±0.2</small><small>+0.52</small></td>"), "{page}");
}

#[test]
fn what_is_worse_or_was_not_learned_is_said() {
    let text = report().markdown();
    for said in [
        "Selection among seven (right): values alone, which learns nothing, has 99.10 (98.1–100.0), more than the best trained column, wide 90.00 (89.0–91.0).",
        "greedy: wide has 98.12 (97.1–99.1), the paper's best model (CL Mean) 97.61; the difference (+0.52 points) is not significant.",
        "right: wide has 90.00 (89.0–91.0), the paper's best model (seq2seq) 76.41; wide is better by 13.59 points.",
        "Not measured",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert!(
        text.find(
            "Models that learn nothing beat every trained column: values alone at Selection among seven (right)."
        )
        .unwrap()
            < text.find("| score |").unwrap()
    );
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

/// The values of an attribute.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split_once('"')).map(|(value, _)| value).collect()
}

#[test]
fn the_page_is_whole_by_itself() {
    let page = report().html();
    check_elements(&page);
    for outside in ["http:", "https:", "//", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(values(&page, " src=\"").iter().all(|src| src.starts_with("data:")));
    assert!(page.contains("<math displaystyle=\"true\">"), "formulas are MathML");
    assert!(page.contains("<svg ") && page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    assert!(page.contains("Numbers &lt; 100 &amp; made up."));
}

#[test]
fn every_link_leads_somewhere() {
    let dir = tempfile::tempdir().unwrap();
    report().write(dir.path()).unwrap();
    for file in ["index.html", "figures/clusters.svg", "figures/e-graph.svg"] {
        assert!(dir.path().join(file).metadata().unwrap().len() > 40, "{file}");
    }
    let page = report().html();
    let ids = values(&page, " id=\"");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id occurs once: {ids:?}");
    let links = values(&page, " href=\"");
    assert!(links.contains(&"report.json") && links.contains(&"#table-4"));
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert!(ids.contains(&id), "{id}"),
            None => assert!(dir.path().join(link).is_file(), "{link}"),
        }
    }
    let text = report().markdown();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
        assert!(dir.path().join(link).is_file(), "{link}");
    }
}
