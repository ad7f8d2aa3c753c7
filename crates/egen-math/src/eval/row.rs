//! Rows: which functions are computed for many numbers at once, without a branch or a call for each?
//!
//! The same function as the operator's own, to within three units in the last place, or NaN where that is not so: a caller then asks
//! the other. Loops over selections and arithmetic alone are what a compiler makes vector instructions of, for whichever the processor
//! has. None of them fuses a product with a sum: the bits are the same on all processors.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LOG2_E, SQRT_2};

/// A function of each number of a row.
pub(crate) type Row = fn(&[f64], &mut [f64]);

pub(crate) const NEG: Row = |from, to| each(from, to, |x| -x);
pub(crate) const ABS: Row = |from, to| each(from, to, f64::abs);
pub(crate) const SIGN: Row = |from, to| each(from, to, sign);
pub(crate) const SQRT: Row = |from, to| each(from, to, f64::sqrt);
pub(crate) const EXP: Row = |from, to| each(from, to, exp);
pub(crate) const LN: Row = |from, to| each(from, to, ln);
pub(crate) const SIN: Row = |from, to| circular(from, to, sin, f64::sin);
pub(crate) const COS: Row = |from, to| circular(from, to, cos, f64::cos);
pub(crate) const TAN: Row = |from, to| circular(from, to, tan, f64::tan);
pub(crate) const CSC: Row = |from, to| circular(from, to, |x| 1.0 / sin(x), |x| 1.0 / x.sin());
pub(crate) const SEC: Row = |from, to| circular(from, to, |x| 1.0 / cos(x), |x| 1.0 / x.cos());
pub(crate) const COT: Row = |from, to| circular(from, to, |x| 1.0 / tan(x), |x| 1.0 / x.tan());
pub(crate) const ASIN: Row = |from, to| each(from, to, asin);
pub(crate) const ACOS: Row = |from, to| each(from, to, acos);
pub(crate) const ATAN: Row = |from, to| each(from, to, atan);
pub(crate) const SINH: Row = |from, to| each(from, to, sinh);
pub(crate) const COSH: Row = |from, to| each(from, to, cosh);
pub(crate) const TANH: Row = |from, to| each(from, to, tanh);
pub(crate) const CSCH: Row = |from, to| each(from, to, |x| 1.0 / sinh(x));
pub(crate) const SECH: Row = |from, to| each(from, to, |x| 1.0 / cosh(x));
pub(crate) const COTH: Row = |from, to| each(from, to, |x| 1.0 / tanh(x));
pub(crate) const ASINH: Row = |from, to| each(from, to, asinh);
pub(crate) const ACOSH: Row = |from, to| each(from, to, acosh);
pub(crate) const ATANH: Row = |from, to| each(from, to, atanh);

/// Runs a loop with the widest vector instructions of this processor; without the feature `simd`, with those that every processor has.
#[inline(always)]
fn dispatch<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(feature = "simd")]
    return pulp::Arch::new().dispatch(run);
    #[cfg(not(feature = "simd"))]
    run()
}

/// A function of each number of a row.
///
/// What is done for it takes the row that is written to along: a closure that could be called twice would be called by way of another function, in which long ones would not be part of
/// the loop.
#[inline(always)]
fn each(from: &[f64], to: &mut [f64], f: impl Fn(f64) -> f64) {
    dispatch(
        #[inline(always)]
        move || {
            let to = to;
            for (to, &x) in to.iter_mut().zip(from) {
                *to = f(x);
            }
        },
    );
}

/// A function of each number of two rows.
#[inline(always)]
pub(super) fn both(a: &[f64], b: &[f64], to: &mut [f64], f: impl Fn(f64, f64) -> f64) {
    dispatch(
        #[inline(always)]
        move || {
            let to = to;
            for (to, (&x, &y)) in to.iter_mut().zip(a.iter().zip(b)) {
                *to = f(x, y);
            }
        },
    );
}

