//! Comparing: are two expressions equal wherever both are defined?
//!
//! Floating point looks first, at many points at once. What it finds equal beyond its error
//! estimates is believed when enough points say so; what it finds different, and what it cannot
//! decide, goes to certified balls. A refutation always stands on balls that do not meet.

mod breaks;
mod certify;
mod common;
mod complex;
mod exceptions;
mod refute;
mod sample;
mod search;
mod shape;
mod verdict;
mod walk;

pub use common::{Points, common_points};
pub use sample::{Bound, bounds};
pub use verdict::{Case, Comparison, Domain, Evidence, Exception, Proof, Reason, Step, Unlike, Verdict, Witness};

use crate::assume::{Assumptions, Relation};
use crate::eval::real::{Approx, Lanes, State};
use crate::expr::Expr;
use crate::tape::{Slot, Tape, TapeError};
use certify::Judgement;

/// How much work a comparison may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where the equality must hold.
    pub assumptions: Assumptions,
    /// The highest precision of balls, in bits.
    pub max_bits: usize,
    /// The points tried in floating point before the search for more is given up.
    pub max_points: usize,
    /// Compare over the complex numbers as well?
    pub complex: bool,
    /// Look for single values at which equal sides are not alike?
    pub exceptions: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let assumptions = Assumptions::none();
        Settings { assumptions, max_bits: 4096, max_points: 512, complex: true, exceptions: false }
    }
}

impl Settings {
    /// The same, without what only a person wants to know.
    pub fn quick(&self) -> Settings {
        Settings { complex: false, exceptions: false, ..self.clone() }
    }
}

/// Points of the first round, which settles most pairs.
const FIRST_ROUND: usize = 32;
/// Points that must agree beyond doubt for the verdict to rest on floating point alone.
const ENOUGH: usize = 8;
/// Points that must agree when balls had to be asked, or the domain is hard to hit.
const FEW: usize = 3;
/// Points at which balls are asked.
const BALL_POINTS: usize = 6;
/// The most variables that are looked at one by one.
const INPUTS: usize = 4;

/// Compares two expressions with default settings.
///
/// ```
/// use egen_math::{compare, read::read_expr, Verdict};
/// let equal = |a, b| compare(&read_expr(a).unwrap(), &read_expr(b).unwrap());
/// assert_eq!(equal("sin(2x)", "2*sin(x)*cos(x)").verdict, Verdict::Agree);
/// let Verdict::Refuted(witness) = equal("sqrt(x^2)", "x").verdict else { panic!() };
/// assert_eq!(witness.at[0].1.to_string(), "-1");
/// ```
pub fn compare(a: &Expr, b: &Expr) -> Comparison {
    compare_with(a, b, &Settings::default())
}

/// Compares two expressions.
pub fn compare_with(a: &Expr, b: &Expr, settings: &Settings) -> Comparison {
    match Problem::new(a, b, settings) {
        Ok(problem) => problem.solve(a == b),
        Err(TapeError::TooLarge) => Comparison::unknown(Reason::TooLarge),
    }
}

/// Two sides on one tape, and what is assumed of their variables.
struct Problem<'a> {
    tape: Tape,
    left: Slot,
    right: Slot,
    conditions: Vec<(Slot, Relation, Slot)>,
    ranges: Vec<sample::Range>,
    settings: &'a Settings,
}

/// What floating point saw of the two sides at some points.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Points that meet the assumptions.
    admitted: usize,
    /// Points where both sides agree beyond doubt, with the digits that showed it.
    strong: usize,
    digits: usize,
    /// The first of these points.
    common: Vec<Vec<f64>>,
    /// Points where they may agree.
    weak: Vec<Vec<f64>>,
    /// Points where they seem to differ.
    differ: Vec<Vec<f64>>,
    /// Points where only one side has a value.
    only_left: usize,
    only_right: usize,
}

impl Comparison {
    /// A comparison without exceptions.
    pub fn new(verdict: Verdict, domain: Option<Domain>, complex: Option<bool>, evidence: Evidence) -> Comparison {
        Comparison { verdict, domain, complex, evidence, exceptions: Vec::new() }
    }

    fn unknown(reason: Reason) -> Comparison {
        Comparison::new(Verdict::Unknown(reason), None, None, Evidence::default())
    }
}

