//! Comparing: are two expressions equal wherever both are defined?
//!
//! Floating point looks first, at many points at once, and finds most of what is different. What seems equal is then compared in every
//! region of the common domain (`region`), to many certain digits: between breaks both sides are analytic, so that one
//! point speaks for its region. A refutation always stands on balls that do not meet.

mod certify;
mod common;
mod complex;
mod exceptions;
mod memory;
mod refute;
mod sample;
mod search;
mod unknown;
mod verdict;
mod visit;
mod written;
mod zeros;

pub use common::{Points, common_points};
pub use memory::Comparer;
pub use sample::{Bound, bounds};
pub use verdict::{Case, Comparison, Domain, Evidence, Exception, Proof, Reason, Step, Unlike, Verdict, Why, Witness};
pub use zeros::differ_almost_everywhere;

use std::cell::OnceCell;

use crate::assume::Assumptions;
use crate::deadline::Deadline;
use crate::eval::real::{Approx, Lanes, State};
use crate::expr::Expr;
use crate::number::Number;
use crate::op::Op;
use crate::region::{Assumed, Bounds, Space, Work};
use crate::tape::{Instruction, Slot, Tape, TapeError};

/// How much work a comparison may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where the equality must hold.
    pub assumptions: Assumptions,
    /// The highest precision of balls, in bits.
    pub max_bits: usize,
    /// The points tried in floating point before the search for more is given up.
    pub max_points: usize,
    /// Where digits must be certain.
    pub certain: Certain,
    /// Compare over the complex numbers as well?
    pub complex: bool,
    /// Look for single values at which equal sides are not alike?
    pub exceptions: bool,
    /// When it is given up: what is not decided by then is unknown.
    pub deadline: Deadline,
}

impl Default for Settings {
    fn default() -> Settings {
        let assumptions = Assumptions::none();
        Settings {
            assumptions,
            max_bits: 4096,
            max_points: 512,
            certain: Certain::Everywhere,
            complex: true,
            exceptions: false,
            deadline: Deadline::NEVER,
        }
    }
}

impl Settings {
    /// The same, without what only a person wants to know.
    pub fn quick(&self) -> Settings {
        Settings { complex: false, exceptions: false, ..self.clone() }
    }

    /// The same, with certain digits only where it is said.
    pub fn certain(&self, certain: Certain) -> Settings {
        Settings { certain, ..self.clone() }
    }
}

/// Where the digits of both sides must be certain before they are said to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certain {
    /// Nowhere, if floating point sees clearly at a few fixed points, and regions are not looked for: the guard of steps that have a
    /// reason of their own.
    Nowhere,
    /// At one point; elsewhere floating point is enough where it sees clearly.
    Once,
    /// To [`ENOUGH_BITS`] bits in every region: for verdicts that have no other reason.
    Everywhere,
}

