//! Figures: what do vectors and scores look like?
//!
//! Every figure is a [`Canvas`] with a caption. Colours are those of Okabe and Ito, and whatever differs
//! in colour differs in its mark or its place too.

mod bars;
mod colour;
mod losses;
mod scatter;
mod single;
pub mod tsne;

use egen_corpus::stats::{self, Stats};
use egen_corpus::svg::Canvas;

pub use bars::{Caught, kinds, main_scores};
pub use losses::{Curve, losses};
pub use single::{OPERATORS, clusters, search, single};

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name in files: `clusters`.
    pub name: String,
    /// What it shows, in sentences.
    pub caption: String,
    /// The picture.
    pub canvas: Canvas,
}

/// Operators, lengths and cluster sizes of a corpus.
pub fn operators(stats: &Stats) -> Figure {
    Figure {
        name: "operators".into(),
        caption: "Expressions of the corpus by operator and by length, and clusters by size.".into(),
        canvas: stats::draw(stats),
    }
}
