//! Polynomials: where exactly are the real roots of one in a single part?
//!
//! Coefficients are rational, so nothing is left to rounding: repeated roots are divided out, Sturm's chain counts the rest in any
//! interval, and bisection isolates each. Two roots that differ in the thirtieth digit are two.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::level::Level;
use crate::ball::{self, Ball};
use crate::number::Number;
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// Higher degrees are left to intervals.
const MAX_DEGREE: usize = 24;
/// Longer coefficients are left to intervals.
const MAX_BITS: usize = 1024;

/// A polynomial in one part of a tape, lowest coefficient first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polynomial {
    /// The part; none for a constant.
    pub of: Option<Slot>,
    coefficients: Vec<RBig>,
}

impl Polynomial {
    /// The polynomial that a slot is, if it is one in a single part.
    pub fn of_slot(tape: &Tape, slot: Slot) -> Option<Polynomial> {
        let mut budget = 64;
        read(tape, slot, &mut budget)
    }

    pub fn number(n: &Number) -> Polynomial {
        Polynomial::constant(n.to_rational())
    }

    fn constant(n: RBig) -> Polynomial {
        Polynomial { of: None, coefficients: vec![n] }
    }

    fn part(slot: Slot) -> Polynomial {
        Polynomial { of: Some(slot), coefficients: vec![RBig::ZERO, RBig::ONE] }
    }

    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    fn joined(&self, other: &Polynomial) -> Option<Option<Slot>> {
        match (self.of, other.of) {
            (Some(a), Some(b)) if a != b => None,
            (a, b) => Some(a.or(b)),
        }
    }

    pub fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&Polynomial { of: other.of, coefficients: other.coefficients.iter().map(|c| -c.clone()).collect() })
    }

    pub fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let of = self.joined(other)?;
        let length = self.coefficients.len().max(other.coefficients.len());
        let at = |p: &Polynomial, k: usize| p.coefficients.get(k).cloned().unwrap_or(RBig::ZERO);
        Polynomial { of, coefficients: (0..length).map(|k| at(self, k) + at(other, k)).collect() }.checked()
    }

    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let of = self.joined(other)?;
        let mut out = vec![RBig::ZERO; self.coefficients.len() + other.coefficients.len() - 1];
        for (i, a) in self.coefficients.iter().enumerate() {
            for (j, b) in other.coefficients.iter().enumerate() {
                out[i + j] += a * b;
            }
        }
        Polynomial { of, coefficients: out }.checked()
    }

    fn checked(mut self) -> Option<Polynomial> {
        trim(&mut self.coefficients);
        let short = |c: &RBig| Number::from(c.clone()).bits() <= MAX_BITS;
        (self.degree() <= MAX_DEGREE && self.coefficients.iter().all(short)).then_some(self)
    }

    /// Is it a number other than zero?
    pub fn is_never_zero(&self) -> bool {
        self.degree() == 0 && self.coefficients[0] != RBig::ZERO
    }

    /// Where it is zero, in ascending order; `None` if it is constant.
    pub fn roots(self, bits: usize) -> Option<Vec<Level>> {
        match self.coefficients.as_slice() {
            [_] => None,
            [b, a] => Some(vec![Level::Exact(Number::from(-b.clone() / a))]),
            [c, b, a] => quadratic(c, b, a, bits),
            _ => Some(isolated(square_free(self.coefficients), bits)),
        }
    }
}

fn trim(coefficients: &mut Vec<RBig>) {
    while coefficients.len() > 1 && coefficients.last().is_some_and(|c| *c == RBig::ZERO) {
        coefficients.pop();
    }
}

fn read(tape: &Tape, slot: Slot, budget: &mut usize) -> Option<Polynomial> {
    *budget = budget.checked_sub(1)?;
    match &tape.instructions()[slot as usize] {
        Instruction::Number(n) => Polynomial::constant(n.to_rational()).checked(),
        Instruction::Unary(Op::Neg, a) => Polynomial::constant(RBig::ZERO).minus(&read(tape, *a, budget)?),
        Instruction::Binary(op, a, b) => {
            let (left, right) = (read(tape, *a, budget)?, read(tape, *b, budget)?);
            match op {
                Op::Add => left.plus(&right),
                Op::Sub => left.minus(&right),
                Op::Mul => left.times(&right),
                _ if right.of.is_none() && right.coefficients[0] != RBig::ZERO => {
                    left.times(&Polynomial::constant(RBig::ONE / &right.coefficients[0]))
                }
                _ => Some(Polynomial::part(slot)),
            }
        }
        Instruction::Power(a, b, Exponent::Integer) => {
            let base = read(tape, *a, budget)?;
            let exponent = read(tape, *b, budget)?;
            let times = Number::from(exponent.coefficients[0].clone()).as_i64()?;
            if base.of.is_none() {
                let power = Number::from(base.coefficients[0].clone()).power(times, MAX_BITS)?;
                return Some(Polynomial::constant(power.to_rational()));
            }
            if !(0..=MAX_DEGREE as i64).contains(&times) || base.degree() * times as usize > MAX_DEGREE {
                return Some(Polynomial::part(slot));
            }
            let mut out = Polynomial::constant(RBig::ONE);
            for _ in 0..times {
                out = out.times(&base)?;
            }
            Some(out)
        }
        // π and e are no rational numbers, and other parts are what the polynomial is in.
        Instruction::Constant(_) | Instruction::Input(_) | Instruction::Unary(..) => Some(Polynomial::part(slot)),
        Instruction::Power(..) | Instruction::Where(..) => Some(Polynomial::part(slot)),
    }
}