/// A function of each number of several rows.
#[inline(always)]
pub(super) fn all<const N: usize>(from: [&[f64]; N], to: &mut [f64], f: impl Fn([f64; N]) -> f64) {
    dispatch(
        #[inline(always)]
        move || {
            let to = to;
            let length = from.iter().fold(to.len(), |length, row| length.min(row.len()));
            for at in 0..length {
                to[at] = f(std::array::from_fn(|row| from[row][at]));
            }
        },
    );
}

/// Is something true of the numbers of some rows, side by side, anywhere? All of them are looked at.
#[inline(always)]
pub(super) fn any<const N: usize>(rows: [&[f64]; N], f: impl Fn([f64; N]) -> bool) -> bool {
    dispatch(
        #[inline(always)]
        || {
            let length = rows.iter().fold(usize::MAX, |length, row| length.min(row.len()));
            (0..length).fold(false, |any, at| any | f(std::array::from_fn(|row| rows[row][at])))
        },
    )
}

/// x^n by squaring, as `powi` does it, one multiplication of rows after the other. `square` is room for a row.
pub(super) fn power(from: &[f64], n: i32, square: &mut [f64], to: &mut [f64]) {
    match n {
        -1 => return each(from, to, |x| 1.0 / x),
        2 => return each(from, to, |x| x * x),
        3 => return each(from, to, |x| x * (x * x)),
        4 => return each(from, to, |x| (x * x) * (x * x)),
        _ => {}
    }
    square.copy_from_slice(from);
    to.fill(1.0);
    let mut rest = n.unsigned_abs();
    dispatch(
        #[inline(always)]
        || {
            while rest > 0 {
                if rest & 1 == 1 {
                    to.iter_mut().zip(&*square).for_each(|(to, x)| *to *= x);
                }
                rest /= 2;
                if rest > 0 {
                    square.iter_mut().for_each(|x| *x *= *x);
                }
            }
            if n < 0 {
                to.iter_mut().for_each(|x| *x = 1.0 / *x);
            }
        },
    );
}

/// x^y; where x is not positive, or the power is far from 1, by the system's function.
#[rustfmt::skip]
#[expect(clippy::redundant_closure, reason = "the function by itself would be called for each number")]
pub(super) fn powers(from: &[f64], exponents: &[f64], to: &mut [f64]) {
    both(from, exponents, to, #[inline(always)] |x, y| pow(x, y));
    // Of negative numbers there are whole powers only, as all large exponents are.
    let is_whole = |y: f64| ((y + WHOLE) - WHOLE == y) | (y.abs() > 1e15);
    let is_open = |[x, y, power]: [f64; 3]| power.is_nan() & ((x >= 0.0) | is_whole(y));
    if any([from, exponents, to], is_open) {
        for (to, (&x, &y)) in to.iter_mut().zip(from.iter().zip(exponents)) {
            if is_open([x, y, *to]) {
                *to = x.powf(y);
            }
        }
    }
}

/// One of two numbers, without a branch: both are computed.
#[inline(always)]
fn either(is_first: bool, first: f64, second: f64) -> f64 {
    let mask = u64::from(is_first).wrapping_neg();
    f64::from_bits((first.to_bits() & mask) | (second.to_bits() & !mask))
}

#[inline(always)]
fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

/// The logarithm of 2 in two parts, of which the first has zeros at the end: its multiples by exponents are exact.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// Added to a number of moderate size, it leaves no room for digits after the point.
const WHOLE: f64 = 6_755_399_441_055_744.0;

#[inline(always)]
fn exp(x: f64) -> f64 {
    exp_sum(x, 0.0)
}

/// exp(x + more) = 2^k · exp(r) with |r| ≤ ln(2)/2, where Taylor's polynomial of degree 13 is exact to 4·10^-18. The second term is a
/// rounding of the first.
#[inline(always)]
fn exp_sum(x: f64, more: f64) -> f64 {
    const TAYLOR: [f64; 12] = [
        1.0 / 6_227_020_800.0,
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
    ];
    let shifted = x * LOG2_E + WHOLE;
    let k = shifted - WHOLE;
    let r = (x - k * LN_2[0]) - k * LN_2[1] + more;
    let sum = series(&TAYLOR, r);
    // The last bits of the shifted number are k.
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    let value = (1.0 + (r + r * r * sum)) * scale;
    either(x.abs() < 700.0, value, f64::NAN)
}

/// A polynomial, the coefficient of the highest power first.
#[inline(always)]
fn series<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, c| sum * x + c)
}

