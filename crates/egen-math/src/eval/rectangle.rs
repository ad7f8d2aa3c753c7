//! Certified complex evaluation: in which rectangle of the plane does the principal value at a point certainly lie?
//!
//! The table has the image of a rectangle under each function (`rectangle/function.rs`). Where an argument may be on a cut, no claim is made, but of ln and √,
//! whose convention there is followed.

mod error;
mod function;

use num_complex::Complex64;

use crate::ball::{self, Ball};
use crate::expr::Constant;
use crate::op::{Axis, Cut, Op, Rectangles};
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// Do two slots of a tape certainly have different values at a point?
pub fn apart(tape: &Tape, left: Slot, right: Slot, point: &[Complex64], bits: usize) -> bool {
    let plane = Plane { bits };
    let mut values: Vec<Option<Rectangle>> = Vec::with_capacity(tape.instructions().len());
    for instruction in tape.instructions() {
        let value = plane.value(instruction, &values, point);
        values.push(value);
    }
    match (&values[left as usize], &values[right as usize]) {
        (Some(a), Some(b)) => !(a.re.overlaps(&b.re) && a.im.overlaps(&b.im)),
        (None, _) | (_, None) => false,
    }
}

/// Two balls, one for each coordinate.
#[derive(Clone, Debug)]
pub(crate) struct Rectangle {
    re: Ball,
    im: Ball,
}

impl Rectangle {
    fn is_real(&self) -> bool {
        self.im.is_zero()
    }

    fn is_zero(&self) -> bool {
        self.re.is_zero() && self.im.is_zero()
    }
}

fn real(re: Ball) -> Rectangle {
    Rectangle { re, im: integer(0) }
}

fn integer(n: i64) -> Ball {
    Ball::from_number(&n.into(), 64)
}

/// Arithmetic to so many bits. Everything is `None` where there is no value, or none that can be told.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    bits: usize,
}

impl Plane {
    fn value(self, instruction: &Instruction, values: &[Option<Rectangle>], point: &[Complex64]) -> Option<Rectangle> {
        let of = |slot: &Slot| values[*slot as usize].as_ref();
        match instruction {
            Instruction::Number(n) => Some(real(Ball::from_number(n, self.bits))),
            Instruction::Constant(Constant::Pi) => Some(real(Ball::pi(self.bits))),
            Instruction::Constant(Constant::E) => Some(real(Ball::e(self.bits))),
            Instruction::Input(k) => {
                let z = point[*k as usize];
                Some(Rectangle { re: Ball::from_f64(z.re)?, im: Ball::from_f64(z.im)? })
            }
            Instruction::Unary(op, a) => self.function(*op, of(a)?),
            Instruction::Binary(op, a, b) => {
                let (x, y) = (of(a)?, of(b)?);
                match op {
                    Op::Add => self.plus(x, y),
                    Op::Sub => self.minus(x, y),
                    Op::Mul => self.times(x, y),
                    Op::Div => self.over(x, y),
                    // Nothing is claimed of other operations.
                    _ => None,
                }
            }
            Instruction::Power(a, b, kind) => self.power(of(a)?, of(b)?, *kind),
            Instruction::Where(a, b) => of(b).and(of(a)).cloned(),
        }
    }

    fn function(self, op: Op, z: &Rectangle) -> Option<Rectangle> {
        let function = op.info().function.as_ref()?;
        match function.rectangle {
            Rectangles::Anywhere(over) => over(self, z),
            Rectangles::OffCuts(over) => {
                let on_cut = function.cuts.iter().any(|cut| self.may_be_on(cut, z));
                if on_cut { None } else { over(self, z) }
            }
        }
    }

    fn may_be_on(self, cut: &Cut, z: &Rectangle) -> bool {
        let (along, off) = match cut.axis {
            Axis::Real => (&z.re, &z.im),
            Axis::Imaginary => (&z.im, &z.re),
        };
        let is_beyond = |end: f64, side: f64| {
            let Some(end) = Ball::from_f64(end) else { return false };
            self.both(Op::Sub, along, &end).and_then(|gap| gap.sign()).is_some_and(|sign| sign as i8 as f64 == side)
        };
        off.contains_zero() && !is_beyond(cut.low, -1.0) && !is_beyond(cut.high, 1.0)
    }

    fn both(self, op: Op, x: &Ball, y: &Ball) -> Option<Ball> {
        ball::combine(op, x, y, self.bits).value()
    }

    fn one(self, op: Op, x: &Ball) -> Option<Ball> {
        ball::apply(op, x, self.bits).value()
    }

    fn plus(self, x: &Rectangle, y: &Rectangle) -> Option<Rectangle> {
        Some(Rectangle { re: self.both(Op::Add, &x.re, &y.re)?, im: self.both(Op::Add, &x.im, &y.im)? })
    }

    fn minus(self, x: &Rectangle, y: &Rectangle) -> Option<Rectangle> {
        self.plus(x, &self.negated(y))
    }

    fn negated(self, z: &Rectangle) -> Rectangle {
        let negated = |x: &Ball| self.one(Op::Neg, x).expect("every ball has an opposite");
        Rectangle { re: negated(&z.re), im: negated(&z.im) }
    }

    /// iz
    fn turned(self, z: &Rectangle) -> Rectangle {
        Rectangle { re: self.negated(z).im, im: z.re.clone() }
    }

