//! Reports: what came out, beside what the paper printed, for a person and for a program?
//!
//! A report is written from tables and facts alone, without a model: `index.html` (one file that needs nothing else), `report.md`,
//! `report.json` and `figures/`. The same report gives the same bytes.

mod facts;
mod failure;
mod html;
mod json;
mod line;
mod markdown;
mod mistake;
mod prose;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use egen_corpus::store::Draft;

use crate::figure::Figure;
use crate::table::Tables;

pub use facts::{Facts, Part};
pub use failure::{Failure, Failures, failures};
pub use line::{Line, OURS, lines};
pub use mistake::mistakes_by_kind;

/// Everything that a report says.
#[derive(Clone, Debug)]
pub struct Report {
    /// The version of egen.
    pub version: String,
    /// How it was made: `quick` or `full`.
    pub preset: String,
    /// What is said before anything else: which models, on what they are tested.
    pub notes: Vec<String>,
    /// The scores.
    pub tables: Tables,
    /// The corpus.
    pub corpus: Facts,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Examples of what went wrong.
    pub failures: Vec<Failures>,
    /// Tasks that could not be asked, each with the reason.
    pub skipped: Vec<(String, String)>,
}

/// Why a report was not written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file cannot be written.
    #[error("{path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

impl Report {
    /// Writes the report to a folder.
    pub fn write(&self, dir: &Path) -> Result<(), ReportError> {
        let figures = dir.join("figures");
        let named = |path: &Path| {
            let path = path.display().to_string();
            move |source| ReportError::Write { path, source }
        };
        fs::create_dir_all(&figures).map_err(named(&figures))?;
        let put = |path: &Path, bytes: &[u8]| Draft::publish(path, bytes).map_err(named(path));
        for figure in &self.figures {
            put(&figures.join(format!("{}.svg", figure.name)), figure.canvas.svg().as_bytes())?;
        }
        put(&dir.join("report.json"), self.json().as_bytes())?;
        put(&dir.join("report.md"), self.markdown().as_bytes())?;
        put(&dir.join("index.html"), self.html().as_bytes())
    }

    /// `report.json`.
    pub fn json(&self) -> String {
        json::write(self)
    }

    /// `report.md`.
    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// `index.html`.
    pub fn html(&self) -> String {
        html::write(self)
    }
}
