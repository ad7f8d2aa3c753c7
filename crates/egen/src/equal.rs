//! `egen equal`: are two expressions equal, and where?

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use egen::json::{self, Row};
use egen_check::Judge;
use egen_math::Expr;
use egen_read::read::{self, Note, ReadError, Refusal, read_one};
use rayon::prelude::*;
use serde_json::Value;

use crate::answer;
use crate::cli::EqualArgs;
use crate::input::{self, Batch, Entry, Reader};
use crate::{Exit, progress, report};

pub fn run(args: &EqualArgs) -> anyhow::Result<Exit> {
    let judge = args.judge.judge()?;
    match &args.pairs {
        Some(path) => pairs(args, path, &judge),
        None => single(args, &judge),
    }
}

/// The two sides and how they were understood, or the text in which an error stands.
type Sides = Result<Pair, (ReadError, String)>;

struct Pair {
    sides: (Expr, Expr),
    notes: Vec<String>,
}

fn single(args: &EqualArgs, judge: &Judge) -> anyhow::Result<Exit> {
    let options = args.read.options();
    let left = &input::formula(args.left.as_deref().expect("clap asks for it unless --pairs is given"))?;
    let right = args.right.as_deref().map(input::formula).transpose()?;
    let start = Instant::now();
    let sides = match &right {
        Some(right) => read_pair(left, right, |text| read_one(text, &options)),
        None => match read::read(left, &options) {
            Ok(reading) => {
                let notes = json::notes(&reading.notes);
                match <[Expr; 2]>::try_from(reading.sides) {
                    Ok([a, b]) => Ok(Pair { sides: (a, b), notes }),
                    Err(sides) => {
                        bail!("expected two expressions or one equation `a = b`, got {} side(s)", sides.len())
                    }
                }
            }
            Err(error) => Err((error, left.clone())),
        },
    };
    if args.jsonl {
        let row = Row { line: None, input: [left].into_iter().chain(&right).map(String::as_str).collect() };
        let (object, exit) = object(&sides, &row, judge, start);
        writeln!(io::stdout().lock(), "{object}")?;
        return Ok(exit);
    }
    match sides {
        Ok(Pair { sides: (a, b), notes }) => {
            notes.iter().for_each(|note| report::note(note));
            let comparison = judge.decide(&a, &b);
            answer::show(&comparison, &a, &b, &judge.settings)?;
            Ok(answer::exit(&comparison.verdict))
        }
        Err((error, text)) => {
            report::read_error(&text, &error, "");
            Ok(Exit::Trouble)
        }
    }
}

fn read_pair(left: &str, right: &str, one: impl Fn(&str) -> Result<(Expr, Vec<Note>), ReadError>) -> Sides {
    let mut notes = Vec::new();
    let mut read = |text: &str| -> Result<Expr, (ReadError, String)> {
        let (expr, noted) = one(text).map_err(|error| (error, text.to_string()))?;
        notes.extend(json::notes(&noted));
        Ok(expr)
    };
    let sides = (read(left)?, read(right)?);
    Ok(Pair { sides, notes })
}

/// Pairs are read and compared in chunks, so that memory stays bounded and the order is kept.
const CHUNK: usize = 1024;

fn pairs(args: &EqualArgs, path: &Path, judge: &Judge) -> anyhow::Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut batch = Batch::of_lines(path, args.read.options(), columns)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let bar = progress::bar(None, "{spinner} {pos} pairs, {per_sec}, {elapsed}");
    let mut total = Exit::Fine;
    loop {
        let chunk = batch.chunk(CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        let answers: Vec<(String, Exit)> = pool.install(|| {
            chunk
                .par_iter()
                .map(|entry| {
                    let answer = answer_line(entry, &batch.reader, judge, args);
                    bar.inc(1);
                    answer
                })
                .collect()
        });
        for (text, exit) in answers {
            writeln!(out, "{text}")?;
            total = total.and(exit);
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(total)
}

/// The columns of a line that are compared.
fn columns(line: &str) -> Vec<&str> {
    line.split('\t').take(2).collect()
}

fn answer_line(entry: &Entry, reader: &Reader, judge: &Judge, args: &EqualArgs) -> (String, Exit) {
    let start = Instant::now();
    let (line, number) = (entry.text.as_str(), entry.line.unwrap_or_default());
    let input = columns(line);
    let sides: Sides = match input[..] {
        [left, right] => read_pair(left, right, |text| reader.settle(|options| read_one(text, options))),
        _ => {
            let why = Refusal::Outside("expected two tab-separated columns".to_string());
            Err((ReadError::new(line.len()..line.len(), why), line.to_string()))
        }
    };
    let (object, exit) = object(&sides, &Row { line: Some(number), input }, judge, start);
    if args.jsonl {
        return (object.to_string(), exit);
    }
    let field = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
    let detail = match object.get("at") {
        Some(Value::Object(at)) => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
            at.iter().map(|(name, value)| format!("{name}={}", text(value))).collect::<Vec<_>>().join(" ")
        }
        _ => [field("reason"), field("error")].concat(),
    };
    (format!("{number}\t{}\t{}\t{detail}", field("verdict"), field("domain")), exit)
}

/// One answer as JSON, and how the command ends with it.
fn object(sides: &Sides, row: &Row<'_>, judge: &Judge, start: Instant) -> (Value, Exit) {
    match sides {
        Ok(Pair { sides: (a, b), notes }) => {
            let comparison = judge.decide(a, b);
            let object = json::compared(&comparison, row, notes, start.elapsed());
            (object.into(), answer::exit(&comparison.verdict))
        }
        Err((error, text)) => (json::not_compared(error, text, row, start.elapsed()).into(), Exit::Trouble),
    }
}
