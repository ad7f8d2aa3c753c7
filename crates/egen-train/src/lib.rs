//! Training: how do models that embed formulas come out of a corpus?
//!
//! [`Data`] draws batches from corpora, a [`Trainer`] makes one step, and [`run::run`] makes as many as a run takes, in a folder from which it
//! can be taken up after any interruption. The models themselves are those of `egen-model`. Internal: versioned together with `egen`.

pub mod config;
pub mod contrast;
pub mod data;
pub mod device;
pub mod engine;
pub mod examples;
pub mod inputs;
pub mod optimiser;
pub mod run;
pub mod trainer;

pub use config::Preset;
pub use data::Data;
pub use examples::Examples;
pub use trainer::Trainer;
