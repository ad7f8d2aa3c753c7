//! `egen corpus export`: how is a corpus written for other programs?

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use egen_corpus::export::{self, ExportError, Settings, To, What};
use egen_corpus::pairs::Weight;
use egen_corpus::store::Draft;
use egen_read::print::Form;

use super::split::counter;
use crate::{Exit, choice, output, report};

pub const EXAMPLES: &str = "\
Examples:
  egen corpus export corpus --format original --out clusters.txt
      the paper's format: an empty line between clusters
  egen corpus export corpus --format jsonl | head -1   everything that is known of a row
  egen corpus export split --pairs --limit 1000000 --to paper --out pairs.tsv
  egen corpus export split --triplets --limit 1000000 --hard 0.3 --out triplets.jsonl
  egen corpus export split --split test --to latex

Pairs are ordered and all different, drawn evenly from all pairs of the split. A hard negative is an equal expression with \
one thing changed (operator, number, sign or arguments), verified to differ. `egen corpus negatives` makes them beforehand, and then \
they are taken from there; without that each is made when it is needed, which takes about a millisecond.";

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RowFormat {
    /// An expression a line; pairs and triplets in columns between tabs
    #[value(aliases = ["txt", "tsv"])]
    Text,
    /// An object a line
    Jsonl,
    /// The paper's files: clusters with empty lines between them
    Original,
}

#[derive(Args, Debug)]
pub struct CorpusExportArgs {
    /// The corpus
    #[arg(value_name = "DIR")]
    pub corpus: PathBuf,
    /// Which split
    #[arg(long, default_value = "train")]
    pub split: String,
    /// How lines look [default: by the extension of the file, else text]
    #[arg(long, value_enum)]
    pub format: Option<RowFormat>,
    /// Write pairs of equal expressions
    #[arg(long, conflicts_with = "triplets")]
    pub pairs: bool,
    /// Write triplets: an expression, an equal one and a different one
    #[arg(long)]
    pub triplets: bool,
    /// This many lines only; without it all rows, or every pair once
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<u64>,
    /// The share of negatives that are a single edit of a member, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_share, requires = "triplets")]
    pub hard: f64,
    /// Make clusters equally likely instead of pairs; pairs may then repeat
    #[arg(long, requires = "limit")]
    pub even: bool,
    /// The same seed gives the same lines
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The notation to print
    #[arg(long, value_name = "NOTATION", default_value = "prefix", value_parser = choice::notation())]
    pub to: Form,
    /// The file to write to, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".into()),
    }
}

pub fn run(args: &CorpusExportArgs) -> anyhow::Result<Exit> {
    let settings = Settings {
        split: args.split.clone(),
        to: match output::format(args.format, args.out.as_deref(), RowFormat::Text)? {
            RowFormat::Text => To::Text,
            RowFormat::Jsonl => To::Jsonl,
            RowFormat::Original => To::Original,
        },
        what: match (args.pairs, args.triplets) {
            (true, _) => What::Pairs,
            (_, true) => What::Triplets { hard: args.hard },
            _ => What::Rows,
        },
        form: args.to,
        limit: args.limit,
        weight: if args.even { Weight::Clusters } else { Weight::Pairs },
        seed: args.seed,
    };
    let corpus = super::open(&args.corpus)?;
    let bar = counter("lines");
    let progress = |lines| bar.set_position(lines);
    let lines = match &args.out {
        Some(path) => to_file(path, |out| export::export(&corpus, &settings, out, &progress).map_err(advice)),
        None => export::export(&corpus, &settings, &mut BufWriter::new(io::stdout().lock()), &progress).map_err(advice),
    };
    bar.finish_and_clear();
    let lines = lines?;
    if args.limit.is_some_and(|limit| lines < limit) {
        report::note(&format!("there are no more than {lines}"));
    }
    if let Some(path) = &args.out {
        report::note(&format!("{lines} written to {}", path.display()));
    }
    Ok(Exit::Fine)
}

/// The error, with what to type.
fn advice(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Endless => anyhow!("{error} with --limit"),
        other => other.into(),
    }
}

/// Writes a file, which gets its name when it is whole.
fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<u64>) -> anyhow::Result<u64> {
    let file = Draft::create(path).with_context(|| format!("cannot create {}", path.display()))?;
    let mut out = BufWriter::new(file);
    let written = write(&mut out).and_then(|lines| {
        out.into_inner().map_err(|error| error.into_error())?.finish()?;
        Ok(lines)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}
