//! Language models.
pub mod answer;
pub mod chat;
pub mod client;
pub mod endpoint;
pub mod formula;
mod order;
pub mod patience;
pub mod steps;
pub mod transcript;
pub mod ask;
pub mod plan;
mod prompt;
pub mod sample;
