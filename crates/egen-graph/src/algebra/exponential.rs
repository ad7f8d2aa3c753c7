//! Exponentials and logarithms: what do they make of sums and products?
//!
//! exp of a sum is a product of powers of exp of its terms, and every other power with an exponent that is no
//! number is exp(v·ln u). ln of a product is a sum as far as the signs of the factors are known.

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use egen_math::Op;

use super::facts::Sign;
use super::fraction::Fraction;
use super::integer;
use super::monomial::Monomial;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

/// Sums stay whole if their terms over a common denominator have more terms than this in all.
const MAX_SPLIT: usize = 400;

/// A rational coefficient and what it multiplies.
pub(super) struct Summand {
    pub factor: (IBig, IBig),
    pub term: Fraction,
}

impl Ring<'_> {
    /// A real fraction as a sum of terms with coefficients; what only together is real stays together.
    pub fn summands(&mut self, u: &Fraction) -> Option<Vec<Summand>> {
        let content = u.den.content();
        let den = u.den.unscaled(&content);
        let (whole, single) = if self.is_complex(&den) || u.num.len() * den.len() > MAX_SPLIT {
            (u.num.clone(), Poly::zero())
        } else {
            u.num.partition(|m| self.is_complex_monomial(m))
        };
        let mut out = Vec::with_capacity(single.len() + 1);
        if !whole.is_zero() {
            let (flip, num) = self.signless(&whole);
            let factor = if flip { -whole.content() } else { whole.content() };
            out.push(Summand { factor: (factor, content.clone()), term: self.tidy(num, den.clone())? });
        }
        for (m, c) in single.terms() {
            let term = Poly::term(m.clone(), IBig::ONE);
            let term = if den.is_one() { term.into() } else { self.tidy(term, den.clone())? };
            out.push(Summand { factor: (c.clone(), content.clone()), term });
        }
        Some(out)
    }

    /// exp(u).
    pub fn exp(&mut self, u: &Fraction) -> Option<Fraction> {
        if !self.settings.exponentials {
            return self.function(Op::Exp, u);
        }
        let mut out = Fraction::one();
        for summand in self.summands(u)? {
            let power = self.exp_summand(summand)?;
            out = self.multiply(&out, &power)?;
        }
        Some(out)
    }

    fn exp_summand(&mut self, Summand { factor, term }: Summand) -> Option<Fraction> {
        let exponent = small(&factor);
        if let (Some(e), Some(atom)) = (exponent, term.as_atom())
            && let Kind::Function(Op::Ln, u) = self.table.kind(atom)
        {
            let u = u.clone();
            return if e.is_integer() { self.raise(&u, e.numerator()) } else { self.root(&u, e) };
        }
        let (e, term) = self.bounded(exponent, factor, term)?;
        let atom = self.table.intern(Kind::Exp(term))?;
        Some(Poly::term(Monomial::power(atom, e), IBig::ONE).into())
    }

    /// A coefficient that is too large for an exponent goes back into the term, except for its sign.
    pub fn bounded(&mut self, small: Option<Ratio>, factor: (IBig, IBig), term: Fraction) -> Option<(Ratio, Fraction)> {
        match small {
            Some(e) => Some((e, term)),
            None => {
                let size = IBig::from((&factor.0).unsigned_abs());
                let sign = if factor.0 < IBig::ZERO { -Ratio::ONE } else { Ratio::ONE };
                Some((sign, self.scale(&term, &size, &factor.1)?))
            }
        }
    }

    /// ln(u); `None` if that is defined nowhere.
    pub fn ln(&mut self, u: &Fraction) -> Option<Fraction> {
        if u.is_zero() {
            return None;
        }
        let split = self.split(u)?;
        self.learn_split(&split, true);
        self.ln_split(&split)
    }

    /// The logarithm for a power: where the base is 0 the power has a value, so less is learnt.
    fn ln_of_base(&mut self, u: &Fraction) -> Option<Fraction> {
        let split = self.split(u)?;
        self.learn_split(&split, false);
        self.ln_split(&split)
    }

    fn ln_split(&mut self, split: &super::split::Split) -> Option<Fraction> {
        let mut out = Fraction::zero();
        for (n, sign) in [(&split.num, 1), (&split.den, -1)] {
            for (prime, k) in integer::factor(&n.unsigned_abs()) {
                let ln = self.atom(Kind::Function(Op::Ln, Poly::constant(prime).into()))?;
                out = self.add(&out, &ln.scaled(&IBig::from(sign * k)).into())?;
            }
        }
        let mut joined = if split.is_negative() { Poly::constant(-1) } else { Poly::one() };
        for (part, k) in &split.parts {
            let (base, k) = match self.sign(part) {
                Some(Sign::NonNegative) => (part.clone(), *k),
                _ if !k.is_integer() => (part.clone(), *k),
                Some(Sign::NonPositive) => {
                    if !k.is_even() {
                        joined = joined.negated();
                    }
                    (part.negated(), *k)
                }
                None => {
                    let abs = self.atom(Kind::Abs(part.clone()))?;
                    if k.is_even() {
                        (abs, *k)
                    } else {
                        joined = self.product(&joined, part)?;
                        (abs, k.minus(Ratio::ONE)?)
                    }
                }
            };
            if !k.is_zero() {
                let ln = self.ln_part(&base)?;
                let ln = self.scale(&ln, &IBig::from(k.numerator()), &IBig::from(k.denominator()))?;
                out = self.add(&out, &ln)?;
            }
        }
        match joined.as_constant() {
            Some(one) if *one > IBig::ZERO => Some(out),
            Some(_) => None,
            None => {
                let ln = self.atom(Kind::Function(Op::Ln, joined.into()))?;
                self.add(&out, &ln.into())
            }
        }
    }

    fn ln_part(&mut self, p: &Poly) -> Option<Fraction> {
        let kind = p.as_atom().map(|atom| self.table.entry(atom).kind.clone());
        let inside: Fraction = match kind.as_deref() {
            Some(Kind::Exp(u)) => return Some(u.clone()),
            Some(Kind::Prime(n)) => Poly::constant(n.clone()).into(),
            Some(Kind::Root(u)) => u.clone().into(),
            _ => p.clone().into(),
        };
        Some(self.atom(Kind::Function(Op::Ln, inside))?.into())
    }

    /// u^v.
    pub fn raise_to(&mut self, u: &Fraction, v: &Fraction) -> Option<Fraction> {
        if let Some((n, d)) = v.as_number() {
            return match small(&(n.clone(), d.clone())) {
                Some(e) if e.is_integer() => self.raise(u, e.numerator()),
                Some(e) => {
                    self.beyond_rational = true;
                    self.root(u, e)
                }
                // Beyond the bounds only powers of ±1 and 0 are small.
                None if d == IBig::ONE && *u == Fraction::one() => Some(u.clone()),
                None => None,
            };
        }
        self.beyond_rational = true;
        if *u == Fraction::one() {
            return Some(Fraction::one());
        }
        if u.is_zero() || !self.settings.exponentials || !self.needs_positive_base(v) {
            return Some(self.atom(Kind::Power(u.clone(), v.clone()))?.into());
        }
        let ln = self.ln_of_base(u)?;
        let exponent = self.multiply(v, &ln)?;
        self.exp(&exponent)
    }

    /// Is a power with this exponent undefined for negative bases? It is if the exponent varies over an
    /// interval, or is a constant that is certainly no integer.
    fn needs_positive_base(&mut self, v: &Fraction) -> bool {
        let atoms: Vec<_> = [v.num.atoms(), v.den.atoms()].concat();
        if atoms.iter().any(|&a| self.table.entry(a).varies) {
            return !self.holds_integer_variable(&atoms);
        }
        self.is_no_integer(v)
    }

    fn holds_integer_variable(&self, atoms: &[super::monomial::Atom]) -> bool {
        // A variable that takes integer values only may stand inside other atoms too; ask for any of it.
        let integers = &self.settings.integers;
        !integers.is_empty()
            && (0..self.table.len() as u32)
                .any(|a| matches!(self.table.kind(a), Kind::Variable(name) if integers.contains(name)))
            && !atoms.is_empty()
    }
}

pub(super) fn small((n, d): &(IBig, IBig)) -> Option<Ratio> {
    Ratio::new(i64::try_from(n).ok()?, i64::try_from(d).ok()?)
}
