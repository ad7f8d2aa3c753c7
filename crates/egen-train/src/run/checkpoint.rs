//! Checkpoints: what does a run need to go on as if nothing had happened?
//!
//! A model file in single precision, which every reader of models can open, with the two means of the optimiser as further
//! tensors and the state of the run as a further entry of its header.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use safetensors::tensor::SafeTensors;
use serde::{Deserialize, Serialize};

use super::{RunError, Settings};
use crate::optimiser::AdamW;
use crate::trainer::Trainer;
use egen_model::encoder::Encoder;
use egen_model::store::{Extra, Precision};

/// The names in the file.
const MEAN: &str = "optimiser.mean";
const SQUARE: &str = "optimiser.square";
const ENTRY: &str = "egen-run";

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The version of egen.
    version: String,
    pub settings: Settings,
    /// A hash of everything that can be drawn.
    pub data: String,
    steps: u64,
    pub seconds: f64,
}

impl State {
    pub fn new(settings: &Settings, data: String, steps: u64, seconds: f64) -> State {
        State { version: env!("CARGO_PKG_VERSION").to_string(), settings: settings.clone(), data, steps, seconds }
    }
}

/// A checkpoint that was read.
pub(super) struct Checkpoint {
    pub state: State,
    pub encoder: Encoder,
    pub optimiser: AdamW,
}

impl Checkpoint {
    /// The bytes of its file.
    pub fn bytes(trainer: &Trainer, state: &State) -> Vec<u8> {
        let AdamW { mean, square, .. } = trainer.optimiser();
        let entry = serde_json::to_string(state).expect("the state is plain data");
        let extra = Extra { tensors: &[(MEAN, mean), (SQUARE, square)], entry: Some((ENTRY, entry)) };
        trainer.encoder().to_bytes_with(Precision::Single, extra).expect("names are different and lengths are right")
    }

    /// Reads a file; `None` if there is none.
    pub fn read(path: &Path) -> Result<Option<Checkpoint>, RunError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(source) => return Err(RunError::File { path: path.into(), source }),
        };
        let damaged = |reason: String| RunError::Damaged { path: path.into(), reason };
        let encoder = Encoder::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| damaged(error.to_string()))?;
        let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let entry = entry.ok_or_else(|| damaged("a model, and no checkpoint".into()))?;
        let state: State = serde_json::from_str(entry).map_err(|error| damaged(error.to_string()))?;
        let file = SafeTensors::deserialize(&bytes).map_err(|error| damaged(error.to_string()))?;
        let numbers = |name: &str| {
            let found = file.tensor(name).map_err(|error| damaged(error.to_string()))?;
            let numbers: Vec<f32> = found.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
            let want = encoder.weights().len();
            let wrong = || damaged(format!("`{name}` has {} numbers for {want} weights", numbers.len()));
            if numbers.len() == want { Ok(numbers) } else { Err(wrong()) }
        };
        let optimiser = AdamW {
            decay: state.settings.preset.training.decay,
            steps: state.steps,
            mean: numbers(MEAN)?,
            square: numbers(SQUARE)?,
        };
        Ok(Some(Checkpoint { state, encoder, optimiser }))
    }
}
