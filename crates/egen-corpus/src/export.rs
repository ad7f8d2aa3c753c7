//! Exporting: how do others get the rows of a corpus, or pairs and triplets of them, as lines of text?

use std::io::{self, Write};

use egen_graph::bounds::Bounds;
use egen_graph::grammar::seeded;
use egen_read::print::{Form, print};
use egen_read::read::ReadError;
use rand_core::Rng;
use rayon::prelude::*;
use serde::Serialize;

use crate::edits::{EditError, Table, bounds};
use crate::pairs::{Pairs, Permutation, Weight};
use crate::split::stream::{below, mix, read_prefix};
use crate::store::{Corpus, Row, StoreError};

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// An expression a line; pairs and triplets in columns between tabs.
    Text,
    /// An object a line.
    Jsonl,
    /// The paper's files: an expression a line, an empty line between clusters, initial expressions first.
    Original,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A row.
    Rows,
    /// Two equal expressions.
    Pairs,
    /// Two equal expressions and another one. So many of the others, between 0 and 1, are hard: a member with one thing changed,
    /// one of those that the corpus has beside it, or else made on the way.
    Triplets {
        /// The share.
        hard: f64,
    },
}

/// What to write, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The split.
    pub split: String,
    /// How lines look.
    pub to: To,
    /// What they are about.
    pub what: What,
    /// How expressions are written.
    pub form: Form,
    /// The number of lines; without it all rows, or every pair once.
    pub limit: Option<u64>,
    /// What is equally likely. Where clusters are, pairs may repeat.
    pub weight: Weight,
    /// The same seed gives the same lines.
    pub seed: u64,
}

/// Why something was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Reading failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The edits beside the corpus cannot be used.
    #[error(transparent)]
    Edits(#[from] EditError),
    /// Writing failed.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Pairs in a format that has none.
    #[error("the original format has clusters only: write pairs and triplets as text or jsonl")]
    Original,
    /// Pairs that never end.
    #[error("where every cluster is equally likely there is no end: say how many lines")]
    Endless,
    /// Nothing to draw from.
    #[error("split `{split}` has {clusters} clusters with {rows} rows: there are no {what} in it")]
    Nothing {
        /// The split.
        split: String,
        /// Its clusters.
        clusters: usize,
        /// Its rows.
        rows: usize,
        /// What was asked for.
        what: &'static str,
    },
    /// A row that is no expression.
    #[error("`{text}` cannot be read: {source}")]
    Unreadable {
        /// The row's prefix form.
        text: String,
        /// What is wrong with it.
        source: ReadError,
    },
}

/// Writes what was asked for and gives the number of expressions, pairs or triplets. `report` is told how many so far.
pub fn export(
    corpus: &Corpus,
    settings: &Settings,
    out: &mut dyn Write,
    report: &dyn Fn(u64),
) -> Result<u64, ExportError> {
    let lines = match settings.what {
        What::Rows => rows(corpus, settings, out, report)?,
        What::Pairs | What::Triplets { .. } => drawn(corpus, settings, out, report)?,
    };
    out.flush()?;
    Ok(lines)
}

/// Lines between two reports.
const CHUNK: u64 = 1024;

fn rows(corpus: &Corpus, settings: &Settings, out: &mut dyn Write, report: &dyn Fn(u64)) -> Result<u64, ExportError> {
    let most = usize::try_from(settings.limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let (mut lines, mut cluster) = (0, None);
    for row in corpus.rows(&settings.split).take(most) {
        let row = row?;
        if settings.to == To::Original && cluster.is_some_and(|before| before != row.cluster) {
            writeln!(out)?;
        }
        cluster = Some(row.cluster);
        match settings.to {
            To::Jsonl => writeln!(out, "{}", json(&row)?)?,
            To::Text | To::Original => writeln!(out, "{}", written(&row, settings.form)?)?,
        }
        lines += 1;
        if lines % CHUNK == 0 {
            report(lines);
        }
    }
    Ok(lines)
}

fn written(row: &Row, form: Form) -> Result<String, ExportError> {
    Ok(match form {
        Form::Prefix => row.prefix.clone(),
        Form::Infix => row.infix.clone(),
        Form::Latex => row.latex.clone(),
        _ => in_form(&row.prefix, form)?,
    })
}

fn in_form(prefix: &str, form: Form) -> Result<String, ExportError> {
    if form == Form::Prefix {
        return Ok(prefix.to_string());
    }
    let error = |source| ExportError::Unreadable { text: prefix.to_string(), source };
    read_prefix(prefix).map(|expr| print(&expr, form)).map_err(error)
}

/// Two equal expressions, and for triplets another one. The columns have the names that sentence-transformers knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// An expression.
    pub anchor: String,
    /// One that equals it.
    pub positive: String,
    /// One that does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub negative: Option<String>,
}