/// x = 2^k · m with m from sqrt(1/2) to sqrt(2), for positive x.
#[inline(always)]
fn binary(x: f64) -> (f64, f64) {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let m = f64::from_bits((bits & MANTISSA) | (1023 << 52));
    let exponent = f64::from_bits((bits >> 52) | WHOLE.to_bits()) - WHOLE - 1023.0;
    let is_above = m > SQRT_2;
    (either(is_above, 0.5 * m, m), either(is_above, exponent + 1.0, exponent))
}

/// ln(m) = 2s + s·R(s²) with s = (m - 1)/(m + 1), as in FreeBSD's libm (e_log.c).
const LN_TAIL: [f64; 7] = [
    1.479_819_860_511_658_6e-1,
    1.531_383_769_920_937_3e-1,
    1.818_357_216_161_805e-1,
    2.222_219_843_214_978_4e-1,
    2.857_142_874_366_239e-1,
    3.999_999_999_940_942e-1,
    6.666_666_666_666_735e-1,
];

/// ln(x) = k·ln(2) + ln(1 + f).
#[inline(always)]
fn ln(x: f64) -> f64 {
    let (m, k) = binary(x);
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let rest = z * series(&LN_TAIL, z);
    let half = 0.5 * f * f;
    let value = k * LN_2[0] - ((half - (s * (half + rest) + k * LN_2[1])) - f);
    either((x > 1e-300) & (x < f64::MAX), value, f64::NAN)
}

/// ln(1 + x): what 1 + x lost by rounding is added.
#[inline(always)]
fn ln_1p(x: f64) -> f64 {
    let whole = 1.0 + x;
    ln(whole) + (x - (whole - 1.0)) / whole
}

/// The product and what rounding took of it, by Dekker's halves.
#[inline(always)]
fn product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let shifted = 134_217_729.0 * x;
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let ((a1, a2), (b1, b2), whole) = (halves(a), halves(b), a * b);
    (whole, ((a1 * b1 - whole) + a1 * b2 + a2 * b1) + a2 * b2)
}

/// exp(y·ln(x)) for positive x, the logarithm in two parts of some 60 bits together. NaN where that is not enough.
#[inline(always)]
fn pow(x: f64, y: f64) -> f64 {
    let (m, k) = binary(x);
    let (above, below) = (m - 1.0, m + 1.0);
    let rounded = m - (below - 1.0);
    let s = above / below;
    let (back, lost) = product(s, below);
    let s_more = (((above - back) - lost) - s * rounded) / below;
    let z = s * s;
    let (turns, near) = (k * LN_2[0], 2.0 * s);
    let ln = turns + near;
    let ln_more = (near - (ln - turns)) + (2.0 * s_more + s * (z * series(&LN_TAIL, z)) + k * LN_2[1]);
    let (exponent, more) = product(y, ln);
    let value = exp_sum(exponent, more + y * ln_more);
    either((x > 1e-300) & (x < f64::MAX) & (exponent.abs() < 100.0), value, f64::NAN)
}

