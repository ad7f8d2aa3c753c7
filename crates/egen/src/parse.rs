//! `egen parse`: how was a text understood, and how is it written elsewhere?

use std::io::{self, BufWriter, Write};
use std::slice;

use egen::json;
use egen_read::formula::Formula;
use egen_read::print::print_equation;

use crate::cli::ParseArgs;
use crate::input::{Batch, Entry, Reader};
use crate::{Exit, report};

pub fn run(args: &ParseArgs) -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Fine;
    let Batch { entries, reader } = Batch::of_arguments(slice::from_ref(&args.expr), args.read.options())?;
    for entry in entries {
        exit = exit.and(answer(args, &entry?, &reader, &mut out)?);
    }
    out.flush()?;
    Ok(exit)
}

/// Answers one text; in a batch a text that cannot be read gets an empty line, so that lines keep their numbers.
fn answer(args: &ParseArgs, entry: &Entry, reader: &Reader, out: &mut impl Write) -> anyhow::Result<Exit> {
    let (text, notation) = (entry.text.as_str(), reader.options.notation);
    match reader.read(text) {
        Ok(reading) => {
            if args.jsonl {
                writeln!(out, "{}", json::reading(&reading, args.to))?;
            } else {
                let output = print_equation(&reading.sides, args.to);
                if entry.line.is_none() {
                    report::reading(&reading, notation.is_none());
                }
                writeln!(out, "{output}")?;
            }
            Ok(Exit::Fine)
        }
        Err(error) => {
            if args.jsonl {
                let structure = Formula::read(text, notation).is_ok();
                writeln!(out, "{}", json::unread(&error, args.to, structure))?;
            } else {
                report::read_error(text, &error, &entry.whence());
                if entry.line.is_some() {
                    writeln!(out)?;
                }
            }
            Ok(Exit::Trouble)
        }
    }
}
