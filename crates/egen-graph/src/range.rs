//! Ranges: between which values does an expression certainly lie?
//!
//! Intervals of `f64` with ends that are open or closed. Every inexact operation moves its ends
//! outwards, so that a range never excludes a value that can occur.

use egen_math::set::Set;
use egen_math::{Constant, Number, Op};

/// An interval of the real line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end.
    pub low: End,
    /// The upper end.
    pub high: End,
}

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Where it is; infinite for none.
    pub at: f64,
    /// Can the value itself be taken?
    pub closed: bool,
}

const fn closed(at: f64) -> End {
    End { at, closed: true }
}
const fn open(at: f64) -> End {
    End { at, closed: false }
}

impl Range {
    /// Every real number.
    pub const ALL: Range = Range { low: open(f64::NEG_INFINITY), high: open(f64::INFINITY) };
    /// x ≥ 0.
    pub const NON_NEGATIVE: Range = Range { low: closed(0.0), high: open(f64::INFINITY) };
    /// x > 0.
    pub const POSITIVE: Range = Range { low: open(0.0), high: open(f64::INFINITY) };

    /// One number.
    pub fn point(n: &Number) -> Range {
        let x = n.to_f64();
        if n.is_exact_f64() {
            Range { low: closed(x), high: closed(x) }
        } else {
            Range { low: closed(down(x)), high: closed(up(x)) }
        }
    }

    /// π or e.
    pub fn constant(c: Constant) -> Range {
        let x = match c {
            Constant::Pi => std::f64::consts::PI,
            Constant::E => std::f64::consts::E,
        };
        Range { low: closed(down(x)), high: closed(up(x)) }
    }

    /// The smallest interval around a set.
    pub fn hull(set: &Set) -> Range {
        let first = set.0.first().expect("no set of the table is empty");
        let last = set.0.last().expect("no set of the table is empty");
        // Ends such as π/2 are rounded in the table.
        let low = if first.low.fract() == 0.0 { first.low } else { down(first.low) };
        let high = if last.high.fract() == 0.0 { last.high } else { up(last.high) };
        Range { low: End { at: low, closed: first.low_closed }, high: End { at: high, closed: last.high_closed } }
    }

    /// What lies in both; `None` if nothing does.
    pub fn intersect(&self, other: &Range) -> Option<Range> {
        let low = if self.low.at > other.low.at || (self.low.at == other.low.at && !self.low.closed) {
            self.low
        } else {
            other.low
        };
        let high = if self.high.at < other.high.at || (self.high.at == other.high.at && !self.high.closed) {
            self.high
        } else {
            other.high
        };
        let empty = low.at > high.at || (low.at == high.at && !(low.closed && high.closed));
        (!empty).then_some(Range { low, high })
    }

    /// Is every value above this one (or equal to it, if allowed)?
    pub fn is_above(&self, x: f64, or_equal: bool) -> bool {
        self.low.at > x || (self.low.at == x && (or_equal || !self.low.closed))
    }

    /// Is every value below this one (or equal to it, if allowed)?
    pub fn is_below(&self, x: f64, or_equal: bool) -> bool {
        self.high.at < x || (self.high.at == x && (or_equal || !self.high.closed))
    }

    /// Can it not be 0?
    pub fn excludes_zero(&self) -> bool {
        self.is_above(0.0, false) || self.is_below(0.0, false)
    }

    /// −x.
    pub fn negate(&self) -> Range {
        Range { low: End { at: -self.high.at, ..self.high }, high: End { at: -self.low.at, ..self.low } }
    }

    /// x + y.
    pub fn add(&self, other: &Range) -> Range {
        let sum = |a: End, b: End, round: fn(f64) -> f64| {
            let at = a.at + b.at;
            let exact = (at - a.at == b.at && at - b.at == a.at) || at.is_infinite();
            End { at: if exact { at } else { round(at) }, closed: a.closed && b.closed }
        };
        Range { low: sum(self.low, other.low, down), high: sum(self.high, other.high, up) }.sane()
    }

