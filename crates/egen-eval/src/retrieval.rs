//! Formula retrieval.
//!
//! # What it asks
//! Given an expression, which of all others are equal to it? Each expression of the test is the query once.
//!
//! # How a case is built
//! The cases are the rows of a split, [`labelled`] by their clusters.
//!
//! # How it is scored
//! The others are ranked by similarity to the query (cosine, for vectors). The score at k is the mean over queries of the share of the
//! first k that are of the query's cluster. A cluster with fewer than k other members cannot reach 1; [`ceiling`] says what can be reached.
//!
//! # What the paper reports
//! At k = 5, 10, 15, 20: seq2seq 99.93, 99.82, 99.76, 99.41; CL Mean 99.85, 99.73, 99.50, 98.94; SemEmb 73.47, 60.57, 51.95, 45.56.

use egen_math::Expr;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{Labelled, describe, exprs, labelled, places};
use crate::score::{Part, Score};
use crate::similar::{Similar, nearest};
use crate::subject::Subject;
use crate::task::{About, Published, Source, Task};

/// The task.
pub struct Retrieval;

const fn published(model: &'static str, score: &'static str, percent: f64) -> Published {
    Published { model, score, percent }
}

static ABOUT: About = About {
    name: "retrieval",
    title: "Formula retrieval",
    asks: "Given an expression, which of all others are equal to it?",
    shown: &["@5", "@10", "@15", "@20", "@1"],
    published: &[
        published("seq2seq", "@5", 99.93),
        published("seq2seq", "@10", 99.82),
        published("seq2seq", "@15", 99.76),
        published("seq2seq", "@20", 99.41),
        published("CL Mean", "@5", 99.85),
        published("CL Mean", "@10", 99.73),
        published("CL Mean", "@15", 99.50),
        published("CL Mean", "@20", 98.94),
        published("CL Max", "@5", 99.78),
        published("CL Max", "@10", 99.52),
        published("CL Max", "@15", 99.32),
        published("CL Max", "@20", 98.82),
        published("SemEmb", "@5", 73.47),
        published("SemEmb", "@10", 60.57),
        published("SemEmb", "@15", 51.95),
        published("SemEmb", "@20", 45.56),
    ],
};

impl Task for Retrieval {
    type Cases = Vec<Labelled>;
    type Answers = Vec<Answer>;

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
        subject.similar().map(|model| answer(cases, model)).transpose()
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        score(cases, answers)
    }
}

/// How many of the first are looked at; the paper has all but the first.
pub const DEPTHS: [usize; 5] = [1, 5, 10, 15, 20];
const DEEPEST: usize = DEPTHS[DEPTHS.len() - 1];

/// What was found for a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The cases most similar to it, by their numbers from 0, best first.
    pub found: Vec<u32>,
}

/// Asks for every case.
pub fn answer(cases: &[Labelled], model: &(impl Similar + ?Sized)) -> Result<Vec<Answer>, EvalError> {
    let space = model.read(&exprs(cases))?;
    let found = nearest(&*space, 0..space.len(), 0..space.len(), DEEPEST);
    Ok(found.into_iter().map(|found| Answer { found }).collect())
}

/// The shares at each of [`DEPTHS`].
pub fn score(cases: &[Labelled], answers: &[Answer]) -> Result<Vec<Score>, EvalError> {
    if answers.len() != cases.len() {
        return Err(EvalError::Answers { task: "retrieval", got: answers.len(), want: cases.len() });
    }
    if let Some(&beyond) = answers.iter().flat_map(|answer| &answer.found).find(|&&at| at as usize >= cases.len()) {
        return Err(EvalError::Answers { task: "retrieval", got: beyond as usize + 1, want: cases.len() });
    }
    let (places, sizes) = places(cases);
    let at = |depth: usize| {
        let depth = depth.min(cases.len().saturating_sub(1));
        let mut parts: Vec<Part> = sizes.iter().map(|&size| Part { sum: 0.0, cases: size as f64 }).collect();
        for (place, answer) in places.iter().zip(answers) {
            let hits = answer.found.iter().take(depth).filter(|&&found| places[found as usize] == *place).count();
            parts[*place].sum += hits as f64 / depth.max(1) as f64;
        }
        parts
    };
    Ok(DEPTHS.iter().map(|&depth| Score::new(format!("@{depth}"), &at(depth))).collect())
}

/// What a perfect ranking scores at a depth.
pub fn ceiling(cases: &[Labelled], depth: usize) -> f64 {
    let depth = depth.min(cases.len().saturating_sub(1)).max(1);
    let reach = |size: usize| (size * (size - 1).min(depth)) as f64 / depth as f64;
    places(cases).1.into_iter().map(reach).sum::<f64>() / cases.len().max(1) as f64
}
