//! A run: how does a model come out of a corpus, although machines stop?
//!
//! A run lives in a folder: its settings, a log, a curve, a checkpoint from which it goes on, and at the end the model. It may be stopped or
//! killed at any time. What it does next depends on its settings, its data and the number of steps made, so that a run with
//! interruptions gives the same weights, bit by bit, as one without (with the same number of threads, if it does not end by the clock,
//! and by our own kernels: another device may add in another order each time).
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use egen_corpus::store::Corpus;
//! use egen_train::config::Bundled;
//! use egen_train::engine;
//! use egen_train::run::{End, Intervals, Job, Settings, run};
//! use egen_train::Data;
//!
//! let settings = Settings::new(Bundled::Small.preset(), End::Epochs(1));
//! let corpus = Corpus::open("corpus")?;
//! let data = Data::open(&[(corpus, "train")], &settings.preset.model, &settings.preset.training)?;
//! let job = Job {
//!     dir: "model".as_ref(),
//!     settings: &settings,
//!     intervals: Intervals::default(),
//!     data: &data,
//!     engine: engine::open,
//!     threads: 2,
//!     resume: false,
//!     stop: &AtomicBool::new(false),
//! };
//! let outcome = run(&job, &mut |_| Vec::new(), &mut |now| eprintln!("{} {}", now.step, now.loss))?;
//! println!("{} steps", outcome.steps);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad_batch;
mod checkpoint;
mod curve;
mod end;
mod folder;
mod log;
mod measure;
mod settings;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::data::Data;
use crate::device::DeviceError;
use crate::engine;
use crate::examples::Examples;
use crate::optimiser::AdamW;
use crate::trainer::{TrainError, Trainer};
use checkpoint::Checkpoint;
use egen_model::encoder::Encoder;
use egen_model::store::{Precision, StoreError};
use end::{Clock, Plan};
use folder::{Folder, publish};
use log::{Log, Window};

pub use end::End;
pub use folder::{exists, losses, threads};
pub use measure::loss_on;
pub use settings::{Every, Intervals, Settings};

/// What a run needs.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The folder of the run.
    pub dir: &'a Path,
    /// What it is.
    pub settings: &'a Settings,
    /// How often it tells and saves.
    pub intervals: Intervals,
    /// What it learns from.
    pub data: &'a Data,
    /// What makes the engine of its device: [`engine::open`] for our own kernels.
    pub engine: engine::Open,
    /// Threads; 0 takes all cores.
    pub threads: usize,
    /// Go on with the run in the folder?
    pub resume: bool,
    /// Set to have it stop after the step that it is in.
    pub stop: &'a AtomicBool,
}

/// What is asked of a model now and then: names and values.
pub type Validate<'a> = dyn FnMut(&Encoder) -> Vec<(String, f64)> + Send + 'a;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps made.
    pub step: u64,
    /// The share of the run that is done, 0 to 1.
    pub share: f32,
    /// The mean loss of the last steps.
    pub loss: f32,
    /// Sequences a second, while nothing else was done.
    pub sequences_per_second: f64,
    /// How long it will still take, if that can be told.
    pub left: Option<Duration>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At its end.
    Finished,
    /// It was asked to stop; it can go on.
    Asked,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub stop: Stop,
    /// All steps made, also before an interruption.
    pub steps: u64,
    /// All seconds that it took.
    pub seconds: f64,
    /// The mean loss of the last steps; `None` if there was none to make.
    pub loss: Option<f32>,
    /// What the last validation found.
    pub validation: Vec<(String, f64)>,
    /// The model's file.
    pub model: PathBuf,
}

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is one already.
    #[error("{} holds a run already", dir.display())]
    Exists {
        /// The folder.
        dir: PathBuf,
    },
    /// There is none to go on with.
    #[error("{} holds no run to go on with", dir.display())]
    Missing {
        /// The folder.
        dir: PathBuf,
    },
    /// The run there is another one.
    #[error("the run in {} was begun with {what} {there}, and now it is {here}", dir.display())]
    Different {
        /// The folder.
        dir: PathBuf,
        /// What differs.
        what: String,
        /// As it is there.
        there: String,
        /// As it is asked for now.
        here: String,
    },
    /// A file of the run cannot be read or written. The last checkpoint is as it was.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of the run is not what it should be.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The model cannot be written.
    #[error("{}: {source}", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: StoreError,
    },
    /// Numbers grew beyond all bounds. The last checkpoint is kept.
    #[error("{source}, on batches from number {batch} on; their expressions are in {}", path.display())]
    NotFinite {
        /// The step and what it found.
        source: TrainError,
        /// The first batch of the step.
        batch: u64,
        /// Where its expressions are.
        path: PathBuf,
    },
    /// There is nothing to compute on, or it stopped working. The last checkpoint is kept.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Trains until the end, or until it is told to stop.
