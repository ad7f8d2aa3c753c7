//! Tables: how are scores shown to a person?

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use egen_eval::subject::{Class, Identity};
use egen_eval::task::{About, Published};
use egen_eval::{Row, Score, TASKS, Table, Tables};
use egen_read::print::group_digits;
use unicode_width::UnicodeWidthStr;

const BOLD: Style = Style::new().bold();
const GREY: Style = AnsiColor::BrightBlack.on_default();
/// The width of names, of a number, and of its interval, with a space before each of these.
const NAMES: usize = 36;
const NUMBER: usize = 7;
const INTERVAL: usize = 13;

/// Shows all tables in the order of the tasks, or as JSON.
pub fn tables(out: &mut impl Write, tables: &Tables, json: bool) -> io::Result<()> {
    if json {
        let text = serde_json::to_string_pretty(tables).map_err(io::Error::from)?;
        return writeln!(out, "{text}");
    }
    let mut known: Vec<&Identity> = Vec::new();
    for about in TASKS.iter().map(|task| task.about()) {
        if let Some(found) = tables.tasks.get(about.name) {
            table(out, about, found)?;
            for Row { identity, .. } in &found.rows {
                if !known.contains(&identity) {
                    known.push(identity);
                }
            }
        }
    }
    training(out, &known)
}

fn table(out: &mut impl Write, about: &About, Table { test, rows }: &Table) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}  {}", about.title, about.asks)?;
    writeln!(out, "{test}")?;
    let heads: Vec<Vec<String>> = about.shown.iter().map(|name| wrap(name, NUMBER + INTERVAL - 1)).collect();
    for line in 0..heads.iter().map(Vec::len).max().unwrap_or(0) {
        write!(out, "{:NAMES$}", "")?;
        for head in &heads {
            write!(out, " {:<1$}", head.get(line).map_or("", String::as_str), NUMBER + INTERVAL - 1)?;
        }
        writeln!(out)?;
    }
    let mut class = None;
    for Row { identity, scores } in rows {
        if class != Some(identity.class) {
            writeln!(out, "{}", class_name(identity.class))?;
            class = Some(identity.class);
        }
        write!(out, "{}", pad(&format!("  {}", name(identity))))?;
        for shown in about.shown {
            let found = scores.iter().find(|score| score.name == *shown);
            write!(out, "{:1$}", found.map_or(String::new(), number), NUMBER + INTERVAL)?;
        }
        writeln!(out)?;
    }
    if rows.is_empty() {
        writeln!(out, "  nobody who was asked can answer this")?;
    }
    paper(out, about)?;
    writeln!(out)
}

/// What the paper printed.
fn paper(out: &mut impl Write, about: &About) -> io::Result<()> {
    let mut models: Vec<&str> = about.published.iter().map(|one| one.model).collect();
    models.dedup();
    if !models.is_empty() {
        writeln!(out, "{GREY}in the paper, on its own corpus{GREY:#}")?;
    }
    for model in models {
        write!(out, "{GREY}{}", pad(&format!("  {model}")))?;
        for shown in about.shown {
            let is = |one: &&Published| one.model == model && one.score == *shown;
            let found = about.published.iter().find(is);
            let text = found.map_or(String::new(), |one| format!("{:NUMBER$.2}", one.percent));
            write!(out, "{text:0$}", NUMBER + INTERVAL)?;
        }
        writeln!(out, "{GREY:#}")?;
    }
    Ok(())
}

/// What was trained on what, and for how long.
fn training(out: &mut impl Write, known: &[&Identity]) -> io::Result<()> {
    let trained: Vec<_> = known.iter().filter_map(|one| one.trained.as_ref().map(|how| (one, how))).collect();
    if !trained.is_empty() {
        writeln!(out, "{BOLD}Trained{BOLD:#}")?;
    }
    for (one, how) in trained {
        let (steps, read) = (group_digits(&how.steps.to_string()), group_digits(&how.expressions.to_string()));
        write!(out, "{}", pad(&format!("  {}", one.model)))?;
        writeln!(out, "on {}: {steps} steps, {read} expressions, {:.0} minutes", how.on, how.minutes)?;
    }
    Ok(())
}

fn name(identity: &Identity) -> String {
    if identity.vector.is_empty() {
        return identity.model.clone();
    }
    format!("{} ({})", identity.model, identity.vector)
}

/// What stands over models of a kind.
fn class_name(class: Class) -> &'static str {
    match class {
        Class::Paper => "symbols only, the paper's recipe",
        Class::Symbols => "symbols only, our recipe",
        Class::Values => "symbols and values",
        Class::SemEmb => "trained on SymPy's pairs, as SemEmb",
        Class::Baseline => "nothing is learned",
        Class::Text => "vectors of other programs",
        Class::Verdicts => "no similarity: verdicts",
        Class::LanguageModel => "chat models, asked in words",
    }
}

fn number(Score { value, low, high, .. }: &Score) -> String {
    let end = |share: f64| if share >= 0.9995 { "100".to_string() } else { format!("{:.1}", 100.0 * share) };
    format!("{:NUMBER$.2} {:<2$}", 100.0 * value, format!("[{} {}]", end(*low), end(*high)), INTERVAL - 1)
}

/// A text as wide as the names.
fn pad(text: &str) -> String {
    format!("{text}{}", " ".repeat(NAMES.saturating_sub(text.width())))
}

/// Lines of at most so many characters, parted between words.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= width) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_wide_as_their_columns() {
        for (value, low, high, text) in
            [(0.5, 0.4, 0.6, "  50.00 [40.0 60.0] "), (1.0, 1.0, 1.0, " 100.00 [100 100]   ")]
        {
            assert_eq!(number(&Score { name: String::new(), value, low, high, spread: None }), text);
        }
    }

    #[test]
    fn headings_are_parted_between_words() {
        assert_eq!(wrap("mistake F1, best threshold", 17), ["mistake F1, best", "threshold"]);
        assert_eq!(wrap("@5", 17), ["@5"]);
    }
}
