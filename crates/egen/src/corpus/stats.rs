//! `egen corpus stats`: what does a corpus hold, and how does it compare with the paper's?

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use egen_corpus::stats;

use super::card;
use crate::Exit;

pub const EXAMPLES: &str = "\
Examples:
  egen corpus stats corpus
  egen corpus stats corpus --json | jq .cluster_size.average
  egen corpus stats corpus --svg figure.svg   operators, lengths and cluster sizes as a figure";

#[derive(Args, Debug)]
pub struct StatsArgs {
    /// The folder of a corpus, or one Parquet file
    #[arg(value_name = "DIR")]
    pub corpus: PathBuf,
    /// One JSON object with all numbers
    #[arg(long)]
    pub json: bool,
    /// Draw operators, lengths and cluster sizes
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let corpus = super::open(&args.corpus)?;
    let stats = card::look(&corpus)?;
    if let Some(file) = &args.svg {
        fs::write(file, stats::draw(&stats).svg()).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&stats)?)?;
    } else {
        out.write_all(stats::text(&stats).as_bytes())?;
    }
    Ok(Exit::Fine)
}
