//! Settings: which model is trained, and how?

mod bundled;

use serde::{Deserialize, Serialize};

pub use bundled::Bundled;
pub use egen_model::config::{Config, ConfigError, Generation, Pooling};

/// A model and its training, as a TOML file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The model.
    pub model: Config,
    /// Its training.
    pub training: Training,
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

/// Why a preset is refused.
#[derive(Debug, thiserror::Error)]
pub enum PresetError {
    /// The text is not TOML, or not these settings.
    #[error("not a preset: {0}")]
    Toml(#[from] toml::de::Error),
    /// Its sizes make no model.
    #[error(transparent)]
    Model(#[from] ConfigError),
    /// A batch holds nothing.
    #[error("`batch` is 0")]
    EmptyBatch,
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
    /// Smoothing leaves nothing of the target, or takes more than there is.
    #[error("a smoothing of {0} is not at least 0 and below 1")]
    Smoothing(f32),
}

impl Preset {
    /// Reads a preset.
    pub fn from_toml(text: &str) -> Result<Preset, PresetError> {
        let preset: Preset = toml::from_str(text)?;
        preset.check()?;
        Ok(preset)
    }

    /// Refuses sizes that make no model, and a training that is not for it.
    pub fn check(&self) -> Result<(), PresetError> {
        self.model.check()?;
        let Training { batch, contrast, generation, .. } = self.training;
        if batch == 0 {
            return Err(PresetError::EmptyBatch);
        }
        if contrast.is_none() && generation.is_none() {
            return Err(PresetError::Aimless);
        }
        if (self.model.decoder > 0) != generation.is_some() {
            return Err(PresetError::Decoder { decoder: self.model.decoder, generation: generation.is_some() });
        }
        match generation {
            Some(Generation { smoothing, .. }) if !(0.0..1.0).contains(&smoothing) => {
                Err(PresetError::Smoothing(smoothing))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_preset_is_refused() {
        assert!(matches!(Preset::from_toml("[model]\nwidht = 3"), Err(PresetError::Toml(_))));
        let mut preset = Bundled::Tiny.preset();
        preset.model.heads = 3;
        assert!(matches!(preset.check(), Err(PresetError::Model(ConfigError::Heads { .. }))));
        preset = Bundled::Tiny.preset();
        preset.training.batch = 0;
        assert!(matches!(preset.check(), Err(PresetError::EmptyBatch)));
    }

    #[test]
    fn a_training_that_is_not_for_the_model_is_refused() {
        let mut preset = Bundled::TinySeq2seq.preset();
        preset.training.generation = Some(Generation { smoothing: 1.0, weight: 1.0 });
        assert!(matches!(preset.check(), Err(PresetError::Smoothing(1.0))));
        preset.training.generation = None;
        assert!(matches!(preset.check(), Err(PresetError::Aimless)));
        preset.training.contrast = Bundled::Tiny.preset().training.contrast;
        assert!(matches!(preset.check(), Err(PresetError::Decoder { decoder: 2, generation: false })));
        preset.training.generation = Bundled::TinySeq2seq.preset().training.generation;
        preset.check().unwrap();
        preset.model.decoder = 0;
        assert!(matches!(preset.check(), Err(PresetError::Decoder { decoder: 0, generation: true })));
    }
}
