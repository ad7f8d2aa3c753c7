//! `egen corpus`: how are corpora of equivalent expressions made, described, checked and taken apart?

mod generate;

use clap::{Args, Subcommand};

use crate::Exit;

#[derive(Args, Debug)]
pub struct CorpusArgs {
    #[command(subcommand)]
    pub command: CorpusCommand,
}

#[derive(Subcommand, Debug)]
pub enum CorpusCommand {
    /// Make a corpus: clusters of verified equivalent expressions, as Parquet files
    #[command(after_help = generate::EXAMPLES)]
    Generate(generate::GenerateArgs),
}

pub fn run(args: &CorpusArgs) -> anyhow::Result<Exit> {
    match &args.command {
        CorpusCommand::Generate(args) => generate::run(args),
    }
}
