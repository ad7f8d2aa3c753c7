//! Histograms: how often does each value occur, and where is the middle?

use std::collections::BTreeMap;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// How often each value occurs. Exact; its size is that of the different values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(BTreeMap<u32, u64>);

/// Neighbouring values, counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The smallest value.
    pub from: u32,
    /// The largest value.
    pub to: u32,
    /// How often they occur.
    pub count: u64,
}

impl Histogram {
    /// Counts a value.
    pub fn add(&mut self, value: u32) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Counts all that another has counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (value, count) in other.iter() {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// Each value that occurs, in order, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(value, count)| (*value, *count))
    }

    /// How many values were counted.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The smallest value.
    pub fn min(&self) -> Option<u32> {
        self.0.keys().next().copied()
    }

    /// The largest value.
    pub fn max(&self) -> Option<u32> {
        self.0.keys().next_back().copied()
    }

    /// The average; `None` if nothing was counted.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.iter().map(|(value, count)| u64::from(value) * count).sum();
        let count = self.count();
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The value in the middle, or the average of the two in the middle; `None` if nothing was counted.
    pub fn median(&self) -> Option<f64> {
        let count = self.count();
        let (low, high) = (self.ranked(count.checked_sub(1)? / 2)?, self.ranked(count / 2)?);
        Some(f64::from(low).midpoint(f64::from(high)))
    }

    /// The value that has so many before it.
    fn ranked(&self, rank: u64) -> Option<u32> {
        let mut before = 0;
        self.iter()
            .find(|(_, count)| {
                before += count;
                before > rank
            })
            .map(|(value, _)| value)
    }

    /// At most so many bins of equal width, 1, 2 or 5 times a power of ten, from the smallest to the largest value.
    pub fn bins(&self, at_most: u32) -> Vec<Bin> {
        let (Some(min), Some(max)) = (self.min(), self.max()) else { return Vec::new() };
        let widths = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
        let fits = |width: &u32| max / width - min / width < at_most.max(1);
        let width = widths.into_iter().find(fits).unwrap_or(u32::MAX);
        let bin = |at: u32| {
            let (from, to) = (at * width, at.saturating_mul(width).saturating_add(width - 1));
            Bin { from, to, count: self.0.range(from..=to).map(|(_, count)| count).sum() }
        };
        (min / width..=max / width).map(bin).collect()
    }
}

/// The middle, the ends, and the count of each value.
impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Histogram", 5)?;
        out.serialize_field("average", &self.mean())?;
        out.serialize_field("median", &self.median())?;
        out.serialize_field("min", &self.min())?;
        out.serialize_field("max", &self.max())?;
        out.serialize_field("counts", &self.0)?;
        out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[u32]) -> Histogram {
        let mut out = Histogram::default();
        values.iter().for_each(|value| out.add(*value));
        out
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(of(&[9, 1, 4]).median(), Some(4.0));
        assert_eq!(of(&[9, 1, 4, 5]).median(), Some(4.5));
        assert_eq!(of(&[]).median(), None);
        assert_eq!(of(&[1, 1, 7]).mean(), Some(3.0));
    }

    #[test]
    fn bins_hold_everything_and_are_no_more_than_asked() {
        let histogram = of(&[3, 9, 10, 108, 110, 110]);
        let bins = histogram.bins(12);
        assert_eq!((bins.len(), bins.iter().map(|bin| bin.count).sum::<u64>()), (12, 6));
        assert_eq!(bins[0], Bin { from: 0, to: 9, count: 2 });
        assert_eq!(of(&[5]).bins(20), [Bin { from: 5, to: 5, count: 1 }]);
        assert!(of(&[0, u32::MAX]).bins(10).len() <= 10);
    }
}
