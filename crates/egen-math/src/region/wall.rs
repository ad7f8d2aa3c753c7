//! Walls: at which values do functions of a tape leave their branches, and what does that say of the variables?
//!
//! A break says that some part passes a value: sin(x)² − 1/2 = 0 under a root, say. Solved for what it is made of, it becomes
//! x = ±π/4 + kπ: products are zero where a factor is, powers where the base is, functions take a value where their preimage lies.
//! What cannot be solved further is left to intervals.

use super::level::{Level, Solved};
use super::polynomial::Polynomial;
use super::radical::Radical;
use crate::assume::Relation;
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::exact::Exact;
use crate::number::Number;
use crate::op::Op;
use crate::range::Range;
use crate::set::Poles;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// A value of a part beside which things differ.
#[derive(Clone, Debug)]
pub(crate) struct Break {
    /// The part.
    pub slot: Slot,
    /// Its value.
    pub at: f64,
    /// Does it come again with a period? Poles of tangents do.
    pub period: Option<Turn>,
    /// Is something defined below the value, and above it? What is not needs no look.
    pub below: bool,
    /// See `below`.
    pub above: bool,
    /// Is it an assumption, beyond which nothing counts?
    pub assumed: bool,
    /// Are its factors breaks, so that it passes its value with them only?
    pub covered: bool,
}

impl Break {
    /// Something may differ on both sides of zero.
    pub fn at_zero(slot: Slot) -> Break {
        Break { slot, at: 0.0, period: None, below: true, above: true, assumed: false, covered: false }
    }
}

/// Multiples of π at which a function has its poles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// kπ.
    Whole,
    /// π/2 + kπ.
    Half,
}

/// An assumed inequality, with the difference of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assumed {
    pub left: Slot,
    pub relation: Relation,
    pub right: Slot,
    pub difference: Slot,
}

/// The breaks of a tape.
pub(crate) fn breaks(tape: &Tape, assumed: &[Assumed]) -> Vec<Break> {
    let mut out: Vec<Break> = Vec::new();
    let mut poles_of: Vec<Slot> = Vec::new();
    for instruction in tape.instructions() {
        match instruction {
            Instruction::Unary(op, argument) => {
                let breaks = op.breaks();
                let domain = op.info().domain;
                for &at in breaks.at {
                    let beside = |x: f64| domain.contains(x);
                    note(
                        &mut out,
                        Break { at, below: beside(at - 1e-9), above: beside(at + 1e-9), ..Break::at_zero(*argument) },
                    );
                }
                if breaks.at_infinity {
                    poles_of.push(*argument);
                }
            }
            Instruction::Power(base, _, Exponent::Fraction | Exponent::Varying) => {
                note(&mut out, Break { below: false, ..Break::at_zero(*base) });
                poles_of.push(*base);
            }
            Instruction::Power(base, _, Exponent::Constant) => {
                note(&mut out, Break::at_zero(*base));
                poles_of.push(*base);
            }
            Instruction::Power(_, _, Exponent::Integer | Exponent::Lattice) => {}
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => {}
            Instruction::Binary(..) | Instruction::Where(..) => {}
        }
    }
    note_poles(tape, &poles_of, &mut out);
    note_factors(tape, &mut out);
    for one in assumed {
        let (below, above) = match one.relation {
            Relation::Less | Relation::LessOrEqual => (true, false),
            Relation::Greater | Relation::GreaterOrEqual => (false, true),
            Relation::NotEqual => continue,
        };
        note(&mut out, Break { below, above, assumed: true, ..Break::at_zero(one.difference) });
    }
    out
}

/// The breaks of a tape, and all poles.
pub(crate) fn all_breaks(tape: &Tape) -> Vec<Break> {
    let mut out = breaks(tape, &[]);
    let all: Vec<Slot> = (0..tape.instructions().len() as Slot).collect();
    note_poles(tape, &all, &mut out);
    out
}

/// Adds a break that is not there yet; what is needed by one is needed.
fn note(all: &mut Vec<Break>, one: Break) {
    let same = |known: &&mut Break| {
        known.slot == one.slot && known.at == one.at && known.period == one.period && known.assumed == one.assumed
    };
    match all.iter_mut().find(same) {
        Some(known) => {
            known.below |= one.below;
            known.above |= one.above;
        }
        None => all.push(one),
    }
}

