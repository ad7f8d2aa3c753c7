//! Constants: what can be told of a number that is not rational?

use std::f64::consts::PI;

use egen_math::ball::{Ball, Outcome};
use egen_math::eval::certified::Certified;
use egen_math::op::Preimage;
use egen_math::tape::Tape;
use egen_math::{Expr, Op};

use super::fraction::Fraction;
use super::polynomial::Poly;
use super::ring::Ring;
use super::table::Kind;

/// Working precision of certified values.
const BITS: usize = 128;
/// Angles are recognised as multiples of π/n up to this n.
const MAX_PARTS: i64 = 24;

impl Ring<'_> {
    /// Is it a constant that is certainly no integer?
    pub fn is_no_integer(&mut self, v: &Fraction) -> bool {
        let Some(expr) = self.expression(v) else { return false };
        let Some(ball) = certified(&expr) else { return false };
        let value = ball.to_f64();
        // The ball is far smaller than the distance that is asked for.
        ball.accuracy_bits() >= 64 && value.abs() < 1e6 && (value - value.round()).abs() > 1e-6
    }

    /// The angle asin(u) or atan(u) if it is a simple multiple of π. Floating point proposes, algebra decides:
    /// the angle lies in the range of the function, where the function that it undoes takes each value once.
    pub fn exact_angle(&mut self, op: Op, u: &Fraction) -> Option<Option<Fraction>> {
        let atoms = [u.num.atoms(), u.den.atoms()].concat();
        if !atoms.iter().all(|&a| matches!(self.table.kind(a), Kind::Prime(_) | Kind::Root(_) | Kind::Unity(_))) {
            return Some(None);
        }
        let Some(value) = self.expression(u).and_then(|expr| certified(&expr)).map(|ball| ball.to_f64()) else {
            return Some(None);
        };
        let info = op.info();
        let (Some(function), Preimage::By(undone)) = (&info.function, op.preimage()) else { return Some(None) };
        let turns = (function.real)(value) / PI;
        for parts in 1..=MAX_PARTS {
            let near = (turns * parts as f64).round();
            let inside = info.range.contains(near / parts as f64 * PI);
            if !(inside && (turns * parts as f64 - near).abs() < 1e-9) {
                continue;
            }
            let pi = self.atom(Kind::Pi)?;
            let angle = self.tidy(pi.scaled(&(near as i64).into()), Poly::constant(parts))?;
            let back = self.circular(undone, &angle)?;
            // Two numbers that nearly agree are equal if their squares are: nested roots show only there.
            return Some(self.agree(&back, u)?.then_some(angle));
        }
        Some(None)
    }

    /// Are two constants, known to be near each other, equal?
    fn agree(&mut self, a: &Fraction, b: &Fraction) -> Option<bool> {
        let difference = self.subtract(a, b)?;
        if self.vanishes(&difference.num)? {
            return Some(true);
        }
        if a.is_zero() || b.is_zero() {
            return Some(false);
        }
        let (left, right) = (self.multiply(a, a)?, self.multiply(b, b)?);
        let difference = self.subtract(&left, &right)?;
        self.vanishes(&difference.num)
    }
}

fn certified(expr: &Expr) -> Option<Ball> {
    let mut tape = Tape::default();
    let root = tape.record(expr).ok()?;
    if !tape.inputs().is_empty() {
        return None;
    }
    match Certified::evaluate(&tape, &[], BITS).get(root) {
        Outcome::Value(ball) => Some(ball.clone()),
        _ => None,
    }
}
