//! Embedding algebra.
//!
//! # What it asks
//! x1 is to y1 as x2 is to what? The answer's vector should lie near −f(x1) + f(y1) + f(x2).
//!
//! # How a case is built
//! `analogies.txt` holds relations: pairs such as sin x : −sin(−x) and cos x : cos(−x); two pairs of a relation make an analogy. The
//! paper's printed 21 are among them. The pool is given (rows of a corpus) and all expressions of the analogies are added. From it are
//! taken, for each analogy, x1, y1 and x2, and whatever has the values of x2 or y2 at the points where both have any, but y2 itself: so the
//! answer is the only one. Analogies with an expression that has no value at these points are left out, as nothing could be checked.
//!
//! # How it is scored
//! The expression of the pool with the largest cosine is the answer; the score is the share of right ones, by kind and in all. Where equal
//! expressions share a vector, equivalent forms are found without knowing anything of how x1 became y1: hence by kind.
//!
//! # What the paper reports
//! 584 analogies, not published: seq2seq 70.38, CL Mean 64.73, SemEmb 54.85, CL Max 50.34, GPT-4o 39.60.

mod relation;

use egen_corpus::store::Corpus;
use egen_corpus::{mix, shuffle};
use egen_graph::grammar::seeded;
use egen_math::Expr;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{count, read};
use crate::lines::prefix;
use crate::matrix::{Matrix, packed, products};
use crate::pool::{Pool, Pooled, exprs};
use crate::score::Score;
use crate::similar::{Embed, vectors};
use crate::subject::Subject;
use crate::task::{About, Published, Source, Task};

pub use relation::Kind;

/// The task.
pub struct Algebra;

const fn published(model: &'static str, percent: f64) -> Published {
    Published { model, score: "all", percent }
}

static ABOUT: About = About {
    name: "algebra",
    title: "Embedding algebra",
    asks: "x1 is to y1 as x2 is to what?",
    shown: &["all", "printed", "equivalent", "partner", "operation", "shift"],
    published: &[
        published("seq2seq", 70.38),
        published("CL Mean", 64.73),
        published("CL Max", 50.34),
        published("SemEmb", 54.85),
        published("GPT-4o", 39.60),
    ],
};

impl Task for Algebra {
    type Cases = Cases;
    type Answers = Vec<Answer>;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        build(rows(source.corpus, source.pool)?, source.seed)
    }

    fn describe(&self, cases: &Self::Cases, _split: &str) -> String {
        let (analogies, pool) = (count(cases.cases.len()), count(cases.pool.len()));
        format!("{analogies} analogies in a pool of {pool} expressions of the whole corpus")
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        exprs(&cases.pool)
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        subject.vectors().map(|model| answer(cases, model)).transpose()
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        score(cases, answers)
    }
}

/// x1 : y1 = x2 : y2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analogy {
    /// What is between x and y.
    pub kind: Kind,
    /// More exactly.
    pub relation: String,
    /// Its row in the paper's table, if it is printed there.
    pub printed: Option<u8>,
    /// The first of the example.
    #[serde(with = "prefix")]
    pub x1: Expr,
    /// What becomes of it.
    #[serde(with = "prefix")]
    pub y1: Expr,
    /// The question.
    #[serde(with = "prefix")]
    pub x2: Expr,
    /// The answer.
    #[serde(with = "prefix")]
    pub y2: Expr,
}

/// An analogy, and what of the pool may not answer it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The analogy.
    #[serde(flatten)]
    pub analogy: Analogy,
    /// The places of x1, y1, x2 and y2 in the pool.
    pub places: [u32; 4],
    /// The places of what equals x2 or y2, without the four; sorted.
    pub removed: Vec<u32>,
}

/// Analogies and their pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cases {
    /// Different expressions.
    pub pool: Vec<Pooled>,
    /// What is asked.
    pub cases: Vec<Case>,
}

/// What was found for an analogy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The places in the pool of the nearest, best first.
    pub found: Vec<u32>,
}

/// Analogies of a relation, at most: more would say the same again.
const PER_RELATION: usize = 24;
/// Answers that are kept.
const KEPT: usize = 5;

/// Rows from all splits of a corpus, evenly spaced, at most so many.
pub fn rows(corpus: &Corpus, most: usize) -> Result<Vec<Expr>, EvalError> {
    let splits: Vec<String> = corpus.splits().map(String::from).collect();
    let total = splits.iter().map(|split| corpus.count(split)).sum::<Result<u64, _>>()?;
    let step = total.div_ceil(most.max(1) as u64).max(1) as usize;
    let rows = splits.iter().flat_map(|split| corpus.rows(split)).step_by(step).take(most);
    rows.map(|row| read(&row?.prefix)).collect()
}

