//! Surveys: is there a point at which the left side has a value and the right side has none, or another?
//!
//! The points are fixed, generic (no null set holds one) and more than a comparison asks for.

use egen_math::assume::Relation;
use egen_math::eval::point::Value;
use egen_math::eval::real::{Lanes, State};
use egen_math::tape::{Input, Slot, Tape};
use egen_math::{Expr, Number, Symbol};

use super::Counterexample;
use super::instance::{Instance, instances};
use super::point::{differ, value_at};
use super::sample::{self, Range};
use crate::rule::{Condition, Rule};

/// What a survey found.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// A certified point.
    pub counterexample: Option<Counterexample>,
    /// Points at which only the right side is defined.
    pub only_right: usize,
    /// Was the left side defined at no point?
    pub left_empty: bool,
    /// Is there a point at which only the left side is defined, certified or not?
    pub lost: bool,
}

/// How many suspicious points are handed to balls.
const CERTIFIED: usize = 6;

/// Looks at the two sides of an instance at many points.
pub(super) fn survey(instance: &Instance, points: usize) -> Survey {
    let Some(ground) = Ground::new(instance) else { return Survey::default() };
    let mut out = Survey::default();
    if ground.names.is_empty() || ground.tape.unknowns().next().is_some() {
        return out;
    }
    let all: Vec<Vec<f64>> = (0..points).map(|lane| ground.point(lane)).collect();
    let mut suspects: Vec<usize> = Vec::new();
    let mut doubtful: Vec<usize> = Vec::new();
    let mut common = false;
    out.left_empty = true;
    for (lane, sight) in ground.look(&all).into_iter().enumerate() {
        out.left_empty &= matches!(sight, Sight::OnlyRight | Sight::Nothing);
        match sight {
            Sight::Lost => {
                out.lost = true;
                suspects.push(lane);
            }
            Sight::Apart => suspects.push(lane),
            Sight::OnlyRight => out.only_right += 1,
            Sight::Doubtful => doubtful.push(lane),
            Sight::Fine => common = true,
            Sight::Nothing => {}
        }
    }
    // 0/0 is unsure in floating point. A right side that is unsure everywhere is asked of balls.
    if !common && suspects.is_empty() {
        suspects = doubtful;
    }
    let simple = if suspects.is_empty() { Vec::new() } else { ground.simple_suspects(instance) };
    let tried = simple.into_iter().chain(suspects.into_iter().take(CERTIFIED).map(|lane| all[lane].clone()));
    out.counterexample = tried.take(2 * CERTIFIED).find_map(|point| certify(instance, &ground.names, &point));
    out
}

/// The sides of an instance and its conditions on one tape.
struct Ground {
    tape: Tape,
    names: Vec<Symbol>,
    ranges: Vec<Range>,
    left: Slot,
    right: Slot,
    conditions: Vec<(Slot, Relation, Slot)>,
}

enum Sight {
    /// Only the left side is defined.
    Lost,
    /// Both are, and they differ beyond their errors.
    Apart,
    OnlyRight,
    /// The left side is undefined or the conditions do not hold.
    Nothing,
    /// The left side is defined, the right side may be.
    Doubtful,
    /// Both are defined and agree, or the left side is unsure.
    Fine,
}

impl Ground {
    fn new(instance: &Instance) -> Option<Ground> {
        let assumptions = instance.assumptions();
        let mut tape = Tape::new(&assumptions.integers);
        let (left, right) = (tape.record(&instance.left).ok()?, tape.record(&instance.right).ok()?);
        let mut conditions = Vec::new();
        for one in &assumptions.conditions {
            conditions.push((tape.record(&one.left).ok()?, one.relation, tape.record(&one.right).ok()?));
        }
        let names: Vec<Symbol> = tape.variables().cloned().collect();
        let ranges = names.iter().map(|name| sample::range(instance, name)).collect();
        Some(Ground { tape, names, ranges, left, right, conditions })
    }

    fn look(&self, points: &[Vec<f64>]) -> Vec<Sight> {
        debug_assert_eq!(self.tape.inputs().len(), self.names.len(), "no unknowns");
        let values = Lanes::evaluate(&self.tape, &points.concat(), points.len());
        (0..points.len())
            .map(|lane| {
                let met = self.conditions.iter().all(|&(a, relation, b)| {
                    let (a, b) = (values.get(a, lane), values.get(b, lane));
                    let known = a.state() == State::Defined && b.state() == State::Defined;
                    known && relation.holds(a.value, b.value)
                });
                let (a, b) = (values.get(self.left, lane), values.get(self.right, lane));
                match (met, a.state(), b.state()) {
                    (true, State::Defined, State::Undefined) => Sight::Lost,
                    (true, State::Undefined, State::Defined) => Sight::OnlyRight,
                    (true, State::Defined, State::Defined)
                        if (a.value - b.value).abs() > 16.0 * (a.error + b.error) =>
                    {
                        Sight::Apart
                    }
                    (false, ..) | (_, State::Undefined, _) => Sight::Nothing,
                    (_, State::Defined, State::Unsure) => Sight::Doubtful,
                    _ => Sight::Fine,
                }
            })
            .collect()
    }