/// Agreement to so many bits, about 60 digits, is asked for, and to more where numbers are long.
pub const ENOUGH_BITS: usize = 200;
/// Boxes that are looked at for regions, and for those of a comparison by floating point: there walls that are not solved are left open.
const EFFORT: usize = 600;
const QUICK_EFFORT: usize = 0;
/// The bits to which places are told apart where floating point compares.
const FLOAT_PLACE_BITS: usize = 64;
/// The bits to which balls must agree where floating point compares: 30 more than it has itself.
const FLOAT_ENOUGH_BITS: usize = 83;
/// The highest precision of balls where floating point compares.
const FLOAT_BALL_BITS: usize = 512;

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
/// use egen_math::{compare, Verdict};
/// use egen_read::read::read_expr;
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
    slopes: OnceCell<Option<certify::Slopes>>,
    conditions: Vec<Assumed>,
    ranges: Vec<Bounds>,
    work: Work,
    settings: &'a Settings,
    /// What earlier comparisons have computed.
    recall: Option<memory::Recall<'a>>,
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
        let mut problem = Problem::record(a, b, settings)?;
        unknown::join(&mut problem)?;
        problem.ranges = sample::ranges(&problem.tape, &settings.assumptions);
        Ok(problem)
    }

    /// The same, with unknown values that are told apart by how they are written.
    fn record(a: &Expr, b: &Expr, settings: &'a Settings) -> Result<Problem<'a>, TapeError> {
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
            let (left, right) = (tape.record(&condition.left)?, tape.record(&condition.right)?);
            let difference = tape.binary(Op::Sub, left, right)?;
            conditions.push(Assumed { left, relation: condition.relation, right, difference });
        }
        let ranges = sample::ranges(&tape, assumptions);
        let work = Work::new(Work::ENOUGH, settings.deadline.clone());
        Ok(Problem { tape, left, right, slopes: OnceCell::new(), conditions, ranges, work, settings, recall: None })
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
        if let Some(witness) = self.refuted_by_floats(&tally) {
            return self.refuted(witness, &tally);
        }
        if self.settings.certain == Certain::Nowhere && tally.strong >= ENOUGH && tally.differ.is_empty() {
            return self.agreed_by_floats(identical, &tally);
        }
        let mut visit = visit::Visit::default();
        // What floating point took for a difference, and could not be confirmed at short points.
        visit.ask(self, &tally.differ, BALL_POINTS);
        let doubtful = visit.undecided > 0;
        if self.left != self.right && visit.difference.is_none() {
            visit.regions(self, &mut tally);
        }
        if visit.difference.is_none() && visit.agreeing == 0 {
            // Nothing common was met: it is searched for.
            for found in search::common_domain(self) {
                self.look(&found, &mut tally);
            }
            let (common, weak) = (tally.common.clone(), tally.weak.clone());
            visit.ask(self, &common, FEW);
            visit.ask(self, &tally.differ, FEW);
            visit.ask(self, &weak, BALL_POINTS);
        }
        if let Some(witness) = visit.difference.take() {
            return self.refuted(refute::shorten(self, witness), &tally);
        }
        tally.only_left += visit.only_left;
        tally.only_right += visit.only_right;
        let evidence = Evidence {
            points: tally.strong + visit.agreeing,
            digits: tally.digits.max(visit.digits),
            regions: visit.common,
            complete: visit.complete,
        };
        let verdict = match visit.reason(self) {
            // What was not looked at in time agrees with everything.
            _ if self.settings.deadline.is_over() => Verdict::Unknown(Reason::Time),
            // Floating point saw a difference, and balls can neither confirm nor deny it.
            _ if doubtful => Verdict::Unknown(Reason::Precision),
            _ if visit.agreeing == 0 => Verdict::Unknown(self.reason(&tally, &visit)),
            Some(reason) => Verdict::Unknown(reason),
            // Points that agree lie in a region, or are integers. If none is known to hold them, regions were missed.
            None if self.is_certain()
                && visit.common == 0
                && self.left != self.right
                && !self.ranges.iter().any(|range| range.integer) =>
            {
                Verdict::Unknown(Reason::Precision)
            }
            None if identical => Verdict::Proved(Proof::Identical),
            None => Verdict::Agree,
        };
        let complex = self.complex_label(&verdict);
        let domain = tally.domain().filter(|_| visit.domains || self.left == self.right);
        let mut comparison = Comparison::new(verdict, domain, complex, evidence);
        if self.settings.exceptions && comparison.verdict.is_equal() {
            comparison.exceptions = exceptions::exceptions(self, &tally);
        }
        comparison
    }

    fn refuted_by_floats(&self, tally: &Tally) -> Option<Witness> {
        if tally.differ.is_empty() { None } else { refute::find_witness(self, tally) }
    }

    /// Enough for a guard: no region was looked for.
    fn agreed_by_floats(&self, identical: bool, tally: &Tally) -> Comparison {
        let verdict = if identical { Verdict::Proved(Proof::Identical) } else { Verdict::Agree };
        let complex = self.complex_label(&verdict);
        let evidence = Evidence { points: tally.strong, digits: tally.digits, ..Evidence::default() };
        Comparison::new(verdict, None, complex, evidence)
    }

    fn refuted(&self, witness: Witness, tally: &Tally) -> Comparison {
        let evidence = Evidence { points: tally.strong, digits: tally.digits, ..Evidence::default() };
        Comparison::new(self.refutation(witness), tally.domain(), None, evidence)
    }

    /// The derivatives of both sides, if they have some.
    fn slopes(&self) -> Option<&certify::Slopes> {
        self.slopes.get_or_init(|| certify::Slopes::new(self)).as_ref()
    }

    /// The space of the inputs.
    fn space(&self, effort: usize) -> Space<'_> {
        Space {
            tape: &self.tape,
            assumed: &self.conditions,
            sides: [self.left, self.right],
            bounds: &self.ranges,
            bits: self.place_bits(),
            effort,
            work: &self.work,
            domains: self.is_certain(),
        }
    }

    /// How many bits the long numbers on the tape have. Formulas with such numbers can agree by design to about as many.
    fn height(&self) -> usize {
        const SHORT: usize = 16;
        let all = self.tape.instructions();
        let number = |slot: &Slot| match &all[*slot as usize] {
            Instruction::Number(n) => Some(n),
            _ => None,
        };
        let bits = |instruction: &Instruction| match instruction {
            Instruction::Number(n) if n.bits() > SHORT => n.bits(),
            // 10^(-350) is short to write and long all the same.
            Instruction::Power(base, exponent, _) => {
                match number(base).zip(number(exponent).and_then(Number::as_i64)) {
                    Some((base, exponent)) => base.bits().saturating_mul(exponent.unsigned_abs() as usize).min(1 << 16),
                    None => 0,
                }
            }
            _ => 0,
        };
        self.tape.instructions().iter().map(bits).sum()
    }

    /// Must every region have certain digits?
    fn is_certain(&self) -> bool {
        self.settings.certain == Certain::Everywhere
    }

    /// The highest precision of balls.
    fn most_bits(&self) -> usize {
        if self.is_certain() { self.settings.max_bits } else { self.settings.max_bits.min(FLOAT_BALL_BITS) }
    }

    /// To how many bits the sides must agree: a fraction that comes as close to √2 as its length allows does not.
    fn needed_bits(&self) -> usize {
        let least = if self.is_certain() { ENOUGH_BITS } else { FLOAT_ENOUGH_BITS };
        (64 + 4 * self.height()).clamp(least, self.most_bits() * 3 / 4)
    }

    /// To how many bits places of breaks are told apart.
    fn place_bits(&self) -> usize {
        if !self.is_certain() {
            return FLOAT_PLACE_BITS;
        }
        (192 + 3 * self.height()).min(self.settings.max_bits)
    }

    /// Complex values are asked for when the real ones agree, or when there are none.
    fn complex_label(&self, verdict: &Verdict) -> Option<bool> {
        let asked = verdict.is_equal() || matches!(verdict, Verdict::Unknown(Reason::NoCommonPoint { .. }));
        if asked && self.settings.complex && !self.settings.deadline.is_over() {
            complex::agree_over_complex(&self.tape, self.left, self.right, self.recall.as_ref())
        } else {
            None
        }
    }

    fn solve_constants(&self, identical: bool) -> Comparison {
        let judged = certify::judge_constants(self);
        let one = usize::from(judged.agreeing > 0);
        let evidence = Evidence { points: judged.agreeing, digits: judged.digits, regions: one, complete: true };
        let verdict = match (judged.difference, judged.exact) {
            (Some(witness), _) => Verdict::Refuted(witness),
            (None, Some(number)) => Verdict::Proved(Proof::Arithmetic(number)),
            (None, None) if judged.agreeing > 0 && identical => Verdict::Proved(Proof::Identical),
            (None, None) if judged.agreeing > 0 => Verdict::Agree,
            (None, None) => Verdict::Unknown(match (judged.left_undefined, judged.right_undefined) {
                (false, false) if self.settings.deadline.is_over() => Reason::Time,
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

    fn reason(&self, tally: &Tally, visit: &visit::Visit) -> Reason {
        if let Some(unknown) = self.tape.unknowns().next() {
            return Reason::Opaque(unknown);
        }
        if tally.admitted == 0 {
            return Reason::NoAssumedPoint;
        }
        let common = tally.strong + tally.weak.len() + tally.differ.len();
        if common == 0 || visit.undecided == 0 {
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
        self.conditions.iter().all(|one| {
            let (a, b) = (values.get(one.left, lane), values.get(one.right, lane));
            a.state() == State::Defined && b.state() == State::Defined && one.relation.holds(a.value, b.value)
        })
    }
}

/// How two floating-point values compare.
#[derive(Clone, Copy, Debug, PartialEq)]
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
