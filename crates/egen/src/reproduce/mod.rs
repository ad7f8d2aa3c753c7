//! `egen reproduce`: how does one command make every table and figure of the paper?
//!
//! corpus → split → (full: edits → models) → answers → report, each a stage that is kept ([`stage`]).

mod answers;
mod artifact;
mod corpus;
mod graph;
mod machine;
mod models;
mod stage;
mod summary;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use egen_corpus::store::Corpus;
use egen_eval::report::duration;
use egen_eval::subject::Subject;
use egen_read::print::group_digits;

use crate::interrupt::Interrupt;
use crate::resume::Asked;
use crate::train::choice::parse_time;
use crate::{Exit, report, resume};
use artifact::Made;
use stage::{Found, Stage};

pub const EXAMPLES: &str = "\
Examples:
  egen reproduce --preset quick --out report     ten minutes: the shipped models on a small corpus
  egen reproduce --preset full --out full        everything, training included: hours
  egen reproduce --preset full --models shipped --out full
      the shipped models on the whole corpus
  egen reproduce --preset full --train-time 45m --out full   45 minutes for each model
  egen reproduce --preset full --limit 300 --train-time 1m --out trial
      the whole way on a small corpus, to see that it goes
  egen reproduce --preset quick --external data --out report adds the tasks of external files

The folder gets index.html, report.md, report.json and figures/; stages/ keeps what they were made from. A run that was interrupted goes \
on with `egen reproduce --out DIR --resume`, or when the same command is given again, and what is there is not made again.";

#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// How much is done
    #[arg(long, value_enum, default_value = "quick")]
    pub preset: PresetArg,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Which models are asked [default: shipped for quick, trained for full]
    #[arg(long, value_enum)]
    pub models: Option<ModelsArg>,
    /// Train each model for so long instead of the steps of the shipped ones: 45m, 8h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub train_time: Option<Duration>,
    /// Take so many initial expressions of the whole corpus, evenly spread: a trial of full, whose numbers say little
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(corpus::LEAST)..))]
    pub limit: Option<u32>,
    /// A folder with external data, for the tasks that ask about it
    #[arg(long, value_name = "DIR")]
    pub external: Option<PathBuf>,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
    /// Go on with a run that was interrupted; what is not given is as it was
    #[arg(long)]
    pub resume: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetArg {
    /// A small corpus of functions that no shipped model was trained on
    Quick,
    /// The whole corpus, and models that are trained on it
    Full,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelsArg {
    /// Those that come with the program
    Shipped,
    /// The same, trained here
    Trained,
}

impl PresetArg {
    fn name(self) -> &'static str {
        match self {
            PresetArg::Quick => "quick",
            PresetArg::Full => "full",
        }
    }
}

pub fn run(args: &ReproduceArgs, asked: &Asked) -> anyhow::Result<Exit> {
    let began = SystemTime::now();
    let models = args.models.unwrap_or(match args.preset {
        PresetArg::Quick => ModelsArg::Shipped,
        PresetArg::Full => ModelsArg::Trained,
    });
    if args.preset == PresetArg::Quick && models == ModelsArg::Trained {
        bail!("the corpus of quick holds nothing but functions for testing: models are trained with --preset full");
    }
    if args.train_time.is_some() && models == ModelsArg::Shipped {
        bail!("--train-time is for models that are trained: --preset full, without --models shipped");
    }
    if args.limit.is_some() && args.preset == PresetArg::Quick {
        bail!("--limit is for --preset full: the corpus of quick is small already");
    }
    if let Some(external) = args.external.as_deref().filter(|path| !path.is_dir()) {
        bail!("--external {}: there is no such folder", external.display());
    }
    if args.threads > 0 {
        rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global().context("cannot set the threads")?;
    }
    let again = asked.again(&args.out);
    let interrupt = Interrupt::told(format!("`{again}` goes on"))?;
    let stages = args.out.join("stages");
    fs::create_dir_all(&stages).with_context(|| format!("cannot make {}", stages.display()))?;
    asked.keep(&args.out, &[])?;
    let whole = corpus::make(args, &stages)?;
    let split = corpus::split(args, &stages, &whole)?;
    let trained = match models {
        ModelsArg::Shipped => None,
        ModelsArg::Trained => {
            let Some(trained) = models::train(args, &stages, &split, &interrupt)? else {
                report::hint(&format!("stopped before its end: `{again}` goes on"));
                return Ok(Exit::Trouble);
            };
            Some(trained)
        }
    };
    let subjects = || trained.as_ref().map_or_else(|| Ok(Subject::shipped()?), models::Trained::subjects);
    let corpus = Corpus::open(&split.dir)?;
    let found =
        answers::ask(args, &stages, &corpus, (&split.key, trained.as_ref().map(|trained| &trained.key)), subjects()?)?;
    say("report: scores, figures and examples");
    let subjects = subjects()?;
    let made = Made { args, models, corpus: &corpus, asked: found, trained, began };
    let report = artifact::report(made, &stages, &subjects)?;
    report.write(&args.out)?;
    resume::forget(&args.out, true)?;
    let mut out = io::stdout().lock();
    write!(out, "{}", summary::text(&report.tables))?;
    writeln!(out, "{}: {}", duration(report.provenance.seconds), args.out.join("index.html").display())?;
    Ok(Exit::Fine)
}

/// A line about a stage, for whoever waits.
fn say(text: &str) {
    report::note(text);
}

/// A number as people read it: 1,234.
fn count(number: u64) -> String {
    group_digits(&number.to_string())
}

/// Opens a stage and says how far it is.
fn open(stages: &Path, name: &str, key: &stage::Key) -> anyhow::Result<Stage> {
    let stage = Stage::open(stages, name, key)?;
    match stage.found {
        Found::Made => say(&format!("{name}: as it was")),
        Found::Begun => say(&format!("{name}: goes on")),
        Found::Nothing => say(&format!("{name}: begins")),
    }
    Ok(stage)
}

/// Ends a stage and says how long it took.
fn finish(stage: Stage, name: &str, what: &str) -> anyhow::Result<()> {
    let seconds = stage.finish(what)?;
    say(&format!("{name}: {what}, {seconds:.1} s"));
    Ok(())
}
