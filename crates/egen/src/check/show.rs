//! Showing: how do a person and a program see what was found?

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

use anstyle::Style;
use egen::json;
use egen_check::change::{Change, Marked};
use egen_check::{Finding, Kind, Row, Setting, Verdict};
use egen_read::read::MAX_NOTES;
use serde_json::Value;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::reason;
use super::source::Source;
use super::tally::Tally;
use crate::answer::{GREEN, RED, YELLOW};
use crate::report;

/// Writes rows in order.
pub struct Show {
    out: BufWriter<anstream::Stdout>,
    jsonl: bool,
    /// Are there several files?
    several: bool,
    /// Has each problem a heading? Known once the first rows of a file are.
    headings: Option<bool>,
    /// The name of the file; none for standard input.
    file: Option<String>,
    /// Did anything come before?
    begun: bool,
    /// The problem of the last row, and the formula in it.
    last: Option<(usize, String)>,
    /// The last problem in which a mistake was shown.
    mistaken: usize,
    /// Notes are told once.
    told: BTreeSet<String>,
}

/// Reasons are put under each other up to this column.
const COLUMN: usize = 48;
/// Formulas start here, behind the line, the verdict and the sign of equality.
const INDENT: &str = "                ";
/// What is longer than this is cut, for a person.
const LONGEST: usize = 160;

impl Show {
    pub fn new(jsonl: bool, several: bool) -> Show {
        let out = BufWriter::new(anstream::stdout());
        let (file, last, told) = (None, None, BTreeSet::new());
        Show { out, jsonl, several, headings: None, file, begun: false, last, mistaken: 0, told }
    }

    /// Begins a file.
    pub fn begin(&mut self, source: &Source) {
        self.file = source.file();
        (self.headings, self.last, self.mistaken) = (self.several.then_some(true), None, 0);
    }

    /// Says on standard error why a file is not checked.
    pub fn trouble(&mut self, message: &str) -> io::Result<()> {
        self.out.flush()?;
        report::error(message);
        Ok(())
    }

    /// Some rows in order, of which there may be more.
    pub fn rows(&mut self, rows: &[Row], more: bool) -> io::Result<()> {
        if self.jsonl {
            let name = self.file.as_deref();
            for row in rows {
                writeln!(self.out, "{}", Value::Object(json::row(row, name)))?;
            }
            return self.out.flush();
        }
        let several = more || rows.first().map(|row| row.derivation) != rows.last().map(|row| row.derivation);
        self.headings.get_or_insert(several);
        for problem in rows.chunk_by(|a, b| a.derivation == b.derivation) {
            let widths = problem.iter().map(|row| shown(row).width());
            let width = widths.filter(|width| *width <= COLUMN).max().unwrap_or(0);
            for row in problem {
                self.notes(row)?;
                self.row(row, width)?;
            }
        }
        self.out.flush()
    }

    fn notes(&mut self, row: &Row) -> io::Result<()> {
        for note in &row.notes {
            if self.told.len() < MAX_NOTES && self.told.insert(note.clone()) {
                self.out.flush()?;
                report::note(note);
            }
        }
        Ok(())
    }

    fn heading(&mut self, row: &Row) -> io::Result<()> {
        if self.headings == Some(true) {
            let file = match (&self.file, self.several) {
                (Some(file), _) => format!("{file}, "),
                (None, true) => "standard input, ".to_string(),
                (None, false) => String::new(),
            };
            let gap = if self.begun { "\n" } else { "" };
            let style = Style::new().bold();
            writeln!(self.out, "{gap}{style}{file}problem {}, line {}{style:#}", row.derivation, row.line)?;
        }
        self.begun = true;
        Ok(())
    }

    fn row(&mut self, row: &Row, width: usize) -> io::Result<()> {
        let finding = &row.finding;
        if self.last.as_ref().is_none_or(|(problem, _)| *problem != row.derivation) {
            self.heading(row)?;
            self.last = Some((row.derivation, String::new()));
        }
        let setting = Setting::of(row.notation);
        let before = row.before.as_ref().map(|before| before.print(setting)).unwrap_or_default();
        let known = self.last.as_ref().is_some_and(|(_, text)| *text == before);
        if row.kind == Kind::Expressions && !known {
            writeln!(self.out, "{INDENT}{}", cut(&slim(&before)))?;
        }
        let sign = if row.kind == Kind::Expressions { '=' } else { ' ' };
        let first_mistake = finding.verdict == Verdict::Refuted && self.mistaken != row.derivation;
        let reason = match &finding.fix {
            _ if first_mistake => String::new(),
            Some(fix) => format!("{}; {fix}", finding.reason),
            None => reason(row).to_string(),
        };
        let shown = shown(row);
        let gap = " ".repeat(width.saturating_sub(shown.width()));
        let (style, word) = look(row);
        let line = format!("{:>3}  {style}{word:7}{style:#}  {sign} {shown}{gap}   {reason}", row.line);
        writeln!(self.out, "{}", line.trim_end())?;
        if first_mistake {
            self.mistaken = row.derivation;
            self.mistake(finding, setting)?;
        }
        if let Some(error) = &row.error {
            self.underline(
                row,
                error.at.start.saturating_sub(row.at.start)..error.at.end.saturating_sub(row.at.start),
            )?;
        }
        let after = row.after.as_ref().map(|after| after.print(setting)).unwrap_or_default();
        self.last = Some((row.derivation, after));
        Ok(())
    }

