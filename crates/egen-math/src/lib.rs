//! Expressions of real mathematics: read them, print them, evaluate them, and decide whether two are equal.

pub mod assume;
pub mod ball;
pub mod compare;
pub mod diff;
pub mod elementary;
pub mod eval;
pub mod expr;
pub mod fingerprint;
pub mod length;
pub mod number;
pub mod op;
pub mod print;
pub mod range;
pub mod read;
mod region;
pub mod set;
pub mod solve;
pub mod tape;

pub use assume::Assumptions;
pub use compare::{Comparison, Verdict, compare};
pub use expr::{Builder, Constant, Expr, Id, Node, Symbol};
pub use number::Number;
pub use op::Op;
