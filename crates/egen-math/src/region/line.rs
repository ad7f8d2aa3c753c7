//! A line: where do walls cut the values of one variable, and is that all?
//!
//! Walls that could be solved for the variable are places already. The others are enclosed: over an interval, outward-rounded
//! evaluation shows that a part keeps away from its level, or that it passes it just once (derivatives tell), and otherwise the interval is
//! halved. Intervals reach from −∞ to ∞ and are halved by size, so that 10³⁰ is as near as 10.

mod settle;

use std::collections::VecDeque;

use dashu_ratio::RBig;

use super::level::Level;
use super::wall::{View, Wall};
use super::{Space, Work};
use crate::ball::{self, Ball, Outcome};
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::exact::Exact;
use crate::eval::interval::{self, Enclosure, Extent};
use crate::number::Number;
use crate::op::Op;
use crate::range::Range;
use crate::set::Membership;
use crate::tape::{Input, Slot, Tape};

/// A value of the variable at which something breaks, known to lie between two numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub low: RBig,
    pub high: RBig,
    /// What it is in closed form: π/2 and π − π/2 are one place.
    pub closed: Option<Exact>,
}

impl Place {
    pub fn of(level: &Level, bits: usize) -> Option<Place> {
        level.ends(bits).map(|(low, high)| Place { low, high, closed: level.closed() })
    }

    pub fn between(low: RBig, high: RBig) -> Place {
        Place { low, high, closed: None }
    }

    pub fn at(n: RBig) -> Place {
        Place { low: n.clone(), high: n.clone(), closed: Some(Exact::Rational(Number::from(n))) }
    }
}

/// What walls do to a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts {
    /// The places, in ascending order, without those that repeat.
    pub places: Vec<Place>,
    /// Places that repeat: one of them, and the distance to the next.
    pub repeating: Vec<(Level, Level)>,
    /// Intervals of which it is not known where they are cut, with the walls in question.
    pub open: Vec<Open>,
    /// The bits with which more of it would be known.
    pub wanted: Option<usize>,
}

/// An interval in which walls may lie.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub low: f64,
    pub high: f64,
    /// The places of the walls in the list given.
    pub walls: Vec<usize>,
}

/// Derivatives up to this order are looked at.
const ORDER: usize = 3;
/// Tapes do not grow beyond this for the sake of derivatives.
const MAX_TAPE: usize = 400;
/// Numbers closer to zero than this are taken together.
const TINY: f64 = 1e-300;

/// Cuts a line by walls. `others` are ranges for all inputs, of which that of the variable is where it is cut.
pub(super) fn cut(view: &View<'_>, walls: &[Wall], inputs: &[Range], points: &[Coordinate], space: &Space<'_>) -> Cuts {
    let mut out = Cuts::default();
    let mut hidden: Vec<usize> = Vec::new();
    for (at, wall) in walls.iter().enumerate() {
        if !matches!(view.tape.instructions()[wall.slot as usize], crate::tape::Instruction::Input(_)) {
            hidden.push(at);
        } else if let Some(period) = &wall.period {
            out.repeating.push((wall.level.clone(), period.clone()));
        } else if let Some(place) = Place::of(&wall.level, view.bits) {
            out.places.push(place);
        } else {
            // exp(-70000) is not written out.
            let Range { low, high } = wall.level.range();
            out.open.push(Open { low: low.at, high: high.at, walls: vec![at] });
        }
    }
    if space.effort == 0 {
        let Range { low, high } = inputs[view.input];
        out.open.extend(hidden.into_iter().map(|wall| Open { low: low.at, high: high.at, walls: vec![wall] }));
    } else if !hidden.is_empty() {
        Isolation::new(view, walls, hidden, inputs, points, space).run(&mut out);
    }
    out.places.sort_by(|a, b| a.low.cmp(&b.low));
    out
}

/// Some walls on their way to be isolated.
struct Isolation<'a> {
    tape: Tape,
    /// The same without derivatives.
    own: &'a Tape,
    walls: &'a [Wall],
    hidden: Vec<usize>,
    levels: Vec<Range>,
    /// The slots of a wall's part and of its derivatives.
    slots: Vec<Vec<Slot>>,
    input: usize,
    inputs: Vec<Range>,
    points: &'a [Coordinate],
    effort: usize,
    work: &'a Work,
    bits: usize,
    /// The bits with which more would be known.
    wanted: Option<usize>,
    known: Vec<Enclosure>,
}

/// What a box says of a wall.
enum Told {
    /// It is not there.
    Absent,
    /// It is passed once, between these.
    Once,
    /// Nothing.
    Nothing,
}

