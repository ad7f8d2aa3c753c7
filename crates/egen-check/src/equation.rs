//! Equations: is this line the same equation as the one before, and which slip would explain that it is not?
//!
//! It is the same if the differences of the sides are the same up to a constant factor.

use egen_math::compare::{self, Comparison, Domain, compare_with};
use egen_math::set::Poles;
use egen_math::{Constant, Expr, Node, Number, Op, Symbol};

use crate::decimal::{as_decimal, has_decimals, lost_sign, rounds};
use crate::finding::{rounded, verdict_of};
use crate::fix::{Target, fix};
use crate::formula::Formula;
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::term::{has, ids, number, vanishes};
use crate::value::{near, rational, values};

/// Two sides.
pub type Equation = [Expr; 2];

/// The finding that two equations are the same up to a constant factor. They must be defined at
/// the same points, too: ln(x²) = 2 and 2 ln(x) = 2 are the same for x > 0 only.
pub fn same(judge: &Judge, before: &Equation, after: &Equation) -> Option<Finding> {
    let (f, g) = (difference(before), difference(after));
    for factor in factors(&f, &g) {
        let comparison = judge.decide(&f, &(factor.clone() * &g));
        if comparison.verdict.is_equal() && is_alike(&comparison) && poles(&f) == poles(&g) {
            let mut finding = Finding::new(verdict_of(&comparison), how(before, after, &factor));
            finding.comparison = Some(comparison);
            return Some(finding);
        }
    }
    None
}

fn is_alike(comparison: &Comparison) -> bool {
    comparison.exceptions.is_empty() && matches!(comparison.domain, None | Some(Domain::Equal))
}

/// What must not vanish, where that has zeros without end: cos(x) in tan(x) and in 1/cos(x). A comparison finds single points of a
/// bounded part only.
fn poles(f: &Expr) -> Vec<String> {
    let pole = |node: &Node| match node {
        Node::Unary(op, a) => match op.info().poles {
            Poles::HalfPi => Some(f.subtree(*a).unary(Op::Cos)),
            Poles::Pi => Some(f.subtree(*a).unary(Op::Sin)),
            Poles::None | Poles::Zero => None,
        },
        Node::Binary(Op::Div, _, b) => Some(f.subtree(*b)).filter(has_waves),
        _ => None,
    };
    let mut out: Vec<String> = f.nodes().iter().filter_map(pole).map(|expr| expr.to_string()).collect();
    out.sort();
    out.dedup();
    out
}

/// The sines and cosines that a formula speaks of.
pub fn waves_of(formula: &Formula) -> Vec<String> {
    let of = |side: &Expr| {
        let waves = ids(side).filter(|id| is_wave(side.node(*id)));
        waves.map(|id| side.subtree(id).to_string()).collect::<Vec<_>>()
    };
    let mut all: Vec<String> = formula.sides().flat_map(of).collect();
    all.sort();
    all.dedup();
    all
}

fn is_wave(node: &Node) -> bool {
    node.op().is_some_and(Op::is_periodic)
}

/// Does something in it come again and again, as sines do?
pub fn has_waves(expr: &Expr) -> bool {
    has(expr, is_wave)
}

/// What was done to an equation that is `factor` times the next.
fn how([a, b]: &Equation, [c, d]: &Equation, factor: &Expr) -> String {
    if number(factor) == Some(&Number::ONE) {
        return "the same equation".to_string();
    }
    if a == d && b == c {
        return "the same equation, turned round".to_string();
    }
    // -2 where both sides were divided by 2 and the equation was turned round.
    let size = positive(factor);
    let swapped = |one: &Expr, other: &Expr| vanishes(&(one.clone() - size.clone() * other));
    let turned = size != *factor && swapped(a, d) && swapped(b, c);
    let (factor, and) = if turned { (&size, " and turned round") } else { (factor, "") };
    let inverse = number(factor).and_then(|k| Number::ONE.combine(Op::Div, k)).filter(Number::is_integer);
    let done = match inverse {
        Some(inverse) => format!("multiplied by {inverse}{and}"),
        None => format!("divided by {factor}{and}"),
    };
    format!("the same equation, {done}")
}

/// A factor without its sign.
fn positive(factor: &Expr) -> Expr {
    match factor.node(factor.root()) {
        Node::Num(n) => Expr::number(n.abs()),
        Node::Unary(Op::Neg, inner) => factor.subtree(*inner),
        Node::Binary(Op::Mul, a, b) => match factor.node(*a) {
            Node::Num(n) if *n == Number::from(-1) => factor.subtree(*b),
            Node::Num(n) => Expr::number(n.abs()) * factor.subtree(*b),
            _ => factor.clone(),
        },
        _ => factor.clone(),
    }
}