fn quadratic(c: &RBig, b: &RBig, a: &RBig, bits: usize) -> Option<Vec<Level>> {
    let four = RBig::from(4);
    let discriminant = Number::from(b * b - &four * a * c);
    let centre = Number::from(-b.clone() / (a * RBig::from(2)));
    match (discriminant.is_zero(), discriminant.is_negative()) {
        (true, _) => Some(vec![Level::Exact(centre)]),
        (_, true) => Some(Vec::new()),
        _ => {
            let twice = Number::from(a * RBig::from(2)).abs();
            let half = match discriminant.sqrt() {
                Some(root) => Level::Exact(root.combine(Op::Div, &twice)?),
                None => {
                    // The bits that centre ± half may lose.
                    let bits = bits + 64;
                    let root = ball::apply(Op::Sqrt, &Ball::from_number(&discriminant, bits), bits).value()?;
                    Level::Within(ball::combine(Op::Div, &root, &Ball::from_number(&twice, bits), bits).value()?)
                }
            };
            let centre = Level::Exact(centre);
            Some(vec![centre.combine(Op::Sub, &half, bits + 64)?, centre.combine(Op::Add, &half, bits + 64)?])
        }
    }
}

fn derivative(p: &[RBig]) -> Vec<RBig> {
    p.iter().enumerate().skip(1).map(|(k, c)| c * RBig::from(k)).collect()
}

/// What is left of a after division by b; b is not zero.
fn remainder(mut a: Vec<RBig>, b: &[RBig]) -> Vec<RBig> {
    let lead = b.last().expect("not empty");
    while a.len() >= b.len() && !(a.len() == 1 && a[0] == RBig::ZERO) {
        let factor = a.last().expect("not empty") / lead;
        let shift = a.len() - b.len();
        for (k, c) in b.iter().enumerate() {
            a[shift + k] -= &factor * c;
        }
        a.pop();
        if a.is_empty() {
            a.push(RBig::ZERO);
        }
        trim(&mut a);
    }
    a
}

fn quotient(mut a: Vec<RBig>, b: &[RBig]) -> Vec<RBig> {
    let mut out = vec![RBig::ZERO; (a.len() + 1).saturating_sub(b.len())];
    let lead = b.last().expect("not empty");
    for shift in (0..out.len()).rev() {
        let factor = &a[shift + b.len() - 1] / lead;
        for (k, c) in b.iter().enumerate() {
            a[shift + k] -= &factor * c;
        }
        out[shift] = factor;
    }
    out
}

fn is_zero(p: &[RBig]) -> bool {
    p.iter().all(|c| *c == RBig::ZERO)
}

/// Divided by its leading coefficient's size, so that chains stay short and signs stay.
fn normed(p: Vec<RBig>) -> Vec<RBig> {
    let lead = p.last().expect("not empty").clone();
    if lead == RBig::ZERO {
        return p;
    }
    let size = if lead < RBig::ZERO { -lead } else { lead };
    p.into_iter().map(|c| c / &size).collect()
}

/// The same roots, each once.
fn square_free(p: Vec<RBig>) -> Vec<RBig> {
    let (mut a, mut b) = (p.clone(), normed(derivative(&p)));
    while !is_zero(&b) {
        let next = normed(remainder(a, &b));
        a = b;
        b = next;
    }
    if a.len() == 1 { p } else { quotient(p, &a) }
}

fn value(p: &[RBig], x: &RBig) -> RBig {
    p.iter().rev().fold(RBig::ZERO, |sum, c| sum * x + c)
}

fn sign(x: &RBig) -> Ordering {
    x.cmp(&RBig::ZERO)
}

/// Sturm's chain.
fn chain(p: &[RBig]) -> Vec<Vec<RBig>> {
    let mut out = vec![normed(p.to_vec()), normed(derivative(p))];
    loop {
        let [.., a, b] = out.as_slice() else { return out };
        let rest: Vec<RBig> = remainder(a.clone(), b).into_iter().map(|c| -c).collect();
        if is_zero(&rest) {
            return out;
        }
        out.push(normed(rest));
    }
}

