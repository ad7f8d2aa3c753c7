//! Answers: how is everybody asked everything, and what do the answers look like?

use std::path::Path;
use std::time::Instant;

use egen_corpus::store::Corpus;
use egen_eval::figure::{self, Figure};
use egen_eval::labelled::{labelled, some_clusters};
use egen_eval::report::{Chosen, lines, mistakes_by_kind, principal};
use egen_eval::session::{Event, Session};
use egen_eval::subject::{Class, Subject};
use egen_eval::table::Tables;
use egen_eval::task::{Source, TASKS};
use serde_json::json;

use super::stage::{Found, Key};
use super::{PresetArg, ReproduceArgs, finish, open, say};
use crate::progress;

/// What was asked and answered.
pub struct Asked {
    pub session: Session,
    /// Tasks that could not be asked, and why.
    pub skipped: Vec<(String, String)>,
}

/// The part that models are tested on.
const TEST: &str = "test";
/// Rows of a pool.
const QUICK_POOL: usize = 20_000;
const SEED: u64 = 0;

/// Asks all subjects and baselines all tasks.
pub fn ask(
    args: &ReproduceArgs,
    stages: &Path,
    corpus: &Corpus,
    (split, models): (&Key, Option<&Key>),
    subjects: Vec<Subject>,
) -> anyhow::Result<Asked> {
    let pool = match args.preset {
        PresetArg::Quick => QUICK_POOL,
        PresetArg::Full => usize::MAX,
    };
    let before: Vec<&Key> = std::iter::once(split).chain(models).collect();
    let key = Key::new("answers", &json!({ "pool": pool, "seed": SEED, "split": TEST }), &before);
    let stage = open(stages, "answers", &key)?;
    let source = Source { corpus, split: TEST, pool, external: args.external.as_deref(), seed: SEED };
    let session = Session::create(&stage.made(), &source)?;
    let baselines = Subject::baselines();
    // Also when all was answered before: a session asks what is missing, such as what external data makes possible.
    let bar = progress::bar(Some((subjects.len() + baselines.len()) as u64 + 1), "{bar:30} {msg}, {elapsed}");
    bar.set_message("cases");
    let tick = |event: Event| match event {
        Event::Building(task) => bar.set_message(format!("cases of {}", task.name)),
        Event::Asking(who, task) => bar.set_message(format!("{}: {}", who.model, task.name)),
        Event::Unable(who, task, Some(why)) => bar.suspend(|| say(&format!("{}: {}: {why}", who.model, task.name))),
        Event::Built(_) | Event::Skipped(..) | Event::Answered(..) | Event::Unable(_, _, None) => {}
    };
    let mut made = 0;
    let skipped = session.build(&TASKS, &source, &mut |event| {
        made += usize::from(matches!(event, Event::Building(_)));
        tick(event);
    })?;
    made -= skipped.len();
    bar.inc(1);
    // By value: what a subject remembers of half a million expressions goes with it.
    for subject in subjects.into_iter().chain(baselines) {
        let (began, mut asked, mut unable) = (Instant::now(), 0, 0);
        session.ask(&TASKS, &subject, &mut |event| {
            asked += usize::from(matches!(event, Event::Asking(..)));
            unable += usize::from(matches!(event, Event::Unable(..)));
            tick(event);
        })?;
        bar.inc(1);
        let answered = asked - unable;
        made += answered;
        if answered > 0 {
            let seconds = began.elapsed().as_secs_f64();
            bar.suspend(|| say(&format!("answers: {} ({answered} tasks), {seconds:.1} s", subject.identity.model)));
        }
    }
    bar.finish_and_clear();
    if made > 0 || stage.found != Found::Made {
        let (tasks, models) = (session.tasks().len(), session.identities()?.len());
        finish(stage, "answers", &format!("answers of {models} models to {tasks} tasks"))?;
    }
    Ok(Asked { session, skipped: skipped.into_iter().map(|(task, why)| (task.title.to_string(), why)).collect() })
}

/// Clusters of the test part that stand around the figure of a retrieval.
const OTHERS: usize = 10;

/// The figures of scores, vectors and mistakes.
pub fn figures(
    session: &Session,
    corpus: &Corpus,
    (tables, columns): (&Tables, &[Chosen]),
    subjects: &[Subject],
) -> anyhow::Result<Vec<Figure>> {
    let single = figure::single()?;
    let named = |name: &str| subjects.iter().find(|subject| subject.identity.model == name);
    let ours = principal(columns).and_then(|model| subjects.iter().find(|subject| subject.identity == model.identity));
    // The paper sets SemEmb beside its own.
    let sememb = subjects.iter().find(|subject| subject.identity.class == Class::SemEmb);
    let shown: Vec<&Subject> = [ours, named("symbols"), sememb].into_iter().flatten().collect();
    let mut figures = vec![figure::main_scores(&lines(tables), columns), figure::clusters(&single, &shown)?];
    let others = some_clusters(&labelled(corpus, TEST)?, OTHERS, SEED);
    let shown: Vec<&Subject> = [ours, sememb].into_iter().flatten().collect();
    figures.extend(figure::search(&single, &others, &shown)?);
    figures.extend(figure::kinds(&mistakes_by_kind(session, columns)?));
    Ok(figures)
}
