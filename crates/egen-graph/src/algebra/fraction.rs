//! Fractions: which quotient of two polynomials is this?

use dashu_base::Gcd;
use dashu_int::IBig;

use super::monomial::{Atom, Monomial};
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

/// A quotient. Contents have no common divisor, monomial factors are cancelled, the denominator's leading
/// coefficient is positive, and exponentials stand in the numerator where they can.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fraction {
    pub num: Poly,
    pub den: Poly,
}

impl Fraction {
    pub fn zero() -> Fraction {
        Fraction { num: Poly::zero(), den: Poly::one() }
    }

    pub fn one() -> Fraction {
        Fraction { num: Poly::one(), den: Poly::one() }
    }

    pub fn integer(n: i64) -> Fraction {
        Fraction { num: Poly::constant(n), den: Poly::one() }
    }

    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Numerator and denominator of the number that it is.
    pub fn as_number(&self) -> Option<(IBig, IBig)> {
        let num = if self.num.is_zero() { IBig::ZERO } else { self.num.as_constant()?.clone() };
        Some((num, self.den.as_constant()?.clone()))
    }

    /// The one atom that it is.
    pub fn as_atom(&self) -> Option<Atom> {
        if self.den.is_one() { self.num.as_atom() } else { None }
    }

    pub fn negated(&self) -> Fraction {
        Fraction { num: self.num.negated(), den: self.den.clone() }
    }
}

impl From<Poly> for Fraction {
    fn from(num: Poly) -> Fraction {
        Fraction { num, den: Poly::one() }
    }
}

