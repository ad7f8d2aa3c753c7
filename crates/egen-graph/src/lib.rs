//! E-graphs of formulas: which expressions are equal to this one, how many are there, and why?
//!
//! ```text
//! rules ─ rewrite ─┐
//! expr ── term ────┼─ saturate ─ grammar ─ expand
//!         analysis ┘          ├─ prove ── algebra
//!                             └─ draw
//! ```

pub mod algebra;
pub mod analysis;
pub mod bounds;
mod condition;
pub mod draw;
pub mod expand;
pub mod grammar;
pub mod matcher;
pub mod plain;
pub mod pole;
pub mod prove;
pub mod rewrite;
pub mod saturate;
pub mod term;
pub mod values;