    /// x·y.
    pub fn multiply(&self, other: &Range) -> Range {
        let mut low = open(f64::INFINITY);
        let mut high = open(f64::NEG_INFINITY);
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let zero = |e: End| e.at == 0.0;
                // 0·∞ is 0: the factor is 0 and the other one is finite.
                let at = if zero(a) || zero(b) { 0.0 } else { a.at * b.at };
                let closed = (a.closed && (b.closed || zero(a))) || (zero(b) && b.closed);
                // A product that underflows to 0 is none.
                let nothing = zero(a) || zero(b);
                let exact = nothing
                    || at.is_infinite()
                    || (at != 0.0 && a.at.fract() == 0.0 && b.at.fract() == 0.0 && at.abs() < 1e15);
                let (l, h) = if exact { (at, at) } else { (down(at), up(at)) };
                if l < low.at || (l == low.at && closed) {
                    low = End { at: l, closed };
                }
                if h > high.at || (h == high.at && closed) {
                    high = End { at: h, closed };
                }
            }
        }
        Range { low, high }.sane()
    }

    /// 1/x.
    pub fn reciprocal(&self) -> Range {
        let over = |e: End, round: fn(f64) -> f64| match e.at {
            0.0 => open(f64::INFINITY),
            x if x.is_infinite() => open(0.0),
            x => End {
                at: if (1.0 / x) * x == 1.0 && x.abs() == 1.0 { 1.0 / x } else { round(1.0 / x) },
                closed: e.closed,
            },
        };
        if self.is_above(0.0, true) {
            Range { low: over(self.high, down), high: over(self.low, up) }.sane()
        } else if self.is_below(0.0, true) {
            self.negate().reciprocal().negate()
        } else {
            Range::ALL
        }
    }

    /// |x|.
    pub fn absolute(&self) -> Range {
        if self.is_above(0.0, true) {
            *self
        } else if self.is_below(0.0, true) {
            self.negate()
        } else {
            let other = self.negate();
            let high = if other.high.at > self.high.at || (other.high.at == self.high.at && other.high.closed) {
                other.high
            } else {
                self.high
            };
            Range { low: closed(0.0), high }
        }
    }

    /// x^n for an integer n.
    pub fn power(&self, n: i64) -> Range {
        match n {
            0 => Range { low: closed(1.0), high: closed(1.0) },
            i64::MIN..0 => n.checked_neg().map_or(Range::ALL, |m| self.power(m).reciprocal()),
            _ => {
                let base = if n % 2 == 0 { self.absolute() } else { *self };
                let Ok(times) = i32::try_from(n) else { return Range::ALL };
                let raise = |e: End, toward: f64, round: fn(f64) -> f64| {
                    let at = e.at.powi(times);
                    // Underflow to 0 is no zero.
                    let exact = e.at == 0.0 || at.is_infinite() || (e.at.fract() == 0.0 && at.abs() < 1e15);
                    // Every product may lose half a unit in the last place, and powers carry it on.
                    let lost = toward * at.abs() * f64::from(times) * f64::EPSILON;
                    End { at: if exact { at } else { round(at + lost) }, closed: e.closed }
                };
                Range { low: raise(base.low, -1.0, down), high: raise(base.high, 1.0, up) }.sane()
            }
        }
    }

    /// The values of a function of the table.
    pub fn image(&self, op: Op) -> Range {
        use Op::{
            Abs, Acosh, Acot, Acoth, Acsc, Acsch, Asin, Asinh, Atan, Atanh, Cosh, Coth, Csch, Exp, Ln, Neg, Sinh, Sqrt,
            Tanh,
        };
        let row = op.info();
        let whole = Range::hull(&row.range);
        let within = match self.intersect(&Range::hull(&row.domain)) {
            Some(range) => range,
            None => return whole,
        };
        let image = match (op, &row.function) {
            (Neg, _) => return within.negate(),
            (Abs, _) => return within.absolute(),
            (Cosh, Some(function)) => within.absolute().monotone(function.real),
            (Exp | Ln | Sqrt | Asin | Atan | Sinh | Tanh | Asinh | Acosh | Atanh, Some(function)) => {
                within.monotone(function.real)
            }
            (Acot | Acsc | Csch | Coth | Acsch | Acoth, _) => {
                if within.is_above(0.0, true) {
                    Range::POSITIVE
                } else if within.is_below(0.0, true) {
                    Range::POSITIVE.negate()
                } else {
                    Range::ALL
                }
            }
            _ => Range::ALL,
        };
        image.intersect(&whole).unwrap_or(whole)
    }

    fn monotone(&self, f: fn(f64) -> f64) -> Range {
        let value = |e: End, round: fn(f64) -> f64| {
            let at = f(e.at);
            if at.is_nan() {
                return None;
            }
            // At 0 and 1 the values that are whole numbers are exact.
            let exact = at.is_infinite() || ((e.at == 0.0 || e.at == 1.0) && at.fract() == 0.0);
            Some(End { at: if exact { at } else { round(round(at)) }, closed: e.closed && at.is_finite() })
        };
        match (value(self.low, down), value(self.high, up)) {
            (Some(low), Some(high)) => Range { low, high }.sane(),
            _ => Range::ALL,
        }
    }

    /// An end that overflowed, or that divides by nothing but 0, says nothing.
    fn sane(self) -> Range {
        if self.low.at < f64::INFINITY && self.high.at > f64::NEG_INFINITY { self } else { Range::ALL }
    }
}

