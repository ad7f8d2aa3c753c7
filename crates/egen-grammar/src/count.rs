//! Rows of counts: how many expressions of each length, in a number type that cannot overflow unseen?
//!
//! The same code runs with `u64`, `u128` and big integers. `u64` is tried first: it is enough for most graphs of 4,000 nodes and 25
//! tokens, and half as much has to go through the cache. `u128` is enough for 10,000 nodes and some 50 tokens.

use std::ops::Range;

use dashu_base::DivRem;
use dashu_int::UBig;

use crate::production::{ClassId, ProductionId, Productions};
use crate::sequence::Sequences;

/// An exact count. `None` means that the type is too narrow.
pub(crate) trait Count: Clone + Ord {
    const ZERO: Self;
    const ONE: Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self) -> Option<()>;
    fn times(&self, other: &Self) -> Option<Self>;
    /// `other` must not be larger.
    fn subtract(&mut self, other: &Self);
    fn div_rem(self, by: &Self) -> (Self, Self);
    fn narrow(index: &UBig) -> Option<Self>;
    fn widen(&self) -> UBig;
}

impl Count for u64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        *self = self.checked_add(*other)?;
        Some(())
    }

    fn times(&self, other: &Self) -> Option<Self> {
        self.checked_mul(*other)
    }

    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }

    fn div_rem(self, by: &Self) -> (Self, Self) {
        (self / by, self % by)
    }

    fn narrow(index: &UBig) -> Option<Self> {
        u64::try_from(index).ok()
    }

    fn widen(&self) -> UBig {
        UBig::from(*self)
    }
}

impl Count for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        *self = self.checked_add(*other)?;
        Some(())
    }

    fn times(&self, other: &Self) -> Option<Self> {
        // Two halves multiply in one instruction and cannot overflow; checked_mul takes a dozen.
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(a), Ok(b)) => Some(u128::from(a) * u128::from(b)),
            _ => self.checked_mul(*other),
        }
    }

    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }

    fn div_rem(self, by: &Self) -> (Self, Self) {
        match (u64::try_from(self), u64::try_from(*by)) {
            (Ok(a), Ok(b)) => (u128::from(a / b), u128::from(a % b)),
            _ => (self / by, self % by),
        }
    }

    fn narrow(index: &UBig) -> Option<Self> {
        u128::try_from(index).ok()
    }

    fn widen(&self) -> UBig {
        UBig::from(*self)
    }
}

impl Count for UBig {
    const ZERO: Self = UBig::ZERO;
    const ONE: Self = UBig::ONE;

    fn is_zero(&self) -> bool {
        UBig::is_zero(self)
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        *self += other;
        Some(())
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }

    fn div_rem(self, by: &Self) -> (Self, Self) {
        DivRem::div_rem(self, by)
    }

    fn narrow(index: &UBig) -> Option<Self> {
        Some(index.clone())
    }

    fn widen(&self) -> UBig {
        self.clone()
    }
}

/// Counts of every class and every list of children, by length from 0 to the limit.
#[derive(Debug)]
pub(crate) struct Rows<C> {
    counts: Vec<C>,
    width: usize,
}

impl<C: Count> Rows<C> {
    pub fn get(&self, row: usize, length: usize) -> &C {
        &self.counts[row * self.width + length]
    }

    /// Fills the table length by length, or gives up if `C` is too narrow.
    ///
    /// Every node takes a token, so a class at one length needs lists at smaller lengths only, and a list of two
    /// or more needs its parts at smaller lengths only. `room` says for each row up to which length it is needed.
    pub fn fill(productions: &Productions, sequences: &Sequences, room: &[u32], max_tokens: u32) -> Option<Self> {
        let width = max_tokens as usize + 1;
        let mut rows = Rows { counts: vec![C::ZERO; sequences.rows() * width], width };
        rows.counts[sequences.empty_row() * width] = C::ONE;
        // The least length at which a row is not zero.
        let mut first = vec![u32::MAX; sequences.rows()];
        first[sequences.empty_row()] = 0;
        let body = |id: u32| {
            let (body, tokens) = sequences.body(ProductionId(id));
            (sequences.get(body).row, tokens)
        };
        let bodies: Vec<(u32, u32)> = (0..productions.all().len() as u32).map(body).collect();
        for length in 1..=max_tokens {
            for class in (0..productions.classes() as u32).map(ClassId).filter(|c| length <= room[c.index()]) {
                let Range { start, end } = productions.ids(class);
                let mut sum = C::ZERO;
                for &(row, tokens) in &bodies[start as usize..end as usize] {
                    // The table is much larger than `first`, and most of it is not in the cache.
                    if let Some(rest) = length.checked_sub(tokens).filter(|rest| first[row as usize] <= *rest) {
                        sum.add(rows.get(row as usize, rest as usize))?;
                    }
                }
                rows.set(class.index(), length, sum, &mut first);
            }
            for sequence in sequences.long().iter().filter(|sequence| length <= room[sequence.row as usize]) {
                let (head, tail) = (sequence.head.index(), sequences.get(sequence.tail).row as usize);
                let Some(last) = length.checked_sub(first[tail]) else { continue };
                if last < first[head] {
                    continue;
                }
                let (from, to) = (first[head] as usize, last as usize);
                let left = &rows.row(head)[from..=to];
                let right = &rows.row(tail)[first[tail] as usize..=length as usize - from];
                let mut sum = C::ZERO;
                for (left, right) in left.iter().zip(right.iter().rev()) {
                    if !left.is_zero() && !right.is_zero() {
                        sum.add(&left.times(right)?)?;
                    }
                }
                rows.set(sequence.row as usize, length, sum, &mut first);
            }
        }
        Some(rows)
    }

    fn row(&self, row: usize) -> &[C] {
        &self.counts[row * self.width..(row + 1) * self.width]
    }

    fn set(&mut self, row: usize, length: u32, count: C, first: &mut [u32]) {
        if !count.is_zero() {
            first[row] = first[row].min(length);
            self.counts[row * self.width + length as usize] = count;
        }
    }
}
