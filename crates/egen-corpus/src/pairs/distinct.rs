//! Distinct: how is every number below a bound given once, in random order, with nothing to remember?
//!
//! A Feistel network permutes the numbers of so many bits; what falls beyond the bound is permuted again until it does not.

use egen_math::mix::split_mix;

/// A random order of the numbers below a bound.
#[derive(Clone, Debug)]
pub struct Permutation {
    bound: u64,
    half: u32,
    keys: [u64; 6],
}

impl Permutation {
    /// The order of a seed. All orders that it can give start anywhere.
    pub fn new(bound: u64, seed: u64) -> Permutation {
        let bits = (64 - bound.saturating_sub(1).leading_zeros()).max(2);
        let keys = std::array::from_fn(|round| split_mix(seed ^ split_mix(round as u64 + 1)));
        Permutation { bound, half: bits.div_ceil(2), keys }
    }

    /// The number at a place below the bound.
    pub fn at(&self, place: u64) -> u64 {
        debug_assert!(place < self.bound, "place {place} of {}", self.bound);
        let mut number = place;
        // Fewer than four times on average: the network's range is less than four times the bound.
        loop {
            number = self.network(number);
            if number < self.bound {
                return number;
            }
        }
    }

    fn network(&self, number: u64) -> u64 {
        let mask = (1u64 << self.half) - 1;
        let (mut left, mut right) = (number >> self.half, number & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (split_mix(right ^ key) & mask));
        }
        left << self.half | right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for bound in [1, 2, 3, 4, 5, 16, 17, 1000, 65_537] {
            let order = Permutation::new(bound, 3);
            let mut numbers: Vec<u64> = (0..bound).map(|place| order.at(place)).collect();
            assert!(bound < 100 || !numbers.is_sorted());
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..bound), "{bound}");
        }
    }

    #[test]
    fn a_large_bound_is_no_trouble() {
        let order = Permutation::new(u64::MAX / 3, 1);
        assert_ne!(order.at(0), order.at(1));
    }
}
