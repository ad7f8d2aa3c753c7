//! Functions over rectangles: in which rectangle do the principal values lie?
//!
//! Every function is put together from exp, ln and √ as DLMF chapter 4 defines it; what cancels costs bits, not certainty. √ is one of two
//! numbers across its cut, and both are enclosed.

use super::{Plane, Rectangle, integer, real};
use crate::ball::Ball;
use crate::op::Op;

impl Plane {
    pub(crate) fn neg(self, z: &Rectangle) -> Option<Rectangle> {
        Some(self.negated(z))
    }

    pub(crate) fn abs(self, z: &Rectangle) -> Option<Rectangle> {
        Some(real(self.size(z)?))
    }

    /// z/|z|
    pub(crate) fn sign(self, z: &Rectangle) -> Option<Rectangle> {
        self.over(z, &real(self.size(z)?))
    }

    pub(crate) fn exp(self, z: &Rectangle) -> Option<Rectangle> {
        let circle = Rectangle { re: self.one(Op::Cos, &z.im)?, im: self.one(Op::Sin, &z.im)? };
        self.scaled(&circle, &self.one(Op::Exp, &z.re)?)
    }

    /// ln |z| + i arg z; on the cut the value above it.
    pub(crate) fn ln(self, z: &Rectangle) -> Option<Rectangle> {
        let quarter = self.both(Op::Mul, &Ball::pi(self.bits), &Ball::from_f64(0.5)?)?;
        let angle = |x: &Ball, y: &Ball| self.one(Op::Atan, &self.both(Op::Div, x, y)?);
        let sign = |x: &Ball| x.sign().filter(|sign| sign.is_ne());
        let im = if z.re.sign().is_some_and(|sign| sign.is_gt()) {
            angle(&z.im, &z.re)?
        } else if let Some(sign) = sign(&z.im) {
            let middle = if sign.is_gt() { quarter } else { self.one(Op::Neg, &quarter)? };
            self.both(Op::Sub, &middle, &angle(&z.re, &z.im)?)?
        } else if z.is_real() && z.re.sign().is_some_and(|sign| sign.is_lt()) {
            Ball::pi(self.bits)
        } else {
            return None;
        };
        let re = self.both(Op::Mul, &self.one(Op::Ln, &self.square(z)?)?, &Ball::from_f64(0.5)?)?;
        Some(Rectangle { re, im })
    }

    pub(crate) fn sqrt(self, z: &Rectangle) -> Option<Rectangle> {
        if z.is_zero() {
            return Some(z.clone());
        }
        match self.ln(z) {
            Some(ln) => self.exp(&self.half(&ln)?),
            None => self.sqrt_on_cut(z),
        }
    }

    /// √z for a rectangle across the negative axis: ±i√|z|, and a real part of at most |Im z|/(2√|Re z|).
    fn sqrt_on_cut(self, z: &Rectangle) -> Option<Rectangle> {
        let size = self.one(Op::Sqrt, &self.size(z)?)?;
        let below = self.one(Op::Sqrt, &self.negated(z).re)?;
        let re = self.both(Op::Div, &z.im, &self.both(Op::Mul, &below, &integer(2))?)?;
        let either = |x: &Ball| self.both(Op::Mul, x, &self.around_zero());
        Some(Rectangle { re: either(&re)?, im: either(&size)? })
    }

    pub(crate) fn sinh(self, z: &Rectangle) -> Option<Rectangle> {
        self.half(&self.minus(&self.exp(z)?, &self.exp(&self.negated(z))?)?)
    }

    pub(crate) fn cosh(self, z: &Rectangle) -> Option<Rectangle> {
        self.half(&self.plus(&self.exp(z)?, &self.exp(&self.negated(z))?)?)
    }

    /// −i sinh(iz)
    pub(crate) fn sin(self, z: &Rectangle) -> Option<Rectangle> {
        Some(self.turned_back(&self.sinh(&self.turned(z))?))
    }

    pub(crate) fn cos(self, z: &Rectangle) -> Option<Rectangle> {
        self.cosh(&self.turned(z))
    }

