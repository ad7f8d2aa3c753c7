//! Polynomials: which sum of monomials with integer coefficients is this?
//!
//! Here atoms are free: no relation between them is known. [`Ring`](super::ring::Ring) adds the relations.

use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::monomial::{Atom, Monomial};
use super::ratio::Ratio;

/// One term.
pub(super) type Term = (Monomial, IBig);

/// Terms in falling order of their monomials, no coefficient zero.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Poly(Vec<Term>);

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn one() -> Poly {
        Poly::constant(IBig::ONE)
    }

    pub fn constant(c: impl Into<IBig>) -> Poly {
        Poly::term(Monomial::one(), c.into())
    }

    pub fn term(monomial: Monomial, c: IBig) -> Poly {
        if c.is_zero() { Poly::zero() } else { Poly(vec![(monomial, c)]) }
    }

    pub fn atom(atom: Atom) -> Poly {
        Poly::term(Monomial::power(atom, Ratio::ONE), IBig::ONE)
    }

    /// Sorts terms and adds those that belong together.
    pub fn collect(mut terms: Vec<Term>) -> Poly {
        terms.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        let mut out: Vec<Term> = Vec::with_capacity(terms.len());
        for (monomial, c) in terms {
            match out.last_mut() {
                Some(last) if last.0 == monomial => last.1 += c,
                _ => {
                    if out.last().is_some_and(|last| last.1.is_zero()) {
                        out.pop();
                    }
                    out.push((monomial, c));
                }
            }
        }
        if out.last().is_some_and(|last| last.1.is_zero()) {
            out.pop();
        }
        Poly(out)
    }

    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn is_one(&self) -> bool {
        self.as_constant().is_some_and(|c| *c == IBig::ONE)
    }

    pub fn is_constant(&self) -> bool {
        self.is_zero() || self.as_constant().is_some()
    }

    /// The nonzero number that it is.
    pub fn as_constant(&self) -> Option<&IBig> {
        match &self.0[..] {
            [(m, c)] if m.is_one() => Some(c),
            _ => None,
        }
    }

    /// The one atom that it is.
    pub fn as_atom(&self) -> Option<Atom> {
        match &self.0[..] {
            [(m, c)] if *c == IBig::ONE => m.as_atom(),
            _ => None,
        }
    }

    /// Its atoms, sorted, each once.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = Vec::new();
        for (m, _) in &self.0 {
            for (atom, _) in m.powers() {
                if let Err(at) = atoms.binary_search(atom) {
                    atoms.insert(at, *atom);
                }
            }
        }
        atoms
    }

    pub fn plus(&self, other: &Poly) -> Poly {
        let mut out = Vec::with_capacity(self.len() + other.len());
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(p), Some(q)) => p.0.cmp(&q.0),
                (Some(_), None) => std::cmp::Ordering::Greater,
                (None, Some(_)) => std::cmp::Ordering::Less,
                (None, None) => return Poly(out),
            };
            let take = |term: Option<&Term>| term.cloned().expect("peeked");
            match order {
                std::cmp::Ordering::Greater => out.push(take(a.next())),
                std::cmp::Ordering::Less => out.push(take(b.next())),
                std::cmp::Ordering::Equal => {
                    let (p, q) = (take(a.next()), take(b.next()));
                    let sum = p.1 + q.1;
                    if !sum.is_zero() {
                        out.push((p.0, sum));
                    }
                }
            }
        }
    }

    pub fn minus(&self, other: &Poly) -> Poly {
        self.plus(&other.negated())
    }

    pub fn negated(&self) -> Poly {
        Poly(self.0.iter().map(|(m, c)| (m.clone(), -c)).collect())
    }

    pub fn scaled(&self, by: &IBig) -> Poly {
        if by.is_zero() {
            return Poly::zero();
        }
        Poly(self.0.iter().map(|(m, c)| (m.clone(), c * by)).collect())
    }

    /// Every coefficient divided by a number that divides them all.
    pub fn unscaled(&self, by: &IBig) -> Poly {
        if *by == IBig::ONE {
            return self.clone();
        }
        Poly(self.0.iter().map(|(m, c)| (m.clone(), c / by)).collect())
    }

    /// It times a monomial, as if atoms were free.
    pub fn shifted(&self, by: &Monomial) -> Option<Poly> {
        if by.is_one() {
            return Some(self.clone());
        }
        self.0.iter().map(|(m, c)| Some((m.times(by)?, c.clone()))).collect::<Option<_>>().map(Poly)
    }

    /// The product, as if atoms were free.
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        match (&self.0[..], &other.0[..]) {
            ([], _) | (_, []) => return Some(Poly::zero()),
            ([(m, c)], _) => return other.scaled(c).shifted(m),
            (_, [(m, c)]) => return self.scaled(c).shifted(m),
            _ => {}
        }
        let mut terms = Vec::with_capacity(self.len() * other.len());
        for (m, c) in &self.0 {
            for (n, d) in &other.0 {
                terms.push((m.times(n)?, c * d));
            }
        }
        Some(Poly::collect(terms))
    }

    /// The greatest common divisor of the coefficients, positive.
    pub fn content(&self) -> IBig {
        let mut g = IBig::ZERO;
        for (_, c) in &self.0 {
            g = if g.is_zero() { IBig::from(c.clone().unsigned_abs()) } else { IBig::from((&g).gcd(c)) };
            if g == IBig::ONE {
                break;
            }
        }
        g
    }

    /// The least power of every atom, over all terms: the monomial that divides each.
    pub fn monomial_content(&self) -> Monomial {
        let Some((first, rest)) = self.0.split_first() else { return Monomial::one() };
        rest.iter().fold(first.0.clone(), |g, (m, _)| if g.is_one() && !m.has_negative() { g } else { g.meet(m) })
    }

    /// The bits of the largest coefficient.
    pub fn bits(&self) -> usize {
        self.0.iter().map(|(_, c)| c.bit_len()).max().unwrap_or(0)
    }

    /// The highest and the lowest power of an atom.
    pub fn range(&self, atom: Atom) -> (Ratio, Ratio) {
        let mut exponents = self.0.iter().map(|(m, _)| m.exponent(atom));
        let first = exponents.next().unwrap_or(Ratio::ZERO);
        exponents.fold((first, first), |(high, low), e| (high.max(e), low.min(e)))
    }

    /// Each term changed, and the sum sorted again.
    pub fn map(&self, mut to: impl FnMut(&Monomial, &IBig) -> Option<Term>) -> Option<Poly> {
        self.0.iter().map(|(m, c)| to(m, c)).collect::<Option<_>>().map(Poly::collect)
    }

    /// The terms that pass a test, and the others.
    pub fn partition(&self, test: impl Fn(&Monomial) -> bool) -> (Poly, Poly) {
        let (yes, no) = self.0.iter().cloned().partition(|(m, _)| test(m));
        (Poly(yes), Poly(no))
    }

    /// The derivative by an atom, all atoms being free; exponents must be integers.
    pub fn derivative(&self, by: Atom) -> Option<Poly> {
        let mut terms = Vec::new();
        for (m, c) in &self.0 {
            let e = m.exponent(by);
            if !e.is_integer() {
                return None;
            }
            if !e.is_zero() {
                terms.push((m.times(&Monomial::power(by, -Ratio::ONE))?, c * IBig::from(e.numerator())));
            }
        }
        Some(Poly::collect(terms))
    }
}
