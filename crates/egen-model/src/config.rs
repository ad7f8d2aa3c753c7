//! Settings: which model is it, and how is it trained?

mod bundled;

use serde::{Deserialize, Serialize};

use crate::kernel::weights::{Half, Shape};
pub use bundled::Bundled;

/// A model and its training, as a TOML file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The model.
    pub model: Config,
    /// Its training.
    pub training: Training,
}

/// What belongs to the model itself and is kept in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The width of a token's row, and of the vectors.
    pub width: usize,
    /// The heads of attention.
    pub heads: usize,
    /// The width between the two linear maps of a layer.
    pub hidden: usize,
    /// The number of the encoder's layers.
    pub layers: usize,
    /// The number of the decoder's layers; 0 for a model that writes nothing.
    pub decoder: usize,
    /// The longest expression that it reads, in tokens without markers.
    pub max_tokens: usize,
    /// Is a sequence enclosed in start and end tokens?
    pub markers: bool,
    /// Are depth and argument added to a token's place in the sequence?
    pub tree: bool,
    /// The width between the two linear maps of the values; 0 for a model that reads symbols only.
    pub values: usize,
    /// How rows become one vector.
    pub pooling: Pooling,
}

/// How the rows of an expression become one vector. Markers are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// Their mean.
    Mean,
    /// The largest number of each column.
    Max,
    /// Their mean plus a linear map of the root's row.
    MeanAndRoot,
    /// The same plus a linear map of the whole expression's values, which reach the vector past all layers.
    MeanRootAndValues,
}

/// How a model is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The largest learning rate.
    pub rate: f32,
    /// AdamW's weight decay.
    pub decay: f32,
    /// The largest norm of a gradient.
    pub clip: f32,
    /// Anchors in a batch.
    pub batch: usize,
    /// How the rate changes.
    pub schedule: Schedule,
    /// How vectors are contrasted, if they are.
    pub contrast: Option<Loss>,
    /// How the decoder learns to write, if there is one.
    pub generation: Option<Generation>,
    /// The share of the expressions whose points are dropped while training.
    pub dropped_rows: f32,
    /// The share of the points that these lose.
    pub dropped_points: f32,
}

/// How the learning rate changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Schedule {
    /// It rises for a share of the training and falls along half a cosine until the end.
    Cosine {
        /// The share in which it rises.
        warmup: f32,
        /// Where it ends.
        least: f32,
    },
    /// It falls along half a cosine, again and again, each time for longer.
    WarmRestarts {
        /// The epochs of the first fall.
        first: u32,
        /// How much longer each is than the one before.
        factor: u32,
        /// Where it ends.
        least: f32,
    },
}

/// What contrastive training minimises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Loss {
    /// The paper's: each row's positive against all negatives of the batch.
    NegativesOfTheBatch {
        /// What similarities are divided by.
        temperature: f32,
    },
    /// Ours: each row finds its partner among all partners and all edits of the batch, and each partner its row.
    BothDirections {
        /// What similarities are divided by.
        temperature: f32,
        /// A row's own edit counts e to this power.
        edit_weight: f32,
    },
}

/// How a decoder learns to write an equal expression.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// The share of a target that is spread evenly over all tokens.
    pub smoothing: f32,
    /// What its loss is multiplied by before it is added to the contrastive one.
    pub weight: f32,
}

