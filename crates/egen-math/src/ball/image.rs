//! Images: which values does a unary operator take over a ball?
//!
//! First the table's domain is asked. Then the function is evaluated at the midpoint and the
//! radius grows by a bound of the slope over the ball. Where the ball is too wide for such a
//! bound, or too close to the end of the domain, a monotone function is evaluated at both ends.

use super::float::{Float, Toward};
use super::radius::Radius;
use super::{Ball, Doubt, Failure, UNCLEAR, error, point};
use crate::op::Op;
use crate::set::{self, Membership, Poles, Set};

/// The values of an operator of one argument over a ball.
pub(super) fn of(op: Op, x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let row = op.info();
    let Some(function) = &row.function else { return Err(Failure::Undefined) };
    match locate(x, row.domain) {
        Membership::Inside => {}
        Membership::Outside => return Err(Failure::Undefined),
        Membership::Unsure => return Err(UNCLEAR),
    }
    match row.poles {
        Poles::Zero | Poles::Pi if x.is_zero() => return Err(Failure::Undefined),
        Poles::Zero if x.contains_zero() => return Err(UNCLEAR),
        _ => {}
    }
    (function.ball)(x, bits + 12)
}

pub(crate) fn neg(x: &Ball, _: usize) -> Result<Ball, Failure> {
    Ok(x.negated())
}

pub(crate) fn abs(x: &Ball, _: usize) -> Result<Ball, Failure> {
    Ok(x.size())
}

pub(crate) fn sign(x: &Ball, _: usize) -> Result<Ball, Failure> {
    Ok(Ball::integer(x.sign().ok_or(UNCLEAR)? as i64))
}

pub(crate) fn sqrt(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    Ok(x.root(bits))
}

pub(crate) fn exp(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    // |e^d − 1| ≤ r + r²
    let spread = |value: &Ball| value.most().mul(x.rad.add(x.rad.mul(x.rad)));
    over(x, bits, point::exp, |value| is_short(x.rad).then(|| spread(value)))
}

pub(crate) fn ln(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::ln, |_| narrow(x.rad, x.least()).and_then(|low| x.rad.div(low)))
}

pub(crate) fn sin(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    if x.rad >= Radius::power(1) { Ok(Ball::around_zero(0)) } else { Ok(Circle::at(x, bits)?.sine_over) }
}

pub(crate) fn cos(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    if x.rad >= Radius::power(1) { Ok(Ball::around_zero(0)) } else { Ok(Circle::at(x, bits)?.cosine_over) }
}

pub(crate) fn tan(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let circle = Circle::at(x, bits)?;
    // The slope is 1/cos².
    Ok(circle.sine.over(&circle.cosine, bits)?.widened(steep(x, &circle.cosine_over)?))
}

pub(crate) fn csc(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    Circle::at(x, bits)?.sine_over.inverse(bits)
}

pub(crate) fn sec(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    Circle::at(x, bits)?.cosine_over.inverse(bits)
}

pub(crate) fn cot(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let circle = Circle::at(x, bits)?;
    // The sine at the midpoint may be exactly 0 where the ball is not.
    if circle.sine_over.contains_zero() {
        return Err(UNCLEAR);
    }
    // The slope is 1/sin².
    Ok(circle.cosine.over(&circle.sine, bits)?.widened(steep(x, &circle.sine_over)?))
}

pub(crate) fn asin(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::asin, |_| asin_spread(x))
}

pub(crate) fn acos(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::acos, |_| asin_spread(x))
}

pub(crate) fn atan(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    point::atan_ball(x, bits)
}

pub(crate) fn acsc(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Asin, &reciprocal(x, bits)?, bits)
}

pub(crate) fn asec(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Acos, &reciprocal(x, bits)?, bits)
}

pub(crate) fn acot(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Atan, &x.inverse(bits)?, bits)
}

pub(crate) fn sinh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let one = Radius::power(0);
    // cosh(|m| + r) ≤ (1 + |sinh m|)(1 + 2r).
    let spread = |value: &Ball| x.rad.mul(one.add(value.most())).mul(one.add(x.rad.shift(1)));
    let at = |x: &Float, bits| Ok(point::sinh_cosh(x, bits)?.0);
    over(x, bits, at, |value| is_short(x.rad).then(|| spread(value)))
}

