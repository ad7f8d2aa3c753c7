//! Draws: which numbers below a bound, all different, for a seed?
//!
//! Only the generator's 64-bit words are used, in a fixed way, so the numbers are the same on every platform and stay the
//! same when the `rand` crate changes its distributions.

use dashu_base::BitTest;
use dashu_int::UBig;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rustc_hash::FxHashSet;

/// The generator used throughout: the same seed gives the same words everywhere.
pub fn seeded(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// A number from 0 to `bound` - 1, each equally likely.
///
/// As many bits as the bound has, drawn again until they are below it: fewer than two draws on average.
pub(crate) fn below(bound: &UBig, rng: &mut impl Rng) -> UBig {
    assert!(!bound.is_zero(), "there is no number below 0");
    let bits = bound.bit_len();
    if let Ok(bound) = u128::try_from(bound) {
        loop {
            let low = u128::from(rng.next_u64());
            let words = if bits > 64 { low | u128::from(rng.next_u64()) << 64 } else { low };
            let number = words & (u128::MAX >> (128 - bits));
            if number < bound {
                return UBig::from(number);
            }
        }
    }
    let mut bytes = vec![0; bits.div_ceil(64) * 8];
    loop {
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&rng.next_u64().to_le_bytes());
        }
        let excess = bytes.len() * 8 - bits;
        let number = UBig::from_le_bytes(&bytes) >> excess;
        if number < *bound {
            return number;
        }
    }
}

/// An index from 0 to `bound` - 1.
pub(crate) fn index(bound: usize, rng: &mut impl Rng) -> usize {
    usize::try_from(below(&UBig::from(bound), rng)).expect("it is below a usize")
}

/// `k` different numbers from 0 to `bound` - 1 in random order, every such list equally likely; all of them if there are fewer.
pub(crate) fn distinct(bound: &UBig, k: usize, rng: &mut impl Rng) -> Vec<UBig> {
    match usize::try_from(bound) {
        // More than half is wanted: the whole range is no larger than twice the answer, so it is shuffled as far as needed.
        Ok(bound) if bound / 2 < k => shuffled(bound, k, rng).into_iter().map(UBig::from).collect(),
        // At least every second draw is new.
        _ => {
            let mut seen = FxHashSet::default();
            let mut numbers = Vec::with_capacity(k);
            while numbers.len() < k {
                let number = below(bound, rng);
                if seen.insert(number.clone()) {
                    numbers.push(number);
                }
            }
            numbers
        }
    }
}

/// The first `k` of a random permutation of 0 to `bound` - 1.
pub(crate) fn shuffled(bound: usize, k: usize, rng: &mut impl Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..bound).collect();
    let k = k.min(bound);
    for at in 0..k {
        let other = at + index(bound - at, rng);
        numbers.swap(at, other);
    }
    numbers.truncate(k);
    numbers
}
