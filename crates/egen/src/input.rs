//! Input: where do lines and expressions come from, and how are lines of one text read?

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Once;

use anyhow::{Context, bail};
use egen_corpus::verify::is_prefix;
use egen_math::Expr;
use egen_read::read::message::Doubt;
use egen_read::read::{Notation, Options, ReadError, Reading, Refusal, read, read_one};

use crate::report;

/// A longer line is no formula: the reader refuses what is left of it.
const MAX_LINE: usize = 4 << 20;

/// Standard input, where a formula or a file is expected.
const STDIN: &str = "-";

/// The lines of a file, or of standard input for `-`, without their ends.
pub fn lines(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<String>> + use<>> {
    let (name, reader): (String, Box<dyn BufRead>) = if path == Path::new("-") {
        ("standard input".into(), Box::new(io::stdin().lock()))
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        (path.display().to_string(), Box::new(BufReader::new(file)))
    };
    Ok(Lines { name, reader, number: 0 })
}

struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    number: usize,
}

/// Is this the beginning of something else than a text? Every kind of text file of today is free of NUL, and most of it can be shown.
fn is_binary(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let odd = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace();
    start.contains(&0) || 2 * text.chars().filter(odd).count() > text.chars().count()
}

impl Iterator for Lines {
    type Item = anyhow::Result<String>;

    /// Bytes that are no UTF-8 become U+FFFD, which no reader takes: the line gets its error and the rest goes on.
    fn next(&mut self) -> Option<anyhow::Result<String>> {
        self.number += 1;
        if self.number == 1
            && let Ok(start) = self.reader.fill_buf()
            && is_binary(start)
        {
            return Some(Err(anyhow::anyhow!("{} is not a text (in UTF-8)", self.name)));
        }
        let mut bytes = Vec::new();
        match io::Read::take(&mut self.reader, MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => {
                if bytes.len() >= MAX_LINE && !bytes.ends_with(b"\n") {
                    // One bad line ends no batch.
                    self.reader.skip_until(b'\n').ok()?;
                }
                let text = String::from_utf8_lossy(&bytes);
                Some(Ok(text.trim_end_matches(['\n', '\r']).to_string()))
            }
            Err(error) => Some(Err(error).with_context(|| format!("cannot read {}, line {}", self.name, self.number))),
        }
    }
}

/// The formula that an argument gives: itself, or all of standard input for `-`.
pub fn formula(given: &str) -> anyhow::Result<String> {
    if given != STDIN {
        return Ok(given.to_string());
    }
    let lines = lines(Path::new(STDIN))?.collect::<anyhow::Result<Vec<_>>>()?;
    let mut formulas = lines.into_iter().filter(|line| !line.trim().is_empty());
    match (formulas.next(), formulas.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => bail!("there is no formula on standard input"),
        (Some(_), Some(_)) => bail!("expected one formula on standard input, and there are several lines"),
    }
}

/// The text of a file, or of standard input for `-`.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let read = if path == Path::new(STDIN) { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(path) };
    read.with_context(|| format!("cannot read {}", path.display()))
}

/// A formula of a batch.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its line on standard input or in a file; none for an argument.
    pub line: Option<usize>,
    pub text: String,
}

impl Entry {
    /// The beginning of a message about it.
    pub fn whence(&self) -> String {
        self.line.map(|line| format!("line {line}: ")).unwrap_or_default()
    }
}

/// Formulas in order, of which `-` stands for those of standard input, a line each.
pub struct Batch {
    pub entries: Box<dyn Iterator<Item = anyhow::Result<Entry>>>,
    pub reader: Reader,
}