    /// −iz
    fn turned_back(self, z: &Rectangle) -> Rectangle {
        Rectangle { re: z.im.clone(), im: self.negated(z).re }
    }

    fn scaled(self, z: &Rectangle, factor: &Ball) -> Option<Rectangle> {
        Some(Rectangle { re: self.both(Op::Mul, &z.re, factor)?, im: self.both(Op::Mul, &z.im, factor)? })
    }

    fn half(self, z: &Rectangle) -> Option<Rectangle> {
        self.scaled(z, &Ball::from_f64(0.5)?)
    }

    fn times(self, x: &Rectangle, y: &Rectangle) -> Option<Rectangle> {
        let product = |a: &Ball, b: &Ball| self.both(Op::Mul, a, b);
        Some(Rectangle {
            re: self.both(Op::Sub, &product(&x.re, &y.re)?, &product(&x.im, &y.im)?)?,
            im: self.both(Op::Add, &product(&x.re, &y.im)?, &product(&x.im, &y.re)?)?,
        })
    }

    fn over(self, x: &Rectangle, y: &Rectangle) -> Option<Rectangle> {
        self.times(x, &self.inverse(y)?)
    }

    fn inverse(self, z: &Rectangle) -> Option<Rectangle> {
        let square = self.square(z)?;
        let im = self.both(Op::Div, &self.negated(z).im, &square)?;
        Some(Rectangle { re: self.both(Op::Div, &z.re, &square)?, im })
    }

    /// |z|²
    fn square(self, z: &Rectangle) -> Option<Ball> {
        self.both(Op::Add, &self.both(Op::Mul, &z.re, &z.re)?, &self.both(Op::Mul, &z.im, &z.im)?)
    }

    fn size(self, z: &Rectangle) -> Option<Ball> {
        self.one(Op::Sqrt, &self.square(z)?)
    }

    fn power(self, x: &Rectangle, y: &Rectangle, kind: Exponent) -> Option<Rectangle> {
        const LONGEST: u64 = 1 << 20;
        let whole = y.is_real().then(|| y.re.to_number().and_then(|n| n.as_i64())).flatten();
        match whole.filter(|n| kind == Exponent::Integer && n.unsigned_abs() <= LONGEST) {
            Some(n) => {
                let (mut product, mut square) = (real(integer(1)), x.clone());
                let mut rest = n.unsigned_abs();
                while rest > 0 {
                    if rest & 1 == 1 {
                        product = self.times(&product, &square)?;
                    }
                    rest >>= 1;
                    if rest > 0 {
                        square = self.times(&square, &square)?;
                    }
                }
                if n < 0 { self.inverse(&product) } else { Some(product) }
            }
            None => self.exp(&self.times(y, &self.ln(x)?)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::TABLE;

    /// Floating point is off by far less than this, and so are rectangles.
    const NEAR: f64 = 1e-9;

    #[test]
    fn rectangles_hold_the_principal_values_of_every_function() {
        let plane = Plane { bits: 128 };
        for row in &TABLE {
            let Some(function) = &row.function else { continue };
            let mut told = 0;
            for k in 0..200 {
                let z = Complex64::new(f64::from(k % 20) * 0.31 - 3.05, f64::from(k / 20) * 0.53 - 2.45);
                let at = Rectangle { re: Ball::from_f64(z.re).unwrap(), im: Ball::from_f64(z.im).unwrap() };
                let Some(value) = plane.function(row.op, &at) else { continue };
                let want = (function.complex)(z);
                let got = Complex64::new(value.re.to_f64(), value.im.to_f64());
                assert!((got - want).norm() <= NEAR * (1.0 + want.norm()), "{} at {z}: {got}, not {want}", row.name);
                told += 1;
            }
            assert!(told >= 190, "{}: {told} values", row.name);
        }
    }

    #[test]
    fn on_a_cut_nothing_is_claimed_but_of_logarithms_and_roots() {
        let plane = Plane { bits: 128 };
        let at = |re: f64, im: f64| Rectangle { re: Ball::from_f64(re).unwrap(), im: Ball::from_f64(im).unwrap() };
        assert!(plane.function(Op::Asin, &at(2.0, 0.0)).is_none());
        assert!(plane.function(Op::Atan, &at(0.0, -2.0)).is_none());
        assert!(plane.function(Op::Acosh, &at(-3.0, 0.0)).is_none());
        assert!(plane.function(Op::Asin, &at(0.5, 0.0)).is_some());
        let ln = plane.function(Op::Ln, &at(-2.0, 0.0)).unwrap();
        assert!((ln.im.to_f64() - std::f64::consts::PI).abs() < NEAR);
        assert!(plane.function(Op::Ln, &at(0.0, 0.0)).is_none());
        let across = Rectangle {
            re: integer(-4),
            im: Ball::around(&0.into(), &(dashu_ratio::RBig::ONE / dashu_int::IBig::from(1u64 << 40)), 128),
        };
        let root = plane.function(Op::Sqrt, &across).unwrap();
        assert!(root.im.contains(&2.into()) && root.im.contains(&(-2).into()) && !root.im.contains(&3.into()));
        assert!(root.re.contains_zero() && root.re.radius_log2().unwrap() < -30);
    }
}
