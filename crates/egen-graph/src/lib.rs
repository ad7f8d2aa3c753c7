//! E-graphs of formulas: which expressions are equal to this one, how many are there, and which ones to take?

pub mod grammar;
pub mod analysis;
pub mod range;
pub mod rewrite;
pub mod saturate;
pub mod term;
pub mod algebra;
pub mod prove;
