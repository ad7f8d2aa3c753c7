//! Expressions of real mathematics: read them, print them, evaluate them, and decide whether two are equal.
//!
//! ```
//! use egen_math::print::{Form, print};
//! use egen_math::read::read_expr;
//! use egen_math::{Verdict, compare};
//!
//! let half = read_expr(r"\frac{1-\cos 2x}{2}").unwrap();
//! assert_eq!(print(&half, Form::Infix), "(1 - cos(2*x))/2");
//! assert_eq!(compare(&half, &read_expr("sin(x)^2").unwrap()).verdict, Verdict::Agree);
//! ```

pub mod assume;
pub mod ball;
pub mod compare;
pub mod diff;
mod elementary;
pub mod eval;
pub mod expr;
pub mod fingerprint;
pub mod length;
pub mod mix;
mod number;
pub mod op;
mod parts;
mod patience;
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
pub use number::{Number, NumberError};
pub use op::Op;
pub use parts::name_common_parts;
pub use patience::Patience;
