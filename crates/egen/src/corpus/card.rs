//! The card of a corpus, with a bar for those who wait.

use std::path::Path;

use egen_corpus::card;
use egen_corpus::stats::{self, Stats, StatsError};
use egen_corpus::store::{Corpus, Manifest};

use crate::progress::Late;

pub use egen_corpus::card::about;

/// Draws the figure of a finished corpus and writes its card.
pub fn publish(dir: &Path, manifest: &Manifest, about: &str) -> anyhow::Result<Option<Stats>> {
    let progress = bar(manifest.rows);
    let stats = card::publish(dir, manifest, about, &mut |done| step(&progress, done));
    progress.bar.finish_and_clear();
    Ok(stats?)
}

/// The statistics of a corpus.
pub fn look(corpus: &Corpus) -> anyhow::Result<Stats> {
    let progress =
        bar(corpus.splits().map(|split| corpus.count(split)).sum::<Result<u64, _>>().map_err(super::advise)?);
    let stats = stats::stats(corpus, &mut |done| step(&progress, done));
    progress.bar.finish_and_clear();
    stats.map_err(|error| match error {
        StatsError::Store(error) => super::advise(error),
        error => error.into(),
    })
}

fn bar(rows: u64) -> Late {
    Late::new(Some(rows), "{bar:30} {human_pos} of {human_len} rows looked at, {elapsed}, {eta} left")
}

fn step(progress: &Late, done: u64) {
    progress.tick();
    progress.bar.set_position(done);
}