/// atan(x) by x, (x - 1)/(x + 1) or -1/x, whichever is small, and a quotient of polynomials, as in Cephes (atan.c).
#[inline(always)]
fn atan(x: f64) -> f64 {
    const ABOVE: [f64; 5] = [
        -8.750_608_600_031_904e-1,
        -1.615_753_718_733_365e1,
        -7.500_855_792_314_705e1,
        -1.228_866_684_490_136_2e2,
        -6.485_021_904_942_025e1,
    ];
    const BELOW: [f64; 6] = [
        1.0,
        2.485_846_490_142_306_3e1,
        1.650_270_098_316_988_6e2,
        4.328_810_604_912_902_7e2,
        4.853_903_996_359_137e2,
        1.945_506_571_482_614e2,
    ];
    let a = x.abs();
    let (above, below, base, more) = if a > 2.414_213_562_373_095 {
        (-1.0, a, FRAC_PI_2, FRAC_PI_2_MORE)
    } else if a > 0.66 {
        (a - 1.0, a + 1.0, FRAC_PI_4, 0.5 * FRAC_PI_2_MORE)
    } else {
        (a, 1.0, 0.0, 0.0)
    };
    let t = above / below;
    let z = t * t;
    let value = base + (t * (z * series(&ABOVE, z) / series(&BELOW, z)) + t + more);
    value.copysign(x)
}

/// What π/2 as a float lacks.
const FRAC_PI_2_MORE: f64 = 6.123_233_995_736_766e-17;

/// asin(x)/x - 1 by z = x² up to 1/4, as in FreeBSD's libm (e_asin.c).
#[inline(always)]
fn asin_rest(z: f64) -> f64 {
    const ABOVE: [f64; 6] = [
        3.479_331_075_960_212e-5,
        7.915_349_942_898_145e-4,
        -4.005_553_450_067_941e-2,
        2.012_125_321_348_629_3e-1,
        -3.255_658_186_224_009e-1,
        1.666_666_666_666_666_6e-1,
    ];
    const BELOW: [f64; 5] =
        [7.703_815_055_590_194e-2, -6.882_839_716_054_533e-1, 2.020_945_760_233_505_7, -2.403_394_911_734_414, 1.0];
    z * series(&ABOVE, z) / series(&BELOW, z)
}

/// Is |x| below 1/2, and the square of x or else of sqrt((1 - |x|)/2), whose arcus sine is then asked for.
#[inline(always)]
fn asin_square(x: f64) -> (bool, f64) {
    let a = x.abs();
    (a < 0.5, if a < 0.5 { a * a } else { 0.5 * (1.0 - a) })
}

#[inline(always)]
fn asin(x: f64) -> f64 {
    let (a, (is_near, z)) = (x.abs(), asin_square(x));
    let s = if is_near { a } else { z.sqrt() };
    let found = s + s * asin_rest(z);
    let value = if is_near { found } else { FRAC_PI_2 - (2.0 * found - FRAC_PI_2_MORE) };
    value.copysign(x)
}

#[inline(always)]
fn acos(x: f64) -> f64 {
    let (is_near, z) = asin_square(x);
    let s = if is_near { x } else { z.sqrt() };
    let rest = s * asin_rest(z);
    let near = FRAC_PI_2 - (s - (FRAC_PI_2_MORE - rest));
    let far = either(x > 0.0, 2.0 * (s + rest), 2.0 * (FRAC_PI_2 - (s + (rest - FRAC_PI_2_MORE))));
    either(is_near, near, far)
}

/// sinh(x); up to 1 by Taylor's polynomial of degree 17, exact to 10^-17.
#[inline(always)]
fn sinh(x: f64) -> f64 {
    const TAYLOR: [f64; 8] = [
        1.0 / 355_687_428_096_000.0,
        1.0 / 1_307_674_368_000.0,
        1.0 / 6_227_020_800.0,
        1.0 / 39_916_800.0,
        1.0 / 362_880.0,
        1.0 / 5_040.0,
        1.0 / 120.0,
        1.0 / 6.0,
    ];
    let a = x.abs();
    let z = a * a;
    let (near, grown) = (a + a * (z * series(&TAYLOR, z)), exp(a));
    let value = either(a < 1.0, near, 0.5 * grown - 0.5 / grown);
    value.copysign(x)
}

