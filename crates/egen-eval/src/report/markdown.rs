//! Markdown: how does a person read the report in a terminal or on a forge?

use std::fmt::Write;

use egen_read::print::{Form, group_digits, print};

use super::line::{counterpart, lines, of_task, score};
use super::prose::{GROUPS, READING, columns, interval, name, number, numeric, rows, signed, trained, verdict};
use super::{Failures, Report};
use crate::subject::Class;
use crate::table::{Table, Tables};
use crate::task::{About, TASKS};

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("# E-Gen, reproduced: {} report\n\nMade by egen {}.\n\n", report.preset, report.version);
    for note in &report.notes {
        let _ = writeln!(out, "{note}\n");
    }
    let _ = writeln!(out, "## In short\n\n{}", summary(&report.tables));
    for line in READING {
        let _ = writeln!(out, "{line}\n");
    }
    let _ = writeln!(out, "{}\n", numeric(&report.tables));
    for about in TASKS.iter().map(|task| task.about()) {
        if let Some(table) = report.tables.tasks.get(about.name) {
            task(&mut out, about, table);
            let wrong = report.failures.iter().filter(|one| one.task == about.name);
            wrong.for_each(|one| failures(&mut out, one));
        }
    }
    for (task, why) in &report.skipped {
        let _ = writeln!(out, "Not asked: {task} ({why}).\n");
    }
    corpus(&mut out, report);
    out.push_str("## Figures\n\n");
    for figure in &report.figures {
        let _ = writeln!(out, "![{}](figures/{}.svg)\n\n{}\n", figure.canvas.title, figure.name, figure.caption);
    }
    out
}

/// The main table: a line for each score that the paper prints.
pub(super) fn summary(tables: &Tables) -> String {
    let heads = [
        "score",
        "paper's best",
        "ours, paper's recipe",
        "ours, symbols",
        "ours, values",
        "best of ours − paper's best",
        "best with symbols only − paper's best",
        "SemEmb (paper)",
        "GPT-4o (paper)",
        "SemEmb here",
        "nothing learned",
        "`egen equal`",
    ];
    let mut out = format!("| {} |\n|---{}\n", heads.join(" | "), "|--:".repeat(heads.len() - 1) + "|");
    for line in lines(tables) {
        let printed = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
        let of = |class| line.of(class).map_or(String::new(), |(_, score)| number(score));
        let cells = [
            format!("{} {}", line.about.title, line.score),
            line.paper.map_or(String::new(), |(model, value)| format!("{value:.2} {model}")),
            of(Class::Paper),
            of(Class::Symbols),
            of(Class::Values),
            difference(line.difference()),
            difference(line.difference_of_symbols()),
            printed(line.sememb),
            printed(line.gpt),
            of(Class::SemEmb),
            of(Class::Baseline),
            of(Class::Verdicts),
        ];
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}

/// `+1.18`, `−3.20, worse`.
pub(super) fn difference(points: Option<f64>) -> String {
    match points {
        Some(by) if signed(by).starts_with('−') => format!("{}, worse", signed(by)),
        Some(by) => signed(by),
        None => String::new(),
    }
}

fn task(out: &mut String, about: &'static About, table: &Table) {
    let _ = writeln!(out, "## {}\n\n{} Test: {}.\n", about.title, about.asks, table.test);
    let columns = columns(about.shown, table);
    let lines = of_task(about, table);
    let _ = writeln!(out, "| model | {} | trained |\n|---{}|---|", columns.join(" | "), "|--:".repeat(columns.len()));
    for printed in models(about) {
        let of = |column: &&str| {
            let one = about.published.iter().find(|one| one.model == printed && one.score == *column);
            one.map_or(String::new(), |one| format!("{:.2}", one.percent))
        };
        let cells: Vec<String> = columns.iter().map(of).collect();
        let _ = writeln!(out, "| {printed}, as the paper prints it | {} | by the paper |", cells.join(" | "));
    }
    for (class, title) in GROUPS {
        for (at, row) in rows(table, class).enumerate() {
            if at == 0 {
                let _ = writeln!(out, "| **{title}** |{} |", " |".repeat(columns.len()));
            }
            let cell = |column: &&str| {
                let Some(score) = score(row, column) else { return String::new() };
                let line = lines.iter().find(|line| line.score == *column);
                let best = line.and_then(|line| line.paper);
                let by = best.map_or(String::new(), |(_, best)| format!(" {}", signed(100.0 * score.value - best)));
                let same = counterpart(about, row, column);
                let same = same.map_or(String::new(), |one| format!(", paper {:.2}", one.percent));
                format!("{}{by} ({}{same})", number(score), interval(score))
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            let _ = writeln!(out, "| {} | {} | {} |", name(&row.identity), cells.join(" | "), trained(&row.identity));
        }
    }
    out.push('\n');
    for text in lines.iter().filter_map(verdict) {
        let _ = writeln!(out, "- {text}");
    }
    out.push('\n');
}

/// The paper's models with a number for a task, in its order.
pub(super) fn models(about: &About) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for one in about.published {
        if !all.contains(&one.model) {
            all.push(one.model);
        }
    }
    all
}

fn failures(out: &mut String, one: &Failures) {
    let _ = writeln!(out, "{}\n", one.heading());
    for failure in &one.examples {
        let _ = writeln!(out, "- {}", failure.said);
        for (what, expr) in &failure.exprs {
            let _ = writeln!(out, "  - {what}: `{}`", print(expr, Form::Infix));
        }
    }
    out.push('\n');
}

fn corpus(out: &mut String, report: &Report) {
    let facts = &report.corpus;
    let grouped = |n: u64| group_digits(&n.to_string());
    let _ = writeln!(
        out,
        "## Corpus\n\nInitial expressions `{}`, seed {}, rule set {}: {} rows in {} clusters, {:.1} members each on average (the paper: 102), {:.1} \
         tokens (15), {:.1} % degenerate (62 %).\n",
        facts.preset,
        facts.seed,
        facts.rules,
        grouped(facts.rows),
        grouped(facts.clusters),
        facts.cluster_size,
        facts.length,
        facts.degenerate
    );
    for part in &facts.splits {
        let _ = writeln!(out, "- {}: {} rows in {} clusters", part.name, grouped(part.rows), grouped(part.clusters));
    }
    out.push('\n');
}
