//! Settings: which model is it?

use serde::{Deserialize, Serialize};

use crate::kernel::weights::{Half, Shape};

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

/// How a decoder learns to write an equal expression.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// The share of a target that is spread evenly over all tokens.
    pub smoothing: f32,
    /// What its loss is multiplied by before it is added to the contrastive one.
    pub weight: f32,
}

/// Why settings make no model.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
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
    /// Values shall take part in the vector and are not read.
    #[error("`pooling` asks for values, and `values` is 0")]
    Valueless,
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
pub(crate) mod tests {
    use super::*;

    /// A model that is drawn in no time.
    pub fn tiny(decoder: usize) -> Config {
        let (tree, pooling) = (decoder == 0, Pooling::MeanRootAndValues);
        let config = Config {
            width: 16,
            heads: 2,
            hidden: 32,
            layers: 2,
            decoder,
            max_tokens: 25,
            markers: decoder > 0,
            tree,
            values: 16,
            pooling,
        };
        if decoder == 0 { config } else { Config { values: 0, pooling: Pooling::Mean, ..config } }
    }

    #[test]
    fn what_makes_no_model_is_refused() {
        let mut model = tiny(0);
        model.heads = 3;
        assert!(matches!(model.check(), Err(ConfigError::Heads { heads: 3, width: 16 })));
        model.heads = 0;
        assert!(matches!(model.check(), Err(ConfigError::Zero("heads"))));
        model = Config { values: 0, ..tiny(0) };
        assert!(matches!(model.check(), Err(ConfigError::Valueless)), "its pooling wants values");
    }
}
