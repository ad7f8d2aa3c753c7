//! Numbers: which exact rational does this literal denote?
//!
//! Every number in an expression is exact. Small integers, nearly all that occur,
//! live inline; anything else is a reduced fraction of big integers behind an `Arc`.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dashu_base::{Abs, BitTest, Sign, Signed, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::op::Op;

/// Literals may have at most this many digits once they are written out (`1e400` is fine, `1e99999999` is
/// refused). So every number that was read can be printed and read again.
pub(crate) const MAX_DIGITS: usize = 4_000;

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Repr);

/// `Big` never holds an integer that fits `Small`, so derived equality is equality of values.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<RBig>),
}

/// Why a literal is not a number that egen reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The text is not a decimal literal.
    #[error("not a decimal number")]
    Malformed,
    /// The literal is longer or larger than the documented limits.
    #[error("number too long to read: written out it has more than {MAX_DIGITS} digits")]
    TooLarge,
}

impl Number {
    /// Zero.
    pub const ZERO: Number = Number(Repr::Small(0));
    /// One.
    pub const ONE: Number = Number(Repr::Small(1));

    /// The number as a fraction in lowest terms.
    pub fn to_rational(&self) -> RBig {
        match &self.0 {
            Repr::Small(n) => RBig::from(*n),
            Repr::Big(r) => (**r).clone(),
        }
    }