fn difference([a, b]: &Equation) -> Expr {
    a.clone() - b
}

/// f/g at some points.
fn ratios(f: &Expr, g: &Expr) -> impl Iterator<Item = f64> {
    let mut names = f.variables();
    names.extend(g.variables());
    names.sort();
    names.dedup();
    [(7, 3), (-5, 11), (13, 4), (3, 17)].into_iter().filter_map(move |(p, q)| {
        let coordinate = |k: usize| Number::from(p + 2 * k as i64).combine(Op::Div, &Number::from(q));
        let at: Option<Vec<(Symbol, Number)>> =
            names.iter().enumerate().map(|(k, name)| Some((name.clone(), coordinate(k)?))).collect();
        let [f, g] = values([f, g], &at?)?;
        (f != 0.0 && g != 0.0).then_some(f / g)
    })
}

/// f/g, if it is the same wherever it was looked at.
pub fn constant_ratio(f: &Expr, g: &Expr) -> Option<f64> {
    let mut all = ratios(f, g);
    let first = all.next()?;
    let mut others = all.peekable();
    (others.peek().is_some() && others.all(|ratio| near(ratio, first))).then_some(first)
}

/// The constants that f/g may be, by its value at one point: a fraction, a root of one, or one times π.
fn factors(f: &Expr, g: &Expr) -> Vec<Expr> {
    let Some(ratio) = ratios(f, g).next() else { return Vec::new() };
    // A fraction comes first, but some fraction is near every root.
    let fraction = rational(ratio).map(Expr::number);
    let root = rational(ratio * ratio).map(|square| {
        let root = Expr::number(square).unary(Op::Sqrt);
        if ratio < 0.0 { -root } else { root }
    });
    let pi = Expr::constant(Constant::Pi);
    let turns = rational(ratio / std::f64::consts::PI).map(|turns| match turns {
        one if one == Number::ONE => pi.clone(),
        minus if minus == Number::from(-1) => -pi.clone(),
        turns => Expr::number(turns) * &pi,
    });
    [fraction, root, turns].into_iter().flatten().collect()
}

/// What to say about a solution of the line before that does not solve the next equation, or only up to rounding.
pub fn refuted(judge: &Judge, before: &Equation, after: &Equation, root: (Symbol, Number)) -> Option<Finding> {
    let there = |side: &Expr| side.substitute(&root.0, &Expr::number(root.1.clone()));
    let comparison = compare_with(&there(&after[0]), &there(&after[1]), &judge.settings.quick());
    let compare::Verdict::Refuted(witness) = &comparison.verdict else { return None };
    let decimals = before.iter().chain(after).any(has_decimals);
    let shown = |value: &str| if decimals { as_decimal(value) } else { value.to_string() };
    let (solution, at) = (format!("{} = {}", root.0, shown(&root.1.to_string())), [root]);
    let rounds = |side: &Expr, other: &Expr| rounds(&[&before[0], &before[1]], [side, other], &[at.to_vec()]);
    let rounding = rounds(&after[0], &after[1]);
    let reason = format!(
        "{}{solution} solves the line before; here the left side is then {}, the right side is {}",
        rounded(rounding),
        shown(&witness.left),
        shown(&witness.right)
    );
    let [left, right] = after;
    let same = |left: &Expr, right: &Expr| is_same(judge, before, &[left.clone(), right.clone()]);
    let sign = || {
        lost_sign(right, right.root(), |right| same(left, right), |right| rounds(left, right))
            .or_else(|| lost_sign(left, left.root(), |left| same(left, right), |left| rounds(left, right)))
    };
    let mut finding = Finding::new(if rounding { Verdict::Unknown } else { Verdict::Refuted }, reason);
    finding.fix = if rounding { None } else { sign().or_else(|| likely_slip(judge, before, after, &at)) };
    (finding.rounding, finding.at) = (rounding, at.to_vec());
    Some(finding)
}

/// The same equation, by values only?
fn is_same(judge: &Judge, before: &Equation, after: &Equation) -> bool {
    let settings = judge.settings.quick();
    let (f, g) = (difference(before), difference(after));
    factors(&f, &g).into_iter().any(|k| compare_with(&f, &(k * &g), &settings).verdict.is_equal())
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
