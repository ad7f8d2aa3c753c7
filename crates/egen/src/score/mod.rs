//! `egen score`: how good are vectors of formulas, at each of the paper's tasks?

mod again;
mod export;
mod llm;
mod models;
mod show;
mod tasks;

use clap::{Args, Subcommand};
use egen_eval::EvalError;

use crate::Exit;
pub use show::wrap;

pub const EXAMPLES: &str = "\
Examples:
  egen score models split --shipped --baselines --out scores
      ask every model every task, and print the tables
  egen score again scores   the tables again, from the stored answers
  egen score tasks          what is asked";

#[derive(Args, Debug)]
pub struct ScoreArgs {
    #[command(subcommand)]
    pub command: ScoreCommand,
}

#[derive(Subcommand, Debug)]
pub enum ScoreCommand {
    /// Ask models the tasks, keep what they answer, and print a table for each task
    #[command(after_help = models::EXAMPLES)]
    Models(models::ScoreModelsArgs),
    /// Print the tables again from stored answers, without any model
    #[command(after_help = again::EXAMPLES)]
    Again(again::AgainArgs),
    /// List the tasks with what they ask
    #[command(after_help = tasks::EXAMPLES)]
    Tasks(tasks::TasksArgs),
    /// Write the expressions of all cases, so that another program can give them vectors
    #[command(after_help = export::EXAMPLES)]
    Export(export::ScoreExportArgs),
    /// Ask a chat model which steps of derivations are mistakes, and analogies
    #[command(after_help = llm::EXAMPLES)]
    Llm(llm::LlmArgs),
}

pub fn run(args: &ScoreArgs) -> anyhow::Result<Exit> {
    match &args.command {
        ScoreCommand::Models(args) => models::run(args),
        ScoreCommand::Again(args) => again::run(args),
        ScoreCommand::Tasks(args) => tasks::run(args),
        ScoreCommand::Export(args) => export::run(args),
        ScoreCommand::Llm(args) => llm::run(args),
    }
}

/// The library says what is wrong; here is what to type.
fn advise(error: EvalError) -> anyhow::Error {
    let advice = match &error {
        EvalError::OtherSource { .. } => "choose another --out, or take the same corpus, --split, --pool and --seed",
        EvalError::NoSession { .. } => "`egen score models CORPUS --out DIR` makes them",
        EvalError::Occupied { .. } => "write NAME=FILE to name it",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}: {advice}")
}
