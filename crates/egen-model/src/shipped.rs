//! The models that answer: which files come with this crate? What each was trained on and how well it does is in `models/*.md`.

/// Symbols and values, trained on expressions in one variable and in several: what an expression means.
pub static MEANING: &[u8] = include_bytes!("../models/wide.safetensors");

/// The paper's recipe, an encoder from which a decoder writes equal expressions: how an expression is written.
pub static SHAPE: &[u8] = include_bytes!("../models/seq2seq.safetensors");
