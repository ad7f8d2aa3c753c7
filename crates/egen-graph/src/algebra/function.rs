//! Functions: what is known of a function beyond its name?

use dashu_int::IBig;
use egen_math::op::{Family, Parity};
use egen_math::set::Poles;
use egen_math::{Number, Op};

use super::fraction::Fraction;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

impl Ring<'_> {
    /// op(u).
    pub fn unary(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        if op == Op::Neg {
            return Some(u.negated());
        }
        self.beyond_rational = true;
        let (trig, exponentials) = (self.settings.trigonometric, self.settings.exponentials);
        match op.info().family {
            Family::Trigonometric if trig => self.circular(op, u),
            Family::Hyperbolic if exponentials => self.circular(op, u),
            Family::InverseTrigonometric if trig => self.inverse_trigonometric(op, u),
            Family::InverseHyperbolic if exponentials => match op {
                Op::Acsch => self.of_reciprocal(Op::Asinh, u),
                Op::Asech => self.of_reciprocal(Op::Acosh, u),
                Op::Acoth => self.of_reciprocal(Op::Atanh, u),
                _ => self.inverse_hyperbolic(op, u),
            },
            _ => match op {
                Op::Sqrt => self.root(u, Ratio::HALF),
                Op::Abs => self.abs(u),
                Op::Exp => self.exp(u),
                Op::Ln => self.ln(u),
                _ => self.function(op, u),
            },
        }
    }

    /// An inverse hyperbolic function of 1/u.
    fn of_reciprocal(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        let u = self.invert(u)?;
        self.inverse_hyperbolic(op, &u)
    }

    /// By asin and atan: acos u = π/2 − asin u, asec u = acos(1/u), acsc u = asin(1/u), acot u = atan(1/u).
    fn inverse_trigonometric(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        match op {
            Op::Asin | Op::Atan => self.inverse_circular(op, u),
            Op::Acos | Op::Asec => {
                let u = if op == Op::Asec { self.invert(u)? } else { u.clone() };
                let asin = self.inverse_circular(Op::Asin, &u)?;
                let pi = self.atom(Kind::Pi)?;
                self.subtract(&Fraction { num: pi, den: Poly::constant(2) }, &asin)
            }
            Op::Acsc | Op::Acot => {
                let u = self.invert(u)?;
                self.inverse_circular(if op == Op::Acsc { Op::Asin } else { Op::Atan }, &u)
            }
            _ => self.function(op, u),
        }
    }

    /// A function as an atom, its argument with a positive leading coefficient if it has a symmetry.
    pub fn function(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        let info = op.info();
        if u.is_zero() && info.domain.contains(0.0) {
            if matches!(info.poles, Poles::Zero | Poles::Pi) {
                return None;
            }
            if let Some(value) = op.exact(&Number::ZERO).and_then(|value| value.as_i64()) {
                return Some(Fraction::integer(value));
            }
        }
        if op == Op::Sign
            && let Some((n, _)) = u.as_number()
        {
            return Some(Fraction::integer(if n > IBig::ZERO { 1 } else { -1 }));
        }
        let (flip, u) = self.upright(op, u);
        let value: Fraction = self.atom(Kind::Function(op, u))?.into();
        Some(if flip { value.negated() } else { value })
    }

    /// The argument with a positive leading coefficient, and whether the value changes its sign.
    fn upright(&self, op: Op, u: &Fraction) -> (bool, Fraction) {
        match op.info().parity {
            Parity::Neither => (false, u.clone()),
            _ if !self.table.leads_negative(&u.num) => (false, u.clone()),
            Parity::Even => (false, u.negated()),
            Parity::Odd => (true, u.negated()),
        }
    }

    /// asin or atan.
    fn inverse_circular(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        if op == Op::Asin {
            self.learn_bounds(u, false)?;
        }
        if let Some(angle) = self.exact_angle(op, u)? {
            return Some(angle);
        }
        self.function(op, u)
    }

    /// Notes that −1 ≤ u ≤ 1.
    fn learn_bounds(&mut self, u: &Fraction, strict: bool) -> Option<()> {
        for side in [u.clone(), u.negated()] {
            let gap = self.subtract(&Fraction::one(), &side)?;
            self.learn_sign(&gap, strict)?;
        }
        Some(())
    }

    /// Notes that u ≥ 0.
    fn learn_sign(&mut self, u: &Fraction, strict: bool) -> Option<()> {
        if !u.is_zero() {
            let split = self.split(u)?;
            self.learn_split(&split, strict);
        }
        Some(())
    }

    /// asinh, acosh or atanh, by logarithms.
    fn inverse_hyperbolic(&mut self, op: Op, u: &Fraction) -> Option<Fraction> {
        if u.is_zero() {
            return if op == Op::Acosh { None } else { Some(Fraction::zero()) };
        }
        let (flip, u) = self.upright(op, u);
        let one = Fraction::one();
        let value = match op {
            Op::Atanh => {
                self.learn_bounds(&u, true)?;
                let (above, below) = (self.add(&one, &u)?, self.subtract(&one, &u)?);
                let (above, below) = (self.ln(&above)?, self.ln(&below)?);
                let difference = self.subtract(&above, &below)?;
                self.scale(&difference, &IBig::ONE, &IBig::from(2))?
            }
            Op::Asinh | Op::Acosh => {
                let square = self.multiply(&u, &u)?;
                let inside = if op == Op::Asinh {
                    self.add(&square, &one)?
                } else {
                    // u ≥ 1, and u = 1 on a null set unless u is constant there.
                    self.learn_sign(&u, true)?;
                    let (below, above) = (self.subtract(&u, &one)?, self.add(&u, &one)?);
                    self.learn_sign(&above, true)?;
                    self.learn_sign(&below, false)?;
                    self.subtract(&square, &one)?
                };
                let root = self.root(&inside, Ratio::HALF)?;
                let sum = self.add(&u, &root)?;
                self.ln(&sum)?
            }
            _ => self.function(op, &u)?,
        };
        Some(if flip { value.negated() } else { value })
    }
}
