//! Balls: between which two numbers does a value certainly lie?
//!
//! A [`Ball`] is a midpoint of chosen precision and a radius that is always rounded up, so the
//! true value is inside whatever was lost on the way. A radius of 0 means that the midpoint is
//! the value: integers and short binary fractions stay exact through sums, products and powers.
//!
//! [`apply`] and [`combine`] evaluate the operators of the table over the reals. They answer with
//! an [`Outcome`]: a ball, "certainly no real value here", or "cannot tell".

mod arithmetic;
mod constants;
mod decimal;
mod error;
mod fixed;
mod float;
pub(crate) mod image;
mod point;
mod power;
mod radius;

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::number::Number;
use crate::op::Op;
use float::{Float, Toward};
use radius::Radius;

/// Values from 2^this on are [`Doubt::TooLarge`]; below 2^−this they become a ball around 0.
pub(crate) const MAX_EXPONENT: i64 = 1 << 40;

/// Precisions asked for are kept between these bounds, so that every call ends soon.
pub(crate) const PRECISIONS: std::ops::RangeInclusive<usize> = 32..=1 << 16;

/// A real interval, midpoint ± radius, that contains the value it stands for.
#[derive(Clone, Debug)]
pub struct Ball {
    mid: Float,
    rad: Radius,
}

/// What came of an operation.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The value lies in this ball.
    Value(Ball),
    /// There is certainly no real value here.
    Undefined,
    /// Whether there is a value, or which, cannot be told.
    Unsure(Doubt),
}

/// Why an outcome is unsure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// More bits may help.
    Precision,
    /// A magnitude is beyond the range; more bits do not help.
    TooLarge,
}

/// Undefined, or why it cannot be told: how the inner functions report anything but a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Undefined,
    Unsure(Doubt),
}

const UNCLEAR: Failure = Failure::Unsure(Doubt::Precision);
const TOO_LARGE: Failure = Failure::Unsure(Doubt::TooLarge);

impl Outcome {
    /// The ball, if there is one.
    pub fn value(self) -> Option<Ball> {
        match self {
            Outcome::Value(ball) => Some(ball),
            _ => None,
        }
    }
}

impl From<Result<Ball, Failure>> for Outcome {
    fn from(result: Result<Ball, Failure>) -> Outcome {
        match result {
            Ok(ball) => Outcome::Value(ball),
            Err(Failure::Undefined) => Outcome::Undefined,
            Err(Failure::Unsure(doubt)) => Outcome::Unsure(doubt),
        }
    }
}

/// The values of a unary operator over a ball, to `bits` bits. An operator of another arity is
/// [`Outcome::Undefined`].
pub fn apply(op: Op, x: &Ball, bits: usize) -> Outcome {
    let bits = precision(bits);
    image::of(op, x, bits).and_then(|ball| ball.settle(bits)).into()
}

/// The values of a binary operator over two balls, to `bits` bits. An operator of another arity,
/// or one that is never evaluated, is [`Outcome::Undefined`].
pub fn combine(op: Op, x: &Ball, y: &Ball, bits: usize) -> Outcome {
    let bits = precision(bits);
    let result = match op {
        Op::Add => Ok(x.plus(y, bits)),
        Op::Sub => Ok(x.minus(y, bits)),
        Op::Mul => Ok(x.times(y)),
        Op::Div => x.over(y, bits),
        Op::Pow => power::power(x, y, bits),
        Op::Log => power::logarithm(x, y, bits),
        _ if op.arity() != 2 || op.binds() => Err(Failure::Undefined),
        // No claim about an operation that has no ball yet.
        _ => Err(UNCLEAR),
    };
    result.and_then(|ball| ball.settle(bits)).into()
}

fn precision(bits: usize) -> usize {
    bits.clamp(*PRECISIONS.start(), *PRECISIONS.end())
}

impl Ball {
    /// A rational number: exact if it is a binary fraction that fits.
    pub fn from_number(n: &Number, bits: usize) -> Ball {
        match n.as_i64() {
            Some(small) => Ball::exact(Float::new(small.into(), 0)).rounded(precision(bits)),
            None => Ball::from_rational(&n.to_rational(), bits),
        }
    }

    /// A rational number: exact if it is a binary fraction that fits.
    pub fn from_rational(r: &RBig, bits: usize) -> Ball {
        let float = |n: IBig| Float::new(n, 0);
        let (mid, rad) = float(r.numerator().clone()).div(&float(r.denominator().clone().into()), precision(bits) + 1);
        Ball { mid, rad }.rounded(precision(bits))
    }

    /// Everything that is at most `radius` away from `mid`.
    pub fn around(mid: &RBig, radius: &RBig, bits: usize) -> Ball {
        let widest = Ball::from_rational(radius, bits).most();
        Ball::from_rational(mid, bits).widened(widest)
    }

