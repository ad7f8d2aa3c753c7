//! Elementary functions at one number: in which small ball does f(x) lie?
//!
//! The inverse functions start from the `f64` value y₀, which need not be right: the exact
//! remainder after y₀ is tiny, and its series is short. Close to a zero of the function the
//! working precision grows, so that the result's error is relative, and where not even that
//! suffices, the first term of the series is taken with a bound on the rest.

use super::fixed::{self, Series};
use super::float::{Float, Toward};
use super::radius::Radius;
use super::{Ball, Failure, MAX_EXPONENT, TOO_LARGE, constants};

/// Arguments of trigonometric functions may have this many bits before the point.
pub(super) const MAX_TURN_BITS: i64 = 1 << 14;

/// How many bits more a function with f(x) ≈ x needs at x.
fn extra(x: &Float) -> usize {
    x.top().saturating_neg().max(0) as usize
}

/// For f(x) = x + O(x³): x itself, if x is so small that the rest is below the precision.
fn linear(x: &Float, bits: usize) -> Option<Ball> {
    let top = x.top();
    if x.is_zero() {
        return Some(Ball::integer(0));
    }
    // |f(x) − x| ≤ |x|³/2 for all functions that come here.
    (top < -(bits as i64) / 2 - 1).then(|| Ball { mid: x.clone(), rad: Radius::power(3 * top - 1) })
}

pub(super) fn exp(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if x.top() <= 41 {
        Ok(fixed::exp(x, bits))
    } else if x.is_negative() {
        Ok(Ball::around_zero(-MAX_EXPONENT))
    } else {
        Err(TOO_LARGE)
    }
}

/// The sine and the cosine.
pub(super) fn sin_cos(x: &Float, bits: usize) -> Result<(Ball, Ball), Failure> {
    if x.top() > MAX_TURN_BITS { Err(TOO_LARGE) } else { Ok(fixed::sin_cos(x, bits)) }
}

/// The logarithm of x > 0.
pub(super) fn ln(x: &Float, bits: usize) -> Result<Ball, Failure> {
    // x = m·2^e with m near 1, so that e·ln 2 and ln m do not cancel.
    let mut e = x.top();
    let mut m = x.shift(-e);
    if m < Float::new(3.into(), -2) {
        e -= 1;
        m = m.shift(1);
    }
    let (above, _) = m.sub(&Float::ONE, m.len() + 2, Toward::Nearest);
    let part = if above.is_zero() {
        Ball::integer(0)
    } else if -above.top() > bits as i64 {
        // |ln(1 + d) − d| ≤ d².
        Ball { rad: Radius::power(2 * above.top()), mid: above }
    } else {
        let bits = bits + 8 + if e == 0 { extra(&above) } else { 0 };
        let start = if above.top() < -40 { Float::ZERO } else { near(m.to_f64().ln()) };
        let (power, m) = (fixed::exp(&start, bits), Ball::exact(m));
        let z = m.minus(&power, bits).over(&m.plus(&power, bits), bits)?;
        fixed::inverse_series(Series::Atanh, &z, bits).shifted(1).plus(&Ball::exact(start), bits)
    };
    if e == 0 {
        return Ok(part);
    }
    let scale = bits + 8;
    let ln2 =
        Ball { mid: Float::signed(false, constants::ln2(scale), -(scale as i64)), rad: Radius::power(-(scale as i64)) };
    Ok(Ball::integer(e).times(&ln2).plus(&part, bits + 4))
}

fn near(x: f64) -> Float {
    Float::from_f64(x).unwrap_or(Float::ZERO)
}

/// The logarithm over a ball of positive numbers.
pub(super) fn ln_ball(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let spread = x.rad.div(x.least()).ok_or(super::UNCLEAR)?;
    Ok(ln(&x.mid, bits)?.widened(spread))
}

pub(super) fn atan(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if let Some(ball) = linear(x, bits) {
        return Ok(ball);
    }
    if x.top() > 1 {
        let quarter = Ball::pi_times(-1, bits + 4);
        let quarter = if x.is_negative() { quarter.negated() } else { quarter };
        let inverse = Ball::exact(x.clone()).inverse(bits)?;
        return Ok(quarter.minus(&atan(&inverse.mid, bits)?.widened(inverse.rad), bits + 4));
    }
    let bits = bits + 8 + extra(x);
    let x_ball = Ball::exact(x.clone());
    if x.top() < -25 {
        return Ok(fixed::inverse_series(Series::Atan, &x_ball, bits));
    }
    // atan x − y₀ = atan((x − tan y₀) / (1 + x·tan y₀))
    let start = near(x.to_f64().atan());
    let (sine, cosine) = fixed::sin_cos(&start, bits);
    let across = x_ball.times(&cosine).minus(&sine, bits);
    let along = x_ball.times(&sine).plus(&cosine, bits);
    let z = across.over(&along, bits)?;
    Ok(fixed::inverse_series(Series::Atan, &z, bits).plus(&Ball::exact(start), bits))
}

