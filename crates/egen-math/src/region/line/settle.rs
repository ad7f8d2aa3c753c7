//! Settling: what is there where intervals could not decide?
//!
//! Single zeros at simple numbers, which exact values show; and where a part is bent one way, its extreme value, which touches the level, keeps away from it,
//! or lies beyond it, so that it is passed twice.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::{Cuts, Isolation, Open, Place, definite, exactly};
use crate::ball::{self, Ball, Outcome};
use crate::eval::certified::Coordinate;
use crate::eval::interval::Extent;
use crate::number::Number;
use crate::op::Op;
use crate::region::level::Level;
use crate::tape::Slot;

impl Isolation<'_> {
    /// What intervals could not decide: single zeros at simple numbers, and what only touches its level.
    pub(super) fn settle(&mut self, left: Vec<Open>, out: &mut Cuts) {
        let hidden = self.hidden.clone();
        for wall in hidden {
            let mut boxes: Vec<(f64, f64)> =
                left.iter().filter(|open| open.walls.contains(&wall)).map(|open| (open.low, open.high)).collect();
            boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut merged: Vec<(f64, f64)> = Vec::new();
            for (low, high) in boxes {
                match merged.last_mut() {
                    Some(last) if low <= last.1 => last.1 = last.1.max(high),
                    _ => merged.push((low, high)),
                }
            }
            for (low, high) in merged {
                match self.only_zero(wall, low, high).or_else(|| self.touch(wall, low, high)) {
                    Some(places) => out.places.extend(places),
                    None => out.open.push(Open { low, high, walls: vec![wall] }),
                }
            }
        }
    }

    /// The simplest number in an interval, if the part has its level exactly there and derivatives exclude any other place.
    fn only_zero(&mut self, wall: usize, low: f64, high: f64) -> Option<Vec<Place>> {
        if !(low.is_finite() && high.is_finite()) || self.walls[wall].period.is_some() {
            return None;
        }
        let (from, to) = (Number::from_f64(low)?.to_rational(), Number::from_f64(high)?.to_rational());
        let at = if from <= RBig::ZERO && RBig::ZERO <= to { RBig::ZERO } else { RBig::simplest_in(from, to) };
        let over = self.evaluate(low, high);
        let slots = self.slots[wall].clone();
        let everywhere = |order: usize| (0..=order).all(|k| over[slots[k] as usize].extent == Extent::Everywhere);
        let order =
            (1..slots.len()).find(|&order| everywhere(order) && definite(&over[slots[order] as usize].range).is_some());
        self.known = over;
        let order = order?;
        let values = self.certified(exactly(&at), &slots[..order])?;
        let Level::Exact(level) = &self.walls[wall].level else { return None };
        let has = |slot: Slot, n: &Number| values.number(slot).as_ref() == Some(n);
        let vanish = has(slots[0], level) && (1..order).all(|k| has(slots[k], &Number::ZERO));
        vanish.then(|| vec![Place::at(at)])
    }

    /// A part that is bent one way all over an interval has one extreme value. If that is its level to all digits, it touches;
    /// if it keeps away, nothing is there; if it lies beyond, the level is passed twice.
    fn touch(&mut self, wall: usize, low: f64, high: f64) -> Option<Vec<Place>> {
        let slots = self.slots[wall].clone();
        if !(low.is_finite() && high.is_finite()) || slots.len() < 3 || self.walls[wall].period.is_some() {
            return None;
        }
        let over = self.evaluate(low, high);
        let smooth = (0..3).all(|k| over[slots[k] as usize].extent == Extent::Everywhere);
        let bent = definite(&over[slots[2] as usize].range);
        self.known = over;
        let bent_up = bent.filter(|_| smooth)?;
        let sign = |this: &Self, at: &RBig, slot: Slot| match this.certified(exactly(at), &[slot])?.get(slot) {
            Outcome::Value(ball) => ball.sign(),
            _ => None,
        };
        let (mut from, mut to) = (Number::from_f64(low)?.to_rational(), Number::from_f64(high)?.to_rational());
        let falls_first = if bent_up { Ordering::Less } else { Ordering::Greater };
        // The derivative must change its sign inside; otherwise the part is monotone here.
        if sign(self, &from, slots[1])? != falls_first || sign(self, &to, slots[1])? != falls_first.reverse() {
            return None;
        }
        for _ in 0..self.bits / 2 {
            let middle = (&from + &to) / RBig::from(2);
            match sign(self, &middle, slots[1]) {
                Some(order) if order == falls_first => from = middle,
                Some(Ordering::Equal) => {
                    (from, to) = (middle.clone(), middle);
                    break;
                }
                Some(_) => to = middle,
                None => break,
            }
        }
        let extreme = (&from + &to) / RBig::from(2);
        let level = self.walls[wall].level.ball(self.bits);
        let values = self.certified(exactly(&extreme), &slots[..1])?;
        let Outcome::Value(value) = values.get(slots[0]) else { return None };
        // The extreme value lies somewhere between, where the part differs from this by as much as its slope allows.
        let around = |middle: &RBig| Ball::around(middle, &((&to - &from) / RBig::from(2)), self.bits);
        let over = self.certified(Coordinate::Within(around(&extreme)), &slots[1..2])?;
        let Outcome::Value(slope) = over.get(slots[1]) else { return None };
        let beside = ball::combine(Op::Mul, slope, &around(&RBig::ZERO), self.bits).value()?;
        let between = ball::combine(Op::Add, value, &beside, self.bits).value()?;
        let gap = ball::combine(Op::Sub, &between, &level, self.bits).value()?;
        // The extreme value is known to twice the digits of its place, so that it is the level if no digit tells them apart, and if there
        // are digits for everything that it is made of.
        let scale = value.magnitude_log2().unwrap_or(0).max(0);
        let enough = self.bits as i64 * 3 / 4;
        if gap.contains_zero() && gap.radius_log2().is_none_or(|size| size < scale - enough) {
            let needed = super::super::space::enough_bits(self.own, self.input, self.points, &extreme);
            if enough < needed {
                self.wanted = self.wanted.max(Some((needed as usize).saturating_mul(4) / 3 + 64));
                return None;
            }
            return Some(vec![Place::between(from, to)]);
        }
        let order = gap.sign()?;
        let beyond = if bent_up { Ordering::Less } else { Ordering::Greater };
        if order != beyond {
            return Some(Vec::new());
        }
        // Passed before and after the extreme value, where the ends of the box have the other side.
        let ends = [(low, from), (high, to)];
        let passed =
            ends.map(|(end, extreme)| self.passed(wall, Number::from_f64(end)?.to_rational(), extreme, beyond));
        let [before, after] = passed;
        Some([before?, after?].into_iter().flatten().collect())
    }

    /// Where a wall is passed between the end of a box and the extreme value of its part, which lies beyond its level: a place that keeps away from
    /// the extreme value, since what lies between two such places is a region. Nothing if the end lies beyond as well.
    fn passed(&self, wall: usize, end: RBig, extreme: RBig, beyond: Ordering) -> Option<Option<Place>> {
        let slot = self.walls[wall].slot;
        let level = self.walls[wall].level.ball(self.bits);
        let side = |at: &RBig| match self.certified(exactly(at), &[slot])?.get(slot) {
            Outcome::Value(value) => ball::combine(Op::Sub, value, &level, self.bits).value()?.sign(),
            _ => None,
        };
        let apart = |a: &RBig, b: &RBig| if a > b { a - b } else { b - a };
        match side(&end)? {
            order if order == beyond => return Some(None),
            Ordering::Equal => return Some(Some(Place::at(end))),
            _ => {}
        }
        let (mut outer, mut inner) = (end, extreme.clone());
        for _ in 0..self.bits {
            let middle = (&outer + &inner) / RBig::from(2);
            match side(&middle) {
                Some(order) if order == beyond => inner = middle,
                Some(_) => outer = middle,
                None => break,
            }
            if apart(&outer, &inner) <= apart(&inner, &extreme) {
                break;
            }
        }
        let (low, high) = if outer < inner { (outer, inner.clone()) } else { (inner.clone(), outer) };
        (inner != extreme).then(|| Some(self.sharpened(wall, Place::between(low, high), &level)))
    }
}