impl<'a> Problem<'a> {
    fn new(a: &Expr, b: &Expr, settings: &'a Settings) -> Result<Problem<'a>, TapeError> {
        let assumptions = &settings.assumptions;
        let mut tape = Tape::new(&assumptions.integers);
        // In the order of their names, so that (a, b) and (b, a) are compared at the same points.
        let mut names = a.variables();
        names.extend(b.variables());
        names.sort_unstable();
        for name in &names {
            tape.variable(name)?;
        }
        let (left, right) = (tape.record(a)?, tape.record(b)?);
        let mut conditions = Vec::with_capacity(assumptions.conditions.len());
        for condition in &assumptions.conditions {
            conditions.push((tape.record(&condition.left)?, condition.relation, tape.record(&condition.right)?));
        }
        let ranges = sample::ranges(&tape, assumptions);
        Ok(Problem { tape, left, right, conditions, ranges, settings })
    }

    fn solve(&self, identical: bool) -> Comparison {
        if self.tape.inputs().is_empty() {
            return self.solve_constants(identical);
        }
        let mut tally = Tally::default();
        self.look(&sample::points(&self.ranges, 0, FIRST_ROUND), &mut tally);
        if tally.strong < ENOUGH && tally.differ.is_empty() {
            let more = self.settings.max_points.saturating_sub(FIRST_ROUND);
            self.look(&sample::points(&self.ranges, FIRST_ROUND, more), &mut tally);
        }
        let searched = tally.strong + tally.weak.len() + tally.differ.len() < FEW;
        if searched {
            self.search(&mut tally);
        }
        let alarmed = !tally.differ.is_empty();
        if !alarmed {
            walk::walk(self, &mut tally);
        }
        let mut comparison = self.conclude(&tally, identical);
        let known = (tally.strong, tally.differ.len());
        match comparison.verdict {
            // What floating point took for common points may be none.
            Verdict::Unknown(Reason::NoCommonPoint { .. }) if !searched => self.search(&mut tally),
            // It was a false alarm.
            Verdict::Agree if alarmed => walk::walk(self, &mut tally),
            _ => {}
        }
        if (tally.strong, tally.differ.len()) != known {
            comparison = self.conclude(&tally, identical);
        }
        if self.settings.exceptions && comparison.verdict.is_equal() {
            comparison.exceptions = exceptions::exceptions(self, &tally);
        }
        comparison
    }

    /// Looks at points of the common domain that have to be searched for.
    fn search(&self, tally: &mut Tally) {
        for found in search::common_domain(self) {
            self.look(&found, tally);
        }
    }

    /// What follows from what floating point saw.
    fn conclude(&self, tally: &Tally, identical: bool) -> Comparison {
        let mut evidence = Evidence { points: tally.strong, digits: tally.digits };
        let mut judged = Judgement::default();
        if !tally.differ.is_empty() {
            if let Some(witness) = refute::find_witness(self, tally) {
                let verdict = self.refutation(witness);
                return Comparison::new(verdict, tally.domain(), None, evidence);
            }
            // The estimates were too bold.
            judged.ask(self, &tally.differ);
        }
        let doubtful = judged.undecided > 0;
        if judged.difference.is_none() && tally.strong + judged.agreeing < ENOUGH {
            judged.ask(self, &tally.weak);
        }
        evidence.points += judged.agreeing;
        evidence.digits = evidence.digits.max(judged.digits);
        let verdict = match judged.difference.take() {
            Some(witness) => self.refutation(refute::shorten(self, witness)),
            // Floating point saw a difference, and balls can neither confirm nor deny it.
            None if doubtful => Verdict::Unknown(Reason::Precision),
            None if evidence.points >= FEW && identical => Verdict::Proved(Proof::Identical),
            None if evidence.points >= FEW => Verdict::Agree,
            None => Verdict::Unknown(self.reason(tally, &judged)),
        };
        let complex = self.complex_label(&verdict);
        Comparison::new(verdict, tally.domain(), complex, evidence)
    }

    /// Complex values are asked for when the real ones agree, or when there are none.
    fn complex_label(&self, verdict: &Verdict) -> Option<bool> {
        let asked = verdict.is_equal() || matches!(verdict, Verdict::Unknown(Reason::NoCommonPoint { .. }));
        if asked && self.settings.complex {
            complex::agree_over_complex(&self.tape, self.left, self.right)
        } else {
            None
        }
    }

    fn solve_constants(&self, identical: bool) -> Comparison {
        let judged = certify::judge_constants(self);
        let evidence = Evidence { points: judged.agreeing, digits: judged.digits };
        let verdict = match (judged.difference, judged.exact) {
            (Some(witness), _) => Verdict::Refuted(witness),
            (None, Some(number)) => Verdict::Proved(Proof::Arithmetic(number)),
            (None, None) if judged.agreeing > 0 && identical => Verdict::Proved(Proof::Identical),
            (None, None) if judged.agreeing > 0 => Verdict::Agree,
            (None, None) => Verdict::Unknown(match (judged.left_undefined, judged.right_undefined) {
                (false, false) => Reason::Precision,
                (left, right) => Reason::NoCommonPoint { left: !left, right: !right },
            }),
        };
        let domain = (judged.left_undefined, judged.right_undefined);
        let domain = match domain {
            (false, true) => Some(Domain::Narrower),
            (true, false) => Some(Domain::Wider),
            _ if verdict.is_equal() => Some(Domain::Equal),
            _ => None,
        };
        let complex = self.complex_label(&verdict);
        Comparison::new(verdict, domain, complex, evidence)
    }

    /// A difference at a point refutes nothing if the point gives values to unknown functions.
    fn refutation(&self, witness: Witness) -> Verdict {
        match self.tape.unknowns().next() {
            Some(unknown) => Verdict::Unknown(Reason::Opaque(unknown)),
            None => Verdict::Refuted(witness),
        }
    }

    fn reason(&self, tally: &Tally, judged: &Judgement) -> Reason {
        if let Some(unknown) = self.tape.unknowns().next() {
            return Reason::Opaque(unknown);
        }
        if tally.admitted == 0 {
            return Reason::NoAssumedPoint;
        }
        let common = tally.strong + tally.weak.len() + tally.differ.len();
        if common == 0 || (judged.agreeing == 0 && judged.undefined > 0 && judged.undecided == 0) {
            return Reason::NoCommonPoint {
                left: tally.only_left > 0 || common > 0,
                right: tally.only_right > 0 || common > 0,
            };
        }
        Reason::Precision
    }

    /// Evaluates both sides at points and sorts what is seen.
    fn look(&self, points: &[f64], tally: &mut Tally) -> Lanes {
        let width = self.ranges.len();
        let lanes = points.len() / width;
        let values = Lanes::evaluate(&self.tape, points, lanes);
        for lane in 0..lanes {
            if !self.admits(&values, lane) {
                continue;
            }
            tally.admitted += 1;
            let point = || points[lane * width..(lane + 1) * width].to_vec();
            let (a, b) = (values.get(self.left, lane), values.get(self.right, lane));
            match (a.state(), b.state()) {
                (State::Defined, State::Defined) => match meet(a, b) {
                    Meeting::Apart => tally.differ.push(point()),
                    Meeting::Close(digits) if !values.absorbed(lane) || self.left == self.right => {
                        tally.strong += 1;
                        if tally.common.len() < FEW {
                            tally.common.push(point());
                        }
                        tally.digits = tally.digits.max(digits);
                    }
                    Meeting::Close(_) | Meeting::Unclear => tally.weak.push(point()),
                },
                (State::Defined, State::Undefined) => tally.only_left += 1,
                (State::Undefined, State::Defined) => tally.only_right += 1,
                (State::Undefined, State::Undefined) => {}
                _ => tally.weak.push(point()),
            }
        }
        values
    }

    /// Do the assumptions hold at a lane, as far as floating point can tell?
    fn admits(&self, values: &Lanes, lane: usize) -> bool {
        self.conditions.iter().all(|&(left, relation, right)| {
            let (a, b) = (values.get(left, lane), values.get(right, lane));
            a.state() == State::Defined && b.state() == State::Defined && relation.holds(a.value, b.value)
        })
    }
}

/// How two floating-point values compare.
enum Meeting {
    /// They differ by far more than their errors.
    Apart,
    /// They agree to this many digits, which their errors allow to say.
    Close(usize),
    /// The errors are too large.
    Unclear,
}

fn meet(a: Approx, b: Approx) -> Meeting {
    let (gap, error) = ((a.value - b.value).abs(), a.error + b.error);
    let size = a.value.abs().max(b.value.abs());
    if gap > 4.0 * error {
        return Meeting::Apart;
    }
    // Seven digits that could have differed and did not. Two zeros agree only if both are exact.
    if error <= size / (1 << 24) as f64 {
        let digits = if error == 0.0 { 15.0 } else { (size / error).log10().min(15.0) };
        return Meeting::Close(digits as usize);
    }
    Meeting::Unclear
}

impl Tally {
    fn domain(&self) -> Option<Domain> {
        if self.strong + self.weak.len() + self.differ.len() + self.only_left + self.only_right == 0 {
            return None;
        }
        Some(match (self.only_left > 0, self.only_right > 0) {
            (false, false) => Domain::Equal,
            (true, false) => Domain::Narrower,
            (false, true) => Domain::Wider,
            (true, true) => Domain::Overlapping,
        })
    }
}
