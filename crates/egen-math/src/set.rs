//! Sets of reals: where is an operator defined, and which values does it take?

use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt;

/// An interval. Infinite ends are open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The lower end.
    pub low: f64,
    /// Does the lower end belong to it?
    pub low_closed: bool,
    /// The upper end.
    pub high: f64,
    /// Does the upper end belong to it?
    pub high_closed: bool,
}

/// A union of intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set(pub &'static [Span]);

/// Isolated points at which a function has no value, inside its domain's intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poles {
    /// None.
    None,
    /// At 0.
    Zero,
    /// At kπ.
    Pi,
    /// At π/2 + kπ.
    HalfPi,
}

const fn open(low: f64, high: f64) -> Span {
    Span { low, low_closed: false, high, high_closed: false }
}
const fn closed(low: f64, high: f64) -> Span {
    Span { low, low_closed: low != f64::NEG_INFINITY, high, high_closed: high != f64::INFINITY }
}

/// Every real number.
pub const ALL: Set = Set(&[open(f64::NEG_INFINITY, f64::INFINITY)]);
/// x > 0.
pub const POSITIVE: Set = Set(&[open(0.0, f64::INFINITY)]);
/// x ≥ 0.
pub const NON_NEGATIVE: Set = Set(&[closed(0.0, f64::INFINITY)]);
/// x ≠ 0.
pub(crate) const NON_ZERO: Set = Set(&[open(f64::NEG_INFINITY, 0.0), open(0.0, f64::INFINITY)]);
/// −1 ≤ x ≤ 1.
pub(crate) const UNIT: Set = Set(&[closed(-1.0, 1.0)]);
/// −1 < x < 1.
pub(crate) const OPEN_UNIT: Set = Set(&[open(-1.0, 1.0)]);
/// |x| ≥ 1.
pub(crate) const OUTSIDE_UNIT: Set = Set(&[closed(f64::NEG_INFINITY, -1.0), closed(1.0, f64::INFINITY)]);
/// |x| > 1.
pub(crate) const BEYOND_UNIT: Set = Set(&[open(f64::NEG_INFINITY, -1.0), open(1.0, f64::INFINITY)]);
/// x ≥ 1.
pub(crate) const AT_LEAST_ONE: Set = Set(&[closed(1.0, f64::INFINITY)]);
/// 0 < x ≤ 1.
pub(crate) const ZERO_TO_ONE: Set = Set(&[Span { low: 0.0, low_closed: false, high: 1.0, high_closed: true }]);
/// 0 ≤ x ≤ π.
pub(crate) const HALF_TURN: Set = Set(&[closed(0.0, PI)]);
/// |x| ≤ π/2.
pub(crate) const HALF_TURN_ODD: Set = Set(&[closed(-FRAC_PI_2, FRAC_PI_2)]);
/// |x| < π/2.
pub(crate) const HALF_TURN_ODD_OPEN: Set = Set(&[open(-FRAC_PI_2, FRAC_PI_2)]);

/// What is known of a value `x ± error` against a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// All of it lies inside.
    Inside,
    /// None of it lies inside.
    Outside,
    /// It cannot be told.
    Unsure,
}

impl Set {
    /// Does the set contain this number?
    pub fn contains(&self, x: f64) -> bool {
        self.locate(x, 0.0) == Membership::Inside
    }

    /// Where does `x ± error` lie?
    #[inline]
    pub fn locate(&self, x: f64, error: f64) -> Membership {
        let (a, b) = (x - error, x + error);
        let mut touched = false;
        for span in self.0 {
            let above = a > span.low || (span.low_closed && a == span.low);
            let below = b < span.high || (span.high_closed && b == span.high);
            if above && below {
                return Membership::Inside;
            }
            let apart = b < span.low
                || a > span.high
                || (b == span.low && !span.low_closed)
                || (a == span.high && !span.high_closed);
            touched |= !apart;
        }
        if touched { Membership::Unsure } else { Membership::Outside }
    }
}

/// `(-inf, -1] ∪ [1, inf)`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, span) in self.0.iter().enumerate() {
            let (l, r) = (if span.low_closed { '[' } else { '(' }, if span.high_closed { ']' } else { ')' });
            write!(f, "{}{l}{}, {}{r}", if at > 0 { " ∪ " } else { "" }, span.low, span.high)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_with_an_error_is_inside_outside_or_unsure() {
        assert_eq!(UNIT.locate(1.0, 0.0), Membership::Inside);
        assert_eq!(UNIT.locate(1.0, 1e-9), Membership::Unsure);
        assert_eq!(UNIT.locate(1.1, 1e-9), Membership::Outside);
        assert_eq!(POSITIVE.locate(0.0, 0.0), Membership::Outside);
        assert_eq!(NON_NEGATIVE.locate(0.0, 0.0), Membership::Inside);
        assert_eq!(OUTSIDE_UNIT.locate(0.0, 0.5), Membership::Outside);
        assert_eq!(NON_ZERO.locate(0.0, 0.0), Membership::Outside);
        assert_eq!(NON_ZERO.locate(0.0, 0.1), Membership::Unsure);
        assert_eq!(OUTSIDE_UNIT.to_string(), "(-inf, -1] ∪ [1, inf)");
    }
}
