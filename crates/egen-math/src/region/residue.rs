//! Residues: after how many integers does everything that is periodic come again?
//!
//! At integers alone cos(πn/2)·cos(πn/4)·…·cos(πn/2048) is zero but for one in 2,048 of them, so that an integer speaks for its residue
//! class and for no other. Within a class the periodic parts are constant, what is left is analytic in n, and a point where nothing
//! special happens speaks for it as anywhere else. The length of the period is read off the coefficients: p(n)/q·2π comes again after q.

use dashu_base::BitTest;
use dashu_ratio::RBig;

use super::Space;
use super::jump::inputs_in;
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::exact::Exact;
use crate::expr::Constant;
use crate::number::Number;
use crate::op::{Op, Pieces};
use crate::tape::{Exponent, Instruction, Slot};

/// The longest period that is told from none.
const LONGEST: u64 = 1 << 32;

/// A polynomial in integers, as far as its coefficients go: of what the rational ones are integer multiples, and those that are
/// rational multiples of π. Other coefficients give no period, and neither do real variables.
#[derive(Clone, Debug, Default, PartialEq)]
struct Units {
    plain: Option<RBig>,
    turns: Option<RBig>,
}

/// What is known of a part.
#[derive(Clone, Debug)]
struct Part {
    /// None where it is no polynomial in the integers.
    units: Option<Units>,
    /// Does it depend on integers, or on anything?
    integers: bool,
    inputs: bool,
}

/// The periods of what is periodic.
pub(super) struct Periods {
    /// For each input after how many integers everything comes again; none where that is not known.
    pub of: Vec<Option<u64>>,
    /// A part whose period is not known, or is the longest.
    pub longest: Option<Slot>,
}

/// The periods, for the other inputs as at a point.
pub(super) fn periods(space: &Space<'_>, at: &[Number]) -> Periods {
    const BITS: usize = 128;
    let inputs: Vec<Coordinate> = at.iter().cloned().map(Coordinate::Exact).collect();
    let values = Certified::evaluate(space.tape, &inputs, BITS);
    let mut parts: Vec<Part> = Vec::new();
    let mut out = Periods { of: vec![Some(1); space.bounds.len()], longest: None };
    let mut most = Some(1);
    for (slot, instruction) in (0..).zip(space.tape.instructions()) {
        parts.push(part(space, &values, slot, &parts));
        let all = |slot: &Slot| parts[*slot as usize].units.as_ref();
        let (argument, period) = match instruction {
            Instruction::Unary(op, a) if is_periodic(*op) => (*a, all(a).and_then(|all| period_of(all.turns.as_ref()))),
            // The sign of (−2)^n.
            Instruction::Power(a, b, Exponent::Lattice)
                if space.tape.exact(*a).is_none_or(|base| base.is_negative()) =>
            {
                (*b, all(b).and_then(|all| period_of(all.plain.as_ref())))
            }
            _ => continue,
        };
        if !parts[argument as usize].integers {
            continue;
        }
        if period.is_none() || (most.is_some() && period > most) {
            (most, out.longest) = (period, Some(slot));
        }
        for k in inputs_in(space, argument).filter(|&k| space.bounds[k].integer) {
            out.of[k] = out.of[k].zip(period).and_then(|(a, b)| multiple(a, b));
        }
    }
    out
}

/// Sines, cosines, tangents and their inverses by multiplication.
fn is_periodic(op: Op) -> bool {
    use Pieces::{FallingBetweenPoles, InverseWave, RisingBetweenPoles, Wave};
    let periodic = |pieces| {
        matches!(pieces, Wave { .. } | InverseWave { .. } | RisingBetweenPoles { .. } | FallingBetweenPoles { .. })
    };
    op.info().function.is_some() && periodic(op.pieces())
}

