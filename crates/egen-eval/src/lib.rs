//! Evaluation: how good are the vectors of a model?
//!
//! A task builds cases from a corpus, asks a model, and scores the answers; the three are apart, so that every model sees the same
//! cases and scores can be computed again without a model ([`lines`] keeps both). What is asked is [`Embed`] or [`Similar`].
//!
//! ```
//! use egen_eval::TASKS;
//!
//! let names: Vec<&str> = TASKS.iter().map(|task| task.about().name).collect();
//! assert!(names.contains(&"retrieval"));
//! ```

pub mod algebra;
pub mod baseline;
pub mod error;
pub mod external;
pub mod figure;
pub mod generation;
pub mod given;
mod held_out;
pub mod kmeans;
pub mod labelled;
pub mod lines;
pub mod llm;
pub mod matching;
pub mod matrix;
pub mod mistakes;
pub mod model;
mod pair;
pub mod pool;
pub mod quick;
pub mod remember;
pub mod report;
pub mod retrieval;
pub mod score;
pub mod selection;
pub mod session;
pub mod similar;
pub mod spread;
pub mod subject;
pub mod table;
pub mod task;

pub use error::EvalError;
pub use held_out::held_out;
pub use matrix::Matrix;
pub use model::Model;
pub use quick::{QuickCases, quick};
pub use remember::Remember;
pub use score::Score;
pub use session::Session;
pub use similar::{Embed, Similar, Space};
pub use subject::Subject;
pub use table::{Row, Table, Tables};
pub use task::{Stored, TASKS, Task};
