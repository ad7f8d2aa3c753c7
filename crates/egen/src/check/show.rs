//! Showing: how do a person and a program see what was found?

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

use anstyle::Style;
use egen::json;
use egen_check::change::{Change, Marked};
use egen_check::{Finding, Kind, Row, Verdict};
use egen_read::read::MAX_NOTES;
use serde_json::Value;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::answer::{GREEN, RED, YELLOW};
use crate::{Exit, report};

/// Writes rows in order and keeps count.
pub struct Show {
    out: BufWriter<anstream::Stdout>,
    jsonl: bool,
    /// The name of the file, for errors; none for standard input.
    file: Option<String>,
    /// The derivation of the last row, and what stood in it.
    last: Option<(usize, String)>,
    /// The last derivation in which a mistake was shown.
    mistaken: usize,
    derivations: usize,
    /// How often each verdict was given, in the order of `COUNTED`.
    counts: [usize; COUNTED.len()],
    unread: usize,
    /// Notes are told once.
    told: BTreeSet<String>,
    exit: Exit,
}

/// Verdicts in the order of the summary, with what is said of one and of many.
const COUNTED: [(Verdict, &str, &str); 8] = [
    (Verdict::Proved, "proved", "proved"),
    (Verdict::Agree, "agrees", "agree"),
    (Verdict::Refuted, "refuted", "refuted"),
    (Verdict::Lost, "loses solutions", "lose solutions"),
    (Verdict::Gained, "gains solutions", "gain solutions"),
    (Verdict::Unknown, "unknown", "unknown"),
    (Verdict::Fact, "fact", "facts"),
    (Verdict::Skipped, "text skipped", "texts skipped"),
];

/// Reasons are put under each other up to this column.
const COLUMN: usize = 48;
/// Formulas start here, behind the number, the verdict and the sign of equality.
const INDENT: &str = "                ";
/// What is longer than this is cut, for a person.
const LONGEST: usize = 160;

impl Show {
    pub fn new(jsonl: bool, file: Option<String>) -> Show {
        let out = BufWriter::new(anstream::stdout());
        let (last, mistaken, derivations, counts, unread) = (None, 0, 0, [0; COUNTED.len()], 0);
        let (told, exit) = (BTreeSet::new(), Exit::Fine);
        Show { out, jsonl, file, last, mistaken, derivations, counts, unread, told, exit }
    }

