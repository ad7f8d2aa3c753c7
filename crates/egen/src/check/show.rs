//! Showing: how do a person and a program see what was found?

use std::io::{self, BufWriter, Write};

use anstyle::Style;
use egen_math::compare::Verdict;
use egen_math::print::{Form, print_equation};
use serde_json::{Map, Value, json};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::derivation::{Claim, Item, Step};
use super::finding::{Finding, why};
use crate::answer::{self, GREEN, RED, YELLOW};
use crate::change::{Change, Marked};
use crate::{Exit, report};

/// Writes findings in order and keeps count.
pub struct Show {
    out: BufWriter<anstream::Stdout>,
    jsonl: bool,
    /// The name of the file, for errors; none for standard input.
    file: Option<String>,
    /// The derivation of the last step, and what stood after it.
    last: Option<(usize, String)>,
    /// The last derivation in which a mistake was shown.
    mistaken: usize,
    derivations: usize,
    /// Proved, agreeing, refuted, unknown.
    counts: [usize; 4],
    unread: usize,
    exit: Exit,
}

/// Reasons are put under each other up to this column.
const COLUMN: usize = 48;
/// Formulas start here, behind the number, the verdict and the sign of equality.
const INDENT: &str = "                ";
/// What is longer than this is cut, for a person.
const LONGEST: usize = 160;

impl Show {
    pub fn new(jsonl: bool, file: Option<String>) -> Show {
        let out = BufWriter::new(anstream::stdout());
        let (last, mistaken, derivations, counts, unread) = (None, 0, 0, [0; 4], 0);
        Show { out, jsonl, file, last, mistaken, derivations, counts, unread, exit: Exit::Fine }
    }

    /// Some items in order, each step with its finding.
    pub fn items(&mut self, items: &[(Item, Option<Finding>)]) -> io::Result<()> {
        let shown = items.iter().filter_map(|(item, _)| match item {
            Item::Step(step) => Some(texts(&step.claim).1.width()),
            _ => None,
        });
        let width = shown.filter(|width| *width <= COLUMN).max().unwrap_or(0);
        for (item, finding) in items {
            match (item, finding) {
                (Item::Step(step), Some(finding)) => self.step(step, finding, width)?,
                (Item::Step(_), None) => {}
                (Item::Note(text), _) if !self.jsonl => {
                    self.out.flush()?;
                    report::note(text);
                }
                (Item::Note(_), _) => {}
                (Item::Trouble { derivation, line, text, error }, _) => {
                    self.unread += 1;
                    self.exit = self.exit.and(Exit::Trouble);
                    let place =
                        self.file.as_ref().map_or_else(|| format!("line {line}"), |file| format!("{file}:{line}"));
                    if self.jsonl {
                        let error = format!("{place}: {} (byte {})", error.message, error.at.start);
                        writeln!(
                            self.out,
                            "{}",
                            json!({
                                "derivation": derivation, "step": null, "line": line, "before": null, "after": null,
                                "verdict": "unknown", "domain": null, "at": null, "complex": null, "reason": null,
                                "error": error,
                            })
                        )?;
                    } else {
                        self.out.flush()?;
                        report::read_error(text, error, &format!("{place}: "));
                    }
                }
            }
        }
        self.out.flush()
    }

    fn step(&mut self, step: &Step, finding: &Finding, width: usize) -> io::Result<()> {
        let verdict = &finding.comparison.verdict;
        self.exit = self.exit.and(answer::exit(verdict));
        let (place, style) = match verdict {
            Verdict::Proved(_) => (0, GREEN),
            Verdict::Agree => (1, GREEN),
            Verdict::Refuted(_) => (2, RED),
            Verdict::Unknown(_) => (3, YELLOW),
        };
        self.counts[place] += 1;
        let new = self.last.as_ref().is_none_or(|(derivation, _)| *derivation != step.derivation);
        self.derivations += usize::from(new);
        if self.jsonl {
            self.last = Some((step.derivation, String::new()));
            return writeln!(self.out, "{}", Value::Object(object(step, finding)));
        }
        let (before, after) = texts(&step.claim);
        if new && self.last.is_some() {
            writeln!(self.out, "\nderivation {}, line {}", step.derivation, step.line)?;
        }
        if new && matches!(step.claim, Claim::SameEquation(..)) {
            writeln!(
                self.out,
                "read as the solution of an equation: each line must be the same equation as the one before"
            )?;
        }
        if new || self.last.as_ref().is_none_or(|(_, text)| *text != before) {
            writeln!(self.out, "{INDENT}{}", cut(&before))?;
        }
        let sign = if matches!(step.claim, Claim::Equal(..)) { '=' } else { ' ' };
        let first_mistake = place == 2 && self.mistaken != step.derivation;
        let reason = match &finding.fix {
            _ if first_mistake => String::new(),
            Some(fix) => format!("{}; {fix}", finding.reason),
            None => finding.reason.clone(),
        };
        let shown = cut(&after);
        let gap = " ".repeat(width.saturating_sub(shown.width()));
        let (word, number) = (format!("{:7}", verdict.name()), step.number);
        let line = format!("{number:>3}  {style}{word}{style:#}  {sign} {shown}{gap}   {reason}");
        writeln!(self.out, "{}", line.trim_end())?;
        if first_mistake {
            self.mistaken = step.derivation;
            self.mistake(finding)?;
        }
        self.last = Some((step.derivation, after));
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
        let steps: usize = self.counts.iter().sum();
        if steps == 0 {
            if self.unread == 0 {
                report::error("no steps found: expected an expression a line, or a chain a = b = c");
            }
            return Ok(Exit::Trouble);
        }
        if !self.jsonl {
            let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
            let [proved, agree, refuted, unknown] = self.counts;
            let parts = [
                (proved, count(proved, "proved", "proved")),
                (agree, count(agree, "agrees", "agree")),
                (refuted, count(refuted, "refuted", "refuted")),
                (unknown, count(unknown, "unknown", "unknown")),
                (self.unread, count(self.unread, "line not read", "lines not read")),
            ];
            let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
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

/// The two formulas of a step.
fn texts(claim: &Claim) -> (String, String) {
    match claim {
        Claim::Equal(before, after) => (before.to_string(), after.to_string()),
        Claim::SameEquation(before, after) => (print_equation(before, Form::Infix), print_equation(after, Form::Infix)),
    }
}

/// The answer for a program. Keys that do not apply are null.
fn object(step: &Step, finding: &Finding) -> Map<String, Value> {
    let (before, after) = texts(&step.claim);
    let Value::Object(mut object) = json!({
        "derivation": step.derivation, "step": step.number, "line": step.line, "before": before, "after": after,
        "equation": matches!(step.claim, Claim::SameEquation(..)),
    }) else {
        unreachable!("an object was written")
    };
    object.extend(answer::object(&finding.comparison));
    let told = finding.rounding || matches!(step.claim, Claim::SameEquation(..));
    if told && !matches!(finding.comparison.verdict, Verdict::Proved(_) | Verdict::Agree) {
        object.insert("reason".to_string(), json!(finding.reason));
    }
    let why = why(&finding.comparison.verdict);
    let changed = finding
        .change
        .as_ref()
        .map(|change| json!({"before": change.before.changed(), "after": change.after.changed()}));
    object.insert("why".to_string(), if why.is_empty() { Value::Null } else { json!(why) });
    object.insert("changed".to_string(), changed.unwrap_or_default());
    object.insert("fix".to_string(), json!(finding.fix));
    object.insert("rounding".to_string(), json!(finding.rounding));
    object.insert("ms".to_string(), json!(finding.ms));
    object
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