    fn point(&self, lane: usize) -> Vec<f64> {
        sample::point(&self.ranges, lane)
    }

    /// Points of short numbers that are suspicious together with their surroundings.
    fn simple_suspects(&self, instance: &Instance) -> Vec<Vec<f64>> {
        const SHORT: [f64; 9] = [-1.0, 2.0, 0.5, -2.0, 3.0, -0.5, 1.5, -3.0, 10.0];
        const TRIES: usize = 128;
        // Off the point by an odd amount each, so that a null set that holds the point misses its neighbours.
        const NUDGES: [f64; 3] = [0.0, 1.0 / 1024.0, -1.0 / 4096.0];
        let mut points = Vec::new();
        for turn in 0..TRIES {
            let point = |nudge: f64| -> Vec<f64> {
                let pick = |k: usize| SHORT[(turn / SHORT.len().pow(k as u32 % 3) + k * 2) % SHORT.len()];
                let moved = |k: usize, x: f64| {
                    if self.ranges[k].integer { x.trunc() } else { x + nudge * (1.0 + k as f64 * 0.375) }
                };
                (0..self.names.len()).map(|k| moved(k, pick(k))).collect()
            };
            points.extend(NUDGES.iter().map(|&nudge| point(nudge)));
        }
        let sights = self.look(&points);
        let bad = |sight: &Sight| matches!(sight, Sight::Lost | Sight::Apart);
        let chosen = sights.chunks(NUDGES.len()).zip(points.chunks(NUDGES.len()));
        chosen
            .filter(|(sights, _)| sights.iter().all(bad))
            .map(|(_, points)| points[0].clone())
            .filter(|point| !is_off(instance, &self.names, point))
            .take(CERTIFIED)
            .collect()
    }
}

/// Does balls' arithmetic confirm that the right side has no value, or another?
fn certify(instance: &Instance, names: &[Symbol], point: &[f64]) -> Option<Counterexample> {
    let at: Vec<(Symbol, Expr)> = names
        .iter()
        .cloned()
        .zip(point)
        .map(|(name, &x)| Some((name, Expr::number(Number::from_f64(x)?))))
        .collect::<Option<_>>()?;
    let (left, right) = differ(&instance.left, &instance.right, &at, &instance.by).ok()?;
    Some(Counterexample { given: instance.given.clone(), at, left, right })
}

fn is_off(instance: &Instance, names: &[Symbol], point: &[f64]) -> bool {
    let at: Option<Vec<(Symbol, Expr)>> =
        names.iter().cloned().zip(point).map(|(name, &x)| Some((name, Expr::number(Number::from_f64(x)?)))).collect();
    at.is_none_or(|at| instance.off.iter().any(|(a, b)| may_be_equal(a, b, &at, &instance.by)))
}

/// Is the difference zero, or not to be told from it?
pub(super) fn may_be_equal(a: &Expr, b: &Expr, at: &[(Symbol, Expr)], by: &[Symbol]) -> bool {
    match value_at(&(a.clone() - b), at, by) {
        Value::Known(text) => text.parse::<f64>().is_ok_and(|x| x == 0.0),
        Value::Undefined => false,
        Value::Unsure(_) => true,
    }
}

/// A point at which the left side has a value, the right side has none, and no `off` says so.
pub(super) fn uncovered(rule: &Rule) -> Option<Counterexample> {
    const SPECIAL: [f64; 7] = [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, -2.0];
    const TRIES: usize = 343;
    let instance = instances(rule, 1).pop()?;
    let ground = Ground::new(&instance)?;
    // A variable that stands for a variable is never a single number.
    let moving = |name: &Symbol| {
        instance.by.contains(name) || rule.when.iter().any(|one| matches!(one, Condition::Variable(x) if x == name))
    };
    let moving: Vec<bool> = ground.names.iter().map(moving).collect();
    if moving.iter().all(|&moves| moves) || ground.tape.inputs().iter().any(|input| matches!(input, Input::Opaque(_))) {
        return None;
    }
    let width = ground.names.len();
    let all = SPECIAL.len().saturating_pow(width as u32);
    let points: Vec<Vec<f64>> = (0..all.min(TRIES))
        // A stride that meets all combinations of few variables and a spread of those of many.
        .map(|turn| if all <= TRIES { turn } else { turn * 7919 % all })
        .map(|mut index| {
            let generic = ground.point(index);
            let mut pick = |k: usize| {
                let x = SPECIAL[index % SPECIAL.len()];
                index /= SPECIAL.len();
                match (moving[k], ground.ranges[k].integer) {
                    (true, _) => generic[k],
                    (_, true) => x.trunc(),
                    _ => x,
                }
            };
            (0..width).map(&mut pick).collect()
        })
        .collect();
    let sights = ground.look(&points);
    points
        .iter()
        .zip(&sights)
        .filter(|(point, sight)| matches!(sight, Sight::Lost) && !is_off(&instance, &ground.names, point))
        .take(CERTIFIED)
        .find_map(|(point, _)| certify(&instance, &ground.names, point).filter(|found| found.right.is_none()))
}
