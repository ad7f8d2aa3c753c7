//! Settings: which model is it, and how is it trained?

use serde::{Deserialize, Serialize};

use crate::kernel::layer::Shape;

/// A model and its training, as a TOML file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The model.
    pub model: Config,
    /// Its training.
    pub training: Training,
}

/// The presets that come with the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bundled {
    /// The sizes and the training of the paper.
    Paper,
    /// The default: width 128, four layers, symbols and values.
    Small,
    /// For tests.
    Tiny,
}

impl Bundled {
    /// The preset.
    pub fn preset(self) -> Preset {
        let text = match self {
            Bundled::Paper => include_str!("../presets/paper.toml"),
            Bundled::Small => include_str!("../presets/small.toml"),
            Bundled::Tiny => include_str!("../presets/tiny.toml"),
        };
        Preset::from_toml(text).expect("the presets of the crate are read by a test")
    }
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
    /// The number of layers.
    pub layers: usize,
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
    /// Triplets in a batch.
    pub batch: usize,
    /// How the rate changes.
    pub schedule: Schedule,
    /// What is minimised.
    pub loss: Loss,
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
}

impl Preset {
    /// Reads a preset.
    pub fn from_toml(text: &str) -> Result<Preset, ConfigError> {
        let preset: Preset = toml::from_str(text)?;
        preset.model.check()?;
        if preset.training.batch == 0 {
            return Err(ConfigError::Zero("batch"));
        }
        Ok(preset)
    }
}

impl Config {
    /// The sizes of a layer.
    pub fn shape(&self) -> Shape {
        Shape { width: self.width, heads: self.heads, hidden: self.hidden }
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_and_survives_being_written() {
        for bundled in [Bundled::Paper, Bundled::Small, Bundled::Tiny] {
            let preset = bundled.preset();
            assert_eq!(Preset::from_toml(&toml::to_string(&preset).unwrap()).unwrap(), preset);
        }
    }

    #[test]
    fn the_paper_preset_has_the_sizes_of_the_paper() {
        let Preset { model, training } = Bundled::Paper.preset();
        assert_eq!((model.width, model.heads, model.hidden, model.layers), (512, 8, 2048, 6));
        assert_eq!((training.rate, training.decay, training.clip, training.batch), (1e-4, 1e-2, 4.0, 256));
        assert_eq!(training.loss, Loss::NegativesOfTheBatch { temperature: 0.1 });
        assert_eq!(training.schedule, Schedule::WarmRestarts { first: 10, factor: 2, least: 1e-8 });
    }

    #[test]
    fn what_makes_no_model_is_refused() {
        let mut model = Bundled::Tiny.preset().model;
        model.heads = 3;
        assert!(matches!(model.check(), Err(ConfigError::Heads { heads: 3, width: 16 })));
        model.heads = 0;
        assert!(matches!(model.check(), Err(ConfigError::Zero("heads"))));
        assert!(Preset::from_toml("[model]\nwidht = 3").is_err());
    }
}
