//! Visiting: do both sides agree in every region of their common domain?

use super::certify::{self, Ruling, rule};
use super::refute::{BESIDE, beside, differs_beside};
use super::verdict::{Reason, Witness};
use super::{Certain, EFFORT, FEW, Meeting, Problem, QUICK_EFFORT, Tally, meet};
use crate::eval::real::{Lanes, State};
use crate::infix;
use crate::number::Number;
use crate::region::{self, Regions, Side, Undecided};
use crate::tape::Slot;

/// What was found on the visit.
#[derive(Clone, Debug, Default)]
pub(super) struct Visit {
    /// Points at which both sides agree to all digits asked for.
    pub agreeing: usize,
    /// The most digits to which they agree.
    pub digits: usize,
    /// Regions in which both sides have values and agree.
    pub common: usize,
    /// Were all regions visited?
    pub complete: bool,
    /// Points, or regions, that no precision could decide.
    pub undecided: usize,
    /// A point at which they certainly differ.
    pub difference: Option<Witness>,
    /// Regions in which only one side has values.
    pub only_left: usize,
    pub only_right: usize,
    /// Is it known where both sides are defined?
    pub domains: bool,
    /// What was neither visited nor excluded.
    unseen: Vec<Undecided>,
    /// Where breaks are too close together to be told apart.
    close: Option<f64>,
    /// Something periodic that was not seen at all of its values, where only integers agree.
    periodic: Option<Slot>,
}

/// Single points at which balls are asked.
const SINGLE_BALLS: usize = 400;
/// Further points at which balls are asked.
const EXTRA_BALLS: usize = 12;

impl Visit {
    /// Asks balls at some points until so many have told something.
    pub fn ask(&mut self, problem: &Problem<'_>, points: &[Vec<f64>], most: usize) {
        let (mut told, mut silent) = (0, 0);
        for point in points {
            // Points where a side turns out to be undefined cost little and say nothing.
            if told >= most || silent >= 8 * most || self.difference.is_some() {
                break;
            }
            let exact: Option<Vec<Number>> = point.iter().map(|&x| Number::from_f64(x)).collect();
            match exact.map(|exact| self.certify(problem, &exact)) {
                Some(Told::Agree) => told += 1,
                Some(Told::Undecided) => {
                    self.undecided += 1;
                    told += 1;
                }
                Some(Told::Differ) => return,
                Some(Told::Outside) | None => silent += 1,
            }
        }
    }

    /// Visits every region.
    pub fn regions(&mut self, problem: &Problem<'_>, tally: &mut Tally) {
        let effort = if problem.is_certain() { EFFORT } else { QUICK_EFFORT };
        let regions = region::regions(&problem.space(effort));
        self.complete = regions.complete;
        // Where floating point is enough, another reason to believe is at hand, and numbers are the guard.
        if problem.is_certain() {
            self.unseen.clone_from(&regions.undecided);
            self.close = regions.close;
            self.periodic = unseen_residues(problem, &regions);
        }
        self.domains = regions.domains;
        let floats = Floats::look(problem, &regions);
        if !floats.apart.is_empty() {
            tally.differ.extend(floats.apart.iter().cloned());
            if let Some(witness) = super::refute::find_witness(problem, tally) {
                self.difference = Some(witness);
                return;
            }
            self.ask(problem, &floats.apart, EXTRA_BALLS);
        }
        let mut wanted = match problem.settings.certain {
            Certain::Nowhere => 0,
            Certain::Once => 1,
            Certain::Everywhere => usize::MAX,
        };
        // One of the fixed points, if both sides are seen to agree at one: members of a cluster share what is computed there.
        if let [point, ..] = &tally.common[..]
            && wanted == 1
        {
            let common = point.clone();
            let before = self.agreeing;
            self.ask(problem, &[common], 1);
            wanted -= usize::from(self.agreeing > before);
            if self.difference.is_some() {
                return;
            }
        }
        for (at, points) in regions.found.iter().enumerate() {
            if floats.clear[at] && wanted == 0 {
                self.agreeing += 1;
                self.common += 1;
                continue;
            }
            if floats.outside[at] && !problem.is_certain() {
                continue;
            }
            if self.region(problem, points) {
                wanted = wanted.saturating_sub(1);
            }
            if self.difference.is_some() {
                return;
            }
        }
        for (point, counts) in &floats.doubtful {
            if let Told::Undecided = self.certify(problem, point) {
                self.undecided += usize::from(*counts);
            }
            if self.difference.is_some() {
                return;
            }
        }
        // Where floating point saw nothing clearly, a single point could still be a coincidence.
        let others = regions.found.iter().flat_map(|points| points.iter().skip(1));
        for point in others {
            if self.agreeing == 0 || tally.strong + self.agreeing >= FEW || self.difference.is_some() {
                break;
            }
            self.certify(problem, point);
        }
        if problem.ranges.len() > 1 && self.common == 0 {
            // The regions that were found are not those where both sides have values.
            let common = tally.common.clone();
            self.ask(problem, &common, FEW);
            self.common += usize::from(self.agreeing > 0);
        }
    }

