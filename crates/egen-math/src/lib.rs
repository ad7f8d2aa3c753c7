//! Expressions of real mathematics: read them, print them, evaluate them, and decide whether two are equal.

pub mod ball;
pub mod elementary;
pub mod expr;
pub mod number;
pub mod op;
pub mod print;
pub mod read;
pub mod set;

pub use expr::{Builder, Constant, Expr, Id, Node, Symbol};
pub use number::Number;
pub use op::Op;
