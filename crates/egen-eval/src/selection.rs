//! Selection among seven.
//!
//! # What it asks
//! Which of seven candidates equals the query? One does and is written otherwise; six look like the query or like the answer, and differ.
//!
//! # How a case is built
//! Queries are rows of a split, drawn with a seed. The answer is another member of the query's cluster that is not the query with its
//! terms and factors in another order. Three candidates are single edits (an operator or a number) of the query and three of the
//! answer. Each edit was [found](egen_corpus::edits::Members) to differ: a comparison gave a point, and no other member has its values. The
//! candidates are shuffled. A row of which there are not three edits is no query.
//!
//! # How it is scored
//! The candidate most similar to the query is chosen, of equals the first; the score is the share of right choices. Beside it stands what
//! wrong choices were edits of.
//!
//! # What the paper reports
//! 1,000 queries: seq2seq 76.41, CL Mean 50.36, CL Max 48.19, SemEmb 28.62.

use egen_corpus::edits::{Members, bounds};
use egen_corpus::pairs::Kind;
use egen_corpus::store::{Corpus, Row};
use egen_corpus::{mix, shuffle};
use egen_graph::expand::Arithmetic;
use egen_graph::grammar::{canonical, seeded};
use egen_graph::term::to_rec;
use egen_math::Expr;
use egen_math::compare::{Verdict, compare};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{count, read};
use crate::lines::prefix;
use crate::score::Score;
use crate::similar::Similar;
use crate::subject::{Asked, Subject};
use crate::task::{About, Published, Source, Task};

/// The task.
pub struct Selection;

const fn published(model: &'static str, percent: f64) -> Published {
    Published { model, score: "right", percent }
}

static ABOUT: About = About {
    name: "selection",
    title: "Selection among seven",
    asks: "Which of seven candidates equals the query rather than only looking like it?",
    shown: &["right", "lost to edits of the query", "lost to edits of the answer"],
    published: &[
        published("seq2seq", 76.41),
        published("CL Mean", 50.36),
        published("CL Max", 48.19),
        published("SemEmb", 28.62),
    ],
};

impl Task for Selection {
    type Cases = Vec<Case>;
    type Answers = Vec<Answer>;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        build(source.corpus, source.split, &Settings { seed: source.seed, ..Settings::default() })
    }

    fn describe(&self, cases: &Self::Cases, split: &str) -> String {
        format!("{} queries from the part {split}", count(cases.len()))
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        exprs(cases)
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        match &subject.asked {
            Asked::Verdicts => Ok(Some(cases.par_iter().map(decide).collect())),
            _ => subject.similar().map(|model| answer(cases, model)).transpose(),
        }
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        Ok(score(cases, answers)?.into())
    }
}

/// A query and what to choose from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The query.
    #[serde(with = "prefix")]
    pub query: Expr,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

/// What may be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The expression.
    #[serde(with = "prefix")]
    pub expr: Expr,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It equals the query.
    Answer,
    /// It is the query with one thing changed.
    EditOfQuery,
    /// It is the answer with one thing changed.
    EditOfAnswer,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the candidate, from 0.
    pub choice: usize,
}

/// How cases are built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Queries, if so many can be made.
    pub queries: usize,
    /// The same seed gives the same cases.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { queries: 1000, seed: 0 }
    }
}

/// Edits of the query, and of the answer.
const EDITS: usize = 3;
/// The paper's edits.
const KINDS: [Kind; 2] = [Kind::Operator, Kind::Number];
/// Rows that are tried at a time.
const CHUNK: usize = 64;

/// Builds cases from a split.
pub fn build(corpus: &Corpus, split: &str, settings: &Settings) -> Result<Vec<Case>, EvalError> {
    let clusters = corpus.clusters(split).collect::<Result<Vec<Vec<Row>>, _>>()?;
    let bounds = bounds(corpus.manifest());
    let clusters: Vec<Cluster> = clusters
        .par_iter()
        .map(|rows| {
            let exprs = rows.iter().map(|row| read(&row.prefix)).collect::<Result<Vec<Expr>, EvalError>>()?;
            Ok(Cluster { members: Members::new(rows, exprs.clone(), bounds), exprs })
        })
        .collect::<Result<_, EvalError>>()?;
    let rows = clusters.iter().enumerate();
    let mut rows: Vec<(usize, usize)> =
        rows.flat_map(|(at, one)| (0..one.exprs.len()).map(move |row| (at, row))).collect();
    shuffle(&mut rows, &mut seeded(settings.seed));
    let mut cases = Vec::new();
    for (turn, chunk) in rows.chunks(CHUNK).enumerate() {
        if cases.len() >= settings.queries {
            break;
        }
        let number = |at: usize| mix(settings.seed, (turn * CHUNK + at) as u64);
        let made: Vec<Option<Case>> = chunk
            .par_iter()
            .enumerate()
            .map(|(at, &(cluster, row))| clusters[cluster].case(row, settings.seed, number(at)))
            .collect::<Result<_, EvalError>>()?;
        cases.extend(made.into_iter().flatten());
    }
    cases.truncate(settings.queries);
    Ok(cases)
}

