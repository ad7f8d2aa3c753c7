//! Input: where do lines and expressions come from?

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use egen_math::Expr;
use egen_math::read::{Options, read_one};

use crate::report;

/// A longer line is no formula.
const MAX_LINE: usize = 4 << 20;

/// The lines of a file, or of standard input for `-`, without their ends.
pub fn lines(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<String>>> {
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Box::new(BufReader::new(file))
    };
    Ok(Lines { reader, number: 0 })
}

struct Lines {
    reader: Box<dyn BufRead>,
    number: usize,
}

impl Iterator for Lines {
    type Item = anyhow::Result<String>;

    /// Bytes that are no UTF-8 become U+FFFD, which no reader takes: the line gets its error and the rest goes on.
    fn next(&mut self) -> Option<anyhow::Result<String>> {
        self.number += 1;
        let mut bytes = Vec::new();
        match io::Read::take(&mut self.reader, MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) if bytes.len() >= MAX_LINE => {
                Some(Err(anyhow::anyhow!("line {} is longer than {MAX_LINE} bytes", self.number)))
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                Some(Ok(text.trim_end_matches(['\n', '\r']).to_string()))
            }
            Err(error) => Some(Err(error).with_context(|| format!("cannot read line {}", self.number))),
        }
    }
}

/// Reads one expression; says what was decided, or what is wrong with it and where.
pub fn read_or_report(text: &str, options: &Options) -> Option<Expr> {
    match read_one(text, options) {
        Ok((expr, notes)) => {
            notes.iter().for_each(|note| report::note(&note.text));
            Some(expr)
        }
        Err(error) => {
            report::read_error(text, &error, "");
            None
        }
    }
}
