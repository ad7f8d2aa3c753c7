//! `egen corpus merge`: how do parts become one corpus?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use egen_corpus::merge::{self, How, MergeError};

use super::split::counter;
use super::{advise_writer, begin_again, cannot_go_on, card};
use crate::Exit;

pub const EXAMPLES: &str = "\
Examples:
  egen corpus merge part-* --out corpus
      the shards of one run: the same bytes as a run that was never divided
  egen corpus merge paper mine --out both
      different corpora: clusters of the same function become one";

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The corpora: all shards of one run, or different ones
    #[arg(value_name = "DIR", required = true)]
    pub corpora: Vec<PathBuf>,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

pub fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    cannot_go_on(&args.out)?;
    let bar = counter("done");
    let merged = merge::merge(&args.corpora, &args.out, &|done| bar.set_position(done));
    bar.finish_and_clear();
    let merged = merged.map_err(|error| advice(error, &args.out))?;
    card::publish(&args.out, &merged.manifest, &card::about(&merged.manifest))?;
    let mut out = io::stdout().lock();
    match merged.how {
        How::Shards(shards) => writeln!(out, "{shards} shards of one run")?,
        How::Joined { clusters, repeated, unequal } => writeln!(
            out,
            "{} corpora: {clusters} clusters became part of another, {repeated} members repeat others up to order, {unequal} do not equal the new initial expression",
            args.corpora.len()
        )?,
    }
    let manifest = &merged.manifest;
    writeln!(out, "{} rows in {} clusters: {}", manifest.rows, manifest.clusters, args.out.display())?;
    Ok(Exit::Fine)
}

/// The error, with what to type.
fn advice(error: MergeError, out: &Path) -> anyhow::Error {
    match error {
        MergeError::Store(error) => advise_writer(error, &begin_again(out)),
        other => other.into(),
    }
}
