//! Chat models: how do they do on the paper's two tasks?
//!
//! # What it asks
//! Which steps of a derivation are mistakes, and x1 : y1 = x2 : what? Any endpoint that speaks as OpenAI's does can be asked.
//!
//! # How a case is built
//! [`sample`] draws derivations of the test part with about 322 steps of which 50 are mistakes, and takes the analogies of the embedding
//! algebra. [`question`] makes a conversation of each: one example with its answer, then the query. No query sees another.
//!
//! # How it is scored
//! [`answer`] reads the last line that begins with `Answer:`, or says why there is none; [`marks`] counts. An analogy is solved by y2
//! up to the order of terms and factors; what equals y2 and is written otherwise is counted apart.
//!
//! # What the paper reports
//! GPT-4o: mistake F1 61.11, no mistake 92.19, algebra 39.60; all of it in [`marks::GPT_4O`].
//!
//! ```text
//! sample ─ question ─ ask ─ client ─ endpoint
//!                      └─ transcript
//! reply ─ answer ─ marks
//! ```

pub mod answer;
pub mod ask;
pub mod chat;
pub mod client;
pub mod endpoint;
pub mod marks;
pub mod question;
pub mod sample;
pub mod transcript;

pub use ask::{Asking, LlmError};
pub use client::Client;
pub use endpoint::{Endpoint, Key};
pub use transcript::Transcript;