pub(crate) fn cosh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let (sinh, cosh) = point::sinh_cosh(&x.mid, bits)?;
    if x.is_exact() {
        return Ok(cosh);
    }
    if is_short(x.rad) {
        // |sinh m·sinh d + cosh m·(cosh d − 1)|
        let square = x.rad.mul(x.rad);
        let spread = sinh.most().mul(x.rad.add(square)).add(cosh.most().mul(square));
        return Ok(cosh.widened(spread));
    }
    let ends = point::sinh_cosh(&x.low(), bits)?.1.hull(&point::sinh_cosh(&x.high(), bits)?.1, bits);
    Ok(if x.contains_zero() { ends.hull(&Ball::integer(1), bits) } else { ends })
}

pub(crate) fn tanh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::tanh, |_| tanh_spread(x))
}

pub(crate) fn csch(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    vanishing(sinh(x, bits), x, bits)
}

pub(crate) fn sech(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    vanishing(cosh(x, bits), x, bits)
}

pub(crate) fn coth(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    tanh(x, bits)?.inverse(bits)
}

pub(crate) fn asinh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::asinh, |_| {
        let least = x.least();
        x.rad.div(Radius::power(0).add_down(least.mul_down(least)).sqrt_down())
    })
}

pub(crate) fn acosh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::acosh, |_| {
        // (x − 1)(x + 1), with d = x − 1
        let d = Radius::down(&x.mid.sub(&Float::ONE, 64, Toward::Down).0);
        let d = narrow(x.rad, d)?.sub_down(x.rad);
        x.rad.div(d.mul_down(d.add_down(Radius::power(1))).sqrt_down())
    })
}

pub(crate) fn atanh(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, point::atanh, |_| {
        let gap = gap_to_one(x)?;
        x.rad.div(gap.mul_down(Radius::power(0).add_down(x.least())))
    })
}

pub(crate) fn acsch(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Asinh, &x.inverse(bits)?, bits)
}

pub(crate) fn asech(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Acosh, &reciprocal(x, bits)?, bits)
}

pub(crate) fn acoth(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    of(Op::Atanh, &reciprocal(x, bits)?, bits)
}

pub(crate) fn erf(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    over(x, bits, error::erf, |_| {
        if !is_short(x.rad) {
            narrow(x.rad, x.least())?;
        }
        // The slope is 2/√π·e^(−x²), and 2/√π is below 73/64.
        let halvings = error::bits_to_one(&x.least().to_float()).min(super::MAX_EXPONENT as f64) as i64;
        Some(x.rad.mul(Radius::count(73, -6 - halvings)))
    })
}

/// Where the ball lies with respect to a set; ends count as reached when they may be.
pub(super) fn locate(x: &Ball, set: Set) -> Membership {
    if set == set::ALL {
        return Membership::Inside;
    }
    let (low, high) = (x.low(), x.high());
    let mut touched = false;
    for span in set.0 {
        // No comparison where the set has no end.
        let low_end = Float::from_f64(span.low).map(|end| (low.cmp(&end), high.cmp(&end)));
        let high_end = Float::from_f64(span.high).map(|end| (low.cmp(&end), high.cmp(&end)));
        let above = low_end.is_none_or(|(low, _)| low.is_gt() || (span.low_closed && low.is_eq()));
        let below = high_end.is_none_or(|(_, high)| high.is_lt() || (span.high_closed && high.is_eq()));
        if above && below {
            return Membership::Inside;
        }
        let apart = low_end.is_some_and(|(_, high)| high.is_lt() || (!span.low_closed && high.is_eq()))
            || high_end.is_some_and(|(low, _)| low.is_gt() || (!span.high_closed && low.is_eq()));
        touched |= !apart;
    }
    if touched { Membership::Unsure } else { Membership::Outside }
}

