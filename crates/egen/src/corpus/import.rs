//! `egen corpus import`: how does a text of clusters become a corpus?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use egen_corpus::import::{self, ImportError};
use egen_corpus::verify::Settings;

use super::split::counter;
use super::{advise_writer, begin_again, cannot_go_on, card};
use crate::cli::ReadArgs;
use crate::{Exit, report};

pub const EXAMPLES: &str = "\
Examples:
  egen corpus import clusters.txt --out corpus   blocks of lines with a blank line between them
  egen corpus import pairs.txt --from prefix --out pairs
  egen corpus merge corpus --out merged       afterwards: clusters of the same function become one

The first line of a block is its initial expression, and every further line must equal it. Rows that do not hold, or cannot be \
read, are not taken; they are in the rejects of the corpus, with the reason.";

#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The text; - is standard input
    pub file: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let settings = Settings { read: args.read.options(), threads: args.threads, limit: None };
    cannot_go_on(&args.out)?;
    let bar = counter("rows");
    let done = import::import(&args.file, &args.out, &settings, &|rows| bar.set_position(rows));
    bar.finish_and_clear();
    let done = done.map_err(|error| match error {
        ImportError::Store(error) => advise_writer(error, &begin_again(&args.out)),
        other => other.into(),
    })?;
    card::publish(&args.out, &done.manifest, &card::about(&done.manifest))?;
    let manifest = &done.manifest;
    let mut out = io::stdout().lock();
    writeln!(out, "{} rows in {} clusters: {}", manifest.rows, manifest.clusters, args.out.display())?;
    writeln!(
        out,
        "left out: {} rows that do not hold or cannot be read, {} that repeat another, {} clusters of a single row",
        manifest.rejects, done.repeated, done.single
    )?;
    if manifest.rejects > 0 {
        report::hint("rejects/ has each row that was left out, with the reason");
    }
    Ok(Exit::Fine)
}