/// Builds the cases for a pool.
pub fn build(pool: Vec<Expr>, seed: u64) -> Result<Cases, EvalError> {
    let analogies = analogies(seed)?;
    let four = analogies.iter().flat_map(|one| [&one.x1, &one.y1, &one.x2, &one.y2]).cloned();
    let pool = Pool::new(pool.into_iter().chain(four), "algebra")?;
    let cases = analogies.into_par_iter().filter_map(|analogy| {
        let places = [&analogy.x1, &analogy.y1, &analogy.x2, &analogy.y2].map(|expr| pool.place(expr));
        let removed = pool.equal_to(&places[2..], &places);
        places.iter().all(|&at| pool.has_values(at)).then_some(Case { analogy, places, removed })
    });
    let cases = cases.collect();
    Ok(Cases { pool: pool.store(), cases })
}

/// The analogies of all relations.
fn analogies(seed: u64) -> Result<Vec<Analogy>, EvalError> {
    let file = relation::read()?;
    let mut all = file.printed;
    for (number, relation) in file.relations.into_iter().enumerate() {
        let (first, pairs) = (if relation.from.is_empty() { &relation.pairs } else { &relation.from }, &relation.pairs);
        let mut some: Vec<Analogy> = first
            .iter()
            .flat_map(|a| pairs.iter().map(move |b| (a, b)))
            .map(|((x1, y1), (x2, y2))| Analogy {
                kind: relation.kind,
                relation: relation.name.clone(),
                printed: None,
                x1: x1.clone(),
                y1: y1.clone(),
                x2: x2.clone(),
                y2: y2.clone(),
            })
            // What is excluded cannot be the answer: sin : cos = cos : sin.
            .filter(|one| one.x1 != one.x2 && one.y2 != one.x1 && one.y2 != one.y1)
            .collect();
        shuffle(&mut some, &mut seeded(mix(seed, number as u64)));
        some.truncate(PER_RELATION);
        let same = |a: &Analogy, b: &Analogy| (&a.x1, &a.y1, &a.x2) == (&b.x1, &b.y1, &b.x2);
        some.retain(|one| all.iter().all(|other| !same(one, other)));
        all.append(&mut some);
    }
    Ok(all)
}

/// Asks for every analogy.
pub fn answer(cases: &Cases, model: &(impl Embed + ?Sized)) -> Result<Vec<Answer>, EvalError> {
    let matrix = vectors(model, &exprs(&cases.pool))?;
    let width = matrix.width();
    let target = |case: &Case| {
        let [x1, y1, x2, _] = case.places.map(|at| matrix.row(at as usize));
        (0..width).map(|at| y1[at] - x1[at] + x2[at]).collect::<Vec<f32>>()
    };
    // The target's length changes no ranking, and a unit one keeps products small.
    let targets = Matrix::new(width, cases.cases.iter().flat_map(target).collect()).normalised();
    let pool = matrix.clone().normalised();
    let right = packed(pool.data(), width);
    let find = |(at, case): (usize, &Case)| {
        let mut row = vec![0.0; pool.rows()];
        products(&mut row, targets.row(at), &right);
        let [x1, y1, x2, _] = case.places;
        let allowed = |at: &u32| ![x1, y1, x2].contains(at) && case.removed.binary_search(at).is_err();
        let mut order: Vec<u32> = (0..pool.rows() as u32).filter(allowed).collect();
        let by = |a: &u32, b: &u32| row[*b as usize].total_cmp(&row[*a as usize]).then(a.cmp(b));
        if order.len() > KEPT {
            order.select_nth_unstable_by(KEPT, by);
            order.truncate(KEPT);
        }
        order.sort_by(by);
        Answer { found: order }
    };
    Ok(cases.cases.par_iter().enumerate().map(|(at, case)| find((at, case))).collect())
}

/// The shares of right answers: in all, of the paper's printed ones, and of each kind.
pub fn score(cases: &Cases, answers: &[Answer]) -> Result<Vec<Score>, EvalError> {
    if answers.len() != cases.cases.len() {
        return Err(EvalError::Answers { task: "algebra", got: answers.len(), want: cases.cases.len() });
    }
    let share = |name: &str, of: &dyn Fn(&Analogy) -> bool| {
        let asked = cases.cases.iter().zip(answers).filter(|(case, _)| of(&case.analogy));
        Score::of_cases(name, asked.map(|(case, answer)| f64::from(answer.found.first() == Some(&case.places[3]))))
    };
    let mut scores = vec![share("all", &|_| true), share("printed", &|one| one.printed.is_some())];
    scores.extend(Kind::ALL.map(|kind| share(kind.name(), &|one| one.kind == kind)));
    Ok(scores)
}
