//! Examples: what did the model of each column answer to a few cases?
//!
//! Cases are chosen by their place and not by their answers: the first query, the first derivations with a mistake, the analogies that the
//! paper prints.

use egen_math::Expr;

use super::columns::Chosen;
use super::mistake::flagged;
use crate::error::EvalError;
use crate::session::Session;
use crate::subject::Identity;
use crate::task::read;
use crate::{algebra, selection};

/// What was answered to some cases; empty where a task was not asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// A query.
    pub selection: Option<Selection>,
    /// Derivations with a mistake.
    pub derivations: Vec<Derivation>,
    /// Analogies.
    pub analogies: Vec<Analogy>,
}

/// A query of the task `selection`.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// What is asked, and what may be chosen.
    pub case: selection::Case,
    /// Who chose which candidate.
    pub chosen: Vec<(String, usize)>,
}

/// A derivation with a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// Its lines.
    pub lines: Vec<Expr>,
    /// The line that does not follow from the one before.
    pub mistake: Option<usize>,
    /// Who flagged which steps.
    pub flagged: Vec<(String, Vec<bool>)>,
}

/// An analogy that the paper prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Analogy {
    /// What is asked.
    pub analogy: algebra::Analogy,
    /// Who found what.
    pub found: Vec<(String, Expr)>,
}

/// Derivations that are shown, as many as the paper shows.
const DERIVATIONS: usize = 2;

/// The examples of a session.
pub fn examples(session: &Session, columns: &[Chosen]) -> Result<Examples, EvalError> {
    let is_there = |task: &str| session.cases(task).exists();
    let who = |task: &str| -> Vec<(String, &Identity)> {
        let answered = columns.iter().filter(|one| session.has_answered(&one.identity, task));
        answered.map(|one| (one.title(), &one.identity)).collect()
    };
    Ok(Examples {
        selection: match is_there("selection") {
            true => of_selection(session, &who("selection"))?,
            false => None,
        },
        derivations: match is_there("mistakes") {
            true => of_mistakes(session, &who("mistakes"))?,
            false => Vec::new(),
        },
        analogies: match is_there("algebra") {
            true => of_algebra(session, &who("algebra"))?,
            false => Vec::new(),
        },
    })
}

fn of_selection(session: &Session, who: &[(String, &Identity)]) -> Result<Option<Selection>, EvalError> {
    let cases: Vec<selection::Case> = read(&session.cases("selection"))?;
    let Some(case) = cases.into_iter().next() else { return Ok(None) };
    let mut chosen = Vec::new();
    for (title, identity) in who {
        let answers: Vec<selection::Answer> = read(&session.answers(identity, "selection"))?;
        chosen.extend(answers.first().map(|answer| (title.clone(), answer.choice)));
    }
    Ok(Some(Selection { case, chosen }))
}

fn of_mistakes(session: &Session, who: &[(String, &Identity)]) -> Result<Vec<Derivation>, EvalError> {
    let mut all: Vec<(usize, Derivation)> = Vec::new();
    for (title, identity) in who {
        let (cases, flags) = flagged(session, identity)?;
        if all.is_empty() {
            let wrong = cases.test.into_iter().enumerate().filter(|(_, one)| one.mistake.is_some()).take(DERIVATIONS);
            let empty = |(at, one): (usize, crate::mistakes::Derivation)| {
                (at, Derivation { lines: one.lines, mistake: one.mistake, flagged: Vec::new() })
            };
            all = wrong.map(empty).collect();
        }
        for (at, one) in &mut all {
            let row = flags.as_ref().and_then(|flags| flags.steps.get(*at));
            one.flagged.extend(row.map(|row| (title.clone(), row.clone())));
        }
    }
    Ok(all.into_iter().map(|(_, one)| one).collect())
}

fn of_algebra(session: &Session, who: &[(String, &Identity)]) -> Result<Vec<Analogy>, EvalError> {
    let cases: algebra::Cases = read(&session.cases("algebra"))?;
    let printed = cases.cases.iter().enumerate().filter(|(_, case)| case.analogy.printed.is_some());
    let mut all: Vec<(usize, Analogy)> =
        printed.map(|(at, case)| (at, Analogy { analogy: case.analogy.clone(), found: Vec::new() })).collect();
    for (title, identity) in who {
        let answers: Vec<algebra::Answer> = read(&session.answers(identity, "algebra"))?;
        for (at, one) in &mut all {
            let first = answers.get(*at).and_then(|answer| answer.found.first());
            let found = first.and_then(|place| cases.pool.get(*place as usize));
            one.found.extend(found.map(|pooled| (title.clone(), pooled.expr.clone())));
        }
    }
    all.sort_by_key(|(_, one)| one.analogy.printed);
    Ok(all.into_iter().map(|(_, one)| one).collect())
}
