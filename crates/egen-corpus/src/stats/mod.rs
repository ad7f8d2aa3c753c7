//! Statistics: what does a corpus hold, and how does it compare with the paper's?
//!
//! One pass over the rows, a few thousand at a time. What is kept grows by 8 bytes a row up to 128 MiB, and then on the disk
//! (see `shared`). The result does not depend on the number of threads.
//!
//! ```no_run
//! use egen_corpus::stats::stats;
//! use egen_corpus::store::Corpus;
//!
//! let stats = stats(&Corpus::open("corpus")?, &mut |_| {})?;
//! println!("{} rows in {} clusters", stats.rows, stats.clusters);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod figure;
mod histogram;
mod member;
pub mod paper;
mod shared;
mod summary;
mod tally;
mod text;

use egen_math::Expr;
use egen_read::read::ReadError;
use rayon::prelude::*;

use crate::split::stream::read_prefix;
use crate::store::{Corpus, Row, StoreError};

pub use figure::draw;
pub use histogram::{Bin, Histogram};
pub use member::Padding;
pub use shared::Shared;
pub use summary::{Complex, Derivatives, OfPaper, Operators, Padded, Rejects, Split, Stats};
pub use text::{Compared, compared, table, text};

use member::{Found, look};
use tally::Tally;

/// Rows that are looked at together.
const BATCH: usize = 16_384;

/// Why there are no statistics.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// The corpus cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What memory has no room for cannot be kept in a temporary file.
    #[error("a temporary file: {0}")]
    Temporary(#[from] std::io::Error),
    /// A row holds no expression.
    #[error("split `{split}`, cluster {cluster}, member {member}: `{text}` is no expression in prefix form: {source}")]
    Expression {
        /// The split.
        split: String,
        /// The number of the cluster.
        cluster: u32,
        /// The number in the cluster.
        member: u32,
        /// What stands there.
        text: String,
        /// Why it cannot be read.
        source: ReadError,
    },
}

/// Goes through a corpus and says what it holds. `report` is told the number of rows done, from time to time.
pub fn stats(corpus: &Corpus, report: &mut dyn FnMut(u64)) -> Result<Stats, StatsError> {
    let splits: Vec<String> = corpus.splits().map(String::from).collect();
    let mut tally = Tally::default();
    for split in &splits {
        tally.begin(split);
        let (mut batch, mut rows) = (Vec::new(), 0);
        for cluster in corpus.clusters(split) {
            let cluster = cluster?;
            rows += cluster.len();
            batch.push(cluster);
            if rows >= BATCH {
                look_at(split, &batch, &mut tally)?;
                report(tally.rows());
                (batch, rows) = (Vec::new(), 0);
            }
        }
        look_at(split, &batch, &mut tally)?;
        report(tally.rows());
    }
    for reject in corpus.rejects() {
        tally.reject(reject?.reason);
    }
    Ok(tally.finish()?)
}

/// What was found in a cluster.
struct Cluster {
    initial: Found,
    members: Vec<Found>,
}

/// Reads the expressions of some clusters, in any order, and counts what is in them, in theirs.
fn look_at(split: &str, clusters: &[Vec<Row>], tally: &mut Tally) -> Result<(), StatsError> {
    let found = |rows: &Vec<Row>| {
        let initial = look(&expression(split, &rows[0], &rows[0].initial)?);
        let members = rows.iter().map(|row| Ok(look(&expression(split, row, &row.prefix)?)));
        Ok(Cluster { initial, members: members.collect::<Result<_, StatsError>>()? })
    };
    let found: Vec<Result<Cluster, StatsError>> = clusters.par_iter().map(found).collect();
    for (rows, found) in clusters.iter().zip(found) {
        tally.add(rows, &found?)?;
    }
    Ok(())
}

fn expression(split: &str, row: &Row, text: &str) -> Result<Expr, StatsError> {
    read_prefix(text).map_err(|source| StatsError::Expression {
        split: split.into(),
        cluster: row.cluster,
        member: row.member,
        text: text.into(),
        source,
    })
}
