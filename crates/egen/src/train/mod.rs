//! `egen train`: how does a model come out of corpora with one command?

pub mod choice;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use egen_corpus::pairs::Weight;
use egen_corpus::store::Corpus;
use egen_train::Data;
use egen_train::config::{Config, Training};
use egen_train::data::{DataError, Report};
use egen_train::device::{Device, DeviceError};
use egen_train::run::{self, End, Every, Intervals, Job, Outcome, Progress, RunError, Settings, Stop, Validate};

use crate::interrupt::Interrupt;
use crate::progress::Late;
use crate::resume::Asked;
use crate::{Exit, choice as choices, corpus, resume};

pub const EXAMPLES: &str = "\
Examples:
  egen train split --out model --time-limit 45m   the preset small, as far as 45 minutes go
  egen train split wide --out model --epochs 3 --seed 7
  egen train --out model --resume                go on after an interruption, as the run was begun
  egen train split --out model --preset paper --accumulate 4 --steps 20000
  egen train split --out model --preset mine.toml --set training.rate=1e-3 --set model.layers=6
  egen train split --out model --preset paper --device wgpu
      on a GPU, if egen was installed with --features wgpu

A corpus needs hard negatives for the presets that contrast rows with them (small and others of ours): `egen corpus negatives DIR` makes them. \
The folder gets model.safetensors (at the end and when Ctrl-C stops it), checkpoint.safetensors, log.jsonl, loss.svg and run.json. \
With the same settings and number of threads a run gives the same weights, also with interruptions, unless it ends by the clock or \
computes on another device than cpu. \
If a corpus has a split `validation`, the loss on it is measured now and then.";

#[derive(Args, Debug)]
pub struct TrainArgs {
    /// The corpora to train on
    #[arg(value_name = "CORPUS", required_unless_present = "resume")]
    pub corpora: Vec<PathBuf>,
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The model and how it learns: the name of a preset, or a file in TOML [default: small]
    #[arg(long, value_name = "NAME|FILE", value_parser = choices::training())]
    pub preset: Option<String>,
    /// Change a setting of the preset: training.rate=1e-3, model.layers=6 (may be repeated)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// The split to train on
    #[arg(long, default_value = "train")]
    pub split: String,
    /// End after so many steps
    #[arg(long, value_name = "N", group = "end", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// End when so many times as many expressions were drawn as there are rows [default: 1]
    #[arg(long, value_name = "N", group = "end", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub epochs: Option<u64>,
    /// End after so much time: 90s, 45m, 8h
    #[arg(long, value_name = "TIME", group = "end", value_parser = choice::parse_time)]
    pub time_limit: Option<Duration>,
    /// The same seed gives the same model [default: 0]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads, at most 1,024; 0 takes all cores [default: 0]
    #[arg(long, value_parser = crate::cli::threads())]
    pub threads: Option<usize>,
    #[arg(long, value_name = "NAME", value_parser = choice::parse_device, help = choice::device_help())]
    pub device: Option<Device>,
    /// Batches for each step, of which the gradients are averaged [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub accumulate: Option<u32>,
    /// What is drawn equally often [default: clusters for our loss, pairs for the paper's]
    #[arg(long, value_enum)]
    pub weight: Option<WeightArg>,
    /// Write the checkpoint after so many steps, or so much time
    #[arg(long, value_name = "N|TIME", default_value = "60s", value_parser = choice::parse_every)]
    pub checkpoint_every: Every,
    /// Measure on the split `validation` after so many steps, or so much time
    #[arg(long, value_name = "N|TIME", default_value = "500", value_parser = choice::parse_every)]
    pub validate_every: Every,
    /// Write a line of the log after so many steps
    #[arg(long, value_name = "N", default_value_t = Intervals::default().log, value_parser = clap::value_parser!(u64).range(1..))]
    pub log_every: u64,
    /// Go on with the run in the folder; what is not given is as it was
    #[arg(long)]
    pub resume: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum WeightArg {
    /// Every pair of equal rows: large clusters come more often
    Pairs,
    /// Every cluster
    Clusters,
}

impl From<WeightArg> for Weight {
    fn from(weight: WeightArg) -> Weight {
        match weight {
            WeightArg::Pairs => Weight::Pairs,
            WeightArg::Clusters => Weight::Clusters,
        }
    }
}

pub fn run(args: &TrainArgs, asked: &Asked) -> anyhow::Result<Exit> {
    let settings = settings(args)?;
    if args.corpora.is_empty() {
        bail!("{} holds no run that was interrupted: name the corpora that it was trained on", args.out.display());
    }
    let corpora = args.corpora.iter().map(corpus::open).collect::<anyhow::Result<Vec<_>>>()?;
    let again = asked.again(&args.out);
    let interrupt = Interrupt::told(format!("`{again}` goes on"))?;
    let job = Task {
        corpora: &corpora,
        split: &args.split,
        dir: &args.out,
        settings: &settings,
        intervals: Intervals {
            log: args.log_every,
            checkpoint: args.checkpoint_every,
            validation: args.validate_every,
        },
        threads: args.threads,
        resume: args.resume,
        begin: &|| asked.keep(&args.out, &KNOWN).map(drop),
        interrupt: &interrupt,
    };
    let trained = train(&job);
    let whole = trained.as_ref().is_ok_and(|(_, outcome)| outcome.stop == Stop::Finished);
    resume::forget(&args.out, whole)?;
    let (found, outcome) = trained?;
    report(&again, found, &outcome)
}

/// Flags that `run.json` knows.
const KNOWN: [&str; 10] =
    ["preset", "set", "steps", "epochs", "time_limit", "seed", "threads", "device", "accumulate", "weight"];

/// A run, and what it learns from.
pub struct Task<'a> {
    pub corpora: &'a [Corpus],
    pub split: &'a str,
    pub dir: &'a Path,
    pub settings: &'a Settings,
    pub intervals: Intervals,
    /// What is not given is as it was when the run was begun, since other threads give other bits.
    pub threads: Option<usize>,
    pub resume: bool,
    /// Called when the run is sure to begin.
    pub begin: &'a dyn Fn() -> anyhow::Result<()>,
    pub interrupt: &'a Interrupt,
}