fn part(space: &Space<'_>, values: &Certified, slot: Slot, parts: &[Part]) -> Part {
    let instruction = &space.tape.instructions()[slot as usize];
    let (mut integers, mut inputs) = match instruction {
        Instruction::Input(k) => (space.bounds[*k as usize].integer, true),
        _ => (false, false),
    };
    for operand in instruction.operands() {
        integers |= parts[operand as usize].integers;
        inputs |= parts[operand as usize].inputs;
    }
    let nothing = Units::default();
    let units = match instruction {
        _ if integers => polynomial(space, values, instruction, parts),
        Instruction::Constant(Constant::E) => Some(nothing),
        _ if inputs => Some(nothing),
        _ => values.exact(slot).and_then(|exact| match exact {
            Exact::Rational(n) if n.is_zero() => Some(nothing),
            Exact::Rational(n) => Some(Units { plain: Some(short(n.abs().to_rational())?), ..nothing }),
            Exact::Turn(n) => Some(Units { turns: Some(short(n.abs().to_rational())?), ..nothing }),
            Exact::Root(_) => Some(nothing),
        }),
    };
    Part { units, integers, inputs }
}

/// The units of what depends on integers.
fn polynomial(space: &Space<'_>, values: &Certified, instruction: &Instruction, parts: &[Part]) -> Option<Units> {
    let nothing = Units::default();
    let whole = Units { plain: Some(RBig::ONE), turns: None };
    let over = |n: &Number| Some(Units { plain: Some(short(RBig::ONE / n.abs().to_rational())?), turns: None });
    let of = |slot: &Slot| parts[*slot as usize].units.clone();
    match instruction {
        Instruction::Input(_) => Some(whole),
        Instruction::Unary(Op::Neg | Op::Abs, a) | Instruction::Where(a, _) => of(a),
        Instruction::Unary(Op::Sign, _) => Some(whole),
        Instruction::Binary(Op::Add | Op::Sub, a, b) => of(a)?.plus(&of(b)?),
        Instruction::Binary(Op::Mul, a, b) => of(a)?.times(&of(b)?),
        Instruction::Binary(Op::Div, a, b) if !parts[*b as usize].integers => {
            let a = of(a)?;
            match values.exact(*b) {
                _ if parts[*b as usize].inputs => Some(nothing),
                Some(Exact::Rational(n)) if n.is_zero() => None,
                Some(Exact::Rational(n)) => a.times(&over(&n)?),
                Some(Exact::Turn(n)) => Units { plain: a.turns, turns: None }.times(&over(&n)?),
                Some(Exact::Root(_)) => Some(nothing),
                None => None,
            }
        }
        Instruction::Power(a, n, Exponent::Integer) => {
            let n = space.tape.exact(*n)?.as_i64().filter(|n| (0..=64).contains(n))?;
            let a = of(a)?;
            (0..n).try_fold(whole, |power, _| power.times(&a))
        }
        _ => None,
    }
}

impl Units {
    fn plus(&self, other: &Units) -> Option<Units> {
        let common = |a: &Option<RBig>, b: &Option<RBig>| match (a, b) {
            (Some(a), Some(b)) => short(divisor(a, b)).map(Some),
            (one, other) => Some(one.clone().or_else(|| other.clone())),
        };
        Some(Units { plain: common(&self.plain, &other.plain)?, turns: common(&self.turns, &other.turns)? })
    }

    fn times(&self, other: &Units) -> Option<Units> {
        let product = |a: &Option<RBig>, b: &Option<RBig>| match (a, b) {
            (Some(a), Some(b)) => short(a * b).map(Some),
            _ => Some(None),
        };
        let plain = product(&self.plain, &other.plain)?;
        let turns = |turns: Option<RBig>| Units { turns, ..Units::default() };
        let turns = turns(product(&self.plain, &other.turns)?).plus(&turns(product(&self.turns, &other.plain)?))?;
        Some(Units { plain, ..turns })
    }
}

/// After how many integers integer multiples of a unit come again, in half turns.
fn period_of(unit: Option<&RBig>) -> Option<u64> {
    let Some(unit) = unit else { return Some(1) };
    u64::try_from((unit / RBig::from(2)).denominator()).ok().filter(|&period| period <= LONGEST)
}

/// The largest number of which both are integer multiples.
fn divisor(a: &RBig, b: &RBig) -> RBig {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != RBig::ZERO {
        let rest = &a - &b * RBig::from((&a / &b).floor());
        (a, b) = (b, rest);
    }
    a
}

fn multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b).filter(|&multiple| multiple <= LONGEST)
}

/// A number that is not too long to go on with.
fn short(n: RBig) -> Option<RBig> {
    const MAX_BITS: usize = 256;
    (n.numerator().bit_len() <= MAX_BITS && n.denominator().bit_len() <= MAX_BITS).then_some(n)
}
