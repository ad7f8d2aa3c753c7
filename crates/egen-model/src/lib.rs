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
#[cfg(feature = "burn")]
pub mod composed;
pub mod config;
pub mod contrast;
pub mod data;
mod decoder;
pub mod device;
pub mod embedder;
pub mod encoder;
pub mod engine;
pub mod examples;
pub mod generate;
pub mod inputs;
#[macro_use]
pub mod kernel;
pub mod layout;
pub mod optimiser;
pub mod pass;
pub mod run;
pub mod shipped;
pub mod store;
pub mod tokens;
pub mod trainer;
pub mod values;

pub use batch::{Batch, Sequence};
pub use config::{Config, Preset};
pub use data::Data;
pub use embedder::Embedder;
pub use encoder::Encoder;
pub use examples::Examples;
pub use tokens::{Token, TokenError, Tokens, decode, encode};
pub use trainer::Trainer;
pub use values::Points;
