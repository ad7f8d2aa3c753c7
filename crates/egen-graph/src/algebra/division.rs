//! Division: does this polynomial divide that one?

use dashu_base::DivRem;
use dashu_int::IBig;

use super::monomial::Monomial;
use super::polynomial::{Poly, Term};

/// How much a search for divisors may still do, in operations on words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work(pub usize);

impl Work {
    /// What one search may do.
    pub const FULL: usize = 20_000;

    pub fn take(&mut self, amount: usize) -> Option<()> {
        self.0 = self.0.checked_sub(amount)?;
        Some(())
    }
}

impl Poly {
    /// The exact quotient, if there is one and it is found. Exponents must not be negative; atoms are free.
    pub fn divided_by(&self, divisor: &Poly) -> Option<Poly> {
        self.divided_within(divisor, &mut Work(4 * Work::FULL))
    }

    /// The exact quotient, if there is one and the work suffices.
    pub fn divided_within(&self, divisor: &Poly, work: &mut Work) -> Option<Poly> {
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
        let (mut rest, mut out) = (self.clone(), Vec::new());
        while let Some(first) = rest.terms().first() {
            let (m, c) = quotient(first, (lead, lead_c))?;
            work.take(divisor.len() + rest.len())?;
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
