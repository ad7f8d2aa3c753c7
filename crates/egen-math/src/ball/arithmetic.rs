//! Arithmetic on balls: where do sums, products, quotients and roots certainly lie?
//!
//! With x = m + d and |d| ≤ r, each radius is a bound on what the d can do, plus the rounding
//! error of the midpoint. Exact operands whose result fits give exact results.

use super::float::{Float, Toward};
use super::radius::Radius;
use super::{Ball, Failure, MAX_EXPONENT, TOO_LARGE, UNCLEAR, constants};

impl Ball {
    pub(super) fn exact(mid: Float) -> Ball {
        Ball { mid, rad: Radius::ZERO }
    }

    pub(super) fn integer(n: i64) -> Ball {
        Ball::exact(Float::new(n.into(), 0))
    }

    /// Nothing is known but that it is at most 2^exp in size.
    pub(super) fn around_zero(exp: i64) -> Ball {
        Ball { mid: Float::ZERO, rad: Radius::power(exp) }
    }

    /// The numbers from 0 to this one. Half of a radius is exact and fits every precision, so 0
    /// remains the lower end: such a ball still has a square root.
    pub(super) fn up_to(most: Radius) -> Ball {
        let half = most.shift(-1);
        Ball { mid: half.to_float(), rad: half }
    }

    /// The numbers between two, in either order.
    pub(super) fn between(a: &Float, b: &Float, bits: usize) -> Ball {
        let (sum, error) = a.add(b, bits + 2, Toward::Nearest);
        let (width, more) = a.sub(b, 64, Toward::Nearest);
        Ball { mid: sum.shift(-1), rad: Radius::up(&width).add(more).add(error).shift(-1) }
    }

    /// All of both.
    pub(super) fn hull(&self, other: &Ball, bits: usize) -> Ball {
        Ball::between(&self.low().min(other.low()), &self.high().max(other.high()), bits)
    }

    /// π·2^shift.
    pub(super) fn pi_times(shift: i64, bits: usize) -> Ball {
        let exp = shift - bits as i64;
        Ball { mid: Float::signed(false, constants::pi(bits), exp), rad: Radius::power(exp) }.rounded(bits)
    }

    /// The lower end, or a number just below it.
    pub(super) fn low(&self) -> Float {
        self.mid.sub(&self.rad.to_float(), self.mid.len() + 64, Toward::Down).0
    }

    /// The upper end, or a number just above it.
    pub(super) fn high(&self) -> Float {
        self.mid.add(&self.rad.to_float(), self.mid.len() + 64, Toward::Up).0
    }

    /// A lower bound on the size of what lies in it.
    pub(super) fn least(&self) -> Radius {
        Radius::down(&self.mid).sub_down(self.rad)
    }

    /// An upper bound on the size of what lies in it.
    pub(super) fn most(&self) -> Radius {
        Radius::up(&self.mid).add(self.rad)
    }

    pub(super) fn widened(mut self, by: Radius) -> Ball {
        self.rad = self.rad.add(by);
        self
    }

    pub(super) fn rounded(self, bits: usize) -> Ball {
        let (mid, error) = self.mid.round(bits, Toward::Nearest);
        Ball { mid, rad: self.rad.add(error) }
    }

    /// Rounds to the precision and sees that exponents stay in their range, so that no sequence
    /// of operations can make them overflow.
    pub(super) fn settle(self, bits: usize) -> Result<Ball, Failure> {
        let ball = self.rounded(bits);
        if ball.mid.top() > MAX_EXPONENT {
            return Err(TOO_LARGE);
        }
        if ball.rad > Radius::power(MAX_EXPONENT) {
            return Err(UNCLEAR);
        }
        if ball.mid.top() < -MAX_EXPONENT && !ball.is_zero() {
            return Ok(Ball::around_zero(-MAX_EXPONENT).widened(ball.rad));
        }
        // A larger radius is as true, and keeps its exponent in reach of the midpoint's.
        let least = Radius::power(-2 * MAX_EXPONENT);
        Ok(if ball.is_exact() || ball.rad >= least { ball } else { Ball { rad: least, ..ball } })
    }

    pub(super) fn negated(&self) -> Ball {
        Ball { mid: self.mid.neg(), rad: self.rad }
    }

    /// Times 2^by.
    pub(super) fn shifted(&self, by: i64) -> Ball {
        Ball { mid: self.mid.shift(by), rad: self.rad.shift(by) }
    }

    pub(super) fn plus(&self, other: &Ball, bits: usize) -> Ball {
        let (mid, error) = self.mid.add(&other.mid, bits, Toward::Nearest);
        Ball { mid, rad: self.rad.add(other.rad).add(error) }
    }

    pub(super) fn minus(&self, other: &Ball, bits: usize) -> Ball {
        let (mid, error) = self.mid.sub(&other.mid, bits, Toward::Nearest);
        Ball { mid, rad: self.rad.add(other.rad).add(error) }
    }

    /// The product, not rounded: as long as both factors together.
    pub(super) fn times(&self, other: &Ball) -> Ball {
        let mid = self.mid.mul(&other.mid);
        if self.is_exact() && other.is_exact() {
            return Ball::exact(mid);
        }
        // |m₁|·r₂ + (|m₂| + r₂)·r₁
        let rad = Radius::up(&self.mid).mul(other.rad).add(other.most().mul(self.rad));
        Ball { mid, rad }
    }

    pub(super) fn over(&self, other: &Ball, bits: usize) -> Result<Ball, Failure> {
        if other.is_zero() {
            return Err(Failure::Undefined);
        }
        if other.contains_zero() {
            return Err(UNCLEAR);
        }
        let (mid, error) = self.mid.div(&other.mid, bits + 1);
        // |x/y − m₁/m₂| ≤ (r₁ + |m₁/m₂|·r₂) / (|m₂| − r₂)
        let quotient = Radius::up(&mid).add(error);
        let spread = self.rad.add(quotient.mul(other.rad)).div(other.least()).ok_or(UNCLEAR)?;
        Ok(Ball { mid, rad: error.add(spread) })
    }

    pub(super) fn inverse(&self, bits: usize) -> Result<Ball, Failure> {
        Ball::exact(Float::ONE).over(self, bits)
    }

    /// The root of a ball with no negative part.
    pub(super) fn root(&self, bits: usize) -> Ball {
        let (mid, error) = self.mid.sqrt(bits + 1);
        if self.is_exact() {
            return Ball { mid, rad: error };
        }
        // √m − √(m−r) = r / (√m + √(m−r))
        let roots = Radius::down(&mid).sub_down(error).add_down(self.least().sqrt_down());
        match self.rad.div(roots) {
            // Next to 0 the quotient is poor; the roots of both ends are exact.
            Some(spread) if self.rad.shift(2) < Radius::down(&self.mid) => Ball { mid, rad: error.add(spread) },
            _ => {
                let (high, error) = self.high().sqrt(bits + 1);
                let high = high.add(&error.to_float(), bits + 8, Toward::Up).0;
                let low = self.low();
                if low.is_negative() || low.is_zero() {
                    return Ball::up_to(Radius::up(&high));
                }
                let (low, error) = low.sqrt(bits + 1);
                Ball::between(&low.sub(&error.to_float(), bits + 8, Toward::Down).0, &high, bits)
            }
        }
    }

    /// |x|. Where the sign is open, everything from 0 to the larger end.
    pub(super) fn size(&self) -> Ball {
        if !self.contains_zero() {
            return Ball { mid: self.mid.abs(), rad: self.rad };
        }
        if self.is_zero() {
            return self.clone();
        }
        Ball::up_to(self.most())
    }
}
