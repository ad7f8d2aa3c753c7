//! `egen rewrite`: which equal expressions does a model propose, and are they equal?

use std::io::Write;

use anyhow::bail;
use clap::Args;
use egen_model::{Points, Sequence, decode, encode};
use egen_read::print::{Form, print};
use serde_json::json;

use crate::cli::{JudgeArgs, ReadArgs};
use crate::formula::formula;
use crate::{Exit, answer, choice, embed, input, report};

pub const EXAMPLES: &str = "\
Examples:
  egen rewrite 'sin(2x)'                     ten proposals, each with its verdict
  egen rewrite '(x+1)^2' --beam 50 --equal   only what is equal, of fifty
  egen rewrite 'ln(x^2)' --to latex
  egen rewrite 'tan(x)' --jsonl

The number is the logarithm of the probability that the model gives its proposal. A model writes what it has learned to write; `egen expand` finds equal expressions by rules, and all of them are equal. Here the \
verdict of `equal` stands beside each proposal. One that is not equal and lacks a variable of the expression is left out.

Exit status: 0 if one is equal, 1 if none is, 2 if the expression could not be read.";

#[derive(Args, Debug)]
pub struct RewriteArgs {
    /// The expression; `-` reads it from standard input
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub expr: String,
    #[command(flatten)]
    pub read: ReadArgs,
    /// The model that writes, with a decoder: one that comes with egen, or a file or folder of `egen train`
    #[arg(long, value_name = "NAME|PATH", default_value = "seq2seq", value_parser = choice::model())]
    pub model: String,
    /// How many expressions are kept while writing, and are proposed
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub beam: u16,
    /// The longest proposal, in tokens of the model
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub max_tokens: u16,
    /// Only those that are equal
    #[arg(long)]
    pub equal: bool,
    /// The notation to print
    #[arg(long, default_value = "infix", value_parser = choice::notation(), value_name = "NOTATION")]
    pub to: Form,
    #[command(flatten)]
    pub judge: JudgeArgs,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

pub fn run(args: &RewriteArgs) -> anyhow::Result<Exit> {
    let Some(expr) = input::read_or_report(&input::formula(&args.expr)?, &args.read.options()) else {
        return Ok(Exit::Trouble);
    };
    let model = embed::load(&args.model)?;
    if model.config().decoder == 0 {
        bail!("the model {} has no decoder: it cannot write", args.model);
    }
    let read = Sequence::new(&expr, model.config(), &Points::default())
        .and_then(|sequence| Ok((sequence, encode(&expr, model.config().max_tokens)?.names)));
    let (sequence, names) = match read {
        Ok(read) => read,
        Err(error) => {
            report::error(&error.to_string());
            return Ok(Exit::Trouble);
        }
    };
    let proposals = model.write(&sequence, &model.pack(), args.beam.into(), args.max_tokens.into());
    let judge = args.judge.judge()?;
    let mut out = anstream::stdout().lock();
    let (mut found, mut hopeless) = (false, 0);
    for (tokens, log_probability) in proposals {
        let Ok(proposal) = decode(&tokens, &names) else { continue };
        let verdict = judge.decide(&expr, &proposal).verdict;
        let is_equal = verdict.is_equal();
        found |= is_equal;
        if !is_equal && proposal.variables() != expr.variables() {
            hopeless += 1;
            continue;
        }
        if args.equal && !is_equal {
            continue;
        }
        let shown = print(&proposal, args.to);
        if args.jsonl {
            writeln!(
                out,
                "{}",
                json!({"output": shown, "log_probability": f64::from(log_probability), "verdict": verdict.name()})
            )?;
            continue;
        }
        let style = answer::style(&verdict);
        writeln!(out, "{log_probability:7.2}  {style}{:7}{style:#}  {shown}", verdict.name())?;
    }
    if hopeless > 0 {
        let variables: Vec<String> = expr.variables().iter().map(ToString::to_string).collect();
        report::hint(&format!(
            "{hopeless} of {} proposals are left out: they are not equal, and do not have exactly the variables {}; a model writes \
             formulas of as many variables as it was trained on, and the models that come with egen learned to write in one",
            args.beam,
            variables.join(", ")
        ));
    }
    Ok(if found { Exit::Fine } else { Exit::No })
}
