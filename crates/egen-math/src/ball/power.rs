//! Powers and logarithms to a base: what are x^y and log_b x over the reals?
//!
//! A real power has two meanings: repeated multiplication for integer exponents, which any base
//! allows, and e^(y ln x) for the others, which positive bases allow. Which one applies is only
//! known when the exponent is exact.

use std::cmp::Ordering;

use super::float::Float;
use super::{Ball, Failure, UNCLEAR, image, point};
use crate::op::Op;

/// Exponents up to 2^this are multiplied out; beyond, the logarithm is as good and shorter.
const MAX_CHAIN: i64 = 40;

pub(super) fn power(x: &Ball, y: &Ball, bits: usize) -> Result<Ball, Failure> {
    if y.is_integer() {
        return integer_power(x, &y.mid, bits + 8);
    }
    match (x.sign(), y.sign()) {
        (Some(Ordering::Equal), Some(Ordering::Greater)) => Ok(Ball::integer(0)),
        (Some(Ordering::Equal), Some(Ordering::Less)) => Err(Failure::Undefined),
        (Some(Ordering::Less), _) if y.is_exact() => Err(Failure::Undefined),
        (Some(Ordering::Greater), _) if y.is_exact() && y.mid.exponent() == -1 => {
            let lost = y.mid.top().clamp(0, 64) as usize;
            integer_power(&x.root(bits + 12 + lost), &y.mid.shift(1), bits + 8)
        }
        (Some(Ordering::Greater), _) => general_power(x, y, bits),
        _ => Err(UNCLEAR),
    }
}

/// e^(y ln x) for x > 0.
fn general_power(x: &Ball, y: &Ball, bits: usize) -> Result<Ball, Failure> {
    // The exponent's absolute error is the result's relative one, so its leading bits come on top.
    let size = (x.mid.top().unsigned_abs() + 2).ilog2() as i64 + 1 + y.mid.top();
    let bits = bits + 12 + size.clamp(0, 64) as usize;
    image::of(Op::Exp, &point::ln_ball(x, bits)?.times(y).rounded(bits), bits)
}

fn integer_power(x: &Ball, n: &Float, bits: usize) -> Result<Ball, Failure> {
    let odd = !n.is_zero() && n.exponent() == 0;
    if n.is_zero() {
        return Ok(Ball::integer(1));
    }
    if x.is_zero() {
        return if n.is_negative() { Err(Failure::Undefined) } else { Ok(Ball::integer(0)) };
    }
    if x.is_exact() && x.mid.abs() == Float::ONE {
        return Ok(Ball::integer(if odd && x.mid.is_negative() { -1 } else { 1 }));
    }
    if x.contains_zero() {
        if n.is_negative() {
            return Err(UNCLEAR);
        }
        let most = x.most().to_float();
        let most = integer_power(&Ball::exact(most), n, bits)?.most();
        return Ok(if odd { Ball { mid: Float::ZERO, rad: most } } else { Ball::up_to(most) });
    }
    if n.top() > MAX_CHAIN {
        let size = general_power(&x.size(), &Ball::exact(n.clone()), bits)?;
        return Ok(if odd && x.mid.is_negative() { size.negated() } else { size });
    }
    let count: u64 = n.fixed(0).try_into().unwrap_or(u64::MAX);
    let length = 64 - count.leading_zeros();
    // Each squaring doubles the relative error.
    let bits = bits + 2 + length as usize;
    let base = if n.is_negative() { x.inverse(bits)? } else { x.clone() };
    let mut result = base.clone();
    for bit in (0..length - 1).rev() {
        // Settled in each step, so that exponents stay in range.
        result = result.times(&result).settle(bits)?;
        if count >> bit & 1 == 1 {
            result = result.times(&base).settle(bits)?;
        }
    }
    Ok(result)
}

/// ln x / ln b.
pub(super) fn logarithm(x: &Ball, b: &Ball, bits: usize) -> Result<Ball, Failure> {
    let is_one = b.is_exact() && b.mid == Float::ONE;
    let never = |v: &Ball| matches!(v.sign(), Some(Ordering::Less | Ordering::Equal));
    if is_one || never(x) || never(b) {
        return Err(Failure::Undefined);
    }
    let bits = bits + 8;
    image::of(Op::Ln, x, bits)?.over(&image::of(Op::Ln, b, bits)?, bits)
}
