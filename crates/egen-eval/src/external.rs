//! External pairs.
//!
//! # What it asks
//! Does a model find the other form of a function among unrelated expressions, where both forms come from external data?
//!
//! # How a case is built
//! A file of tab-separated columns names `lhs` and `rhs` in its first line; each further line is a pair. Each side is the query once; the
//! pool is every other side and the unrelated expressions that are given, without what else equals the query (a file may have three
//! forms of one function). The data is not part of the project.
//!
//! # How it is scored
//! Recall@1 and @10: the share of queries whose other form is among the first 1 and 10; MRR: the mean of 1 / rank. What is as similar as
//! the other form stands before it.
//!
//! # What the paper reports
//! Nothing: this is the project's own.

use std::io::BufRead;

use egen_math::Expr;
use egen_math::compare::{Settings, Verdict, compare_with};
use egen_read::read::read_expr;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::labelled::{count, labelled};
use crate::lines::columns;
use crate::pool::{Pool, Pooled, exprs};
use crate::score::Score;
use crate::similar::Similar;
use crate::subject::Subject;
use crate::task::{About, Source, Task};

/// The task.
pub struct External;

static ABOUT: About = About {
    name: "pairs",
    title: "External pairs",
    asks: "Does a model find the other form of a function among unrelated expressions?",
    shown: &["recall@1", "recall@10", "MRR"],
    published: &[],
};

/// The file of the external folder.
const FILE: &str = "rubi_equiv_pairs.tsv";

impl Task for External {
    type Cases = Cases;
    type Answers = Vec<Answer>;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError> {
        let (pairs, _) = read_pairs(source.external_file(ABOUT.name, FILE)?)?;
        let rows = labelled(source.corpus, source.split)?;
        build(&pairs, &rows.into_iter().map(|row| row.expr).collect::<Vec<Expr>>())
    }

    fn describe(&self, cases: &Self::Cases, split: &str) -> String {
        let (queries, pool) = (count(cases.cases.len()), count(cases.pool.len()));
        format!("{queries} queries from external pairs, among {pool} expressions with those of the part {split}")
    }

    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr> {
        exprs(&cases.pool)
    }

    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError> {
        subject.similar().map(|model| answer(cases, model)).transpose()
    }

    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError> {
        Ok(score(cases, answers)?.into())
    }
}

/// Two forms of one function.
pub type Pair = [Expr; 2];

/// A query, by places in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The query.
    pub query: u32,
    /// Its other form.
    pub other: u32,
    /// What else equals the query; sorted.
    pub removed: Vec<u32>,
}

/// Queries and their pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cases {
    /// Different expressions.
    pub pool: Vec<Pooled>,
    /// What is asked.
    pub cases: Vec<Case>,
}

/// Where the other form was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its rank, from 1.
    pub rank: usize,
}

/// The pairs of a file, and why lines of it are none.
pub fn read_pairs(from: impl BufRead) -> Result<(Vec<Pair>, Vec<EvalError>), EvalError> {
    let (mut pairs, mut unread) = (Vec::new(), Vec::new());
    for row in columns(from, ABOUT.name, ["lhs", "rhs"])? {
        let side =
            |text: &String| read_expr(text).map_err(|source| EvalError::Unreadable { text: text.clone(), source });
        match row.each_ref().map(side) {
            [Ok(lhs), Ok(rhs)] => pairs.push([lhs, rhs]),
            [Err(error), _] | [_, Err(error)] => unread.push(error),
        }
    }
    Ok((pairs, unread))
}

/// Both sides of every pair as queries. A pair of the same expression twice asks nothing.
pub fn build(pairs: &[Pair], unrelated: &[Expr]) -> Result<Cases, EvalError> {
    let pool = Pool::new(pairs.iter().flatten().chain(unrelated).cloned(), "pairs")?;
    let places = pairs.iter().map(|pair| pair.each_ref().map(|side| pool.place(side)));
    let queries: Vec<(u32, u32)> = places.filter(|[a, b]| a != b).flat_map(|[a, b]| [(a, b), (b, a)]).collect();
    let settings = Settings::default().quick();
    let case = |(query, other): (u32, u32)| {
        // Only what a comparison cannot tell apart either: else values alone would be asked for nothing that they could get wrong.
        let differ = |at: u32| {
            let [a, b] = [query, at].map(|at| &pool.exprs[at as usize]);
            matches!(compare_with(a, b, &settings).verdict, Verdict::Refuted(_))
        };
        let mut removed = pool.equal_to(&[query], &[query, other]);
        removed.retain(|&at| !differ(at));
        Case { query, other, removed }
    };
    let cases = queries.into_par_iter().map(case).collect();
    Ok(Cases { pool: pool.store(), cases })
}

/// Looks for every other form.
pub fn answer(cases: &Cases, model: &(impl Similar + ?Sized)) -> Result<Vec<Answer>, EvalError> {
    let space = model.read(&exprs(&cases.pool))?;
    let rank = |case: &Case| {
        let query = case.query as usize;
        let mut row = vec![0.0; space.len()];
        space.similarities(query..query + 1, 0..space.len(), &mut row);
        let before = |&at: &u32| at != case.query && row[at as usize] >= row[case.other as usize];
        let allowed = |at: &u32| case.removed.binary_search(at).is_err();
        Answer { rank: (0..space.len() as u32).filter(before).filter(allowed).count() }
    };
    Ok(cases.cases.par_iter().map(rank).collect())
}

/// Recall@1, recall@10 and MRR.
pub fn score(cases: &Cases, answers: &[Answer]) -> Result<[Score; 3], EvalError> {
    if cases.cases.len() != answers.len() {
        return Err(EvalError::Answers { task: "pairs", got: answers.len(), want: cases.cases.len() });
    }
    let mean = |name: &str, of: fn(usize) -> f64| Score::of_cases(name, answers.iter().map(|answer| of(answer.rank)));
    Ok([
        mean("recall@1", |rank| f64::from(rank <= 1)),
        mean("recall@10", |rank| f64::from(rank <= 10)),
        mean("MRR", |rank| 1.0 / rank as f64),
    ])
}
