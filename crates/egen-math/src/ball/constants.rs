//! Constants: what are π and ln 2 to very many bits?
//!
//! Every elementary function reduces its argument by one of the two, and computing them anew would cost as much as the rest of the function.
//! So each is computed once for each power of two of bits, as a sum of inverse tangents, circular or hyperbolic, of unit fractions.

use std::sync::OnceLock;

use dashu_int::{IBig, UBig};

use super::fixed::Series;

/// An integer within 1 of π·2^scale.
pub(super) fn pi(scale: usize) -> UBig {
    /// Machin: π/4 = 4 atan(1/5) − atan(1/239).
    static PI: Constant = Constant::new(Series::Atan, &[(16, 5), (-4, 239)]);
    PI.to(scale)
}

/// An integer within 1 of ln 2·2^scale.
pub(super) fn ln2(scale: usize) -> UBig {
    /// 2 = (27/25)⁹·(4801/4800)·(8750/8748)⁴, each quotient (q + 1)/(q − 1), and ln of that is 2 atanh(1/q).
    static LN2: Constant = Constant::new(Series::Atanh, &[(18, 26), (-2, 4801), (8, 8749)]);
    LN2.to(scale)
}

/// A sum of integer multiples of inverse tangents of 1/q.
struct Constant {
    series: Series,
    terms: &'static [(i64, u64)],
    /// At place k to `LEAST`·2^k bits, once that was asked for.
    known: [OnceLock<UBig>; LEVELS],
}

const LEAST: usize = 256;
const LEVELS: usize = (usize::BITS - LEAST.ilog2()) as usize;

impl Constant {
    const fn new(series: Series, terms: &'static [(i64, u64)]) -> Constant {
        Constant { series, terms, known: [const { OnceLock::new() }; LEVELS] }
    }

    /// An integer within 1 of 2^scale times the constant.
    fn to(&self, scale: usize) -> UBig {
        let level = scale.div_ceil(LEAST).next_power_of_two().ilog2();
        let size = LEAST << level;
        self.known[level as usize].get_or_init(|| self.computed(size)) >> (size - scale)
    }

    fn computed(&self, scale: usize) -> UBig {
        // Each inverse tangent errs by less than 2 units, and all multiples together are fewer than 2^8.
        const GUARD: usize = 32;
        let part = |&(count, q): &(i64, u64)| IBig::from(count) * inverse(self.series, q, scale + GUARD);
        let sum: IBig = self.terms.iter().map(part).sum();
        sum.into_parts().1 >> GUARD
    }
}

/// An integer within 2 of atan(1/q)·2^scale or atanh(1/q)·2^scale.
fn inverse(series: Series, q: u64, scale: usize) -> IBig {
    // What is left out is less than the first term left out, times 1/(1 − 1/q²).
    let terms = (scale as f64 / (2.0 * (q as f64).log2())) as u64 + 2;
    let sum = Sum::of(series, &UBig::from(q * q), 0..terms);
    ((sum.above * q) << scale) / IBig::from(sum.odds * sum.power)
}

/// Σ ±1/((2k + 1)·s^(k − a + 1)) for k from a to b, as the quotient above/(odds·power) with power = s^(b − a): one division for all terms.
struct Sum {
    above: IBig,
    odds: UBig,
    power: UBig,
}

impl Sum {
    fn of(series: Series, square: &UBig, terms: std::ops::Range<u64>) -> Sum {
        let count = terms.end - terms.start;
        if count == 1 {
            return Sum { above: IBig::ONE, odds: UBig::from(2 * terms.start + 1), power: square.clone() };
        }
        let middle = terms.start + count / 2;
        let (first, rest) = (Sum::of(series, square, terms.start..middle), Sum::of(series, square, middle..terms.end));
        let (left, right) = (first.above * &rest.odds * &rest.power, rest.above * &first.odds);
        let falls = series == Series::Atan && (count / 2) % 2 == 1;
        Sum {
            above: if falls { left - right } else { left + right },
            odds: first.odds * rest.odds,
            power: first.power * rest.power,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first and the last 64 of 4096 bits, known from elsewhere.
    #[test]
    fn digits_are_the_known_ones() {
        let first = |value: UBig| value >> (4096 - 64usize);
        assert_eq!(first(pi(4094)), UBig::from(0xc90f_daa2_2168_c234_u64));
        assert_eq!(first(ln2(4096)), UBig::from(0xb172_17f7_d1cf_79ab_u64));
        let last = |value: UBig| value % (UBig::ONE << 64usize);
        assert_eq!(last(pi(4094)), UBig::from(0xc1d4_dcb2_6026_46de_u64));
        assert_eq!(last(ln2(4096)), UBig::from(0x175e_b4af_c8da_add8_u64));
        let hexadecimal = |value: UBig| value.in_radix(16).to_string();
        assert_eq!(hexadecimal(pi(200)), "3243f6a8885a308d313198a2e03707344a4093822299f31d008");
        assert_eq!(hexadecimal(ln2(200)), "b17217f7d1cf79abc9e3b39803f2f6af40f343267298b62d8a");
    }

    #[test]
    fn every_precision_has_the_leading_bits_of_a_higher_one() {
        for scale in [0, 1, 2, 255, 256, 257, 1000, 4096, 6000, 20_000] {
            assert_eq!(pi(40_000) >> (40_000 - scale), pi(scale), "π at 2^{scale}");
            assert_eq!(ln2(40_000) >> (40_000 - scale), ln2(scale), "ln 2 at 2^{scale}");
        }
    }
}
