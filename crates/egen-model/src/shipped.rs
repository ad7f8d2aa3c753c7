//! Shipped models: which models come with the program?

use crate::encoder::Encoder;
use crate::store::StoreError;

/// A model whose file is part of the program. What it was trained on and how well it does is in `models/*.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipped {
    /// Ours, symbols and values: the default for what an expression means.
    Values,
    /// The paper's recipe: an encoder that a decoder writes equal expressions from. The default for how an expression is written.
    Seq2Seq,
}

impl Shipped {
    /// All of them.
    pub const ALL: [Shipped; 2] = [Shipped::Values, Shipped::Seq2Seq];

    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Shipped::Values => "values",
            Shipped::Seq2Seq => "seq2seq",
        }
    }

    /// The model with a name.
    pub fn from_name(name: &str) -> Option<Shipped> {
        Shipped::ALL.into_iter().find(|shipped| shipped.name() == name)
    }

    /// The bytes of its file.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Shipped::Values => include_bytes!("../models/values.safetensors"),
            Shipped::Seq2Seq => include_bytes!("../models/seq2seq.safetensors"),
        }
    }

    /// The model.
    pub fn encoder(self) -> Result<Encoder, StoreError> {
        Encoder::from_bytes(self.bytes())
    }
}
