//! Drawing: which numbers and which harmless expressions does a statement get?

use std::ops::RangeInclusive;

use egen_graph::grammar::seeded;
use rand::{Rng, RngExt};

/// Choices that follow from a seed.
pub struct Draw {
    rng: Box<dyn Rng>,
}

impl Draw {
    pub fn new(seed: u64) -> Draw {
        // Neighbouring seeds are drawn from, so they are spread first.
        Draw { rng: Box::new(seeded(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (seed >> 7))) }
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.rng.random_range(0..count)
    }

    pub fn int(&mut self, range: RangeInclusive<i64>) -> i64 {
        self.rng.random_range(range)
    }

    pub fn real(&mut self, from: f64, to: f64) -> f64 {
        self.rng.random_range(from..to)
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.rng.random_range(0.0..1.0) < share
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// 1 or −1.
    pub fn sign(&mut self) -> i64 {
        self.pick(&[1, -1])
    }

    /// A positive number of few digits: 7, 2.5, 13/9.
    pub fn factor(&mut self) -> String {
        match self.below(4) {
            0 => self.int(2..=9).to_string(),
            1 => self.int(10..=200).to_string(),
            2 => format!("{}.{}", self.int(0..=20), self.int(1..=999)),
            _ => format!("({}/{})", self.int(1..=40), self.int(2..=19)),
        }
    }

    /// A number of either sign, in brackets where it needs them.
    pub fn number(&mut self) -> String {
        let factor = self.factor();
        if self.chance(0.5) { factor } else { format!("(-{factor})") }
    }

    /// A number of some size: two to four digits, then zeros.
    pub fn sized(&mut self, exponents: RangeInclusive<i64>) -> String {
        let exponent = self.int(exponents);
        match self.below(3) {
            0 => format!("10^({exponent})"),
            1 => format!("({}.{}*10^({exponent}))", self.int(1..=9), self.int(1..=999)),
            _ => format!("({}*10^({exponent}))", self.int(1..=9)),
        }
    }

    /// An expression that has a value everywhere, in some of these variables.
    pub fn smooth(&mut self, names: &[&str]) -> String {
        let x = if names.is_empty() { "2" } else { self.pick(names) };
        let (a, b) = (self.factor(), self.number());
        match self.below(14) {
            0 => format!("{a}*{x} + {b}"),
            1 => format!("{a}*{x}^2"),
            2 => format!("sin({a}*{x})"),
            3 => format!("cos({x} + {b})"),
            4 => format!("atan({x}/{a})"),
            5 => format!("1/({a} + {x}^2)"),
            6 => format!("sqrt({x}^2 + {a})"),
            7 => format!("{x}*cos({a}*{x})"),
            8 => format!("tanh({x} + {b})"),
            9 => format!("asinh({a}*{x})"),
            10 => format!("ln({x}^2 + {a})"),
            11 => format!("{x}^3 + {b}*{x}"),
            12 => format!("({})*({})", self.smooth(names), self.smooth(names)),
            _ => format!("({}) + ({})", self.smooth(names), self.smooth(names)),
        }
    }

    /// The same, and positive everywhere.
    pub fn positive(&mut self, names: &[&str]) -> String {
        let (h, a) = (self.smooth(names), self.factor());
        match self.below(3) {
            0 => format!("(({h})^2 + {a})"),
            1 => format!("(2 + cos({h}))"),
            _ => format!("exp(sin({h}))"),
        }
    }
}

/// A decimal in brackets.
pub fn decimal(x: f64) -> String {
    format!("({x})")
}
