//! Periods: which solutions has an equation that comes again and again, and are `x = π/6 + 2kπ` these?
//!
//! Where everything said of x repeats after a length L, the values from 0 to L speak for all. A family of values, one for each integer k, is the
//! list of its members there.

use egen_math::assume::Relation;
use egen_math::eval::point;
use egen_math::{Constant, Expr, Symbol};

use crate::equation::has_waves;
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::solutions::{Contrast, contrast, is_true};
use crate::step::{gained, lost, lost_solutions};
use crate::term::{constant, is_constant, linear, number, tidy, variable};

/// A length is looked for among so many multiples of 2π, or of 2.
const MULTIPLES: [i64; 6] = [1, 2, 3, 4, 6, 12];
/// A family with more members is not listed.
const MOST_MEMBERS: usize = 48;

/// Compares solutions over one period, where everything has one.
pub fn contrast_of_period(
    judge: &Judge,
    known: &[&Formula],
    before: &Formula,
    new: &Formula,
    name: &Symbol,
) -> Option<Contrast> {
    let all: Vec<&Formula> = known.iter().copied().chain([before, new]).collect();
    let period = lengths().find(|length| all.iter().all(|formula| repeats(judge, formula, name, length)))?;
    over(&period, known, before, new, name)
}

/// The finding about a family of values, one for each integer: `x = π/6 + 2kπ or x = 5π/6 + 2kπ`.
pub fn judge_family(judge: &Judge, facts: &[&Formula], new: &Formula) -> Option<Finding> {
    let (name, before, found) = contrast_of_family(judge, facts, new)?;
    let solution = lost_solutions(&found, &name);
    match (found.loses(), found.kept) {
        (true, true) if !found.gains() => Some(lost(&found, &before, new, &name)),
        (true, _) => {
            let reason = format!("{} solves the line before, and not this one", solution.first()?);
            Some(Finding::new(Verdict::Refuted, reason))
        }
        _ if !found.certain => None,
        _ if found.gains() => Some(gained(&found, &before, new, &name)),
        _ => Some(Finding::new(Verdict::Proved, "the same solutions, one for each integer")),
    }
}

/// Compares the solutions of what is known with those that a family lists: `x = π/6 + 2kπ or x = 5π/6 + 2kπ`. Gives the name of x, too.
fn contrast_of_family(judge: &Judge, facts: &[&Formula], new: &Formula) -> Option<(Symbol, Formula, Contrast)> {
    let waves = |fact: &&&Formula| fact.atoms().any(|atom| has_waves(&atom.difference()));
    let before = *facts.iter().rev().find(waves)?;
    let [name] = &before.variables()[..] else { return None };
    let known: Vec<&Formula> = facts.iter().copied().filter(|fact| fact.variables().contains(name)).collect();
    let indices: Vec<Symbol> = new.variables().into_iter().filter(|own| own != name).collect();
    let [index] = &indices[..] else { return None };
    if !known.iter().all(|fact| fact.is_in(name)) {
        return None;
    }
    let steps: Vec<[Expr; 2]> = new.cases.iter().map(|case| step(case, name, index)).collect::<Option<_>>()?;
    let fits = |length: &Expr| {
        let parts: Option<Vec<usize>> = steps.iter().map(|[_, by]| count(length, by)).collect();
        let repeats = known.iter().all(|formula| repeats(judge, formula, name, length));
        parts.filter(|parts| repeats && parts.iter().sum::<usize>() <= MOST_MEMBERS)
    };
    let (period, parts) = lengths().find_map(|length| fits(&length).map(|parts| (length, parts)))?;
    let mut cases = Vec::new();
    for ([from, by], count) in steps.iter().zip(parts) {
        for k in 0..count {
            let member = from.clone() + Expr::number(k as i64) * by;
            cases.push(vec![Atom::equal(&variable(name), &inside(&member, &period)?)]);
        }
    }
    let members = Formula { cases };
    let found = over(&period, &known, before, &members, name)?;
    if !found.certain && !found.loses() && !found.gains() {
        // The line before may be simpler than the first one, and was found to follow from it.
        return Some((name.clone(), before.clone(), over(&period, &[before], before, &members, name)?));
    }
    Some((name.clone(), before.clone(), found))
}

/// The first value and the step of a family of which a case gives one member for each integer.
fn step(case: &[Atom], name: &Symbol, index: &Symbol) -> Option<[Expr; 2]> {
    let [Atom { left, sign: Sign::Equal, right }] = case else { return None };
    let [slope, rest] = linear(left, name).filter(|[slope, rest]| number(slope).is_some() && is_constant(rest))?;
    let value = (right.clone() - rest) / slope;
    let [by, from] = linear(&value, index)?;
    (is_constant(&by) && is_constant(&from) && !has_waves(&value)).then_some([from, by])
}

/// 2π, 4π, … and 2, 4, …
fn lengths() -> impl Iterator<Item = Expr> {
    let of = |unit: Option<Constant>| {
        MULTIPLES.into_iter().map(move |times| match unit {
            Some(unit) => Expr::number(2 * times) * Expr::constant(unit),
            None => Expr::number(2 * times),
        })
    };
    of(Some(Constant::Pi)).chain(of(None))
}

/// Does a formula say the same of x and of x + L?
fn repeats(judge: &Judge, formula: &Formula, name: &Symbol, length: &Expr) -> bool {
    let next = variable(name) + length;
    formula.atoms().all(|atom| {
        let difference = atom.difference();
        has_waves(&difference) && judge.decide(&difference, &difference.substitute(name, &next)).verdict.is_equal()
    })
}

/// How often a step fits into a length.
fn count(length: &Expr, by: &Expr) -> Option<usize> {
    let ratio = constant(&(length.clone() / by))?;
    let whole = ratio.is_integer() && !ratio.is_zero();
    whole.then(|| ratio.to_f64().abs() as usize).filter(|count| *count <= MOST_MEMBERS)
}

/// The member of a family that lies between 0 and L.
fn inside(member: &Expr, length: &Expr) -> Option<Expr> {
    let turns = |expr: &Expr| match point::real(&(expr.clone() / length), &[], 8) {
        point::Value::Known(digits) => digits.parse::<f64>().ok(),
        point::Value::Undefined | point::Value::Unsure(_) => None,
    };
    let around = turns(member)?.floor() as i64;
    [around, around - 1, around + 1].into_iter().find_map(|turn| {
        let value = tidy(&(member.clone() - Expr::number(turn) * length))?;
        let [low, high] = ends(&value, length);
        let holds = |atom: Atom| is_true(&Formula::of(atom)) == Some(true);
        (holds(low) && holds(high)).then_some(value)
    })
}

/// 0 ≤ x and x < L.
fn ends(value: &Expr, length: &Expr) -> [Atom; 2] {
    let related =
        |relation, right: &Expr| Atom { left: value.clone(), sign: Sign::Other(relation), right: right.clone() };
    [related(Relation::GreaterOrEqual, &Expr::number(0)), related(Relation::Less, length)]
}

/// Compares solutions from 0 to L.
fn over(length: &Expr, known: &[&Formula], before: &Formula, new: &Formula, name: &Symbol) -> Option<Contrast> {
    let window = Formula { cases: vec![ends(&variable(name), length).to_vec()] };
    let within: Vec<&Formula> = known.iter().copied().chain([&window]).collect();
    let inside = |formula: &Formula| Formula {
        cases: formula.cases.iter().map(|case| [&case[..], &window.cases[0]].concat()).collect(),
    };
    contrast(&within, &inside(before), &inside(new), name)
}
