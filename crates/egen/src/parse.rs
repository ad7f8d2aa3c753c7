//! `egen parse`: how was a text understood, and how is it written elsewhere?

use std::io::{self, BufWriter, Write};
use std::path::Path;

use egen::json;
use egen_read::formula::Formula;
use egen_read::print::print_equation;
use egen_read::read;

use crate::cli::ParseArgs;
use crate::{Exit, input, report};

pub fn run(args: &ParseArgs) -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Fine;
    if args.expr == "-" {
        for (at, line) in input::lines(Path::new("-"))?.enumerate() {
            exit = exit.and(answer(args, &line?, Some(at + 1), &mut out)?);
        }
    } else {
        exit = answer(args, &args.expr, None, &mut out)?;
    }
    out.flush()?;
    Ok(exit)
}

/// Answers one text; in a batch a text that cannot be read gets an empty line, so that lines keep their numbers.
fn answer(args: &ParseArgs, text: &str, line: Option<usize>, out: &mut impl Write) -> anyhow::Result<Exit> {
    let options = args.read.options();
    match read::read(text, &options) {
        Ok(reading) => {
            if args.jsonl {
                writeln!(out, "{}", json::reading(&reading, args.to))?;
            } else {
                let output = print_equation(&reading.sides, args.to);
                if line.is_none() {
                    report::reading(&reading, options.notation.is_none());
                }
                writeln!(out, "{output}")?;
            }
            Ok(Exit::Fine)
        }
        Err(error) => {
            if args.jsonl {
                let structure = Formula::read(text, options.notation).is_ok();
                writeln!(out, "{}", json::unread(&error, args.to, structure))?;
            } else {
                let whence = line.map(|n| format!("line {n}: ")).unwrap_or_default();
                report::read_error(text, &error, &whence);
                if line.is_some() {
                    writeln!(out)?;
                }
            }
            Ok(Exit::Trouble)
        }
    }
}