    fn mistake(&mut self, finding: &Finding, setting: Setting) -> io::Result<()> {
        if let Some(Change { before, after }) = &finding.change {
            for (name, marked) in [("before", before), ("after", after)] {
                let (text, carets) = underlined(marked, setting);
                writeln!(self.out, "{name:>14}  {text}")?;
                if !carets.is_empty() {
                    writeln!(self.out, "{INDENT}{RED}{carets}{RED:#}")?;
                }
            }
        }
        for text in [Some(&finding.reason), finding.fix.as_ref()].into_iter().flatten() {
            writeln!(self.out, "{INDENT}{text}")?;
        }
        Ok(())
    }

    /// Carets under the place of a text that could not be read.
    fn underline(&mut self, row: &Row, at: Range<usize>) -> io::Result<()> {
        let text = row.input.trim_start();
        let skipped = row.input.len() - text.len();
        let (start, end) = (at.start.saturating_sub(skipped), at.end.saturating_sub(skipped));
        let (Some(before), Some(inside)) = (text.get(..start), text.get(start..end)) else { return Ok(()) };
        if start >= end || before.chars().count() + inside.chars().count() > LONGEST {
            return Ok(());
        }
        let (blank, carets) = (" ".repeat(plain(before).width()), "^".repeat(plain(inside).width().max(1)));
        writeln!(self.out, "{INDENT}{blank}{YELLOW}{carets}{YELLOW:#}")
    }

    /// The last lines.
    pub fn summary(mut self, tally: &Tally, assumed: &str) -> io::Result<()> {
        if self.jsonl || tally.is_all_empty() {
            return self.out.flush();
        }
        if self.headings == Some(true) {
            writeln!(self.out)?;
        }
        let style = Style::new().bold();
        writeln!(self.out, "{style}{}{style:#}{assumed}", tally.told())?;
        if let Some(unread) = tally.told_unread() {
            writeln!(self.out, "{YELLOW}{unread}{YELLOW:#}")?;
        }
        self.out.flush()
    }
}

/// The colour and the word of a row's verdict.
fn look(row: &Row) -> (Style, &'static str) {
    match row.finding.verdict {
        _ if row.is_understood() == Some(false) => (YELLOW, "unread"),
        Verdict::Skipped => (Style::new().dimmed(), "text"),
        verdict @ (Verdict::Proved | Verdict::Agree) => (GREEN, verdict.name()),
        verdict @ (Verdict::Refuted | Verdict::Lost) => (RED, verdict.name()),
        verdict @ (Verdict::Unknown | Verdict::Gained | Verdict::Error) => (YELLOW, verdict.name()),
        verdict @ Verdict::Fact => (Style::new(), verdict.name()),
    }
}

/// The formula of a row in the notation of its line, or its text.
fn shown(row: &Row) -> String {
    match &row.after {
        Some(after) => cut(&slim(&after.print(Setting::of(row.notation)))),
        None => cut(&plain(row.input.trim())),
    }
}

/// LaTeX without the commands that make parentheses as high as what they hold.
fn slim(text: &str) -> String {
    text.replace("\\left(", "(").replace("\\right)", ")")
}

/// A text that a terminal shows and does not obey.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// The text around the marks, and carets to be written under it.
fn underlined(marked: &Marked, setting: Setting) -> (String, String) {
    const AROUND: usize = 40;
    let (whole, places) = marked.print(setting);
    // What `slim` leaves out has no place.
    let hidden = |at: usize| {
        ["\\left(", "\\right)"].iter().any(|command| {
            let size = command.len() - 1;
            (at.saturating_sub(size - 1)..=at)
                .any(|start| whole.get(start..).is_some_and(|rest| rest.starts_with(command)))
        })
    };
    let shown: Vec<(char, bool)> = whole
        .char_indices()
        .filter(|(at, _)| !hidden(*at))
        .map(|(at, c)| (c, places.iter().any(|mark| mark.contains(&at))))
        .collect();
    let first = shown.iter().position(|(_, mark)| *mark).unwrap_or(0);
    let skipped = if shown.len() <= LONGEST { 0 } else { first.saturating_sub(AROUND) };
    let (mut text, mut carets) = (String::new(), String::new());
    if skipped > 0 {
        text.push('…');
        carets.push(' ');
    }
    for (c, mark) in shown.iter().skip(skipped).take(LONGEST) {
        text.push(*c);
        carets.push_str(&(if *mark { "^" } else { " " }).repeat(c.width().unwrap_or(0)));
    }
    if shown.len() > skipped + LONGEST {
        text.push('…');
    }
    (text, carets.trim_end().to_string())
}
