//! Splitting: of which real factors is a fraction the product?

use dashu_int::IBig;

use super::factor::Factors;
use super::facts::Sign;
use super::fraction::Fraction;
use super::monomial::Monomial;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;

/// A number times powers of real polynomials, each with content 1 and a positive leading coefficient.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub num: IBig,
    pub den: IBig,
    pub parts: Vec<(Poly, Ratio)>,
}

impl Ring<'_> {
    /// Numerator and denominator with real values; `None` if they cannot be made so.
    pub fn real_parts(&mut self, u: &Fraction) -> Option<(Poly, Poly)> {
        let (mut num, mut den) = (u.num.clone(), u.den.clone());
        if self.is_complex(&den) {
            let by = self.symmetric(&den)?;
            (num, den) = (self.product(&num, &by)?, self.product(&den, &by)?);
        }
        (self.is_real(&num)? && self.is_real(&den)?).then_some((num, den))
    }

    pub fn is_real(&mut self, p: &Poly) -> Option<bool> {
        if !self.is_complex(p) {
            return Some(true);
        }
        let conjugate = self.conjugate(p)?;
        Some(self.reduce(conjugate)? == *p)
    }

    /// Something that is not 0 where the polynomial is not, and makes it real: a rotation, or its conjugate.
    fn symmetric(&mut self, p: &Poly) -> Option<Poly> {
        let mut turn = Monomial::one();
        for atom in p.atoms() {
            if self.table.entry(atom).complex && self.table.entry(atom).unit {
                let (high, low) = p.range(atom);
                turn = turn.times(&Monomial::power(atom, high.plus(low)?.times(-Ratio::HALF)?))?;
            }
        }
        let turn = Poly::term(turn, IBig::ONE);
        let turned = self.product(p, &turn)?;
        let conjugate = self.conjugate(&turned)?;
        let conjugate = self.reduce(conjugate)?;
        if conjugate == turned {
            return Some(turn);
        }
        if conjugate == turned.negated() {
            let i = self.i()?;
            return self.product(&turn, &i);
        }
        self.product(&turn, &conjugate)
    }

    /// The real factors of a real fraction.
    pub fn split(&mut self, u: &Fraction) -> Option<Split> {
        let (num, den) = self.real_parts(u)?;
        let mut out = Split { num: IBig::ONE, den: IBig::ONE, parts: Vec::new() };
        self.split_poly(&num, false, &mut out)?;
        self.split_poly(&den, true, &mut out)?;
        Some(out)
    }

    fn split_poly(&mut self, p: &Poly, below: bool, out: &mut Split) -> Option<()> {
        let (flip, whole) = self.signless(p);
        let content = if flip { -p.content() } else { p.content() };
        out.scale(content, IBig::ONE, below);
        let monomial = whole.monomial_content().filter(|atom| !self.table.entry(atom).complex);
        let one = if below { -Ratio::ONE } else { Ratio::ONE };
        for &(atom, e) in monomial.powers() {
            out.parts.push((Poly::atom(atom), e.times(one)?));
        }
        let rest = whole.shifted(&monomial.inverse())?;
        if rest.is_constant() {
            return Some(());
        }
        let shift = rest.monomial_content();
        let positive = rest.shifted(&shift.inverse())?;
        let factors = self.searching(|ring, work| {
            let hints: &[Poly] = if ring.inside_integral { &[] } else { ring.facts.hints() };
            Factors::of(&positive, hints, work).0
        })?;
        let rebuilt = if factors.len() == 1 && factors[0].1 == 1 { None } else { self.rebuild(&rest, factors)? };
        let (n, d, parts) = rebuilt.unwrap_or_else(|| (IBig::ONE, IBig::ONE, vec![(rest, 1)]));
        out.scale(n, d, below);
        for (part, k) in parts {
            out.parts.push((part, Ratio::integer(k)?.times(one)?));
        }
        Some(())
    }

    /// Real factors from factors up to rotations, with the number that is missing in their product.
    #[expect(clippy::type_complexity, reason = "used once")]
    fn rebuild(&mut self, p: &Poly, factors: Vec<(Poly, i64)>) -> Option<Option<(IBig, IBig, Vec<(Poly, i64)>)>> {
        let (mut parts, mut product) = (Vec::new(), Poly::one());
        for (factor, k) in factors {
            let mut real = factor;
            if self.is_complex(&real) {
                let by = self.symmetric(&real)?;
                if by.len() > 1 {
                    return Some(None);
                }
                real = self.product(&real, &by)?;
            }
            let (_, real) = self.signless(&real);
            let power = self.power(&real, u32::try_from(k).ok()?)?;
            product = self.product(&product, &power)?;
            parts.push((real, k));
        }
        let (Some(want), Some(got)) = (p.terms().first(), product.terms().first()) else { return Some(None) };
        // Both are real, so their quotient is a number or they do not match.
        let matches = p.scaled(&got.1) == product.scaled(&want.1);
        Some(matches.then(|| (want.1.clone(), got.1.clone(), parts)))
    }

    /// Factors of one base may divide another, whatever the order in which the two are met.
    fn hint(&mut self, split: &Split) {
        if self.settings.domain && !self.inside_integral {
            split.parts.iter().for_each(|(part, _)| self.facts.hint(part));
        }
    }

    /// Learns what it says about the factors that their product is not negative.
    pub fn learn_split(&mut self, split: &Split, strict: bool) {
        self.hint(split);
        let mut sign = Sign::NonNegative.flipped_if(split.is_negative());
        let mut open: Option<&Poly> = None;
        for (part, k) in &split.parts {
            if k.is_even() || !k.is_integer() {
                if strict || self.is_nonzero(part) {
                    continue;
                }
                return;
            }
            match self.sign(part) {
                Some(known) if strict || self.is_nonzero(part) => sign = sign.flipped_if(known == Sign::NonPositive),
                None if open.is_none() => open = Some(part),
                // Another open factor, or one that may be 0 where the sign of the rest is then anything.
                _ => return,
            }
        }
        if let Some(part) = open {
            self.learn(part, sign, strict);
        }
    }
}

impl Split {
    fn scale(&mut self, n: IBig, d: IBig, below: bool) {
        let (n, d) = if below { (d, n) } else { (n, d) };
        self.num *= n;
        self.den *= d;
        let g = IBig::from(dashu_base::Gcd::gcd(&self.num, &self.den));
        self.num /= &g;
        self.den /= &g;
        if self.den < IBig::ZERO {
            self.num = -&self.num;
            self.den = -&self.den;
        }
    }

    pub fn is_negative(&self) -> bool {
        self.num < IBig::ZERO
    }
}