pub fn run(job: &Job, validate: &mut Validate, report: &mut dyn FnMut(&Progress)) -> Result<Outcome, RunError> {
    let folder = Folder::new(job.dir);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build()?;
    let mut running = Running::begin(job, folder, pool)?;
    thread::scope(|scope| {
        let first = running.trainer.optimiser().steps * job.settings.accumulate as u64;
        let batches = job.data.stream(scope, job.settings.seed, first);
        let stop = running.go(&batches, validate, report)?;
        running.finish(stop, validate)
    })
}

/// A run on its way.
struct Running<'a> {
    job: &'a Job<'a>,
    folder: Folder,
    pool: ThreadPool,
    trainer: Trainer,
    plan: Plan,
    clock: Clock,
    log: Log,
    window: Window,
    /// What the last validation found, and after how many steps.
    found: Option<(u64, Vec<(String, f64)>)>,
}

impl<'a> Running<'a> {
    /// A new run, or the one in the folder.
    fn begin(job: &'a Job<'a>, folder: Folder, pool: ThreadPool) -> Result<Running<'a>, RunError> {
        let (settings, threads) = (job.settings, pool.current_num_threads());
        let Settings { preset, accumulate, .. } = settings;
        let plan = Plan::new(settings, job.data.epoch().div_ceil(*accumulate as u64));
        let checkpoint = if job.resume { folder.take_up(job)? } else { None };
        let seconds = checkpoint.as_ref().map_or(0.0, |checkpoint| checkpoint.state.seconds);
        let (encoder, optimiser) = match checkpoint {
            Some(Checkpoint { encoder, optimiser, .. }) => (encoder, optimiser),
            None => {
                let encoder = Encoder::untrained(preset.model.clone(), settings.seed);
                let optimiser = AdamW::new(encoder.weights().len(), preset.training.decay);
                (encoder, optimiser)
            }
        };
        let engine = pool.install(|| (job.engine)(settings.device, &encoder, threads))?;
        let trainer = Trainer::resume(encoder, preset.training.clone(), optimiser, engine);
        // Nothing is written before it is known that there is something to compute on.
        if !job.resume {
            folder.begin(job)?;
        }
        let log = Log::open(&folder.log(), trainer.optimiser().steps)?;
        let clock = Clock::from(seconds);
        Ok(Running { job, folder, pool, trainer, plan, clock, log, window: Window::default(), found: None })
    }

    fn steps(&self) -> u64 {
        self.trainer.optimiser().steps
    }

    /// Step after step.
    fn go(
        &mut self,
        batches: &Receiver<Examples>,
        validate: &mut Validate,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Stop, RunError> {
        let Intervals { log, checkpoint, validation } = self.job.intervals;
        let (mut saved, mut validated) = (Instant::now(), Instant::now());
        while !self.plan.is_over(self.steps(), &self.clock) {
            if self.job.stop.load(Ordering::Relaxed) {
                return Ok(Stop::Asked);
            }
            self.step(batches)?;
            let done = self.steps();
            report(&self.progress());
            if done.is_multiple_of(log.max(1)) {
                self.write_window()?;
            }
            if validation.is_due(done, validated) {
                self.validate(validate)?;
                validated = Instant::now();
            }
            if checkpoint.is_due(done, saved) {
                self.save()?;
                saved = Instant::now();
            }
        }
        Ok(Stop::Finished)
    }

    fn step(&mut self, batches: &Receiver<Examples>) -> Result<(), RunError> {
        self.clock.begin_step();
        let parts: Vec<Examples> = batches.iter().take(self.job.settings.accumulate).collect();
        let sequences = parts.iter().map(|part| part.batch.len() + part.targets.len()).sum();
        let rate = self.plan.rate(self.steps(), &self.clock);
        let step = self.pool.install(|| self.trainer.step(&parts, rate)).map_err(|error| self.explain(error))?;
        self.clock.end_step();
        self.window.add(step, sequences, rate, self.clock.pace());
        Ok(())
    }

    /// A step that failed; what it failed on is written down.
    fn explain(&self, error: TrainError) -> RunError {
        let step = match error {
            TrainError::NotFinite { step, .. } => step,
            TrainError::Device(error) => return error.into(),
        };
        let Settings { seed, accumulate, .. } = *self.job.settings;
        let batch = (step - 1) * accumulate as u64;
        let path = self.folder.bad_batch();
        match bad_batch::write(&path, self.job.data, seed, batch..batch + accumulate as u64) {
            Ok(()) => RunError::NotFinite { source: error, batch, path },
            Err(failed) => failed,
        }
    }

    fn progress(&self) -> Progress {
        let step = self.steps();
        Progress {
            step,
            share: self.plan.done(step, &self.clock),
            loss: self.window.loss().unwrap_or(f32::NAN),
            sequences_per_second: self.window.speed(),
            left: self.plan.left(step, &self.clock),
        }
    }

    fn write_window(&mut self) -> Result<(), RunError> {
        match self.window.take(self.steps(), self.clock.seconds()) {
            Some(line) => self.log.write(&line),
            None => Ok(()),
        }
    }

    fn validate(&mut self, validate: &mut Validate) -> Result<(), RunError> {
        let step = self.steps();
        let encoder = self.trainer.encoder();
        let found = self.pool.install(|| validate(encoder));
        ::log::debug!("step {step}: validation {found:?}");
        if !found.is_empty() {
            self.log.write(&log::validation(step, &found, self.clock.seconds()))?;
        }
        self.found = Some((step, found));
        Ok(())
    }

    /// Everything that is needed to go on from here.
    fn save(&mut self) -> Result<(), RunError> {
        let step = self.steps();
        if !self.trainer.encoder().weights().iter().all(|weight| weight.is_finite()) {
            let error =
                TrainError::NotFinite { step, loss: self.window.loss().unwrap_or(f32::NAN), norm: f32::INFINITY };
            return Err(self.explain(error));
        }
        self.log.sync()?;
        self.folder.save(self.job, &self.trainer, self.clock.seconds())?;
        ::log::debug!("step {step}: checkpoint");
        self.folder.draw(self.job.settings)
    }

    fn finish(mut self, stop: Stop, validate: &mut Validate) -> Result<Outcome, RunError> {
        let (steps, loss) = (self.steps(), self.window.loss());
        self.write_window()?;
        if self.found.as_ref().is_none_or(|(step, _)| *step != steps) {
            self.validate(validate)?;
        }
        self.save()?;
        let model = self.folder.model();
        let bytes = self.trainer.encoder().to_bytes(Precision::Half);
        publish(&model, &bytes.map_err(|source| RunError::Model { path: model.clone(), source })?)?;
        let validation = self.found.map(|(_, found)| found).unwrap_or_default();
        Ok(Outcome { stop, steps, seconds: self.clock.seconds(), loss, validation, model })
    }
}
