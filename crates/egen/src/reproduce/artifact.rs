//! The artifact: what does the report of a run hold?

use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::bail;
use egen_corpus::store::Corpus;
use egen_eval::figure;
use egen_eval::report::{self, Facts, Provenance, Report, StageTime, chosen, principal};
use egen_eval::subject::Subject;

use super::answers::{self, Asked};
use super::models::Trained;
use super::{ModelsArg, PresetArg, ReproduceArgs, corpus, graph, machine, stage};
use crate::corpus::card;

/// What a run made.
pub struct Made<'a> {
    pub args: &'a ReproduceArgs,
    pub models: ModelsArg,
    pub corpus: &'a Corpus,
    pub asked: Asked,
    pub trained: Option<Trained>,
    /// When the command began.
    pub began: SystemTime,
}

/// The report of a run; `subjects` are asked once more, for the figures of vectors.
pub fn report(made: Made, stages: &Path, subjects: &[Subject]) -> anyhow::Result<Report> {
    let Made { args, models, corpus, asked, trained, began } = made;
    let stats = card::look(corpus)?;
    let Some(manifest) = corpus.manifest() else { bail!("{} has no manifest", corpus.path().display()) };
    let tables = asked.session.tables()?;
    let columns = chosen(&tables);
    let mut figures = answers::figures(&asked.session, corpus, (&tables, &columns), subjects)?;
    figures.extend(trained.as_ref().and_then(|trained| figure::losses(&trained.curves)));
    figures.push(figure::operators(&stats));
    let (clusters, efficiency) = report::clusters()?;
    let of_models = trained.iter().flat_map(Trained::stages);
    let names: Vec<&str> = ["corpus", "split"].into_iter().chain(of_models).chain(["answers"]).collect();
    Ok(Report {
        preset: args.preset.name().into(),
        notes: notes(args, models),
        corpus: Facts::new(manifest, &stats),
        graph: graph::drawings()?,
        clusters,
        efficiency: Some(efficiency),
        examples: report::examples(&asked.session, &columns)?,
        failures: match principal(&columns) {
            Some(model) => report::failures(&asked.session, model)?,
            None => Vec::new(),
        },
        figures,
        skipped: asked.skipped,
        tables,
        // The last, so that it holds the time of all that stands before it.
        provenance: provenance(stage::times(stages, &names, began)?, began),
    })
}

fn provenance(stages: Vec<StageTime>, began: SystemTime) -> Provenance {
    Provenance {
        date: report::date(SystemTime::now()),
        version: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("EGEN_COMMIT").map(String::from),
        command: machine::command(),
        machine: machine::here(),
        seconds: began.elapsed().unwrap_or(Duration::ZERO).as_secs_f64(),
        stages,
    }
}

/// Which models are asked, on what they are tested.
fn notes(args: &ReproduceArgs, models: ModelsArg) -> Vec<String> {
    let models = match models {
        ModelsArg::Shipped => {
            "The models are those that come with egen. They were trained on the corpus of the preset paper without 279 clusters for \
             testing and 60 for validation. wide was also trained on the corpus of the preset wide, without the functions of these."
        }
        ModelsArg::Trained => {
            "This run trained the models, on the part train of its corpus. Only SemEmb comes with egen: its pairs take SymPy an hour."
        }
    };
    let tests = match (args.limit, args.preset) {
        (Some(limit), _) => format!(
            "This is a trial of the preset full on {limit} of its initial expressions, of which one in {} is tested on. It shows that everything \
             works; its numbers say little more.",
            corpus::TRIAL_TEST
        ),
        (None, PresetArg::Quick) => {
            "This is the quick report. Its corpus is made from the initial expressions of the 279 test clusters, so that no model was trained on \
             any function in it. 100 of them are tested on, and pools are drawn from all. The test is small: read the intervals. Quote the \
             report of the preset full."
                .into()
        }
        (None, PresetArg::Full) => "The tests are the 279 clusters that were set aside. None of their functions occurs in training. Pools are drawn \
                                    from the whole corpus."
            .into(),
    };
    vec![models.into(), tests]
}
