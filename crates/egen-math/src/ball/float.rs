//! Big floats: which binary number is nearest to this sum, product, quotient or root?
//!
//! A significand and an `i64` exponent, with no context, no infinities and no signed zero.
//! No operation shifts by more than the precision it is asked for, whatever the exponents are.

use std::cmp::Ordering;

use dashu_base::{BitTest, DivRem, Sign, SquareRoot};
use dashu_int::{IBig, UBig, Word};

use super::radius::Radius;

/// `man · 2^exp`; `man` is odd, or everything is 0, so equal values are equal structures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Float {
    man: IBig,
    exp: i64,
}

/// Where a number that does not fit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    /// To the closest one.
    Nearest,
    /// Below.
    Down,
    /// Above.
    Up,
}

impl Float {
    pub(super) const ZERO: Float = Float { man: IBig::ZERO, exp: 0 };
    pub(super) const ONE: Float = Float { man: IBig::ONE, exp: 0 };

    pub(super) fn new(man: IBig, exp: i64) -> Float {
        match man.trailing_zeros() {
            None => Float::ZERO,
            Some(0) => Float { man, exp },
            // A shift of a negative IBig rounds down; here nothing is lost.
            Some(zeros) => Float { man: man >> zeros, exp: exp + zeros as i64 },
        }
    }

    /// `man · 2^exp` with this sign.
    pub(super) fn signed(negative: bool, man: UBig, exp: i64) -> Float {
        Float::new(IBig::from_parts(if negative { Sign::Negative } else { Sign::Positive }, man), exp)
    }

