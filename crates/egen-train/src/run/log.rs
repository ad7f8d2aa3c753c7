//! The log: what happened, a line for every few steps and one for each validation?
//!
//! Lines are JSON. A run that is taken up cuts off what was written after its checkpoint, and a last line that was not finished.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::RunError;
use super::folder::publish;
use crate::trainer::Step;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// What a validation found.
    Validation { step: u64, validation: BTreeMap<String, Option<f64>>, seconds: f64 },
    /// Means over the steps since the last line.
    Training(Means),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Means {
    pub step: u64,
    pub loss: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<f32>,
    pub norm: f32,
    pub rate: f32,
    pub sequences_per_second: f64,
    pub seconds: f64,
}

impl Line {
    /// The step and its loss, if it is a line of training.
    pub fn loss(&self) -> Option<(u64, f32)> {
        match self {
            Line::Training(means) => Some((means.step, means.loss)),
            Line::Validation { .. } => None,
        }
    }

    pub fn step(&self) -> u64 {
        match self {
            Line::Validation { step, .. } | Line::Training(Means { step, .. }) => *step,
        }
    }
}

/// The line of a validation.
pub(super) fn validation(step: u64, found: &[(String, f64)], seconds: f64) -> Line {
    // JSON has no NaN.
    let validation = found.iter().map(|(name, value)| (name.clone(), Some(*value).filter(|v| v.is_finite())));
    Line::Validation { step, validation: validation.collect(), seconds }
}

/// Steps that are not in the log yet.
#[derive(Default)]
pub(super) struct Window {
    steps: Vec<Step>,
    sequences: usize,
    time: Duration,
    rate: f32,
    /// Loss and speed of the window before, for as long as this one is empty.
    before: Option<(f32, f64)>,
}

impl Window {
    pub fn add(&mut self, step: Step, sequences: usize, rate: f32, time: Duration) {
        self.steps.push(step);
        self.sequences += sequences;
        self.time += time;
        self.rate = rate;
    }

    /// The mean loss of the last steps.
    pub fn loss(&self) -> Option<f32> {
        self.mean(|step| Some(step.loss)).or(self.before.map(|before| before.0))
    }

    /// Sequences a second.
    pub fn speed(&self) -> f64 {
        match self.before {
            Some((_, speed)) if self.steps.is_empty() => speed,
            _ => self.sequences as f64 / self.time.as_secs_f64().max(1e-9),
        }
    }

    fn mean(&self, of: impl Fn(&Step) -> Option<f32>) -> Option<f32> {
        let values: Vec<f32> = self.steps.iter().filter_map(of).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
    }

    /// The line for these steps, of which `step` is the last; the window is empty then.
    pub fn take(&mut self, step: u64, seconds: f64) -> Option<Line> {
        let loss = self.mean(|step| Some(step.loss))?;
        let line = Means {
            step,
            loss,
            contrast: self.mean(|step| step.contrast),
            generation: self.mean(|step| step.generation),
            nearest: self.mean(|step| step.nearest),
            norm: self.mean(|step| Some(step.norm))?,
            rate: self.rate,
            sequences_per_second: self.speed(),
            seconds,
        };
        *self = Window { before: Some((loss, line.sequences_per_second)), ..Window::default() };
        Some(Line::Training(line))
    }
}

/// The file, open to be continued.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log of a run that goes on after so many steps.
    pub fn open(path: &Path, steps: u64) -> Result<Log, RunError> {
        let text = read(path)?;
        let kept: String = whole(&text).filter(|(_, line)| line.step() <= steps).map(|(text, _)| text).collect();
        if kept != text {
            publish(path, kept.as_bytes())?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Log { path: path.into(), file: file.map_err(|source| RunError::File { path: path.into(), source })? })
    }

    pub fn write(&mut self, line: &Line) -> Result<(), RunError> {
        let mut text = serde_json::to_string(line).expect("lines are plain data");
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|source| RunError::File { path: self.path.clone(), source })
    }

    /// Waits until the lines are on the disk.
    pub fn sync(&self) -> Result<(), RunError> {
        self.file.sync_data().map_err(|source| RunError::File { path: self.path.clone(), source })
    }
}

/// The lines of a log; none if there is no log.
pub(super) fn lines(path: &Path) -> Result<Vec<Line>, RunError> {
    Ok(whole(&read(path)?).map(|(_, line)| line).collect())
}

fn read(path: &Path) -> Result<String, RunError> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(source) => Err(RunError::File { path: path.into(), source }),
    }
}

/// Lines with their ends, as text and as what they say. A full disk may leave the start of one.
fn whole(text: &str) -> impl Iterator<Item = (&str, Line)> {
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    lines.filter_map(|line| Some((line, serde_json::from_str(line).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_after_the_checkpoint_is_cut_off() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log.jsonl");
        let step = Step { loss: 2.0, contrast: Some(2.0), generation: None, nearest: Some(0.5), norm: 1.0 };
        let mut log = Log::open(&path, 0).unwrap();
        for at in [10, 20, 30] {
            let mut window = Window::default();
            window.add(step, 48, 0.1, Duration::from_secs(2));
            log.write(&window.take(at, 1.5).unwrap()).unwrap();
            log.write(&validation(at, &[("loss".into(), 1.0), ("odd".into(), f64::NAN)], 1.5)).unwrap();
        }
        drop(log);
        fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"step\":4").unwrap();
        assert_eq!(lines(&path).unwrap().len(), 6);
        Log::open(&path, 20).unwrap();
        let kept = lines(&path).unwrap();
        assert_eq!(kept.iter().map(Line::step).collect::<Vec<_>>(), [10, 10, 20, 20]);
        let Line::Training(first) = &kept[0] else { panic!("{kept:?}") };
        assert_eq!((first.loss, first.nearest, first.sequences_per_second), (2.0, Some(0.5), 24.0));
    }
}
