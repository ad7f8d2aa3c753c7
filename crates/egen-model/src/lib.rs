//! Vectors of formulas: which numbers stand for an expression, so that equal expressions lie together?

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
