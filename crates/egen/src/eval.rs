//! `egen eval`: what is the value at a point?

use std::io::{self, BufWriter, Write};
use std::slice;

use anyhow::{Context, bail};
use egen_math::eval::point::{self, Value};
use egen_math::{Expr, Symbol};
use egen_read::read::{Note, Options, ReadError, read_one};
use serde_json::json;

use crate::cli::EvalArgs;
use crate::input::{Batch, Entry};
use crate::{Exit, report};

pub fn run(args: &EvalArgs) -> anyhow::Result<Exit> {
    let at = args.at.iter().map(|text| assignment(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let again = |n: &usize| at[..*n].iter().any(|(name, _)| *name == at[*n].0);
    if let Some(twice) = (0..at.len()).find(again) {
        bail!("--at gives {} twice", at[twice].0);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Fine;
    let Batch { entries, reader } = Batch::of_arguments(slice::from_ref(&args.expr), args.read.options())?;
    for entry in entries {
        let entry = entry?;
        let answer = answer(args, &at, reader.settle(|options| read_one(&entry.text, options)));
        exit = exit.and(answer.exit());
        if args.jsonl {
            writeln!(out, "{}", answer.object(&entry))?;
        } else {
            answer.show(args, &entry, &mut out)?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// What came of a formula.
enum Answer {
    Value(Value, Vec<Note>),
    /// Variables without a value.
    Missing(Vec<Symbol>),
    Unread(ReadError),
}

fn answer(args: &EvalArgs, at: &[(Symbol, Expr)], read: Result<(Expr, Vec<Note>), ReadError>) -> Answer {
    let (expr, notes) = match read {
        Ok(read) => read,
        Err(error) => return Answer::Unread(error),
    };
    let given = |name: &Symbol| at.iter().any(|(given, _)| given == name);
    let missing: Vec<Symbol> = point::free_variables(&expr).into_iter().filter(|name| !given(name)).collect();
    if !missing.is_empty() {
        return Answer::Missing(missing);
    }
    let value = if args.complex { point::complex(&expr, at) } else { point::real(&expr, at, args.digits as usize) };
    Answer::Value(value, notes)
}

impl Answer {
    fn exit(&self) -> Exit {
        match self {
            Answer::Value(Value::Known(_), _) => Exit::Fine,
            Answer::Value(Value::Undefined, _) => Exit::No,
            Answer::Value(Value::Unsure(_), _) => Exit::Unknown,
            Answer::Missing(_) | Answer::Unread(_) => Exit::Trouble,
        }
    }

    /// For a person; in a batch, what has no value gets an empty line.
    fn show(&self, args: &EvalArgs, entry: &Entry, out: &mut impl Write) -> anyhow::Result<()> {
        let whence = entry.whence();
        match self {
            Answer::Value(Value::Known(digits), notes) => {
                notes.iter().for_each(|note| report::note(&format!("{whence}{note}")));
                writeln!(out, "{digits}")?;
                return Ok(());
            }
            Answer::Value(Value::Undefined, _) => {
                writeln!(out, "undefined")?;
                if !args.complex && entry.line.is_none() {
                    report::hint(
                        "there is no finite real value here; --complex gives the principal value, if there is one",
                    );
                }
                return Ok(());
            }
            Answer::Value(Value::Unsure(reason), _) => report::error(&format!("{whence}{reason}")),
            Answer::Missing(names) => report::error(&format!("{whence}{}", missing(names))),
            Answer::Unread(error) => report::read_error(&entry.text, error, &whence),
        }
        if entry.line.is_some() {
            writeln!(out)?;
        }
        Ok(())
    }

    /// For a program.
    fn object(&self, entry: &Entry) -> serde_json::Value {
        let (outcome, value, notes) = match self {
            Answer::Value(Value::Known(digits), notes) => ("known", Some(digits.as_str()), egen::json::notes(notes)),
            Answer::Value(Value::Undefined, notes) => ("undefined", None, egen::json::notes(notes)),
            Answer::Value(Value::Unsure(_), notes) => ("unknown", None, egen::json::notes(notes)),
            Answer::Missing(_) | Answer::Unread(_) => ("error", None, Vec::new()),
        };
        let mut object =
            json!({"input": entry.text, "line": entry.line, "outcome": outcome, "value": value, "notes": notes});
        match self {
            Answer::Value(Value::Unsure(reason), _) => object["reason"] = json!(reason),
            Answer::Missing(names) => object["error"] = json!(missing(names)),
            Answer::Unread(error) => {
                object["error"] = json!(error.message());
                object["at"] = json!(error.at.start);
            }
            Answer::Value(Value::Known(_) | Value::Undefined, _) => {}
        }
        object
    }
}

fn missing(names: &[Symbol]) -> String {
    let flags: Vec<String> = names.iter().map(|name| format!("--at {name}=…")).collect();
    format!("a value is missing: {}", flags.join(" "))
}

/// `x=1.5`, `x = pi/3`.
fn assignment(text: &str) -> anyhow::Result<(Symbol, Expr)> {
    let (name, value) = text.split_once('=').with_context(|| format!("expected NAME=VALUE, got `{text}`"))?;
    let read =
        |part: &str| read_one(part, &Options::default()).map_err(|error| anyhow::anyhow!("in --at `{text}`: {error}"));
    let value = read(value)?.0;
    if let Some(variable) = value.variables().first() {
        bail!("in --at `{text}`: the value contains the variable {variable}");
    }
    let name = name.trim();
    let variable = read(name).map(|(expr, _)| expr.variables()).unwrap_or_default();
    let symbol = match variable.as_slice() {
        [only] => only.clone(),
        _ => Symbol::new(name),
    };
    Ok((symbol, value))
}
