//! Rows: which functions are computed for many numbers at once, without a branch or a call for each?
//!
//! The same function as the operator's own, to within two units in the last place, or NaN where that is not so: a caller then asks
//! the other. Loops over selections and arithmetic alone are what a compiler makes vector instructions of, for whichever the processor
//! has. None of them fuses a product with a sum: the bits are the same on all processors.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LOG2_E, SQRT_2};

use pulp::Arch;

use crate::op::Op;

/// A function of each number of a row.
pub(super) type Row = fn(&[f64], &mut [f64]);

/// The function of an operator for a row, if there is one.
pub(super) fn function(op: Op) -> Option<Row> {
    match op {
        Op::Neg => Some(|from, to| each(from, to, |x| -x)),
        Op::Abs => Some(|from, to| each(from, to, f64::abs)),
        Op::Sqrt => Some(|from, to| each(from, to, f64::sqrt)),
        Op::Exp => Some(|from, to| each(from, to, exp)),
        Op::Ln => Some(|from, to| each(from, to, ln)),
        Op::Atan => Some(|from, to| each(from, to, atan)),
        Op::Sin => Some(|from, to| circular(from, to, |x| turned(x, 0), f64::sin)),
        Op::Cos => Some(|from, to| circular(from, to, |x| turned(x, 1), f64::cos)),
        _ => None,
    }
}

#[inline(always)]
fn each(from: &[f64], to: &mut [f64], f: impl Fn(f64) -> f64) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (to, &x) in to.iter_mut().zip(from) {
                *to = f(x);
            }
        },
    );
}

/// A function of each number of two rows.
#[inline(always)]
pub(super) fn both(a: &[f64], b: &[f64], to: &mut [f64], f: impl Fn(f64, f64) -> f64) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (to, (&x, &y)) in to.iter_mut().zip(a.iter().zip(b)) {
                *to = f(x, y);
            }
        },
    );
}

/// Is there a number of a row of which something is true? All of them are looked at.
#[inline(always)]
pub(super) fn any(row: &[f64], f: impl Fn(f64) -> bool) -> bool {
    Arch::new().dispatch(
        #[inline(always)]
        || row.iter().fold(false, |any, &x| any | f(x)),
    )
}