/// A monotone function over a ball: by the spread around the value at the midpoint, else by the ends.
fn over(
    x: &Ball,
    bits: usize,
    f: impl Fn(&Float, usize) -> Result<Ball, Failure>,
    spread: impl Fn(&Ball) -> Option<Radius>,
) -> Result<Ball, Failure> {
    if x.is_exact() {
        return f(&x.mid, bits);
    }
    let value = f(&x.mid, bits)?;
    match spread(&value) {
        Some(spread) => Ok(value.widened(spread)),
        // Where the midpoint has a value, an end without one is a matter of the radius.
        None => match (f(&x.low(), bits), f(&x.high(), bits)) {
            (Ok(low), Ok(high)) => Ok(low.hull(&high, bits)),
            _ => Err(UNCLEAR),
        },
    }
}

/// `room`, if the radius is small against it.
fn narrow(rad: Radius, room: Radius) -> Option<Radius> {
    (rad.shift(2) <= room).then_some(room)
}

/// Is the radius below 1/2?
fn is_short(rad: Radius) -> bool {
    rad < Radius::power(-1)
}

/// sech² y < 4e^(−2y) < 2^(2 − 2.88y), and at most 1.
fn tanh_spread(x: &Ball) -> Option<Radius> {
    let least = x.least();
    if !is_short(x.rad) {
        narrow(x.rad, least)?;
    }
    let halvings = (least.to_float().to_f64() * 2.88).min(super::MAX_EXPONENT as f64) as i64 - 2;
    Some(x.rad.shift(-halvings.max(0)))
}

/// A lower bound of 1 − |x| over the ball, if the ball is narrow against it.
fn gap_to_one(x: &Ball) -> Option<Radius> {
    let gap = Float::ONE.sub(&x.mid.abs(), 64, Toward::Down).0;
    Some(narrow(x.rad, Radius::down(&gap))?.sub_down(x.rad))
}

/// The slope of asin and acos is 1/√((1 − |x|)(1 + |x|)).
fn asin_spread(x: &Ball) -> Option<Radius> {
    let square = gap_to_one(x)?.mul_down(Radius::power(0).add_down(x.least()));
    x.rad.div(square.sqrt_down())
}

/// The inverse of a sinh or cosh, which for huge x is beyond the range while 1/sinh x is just about 0.
fn vanishing(grown: Result<Ball, Failure>, x: &Ball, bits: usize) -> Result<Ball, Failure> {
    const FAR: i64 = 38;
    match grown {
        // 1/sinh x < 4e^−x < 2^−x
        Err(Failure::Unsure(Doubt::TooLarge)) if x.least() > Radius::power(FAR) => Ok(Ball::around_zero(-(1 << FAR))),
        grown => grown?.inverse(bits),
    }
}

/// 1/x for a function that is steep at |x| = 1, with the bits that it will lose there.
fn reciprocal(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let gap = x.mid.abs().sub(&Float::ONE, 64, Toward::Nearest).0;
    let lost = gap.top().saturating_neg().clamp(0, bits as i64) as usize;
    x.inverse(bits + lost)
}

/// The sine and the cosine at the midpoint of a ball, and over all of it.
struct Circle {
    sine: Ball,
    cosine: Ball,
    sine_over: Ball,
    cosine_over: Ball,
}

impl Circle {
    fn at(x: &Ball, bits: usize) -> Result<Circle, Failure> {
        let (sine, cosine) = point::sin_cos(&x.mid, bits)?;
        // |sin(m + d) − sin m| ≤ min(r, |cos m|·r + r²/2), and likewise for the cosine.
        let half_square = x.rad.mul(x.rad).shift(-1);
        let spread = |other: &Ball| x.rad.min(other.most().mul(x.rad).add(half_square));
        let (sine_over, cosine_over) = (sine.clone().widened(spread(&cosine)), cosine.clone().widened(spread(&sine)));
        Ok(Circle { sine, cosine, sine_over, cosine_over })
    }
}

/// How far a function goes over a ball whose slope is the inverse square of another.
fn steep(x: &Ball, over: &Ball) -> Result<Radius, Failure> {
    let least = over.least();
    x.rad.div(least.mul_down(least)).ok_or(UNCLEAR)
}
