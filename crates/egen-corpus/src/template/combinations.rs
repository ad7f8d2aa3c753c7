//! Combinations: in which order are the combinations of some lists taken?
//!
//! In full they come in order. A part of them is dealt: each list is a deck of cards that is shuffled, dealt
//! out, shuffled again, so every value comes equally often, and the values of two lists do not follow each
//! other. A combination that was dealt before goes back into the decks; if this happens again and again, the next
//! one in order that is still missing takes its place.

use std::collections::HashSet;

use egen_math::mix::{GOLDEN, split_mix};

/// How often a combination is dealt anew.
const DEALS: usize = 16;

/// Combinations of lists with some lengths, each once.
pub struct Combinations<'a> {
    sizes: &'a [u64],
    all: u64,
    /// How many came already.
    done: u64,
    /// `None` if they come in order.
    dealt: Option<Dealt>,
}

struct Dealt {
    decks: Vec<Deck>,
    taken: HashSet<u64>,
}

/// How many combinations there are, if that is a number below 2⁶⁴.
pub fn product(sizes: &[u64]) -> Option<u64> {
    sizes.iter().try_fold(1_u64, |all, &size| all.checked_mul(size))
}

impl<'a> Combinations<'a> {
    /// All combinations in order, the last list fastest. Their product is below 2⁶⁴.
    pub fn in_order(sizes: &'a [u64]) -> Combinations<'a> {
        let all = product(sizes).expect("the caller checked the product");
        Combinations { sizes, all, done: 0, dealt: None }
    }

    /// All combinations, so that each part from the start is spread. Their product is below 2⁶⁴.
    pub fn spread(sizes: &'a [u64]) -> Combinations<'a> {
        let decks = sizes.iter().enumerate().map(|(seed, &size)| Deck::new(size as usize, seed as u64)).collect();
        Combinations { dealt: Some(Dealt { decks, taken: HashSet::new() }), ..Combinations::in_order(sizes) }
    }
}

impl Iterator for Combinations<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.done == self.all {
            return None;
        }
        let at = match &mut self.dealt {
            None => self.done,
            Some(dealt) => dealt.next(self.sizes, self.all),
        };
        self.done += 1;
        let (mut rest, mut digits) = (at, vec![0; self.sizes.len()]);
        for (digit, size) in digits.iter_mut().zip(self.sizes).rev() {
            *digit = (rest % size) as usize;
            rest /= size;
        }
        Some(digits)
    }
}

impl Dealt {
    /// The number of a combination that was not taken; there is one.
    fn next(&mut self, sizes: &[u64], all: u64) -> u64 {
        let mut at = self.hand(sizes);
        for _ in 0..DEALS {
            if !self.taken.contains(&at) {
                break;
            }
            self.decks.iter_mut().for_each(Deck::undo);
            at = self.hand(sizes);
        }
        while !self.taken.insert(at) {
            at = (at + 1) % all;
        }
        at
    }

    fn hand(&mut self, sizes: &[u64]) -> u64 {
        self.decks.iter_mut().zip(sizes).fold(0, |at, (deck, size)| at * size + deck.deal() as u64)
    }
}

/// The places of a list, in a shuffled order that is new each time they are through.
struct Deck {
    cards: Vec<usize>,
    left: usize,
    state: u64,
}

impl Deck {
    fn new(size: usize, seed: u64) -> Deck {
        Deck { cards: (0..size).collect(), left: 0, state: seed }
    }

    fn deal(&mut self) -> usize {
        if self.left == 0 {
            self.left = self.cards.len();
        }
        let chosen = (self.random() % self.left as u64) as usize;
        self.left -= 1;
        self.cards.swap(chosen, self.left);
        self.cards[self.left]
    }

    /// Takes the last card back.
    fn undo(&mut self) {
        self.left += 1;
    }

    /// The order belongs to the meaning of `take`, so it depends on no crate of others.
    fn random(&mut self) -> u64 {
        let next = split_mix(self.state);
        self.state = self.state.wrapping_add(GOLDEN);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const SHAPES: [&[u64]; 9] = [
        &[1],
        &[7],
        &[2, 2],
        &[28, 16, 2, 16],
        &[28, 28],
        &[10, 10, 10],
        &[4, 24, 6, 5, 3],
        &[2, 3, 2, 3, 2],
        &[5, 8, 13, 21],
    ];

    #[test]
    fn every_combination_comes_once() {
        for sizes in SHAPES {
            let all = product(sizes).unwrap() as usize;
            for walk in [Combinations::in_order(sizes), Combinations::spread(sizes)] {
                let seen: HashSet<Vec<usize>> = walk.collect();
                assert_eq!(seen.len(), all, "{sizes:?}");
            }
        }
    }

    #[test]
    fn in_order_the_last_list_is_fastest() {
        let walk: Vec<Vec<usize>> = Combinations::in_order(&[2, 3]).collect();
        assert_eq!(walk, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
    }

    #[test]
    fn a_spread_part_takes_every_value_evenly() {
        for sizes in SHAPES {
            let all = product(sizes).unwrap();
            for part in [all / 50, all / 9, all / 3, all / 2].into_iter().filter(|&part| part > 0) {
                let taken: Vec<Vec<usize>> = Combinations::spread(sizes).take(part as usize).collect();
                for (list, &size) in sizes.iter().enumerate() {
                    let fair = part as f64 / size as f64;
                    for value in 0..size as usize {
                        let count = taken.iter().filter(|digits| digits[list] == value).count() as f64;
                        assert!(
                            (count - fair).abs() <= 2.0 + 0.1 * fair,
                            "{sizes:?} part {part} list {list}: {count} of {fair}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_spread_part_takes_most_pairs_of_values() {
        for sizes in SHAPES {
            for (a, b) in (0..sizes.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
                let pairs = sizes[a] * sizes[b];
                if product(sizes).unwrap() < 3 * pairs {
                    continue;
                }
                let taken: HashSet<(usize, usize)> =
                    Combinations::spread(sizes).take(3 * pairs as usize).map(|digits| (digits[a], digits[b])).collect();
                assert!(taken.len() as u64 * 10 >= pairs * 8, "{sizes:?} {a} {b}: {} of {pairs}", taken.len());
            }
        }
    }
}
