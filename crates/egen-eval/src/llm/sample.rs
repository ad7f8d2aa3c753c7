//! Samples: which derivations and analogies are asked?
//!
//! A larger sample with the same seed begins with the smaller one, so that no answer is lost. Each choice mixes a number of its own
//! into the seed.

use egen_corpus::{mix, shuffle};
use egen_graph::grammar::seeded;

use super::question::example_analogy;
use crate::algebra::{self, Analogy};
use crate::error::EvalError;
use crate::mistakes::{Cases, Derivation};

/// The steps of the paper's sample, and how many of them are mistakes.
pub const STEPS: usize = 322;
const MISTAKES: usize = 50;

/// Derivations of the test part with about so many steps, and mistakes among them in the paper's proportion.
pub fn derivations(cases: &Cases, steps: usize, seed: u64) -> Result<Vec<Derivation>, EvalError> {
    let draw = |wrong: bool| {
        let mut some: Vec<&Derivation> = cases.test.iter().filter(|one| one.mistake.is_some() == wrong).collect();
        shuffle(&mut some, &mut seeded(mix(seed, 2 + u64::from(wrong))));
        some.into_iter()
    };
    let (mut wrong, mut right) = (draw(true), draw(false));
    let (mut taken, mut asked, mut mistakes) = (Vec::new(), 0, 0);
    loop {
        let few = mistakes * STEPS <= asked * MISTAKES;
        let next = if few { wrong.next().or_else(|| right.next()) } else { right.next().or_else(|| wrong.next()) };
        // The sample ends where it is nearest to what is wanted.
        let Some(next) = next.filter(|next| asked < steps && (taken.is_empty() || next.steps() / 2 <= steps - asked))
        else {
            break;
        };
        asked += next.steps();
        mistakes += usize::from(next.mistake.is_some());
        taken.push(next.clone());
    }
    if taken.is_empty() {
        return Err(EvalError::NoCases { task: "mistakes", why: "there is no derivation to ask about".into() });
    }
    Ok(taken)
}

/// The derivation that explains the task: of the train part, with a mistake, and of a usual length.
pub fn example(cases: &Cases, seed: u64) -> Result<Derivation, EvalError> {
    let mut some: Vec<&Derivation> = cases.train.iter().filter(|one| one.mistake.is_some()).collect();
    shuffle(&mut some, &mut seeded(mix(seed, 1)));
    let usual = some.iter().find(|one| (4..=8).contains(&one.steps()) && one.mistake > Some(1)).or(some.first());
    let why = "there is no derivation with a mistake to explain the task with";
    usual.map(|one| (*one).clone()).ok_or_else(|| EvalError::NoCases { task: "mistakes", why: why.into() })
}

/// Analogies of the embedding algebra, so many or all.
pub fn analogies(count: Option<usize>, seed: u64) -> Result<Vec<Analogy>, EvalError> {
    let example = example_analogy();
    // The pool is of no use here: who writes answers needs none to choose from.
    let cases = algebra::build(Vec::new(), 0)?.cases.into_iter().map(|case| case.analogy);
    let mut all: Vec<Analogy> = cases.filter(|one| (&one.x1, &one.x2) != (&example.x1, &example.x2)).collect();
    shuffle(&mut all, &mut seeded(mix(seed, 4)));
    all.truncate(count.unwrap_or(usize::MAX));
    Ok(all)
}
