//! `egen corpus negatives`: how are hard negatives made, expressions that look equal and are not?
//!
//! The library calls them edits, after how they are made, and their folder keeps that name: corpora that are there have it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use egen_corpus::edits::{self, EditError, EditsManifest, Settings};

use super::{RESUME, advise_writer};
use crate::Exit;
use crate::interrupt::Interrupt;
use crate::progress::Late;
use crate::resume::quoted;

pub const EXAMPLES: &str = "\
Examples:
  egen corpus negatives split            two of every row of every split, in split/edits
  egen corpus negatives split --per-row 3 --seed 7
  egen corpus negatives split --resume   go on after an interruption
  egen corpus export split --triplets --hard 0.3 -n 1000000   takes its hard negatives from them

A hard negative is an edit: a row with one operator, number, sign or order of arguments changed, verified to differ from the row and from all \
members of its cluster that have values at the points where it has. Bounds of the corpus (--max-number, --max-tokens) hold \
for them too. edits/ mirrors data/: columns cluster, member, prefix, kind. The same seed gives the same bytes, for any number of \
threads. Split a corpus first: they belong to the files that are there.";

#[derive(Args, Debug)]
pub struct NegativesArgs {
    /// The corpus
    #[arg(value_name = "DIR")]
    pub corpus: PathBuf,
    /// Hard negatives of a row, if so many are found [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub per_row: Option<u32>,
    /// The same seed gives the same hard negatives [default: 0]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
    /// Go on with a run that was interrupted; what is not given is as it was
    #[arg(long)]
    pub resume: bool,
}

pub fn run(args: &NegativesArgs) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let corpus = super::open(&args.corpus)?;
    let rows = corpus.splits().map(|split| corpus.count(split)).sum::<Result<u64, _>>()?;
    let begun = if args.resume { EditsManifest::read(&args.corpus)?.map(|there| there.settings) } else { None };
    let usual = begun.unwrap_or_default();
    let settings = Settings { per_row: args.per_row.unwrap_or(usual.per_row), seed: args.seed.unwrap_or(usual.seed) };
    let next = format!("egen corpus negatives {} --resume goes on", quoted(&args.corpus.display().to_string()));
    Interrupt::told(next)?;
    let progress = Late::new(Some(rows), "{bar:30} {human_pos} of {human_len} rows ({per_sec}), {elapsed}, {eta} left");
    let made = edits::make(&corpus, &settings, args.threads, args.resume, &|done| {
        progress.tick();
        progress.bar.set_position(done);
    });
    progress.bar.finish_and_clear();
    let EditsManifest { edits, rows, without, .. } = made.map_err(advice)?;
    let place = args.corpus.join("edits");
    let seconds = started.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{edits} hard negatives of {rows} rows, {without} rows without one, {seconds:.1} s: {}",
        place.display()
    )?;
    Ok(Exit::Fine)
}

/// The error, with what to type.
fn advice(error: EditError) -> anyhow::Error {
    match error {
        EditError::Exists { dir } => {
            let there = dir.join("edits");
            anyhow!("{} has hard negatives already: go on with --resume, or delete {}", dir.display(), there.display())
        }
        EditError::Store(error) => advise_writer(error, RESUME),
        other => other.into(),
    }
}
