//! Decimals: which digits of a value are certain?

use dashu_base::BitTest;
use dashu_int::UBig;

use super::float::Float;
use super::radius::Radius;
use super::{Ball, power};

/// More digits than this are not printed.
const MAX_DIGITS: usize = 20_000;

/// Numbers from 10^−6 are printed plainly, and so are exact integers below 10^40.
const PLAIN: std::ops::Range<i64> = -6..40;

/// Significant digits, first to last, and the power of ten of the first.
struct Digits {
    text: String,
    power: i64,
    exact: bool,
}

impl Ball {
    /// At most `digits` significant decimal digits, all of them certain; the last is rounded.
    ///
    /// Exact values lose their trailing zeros, others keep them as a sign of accuracy.
    /// `0 ± 1e-30` says that not one digit is certain, but the size is.
    pub fn to_decimal(&self, digits: usize) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let certain = match self.accuracy_bits() {
            i64::MAX => MAX_DIGITS,
            // One more than is likely; the trial below decides.
            bits => (bits.max(0) as f64 * std::f64::consts::LOG10_2) as usize + 2,
        };
        let wanted = digits.clamp(1, MAX_DIGITS).min(certain);
        let sign = if self.mid.is_negative() { "-" } else { "" };
        if !self.contains_zero() {
            // More than a few trials only happen where a whole run of digits is in doubt.
            for count in (1..=wanted).rev() {
                if let Some(digits) = self.significant(count) {
                    return format!("{sign}{}", digits.layout());
                }
            }
        }
        // The logarithm of a number in range is off by less than 2^−10.
        let power = (self.most().log2() * std::f64::consts::LOG10_2 + 0.001).ceil();
        format!("0 ± 1e{power}")
    }

    /// `count` digits of |x|, if both ends of the ball round to them.
    fn significant(&self, count: usize) -> Option<Digits> {
        let size = Ball { mid: self.mid.abs(), rad: self.rad };
        let mut power = (Radius::up(&size.mid).log2() * std::f64::consts::LOG10_2).floor() as i64;
        // The estimate of the power may be off by one, either way.
        for _ in 0..3 {
            let bits = size.mid.len().min(4 * count) + 4 * count + 64;
            let scaled = scale_by_ten(&size, count as i64 - 1 - power, bits)?;
            let (low, high) = (nearest(&scaled.low())?, nearest(&scaled.high())?);
            let text = low.to_string();
            match text.len() {
                len if len > count => power += 1,
                len if len < count => power -= 1,
                _ if low != high => return None,
                _ => {
                    let exact = scaled.is_integer();
                    return Some(Digits { text, power, exact });
                }
            }
        }
        None
    }
}

/// x·10^power.
fn scale_by_ten(x: &Ball, power: i64, bits: usize) -> Option<Ball> {
    let exponent = Ball::integer(power.abs());
    let ten = power::power(&Ball::integer(10), &exponent, bits).ok()?;
    if power >= 0 { Some(x.times(&ten)) } else { x.over(&ten, bits).ok() }
}

/// The integer nearest to x ≥ 0, halves up; `None` if it is unreasonably long.
fn nearest(x: &Float) -> Option<UBig> {
    const LONGEST: i64 = 4 * MAX_DIGITS as i64 + 64;
    if x.is_negative() || x.top() > LONGEST {
        return None;
    }
    let doubled = x.fixed(1);
    let up = doubled.bit(0);
    Some((doubled >> 1usize) + UBig::from(u8::from(up)))
}

impl Digits {
    fn layout(&self) -> String {
        let text = if self.exact { self.text.trim_end_matches('0') } else { &self.text };
        let (count, power) = (text.len() as i64, self.power);
        if PLAIN.contains(&power) && power < 0 {
            let zeros = "0".repeat((-power - 1) as usize);
            format!("0.{zeros}{text}")
        } else if power >= 0 && power == count - 1 {
            text.to_owned()
        } else if power >= 0 && power < count {
            let (whole, fraction) = text.split_at(power as usize + 1);
            format!("{whole}.{fraction}")
        } else if self.exact && PLAIN.contains(&power) {
            format!("{text}{}", "0".repeat((power + 1 - count) as usize))
        } else {
            let (first, rest) = text.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{first}{point}{rest}e{power}")
        }
    }
}
