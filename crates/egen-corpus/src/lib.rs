//! Corpora: how do millions of verified equivalent expressions get onto disk, and back?
//!
//! ```text
//! template ─ plan ─ generate ─ store ─ split ─ export
//!                                  └─ stats, verify
//! ```

pub mod cluster;
pub mod generate;
pub mod plan;
pub mod store;
pub mod template;
