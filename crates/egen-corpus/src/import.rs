//! Importing: how does a text of clusters, of whatever origin, become a corpus?
//!
//! Clusters are separated by blank lines, and the first line of each is its initial expression: the form in which the paper's corpus was
//! published. Rows that do not hold become rejects with their reason, so that the corpus says of its rows what every corpus says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use egen_read::print::{Form, print};

use crate::split::stream::{BlockWriter, is_free};
use crate::store::{self, Manifest, Reject, Row, StoreError, point};
use crate::verify::{Checked, Outcome, Settings, Verification, VerifyError};

/// What was imported.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What was written.
    pub manifest: Manifest,
    /// Rows that repeat another of their cluster.
    pub repeated: u64,
    /// Clusters that were left out: one row says nothing.
    pub single: u64,
}

/// Why a text was not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Reading or writing a corpus failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Reading the text failed.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The folder is not empty.
    #[error("{dir} holds files of a corpus already: choose another folder")]
    Exists {
        /// The folder.
        dir: String,
    },
    /// No cluster of the text has two rows that hold.
    #[error(
        "no cluster of {name} has two expressions that are equal and can be read; `egen corpus verify` says what is wrong with each"
    )]
    Nothing {
        /// The text.
        name: String,
    },
}

/// The split that rows are written to.
const SPLIT: &str = "train";
/// How rows were verified: no rule is the reason.
const VERIFIED: &str = "compared with the initial expression in floating point with error bounds at 32 points and in every region found; one \
                        point with certified balls to 83 bits or more";

/// Verifies the rows of a text and writes those that hold to a corpus. `report` is told the rows that were looked at.
pub fn import(from: &Path, to: &Path, settings: &Settings, report: &dyn Fn(u64)) -> Result<Imported, ImportError> {
    if !is_free(to) {
        return Err(ImportError::Exists { dir: to.display().to_string() });
    }
    let name = from.file_name().map_or_else(|| "standard input".into(), |name| name.to_string_lossy().into_owned());
    let mut importing = Importing::new(to);
    let mut cluster: Vec<Checked> = Vec::new();
    for (at, row) in Verification::open(from, settings)?.enumerate() {
        let row = row?;
        if cluster.first().is_some_and(|first| first.cluster != row.cluster) {
            importing.push(std::mem::take(&mut cluster))?;
        }
        cluster.push(row);
        report(at as u64 + 1);
    }
    importing.push(cluster)?;
    importing.finish(&name)
}

/// A corpus under way.
struct Importing<'a> {
    to: &'a Path,
    rows: BlockWriter,
    rejects: Vec<Reject>,
    repeated: u64,
    single: u64,
}

impl<'a> Importing<'a> {
    fn new(to: &'a Path) -> Importing<'a> {
        Importing { to, rows: BlockWriter::new(to, SPLIT), rejects: Vec::new(), repeated: 0, single: 0 }
    }

    /// Takes a cluster: what holds as rows, the rest as rejects.
    fn push(&mut self, cluster: Vec<Checked>) -> Result<(), ImportError> {
        let Some(first) = cluster.first() else { return Ok(()) };
        let number = first.cluster as u32;
        let initial = first.expr.as_ref().map_or_else(|| first.initial.clone(), |expr| print(expr, Form::Prefix));
        let (mut rows, mut seen) = (Vec::<Row>::new(), BTreeSet::new());
        for checked in cluster {
            match (&checked.outcome, &checked.expr) {
                (Outcome::Compared(comparison), Some(expr)) if comparison.verdict.is_equal() => {
                    let row = Row::new(number, &initial, rows.len() as u32, expr).labelled(comparison);
                    match seen.insert(row.prefix.clone()) {
                        true => rows.push(row),
                        false => self.repeated += 1,
                    }
                }
                _ => self.rejects.push(reject(&checked, number, &initial)),
            }
        }
        // Without its initial expression a cluster has nothing to be compared with; then no row holds.
        match rows.len() {
            0 => {}
            1 => self.single += 1,
            _ => self.rows.push(rows)?,
        }
        Ok(())
    }

    fn finish(self, name: &str) -> Result<Imported, ImportError> {
        let (entry, mut files) = self.rows.finish()?;
        if entry.clusters == 0 {
            return Err(ImportError::Nothing { name: name.into() });
        }
        if !self.rejects.is_empty() {
            files.push(store::write_rejects(self.to, 0, &self.rejects)?);
        }
        let manifest = Manifest {
            verified: VERIFIED.to_string(),
            clusters: entry.clusters,
            rows: entry.rows,
            rejects: self.rejects.len() as u64,
            splits: BTreeMap::from([(SPLIT.to_string(), entry)]),
            files,
            ..Manifest::empty(name, "none")
        };
        manifest.write(self.to)?;
        Ok(Imported { manifest, repeated: self.repeated, single: self.single })
    }
}

fn reject(checked: &Checked, cluster: u32, initial: &str) -> Reject {
    let at = match &checked.outcome {
        Outcome::Compared(comparison) => point(&comparison.verdict),
        Outcome::Unreadable(_) | Outcome::NoInitial(_) => String::new(),
    };
    let reason = checked.reason().unwrap_or_else(|| "differs".to_string());
    let candidate = checked.expr.as_ref().map_or_else(|| checked.text.clone(), ToString::to_string);
    Reject { cluster, initial: initial.to_string(), candidate, reason, at }
}
