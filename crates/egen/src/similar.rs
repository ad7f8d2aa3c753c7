//! `egen similar`: how near are formulas to one, and are they equal to it?

use std::io::{self, Write};
use std::slice;

use anyhow::bail;
use clap::Args;
use egen_math::Expr;
use egen_math::compare::Verdict;
use serde_json::{Value, json};

use crate::cli::{JudgeArgs, ReadArgs};
use crate::embed::{Answer, ByArg, CHUNK, ModelArgs, embed};
use crate::formula::formula;
use crate::input::{Batch, Entry};
use crate::{Exit, answer, input, report};

pub const EXAMPLES: &str = "\
Examples:
  egen similar 'sin(2x)' '2 sin(x) cos(x)' 'sin(3x)' '2 sin(x)'
      nearest first, with the verdict of `equal`
  egen similar 'x^2' 'x^3' 'y^2' '(a+b)^2' --by shape   by how they are written
  egen similar 'x^2' 'x*x' 'x+x' --jsonl
  egen similar 'sin(2x)' - < formulas.txt               a formula a line

The cosine says how near the vectors are (1: the same direction); the verdict says what is true. A near formula need not be equal.

Exit status: 0 done, 2 if something could not be read.";

#[derive(Args, Debug)]
pub struct SimilarArgs {
    /// The formula to which the others are compared
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub query: String,
    /// The others; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", required = true, value_parser = formula)]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Which vectors are compared
    #[arg(long, value_enum, default_value = "meaning")]
    pub by: ByArg,
    #[command(flatten)]
    pub judge: JudgeArgs,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

/// A formula that is compared.
struct Candidate {
    entry: Entry,
    expr: Expr,
    cosine: f32,
}

pub fn run(args: &SimilarArgs) -> anyhow::Result<Exit> {
    if args.query == "-" && args.exprs.iter().any(|text| text == "-") {
        bail!("standard input can be read once: `-` was given twice");
    }
    let query = input::formula(&args.query)?;
    let mut batch = Batch::of_arguments(&args.exprs, args.read.options())?;
    let Some(expr) = input::read_or_report(&query, &batch.reader.options) else { return Ok(Exit::Trouble) };
    let (embedder, judge, by) = (args.model.embedder()?, args.judge.judge()?, args.by.by());
    let query = match embedder.embed(slice::from_ref(&expr)).remove(0) {
        Ok(found) => found,
        Err(error) => {
            report::error(&format!("{query}: {error}"));
            return Ok(Exit::Trouble);
        }
    };
    let (mut candidates, mut refused) = (Vec::new(), Vec::new());
    loop {
        let chunk = batch.chunk(CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        for Answer { entry, vectors, expr } in embed(chunk, &batch.reader, &embedder) {
            match (vectors, expr) {
                (Ok(vectors), Some(expr)) => {
                    candidates.push(Candidate { entry, expr, cosine: query.cosine(&vectors, by) });
                }
                (Err(error), _) => refused.push((entry, error)),
                (Ok(_), None) => unreachable!("what has vectors was read"),
            }
        }
    }
    candidates.sort_by(|a, b| b.cosine.total_cmp(&a.cosine));
    let mut out = anstream::stdout().lock();
    for candidate in &candidates {
        let verdict = judge.decide(&expr, &candidate.expr).verdict;
        if args.jsonl {
            writeln!(out, "{}", object(candidate, &verdict))?;
        } else {
            show(&mut out, candidate, &verdict)?;
        }
    }
    for (entry, error) in &refused {
        if args.jsonl {
            let (error, at) = (error.message(), error.at.start);
            writeln!(out, "{}", json!({"input": entry.text, "line": entry.line, "error": error, "at": at}))?;
        } else {
            report::read_error(&entry.text, error, &entry.whence());
        }
    }
    Ok(if refused.is_empty() { Exit::Fine } else { Exit::Trouble })
}

fn object(Candidate { entry, cosine, .. }: &Candidate, verdict: &Verdict) -> Value {
    json!({"input": entry.text, "line": entry.line, "cosine": f64::from(*cosine), "verdict": verdict.name()})
}

fn show(out: &mut impl Write, Candidate { expr, cosine, .. }: &Candidate, verdict: &Verdict) -> io::Result<()> {
    let style = answer::style(verdict);
    let place = match verdict {
        Verdict::Refuted(witness) => format!("  {}", egen::json::witness_line(witness)),
        Verdict::Proved(_) | Verdict::Agree | Verdict::Unknown(_) => String::new(),
    };
    writeln!(out, "{cosine:7.4}  {style}{:7}{style:#}  {expr}{place}", verdict.name())
}