/// A little below.
fn down(x: f64) -> f64 {
    (x - x.abs() * 4.0 * f64::EPSILON).next_down()
}

/// A little above.
fn up(x: f64) -> f64 {
    (x + x.abs() * 4.0 * f64::EPSILON).next_up()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, high: f64) -> Range {
        Range { low: closed(low), high: closed(high) }
    }

    #[test]
    fn signs_follow_through_operations() {
        let (a, b) = (Range::POSITIVE, range(-3.0, -2.0));
        assert!(a.multiply(&b).is_below(0.0, false));
        assert!(b.multiply(&b).is_above(3.9, false));
        assert!(a.add(&Range::NON_NEGATIVE).is_above(0.0, false));
        assert!(range(-2.0, 3.0).power(2).is_above(0.0, true));
        assert!(!range(-2.0, 3.0).power(3).is_above(0.0, true));
        assert!(Range::ALL.image(Op::Exp).is_above(0.0, false));
        assert!(Range::ALL.image(Op::Cosh).is_above(1.0, true));
        assert!(Range::POSITIVE.image(Op::Csch).is_above(0.0, false));
        assert!(Range::POSITIVE.reciprocal().is_above(0.0, false));
        assert_eq!(range(2.0, 3.0).intersect(&range(4.0, 5.0)), None);
    }

    #[test]
    fn high_powers_keep_sign_and_size() {
        assert!(range(-1.0, -1.0).power(6561).is_below(0.0, false));
        assert!(range(1.0, 1.25).power(3000).high.at > 1e290);
        assert!(range(0.75, 0.75).power(2400).low.at < 1e-299);
        assert_eq!(range(-1.0, 1.0).power(i64::MAX), Range::ALL);
    }

    #[test]
    fn images_hold_all_values() {
        for op in Op::all().filter(|op| op.arity() == 1) {
            let Some(function) = op.info().function else { continue };
            for (low, high) in [(-2.5, -1.25), (-0.75, 0.5), (0.25, 0.875), (1.5, 6.0)] {
                let image = range(low, high).image(op);
                for k in 0..=50 {
                    let x = low + (high - low) * f64::from(k) / 50.0;
                    if op.info().domain.contains(x) {
                        let y = (function.real)(x);
                        let inside = !y.is_finite() || (image.low.at <= y && y <= image.high.at);
                        assert!(inside, "{op:?} at {x} is {y}, outside {image:?}");
                    }
                }
            }
        }
    }
}
