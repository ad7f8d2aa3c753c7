//! Equations: is this line the same equation as the one before?
//!
//! Yes, if the differences of their sides are the same up to a constant factor. No, if the one solution of a
//! linear equation does not solve the next. Other transformations are not judged.

use egen_math::compare::{Comparison, Evidence, Reason, Verdict, Witness, compare_with};
use egen_math::{Constant, Expr, Node, Number, Op, Symbol};

use super::decimal::{as_decimal, has_decimals, lost_sign, rounds};
use super::fix::{Target, fix};
use super::value::{rational, values};
use crate::answer::Judge;

pub type Equation = [Expr; 2];

/// What is found about a step between equations.
pub struct Found {
    pub comparison: Comparison,
    pub reason: String,
    pub fix: Option<String>,
    /// Refuted by a rounding only?
    pub rounding: bool,
}

/// Judges the step.
pub fn follow(judge: &Judge, before: &Equation, after: &Equation) -> Found {
    let (f, g) = (difference(before), difference(after));
    let mut last = None;
    for factor in factors(&f, &g) {
        let comparison = judge.decide(&f, &factor.clone().binary(Op::Mul, &g));
        if comparison.verdict.is_equal() {
            let reason = how(before, after, &factor);
            return Found { comparison, reason, fix: None, rounding: false };
        }
        last = Some(comparison);
    }
    if let Some((root, comparison)) = lost_solution(judge, before, after, &f) {
        return lost(judge, before, after, root, comparison);
    }
    let comparison = match last.filter(|one| matches!(one.verdict, Verdict::Unknown(_))) {
        Some(comparison) => comparison,
        None => unknown(),
    };
    let reason = "not the same equation up to a constant factor; other transformations are not checked".to_string();
    Found { comparison, reason, fix: None, rounding: false }
}

/// What was done to an equation that is `factor` times the next.
fn how([a, b]: &Equation, [c, d]: &Equation, factor: &Expr) -> String {
    let done = match factor.node(factor.root()) {
        Node::Num(k) if *k == Number::ONE => return "the same equation".to_string(),
        _ if a == d && b == c => "turned round".to_string(),
        Node::Num(k) => match Number::ONE.combine(Op::Div, k).filter(Number::is_integer) {
            Some(inverse) => format!("multiplied by {inverse}"),
            None => format!("divided by {factor}"),
        },
        _ => format!("divided by {factor}"),
    };
    format!("the same equation, {done}")
}

fn difference([a, b]: &Equation) -> Expr {
    a.clone().binary(Op::Sub, b)
}

fn unknown() -> Comparison {
    let (left, right) = (false, false);
    let verdict = Verdict::Unknown(Reason::NoCommonPoint { left, right });
    Comparison::new(verdict, None, None, Evidence::default())
}

/// The constants that f/g may be, by its value at one point: a fraction, a root of one, or one times π.
fn factors(f: &Expr, g: &Expr) -> Vec<Expr> {
    let mut names = f.variables();
    names.extend(g.variables());
    names.sort();
    names.dedup();
    let ratio = [(7, 3), (-5, 11), (13, 4), (3, 17)].into_iter().find_map(|(p, q)| {
        let coordinate = |k: usize| Number::from(p + 2 * k as i64).combine(Op::Div, &Number::from(q));
        let at: Option<Vec<(Symbol, Number)>> =
            names.iter().enumerate().map(|(k, name)| Some((name.clone(), coordinate(k)?))).collect();
        let [f, g] = values([f, g], &at?)?;
        (f != 0.0 && g != 0.0).then_some(f / g)
    });
    let Some(ratio) = ratio else { return Vec::new() };
    // A fraction comes first, but some fraction is near every root.
    let fraction = rational(ratio).map(Expr::number);
    let root = rational(ratio * ratio).map(|square| {
        let root = Expr::number(square).unary(Op::Sqrt);
        if ratio < 0.0 { -root } else { root }
    });
    let turns = rational(ratio / std::f64::consts::PI)
        .map(|turns| Expr::number(turns).binary(Op::Mul, &Expr::constant(Constant::Pi)));
    [fraction, root, turns].into_iter().flatten().collect()
}

