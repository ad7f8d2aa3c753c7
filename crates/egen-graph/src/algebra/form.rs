//! Normal forms: what can be asked of one?

use std::sync::Arc;

use dashu_base::UnsignedAbs;
use dashu_ratio::RBig;
use egen_math::{Expr, Number};

use super::Settings;
use super::division::Work;
use super::fraction::Fraction;
use super::monomial::Atom;
use super::polynomial::Poly;
use super::ring::Ring;
use super::table::{Kind, Table};

/// The normal form of an expression: a quotient of polynomials in atoms.
#[derive(Clone, Debug)]
pub struct NormalForm {
    pub(super) fraction: Fraction,
    pub(super) table: Arc<Table>,
    pub(super) reduced: bool,
    /// Is the expression one of rational arithmetic in variables?
    pub(super) rational: bool,
    pub(super) source: Expr,
}

impl NormalForm {
    /// A hash. Equal forms have equal hashes if both are [reduced](Self::is_reduced).
    pub fn key(&self) -> u64 {
        self.table.hash_fraction(&self.fraction)
    }

    /// Are numerator and denominator certainly without a common factor? Then no other reduced form is equal to it.
    pub fn is_reduced(&self) -> bool {
        self.reduced
    }

    /// Is it 0 wherever the expression is defined?
    pub fn is_zero(&self) -> bool {
        self.fraction.is_zero()
    }

    /// Is the expression a quotient of polynomials in its variables as it is written? Then different forms are
    /// different functions.
    pub fn is_rational(&self) -> bool {
        self.rational
    }

    /// The rational number that it is.
    pub fn as_number(&self) -> Option<Number> {
        let (n, d) = self.fraction.as_number()?;
        Some(Number::from(RBig::from_parts(n, d.unsigned_abs())))
    }

    /// An expression in which it could be written: expanded and sorted.
    pub fn to_expr(&self) -> Expr {
        let settings = Settings::default();
        let mut ring = Ring::new(&settings);
        ring.table = (*self.table).clone();
        // Without a real way to write it, which no expression is known to need, the expression itself is one.
        ring.expression(&self.fraction).unwrap_or_else(|| self.source.clone())
    }

    /// Are they equal as quotients? A yes is a proof that the expressions agree wherever both are defined.
    pub fn equals(&self, other: &NormalForm) -> bool {
        if Arc::ptr_eq(&self.table, &other.table) && self.fraction == other.fraction {
            return true;
        }
        let settings = Settings::default();
        let mut ring = Ring::new(&settings);
        ring.table = (*self.table).clone();
        let moved = match Arc::ptr_eq(&self.table, &other.table) {
            true => Some(other.fraction.clone()),
            false => ring.import(&other.table, &other.fraction),
        };
        moved.and_then(|fraction| ring.same(&self.fraction, &fraction)).unwrap_or(false)
    }
}

impl Ring<'_> {
    /// Are two fractions equal, by cross-multiplication?
    pub fn same(&mut self, a: &Fraction, b: &Fraction) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (left, right) = if a.den == b.den {
            (a.num.clone(), b.num.clone())
        } else {
            (self.product(&a.num, &b.den)?, self.product(&b.num, &a.den)?)
        };
        let mut difference = left.minus(&right);
        for den in [&a.den, &b.den] {
            if self.vanishes(&difference)? {
                return Some(true);
            }
            // (|x| − x)·(|x| + x) = 0 is no product of zeros: where a denominator is not 0, the rest is.
            if den.atoms().iter().any(|&atom| matches!(self.table.kind(atom), Kind::Abs(_))) {
                difference = self.product(&difference, den)?;
            }
        }
        self.vanishes(&difference)
    }

    /// A fraction over another table.
    fn import(&mut self, from: &Table, u: &Fraction) -> Option<Fraction> {
        let mut places: Vec<Atom> = Vec::with_capacity(from.len());
        for atom in 0..from.len() as Atom {
            let poly = |p: &Poly| renamed(p, &places);
            let kind = match from.kind(atom) {
                Kind::Exp(u) => Kind::Exp(fraction(u, &places)?),
                Kind::Turn(u) => Kind::Turn(fraction(u, &places)?),
                Kind::Root(p) => Kind::Root(poly(p)?),
                Kind::Abs(p) => Kind::Abs(poly(p)?),
                Kind::Function(op, u) => Kind::Function(*op, fraction(u, &places)?),
                Kind::Power(u, v) => Kind::Power(fraction(u, &places)?, fraction(v, &places)?),
                Kind::Call(name, args) => {
                    let args = args.iter().map(|u| fraction(u, &places)).collect::<Option<_>>()?;
                    Kind::Call(name.clone(), args)
                }
                Kind::Calculus(op, u, by) => Kind::Calculus(*op, fraction(u, &places)?, by.clone()),
                leaf @ (Kind::Variable(_) | Kind::Pi | Kind::Prime(_) | Kind::Unity(_)) => leaf.clone(),
            };
            places.push(self.table.intern(kind)?);
        }
        fraction(u, &places)
    }

    /// Is the form of this fraction the only one with its value?
    pub fn is_reduced(&self, u: &Fraction) -> bool {
        if u.den.is_constant() {
            return true;
        }
        let related = |p: &Poly| p.atoms().iter().any(|&a| self.table.entry(a).related);
        let units = u.num.monomial_content().filter(|a| self.table.entry(a).unit);
        let num = u.num.shifted(&units.inverse());
        !related(&u.num)
            && !related(&u.den)
            && num
                .and_then(|num| num.common_divisor(&u.den, &mut Work(4 * Work::FULL)))
                .is_some_and(|g| g.is_constant())
    }
}

fn renamed(p: &Poly, places: &[Atom]) -> Option<Poly> {
    p.map(|m, c| Some((m.map(|a, e| Some((places[a as usize], e)))?, c.clone())))
}

fn fraction(u: &Fraction, places: &[Atom]) -> Option<Fraction> {
    Some(Fraction { num: renamed(&u.num, places)?, den: renamed(&u.den, places)? })
}
