//! Corpora: how do millions of verified equivalent expressions get onto disk, and back?
//!
//! ```text
//! template ─ plan ─ generate ─ store ─ split ─ edits ─ export
//!                                  └─ stats, verify
//! ```
//!
//! ```
//! use egen_corpus::store::Corpus;
//!
//! /// Counts the rows of a folder that `egen corpus generate` made.
//! fn rows(folder: &str) -> Result<u64, Box<dyn std::error::Error>> {
//!     let corpus = Corpus::open(folder)?;
//!     let mut rows = 0;
//!     for split in corpus.splits() {
//!         rows += corpus.count(split)?;
//!     }
//!     Ok(rows)
//! }
//! assert!(rows("no such folder").is_err());
//! ```

pub mod card;
pub mod cluster;
pub mod difference;
pub mod edits;
pub mod export;
pub mod generate;
pub mod import;
pub mod merge;
pub mod pairs;
pub mod part;
pub mod plan;
pub mod split;
pub mod stats;
pub mod store;
pub mod template;
pub mod verify;

pub use egen_graph::svg;
pub use split::stream::{below, mix, read_prefix, shuffle};
