//! Patterns: a row as it is listened for.

use std::collections::BTreeMap;

use super::effect::Effect;
use super::file::{Part, Row};

/// A step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One of these literals.
    Words(Vec<usize>),
    /// One of these, or none.
    Maybe(Vec<usize>),
    /// Anything else.
    Other(Part),
}

/// A pattern: what stands before its first words, and the steps from there on.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) effect: Effect,
    pub(super) before: Vec<Part>,
    pub(super) steps: Vec<Step>,
}

impl Pattern {
    /// The pattern of a row; `places` has the literals of each word.
    pub(super) fn of(row: &Row, places: &BTreeMap<String, Vec<usize>>) -> Pattern {
        let ids = |words: &[String]| words.iter().flat_map(|word| places[word].clone()).collect();
        let first = row.pattern.iter().position(|part| matches!(part, Part::Words(_) | Part::Maybe(_)));
        let (before, rest) = row.pattern.split_at(first.expect("a pattern has words"));
        let step = |part: &Part| match part {
            Part::Words(words) => Step::Words(ids(words)),
            Part::Maybe(words) => Step::Maybe(ids(words)),
            other => Step::Other(other.clone()),
        };
        Pattern { effect: row.effect, before: before.to_vec(), steps: rest.iter().map(step).collect() }
    }

    /// The literals that it may begin with.
    pub(super) fn first(&self) -> impl Iterator<Item = &usize> {
        let end = self.steps.iter().position(|step| matches!(step, Step::Words(_))).unwrap_or(0);
        self.steps[..=end].iter().flat_map(|step| match step {
            Step::Words(all) | Step::Maybe(all) => &all[..],
            Step::Other(_) => &[],
        })
    }

    /// Is it words alone, wherever they stand?
    pub(super) fn is_plain(&self) -> bool {
        self.before.is_empty() && self.steps.len() == 1
    }
}
