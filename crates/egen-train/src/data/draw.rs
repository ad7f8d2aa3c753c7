//! Drawing: which expressions stand in one batch?

use std::collections::HashSet;

use egen_corpus::pairs::below;
use rand_core::Rng;

use super::Data;
use crate::config::Loss;

/// An expression, an equal one, and perhaps one that is not equal, in prefix form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triplet<'a> {
    /// Equal numbers, perhaps equal expressions.
    pub group: u32,
    /// The expression.
    pub anchor: &'a str,
    /// An equal one.
    pub partner: &'a str,
    /// One that is not equal: an edit, or a row of another cluster.
    pub negative: Option<&'a str>,
}

/// Draws until a pair is of a cluster that the batch has not; then any is taken. With a thousand clusters and a batch of 200
/// one draw in five misses.
const TRIES: usize = 24;

impl Data {
    /// The expressions of one batch.
    pub(super) fn draw(&self, rng: &mut impl Rng) -> Vec<Triplet<'_>> {
        let mut seen = HashSet::new();
        (0..self.training.batch).map(|_| self.triplet(&mut seen, rng)).collect()
    }

    fn triplet(&self, seen: &mut HashSet<u32>, rng: &mut impl Rng) -> Triplet<'_> {
        let loss = self.training.contrast;
        // Rows of one group do not count against each other in our loss, so that a second pair of it teaches less.
        let tries = if matches!(loss, Some(Loss::BothDirections { .. })) { TRIES } else { 1 };
        let mut drawn = || {
            let (anchor, partner) = self.pairs.pair(self.weight, rng).expect("there is a pair");
            (self.group_of(anchor), anchor, partner)
        };
        let mut found = drawn();
        for _ in 1..tries {
            if !seen.contains(&found.0) {
                break;
            }
            found = drawn();
        }
        let (group, anchor, partner) = found;
        seen.insert(group);
        let negative = match loss {
            Some(Loss::BothDirections { .. }) => self.edit(anchor, partner, rng).or_else(|| self.other(anchor, rng)),
            Some(Loss::NegativesOfTheBatch { .. }) => self.other(anchor, rng),
            None => None,
        };
        debug_assert!(negative.is_some() || loss.is_none(), "there is another cluster");
        Triplet { group, anchor: self.pairs.text(anchor), partner: self.pairs.text(partner), negative }
    }

    /// An edit of one of the two, each as often as the other; if it has none of the other; if that has none of another member.
    fn edit(&self, anchor: usize, partner: usize, rng: &mut impl Rng) -> Option<&str> {
        let (first, second) = if below(2, rng) == 0 { (anchor, partner) } else { (partner, anchor) };
        let members = self.pairs.members(self.pairs.cluster_of(anchor));
        let start = below(members.len() as u64, rng) as usize;
        let others = (0..members.len()).map(|at| members.start + (start + at) % members.len());
        let row = [first, second].into_iter().chain(others).find(|&row| self.edits.of(row).len() > 0)?;
        let mut edits = self.edits.of(row);
        let chosen = below(edits.len() as u64, rng) as usize;
        edits.nth(chosen)
    }

    /// A row of another group.
    fn other(&self, anchor: usize, rng: &mut impl Rng) -> Option<&str> {
        let group = self.group_of(anchor);
        let mut negative = self.pairs.negative(anchor, rng)?;
        // Clusters of one group are few: the same function in several corpora.
        for _ in 0..TRIES {
            if self.group_of(negative) != group {
                break;
            }
            negative = self.pairs.negative(anchor, rng)?;
        }
        Some(self.pairs.text(negative))
    }

    fn group_of(&self, row: usize) -> u32 {
        self.groups[self.pairs.cluster_of(row)]
    }
}
