//! Implicit derivatives: does a line with dy/dx follow from an equation in x and y, or in what depends on t?
//!
//! `x² + y² = 25` gives `2x + 2y dy/dx = 0`. The derivatives are letters like others here, and those of the equation are what they must fit. A line is wrong if it
//! fails at a point of the equation.

use egen_math::diff::differentiate;
use egen_math::solve::places;
use egen_math::{Expr, Id, Node, Op, Symbol};

use crate::facts::Fact;
use crate::formula::{Atom, Formula};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::solutions::{closed_forms, is_true};

/// A derivative `dy/dx` in a line.
#[derive(Clone, PartialEq)]
struct Rate {
    of: Symbol,
    by: Symbol,
}

impl Rate {
    fn letter(&self) -> Symbol {
        Symbol::new(&format!("d{}/d{}", self.of, self.by))
    }
}

/// Judges a line with derivatives by the equations before it; `None` if it has none, or if they do not say.
pub fn judge(judge: &Judge, facts: &[Fact], new: &Formula) -> Option<Finding> {
    let [left, right] = new.equation()?;
    let mut rates = Vec::new();
    let sides = [left, right].map(|side| plain(side, &mut rates));
    let by = rates.first().map(|rate| rate.by.clone())?;
    if rates.iter().any(|rate| rate.by != by) {
        return None;
    }
    let claim = Formula::of(Atom::equal(&sides[0], &sides[1]));
    facts.iter().rev().find_map(|fact| by_fact(judge, facts, &fact.formula, &claim, &rates, &by))
}

fn by_fact(
    judge: &Judge,
    facts: &[Fact],
    fact: &Formula,
    claim: &Formula,
    rates: &[Rate],
    by: &Symbol,
) -> Option<Finding> {
    let [left, right] = fact.equation().filter(|_| !fact.is_opaque())?;
    let whole = left.clone().binary(Op::Sub, right);
    let names = whole.variables();
    let depends = |rate: &Rate| names.contains(&rate.of);
    // Everything that varies has its derivative in the line; what stays, as π does, has no letter.
    if !rates.iter().all(depends) || !names.iter().all(|name| name == by || rates.iter().any(|rate| rate.of == *name)) {
        return None;
    }
    let mut total = differentiate(&whole, by).ok()?;
    for rate in rates {
        let part = differentiate(&whole, &rate.of).ok()?;
        total = total.binary(Op::Add, &part.binary(Op::Mul, &Expr::variable(rate.letter().as_str())));
    }
    let first = rates.first()?;
    let value = solved(&total, &first.letter())?;
    let put = claim.map(|side| side.substitute(&first.letter(), &value));
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
    let at = failing_point(&others, fact, &put, rates, by)?;
    Some(Finding::new(Verdict::Refuted, format!("it is not {of}: at {at} it fails")))
}

/// x for a·x + b = 0, where a and b do not have x.
fn solved(expr: &Expr, name: &Symbol) -> Option<Expr> {
    let at = |n: i64| expr.substitute(name, &Expr::number(n));
    let slope = differentiate(expr, name).ok().filter(|slope| !slope.variables().contains(name))?;
    Some((-at(0)).binary(Op::Div, &slope))
}

/// A point at which all facts hold and a claim does not, in exact numbers.
fn failing_point(facts: &[&Formula], fact: &Formula, claim: &Formula, rates: &[Rate], by: &Symbol) -> Option<String> {
    const TRIED: [i64; 4] = [1, 2, 3, 5];
    let [left, right] = fact.equation()?;
    let whole = left.clone().binary(Op::Sub, right);
    let all = whole.variables();
    for (unknown, from) in all.iter().flat_map(|unknown| TRIED.map(|from| (unknown, from))) {
        let names = all.iter().filter(|name| *name != unknown);
        let mut values: Vec<(Symbol, Expr)> =
            names.zip(from..).map(|(name, n)| (name.clone(), Expr::number(n))).collect();
        values.extend(rates.iter().skip(1).zip(from + 1..).map(|(rate, n)| (rate.letter(), Expr::number(n))));
        if !all.contains(by) {
            values.push((by.clone(), Expr::number(from)));
        }
        let at = |expr: &Expr| values.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
        let whole = at(&whole);
        let found = places(std::slice::from_ref(&whole), unknown).map_or_else(Vec::new, |found| found.list);
        let exact = closed_forms(&found, &[], std::slice::from_ref(&whole), unknown);
        let roots = exact.into_iter().flatten().chain(solved(&whole, unknown));
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
    loop {
        let derivative = |id: Id| {
            let Node::Binary(Op::Diff, f, by) = out.node(id) else { return None };
            let (Node::Call(name, args), Node::Var(by)) = (out.node(*f), out.node(*by)) else { return None };
            let [arg] = &args[..] else { return None };
            let own = matches!(out.node(*arg), Node::Var(arg) if arg == by);
            own.then(|| Rate { of: name.clone(), by: by.clone() })
        };
        let ids = || (0u32..).map(Id).take(out.len());
        if let Some((id, rate)) = ids().find_map(|id| Some((id, derivative(id)?))) {
            out = out.replace(id, &Expr::variable(rate.letter().as_str()));
            if !rates.contains(&rate) {
                rates.push(rate);
            }
            continue;
        }
        let call = ids().find_map(|id| match out.node(id) {
            Node::Call(name, args) => match &args[..] {
                [arg] if rates.iter().any(|rate| rate.of == *name) && matches!(out.node(*arg), Node::Var(_)) => {
                    Some((id, name.clone()))
                }
                _ => None,
            },
            _ => None,
        });
        match call {
            Some((id, name)) => out = out.replace(id, &Expr::variable(name.as_str())),
            None => return out,
        }
    }
}
