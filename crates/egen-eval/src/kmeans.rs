//! K-means.
//!
//! # What it asks
//! Does a clustering of the vectors, which knows the number of clusters and nothing else, find the clusters of equal expressions?
//!
//! # How a case is built
//! The cases are the rows of a split, [`labelled`] by their clusters.
//!
//! # How it is scored
//! Labels found are mapped to clusters; the score is the mean over clusters of the share of members that have the cluster's label. The
//! paper's mapping is greedy: clusters in the order of the file take their most frequent label that is still free. Beside it stands the
//! best matching. Several seeds are run, since the algorithm starts at random; the spread is their standard deviation.
//!
//! # What the paper reports
//! Greedy, on unnormalised vectors: CL Mean 97.61, CL Max 97.30, seq2seq 96.72, SemEmb 37.70.

mod lloyd;

use egen_math::Expr;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{Labelled, describe, exprs, labelled, places};
use crate::matching::{best, greedy};
use crate::score::Score;
use crate::similar::{Embed, vectors};
use crate::subject::Subject;
use crate::task::{About, Published, Source, Task};

pub use lloyd::{Clustering, Settings, cluster};

/// The task.
pub struct KMeans;

const fn published(model: &'static str, percent: f64) -> Published {
    Published { model, score: "greedy", percent }
}

static ABOUT: About = About {
    name: "kmeans",
    title: "K-means",
    asks: "Does a clustering of the vectors find the clusters of equal expressions?",
    shown: &["greedy", "best", "greedy, length 1", "best, length 1"],
    published: &[
        published("seq2seq", 96.72),
        published("CL Mean", 97.61),
        published("CL Max", 97.30),
        published("SemEmb", 37.70),
    ],
};

/// Runs, each with another seed.
const RUNS: u64 = 3;

impl Task for KMeans {
    type Cases = Vec<Labelled>;
    type Answers = [Vec<Answer>; 2];

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        labelled(source.corpus, source.split)
    }

    fn describe(&self, cases: &Self::Cases, split: &str) -> String {
        describe(cases, split)
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        exprs(cases)
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        let Some(model) = subject.vectors() else { return Ok(None) };
        let by = |scale| answer(cases, model, scale, &Settings::default(), RUNS);
        Ok(Some([by(Scale::AsGiven)?, by(Scale::Unit)?]))
    }

    fn score(&self, cases: &Self::Cases, [as_given, unit]: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        let unit = score(cases, unit)?.map(|score| Score { name: format!("{}, length 1", score.name), ..score });
        Ok(score(cases, as_given)?.into_iter().chain(unit).collect())
    }
}

/// Which vectors are clustered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// As the model gives them: the paper's protocol.
    #[default]
    AsGiven,
    /// With length 1.
    Unit,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The run's seed.
    pub seed: u64,
    /// For each case its label.
    pub labels: Vec<u32>,
    /// The sum of squared distances to the centres.
    pub inertia: f64,
    /// The steps until nothing moved.
    pub iterations: usize,
}

/// Clusters the cases once for each seed from 0 to `seeds` - 1.
pub fn answer(
    cases: &[Labelled],
    model: &(impl Embed + ?Sized),
    scale: Scale,
    settings: &Settings,
    seeds: u64,
) -> Result<Vec<Answer>, EvalError> {
    let mut matrix = vectors(model, &exprs(cases))?;
    if scale == Scale::Unit {
        matrix = matrix.normalised();
    }
    let clusters = places(cases).1.len();
    if clusters == 0 {
        return Err(EvalError::NoCases { task: "k-means", why: "no expressions".into() });
    }
    let run = |seed| {
        let Clustering { labels, inertia, iterations } = cluster(&matrix, clusters, settings, seed);
        Answer { seed, labels, inertia, iterations }
    };
    Ok((0..seeds).map(run).collect())
}

/// The greedy score and that of the best matching.
pub fn score(cases: &[Labelled], answers: &[Answer]) -> Result<[Score; 2], EvalError> {
    if let Some(wrong) = answers.iter().find(|answer| answer.labels.len() != cases.len()) {
        return Err(EvalError::Answers { task: "k-means", got: wrong.labels.len(), want: cases.len() });
    }
    let labels = answers.iter().flat_map(|answer| &answer.labels);
    if let Some(&beyond) = labels.into_iter().find(|&&label| label as usize >= cases.len()) {
        return Err(EvalError::Answers { task: "k-means", got: beyond as usize + 1, want: cases.len() });
    }
    let (places, sizes) = places(cases);
    let tables: Vec<Vec<Vec<f64>>> = answers.iter().map(|answer| shares(&places, &sizes, &answer.labels)).collect();
    let by = |name: &str, matching: fn(&[Vec<f64>]) -> Vec<Option<usize>>| {
        let runs: Vec<Vec<f64>> = tables
            .iter()
            .map(|table| table.iter().zip(matching(table)).map(|(row, label)| label.map_or(0.0, |l| row[l])).collect())
            .collect();
        let count = runs.len().max(1) as f64;
        let of_cluster = |at: usize| runs.iter().map(|run| run[at]).sum::<f64>() / count;
        let mut score = Score::of_cases(name, (0..sizes.len()).map(of_cluster));
        let mean = |run: &Vec<f64>| run.iter().sum::<f64>() / run.len().max(1) as f64;
        score.spread = Some(deviation(&runs.iter().map(mean).collect::<Vec<f64>>()));
        score
    };
    Ok([by("greedy", greedy), by("best", best)])
}

/// For each cluster the shares of its members that have each label.
fn shares(places: &[usize], sizes: &[usize], labels: &[u32]) -> Vec<Vec<f64>> {
    let columns = labels.iter().max().map_or(0, |&most| most as usize + 1);
    let mut counts = vec![vec![0u32; columns]; sizes.len()];
    for (&place, &label) in places.iter().zip(labels) {
        counts[place][label as usize] += 1;
    }
    let share = |(row, &size): (Vec<u32>, &usize)| row.into_iter().map(|n| f64::from(n) / size as f64).collect();
    counts.into_iter().zip(sizes).map(share).collect()
}

/// The standard deviation of a sample; 0 for a single number.
fn deviation(numbers: &[f64]) -> f64 {
    if numbers.len() < 2 {
        return 0.0;
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    (numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64).sqrt()
}
