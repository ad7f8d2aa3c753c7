//! Vectors of formulas: which numbers stand for an expression, so that equal expressions lie together?

pub mod kernel;
pub mod tokens;
pub mod values;

pub use tokens::{Token, TokenError, Tokens, decode, encode};
