//! Levels: constants that parts of expressions pass, exact where they can be.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use crate::ball::{self, Ball, Outcome};
use crate::eval::exact::{self, Exact, Finding};
use crate::number::Number;
use crate::op::{Op, Preimage};
use crate::range::{End, Range};

/// A real constant.
#[derive(Clone, Debug)]
pub(crate) enum Level {
    /// This rational number.
    Exact(Number),
    /// A root, or a multiple of π.
    Closed(Exact),
    /// Something in this ball.
    Within(Ball),
}

/// What came of solving f(u) = c for u.
pub(crate) enum Solved {
    /// u is one of these.
    Values(Vec<Level>),
    /// u is one of these, plus any multiple of the period.
    Periodic(Vec<Level>, Level),
    /// It could not be told.
    Unsure,
}

impl Level {
    pub fn zero() -> Level {
        Level::Exact(Number::ZERO)
    }

    /// The number in closed form, if it has one.
    pub fn closed(&self) -> Option<Exact> {
        match self {
            Level::Exact(n) => Some(Exact::Rational(n.clone())),
            Level::Closed(exact) => Some(exact.clone()),
            Level::Within(_) => None,
        }
    }

    pub fn of(exact: Exact) -> Level {
        match exact {
            Exact::Rational(n) => Level::Exact(n),
            Exact::Root(_) | Exact::Turn(_) => Level::Closed(exact),
        }
    }

    pub fn ball(&self, bits: usize) -> Ball {
        match self {
            Level::Exact(n) => Ball::from_number(n, bits),
            Level::Closed(exact) => exact.to_ball(bits),
            Level::Within(ball) => ball.clone(),
        }
    }

    /// The sign, where it is certain.
    pub fn sign(&self) -> Option<Ordering> {
        match self {
            Level::Exact(n) if n.is_zero() => Some(Ordering::Equal),
            Level::Exact(n) => Some(if n.is_negative() { Ordering::Less } else { Ordering::Greater }),
            Level::Closed(exact) => Some(if exact.is_negative() { Ordering::Less } else { Ordering::Greater }),
            Level::Within(ball) => ball.sign(),
        }
    }

    pub fn is_zero(&self) -> bool {
        self.sign() == Some(Ordering::Equal)
    }

    /// The numbers between which it lies.
    pub fn ends(&self, bits: usize) -> Option<(RBig, RBig)> {
        match self {
            Level::Exact(n) => {
                let n = n.to_rational();
                Some((n.clone(), n))
            }
            Level::Closed(exact) => exact.to_ball(bits).ends(),
            Level::Within(ball) => ball.ends(),
        }
    }

    /// The same in floating point, rounded outwards.
    pub fn range(&self) -> Range {
        const FLOAT_BITS: usize = 64;
        if let Level::Exact(n) = self {
            return Range::point(n);
        }
        let near = self.ball(FLOAT_BITS);
        if let Some((low, high)) = near.ends() {
            let point = |n: RBig| Range::point(&Number::from(n));
            return Range { low: point(low).low, high: point(high).high };
        }
        // Of an extreme size, which is beyond f64 on a known side or next to 0.
        match (near.sign(), near.to_f64()) {
            (Some(Ordering::Greater), f64::INFINITY) => {
                Range { low: Range::between(f64::MAX, f64::MAX).low, ..Range::ALL }
            }
            (Some(Ordering::Less), f64::NEG_INFINITY) => {
                Range { high: Range::between(f64::MIN, f64::MIN).high, ..Range::ALL }
            }
            (_, x) if x.abs() < 1e-300 => Range::between(-1e-300, 1e-300),
            _ => Range::ALL,
        }
    }

    pub fn combine(&self, op: Op, other: &Level, bits: usize) -> Option<Level> {
        if let (Level::Exact(a), Level::Exact(b)) = (self, other) {
            return match op {
                Op::Pow => None,
                _ => a.combine(op, b).map(Level::Exact),
            };
        }
        if let (Some(a), Some(b)) = (self.closed(), other.closed())
            && let Some(result) = exact::combine(op, &a, &b)
        {
            return Some(Level::of(result));
        }
        Some(Level::Within(ball::combine(op, &self.ball(bits), &other.ball(bits), bits).value()?))
    }

    pub fn negated(&self) -> Level {
        match self {
            Level::Exact(n) => Level::Exact(-n.clone()),
            Level::Closed(exact) => Level::Closed(exact.negated()),
            Level::Within(ball) => match ball::apply(Op::Neg, ball, usize::MAX) {
                Outcome::Value(ball) => Level::Within(ball),
                _ => self.clone(),
            },
        }
    }

    /// x for x^n = self: none, one or two. `None` if that cannot be told.
    pub fn roots(&self, n: &Number, bits: usize) -> Option<Vec<Level>> {
        let sign = self.sign()?;
        let even = n.as_i64().map(|n| n % 2 == 0);
        match (sign, n.is_negative()) {
            (Ordering::Equal, true) => return Some(Vec::new()),
            (Ordering::Equal, false) => return Some(vec![Level::zero()]),
            _ => {}
        }
        // What is no integer power has no negative values, nor do negative numbers have it.
        if sign == Ordering::Less && even != Some(false) {
            return Some(Vec::new());
        }
        let size = if sign == Ordering::Less { self.negated() } else { self.clone() };
        let root = match (&size, n.as_i64()) {
            (Level::Exact(m), Some(2)) if m.sqrt().is_some() => Level::Exact(m.sqrt()?),
            (Level::Exact(m), Some(1)) => Level::Exact(m.clone()),
            _ => {
                let inverse = Number::ONE.combine(Op::Div, n)?;
                let power = ball::combine(Op::Pow, &size.ball(bits), &Ball::from_number(&inverse, bits), bits);
                Level::Within(power.value()?)
            }
        };
        Some(match (sign, even) {
            (Ordering::Less, _) => vec![root.negated()],
            (_, Some(true)) => vec![root.negated(), root],
            _ => vec![root],
        })
    }

