//! Notations of mathematics: which expression did a person write, and how is one written?
//!
//! ```
//! use egen_read::print::{Form, print};
//! use egen_read::read::read_expr;
//!
//! let half = read_expr(r"\frac{1-\cos 2x}{2}").unwrap();
//! assert_eq!(print(&half, Form::Infix), "(1 - cos(2*x))/2");
//! assert_eq!(print(&half, Form::Prefix), "/ - 1 cos * 2 x 2");
//! ```

pub mod assume;
pub mod formula;
pub mod print;
pub mod read;
