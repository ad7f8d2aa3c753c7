//! Settings of a run: what is it, and how often does it tell and save?

use std::time::{Duration, Instant};

use egen_corpus::difference::{Difference, difference};
use egen_corpus::pairs::Weight;
use serde::{Deserialize, Serialize};

use super::End;
use crate::config::Preset;
use crate::device::Device;

/// What a run is. Two runs with the same settings and data are the same run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The model and how it learns.
    pub preset: Preset,
    /// The seed of the first weights and of all batches.
    pub seed: u64,
    /// When it is over.
    pub end: End,
    /// Batches for each step, of which the gradients are averaged.
    pub accumulate: usize,
    /// What is equally likely in a batch; `None` for what the loss asks for.
    pub weight: Option<Weight>,
    /// What computes.
    #[serde(default)]
    pub device: Device,
}

impl Settings {
    /// Seed 0, a batch for each step, our own kernels.
    pub fn new(preset: Preset, end: End) -> Settings {
        Settings { preset, seed: 0, end, accumulate: 1, weight: None, device: Device::Cpu }
    }

    /// The first setting that differs: its name, and both values.
    pub(super) fn difference(&self, other: &Settings) -> Option<(String, String, String)> {
        let value = |settings: &Settings| serde_json::to_value(settings).expect("settings are plain data");
        let Difference { name, one, other } = difference(&value(self), &value(other))?;
        Some((name.trim_start_matches("preset.").to_string(), one, other))
    }
}

/// How often something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// After so many steps.
    Steps(u64),
    /// After so much time.
    Time(Duration),
}

impl Every {
    /// Is it time, after so many steps in all, and with the last time then?
    pub(super) fn is_due(self, steps: u64, last: Instant) -> bool {
        match self {
            Every::Steps(every) => steps.is_multiple_of(every.max(1)),
            Every::Time(every) => last.elapsed() >= every,
        }
    }
}

/// How often a run tells and saves. They change nothing of what it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// Steps for each line of the log.
    pub log: u64,
    /// When the checkpoint is written.
    pub checkpoint: Every,
    /// When the model is validated.
    pub validation: Every,
}

impl Default for Intervals {
    fn default() -> Intervals {
        Intervals { log: 20, checkpoint: Every::Time(Duration::from_secs(60)), validation: Every::Steps(500) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Bundled;

    #[test]
    fn a_difference_has_a_name() {
        let one = Settings::new(Bundled::Tiny.preset(), End::Steps(10));
        assert_eq!(one.difference(&one.clone()), None);
        let mut other = one.clone();
        other.preset.training.rate = 0.5;
        let (name, _, value) = one.difference(&other).unwrap();
        assert_eq!((name.as_str(), value.as_str()), ("training.rate", "0.5"));
        other = Settings { end: End::Epochs(10), ..one.clone() };
        assert_eq!(one.difference(&other).unwrap().0, "end.steps");
        assert_eq!(serde_json::from_str::<Settings>(&serde_json::to_string(&other).unwrap()).unwrap(), other);
    }
}
