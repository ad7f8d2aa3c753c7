//! Findings: what is there to say about a step?

use egen_math::ball::Ball;
use egen_math::compare::{self, Comparison, Domain, Proof, Step, Unlike, Why, Witness, compare_with};
use egen_math::{Expr, Node, Number, Op};

use crate::change::{Change, change};
use crate::decimal::{around, as_decimal, has_decimals, lost_sign, rounds};
use crate::fix::{Target, fix};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::term::{has, is_constant, number, tidy};
use crate::value::values;

/// What is larger is judged all the same, but nobody looks for a rounding or a slip in it.
const MAX_NODES: usize = 1_000;

/// Judges the claim that two expressions are equal.
pub fn equal(judge: &Judge, before: &Expr, after: &Expr) -> Finding {
    told(judge, before, after, judge.decide(before, after))
}

/// What to say about a comparison of two expressions.
pub fn told(judge: &Judge, before: &Expr, after: &Expr, comparison: Comparison) -> Finding {
    let mut finding = Finding::new(verdict_of(&comparison), "");
    let reason = match &comparison.verdict {
        compare::Verdict::Proved(_) => [&[shorten(why(&comparison.verdict))][..], &domain(&comparison)].concat(),
        compare::Verdict::Agree if comparison.evidence.points == 1 => {
            vec![format!("the same value to {} digits", comparison.evidence.digits)]
        }
        compare::Verdict::Agree => {
            [&[format!("the same value at {} points", comparison.evidence.points)][..], &domain(&comparison)].concat()
        }
        compare::Verdict::Unknown(reason) => vec![reason.to_string()],
        compare::Verdict::Refuted(witness) => {
            let change = change(before, after);
            let small = before.len() + after.len() <= MAX_NODES;
            finding.rounding = small && rounds(&[before], [before, after], &around(&witness.at));
            if finding.rounding {
                finding.verdict = Verdict::Unknown;
            }
            // That 3 = 5 would hold with 3 is no explanation.
            let numbers = is_number(before) && is_number(after);
            if small && !finding.rounding && !numbers {
                finding.fix = likely_slip(judge, before, after, &change, witness);
            }
            finding.change = Some(change);
            finding.at = witness.at.clone();
            let decimals = has_decimals(before) || has_decimals(after);
            vec![format!("{}{}", rounded(finding.rounding), values_there(witness, decimals))]
        }
    };
    finding.reason = reason.join(", ");
    finding.comparison = Some(comparison);
    finding
}

/// Is it a number, or one with a minus?
fn is_number(expr: &Expr) -> bool {
    let negative = matches!(expr.node(expr.root()), Node::Unary(Op::Neg, a) if matches!(expr.node(*a), Node::Num(_)));
    negative || number(expr).is_some()
}

/// What is said first about a step that only rounds. People write = for it and mean ≈, so it is neither right nor refuted.
pub fn rounded(rounding: bool) -> &'static str {
    if rounding { "equal up to rounding only: " } else { "" }
}

/// The verdict of a comparison, as one about a step.
pub fn verdict_of(comparison: &Comparison) -> Verdict {
    match comparison.verdict {
        compare::Verdict::Proved(_) => Verdict::Proved,
        compare::Verdict::Agree => Verdict::Agree,
        compare::Verdict::Refuted(_) => Verdict::Refuted,
        compare::Verdict::Unknown(_) => Verdict::Unknown,
    }
}

/// The rules behind a proof, in order, each once.
pub fn why(verdict: &compare::Verdict) -> Vec<String> {
    match verdict {
        compare::Verdict::Proved(Proof::Identical) => vec!["the same expression".to_string()],
        compare::Verdict::Proved(Proof::Arithmetic(_)) => vec!["arithmetic".to_string()],
        compare::Verdict::Proved(Proof::Steps(steps)) => rules_of(steps.iter()),
        compare::Verdict::Proved(Proof::Cases(cases)) => {
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
    for step in steps.filter(|step| step.why != Why::Start) {
        let name = step.why.to_string();
        if !names.contains(&name) {
            names.push(name);
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
    let point: Vec<String> = witness.at.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
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
    let term = tidy(&(before.clone() - after))?;
    let sum = has(&term, |node| matches!(node.op(), Some(Op::Add | Op::Sub)));
    if sum || is_constant(after) || term.len() > LONGEST_TERM || !holds(&(after.clone() + &term)) {
        return None;
    }
    let text = term.to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("+", text.as_str()), |text| ("-", text));
    Some(format!("it would hold with {sign} {text} added"))
}

/// The exceptions of a comparison, a line a kind: `at x = 0 and x = 1 the first has no value`.
pub fn exceptions(comparison: &Comparison, [first, second]: [&str; 2]) -> Vec<String> {
    let line = |found: Unlike, what: String| {
        let places = comparison.exceptions.iter().filter(|one| one.found == found);
        let places: Vec<String> = places.map(|one| format!("{} = {}", one.variable, plain(&one.at))).collect();
        (!places.is_empty()).then(|| format!("at {} {what}", listed(&places)))
    };
    let lines = [
        line(Unlike::NoFirst, format!("{first} has no value")),
        line(Unlike::NoSecond, format!("{second} has no value")),
        line(Unlike::Differ, "they differ (single points do not count)".to_string()),
    ];
    lines.into_iter().flatten().collect()
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A number as a decimal if it has one.
pub fn plain(value: &Number) -> String {
    // A point between breaks that are close together can have thousands of digits.
    const READABLE: usize = 80;
    let exact = value.to_decimal().unwrap_or_else(|| value.to_string());
    if exact.len() <= READABLE {
        exact
    } else {
        format!("{}…", Ball::from_number(value, 4 * READABLE).to_decimal(READABLE / 2))
    }
}