#[inline(always)]
fn cosh(x: f64) -> f64 {
    let grown = exp(x.abs());
    0.5 * grown + 0.5 / grown
}

/// tanh(x) = 1 - 2/(exp(2x) + 1), which is 1 from 20 on; up to 5/8 a quotient of polynomials, as in Cephes (tanh.c).
#[inline(always)]
fn tanh(x: f64) -> f64 {
    const ABOVE: [f64; 3] = [-9.643_991_794_250_523e-1, -9.928_772_310_019_186e1, -1.614_687_684_417_084_5e3];
    const BELOW: [f64; 4] = [1.0, 1.128_116_784_916_329_3e2, 2.235_488_390_601_004_5e3, 4.844_063_053_251_255e3];
    let a = x.abs();
    let z = a * a;
    let near = a + a * (z * (series(&ABOVE, z) / series(&BELOW, z)));
    let far = 1.0 - 2.0 / (exp(2.0 * either(a > 20.0, 20.0, a)) + 1.0);
    let value = either(a < 0.625, near, far);
    value.copysign(x)
}

#[inline(always)]
fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let z = a * a;
    ln_1p(a + z / (1.0 + (z + 1.0).sqrt())).copysign(x)
}

#[inline(always)]
fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    let value = ln_1p(t + (t * (t + 2.0)).sqrt());
    if x >= 1.0 { value } else { f64::NAN }
}

#[inline(always)]
fn atanh(x: f64) -> f64 {
    let a = x.abs();
    (0.5 * ln_1p(2.0 * a / (1.0 - a))).copysign(x)
}

/// Up to here multiples of the parts of π/2 are exact.
const FAR: f64 = 1e5;

/// A sine or cosine; far from 0 by the function itself.
#[inline(always)]
fn circular(from: &[f64], to: &mut [f64], near: impl Fn(f64) -> f64, itself: fn(f64) -> f64) {
    each(from, to, near);
    if any([from], |[x]| x.abs() > FAR) {
        to.iter_mut().zip(from).filter(|(_, x)| x.abs() > FAR).for_each(|(to, &x)| *to = itself(x));
    }
}

#[inline(always)]
fn sin(x: f64) -> f64 {
    let (sin, cos, quarter) = turn(x);
    turned(sin, cos, quarter)
}

#[inline(always)]
fn cos(x: f64) -> f64 {
    let (sin, cos, quarter) = turn(x);
    turned(sin, cos, quarter.wrapping_add(1))
}

#[inline(always)]
fn tan(x: f64) -> f64 {
    let (sin, cos, quarter) = turn(x);
    let (above, below) = if quarter & 1 == 0 { (sin, cos) } else { (-cos, sin) };
    above / below
}

/// The sine of what is so many quarters of a turn further.
#[inline(always)]
fn turned(sin: f64, cos: f64, quarter: u64) -> f64 {
    let value = if quarter & 1 == 0 { sin } else { cos };
    f64::from_bits(value.to_bits() ^ ((quarter & 2) << 62))
}

