//! Radii: how far can the true value be from the midpoint?
//!
//! A radius needs few digits but any exponent, so it is 32 bits and an `i64` exponent, in two
//! registers. Each operation says by its name which way it rounds; `up` is the rule.

use std::cmp::Ordering;

use super::float::Float;

/// `man · 2^exp`; `man` is 0 or has exactly 32 bits, so the order of `(exp, man)` is the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Radius {
    man: u64,
    exp: i64,
}

const WIDTH: i64 = 32;

impl Radius {
    pub(super) const ZERO: Radius = Radius { man: 0, exp: 0 };

    /// 2^exp.
    pub(super) fn power(exp: i64) -> Radius {
        Radius { man: 1 << (WIDTH - 1), exp: exp - (WIDTH - 1) }
    }

    /// A small count times 2^exp.
    pub(super) fn count(count: u64, exp: i64) -> Radius {
        Radius::fit(count, exp, true)
    }

    fn fit(man: u64, exp: i64, up: bool) -> Radius {
        if man == 0 {
            return Radius::ZERO;
        }
        let shift = WIDTH - i64::from(64 - man.leading_zeros());
        if shift >= 0 {
            return Radius { man: man << shift, exp: exp - shift };
        }
        let drop = -shift;
        let kept = man >> drop;
        let lost = kept << drop != man;
        match kept + u64::from(up && lost) {
            // Rounding 2^32 − 1 up carries into a 33rd bit.
            carried if carried >> WIDTH != 0 => Radius { man: carried >> 1, exp: exp + drop + 1 },
            kept => Radius { man: kept, exp: exp + drop },
        }
    }

    /// The size of a number, rounded up.
    pub(super) fn up(x: &Float) -> Radius {
        let (man, exp, lost) = x.leading();
        Radius::fit(man + u64::from(lost), exp, true)
    }

    /// The size of a number, rounded down.
    pub(super) fn down(x: &Float) -> Radius {
        let (man, exp, _) = x.leading();
        Radius::fit(man, exp, false)
    }

    pub(super) fn is_zero(self) -> bool {
        self.man == 0
    }

    /// The least t with value < 2^t; meaningless for 0.
    pub(super) fn top(self) -> i64 {
        self.exp + WIDTH
    }

    pub(super) fn add(self, other: Radius) -> Radius {
        let (big, small) = if self >= other { (self, other) } else { (other, self) };
        if small.is_zero() {
            return big;
        }
        let gap = big.exp - small.exp;
        let aligned = if gap >= WIDTH { 1 } else { (small.man >> gap) + 1 };
        Radius::fit(big.man + aligned, big.exp, true)
    }

    pub(super) fn add_down(self, other: Radius) -> Radius {
        let (big, small) = if self >= other { (self, other) } else { (other, self) };
        let gap = big.exp - small.exp;
        if small.is_zero() || gap >= WIDTH {
            return big;
        }
        Radius::fit(big.man + (small.man >> gap), big.exp, false)
    }

    pub(super) fn mul(self, other: Radius) -> Radius {
        Radius::fit(self.man * other.man, self.exp + other.exp, true)
    }

    pub(super) fn mul_down(self, other: Radius) -> Radius {
        Radius::fit(self.man * other.man, self.exp + other.exp, false)
    }

    /// The quotient rounded up; `None` when the divisor is 0.
    pub(super) fn div(self, other: Radius) -> Option<Radius> {
        if other.is_zero() {
            return None;
        }
        let quotient = (self.man << WIDTH) / other.man + u64::from(!self.is_zero());
        Some(Radius::fit(quotient, self.exp - other.exp - WIDTH, true))
    }

    /// The difference rounded down, 0 when it would be negative.
    pub(super) fn sub_down(self, other: Radius) -> Radius {
        if self <= other {
            return Radius::ZERO;
        }
        if other.is_zero() {
            return self;
        }
        // Sixteen more bits keep the difference of close values from vanishing.
        let (wide, exp) = (self.man << 16, self.exp - 16);
        let gap = exp - other.exp;
        let aligned = match gap {
            ..=0 => other.man << -gap,
            1..WIDTH => (other.man >> gap) + 1,
            _ => 1,
        };
        Radius::fit(wide.saturating_sub(aligned), exp, false)
    }

    pub(super) fn sqrt(self) -> Radius {
        let (root, exp) = self.root();
        Radius::fit(root + u64::from(!self.is_zero()), exp, true)
    }

    pub(super) fn sqrt_down(self) -> Radius {
        let (root, exp) = self.root();
        Radius::fit(root, exp, false)
    }

    fn root(self) -> (u64, i64) {
        let odd = self.exp & 1;
        ((self.man << (30 + odd)).isqrt(), (self.exp - 30 - odd) / 2)
    }

    /// Times 2^by.
    pub(super) fn shift(self, by: i64) -> Radius {
        if self.is_zero() { self } else { Radius { exp: self.exp + by, ..self } }
    }

    pub(super) fn to_float(self) -> Float {
        Float::new(self.man.into(), self.exp)
    }

    /// An estimate of the logarithm.
    pub(super) fn log2(self) -> f64 {
        (self.man as f64).log2() + self.exp as f64
    }
}

impl Ord for Radius {
    fn cmp(&self, other: &Radius) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (false, false) => (self.exp, self.man).cmp(&(other.exp, other.man)),
            (a, b) => b.cmp(&a),
        }
    }
}

impl PartialOrd for Radius {
    fn partial_cmp(&self, other: &Radius) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(r: Radius) -> f64 {
        r.man as f64 * 2f64.powi(r.exp as i32)
    }

    #[test]
    fn each_operation_rounds_the_way_it_says() {
        let samples = [1u64, 2, 3, 5, 0xffff_ffff, 0x8000_0001, 0xdead_beef, 77_777];
        for a in samples {
            for b in samples {
                for shift in [-70i64, -33, -16, -1, 0, 5] {
                    let (x, y) = (Radius::count(a, 0), Radius::count(b, shift));
                    let (u, v) = (value(x), value(y));
                    let near = |got: Radius, want: f64| (value(got) - want).abs() <= want * 3e-9;
                    assert!(value(x.add(y)) >= u + v && near(x.add(y), u + v));
                    assert!(value(x.mul(y)) >= u * v && near(x.mul(y), u * v));
                    assert!(value(x.mul_down(y)) <= u * v && near(x.mul_down(y), u * v));
                    let quotient = x.div(y).expect("not zero");
                    assert!(value(quotient) >= u / v && near(quotient, u / v));
                    assert!(value(x.sub_down(y)) <= (u - v).max(0.0));
                    assert!(value(x.sqrt()) >= u.sqrt() && near(x.sqrt(), u.sqrt()));
                    assert!(value(x.sqrt_down()) <= u.sqrt() && near(x.sqrt_down(), u.sqrt()));
                    assert_eq!(x.cmp(&y), u.total_cmp(&v));
                }
            }
        }
        assert_eq!(Radius::ZERO.add(Radius::ZERO), Radius::ZERO);
        assert!(Radius::power(-1_000_000_000_000) > Radius::ZERO);
    }
}
