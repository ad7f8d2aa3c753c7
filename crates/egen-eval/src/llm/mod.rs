//! Chat models: how do they do on the paper's two tasks?
//!
//! # What it asks
//! Which steps of a derivation are mistakes, and x1 : y1 = x2 : what? Any endpoint that speaks as OpenAI's does can be asked.
//!
//! # How a case is built
//! [`sample`] draws derivations of the test part with about 322 steps of which 50 are mistakes, and takes the analogies of the embedding
//! algebra. A [`plan`] begins with one example; a wrong answer is corrected, naming what is right, until it is understood or the rounds are
//! over. Every query then follows that conversation, and no query sees another, so the order does not matter.
//!
//! # How it is scored
//! [`steps`] and [`formula`] find the answer in the words, or say why there is none; [`marks`] counts. An analogy is solved by y2 up to the
//! order of terms and factors; what equals y2 and is written otherwise is counted apart.
//!
//! # What the paper reports
//! GPT-4o: mistake F1 61.11, no mistake 92.19, algebra 39.60; all of it in [`marks::GPT_4O`].
//!
//! ```text
//! sample ─ prompt ─ plan ─ ask ─ patience ─ client ─ endpoint
//!                           └─ transcript
//! reply ─ answer ─ steps, formula (order) ─ marks ─ store
//! ```

pub mod answer;
pub mod ask;
pub mod chat;
pub mod client;
pub mod endpoint;
pub mod formula;
pub mod marks;
mod order;
pub mod patience;
pub mod plan;
mod prompt;
pub mod sample;
pub mod steps;
pub mod store;
pub mod transcript;

pub use ask::{Asking, LlmError};
pub use client::Client;
pub use endpoint::{Endpoint, Key};
pub use patience::{Patience, Patient, Rate};
pub use plan::{Plan, Style};
pub use transcript::Transcript;