/// Sine and cosine of what is left of quarters of a turn, and how many these are, for |x| up to 10^5: π/2 in three parts, and the
/// polynomials of FreeBSD's libm (k_sin.c, k_cos.c).
#[inline(always)]
fn turn(x: f64) -> (f64, f64, u64) {
    const HALF_PI: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
    const SIN: [f64; 6] = [
        1.589_690_995_211_55e-10,
        -2.505_076_025_340_686_3e-8,
        2.755_731_370_707_006_8e-6,
        -1.984_126_982_985_795e-4,
        8.333_333_333_322_49e-3,
        -1.666_666_666_666_663_2e-1,
    ];
    const COS: [f64; 6] = [
        -1.135_964_755_778_819_5e-11,
        2.087_572_321_298_175e-9,
        -2.755_731_435_139_066_3e-7,
        2.480_158_728_947_673e-5,
        -1.388_888_888_887_411e-3,
        4.166_666_666_666_66e-2,
    ];
    let shifted = x * std::f64::consts::FRAC_2_PI + WHOLE;
    let n = shifted - WHOLE;
    let r = ((x - n * HALF_PI[0]) - n * HALF_PI[1]) - n * HALF_PI[2];
    let z = r * r;
    let sin = r + r * z * series(&SIN, z);
    let half = 0.5 * z;
    let w = 1.0 - half;
    let cos = w + (((1.0 - w) - half) + z * z * series(&COS, z));
    // The last bits of the shifted number are n.
    (sin, cos, shifted.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::{Function, Op};

    /// Points of all sizes, near and on the places where the ways part.
    fn points() -> impl Iterator<Item = f64> {
        let spread = (0..400_000).map(|k| (f64::from(k) * 0.618_033_988_749_894_9).fract());
        let sizes = spread.enumerate().map(|(k, u)| (2.0 * u - 1.0) * 10f64.powi(k as i32 % 40 - 20));
        let places = [0.0, 1.0, SQRT_2, 0.5, 0.66, 2.414_213_562_373_095, 0.346_573_590_279_972_64, 34.0, 699.9];
        let near = places.into_iter().flat_map(|p| (-4..=4).map(move |k| p * (1.0 + f64::from(k) * f64::EPSILON)));
        // Floats near multiples of π/2, where little is left.
        let turns = (1..60_000).map(|k| f64::from(k) * FRAC_PI_2);
        sizes.chain(near).chain(turns)
    }

    /// Are two results the same but for their last bits?
    fn is_near(found: f64, wanted: f64) -> bool {
        found == wanted || (found - wanted).abs() <= 3.0 * f64::EPSILON * wanted.abs()
    }

    #[test]
    fn rows_are_within_three_units_of_the_last_place() {
        for op in Op::all() {
            let Some(Function { real, row: Some(row), .. }) = op.info().function else { continue };
            let from: Vec<f64> = points().collect();
            let mut to = vec![0.0; from.len()];
            row(&from, &mut to);
            for (&x, &found) in from.iter().zip(&to).filter(|(_, found)| !found.is_nan()) {
                assert!(is_near(found, real(x)), "{op:?} of {x:e}: {found:e}, {:e}", real(x));
            }
            // NaN only where the function has no value, or leaves the usual range.
            let usual = |x: &f64| real(*x).is_finite() && x.abs() < 690.0 && x.abs() > 1e-290;
            assert!(from.iter().zip(&to).all(|(x, found)| !found.is_nan() || !usual(x)), "{op:?}");
        }
    }

    #[test]
    fn powers_of_rows_are_those_of_powf() {
        let from: Vec<f64> = points().collect();
        for y in [-20.0, -2.5, -1.0 / 3.0, 0.0, 0.1, 0.5, 1.0, std::f64::consts::PI, 33.3, 1e9, f64::NAN] {
            let (exponents, mut to) = (vec![y; from.len()], vec![0.0; from.len()]);
            powers(&from, &exponents, &mut to);
            for (&x, &found) in from.iter().zip(&to) {
                let wanted = x.powf(y);
                assert!(
                    is_near(found, wanted) || found.is_nan() && wanted.is_nan(),
                    "{x:e}^{y}: {found:e}, {wanted:e}"
                );
            }
        }
    }

    #[test]
    fn powers_are_those_of_powi() {
        let from: Vec<f64> = points().filter(|x| x.abs() < 1e4).collect();
        let (mut square, mut to) = (vec![0.0; from.len()], vec![0.0; from.len()]);
        for n in [-64, -3, -1, 0, 1, 2, 3, 7, 10, 64] {
            power(&from, n, &mut square, &mut to);
            for (&x, &found) in from.iter().zip(&to) {
                let wanted = x.powi(n);
                let near = (found - wanted).abs() <= 1e-14 * wanted.abs();
                assert!(
                    found == wanted || near || found.is_nan() && wanted.is_nan(),
                    "{x:e}^{n}: {found:e}, {wanted:e}"
                );
            }
        }
    }
}
