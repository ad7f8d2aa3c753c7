//! Rearrangements: is `h = V/(3πr²)` after `V = πr²h/3` the same equation, solved for h with a slip?
//!
//! An equation in the letters of the line before may be a further one of a system. What one slip keeps from solving the line before for a
//! letter was meant to solve it: two equations of a system differ by more than that.

use egen_graph::algebra;
use egen_math::diff::differentiate;
use egen_math::{Expr, Node, Op, Symbol};

use crate::facts::{Known, is_definition};
use crate::finding::told;
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::step::{Given, lone, vanishes};

/// The lines before that speak of a letter of the new one, if all of them say the same equation in the same letters.
pub fn same_equation<'a>(given: &Given<'a>, new: &Formula) -> Option<Vec<&'a Formula>> {
    let names = new.variables();
    let about = |fact: &&Formula| !is_definition(fact) && fact.variables().iter().any(|name| names.contains(name));
    let facts: Vec<&Formula> = given.facts.iter().copied().filter(about).collect();
    let known = Known::of(facts.iter().copied());
    let one = known.given.len() + known.rest.len() == 1 && !known.impossible;
    let equations = new.equation().is_some() && given.before.equation().is_some();
    (one && equations && given.before.variables() == names).then_some(facts)
}

/// Solutions are named, as by the quadratic formula with letters: each is put into the line before. A single one may be a further equation, unless it is
/// said to follow.
pub fn named(judge: &Judge, before: &Formula, new: &Formula, follows: bool) -> Option<Finding> {
    let [left, right] = before.equation().filter(|_| new.cases.len() > 1 || follows)?;
    // After x² + y = 7 numbers for x are chosen.
    let letters = |atom: &Atom| atom.right.variables().iter().any(|name| before.variables().contains(name));
    if before.variables().len() > 1 && !new.atoms().any(letters) {
        return None;
    }
    for case in &new.cases {
        let [atom] = &case[..] else { return None };
        let (Sign::Equal, Node::Var(name)) = (atom.sign, atom.left.node(atom.left.root())) else { return None };
        if atom.right.variables().contains(name) || !before.variables().contains(name) {
            return None;
        }
        let [a, b] = [left, right].map(|side| side.substitute(name, &atom.right));
        let mut finding = told(judge, &a, &b, judge.decide(&a, &b));
        match finding.verdict {
            Verdict::Refuted => {
                finding.reason = format!("{name} = {} does not solve the line before: {}", atom.right, finding.reason);
                (finding.change, finding.fix) = (None, None);
                return Some(finding);
            }
            Verdict::Proved | Verdict::Agree => {}
            _ => return None,
        }
    }
    // A line has one solution.
    let slope = |name: &Symbol| differentiate(&left.clone().binary(Op::Sub, right), name).ok();
    let linear = |name: &Symbol| {
        slope(name).and_then(|slope| differentiate(&slope, name).ok()).is_some_and(|bend| vanishes(&bend))
    };
    if let Some(name) = lone(new).filter(|name| linear(name)) {
        return Some(Finding::new(Verdict::Proved, format!("it solves the line before, which is linear in {name}")));
    }
    if let Some(name) = lone(new).filter(|name| root(&left.clone().binary(Op::Sub, right), name).is_some()) {
        return Some(Finding::new(Verdict::Proved, format!("it solves the line before for {name}")));
    }
    Some(Finding::new(Verdict::Unknown, "these are solutions; whether there are more is not known"))
}

/// The finding that a letter is what the line before gives, or is not, where a slip explains it.
pub fn solved_for(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    let (name, [_, after]) = (lone(new)?, new.equation()?);
    let facts = same_equation(given, new)?;
    // y = 2x + 1 and y = 2x - 1 are two lines; after y was written in another way, a third one is a step.
    let again = lone(given.before) == Some(name);
    if again && (facts.len() < 2 || facts[0] == given.before) || after.variables().contains(name) {
        return None;
    }
    let [left, right] = given.before.equation()?;
    let value = root(&left.clone().binary(Op::Sub, right), name)?;
    let mut finding = told(judge, &value, after, judge.decide(&value, after));
    if finding.verdict.holds() {
        return Some(Finding::new(finding.verdict, format!("it solves the line before for {name}")));
    }
    if finding.verdict != Verdict::Refuted || finding.fix.is_none() {
        return None;
    }
    finding.reason = format!("the line before gives {name} = {value}: {}", finding.reason);
    finding.change = None;
    Some(finding)
}

/// The finding for an equation in the letters of the line before: one of them is what the line before gives, and the new line is looked at there.
/// That it does not hold there is a mistake only if it was said to follow.
pub fn put_in(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    same_equation(given, new)?;
    let ([left, right], [a, b]) = (given.before.equation()?, new.equation()?);
    let difference = left.clone().binary(Op::Sub, right);
    let (name, value) = new.variables().into_iter().find_map(|name| Some((name.clone(), root(&difference, &name)?)))?;
    let [a, b] = [a, b].map(|side| side.substitute(&name, &value));
    let mut finding = told(judge, &a, &b, judge.decide(&a, &b));
    if finding.verdict.holds() {
        return Some(Finding::new(finding.verdict, format!("the line before gives {name} = {value}")));
    }
    if finding.verdict != Verdict::Refuted || !given.follows {
        return None;
    }
    finding.reason = format!("it does not follow: the line before gives {name} = {value}, and then {}", finding.reason);
    (finding.change, finding.fix) = (None, None);
    Some(finding)
}

/// The x of f = 0, where f is a + b·x, or a + b/x: there is no other.
pub fn root(f: &Expr, name: &Symbol) -> Option<Expr> {
    let normal = |expr: &Expr| algebra::normal_form(expr, &algebra::Settings::default());
    let x = Expr::variable(name.as_str());
    let linear = |f: &Expr| {
        let at = |n: i64| f.substitute(name, &Expr::number(n));
        let slope = at(1).binary(Op::Sub, &at(0));
        let line = slope.clone().binary(Op::Mul, &x).binary(Op::Add, &at(0));
        let same = normal(&f.clone().binary(Op::Sub, &line))?.is_zero() && !normal(&slope)?.is_zero();
        let quotient = (-at(0)).binary(Op::Div, &slope);
        normal(&quotient).filter(|_| same).map(|form| form.to_expr())
    };
    linear(f).or_else(|| {
        let turned = normal(&f.substitute(name, &Expr::number(1).binary(Op::Div, &x)))?.to_expr();
        let inverse = linear(&turned)?;
        normal(&Expr::number(1).binary(Op::Div, &inverse)).map(|form| form.to_expr())
    })
}
