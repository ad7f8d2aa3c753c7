//! Verifying: does every row of a corpus, egen's or another's, equal the initial expression of its cluster?
//!
//! ```text
//! text, stored ─ (rows, in order) ─ check ─ Checked ─ summary
//! ```
//!
//! Rows are read as they are needed and checked in parallel, a chunk at a time; the answers come in the order of the rows.
//!
//! ```
//! use egen_corpus::verify::{Settings, Summary, Verification};
//! let text = "sin(2*x)\n2*sin(x)*cos(x)\n\nx\nsqrt(x^2)\n";
//! let mut summary = Summary::default();
//! for row in Verification::of_text("rows.txt", text.as_bytes(), &Settings::default())? {
//!     summary.add(&row?);
//! }
//! assert_eq!((summary.rows, summary.holds, summary.refuted), (4, 3, 1));
//! # Ok::<(), egen_corpus::verify::VerifyError>(())
//! ```

mod check;
mod stored;
mod summary;
mod text;

pub use summary::Summary;
pub use text::is_prefix;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use egen_math::compare::Comparison;
use egen_math::{Expr, Verdict};
use egen_read::read::{Notation, Options, ReadError};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::store::{Corpus, Problem, Row, StoreError};

/// How a corpus is verified.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How a text is read; without a notation, the beginning of the text decides whether it is prefix tokens.
    pub read: Options,
    /// Threads; 0 takes all cores.
    pub threads: usize,
    /// Check this many rows only, from the beginning.
    pub limit: Option<u64>,
}

/// Why a corpus could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Reading a corpus of egen's failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Reading a text failed.
    #[error("{name}: line {line} cannot be read: {source}")]
    Read {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// What the system says.
        source: io::Error,
    },
    /// A line is no formula.
    #[error("{name}: line {line} is longer than {max} bytes: this is no corpus of expressions, one a line")]
    LongLine {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The longest line that is taken.
        max: usize,
    },
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Where a row is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text: the line, from 1.
    Line(u64),
    /// In a corpus of egen's.
    Row {
        /// The split.
        split: Arc<str>,
        /// The number of the cluster.
        cluster: u32,
        /// The number within it.
        member: u32,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Row { split, cluster, member } => write!(f, "{split}, cluster {cluster}, member {member}"),
        }
    }
}

/// A column that says something else than what is found now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The column.
    pub column: &'static str,
    /// What it says.
    pub stored: String,
    /// What is found.
    pub found: String,
}

/// What was found about a row.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Where it is.
    pub place: Place,
    /// The number of its cluster, counted from 0 in the order of reading.
    pub cluster: u64,
    /// The initial expression of the cluster, as it is written there.
    pub initial: String,
    /// The row, as it is written there.
    pub text: String,
    /// The row's expression, if it can be read.
    pub expr: Option<Expr>,
    /// What was found.
    pub outcome: Outcome,
    /// Columns that are wrong; none in a text.
    pub faults: Vec<Fault>,
}

/// What was found about a row's expression.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was compared with the initial expression.
    Compared(Comparison),
    /// It cannot be read.
    Unreadable(ReadError),
    /// The initial expression, at this place, cannot be read.
    NoInitial(Place),
}

impl Checked {
    /// Does it equal the initial expression?
    pub fn holds(&self) -> bool {
        matches!(&self.outcome, Outcome::Compared(comparison) if comparison.verdict.is_equal())
    }

    /// Does it, with all columns right?
    pub fn is_right(&self) -> bool {
        self.holds() && self.faults.is_empty()
    }

    /// `proved`, `agree`, `refuted`, `unknown` or `unreadable`.
    pub fn verdict(&self) -> &'static str {
        match &self.outcome {
            Outcome::Compared(comparison) => comparison.verdict.name(),
            Outcome::Unreadable(_) => "unreadable",
            Outcome::NoInitial(_) => "unknown",
        }
    }

    /// Why it does not hold, if that is not a point.
    pub fn reason(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Compared(Comparison { verdict: Verdict::Unknown(reason), complex, .. }) => {
                let complex = if *complex == Some(true) { "; over the complex numbers they agree" } else { "" };
                Some(format!("{reason}{complex}"))
            }
            Outcome::Compared(_) => None,
            Outcome::Unreadable(error) => Some(format!("{error} (byte {})", error.at.start)),
            Outcome::NoInitial(place) => Some(format!("the initial expression ({place}) cannot be read")),
        }
    }
}

/// A row to check, with the initial expression that it must equal.
struct Item {
    place: Place,
    head: Arc<Head>,
    body: Body,
}

enum Body {
    Line(String),
    Row(Box<Row>),
}

/// The beginning of a cluster.
struct Head {
    number: u64,
    place: Place,
    text: String,
    expr: Option<Expr>,
}

/// Rows that are read and checked at once: enough for all threads, little enough for memory.
const CHUNK: usize = 2048;

