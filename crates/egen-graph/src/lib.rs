//! E-graphs of formulas: which expressions are equal to this one, how many are there, and why?
//!
//! ```text
//! rules ─ rewrite ─┐
//! expr ── term ────┼─ saturate ─ grammar ─ expand
//!         analysis ┘          ├─ prove ── algebra
//!                             └─ draw ── svg
//! ```
//!
//! ```
//! use egen_graph::prove::Prover;
//! use egen_math::compare::Settings;
//! use egen_read::read::read_expr;
//!
//! let (a, b) = (read_expr("tanh(x/2)").unwrap(), read_expr("sinh(x)/(1 + cosh(x))").unwrap());
//! assert!(Prover::builtin().prove(&a, &b, &Settings::default()).verdict.is_equal());
//! ```

pub mod algebra;
pub mod analysis;
pub mod bounds;
mod chain;
mod condition;
pub mod draw;
pub mod expand;
pub mod matcher;
pub mod plain;
mod pole;
pub mod prove;
pub mod rewrite;
pub mod saturate;
pub mod svg;
pub mod term;
mod values;

pub use egen_grammar as grammar;
