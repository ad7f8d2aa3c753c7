//! Page: how does a person read what was found in a browser, on a phone and on paper?
//!
//! One file that needs nothing else: no script, no font, no other address. Every element is closed, as XML wants it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, bail};
use egen_check::change::{Change, Marked};
use egen_check::{Kind, Row, Setting, Shown, Verdict};
use egen_corpus::store::Draft;

use super::reason;
use super::source::Source;
use super::tally::{Lines, Tally};

const STYLE: &str = include_str!("page.css");
/// No browser shows a longer page with ease. Rows beyond it are counted.
const MAX_BODY: usize = 16 << 20;
/// A longer formula is shown as text, and cut.
const MAX_FORMULA: usize = 64 << 10;
const MAX_TEXT: usize = 1_000;

/// A page that is being written. It gets its name when it is whole.
pub struct Page {
    draft: Draft,
    body: String,
    /// The problem that is open, and what was shown of it last.
    problem: Option<usize>,
    last: String,
    left_out: usize,
}

impl Page {
    /// Begins a page, if it can be written there.
    pub fn create(path: &Path, sources: &[Source]) -> anyhow::Result<Page> {
        if path.is_dir() {
            bail!("cannot write the report to {}: it is a folder; name a file in it", path.display());
        }
        if let Some(source) = sources.iter().find(|source| source.is(path)) {
            bail!("the report would take the place of {}, which is to be checked", source.name());
        }
        let draft = Draft::create(path).with_context(|| format!("cannot write the report to {}", path.display()))?;
        Ok(Page { draft, body: String::new(), problem: None, last: String::new(), left_out: 0 })
    }

    /// Begins a file.
    pub fn begin(&mut self, source: &Source) {
        self.close();
        let _ = writeln!(self.body, "<h2>{}</h2>", escape(&source.name()));
    }

    /// Says why a file is not checked.
    pub fn trouble(&mut self, message: &str) {
        self.close();
        let _ = writeln!(self.body, "<p class=\"trouble\"><b>Not checked:</b> {}</p>", escape(message));
    }

    /// Some rows in order, the first with its number among all rows.
    pub fn rows(&mut self, rows: &[Row], first: usize) {
        for (number, row) in (first..).zip(rows) {
            if self.body.len() > MAX_BODY {
                self.left_out += 1;
                continue;
            }
            if self.problem != Some(row.derivation) {
                self.open(row);
            }
            self.row(row, number);
        }
    }

    fn open(&mut self, row: &Row) {
        self.close();
        self.problem = Some(row.derivation);
        let _ = writeln!(
            self.body,
            "<h3>Problem {} <span>from line {}</span></h3>\n<table>\n<thead><tr><th scope=\"col\">Line</th>\
             <th scope=\"col\">What it says</th><th scope=\"col\">Verdict</th><th scope=\"col\">Why</th></tr></thead>\n<tbody>",
            row.derivation, row.line
        );
    }

    fn close(&mut self) {
        if self.problem.take().is_some() {
            self.body.push_str("</tbody>\n</table>\n");
        }
        self.last.clear();
    }

    fn row(&mut self, row: &Row, number: usize) {
        let before = row.before.as_ref().map(ToString::to_string).unwrap_or_default();
        let chain = row.kind == Kind::Expressions;
        let mistake = row.finding.change.as_ref().filter(|_| chain && row.finding.verdict == Verdict::Refuted);
        let begins = chain && before != self.last && mistake.is_none();
        if let Some(start) = row.before.as_ref().filter(|_| begins) {
            let _ = writeln!(
                self.body,
                "<tr class=\"start\"><td class=\"line\"></td><td class=\"says\">{}</td><td></td><td></td></tr>",
                formula(start, "")
            );
        }
        let (class, sign, word) = look(row);
        let finding = &row.finding;
        let says = match (mistake, &row.after, &row.error) {
            (Some(change), ..) => changed(change),
            (_, Some(after), _) => formula(after, if chain { "<mo form=\"prefix\">=</mo>" } else { "" }),
            (_, None, Some(error)) => {
                let at = |at: usize| at.saturating_sub(row.at.start);
                unread(&row.input, at(error.at.start)..at(error.at.end))
            }
            _ => format!("<span class=\"text\">{}</span>", escape(&cut(row.input.trim()))),
        };
        let fix = finding.fix.iter().map(|fix| format!("<p class=\"fix\">{}</p>", escape(fix)));
        let notes = row.notes.iter().map(|note| format!("<p class=\"note\">{}</p>", escape(note)));
        let _ = writeln!(
            self.body,
            "<tr class=\"{class}\" id=\"r{number}\"><td class=\"line\">{}</td><td class=\"says\">{says}</td>\
             <td class=\"verdict\"><span aria-hidden=\"true\">{sign}</span> {word}</td><td class=\"why\">{}{}{}</td></tr>",
            row.line,
            escape(reason(row)),
            fix.collect::<String>(),
            notes.collect::<String>()
        );
        self.last = row.after.as_ref().map(ToString::to_string).unwrap_or_default();
    }

