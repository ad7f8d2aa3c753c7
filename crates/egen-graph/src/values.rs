//! Values: what is a class worth at a few points of the graph's domain?
//!
//! A rule that is misread, or a pole that covers an interval, would make two classes one that are not. Their values at some
//! points tell before it happens. Values never say that two classes are equal; they only forbid.

use egen_math::Op;
use egen_math::eval::real::{Approx, State};
use egen_math::tape::Exponent;

/// Points at which every class is evaluated. More catch no more in practice and cost time.
pub const POINTS: usize = 6;

/// The values of a class at the points of its graph; unsure where there is none.
#[derive(Clone, Copy, Debug)]
pub struct Values([Approx; POINTS]);

impl Values {
    /// The same value everywhere.
    pub fn constant(value: Approx) -> Values {
        Values([value; POINTS])
    }

    /// Exact values, one a point; if there are fewer than [`POINTS`], they are repeated.
    pub fn exact(values: impl Iterator<Item = f64> + Clone) -> Values {
        let mut out = [Approx::UNSURE; POINTS];
        for (place, value) in out.iter_mut().zip(values.cycle()) {
            *place = Approx { value, error: 0.0 };
        }
        Values(out)
    }

    /// A function of a class.
    pub fn unary(op: Op, a: &Values) -> Values {
        Values(a.0.map(|x| Approx::unary(op, x)))
    }

    /// An operator on two classes; the kind is that of a power's exponent.
    pub fn binary(op: Op, a: &Values, b: &Values, kind: Exponent) -> Values {
        let mut out = [Approx::UNSURE; POINTS];
        for ((place, &x), &y) in out.iter_mut().zip(&a.0).zip(&b.0) {
            *place = match op {
                Op::Pow => Approx::power(x, y, kind),
                Op::Log => Approx::arithmetic(Op::Div, Approx::unary(Op::Ln, x), Approx::unary(Op::Ln, y)),
                Op::Add | Op::Sub | Op::Mul | Op::Div => Approx::arithmetic(op, x, y),
                _ => Approx::UNSURE,
            };
        }
        Values(out)
    }

    /// An unknown function: what holds for all functions holds for this one, which is like no other.
    pub fn unknown_function(name: &str, args: &[Values]) -> Values {
        let seed = name.bytes().fold(7u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(u32::from(byte)));
        let shift = f64::from(seed % 1000) / 1024.0;
        let mut out = Values::constant(Approx { value: shift, error: 0.0 });
        for (at, arg) in args.iter().enumerate() {
            let weight = Values::constant(Approx { value: 0.75 + at as f64 * 0.375 + shift, error: 0.0 });
            let term = Values::binary(Op::Mul, &weight, arg, Exponent::Constant);
            let bent = Values::binary(Op::Add, &Values::unary(Op::Sin, &term), &term, Exponent::Constant);
            out = Values::binary(Op::Add, &out, &bent, Exponent::Constant);
        }
        out
    }

    /// A point at which the other is certainly not what this is: another value, or none.
    pub fn difference(&self, other: &Values) -> Option<usize> {
        self.0.iter().zip(&other.0).position(|(&a, &b)| match (a.state(), b.state()) {
            (State::Defined, State::Defined) => are_apart(a, b),
            (State::Defined, State::Undefined) => true,
            _ => false,
        })
    }

    /// Do they differ at every point, beyond doubt?
    pub fn differ_everywhere(&self, other: &Values) -> bool {
        let both = |(a, b): (&Approx, &Approx)| {
            a.state() == State::Defined && b.state() == State::Defined && are_apart(*a, *b)
        };
        self.0.iter().zip(&other.0).all(both)
    }

    /// Is there a point at which they are not zero, beyond doubt?
    pub fn are_somewhere_not_zero(&self) -> bool {
        let zero = Approx { value: 0.0, error: 0.0 };
        self.0.iter().any(|x| x.state() == State::Defined && are_apart(*x, zero))
    }

    /// What sort of exponent it is, as far as its values tell: no variable is a whole number at all points by chance.
    pub fn as_exponent(&self) -> Exponent {
        let exact = self.0.iter().all(|x| x.error == 0.0);
        let same = self.0.iter().all(|x| x.value == self.0[0].value);
        let whole = self.0.iter().all(|x| x.value.fract() == 0.0);
        match (exact, same, whole) {
            (true, true, true) => Exponent::Integer,
            (true, true, false) => Exponent::Fraction,
            (false, true, _) => Exponent::Constant,
            (true, false, true) => Exponent::Lattice,
            _ => Exponent::Varying,
        }
    }

    /// The value at a point.
    pub fn get(&self, point: usize) -> f64 {
        self.0[point].value
    }
}

/// Error estimates are of the first order, hence the margin.
fn are_apart(a: Approx, b: Approx) -> bool {
    let size = a.value.abs().max(b.value.abs());
    (a.value - b.value).abs() > 16.0 * (a.error + b.error) + size * 1e-12
}
