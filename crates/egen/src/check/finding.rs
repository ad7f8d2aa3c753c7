//! Findings: what is there to say about a step?

use std::time::Instant;

use egen_graph::algebra;
use egen_math::compare::{Comparison, Domain, Proof, Step, Verdict, Witness, compare_with};
use egen_math::{Expr, Op};

use super::decimal::{around, as_decimal, has_decimals, lost_sign, rounds};
use super::derivation::Claim;
use super::equation;
use super::fix::{Target, fix};
use super::value::values;
use crate::answer::{Judge, exceptions};
use crate::change::{Change, change};

/// What was found about a step.
pub struct Finding {
    pub comparison: Comparison,
    /// Why, in short.
    pub reason: String,
    /// What changed, for a refuted step.
    pub change: Option<Change>,
    /// The slip that would explain it.
    pub fix: Option<String>,
    /// Refuted, but by no more than the last digits of decimals may be off?
    pub rounding: bool,
    pub ms: f64,
}

/// What is larger is judged all the same, but nobody looks for a rounding or a slip in it.
const MAX_NODES: usize = 1_000;

/// Judges a step.
pub fn find(judge: &Judge, claim: &Claim) -> Finding {
    let start = Instant::now();
    let mut finding = match claim {
        Claim::Equal(before, after) => equal(judge, before, after),
        Claim::SameEquation(before, after) => {
            let equation::Found { comparison, reason, fix, rounding } = equation::follow(judge, before, after);
            Finding { comparison, reason, change: None, fix, rounding, ms: 0.0 }
        }
    };
    finding.ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    finding
}

fn equal(judge: &Judge, before: &Expr, after: &Expr) -> Finding {
    let comparison = judge.decide(before, after);
    let (mut found, mut slip, mut rounding) = (None, None, false);
    let reason = match &comparison.verdict {
        Verdict::Proved(_) => [&[shorten(why(&comparison.verdict))][..], &domain(&comparison)].concat(),
        Verdict::Agree if comparison.evidence.points == 1 => {
            vec![format!("the same value to {} digits", comparison.evidence.digits)]
        }
        Verdict::Agree => {
            [&[format!("the same value at {} points", comparison.evidence.points)][..], &domain(&comparison)].concat()
        }
        Verdict::Unknown(reason) => vec![reason.to_string()],
        Verdict::Refuted(witness) => {
            let change = change(before, after);
            let small = before.len() + after.len() <= MAX_NODES;
            rounding = small && rounds(&[before], [before, after], &around(&witness.at));
            if small && !rounding {
                slip = likely_slip(judge, before, after, &change, witness);
            }
            found = Some(change);
            let decimals = has_decimals(before) || has_decimals(after);
            let only = if rounding { "differs only by rounding: " } else { "" };
            vec![format!("{only}{}", values_there(witness, decimals))]
        }
    };
    Finding { reason: reason.join(", "), comparison, change: found, fix: slip, rounding, ms: 0.0 }
}

/// The rules behind a proof, in order, each once.
pub fn why(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Proved(Proof::Identical) => vec!["the same expression".to_string()],
        Verdict::Proved(Proof::Arithmetic(_)) => vec!["arithmetic".to_string()],
        Verdict::Proved(Proof::Steps(steps)) => rules_of(steps.iter()),
        Verdict::Proved(Proof::Cases(cases)) => {
            let signs = cases.iter().map(|case| case.assumed.to_string()).collect::<Vec<_>>().join(" and ");
            let mut names = vec![format!("by cases, {signs}")];
            names.extend(rules_of(cases.iter().flat_map(|case| &case.steps)));
            names
        }
        _ => Vec::new(),
    }
}

fn rules_of<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for step in steps.filter(|step| !step.why.is_empty()) {
        if !names.contains(&step.why) {
            names.push(step.why.clone());
        }
    }
    names
}

fn domain(comparison: &Comparison) -> Vec<String> {
    let text = match comparison.domain {
        Some(Domain::Wider) => Some("on a wider domain"),
        Some(Domain::Narrower) => Some("on a narrower domain"),
        Some(Domain::Overlapping) => Some("where both are defined"),
        Some(Domain::Equal) | None => None,
    };
    text.into_iter().map(str::to_string).chain(exceptions(comparison, ["before", "after"])).collect()
}

/// A few reasons are told, many are counted.
fn shorten(reasons: Vec<String>) -> String {
    const TOLD: usize = 4;
    match reasons.len().checked_sub(TOLD) {
        None | Some(0) => reasons.join(", "),
        Some(more) => format!("{} and {more} more", reasons[..TOLD].join(", ")),
    }
}

/// `at x = 1: before is 4, after is 2`.
fn values_there(witness: &Witness, decimals: bool) -> String {
    let shown = |value: &str| if decimals { as_decimal(value) } else { value.to_string() };
    let values = format!("before is {}, after is {}", shown(&witness.left), shown(&witness.right));
    let point: Vec<String> = witness
        .at
        .iter()
        .map(|(name, value)| format!("{name} = {}", value.to_decimal().unwrap_or_else(|| value.to_string())))
        .collect();
    if point.is_empty() { values } else { format!("at {}: {values}", point.join(", ")) }
}

fn likely_slip(judge: &Judge, before: &Expr, after: &Expr, change: &Change, witness: &Witness) -> Option<String> {
    let [value] = values([before], &witness.at)?;
    let settings = judge.settings.quick();
    let holds = |fixed: &Expr| compare_with(before, fixed, &settings).verdict.is_equal();
    if let [part] = change.after.parts[..] {
        let rounds = |fixed: &Expr| rounds(&[before], [before, fixed], &around(&witness.at));
        if let Some(told) = lost_sign(after, part, holds, rounds) {
            return Some(told);
        }
    }
    let names = before.variables();
    let target = Target { at: &witness.at, value, names: &names };
    fix(after, &change.after.parts, &target, holds).or_else(|| missing_term(before, after, holds))
}

/// "it would hold with + 2*a*b added": the difference of the two, if it is one term.
fn missing_term(before: &Expr, after: &Expr, holds: impl Fn(&Expr) -> bool) -> Option<String> {
    const LONGEST_TERM: usize = 9;
    let difference = before.clone().binary(Op::Sub, after);
    let term = algebra::normal_form(&difference, &algebra::Settings::default())?.to_expr();
    let sum = term.nodes().iter().any(|node| matches!(node.op(), Some(Op::Add | Op::Sub)));
    if sum || after.variables().is_empty() || term.len() > LONGEST_TERM || !holds(&after.clone().binary(Op::Add, &term))
    {
        return None;
    }
    let text = term.to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("+", text.as_str()), |text| ("-", text));
    Some(format!("it would hold with {sign} {text} added"))
}