/// The inverse tangent over a ball.
pub(super) fn atan_ball(x: &Ball, bits: usize) -> Result<Ball, Failure> {
    let least = x.least();
    let slope = Radius::power(0).add_down(least.mul_down(least));
    Ok(atan(&x.mid, bits)?.widened(x.rad.div(slope).unwrap_or(x.rad)))
}

/// The inverse sine of |x| ≤ 1.
pub(super) fn asin(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if let Some(ball) = linear(x, bits) {
        return Ok(ball);
    }
    let rest = one_minus_square(x, bits + 8);
    if rest.is_zero() {
        let quarter = Ball::pi_times(-1, bits + 4);
        return Ok(if x.is_negative() { quarter.negated() } else { quarter });
    }
    atan_ball(&Ball::exact(x.clone()).over(&rest.root(bits + 8), bits + 8)?, bits)
}

fn one_minus_square(x: &Float, bits: usize) -> Ball {
    let (one, x) = (Ball::integer(1), Ball::exact(x.clone()));
    one.minus(&x, bits).times(&one.plus(&x, bits))
}

/// The inverse cosine of |x| ≤ 1, as 2 atan √((1 − x)/(1 + x)), which keeps its accuracy near 1.
pub(super) fn acos(x: &Float, bits: usize) -> Result<Ball, Failure> {
    let (one, x) = (Ball::integer(1), Ball::exact(x.clone()));
    let below = one.plus(&x, bits + 8);
    if below.is_zero() {
        return Ok(Ball::pi_times(0, bits + 4));
    }
    let ratio = one.minus(&x, bits + 8).over(&below, bits + 8)?;
    Ok(atan_ball(&ratio.root(bits + 8), bits)?.shifted(1))
}

/// sinh and cosh.
pub(super) fn sinh_cosh(x: &Float, bits: usize) -> Result<(Ball, Ball), Failure> {
    let small = linear(x, bits);
    let bits = bits + 8 + if small.is_some() { 0 } else { extra(x) };
    let up = exp(&x.abs(), bits)?;
    let down = up.inverse(bits)?;
    let sinh = match small {
        Some(ball) => ball,
        None => {
            let size = up.minus(&down, bits).shifted(-1);
            if x.is_negative() { size.negated() } else { size }
        }
    };
    Ok((sinh, up.plus(&down, bits).shifted(-1)))
}

pub(super) fn tanh(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if let Some(ball) = linear(x, bits) {
        return Ok(ball);
    }
    // 1 − tanh x < 2e^(−2x) < 2^(1 − 2.88x)
    let bits_to_one = x.to_f64().abs() * 2.88;
    let size = if bits_to_one > bits as f64 + 4.0 {
        Ball { mid: Float::ONE, rad: Radius::power(2 - bits_to_one.min(MAX_EXPONENT as f64) as i64) }
    } else {
        let bits = bits + 8 + extra(x);
        let square = exp(&x.abs().shift(1), bits)?;
        let one = Ball::integer(1);
        square.minus(&one, bits).over(&square.plus(&one, bits), bits)?
    };
    Ok(if x.is_negative() { size.negated() } else { size })
}

pub(super) fn asinh(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if let Some(ball) = linear(x, bits) {
        return Ok(ball);
    }
    let bits = bits + 8 + extra(x);
    let size = Ball::exact(x.abs());
    let root = size.times(&size).plus(&Ball::integer(1), bits).root(bits);
    let size = ln_ball(&size.plus(&root, bits), bits)?;
    Ok(if x.is_negative() { size.negated() } else { size })
}

/// The inverse hyperbolic cosine of x ≥ 1.
pub(super) fn acosh(x: &Float, bits: usize) -> Result<Ball, Failure> {
    let one = Ball::integer(1);
    let x = Ball::exact(x.clone());
    let above = x.minus(&one, bits + 8);
    if above.is_zero() {
        return Ok(above);
    }
    let lost = extra(&above.mid);
    if lost > bits {
        // |acosh(1 + d) − √(2d)| ≤ √(2d)·d
        let root = above.shifted(1).root(bits + 8);
        let rest = root.most().mul(above.most());
        return Ok(root.widened(rest));
    }
    let bits = bits + 8 + lost / 2;
    let root = above.times(&x.plus(&one, bits)).root(bits);
    ln_ball(&x.plus(&root, bits), bits)
}

/// The inverse hyperbolic tangent of |x| < 1.
pub(super) fn atanh(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if let Some(ball) = linear(x, bits) {
        return Ok(ball);
    }
    let bits = bits + 8 + extra(x);
    let (one, x) = (Ball::integer(1), Ball::exact(x.clone()));
    let ratio = one.plus(&x, bits).over(&one.minus(&x, bits), bits)?;
    Ok(ln_ball(&ratio, bits)?.shifted(-1))
}
