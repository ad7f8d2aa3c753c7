//! Mixing: how do numbers that follow each other get bits that have nothing to do with each other?
//!
//! Points, orders and corpora depend on these bits, so they are written out here and depend on no crate.

/// 2^64 by the golden ratio, odd: multiples of it are spread evenly.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finalizer of SplitMix64: a permutation of all words in which each bit depends on all of them.
#[inline]
pub fn scramble(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// What SplitMix64 gives in this state.
#[inline]
pub fn split_mix(state: u64) -> u64 {
    scramble(state.wrapping_add(GOLDEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_reference_implementation() {
        let states = (0..3u64).map(|step| 1234567u64.wrapping_add(step.wrapping_mul(GOLDEN)));
        let wanted = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert!(states.map(split_mix).eq(wanted));
    }
}
