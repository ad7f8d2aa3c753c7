//! `egen equal`: are two expressions equal, and where?

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use egen_check::Judge;
use egen_math::Expr;
use egen_math::read::{self, Options, ReadError};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::answer;
use crate::cli::EqualArgs;
use crate::{Exit, input, progress, report};

pub fn run(args: &EqualArgs) -> anyhow::Result<Exit> {
    let judge = args.judge.judge()?;
    match &args.pairs {
        Some(path) => pairs(args, path, &judge),
        None => single(args, &judge),
    }
}

/// The two sides, and the text in which an error stands.
type Sides = Result<(Expr, Expr), (ReadError, String)>;

fn single(args: &EqualArgs, judge: &Judge) -> anyhow::Result<Exit> {
    let options = args.read.options();
    let left = args.left.as_deref().expect("clap asks for it unless --pairs is given");
    let start = Instant::now();
    let sides = match args.right.as_deref() {
        Some(right) => read_pair(left, right, &options, !args.jsonl),
        None => match read::read(left, &options) {
            Ok(reading) => {
                if !args.jsonl {
                    report::reading(&reading, false);
                }
                match <[Expr; 2]>::try_from(reading.sides) {
                    Ok([a, b]) => Ok((a, b)),
                    Err(sides) => {
                        bail!("expected two expressions or one equation `a = b`, got {} side(s)", sides.len())
                    }
                }
            }
            Err(error) => Err((error, left.to_string())),
        },
    };
    if args.jsonl {
        let (object, exit) = object(&sides, judge, start);
        writeln!(io::stdout().lock(), "{object}")?;
        return Ok(exit);
    }
    match sides {
        Ok((a, b)) => {
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

fn read_pair(left: &str, right: &str, options: &Options, notes: bool) -> Sides {
    let read = |text: &str| match input::read_single(text, options) {
        Ok((expr, reading)) => {
            if notes {
                report::reading(&reading, false);
            }
            Ok(expr)
        }
        Err(error) => Err((error, text.to_string())),
    };
    Ok((read(left)?, read(right)?))
}

/// Pairs are read and compared in chunks, so that memory stays bounded and the order is kept.
const CHUNK: usize = 1024;

fn pairs(args: &EqualArgs, path: &Path, judge: &Judge) -> anyhow::Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let options = args.read.options();
    let mut out = BufWriter::new(io::stdout().lock());
    let bar = progress::bar(None, "{spinner} {pos} pairs, {per_sec}, {elapsed}");
    let mut total = Exit::Fine;
    let mut lines = input::lines(path)?.enumerate();
    loop {
        let chunk = lines
            .by_ref()
            .take(CHUNK)
            .map(|(at, line)| line.map(|line| (at, line)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        if chunk.is_empty() {
            break;
        }
        let answers: Vec<(String, Exit)> = pool.install(|| {
            chunk
                .par_iter()
                .map(|(at, line)| {
                    let answer = answer_line(line, &options, judge, args, *at + 1);
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

fn answer_line(line: &str, options: &Options, judge: &Judge, args: &EqualArgs, number: usize) -> (String, Exit) {
    let start = Instant::now();
    let mut columns = line.split('\t');
    let sides: Sides = match (columns.next(), columns.next()) {
        (Some(left), Some(right)) => read_pair(left, right, options, false),
        _ => {
            let message = "expected two tab-separated columns".to_string();
            Err((ReadError { at: line.len()..line.len(), message }, line.to_string()))
        }
    };
    let (object, exit) = object(&sides, judge, start);
    if args.jsonl {
        return (object.to_string(), exit);
    }
    let field = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
    let detail = match object.get("at") {
        Some(Value::Object(at)) => {
            at.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        }
        _ => [field("reason"), field("error")].concat(),
    };
    let verdict = if exit == Exit::Trouble { "error".to_string() } else { field("verdict") };
    (format!("{number}\t{verdict}\t{}\t{detail}", field("domain")), exit)
}

/// One answer as JSON. Keys that do not apply are null.
fn object(sides: &Sides, judge: &Judge, start: Instant) -> (Value, Exit) {
    let ms = || (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let (a, b) = match sides {
        Ok(sides) => sides,
        Err((error, text)) => {
            let object = json!({
                "verdict": "unknown", "domain": null, "at": null, "complex": null, "reason": null, "ms": ms(),
                "error": format!("`{text}`: {} (byte {})", error.message, error.at.start),
            });
            return (object, Exit::Trouble);
        }
    };
    let comparison = judge.decide(a, b);
    let mut object = answer::object(&comparison);
    object.insert("ms".to_string(), json!(ms()));
    (Value::Object(object), answer::exit(&comparison.verdict))
}
