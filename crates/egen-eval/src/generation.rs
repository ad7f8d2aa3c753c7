//! Generation.
//!
//! # What it asks
//! Which expressions equal this one? A model with a decoder writes some; each is right or wrong by itself.
//!
//! # How a case is built
//! Queries are rows of a split, drawn with a seed.
//!
//! # How it is scored
//! A beam of n asks for n proposals. Right is one that a comparison calls equal to the query and that is not the query itself. `right` is the
//! share of the n that are right: what was not written, or is no expression, is not. `any` is the share of queries with at least one
//! that is right, `copies` the share of proposals that are the query.
//!
//! # What the paper reports
//! Nothing: SemEmb's authors report such shares for their own data, for beams of 1, 10 and 50.

use egen_corpus::shuffle;
use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_math::compare::{Settings, compare_with};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{Labelled, count, exprs, labelled};
use crate::lines::prefix;
use crate::score::{Part, Score};
use crate::subject::{Propose, Subject};
use crate::task::{About, Source, Task};

/// The task.
pub struct Generation;

static ABOUT: About = About {
    name: "generation",
    title: "Generation",
    asks: "Which expressions equal this one? A decoder writes them, and egen equal checks each.",
    shown: &["right, beam 1", "right, beam 10", "right, beam 50", "any, beam 10", "copies, beam 10"],
    published: &[],
};

/// Queries, if the split has so many rows.
const QUERIES: usize = 200;
/// Proposals that are asked for.
pub const BEAMS: [usize; 3] = [1, 10, 50];

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// Another expression that equals the query.
    Equal,
    /// The query itself.
    Copy,
    /// It is not known to equal the query.
    Other,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The expression.
    #[serde(with = "prefix")]
    pub expr: Expr,
    /// What it is.
    pub found: Found,
}

/// What was written for a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// For each of [`BEAMS`] the proposals, the likeliest first.
    pub beams: [Vec<Proposal>; BEAMS.len()],
}

impl Task for Generation {
    type Cases = Vec<Labelled>;
    type Answers = Vec<Answer>;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        let mut rows = labelled(source.corpus, source.split)?;
        shuffle(&mut rows, &mut seeded(source.seed));
        rows.truncate(QUERIES);
        Ok(rows)
    }

    fn describe(&self, cases: &Self::Cases, split: &str) -> String {
        format!("{} queries from the part {split}", count(cases.len()))
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        exprs(cases)
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        subject.writer.as_deref().map(|writer| answer(cases, writer)).transpose()
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        score(cases, answers)
    }
}

/// Lets a model write for every query, and checks what it wrote.
pub fn answer(cases: &[Labelled], writer: &dyn Propose) -> Result<Vec<Answer>, EvalError> {
    let settings = Settings::default().quick();
    let check = |query: &Expr, expr: Expr| {
        let equal = || compare_with(query, &expr, &settings).verdict.is_equal();
        let found = if *query == expr {
            Found::Copy
        } else if equal() {
            Found::Equal
        } else {
            Found::Other
        };
        Proposal { expr, found }
    };
    let write = |case: &Labelled| {
        let mut beams = <[Vec<Proposal>; BEAMS.len()]>::default();
        for (proposals, beam) in beams.iter_mut().zip(BEAMS) {
            let written = writer.propose(&case.expr, beam)?;
            *proposals = written.into_iter().take(beam).map(|expr| check(&case.expr, expr)).collect();
        }
        Ok(Answer { beams })
    };
    cases.par_iter().map(write).collect()
}

/// The shares of what is right, of queries with anything right, and of copies, for each beam.
pub fn score(cases: &[Labelled], answers: &[Answer]) -> Result<Vec<Score>, EvalError> {
    if cases.len() != answers.len() {
        return Err(EvalError::Answers { task: ABOUT.name, got: answers.len(), want: cases.len() });
    }
    let mut scores = Vec::new();
    for (at, beam) in BEAMS.into_iter().enumerate() {
        let number = |answer: &Answer, of: Found| answer.beams[at].iter().filter(|one| one.found == of).count() as f64;
        let share = |of: Found| {
            let parts = answers.iter().map(|answer| Part { sum: number(answer, of), cases: beam as f64 });
            parts.collect::<Vec<Part>>()
        };
        let any = answers.iter().map(|answer| f64::from(number(answer, Found::Equal) > 0.0));
        scores.push(Score::new(format!("right, beam {beam}"), &share(Found::Equal)));
        scores.push(Score::of_cases(format!("any, beam {beam}"), any));
        scores.push(Score::new(format!("copies, beam {beam}"), &share(Found::Copy)));
    }
    Ok(scores)
}
