//! Rearrangements: is `h = V/(3πr²)` after `V = πr²h/3` the same equation, solved for h with a slip?
//!
//! An equation in the letters of the line before may be a further one of a system. What one slip keeps from solving the line before for a
//! letter was meant to solve it: two equations of a system differ by more than that.

use egen_math::diff::differentiate;
use egen_math::{Expr, Id, Node, Op, Symbol};

use crate::equation;
use crate::facts::{Known, is_definition};
use crate::finding::equal;
use crate::formula::{Atom, Formula};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::step::{Given, sides};
use crate::term::{constant, has, is_constant, name, replaced, root_in_letters, vanishes, variable};

/// The lines before that speak of a letter of the new one, if all of them say the same equation in the same letters.
pub fn same_equation<'a>(judge: &Judge, given: &Given<'a>, new: &Formula) -> Option<Vec<&'a Formula>> {
    let names = new.variables();
    let about = |fact: &&Formula| !is_definition(fact) && fact.has_any(&names);
    let facts: Vec<&Formula> = given.facts.iter().copied().filter(about).collect();
    let (before, _) = sides(given.before).zip(sides(new)).filter(|_| given.before.variables() == names)?;
    let known = Known::of(facts.iter().copied());
    let one = known.given.len() + known.rest.len() == 1 && !known.impossible;
    let same = |fact: &&Formula| {
        sides(fact).is_some_and(|fact| fact == before || equation::same(judge, &fact, &before).is_some())
    };
    (one || facts.iter().all(same)).then_some(facts)
}

/// Solutions are named, as by the quadratic formula with letters: each is put into the line before. A single one may be a further equation, unless it is
/// said to follow.
pub fn named(judge: &Judge, before: &Formula, new: &Formula, follows: bool) -> Option<Finding> {
    let [left, right] = before.equation().filter(|_| new.cases.len() > 1 || follows)?;
    // After x² + y = 7 numbers for x are chosen.
    let names = before.variables();
    let letters = |atom: &Atom| atom.right.variables().iter().any(|name| names.contains(name));
    if names.len() > 1 && !new.atoms().any(letters) {
        return None;
    }
    for case in &new.cases {
        let [atom] = &case[..] else { return None };
        let name = atom.gives().filter(|name| names.contains(name) && !atom.right.variables().contains(name))?;
        let [a, b] = [left, right].map(|side| side.substitute(name, &atom.right));
        let finding = equal(judge, &a, &b);
        if finding.verdict == Verdict::Refuted {
            let reason = format!("{name} = {} does not solve the line before: {}", atom.right, finding.reason);
            return Some(finding.because(reason));
        }
        if !finding.verdict.holds() {
            return None;
        }
    }
    let whole = left.clone() - right;
    // A line has one solution.
    let linear = |name: &&Symbol| {
        let bend = differentiate(&whole, name).and_then(|slope| differentiate(&slope, name));
        bend.is_ok_and(|bend| vanishes(&bend))
    };
    Some(match new.gives() {
        Some(name) if linear(&name) => {
            Finding::new(Verdict::Proved, format!("it solves the line before, which is linear in {name}"))
        }
        Some(name) if root_in_letters(&whole, name).is_some() => {
            Finding::new(Verdict::Proved, format!("it solves the line before for {name}"))
        }
        _ => Finding::new(Verdict::Unknown, "these are solutions; whether there are more is not known"),
    })
}

/// The finding that a letter, or a power of one, is what the line before gives, or is not, where a slip explains it.
pub fn solved_for(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    let [quantity, after] = new.equation()?;
    let power = |base: &Id| matches!(quantity.node(*base), Node::Var(_));
    let quantities = matches!(quantity.node(quantity.root()), Node::Binary(Op::Pow, base, _) if power(base));
    if !quantities && name(quantity).is_none() {
        return None;
    }
    let [own] = &quantity.variables()[..] else { return None };
    let facts = same_equation(judge, given, new)?;
    // y = 2x + 1 and y = 2x - 1 are two lines; after y was written in another way, a third one is a step.
    let [left, right] = given.before.equation()?;
    let again = left == quantity;
    if again && (facts.len() < 2 || facts[0] == given.before) || after.variables().contains(own) {
        return None;
    }
    // The power as a letter of its own.
    let letter = Symbol::new(&format!("{own}_power"));
    let whole = replaced(&(left.clone() - right), quantity, &variable(&letter));
    let value = root_in_letters(&whole, &letter).filter(|value| !value.variables().contains(own))?;
    let mut finding = equal(judge, &value, after);
    if finding.verdict.holds() {
        return Some(Finding::new(finding.verdict, format!("it solves the line before for {quantity}")));
    }
    if finding.verdict != Verdict::Refuted || finding.fix.is_none() {
        return None;
    }
    finding.reason = format!("the line before gives {quantity} = {value}: {}", finding.reason);
    (finding.change, finding.further) = (None, true);
    Some(finding)
}

/// The finding for an equation in the letters of the line before: one of them is what the line before gives, and the new line is looked at there.
/// That it does not hold there is a mistake only if it was said to follow.
pub fn put_in(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    same_equation(judge, given, new)?;
    let ([left, right], [a, b]) = (given.before.equation()?, new.equation()?);
    let whole = left.clone() - right;
    let (name, value) =
        new.variables().into_iter().find_map(|name| Some((name.clone(), root_in_letters(&whole, &name)?)))?;
    let [a, b] = [a, b].map(|side| side.substitute(&name, &value));
    let finding = equal(judge, &a, &b);
    if finding.verdict.holds() {
        return Some(Finding::new(finding.verdict, format!("the line before gives {name} = {value}")));
    }
    if finding.verdict != Verdict::Refuted || !given.follows {
        return None;
    }
    let reason = format!("it does not follow: the line before gives {name} = {value}, and then {}", finding.reason);
    Some(finding.because(reason))
}

/// Is a square completed, and the number beside it another one? y = x² + 4x − 1 and y = (x + 2)² − 1 never meet, so that they are no system; but the second
/// may be the first one, shifted.
pub fn is_square_completed(before: &Formula, new: &Formula) -> bool {
    let Some(([left, before], [name, after])) = before.equation().zip(new.equation()) else { return false };
    let completed = |expr: &Expr| {
        let sum = |id: Id| matches!(expr.node(id), Node::Binary(Op::Add | Op::Sub, ..));
        let varies = |id: Id| !is_constant(&expr.subtree(id));
        has(expr, |node| matches!(*node, Node::Binary(Op::Pow, base, _) if sum(base) && varies(base)))
    };
    left == name && completed(after) && !completed(before) && constant(&(before.clone() - after)).is_some()
}

/// Are two letters of the line before interchanged, as for an inverse: y = 3x, x = 3y?
pub fn is_interchanged(before: &Formula, new: &Formula) -> bool {
    let [first, second] = &before.variables()[..] else { return false };
    let [x, y] = [first, second].map(variable);
    let swapped = before.map(|side| side.substitute_all(&[(first, &y), (second, &x)]));
    before.equation().is_some() && swapped == *new && *before != *new
}

/// Is it a formula for the power of a quantity by others, as c² = a² + b² and v² = u² + 2as are? Who uses it knows the quantity's sign.
pub fn gives_power(fact: &Formula, name: &Symbol) -> bool {
    let Some([left, right]) = fact.equation() else { return false };
    let power = matches!(left.node(left.root()), Node::Binary(Op::Pow, base, _) if matches!(left.node(*base), Node::Var(own) if own == name));
    power && right.variables().len() > 1 && !right.variables().contains(name)
}
