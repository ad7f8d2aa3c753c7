//! The ring: what is a sum or a product of polynomials whose atoms are related?
//!
//! Every polynomial here is reduced: roots of integers, roots of unity, roots of polynomials and absolute
//! values have exponents below the one at which they turn into something simpler. All relations hold for the
//! principal complex values of the atoms at every point where the expressions are defined, so what two
//! reduced forms have in common they have in common at each such point.

use dashu_int::IBig;

use super::Settings;
use super::division::Work;
use super::facts::Facts;
use super::monomial::{Atom, Monomial};
use super::polynomial::{Poly, Term};
use super::ratio::Ratio;
use super::table::{Kind, Table};

/// Coefficients have at most this many bits.
const MAX_BITS: usize = 16_384;
/// The sum of all roots of unity of a prime order is 0; that is used up to this prime.
const MAX_UNITY: u32 = 31;

/// Where normal forms are calculated. `None` anywhere means: over budget, or defined nowhere.
pub(super) struct Ring<'a> {
    pub table: Table,
    pub facts: Facts,
    pub settings: &'a Settings,
    pub steps: usize,
    /// What was done of it: the step that goes beyond the budget is counted above and not done.
    pub done: usize,
    /// Has an operator been met that is not of rational arithmetic?
    pub beyond_rational: bool,
    /// Is the place of interest inside an integral, where facts of the outside do not hold?
    pub inside_integral: bool,
}

impl<'a> Ring<'a> {
    pub fn new(settings: &'a Settings) -> Ring<'a> {
        Ring {
            table: Table::default(),
            facts: Facts::default(),
            settings,
            steps: 0,
            done: 0,
            beyond_rational: false,
            inside_integral: false,
        }
    }

    /// Counts work.
    pub fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.saturating_add(steps);
        let within = self.steps <= self.settings.max_steps;
        if within {
            self.done += steps;
        }
        within.then_some(())
    }

    /// Searches for divisors and counts the work.
    pub fn searching<T>(&mut self, search: impl FnOnce(&Self, &mut Work) -> T) -> Option<T> {
        let mut work = Work(Work::FULL);
        let found = search(self, &mut work);
        self.spend(1 + (Work::FULL - work.0) / 8)?;
        Some(found)
    }

    fn within(&self, p: Poly) -> Option<Poly> {
        (p.len() <= self.settings.max_terms && p.bits() <= MAX_BITS).then_some(p)
    }

    pub fn atom(&mut self, kind: Kind) -> Option<Poly> {
        Some(Poly::atom(self.table.intern(kind)?))
    }

    /// The root of unity i.
    pub fn i(&mut self) -> Option<Poly> {
        let atom = self.table.intern(Kind::Unity(2))?;
        Some(Poly::term(Monomial::power(atom, Ratio::QUARTER), IBig::ONE))
    }

    pub fn sum(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        self.spend((a.len() + b.len()) / 4 + 1)?;
        self.within(a.plus(b))
    }

    pub fn product(&mut self, a: &Poly, b: &Poly) -> Option<Poly> {
        if a.is_one() {
            return Some(b.clone());
        }
        if b.is_one() {
            return Some(a.clone());
        }
        let words = (a.bits() / 64 + 1) * (b.bits() / 64 + 1);
        self.spend((a.len() * b.len()).saturating_mul(words))?;
        let p = a.times(b)?;
        let p = self.reduce(p)?;
        self.within(p)
    }

    pub fn power(&mut self, p: &Poly, n: u32) -> Option<Poly> {
        if let [(m, c)] = p.terms() {
            let bits = dashu_int::ops::BitTest::bit_len(c).saturating_mul(n as usize);
            if bits > MAX_BITS && *c != IBig::ONE && *c != IBig::NEG_ONE {
                return None;
            }
            let raised = m.raised(Ratio::integer(n.into())?)?;
            return self.reduce(Poly::term(raised, c.pow(n as usize)));
        }
        self.foresee(p, n)?;
        let mut out = Poly::one();
        if p.len() == 2 {
            let (mut square, mut n) = (p.clone(), n);
            while n > 0 {
                if n & 1 == 1 {
                    out = self.product(&out, &square)?;
                }
                n >>= 1;
                if n > 0 {
                    square = self.product(&square.clone(), &square)?;
                }
            }
        } else {
            for _ in 0..n {
                out = self.product(&out, p)?;
            }
        }
        Some(out)
    }

    /// Refuses a power that would be found too large only after most of the work. A polynomial in x that is no monomial has a root
    /// other than 0, which its n-th power has n times, and a polynomial with such a root has more than n terms (Hajós), whatever
    /// numbers its coefficients are. Without such an x, and with roots of x, it may be short: (1 + √2)^n has two terms.
    fn foresee(&self, p: &Poly, n: u32) -> Option<()> {
        let related = |&atom: &Atom| self.table.entry(atom).related;
        let number = |&atom: &Atom| matches!(self.table.kind(atom), Kind::Prime(_) | Kind::Unity(_));
        let atoms = p.atoms();
        let grows = |atom: &Atom| {
            let (high, low) = p.range(*atom);
            !related(atom) && high != low
        };
        if !atoms.iter().any(grows) || !atoms.iter().all(|atom| !related(atom) || number(atom)) {
            return Some(());
        }
        let (n, room) = (n as usize, self.settings.max_steps.saturating_sub(self.steps));
        // Squarings end with a product of two powers of about n/2, single steps take one of each power.
        let products = if p.len() == 2 { (n / 2).pow(2) } else { n.saturating_mul(n) / 2 * p.len() };
        (n < self.settings.max_terms && products <= room).then_some(())
    }

