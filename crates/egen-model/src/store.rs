//! Model files: how does an encoder survive?
//!
//! A safetensors file: the named tensors of the layout, and in its header the settings, the vocabulary and the points. A file
//! whose vocabulary or points differ from this program's is refused: its weights would mean something else.
//! The header is one entry, since safetensors keeps entries in no order and the same model shall give the same bytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, View};
use serde::{Deserialize, Serialize};

use crate::config::{Config, ConfigError};
use crate::encoder::Encoder;
use crate::layout::{Layout, Tensor};
use crate::tokens::{self, Token};
use crate::values::{self, Points};

/// Changes when the meaning of the weights changes.
pub const FORMAT: u32 = 1;

/// How many bits a weight takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 16: for models to be shipped.
    Half,
    /// 32: for training to go on from.
    Single,
}

/// Why a file is no model.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system says no.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not a safetensors file.
    #[error("not a model file: {0}")]
    File(#[from] SafeTensorError),
    /// There is no header of ours, or a part of it is not this program's.
    #[error("the model file lacks this program's {0}")]
    Missing(&'static str),
    /// It was written by another version.
    #[error("format, tokens and values have versions {got:?}, and this program reads {want:?}")]
    Versions {
        /// The file's.
        got: [u32; 3],
        /// This program's.
        want: [u32; 3],
    },
    /// A token has another meaning.
    #[error("the model reads `{got}` where this program writes `{want}`")]
    Vocabulary {
        /// The file's.
        got: String,
        /// This program's.
        want: String,
    },
    /// The settings are no settings.
    #[error("the model's settings: {0}")]
    Settings(#[from] serde_json::Error),
    /// The settings make no model.
    #[error("the model's settings: {0}")]
    Config(#[from] ConfigError),
    /// A tensor has another shape or kind of number than its settings say.
    #[error("`{name}` is {got}, and the settings want {want}")]
    Tensor {
        /// Its name.
        name: String,
        /// What the file has.
        got: String,
        /// What the settings say.
        want: String,
    },
}

/// What a file holds beside the model.
#[derive(Clone, Debug, Default)]
pub struct Extra<'a> {
    /// Further tensors.
    pub tensors: &'a [(&'a str, &'a [f32])],
    /// A further entry of the header.
    pub entry: Option<(&'a str, String)>,
}

/// The name of the header's entry.
const ENTRY: &str = "egen";

/// What the header says.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    format: u32,
    token_version: u32,
    value_version: u32,
    vocabulary: Vec<String>,
    points: Vec<Vec<f64>>,
    config: Config,
}

impl Header {
    fn new(config: Config) -> Header {
        let points = Points::default();
        Header {
            format: FORMAT,
            token_version: tokens::VERSION,
            value_version: values::VERSION,
            vocabulary: Token::all().map(|token| token.to_string()).collect(),
            points: (0..tokens::MAX_VARIABLES).map(|variable| points.of(variable).to_vec()).collect(),
            config,
        }
    }

    /// Refuses what this program would read otherwise.
    fn check(&self) -> Result<(), StoreError> {
        let here = Header::new(self.config.clone());
        // What reads symbols only does not mind how values are shown.
        let values = |header: &Header| if self.config.values > 0 { header.value_version } else { 0 };
        let versions = |header: &Header| [header.format, header.token_version, values(header)];
        if versions(self) != versions(&here) {
            return Err(StoreError::Versions { got: versions(self), want: versions(&here) });
        }
        if let Some((got, want)) = self.vocabulary.iter().zip(&here.vocabulary).find(|(got, want)| got != want) {
            return Err(StoreError::Vocabulary { got: got.clone(), want: want.clone() });
        }
        let points = self.config.values == 0 || self.points == here.points;
        if self.vocabulary.len() != here.vocabulary.len() || !points {
            return Err(StoreError::Missing("vocabulary or points"));
        }
        Ok(self.config.check()?)
    }
}

impl Encoder {
    /// The bytes of the model's file.
    pub fn to_bytes(&self, precision: Precision) -> Result<Vec<u8>, StoreError> {
        self.to_bytes_with(precision, Extra::default())
    }

    /// The bytes of a file that holds more than the model.
    pub fn to_bytes_with(&self, precision: Precision, extra: Extra) -> Result<Vec<u8>, StoreError> {
        let header = serde_json::to_string(&Header::new(self.config().clone()))?;
        let mut entries = HashMap::from([(ENTRY.to_string(), header)]);
        entries.extend(extra.entry.map(|(name, entry)| (name.to_string(), entry)));
        let tensors = self.layout().tensors().iter().map(|tensor| {
            let numbers = Numbers { weights: &self.weights()[tensor.range.clone()], shape: shape(tensor), precision };
            (tensor.name.as_str(), numbers)
        });
        let further = extra
            .tensors
            .iter()
            .map(|(name, numbers)| (*name, Numbers { weights: numbers, shape: vec![numbers.len()], precision }));
        Ok(safetensors::serialize(tensors.chain(further), Some(entries))?)
    }

    /// The model in the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Encoder, StoreError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let header: Header = serde_json::from_str(entry.ok_or(StoreError::Missing("header"))?)?;
        header.check()?;
        let config = header.config;
        let (file, layout) = (SafeTensors::deserialize(bytes)?, Layout::new(&config));
        let mut weights = vec![0.0; layout.total()];
        for tensor in layout.tensors() {
            let found = file.tensor(&tensor.name)?;
            if found.shape() != shape(tensor) {
                let (got, want) = (format!("{:?}", found.shape()), format!("{:?}", shape(tensor)));
                return Err(StoreError::Tensor { name: tensor.name.clone(), got, want });
            }
            read(&mut weights[tensor.range.clone()], found.dtype(), found.data(), &tensor.name)?;
        }
        Ok(Encoder::with_weights(config, weights))
    }

    /// Reads a model's file.
    pub fn load(path: &Path) -> Result<Encoder, StoreError> {
        Encoder::from_bytes(&std::fs::read(path)?)
    }
}

fn shape(tensor: &Tensor) -> Vec<usize> {
    tensor.rows.into_iter().chain([tensor.columns]).collect()
}

fn read(out: &mut [f32], kind: Dtype, bytes: &[u8], name: &str) -> Result<(), StoreError> {
    match kind {
        Dtype::F32 => {
            out.iter_mut().zip(bytes.as_chunks::<4>().0).for_each(|(out, bytes)| *out = f32::from_le_bytes(*bytes))
        }
        Dtype::F16 => out
            .iter_mut()
            .zip(bytes.as_chunks::<2>().0)
            .for_each(|(out, bytes)| *out = f16::from_le_bytes(*bytes).to_f32()),
        other => {
            let (got, want) = (format!("{other:?}"), "F16 or F32".to_string());
            return Err(StoreError::Tensor { name: name.to_string(), got, want });
        }
    }
    Ok(())
}

/// A tensor on its way into a file.
struct Numbers<'a> {
    weights: &'a [f32],
    shape: Vec<usize>,
    precision: Precision,
}

