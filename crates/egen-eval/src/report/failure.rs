//! Failures: which cases does the principal model get wrong, and what do they look like?

use egen_math::Expr;

use super::columns::Chosen;
use super::mistake::of_mistakes;
use crate::error::EvalError;
use crate::labelled::{Labelled, count};
use crate::session::Session;
use crate::subject::Identity;
use crate::task::read;
use crate::{retrieval, selection};

/// Cases of a task that a model got wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Failures {
    /// The task.
    pub task: &'static str,
    /// The model.
    pub model: String,
    /// Cases in all.
    pub cases: usize,
    /// Those that are wrong.
    pub wrong: usize,
    /// Some of them.
    pub examples: Vec<Failure>,
}

/// A case that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What happened, in a sentence.
    pub said: String,
    /// The expressions, each with what it is.
    pub exprs: Vec<(String, Expr)>,
}

/// Examples of each task.
const EXAMPLES: usize = 4;

impl Failures {
    /// Who failed how often.
    pub fn heading(&self) -> String {
        format!("What the model {} gets wrong: {} of {}", self.model, count(self.wrong), count(self.cases))
    }
}

/// Examples from the answers of a model that a session holds.
pub fn failures(session: &Session, model: &Chosen) -> Result<Vec<Failures>, EvalError> {
    let mut all = Vec::new();
    for about in session.tasks().iter().map(|task| task.about()) {
        let find: fn(&Session, &Identity) -> Result<Failures, EvalError> = match about.name {
            "selection" => of_selection,
            "retrieval" => of_retrieval,
            "mistakes" => of_mistakes,
            _ => continue,
        };
        if session.has_answered(&model.identity, about.name) {
            all.push(find(session, &model.identity)?);
        }
    }
    Ok(all)
}

/// Of all that are wrong some, evenly spread.
pub(super) fn spread<T>(all: Vec<T>) -> Vec<T> {
    let step = all.len().div_ceil(EXAMPLES).max(1);
    all.into_iter().step_by(step).take(EXAMPLES).collect()
}

fn of_selection(session: &Session, identity: &Identity) -> Result<Failures, EvalError> {
    let cases: Vec<selection::Case> = read(&session.cases("selection"))?;
    let answers: Vec<selection::Answer> = read(&session.answers(identity, "selection"))?;
    let wrong = cases.iter().zip(&answers).filter_map(|(case, answer)| {
        let chosen = case.candidates.get(answer.choice)?;
        let right = case.candidates.iter().find(|one| one.origin == selection::Origin::Answer)?;
        let of = match chosen.origin {
            selection::Origin::Answer => return None,
            selection::Origin::EditOfQuery => "query",
            selection::Origin::EditOfAnswer => "answer",
        };
        let exprs = [("query", &case.query), ("answer", &right.expr), ("chosen", &chosen.expr)];
        Some(failure(format!("It chose the {of} with one change."), exprs))
    });
    let wrong: Vec<Failure> = wrong.collect();
    Ok(Failures {
        task: "selection",
        model: identity.model.clone(),
        cases: cases.len(),
        wrong: wrong.len(),
        examples: spread(wrong),
    })
}

fn of_retrieval(session: &Session, identity: &Identity) -> Result<Failures, EvalError> {
    let cases: Vec<Labelled> = read(&session.cases("retrieval"))?;
    let answers: Vec<retrieval::Answer> = read(&session.answers(identity, "retrieval"))?;
    let wrong = cases.iter().zip(&answers).filter_map(|(query, answer)| {
        let found = |at: &u32| cases.get(*at as usize);
        let (rank, first) =
            answer.found.iter().take(5).filter_map(found).enumerate().find(|(_, one)| one.cluster != query.cluster)?;
        let said = format!("Number {} of the nearest five does not equal the query.", rank + 1);
        Some(failure(said, [("query", &query.expr), ("found", &first.expr)]))
    });
    let wrong: Vec<Failure> = wrong.collect();
    Ok(Failures {
        task: "retrieval",
        model: identity.model.clone(),
        cases: cases.len(),
        wrong: wrong.len(),
        examples: spread(wrong),
    })
}

/// A failure with its expressions.
pub(super) fn failure<const N: usize>(said: String, exprs: [(&str, &Expr); N]) -> Failure {
    Failure { said, exprs: exprs.into_iter().map(|(what, expr)| (what.to_string(), expr.clone())).collect() }
}