    /// Visits one region. Tells whether both sides agree there.
    fn region(&mut self, problem: &Problem<'_>, points: &[Vec<Number>]) -> bool {
        let mut undecided = false;
        for point in points {
            match self.certify(problem, point) {
                Told::Agree => {
                    self.common += 1;
                    return true;
                }
                Told::Differ => return false,
                Told::Outside => return false,
                Told::Undecided => undecided = true,
            }
        }
        // Whether there is a value at all may be what is not decided.
        self.domains &= !undecided;
        self.undecided += usize::from(undecided);
        false
    }

    fn certify(&mut self, problem: &Problem<'_>, point: &[Number]) -> Told {
        match rule(problem, point) {
            Ruling::Agree(bits) => {
                self.agreeing += 1;
                self.digits = self.digits.max(certify::digits(bits));
                Told::Agree
            }
            // A walk may end where something jumps: that is a single point, and says nothing of the region beside it.
            Ruling::Differ(_) if region::is_at_jump(&problem.space(0), point) && !differs_beside(problem, point) => {
                Told::Undecided
            }
            Ruling::Differ(witness) => {
                self.difference = Some(witness);
                Told::Differ
            }
            Ruling::Undefined(left, right) => {
                // A single point without a value, such as x = y of 1/(x − y), is no part of a domain.
                let alike = |&distance: &i32| {
                    let there = rule(problem, &beside(problem, point, distance));
                    matches!(there, Ruling::Undefined(l, r) if (l, r) == (left, right))
                };
                if left != right && BESIDE.iter().any(alike) {
                    self.only_left += usize::from(right);
                    self.only_right += usize::from(left);
                }
                Told::Outside
            }
            Ruling::Undecided => Told::Undecided,
        }
    }

    /// Why regions do not allow a verdict.
    pub fn reason(&self, problem: &Problem<'_>) -> Option<Reason> {
        if !self.unseen.is_empty() {
            return Some(Reason::Region(question(problem, &self.unseen)));
        }
        if let Some(at) = self.close {
            let name = problem.tape.variables().next().map_or_else(|| "x".to_string(), ToString::to_string);
            return Some(Reason::Region(format!("whether anything lies between breaks near {name} = {at}")));
        }
        if let Some(slot) = self.periodic {
            let shown = infix::print(&problem.tape.expr(slot));
            return Some(Reason::Region(format!("what holds at each value that {shown} has at integers")));
        }
        (self.undecided > 0 && problem.is_certain()).then_some(Reason::Precision)
    }
}

/// The periodic part of which not all residues were visited, unless what is said holds between integers as well.
fn unseen_residues(problem: &Problem<'_>, regions: &Regions) -> Option<Slot> {
    let (slot, between) = regions.between.as_ref()?;
    let is_outside = |point: &Vec<Number>| matches!(rule(problem, point), Ruling::Undefined(..));
    let holds = |(point, whole): (&Vec<Number>, &Vec<Vec<Number>>)| match rule(problem, point) {
        Ruling::Agree(_) => true,
        // Between integers (−2)^n has no value, and at integers it has.
        Ruling::Undefined(..) => whole.iter().all(is_outside),
        Ruling::Differ(_) | Ruling::Undecided => false,
    };
    let everywhere = !between.is_empty() && between.iter().zip(&regions.found).all(holds);
    (!everywhere).then_some(*slot)
}

