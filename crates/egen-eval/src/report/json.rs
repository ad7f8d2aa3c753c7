//! JSON: how does a program read the report?

use egen_math::Expr;
use serde_json::{Map, Value, json};

use super::Report;
use super::clusters::Cluster;
use super::columns::{Chosen, chosen};
use super::examples::Examples;
use super::line::{Difference, Line, lines, percent};
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
    let columns = chosen(&report.tables);
    let figure = |figure: &crate::figure::Figure| json!({ "name": figure.name, "caption": figure.caption, "svg": format!("figures/{}.svg", figure.name) });
    let all = json!({
        "provenance": report.provenance,
        "preset": report.preset,
        "notes": report.notes,
        "columns": columns.iter().map(column).collect::<Vec<Value>>(),
        "summary": lines(&report.tables).iter().map(|line| summary(line, &columns)).collect::<Vec<Value>>(),
        "corpus": report.corpus,
        "clusters": report.clusters.iter().map(cluster).collect::<Vec<Value>>(),
        "efficiency": report.efficiency,
        "examples": examples(&report.examples),
        "tasks": tasks,
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

fn column(chosen: &Chosen) -> Value {
    json!({
        "title": chosen.title(),
        "model": chosen.identity.model,
        "vector": chosen.identity.vector,
        "sees": chosen.column.sees,
        "about": chosen.column.about,
    })
}

/// The number of each column, and what its interval says of the paper's best.
fn summary(line: &Line, columns: &[Chosen]) -> Value {
    let mut all = Map::new();
    for chosen in columns {
        let Some(score) = line.of(chosen) else { continue };
        let mut entry = self::score(score);
        if let Some(one) = line.paper {
            entry["difference"] = json!(hundredths(percent(score.value) - one.percent));
            entry["verdict"] = json!(match Difference::of(score, one.percent) {
                Difference::Better => "better",
                Difference::Worse => "worse",
                Difference::Insignificant => "not significant",
            });
        }
        all.insert(chosen.title(), entry);
    }
    json!({
        "task": line.about.name,
        "score": line.score,
        "paper": line.paper.map(|one| json!({ "model": one.model, "value": one.percent })),
        "columns": all,
    })
}

fn infix(expr: &Expr) -> String {
    expr.to_string()
}

fn cluster(one: &Cluster) -> Value {
    json!({ "initial": infix(&one.initial), "members": one.members.iter().map(infix).collect::<Vec<String>>() })
}

fn examples(all: &Examples) -> Value {
    let selection = all.selection.as_ref().map(|one| {
        let candidates = one.case.candidates.iter();
        let candidates = candidates.map(|one| json!({ "expr": infix(&one.expr), "origin": one.origin }));
        let chosen: Map<String, Value> = one.chosen.iter().map(|(who, at)| (who.clone(), json!(at))).collect();
        json!({ "query": infix(&one.case.query), "candidates": candidates.collect::<Vec<Value>>(), "chosen": chosen })
    });
    let derivations = all.derivations.iter().map(|one| {
        let flagged: Map<String, Value> = one.flagged.iter().map(|(who, row)| (who.clone(), json!(row))).collect();
        let lines: Vec<String> = one.lines.iter().map(infix).collect();
        json!({ "lines": lines, "mistake": one.mistake, "flagged": flagged })
    });
    let analogies = all.analogies.iter().map(|one| {
        let [x1, y1, x2, y2] = [&one.analogy.x1, &one.analogy.y1, &one.analogy.x2, &one.analogy.y2].map(infix);
        let found: Map<String, Value> = one.found.iter().map(|(who, expr)| (who.clone(), json!(infix(expr)))).collect();
        json!({ "row": one.analogy.printed, "x1": x1, "y1": y1, "x2": x2, "y2": y2, "found": found })
    });
    json!({
        "selection": selection,
        "derivations": derivations.collect::<Vec<Value>>(),
        "analogies": analogies.collect::<Vec<Value>>(),
    })
}
