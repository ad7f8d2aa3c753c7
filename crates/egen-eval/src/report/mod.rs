//! Reports: what came out, beside what the paper printed, for a person and for a program?
//!
//! A report is written from tables and facts alone, without a model: `index.html` (one file that needs nothing else), `report.md`,
//! `report.json` and `figures/`. The same report gives the same bytes. `sections` says what stands where, once for all forms.

mod clusters;
mod columns;
mod examples;
mod facts;
mod failure;
mod html;
mod json;
mod line;
mod markdown;
mod mistake;
mod page;
mod prose;
mod provenance;
mod sections;
#[cfg(test)]
mod tests;
mod training;

use std::fs;
use std::path::Path;

use egen_corpus::store::Draft;

use crate::figure::Figure;
use crate::table::Tables;

pub use clusters::{Cluster, Efficiency, clusters};
pub use columns::{COLUMNS, Chosen, Column, chosen, principal};
pub use examples::{Examples, examples};
pub use facts::{Category, Facts, Part};
pub use failure::{Failure, Failures, failures};
pub use line::{Difference, Line, lines};
pub use mistake::mistakes_by_kind;
pub use provenance::{Machine, Provenance, StageTime, date, duration};
pub use training::preset_of;

/// Everything that a report says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Who made it, on which machine, by which command.
    pub provenance: Provenance,
    /// How it was made: `quick` or `full`.
    pub preset: String,
    /// Which models, on what they are tested.
    pub notes: Vec<String>,
    /// The scores.
    pub tables: Tables,
    /// The corpus.
    pub corpus: Facts,
    /// The paper's e-graph, step by step.
    pub graph: Vec<Drawing>,
    /// The clusters of the initial expressions that the paper shows.
    pub clusters: Vec<Cluster>,
    /// How long these took.
    pub efficiency: Option<Efficiency>,
    /// What models answered to single cases.
    pub examples: Examples,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Examples of what went wrong.
    pub failures: Vec<Failures>,
    /// Tasks that could not be asked, each with the reason.
    pub skipped: Vec<(String, String)>,
}

/// A picture that is SVG already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Its name in files.
    pub name: String,
    /// What it shows, in a sentence.
    pub caption: String,
    /// The picture.
    pub svg: String,
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
        for drawing in &self.graph {
            put(&figures.join(format!("{}.svg", drawing.name)), drawing.svg.as_bytes())?;
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
        markdown::write(&sections::page(self))
    }

    /// `index.html`.
    pub fn html(&self) -> String {
        html::write(&sections::page(self))
    }
}
