//! Pairs among strangers.
//!
//! # What it asks
//! Is the other form of a function found among expressions that have nothing to do with it?
//!
//! # How a case is built
//! A file of tab-separated columns names `lhs` and `rhs` in its first line; each further line is a pair. Each side is the query once; the
//! pool is every other side and the strangers that are given. The data is external and not part of the project.
//!
//! # How it is scored
//! Recall@1 and @10: the share of queries whose other form is among the first 1 and 10; MRR: the mean of 1 / rank. What is as similar as
//! the other form stands before it.
//!
//! # What the paper reports
//! Nothing: this is the project's own.

use std::io::BufRead;

use egen_math::Expr;
use egen_math::read::read_expr;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::lines::prefix;
use crate::score::{Part, Score};
use crate::similar::Similar;

/// Two forms of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// One form.
    #[serde(with = "prefix")]
    pub lhs: Expr,
    /// The other.
    #[serde(with = "prefix")]
    pub rhs: Expr,
}

/// The rank of the other form, from 1, for either side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// When the first form is the query, and when the second is.
    pub ranks: [usize; 2],
}

/// The pairs of a file, and why lines of it are none.
pub fn read_pairs(from: impl BufRead) -> Result<(Vec<Pair>, Vec<EvalError>), EvalError> {
    let mut lines = from.lines();
    let head = lines.next().transpose()?.unwrap_or_default();
    let column = |name: &str| {
        let found = head.split('\t').position(|column| column == name);
        found.ok_or_else(|| EvalError::NoCases { task: "pairs", why: format!("no column `{name}` in `{head}`") })
    };
    let columns = [column("lhs")?, column("rhs")?];
    let (mut pairs, mut unread) = (Vec::new(), Vec::new());
    for line in lines {
        let line = line?;
        let side = |column: usize| {
            let text = line.split('\t').nth(column).unwrap_or_default();
            read_expr(text).map_err(|source| EvalError::Unreadable { text: text.into(), source })
        };
        match columns.map(side) {
            [Ok(lhs), Ok(rhs)] => pairs.push(Pair { lhs, rhs }),
            [Err(error), _] | [_, Err(error)] => unread.push(error),
        }
    }
    Ok((pairs, unread))
}

/// Asks for both sides of every pair.
pub fn answer(pairs: &[Pair], strangers: &[Expr], model: &(impl Similar + ?Sized)) -> Result<Vec<Answer>, EvalError> {
    let sides = pairs.iter().flat_map(|pair| [&pair.lhs, &pair.rhs]);
    let pool: Vec<Expr> = sides.chain(strangers).cloned().collect();
    let space = model.read(&pool)?;
    let rank = |query: usize, other: usize| {
        let mut row = vec![0.0; pool.len()];
        space.similarities(query..query + 1, 0..pool.len(), &mut row);
        (0..pool.len()).filter(|&at| at != query && row[at] >= row[other]).count()
    };
    let both = |at: usize| Answer { ranks: [rank(2 * at, 2 * at + 1), rank(2 * at + 1, 2 * at)] };
    Ok((0..pairs.len()).into_par_iter().map(both).collect())
}

/// Recall@1, recall@10 and MRR.
pub fn score(pairs: &[Pair], answers: &[Answer]) -> Result<[Score; 3], EvalError> {
    if pairs.len() != answers.len() {
        return Err(EvalError::Answers { task: "pairs", got: answers.len(), want: pairs.len() });
    }
    let mean = |name: &str, of: &dyn Fn(usize) -> f64| {
        let part = |answer: &Answer| Part { sum: answer.ranks.map(of).iter().sum(), cases: 2.0 };
        Score::new(name, &answers.iter().map(part).collect::<Vec<Part>>())
    };
    Ok([
        mean("pairs, recall@1", &|rank| f64::from(rank <= 1)),
        mean("pairs, recall@10", &|rank| f64::from(rank <= 10)),
        mean("pairs, MRR", &|rank| 1.0 / rank as f64),
    ])
}