    pub(super) fn from_f64(x: f64) -> Option<Float> {
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
        let (man, exp) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field as i64 - 1075) };
        Some(Float::signed(x < 0.0, man.into(), exp))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.man.is_zero()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.man.sign() == Sign::Negative && !self.is_zero()
    }

    pub(super) fn is_integer(&self) -> bool {
        self.exp >= 0
    }

    pub(super) fn exponent(&self) -> i64 {
        self.exp
    }

    pub(super) fn significand(&self) -> &IBig {
        &self.man
    }

    /// How many bits the significand has.
    pub(super) fn len(&self) -> usize {
        self.man.bit_len()
    }

    /// The t with 2^(t−1) ≤ |x| < 2^t; for 0 it is below every other.
    pub(super) fn top(&self) -> i64 {
        if self.is_zero() { i64::MIN / 4 } else { self.exp + self.len() as i64 }
    }

    /// At most 32 leading bits of |x|, their exponent, and whether more bits follow.
    pub(super) fn leading(&self) -> (u64, i64, bool) {
        let words = self.man.as_sign_words().1;
        // The last two words hold at least 32 bits, unless these are all there are.
        let two = words.iter().rev().take(2).fold(0u128, |sum, &word| sum << Word::BITS | u128::from(word));
        let below = words.len().saturating_sub(2) * Word::BITS as usize;
        let drop = (128 - two.leading_zeros()).saturating_sub(32);
        ((two >> drop) as u64, self.exp + below as i64 + i64::from(drop), below > 0 || drop > 0)
    }

    pub(super) fn neg(&self) -> Float {
        Float { man: -&self.man, exp: self.exp }
    }

    pub(super) fn abs(&self) -> Float {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Times 2^by.
    pub(super) fn shift(&self, by: i64) -> Float {
        if self.is_zero() { Float::ZERO } else { Float { man: self.man.clone(), exp: self.exp + by } }
    }

    /// The exact product.
    pub(super) fn mul(&self, other: &Float) -> Float {
        if self.is_zero() || other.is_zero() {
            return Float::ZERO;
        }
        // Odd times odd is odd, so it is in its normal form.
        Float { man: &self.man * &other.man, exp: self.exp + other.exp }
    }

    /// The sum to `bits` bits and the error that this rounding may have made.
    pub(super) fn add(&self, other: &Float, bits: usize, toward: Toward) -> (Float, Radius) {
        let (big, small) = if self.top() >= other.top() { (self, other) } else { (other, self) };
        if small.is_zero() {
            return big.clone().round(bits, toward);
        }
        // What lies far below the last bit only matters by its sign: any other number there,
        // such as this one, rounds the same way.
        let floor = big.exp.min(big.top() - bits as i64) - 4;
        let stand_in;
        let small = if small.top() < floor {
            stand_in = Float { man: if small.is_negative() { -IBig::ONE } else { IBig::ONE }, exp: floor };
            &stand_in
        } else {
            small
        };
        let gap = big.exp - small.exp;
        let sum = if gap >= 0 {
            Float::new((&big.man << gap as usize) + &small.man, small.exp)
        } else {
            Float::new(&big.man + (&small.man << -gap as usize), big.exp)
        };
        sum.round(bits, toward)
    }

    pub(super) fn sub(&self, other: &Float, bits: usize, toward: Toward) -> (Float, Radius) {
        self.add(&other.neg(), bits, toward)
    }

    /// The quotient to about `bits` bits, and its error. The divisor is not 0.
    pub(super) fn div(&self, other: &Float, bits: usize) -> (Float, Radius) {
        if self.is_zero() {
            return (Float::ZERO, Radius::ZERO);
        }
        let shift = (bits + 1 + other.len()).saturating_sub(self.len());
        let ((sign, a), (divisor, b)) = (self.man.clone().into_parts(), other.man.clone().into_parts());
        let (quotient, rest) = (a << shift).div_rem(b);
        let exp = self.exp - other.exp - shift as i64;
        let error = if rest.is_zero() { Radius::ZERO } else { Radius::power(exp) };
        (Float::signed(sign != divisor, quotient, exp), error)
    }

    /// The square root of |x| to about `bits` bits, and its error.
    pub(super) fn sqrt(&self, bits: usize) -> (Float, Radius) {
        let mut shift = (2 * bits + 2).saturating_sub(self.len());
        shift += (self.exp - shift as i64).rem_euclid(2) as usize;
        let radicand = self.man.clone().into_parts().1 << shift;
        let (root, exp) = (radicand.sqrt(), (self.exp - shift as i64) / 2);
        let error = if root.sqr() == radicand { Radius::ZERO } else { Radius::power(exp) };
        (Float::signed(false, root, exp), error)
    }

    /// At most `bits` bits of it, and the error.
    pub(super) fn round(self, bits: usize, toward: Toward) -> (Float, Radius) {
        let len = self.len();
        if len <= bits {
            return (self, Radius::ZERO);
        }
        let drop = len - bits;
        let negative = self.is_negative();
        let (sign, man) = self.man.into_parts();
        let away = match toward {
            Toward::Nearest => man.bit(drop - 1),
            Toward::Down => negative,
            Toward::Up => !negative,
        };
        let kept = (man >> drop) + UBig::from(u8::from(away));
        let exp = self.exp + drop as i64;
        let error = Radius::power(if toward == Toward::Nearest { exp - 1 } else { exp });
        (Float::new(IBig::from_parts(sign, kept), exp), error)
    }

    /// ⌊|x| · 2^scale⌋. The caller bounds `top() + scale`.
    pub(super) fn fixed(&self, scale: usize) -> UBig {
        let man = self.man.clone().into_parts().1;
        let shift = self.exp + scale as i64;
        if shift >= 0 {
            man << shift as usize
        } else if -shift >= self.len() as i64 {
            UBig::ZERO
        } else {
            man >> -shift as usize
        }
    }

    /// A close `f64`: infinite beyond its range, 0 below.
    pub(super) fn to_f64(&self) -> f64 {
        let drop = self.len().saturating_sub(64);
        let man: u64 = (self.man.clone().into_parts().1 >> drop).try_into().unwrap_or(u64::MAX);
        let exp = (self.exp + drop as i64).clamp(-3000, 3000) as i32;
        // In three steps, since 2^exp itself may overflow or vanish where the product does not.
        let (third, rest) = (exp / 3, exp - 2 * (exp / 3));
        let size = man as f64 * 2f64.powi(third) * 2f64.powi(third) * 2f64.powi(rest);
        if self.is_negative() { -size } else { size }
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Float) -> Ordering {
        let sign = |x: &Float| if x.is_zero() { 0 } else { 1 - 2 * i32::from(x.is_negative()) };
        let signs = sign(self).cmp(&sign(other));
        if signs != Ordering::Equal || self.is_zero() {
            return signs;
        }
        let tops = self.top().cmp(&other.top());
        if tops != Ordering::Equal {
            return if self.is_negative() { tops.reverse() } else { tops };
        }
        // With equal tops the exponents differ by no more than the lengths.
        let gap = self.exp - other.exp;
        if gap >= 0 {
            (&self.man << gap as usize).cmp(&other.man)
        } else {
            self.man.cmp(&(&other.man << -gap as usize))
        }
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Float) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