impl Batch {
    pub fn of_arguments(given: &[String], options: Options) -> anyhow::Result<Batch> {
        let Some(at) = given.iter().position(|text| text == STDIN) else {
            let reader = Reader { options, prefix: None, told: Once::new() };
            return Ok(Batch { entries: Box::new(arguments(given)), reader });
        };
        let (before, after) = (&given[..at], &given[at + 1..]);
        if after.iter().any(|text| text == STDIN) {
            bail!("standard input can be read once: `-` was given twice");
        }
        let Batch { entries, reader } = Batch::of_lines(Path::new(STDIN), options, |line| vec![line])?;
        Ok(Batch { entries: Box::new(arguments(before).chain(entries).chain(arguments(after))), reader })
    }

    /// The lines of a file, each with some texts of formulas.
    pub fn of_lines(path: &Path, options: Options, texts: fn(&str) -> Vec<&str>) -> anyhow::Result<Batch> {
        /// Lines that show whether a text is in prefix notation.
        const ENOUGH: usize = 500;
        let mut lines = lines(path)?;
        let ahead = lines.by_ref().take(ENOUGH).collect::<anyhow::Result<VecDeque<String>>>()?;
        let reader = Reader::new(options, ahead.iter().flat_map(|line| texts(line)));
        let numbered = ahead.into_iter().map(Ok).chain(lines).zip(1..);
        let entries = numbered.map(|(text, line)| Ok(Entry { line: Some(line), text: text? }));
        Ok(Batch { entries: Box::new(entries), reader })
    }

    /// At most so many of the entries that are left.
    pub fn chunk(&mut self, most: usize) -> anyhow::Result<Vec<Entry>> {
        self.entries.by_ref().take(most).collect()
    }
}

fn arguments(given: &[String]) -> impl Iterator<Item = anyhow::Result<Entry>> + use<> {
    let entries: Vec<Entry> = given.iter().map(|text| Entry { line: None, text: text.clone() }).collect();
    entries.into_iter().map(Ok)
}

/// How the formulas of a batch are read. A line that is one formula in infix and another in prefix notation, such as `+ -4 x`, is
/// refused by itself; among lines of prefix notation it is one of them.
pub struct Reader {
    pub options: Options,
    /// How such a line is read, if the lines beside it say so.
    prefix: Option<Options>,
    told: Once,
}

impl Reader {
    fn new<'a>(options: Options, ahead: impl Iterator<Item = &'a str> + Clone) -> Reader {
        let settled = options.notation.is_none() && is_prefix(ahead, &options);
        let prefix = settled.then(|| Options { notation: Some(Notation::Prefix), ..options.clone() });
        Reader { options, prefix, told: Once::new() }
    }

    pub fn read(&self, text: &str) -> Result<Reading, ReadError> {
        self.settle(|options| read(text, options))
    }

    /// Reads one expression.
    pub fn read_one(&self, text: &str) -> Result<Expr, ReadError> {
        self.settle(|options| read_one(text, options)).map(|(expr, _)| expr)
    }

    /// What a reader makes of a text with the options that hold for it.
    pub fn settle<T>(&self, read: impl Fn(&Options) -> Result<T, ReadError>) -> Result<T, ReadError> {
        match (read(&self.options), &self.prefix) {
            (Err(error), Some(prefix)) if is_either(&error) => {
                let note = "lines that could be infix, such as `+ 2 x`, are read as prefix notation: so are the lines beside them";
                self.told.call_once(|| report::note(note));
                read(prefix)
            }
            (found, _) => found,
        }
    }
}

/// Was a text refused because infix and prefix notation read it differently?
fn is_either(error: &ReadError) -> bool {
    matches!(&*error.refusal, Refusal::Ambiguous(Doubt::Notations(Notation::Prefix, _)))
}

/// Reads one expression; says what was decided, or what is wrong with it and where.
pub fn read_or_report(text: &str, options: &Options) -> Option<Expr> {
    match read_one(text, options) {
        Ok((expr, notes)) => {
            notes.iter().for_each(|note| report::note(&note.to_string()));
            Some(expr)
        }
        Err(error) => {
            report::read_error(text, &error, "");
            None
        }
    }
}
