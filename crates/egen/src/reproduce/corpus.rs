//! The corpus of a reproduction: from which expressions, and which of them are for testing?

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use egen_corpus::cluster::Settings;
use egen_corpus::generate::{self, Job};
use egen_corpus::plan::{plan, spread};
use egen_corpus::split;
use egen_corpus::template::{Preset, TemplateSet};
use egen_eval::held_out;
use egen_graph::prove::Prover;
use egen_math::Expr;
use serde_json::json;

use super::stage::{Found, Key};
use super::{PresetArg, ReproduceArgs, count, finish, open};
use crate::corpus::{clusters_bar, counter};

/// A stage that is there.
pub struct Made {
    pub dir: PathBuf,
    pub key: Key,
}

/// Members of a cluster of the quick corpus: 279 of them are a pool of some 20,000 rows.
const QUICK_MEMBERS: u32 = 80;
/// Clusters that are tested on.
const QUICK_TEST: usize = 100;
/// Clusters that are kept for validation, so that the split is that of the shipped models.
const VALIDATION: usize = 60;

/// Of a trial one cluster in so many is tested on, and one in ten validated on.
pub const TRIAL_TEST: usize = 5;
const TRIAL_VALIDATION: usize = 10;
/// The least initial expressions of a trial: fewer leave nothing to ask about.
pub const LEAST: u32 = 50;

/// Makes the corpus.
pub fn make(args: &ReproduceArgs, stages: &Path) -> anyhow::Result<Made> {
    let prover = Prover::builtin();
    let settings = match args.preset {
        PresetArg::Quick => Settings { members: QUICK_MEMBERS, ..Settings::default() },
        PresetArg::Full => Settings::default(),
    };
    let rules = format!("{:016x}", prover.rules().hash());
    let preset = args.limit.map_or(args.preset.name().into(), |limit| format!("{} {limit}", args.preset.name()));
    let key = Key::new("corpus", &json!({ "preset": preset, "settings": settings, "rules": rules }), &[]);
    let stage = open(stages, "corpus", &key)?;
    let dir = stage.made();
    if stage.found == Found::Made {
        return Ok(Made { dir, key });
    }
    let (name, initials): (&str, Vec<Expr>) = match args.preset {
        PresetArg::Quick => ("held-out", held_out()?),
        PresetArg::Full => {
            let set = TemplateSet::builtin(Preset::Paper)?;
            let all = set.expressions().map(|initial| initial.expr.clone()).collect();
            (Preset::Paper.name(), spread(all, args.limit.map(|limit| limit as usize)))
        }
    };
    let plan = plan(initials.into_iter().filter(|expr| settings.bounds.admits(expr)));
    let bar = clusters_bar(plan.len(), None);
    let job = Job {
        dir: &dir,
        plan: &plan,
        settings: &settings,
        preset: name.to_string(),
        shard: None,
        threads: args.threads,
        resume: stage.found == Found::Begun,
        stop: &AtomicBool::new(false),
    };
    let made = generate::generate(&job, &prover, &|done| {
        bar.set_position(done.clusters);
        bar.set_message(format!(", {} rows, {} rejects", done.rows, done.rejects));
    });
    bar.finish_and_clear();
    let made = made.context("the corpus")?.manifest;
    finish(stage, "corpus", &format!("{} rows in {} clusters", count(made.rows), count(made.clusters)))?;
    Ok(Made { dir, key })
}

/// Sets clusters aside for testing.
pub fn split(args: &ReproduceArgs, stages: &Path, corpus: &Made) -> anyhow::Result<Made> {
    let settings = match args.preset {
        PresetArg::Quick => split::Settings { test_clusters: QUICK_TEST, ..split::Settings::default() },
        PresetArg::Full => {
            let whole = split::Settings { validation_clusters: VALIDATION, ..split::Settings::default() };
            args.limit.map_or(whole.clone(), |limit| split::Settings {
                test_clusters: whole.test_clusters.min(limit as usize / TRIAL_TEST),
                validation_clusters: whole.validation_clusters.min(limit as usize / TRIAL_VALIDATION),
                ..whole
            })
        }
    };
    let key = Key::new("split", &serde_json::to_value(&settings)?, &[&corpus.key]);
    let stage = open(stages, "split", &key)?;
    let dir = stage.made();
    if stage.found == Found::Made {
        return Ok(Made { dir, key });
    }
    // It takes seconds, and has no way to go on.
    stage.clear()?;
    let bar = counter("clusters");
    let done = split::split(&corpus.dir, &dir, &[], &settings, &|clusters| bar.set_position(clusters));
    bar.finish_and_clear();
    let manifest = done.context("the split")?.manifest;
    let test = manifest.splits.get("test").copied().unwrap_or_default();
    finish(stage, "split", &format!("{} rows in {} clusters for testing", count(test.rows), count(test.clusters)))?;
    Ok(Made { dir, key })
}
