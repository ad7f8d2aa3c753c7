//! Corpora: how do millions of verified equivalent expressions get onto disk, and back?
//!
//! ```text
//! template ─ plan ─ generate ─ store ─ split ─ edits ─ export
//!                                  └─ stats, verify
//! ```

pub mod cluster;
pub mod draw;
pub mod edits;
pub mod export;
pub mod generate;
pub mod import;
pub mod merge;
pub mod pairs;
pub mod plan;
pub mod split;
pub mod stats;
pub mod store;
pub mod template;
pub mod verify;

pub use split::stream::{below, mix, read_prefix, shuffle};
