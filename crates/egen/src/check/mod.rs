//! `egen check`: is each step of a derivation right, and what went wrong where it is not?

mod decimal;
mod derivation;
mod equation;
mod finding;
mod fix;
mod rows;
mod show;
mod slip;
mod value;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use crate::cli::{JudgeArgs, ReadArgs};
use crate::progress::Late;
use crate::{Exit, input, report};
use derivation::{Item, Reader};
use finding::{Finding, find};
use show::Show;

pub const EXAMPLES: &str = "\
Examples:
  egen check solution.tex                           an align environment, or a formula a line
  echo '(x+1)^2 = x^2 + 2x + 1 = x (x+2) + 1' | egen check
  egen check homework.txt --assume 'x > 0' --jsonl  an object a step

A line is an expression that equals the one before it, or a chain a = b = c; a line that
starts with = takes up the one before. Blank lines separate derivations, # and % start comments.
Equations that are transformed (2x + 3 = 7, then 2x = 4) must stay the same up to a factor.

Exit status: 0 every step holds, 1 one is refuted, 2 trouble, 3 none refuted, one unknown.";

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The file with the derivation; `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub judge: JudgeArgs,
    /// Answer with a JSON object a step
    #[arg(long)]
    pub jsonl: bool,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

/// Steps are judged in chunks, so that memory stays bounded and the order is kept.
const CHUNK: usize = 256;

pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let judge = args.judge.judge()?;
    let stdin = args.file == Path::new("-");
    if stdin && io::stdin().is_terminal() {
        report::hint("type a derivation, a formula a line; end it with Ctrl-D");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut lines = input::lines(&args.file)?.enumerate();
    let mut reader = Reader::new(args.read.options(), &judge.settings);
    let mut show = Show::new(args.jsonl, (!stdin).then(|| args.file.display().to_string()));
    let progress = Late::new(None, "{spinner} {pos} steps, {per_sec}, {elapsed}");
    loop {
        let mut items = Vec::new();
        let mut end = None;
        while end.is_none() && items.len() < CHUNK {
            match lines.next() {
                Some((at, Ok(line))) => reader.line(at + 1, &line, &mut items),
                // What was read before a line that cannot be read is answered first.
                Some((_, Err(error))) => end = Some(Err(error)),
                None => end = Some(Ok(())),
            }
        }
        if end.is_some() {
            reader.end(&mut items);
        }
        let found: Vec<(Item, Option<Finding>)> = pool.install(|| {
            items
                .into_par_iter()
                .map(|item| {
                    let finding = match &item {
                        Item::Step(step) => Some(find(&judge, &step.claim)),
                        Item::Trouble { .. } | Item::Note(_) => None,
                    };
                    progress.bar.inc(1);
                    progress.tick();
                    (item, finding)
                })
                .collect()
        });
        progress.bar.suspend(|| show.items(&found))?;
        if let Some(end) = end {
            progress.bar.finish_and_clear();
            end?;
            break;
        }
    }
    let assumed = &judge.settings.assumptions;
    let assumed = if assumed.is_empty() { String::new() } else { format!(", for {assumed}") };
    Ok(show.summary(&assumed)?)
}
