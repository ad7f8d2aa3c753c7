//! Series in fixed point: what are exp, sin, cos and atan of a number, to an absolute error?
//!
//! Numbers are integers n that stand for n·2^−scale, so one operation errs by at most one unit
//! and the error is a count of operations. A precision of `bits` costs about √bits terms of a
//! Taylor series and as many doublings of the argument.

use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::float::Float;
use super::radius::Radius;
use super::{Ball, constants};

/// e^x to `bits` bits. |x| is below 2^42.
pub(super) fn exp(x: &Float, bits: usize) -> Ball {
    if x.is_zero() {
        return Ball::integer(1);
    }
    if x.top() < -(bits as i64) - 2 {
        // |e^x − 1| ≤ 2|x| here.
        return Ball { mid: Float::ONE, rad: Radius::power(x.top() + 1) };
    }
    let halvings = bits.isqrt();
    let scale = bits + halvings + 16;
    // e^x = 2^n · e^r with 0 ≤ r < 0.7. The quotient's last bits do not matter: r is taken from n.
    let mut n = (x.to_f64() / std::f64::consts::LN_2).floor() as i64;
    let mut rest = IBig::from(x.fixed(scale));
    if x.is_negative() {
        rest = -rest;
    }
    if n != 0 {
        let size = n.unsigned_abs();
        let wide = 64 - size.leading_zeros() as usize;
        let multiple = IBig::from((constants::ln2(scale + wide) * size) >> wide);
        rest = if n > 0 { rest - multiple } else { rest + multiple };
    }
    if rest < IBig::ZERO {
        rest += IBig::from(constants::ln2(scale));
        n -= 1;
    }
    // Errors so far, in units: 1 from x, 2 from the multiple, 1 from the last line; less than 2 after the halvings.
    let y = UBig::try_from(rest).unwrap_or(UBig::ZERO) >> halvings;
    let mut sum = (UBig::ONE << scale) + &y;
    let mut term = y.clone();
    let mut terms = 1u64;
    loop {
        terms += 1;
        term = ((term * &y) >> scale) / terms;
        if term.is_zero() {
            break;
        }
        sum += &term;
    }
    for _ in 0..halvings {
        sum = sum.sqr() >> scale;
    }
    // 2 units for y, at most 2 for each term and the tail; each squaring doubles the relative
    // error and adds a unit, and the sum is at most 2.1.
    let exp = n - scale as i64;
    Ball { mid: Float::signed(false, sum, exp), rad: Radius::count(3 * (2 * terms + 6), exp + halvings as i64) }
}

