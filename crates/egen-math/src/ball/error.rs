//! The error function: in which small ball does erf x lie?
//!
//! By e^(−x²) times a series of positive terms, so that nothing cancels; where x is so large that half of the bits of erf x are those of 1, by the
//! asymptotic series of 1 − erf x, whose rest is less than its next term.

use dashu_int::UBig;

use super::float::Float;
use super::radius::Radius;
use super::{Ball, Failure, MAX_EXPONENT, fixed};

pub(super) fn erf(x: &Float, bits: usize) -> Result<Ball, Failure> {
    if x.is_zero() {
        return Ok(Ball::integer(0));
    }
    let to_one = bits_to_one(&x.abs());
    let size = if to_one > bits as f64 + 4.0 {
        Ball { mid: Float::ONE, rad: Radius::power(1 - to_one.min(MAX_EXPONENT as f64) as i64) }
    } else {
        let (x, bits) = (x.abs(), bits + 8);
        let asymptotic = if 2.0 * to_one > bits as f64 { complement(&x, bits, to_one)? } else { None };
        match asymptotic {
            Some(complement) => Ball::integer(1).minus(&complement, bits),
            None => series(&x, bits)?,
        }
    };
    Ok(if x.is_negative() { size.negated() } else { size })
}

/// A number b not much below −log2 e^(−x²), for x ≥ 0: 1 − erf x ≤ e^(−x²) ≤ 2^−b.
pub(super) fn bits_to_one(x: &Float) -> f64 {
    let x = x.to_f64();
    x * x * (std::f64::consts::LOG2_E * (1.0 - 1e-9))
}

/// e^(−x²)
fn falling(x: &Float, bits: usize) -> Ball {
    fixed::exp(&x.mul(x).neg(), bits)
}

/// erf x = 2x/√π · e^(−x²) · Σ (2x²)ⁿ/(1·3·5·…·(2n + 1)).
fn series(x: &Float, bits: usize) -> Result<Ball, Failure> {
    let scale = bits + 24;
    let square = x.mul(x).shift(1).fixed(scale);
    let mut term = UBig::ONE << scale;
    let mut sum = term.clone();
    let mut terms = 1u64;
    while !term.is_zero() {
        term = ((term * &square) >> scale) / (2 * terms + 1);
        sum += &term;
        terms += 1;
    }
    // Each term is rounded down by less than a unit, and what that takes from those to come is at most the unit times the whole sum.
    // The square is rounded down, too; the slope of the sum is at most half of the sum.
    let sum = Float::signed(false, sum, -(scale as i64));
    let relative = Radius::count(terms + 2, -(scale as i64));
    let sum = Ball { rad: Radius::up(&sum).mul(relative), mid: sum };
    let factor = Ball::exact(x.shift(1)).over(&Ball::pi_times(0, bits).root(bits), bits)?;
    Ok(factor.times(&falling(x, bits)).times(&sum).rounded(bits))
}

/// 1 − erf x = e^(−x²)/(x√π) · (1 − 1/(2x²) + 1·3/(2x²)² − …), to an absolute 2^−bits; `None` if the terms begin to grow before they are small enough.
fn complement(x: &Float, bits: usize, to_one: f64) -> Result<Option<Ball>, Failure> {
    // The factor before the series has the other bits.
    let bits = (bits as f64 - to_one).max(0.0) as usize + 24;
    let inverse = Ball::integer(1).over(&Ball::exact(x.mul(x).shift(1)), bits + 8)?;
    let (mut sum, mut term) = (Ball::integer(1), Ball::integer(1));
    let mut odd = 1;
    loop {
        let next = term.times(&inverse).times(&Ball::integer(-odd)).rounded(bits);
        if next.most() >= term.least() {
            return Ok(None);
        }
        if next.most() < Radius::power(-(bits as i64)) {
            let factor =
                falling(x, bits).over(&Ball::exact(x.clone()).times(&Ball::pi_times(0, bits).root(bits)), bits)?;
            return Ok(Some(factor.times(&sum.widened(next.most())).rounded(bits)));
        }
        sum = sum.plus(&next, bits);
        (term, odd) = (next, odd + 2);
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;
    use crate::number::Number;

    #[test]
    fn what_is_left_to_one_has_its_digits() {
        // By mpmath 1.3.
        for (x, complement) in [
            (13, "1.73955731546672452180419854824302698508857458e-75"),
            (30, "2.56465620375611160003339727750144714654888972e-393"),
            (40, "1.89696105996627650926827825971341543493690756e-697"),
        ] {
            let want = Number::parse_decimal(complement).expect(complement).to_rational();
            let room = &want / dashu_ratio::RBig::from(IBig::from(10).pow(40));
            for bits in [2500, 3000, 10_000] {
                let value = erf(&Float::new(x.into(), 0), bits).expect("a value");
                let left = Ball::integer(1).minus(&value, bits);
                assert!(left.overlaps(&Ball::around(&want, &room, 300)), "1 − erf({x}) to {bits} bits");
            }
        }
    }

    #[test]
    fn both_series_have_the_same_sum() {
        let mut both = 0;
        for bits in [64, 200, 1000] {
            for k in 1..250 {
                let x = Float::new(k.into(), -3);
                let sum = series(&x, 2 * bits).expect("a sum");
                assert!(sum.accuracy_bits() >= 2 * bits as i64 - 4, "erf({k}/8) to {bits} bits");
                let Some(rest) = complement(&x, bits, bits_to_one(&x)).expect("a number") else { continue };
                both += 1;
                assert!(Ball::integer(1).minus(&rest, 2 * bits).overlaps(&sum), "erf({k}/8) to {bits} bits");
                assert!(rest.radius_log2().is_none_or(|size| size < -(bits as i64)), "erf({k}/8) to {bits} bits");
            }
        }
        assert!(both > 400, "{both}");
    }
}
