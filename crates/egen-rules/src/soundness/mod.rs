//! Soundness: does a rule keep the value wherever its left side has one?
//!
//! A rule is sound when, wherever its left side is defined and its conditions hold, its right side
//! is defined and equal, except on a null set. Equality is asked of `egen_math::compare`; the domain
//! is surveyed here at more points, since a rule that loses domain is as wrong as one that changes a value.

mod instance;
mod point;
mod sample;
mod survey;

use std::fmt;

use egen_math::compare::{Certain, Comparison, Domain, Reason, Settings, Verdict, compare_with};
use egen_math::{Expr, Number, Symbol};

use crate::rule::Rule;
pub use point::{PointFault, check_needs, check_rejected};

use instance::Instance;
use survey::Survey;

/// How much work a check may do.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckSettings {
    /// Points at which each instance is evaluated in floating point.
    pub points: usize,
    /// Instances of a rule whose variables stand for functions, or for exponents.
    pub instances: usize,
    /// The highest precision of balls, in bits.
    pub max_bits: usize,
}

impl Default for CheckSettings {
    fn default() -> CheckSettings {
        CheckSettings { points: 256, instances: 96, max_bits: 1024 }
    }
}

/// What is known of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Soundness {
    /// Over the reals.
    pub real: Outcome,
    /// Do the sides also agree over the complex numbers, with principal branches, whatever the inequalities?
    /// `None` when it could not be told, and for rules about integers.
    pub complex: Option<bool>,
    /// Is the right side defined at more points than the left, null sets aside?
    pub gains_domain: bool,
    /// A single point at which the left side has a value and the right side has none, and that no `off`
    /// excludes. It is a null set, so the rule is sound; but an instance may be a constant.
    pub uncovered: Option<Counterexample>,
    /// The instances that were compared.
    pub instances: usize,
    /// The points at which both sides were found to have the same value, over all instances.
    pub points: usize,
    /// Do the sides agree up to a constant only, because they hold an integral?
    pub up_to_constant: bool,
}

/// Is a rule sound?
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// At every point tried.
    Sound,
    /// Here it is wrong.
    Unsound(Counterexample),
    /// It could not be told.
    Undecided(String),
    /// It says nothing: no point was found that meets the conditions and at which the left side is defined.
    Vacuous,
}

/// A point at which the left side has a value and the right side has another, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What variables stand for that are no plain numbers: functions, 2k for an even number.
    pub given: Vec<(Symbol, Expr)>,
    /// The point.
    pub at: Vec<(Symbol, Expr)>,
    /// The value of the left side.
    pub left: String,
    /// The value of the right side, if it has one.
    pub right: Option<String>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> =
            self.given.iter().chain(&self.at).map(|(name, value)| format!("{name} = {value}")).collect();
        if !all.is_empty() {
            write!(f, "at {}: ", all.join(", "))?;
        }
        match &self.right {
            Some(right) => write!(f, "the left side is {}, the right side is {right}", self.left),
            None => write!(f, "the left side is {}, the right side is undefined", self.left),
        }
    }
}

impl Outcome {
    /// `sound`, `unsound`, `undecided`, `vacuous`.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Sound => "sound",
            Outcome::Unsound(_) => "unsound",
            Outcome::Undecided(_) => "undecided",
            Outcome::Vacuous => "vacuous",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Outcome::Sound => Ok(()),
            Outcome::Unsound(at) => write!(f, ": {at}"),
            Outcome::Undecided(reason) => write!(f, ": {reason}"),
            Outcome::Vacuous => f.write_str(": no point meets the conditions and lies in the domain of the left side"),
        }
    }
}