/// sin x and cos x to `bits` bits, relative to their size unless a huge x cancels. The caller bounds x.top().
pub(super) fn sin_cos(x: &Float, bits: usize) -> (Ball, Ball) {
    let top = x.top();
    if x.is_zero() {
        return (Ball::integer(0), Ball::integer(1));
    }
    if top < -(bits as i64) / 2 - 1 {
        // |sin x − x| ≤ |x|³/6 and |cos x − 1| ≤ x²/2.
        return (
            Ball { mid: x.clone(), rad: Radius::power(3 * top - 2) },
            Ball { mid: Float::ONE, rad: Radius::power(2 * top - 1) },
        );
    }
    let doublings = bits.isqrt() / 2 + 1;
    let base = bits + 2 * doublings + 16;
    // The sine comes from a root of 1 − cos², whose error is relative to the square of the sine.
    let mut scale = base + 2 * (-top).max(0) as usize;
    let quarters = quarter_turns(x);
    let mut rest = beyond(x, &quarters, scale);
    let lost = scale.saturating_sub(rest.bit_len());
    if !quarters.is_zero() && lost > 8 {
        // Close to a multiple of π/2: once more, with the bits that cancelled.
        scale = base + 2 * lost.min(base);
        rest = beyond(x, &quarters, scale);
    }
    let below = rest < IBig::ZERO;
    let y = rest.into_parts().1 >> doublings;
    // 3 units from the reduction, 2^doublings from the shift.
    let unit = -(scale as i64);
    let shifted = Radius::power(doublings as i64 + unit).add(Radius::count(3, unit));

    // v = 1 − cos y = y²/2! − y⁴/4! + …, then 1 − cos 2y = 2v(2 − v).
    let square = y.sqr() >> scale;
    let mut term: UBig = &square >> 1usize;
    let mut versine = term.clone();
    let mut terms = 1u64;
    loop {
        term = ((term * &square) >> scale) / ((2 * terms + 1) * (2 * terms + 2));
        if term.is_zero() {
            break;
        }
        versine = if terms % 2 == 1 { versine - &term } else { versine + &term };
        terms += 1;
    }
    for _ in 0..doublings {
        versine = (&versine << 2usize) - (versine.sqr() >> (scale - 1));
    }
    // At most 2 units for each term and the tail; each doubling multiplies the error by 4 and adds a unit.
    let error = Radius::count(2 * terms + 6, 2 * doublings as i64 + unit);
    let one = UBig::ONE << scale;
    let cosine = Ball { mid: Float::signed(false, &one - &versine, unit), rad: error.add(shifted) };
    let root = (&versine * ((one << 1usize) - &versine)).sqrt();
    let sine = Float::signed(below, root, unit);
    // |√a − √b| ≤ |a − b|/√a, and a = v(2 − v) has a slope of at most 2.
    let doubled = error.shift(1);
    let rooted = doubled.div(Radius::down(&sine)).unwrap_or(doubled.sqrt());
    let sine = Ball { mid: sine, rad: rooted.add(Radius::power(unit)).add(shifted) };

    let (sine, cosine) = match (quarters.bit(1), quarters.bit(0)) {
        (false, false) => (sine, cosine),
        (false, true) => (cosine, sine.negated()),
        (true, false) => (sine.negated(), cosine.negated()),
        (true, true) => (cosine.negated(), sine),
    };
    (if x.is_negative() { sine.negated() } else { sine }, cosine)
}

/// The integer nearest to |x|/(π/2), or one of the two nearest.
fn quarter_turns(x: &Float) -> UBig {
    if x.top() <= 30 {
        let turns = (x.to_f64().abs() / std::f64::consts::FRAC_PI_2).round();
        return UBig::from(turns as u64);
    }
    let scale = x.top() as usize + 16;
    let quarter = constants::pi(scale - 1);
    (x.fixed(scale) + (&quarter >> 1usize)) / quarter
}

/// |x| − quarters·π/2, within 3 units.
fn beyond(x: &Float, quarters: &UBig, scale: usize) -> IBig {
    let size = IBig::from(x.fixed(scale));
    if quarters.is_zero() {
        return size;
    }
    let wide = quarters.bit_len();
    size - IBig::from((constants::pi(scale + wide - 1) * quarters) >> wide)
}

/// Which of the two series z ∓ z³/3 + z⁵/5 ∓ ….
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Series {
    /// atan z.
    Atan,
    /// atanh z.
    Atanh,
}

/// atan z or atanh z to an absolute 2^−bits, for |z| ≤ 1/4; fast where z is small.
pub(super) fn inverse_series(series: Series, z: &Ball, bits: usize) -> Ball {
    let scale = bits + 10;
    let size = z.mid.fixed(scale);
    let square = size.sqr() >> scale;
    let (mut sum, mut power, mut odd) = (size.clone(), size, 1u64);
    loop {
        power = (power * &square) >> scale;
        if power.is_zero() {
            break;
        }
        odd += 2;
        let term = &power / odd;
        sum = if series == Series::Atan && odd % 4 == 3 { sum - term } else { sum + term };
    }
    // Slopes are at most 1 and 1/(1 − 1/16); 2 units for each term, 1 for z, 1 for the tail.
    let slope = z.rad.add(z.rad.shift(-3));
    let unit = -(scale as i64);
    Ball { mid: Float::signed(z.mid.is_negative(), sum, unit), rad: Radius::count(odd + 4, unit).add(slope) }
}