impl Ring<'_> {
    pub fn add(&mut self, a: &Fraction, b: &Fraction) -> Option<Fraction> {
        if a.is_zero() {
            return Some(b.clone());
        }
        if b.is_zero() {
            return Some(a.clone());
        }
        if a.den == b.den {
            let num = self.sum(&a.num, &b.num)?;
            return if a.den.is_one() { Some(num.into()) } else { self.tidy(num, a.den.clone()) };
        }
        // The least common denominator, as far as it can be seen.
        let shared = self.shared(&a.den, &b.den)?;
        let (for_a, for_b) = (b.den.divided_by(&shared)?, a.den.divided_by(&shared)?);
        let (left, right) = (self.product(&a.num, &for_a)?, self.product(&b.num, &for_b)?);
        let (num, den) = (self.sum(&left, &right)?, self.product(&a.den, &for_a)?);
        self.tidy(num, den)
    }

    pub fn subtract(&mut self, a: &Fraction, b: &Fraction) -> Option<Fraction> {
        self.add(a, &b.negated())
    }

    pub fn multiply(&mut self, a: &Fraction, b: &Fraction) -> Option<Fraction> {
        let (left, right) = (self.cancel(&a.num, &b.den)?, self.cancel(&b.num, &a.den)?);
        let (num, den) = (self.product(&left.0, &right.0)?, self.product(&left.1, &right.1)?);
        if den.is_one() {
            return Some(num.into());
        }
        self.tidy(num, den)
    }

    /// `None` for a division by 0, which is defined nowhere.
    pub fn invert(&mut self, a: &Fraction) -> Option<Fraction> {
        if a.is_zero() {
            return None;
        }
        self.tidy(a.den.clone(), a.num.clone())
    }

    pub fn divide(&mut self, a: &Fraction, b: &Fraction) -> Option<Fraction> {
        let inverse = self.invert(b)?;
        self.multiply(a, &inverse)
    }

    pub fn raise(&mut self, a: &Fraction, n: i64) -> Option<Fraction> {
        let a = if n < 0 { self.invert(a)? } else { a.clone() };
        let n = u32::try_from(n.unsigned_abs()).ok()?;
        let (num, den) = (self.power(&a.num, n)?, self.power(&a.den, n)?);
        if den.is_one() { Some(num.into()) } else { self.tidy(num, den) }
    }

    pub fn scale(&mut self, a: &Fraction, n: &IBig, d: &IBig) -> Option<Fraction> {
        self.tidy(a.num.scaled(n), a.den.scaled(d))
    }

    /// Takes out of two polynomials what a greatest common divisor, if it is found, shows.
    fn cancel(&mut self, a: &Poly, b: &Poly) -> Option<(Poly, Poly)> {
        if a.len() < 2 || b.len() < 2 {
            return Some((a.clone(), b.clone()));
        }
        let Some(g) = self.divisor(a, b)? else { return Some((a.clone(), b.clone())) };
        // Numerators may have negative powers of units, which a division does not want to see.
        let shift = a.monomial_content().filter(|atom| self.table.entry(atom).unit);
        let positive = a.shifted(&shift.inverse())?;
        match (positive.divided_by(&g), b.divided_by(&g)) {
            (Some(p), Some(q)) => Some((p.shifted(&shift)?, q)),
            _ => Some((a.clone(), b.clone())),
        }
    }

    /// A divisor of two polynomials that is worth cancelling.
    fn divisor(&mut self, a: &Poly, b: &Poly) -> Option<Option<Poly>> {
        let found = self.searching(|_, work| a.common_divisor(b, work))?;
        Some(found.filter(|g| !g.is_constant()))
    }

    /// A common divisor of two denominators: content, monomial, and a polynomial.
    fn shared(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        let content = IBig::from((&a.content()).gcd(&b.content()));
        let monomial = a.monomial_content().meet(&b.monomial_content());
        let poly = if a.len() > 1 && b.len() > 1 { self.divisor(a, b)? } else { None };
        poly.unwrap_or_else(Poly::one).scaled(&content).shifted(&monomial)
    }

    /// The fraction of two reduced polynomials; `None` if the second is 0.
    pub fn tidy(&mut self, num: Poly, den: Poly) -> Option<Fraction> {
        if den.is_zero() {
            return None;
        }
        if num.is_zero() {
            return Some(Fraction::zero());
        }
        self.spend(2 * (num.len() + den.len()))?;
        let (num, den) = self.rationalise(num, den)?;
        let (num, den) = self.cancel(&num, &den)?;
        let (num, den) = self.cancel_monomials(num, den)?;
        let mut content = IBig::from((&num.content()).gcd(&den.content()));
        if self.table.leads_negative(&den) {
            content = -content;
        }
        Some(Fraction { num: num.unscaled(&content), den: den.unscaled(&content) })
    }

    fn cancel_monomials(&mut self, num: Poly, den: Poly) -> Option<(Poly, Poly)> {
        let (over, under) = (num.monomial_content(), den.monomial_content());
        if under.is_one() {
            return Some((num, den));
        }
        let unit = |atom| self.table.entry(atom).unit;
        let units = under.filter(unit);
        let common = over.filter(|atom| !unit(atom)).meet(&under.filter(|atom| !unit(atom)));
        let by = units.times(&common)?.inverse();
        Some((num.shifted(&by)?, den.shifted(&by)?))
    }

    /// Clears the denominator of factors that are roots or absolute values, and of sums of square roots of numbers.
    fn rationalise(&mut self, mut num: Poly, mut den: Poly) -> Option<(Poly, Poly)> {
        if !den.atoms().iter().any(|&a| self.table.entry(a).related) {
            return Some((num, den));
        }
        // Reducing can bring out another root as a factor, so a few rounds.
        for _ in 0..8 {
            let mut by = Monomial::one();
            for &(atom, e) in den.monomial_content().powers() {
                let up = match self.table.kind(atom) {
                    Kind::Prime(_) | Kind::Root(_) | Kind::Unity(_) => Ratio::ONE,
                    Kind::Abs(_) => Ratio::TWO,
                    _ => continue,
                };
                by = by.times(&Monomial::power(atom, up.minus(e)?))?;
            }
            if by.is_one() {
                break;
            }
            let by = self.reduce(Poly::term(by, IBig::ONE))?;
            (num, den) = (self.product(&num, &by)?, self.product(&den, &by)?);
        }
        if den.len() > 1
            && let Some(cleared) = self.clear_numbers(&num, &den)?
        {
            return Some(cleared);
        }
        if den.is_zero() { None } else { Some((num, den)) }
    }
    /// Makes a denominator of square roots of numbers and i an integer. A conjugate has the value 0 only if the
    /// integer would be 0, so nothing is multiplied by 0 unseen; without an integer at the end, nothing is done.
    fn clear_numbers(&mut self, num: &Poly, den: &Poly) -> Option<Option<(Poly, Poly)>> {
        let number = |ring: &Self, a: Atom| matches!(ring.table.kind(a), Kind::Prime(_) | Kind::Unity(2));
        let atoms = den.atoms();
        if atoms.len() > 4 || !atoms.iter().all(|&a| number(self, a)) {
            return Some(None);
        }
        let (mut num, mut den) = (num.clone(), den.clone());
        for atom in atoms {
            let unity = matches!(self.table.kind(atom), Kind::Unity(_));
            let half = if unity { Ratio::QUARTER } else { Ratio::HALF };
            if !den.terms().iter().all(|(m, _)| [Ratio::ZERO, half].contains(&m.exponent(atom))) {
                return Some(None);
            }
            // √p ↦ −√p, i ↦ −i.
            let conjugate =
                den.map(|m, c| Some((m.clone(), if m.exponent(atom).is_zero() { c.clone() } else { -c })))?;
            (num, den) = (self.product(&num, &conjugate)?, self.product(&den, &conjugate)?);
        }
        Some(den.as_constant().is_some().then_some((num, den)))
    }
}