/// Trains with a bar for those who wait.
pub fn train(task: &Task) -> anyhow::Result<(Report, Outcome)> {
    let Task { corpora, split, settings, .. } = *task;
    let (model, training) = (&settings.preset.model, &settings.preset.training);
    let sources: Vec<(Corpus, &str)> = corpora.iter().map(|corpus| (corpus.clone(), split)).collect();
    let mut data = open(&sources, model, training)?;
    if let Some(weight) = settings.weight {
        data = data.weighted(weight);
    }
    let validation = validation(corpora, split, model, training)?;
    let mut validate: Box<Validate> = match &validation {
        Some(data) => Box::new(run::loss_on(data, training)),
        None => Box::new(|_| Vec::new()),
    };
    let threads = match (task.threads, task.resume) {
        (Some(threads), _) => threads,
        (None, true) => run::threads(task.dir).map_err(advise)?,
        (None, false) => 0,
    };
    let job = Job {
        dir: task.dir,
        settings,
        intervals: task.intervals,
        data: &data,
        engine: egen_burn::open,
        threads,
        resume: task.resume,
        stop: task.interrupt.flag(),
    };
    (task.begin)()?;
    let progress = Late::new(Some(1000), "{bar:30} {msg}, {elapsed}");
    let outcome = run::run(&job, &mut *validate, &mut |now| {
        progress.tick();
        progress.bar.set_position((now.share * 1000.0) as u64);
        progress.bar.set_message(message(now));
    });
    progress.bar.finish_and_clear();
    Ok((data.report(), outcome.map_err(advise)?))
}

