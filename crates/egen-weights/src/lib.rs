//! The trained models: the two that answer, and those that stand beside them in tables. `models/*.md` says what each was trained on.
//!
//! ```
//! use egen_weights::Shipped;
//!
//! assert_eq!(Shipped::Wide.encoder().unwrap().config().width, 128);
//! ```
//!
//! The two that answer are files of `egen-model`; whoever wants vectors needs no other. Tables want all of them.

use egen_model::encoder::Encoder;
use egen_model::shipped;
use egen_model::store::StoreError;
use serde::{Deserialize, Serialize};

/// The paper's rival, SemEmb, on pairs that SymPy made: its recipe with a decoder. The vector is the mean of the rows.
pub static SEMEMB: &[u8] = include_bytes!("../models/sememb.safetensors");

static VALUES: &[u8] = include_bytes!("../models/values.safetensors");
static SYMBOLS: &[u8] = include_bytes!("../models/symbols.safetensors");
static CL_MEAN: &[u8] = include_bytes!("../models/cl-mean.safetensors");
static CL_MAX: &[u8] = include_bytes!("../models/cl-max.safetensors");

/// A model whose file is part of the program. What it was trained on and how well it does is in `models/*.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipped {
    /// Ours, symbols and values, trained on expressions in one variable and in several: the default for what an expression means.
    Wide,
    /// Ours, symbols and values, trained on the paper's templates alone, as the other rows of the tables are.
    Values,
    /// Ours, symbols only.
    Symbols,
    /// The paper's recipe: an encoder that a decoder writes equal expressions from. The default for how an expression is written.
    Seq2Seq,
    /// The paper's contrastive recipe; the vector is the mean of the rows.
    ClMean,
    /// The paper's contrastive recipe; the vector is the largest of each column.
    ClMax,
}

/// What a model was trained on, and for how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// The data: the presets of corpora, or what else it was.
    pub on: String,
    /// Steps.
    pub steps: u64,
    /// Expressions that it read in all steps together, targets of a decoder counted.
    pub expressions: u64,
    /// Minutes by the clock, on two cores.
    pub minutes: f64,
}

impl Shipped {
    /// All of them.
    pub const ALL: [Shipped; 6] =
        [Shipped::Wide, Shipped::Values, Shipped::Symbols, Shipped::Seq2Seq, Shipped::ClMean, Shipped::ClMax];

    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Shipped::Wide => "wide",
            Shipped::Values => "values",
            Shipped::Symbols => "symbols",
            Shipped::Seq2Seq => "seq2seq",
            Shipped::ClMean => "cl-mean",
            Shipped::ClMax => "cl-max",
        }
    }

    /// What it was trained on, and for how long.
    pub fn training(self) -> Training {
        let (steps, expressions, minutes) = match self {
            Shipped::Wide => (2400, 1_382_400, 46.0),
            Shipped::Values => (1800, 1_036_800, 23.0),
            Shipped::Symbols => (1000, 576_000, 15.0),
            Shipped::Seq2Seq => (1300, 665_600, 21.0),
            Shipped::ClMean => (750, 576_000, 13.0),
            Shipped::ClMax => (750, 576_000, 15.0),
        };
        let on = match self {
            Shipped::Wide => "paper and wide",
            Shipped::Values | Shipped::Symbols | Shipped::Seq2Seq | Shipped::ClMean | Shipped::ClMax => "paper",
        };
        Training { on: on.into(), steps, expressions, minutes }
    }

    /// The model with a name.
    pub fn from_name(name: &str) -> Option<Shipped> {
        Shipped::ALL.into_iter().find(|shipped| shipped.name() == name)
    }

    /// The bytes of its file.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Shipped::Wide => shipped::MEANING,
            Shipped::Values => VALUES,
            Shipped::Symbols => SYMBOLS,
            Shipped::Seq2Seq => shipped::SHAPE,
            Shipped::ClMean => CL_MEAN,
            Shipped::ClMax => CL_MAX,
        }
    }

    /// The model.
    pub fn encoder(self) -> Result<Encoder, StoreError> {
        Encoder::from_bytes(self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_small_and_can_be_read() {
        let sizes: Vec<usize> = Shipped::ALL.into_iter().map(|shipped| shipped.bytes().len()).collect();
        assert!(sizes.iter().all(|&size| size <= 4 << 20) && sizes.iter().sum::<usize>() <= 12 << 20, "{sizes:?}");
        for shipped in Shipped::ALL {
            let encoder = shipped.encoder().unwrap();
            let sees_values = matches!(shipped, Shipped::Wide | Shipped::Values);
            assert_eq!(encoder.config().values > 0, sees_values, "{}", shipped.name());
            assert_eq!(encoder.config().decoder > 0, shipped == Shipped::Seq2Seq, "{}", shipped.name());
            assert_eq!(Shipped::from_name(shipped.name()), Some(shipped));
        }
    }
}