impl<'a> Isolation<'a> {
    fn new(
        view: &View<'a>,
        walls: &'a [Wall],
        hidden: Vec<usize>,
        inputs: &[Range],
        points: &'a [Coordinate],
        space: &Space<'a>,
    ) -> Isolation<'a> {
        let mut tape = view.tape.clone();
        let levels = walls.iter().map(|wall| wall.level.range()).collect();
        let mut slots: Vec<Vec<Slot>> = walls.iter().map(|wall| vec![wall.slot]).collect();
        if let Input::Variable(name) = &view.tape.inputs()[view.input] {
            for _ in 0..ORDER {
                for &at in &hidden {
                    let last = *slots[at].last().expect("the part itself");
                    if tape.instructions().len() < MAX_TAPE
                        && let Ok(next) = tape.derivative(last, name)
                    {
                        slots[at].push(next);
                    }
                }
            }
        }
        let (input, inputs) = (view.input, inputs.to_vec());
        Isolation {
            tape,
            own: view.tape,
            walls,
            hidden,
            levels,
            slots,
            input,
            inputs,
            points,
            effort: space.effort,
            work: space.work,
            bits: view.bits,
            wanted: None,
            known: Vec::new(),
        }
    }

    fn run(mut self, out: &mut Cuts) {
        let range = self.inputs[self.input];
        let (low, high) = (range.low.at, range.high.at);
        let mut todo: VecDeque<Open> = VecDeque::new();
        let mut push = |from: f64, to: f64| {
            let (from, to) = (from.max(low), to.min(high));
            if from < to {
                todo.push_back(Open { low: from, high: to, walls: self.hidden.clone() });
            }
        };
        push(f64::NEG_INFINITY, -TINY);
        push(-TINY, TINY);
        push(TINY, f64::INFINITY);
        let mut left: Vec<Open> = Vec::new();
        let mut effort = self.effort;
        while let Some(mut next) = todo.pop_front() {
            if effort == 0 || self.work.is_over() {
                left.push(next);
                continue;
            }
            effort -= 1;
            self.look(&mut next, out);
            if next.walls.is_empty() {
                continue;
            }
            match middle(next.low, next.high) {
                Some(middle) => {
                    todo.push_back(Open { high: middle, ..next.clone() });
                    todo.push_back(Open { low: middle, ..next });
                }
                None => left.push(next),
            }
        }
        self.settle(left, out);
        out.wanted = self.wanted;
    }

    fn evaluate(&mut self, low: f64, high: f64) -> Vec<Enclosure> {
        self.inputs[self.input] = Range::between(low, high);
        let mut known = std::mem::take(&mut self.known);
        interval::evaluate(&self.tape, &self.inputs, &mut known);
        known
    }

    /// Takes out of a box what is decided there.
    fn look(&mut self, open: &mut Open, out: &mut Cuts) {
        let over = self.evaluate(open.low, open.high);
        let candidates: Vec<usize> =
            open.walls.iter().copied().filter(|&wall| self.may_hold(wall, &over).is_some()).collect();
        open.walls.clear();
        if candidates.is_empty() {
            self.known = over;
            return;
        }
        // The ends are asked only where a derivative says something.
        let bent = |&wall: &usize| {
            let slots = self.slots[wall].iter().skip(1);
            slots.into_iter().any(|&slot| definite(&over[slot as usize].range).is_some())
        };
        if !candidates.iter().any(bent) {
            open.walls = candidates;
            self.known = over;
            return;
        }
        let ends = [open.low, open.high].map(|x| if x.is_finite() { Some(self.evaluate(x, x)) } else { None });
        for wall in candidates {
            match self.tell(wall, &over, &ends) {
                Told::Absent => {}
                Told::Once => match self.narrow(wall, open.low, open.high, &ends) {
                    Some(place) => out.places.push(place),
                    None => open.walls.push(wall),
                },
                Told::Nothing => open.walls.push(wall),
            }
        }
        self.known = over;
    }

    /// The level that a wall may have in a box: none if it is not there, all if there are many.
    fn may_hold(&self, wall: usize, over: &[Enclosure]) -> Option<Range> {
        let part = &over[self.walls[wall].slot as usize];
        if part.extent == Extent::Nowhere {
            return None;
        }
        let level = self.levels[wall];
        match &self.walls[wall].period {
            None => part.range.intersect(&level).map(|_| level),
            Some(period) => match self.turns(wall, period, &part.range) {
                Some((first, last, _)) if first > last => None,
                Some((first, last, step)) if first == last => {
                    let times = Range::between(first, first);
                    Some(level.add(&times.multiply(&Range::between(step, step))).add(&slack(first * step)))
                }
                _ => Some(Range::ALL),
            },
        }
    }

    /// The first and the last of the levels that repeat which a part may have, by their number, and the distance between two.
    fn turns(&self, wall: usize, period: &Level, part: &Range) -> Option<(f64, f64, f64)> {
        let (level, period) = (self.levels[wall], period.range());
        let step = period.low.at.abs().min(period.high.at.abs());
        let (low, high) = ((part.low.at - level.high.at) / step, (part.high.at - level.low.at) / step);
        // Not the other way round: neither is a number if a part has no bound.
        let few = low.abs().max(high.abs()) <= 1e9 && low.is_finite() && high.is_finite();
        few.then(|| ((low - 1e-6).ceil(), (high + 1e-6).floor(), step))
    }

    /// The level of a wall that is passed once in a box.
    fn level_in(&self, wall: usize, over: &[Enclosure]) -> Option<Level> {
        let Wall { slot, level, period, .. } = &self.walls[wall];
        let Some(period) = period else { return Some(level.clone()) };
        let (first, last, _) = self.turns(wall, period, &over[*slot as usize].range)?;
        let upwards = if period.sign()?.is_lt() { period.negated() } else { period.clone() };
        let shift = upwards.combine(Op::Mul, &Level::Exact(Number::from(first as i64)), self.bits)?;
        (first == last).then(|| level.combine(Op::Add, &shift, self.bits)).flatten()
    }

    fn tell(&self, wall: usize, over: &[Enclosure], ends: &[Option<Vec<Enclosure>>; 2]) -> Told {
        let Some(level) = self.may_hold(wall, over) else { return Told::Absent };
        if level == Range::ALL {
            return Told::Nothing;
        }
        let slots = &self.slots[wall];
        for order in 1..slots.len() {
            let all = (0..=order).all(|k| over[slots[k] as usize].extent == Extent::Everywhere);
            if !all {
                return Told::Nothing;
            }
            let derivative = &over[slots[order] as usize].range;
            let Some(rises) = definite(derivative) else { continue };
            if order == 1
                && let [Some(low), Some(high)] = ends
                && let (Some(a), Some(b)) = (self.side(wall, low, &level), self.side(wall, high, &level))
            {
                return if a == b { Told::Absent } else { Told::Once };
            }
            // From the left end on nothing turns back if all derivatives there have the sign of the last one.
            let keeps = |end: &Vec<Enclosure>, backwards: bool| {
                let wanted = |k: usize| rises != (backwards && (order - k) % 2 == 1);
                self.side(wall, end, &level) == Some(wanted(0))
                    && (1..order).all(|k| definite(&end[slots[k] as usize].range) == Some(wanted(k)))
            };
            if ends[0].as_ref().is_some_and(|end| keeps(end, false))
                || ends[1].as_ref().is_some_and(|end| keeps(end, true))
            {
                return Told::Absent;
            }
        }
        Told::Nothing
    }

    /// Is the part above its level at a point?
    fn side(&self, wall: usize, at: &[Enclosure], level: &Range) -> Option<bool> {
        let part = &at[self.walls[wall].slot as usize];
        match part.side_of(level) {
            _ if part.extent != Extent::Everywhere => None,
            Membership::Inside => Some(true),
            Membership::Outside => Some(false),
            Membership::Unsure => None,
        }
    }

    /// Where a wall that is passed once is passed.
    fn narrow(
        &mut self,
        wall: usize,
        mut low: f64,
        mut high: f64,
        ends: &[Option<Vec<Enclosure>>; 2],
    ) -> Option<Place> {
        let over = self.evaluate(low, high);
        let (level, passed) = (self.may_hold(wall, &over)?, self.level_in(wall, &over));
        self.known = over;
        let above = self.side(wall, ends[1].as_ref()?, &level)?;
        for _ in 0..200 {
            let Some(middle) = midpoint(low, high) else { break };
            let here = self.evaluate(middle, middle);
            let side = self.side(wall, &here, &level);
            self.known = here;
            match side {
                Some(side) if side == above => high = middle,
                Some(_) => low = middle,
                // The place is so close that rounding hides it: look a little beside on both sides.
                None => {
                    let step = (high - low) / 64.0;
                    let (a, b) = (middle - step, middle + step);
                    let (left, right) = (self.evaluate(a, a), self.evaluate(b, b));
                    let (s, t) = (self.side(wall, &left, &level), self.side(wall, &right, &level));
                    let before = (low, high);
                    if s == Some(!above) && a > low {
                        low = a;
                    }
                    if t == Some(above) && b < high {
                        high = b;
                    }
                    if before == (low, high) {
                        break;
                    }
                }
            }
        }
        let place = Place::between(Number::from_f64(low)?.to_rational(), Number::from_f64(high)?.to_rational());
        Some(match passed {
            Some(level) => self.sharpened(wall, place, &level.ball(self.bits)),
            None => place,
        })
    }

    /// The same place to many digits, by Newton's method over balls: what it leaves contains the place, as the ball before did.
    fn sharpened(&self, wall: usize, mut place: Place, level: &Ball) -> Place {
        // Each doubles the digits, of which floating point has 50 bits.
        const STEPS: usize = 12;
        let [slot, slope, ..] = self.slots[wall][..] else { return place };
        for _ in 0..STEPS {
            if place.low == place.high {
                break;
            }
            let middle = (&place.low + &place.high) / RBig::from(2);
            let radius = (&place.high - &place.low) / RBig::from(2);
            let around = Coordinate::Within(Ball::around(&middle, &radius, self.bits));
            let Some(over) = self.certified(around, &[slope]) else { break };
            let Some(at) = self.certified(exactly(&middle), &[slot]) else { break };
            let (Outcome::Value(slope), Outcome::Value(value)) = (over.get(slope), at.get(slot)) else { break };
            let step = ball::combine(Op::Sub, value, level, self.bits)
                .value()
                .and_then(|gap| ball::combine(Op::Div, &gap, slope, self.bits).value())
                .and_then(|step| {
                    ball::combine(Op::Sub, &Ball::from_rational(&middle, self.bits), &step, self.bits).value()
                });
            let Some((low, high)) = step.and_then(|next| next.ends()) else { break };
            let next = Place::between(low.max(place.low.clone()), high.min(place.high.clone()));
            if next.low > next.high || (&next.high - &next.low) * RBig::from(2) > &place.high - &place.low {
                break;
            }
            place = next;
        }
        place
    }

    /// The certified values of some parts, if there is work left for them.
    fn certified(&self, at: Coordinate, slots: &[Slot]) -> Option<Certified> {
        let mut wanted = vec![false; self.tape.instructions().len()];
        let parts = slots.iter().flat_map(|&slot| self.tape.reachable(slot));
        parts.for_each(|slot| wanted[slot as usize] = true);
        let count = wanted.iter().filter(|wanted| **wanted).count();
        let mut point: Vec<Coordinate> = self.points.to_vec();
        point[self.input] = at;
        let evaluate = || Certified::evaluate_parts(&self.tape, &point, self.bits, |slot| wanted[slot as usize]);
        self.work.spend(count, self.bits).then(evaluate)
    }
}

