//! `egen corpus stats`: what does a corpus hold, and how does it compare with the paper's?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use egen_corpus::stats;

use super::card;
use crate::{Exit, output};

pub const EXAMPLES: &str = "\
Examples:
  egen corpus stats corpus
  egen corpus stats corpus --json | jq .cluster_size.average
  egen corpus stats corpus --out figure.svg   operators, lengths and cluster sizes as a figure";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// For a person
    #[value(alias = "txt")]
    Text,
    /// One object with all numbers
    Json,
    /// A figure of operators, lengths and cluster sizes
    Svg,
}

#[derive(Args, Debug)]
pub struct StatsArgs {
    /// The folder of a corpus, or one Parquet file
    #[arg(value_name = "DIR")]
    pub corpus: PathBuf,
    /// Answer with one JSON object: --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// What is written [default: by the extension of the file, else text]
    #[arg(long, value_enum)]
    pub format: Option<StatsFormat>,
    /// The file to write to, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let out = args.out.as_deref();
    let format = output::format(args.format.or(args.json.then_some(StatsFormat::Json)), out, StatsFormat::Text)?;
    let stats = card::look(&super::open(&args.corpus)?)?;
    let bytes = match format {
        StatsFormat::Text => stats::text(&stats).into_bytes(),
        StatsFormat::Json => (serde_json::to_string_pretty(&stats)? + "\n").into_bytes(),
        StatsFormat::Svg => stats::draw(&stats).svg().into_bytes(),
    };
    output::publish(out, &bytes)?;
    Ok(Exit::Fine)
}
