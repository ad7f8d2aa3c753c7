//! Facts: what does it say about signs that an expression is defined?
//!
//! Where sqrt(u) is defined, u ≥ 0; where ln(u) is, u > 0. On the common domain of the expressions that are
//! compared all such facts hold, except on null sets, and |u| is u there.

use rustc_hash::FxHashMap;

use super::monomial::Atom;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

/// More facts than this are not kept.
const MAX_FACTS: usize = 64;

/// A sign that a value never goes against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    NonNegative,
    NonPositive,
}

impl Sign {
    pub fn flipped_if(self, flip: bool) -> Sign {
        match (self, flip) {
            (sign, false) => sign,
            (Sign::NonNegative, true) => Sign::NonPositive,
            (Sign::NonPositive, true) => Sign::NonNegative,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    sign: Option<Sign>,
    nonzero: bool,
}

/// What is known of the signs of polynomials. Keys have content 1 and a positive leading coefficient.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    known: FxHashMap<Poly, Known>,
    /// Polynomials that may divide others: those of known sign, and factors that were found.
    hints: Vec<Poly>,
}

impl Facts {
    /// Polynomials that may divide others.
    pub fn hints(&self) -> &[Poly] {
        &self.hints
    }

    /// Grows with every fact, so that a count that has not changed says that nothing was learnt.
    pub fn count(&self) -> usize {
        self.known.len() + self.hints.len()
    }

    pub fn hint(&mut self, p: &Poly) {
        if p.len() > 1 && self.hints.len() < MAX_FACTS && !self.hints.contains(p) {
            self.hints.push(p.clone());
        }
    }
}

impl Ring<'_> {
    /// Content 1 and a positive leading coefficient, and whether the sign was changed for that.
    pub fn signless(&self, p: &Poly) -> (bool, Poly) {
        let flip = self.table.leads_negative(p);
        let p = p.unscaled(&p.content());
        (flip, if flip { p.negated() } else { p })
    }

    /// Notes that a polynomial has this sign, except on a null set.
    pub fn learn(&mut self, p: &Poly, sign: Sign, nonzero: bool) {
        if self.inside_integral || !self.settings.domain || self.facts.known.len() >= MAX_FACTS {
            return;
        }
        let (flip, p) = self.signless(p);
        let known = self.facts.known.entry(p.clone()).or_default();
        known.nonzero |= nonzero;
        if known.sign.is_none() {
            known.sign = Some(sign.flipped_if(flip));
            self.facts.hint(&p);
        }
    }

    /// The sign of a real polynomial, if it is known wherever the expressions are defined.
    pub fn sign(&self, p: &Poly) -> Option<Sign> {
        let (flip, p) = self.signless(p);
        let known = if self.inside_integral { None } else { self.facts.known.get(&p).and_then(|known| known.sign) };
        let sign = known.or_else(|| self.is_sum_of_non_negatives(&p).then_some(Sign::NonNegative));
        sign.map(|sign| sign.flipped_if(flip))
    }

    /// Is it certainly not 0, except on a null set?
    pub fn is_nonzero(&self, p: &Poly) -> bool {
        let known = || self.facts.known.get(&self.signless(p).1).is_some_and(|known| known.nonzero);
        self.is_generic(p) || (!self.inside_integral && known())
    }

    fn is_sum_of_non_negatives(&self, p: &Poly) -> bool {
        p.terms().iter().all(|(m, c)| {
            *c > dashu_int::IBig::ZERO && m.powers().iter().all(|&(a, e)| self.is_power_non_negative(a, e))
        })
    }

    fn is_power_non_negative(&self, atom: Atom, e: Ratio) -> bool {
        let entry = self.table.entry(atom);
        if entry.complex {
            return false;
        }
        if e.is_even() || !e.is_integer() {
            return true;
        }
        match &*entry.kind {
            Kind::Prime(_) | Kind::Pi | Kind::Exp(_) | Kind::Root(_) | Kind::Abs(_) => true,
            Kind::Function(op, _) if op.info().range.0.iter().all(|span| span.low >= 0.0) => true,
            _ => {
                let fact = self.facts.known.get(&Poly::atom(atom));
                !self.inside_integral && fact.is_some_and(|known| known.sign == Some(Sign::NonNegative))
            }
        }
    }
}
