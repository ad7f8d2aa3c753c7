//! Expressions of real mathematics: evaluate them, and decide whether two are equal. `egen-read` reads and prints them.
//!
//! ```
//! use egen_read::read::read_expr;
//! use egen_math::{Verdict, compare};
//!
//! let half = read_expr(r"\frac{1-\cos 2x}{2}").unwrap();
//! assert_eq!(half.to_string(), "(1 - cos(2*x))/2");
//! assert_eq!(compare(&half, &read_expr("sin(x)^2").unwrap()).verdict, Verdict::Agree);
//! ```

pub mod assume;
pub mod ball;
pub mod compare;
mod deadline;
pub mod defined;
pub mod diff;
mod elementary;
pub mod eval;
pub mod expr;
pub mod fingerprint;
pub mod infix;
pub mod length;
pub mod mix;
pub mod names;
mod number;
pub mod op;
mod parts;
pub mod pieces;
mod prefix;
pub mod range;
mod region;
pub mod set;
pub mod solve;
pub mod tape;

pub use assume::Assumptions;
pub use compare::{Comparison, Verdict, compare};
pub use deadline::Deadline;
pub use expr::{Builder, Constant, Expr, Id, Node, Symbol};
pub use number::{Number, NumberError};
pub use op::Op;
pub use parts::name_common_parts;
