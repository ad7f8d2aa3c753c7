//! JSON: how does a program read the report?

use serde_json::{Map, Value, json};

use super::Report;
use super::line::{lines, percent};
use super::prose::hundredths;
use crate::score::Score;
use crate::table::Row;
use crate::task::TASKS;

pub(super) fn write(report: &Report) -> String {
    let mut tasks = Map::new();
    let mut paper = Map::new();
    for about in TASKS.iter().map(|task| task.about()) {
        let mut printed: Map<String, Value> = Map::new();
        for one in about.published {
            let scores = printed.entry(one.model).or_insert_with(|| json!({}));
            scores[one.score] = json!(one.percent);
        }
        if !printed.is_empty() {
            paper.insert(about.name.into(), printed.into());
        }
        if let Some(table) = report.tables.tasks.get(about.name) {
            let rows: Vec<Value> = table.rows.iter().map(row).collect();
            tasks.insert(about.name.into(), json!({ "title": about.title, "test": table.test, "rows": rows }));
        }
    }
    let figure = |figure: &crate::figure::Figure| json!({ "name": figure.name, "caption": figure.caption, "svg": format!("figures/{}.svg", figure.name) });
    let all = json!({
        "version": report.version,
        "preset": report.preset,
        "notes": report.notes,
        "corpus": report.corpus,
        "tasks": tasks,
        "summary": lines(&report.tables).iter().map(summary).collect::<Vec<Value>>(),
        "skipped": report.skipped.iter().map(|(task, why)| json!({ "task": task, "why": why })).collect::<Vec<Value>>(),
        "figures": report.figures.iter().map(figure).collect::<Vec<Value>>(),
        "paper": paper,
    });
    let mut text = serde_json::to_string_pretty(&all).expect("a report is plain data");
    text.push('\n');
    text
}

fn row(row: &Row) -> Value {
    let scores: Map<String, Value> = row.scores.iter().map(|score| (score.name.clone(), self::score(score))).collect();
    json!({
        "model": row.identity.model,
        "vector": row.identity.vector,
        "class": row.identity.class,
        "scores": scores,
        "trained": row.identity.trained,
    })
}

/// In percent.
fn score(score: &Score) -> Value {
    let of = |share: f64| hundredths(percent(share));
    json!({ "value": of(score.value), "low": of(score.low), "high": of(score.high), "spread": score.spread.map(of) })
}

fn summary(line: &super::Line) -> Value {
    let ours = line.ours().map(|(row, score)| {
        json!({ "model": row.identity.model, "vector": row.identity.vector, "value": hundredths(percent(score.value)) })
    });
    json!({
        "task": line.about.name,
        "score": line.score,
        "paper": line.paper.map(|(model, value)| json!({ "model": model, "value": value })),
        "ours": ours,
        "difference": line.difference().map(hundredths),
        "difference_with_symbols_only": line.difference_of_symbols().map(hundredths),
    })
}