/// The solution of a linear equation in one variable, if it certainly does not solve the next.
fn lost_solution(
    judge: &Judge,
    before: &Equation,
    after: &Equation,
    f: &Expr,
) -> Option<((Symbol, Number), Comparison)> {
    // DEBT: a solution may lie where nothing was assumed to hold; with assumptions nothing is refuted.
    let names = f.variables();
    let ([name], true) = (&names[..], judge.settings.assumptions.is_empty()) else { return None };
    // A derivative by x has no meaning once a number stands for x.
    if before.iter().chain(after).any(|side| side.nodes().iter().any(|node| node.op().is_some_and(Op::binds))) {
        return None;
    }
    let point = |n: i64| [(name.clone(), Number::from(n))];
    let ([zero], [one]) = (values([f], &point(0))?, values([f], &point(1))?);
    let (slope, offset) = (rational(one - zero)?, rational(zero)?);
    let line = Expr::number(slope.clone()) * Expr::variable(name.as_str()) + Expr::number(offset.clone());
    let quick = judge.settings.quick();
    if !compare_with(f, &line, &quick).verdict.is_equal() {
        return None;
    }
    let root = (-offset).combine(Op::Div, &slope)?;
    let at = |side: &Expr| side.substitute(name, &Expr::number(root.clone()));
    let [a, b, c, d] = [&before[0], &before[1], &after[0], &after[1]].map(at);
    let solved = compare_with(&a, &b, &quick).verdict.is_equal();
    let mut comparison = compare_with(&c, &d, &quick);
    let Verdict::Refuted(witness) = &comparison.verdict else { return None };
    let at = vec![(name.clone(), root.clone())];
    comparison.verdict = Verdict::Refuted(Witness { at, ..witness.clone() });
    solved.then_some(((name.clone(), root), comparison))
}

/// What to say about a solution that does not solve the next equation.
fn lost(judge: &Judge, before: &Equation, after: &Equation, root: (Symbol, Number), comparison: Comparison) -> Found {
    let Verdict::Refuted(witness) = &comparison.verdict else { unreachable!("it is refuted") };
    let decimals = before.iter().chain(after).any(has_decimals);
    let shown = |value: &str| if decimals { as_decimal(value) } else { value.to_string() };
    let (solution, at) = (format!("{} = {}", root.0, shown(&root.1.to_string())), [root]);
    let rounds = |side: &Expr, other: &Expr| rounds(&[&before[0], &before[1]], [side, other], &[at.to_vec()]);
    let rounding = rounds(&after[0], &after[1]);
    let only = if rounding { "differs only by rounding: " } else { "" };
    let reason = format!(
        "{only}{solution} solves the line before; here the left side is then {}, the right side is {}",
        shown(&witness.left),
        shown(&witness.right)
    );
    let [left, right] = after;
    let same = |left: &Expr, right: &Expr| is_same(judge, before, &[left.clone(), right.clone()]);
    let sign = || {
        lost_sign(right, right.root(), |right| same(left, right), |right| rounds(left, right))
            .or_else(|| lost_sign(left, left.root(), |left| same(left, right), |left| rounds(left, right)))
    };
    let fix = if rounding { None } else { sign().or_else(|| likely_slip(judge, before, after, &at)) };
    Found { comparison, reason, fix, rounding }
}

/// The same equation, by values only?
fn is_same(judge: &Judge, before: &Equation, after: &Equation) -> bool {
    let settings = judge.settings.quick();
    let (f, g) = (difference(before), difference(after));
    factors(&f, &g).into_iter().any(|k| compare_with(&f, &k.binary(Op::Mul, &g), &settings).verdict.is_equal())
}

/// One edit of a side with which the step would be right.
fn likely_slip(judge: &Judge, before: &Equation, after: &Equation, at: &[(Symbol, Number); 1]) -> Option<String> {
    let [left, right] = after;
    let names = [at[0].0.clone()];
    let values = values([left, right], at)?;
    let on_right = Target { at, value: values[0], names: &names };
    let on_left = Target { at, value: values[1], names: &names };
    fix(right, &[], &on_right, |right| is_same(judge, before, &[left.clone(), right.clone()]))
        .or_else(|| fix(left, &[], &on_left, |left| is_same(judge, before, &[left.clone(), right.clone()])))
}