    /// Applies the relations until none applies.
    pub fn reduce(&mut self, p: Poly) -> Option<Poly> {
        let clean = |ring: &Self, m: &Monomial| ring.violation(m).is_none();
        if p.terms().iter().all(|(m, _)| clean(self, m)) {
            return Some(p);
        }
        let (mut done, mut todo): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        for term in p.terms() {
            if clean(self, &term.0) { done.push(term.clone()) } else { todo.push(term.clone()) }
        }
        while let Some((m, c)) = todo.pop() {
            let Some((atom, e)) = self.violation(&m) else {
                done.push((m, c));
                continue;
            };
            self.spend(1)?;
            let (rest, by) = self.step(atom, e)?;
            let base = m.without(atom).times(&rest)?;
            self.spend(by.len())?;
            for (n, d) in by.terms() {
                todo.push((base.times(n)?, &c * d));
            }
        }
        Some(Poly::collect(done))
    }

    /// An atom whose exponent is too high.
    fn violation(&self, m: &Monomial) -> Option<(Atom, Ratio)> {
        m.powers().iter().copied().find(|&(a, e)| {
            let entry = self.table.entry(a);
            entry.related
                && match &*entry.kind {
                    Kind::Prime(_) | Kind::Root(_) => e >= Ratio::ONE,
                    Kind::Abs(_) => e >= Ratio::TWO,
                    Kind::Unity(p) => e >= Ratio::ONE || e.is_negative() || (*p <= MAX_UNITY && e >= unity_limit(*p)),
                    _ => false,
                }
        })
    }

    /// An atom's power as a lower power of it times a polynomial.
    fn step(&mut self, atom: Atom, e: Ratio) -> Option<(Monomial, Poly)> {
        let kind = self.table.entry(atom).kind.clone();
        let floor = e.floor();
        let whole = u32::try_from(floor.max(0)).ok()?;
        let fractional = Monomial::power(atom, e.minus(Ratio::integer(floor)?)?);
        Some(match &*kind {
            Kind::Prime(p) => {
                if dashu_int::ops::BitTest::bit_len(p).saturating_mul(whole as usize) > MAX_BITS {
                    return None;
                }
                (fractional, Poly::constant(p.pow(whole as usize)))
            }
            Kind::Root(u) => {
                let by = self.free_power(u, whole)?;
                (fractional, by)
            }
            Kind::Abs(u) => {
                let left = Ratio::integer(i64::from(whole / 2 * 2))?;
                let by = self.free_power(u, whole / 2 * 2)?;
                (Monomial::power(atom, e.minus(left)?), by)
            }
            Kind::Unity(_) if floor != 0 => (fractional, Poly::one()),
            Kind::Unity(p) => {
                // 1 + ζ^(1/p) + … + ζ^((p−1)/p) = 0.
                let mut terms = Vec::new();
                for k in 1..i64::from(*p) {
                    let lower = e.minus(Ratio::new(k, i64::from(*p))?)?;
                    terms.push((Monomial::power(atom, lower), IBig::NEG_ONE));
                }
                (Monomial::one(), Poly::collect(terms))
            }
            _ => unreachable!("only related atoms reduce"),
        })
    }

    /// A power that is not reduced yet.
    fn free_power(&mut self, u: &Poly, n: u32) -> Option<Poly> {
        let mut out = Poly::one();
        if let [(m, c)] = u.terms() {
            if n > 64 {
                return None;
            }
            return Some(Poly::term(m.raised(Ratio::integer(n.into())?)?, c.pow(n as usize)));
        }
        for _ in 0..n {
            self.spend(out.len() * u.len() * (out.bits() / 64 + 1))?;
            out = self.within(out.times(u)?)?;
        }
        Some(out)
    }

    /// The complex conjugate.
    pub fn conjugate(&self, p: &Poly) -> Option<Poly> {
        let turned = p.map(|m, c| {
            let m = m.map(|a, e| Some((a, if self.table.entry(a).complex { -e } else { e })))?;
            Some((m, c.clone()))
        })?;
        Some(turned)
    }

    pub fn is_complex(&self, p: &Poly) -> bool {
        p.terms().iter().any(|(m, _)| self.is_complex_monomial(m))
    }

    pub fn is_complex_monomial(&self, m: &Monomial) -> bool {
        m.powers().iter().any(|&(a, _)| self.table.entry(a).complex)
    }

    /// Is it certainly not zero on a set that has an interior? It is if its atoms are independent.
    pub fn is_generic(&self, p: &Poly) -> bool {
        let is = |test: fn(&Kind) -> bool| p.atoms().iter().any(|&a| test(self.table.kind(a)));
        !p.is_zero()
            && p.atoms().iter().all(|&a| self.table.entry(a).generic)
            // sqrt(2) is a sum of roots of unity.
            && !(is(|k| matches!(k, Kind::Prime(_))) && is(|k| matches!(k, Kind::Unity(_))))
    }
}

/// The lowest exponent of a root of unity that reduces: 1 − 1/p.
fn unity_limit(p: u32) -> Ratio {
    Ratio::new(i64::from(p) - 1, i64::from(p)).expect("small")
}