    /// The arguments at which a function of the table takes this value.
    pub fn preimage(&self, op: Op, bits: usize) -> Solved {
        let pi = || Level::Closed(Exact::PI);
        let solve = |by: Op| -> Result<Option<Level>, ()> {
            match self.closed().and_then(|closed| exact::apply(by, &closed)) {
                Some(Finding::Value(exact)) => return Ok(Some(Level::of(exact))),
                Some(Finding::Undefined) => return Ok(None),
                None => {}
            }
            match ball::apply(by, &self.ball(bits), bits) {
                Outcome::Value(ball) => Ok(Some(Level::Within(ball))),
                Outcome::Undefined => Ok(None),
                Outcome::Unsure(_) => Err(()),
            }
        };
        let periodic = |levels: Option<Vec<Level>>, period: Option<Level>| match (levels, period) {
            (Some(levels), Some(period)) => Solved::Periodic(levels, period),
            _ => Solved::Unsure,
        };
        // The inverse function's own values bound what it gives: atan takes no value above π/2, so tan is not asked there.
        if let Some(outside) = self.outside(op, bits) {
            return if outside { Solved::Values(Vec::new()) } else { Solved::Unsure };
        }
        let two_pi = || pi().combine(Op::Mul, &Level::Exact(Number::from(2)), bits);
        match op.preimage() {
            Preimage::Negated => Solved::Values(vec![self.negated()]),
            Preimage::BothSigns => match self.sign() {
                Some(Ordering::Less) => Solved::Values(Vec::new()),
                Some(Ordering::Equal) => Solved::Values(vec![Level::zero()]),
                Some(Ordering::Greater) => Solved::Values(vec![self.clone(), self.negated()]),
                None => Solved::Unsure,
            },
            Preimage::Square => match self.sign() {
                Some(Ordering::Less) => Solved::Values(Vec::new()),
                Some(_) => {
                    self.combine(Op::Mul, self, bits).map_or(Solved::Unsure, |level| Solved::Values(vec![level]))
                }
                None => Solved::Unsure,
            },
            Preimage::By(by) => match solve(by) {
                Ok(level) => Solved::Values(level.into_iter().collect()),
                Err(()) => Solved::Unsure,
            },
            Preimage::BothSignsBy(by) => match solve(by) {
                Ok(Some(level)) => Solved::Values(vec![level.negated(), level]),
                Ok(None) => Solved::Values(Vec::new()),
                Err(()) => Solved::Unsure,
            },
            Preimage::Supplements(by) => match solve(by) {
                Ok(Some(level)) => {
                    periodic(pi().combine(Op::Sub, &level, bits).map(|other| vec![level, other]), two_pi())
                }
                Ok(None) => Solved::Values(Vec::new()),
                Err(()) => Solved::Unsure,
            },
            Preimage::Mirrored(by) => match solve(by) {
                Ok(Some(level)) => periodic(Some(vec![level.negated(), level]), two_pi()),
                Ok(None) => Solved::Values(Vec::new()),
                Err(()) => Solved::Unsure,
            },
            Preimage::HalfTurns(by) => match solve(by) {
                Ok(Some(level)) => periodic(Some(vec![level]), Some(pi())),
                // cot u = 0 where tan u has a pole.
                Ok(None) => periodic(
                    pi().combine(Op::Div, &Level::Exact(Number::from(2)), bits).map(|half| vec![half]),
                    Some(pi()),
                ),
                Err(()) => Solved::Unsure,
            },
            Preimage::Unnamed if self.is_zero() && op.keeps_zeros() => Solved::Values(vec![Level::zero()]),
            Preimage::Unnamed | Preimage::Intervals => Solved::Unsure,
        }
    }

    /// Is it certainly no value of a function, or is that in doubt? `None` if it is one.
    fn outside(&self, op: Op, bits: usize) -> Option<bool> {
        let hull = Range::hull(&op.info().range);
        let own = self.range();
        let one_turn = std::f64::consts::PI;
        let ends = |end: End| -> Option<Level> {
            // Ends such as π/2 are known exactly, not as the f64 next to them.
            let halves = (end.at / (one_turn / 2.0)).round();
            if end.at.is_infinite() {
                None
            } else if end.at.fract() == 0.0 {
                Number::from_f64(end.at).map(Level::Exact)
            } else {
                let half = Level::Exact(Number::from(halves as i64).combine(Op::Div, &Number::from(2))?);
                Level::Closed(Exact::PI).combine(Op::Mul, &half, bits)
            }
        };
        if own.low.at > hull.low.at + 1e-9 && own.high.at < hull.high.at - 1e-9 {
            return None;
        }
        let mut doubt = false;
        for (end, low) in [(hull.low, true), (hull.high, false)] {
            let Some(level) = ends(end) else { continue };
            let Some(gap) = self.combine(Op::Sub, &level, bits) else { return Some(false) };
            match (gap.sign(), low) {
                (Some(Ordering::Less), true) | (Some(Ordering::Greater), false) => return Some(true),
                (Some(Ordering::Equal), _) if !end.closed => return Some(true),
                (None, _) => doubt = true,
                _ => {}
            }
        }
        doubt.then_some(false)
    }
}