    /// Writes the page and gives it its name.
    pub fn finish(mut self, tally: &Tally, assumed: &str) -> anyhow::Result<()> {
        self.close();
        let title = match &tally.files[..] {
            [one] => format!("{one}, checked"),
            several => format!("{} files, checked", several.len()),
        };
        let title = escape(&title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n<h1>{title}</h1>\n<p class=\"told\">{}</p>\n",
            escape(&format!("{}{assumed}", tally.told()))
        );
        out.push_str("<dl class=\"short\">\n");
        for (class, term, lines) in [
            ("wrong", "Wrong", &tally.wrong),
            ("open", "Undecided, or too many solutions", &tally.open),
            ("open", "Not understood", &tally.unread),
        ] {
            links(&mut out, (class, term), lines, tally);
        }
        out.push_str("</dl>\n");
        if self.left_out > 0 {
            let _ = writeln!(
                out,
                "<p class=\"trouble\">The page would be too long: its last {} rows are left out, and counted above.</p>",
                self.left_out
            );
        }
        out.push_str(&self.body);
        out.push_str(WORDS);
        let _ = writeln!(out, "<p class=\"faint\">Made by egen {}.</p>\n</body>\n</html>", env!("CARGO_PKG_VERSION"));
        self.draft.write_all(out.as_bytes())?;
        self.draft.finish()?;
        Ok(())
    }
}

/// What the words of the second last column mean.
const WORDS: &str = "<h2>The words</h2>\n<dl class=\"words\">\n\
<dt>proved</dt><dd>The line follows, and a proof was found.</dd>\n\
<dt>agrees</dt><dd>The values are the same to many digits wherever they were compared; no proof was found.</dd>\n\
<dt>refuted</dt><dd>The line is wrong: at the point given, the values certainly differ.</dd>\n\
<dt>loses, gains</dt><dd>The line has fewer or more solutions than the lines before it.</dd>\n\
<dt>unknown</dt><dd>It could not be decided, for the reason given.</dd>\n\
<dt>fact</dt><dd>The line says something new, which later lines may use.</dd>\n\
<dt>text</dt><dd>Words that claim nothing; they are not judged.</dd>\n\
<dt>not understood</dt><dd>The line claims something that egen cannot read. It was not judged.</dd>\n</dl>\n";

fn links(out: &mut String, (class, term): (&str, &str), lines: &Lines, tally: &Tally) {
    if lines.count == 0 {
        return;
    }
    let _ = write!(out, "<dt class=\"{class}\">{term}</dt><dd>");
    for group in lines.named.chunk_by(|a, b| a.file == b.file) {
        let file =
            if tally.files.len() > 1 { format!("{}: ", escape(&tally.files[group[0].file])) } else { String::new() };
        let links = group.iter().map(|place| {
            let problem = if tally.problems > 1 { format!("problem {}, ", place.problem) } else { String::new() };
            format!("<a href=\"#r{}\">{problem}line {}</a>", place.row, place.line)
        });
        let _ = write!(out, "<div>{file}{}</div>", links.collect::<Vec<_>>().join("; "));
    }
    if lines.count > lines.named.len() {
        let _ = write!(out, "<div>and {} more</div>", lines.count - lines.named.len());
    }
    out.push_str("</dd>\n");
}

/// The class, the sign and the word of a verdict.
fn look(row: &Row) -> (&'static str, char, &'static str) {
    if row.is_understood() == Some(false) {
        return ("open", '?', "not understood");
    }
    match row.finding.verdict {
        Verdict::Proved => ("good", '✔', "proved"),
        Verdict::Agree => ("good", '≈', "agrees"),
        Verdict::Refuted => ("wrong", '✘', "refuted"),
        Verdict::Lost => ("wrong", '✘', "loses solutions"),
        Verdict::Gained => ("open", '+', "gains solutions"),
        Verdict::Unknown | Verdict::Error => ("open", '?', "unknown"),
        Verdict::Fact => ("plain", ' ', "fact"),
        Verdict::Skipped => ("plain", ' ', "text"),
    }
}

fn math(inside: &str) -> String {
    format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" displaystyle=\"true\">{inside}</math>")
}

fn formula(shown: &Shown, sign: &str) -> String {
    let inside = shown.print(Setting::Mathml);
    if inside.len() > MAX_FORMULA {
        return format!("<code>{}</code>", escape(&cut(&shown.to_string())));
    }
    math(&format!("{sign}<mrow>{inside}</mrow>"))
}

/// The line before and the line after, with what changed between them.
fn changed(change: &Change) -> String {
    let one = |word: &str, marked: &Marked| {
        let (text, marks) = marked.print(Setting::Mathml);
        let shown = if text.len() > MAX_FORMULA {
            format!("<code>{}</code>", escape(&cut(&marked.text)))
        } else {
            math(&with_marks(&text, &marks))
        };
        format!("<div class=\"{word}\"><span>{word}</span> {shown}</div>")
    };
    one("before", &change.before) + &one("after", &change.after)
}

/// MathML with its marks, which are whole elements and do not overlap.
fn with_marks(text: &str, marks: &[Range<usize>]) -> String {
    let (mut out, mut end) = (String::from("<mrow>"), 0);
    for mark in marks.iter().filter(|mark| !mark.is_empty()) {
        if mark.start < end {
            continue;
        }
        let inside = &text[mark.clone()];
        // At the beginning of a row a browser would set the sign of a term close to it, like that of a number.
        let (sign, rest) = inside.strip_prefix("<mo>").map_or(("", inside), |rest| ("<mo form=\"infix\">", rest));
        let _ = write!(out, "{}<mrow class=\"mark\">{sign}{rest}</mrow>", &text[end..mark.start]);
        end = mark.end;
    }
    out.push_str(&text[end..]);
    out + "</mrow>"
}

/// A text that could not be read, with the place marked.
fn unread(text: &str, at: Range<usize>) -> String {
    let parts = (text.get(..at.start), text.get(at.clone()), text.get(at.end..));
    match parts {
        (Some(before), Some(inside), Some(after)) if text.len() <= MAX_TEXT && !inside.is_empty() => {
            format!("<code>{}<mark>{}</mark>{}</code>", escape(before), escape(inside), escape(after))
        }
        _ => format!("<code>{}</code>", escape(&cut(text))),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// Text that a browser shows as it is. XML cannot hold control characters, not even as references.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
