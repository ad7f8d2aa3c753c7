//! Certifying: do two sides certainly differ at an exact point, or agree to many digits?

use std::cmp::Ordering;

use super::Problem;
use super::verdict::Witness;
use super::written::written;
use crate::assume::Relation;
use crate::ball::{self, Ball, Doubt, Outcome};
use crate::eval::certified::{Certified, Coordinate};
use crate::number::Number;
use crate::op::Op;
use crate::region::Work;
use crate::tape::{Input, Slot, Tape};

/// What balls say of two constants.
#[derive(Clone, Debug, Default)]
pub(super) struct Judgement {
    /// 1 if they agree to all digits asked for.
    pub agreeing: usize,
    /// The digits to which they agree.
    pub digits: usize,
    /// The values, if they certainly differ.
    pub difference: Option<Witness>,
    /// The rational number that both are.
    pub exact: Option<Number>,
    /// Has a side no value?
    pub left_undefined: bool,
    pub right_undefined: bool,
}

/// What balls say of one point.
pub(super) enum Ruling {
    /// The same to this many bits.
    Agree(usize),
    /// Certainly different.
    Differ(Witness),
    /// A side is undefined (left, right), or the point does not meet the assumptions.
    Undefined(bool, bool),
    /// No precision up to the limit decides, or none in time.
    Undecided,
}

/// The precision to start with for constants; points start with what is needed.
const START_BITS: usize = 256;
/// How many products a part costs, in the mean of sums and functions.
const PRODUCTS: usize = 4;
/// Points have numbers of up to this many bits, except between breaks that are close together.
const LONG_POINT: usize = 256;
/// How many times the highest precision may be taken where the parts of the sides are far apart.
const FAR_APART: usize = 4;

/// The derivatives of both sides.
#[derive(Debug)]
pub(super) struct Slopes {
    tape: Tape,
    /// A side, an input, and the derivative by it.
    of: Vec<(Slot, usize, Slot)>,
}

impl Slopes {
    /// The derivatives by all variables; unless there are too many of them, or of unknown functions.
    pub fn new(problem: &Problem<'_>) -> Option<Slopes> {
        let mut tape = problem.tape.clone();
        let mut of = Vec::new();
        for (at, input) in problem.tape.inputs().iter().enumerate() {
            let Input::Variable(name) = input else { return None };
            for side in [problem.left, problem.right] {
                of.push((side, at, tape.derivative(side, name).ok()?));
            }
        }
        (tape.inputs().len() == problem.tape.inputs().len()).then_some(Slopes { tape, of })
    }

    /// How many bits below the leading one of a side the digits of some variable are to be seen. cos(cos(…(x)…)) is nearly the same number for
    /// all x, and agrees with many others that are. What does not depend on a variable has nothing to be seen.
    fn damped(&self, point: &[Number]) -> i64 {
        const BITS: usize = 128;
        let inputs: Vec<Coordinate> = point.iter().cloned().map(Coordinate::Exact).collect();
        let values = Certified::evaluate(&self.tape, &inputs, BITS);
        let size = |slot: Slot| match values.get(slot) {
            Outcome::Value(ball) if !ball.contains_zero() => ball.magnitude_log2(),
            _ => None,
        };
        let depth = |&(side, input, slope): &(Slot, usize, Slot)| {
            let own = Ball::from_number(&point[input], BITS).magnitude_log2()?;
            Some(size(side)? - size(slope)? - own)
        };
        self.of.iter().filter_map(depth).max().unwrap_or(0).max(0)
    }
}

