//! Complex agreement: do two sides that agree over the reals agree over the complex numbers, with principal branches?
//!
//! Off the cuts of their functions both sides are analytic, so agreement at a point goes on until a cut is met; behind it one side
//! may have taken another branch: ln(exp x) is x up to x = πi and x − 2πi from there. Hence two steps. The planes of all variables
//! are sampled in all quadrants and at all sizes, also as seen from inner functions (`zoom.rs`), and then every cut that can be reached is crossed: points on both sides of it,
//! close to each other, are found and looked at (`cross.rs`), and so are the places where an argument is at the end of a cut or at a pole (`special.rs`). Without any cut both sides are meromorphic, and a few points do.

mod cross;
mod cut;
mod points;
mod special;
mod zoom;

use num_complex::Complex64;

use crate::elementary::csize;
use crate::eval::complex::ComplexLanes;
use crate::eval::rectangle;
use crate::op::Op;
use crate::tape::{Instruction, Slot, Tape};
use cut::{Cut, Facts};

use super::memory::Recall;

/// Points at which both sides must clearly agree.
const ENOUGH: usize = 8;
/// The same, if no cut could come between: one point would do if numbers were exact.
const ENOUGH_WITHOUT_CUTS: usize = 3;
/// Differences that count are this many times the error estimate, which is of first order.
const BEYOND_ERROR: f64 = 64.0;
/// Agreement counts where at least these many digits could have differed and did not.
const DIGITS: f64 = 1e-7;
/// Differences that are less than this share of the values, or near a special place, count when rectangles do not meet.
const CLOSE: f64 = 1e-6;
/// Points of a round at which rectangles are asked, since an argument is on its cut there.
const ON_CUT: usize = 3;
/// The precision of such rectangles: points have 53 bits, and what cancels near the end of a cut costs as many again.
const BITS: usize = 256;

/// Do two slots of a tape agree at complex values of all inputs? One clear difference is a no. A yes needs points that clearly agree,
/// on both sides of every cut that a search could reach.
///
/// Unknown functions are inputs of their own, and so are variables that are assumed to be integers.
pub fn agree_over_complex(tape: &Tape, left: Slot, right: Slot, recall: Option<&Recall<'_>>) -> Option<bool> {
    let pair = Pair::new(tape, left, right, recall);
    let width = tape.inputs().len();
    if width == 0 {
        return match pair.sight(&[], &ComplexLanes::evaluate(tape, &[], 1), 0) {
            Sight::Apart => Some(false),
            Sight::Alike => Some(true),
            Sight::OnCut | Sight::Unclear => None,
        };
    }
    let enough = if pair.is_analytic { ENOUGH_WITHOUT_CUTS } else { ENOUGH };
    let mut seen: Vec<Round> = Vec::new();
    let mut agreeing = 0;
    for (round, lanes) in points::rounds(width).into_iter().enumerate() {
        let count = lanes.len();
        let inputs: Vec<Complex64> =
            lanes.flat_map(|lane| (0..width).map(move |k| points::coordinate(lane, k))).collect();
        let values = match recall {
            Some(recall) => recall.complex(tape, round, &inputs, count),
            None => ComplexLanes::evaluate(tape, &inputs, count),
        };
        let Some(round) = pair.see(inputs, values) else { return Some(false) };
        agreeing += round.alike.len();
        seen.push(round);
        if agreeing >= enough && (pair.is_analytic || left == right) {
            return Some(true);
        }
    }
    if !pair.is_analytic {
        let Some(round) = pair.look(zoom::inputs(&pair, &seen[0])) else { return Some(false) };
        agreeing += round.alike.len();
        seen.push(round);
    }
    // One point may be on a cut by chance. Where many are, rounding chooses the side: asin(x/sign(x)) has no value that numbers could tell.
    if agreeing < enough || seen.iter().map(|round| round.on_cut).sum::<usize>() > ON_CUT {
        return None;
    }
    if special::differ(&pair, &seen) { Some(false) } else { cross::cross_all(&pair, &seen) }
}

/// What was seen at some points.
struct Round {
    inputs: Vec<Complex64>,
    values: ComplexLanes,
    /// The points at which both sides clearly agree.
    alike: Vec<usize>,
    /// How many points there are at which an argument is on its cut, and nothing decided which side counts.
    on_cut: usize,
}

impl Round {
    fn lanes(&self) -> usize {
        self.values.lanes()
    }

    /// Do two slots have the same values wherever the sides agree, however they are written?
    fn is_same(&self, a: Slot, b: Slot) -> bool {
        let is_near = |lane: &usize| {
            let (x, y) = (self.values.get(a, *lane).value, self.values.get(b, *lane).value);
            csize(x - y) <= 1e-9 * csize(x)
        };
        a == b || self.alike.iter().all(is_near)
    }
}

/// How the sides compare at a point.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    /// They differ by far more than their errors.
    Apart,
    /// They agree in digits that could have differed.
    Alike,
    /// Some argument is on a cut as far as floating point can tell.
    OnCut,
    /// One has no value, or the errors are too large.
    Unclear,
}

/// Two slots of a tape, with the cuts of the functions that they are made of.
struct Pair<'a> {
    tape: &'a Tape,
    left: Slot,
    right: Slot,
    facts: Vec<Facts>,
    cuts: Vec<Cut>,
    /// For each slot those that are made of it, as bits; slots that are 64 apart share one.
    made_of: Vec<u64>,
    /// Neither cuts nor |u| and sgn u, which are analytic nowhere.
    is_analytic: bool,
    /// What earlier comparisons have found.
    recall: Option<&'a Recall<'a>>,
}

