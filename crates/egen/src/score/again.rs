//! `egen score again`: what do the stored answers score?

use std::path::PathBuf;

use clap::Args;
use egen_eval::Session;

use super::{advise, show};
use crate::Exit;

pub const EXAMPLES: &str = "\
Examples:
  egen score again scores
  egen score again scores --json > tables.json

The folder is one of `egen score models --out`. Nothing is asked again: scores are computed from the cases and answers in it.";

#[derive(Args, Debug)]
pub struct AgainArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Print the tables as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &AgainArgs) -> anyhow::Result<Exit> {
    let tables = Session::open(&args.dir).and_then(|session| session.tables()).map_err(advise)?;
    show::tables(&mut anstream::stdout().lock(), &tables, args.json)?;
    Ok(Exit::Fine)
}
