//! Sharing: which expressions occur in more than one cluster?
//!
//! Kept are 8 bytes for each row: 60 bits of the hash of its canonical form and 4 bits for its split. Among ten million
//! rows, two different expressions are taken for one with a probability of 1 in 20,000.

use serde::Serialize;

const SPLIT_BITS: u32 = 4;

/// Expressions that occur in more than one cluster, the same up to the order of terms and factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// How many expressions there are that do.
    pub expressions: u64,
    /// In how many rows they occur, near-duplicates within a cluster counted once.
    pub rows: u64,
    /// How many of the expressions occur in more than one split.
    pub between_splits: u64,
}

/// The expressions seen so far.
#[derive(Default)]
pub(super) struct Seen(Vec<u64>);

impl Seen {
    /// Adds the expressions of a cluster; gives the number of those that repeat others of it.
    pub fn add(&mut self, split: usize, mut hashes: Vec<u64>) -> u64 {
        let all = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        let repeated = all - hashes.len();
        // A sixteenth split and those after it count as one: there are seldom more than three.
        let split = split.min((1 << SPLIT_BITS) - 1) as u64;
        self.0.extend(hashes.into_iter().map(|hash| hash >> SPLIT_BITS << SPLIT_BITS | split));
        repeated as u64
    }

    pub fn finish(mut self) -> Shared {
        self.0.sort_unstable();
        let mut shared = Shared::default();
        for same in self.0.chunk_by(|a, b| a >> SPLIT_BITS == b >> SPLIT_BITS).filter(|same| same.len() > 1) {
            shared.expressions += 1;
            shared.rows += same.len() as u64;
            shared.between_splits += u64::from(same.first() != same.last());
        }
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharing_is_counted_between_clusters_and_splits_but_not_within_a_cluster() {
        let mut seen = Seen::default();
        let [a, b, c] = [1 << 20, 2 << 20, 3 << 20];
        assert_eq!(seen.add(0, vec![a, b, a]), 1);
        assert_eq!(seen.add(0, vec![b, c]), 0);
        assert_eq!(seen.add(1, vec![c, b]), 0);
        assert_eq!(seen.finish(), Shared { expressions: 2, rows: 5, between_splits: 2 });
    }
}