fn exactly(at: &RBig) -> Coordinate {
    Coordinate::Exact(Number::from(at.clone()))
}

/// Rounding that comes with a multiple.
fn slack(x: f64) -> Range {
    let size = x.abs() * 1e-14;
    Range::between(-size, size)
}

/// Is it never negative, or never positive?
fn definite(range: &Range) -> Option<bool> {
    if range.is_above(0.0, true) {
        Some(true)
    } else if range.is_below(0.0, true) {
        Some(false)
    } else {
        None
    }
}

/// Where a box is divided: in the middle of its sizes, a little off, so that nothing special lies there. `None` if it is too narrow.
fn middle(low: f64, high: f64) -> Option<f64> {
    if low < 0.0 && high <= 0.0 {
        return middle(-high, -low).map(|x| -x);
    }
    if low < 0.0 || high <= 1.5 * TINY {
        return None;
    }
    let (a, b) = (low.max(TINY), high.min(f64::MAX));
    if b - a <= a * 2f64.powi(-26) {
        return None;
    }
    let middle = if b > 4.0 * a { (a.ln() * 0.513 + b.ln() * 0.487).exp() } else { a + (b - a) * 0.487 };
    (low < middle && middle < high).then_some(middle)
}

/// The middle for bisection, to the last bit.
fn midpoint(low: f64, high: f64) -> Option<f64> {
    let middle = if low > 0.0 && high > 4.0 * low {
        (low.ln() * 0.5 + high.ln() * 0.5).exp()
    } else if high < 0.0 && low < 4.0 * high {
        -((-low).ln() * 0.5 + (-high).ln() * 0.5).exp()
    } else {
        low / 2.0 + high / 2.0
    };
    (low < middle && middle < high).then_some(middle)
}