    pub(crate) fn tan(self, z: &Rectangle) -> Option<Rectangle> {
        self.over(&self.sin(z)?, &self.cos(z)?)
    }

    pub(crate) fn csc(self, z: &Rectangle) -> Option<Rectangle> {
        self.inverse(&self.sin(z)?)
    }

    pub(crate) fn sec(self, z: &Rectangle) -> Option<Rectangle> {
        self.inverse(&self.cos(z)?)
    }

    pub(crate) fn cot(self, z: &Rectangle) -> Option<Rectangle> {
        self.over(&self.cos(z)?, &self.sin(z)?)
    }

    pub(crate) fn tanh(self, z: &Rectangle) -> Option<Rectangle> {
        self.over(&self.sinh(z)?, &self.cosh(z)?)
    }

    pub(crate) fn csch(self, z: &Rectangle) -> Option<Rectangle> {
        self.inverse(&self.sinh(z)?)
    }

    pub(crate) fn sech(self, z: &Rectangle) -> Option<Rectangle> {
        self.inverse(&self.cosh(z)?)
    }

    pub(crate) fn coth(self, z: &Rectangle) -> Option<Rectangle> {
        self.over(&self.cosh(z)?, &self.sinh(z)?)
    }

    /// −i ln(√(1 − z²) + iz)
    pub(crate) fn asin(self, z: &Rectangle) -> Option<Rectangle> {
        let root = self.sqrt(&self.minus(&real(integer(1)), &self.times(z, z)?)?)?;
        Some(self.turned_back(&self.ln(&self.plus(&root, &self.turned(z))?)?))
    }

    /// π/2 − asin z
    pub(crate) fn acos(self, z: &Rectangle) -> Option<Rectangle> {
        let quarter = self.half(&real(Ball::pi(self.bits)))?;
        self.minus(&quarter, &self.asin(z)?)
    }

    /// −i artanh(iz)
    pub(crate) fn atan(self, z: &Rectangle) -> Option<Rectangle> {
        Some(self.turned_back(&self.atanh(&self.turned(z))?))
    }

    /// ln(z + √(z² + 1))
    pub(crate) fn asinh(self, z: &Rectangle) -> Option<Rectangle> {
        let root = self.sqrt(&self.plus(&self.times(z, z)?, &real(integer(1)))?)?;
        self.ln(&self.plus(z, &root)?)
    }

    /// ln(z + √(z + 1) √(z − 1))
    pub(crate) fn acosh(self, z: &Rectangle) -> Option<Rectangle> {
        let one = real(integer(1));
        let roots = self.times(&self.sqrt(&self.plus(z, &one)?)?, &self.sqrt(&self.minus(z, &one)?)?)?;
        self.ln(&self.plus(z, &roots)?)
    }

    /// (ln(1 + z) − ln(1 − z))/2
    pub(crate) fn atanh(self, z: &Rectangle) -> Option<Rectangle> {
        let one = real(integer(1));
        self.half(&self.minus(&self.ln(&self.plus(&one, z)?)?, &self.ln(&self.minus(&one, z)?)?)?)
    }

    pub(crate) fn acsc(self, z: &Rectangle) -> Option<Rectangle> {
        self.asin(&self.inverse(z)?)
    }

    pub(crate) fn asec(self, z: &Rectangle) -> Option<Rectangle> {
        self.acos(&self.inverse(z)?)
    }

    pub(crate) fn acot(self, z: &Rectangle) -> Option<Rectangle> {
        self.atan(&self.inverse(z)?)
    }

    pub(crate) fn acsch(self, z: &Rectangle) -> Option<Rectangle> {
        self.asinh(&self.inverse(z)?)
    }

    pub(crate) fn asech(self, z: &Rectangle) -> Option<Rectangle> {
        self.acosh(&self.inverse(z)?)
    }

    pub(crate) fn acoth(self, z: &Rectangle) -> Option<Rectangle> {
        self.atanh(&self.inverse(z)?)
    }
}