/// The one "point" of two constants.
pub(super) fn judge_constants(problem: &Problem<'_>) -> Judgement {
    let mut out = Judgement::default();
    if let (Some(a), Some(b)) = (problem.tape.exact(problem.left), problem.tape.exact(problem.right)) {
        if a == b {
            out.agreeing = 1;
            out.exact = Some(a);
        } else {
            out.difference = Some(Witness { at: Vec::new(), left: a.to_string(), right: b.to_string() });
        }
        return out;
    }
    // Nothing but more digits can tell two constants apart, so all are asked for.
    match rule_to(problem, &[], problem.most_bits() * 3 / 4) {
        Ruling::Agree(bits) => {
            out.agreeing = 1;
            out.digits = digits(bits);
        }
        Ruling::Differ(witness) => out.difference = Some(witness),
        Ruling::Undefined(left, right) => (out.left_undefined, out.right_undefined) = (left, right),
        Ruling::Undecided => {}
    }
    out
}

pub(super) fn digits(bits: usize) -> usize {
    (bits as f64 * std::f64::consts::LOG10_2) as usize
}

/// Climbs in precision until balls decide at an exact point.
pub(super) fn rule(problem: &Problem<'_>, point: &[Number]) -> Ruling {
    rule_to(problem, point, problem.needed_bits())
}

/// The same, with the bits to which both sides must agree.
fn rule_to(problem: &Problem<'_>, point: &[Number], needed: usize) -> Ruling {
    let inputs: Vec<Coordinate> = point.iter().cloned().map(Coordinate::Exact).collect();
    // A point between breaks that are close together is long, and what is less exact is not that point.
    let long: usize = point.iter().map(Number::bits).filter(|&bits| bits > LONG_POINT).sum();
    let needed = needed.saturating_add(2 * long);
    // Constants start low, so that balls can be seen to shrink around zero.
    let first = if point.is_empty() { START_BITS } else { (needed + 40).next_multiple_of(64) };
    let mut most = problem.most_bits();
    let mut needed = needed as i64;
    let mut bits = first.min(most);
    let mut first_radius = None;
    let mut damped = None;
    loop {
        if problem.settings.deadline.is_over() {
            return Ruling::Undecided;
        }
        let values = match problem.recall.as_ref().filter(|_| bits == first) {
            Some(recall) => recall.certified(&problem.tape, point, &inputs, bits),
            None => Certified::evaluate(&problem.tape, &inputs, bits),
        };
        if let Some(met) = assumptions_met(problem, &values) {
            if !met {
                return Ruling::Undefined(true, true);
            }
            match (values.get(problem.left), values.get(problem.right)) {
                (Outcome::Value(a), Outcome::Value(b)) => {
                    if !a.overlaps(b) {
                        return Ruling::Differ(witness(problem, point, a, b));
                    }
                    if problem.left == problem.right || (a.is_exact() && b.is_exact()) {
                        return Ruling::Agree(bits);
                    }
                    // Twice the spread: e^t is 1 + t as far as the square of t is not to be seen. A guard of what has a reason of its own
                    // sees t itself.
                    let times = if problem.is_certain() { 2 } else { 1 };
                    let spread = values.spread(0..=problem.left.max(problem.right)).saturating_mul(times);
                    needed = needed.max(spread.saturating_add(problem.needed_bits() as i64));
                    let agreed = a.agreement_bits(b);
                    if agreed >= needed && problem.is_certain() {
                        let damped =
                            *damped.get_or_insert_with(|| problem.slopes().map_or(0, |slopes| slopes.damped(point)));
                        needed = needed.max(damped.saturating_mul(2).saturating_add(problem.needed_bits() as i64));
                        needed = needed.max(written(&problem.tape, [problem.left, problem.right]));
                    }
                    if agreed >= needed {
                        return Ruling::Agree(agreed.min(bits as i64) as usize);
                    }
                    // Around zero no leading bits can agree; what can be seen is that the balls
                    // shrink towards it with every bit of precision.
                    let radius = a.radius_log2().max(b.radius_log2());
                    let start = *first_radius.get_or_insert((bits, radius));
                    if let (bits_before, Some(before), Some(now)) = (start.0, start.1, radius)
                        && before - now >= needed
                        && before - now >= (bits - bits_before) as i64 / 2
                    {
                        return Ruling::Agree((before - now) as usize);
                    }
                    let far = problem.most_bits() * FAR_APART;
                    let parts = problem.tape.instructions().len();
                    if (most as i64) < needed && needed <= far as i64 && Work::allows(parts, needed as usize) {
                        most = far;
                    }
                }
                (a, b) if undefined(a) || undefined(b) => return Ruling::Undefined(undefined(a), undefined(b)),
                (Outcome::Unsure(Doubt::TooLarge), _) | (_, Outcome::Unsure(Doubt::TooLarge)) => {
                    return Ruling::Undecided;
                }
                _ => {}
            }
        }
        if bits == most {
            return Ruling::Undecided;
        }
        bits = if point.is_empty() { 2 * bits } else { bits.saturating_add(bits.max(needed as usize)) }.min(most);
        // Constants have nothing but digits to be told apart by.
        if !point.is_empty() && !problem.work.spend(PRODUCTS * problem.tape.instructions().len(), bits) {
            return Ruling::Undecided;
        }
    }
}