/// "whether x^2 + y^2 - 1 is negative anywhere".
fn question(problem: &Problem<'_>, sides: &[Undecided]) -> String {
    let integers = problem.ranges.iter().any(|range| range.integer);
    let one = |one: &Undecided| {
        let shown = infix::print(&problem.tape.expr(one.slot));
        let state = match (one.at == 0.0, one.side) {
            (true, Side::At) => "zero".to_string(),
            (false, Side::At) => one.at.to_string(),
            (true, Side::Below) => "negative".to_string(),
            (true, Side::Above) => "positive".to_string(),
            (false, Side::Below) => format!("below {}", one.at),
            (false, Side::Above) => format!("above {}", one.at),
        };
        format!("{shown} is {state}")
    };
    let all: Vec<String> = sides.iter().map(one).collect();
    let place = match sides {
        [one] if one.side == Side::At && integers => "at some integers",
        [one] if one.side == Side::At => "all along",
        [_] => "anywhere",
        _ => "at the same point",
    };
    format!("whether {} {place}", all.join(" and "))
}

enum Told {
    Agree,
    Differ,
    /// A side has no value there, or it does not meet the assumptions.
    Outside,
    Undecided,
}

/// What floating point sees at the points of regions.
struct Floats {
    /// For each region: do both sides agree there beyond doubt?
    clear: Vec<bool>,
    /// For each region: has neither side a value there?
    outside: Vec<bool>,
    /// Points at which they seem to differ.
    apart: Vec<Vec<f64>>,
    /// Points at which it cannot tell, and whether they count by themselves.
    doubtful: Vec<(Vec<Number>, bool)>,
}

impl Floats {
    fn look(problem: &Problem<'_>, regions: &Regions) -> Floats {
        let first = regions.found.iter().filter_map(|points| points.first());
        let points: Vec<&Vec<Number>> = first.chain(&regions.extra).chain(&regions.single).collect();
        let inputs: Vec<f64> = points.iter().flat_map(|point| point.iter().map(Number::to_f64)).collect();
        let values = Lanes::evaluate(&problem.tape, &inputs, points.len());
        let (known, extra) = (regions.found.len(), regions.extra.len());
        let mut out =
            Floats { clear: vec![false; known], outside: vec![false; known], apart: Vec::new(), doubtful: Vec::new() };
        let (mut extra_left, mut single_left) = (EXTRA_BALLS, SINGLE_BALLS);
        for (lane, point) in points.iter().enumerate() {
            if !problem.admits(&values, lane) {
                continue;
            }
            let (a, b) = (values.get(problem.left, lane), values.get(problem.right, lane));
            let exact = point.iter().all(Number::is_exact_f64);
            if let Some(outside) = out.outside.get_mut(lane) {
                *outside = exact && a.state() == State::Undefined && b.state() == State::Undefined;
            }
            let seen = match (a.state(), b.state()) {
                (State::Undefined, _) | (_, State::Undefined) if exact => continue,
                (State::Defined, State::Defined) if exact => meet(a, b),
                _ => Meeting::Unclear,
            };
            let clear = matches!(seen, Meeting::Close(_)) && !values.absorbed(lane);
            if matches!(seen, Meeting::Apart) {
                out.apart.push(point.iter().map(Number::to_f64).collect());
            } else if lane < known {
                out.clear[lane] = clear;
            } else if !clear {
                // Two zeros are no agreement that floating point can see; at integers they are common.
                let single = lane >= known + extra;
                let required = single && lane - known - extra < regions.required;
                let left = if single { &mut single_left } else { &mut extra_left };
                if *left > 0 || required {
                    *left = left.saturating_sub(1);
                    out.doubtful.push(((*point).clone(), single));
                }
            }
        }
        out
    }
}
