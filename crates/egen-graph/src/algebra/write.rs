//! Writing: which expression does a normal form stand for?
//!
//! Terms are sorted, exponentials are gathered, and powers of exp(i·u) turn back into sines and cosines: a real
//! sum of them is the sum of their real parts.

use dashu_base::UnsignedAbs;
use dashu_int::IBig;
use dashu_ratio::RBig;
use egen_math::{Builder, Constant, Expr, Id, Node, Number, Op};
use rustc_hash::FxHashMap;

use super::fraction::Fraction;
use super::monomial::{Atom, Monomial};
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::{Kind, MAX_NODES};

/// A term with its cosine or sine, if it has one.
struct Written {
    monomial: Monomial,
    circular: Option<(Op, Fraction)>,
    c: IBig,
}

struct Writer<'r, 'a> {
    ring: &'r mut Ring<'a>,
    out: Builder,
    atoms: FxHashMap<Atom, Id>,
}

impl Ring<'_> {
    /// The expression of a fraction; `None` if it is too large.
    pub fn expression(&mut self, u: &Fraction) -> Option<Expr> {
        let mut writer = Writer { ring: self, out: Builder::new(), atoms: FxHashMap::default() };
        let root = writer.fraction(u)?;
        (writer.out.tree_size(root) <= MAX_NODES).then(|| writer.out.finish(root))
    }
}

impl Writer<'_, '_> {
    fn fraction(&mut self, u: &Fraction) -> Option<Id> {
        let (num, den) = self.ring.real_parts(u)?;
        self.atoms_of(&[&num, &den])?;
        self.quotient(&num, &den)
    }

    /// Writes every atom that is needed, arguments first. Atoms are sorted by when they were met.
    fn atoms_of(&mut self, polys: &[&Poly]) -> Option<()> {
        let mut todo: Vec<Atom> = polys.iter().flat_map(|p| p.atoms()).collect();
        let mut needed: Vec<Atom> = Vec::new();
        while let Some(atom) = todo.pop() {
            if needed.contains(&atom) || self.atoms.contains_key(&atom) {
                continue;
            }
            needed.push(atom);
            todo.extend(self.ring.table.arguments(atom));
        }
        needed.sort_unstable();
        for atom in needed {
            let id = self.atom(atom)?;
            self.atoms.insert(atom, id);
        }
        Some(())
    }

    fn atom(&mut self, atom: Atom) -> Option<Id> {
        let kind = self.ring.table.entry(atom).kind.clone();
        Some(match &*kind {
            Kind::Variable(name) => self.out.add(Node::Var(name.clone())),
            Kind::Pi => self.out.add(Node::Const(Constant::Pi)),
            Kind::Prime(n) => self.number(n, &IBig::ONE),
            // These are written with the whole of a term.
            Kind::Unity(_) | Kind::Turn(_) | Kind::Exp(_) => self.out.number(0),
            Kind::Root(p) => self.sum(p)?,
            Kind::Abs(p) => {
                let mut terms = self.real_terms(p)?;
                if terms.first().is_some_and(|term| term.c < IBig::ZERO) {
                    terms.iter_mut().for_each(|term| term.c = -&term.c);
                }
                let inside = self.terms(&terms)?;
                self.out.unary(Op::Abs, inside)
            }
            Kind::Function(op, u) => {
                let inside = self.real_quotient(u)?;
                self.out.unary(*op, inside)
            }
            Kind::Power(u, v) => {
                let (u, v) = (self.real_quotient(u)?, self.real_quotient(v)?);
                self.out.binary(Op::Pow, u, v)
            }
            Kind::Call(name, args) => {
                let args = args.iter().map(|u| self.real_quotient(u)).collect::<Option<_>>()?;
                self.out.add(Node::Call(name.clone(), args))
            }
            Kind::Calculus(op, u, by) => {
                let u = self.real_quotient(u)?;
                let by = self.out.variable(by.as_str());
                self.out.binary(*op, u, by)
            }
        })
    }

