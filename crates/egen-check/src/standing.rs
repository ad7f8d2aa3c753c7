//! Standings: which earlier lines stay in force when a line does not fit them?
//!
//! People choose values, and then others; they look at x > 0, and then at x < 0. What was only given gives way, together with what
//! was derived since.

use egen_math::{Expr, Node, Op, Symbol};

use crate::equation;
use crate::facts::{Fact, restricting};
use crate::formula::{Atom, Formula};
use crate::judge::Judge;
use crate::meaning::is_plain as is_result;
use crate::solutions::{contrast, is_true};
use crate::step::{Given, judge_formula};
use crate::term::{ids, is_constant, name, number, variable};

/// Is each relation between a name and a constant?
fn is_plain(formula: &Formula) -> bool {
    let ends = |side: &Expr, end: &Expr| name(side).is_some() && is_constant(end);
    formula.atoms().all(|atom| ends(&atom.left, &atom.right) || ends(&atom.right, &atom.left))
}

/// The facts without some that were given, and without what was derived after the first of these.
fn without(facts: &[Fact], drop: impl Fn(&Fact) -> bool) -> Vec<Fact> {
    let first = facts.iter().position(&drop).unwrap_or(facts.len());
    let stays = |(at, fact): &(usize, &Fact)| !(drop(fact) || (*at > first && fact.derived));
    facts.iter().enumerate().filter(stays).map(|(_, fact)| fact.clone()).collect()
}

/// Does a formula fit some facts, as far as can be told?
fn fits(judge: &Judge, facts: &[Fact], formula: &Formula) -> bool {
    let names = formula.variables();
    let Some(before) = facts.iter().rev().find(|fact| fact.formula.has_any(&names)) else { return true };
    if let [name] = &names[..] {
        let known = restricting(facts.iter().map(|fact| &fact.formula), name);
        let found = known.last().and_then(|last| contrast(&known, last, formula, name));
        if let Some(found) = found {
            return found.kept || !found.certain;
        }
    }
    let given = Given {
        facts: facts.iter().map(|fact| &fact.formula).collect(),
        before: &before.formula,
        follows: false,
        broken: false,
        begun: false,
    };
    !judge_formula(judge, &given, formula).verdict.fails()
}

/// The facts of another case, for a condition that the facts contradict.
pub fn another_condition(judge: &Judge, facts: &[Fact], formula: &Formula) -> Option<Vec<Fact>> {
    let names = formula.variables();
    if fits(judge, facts, formula) {
        return None;
    }
    let about = |fact: &Fact| fact.formula.has_any(&names);
    let condition =
        |fact: &Fact| !fact.derived && about(fact) && fact.formula.is_condition() && is_plain(&fact.formula);
    let solved = |fact: &Fact| fact.derived && about(fact) && fact.formula.is_solved();
    let tries =
        [without(facts, condition), without(facts, solved), without(facts, |fact| condition(fact) || solved(fact))];
    tries.into_iter().find(|rest| rest.len() < facts.len() && fits(judge, rest, formula))
}