/// What the arguments ask for; in a run that goes on, what they leave out is as it was.
fn settings(args: &TrainArgs) -> anyhow::Result<Settings> {
    let mut settings = match args.resume {
        true => Settings::read(&args.out).map_err(advise)?,
        // Reading half a million rows takes a while; this is known before.
        false if run::exists(&args.out) => return Err(advise(RunError::Exists { dir: args.out.clone() })),
        false => Settings::new(choice::preset("small")?, End::Epochs(1)),
    };
    if let Some(name) = &args.preset {
        settings.preset = choice::preset(name)?;
    }
    settings.preset = choice::change(settings.preset, &args.set)?;
    let end = args.steps.map(End::Steps).or(args.epochs.map(End::Epochs)).or(args.time_limit.map(End::Time));
    settings.end = end.unwrap_or(settings.end);
    settings.seed = args.seed.unwrap_or(settings.seed);
    settings.accumulate = args.accumulate.map_or(settings.accumulate, |batches| batches as usize);
    settings.weight = args.weight.map(Weight::from).or(settings.weight);
    settings.device = args.device.unwrap_or(settings.device);
    Ok(settings)
}

/// Splits of corpora to learn from, or what to type first.
pub fn open(sources: &[(Corpus, &str)], model: &Config, training: &Training) -> anyhow::Result<Data> {
    match Data::open(sources, model, training) {
        Err(ref error @ DataError::NoEdits { ref path }) => {
            bail!("{error}: make them with `egen corpus negatives {}`", path.display())
        }
        other => Ok(other?),
    }
}

/// The splits that are not trained on.
fn validation(corpora: &[Corpus], split: &str, model: &Config, training: &Training) -> anyhow::Result<Option<Data>> {
    const NAME: &str = "validation";
    let has = |corpus: &&Corpus| split != NAME && corpus.splits().any(|name| name == NAME);
    let sources: Vec<(Corpus, &str)> = corpora.iter().filter(has).map(|corpus| (corpus.clone(), NAME)).collect();
    let whole = Training { dropped_rows: 0.0, ..training.clone() };
    if sources.is_empty() { Ok(None) } else { open(&sources, model, &whole).map(Some) }
}

fn message(now: &Progress) -> String {
    let left = now.left.map_or(String::new(), |left| {
        let minutes = left.as_secs() / 60;
        format!(", {}:{:02}:{:02} left", minutes / 60, minutes % 60, left.as_secs() % 60)
    });
    format!("step {}, loss {:.4}, {:.0} sequences/s{left}", now.step, now.loss, now.sequences_per_second)
}

/// The library says what is wrong; here is what to type.
fn advise(error: RunError) -> anyhow::Error {
    let advice = match &error {
        RunError::Exists { .. } => "go on with --resume, or choose another --out",
        RunError::Missing { .. } => "leave --resume out to begin one",
        RunError::Different { .. } => "leave that option out, or begin another run with another --out",
        RunError::Damaged { path, .. } if path.file_name().is_some_and(|name| name == "checkpoint.safetensors") => {
            "delete that file, and --resume begins with the first step"
        }
        RunError::Damaged { .. } => "the run cannot go on; begin another one with another --out",
        RunError::NotFinite { .. } => "a smaller rate may help: --set training.rate=…, with another --out",
        RunError::Device(DeviceError::NotBuilt(device)) => &choice::build(*device),
        RunError::Device(DeviceError::Absent(_)) => "begin another run without --device, and the processor computes",
        RunError::Device(DeviceError::Failed { .. }) => "go on from the last checkpoint with --resume",
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}: {advice}")
}

fn report(again: &str, found: Report, outcome: &Outcome) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let Report { rows, clusters, rows_left_out, edits, edits_left_out } = found;
    writeln!(out, "{rows} rows in {clusters} clusters, {edits} hard negatives")?;
    if rows_left_out + edits_left_out > 0 {
        writeln!(
            out,
            "left out, since the model cannot read them: {rows_left_out} rows and {edits_left_out} hard negatives"
        )?;
    }
    for (name, value) in &outcome.validation {
        writeln!(out, "validation {name} {value:.4}")?;
    }
    let Outcome { steps, seconds, .. } = outcome;
    let loss = outcome.loss.map_or(String::new(), |loss| format!(", loss {loss:.4}"));
    writeln!(out, "{steps} steps, {seconds:.1} s{loss}: {}", outcome.model.display())?;
    if outcome.stop == Stop::Asked {
        writeln!(out, "stopped before its end; go on with --resume: {again}")?;
    }
    Ok(Exit::Fine)
}