/// Adds the factors of what passes zero: (x − y)² never passes it, but √(x − y)² turns where x − y does.
fn note_factors(tape: &Tape, out: &mut Vec<Break>) {
    let mut at = 0;
    while at < out.len() {
        let one = out[at].clone();
        at += 1;
        if one.at != 0.0 || one.period.is_some() {
            continue;
        }
        let factors: &[Slot] = match &tape.instructions()[one.slot as usize] {
            Instruction::Binary(Op::Mul, a, b) => &[*a, *b],
            Instruction::Binary(Op::Div, a, _) => &[*a],
            Instruction::Unary(op, a) if op.keeps_zeros() => &[*a],
            Instruction::Power(a, _, Exponent::Integer | Exponent::Fraction) => &[*a],
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => &[],
            Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => &[],
        };
        out[at - 1].covered = !factors.is_empty();
        for &slot in factors {
            note(out, Break::at_zero(slot));
        }
    }
}

/// Adds where anything that these parts are made of has a pole.
fn note_poles(tape: &Tape, parts: &[Slot], out: &mut Vec<Break>) {
    let mut seen: Vec<bool> = vec![false; tape.instructions().len()];
    for &part in parts {
        if !seen[part as usize] {
            tape.reachable(part).into_iter().for_each(|at| seen[at as usize] = true);
        }
    }
    for (_, instruction) in tape.instructions().iter().enumerate().filter(|(at, _)| seen[*at]) {
        let (slot, period) = match instruction {
            Instruction::Binary(Op::Div, _, below) => (*below, None),
            Instruction::Power(base, exponent, Exponent::Integer) => match tape.exact(*exponent) {
                Some(n) if !n.is_negative() => continue,
                _ => (*base, None),
            },
            Instruction::Unary(op, argument) => match op.info().poles {
                Poles::None => continue,
                Poles::Zero => (*argument, None),
                Poles::Pi => (*argument, Some(Turn::Whole)),
                Poles::HalfPi => (*argument, Some(Turn::Half)),
            },
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => continue,
            Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => continue,
        };
        note(out, Break { period, ..Break::at_zero(slot) });
    }
}

/// A part that has a value, or one of many at equal distances.
#[derive(Clone, Debug)]
pub(crate) struct Wall {
    pub slot: Slot,
    pub level: Level,
    pub period: Option<Level>,
    /// The break that it comes from.
    pub from: usize,
}

/// How many of the walls that repeat are solved by themselves, to each side.
const FIRST: i64 = 3;

/// A tape as a function of one of its inputs, with the others fixed.
pub(crate) struct View<'a> {
    pub tape: &'a Tape,
    /// The input that varies.
    pub input: usize,
    pub bits: usize,
    varies: Vec<bool>,
    fixed: Certified,
}

impl<'a> View<'a> {
    pub fn new(tape: &'a Tape, input: usize, others: &[Coordinate], bits: usize) -> View<'a> {
        let mut varies: Vec<bool> = Vec::with_capacity(tape.instructions().len());
        for instruction in tape.instructions() {
            let of = |slot: &Slot| varies[*slot as usize];
            let next = match instruction {
                Instruction::Number(_) | Instruction::Constant(_) => false,
                Instruction::Input(k) => *k as usize == input,
                Instruction::Unary(_, a) => of(a),
                Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) | Instruction::Where(a, b) => of(a) || of(b),
            };
            varies.push(next);
        }
        let fixed = Certified::evaluate_parts(tape, others, bits, |slot| !varies[slot as usize]);
        View { tape, input, bits, varies, fixed }
    }

    pub fn varies(&self, slot: Slot) -> bool {
        self.varies[slot as usize]
    }

    /// The value of a part that does not vary.
    fn constant(&self, slot: Slot) -> Option<Level> {
        if self.varies(slot) {
            return None;
        }
        match self.fixed.exact(slot) {
            Some(exact) => Some(Level::of(exact)),
            None => self.fixed.get(slot).clone().value().map(Level::Within),
        }
    }

    /// The walls behind a break.
    pub fn walls(&self, one: &Break, from: usize, out: &mut Vec<Wall>) {
        if !self.varies(one.slot) {
            return;
        }
        let half = || Some(Level::Closed(Exact::PI));
        let at = Number::from_f64(one.at).map_or_else(Level::zero, Level::Exact);
        let (level, period) = match one.period {
            None => (at, None),
            Some(Turn::Whole) => (Level::zero(), half()),
            Some(Turn::Half) => {
                let two = Level::Exact(Number::from(2));
                let level = half().and_then(|pi| pi.combine(Op::Div, &two, self.bits));
                (level.unwrap_or_else(Level::zero), half())
            }
        };
        let mut budget = 200;
        self.solve(Wall { slot: one.slot, level, period, from }, &mut budget, out);
    }