fn undefined(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Undefined)
}

/// Do the assumptions certainly hold, or certainly not? `None` when this precision cannot tell.
pub(super) fn assumptions_met(problem: &Problem<'_>, values: &Certified) -> Option<bool> {
    let mut certain = true;
    for one in &problem.conditions {
        let (Outcome::Value(a), Outcome::Value(b)) = (values.get(one.left), values.get(one.right)) else {
            return Some(false);
        };
        let order = if !a.overlaps(b) {
            // Not as floats: 3.14159265358979324 and π are the same f64.
            match ball::combine(Op::Sub, a, b, 64) {
                Outcome::Value(gap) => gap.sign(),
                Outcome::Undefined | Outcome::Unsure(_) => None,
            }
        } else if a.is_exact() && b.is_exact() {
            Some(Ordering::Equal)
        } else {
            None
        };
        let holds = order.map(|order| match one.relation {
            Relation::Less => order == Ordering::Less,
            Relation::LessOrEqual => order != Ordering::Greater,
            Relation::Greater => order == Ordering::Greater,
            Relation::GreaterOrEqual => order != Ordering::Less,
            Relation::NotEqual => order != Ordering::Equal,
        });
        match holds {
            Some(false) => return Some(false),
            Some(true) => {}
            None => certain = false,
        }
    }
    certain.then_some(true)
}

/// `1.000` and `1` are the same digits.
fn plain(decimal: &str) -> &str {
    if decimal.contains('.') && !decimal.contains('e') {
        decimal.trim_end_matches('0').trim_end_matches('.')
    } else {
        decimal
    }
}

fn witness(problem: &Problem<'_>, point: &[Number], a: &Ball, b: &Ball) -> Witness {
    // Enough digits to see the difference, and no more than a person wants to read.
    let shown = |digits: usize| (a.to_decimal(digits), b.to_decimal(digits));
    let tell_apart = |(a, b): &(String, String)| plain(a) != plain(b);
    let (left, right) = [8, 16, 32, 64, 128].into_iter().map(shown).find(tell_apart).unwrap_or_else(|| {
        // Nobody counts that many digits: the second is shown, and the first by how much it differs.
        let (short, other) = shown(8);
        match ball::combine(Op::Sub, a, b, 64 + problem.settings.max_bits) {
            Outcome::Value(gap) => {
                let sign = if gap.sign() == Some(Ordering::Less) { '-' } else { '+' };
                (
                    format!("{} {sign} {}", plain(&other), gap.to_decimal(3).trim_start_matches('-')),
                    plain(&other).to_string(),
                )
            }
            _ => (short, other),
        }
    });
    let names = problem.tape.inputs().iter().zip(point);
    let at = names.filter_map(|(input, value)| match input {
        Input::Variable(name) => Some((name.clone(), value.clone())),
        Input::Opaque(_) => None,
    });
    Witness { at: at.collect(), left, right }
}
