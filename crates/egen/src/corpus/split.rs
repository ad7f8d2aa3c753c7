//! `egen corpus split`: how is a part of a corpus set aside for testing?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use egen_corpus::split::{self, Moved, Settings, SplitError, Why};
use egen_corpus::store::Manifest;
use indicatif::ProgressBar;

use super::{advise_writer, begin_again, cannot_go_on, card};
use crate::{Exit, progress, report};

pub const EXAMPLES: &str = "\
Examples:
  egen corpus split corpus --out split   279 clusters of 20 to 40 for testing
  egen corpus split small --out split --test-clusters 30 --validation-clusters 10
  egen corpus split wide --out wide-split --test-clusters 0 --away-from split
      nothing of split's test to train on

No expression or function of the test part is left in training: a cluster with a row that equals a test expression, \
up to the order of terms and factors or wherever both are defined, is left out, and named in manifest.json.";

#[derive(Args, Debug)]
pub struct SplitArgs {
    /// The corpus
    #[arg(value_name = "DIR")]
    pub corpus: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Clusters for testing
    #[arg(long, value_name = "N", default_value_t = Settings::default().test_clusters)]
    pub test_clusters: usize,
    /// The fewest members of a cluster for testing
    #[arg(long, value_name = "N", default_value_t = Settings::default().test_min)]
    pub test_min: usize,
    /// The most members; each cluster is cut to a random size between the two
    #[arg(long, value_name = "N", default_value_t = Settings::default().test_max)]
    pub test_max: usize,
    /// Clusters for validation, cut in the same way
    #[arg(long, value_name = "N", default_value_t = Settings::default().validation_clusters)]
    pub validation_clusters: usize,
    /// Keep what this corpus holds out away from training as well (may be repeated)
    #[arg(long, value_name = "DIR")]
    pub away_from: Vec<PathBuf>,
    /// The same seed gives the same split
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

pub fn run(args: &SplitArgs) -> anyhow::Result<Exit> {
    let settings = Settings {
        test_clusters: args.test_clusters,
        test_min: args.test_min,
        test_max: args.test_max,
        validation_clusters: args.validation_clusters,
        seed: args.seed,
    };
    cannot_go_on(&args.out)?;
    let bar = counter("clusters");
    let done =
        split::split(&args.corpus, &args.out, &args.away_from, &settings, &|clusters| bar.set_position(clusters));
    bar.finish_and_clear();
    let done = done.map_err(|error| advice(error, &args.out))?;
    card::publish(&args.out, &done.manifest, &about(&done.manifest, &done.moved))?;
    let mut out = io::stdout().lock();
    for (name, entry) in &done.manifest.splits {
        writeln!(out, "{name}: {} rows in {} clusters", entry.rows, entry.clusters)?;
    }
    writeln!(out, "cut from clusters held out: {} rows", done.cut)?;
    writeln!(out, "moved out of training: {}", summary(&done.moved))?;
    if done.manifest.splits.get("train").is_none_or(|train| train.rows == 0) {
        report::hint("nothing is left to train on: hold out fewer clusters");
    }
    Ok(Exit::Fine)
}

/// The error, with what to type.
fn advice(error: SplitError, out: &Path) -> anyhow::Error {
    match error {
        SplitError::Store(error) => advise_writer(error, &begin_again(out)),
        SplitError::Range { .. } => anyhow!("{error}: give 1 ≤ --test-min ≤ --test-max"),
        SplitError::TooFew { eligible: 0 | 1, .. } => anyhow!("{error}; lower --test-min, or make larger clusters"),
        SplitError::TooFew { eligible, .. } => anyhow!("{error}; try --test-clusters {}", (eligible / 10).max(1)),
        other => other.into(),
    }
}

/// "3 clusters with 330 rows (2: the same function, 1: …)".
fn summary(moved: &[Moved]) -> String {
    let rows: u64 = moved.iter().map(|one| one.rows).sum();
    let reasons: Vec<String> = [Why::Expression, Why::Function, Why::Member]
        .into_iter()
        .map(|why| (why, moved.iter().filter(|one| one.why == why).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(why, count)| format!("{count}: {}", why.name()))
        .collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    format!("{} clusters with {rows} rows{reasons}", moved.len())
}

fn about(manifest: &Manifest, moved: &[Moved]) -> String {
    let rows =
        manifest.splits.iter().map(|(name, entry)| format!("| {name} | {} | {} |\n", entry.clusters, entry.rows));
    format!(
        "{}\n\n## Splits\n\n| split | clusters | rows |\n|---|---|---|\n{}\n\
         By cluster. No expression of the other parts occurs in training, up to the order of terms and factors, and no row there equals one \
         of them wherever both are defined. For that, {} were left out of training; `manifest.json` says which. Clusters and members keep \
         the numbers that they have in the whole corpus.",
        card::about(manifest),
        rows.collect::<String>(),
        summary(moved)
    )
}

/// A count that grows, on standard error, if a person is looking.
pub fn counter(what: &str) -> ProgressBar {
    progress::bar(None, &format!("{{spinner}} {{pos}} {what}, {{elapsed}}"))
}
