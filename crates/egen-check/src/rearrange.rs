//! Rearrangements: is `h = V/(3πr²)` after `V = πr²h/3` the same equation, solved for h with a slip?
//!
//! An equation in the letters of the line before may be a further one of a system. What one slip keeps from solving the line before for a
//! letter was meant to solve it: two equations of a system differ by more than that.

use egen_graph::algebra;
use egen_math::diff::differentiate;
use egen_math::{Expr, Id, Node, Op, Symbol};

use crate::equation;
use crate::facts::{Known, is_definition};
use crate::finding::told;
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::step::{Given, lone, vanishes};

/// The lines before that speak of a letter of the new one, if all of them say the same equation in the same letters.
pub fn same_equation<'a>(judge: &Judge, given: &Given<'a>, new: &Formula) -> Option<Vec<&'a Formula>> {
    let names = new.variables();
    let about = |fact: &&Formula| !is_definition(fact) && fact.variables().iter().any(|name| names.contains(name));
    let facts: Vec<&Formula> = given.facts.iter().copied().filter(about).collect();
    let sides = |one: &Formula| one.equation().map(|[left, right]| [left.clone(), right.clone()]);
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

/// The finding that a letter, or a power of one, is what the line before gives, or is not, where a slip explains it.
pub fn solved_for(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    let [quantity, after] = new.equation()?;
    let power = |base: &Id| matches!(quantity.node(*base), Node::Var(_));
    if !matches!(quantity.node(quantity.root()), Node::Var(_))
        && !matches!(quantity.node(quantity.root()), Node::Binary(Op::Pow, base, _) if power(base))
    {
        return None;
    }
    let [name] = &quantity.variables()[..] else { return None };
    let facts = same_equation(judge, given, new)?;
    // y = 2x + 1 and y = 2x - 1 are two lines; after y was written in another way, a third one is a step.
    let [left, right] = given.before.equation()?;
    let again = left == quantity;
    if again && (facts.len() < 2 || facts[0] == given.before) || after.variables().contains(name) {
        return None;
    }
    // The power as a letter of its own.
    let letter = Symbol::new(&format!("{name}_power"));
    let whole = left.clone().binary(Op::Sub, right);
    let places = (0..whole.len() as u32).rev().map(Id).filter(|id| whole.subtree(*id) == *quantity);
    let whole = places.fold(whole.clone(), |whole, id| whole.replace(id, &Expr::variable(letter.as_str())));
    let value = root(&whole, &letter).filter(|value| !value.variables().contains(name))?;
    let mut finding = told(judge, &value, after, judge.decide(&value, after));
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
fn root(f: &Expr, name: &Symbol) -> Option<Expr> {
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

/// Is a square completed, and the number beside it another one? y = x² + 4x − 1 and y = (x + 2)² − 1 never meet, so that they are no system; but the second
/// may be the first one, shifted.
pub fn is_square_completed(before: &Formula, new: &Formula) -> bool {
    let Some(([left, before], [name, after])) = before.equation().zip(new.equation()) else { return false };
    let completed = |expr: &Expr| {
        let sum = |id: &Id| {
            matches!(expr.node(*id), Node::Binary(Op::Add | Op::Sub, ..)) && !expr.subtree(*id).variables().is_empty()
        };
        expr.nodes().iter().any(|node| matches!(node, Node::Binary(Op::Pow, base, _) if sum(base)))
    };
    let difference = before.clone().binary(Op::Sub, after);
    let number = algebra::normal_form(&difference, &algebra::Settings::default()).and_then(|form| form.as_number());
    left == name && completed(after) && !completed(before) && number.is_some()
}

/// Are two letters of the line before interchanged, as for an inverse: y = 3x, x = 3y?
pub fn is_interchanged(before: &Formula, new: &Formula) -> bool {
    let [first, second] = &before.variables()[..] else { return false };
    let [x, y] = [first, second].map(|name| Expr::variable(name.as_str()));
    let swapped = before.map(|side| side.substitute_all(&[(first, &y), (second, &x)]));
    before.equation().is_some() && swapped == *new && *before != *new
}

/// Is it a formula for the power of a quantity by others, as c² = a² + b² and v² = u² + 2as are? Who uses it knows the quantity's sign.
pub fn gives_power(fact: &Formula, name: &Symbol) -> bool {
    let Some([left, right]) = fact.equation() else { return false };
    let power = matches!(left.node(left.root()), Node::Binary(Op::Pow, base, _) if matches!(left.node(*base), Node::Var(own) if own == name));
    power && right.variables().len() > 1 && !right.variables().contains(name)
}