    /// Exactly this number, unless it is infinite or not a number.
    pub fn from_f64(x: f64) -> Option<Ball> {
        Float::from_f64(x).map(Ball::exact)
    }

    /// π.
    pub fn pi(bits: usize) -> Ball {
        Ball::pi_times(0, precision(bits))
    }

    /// e.
    pub fn e(bits: usize) -> Ball {
        let bits = precision(bits);
        fixed::exp(&Float::ONE, bits + 4).rounded(bits)
    }

    /// Is it a single number?
    pub fn is_exact(&self) -> bool {
        self.rad.is_zero()
    }

    /// Is it exactly 0?
    pub fn is_zero(&self) -> bool {
        self.is_exact() && self.mid.is_zero()
    }

    /// Is it exactly an integer?
    pub fn is_integer(&self) -> bool {
        self.is_exact() && self.mid.is_integer()
    }

    /// The sign, where it is certain. `Equal` is for exactly 0.
    pub fn sign(&self) -> Option<Ordering> {
        if self.is_zero() {
            Some(Ordering::Equal)
        } else if self.contains_zero() {
            None
        } else {
            Some(if self.mid.is_negative() { Ordering::Less } else { Ordering::Greater })
        }
    }

    /// May the value be 0?
    pub fn contains_zero(&self) -> bool {
        self.mid.abs() <= self.rad.to_float()
    }

    /// Its midpoint, as a ball of its own.
    pub fn centre(&self) -> Ball {
        Ball::exact(self.mid.clone())
    }

    /// The least and the largest number in it, unless they are of an extreme size.
    pub fn ends(&self) -> Option<(RBig, RBig)> {
        let (low, high) = (self.low(), self.high());
        (is_moderate(&low) && is_moderate(&high)).then(|| (rational(&low), rational(&high)))
    }

    /// The number, if it is a single one and not of an extreme size.
    pub fn to_number(&self) -> Option<Number> {
        (self.is_exact() && is_moderate(&self.mid)).then(|| Number::from(rational(&self.mid)))
    }

    /// Does this number lie in the ball? Where exponents are too extreme to subtract exactly,
    /// `false` is still certain.
    pub fn contains(&self, r: &RBig) -> bool {
        let rad = self.rad.to_float();
        if !(is_moderate(&self.mid) && is_moderate(&rad)) {
            return self.overlaps(&Ball::from_rational(r, self.mid.len() + 256));
        }
        let gap = rational(&self.mid) - r;
        let gap = if gap < RBig::ZERO { -gap } else { gap };
        gap <= rational(&rad)
    }

    /// May both stand for one value? `false` means that they certainly differ.
    pub fn overlaps(&self, other: &Ball) -> bool {
        let (gap, error) = self.mid.sub(&other.mid, 64, Toward::Nearest);
        Radius::down(&gap).sub_down(error) <= self.rad.add(other.rad)
    }

    /// How many leading bits are certain: −log2(radius / largest magnitude); `i64::MAX` if exact.
    pub fn accuracy_bits(&self) -> i64 {
        if self.is_exact() {
            return i64::MAX;
        }
        (Radius::up(&self.mid).max(self.rad).log2() - self.rad.log2()).floor() as i64
    }

    /// How many leading bits both values certainly share; `i64::MAX` if they are exactly equal.
    pub fn agreement_bits(&self, other: &Ball) -> i64 {
        let (gap, error) = self.mid.sub(&other.mid, 64, Toward::Nearest);
        let apart = Radius::up(&gap).add(error).add(self.rad).add(other.rad);
        let size = Radius::up(&self.mid).max(Radius::up(&other.mid));
        match (apart.is_zero(), size.is_zero()) {
            (true, _) => i64::MAX,
            (_, true) => 0,
            _ => (size.log2() - apart.log2()).floor() as i64,
        }
    }

    /// The t for which the radius is just below 2^t; `None` if it is 0.
    pub fn radius_log2(&self) -> Option<i64> {
        (!self.is_exact()).then(|| self.rad.top())
    }

    /// The t for which the midpoint's size is just below 2^t; `None` if it is 0.
    pub fn magnitude_log2(&self) -> Option<i64> {
        (!self.mid.is_zero()).then(|| self.mid.top())
    }

    /// An `f64` next to the midpoint: infinite beyond its range, 0 below.
    pub fn to_f64(&self) -> f64 {
        self.mid.to_f64()
    }
}

/// Can it be written out as a fraction?
fn is_moderate(x: &Float) -> bool {
    x.exponent().abs() < 1 << 16
}

fn rational(x: &Float) -> RBig {
    let shift = x.exponent().unsigned_abs() as usize;
    let man = x.significand().clone();
    if x.exponent() >= 0 { RBig::from(man << shift) } else { RBig::from_parts(man, dashu_int::UBig::ONE << shift) }
}
