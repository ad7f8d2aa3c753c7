//! `egen similar`: how near are formulas to one, and are they equal to it?

use std::io::Write;

use clap::Args;
use egen_math::Expr;
use egen_math::compare::Verdict;
use serde_json::json;

use crate::cli::{JudgeArgs, ReadArgs};
use crate::embed::{ByArg, ModelArgs};
use crate::{Exit, answer, input, report};

pub const EXAMPLES: &str = "\
Examples:
  egen similar 'sin(2x)' '2 sin(x) cos(x)' 'sin(3x)' '2 sin(x)'    nearest first, with the verdict of `equal`
  egen similar 'x^2' 'x^3' 'y^2' '(a+b)^2' --by shape               by how they are written
  egen similar 'x^2' 'x*x' 'x+x' --jsonl

The cosine says how near the vectors are (1: the same direction); the verdict says what is true. A near formula need not be equal.

Exit status: 0 done, 2 if something could not be read.";

#[derive(Args, Debug)]
pub struct SimilarArgs {
    /// The formula to which the others are compared
    pub to: String,
    /// The others
    #[arg(value_name = "EXPR", required = true)]
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

pub fn run(args: &SimilarArgs) -> anyhow::Result<Exit> {
    let options = args.read.options();
    let texts: Vec<&String> = std::iter::once(&args.to).chain(&args.exprs).collect();
    let Some(exprs) = texts.iter().map(|text| input::read_or_report(text, &options)).collect::<Option<Vec<Expr>>>()
    else {
        return Ok(Exit::Trouble);
    };
    let embedder = args.model.embedder()?;
    let mut vectors = Vec::with_capacity(exprs.len());
    for (text, found) in texts.iter().zip(embedder.embed(&exprs)) {
        match found {
            Ok(found) => vectors.push(found),
            Err(error) => {
                report::error(&format!("{text}: {error}"));
                return Ok(Exit::Trouble);
            }
        }
    }
    let judge = args.judge.judge()?;
    let by = args.by.by();
    let mut rows: Vec<(f32, usize)> = (1..exprs.len()).map(|at| (vectors[0].cosine(&vectors[at], by), at)).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut out = anstream::stdout().lock();
    for (cosine, at) in rows {
        let verdict = judge.decide(&exprs[0], &exprs[at]).verdict;
        if args.jsonl {
            let object = json!({"input": texts[at], "cosine": f64::from(cosine), "verdict": verdict.name()});
            writeln!(out, "{object}")?;
            continue;
        }
        let style = answer::style(&verdict);
        let place = match &verdict {
            Verdict::Refuted(witness) => format!("  {}", egen::json::witness_line(witness)),
            Verdict::Proved(_) | Verdict::Agree | Verdict::Unknown(_) => String::new(),
        };
        writeln!(out, "{cosine:7.4}  {style}{:7}{style:#}  {}{place}", verdict.name(), exprs[at])?;
    }
    Ok(Exit::Fine)
}
