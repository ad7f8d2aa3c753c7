//! Marks: how well did a chat model do?
//!
//! An answer that could not be read is neither of two classes: it finds no mistake and passes no right step, so it lowers both recalls
//! and no precision, and an analogy with it is not solved. Beside each number stands the same over the answers that could be read, and
//! the share that could.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::answer::Unreadable;
use super::chat::Reply;
use super::formula::{Mark, mark};
use super::steps::wrong_steps;
use crate::algebra::{Analogy, Kind};
use crate::mistakes::Derivation;
use crate::score::{Part, Score};
use crate::task::Published;

/// What the paper reports of GPT-4o, on its own sample of 322 steps and its own analogies.
pub static GPT_4O: [Published; 7] = [
    published("mistake F1", 61.11),
    published("mistake precision", 56.90),
    published("mistake recall", 66.00),
    published("no mistake F1", 92.19),
    published("no mistake precision", 93.58),
    published("no mistake recall", 90.84),
    published("all", 39.60),
];

const fn published(score: &'static str, percent: f64) -> Published {
    Published { model: "GPT-4o", score, percent }
}

/// What is added to the name of a score over the answers that could be read.
pub const READ: &str = ", of those read";

/// How an answer about a derivation was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// These steps are wrong.
    Wrong(BTreeSet<usize>),
    /// It could not be read.
    Unreadable(Unreadable),
}

/// How answers about derivations are understood.
pub fn said(derivations: &[Derivation], replies: &[Reply]) -> Vec<Said> {
    let read = |(one, reply): (&Derivation, &Reply)| match wrong_steps(reply, one.steps()) {
        Ok(steps) => Said::Wrong(steps),
        Err(why) => Said::Unreadable(why),
    };
    derivations.iter().zip(replies).map(read).collect()
}

/// What answers about analogies are worth.
pub fn marks(analogies: &[Analogy], replies: &[Reply]) -> Vec<Mark> {
    analogies.iter().zip(replies).map(|(one, reply)| mark(one, reply)).collect()
}

/// What is counted of one class in a derivation.
#[derive(Clone, Copy, Default)]
struct Class {
    /// Steps that are of it, and were called so.
    found: f64,
    /// Steps that were called so.
    called: f64,
    /// Steps that are of it.
    all: f64,
}

impl Class {
    fn of(one: &Derivation, said: &Said, mistakes: bool) -> Class {
        let mut class = Class::default();
        for step in 1..=one.steps() {
            let is = (one.mistake == Some(step)) == mistakes;
            let called = matches!(said, Said::Wrong(steps) if steps.contains(&step) == mistakes);
            class.found += f64::from(is && called);
            class.called += f64::from(called);
            class.all += f64::from(is);
        }
        class
    }
}

/// A share of sums; what would be 0/0 is 0.
fn share(name: String, parts: impl Iterator<Item = (f64, f64)>) -> Score {
    let parts: Vec<Part> = parts.map(|(sum, cases)| Part { sum, cases }).collect();
    Score::of_parts(name, &parts, |all| if all.cases > 0.0 { all.sum / all.cases } else { 0.0 })
}

/// Precision, recall and F1 of both classes over all answers and over those that were read, and the share of these.
pub fn score_mistakes(derivations: &[Derivation], said: &[Said]) -> Vec<Score> {
    let mut scores = Vec::new();
    for only in ["", READ] {
        let asked = derivations.iter().zip(said);
        let asked: Vec<_> = asked.filter(|(_, said)| only.is_empty() || matches!(said, Said::Wrong(_))).collect();
        for (name, mistakes) in [("mistake", true), ("no mistake", false)] {
            let classes: Vec<Class> = asked.iter().map(|(one, said)| Class::of(one, said, mistakes)).collect();
            let each = || classes.iter();
            scores.push(share(format!("{name} F1{only}"), each().map(|one| (2.0 * one.found, one.called + one.all))));
            scores.push(share(format!("{name} precision{only}"), each().map(|one| (one.found, one.called))));
            scores.push(share(format!("{name} recall{only}"), each().map(|one| (one.found, one.all))));
        }
    }
    scores.push(Score::of_cases("read", said.iter().map(|said| f64::from(matches!(said, Said::Wrong(_))))));
    scores
}