    /// A fraction whose atoms are written, unless making it real brings new ones.
    fn real_quotient(&mut self, u: &Fraction) -> Option<Id> {
        let (num, den) = self.ring.real_parts(u)?;
        self.quotient(&num, &den)
    }

    fn quotient(&mut self, num: &Poly, den: &Poly) -> Option<Id> {
        let (mut top, mut bottom) = (self.real_terms(num)?, self.real_terms(den)?);
        let mut common = IBig::ZERO;
        for term in top.iter().chain(&bottom) {
            common = IBig::from(dashu_base::Gcd::gcd(&common, &term.c));
        }
        if bottom.first().is_some_and(|term| term.c < IBig::ZERO) {
            common = -common;
        }
        top.iter_mut().chain(&mut bottom).for_each(|term| term.c /= &common);
        if let ([], _) | ([Written { circular: None, .. }], [Written { circular: None, .. }]) = (&top[..], &bottom[..])
        {
            let plain = |w: &[Written]| w.iter().all(|w| w.monomial.is_one());
            if plain(&top) && plain(&bottom) {
                let n = top.first().map_or(IBig::ZERO, |term| term.c.clone());
                return Some(self.number(&n, &bottom.first()?.c.clone()));
            }
        }
        let above = self.terms(&top)?;
        if let [Written { monomial, circular: None, c }] = &bottom[..]
            && monomial.is_one()
            && *c == IBig::ONE
        {
            return Some(above);
        }
        let below = self.terms(&bottom)?;
        Some(self.out.binary(Op::Div, above, below))
    }

    /// A real polynomial.
    fn sum(&mut self, p: &Poly) -> Option<Id> {
        let terms = self.real_terms(p)?;
        self.terms(&terms)
    }

    fn terms(&mut self, terms: &[Written]) -> Option<Id> {
        let mut sum: Option<Id> = None;
        for term in terms {
            let negative = term.c < IBig::ZERO;
            let value = self.term(term)?;
            sum = Some(match sum {
                None if negative => self.out.unary(Op::Neg, value),
                None => value,
                Some(sum) => self.out.binary(if negative { Op::Sub } else { Op::Add }, sum, value),
            });
        }
        Some(sum.unwrap_or_else(|| self.out.number(0)))
    }

    /// The terms with sines and cosines in the place of exp(i·u), higher powers first, then by the ranks of the atoms.
    fn real_terms(&mut self, p: &Poly) -> Option<Vec<Written>> {
        let mut out: Vec<Written> = Vec::new();
        for (m, c) in p.terms() {
            if !self.ring.is_complex_monomial(m) {
                out.push(Written { monomial: m.clone(), circular: None, c: c.clone() });
                continue;
            }
            let mut angle = Fraction::zero();
            let mut turns = Ratio::ZERO;
            for &(atom, e) in m.powers() {
                let kind = self.ring.table.entry(atom).kind.clone();
                match &*kind {
                    Kind::Unity(_) => turns = turns.plus(e)?,
                    Kind::Turn(u) => {
                        let part = self.ring.scale(u, &IBig::from(e.numerator()), &IBig::from(e.denominator()))?;
                        angle = self.ring.add(&angle, &part)?;
                    }
                    _ => {}
                }
            }
            let quarters = turns.times(Ratio::integer(4)?)?;
            let (mut op, mut sign) = (Op::Cos, IBig::ONE);
            if quarters.is_integer() {
                // cos(a + π/2) = −sin(a), cos(a + π) = −cos(a), cos(a + 3π/2) = sin(a).
                let k = quarters.numerator().rem_euclid(4);
                op = if k % 2 == 1 { Op::Sin } else { Op::Cos };
                sign = if k == 1 || k == 2 { IBig::NEG_ONE } else { IBig::ONE };
            } else {
                let pi = self.ring.atom(Kind::Pi)?.scaled(&IBig::from(2 * turns.numerator()));
                let more = self.ring.tidy(pi, Poly::constant(turns.denominator()))?;
                angle = self.ring.add(&angle, &more)?;
            }
            if self.ring.table.leads_negative(&angle.num) {
                angle = angle.negated();
                sign = if op == Op::Sin { -sign } else { sign };
            }
            let monomial = m.filter(|a| !self.ring.table.entry(a).complex);
            let circular = match (angle.is_zero(), op) {
                (true, Op::Sin) => continue,
                (true, _) => None,
                _ => Some((op, angle)),
            };
            let c = sign * c;
            match out.iter_mut().find(|w| w.monomial == monomial && w.circular == circular) {
                Some(same) => same.c += c,
                None => out.push(Written { monomial, circular, c }),
            }
        }
        out.retain(|w| !w.c.is_zero());
        let table = &self.ring.table;
        out.sort_by_cached_key(|t| std::cmp::Reverse(table.ranked(&t.monomial)));
        Some(out)
    }

