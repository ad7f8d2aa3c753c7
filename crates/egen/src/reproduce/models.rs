//! Models of a reproduction: how are they trained, and what is said of them?

use std::path::{Path, PathBuf};

use anyhow::Context;
use egen_corpus::edits;
use egen_corpus::store::Corpus;
use egen_eval::figure::Curve;
use egen_eval::report::preset_of;
use egen_eval::subject::Subject;
use egen_train::run::{self, End, Intervals, Settings, Stop};
use egen_weights::{Shipped, Training};
use serde_json::json;

use super::corpus::Made;
use super::stage::{Found, Key};
use super::{ReproduceArgs, count, finish, open};
use crate::interrupt::Interrupt;
use crate::progress::Late;
use crate::train::{Task, train as train_one};

/// Models that were trained here.
pub struct Trained {
    models: Vec<(Shipped, PathBuf, Training)>,
    pub curves: Vec<Curve>,
    pub key: Key,
}

impl Trained {
    /// The names of the stages.
    pub fn stages(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once("edits").chain(self.models.iter().map(|(shipped, ..)| shipped.name()))
    }

    /// Who is asked. SemEmb is the shipped one: its pairs take SymPy an hour.
    pub fn subjects(&self) -> anyhow::Result<Vec<Subject>> {
        let of = |(shipped, dir, training): &(Shipped, PathBuf, Training)| {
            Subject::from_file(shipped.name(), &dir.join("model.safetensors"), Some(training.clone()))
        };
        let mut all: Vec<Subject> = self.models.iter().map(of).collect::<Result<_, _>>()?;
        all.extend(Subject::together(&all));
        all.push(Subject::sememb()?);
        Ok(all)
    }
}

/// Trains all models, one after the other; `None` if a person stopped it.
pub fn train(
    args: &ReproduceArgs,
    stages: &Path,
    split: &Made,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<Trained>> {
    let edits = make_edits(args, stages, split)?;
    let corpora = [Corpus::open(&split.dir)?];
    let (mut models, mut curves, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    for shipped in Shipped::ALL {
        // It needs another corpus beside the paper's.
        if shipped == Shipped::Wide {
            continue;
        }
        let preset = preset_of(shipped.name()).expect("a shipped model has a preset");
        let usual = shipped.training();
        let end = args.train_time.map_or(End::Steps(usual.steps), End::Time);
        let settings = Settings::new(preset.preset(), end);
        let key = Key::new(shipped.name(), &serde_json::to_value(&settings)?, &[&split.key, &edits]);
        let stage = open(stages, shipped.name(), &key)?;
        let dir = stage.made();
        if stage.found != Found::Made {
            let task = Task {
                corpora: &corpora,
                split: "train",
                dir: &dir,
                settings: &settings,
                intervals: Intervals::default(),
                threads: (args.threads > 0).then_some(args.threads),
                resume: run::exists(&dir),
                begin: &|| Ok(()),
                interrupt,
            };
            let (_, outcome) = train_one(&task)?;
            if outcome.stop == Stop::Asked {
                return Ok(None);
            }
            // How long it took by the clock is part of what is said of it, and not the time of this stage, which may have gone on.
            let minutes = (outcome.seconds / 6.0).round() / 10.0;
            let training = Training {
                on: "paper".into(),
                steps: outcome.steps,
                expressions: usual.expressions / usual.steps * outcome.steps,
                minutes,
            };
            let text = serde_json::to_string_pretty(&training)? + "\n";
            std::fs::write(dir.join("training.json"), text).context("cannot write training.json")?;
            finish(stage, shipped.name(), &format!("{} steps, {minutes:.1} minutes of training", outcome.steps))?;
        }
        let text = std::fs::read(dir.join("training.json")).with_context(|| dir.display().to_string())?;
        let training: Training = serde_json::from_slice(&text)?;
        curves.push(Curve { model: shipped.name().into(), points: run::losses(&dir)? });
        models.push((shipped, dir, training));
        keys.push(key);
    }
    let key = Key::new("models", &json!({}), &keys.iter().collect::<Vec<&Key>>());
    Ok(Some(Trained { models, curves, key }))
}

/// Rows with one thing changed, beside the split.
fn make_edits(args: &ReproduceArgs, stages: &Path, split: &Made) -> anyhow::Result<Key> {
    let settings = edits::Settings::default();
    let key = Key::new("edits", &json!({ "per_row": settings.per_row, "seed": settings.seed }), &[&split.key]);
    let stage = open(stages, "edits", &key)?;
    if stage.found == Found::Made {
        return Ok(key);
    }
    let corpus = Corpus::open(&split.dir)?;
    let rows = corpus.splits().map(|split| corpus.count(split)).sum::<Result<u64, _>>()?;
    let progress = Late::new(Some(rows), "{bar:30} {human_pos} of {human_len} rows ({per_sec}), {elapsed}, {eta} left");
    let made = edits::make(&corpus, &settings, args.threads, stage.found == Found::Begun, &|done| {
        progress.tick();
        progress.bar.set_position(done);
    });
    progress.bar.finish_and_clear();
    let made = made.context("the edits")?;
    finish(stage, "edits", &format!("{} edits of {} rows", count(made.edits), count(made.rows)))?;
    Ok(key)
}
