//! The folder: where does a run keep what, and is it the run that is meant?
//!
//! A file gets its name when it is whole and on the disk, so that whatever happens, the one before is there.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use egen_corpus::store::Draft;
use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, State};
use super::{Job, RunError, Settings, curve, log};
use crate::trainer::Trainer;

/// The folder of a run.
pub(super) struct Folder {
    dir: PathBuf,
}

/// `run.json`: for people, and for a run that was killed before its first checkpoint.
#[derive(Debug, Serialize, Deserialize)]
struct About {
    /// The version of egen.
    version: String,
    settings: Settings,
    /// A hash of everything that can be drawn.
    data: String,
    /// Threads asked for when it was begun.
    threads: usize,
}

impl Folder {
    pub fn new(dir: &Path) -> Folder {
        Folder { dir: dir.into() }
    }

    pub fn log(&self) -> PathBuf {
        self.dir.join("log.jsonl")
    }

    pub fn model(&self) -> PathBuf {
        self.dir.join("model.safetensors")
    }

    pub fn bad_batch(&self) -> PathBuf {
        self.dir.join("bad-batch.jsonl")
    }

    fn checkpoint(&self) -> PathBuf {
        self.dir.join("checkpoint.safetensors")
    }

    fn about(&self) -> PathBuf {
        self.dir.join("run.json")
    }

    /// Are there files that a new run would write over?
    fn is_taken(&self) -> bool {
        [self.about(), self.checkpoint(), self.model(), self.log()].iter().any(|path| path.exists())
    }

    /// Makes the folder of a new run.
    pub fn begin(&self, job: &Job) -> Result<(), RunError> {
        if self.is_taken() {
            return Err(RunError::Exists { dir: self.dir.clone() });
        }
        fs::create_dir_all(&self.dir).map_err(|source| RunError::File { path: self.dir.clone(), source })?;
        let about = About {
            version: env!("CARGO_PKG_VERSION").to_string(),
            settings: job.settings.clone(),
            data: job.data.identity().to_string(),
            threads: job.threads,
        };
        let text = serde_json::to_string_pretty(&about).expect("settings are plain data");
        publish(&self.about(), format!("{text}\n").as_bytes())
    }

    /// The state of the run that is there; `None` if it was killed before its first checkpoint.
    pub fn take_up(&self, job: &Job) -> Result<Option<Checkpoint>, RunError> {
        let (settings, data, checkpoint) = match Checkpoint::read(&self.checkpoint())? {
            Some(checkpoint) => (checkpoint.state.settings.clone(), checkpoint.state.data.clone(), Some(checkpoint)),
            None => {
                let About { settings, data, .. } = self.read_about()?;
                (settings, data, None)
            }
        };
        let here = job.data.identity().to_string();
        let other = settings.difference(job.settings);
        let other = other.or_else(|| (data != here).then(|| ("the data".to_string(), data, here)));
        match other {
            Some((what, there, here)) => Err(RunError::Different { dir: self.dir.clone(), what, there, here }),
            None => Ok(checkpoint),
        }
    }

    fn read_about(&self) -> Result<About, RunError> {
        let path = self.about();
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(RunError::Missing { dir: self.dir.clone() });
            }
            Err(source) => return Err(RunError::File { path, source }),
        };
        serde_json::from_slice(&text).map_err(|error| RunError::Damaged { path, reason: error.to_string() })
    }

    /// Writes the checkpoint.
    pub fn save(&self, job: &Job, trainer: &Trainer, seconds: f64) -> Result<(), RunError> {
        let state = State::new(job.settings, job.data.identity().to_string(), trainer.optimiser().steps, seconds);
        publish(&self.checkpoint(), &Checkpoint::bytes(trainer, &state))
    }

    /// Draws the curves of the log.
    pub fn draw(&self, settings: &Settings) -> Result<(), RunError> {
        let lines = log::lines(&self.log())?;
        publish(&self.dir.join("loss.svg"), curve::svg(&lines, settings).as_bytes())
    }
}

/// Does a folder hold a run, or files that a run would write over?
pub fn exists(dir: &Path) -> bool {
    Folder::new(dir).is_taken()
}

/// The threads that the run in a folder was begun with; 0 for all cores. Other ones give other bits.
pub fn threads(dir: &Path) -> Result<usize, RunError> {
    Ok(Folder::new(dir).read_about()?.threads)
}

/// The steps and losses in the log of a run; none if there is no log.
pub fn losses(dir: &Path) -> Result<Vec<(u64, f32)>, RunError> {
    let lines = log::lines(&Folder::new(dir).log())?;
    Ok(lines.iter().filter_map(log::Line::loss).collect())
}

impl Settings {
    /// The settings of the run in a folder.
    pub fn read(dir: &Path) -> Result<Settings, RunError> {
        Ok(Folder::new(dir).read_about()?.settings)
    }
}

/// Gives bytes a name. After an error the file is as it was before.
pub(super) fn publish(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    Draft::publish(path, bytes).map_err(|source| RunError::File { path: path.into(), source })
}