/// The facts of another case, for a line `x = c` after one that gave x another value by choice. Only these values of the line count.
pub fn another_choice(judge: &Judge, facts: &[Fact], formula: &Formula) -> Option<Vec<Fact>> {
    let solved = |formula: &Formula| -> Vec<(Symbol, Expr)> {
        let [case] = &formula.cases[..] else { return Vec::new() };
        case.iter().filter_map(Atom::solved).map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    let new = solved(formula);
    let values = new.iter().map(|(name, value)| Atom::equal(&variable(name), value)).collect();
    let formula = &Formula { cases: vec![values] };
    let other = |fact: &Fact| {
        let old = solved(&fact.formula);
        old.iter().any(|(name, value)| new.iter().any(|(own, number)| own == name && number != value))
    };
    // v = 5 + 2·3, and then v = 21, is the same calculation.
    let calculated = |fact: &Fact| {
        let old = solved(&fact.formula);
        old.iter().any(|(name, value)| !is_result(value) && new.iter().any(|(own, _)| own == name))
    };
    if !facts.iter().any(other) || facts.last().is_some_and(calculated) {
        return None;
    }
    // A choice stands beside something else: y = 4 − 8 alone, and then y = 4, is a step.
    let tied = |at: usize| {
        let names = facts[at].formula.variables();
        (0..facts.len()).any(|other| other != at && facts[other].formula.has_any(&names))
    };
    let chosen =
        |at: usize| !facts[at].derived && (at + 1 < facts.len() || facts[at].formula.atoms().count() > 1 || tied(at));
    let choices: Vec<usize> =
        (0..facts.len()).rev().filter(|&at| chosen(at) && !solved(&facts[at].formula).is_empty()).collect();
    let one = choices.iter().map(|&at| vec![at]);
    let drops = one.chain([choices.clone()]);
    drops
        .map(|drop| without(facts, |fact| drop.iter().any(|&at| std::ptr::eq(&facts[at], fact))))
        .find(|rest| rest.len() < facts.len() && !rest.iter().any(other) && fits(judge, rest, formula))
}

/// The facts without `n = k`, for a line `n = k + 1` after it: an induction goes on.
pub fn next_step(facts: &[Fact], formula: &Formula) -> Option<Vec<Fact>> {
    let [index, next] = formula.equation()?;
    let Node::Binary(Op::Add, base, by) = *next.node(next.root()) else { return None };
    let (base, by) = (next.subtree(base), next.subtree(by));
    let counts = number(&by).is_some_and(|n| n.is_integer() && !n.is_negative());
    let old = Formula::equal(index, &base);
    let before = |fact: &Fact| !fact.derived && fact.formula == old;
    let goes_on = counts && name(index).is_some() && name(&base).is_some() && facts.iter().any(before);
    goes_on.then(|| without(facts, before))
}

/// Is an inequality a further condition beside the one before it, and not what that one was transformed into?
pub fn is_further(facts: &[Fact], before: &Fact, new: &Formula) -> bool {
    let [name] = &new.variables()[..] else { return false };
    let conditions = new.is_condition() && before.formula.is_condition() && before.formula.is_in(name);
    if !conditions || opens(&before.formula, new) {
        return false;
    }
    let known = restricting(facts.iter().map(|fact| &fact.formula), name);
    let Some(found) = contrast(&known, &before.formula, new, name) else { return false };
    let stands = is_plain(&before.formula);
    match (found.kept, found.gains()) {
        (false, _) => false,
        // After x > 2 was derived, x > 5 would be the next step.
        (true, false) => stands && !(before.derived && is_plain(new)),
        (true, true) => stands || (!is_plain(new) && ratio_sign(&before.formula, new).is_none()),
    }
}

/// Is it |u| < c, and then something between −c and c, or beyond them? That is what the bars stand for.
fn opens(before: &Formula, new: &Formula) -> bool {
    let Some(atom) = before.single() else { return false };
    let bars = |side: &Expr| matches!(side.node(side.root()), Node::Unary(Op::Abs, _));
    let end = match (bars(&atom.left), bars(&atom.right)) {
        (true, _) => &atom.right,
        (_, true) => &atom.left,
        _ => return false,
    };
    let is_end = |side: &Expr| {
        let same = |end: &Expr| is_true(&Formula::of(Atom::equal(side, end))) == Some(true);
        same(end) || same(&-end.clone())
    };
    new.atoms().count() == 2 && new.atoms().all(|atom| is_end(&atom.left) || is_end(&atom.right))
}

/// Is one inequality a constant times the other? `Some(true)` if the constant is negative.
pub fn ratio_sign(before: &Formula, new: &Formula) -> Option<bool> {
    let (before, new) = before.single().zip(new.single())?;
    equation::constant_ratio(&before.difference(), &new.difference()).map(|ratio| ratio < 0.0)
}

/// Is an equation another one with |u| replaced by u or −u?
pub fn is_case_of(judge: &Judge, before: &Formula, new: &Formula) -> bool {
    let Some(([a, b], [c, d])) = before.equation().zip(new.equation()) else { return false };
    let whole = a.clone() - b;
    let bars = ids(&whole).find_map(|id| match whole.node(id) {
        Node::Unary(Op::Abs, inner) => Some((id, whole.subtree(*inner))),
        _ => None,
    });
    bars.is_some_and(|(at, inner)| {
        [inner.clone(), -inner].iter().any(|signed| {
            let case = [whole.replace(at, signed), Expr::number(0)];
            equation::same(judge, &case, &[c.clone(), d.clone()]).is_some()
        })
    })
}
