//! Common divisors: what do two polynomials have in common?
//!
//! The heuristic of Char, Geddes and Gonnet: put a large integer for an atom, take the greatest
//! common divisor of what remains, and read the digits of the answer in that base as coefficients.
//! A candidate counts only if it divides both, so a result is always right; there may be none.

use dashu_base::{Abs, Gcd};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::division::Work;
use super::monomial::{Atom, Monomial};
use super::polynomial::Poly;
use super::ratio::{Ratio, gcd as small_gcd};

/// More atoms than this make the integers too large.
const MAX_ATOMS: usize = 6;
/// Integers have at most this many bits.
const MAX_BITS: usize = 6_000;
/// Polynomials with more terms are not tried.
const MAX_TERMS: usize = 400;
/// Bases tried for each atom.
const TRIES: usize = 3;

impl Poly {
    /// The greatest common divisor, atoms being free, without monomial factors and with content 1.
    /// `None` if it could not be found within the bounds.
    pub fn common_divisor(&self, other: &Poly, work: &mut Work) -> Option<Poly> {
        if self.is_constant() || other.is_constant() || self.len() == 1 || other.len() == 1 {
            return Some(Poly::one());
        }
        if self.len() > MAX_TERMS || other.len() > MAX_TERMS {
            return None;
        }
        let (f, g) = (self.primitive()?, other.primitive()?);
        if f == g {
            return Some(f);
        }
        let (left, right) = (f.atoms(), g.atoms());
        if !left.iter().any(|a| right.contains(a)) {
            return Some(Poly::one());
        }
        let mut atoms: Vec<Atom> = left.iter().chain(&right).copied().collect();
        atoms.sort_unstable();
        atoms.dedup();
        if atoms.len() > MAX_ATOMS {
            return None;
        }
        let scales: Vec<(Atom, Ratio)> =
            atoms.iter().map(|&a| Some((a, denominators(&[&f, &g], a)?))).collect::<Option<_>>()?;
        let (f, g) = (f.stretched(&scales, false)?, g.stretched(&scales, false)?);
        // The atom of least degree last: it is replaced first, while coefficients are small.
        atoms.sort_by_key(|&a| std::cmp::Reverse(f.range(a).0.max(g.range(a).0)));
        heuristic(&f, &g, &atoms, work)?.primitive()?.stretched(&scales, true)
    }

    /// It without its content and its monomial factor.
    pub fn primitive(&self) -> Option<Poly> {
        self.unscaled(&self.content()).shifted(&self.monomial_content().inverse())
    }

    fn stretched(&self, scales: &[(Atom, Ratio)], back: bool) -> Option<Poly> {
        if scales.iter().all(|(_, s)| *s == Ratio::ONE) {
            return Some(self.clone());
        }
        self.map(|m, c| {
            let m = m.map(|a, e| {
                let scale = scales.iter().find(|(b, _)| *b == a).map_or(Ratio::ONE, |(_, s)| *s);
                let scale = if back { Ratio::new(1, scale.numerator())? } else { scale };
                Some((a, e.times(scale)?))
            })?;
            Some((m, c.clone()))
        })
    }
}

fn denominators(polys: &[&Poly], atom: Atom) -> Option<Ratio> {
    let mut lcm = 1i64;
    for (m, _) in polys.iter().flat_map(|p| p.terms()) {
        let d = m.exponent(atom).denominator();
        lcm = lcm / small_gcd(lcm as u64, d as u64) as i64 * d;
        if lcm > 1 << 12 {
            return None;
        }
    }
    Ratio::integer(lcm)
}

fn heuristic(f: &Poly, g: &Poly, atoms: &[Atom], work: &mut Work) -> Option<Poly> {
    let (cf, cg) = (f.content(), g.content());
    let content = IBig::from((&cf).gcd(&cg));
    let Some((&x, rest)) = atoms.split_last() else { return Some(Poly::constant(content)) };
    let (f, g) = (f.unscaled(&cf), g.unscaled(&cg));
    let degree = f.range(x).0.max(g.range(x).0).numerator() as usize;
    if degree == 0 {
        return Some(heuristic(&f, &g, rest, work)?.scaled(&content));
    }
    let norm = |p: &Poly| p.terms().iter().map(|(_, c)| c.abs()).max().unwrap_or(IBig::ZERO);
    let mut base: IBig = norm(&f).min(norm(&g)) * 2 + 29;
    for _ in 0..TRIES {
        if base.bit_len() * degree > MAX_BITS {
            return None;
        }
        work.take((f.len() + g.len()) * (base.bit_len() * degree / 64 + 1))?;
        let (at_f, at_g) = (evaluate(&f, x, &base)?, evaluate(&g, x, &base)?);
        if !at_f.is_zero() && !at_g.is_zero() {
            let found = interpolate(heuristic(&at_f, &at_g, rest, work)?, x, &base)?;
            let found = found.unscaled(&found.content());
            if found.is_constant()
                || (f.divided_within(&found, work).is_some() && g.divided_within(&found, work).is_some())
            {
                return Some(if found.is_constant() { Poly::constant(content) } else { found.scaled(&content) });
            }
        }
        base = base * 73_794 / 27_011;
    }
    None
}

/// It with an integer in the place of an atom.
fn evaluate(p: &Poly, x: Atom, at: &IBig) -> Option<Poly> {
    p.map(|m, c| {
        let e = m.exponent(x).numerator();
        Some((m.without(x), if e == 0 { c.clone() } else { c * at.pow(e as usize) }))
    })
}

/// The polynomial in an atom that has this value at an integer, with digits between −base/2 and base/2.
fn interpolate(mut value: Poly, x: Atom, base: &IBig) -> Option<Poly> {
    let (mut terms, mut power) = (Vec::new(), 0);
    let half: IBig = base / 2;
    while !value.is_zero() {
        let mut rest = Vec::with_capacity(value.len());
        let at = Monomial::power(x, Ratio::integer(power)?);
        for (m, c) in value.terms() {
            let mut digit: IBig = c % base;
            if digit > half {
                digit -= base;
            } else if digit < -&half {
                digit += base;
            }
            let carry: IBig = (c - &digit) / base;
            if !digit.is_zero() {
                terms.push((m.times(&at)?, digit));
            }
            if !carry.is_zero() {
                rest.push((m.clone(), carry));
            }
        }
        value = Poly::collect(rest);
        power += 1;
    }
    Some(Poly::collect(terms))
}
