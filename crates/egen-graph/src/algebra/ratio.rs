//! Exponents: which small rational is this power?

use std::cmp::Ordering;

/// Numerators of exponents stay below this.
const MAX_NUMERATOR: i64 = 1 << 24;
/// Denominators of exponents stay below this.
const MAX_DENOMINATOR: i64 = 1 << 12;

/// A reduced fraction of bounded size; whatever exceeds the bounds is over budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ratio {
    n: i32,
    d: i32,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { n: 0, d: 1 };
    pub const ONE: Ratio = Ratio { n: 1, d: 1 };
    pub const TWO: Ratio = Ratio { n: 2, d: 1 };
    pub const HALF: Ratio = Ratio { n: 1, d: 2 };
    pub const QUARTER: Ratio = Ratio { n: 1, d: 4 };

    /// n/d in lowest terms.
    pub fn new(n: i64, d: i64) -> Option<Ratio> {
        debug_assert!(d != 0);
        let g = gcd(n.unsigned_abs(), d.unsigned_abs()) as i64;
        let (n, d) = if d < 0 { (-(n / g), -(d / g)) } else { (n / g, d / g) };
        (n.abs() < MAX_NUMERATOR && d < MAX_DENOMINATOR).then_some(Ratio { n: n as i32, d: d as i32 })
    }

    pub fn integer(n: i64) -> Option<Ratio> {
        Ratio::new(n, 1)
    }

    pub fn numerator(self) -> i64 {
        i64::from(self.n)
    }

    pub fn denominator(self) -> i64 {
        i64::from(self.d)
    }

    pub fn is_zero(self) -> bool {
        self.n == 0
    }

    pub fn is_negative(self) -> bool {
        self.n < 0
    }

    pub fn is_integer(self) -> bool {
        self.d == 1
    }

    pub fn is_even(self) -> bool {
        self.d == 1 && self.n % 2 == 0
    }

    pub fn floor(self) -> i64 {
        i64::from(self.n).div_euclid(i64::from(self.d))
    }

    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        if self.d == 1 && other.d == 1 {
            return Ratio::new(self.numerator() + other.numerator(), 1);
        }
        Ratio::new(
            self.numerator() * other.denominator() + other.numerator() * self.denominator(),
            self.denominator() * other.denominator(),
        )
    }

    pub fn minus(self, other: Ratio) -> Option<Ratio> {
        self.plus(-other)
    }

    pub fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.numerator() * other.numerator(), self.denominator() * other.denominator())
    }
}

impl std::ops::Neg for Ratio {
    type Output = Ratio;
    fn neg(self) -> Ratio {
        Ratio { n: -self.n, d: self.d }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (self.numerator() * other.denominator()).cmp(&(other.numerator() * self.denominator()))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