    /// Solves a wall for what its part is made of, as far as that goes.
    fn solve(&self, wall: Wall, budget: &mut usize, out: &mut Vec<Wall>) {
        if !self.varies(wall.slot) {
            return;
        }
        *budget = budget.saturating_sub(1);
        let next = if *budget == 0 { None } else { self.next(&wall) };
        match next {
            Some(walls) => walls.into_iter().for_each(|wall| self.solve(wall, budget, out)),
            None => {
                // Of those that repeat in what is not linear, the first are solved one by one: sin(exp(x)) turns at ln(π/2 + kπ).
                if let Some(period) = &wall.period
                    && !matches!(self.tape.instructions()[wall.slot as usize], Instruction::Input(_))
                    && *budget > 0
                {
                    let all = self.turns_in_range(&wall, period);
                    for turn in all.clone().unwrap_or(-FIRST..=FIRST) {
                        let shift = period.combine(Op::Mul, &Level::Exact(Number::from(turn)), self.bits);
                        let level = shift.and_then(|shift| wall.level.combine(Op::Add, &shift, self.bits));
                        let single = level.map(|level| Wall { level, period: None, ..wall.clone() });
                        single.into_iter().for_each(|wall| self.solve(wall, budget, out));
                    }
                    if all.is_some() && *budget > 0 {
                        return;
                    }
                }
                out.push(wall);
            }
        }
    }

    /// Which of the levels that repeat a part can have at all, if these are few: acos(x) is π, and never 3π.
    fn turns_in_range(&self, wall: &Wall, period: &Level) -> Option<std::ops::RangeInclusive<i64>> {
        const MOST: f64 = 12.0;
        let Instruction::Unary(op, _) = &self.tape.instructions()[wall.slot as usize] else { return None };
        let Range { low, high } = Range::hull(&op.info().range);
        let (level, period) = (wall.level.ball(self.bits).to_f64(), period.ball(self.bits).to_f64());
        let (a, b) = ((low.at - level) / period, (high.at - level) / period);
        // One more on each side, for rounding.
        let (first, last) = (a.min(b).floor() - 1.0, a.max(b).ceil() + 1.0);
        (last - first <= MOST).then_some(first as i64..=last as i64)
    }