    /// Some rows in order.
    pub fn rows(&mut self, rows: &[Row]) -> io::Result<()> {
        let widths = rows.iter().map(|row| shown(row).width());
        let width = widths.filter(|width| *width <= COLUMN).max().unwrap_or(0);
        for row in rows {
            match COUNTED.iter().position(|(verdict, ..)| *verdict == row.finding.verdict) {
                Some(place) => self.counts[place] += 1,
                None => self.unread += 1,
            }
            self.exit = self.exit.and(exit(row.finding.verdict));
            if self.jsonl {
                let new = self.last.as_ref().is_none_or(|(derivation, _)| *derivation != row.derivation);
                self.derivations += usize::from(new && row.finding.verdict.is_step());
                self.last = Some((row.derivation, String::new()));
                writeln!(self.out, "{}", Value::Object(json::row(row, self.file.as_deref())))?;
            } else {
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

    fn row(&mut self, row: &Row, width: usize) -> io::Result<()> {
        let finding = &row.finding;
        if let Some(error) = &row.error {
            self.out.flush()?;
            // The error's place is one in the line; what was read of the line is shown.
            let at = error.at.start.saturating_sub(row.at.start)..error.at.end.saturating_sub(row.at.start);
            let error = egen_read::read::ReadError { at, message: error.message.clone() };
            report::read_error(&row.input, &error, &format!("{}: ", json::line_of(self.file.as_deref(), row.line)));
            return Ok(());
        }
        let new = self.last.as_ref().is_none_or(|(derivation, _)| *derivation != row.derivation);
        self.derivations += usize::from(new);
        if new && self.last.is_some() {
            writeln!(self.out, "\nderivation {}, line {}", row.derivation, row.line)?;
        }
        let before = row.before.as_deref().unwrap_or_default();
        let known =
            self.last.as_ref().is_some_and(|(derivation, text)| *derivation == row.derivation && text == before);
        if row.kind == Kind::Expressions && !known {
            writeln!(self.out, "{INDENT}{}", cut(before))?;
        }
        let style = style(finding.verdict);
        let sign = if row.kind == Kind::Expressions { '=' } else { ' ' };
        let first_mistake = finding.verdict == Verdict::Refuted && self.mistaken != row.derivation;
        let reason = match &finding.fix {
            _ if first_mistake => String::new(),
            Some(fix) => format!("{}; {fix}", finding.reason),
            None => finding.reason.clone(),
        };
        let shown = shown(row);
        let gap = " ".repeat(width.saturating_sub(shown.width()));
        let number = row.step.map(|step| step.to_string()).unwrap_or_default();
        let word = format!("{:7}", finding.verdict.name());
        let line = format!("{number:>3}  {style}{word}{style:#}  {sign} {shown}{gap}   {reason}");
        writeln!(self.out, "{}", line.trim_end())?;
        if first_mistake {
            self.mistaken = row.derivation;
            self.mistake(finding)?;
        }
        self.last = Some((row.derivation, row.after.clone().unwrap_or_default()));
        Ok(())
    }

    fn mistake(&mut self, finding: &Finding) -> io::Result<()> {
        if let Some(Change { before, after }) = &finding.change {
            for (name, marked) in [("before", before), ("after", after)] {
                let (text, carets) = underlined(marked);
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

    /// The last line, and how the command ends.
    pub fn summary(mut self, assumed: &str) -> io::Result<Exit> {
        let steps = COUNTED.iter().zip(self.counts).filter(|((verdict, ..), _)| verdict.is_step());
        let steps: usize = steps.map(|(_, count)| count).sum();
        // One fact alone is no derivation; several may be equations of a system that nobody solved.
        let facts = COUNTED.iter().zip(self.counts).find(|((verdict, ..), _)| *verdict == Verdict::Fact);
        if steps == 0 && facts.is_none_or(|(_, count)| count < 2) {
            if self.unread == 0 {
                report::error("no steps found: expected an expression a line, or a chain a = b = c");
            }
            return Ok(Exit::Trouble);
        }
        if !self.jsonl {
            let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
            let told = COUNTED.iter().zip(self.counts).map(|((_, one, many), n)| (n, count(n, one, many)));
            let unread = (self.unread, count(self.unread, "line not read", "lines not read"));
            let parts: Vec<String> = told.chain([unread]).filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
            let within =
                if self.derivations > 1 { format!(" in {} derivations", self.derivations) } else { String::new() };
            let steps = count(steps, "step", "steps");
            let style = Style::new().bold();
            writeln!(self.out, "{style}{steps}{within}: {}{style:#}{assumed}", parts.join(", "))?;
        }
        self.out.flush()?;
        Ok(self.exit)
    }
}

/// What a verdict makes of the command.
fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Proved | Verdict::Agree | Verdict::Fact | Verdict::Skipped => Exit::Fine,
        Verdict::Refuted | Verdict::Lost => Exit::No,
        Verdict::Unknown | Verdict::Gained => Exit::Unknown,
        Verdict::Error => Exit::Trouble,
    }
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Proved | Verdict::Agree => GREEN,
        Verdict::Refuted | Verdict::Lost | Verdict::Error => RED,
        Verdict::Unknown | Verdict::Gained => YELLOW,
        Verdict::Fact | Verdict::Skipped => Style::new(),
    }
}

/// The formula of a row, or its text.
fn shown(row: &Row) -> String {
    cut(row.after.as_deref().unwrap_or(row.input.trim()))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// The text around the marks, and carets to be written under it.
fn underlined(marked: &Marked) -> (String, String) {
    const AROUND: usize = 40;
    let marks = |at: usize| marked.marks.iter().any(|mark| mark.contains(&at));
    let first = marked.marks.first().map_or(0, |mark| marked.text[..mark.start].chars().count());
    let total = marked.text.chars().count();
    let skipped = if total <= LONGEST { 0 } else { first.saturating_sub(AROUND) };
    let (mut text, mut carets) = (String::new(), String::new());
    if skipped > 0 {
        text.push('…');
        carets.push(' ');
    }
    for (at, c) in marked.text.char_indices().skip(skipped).take(LONGEST) {
        text.push(c);
        carets.push_str(&(if marks(at) { "^" } else { " " }).repeat(c.width().unwrap_or(0)));
    }
    if total > skipped + LONGEST {
        text.push('…');
    }
    (text, carets.trim_end().to_string())
}
