//! Exact values: which numbers are known in closed form, where a ball only says that they are near?
//!
//! Three kinds are enough to know that sin π, √2² − 2 and cos(2·asin 1) + 1 are 0 and that tan(π/2) has no
//! value: rationals, square roots of rationals, and rational multiples of π. By Niven's theorem sines, cosines and
//! tangents of the third kind lead back to the first two at multiples of π/4 and π/6 (`turn.rs`).
//! `None` always means "not known in closed form", never "not equal".

use super::turn;
use crate::ball::{self, Ball};
use crate::number::Number;
use crate::op::{Closed, Op};

/// Numbers with more bits are left to balls.
pub(super) const MAX_BITS: usize = 512;

/// A number in closed form. Each number has one: roots are irrational and multiples of π are not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// A rational number.
    Rational(Number),
    /// √n for n > 0 and −√(−n) for n < 0; not rational.
    Root(Number),
    /// q·π with q ≠ 0.
    Turn(Number),
}

/// What exact arithmetic says of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    Value(Exact),
    Undefined,
}

impl Exact {
    /// π.
    pub const PI: Exact = Exact::Turn(Number::ONE);

    /// √n for n ≥ 0 and −√(−n) for n < 0.
    pub(super) fn root(n: Number) -> Exact {
        match n.abs().sqrt() {
            Some(root) => Exact::Rational(if n.is_negative() { -root } else { root }),
            None => Exact::Root(n),
        }
    }

    pub(super) fn turn(q: Number) -> Exact {
        if q.is_zero() { Exact::Rational(q) } else { Exact::Turn(q) }
    }

    /// The n of which it is the root, as in [`Exact::Root`], unless it is a multiple of π.
    pub(super) fn signed_square(&self) -> Option<Number> {
        match self {
            Exact::Rational(r) => times(r, &r.abs()),
            Exact::Root(n) => Some(n.clone()),
            Exact::Turn(_) => None,
        }
    }

    /// The q of q·π.
    pub(super) fn turns(&self) -> Option<&Number> {
        match self {
            Exact::Turn(q) => Some(q),
            Exact::Rational(zero) if zero.is_zero() => Some(zero),
            Exact::Rational(_) | Exact::Root(_) => None,
        }
    }

    /// The rational number that decides its sign and its length.
    fn number(&self) -> &Number {
        let (Exact::Rational(n) | Exact::Root(n) | Exact::Turn(n)) = self;
        n
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.number().is_negative()
    }

    pub(crate) fn is_short(&self) -> bool {
        self.number().bits() <= MAX_BITS
    }

    pub(crate) fn negated(&self) -> Exact {
        match self {
            Exact::Rational(n) => Exact::Rational(-n.clone()),
            Exact::Root(n) => Exact::Root(-n.clone()),
            Exact::Turn(q) => Exact::Turn(-q.clone()),
        }
    }