    /// One step: the walls that together are this one, or `None` where it ends.
    fn next(&self, wall: &Wall) -> Option<Vec<Wall>> {
        let one = |slot: Slot, level: Level| Wall { slot, level, ..wall.clone() };
        let moved = |slot: Slot, op: Op, by: &Level| -> Option<Vec<Wall>> {
            Some(vec![one(slot, wall.level.combine(op, by, self.bits)?)])
        };
        // A factor stretches the period as well.
        let stretched = |slot: Slot, op: Op, by: &Level| -> Option<Vec<Wall>> {
            let level = wall.level.combine(op, by, self.bits)?;
            let period = match &wall.period {
                Some(period) => Some(period.combine(op, by, self.bits)?),
                None => None,
            };
            Some(vec![Wall { slot, level, period, from: wall.from }])
        };
        let single = wall.period.is_none();
        match &self.tape.instructions()[wall.slot as usize] {
            Instruction::Number(_) | Instruction::Constant(_) => Some(Vec::new()),
            Instruction::Input(_) => None,
            Instruction::Where(a, _) => Some(vec![one(*a, wall.level.clone())]),
            Instruction::Unary(Op::Neg, a) => {
                let period = wall.period.as_ref().map(Level::negated);
                Some(vec![Wall { slot: *a, level: wall.level.negated(), period, from: wall.from }])
            }
            // The sign takes any value but at a jump.
            Instruction::Unary(op, a) if single && op.jumps() => Some(vec![one(*a, Level::zero())]),
            Instruction::Unary(op, a) if single => match wall.level.preimage(*op, self.bits) {
                Solved::Values(levels) => Some(levels.into_iter().map(|level| one(*a, level)).collect()),
                Solved::Periodic(levels, period) => {
                    let each = |level| Wall { slot: *a, level, period: Some(period.clone()), from: wall.from };
                    Some(levels.into_iter().map(each).collect())
                }
                Solved::Unsure => None,
            },
            Instruction::Binary(Op::Add, a, b) => match (self.constant(*a), self.constant(*b)) {
                (Some(c), _) => moved(*b, Op::Sub, &c),
                (_, Some(c)) => moved(*a, Op::Sub, &c),
                _ => self.polynomial(wall),
            },
            Instruction::Binary(Op::Sub, a, b) => match (self.constant(*a), self.constant(*b)) {
                (Some(c), _) => {
                    let period = wall.period.as_ref().map(Level::negated);
                    let level = c.combine(Op::Sub, &wall.level, self.bits)?;
                    Some(vec![Wall { slot: *b, level, period, from: wall.from }])
                }
                (_, Some(c)) => moved(*a, Op::Add, &c),
                _ => self.polynomial(wall),
            },
            Instruction::Binary(Op::Mul, a, b) => {
                for (constant, other) in [(a, b), (b, a)] {
                    if let Some(c) = self.constant(*constant) {
                        return match c.sign() {
                            Some(sign) if sign.is_ne() => stretched(*other, Op::Div, &c),
                            Some(_) => Some(Vec::new()),
                            None => None,
                        };
                    }
                }
                if single && wall.level.is_zero() {
                    return Some(vec![one(*a, Level::zero()), one(*b, Level::zero())]);
                }
                if single && a == b {
                    let roots = wall.level.roots(&Number::from(2), self.bits)?;
                    return Some(roots.into_iter().map(|level| one(*a, level)).collect());
                }
                self.polynomial(wall)
            }
            Instruction::Binary(_, a, b) => {
                if let Some(c) = self.constant(*b) {
                    return stretched(*a, Op::Mul, &c);
                }
                if !single {
                    return None;
                }
                match (self.constant(*a), wall.level.sign()) {
                    (Some(c), Some(sign)) if sign.is_ne() => {
                        Some(vec![one(*b, c.combine(Op::Div, &wall.level, self.bits)?)])
                    }
                    (Some(c), Some(_)) if c.sign().is_some_and(|sign| sign.is_ne()) => Some(Vec::new()),
                    (None, Some(sign)) if sign.is_eq() => Some(vec![one(*a, Level::zero())]),
                    _ => self.fraction(wall, *a, *b),
                }
            }
            Instruction::Power(base, exponent, _) if single => match (self.constant(*base), self.constant(*exponent)) {
                (_, Some(Level::Exact(n))) if !n.is_zero() => {
                    let roots = wall.level.roots(&n, self.bits)?;
                    Some(roots.into_iter().map(|level| one(*base, level)).collect())
                }
                // b^y = c where y = ln c / ln b.
                (Some(b), None) if b.sign() == Some(std::cmp::Ordering::Greater) => match wall.level.sign()? {
                    std::cmp::Ordering::Greater => {
                        let ln = |level: &Level| match level.preimage(Op::Exp, self.bits) {
                            Solved::Values(levels) => levels.into_iter().next(),
                            _ => None,
                        };
                        let quotient = ln(&wall.level)?.combine(Op::Div, &ln(&b)?, self.bits)?;
                        Some(vec![one(*exponent, quotient)])
                    }
                    _ => Some(Vec::new()),
                },
                _ if wall.level.is_zero() => Some(vec![one(*base, Level::zero())]),
                _ => None,
            },
            Instruction::Unary(..) | Instruction::Power(..) => None,
        }
    }

    /// A polynomial in one part has its value where the part is a root.
    fn polynomial(&self, wall: &Wall) -> Option<Vec<Wall>> {
        let (None, Level::Exact(value)) = (&wall.period, &wall.level) else { return None };
        let polynomial = match Polynomial::of_slot(self.tape, wall.slot) {
            Some(polynomial) => polynomial.minus(&Polynomial::number(value))?,
            None => {
                let one = Radical::of_number(&Number::ONE);
                Radical::of_slot(self.tape, wall.slot)?.meets(value, &one)?
            }
        };
        self.roots(wall, polynomial)
    }

    /// p/q = c where p − c·q = 0.
    fn fraction(&self, wall: &Wall, above: Slot, below: Slot) -> Option<Vec<Wall>> {
        let (None, Level::Exact(value)) = (&wall.period, &wall.level) else { return None };
        let (p, q) = (Radical::of_slot(self.tape, above)?, Radical::of_slot(self.tape, below)?);
        self.roots(wall, p.meets(value, &q)?)
    }

    fn roots(&self, wall: &Wall, polynomial: Polynomial) -> Option<Vec<Wall>> {
        if polynomial.is_never_zero() {
            return Some(Vec::new());
        }
        let of = polynomial.of?;
        if of == wall.slot || !self.varies(of) {
            return None;
        }
        let levels = polynomial.roots(self.bits)?;
        Some(levels.into_iter().map(|level| Wall { slot: of, level, period: None, from: wall.from }).collect())
    }
}
