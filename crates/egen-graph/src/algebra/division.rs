//! Division: does this polynomial divide that one?

use dashu_base::DivRem;
use dashu_int::IBig;

use super::monomial::Monomial;
use super::polynomial::{Poly, Term};

/// A division touches at most this many terms.
const MAX_STEPS: usize = 50_000;

impl Poly {
    /// The exact quotient, if there is one. Exponents must not be negative; atoms are free.
    pub fn divided_by(&self, divisor: &Poly) -> Option<Poly> {
        let (lead, lead_c) = divisor.terms().first()?;
        if let [(m, c)] = divisor.terms() {
            return self.divided_by_term(m, c);
        }
        if self.is_zero() {
            return Some(Poly::zero());
        }
        // Both ends must divide before anything is calculated.
        let (first, last) = (self.terms().first()?, self.terms().last()?);
        let divisor_last = divisor.terms().last()?;
        quotient(first, (lead, lead_c))?;
        quotient(last, (&divisor_last.0, &divisor_last.1))?;
        let (mut rest, mut out, mut steps) = (self.clone(), Vec::new(), 0);
        while let Some(first) = rest.terms().first() {
            let (m, c) = quotient(first, (lead, lead_c))?;
            steps += divisor.len() + rest.len();
            if steps > MAX_STEPS {
                return None;
            }
            rest = rest.minus(&divisor.scaled(&c).shifted(&m)?);
            out.push((m, c));
        }
        Some(Poly::collect(out))
    }

    fn divided_by_term(&self, m: &Monomial, c: &IBig) -> Option<Poly> {
        let terms: Option<Vec<Term>> = self.terms().iter().map(|term| quotient(term, (m, c))).collect();
        terms.map(Poly::collect)
    }
}

fn quotient(term: &Term, by: (&Monomial, &IBig)) -> Option<Term> {
    let m = term.0.times(&by.0.inverse())?;
    if m.has_negative() {
        return None;
    }
    let (c, rest) = (&term.1).div_rem(by.1);
    rest.is_zero().then_some((m, c))
}
