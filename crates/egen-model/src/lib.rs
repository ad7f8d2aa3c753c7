//! Vectors of formulas: which numbers stand for an expression, so that equal expressions lie together?
//!
//! ```
//! use egen_read::read::read_expr;
//! use egen_model::Embedder;
//! use egen_model::embedder::By;
//!
//! let formulas = ["sin(2*x)", "2*sin(x)*cos(x)", "2*sin(x)*sin(x)"].map(|text| read_expr(text).unwrap());
//! let vectors: Vec<_> = Embedder::bundled().unwrap().embed(&formulas).into_iter().map(Result::unwrap).collect();
//! let [equal, other] = [1, 2].map(|at| vectors[0].cosine(&vectors[at], By::Meaning));
//! assert!(equal > 0.95 && equal > other);
//! ```

pub mod batch;
pub mod config;
mod decoder;
pub mod embedder;
pub mod encoder;
pub mod generate;
#[macro_use]
pub mod kernel;
pub mod layout;
pub mod pass;
pub mod shipped;
pub mod store;
pub mod tokens;
pub mod values;

pub use batch::{Batch, Sequence};
pub use config::Config;
pub use embedder::Embedder;
pub use encoder::Encoder;
pub use tokens::{Token, TokenError, Tokens, decode, encode};
pub use values::Points;
