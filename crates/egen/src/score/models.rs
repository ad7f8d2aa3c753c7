//! `egen score models`: what do models score?

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use egen_corpus::store::StoreError;
use egen_eval::session::{Event, Session};
use egen_eval::task::Source;
use egen_eval::{EvalError, Stored, Subject, TASKS};
use egen_train::run::Settings;
use egen_weights::Training;
use serde::Deserialize;

use super::{advise, show};
use crate::{Exit, choice, corpus, embed, progress, report};

pub const EXAMPLES: &str = "\
Examples:
  egen score models split --shipped --baselines --out scores   every task, on the split `test`
  egen score models split --task retrieval --task selection --model run --out scores
  egen score models split --model ours=run --external data/dev --out scores --json
  egen score models split --out scores              only builds the cases, for `egen score export`
  egen score models split --vectors minilm=vectors.jsonl --out scores vectors of another program

The folder keeps cases and answers: what is there is not asked again, and `egen score again scores` prints the tables without any model. \
Numbers are percent with their 95 % interval. What the paper printed stands below them; it belongs to the paper's own corpus. \
A model without vectors, or without a decoder, is not asked what needs them.";

#[derive(Args, Debug)]
pub struct ScoreModelsArgs {
    /// The corpus
    #[arg(value_name = "CORPUS")]
    pub corpus: PathBuf,
    /// The folder that keeps cases and answers
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The split to test on
    #[arg(long, default_value = "test")]
    pub split: String,
    /// Only this task; `egen score tasks` lists them (may be repeated)
    #[arg(long = "task", value_name = "NAME", value_parser = choice::task())]
    pub tasks: Vec<String>,
    /// Ask a model that `egen train` wrote, a file or the folder, by the name of the folder or by yours (may be repeated)
    #[arg(long = "model", value_name = "[NAME=]PATH", value_parser = parse_named)]
    pub models: Vec<Named>,
    /// Ask the models that come with egen
    #[arg(long)]
    pub shipped: bool,
    /// Ask what learns nothing: tokens, trees, values, random weights, and `egen equal`
    #[arg(long)]
    pub baselines: bool,
    /// Ask vectors of another program: JSON lines or Parquet, see `egen score export` (may be repeated)
    #[arg(long = "vectors", value_name = "[NAME=]FILE", value_parser = parse_named)]
    pub vectors: Vec<Named>,
    /// A folder with external data; tasks that need it are skipped without it
    #[arg(long, value_name = "DIR")]
    pub external: Option<PathBuf>,
    /// Rows of the whole corpus among which answers are looked for, at most
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub pool: usize,
    /// The same seed gives the same cases
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print the tables as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A file, and what it is called in tables.
#[derive(Clone, Debug)]
pub struct Named {
    name: String,
    path: PathBuf,
}

/// NAME=FILE, or a file: model.safetensors in a folder is called like the folder.
fn parse_named(text: &str) -> Result<Named, String> {
    if let Some((name, path)) = text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains('/')) {
        return Ok(Named { name: name.into(), path: path.into() });
    }
    let path = PathBuf::from(text);
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = name(path.file_stem()).ok_or("it names no file")?;
    let folder = path.parent().and_then(|folder| name(folder.file_name()));
    Ok(Named { name: if stem == "model" { folder.unwrap_or(stem) } else { stem }, path })
}