/// The shares of right answers as the task has them, of what equals the answer but is written otherwise, and of those that were read.
pub fn score_algebra(analogies: &[Analogy], marks: &[Mark]) -> Vec<Score> {
    let is_read = |mark: &Mark| !matches!(mark, Mark::Unreadable(_));
    let share = |name: &str, of: &dyn Fn(&Analogy) -> bool, is: &dyn Fn(&Mark) -> bool| {
        let asked = analogies.iter().zip(marks).filter(|(one, _)| of(one));
        Score::of_cases(name, asked.map(|(_, mark)| f64::from(is(mark))))
    };
    let right = |mark: &Mark| *mark == Mark::Right;
    let mut scores = vec![share("all", &|_| true, &right), share("printed", &|one| one.printed.is_some(), &right)];
    scores.extend(Kind::ALL.map(|kind| share(kind.name(), &|one| one.kind == kind, &right)));
    scores.push(share("equal but written otherwise", &|_| true, &|mark| *mark == Mark::Otherwise));
    let read = marks.iter().filter(|mark| is_read(mark));
    scores.push(Score::of_cases(format!("all{READ}"), read.map(|mark| f64::from(right(mark)))));
    scores.push(share("read", &|_| true, &is_read));
    scores
}

/// How many answers could not be read, by the reason.
pub fn unread(reasons: impl Iterator<Item = Unreadable>) -> BTreeMap<Unreadable, usize> {
    let mut counts = BTreeMap::new();
    reasons.for_each(|why| *counts.entry(why).or_default() += 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::prompt::example_analogy;
    use egen_math::Expr;

    fn value(scores: &[Score], name: &str) -> f64 {
        scores.iter().find(|score| score.name == name).unwrap_or_else(|| panic!("no {name}")).value
    }

    #[test]
    fn mistakes_by_hand() {
        let one = |steps: usize, mistake| Derivation {
            lines: (0..=steps as i64).map(Expr::number).collect(),
            mistake,
            kinds: vec!["made".into(); steps],
            changed: None,
        };
        // Found with a false alarm; missed; unreadable.
        let derivations = [one(4, Some(2)), one(3, Some(3)), one(3, Some(1))];
        let said = [Said::Wrong([2, 4].into()), Said::Wrong([].into()), Said::Unreadable(Unreadable::Refused)];
        let scores = score_mistakes(&derivations, &said);
        let check = |name: &str, want: f64| assert!((value(&scores, name) - want).abs() < 1e-12, "{name}");
        check("mistake precision", 1.0 / 2.0);
        check("mistake recall", 1.0 / 3.0);
        check("mistake F1", 2.0 / 5.0);
        // Right steps: 3, 2 and 2; passed 2, 2 and none; called right 2, 3 and none.
        check("no mistake precision", 4.0 / 5.0);
        check("no mistake recall", 4.0 / 7.0);
        check("no mistake F1", 8.0 / 12.0);
        check("mistake recall, of those read", 1.0 / 2.0);
        check("no mistake recall, of those read", 4.0 / 5.0);
        check("mistake F1, of those read", 1.0 / 2.0);
        check("read", 2.0 / 3.0);
        assert!(scores.iter().all(|score| score.low.is_finite() && score.high.is_finite()));
    }

    #[test]
    fn nothing_that_could_be_read_is_a_score_of_nothing() {
        let derivation = Derivation { lines: vec![Expr::number(1); 3], mistake: None, kinds: vec![], changed: None };
        let scores = score_mistakes(&[derivation], &[Said::Unreadable(Unreadable::Empty)]);
        assert!(scores.iter().all(|score| score.value == 0.0 && score.high.is_finite()), "{scores:?}");
    }

    #[test]
    fn algebra_by_hand() {
        let analogies = vec![example_analogy(); 4];
        let marks = [Mark::Right, Mark::Otherwise, Mark::Wrong, Mark::Unreadable(Unreadable::Empty)];
        let scores = score_algebra(&analogies, &marks);
        assert_eq!(value(&scores, "all"), 0.25);
        assert_eq!(value(&scores, "all, of those read"), 1.0 / 3.0);
        assert_eq!(value(&scores, "equal but written otherwise"), 0.25);
        assert_eq!(value(&scores, "read"), 0.75);
        assert_eq!(value(&scores, "equivalent"), 0.25);
        assert_eq!(value(&scores, "shift"), 0.0);
    }
}
