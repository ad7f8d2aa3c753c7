//! `egen score tasks`: what can be asked?

use std::io::Write;

use clap::Args;
use egen_eval::TASKS;
use serde_json::json;

use crate::Exit;

pub const EXAMPLES: &str = "\
Examples:
  egen score tasks
  egen score tasks --jsonl      with the names of the scores";

#[derive(Args, Debug)]
pub struct TasksArgs {
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

pub fn run(args: &TasksArgs) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    for about in TASKS.iter().map(|task| task.about()) {
        if args.jsonl {
            let object = json!({"task": about.name, "title": about.title, "asks": about.asks, "scores": about.shown});
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{:<12} {}", about.name, about.asks)?;
        }
    }
    Ok(Exit::Fine)
}
