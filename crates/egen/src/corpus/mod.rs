//! `egen corpus`: how are corpora of equivalent expressions made, described, checked and taken apart?

pub mod card;
mod export;
mod generate;
mod import;
mod merge;
mod negatives;
mod split;
mod stats;
mod verify;

use std::path::Path;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use egen_corpus::store::{Corpus, Manifest, StoreError};

use crate::Exit;
use crate::interrupt::Interrupt;
use crate::resume::Asked;

pub use generate::clusters_bar;
pub use split::counter;

/// Opens a corpus, or says what to do first.
pub fn open(path: impl AsRef<Path>) -> anyhow::Result<Corpus> {
    Corpus::open(path).map_err(advise)
}

/// The error, with what to type.
pub fn advise(error: StoreError) -> anyhow::Error {
    match &error {
        StoreError::Missing { .. } => anyhow!("{error}; `egen corpus generate --out DIR` makes a corpus"),
        StoreError::Unfinished { resumable: true, .. } => {
            anyhow!("{error}: run its `egen corpus generate` again with --resume")
        }
        StoreError::Unfinished { .. } => anyhow!("{error}: what made it was interrupted; delete it and make it again"),
        StoreError::CutShort { path, .. } | StoreError::Damaged { path, .. } => {
            anyhow!("{error}; {}", advise_damaged(path))
        }
        _ => error.into(),
    }
}

/// What helps where a file of Parquet is damaged: that depends on who made it.
fn advise_damaged(file: &Path) -> String {
    let made = file.ancestors().nth(2).and_then(|folder| Manifest::read(folder).ok().flatten());
    match made {
        Some(manifest) if manifest.is_resumable() => {
            "delete that file, and its `egen corpus generate` with --resume makes it again".to_string()
        }
        Some(_) => "delete the corpus and make it again".to_string(),
        None => "get the file again from where it came".to_string(),
    }
}

/// The error of something that can be done again when there is room, with what to type then.
fn advise_writer(error: StoreError, again: &str) -> anyhow::Error {
    if error.is_lack_of_room() { anyhow!("{error}, then {again}") } else { advise(error) }
}

/// What goes on from where it was.
const RESUME: &str = "go on with --resume";

/// Ctrl-C ends what cannot go on, and says so.
fn cannot_go_on(out: &Path) -> anyhow::Result<Interrupt> {
    Interrupt::told(format!("this cannot go on: {}", begin_again(out)))
}

/// What begins again in a folder that must be free.
fn begin_again(out: &Path) -> String {
    format!("delete {} and run it again", out.display())
}

pub const EXAMPLES: &str = "\
Examples:
  egen corpus generate --limit 300 --out small     a small corpus, in some ten seconds
  egen corpus stats small
  egen corpus split small --out small-split        then: egen train small-split --out model";

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
    /// Write a corpus, or pairs and triplets of it, as lines of text for other programs
    #[command(after_help = export::EXAMPLES)]
    Export(export::CorpusExportArgs),
    /// Make a corpus of a text: clusters of any origin, each row verified
    #[command(after_help = import::EXAMPLES)]
    Import(import::ImportArgs),
    /// Join the shards of one run, or different corpora
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Make hard negatives beside a corpus: rows with one thing changed, which look equal and are not
    #[command(after_help = negatives::EXAMPLES)]
    Negatives(negatives::NegativesArgs),
    /// Set clusters aside for testing, so that nothing of them occurs in training
    #[command(after_help = split::EXAMPLES)]
    Split(split::SplitArgs),
    /// Say what a corpus holds, beside the paper's table, as text, JSON or a figure
    #[command(after_help = stats::EXAMPLES)]
    Stats(stats::StatsArgs),
    /// Re-check every row of a corpus, egen's or a text of clusters
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::VerifyArgs),
}

pub fn run(args: &CorpusArgs, asked: &Asked) -> anyhow::Result<Exit> {
    match &args.command {
        CorpusCommand::Generate(args) => generate::run(args, asked),
        CorpusCommand::Export(args) => export::run(args),
        CorpusCommand::Import(args) => import::run(args),
        CorpusCommand::Merge(args) => merge::run(args),
        CorpusCommand::Negatives(args) => negatives::run(args),
        CorpusCommand::Split(args) => split::run(args),
        CorpusCommand::Stats(args) => stats::run(args),
        CorpusCommand::Verify(args) => verify::run(args),
    }
}