/// How often the signs of a chain change at a point.
fn changes(chain: &[Vec<RBig>], x: &RBig) -> usize {
    let signs: Vec<Ordering> = chain.iter().map(|p| sign(&value(p, x))).filter(|s| s.is_ne()).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The roots of a polynomial without repeated ones, to so many bits.
fn isolated(p: Vec<RBig>, bits: usize) -> Vec<Level> {
    let chain = chain(&p);
    // Cauchy's bound, as a power of two.
    let lead = p.last().expect("not empty").clone();
    let mut bound = RBig::ONE;
    let size = |c: &RBig| if *c < RBig::ZERO { -c.clone() } else { c.clone() };
    while p.iter().any(|c| size(&(c / &lead)) + RBig::ONE > bound) {
        bound *= RBig::from(2);
    }
    let (low, high) = (-bound.clone(), bound);
    let mut todo = vec![(changes(&chain, &low), low, changes(&chain, &high), high)];
    let mut out = Vec::new();
    while let Some((above, low, below, high)) = todo.pop() {
        match above - below {
            0 => {}
            1 => out.push(refined(&p, low, high, bits)),
            _ => {
                let middle = (&low + &high) / RBig::from(2);
                let here = changes(&chain, &middle);
                todo.push((here, middle.clone(), below, high));
                todo.push((above, low, here, middle));
            }
        }
    }
    out
}

/// The root in (low, high]: bisected, tried at the simplest number there, and then sharpened by Newton's method over balls.
fn refined(p: &[RBig], mut low: RBig, mut high: RBig, bits: usize) -> Level {
    const BISECTIONS: usize = 80;
    let top = sign(&value(p, &high));
    if top.is_eq() {
        return Level::Exact(Number::from(high));
    }
    for _ in 0..BISECTIONS {
        let middle = (&low + &high) / RBig::from(2);
        match sign(&value(p, &middle)) {
            Ordering::Equal => return Level::Exact(Number::from(middle)),
            here if here == top => high = middle,
            _ => low = middle,
        }
    }
    let simplest = RBig::simplest_in(low.clone(), high.clone());
    if value(p, &simplest) == RBig::ZERO {
        return Level::Exact(Number::from(simplest));
    }
    let middle = (&low + &high) / RBig::from(2);
    let mut root = Ball::around(&middle, &((&high - &low) / RBig::from(2)), bits);
    let slope = derivative(p);
    let mut known = BISECTIONS;
    while known < 2 * bits {
        known *= 2;
        let Some(next) = newton(p, &slope, &root, bits + 64) else { break };
        if next.radius_log2() >= root.radius_log2() {
            break;
        }
        root = next;
    }
    Level::Within(root)
}

/// One step of Newton's method: what it leaves contains the root if the ball did, since the slope is taken over the whole ball.
fn newton(p: &[RBig], slope: &[RBig], root: &Ball, bits: usize) -> Option<Ball> {
    let horner = |p: &[RBig], x: &Ball| {
        p.iter().rev().try_fold(Ball::from_number(&Number::ZERO, bits), |sum, c| {
            let product = ball::combine(Op::Mul, &sum, x, bits).value()?;
            ball::combine(Op::Add, &product, &Ball::from_rational(c, bits), bits).value()
        })
    };
    let middle = root.centre();
    let step = ball::combine(Op::Div, &horner(p, &middle)?, &horner(slope, root)?, bits).value()?;
    ball::combine(Op::Sub, &middle, &step, bits).value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Expr;

    fn roots(text: &str) -> Vec<f64> {
        let mut tape = Tape::default();
        let slot = tape.record(&Expr::from_prefix(text).expect(text)).expect("small");
        let polynomial = Polynomial::of_slot(&tape, slot).expect(text);
        let levels = polynomial.roots(256).expect(text);
        levels.iter().map(|level| level.ball(256).to_f64()).collect()
    }

    #[test]
    fn roots_are_all_there_and_each_once() {
        assert_eq!(roots("- * 2 x 3"), [1.5]);
        assert_eq!(roots("+ - pow x 2 * 2 x 1"), [1.0]);
        assert_eq!(roots("+ + pow x 2 x 1"), [0.0; 0]);
        assert_eq!(roots("* * pow - x 1 2 pow + x 2 3 - x 7"), [-2.0, 1.0, 7.0]);
        assert_eq!(roots("+ - pow x 4 * 5 pow x 2 4"), [-2.0, -1.0, 1.0, 2.0]);
        let close = roots("- * pow - x 3 2 + x 1 * pow 10 -40 + x 1");
        assert_eq!((close.len(), close[1], close[2]), (3, 3.0, 3.0));
    }
}