/// A cluster of the split.
struct Cluster<'a> {
    exprs: Vec<Expr>,
    members: Members<'a>,
}

impl Cluster<'_> {
    /// A case with this member as its query.
    fn case(&self, query: usize, edit_seed: u64, seed: u64) -> Result<Option<Case>, EvalError> {
        let mut rng = seeded(seed);
        let key = |at: usize| canonical(&to_rec(&self.exprs[at]), &Arithmetic);
        let mut others: Vec<usize> = (0..self.exprs.len()).filter(|&at| key(at) != key(query)).collect();
        shuffle(&mut others, &mut rng);
        let of_query = self.edits(query, Origin::EditOfQuery, edit_seed)?;
        if of_query.len() < EDITS {
            return Ok(None);
        }
        for answer in others {
            let mut candidates = vec![Candidate { expr: self.exprs[answer].clone(), origin: Origin::Answer }];
            candidates.extend(of_query.iter().cloned());
            let more = self.edits(answer, Origin::EditOfAnswer, edit_seed)?;
            candidates.extend(more.into_iter().filter(|edit| of_query.iter().all(|other| other.expr != edit.expr)));
            if candidates.len() == 1 + 2 * EDITS {
                shuffle(&mut candidates, &mut rng);
                return Ok(Some(Case { query: self.exprs[query].clone(), candidates }));
            }
        }
        Ok(None)
    }

    fn edits(&self, at: usize, origin: Origin, seed: u64) -> Result<Vec<Candidate>, EvalError> {
        let found = self.members.edits(at, EDITS, &KINDS, seed);
        found.iter().map(|edit| Ok(Candidate { expr: read(&edit.prefix)?, origin })).collect()
    }
}

/// The query and the candidates of each case, one after the other.
fn exprs(cases: &[Case]) -> Vec<Expr> {
    let all =
        cases.iter().flat_map(|case| std::iter::once(&case.query).chain(case.candidates.iter().map(|one| &one.expr)));
    all.cloned().collect()
}

/// Chooses for every case.
pub fn answer(cases: &[Case], model: &(impl Similar + ?Sized)) -> Result<Vec<Answer>, EvalError> {
    let space = model.read(&exprs(cases))?;
    let mut first = 0;
    let choose = |case: &Case| {
        let mut row = vec![0.0; case.candidates.len()];
        space.similarities(first..first + 1, first + 1..first + 1 + row.len(), &mut row);
        first += 1 + row.len();
        let better = |best: usize, at: usize| if row[at] > row[best] { at } else { best };
        Answer { choice: (0..row.len()).fold(0, better) }
    };
    Ok(cases.iter().map(choose).collect())
}

/// Chooses by verdicts: the first candidate that is called equal, or else the first that is not refuted.
fn decide(case: &Case) -> Answer {
    let of = |one: &Candidate| compare(&case.query, &one.expr).verdict;
    let verdicts: Vec<Verdict> = case.candidates.iter().map(of).collect();
    let first = |is: fn(&Verdict) -> bool| verdicts.iter().position(is);
    let open = || first(|verdict| !matches!(verdict, Verdict::Refuted(_)));
    Answer { choice: first(Verdict::is_equal).or_else(open).unwrap_or(0) }
}

/// The share of right choices, and the shares of edits of the query and of the answer that were chosen instead.
pub fn score(cases: &[Case], answers: &[Answer]) -> Result<[Score; 3], EvalError> {
    if cases.len() != answers.len() {
        return Err(EvalError::Answers { task: "selection", got: answers.len(), want: cases.len() });
    }
    let origins = cases.iter().zip(answers).map(|(case, answer)| {
        let beyond = || EvalError::Answers { task: "selection", got: answer.choice + 1, want: case.candidates.len() };
        case.candidates.get(answer.choice).map(|chosen| chosen.origin).ok_or_else(beyond)
    });
    let origins: Vec<Origin> = origins.collect::<Result<_, _>>()?;
    let share = |name: &str, of: Origin| Score::of_cases(name, origins.iter().map(|&origin| f64::from(origin == of)));
    Ok([
        share("right", Origin::Answer),
        share("lost to edits of the query", Origin::EditOfQuery),
        share("lost to edits of the answer", Origin::EditOfAnswer),
    ])
}