/// x^n by squaring, as `powi` does it, one multiplication of rows after the other. `square` is room for a row.
pub(super) fn power(from: &[f64], n: i32, square: &mut [f64], to: &mut [f64]) {
    square.copy_from_slice(from);
    to.fill(1.0);
    let mut rest = n.unsigned_abs();
    Arch::new().dispatch(
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

/// The logarithm of 2 in two parts, of which the first has zeros at the end: its multiples by exponents are exact.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// Added to a number of moderate size, it leaves no room for digits after the point.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// exp(x) = 2^k · exp(r) with |r| ≤ ln(2)/2, where Taylor's polynomial of degree 13 is exact to 4·10^-18.
#[inline(always)]
fn exp(x: f64) -> f64 {
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
    let r = (x - k * LN_2[0]) - k * LN_2[1];
    let sum = TAYLOR.iter().fold(0.0, |sum, c| sum * r + c);
    // The last bits of the shifted number are k.
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    let value = (1.0 + (r + r * r * sum)) * scale;
    if x.abs() < 700.0 { value } else { f64::NAN }
}

/// ln(x) = k·ln(2) + ln(1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and that by s = f/(2 + f) as in FreeBSD's libm (e_log.c).
#[inline(always)]
fn ln(x: f64) -> f64 {
    const SERIES: [f64; 7] = [
        1.479_819_860_511_658_6e-1,
        1.531_383_769_920_937_3e-1,
        1.818_357_216_161_805e-1,
        2.222_219_843_214_978_4e-1,
        2.857_142_874_366_239e-1,
        3.999_999_999_940_942e-1,
        6.666_666_666_666_735e-1,
    ];
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    // From 1 to 2, and then from sqrt(1/2) on.
    let m = f64::from_bits((bits & MANTISSA) | (1023 << 52));
    let exponent = f64::from_bits((bits >> 52) | WHOLE.to_bits()) - WHOLE - 1023.0;
    let (m, k) = if m > SQRT_2 { (0.5 * m, exponent + 1.0) } else { (m, exponent) };
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let rest = z * SERIES.iter().fold(0.0, |sum, c| sum * z + c);
    let half = 0.5 * f * f;
    let value = k * LN_2[0] - ((half - (s * (half + rest) + k * LN_2[1])) - f);
    if x > 1e-300 && x < f64::MAX { value } else { f64::NAN }
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
    /// What π/2 as a float lacks.
    const MORE: f64 = 6.123_233_995_736_766e-17;
    let a = x.abs();
    let (above, below, base, more) = if a > 2.414_213_562_373_095 {
        (-1.0, a, FRAC_PI_2, MORE)
    } else if a > 0.66 {
        (a - 1.0, a + 1.0, FRAC_PI_4, 0.5 * MORE)
    } else {
        (a, 1.0, 0.0, 0.0)
    };
    let t = above / below;
    let z = t * t;
    let series = |all: &[f64]| all.iter().fold(0.0, |sum, c| sum * z + c);
    let value = base + (t * (z * series(&ABOVE) / series(&BELOW)) + t + more);
    value.copysign(x)
}

/// Up to here multiples of the parts of π/2 are exact.
const FAR: f64 = 1e5;

/// A sine or cosine; far from 0 by the function itself.
#[inline(always)]
fn circular(from: &[f64], to: &mut [f64], near: impl Fn(f64) -> f64, itself: fn(f64) -> f64) {
    each(from, to, near);
    if any(from, |x| x.abs() > FAR) {
        to.iter_mut().zip(from).filter(|(_, x)| x.abs() > FAR).for_each(|(to, &x)| *to = itself(x));
    }
}

/// sin(x + turns·π/2) for |x| up to 10^5: what is left of multiples of π/2, in three parts, and the polynomials of FreeBSD's libm
/// (k_sin.c, k_cos.c).
#[inline(always)]
fn turned(x: f64, turns: u64) -> f64 {
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
    let series = |all: &[f64; 6]| all.iter().fold(0.0, |sum, c| sum * z + c);
    let sin = r + r * z * series(&SIN);
    let half = 0.5 * z;
    let w = 1.0 - half;
    let cos = w + (((1.0 - w) - half) + z * z * series(&COS));
    // The last bits of the shifted number are n.
    let quarter = shifted.to_bits().wrapping_add(turns);
    let value = if quarter & 1 == 0 { sin } else { cos };
    f64::from_bits(value.to_bits() ^ ((quarter & 2) << 62))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn rows_are_within_two_units_of_the_last_place() {
        for op in [Op::Neg, Op::Abs, Op::Sqrt, Op::Exp, Op::Ln, Op::Atan, Op::Sin, Op::Cos] {
            let row = function(op).expect("it is listed");
            let real = op.info().function.as_ref().expect("a function of one argument").real;
            let from: Vec<f64> = points().collect();
            let mut to = vec![0.0; from.len()];
            row(&from, &mut to);
            for (&x, &found) in from.iter().zip(&to).filter(|(_, found)| !found.is_nan()) {
                let wanted = real(x);
                assert!(
                    (found - wanted).abs() <= 2.0 * f64::EPSILON * wanted.abs(),
                    "{op:?} of {x:e}: {found:e}, {wanted:e}"
                );
            }
            // NaN only where the function has no value, or leaves the usual range.
            let usual = |x: &f64| real(*x).is_finite() && x.abs() < 690.0 && x.abs() > 1e-290;
            assert!(from.iter().zip(&to).all(|(x, found)| !found.is_nan() || !usual(x)), "{op:?}");
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