fn drawn(corpus: &Corpus, settings: &Settings, out: &mut dyn Write, report: &dyn Fn(u64)) -> Result<u64, ExportError> {
    if settings.to == To::Original {
        return Err(ExportError::Original);
    }
    let examples = Examples::read(corpus, settings.clone())?;
    let count = examples.count();
    for start in (0..count).step_by(CHUNK as usize) {
        let numbers: Vec<u64> = (start..count.min(start + CHUNK)).collect();
        // Each line has a generator of its own, so that threads do not change it.
        let lines = numbers.par_iter().map(|&number| examples.line(number));
        for line in lines.collect::<Result<Vec<String>, _>>()? {
            writeln!(out, "{line}")?;
        }
        report(start + numbers.len() as u64);
    }
    Ok(count)
}

/// Pairs or triplets of a split, each of which is a function of its number and the seed.
pub struct Examples {
    pairs: Pairs,
    count: u64,
    order: Permutation,
    edits: Option<Table>,
    bounds: Bounds,
    settings: Settings,
}

impl Examples {
    /// Reads the clusters that they are drawn from.
    pub fn read(corpus: &Corpus, settings: Settings) -> Result<Examples, ExportError> {
        let pairs = Pairs::read(corpus, &settings.split)?;
        let count = match (settings.weight, settings.limit) {
            (Weight::Clusters, None) => return Err(ExportError::Endless),
            (Weight::Clusters, Some(limit)) => limit,
            (Weight::Pairs, limit) => limit.unwrap_or(u64::MAX).min(pairs.count()),
        };
        let what = if settings.what == What::Pairs { "pairs" } else { "triplets" };
        if pairs.count() == 0 || (settings.what != What::Pairs && pairs.clusters() < 2) {
            let (clusters, rows) = (pairs.clusters(), pairs.rows());
            return Err(ExportError::Nothing { split: settings.split, clusters, rows, what });
        }
        let order = Permutation::new(pairs.count(), settings.seed);
        let edits = match settings.what {
            What::Triplets { hard } if hard > 0.0 => Table::read(corpus, &settings.split)?,
            _ => None,
        };
        Ok(Examples { pairs, count, order, edits, bounds: bounds(corpus.manifest()), settings })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The same ones in the order of another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.order = Permutation::new(self.pairs.count(), seed);
        self.settings.seed = seed;
    }

    /// The one of a number below [`Examples::count`].
    pub fn example(&self, number: u64) -> Result<Example, ExportError> {
        let (pairs, settings) = (&self.pairs, &self.settings);
        let mut rng = seeded(mix(settings.seed, number));
        let (anchor, positive) = match settings.weight {
            Weight::Pairs => pairs.pair_at(self.order.at(number)),
            Weight::Clusters => pairs.pair(Weight::Clusters, &mut rng).expect("some cluster has two members"),
        };
        let negative = match settings.what {
            What::Triplets { hard } => {
                const WHOLE: u64 = 1 << 32;
                let wanted = (below(WHOLE, &mut rng) as f64) < hard * WHOLE as f64;
                let hard = if wanted { self.hard(anchor, positive, &mut rng) } else { None };
                // A member of which every change tried is equal or cannot be told gets a plain one.
                let plain = |rng| pairs.text(pairs.negative(anchor, rng).expect("there are two clusters")).to_string();
                Some(hard.unwrap_or_else(|| plain(&mut rng)))
            }
            _ => None,
        };
        let form = |text: &str| in_form(text, settings.form);
        Ok(Example {
            anchor: form(pairs.text(anchor))?,
            positive: form(pairs.text(positive))?,
            negative: negative.as_deref().map(form).transpose()?,
        })
    }

    fn line(&self, number: u64) -> Result<String, ExportError> {
        let example = self.example(number)?;
        if self.settings.to == To::Jsonl {
            return json(&example);
        }
        let columns = [Some(example.anchor), Some(example.positive), example.negative];
        Ok(columns.into_iter().flatten().collect::<Vec<_>>().join("\t"))
    }

    /// An edit of one of two rows: one that was made before, if any were.
    fn hard(&self, anchor: usize, positive: usize, rng: &mut impl Rng) -> Option<String> {
        let Some(edits) = &self.edits else {
            return self.pairs.hard(anchor, positive, &self.bounds, rng).map(|(text, _)| text);
        };
        let all = edits.of(anchor).len() + edits.of(positive).len();
        if all == 0 {
            return None;
        }
        edits.of(anchor).chain(edits.of(positive)).nth(below(all as u64, rng) as usize).map(String::from)
    }
}

fn json(value: &impl Serialize) -> Result<String, ExportError> {
    Ok(serde_json::to_string(value).map_err(io::Error::from)?)
}
