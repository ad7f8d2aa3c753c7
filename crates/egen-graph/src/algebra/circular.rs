//! Sines and cosines: what is exp(i·u)?
//!
//! Powers of exp(i·u) bring all angle additions, multiple and half angles down to the addition of exponents;
//! rational multiples of π become roots of unity, which are radicals where they are simple.

use dashu_int::IBig;
use egen_math::Op;
use egen_math::op::Family;

use super::exponential::{Summand, small};
use super::fraction::Fraction;
use super::monomial::Monomial;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

/// Multiples of inverse functions are expanded up to this one.
const MAX_MULTIPLE: i64 = 12;

impl Ring<'_> {
    /// A trigonometric or hyperbolic function, by exponentials.
    pub fn circular(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        let trigonometric = op.info().family == Family::Trigonometric;
        let minus = u.negated();
        let (forth, back) =
            if trigonometric { (self.turn(u)?, self.turn(&minus)?) } else { (self.exp(u)?, self.exp(&minus)?) };
        let sum = self.add(&forth, &back)?;
        let mut difference = self.subtract(&forth, &back)?;
        if trigonometric {
            let i = self.i()?.negated();
            difference = self.multiply(&difference, &i.into())?;
        }
        let two = Fraction::integer(2);
        let (top, bottom) = match op {
            Op::Sin | Op::Sinh => (difference, two),
            Op::Cos | Op::Cosh => (sum, two),
            Op::Tan | Op::Tanh => (difference, sum),
            Op::Cot | Op::Coth => (sum, difference),
            Op::Sec | Op::Sech => (two, sum),
            Op::Csc | Op::Csch => (two, difference),
            _ => return self.function(op, u),
        };
        self.divide(&top, &bottom)
    }

    /// exp(i·u).
    fn turn(&mut self, u: &Fraction) -> Option<Fraction> {
        let mut out = Fraction::one();
        for summand in self.summands(u)? {
            let power = self.turn_summand(summand)?;
            out = self.multiply(&out, &power)?;
        }
        Some(out)
    }

    fn turn_summand(&mut self, Summand { factor, term }: Summand) -> Option<Fraction> {
        let exponent = small(&factor);
        let kind = term.as_atom().map(|atom| self.table.entry(atom).kind.clone());
        match (kind.as_deref(), exponent) {
            (Some(Kind::Pi), _) => {
                // The turns that count are those modulo 1; a multiple may be too large for an exponent.
                let whole = &factor.1 * IBig::from(2);
                let left = ((&factor.0 % &whole) + &whole) % &whole;
                if let Some(e) = small(&(left, whole)) {
                    return self.unity(e);
                }
            }
            (Some(Kind::Function(op @ (Op::Asin | Op::Atan), v)), Some(e))
                if e.is_integer() && e.numerator().abs() <= MAX_MULTIPLE =>
            {
                let once = self.turn_of_inverse(*op, v)?;
                return self.raise(&once, e.numerator());
            }
            _ => {}
        }
        let (e, term) = self.bounded(exponent, factor, term)?;
        let atom = self.table.intern(Kind::Turn(term))?;
        Some(Poly::term(Monomial::power(atom, e), IBig::ONE).into())
    }

    /// exp(i·asin v) = sqrt(1 − v²) + i·v and exp(i·atan v) = (1 + i·v)/sqrt(1 + v²).
    fn turn_of_inverse(&mut self, op: Op, v: &Fraction) -> Option<Fraction> {
        let i: Fraction = self.i()?.into();
        let imaginary = self.multiply(&i, v)?;
        let square = self.multiply(v, v)?;
        if op == Op::Asin {
            let rest = self.subtract(&Fraction::one(), &square)?;
            let cosine = self.root(&rest, Ratio::HALF)?;
            self.add(&cosine, &imaginary)
        } else {
            let sum = self.add(&Fraction::one(), &square)?;
            let size = self.root(&sum, Ratio::HALF)?;
            let top = self.add(&Fraction::one(), &imaginary)?;
            self.divide(&top, &size)
        }
    }

    /// exp(2πi·e).
    fn unity(&mut self, e: Ratio) -> Option<Fraction> {
        let mut out = Fraction::one();
        let (n, mut d) = (e.numerator(), e.denominator());
        let mut p = 2;
        while d > 1 {
            let mut q = 1;
            while d % p == 0 {
                d /= p;
                q *= p;
            }
            if q > 1 {
                // The share of q in n/(q·m) is n·m⁻¹/q modulo 1.
                let m = (e.denominator() / q) % q;
                let inverse = (1..q).find(|k| m * k % q == 1).unwrap_or(0);
                let share = Ratio::new((n.rem_euclid(q) * inverse).rem_euclid(q), q)?;
                let root = self.prime_unity(p, share)?;
                out = self.multiply(&out, &root)?;
            }
            p += 1;
        }
        Some(out)
    }

    /// exp(2πi·e) where the denominator is a power of a prime. Eighths and thirds are radicals.
    fn prime_unity(&mut self, p: i64, e: Ratio) -> Option<Fraction> {
        let radical = |ring: &mut Self, n: i64| -> Option<Poly> {
            let atom = ring.table.intern(Kind::Prime(IBig::from(n)))?;
            Some(Poly::term(Monomial::power(atom, Ratio::HALF), IBig::ONE))
        };
        if (p == 2 && e.denominator() == 8) || (p == 3 && e.denominator() == 3) {
            let (root, real) =
                if p == 2 { (radical(self, 2)?, radical(self, 2)?) } else { (radical(self, 3)?, Poly::constant(-1)) };
            let i = self.i()?;
            let imaginary = self.product(&root, &i)?;
            let once = Fraction { num: real.plus(&imaginary), den: Poly::constant(2) };
            return self.raise(&once, e.numerator());
        }
        let atom = self.table.intern(Kind::Unity(p as u32))?;
        Some(self.reduce(Poly::term(Monomial::power(atom, e), IBig::ONE))?.into())
    }

    /// Is it 0, with square roots of primes seen as sums of roots of unity where both occur?
    pub fn vanishes(&mut self, p: &Poly) -> Option<bool> {
        if p.is_zero() {
            return Some(true);
        }
        let atoms = p.atoms();
        let mut poly = p.clone();
        for unity in atoms.iter().copied() {
            let &Kind::Unity(q) = self.table.kind(unity) else { continue };
            let prime = Kind::Prime(IBig::from(q));
            let Some(&root) = atoms.iter().find(|&&a| *self.table.kind(a) == prime) else { continue };
            let sum = self.gauss_sum(q)?;
            let (with, without) = poly.partition(|m| m.exponent(root) == Ratio::HALF);
            let with = with.map(|m, c| Some((m.without(root), c.clone())))?;
            let with = self.product(&with, &sum)?;
            poly = self.sum(&with, &without)?;
        }
        Some(poly.is_zero())
    }

    /// The square root of a prime as a sum of roots of unity.
    fn gauss_sum(&mut self, p: u32) -> Option<Poly> {
        let atom = self.table.intern(Kind::Unity(p))?;
        let root = |k: i64, n: i64| Some(Monomial::power(atom, Ratio::new(k.rem_euclid(n), n)?));
        if p == 2 {
            let sum = Poly::collect(vec![(root(1, 8)?, IBig::ONE), (root(-1, 8)?, IBig::ONE)]);
            return self.reduce(sum);
        }
        let p = i64::from(p);
        let squares: Vec<i64> = (1..p).map(|k| k * k % p).collect();
        let sign = |k: i64| if squares.contains(&k) { IBig::ONE } else { IBig::NEG_ONE };
        let terms = (1..p).map(|k| Some((root(k, p)?, sign(k)))).collect::<Option<_>>()?;
        let sum = self.reduce(Poly::collect(terms))?;
        if p % 4 == 1 {
            return Some(sum);
        }
        // The sum is i·√p.
        let i = self.i()?.negated();
        self.product(&sum, &i)
    }
}