    /// |x|
    pub(crate) fn size(&self) -> Exact {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// −1, 0 or 1.
    pub(crate) fn sign(&self) -> Exact {
        let sign = if self.is_negative() { -1 } else { i64::from(!self.number().is_zero()) };
        Exact::Rational(Number::from(sign))
    }

    /// The root of a rational number that is not negative; √√n may be rational only if √n is.
    pub(crate) fn sqrt(&self) -> Option<Exact> {
        match self {
            Exact::Rational(n) if !n.is_negative() => Some(Exact::root(n.clone())),
            Exact::Rational(_) | Exact::Root(_) | Exact::Turn(_) => None,
        }
    }

    /// 1/x
    pub(crate) fn inverse(&self) -> Option<Exact> {
        combine(Op::Div, &Exact::Rational(Number::ONE), self)
    }

    /// A ball around it.
    pub(crate) fn to_ball(&self, bits: usize) -> Ball {
        let more = bits + 8;
        let outcome = match self {
            Exact::Rational(n) => return Ball::from_number(n, bits),
            Exact::Root(n) => ball::apply(Op::Sqrt, &Ball::from_number(&n.abs(), more), more),
            Exact::Turn(q) => ball::combine(Op::Mul, &Ball::from_number(q, more), &Ball::pi(more), bits),
        };
        let ball = outcome.value().expect("roots of positive numbers and multiples of π have values");
        if matches!(self, Exact::Root(n) if n.is_negative()) {
            return ball::apply(Op::Neg, &ball, bits).value().expect("every number has a negative");
        }
        ball
    }
}

/// A function of one argument.
pub(crate) fn apply(op: Op, x: &Exact) -> Option<Finding> {
    let function = op.info().function.as_ref()?;
    match (function.closed, x) {
        (Closed::AsExact, Exact::Rational(n)) => {
            function.exact.at(n).map(|value| Finding::Value(Exact::Rational(value)))
        }
        (Closed::AsExact, Exact::Root(_) | Exact::Turn(_)) => None,
        (Closed::Turns(over, under), _) => turn::trigonometric(over, under, x.turns()?),
        (Closed::By(value), _) => value(x).map(Finding::Value),
    }
}

/// `Add`, `Sub`, `Mul` or `Div`. Division by 0 is left to balls.
pub(crate) fn combine(op: Op, x: &Exact, y: &Exact) -> Option<Exact> {
    match op {
        Op::Add => sum(x, y),
        Op::Sub => sum(x, &y.negated()),
        Op::Mul | Op::Div => match (x, y) {
            (Exact::Rational(a), Exact::Rational(b)) => a.combine(op, b).map(Exact::Rational),
            (Exact::Turn(p), Exact::Turn(q)) if op == Op::Div => p.combine(op, q).map(Exact::Rational),
            (Exact::Turn(q), Exact::Rational(r)) => q.combine(op, r).map(Exact::turn),
            (Exact::Rational(r), Exact::Turn(q)) if op == Op::Mul => times(q, r).map(Exact::turn),
            // 0/π is 0; r/π, √2·π and π² are of no kind.
            (Exact::Rational(zero), Exact::Turn(_)) if zero.is_zero() => Some(x.clone()),
            (Exact::Turn(_), _) | (_, Exact::Turn(_)) => None,
            // The sign of a product is the product of the signs, so signed squares multiply.
            (Exact::Root(_), _) | (_, Exact::Root(_)) => {
                x.signed_square()?.combine(op, &y.signed_square()?).map(Exact::root)
            }
        },
        _ => None,
    }
}

fn sum(x: &Exact, y: &Exact) -> Option<Exact> {
    match (x, y) {
        (Exact::Rational(a), Exact::Rational(b)) => a.combine(Op::Add, b).map(Exact::Rational),
        (Exact::Turn(p), Exact::Turn(q)) => p.combine(Op::Add, q).map(Exact::turn),
        (Exact::Rational(zero), other) | (other, Exact::Rational(zero)) => zero.is_zero().then(|| other.clone()),
        // √a + √b = (√(a/b) + 1)·√b, of a kind if a/b is a square.
        (Exact::Root(_), Exact::Root(_)) => {
            let ratio = combine(Op::Div, x, y)?;
            combine(Op::Mul, &sum(&ratio, &Exact::Rational(Number::ONE))?, y)
        }
        (Exact::Root(_), Exact::Turn(_)) | (Exact::Turn(_), Exact::Root(_)) => None,
    }
}

/// x^y, where a negative x may have integer exponents only.
pub(super) fn power(x: &Exact, y: &Exact) -> Option<Finding> {
    let Exact::Rational(exponent) = y else {
        // Roots and multiples of π are irrational.
        return x.is_negative().then_some(Finding::Undefined);
    };
    if x.is_negative() && !exponent.is_integer() {
        return Some(Finding::Undefined);
    }
    if *exponent == Number::ONE {
        return Some(Finding::Value(x.clone()));
    }
    // |x|^y = (x²)^(y/2) = ((x²)^p)^(1/q)
    let square = x.signed_square()?.abs();
    let half = exponent.half();
    let odd = !half.is_integer();
    let half = half.to_rational();
    let (p, q) = (i64::try_from(half.numerator()).ok()?, usize::try_from(half.denominator()).ok()?);
    let raised = square.power(p, MAX_BITS)?;
    let size = if q % 2 == 1 { Exact::Rational(raised.root(q)?) } else { Exact::root(raised.root(q / 2)?) };
    Some(Finding::Value(if x.is_negative() && odd { size.negated() } else { size }))
}

fn times(a: &Number, b: &Number) -> Option<Number> {
    a.combine(Op::Mul, b)
}
