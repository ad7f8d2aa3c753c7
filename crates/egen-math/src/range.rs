//! Ranges: between which values does an expression certainly lie?
//!
//! Intervals of `f64` with ends that are open or closed. Every inexact operation moves its ends
//! outwards, so that a range never excludes a value that can occur.

use crate::expr::Constant;
use crate::number::Number;
use crate::op::{Op, Pieces};
use crate::set::Set;
use std::f64::consts::PI;

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
    /// x < 0.
    pub const NEGATIVE: Range = Range { low: open(f64::NEG_INFINITY), high: open(0.0) };

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

    /// The smallest interval around both.
    pub fn around(&self, other: &Range) -> Range {
        let low = if self.low.at < other.low.at || (self.low.at == other.low.at && self.low.closed) {
            self.low
        } else {
            other.low
        };
        let high = if self.high.at > other.high.at || (self.high.at == other.high.at && self.high.closed) {
            self.high
        } else {
            other.high
        };
        Range { low, high }
    }

    /// Every number between two.
    pub fn between(low: f64, high: f64) -> Range {
        let end = |at: f64| End { at, closed: at.is_finite() };
        Range { low: end(low), high: end(high) }
    }

    /// Does this number lie in it?
    pub fn contains(&self, x: f64) -> bool {
        !(self.is_above(x, false) || self.is_below(x, false))
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
        if self.low.at == 0.0 && self.high.at == 0.0 {
            Range::ALL
        } else if self.is_above(0.0, true) {
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

    /// x^q for a number q that is no integer, over the part that is not negative.
    pub fn root(&self, q: f64) -> Option<Range> {
        let base = self.intersect(&Range::NON_NEGATIVE)?;
        let raise = |e: End, round: fn(f64) -> f64| {
            let at = e.at.powf(q);
            // The exponent is rounded as well, which counts where the logarithm of the base is large.
            let lost = at.abs() * (e.at.ln() * q).abs().min(1e6) * f64::EPSILON;
            let lost = if lost.is_finite() { lost } else { 0.0 };
            let outward = if round(1.0) > 1.0 { at + lost } else { at - lost };
            End { at: if at.is_infinite() || e.at == 0.0 { at } else { round(outward) }, closed: e.closed && at.is_finite() }
        };
        let (low, high) = if q > 0.0 { (base.low, base.high) } else { (base.high, base.low) };
        let image = Range { low: raise(low, down), high: raise(high, up) }.sane();
        image.intersect(if base.is_above(0.0, false) { &Range::POSITIVE } else { &Range::NON_NEGATIVE })
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

    /// The values of a function of the table over the part of the range on which it is defined; all that it takes if there is none.
    pub fn image(&self, op: Op) -> Range {
        let row = op.info();
        let whole = Range::hull(&row.range);
        let (Some(within), Some(function)) = (self.intersect(&Range::hull(&row.domain)), &row.function) else {
            return whole;
        };
        let side = |part: Range| part.intersect(&within);
        let image = match op.pieces() {
            Pieces::Linear => return within.negate(),
            Pieces::Rising => within.monotone(function.real),
            Pieces::Falling => within.turned().monotone(function.real),
            Pieces::EvenRising if op == Op::Abs => return within.absolute(),
            Pieces::EvenRising => within.absolute().monotone(function.real),
            Pieces::EvenFalling => within.absolute().turned().monotone(function.real),
            // These are odd and have the sign of their argument, and what is just below 0 is not seen in an end at 0.
            Pieces::FallingBesideZero => {
                let above = |part: Range| {
                    let image = part.turned().monotone(function.real);
                    image.intersect(&Range::POSITIVE).unwrap_or(Range::POSITIVE)
                };
                match (side(Range::NEGATIVE), side(Range::POSITIVE)) {
                    (Some(one), None) => above(one.negate()).negate(),
                    (None, Some(one)) => above(one),
                    _ => whole,
                }
            }
            Pieces::RisingBesideZero => match (side(Range::NEGATIVE), side(Range::POSITIVE)) {
                (Some(one), None) | (None, Some(one)) => one.monotone(function.real),
                _ => whole,
            },
            Pieces::Wave { crest } => within.wave(function.real, crest),
            Pieces::InverseWave { crest } => {
                let wave = if crest == 0.0 { f64::cos } else { f64::sin };
                let below = within.wave(wave, crest);
                if below.excludes_zero() { below.reciprocal() } else { whole }
            }
            Pieces::RisingBetweenPoles { pole } if !within.meets_turn(pole, PI) => within.monotone(function.real),
            Pieces::FallingBetweenPoles { pole } if !within.meets_turn(pole, PI) => {
                within.turned().monotone(function.real)
            }
            Pieces::RisingBetweenPoles { .. } | Pieces::FallingBetweenPoles { .. } => whole,
            Pieces::Step => {
                let sign = |e: End, open_is: f64| match e.at {
                    0.0 if e.closed => 0.0,
                    0.0 => open_is,
                    x => x.signum(),
                };
                Range { low: closed(sign(within.low, 1.0)), high: closed(sign(within.high, -1.0)) }
            }
        };
        image.intersect(&whole).unwrap_or(whole)
    }

    /// With its ends exchanged, for what falls.
    fn turned(&self) -> Range {
        Range { low: self.high, high: self.low }
    }

    /// May offset + k·period lie in it, for an integer k?
    pub(crate) fn meets_turn(&self, offset: f64, period: f64) -> bool {
        const FAR: f64 = 1e8;
        if !(self.low.at.abs() < FAR && self.high.at.abs() < FAR) {
            return true;
        }
        let turns = |x: f64| (x - offset) / period;
        (turns(self.low.at) - 1e-6).ceil() <= (turns(self.high.at) + 1e-6).floor()
    }

    /// A sine or cosine whose maxima are at crest + 2kπ.
    fn wave(&self, f: fn(f64) -> f64, crest: f64) -> Range {
        let (top, bottom) = (self.meets_turn(crest, 2.0 * PI), self.meets_turn(crest + PI, 2.0 * PI));
        if top && bottom {
            return Range { low: closed(-1.0), high: closed(1.0) };
        }
        let (a, b) = (f(self.low.at), f(self.high.at));
        let (low, high) = if a < b { (self.low, self.high) } else { (self.high, self.low) };
        let low = if bottom { closed(-1.0) } else { End { at: down(f(low.at)), closed: low.closed } };
        let high = if top { closed(1.0) } else { End { at: up(f(high.at)), closed: high.closed } };
        Range { low, high }
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

    /// What overflowed is beyond the largest f64, and what is not a number says nothing.
    fn sane(self) -> Range {
        let low = match self.low.at {
            x if x.is_nan() => Range::ALL.low,
            f64::INFINITY => closed(f64::MAX),
            _ => self.low,
        };
        let high = match self.high.at {
            x if x.is_nan() => Range::ALL.high,
            f64::NEG_INFINITY => closed(f64::MIN),
            _ => self.high,
        };
        Range { low, high }
    }
}

/// More than any operation loses.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A little below.
fn down(x: f64) -> f64 {
    (x - x.abs() * ROUNDING).next_down()
}

/// A little above.
fn up(x: f64) -> f64 {
    (x + x.abs() * ROUNDING).next_up()
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