/// The rows of a corpus, each with what was found about it. It ends after an error.
pub struct Verification {
    items: Box<dyn Iterator<Item = Result<Item, VerifyError>>>,
    options: Options,
    pool: ThreadPool,
    left: u64,
    ready: vec::IntoIter<Checked>,
    failed: Option<VerifyError>,
    problems: Vec<Problem>,
    total: Option<u64>,
    text: bool,
    /// The clusters that were read, and those that the manifest tells of.
    clusters: u64,
    stated_clusters: Option<u64>,
}

impl Verification {
    /// Opens a folder or a parquet file of egen's, or a text; `-` is standard input. The files of a folder are compared with
    /// its manifest at once.
    pub fn open(path: &Path, settings: &Settings) -> Result<Verification, VerifyError> {
        let name = path.display().to_string();
        if path == Path::new("-") {
            return Verification::of_text("standard input", BufReader::new(io::stdin()), settings);
        }
        if !path.exists() {
            return Err(StoreError::Missing { path: path.into() }.into());
        }
        if path.is_dir() || is_parquet(path)? {
            return Verification::of_corpus(path, settings);
        }
        let file = File::open(path).map_err(|source| StoreError::Read { path: path.into(), source })?;
        Verification::of_text(&name, BufReader::new(file), settings)
    }

    /// The rows of a text: clusters are separated by blank lines, the first line of each is the initial expression.
    pub fn of_text(name: &str, text: impl BufRead + 'static, settings: &Settings) -> Result<Verification, VerifyError> {
        let lines = text::Lines::new(name, Box::new(text));
        let items = text::Items::new(lines, &settings.read)?;
        let options = items.options().clone();
        Ok(Verification { options, text: true, ..Verification::new(Box::new(items), settings)? })
    }

    fn of_corpus(path: &Path, settings: &Settings) -> Result<Verification, VerifyError> {
        let corpus = Corpus::open(path)?;
        let problems = corpus.manifest().map_or_else(Vec::new, |manifest| manifest.verify(path));
        // A file that cannot be read is told of when its rows are reached.
        let total = corpus.splits().map(|split| corpus.count(split)).sum::<Result<u64, _>>().ok();
        let stated_clusters = corpus.manifest().map(|manifest| manifest.clusters);
        let items = Box::new(stored::Items::new(corpus));
        Ok(Verification { problems, total, stated_clusters, ..Verification::new(items, settings)? })
    }

    fn new(
        items: Box<dyn Iterator<Item = Result<Item, VerifyError>>>,
        settings: &Settings,
    ) -> Result<Verification, VerifyError> {
        Ok(Verification {
            items,
            options: Options { notation: Some(Notation::Prefix), ..Options::default() },
            pool: rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?,
            left: settings.limit.unwrap_or(u64::MAX),
            ready: Vec::new().into_iter(),
            failed: None,
            problems: Vec::new(),
            total: None,
            text: false,
            clusters: 0,
            stated_clusters: None,
        })
    }

    /// Where the files differ from what the manifest says. That the number of clusters does is known after the last row.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The number of rows that will be checked, if it is known.
    pub fn total(&self) -> Option<u64> {
        self.total.map(|total| total.min(self.left))
    }

    /// The notation in which a text is read; `None` if each line decides, and for corpora of egen's.
    pub fn notation(&self) -> Option<Notation> {
        self.options.notation.filter(|_| self.text)
    }

    /// Reads and checks the next rows. What comes before an error is given first.
    fn refill(&mut self) {
        let mut chunk: Vec<Item> = Vec::new();
        let wanted = self.left.min(CHUNK as u64) as usize;
        for item in self.items.by_ref().take(wanted) {
            match item {
                Ok(item) => chunk.push(item),
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        self.left = if self.failed.is_some() { 0 } else { self.left - chunk.len() as u64 };
        self.clusters = chunk.last().map_or(self.clusters, |item| item.head.number + 1);
        if self.failed.is_none() && chunk.len() < wanted {
            self.compare_clusters();
        }
        let options = &self.options;
        let checked: Vec<Checked> =
            self.pool.install(|| chunk.into_par_iter().map(|item| check::check(item, options)).collect());
        self.ready = checked.into_iter();
    }

    /// After the last row: are there as many clusters as the manifest says?
    fn compare_clusters(&mut self) {
        if let Some(want) = self.stated_clusters.take().filter(|want| *want != self.clusters) {
            self.problems.push(Problem::Differs {
                path: "data".to_owned(),
                what: "the number of clusters",
                got: self.clusters.to_string(),
                want: want.to_string(),
            });
        }
    }
}

impl Iterator for Verification {
    type Item = Result<Checked, VerifyError>;

    fn next(&mut self) -> Option<Result<Checked, VerifyError>> {
        if self.ready.len() == 0 && self.left > 0 {
            self.refill();
        }
        self.ready.next().map(Ok).or_else(|| self.failed.take().map(Err))
    }
}

/// Is the file's name or its beginning that of a parquet file?
fn is_parquet(path: &Path) -> Result<bool, VerifyError> {
    if path.extension().is_some_and(|end| end == "parquet") {
        return Ok(true);
    }
    let error = |source| StoreError::Read { path: PathBuf::from(path), source };
    let mut start = Vec::new();
    File::open(path).map_err(error)?.take(4).read_to_end(&mut start).map_err(error)?;
    Ok(start == b"PAR1")
}
