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

/// An enum with the message of each variant beside it, which documents it.
macro_rules! messages {
    ($(#[$about:meta])* pub enum $name:ident {
        $($(#[$note:meta])* $variant:ident $(($($(#[$from:meta])? $data:ty),+))? = [$message:literal $($rest:tt)*],)+
    }) => {
        $(#[$about])*
        pub enum $name {
            $(
                $(#[$note])*
                #[doc = concat!("```text\n", $message, "\n```")]
                #[error($message $($rest)*)]
                $variant $(($($(#[$from])? $data),+))?,
            )+
        }
    };
}

pub mod assume;
pub mod formula;
pub mod print;
pub mod read;