/// Checks a rule.
///
/// Every variable stands for a real number, except where more is at stake. In `diff(u, x)` u is a
/// function of x, so several are tried. In `x^a` a may be 2, for which negative x count as well: (x^a)^b = x^(a·b)
/// holds for x > 0 and fails for x = -1, a = 2, b = 1/2. So exponents are tried as numbers too.
pub fn check(rule: &Rule, settings: &CheckSettings) -> Soundness {
    let mut out = Soundness {
        real: Outcome::Vacuous,
        complex: None,
        gains_domain: false,
        uncovered: None,
        instances: 0,
        points: 0,
        up_to_constant: false,
    };
    let mut undecided = None;
    let mut complex = Some(true);
    for instance in instance::instances(rule, settings.instances) {
        let found = judge(&instance, settings);
        match found.outcome {
            Outcome::Unsound(at) => {
                out.real = Outcome::Unsound(at);
                out.complex = None;
                return out;
            }
            Outcome::Undecided(reason) => {
                undecided.get_or_insert_with(|| describe(&instance, &reason));
            }
            Outcome::Sound => {
                out.real = Outcome::Sound;
                out.instances += 1;
                out.points += found.points;
                out.gains_domain |= found.gains;
                out.up_to_constant |= instance.integrated;
                complex = match (complex, found.complex) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                };
            }
            Outcome::Vacuous => {}
        }
    }
    if let Some(reason) = undecided {
        out.real = Outcome::Undecided(reason);
        return out;
    }
    if out.real == Outcome::Sound {
        out.complex = complex;
        out.uncovered = survey::uncovered(rule);
    }
    out
}

fn describe(instance: &Instance, reason: &str) -> String {
    let given: Vec<String> = instance.given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if given.is_empty() { reason.to_string() } else { format!("for {}: {reason}", given.join(", ")) }
}

struct Finding {
    outcome: Outcome,
    complex: Option<bool>,
    gains: bool,
    points: usize,
}

fn judge(instance: &Instance, settings: &CheckSettings) -> Finding {
    let comparison = compare_with(
        &instance.left,
        &instance.right,
        &Settings {
            assumptions: instance.assumptions(),
            max_bits: settings.max_bits,
            max_points: settings.points.max(512),
            certain: Certain::Once,
            ..Settings::default()
        },
    );
    let mut gains = matches!(comparison.domain, Some(Domain::Wider | Domain::Overlapping));
    let outcome = match &comparison.verdict {
        Verdict::Refuted(witness) => Outcome::Unsound(Counterexample {
            given: instance.given.clone(),
            at: witness.at.iter().map(|(name, value)| (name.clone(), exact(value))).collect(),
            left: witness.left.clone(),
            right: Some(witness.right.clone()),
        }),
        _ => {
            let survey = survey::survey(instance, settings.points);
            gains |= survey.only_right > 0;
            match survey.counterexample {
                Some(at) => Outcome::Unsound(at),
                None => settle(&comparison, &survey),
            }
        }
    };
    // Complex points are no integers, so what they say of cos(πn) = (−1)^n is beside the point.
    let complex = if instance.integers.is_empty() { comparison.complex } else { None };
    Finding { outcome, complex, gains, points: comparison.evidence.points }
}

/// What a comparison means when the survey found no counterexample.
fn settle(comparison: &Comparison, survey: &Survey) -> Outcome {
    let loses = matches!(comparison.domain, Some(Domain::Narrower | Domain::Overlapping)) || survey.lost;
    match &comparison.verdict {
        Verdict::Unknown(Reason::NoAssumedPoint | Reason::NoCommonPoint { left: false, .. }) => Outcome::Vacuous,
        // What was common were points at the edge of the left side's domain, such as x = 0 for asin(x² + 1).
        Verdict::Unknown(Reason::NoCommonPoint { .. }) if survey.left_empty => Outcome::Vacuous,
        Verdict::Unknown(reason) => Outcome::Undecided(reason.to_string()),
        _ if loses => {
            Outcome::Undecided("the right side seems to lose domain, but no point could be certified".to_string())
        }
        _ => Outcome::Sound,
    }
}

/// A number as an expression.
fn exact(value: &Number) -> Expr {
    Expr::number(value.clone())
}
