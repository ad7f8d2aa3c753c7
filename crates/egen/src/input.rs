//! Input: where do lines and expressions come from?

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use egen_math::Expr;
use egen_read::read::{Options, read_one};

use crate::report;

/// A longer line is no formula.
const MAX_LINE: usize = 4 << 20;

/// The lines of a file, or of standard input for `-`, without their ends.
pub fn lines(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<String>>> {
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
            Ok(_) if bytes.len() >= MAX_LINE => {
                Some(Err(anyhow::anyhow!("{}: line {} is longer than {MAX_LINE} bytes", self.name, self.number)))
            }
            Ok(_) if bytes.contains(&0) => {
                Some(Err(anyhow::anyhow!("{} is not a text: line {} holds a NUL byte", self.name, self.number)))
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                Some(Ok(text.trim_end_matches(['\n', '\r']).to_string()))
            }
            Err(error) => Some(Err(error).with_context(|| format!("cannot read {}, line {}", self.name, self.number))),
        }
    }
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