impl<'a> Pair<'a> {
    fn new(tape: &'a Tape, left: Slot, right: Slot, recall: Option<&'a Recall<'a>>) -> Pair<'a> {
        let facts = cut::facts(tape, &[left, right]);
        let made_of = cut::made_of(tape);
        let mut pair = Pair { tape, left, right, facts, cuts: Vec::new(), made_of, is_analytic: true, recall };
        for (at, instruction) in tape.instructions().iter().enumerate() {
            if !pair.facts[at].is_used {
                continue;
            }
            match cut::of(instruction) {
                cut::Nature::Meromorphic => {}
                cut::Nature::Cut(cut) => {
                    // A cut in a constant part can neither be crossed nor met.
                    pair.is_analytic &= pair.facts[cut.argument as usize].inputs == 0;
                    // √u and ln u have the same cut, and once across is enough.
                    if !pair.cuts.contains(&cut) {
                        pair.cuts.push(cut);
                    }
                }
                cut::Nature::Nowhere => pair.is_analytic = false,
            }
        }
        pair
    }

    /// The inputs that an argument depends on, of the first 64.
    fn inputs_of(&self, argument: Slot) -> Vec<usize> {
        let inputs = self.facts[argument as usize].inputs;
        (0..self.tape.inputs().len().min(64)).filter(|k| inputs >> k & 1 == 1).collect()
    }

    /// The values of arguments alone, for each lane of one.
    fn arguments(&self, inputs: &[Complex64], arguments: &[Slot]) -> ComplexLanes {
        let wanted = |slot: usize, lane: usize| self.made_of[slot] & cut::bit(arguments[lane]) != 0;
        ComplexLanes::evaluate_parts(self.tape, inputs, arguments.len(), wanted)
    }

    /// Looks at both sides at some points; nothing if they clearly differ at one.
    fn look(&self, inputs: Vec<Complex64>) -> Option<Round> {
        let lanes = inputs.len() / self.tape.inputs().len();
        let values = ComplexLanes::evaluate(self.tape, &inputs, lanes);
        self.see(inputs, values)
    }

    /// The same, with the values there.
    fn see(&self, inputs: Vec<Complex64>, values: ComplexLanes) -> Option<Round> {
        let lanes = values.lanes();
        let mut alike = Vec::with_capacity(lanes);
        let mut on_cut = 0;
        for lane in 0..lanes {
            match self.sight(&inputs, &values, lane) {
                Sight::Apart => return None,
                Sight::Alike => alike.push(lane),
                // The argument of a root may be −1 on a whole region.
                Sight::OnCut => {
                    on_cut += 1;
                    if on_cut <= ON_CUT && self.is_certainly_apart(&inputs, lane) {
                        return None;
                    }
                }
                Sight::Unclear => {}
            }
        }
        Some(Round { inputs, values, alike, on_cut })
    }

    /// How the sides compare at the point of a lane; `inputs` are those of all lanes.
    fn sight(&self, inputs: &[Complex64], values: &ComplexLanes, lane: usize) -> Sight {
        let (a, b) = (values.get(self.left, lane), values.get(self.right, lane));
        // What jumps has no value beside its cut either, so this comes first.
        for cut in &self.cuts {
            if !self.is_off(cut, values, lane) {
                let is_on = cut.is_under(values.get(cut.argument, lane));
                return if is_on { Sight::OnCut } else { Sight::Unclear };
            }
        }
        if !(a.is_known() && b.is_known()) {
            return Sight::Unclear;
        }
        let (gap, error) = ((a.value - b.value).norm(), a.error + b.error);
        let size = a.value.norm().max(b.value.norm());
        if gap > BEYOND_ERROR * error {
            // Estimates of first order may be too small by a factor, but not by all the digits.
            let is_apart = gap > CLOSE * size || self.is_certainly_apart(inputs, lane);
            return if is_apart { Sight::Apart } else { Sight::Unclear };
        }
        let is_clear = error <= DIGITS * size
            || error <= DIGITS * self.scale(self.left, values, lane).max(self.scale(self.right, values, lane));
        if is_clear { Sight::Alike } else { Sight::Unclear }
    }

    /// Do the sides differ at the point of a lane, by rectangles that contain their values?
    fn is_certainly_apart(&self, inputs: &[Complex64], lane: usize) -> bool {
        let width = self.tape.inputs().len();
        rectangle::apart(self.tape, self.left, self.right, &inputs[lane * width..(lane + 1) * width], BITS)
    }

    /// Is the argument off the cut? What is real by its form is on it exactly, and has the value that the convention gives it.
    fn is_off(&self, cut: &Cut, values: &ComplexLanes, lane: usize) -> bool {
        let argument = values.get(cut.argument, lane);
        let facts = &self.facts[cut.argument as usize];
        let is_real = argument.value.im == 0.0 && (facts.is_real || facts.inputs == 0);
        cut.is_clear_of(argument, is_real)
    }

    /// The size of the largest term of a sum: sin(x)^2 + cos(x)^2 - 1 is small beside 1.
    fn scale(&self, slot: Slot, values: &ComplexLanes, lane: usize) -> f64 {
        const TERMS: usize = 16;
        let mut largest: f64 = 0.0;
        let mut open = vec![slot];
        for _ in 0..TERMS {
            let Some(slot) = open.pop() else { break };
            largest = largest.max(values.get(slot, lane).value.norm());
            match self.tape.instructions()[slot as usize] {
                Instruction::Binary(Op::Add | Op::Sub, a, b) => open.extend([a, b]),
                Instruction::Unary(Op::Neg, a) | Instruction::Where(a, _) => open.push(a),
                Instruction::Number(_)
                | Instruction::Constant(_)
                | Instruction::Input(_)
                | Instruction::Unary(..)
                | Instruction::Binary(..)
                | Instruction::Power(..) => {}
            }
        }
        largest
    }
}
