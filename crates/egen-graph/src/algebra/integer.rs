//! Integers: of which primes is this one the product?

use dashu_base::DivRem;
use dashu_int::{IBig, UBig};

/// Primes are looked for up to this bound.
const MAX_PRIME: u32 = 1_000;
/// Larger integers are not searched for primes.
const MAX_BITS: usize = 2_048;

/// Is what [`factor`] returns certainly a prime?
pub(super) fn is_prime(n: &IBig) -> bool {
    *n < IBig::from(MAX_PRIME * MAX_PRIME)
}

/// Powers of numbers whose product is the integer. They are primes, except perhaps the last, which has no
/// prime factor up to [`MAX_PRIME`] and is no square.
pub(super) fn factor(n: &UBig) -> Vec<(IBig, i64)> {
    let mut out = Vec::new();
    let mut rest = n.clone();
    if dashu_int::ops::BitTest::bit_len(&rest) <= MAX_BITS {
        let mut p = 2u32;
        while p <= MAX_PRIME && rest > UBig::ONE {
            if UBig::from(p) * p > rest {
                break;
            }
            let mut power = 0;
            loop {
                let (quotient, left) = (&rest).div_rem(UBig::from(p));
                if !left.is_zero() {
                    break;
                }
                rest = quotient;
                power += 1;
            }
            if power > 0 {
                out.push((IBig::from(p), power));
            }
            p += if p == 2 { 1 } else { 2 };
        }
    }
    let mut power = 1;
    while rest > UBig::ONE {
        let root = rest.nth_root(2);
        if &root * &root != rest {
            break;
        }
        rest = root;
        power *= 2;
    }
    if rest > UBig::ONE {
        out.push((IBig::from(rest), power));
    }
    out
}