    /// A term without its sign.
    fn term(&mut self, term: &Written) -> Option<Id> {
        let mut factors: Vec<Id> = Vec::new();
        let size = IBig::from((&term.c).unsigned_abs());
        if size != IBig::ONE {
            factors.push(self.number(&size, &IBig::ONE));
        }
        let mut exponent = Fraction::zero();
        let mut powers = term.monomial.powers().to_vec();
        powers.sort_by_key(|&(atom, _)| self.ring.table.entry(atom).rank);
        for (atom, e) in powers {
            let kind = self.ring.table.entry(atom).kind.clone();
            match &*kind {
                Kind::Exp(u) => {
                    let part = self.ring.scale(u, &IBig::from(e.numerator()), &IBig::from(e.denominator()))?;
                    exponent = self.ring.add(&exponent, &part)?;
                }
                _ => {
                    let base = self.atoms[&atom];
                    factors.push(self.power(base, e));
                }
            }
        }
        if !exponent.is_zero() {
            factors.push(self.exponential(&exponent)?);
        }
        if let Some((op, angle)) = &term.circular {
            self.atoms_of(&[&angle.num, &angle.den])?;
            let inside = self.quotient(&angle.num, &angle.den)?;
            factors.push(self.out.unary(*op, inside));
        }
        let first = factors.first().copied();
        let rest = factors.into_iter().skip(1);
        Some(match first {
            None => self.out.number(1),
            Some(first) => rest.fold(first, |product, factor| self.out.binary(Op::Mul, product, factor)),
        })
    }

    fn exponential(&mut self, exponent: &Fraction) -> Option<Id> {
        if *exponent == Fraction::one() {
            return Some(self.out.add(Node::Const(Constant::E)));
        }
        let (num, den) = self.ring.real_parts(exponent)?;
        self.atoms_of(&[&num, &den])?;
        // exp(y·ln x) is x^y, if every term has the logarithm.
        let first = num.terms().first()?;
        let shared = first.0.powers().iter().find_map(|&(a, _)| match self.ring.table.kind(a) {
            Kind::Function(Op::Ln, u) if num.terms().iter().all(|(m, _)| m.exponent(a) == Ratio::ONE) => {
                Some((a, u.clone()))
            }
            _ => None,
        });
        if let Some((atom, base)) = shared {
            let base = self.real_quotient(&base)?;
            let rest = num.map(|m, c| Some((m.without(atom), c.clone())))?;
            let rest = self.quotient(&rest, &den)?;
            return Some(self.out.binary(Op::Pow, base, rest));
        }
        let inside = self.quotient(&num, &den)?;
        Some(self.out.unary(Op::Exp, inside))
    }

    fn power(&mut self, base: Id, e: Ratio) -> Id {
        if e == Ratio::ONE {
            return base;
        }
        if e == Ratio::HALF {
            return self.out.unary(Op::Sqrt, base);
        }
        let e = self.out.number(e.to_number());
        self.out.binary(Op::Pow, base, e)
    }

    fn number(&mut self, n: &IBig, d: &IBig) -> Id {
        let r = RBig::from_parts(n.clone(), d.clone().unsigned_abs());
        self.out.number(Number::from(r))
    }
}
