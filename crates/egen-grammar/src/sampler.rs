//! Sampling: which k expressions to take, when there are too many to take all?
//!
//! A sample is a list of ranks, all different. Drawing ranks needs no expression, so nothing is drawn twice and thrown away.

use dashu_int::UBig;
use egg::{Language, RecExpr};
use rand_core::Rng;

use crate::draw::distinct;
use crate::production::{ClassId, ProductionId};
use crate::{Counts, Rank, share};

/// Draws expressions of one class without repetition.
///
/// Every method gives `k` ranks, or all there are if there are fewer. The same state of the generator gives the
/// same ranks in the same order; [`seeded`](crate::seeded) makes one from a number.
#[derive(Clone, Copy)]
pub struct Sampler<'c, L> {
    counts: &'c Counts<L>,
    class: ClassId,
}

impl<'c, L: Language> Sampler<'c, L> {
    /// A sampler of the expressions of a class of at most [`Counts::max_tokens`] tokens.
    pub fn new(counts: &'c Counts<L>, class: ClassId) -> Self {
        Sampler { counts, class }
    }

    /// Uniform over all expressions: every set of `k` is equally likely, in random order.
    ///
    /// Languages grow with length, so nearly all of these are near the limit.
    pub fn uniform(&self, k: usize, rng: &mut impl Rng) -> Vec<Rank> {
        let lengths: Vec<(u32, UBig)> = self.lengths().map(|l| (l, self.counts.of_length(self.class, l))).collect();
        let locate = |mut index: UBig| {
            for (length, count) in &lengths {
                if index < *count {
                    return Rank { length: *length, index };
                }
                index -= count;
            }
            unreachable!("a rank is less than the total")
        };
        distinct(&self.counts.total(self.class), k, rng).into_iter().map(locate).collect()
    }

    /// Uniform over the expressions of exactly `length` tokens.
    ///
    /// # Panics
    /// If `length` is greater than [`Counts::max_tokens`].
    pub fn of_length(&self, length: u32, k: usize, rng: &mut impl Rng) -> Vec<Rank> {
        self.block(length, &UBig::ZERO, &self.counts.of_length(self.class, length), k, rng).collect()
    }

    /// As many of each length as its weight says, uniform within a length; shortest first.
    ///
    /// Shares are rounded by largest remainder, and what a length cannot fill goes to the others in proportion.
    pub fn by_length(&self, weight: impl Fn(u32) -> u64, k: usize, rng: &mut impl Rng) -> Vec<Rank> {
        let weights: Vec<u64> = self.lengths().map(weight).collect();
        let shares = share::weighted(k, &self.sizes(k), &weights);
        self.lengths().zip(shares).flat_map(|(length, k)| self.of_length(length, k, rng)).collect()
    }

    /// Spread as evenly as possible over lengths, within a length over the operators at the root, and for each of these over
    /// productions; uniform within a production. Ordered in the same way.
    pub fn diverse(&self, k: usize, rng: &mut impl Rng) -> Vec<Rank> {
        let mut ranks = Vec::new();
        let shares = share::equal(k, &self.sizes(k), rng);
        for (length, k) in self.lengths().zip(shares).filter(|(_, k)| *k > 0) {
            let mut blocks = self.counts.blocks(self.class, length);
            let op = |id: &ProductionId| self.counts.grammar().production(*id).op;
            // Tokens come before operators in the order of productions, so equal operators need not be neighbours.
            blocks.sort_by_key(|(id, ..)| op(id));
            let groups: Vec<_> = blocks.chunk_by(|a, b| op(&a.0) == op(&b.0)).collect();
            let sizes: Vec<usize> =
                groups.iter().map(|group| capped(&group.iter().map(|block| &block.2).sum(), k)).collect();
            for (group, k) in groups.iter().zip(share::equal(k, &sizes, rng)) {
                let sizes: Vec<usize> = group.iter().map(|block| capped(&block.2, k)).collect();
                for ((_, start, count), k) in group.iter().zip(share::equal(k, &sizes, rng)) {
                    ranks.extend(self.block(length, start, count, k, rng));
                }
            }
        }
        ranks
    }

    /// The expressions of these ranks.
    ///
    /// # Panics
    /// If there is no expression of such a rank: it was not drawn from this class.
    pub fn exprs<'r>(&self, ranks: &'r [Rank]) -> impl ExactSizeIterator<Item = RecExpr<L>> + use<'c, 'r, L> {
        let Sampler { counts, class } = *self;
        let mut prefix = Vec::new();
        ranks.iter().map(move |rank| {
            assert!(counts.unrank_into(class, rank, &mut prefix), "{class:?} has no expression of rank {rank:?}");
            counts.grammar().expr(&prefix)
        })
    }

    fn lengths(&self) -> impl Iterator<Item = u32> + use<L> {
        1..=self.counts.max_tokens()
    }

    /// The number of expressions of each length, as far as `k` matters.
    fn sizes(&self, k: usize) -> Vec<usize> {
        self.lengths().map(|length| capped(&self.counts.of_length(self.class, length), k)).collect()
    }

    /// `k` different ranks from the `count` that begin at `start`.
    fn block(
        &self,
        length: u32,
        start: &UBig,
        count: &UBig,
        k: usize,
        rng: &mut impl Rng,
    ) -> impl Iterator<Item = Rank> {
        distinct(count, k, rng).into_iter().map(move |index| Rank { length, index: index + start })
    }
}

fn capped(count: &UBig, k: usize) -> usize {
    usize::try_from(count).map_or(k, |count| count.min(k))
}
