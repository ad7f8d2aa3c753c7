//! The store: what does a corpus look like on disk, and how is it written and read?
//!
//! ```text
//! DIR/README.md                        the card: which files are which split, and text for people
//! DIR/figure.svg                       operators, lengths and cluster sizes, for the card
//! DIR/manifest.json                    how it was made, what it holds, a checksum for each file
//! DIR/data/train-00012.parquet         one row per expression; the number is that of the block
//! DIR/rejects/rejects-00012.parquet    one row per candidate that did not stand
//! DIR/edits/train-00012.parquet        rows of that block with one thing changed, if `egen_corpus::edits` made them
//! DIR/edits/manifest.json              how these were made
//! ```
//!
//! Hugging Face's `load_dataset(DIR)`, polars, DuckDB and pandas read it as it is (`tools/read_corpus.py` checks that).
//! A file gets its name when it is whole, so a block that exists is a block that is done. The same rows always give
//! the same bytes.
//!
//! ```
//! use egen_corpus::store::{Corpus, Domain, Row, write_block};
//! # let dir = tempfile::tempdir()?;
//! let row = Row {
//!     cluster: 0,
//!     initial: "+ x x".into(),
//!     member: 0,
//!     prefix: "+ x x".into(),
//!     infix: "x + x".into(),
//!     latex: "x + x".into(),
//!     tokens: 3,
//!     domain: Domain::Equal,
//!     complex: Some(true),
//!     operators: vec!["+".into()],
//!     part: "natural".into(),
//!     complete: false,
//! };
//! write_block(&dir, "train", 0, &[row.clone()])?;
//! let back: Vec<Row> = Corpus::open(&dir)?.rows("train").collect::<Result<_, _>>()?;
//! assert_eq!(back, [row]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod card;
mod checksum;
mod columns;
mod draft;
mod edit;
mod error;
mod file;
mod layout;
mod manifest;
mod read;
mod row;
mod vectors;
mod verify;
mod write;

pub use card::{write_card, write_figure};
pub use checksum::of_bytes as checksum;
pub use draft::Draft;
pub use edit::{Edit, edits_path};
pub use egen_math::compare::Domain;
pub use error::StoreError;
pub use layout::{block_path, rejects_path};
pub use manifest::{FileEntry, Manifest, SplitEntry, list_files};
pub use read::{Clusters, Corpus, Records, edits_of};
pub use row::{Reject, Row};
pub(crate) use row::{operators, point};
pub use vectors::{Embedded, VectorWriter, read_vectors};
pub use verify::Problem;
pub use write::{has_block, has_edits, has_rejects, remove_leftovers, write_block, write_edits, write_rejects};

pub(crate) use file::publish;
pub(crate) use layout::MANIFEST;
pub(crate) use manifest::PLAN;
pub(crate) use read::rejects_of;

/// The number of the form described here. A reader refuses manifests with a higher one.
pub const FORMAT: u32 = 1;
