//! Roots and absolute values: what is a rational power of a fraction over the reals?
//!
//! A fractional power is defined where its base is not negative. Factors of known sign leave the root, even powers
//! leave it as absolute values, and the factors whose signs are open stay under one root together: sqrt(x·y)
//! is defined where x and y are both negative, sqrt(x)·sqrt(y) is not.

use dashu_base::UnsignedAbs;
use dashu_int::IBig;

use super::facts::Sign;
use super::fraction::Fraction;
use super::integer;
use super::monomial::Monomial;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::split::Split;
use super::table::Kind;

impl Ring<'_> {
    /// u^e with a fractional exponent; `None` if that is defined nowhere.
    pub fn root(&mut self, u: &Fraction, e: Ratio) -> Option<Fraction> {
        if u.is_zero() {
            return (!e.is_negative()).then(Fraction::zero);
        }
        let split = self.split(u)?;
        self.learn_split(&split, e.is_negative());
        let (mut out, joined) = self.take_known(&split, e)?;
        let number = self.number_power(&split, e)?;
        out = self.multiply(&out, &number)?;
        match joined.as_constant() {
            Some(one) if *one > IBig::ZERO => Some(out),
            // A negative number times squares.
            Some(_) => None,
            None => {
                let power = self.part_power(&joined, e)?;
                self.multiply(&out, &power)
            }
        }
    }

    /// The powers of the factors that can leave a root, and the product of those that stay, with its sign.
    fn take_known(&mut self, split: &Split, e: Ratio) -> Option<(Fraction, Poly)> {
        let mut out = Fraction::one();
        let mut joined = if split.is_negative() { Poly::constant(-1) } else { Poly::one() };
        for (part, k) in &split.parts {
            let sign = self.sign(part);
            let power = if !k.is_integer() || sign == Some(Sign::NonNegative) {
                self.part_power(part, k.times(e)?)?
            } else if k.is_even() {
                self.abs_power(part, k.times(e)?)?
            } else {
                let even = self.abs_power(part, k.minus(Ratio::ONE)?.times(e)?)?;
                match sign {
                    Some(Sign::NonPositive) => {
                        joined = joined.negated();
                        let rest = self.part_power(&part.negated(), e)?;
                        self.multiply(&even, &rest)?
                    }
                    _ => {
                        joined = self.product(&joined, part)?;
                        even
                    }
                }
            };
            out = self.multiply(&out, &power)?;
        }
        Some((out, joined))
    }

    /// The number of a split without its sign, to a power.
    fn number_power(&mut self, split: &Split, e: Ratio) -> Option<Fraction> {
        let mut out = Fraction::one();
        for (n, e) in [(&split.num, e), (&split.den, -e)] {
            for (prime, k) in integer::factor(&n.unsigned_abs()) {
                let atom = self.table.intern(Kind::Prime(prime.clone()))?;
                let power = e.times(Ratio::integer(k)?)?;
                let whole = self.raise(&Poly::constant(prime).into(), power.floor())?;
                let fractional = Monomial::power(atom, power.minus(Ratio::integer(power.floor())?)?);
                let factor = self.multiply(&whole, &Poly::term(fractional, IBig::ONE).into())?;
                out = self.multiply(&out, &factor)?;
            }
        }
        Some(out)
    }

    /// A power of a polynomial that is not negative, or is left as it is.
    pub fn part_power(&mut self, p: &Poly, e: Ratio) -> Option<Fraction> {
        if e.is_zero() {
            return Some(Fraction::one());
        }
        if let Some(atom) = p.as_atom() {
            let unit = self.table.entry(atom).unit;
            let size = if e.is_negative() && !unit { -e } else { e };
            let power = self.reduce(Poly::term(Monomial::power(atom, size), IBig::ONE))?;
            return if size == e { Some(power.into()) } else { self.tidy(Poly::one(), power) };
        }
        let whole = self.raise(&p.clone().into(), e.floor())?;
        let fractional = e.minus(Ratio::integer(e.floor())?)?;
        if fractional.is_zero() {
            return Some(whole);
        }
        let atom = self.table.intern(Kind::Root(p.clone()))?;
        self.multiply(&whole, &Poly::term(Monomial::power(atom, fractional), IBig::ONE).into())
    }

    /// |p|^e.
    fn abs_power(&mut self, p: &Poly, e: Ratio) -> Option<Fraction> {
        if e.is_even() {
            return self.raise(&p.clone().into(), e.numerator());
        }
        match self.sign(p) {
            Some(Sign::NonNegative) => self.part_power(p, e),
            Some(Sign::NonPositive) => self.part_power(&p.negated(), e),
            None => {
                let abs = self.atom(Kind::Abs(p.clone()))?;
                self.part_power(&abs, e)
            }
        }
    }

    /// |u|.
    pub fn abs(&mut self, u: &Fraction) -> Option<Fraction> {
        if u.is_zero() {
            return Some(Fraction::zero());
        }
        let split = self.split(u)?;
        let number = Fraction {
            num: Poly::constant(IBig::from((&split.num).unsigned_abs())),
            den: Poly::constant(split.den.clone()),
        };
        let mut out = number;
        for (part, k) in &split.parts {
            let power = if k.is_integer() { self.abs_power(part, *k)? } else { self.part_power(part, *k)? };
            out = self.multiply(&out, &power)?;
        }
        Some(out)
    }
}
