//! Implicit derivatives: does a line with dy/dx follow from an equation in x and y, or in what depends on t?
//!
//! `x² + y² = 25` gives `2x + 2y dy/dx = 0`. The derivatives are letters like others here, and those of the equation are what they must fit. A line is wrong if it
//! fails at a point of the equation.

use egen_math::diff::differentiate;
use egen_math::solve::places;
use egen_math::{Expr, Node, Symbol};

use crate::facts::Fact;
use crate::formula::Formula;
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::solutions::{closed_forms, is_true};
use crate::term::{ids, name, rate, root_in_letters, variable};

/// A derivative `dy/dx` in a line: y and x.
type Rate = (Symbol, Symbol);

fn letter((of, by): &Rate) -> Symbol {
    Symbol::new(&format!("d{of}/d{by}"))
}

/// Judges a line with derivatives by the equations before it; `None` if it has none, or if they do not say.
pub fn judge(judge: &Judge, facts: &[Fact], new: &Formula) -> Option<Finding> {
    let [left, right] = new.equation()?;
    let mut rates = Vec::new();
    let sides = [left, right].map(|side| plain(side, &mut rates));
    let by = rates.first()?.1.clone();
    if rates.iter().any(|rate| rate.1 != by) {
        return None;
    }
    let claim = Formula::equal(&sides[0], &sides[1]);
    facts.iter().rev().find_map(|fact| by_fact(judge, facts, &fact.formula, &claim, &rates))
}

fn by_fact(judge: &Judge, facts: &[Fact], fact: &Formula, claim: &Formula, rates: &[Rate]) -> Option<Finding> {
    let whole = fact.single().filter(|_| fact.equation().is_some() && !fact.is_opaque())?.difference();
    let names = whole.variables();
    let (first, by) = (letter(&rates[0]), &rates[0].1);
    // Everything that varies has its derivative in the line; what stays, as π does, has no letter.
    let varies = |name: &Symbol| name == by || rates.iter().any(|rate| rate.0 == *name);
    if !rates.iter().all(|rate| names.contains(&rate.0)) || !names.iter().all(varies) {
        return None;
    }
    let mut total = differentiate(&whole, by).ok()?;
    for rate in rates {
        total = total + differentiate(&whole, &rate.0).ok()? * variable(&letter(rate));
    }
    let value = root_in_letters(&total, &first)?;
    let put = claim.map(|side| side.substitute(&first, &value));
    let [a, b] = put.equation()?;
    let of = format!("the derivative by {by} of {fact}");
    if judge.decide(a, b).verdict.is_equal() {
        return Some(Finding::new(Verdict::Proved, of));
    }
    // dy/dx = -3/4 may hold at a point that words give.
    if !claim.variables().iter().any(|name| names.contains(name)) {
        return None;
    }
    let others: Vec<&Formula> = facts.iter().map(|fact| &fact.formula).filter(|other| !other.is_opaque()).collect();
    let at = failing_point(&others, &whole, &put, rates)?;
    Some(Finding::new(Verdict::Refuted, format!("it is not {of}: at {at} it fails")))
}

/// A point at which all facts hold and a claim does not, in exact numbers.
fn failing_point(facts: &[&Formula], whole: &Expr, claim: &Formula, rates: &[Rate]) -> Option<String> {
    const TRIED: [i64; 4] = [1, 2, 3, 5];
    let (all, by) = (whole.variables(), &rates[0].1);
    for (unknown, from) in all.iter().flat_map(|unknown| TRIED.map(|from| (unknown, from))) {
        let names = all.iter().filter(|name| *name != unknown);
        let mut values: Vec<(Symbol, Expr)> =
            names.zip(from..).map(|(name, n)| (name.clone(), Expr::number(n))).collect();
        values.extend(rates.iter().skip(1).zip(from + 1..).map(|(rate, n)| (letter(rate), Expr::number(n))));
        if !all.contains(by) {
            values.push((by.clone(), Expr::number(from)));
        }
        let at = |expr: &Expr| values.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
        let whole = at(whole);
        let found = places(std::slice::from_ref(&whole), unknown).map_or_else(Vec::new, |found| found.list);
        let exact = closed_forms(&found, &[], std::slice::from_ref(&whole), unknown);
        let roots = exact.into_iter().flatten().chain(root_in_letters(&whole, unknown));
        for root in roots {
            let there = |side: &Expr| at(side).substitute(unknown, &root);
            let holds = |fact: &&Formula| is_true(&fact.map(there)) == Some(true);
            if facts.iter().all(holds) && is_true(&claim.map(there)) == Some(false) {
                let point: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                return Some(format!("{}, {unknown} = {root}", point.join(", ")).trim_start_matches(", ").to_string());
            }
        }
    }
    None
}

/// An expression with a letter for each derivative, and with y for y(x).
fn plain(expr: &Expr, rates: &mut Vec<Rate>) -> Expr {
    let mut out = expr.clone();
    while let Some((id, found)) = ids(&out).find_map(|id| Some((id, rate(&out, id)?))) {
        out = out.replace(id, &variable(&letter(&found)));
        if !rates.contains(&found) {
            rates.push(found);
        }
    }
    let called = |out: &Expr| {
        ids(out).find_map(|id| match out.node(id) {
            Node::Call(of, args) if rates.iter().any(|rate| rate.0 == *of) => match args[..] {
                [arg] => name(&out.subtree(arg)).map(|_| (id, of.clone())),
                _ => None,
            },
            _ => None,
        })
    };
    while let Some((id, of)) = called(&out) {
        out = out.replace(id, &variable(&of));
    }
    out
}