pub fn run(args: &ScoreModelsArgs) -> anyhow::Result<Exit> {
    let corpus = corpus::open(&args.corpus)?;
    let source = Source {
        corpus: &corpus,
        split: &args.split,
        pool: args.pool,
        external: args.external.as_deref(),
        seed: args.seed,
    };
    corpus.files(&args.split).map_err(|error| match error {
        StoreError::NoSplit { .. } => {
            let dir = args.corpus.display();
            anyhow!(
                "{error}; `egen corpus split {dir} --out DIR` sets clusters aside for testing, and DIR is asked about"
            )
        }
        other => other.into(),
    })?;
    let session = Session::create(&args.out, &source).map_err(advise)?;
    let asked = |task: &&&dyn Stored| args.tasks.is_empty() || args.tasks.iter().any(|name| task.about().name == name);
    let tasks: Vec<&'static dyn Stored> = TASKS.iter().filter(asked).copied().collect();
    let subjects = subjects(args)?;

    let bar = progress::bar(Some((tasks.len() * (1 + subjects.len())) as u64), "{bar:30} {msg}, {elapsed}");
    bar.set_message("cases");
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut notes = Vec::new();
    let mut show = |event: Event| match event {
        Event::Building(about) => bar.set_message(format!("building {}", about.name)),
        Event::Asking(who, about) => bar.set_message(format!("asking {}: {}", who.model, about.name)),
        Event::Built(_) | Event::Answered(..) => bar.inc(1),
        Event::Skipped(about, why) => {
            let advice = if args.external.is_none() { " (--external DIR)" } else { "" };
            notes.push(format!("{} is skipped: {why}{advice}", about.name));
            bar.inc(1);
        }
        Event::Unable(who, about, why) => {
            notes.extend(why.map(|why| format!("{} is not asked {}: {why}", who.model, about.name)));
            bar.inc(1);
        }
    };
    let mut done = session.build(&tasks, &source, &mut show).map(drop);
    for subject in subjects {
        // Its vectors are remembered until here only.
        done = done.and_then(|()| session.ask(&tasks, &subject, &mut show));
    }
    bar.finish_and_clear();
    notes.iter().for_each(|note| report::note(note));
    done.map_err(advise)?;
    if args.models.is_empty() && args.vectors.is_empty() && !args.shipped && !args.baselines {
        report::hint("nobody new was asked: add --shipped, --baselines, --model FILE or --vectors FILE");
    }
    let mut tables = session.tables().map_err(advise)?;
    tables.tasks.retain(|name, _| args.tasks.is_empty() || args.tasks.contains(name));
    show::tables(&mut anstream::stdout().lock(), &tables, args.json)?;
    Ok(Exit::Fine)
}

/// Everybody who is to be asked.
fn subjects(args: &ScoreModelsArgs) -> anyhow::Result<Vec<Subject>> {
    let mut all = Vec::new();
    for Named { name, path } in &args.models {
        let path = &embed::file(path);
        let subject = Subject::from_file(name, path, trained(path));
        all.push(subject.with_context(|| format!("cannot read the model {}", path.display()))?);
    }
    for Named { name, path } in &args.vectors {
        let subject = Subject::given(name, path).map_err(|error| match error {
            EvalError::Line { .. } => anyhow::anyhow!(
                "{}: {error}: a line is {{\"expr\": \"+ x 1\", \"vector\": [0.1, …]}}, see `egen score export --help`",
                path.display()
            ),
            other => anyhow::anyhow!("{}: {other}", path.display()),
        });
        all.push(subject?);
    }
    if args.shipped {
        all.extend(Subject::shipped()?);
    }
    if args.baselines {
        all.extend(Subject::baselines());
    }
    Ok(all)
}

/// How a model was trained, if the run lies beside it.
fn trained(model: &Path) -> Option<Training> {
    #[derive(Deserialize)]
    struct Line {
        step: u64,
        seconds: f64,
    }
    let dir = model.parent()?;
    let Settings { preset, accumulate, .. } = Settings::read(dir).ok()?;
    let log = fs::read_to_string(dir.join("log.jsonl")).ok()?;
    let Line { step, seconds } = serde_json::from_str(log.lines().last()?).ok()?;
    // An anchor, with contrast its partner and a negative, and what a decoder writes.
    let each = if preset.training.contrast.is_some() { 3 } else { 1 } + u64::from(preset.training.generation.is_some());
    let expressions = step * accumulate as u64 * preset.training.batch as u64 * each;
    Some(Training { on: "the corpora of its run".into(), steps: step, expressions, minutes: seconds / 60.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_called_by_its_name_or_its_folder() {
        for (text, name, path) in [
            ("runs/ours/model.safetensors", "ours", "runs/ours/model.safetensors"),
            ("best=runs/ours/model.safetensors", "best", "runs/ours/model.safetensors"),
            ("vectors.jsonl", "vectors", "vectors.jsonl"),
            ("runs/a=b/vectors.parquet", "vectors", "runs/a=b/vectors.parquet"),
            ("model.safetensors", "model", "model.safetensors"),
            ("runs/ours", "ours", "runs/ours"),
        ] {
            let found = parse_named(text).unwrap();
            assert_eq!((found.name.as_str(), found.path), (name, PathBuf::from(path)), "{text}");
        }
        assert!(parse_named("").is_err());
    }
}