/// Why settings are refused.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The text is not TOML, or not these settings.
    #[error("not a preset: {0}")]
    Toml(#[from] toml::de::Error),
    /// The heads do not divide the width.
    #[error("{heads} heads do not divide a width of {width}")]
    Heads {
        /// The heads.
        heads: usize,
        /// The width.
        width: usize,
    },
    /// A size is 0.
    #[error("`{0}` is 0")]
    Zero(&'static str),
    /// Nothing is minimised.
    #[error("there is neither `contrast` nor `generation` to train for")]
    Aimless,
    /// There is a decoder and it learns nothing, or it shall learn and is not there.
    #[error("{decoder} layers of decoder, and `generation` is {}", if *generation { "there" } else { "not there" })]
    Decoder {
        /// The layers.
        decoder: usize,
        /// Shall it learn?
        generation: bool,
    },
    /// Values shall take part in the vector and are not read.
    #[error("`pooling` asks for values, and `values` is 0")]
    Valueless,
    /// Smoothing leaves nothing of the target, or takes more than there is.
    #[error("a smoothing of {0} is not at least 0 and below 1")]
    Smoothing(f32),
}

impl Preset {
    /// Reads a preset.
    pub fn from_toml(text: &str) -> Result<Preset, ConfigError> {
        let preset: Preset = toml::from_str(text)?;
        preset.check()?;
        Ok(preset)
    }

    /// Refuses sizes that make no model, and a training that is not for it.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.model.check()?;
        let Training { batch, contrast, generation, .. } = self.training;
        if batch == 0 {
            return Err(ConfigError::Zero("batch"));
        }
        if contrast.is_none() && generation.is_none() {
            return Err(ConfigError::Aimless);
        }
        if (self.model.decoder > 0) != generation.is_some() {
            return Err(ConfigError::Decoder { decoder: self.model.decoder, generation: generation.is_some() });
        }
        match generation {
            Some(Generation { smoothing, .. }) if !(0.0..1.0).contains(&smoothing) => {
                Err(ConfigError::Smoothing(smoothing))
            }
            _ => Ok(()),
        }
    }
}

impl Pooling {
    /// Does a linear map of the root's row take part?
    pub fn has_root(self) -> bool {
        matches!(self, Pooling::MeanAndRoot | Pooling::MeanRootAndValues)
    }
}

impl Config {
    /// The sizes of a layer.
    pub fn shape(&self, half: Half) -> Shape {
        Shape { width: self.width, heads: self.heads, hidden: self.hidden, half }
    }

    /// Refuses sizes that make no model.
    pub fn check(&self) -> Result<(), ConfigError> {
        let sizes = [
            ("width", self.width),
            ("heads", self.heads),
            ("hidden", self.hidden),
            ("layers", self.layers),
            ("max_tokens", self.max_tokens),
        ];
        if let Some((name, _)) = sizes.iter().find(|(_, size)| *size == 0) {
            return Err(ConfigError::Zero(name));
        }
        if !self.width.is_multiple_of(self.heads) {
            return Err(ConfigError::Heads { heads: self.heads, width: self.width });
        }
        if self.pooling == Pooling::MeanRootAndValues && self.values == 0 {
            return Err(ConfigError::Valueless);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_model_is_refused() {
        let mut model = Bundled::Tiny.preset().model;
        model.heads = 3;
        assert!(matches!(model.check(), Err(ConfigError::Heads { heads: 3, width: 16 })));
        model.heads = 0;
        assert!(matches!(model.check(), Err(ConfigError::Zero("heads"))));
        model = Bundled::Tiny.preset().model;
        model.values = 0;
        assert!(matches!(model.check(), Err(ConfigError::Valueless)), "its pooling wants values");
        assert!(Preset::from_toml("[model]\nwidht = 3").is_err());
    }

    #[test]
    fn a_training_that_is_not_for_the_model_is_refused() {
        let mut preset = Bundled::TinySeq2seq.preset();
        preset.training.generation = Some(Generation { smoothing: 1.0, weight: 1.0 });
        assert!(matches!(preset.check(), Err(ConfigError::Smoothing(1.0))));
        preset.training.generation = None;
        assert!(matches!(preset.check(), Err(ConfigError::Aimless)));
        preset.training.contrast = Bundled::Tiny.preset().training.contrast;
        assert!(matches!(preset.check(), Err(ConfigError::Decoder { decoder: 2, generation: false })));
        preset.training.generation = Bundled::TinySeq2seq.preset().training.generation;
        preset.check().unwrap();
        preset.model.decoder = 0;
        assert!(matches!(preset.check(), Err(ConfigError::Decoder { decoder: 0, generation: true })));
    }
}
