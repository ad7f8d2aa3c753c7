//! Steps: which are flagged, and how well does that tell mistakes from the others?

use std::collections::BTreeMap;
use std::ops::Add;

use egen_math::compare::{Verdict, compare};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::derivation::{Cases, Derivation};
use super::threshold::{algorithm_1, best_threshold};
use crate::error::EvalError;
use crate::score::Score;
use crate::similar::{Similar, Space};
use crate::subject::{Asked, Subject};

/// What was answered, for each step of each derivation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// How alike its lines are; nothing if they have nothing in common.
    Similarities {
        /// The part for thresholds.
        train: Vec<Vec<Option<f32>>>,
        /// The part that is asked.
        test: Vec<Vec<Option<f32>>>,
    },
    /// Whether it was called a mistake, of the part that is asked.
    Verdicts {
        /// For each derivation its steps.
        test: Vec<Vec<bool>>,
    },
}

/// Asks for every step; what compares by deciding needs no train part.
pub fn answer(cases: &Cases, subject: &Subject) -> Result<Option<Answers>, EvalError> {
    if let Asked::Verdicts = subject.asked {
        let wrong = |pair: &[_]| matches!(compare(&pair[0], &pair[1]).verdict, Verdict::Refuted(_));
        let of = |one: &Derivation| one.lines.windows(2).map(wrong).collect();
        return Ok(Some(Answers::Verdicts { test: cases.test.par_iter().map(of).collect() }));
    }
    subject.similar().map(|model| similarities(cases, model)).transpose()
}

fn similarities(cases: &Cases, model: &dyn Similar) -> Result<Answers, EvalError> {
    let space = model.read(&cases.exprs())?;
    let mut first = 0;
    let mut of = |all: &[Derivation]| {
        let rows = all.iter().map(|one| {
            let row = (0..one.steps()).map(|step| similarity(&*space, first + step)).collect();
            first += one.lines.len();
            row
        });
        rows.collect()
    };
    Ok(Answers::Similarities { train: of(&cases.train), test: of(&cases.test) })
}

/// How alike a line and the next are.
fn similarity(space: &dyn Space, line: usize) -> Option<f32> {
    let mut out = [0.0];
    space.similarities(line..line + 1, line + 1..line + 2, &mut out);
    out[0].is_finite().then_some(out[0])
}

/// Which steps are flagged, by each way to do it.
pub struct Flags {
    /// What is added to the names of scores: nothing, or `, best threshold`.
    pub by: &'static str,
    /// For each derivation its steps.
    pub steps: Vec<Vec<bool>>,
}

/// The steps that are flagged: by the paper's threshold and by the best one, or by verdicts.
pub fn flags(task: &'static str, cases: &Cases, answers: &Answers) -> Result<Vec<Flags>, EvalError> {
    let (train, test) = match answers {
        Answers::Verdicts { test } => {
            agree(task, &cases.test, test)?;
            return Ok(vec![Flags { by: "", steps: test.clone() }]);
        }
        Answers::Similarities { train, test } => (train, test),
    };
    agree(task, &cases.train, train)?;
    agree(task, &cases.test, test)?;
    let below = |by, threshold: Option<f32>| {
        let flag = |one: &Option<f32>| one.is_none_or(|one| threshold.is_some_and(|threshold| one < threshold));
        Flags { by, steps: test.iter().map(|row| row.iter().map(flag).collect()).collect() }
    };
    Ok(vec![
        below("", algorithm_1(&cases.train, train)),
        below(", best threshold", best_threshold(&cases.train, train)),
    ])
}

/// Are there answers for each derivation and each step?
fn agree<T>(task: &'static str, cases: &[Derivation], rows: &[Vec<T>]) -> Result<(), EvalError> {
    let pairs = cases.iter().zip(rows).map(|(one, row)| (row.len(), one.steps()));
    let wrong = std::iter::once((rows.len(), cases.len())).chain(pairs).find(|(got, want)| got != want);
    wrong.map_or(Ok(()), |(got, want)| Err(EvalError::Answers { task, got, want }))
}

/// How many steps are what they were called.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Mistakes that were flagged.
    pub found: f64,
    /// Mistakes that were not.
    pub missed: f64,
    /// Right steps that were flagged.
    pub alarms: f64,
    /// Right steps that were not.
    pub passed: f64,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            found: self.found + other.found,
            missed: self.missed + other.missed,
            alarms: self.alarms + other.alarms,
            passed: self.passed + other.passed,
        }
    }
}

impl Counts {
    /// A step.
    pub fn of(mistake: bool, flagged: bool) -> Counts {
        let mut counts = Counts::default();
        *match (mistake, flagged) {
            (true, true) => &mut counts.found,
            (true, false) => &mut counts.missed,
            (false, true) => &mut counts.alarms,
            (false, false) => &mut counts.passed,
        } = 1.0;
        counts
    }

    /// The same with right steps in the place of mistakes.
    fn turned(self) -> Counts {
        Counts { found: self.passed, missed: self.alarms, alarms: self.missed, passed: self.found }
    }

    fn precision(self) -> f64 {
        share(self.found, self.found + self.alarms)
    }

    fn recall(self) -> f64 {
        share(self.found, self.found + self.missed)
    }

    fn f1(self) -> f64 {
        share(2.0 * self.found, 2.0 * self.found + self.alarms + self.missed)
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// What is counted of each derivation.
pub(super) fn counts(cases: &[Derivation], flags: &[Vec<bool>]) -> Vec<Counts> {
    let of = |(one, row): (&Derivation, &Vec<bool>)| {
        let steps = row.iter().enumerate().map(|(step, &flagged)| Counts::of(one.is_mistake(step), flagged));
        steps.fold(Counts::default(), Counts::add)
    };
    cases.iter().zip(flags).map(of).collect()
}

/// Precision, recall and F1 of both classes, for each way to flag.
pub fn score(task: &'static str, cases: &Cases, answers: &Answers) -> Result<Vec<Score>, EvalError> {
    let mut scores = Vec::new();
    for Flags { by, steps } in flags(task, cases, answers)? {
        let right = counts(&cases.test, &steps);
        let turned: Vec<Counts> = right.iter().map(|one| one.turned()).collect();
        for (class, parts) in [("mistake", &right), ("no mistake", &turned)] {
            scores.push(Score::of_parts(format!("{class} F1{by}"), parts, Counts::f1));
            scores.push(Score::of_parts(format!("{class} precision{by}"), parts, Counts::precision));
            scores.push(Score::of_parts(format!("{class} recall{by}"), parts, Counts::recall));
        }
    }
    Ok(scores)
}

/// What is counted of the steps of each kind.
pub fn by_kind(cases: &Cases, flags: &Flags) -> BTreeMap<String, Counts> {
    gather(cases, flags, |one, step| one.kinds.get(step).cloned())
}

/// What is counted of the mistakes, by what they changed.
pub fn by_change(cases: &Cases, flags: &Flags) -> BTreeMap<String, Counts> {
    gather(cases, flags, |one, step| one.is_mistake(step).then(|| one.changed.clone()).flatten())
}

fn gather(
    cases: &Cases,
    flags: &Flags,
    key: impl Fn(&Derivation, usize) -> Option<String>,
) -> BTreeMap<String, Counts> {
    let mut all = BTreeMap::<String, Counts>::new();
    for (one, row) in cases.test.iter().zip(&flags.steps) {
        for (step, &flagged) in row.iter().enumerate() {
            if let Some(key) = key(one, step) {
                let counts = all.entry(key).or_default();
                *counts = *counts + Counts::of(one.is_mistake(step), flagged);
            }
        }
    }
    all
}