    /// The integer it is, if it is one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(n) => Some(*n),
            Repr::Big(_) => None,
        }
    }

    /// Is it an integer?
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_) => true,
            Repr::Big(r) => r.is_int(),
        }
    }

    /// Is it below zero?
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(n) => *n < 0,
            Repr::Big(r) => r.is_negative(),
        }
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0)
    }

    /// Are its numerator, without its sign, and its denominator at most `bound`?
    pub fn is_within(&self, bound: u64) -> bool {
        match &self.0 {
            Repr::Small(n) => n.unsigned_abs() <= bound,
            Repr::Big(r) => {
                let bound = UBig::from(bound);
                r.numerator().unsigned_abs() <= bound && *r.denominator() <= bound
            }
        }
    }

    /// The nearest `f64`; infinite when it is beyond the range.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(n) => *n as f64,
            Repr::Big(r) => r.to_f64().value(),
        }
    }

    /// The number that a finite `f64` is exactly.
    pub fn from_f64(x: f64) -> Option<Number> {
        RBig::try_from(x).ok().map(Number::from)
    }

    /// Does [`Number::to_f64`] lose nothing?
    pub fn is_exact_f64(&self) -> bool {
        match &self.0 {
            Repr::Small(n) => n.unsigned_abs() <= 1 << 53,
            Repr::Big(r) => {
                let near = r.to_f64().value();
                near.is_finite() && RBig::try_from(near).is_ok_and(|back| back == **r)
            }
        }
    }

    /// The sign-free value.
    pub fn abs(&self) -> Number {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// `self op other` for the four operations of arithmetic; `None` for a division by zero or another operator.
    pub fn combine(&self, op: Op, other: &Number) -> Option<Number> {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            let small = match op {
                Op::Add => a.checked_add(*b),
                Op::Sub => a.checked_sub(*b),
                Op::Mul => a.checked_mul(*b),
                _ => None,
            };
            if let Some(n) = small {
                return Some(Number::from(n));
            }
        }
        let (a, b) = (self.to_rational(), other.to_rational());
        Some(Number::from(match op {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div if !other.is_zero() => a / b,
            _ => return None,
        }))
    }

    /// The bits of its numerator and denominator together.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small(n) => (64 - n.unsigned_abs().leading_zeros()) as usize,
            Repr::Big(r) => r.numerator().bit_len() + r.denominator().bit_len(),
        }
    }

    /// The number raised to an integer, if it has a value of at most about `max_bits` bits. 0⁰ is 1.
    pub fn power(&self, exponent: i64, max_bits: usize) -> Option<Number> {
        let size = usize::try_from(exponent.unsigned_abs()).ok()?;
        if self.is_zero() {
            return match exponent {
                0 => Some(Number::ONE),
                1.. => Some(Number::ZERO),
                _ => None,
            };
        }
        if self.abs() != Number::ONE && self.bits().checked_mul(size)? > max_bits + self.bits() {
            return None;
        }
        // ±1 has the powers ±1, however large the exponent.
        let size = if self.abs() == Number::ONE { size % 2 } else { size };
        let r = self.to_rational();
        let (p, q) = (r.numerator().pow(size), r.denominator().pow(size));
        Some(Number::from(if exponent >= 0 {
            RBig::from_parts(p, q)
        } else {
            RBig::from_parts(IBig::from(q) * p.sign(), p.unsigned_abs())
        }))
    }

    /// Half of it.
    pub fn half(&self) -> Number {
        Number::from(self.to_rational() / RBig::from(2))
    }

    /// The number with the smallest denominator strictly between two, of which the first is the smaller; if they are one, that.
    pub fn simplest_between(low: &Number, high: &Number) -> Number {
        let (low, high) = (low.to_rational(), high.to_rational());
        // Zero has the sign of positive numbers.
        Number::from(if high == RBig::ZERO { -RBig::simplest_in(high, -low) } else { RBig::simplest_in(low, high) })
    }

    /// Its square root, if that is rational.
    pub fn sqrt(&self) -> Option<Number> {
        self.root(2)
    }

    /// The nonnegative root of this degree of a number that is not negative, if it is rational.
    pub fn root(&self, degree: usize) -> Option<Number> {
        if self.is_negative() || degree == 0 {
            return None;
        }
        let r = self.to_rational();
        let root = |n: &UBig| {
            // 2^degree is longer than any of these but 0 and 1, so n has no other root.
            if degree > n.bit_len() && *n > UBig::ONE {
                return None;
            }
            let root = if degree == 2 { n.sqrt() } else { n.nth_root(degree) };
            (root.pow(degree) == *n).then_some(root)
        };
        let p = root(&r.numerator().clone().unsigned_abs())?;
        Some(Number::from(RBig::from_parts(p.into(), root(r.denominator())?)))
    }

    /// Reads `12`, `1.5`, `.5`, `2.`, `1e-3`: digits only, no sign.
    pub fn parse_decimal(text: &str) -> Result<Number, NumberError> {
        if text.len() <= 18 && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            let value = text.bytes().fold(0i64, |n, b| n * 10 + i64::from(b - b'0'));
            return Ok(Number::from(value));
        }
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NumberError::Malformed);
        }
        // Zeros before everything else do not count: `.5` is printed as `0.5`.
        let written = whole.trim_start_matches('0').len() + fraction.len();
        if written > MAX_DIGITS {
            return Err(NumberError::TooLarge);
        }
        let exponent = match exponent {
            None => 0,
            Some(text) => {
                let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
                if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(NumberError::Malformed);
                }
                text.parse::<i64>().map_err(|_| NumberError::TooLarge)?
            }
        };
        if written.saturating_add(usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX)) > MAX_DIGITS {
            return Err(NumberError::TooLarge);
        }
        let shift = exponent - fraction.len() as i64;
        let digits = UBig::from_str_radix(&digits, 10).map_err(|_| NumberError::Malformed)?;
        let power = UBig::from(10u8).pow(shift.unsigned_abs() as usize);
        Ok(Number::from(if shift >= 0 {
            RBig::from(digits * power)
        } else {
            RBig::from_parts(IBig::from(digits), power)
        }))
    }

    /// The finite decimal that equals it, if there is one that can be read: `3/8` is `0.375`, `1/3` has none.
    pub fn to_decimal(&self) -> Option<String> {
        let r = self.to_rational();
        let (mut rest, mut places) = (r.denominator().clone(), 0usize);
        let ten = UBig::from(10u8);
        let mut scale = UBig::ONE;
        // A denominator 2^a·5^b needs max(a, b) places; each round removes one of each.
        while rest != UBig::ONE {
            let mut moved = false;
            for prime in [UBig::from(2u8), UBig::from(5u8)] {
                if (&rest % &prime) == UBig::ZERO {
                    rest /= &prime;
                    moved = true;
                }
            }
            if !moved || places > MAX_DIGITS {
                return None;
            }
            places += 1;
            scale *= &ten;
        }
        let scaled = r.numerator() * IBig::from(scale) / IBig::from(r.denominator().clone());
        let digits = format!("{:0>width$}", scaled.clone().abs().to_string(), width = places + 1);
        if places > 0 && digits.trim_start_matches('0').len() > MAX_DIGITS {
            return None;
        }
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if scaled.sign() == Sign::Negative { "-" } else { "" };
        Some(if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Number {
        Number(Repr::Small(n))
    }
}

impl From<RBig> for Number {
    fn from(r: RBig) -> Number {
        if r.is_int()
            && let Ok(small) = i64::try_from(r.numerator())
        {
            return Number(Repr::Small(small));
        }
        Number(Repr::Big(Arc::new(r)))
    }
}

impl std::ops::Neg for Number {
    type Output = Number;
    fn neg(self) -> Number {
        match self.0 {
            Repr::Small(n) => match n.checked_neg() {
                Some(m) => Number(Repr::Small(m)),
                None => Number::from(-RBig::from(n)),
            },
            Repr::Big(r) => Number::from(-(*r).clone()),
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_rational().cmp(&other.to_rational()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `12`, `-3`, `1/3`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(n) => n.fmt(f),
            Repr::Big(r) => r.fmt(f),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_exact() {
        for (text, shown) in
            [("12", "12"), ("0.5", "1/2"), (".25", "1/4"), ("2.", "2"), ("1e-3", "1/1000"), ("1.5E2", "150")]
        {
            assert_eq!(Number::parse_decimal(text).expect(text).to_string(), shown);
        }
        assert_eq!(Number::parse_decimal("1e400").expect("in range").to_string().len(), 401);
    }

    #[test]
    fn unreasonable_literals_are_refused() {
        assert_eq!(Number::parse_decimal("1e99999999999999999999"), Err(NumberError::TooLarge));
        assert_eq!(Number::parse_decimal("1e99999"), Err(NumberError::TooLarge));
        assert_eq!(Number::parse_decimal(&"9".repeat(MAX_DIGITS + 1)), Err(NumberError::TooLarge));
        for text in ["", ".", "1e", "e5", "1.2.3", "1e+", "--1", "0x10"] {
            assert_eq!(Number::parse_decimal(text), Err(NumberError::Malformed), "{text}");
        }
    }

    #[test]
    fn decimals_come_back() {
        for text in ["0.375", "-0.05", "12", "123456789012345678901234567890.5"] {
            let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
            let n = Number::parse_decimal(digits).expect(text);
            let n = if sign < 0 { -n } else { n };
            assert_eq!(n.to_decimal().as_deref(), Some(text));
        }
        assert_eq!(Number::from(RBig::from_parts(1.into(), 3u8.into())).to_decimal(), None);
    }

    #[test]
    fn powers_and_roots_are_exact_or_absent() {
        let n = |text: &str| Number::from(text.parse::<RBig>().expect(text));
        for (base, exponent, want) in [
            ("2/3", 3, Some("8/27")),
            ("-2/3", -3, Some("-27/8")),
            ("0", -1, None),
            ("0", 0, Some("1")),
            ("-1", i64::MAX, Some("-1")),
            ("10", 1_000_000, None),
        ] {
            assert_eq!(n(base).power(exponent, 512), want.map(n), "{base}^{exponent}");
        }
        assert_eq!(n("4/9").sqrt(), Some(n("2/3")));
        assert_eq!((n("2").sqrt(), n("-4").sqrt()), (None, None));
        assert_eq!((n("27/8").root(3), n("27/8").root(2), n("1").root(1 << 40)), (Some(n("3/2")), None, Some(n("1"))));
    }

    #[test]
    fn equal_values_have_equal_representations() {
        assert_eq!(Number::from(RBig::from(7)), Number::from(7));
        assert_eq!(-Number::from(i64::MIN), Number::from(-RBig::from(i64::MIN)));
    }
}
