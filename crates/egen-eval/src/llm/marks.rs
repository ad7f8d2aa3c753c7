//! Marks: how well did a chat model do?
//!
//! An answer that could not be read is neither of two classes: it finds no mistake and passes no right step, so it lowers both recalls
//! and no precision, and an analogy with it is not solved. The last score is the share that could be read.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::answer::{Mark, Unreadable};
use crate::algebra::{Analogy, Kind};
use crate::mistakes::Derivation;
use crate::score::{Part, Score};

/// What the paper reports of GPT-4o, in percent, on its own sample of 322 steps and its own analogies.
pub static GPT_4O: [(&str, f64); 7] = [
    ("mistake F1", 61.11),
    ("mistake precision", 56.90),
    ("mistake recall", 66.00),
    ("no mistake F1", 92.19),
    ("no mistake precision", 93.58),
    ("no mistake recall", 90.84),
    ("all", 39.60),
];

/// How an answer about a derivation was understood: the steps that it calls wrong, or why it says none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// These steps are wrong.
    Wrong(BTreeSet<usize>),
    /// It could not be read.
    Unreadable(Unreadable),
}

/// Precision, recall and F1 of both classes, and the share of answers that were read.
pub fn score_mistakes(derivations: &[Derivation], said: &[Said]) -> Vec<Score> {
    let mut scores = Vec::new();
    for (name, mistakes) in [("mistake", true), ("no mistake", false)] {
        // Of each derivation: the steps of the class, those that were called so, and those that are both.
        let count = |(one, said): (&Derivation, &Said)| {
            let is = |step: usize| (one.mistake == Some(step)) == mistakes;
            let called = |step: usize| matches!(said, Said::Wrong(steps) if steps.contains(&step) == mistakes);
            let number = |of: &dyn Fn(usize) -> bool| (1..=one.steps()).filter(|&step| of(step)).count() as f64;
            (number(&is), number(&called), number(&|step| is(step) && called(step)))
        };
        let counts: Vec<(f64, f64, f64)> = derivations.iter().zip(said).map(count).collect();
        let share = |measure: &str, part: fn(&(f64, f64, f64)) -> (f64, f64)| {
            let parts: Vec<Part> = counts.iter().map(part).map(|(sum, cases)| Part { sum, cases }).collect();
            // What would be 0/0 is 0.
            Score::of_parts(format!("{name} {measure}"), &parts, |all| all.sum / all.cases.max(f64::MIN_POSITIVE))
        };
        scores.push(share("F1", |(is, called, both)| (2.0 * both, is + called)));
        scores.push(share("precision", |(_, called, both)| (*both, *called)));
        scores.push(share("recall", |(is, _, both)| (*both, *is)));
    }
    scores.push(Score::of_cases("read", said.iter().map(|said| f64::from(matches!(said, Said::Wrong(_))))));
    scores
}

/// The shares of right answers as the task has them, of what equals the answer but is written otherwise, and of those that were read.
pub fn score_algebra(analogies: &[Analogy], marks: &[Mark]) -> Vec<Score> {
    let share = |name: &str, of: &dyn Fn(&Analogy) -> bool, is: &dyn Fn(&Mark) -> bool| {
        let asked = analogies.iter().zip(marks).filter(|(one, _)| of(one));
        Score::of_cases(name, asked.map(|(_, mark)| f64::from(is(mark))))
    };
    let right = |mark: &Mark| *mark == Mark::Right;
    let mut scores = vec![share("all", &|_| true, &right), share("printed", &|one| one.printed.is_some(), &right)];
    scores.extend(Kind::ALL.map(|kind| share(kind.name(), &|one| one.kind == kind, &right)));
    scores.push(share("equal but written otherwise", &|_| true, &|mark| *mark == Mark::Otherwise));
    scores.push(share("read", &|_| true, &|mark| !matches!(mark, Mark::Unreadable(_))));
    scores
}
