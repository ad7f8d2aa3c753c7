//! HTML: how does a person read the report in a browser, on a phone and on paper?
//!
//! One file that needs nothing else: no script, no font, no other address. Every element is closed, as XML wants it.

use std::fmt::Write;

use egen_read::print::{Form, group_digits, print};

use super::line::{counterpart, lines, of_task, score};
use super::markdown::{difference, models};
use super::prose::{GROUPS, READING, columns, interval, number, numeric, rows, signed, trained, verdict};
use super::{Failures, Report};
use crate::figure::{Figure, Source};
use crate::score::Score;
use crate::subject::Class;
use crate::table::{Row, Table};
use crate::task::{About, TASKS};

const STYLE: &str = include_str!("page.css");

pub(super) fn write(report: &Report) -> String {
    let title = format!("E-Gen, reproduced: {} report", report.preset);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class=\"faint\">Made by egen {}.</p>\n",
        escape(&report.version)
    );
    navigation(&mut out, report);
    report.notes.iter().for_each(|note| paragraph(&mut out, note));
    out.push_str("<h2 id=\"short\">In short</h2>\n");
    summary(&mut out, report);
    out.push_str("<h3>How to read it</h3>\n");
    READING.iter().for_each(|line| paragraph(&mut out, line));
    paragraph(&mut out, &numeric(&report.tables));
    for about in TASKS.iter().map(|task| task.about()) {
        let Some(table) = report.tables.tasks.get(about.name) else { continue };
        task(&mut out, about, table);
        let wrong = report.failures.iter().filter(|one| one.task == about.name);
        wrong.for_each(|one| failures(&mut out, one));
    }
    if !report.skipped.is_empty() {
        out.push_str("<h2>Not asked</h2>\n<ul>\n");
        for (task, why) in &report.skipped {
            let _ = writeln!(out, "<li>{}: {}</li>", escape(task), escape(why));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("<h2 id=\"figures\">Figures</h2>\n");
    report.figures.iter().for_each(|one| figure(&mut out, one));
    corpus(&mut out, report);
    out.push_str("</body>\n</html>\n");
    out
}

fn navigation(out: &mut String, report: &Report) {
    out.push_str("<nav><a href=\"#short\">In short</a> ");
    for about in TASKS.iter().map(|task| task.about()).filter(|about| report.tables.tasks.contains_key(about.name)) {
        let _ = write!(out, "<a href=\"#{}\">{}</a> ", about.name, escape(about.title));
    }
    out.push_str("<a href=\"#figures\">Figures</a> <a href=\"#corpus\">Corpus</a></nav>\n");
}

fn paragraph(out: &mut String, text: &str) {
    let _ = writeln!(out, "<p>{}</p>", escape(text));
}

fn summary(out: &mut String, report: &Report) {
    let heads = [
        "Score",
        "Paper's best",
        "Ours, paper's recipe",
        "Ours, symbols only",
        "Ours, with values",
        "Best of ours − paper's best",
        "Best with symbols only − paper's best",
        "SemEmb (paper)",
        "GPT-4o (paper)",
        "SemEmb, trained here",
        "Nothing learned",
        "egen equal",
    ];
    out.push_str("<div class=\"scroll\"><table class=\"summary\">\n<thead><tr>");
    heads.iter().for_each(|head| out.push_str(&format!("<th scope=\"col\">{}</th>", escape(head))));
    out.push_str("</tr></thead>\n<tbody>\n");
    for line in lines(&report.tables) {
        let printed = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
        let model = |name: &str| format!("<small>{}</small>", escape(name));
        let of = |class: Class| {
            line.of(class).map_or(String::new(), |(row, score)| number(score) + &model(&row.identity.model))
        };
        let by = |points: Option<f64>| points.map_or(String::new(), |by| coloured(by, &difference(points)));
        let cells = [
            line.paper.map_or(String::new(), |(name, value)| format!("{value:.2}{}", model(name))),
            of(Class::Paper),
            of(Class::Symbols),
            of(Class::Values),
            by(line.difference()),
            by(line.difference_of_symbols()),
            printed(line.sememb),
            printed(line.gpt),
            of(Class::SemEmb),
            of(Class::Baseline),
            of(Class::Verdicts),
        ];
        let _ =
            write!(out, "<tr><th scope=\"row\">{}<span>{}</span></th>", escape(line.about.title), escape(line.score));
        cells.iter().for_each(|cell| out.push_str(&format!("<td>{cell}</td>")));
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// A difference in the colour of what it says; it says it in words and signs too.
fn coloured(by: f64, text: &str) -> String {
    let class = if by < 0.0 { "worse" } else { "better" };
    format!("<span class=\"{class}\">{}</span>", escape(text))
}

fn task(out: &mut String, about: &'static About, table: &Table) {
    let (name, title) = (about.name, escape(about.title));
    let _ =
        writeln!(out, "<h2 id=\"{name}\">{title}</h2>\n<p>{} Test: {}.</p>", escape(about.asks), escape(&table.test));
    let columns = columns(about.shown, table);
    let lines = of_task(about, table);
    out.push_str("<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Model</th>");
    columns.iter().for_each(|column| out.push_str(&format!("<th scope=\"col\">{}</th>", escape(column))));
    out.push_str("<th scope=\"col\" class=\"trained\">Trained on, for how long</th></tr></thead>\n<tbody>\n");
    printed(out, about, &columns);
    for (class, title) in GROUPS {
        for (at, row) in rows(table, class).enumerate() {
            if at == 0 {
                group(out, title, columns.len());
            }
            let cell = |column: &&str| {
                let best = lines.iter().find(|line| line.score == *column).and_then(|line| line.paper);
                score(row, column).map_or(String::new(), |score| cell(about, row, score, best.map(|(_, best)| best)))
            };
            let identity = &row.identity;
            let (model, vector) = (escape(&identity.model), escape(&identity.vector));
            let _ = write!(out, "<tr><th scope=\"row\">{model}<span>{vector}</span></th>");
            columns.iter().for_each(|column| out.push_str(&format!("<td>{}</td>", cell(column))));
            let _ = writeln!(out, "<td class=\"trained\">{}</td></tr>", escape(&trained(identity)));
        }
    }
    out.push_str("</tbody></table></div>\n");
    let verdicts: Vec<String> = lines.iter().filter_map(verdict).collect();
    if !verdicts.is_empty() {
        out.push_str("<ul>\n");
        verdicts.iter().for_each(|text| out.push_str(&format!("<li>{}</li>\n", escape(text))));
        out.push_str("</ul>\n");
    }
}

fn group(out: &mut String, title: &str, columns: usize) {
    let _ =
        writeln!(out, "<tr class=\"group\"><th colspan=\"{}\"><span>{}</span></th></tr>", columns + 2, escape(title));
}

/// What the paper prints.
fn printed(out: &mut String, about: &'static About, columns: &[&str]) {
    let models = models(about);
    if models.is_empty() {
        return;
    }
    group(out, "As the paper prints it, on the paper's corpus", columns.len());
    for model in models {
        let _ = write!(out, "<tr class=\"paper\"><th scope=\"row\">{}</th>", escape(model));
        for column in columns {
            let found = about.published.iter().find(|one| one.model == model && one.score == *column);
            let _ = write!(out, "<td>{}</td>", found.map_or(String::new(), |one| format!("{:.2}", one.percent)));
        }
        out.push_str("<td class=\"trained\">by the paper</td></tr>\n");
    }
}

/// A number, the difference to the paper's best, its interval, and the paper's for the same model.
fn cell(about: &About, row: &Row, score: &Score, best: Option<f64>) -> String {
    let by = best.map_or(String::new(), |best| {
        let by = 100.0 * score.value - best;
        format!(" {}", coloured(by, &signed(by)))
    });
    let same = counterpart(about, row, &score.name);
    let same = same.map_or(String::new(), |one| format!("<small>paper {:.2}</small>", one.percent));
    format!("{}{by}<small>({})</small>{same}", number(score), escape(&interval(score)))
}

fn failures(out: &mut String, one: &Failures) {
    let _ = writeln!(out, "<h3>{}</h3>", escape(&one.heading()));
    if one.examples.is_empty() {
        return;
    }
    out.push_str("<ul class=\"examples\">\n");
    for failure in &one.examples {
        let _ = write!(out, "<li>{}<dl>", escape(&failure.said));
        for (what, expr) in &failure.exprs {
            // Inside a page the namespace is known, and a formula in a list stands in the line.
            let math = print(expr, Form::Mathml);
            let block = " xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"";
            let math = math.replacen(block, " displaystyle=\"true\"", 1);
            let _ = write!(out, "<dt>{}</dt><dd>{math}</dd>", escape(what));
        }
        out.push_str("</dl></li>\n");
    }
    out.push_str("</ul>\n");
}

fn figure(out: &mut String, figure: &Figure) {
    let svg = figure.canvas.svg().replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let source = match figure.source {
        Source::Paper(which) => format!(" Beside {which} in the paper."),
        Source::Own => String::new(),
    };
    let _ = writeln!(
        out,
        "<figure id=\"figure-{}\"><div>{svg}</div><figcaption>{}{}</figcaption></figure>",
        figure.name,
        escape(&figure.caption),
        escape(&source)
    );
}

fn corpus(out: &mut String, report: &Report) {
    let facts = &report.corpus;
    let grouped = |n: u64| group_digits(&n.to_string());
    let _ = writeln!(
        out,
        "<h2 id=\"corpus\">Corpus</h2>\n<p>Initial expressions {}, seed {}, rule set {}. Every row was verified against the initial expression of \
         its cluster.</p>",
        escape(&facts.preset),
        facts.seed,
        escape(&facts.rules)
    );
    let lines = [
        ("rows", grouped(facts.rows), ""),
        ("clusters", grouped(facts.clusters), ""),
        ("members of a cluster, on average", format!("{:.1}", facts.cluster_size), "102"),
        ("tokens of an expression, on average", format!("{:.1}", facts.length), "15"),
        ("degenerate members, percent", format!("{:.1}", facts.degenerate), "62"),
    ];
    out.push_str("<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\"></th><th scope=\"col\">This corpus</th><th scope=\"col\">The paper's</th></tr></thead>\n<tbody>\n");
    for (what, here, paper) in lines {
        let _ = writeln!(out, "<tr><th scope=\"row\">{what}</th><td>{here}</td><td>{paper}</td></tr>");
    }
    for part in &facts.splits {
        let (name, rows, clusters) = (escape(&part.name), grouped(part.rows), grouped(part.clusters));
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">part {name}</th><td>{rows} rows in {clusters} clusters</td><td></td></tr>"
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