impl View for Numbers<'_> {
    fn dtype(&self) -> Dtype {
        match self.precision {
            Precision::Half => Dtype::F16,
            Precision::Single => Dtype::F32,
        }
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        match self.precision {
            Precision::Half => self.weights.iter().flat_map(|&w| f16::from_f32(w).to_le_bytes()).collect(),
            Precision::Single => self.weights.iter().flat_map(|w| w.to_le_bytes()).collect(),
        }
    }

    fn data_len(&self) -> usize {
        let bytes = match self.precision {
            Precision::Half => 2,
            Precision::Single => 4,
        };
        self.weights.len() * bytes
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;

    use super::*;
    use crate::config::tests;

    fn tiny() -> Encoder {
        Encoder::new(tests::tiny(0), &mut rand_pcg::Pcg64::seed_from_u64(1))
    }

    #[test]
    fn a_model_survives_its_file() {
        let encoder = tiny();
        let again = Encoder::from_bytes(&encoder.to_bytes(Precision::Single).unwrap()).unwrap();
        assert_eq!((again.config(), again.weights()), (encoder.config(), encoder.weights()));
        let bytes = encoder.to_bytes(Precision::Half).unwrap();
        let again = Encoder::from_bytes(&bytes).unwrap();
        assert!(again.weights().iter().zip(encoder.weights()).all(|(a, b)| (a - b).abs() < 1e-3));
        assert_eq!(again.to_bytes(Precision::Half).unwrap(), bytes);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(Encoder::from_bytes(b"nothing"), Err(StoreError::File(_))));
        let bytes = tiny().to_bytes(Precision::Single).unwrap();
        let changed = |from: &[u8], to: &[u8]| {
            let at = bytes.windows(from.len()).position(|window| window == from).expect("the header says it");
            Encoder::from_bytes(&[&bytes[..at], to, &bytes[at + from.len()..]].concat())
        };
        let written = format!(r#"\"value_version\":{}"#, values::VERSION);
        let version = changed(written.as_bytes(), br#"\"value_version\":9"#);
        assert!(matches!(version, Err(StoreError::Versions { got: [FORMAT, _, 9], .. })), "{version:?}");
        let word = changed(br#"\"sin\""#, br#"\"sum\""#);
        assert!(matches!(word, Err(StoreError::Vocabulary { .. })), "{word:?}");
        assert!(Encoder::from_bytes(&bytes[..bytes.len() - 4]).is_err());
    }

    #[test]
    fn a_model_of_symbols_survives_other_points() {
        let encoder = Encoder::new(tests::tiny(2), &mut rand_pcg::Pcg64::seed_from_u64(1));
        let bytes = encoder.to_bytes(Precision::Single).unwrap();
        let (from, to) = (format!(r#"\"value_version\":{}"#, values::VERSION), br#"\"value_version\":1"#);
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect("the header says it");
        Encoder::from_bytes(&[&bytes[..at], to, &bytes[at + from.len()..]].concat()).unwrap();
    }
}
