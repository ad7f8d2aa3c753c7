//! Transformations: with several variables, was an inequality turned the right way, and does a line hold where those before it do?

use egen_math::{Expr, Number, Symbol};

use crate::equation;
use crate::facts::{Known, is_definition};
use crate::finding::listed;
use crate::formula::{Formula, Sign};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::solutions::is_true;
use crate::standing::ratio_sign;
use crate::step::Given;
use crate::term::{self, tidy};

/// Both sides of an inequality were multiplied by a number: is the sign right? Or does it not follow, though it is said to?
pub fn scaled(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    let negative = ratio_sign(given.before, new).filter(|_| !is_equation(given.before) && !is_equation(new));
    if let (Some(negative), Some(before), Some(after)) = (negative, given.before.single(), new.single()) {
        let sign = if negative { before.sign.turned() } else { before.sign };
        let [f, g] = [before, after].map(|atom| [atom.difference(), Expr::number(0)]);
        if sign == after.sign {
            return equation::same(judge, &f, &g).map(|_| Finding::new(Verdict::Proved, "the same inequality"));
        }
        let mut finding = counterexample(judge, given, new)?;
        let by = if negative { ": multiplying by a negative number turns the sign" } else { "" };
        let turned = after.sign.turned() == sign;
        finding.fix =
            turned.then(|| format!("it would hold with {} instead of {}{by}", sign.symbol(), after.sign.symbol()));
        return Some(finding);
    }
    // x·y = 0, so x = 0 and y = 0. One of two factors alone may be a case, and ax + b = 2x + 3 gives a and b if it is meant for all x.
    let names: Vec<Symbol> = given.facts.iter().flat_map(|fact| fact.variables()).collect();
    let alike = names.iter().all(|name| new.variables().contains(name));
    let several = (new.together().is_some() && alike) || !is_equation(new);
    if given.follows && several { counterexample(judge, given, new) } else { None }
}

fn is_equation(formula: &Formula) -> bool {
    formula.atoms().any(|atom| atom.sign == Sign::Equal)
}

/// Small numbers at which the lines before hold, and the new one does not.
fn counterexample(judge: &Judge, given: &Given<'_>, new: &Formula) -> Option<Finding> {
    const MOST_NAMES: usize = 3;
    const VALUES: [i64; 7] = [0, 1, -1, 2, -2, 3, -3];
    let assumed = judge.assumed();
    let facts: Vec<&Formula> =
        given.facts.iter().copied().filter(|fact| !is_definition(fact)).chain(&assumed).collect();
    let mut names: Vec<Symbol> = facts.iter().flat_map(|fact| fact.variables()).chain(new.variables()).collect();
    names.sort();
    names.dedup();
    if names.len() > MOST_NAMES {
        return None;
    }
    let points = VALUES.len().pow(u32::try_from(names.len()).ok()?);
    (0..points).find_map(|point| {
        let digit = |k: usize| VALUES[point / VALUES.len().pow(k as u32) % VALUES.len()];
        let at: Vec<(Symbol, Number)> =
            names.iter().enumerate().map(|(k, name)| (name.clone(), Number::from(digit(k)))).collect();
        let holds = |formula: &Formula| is_true(&formula.map(|side| term::at(side, &at)));
        if !facts.iter().all(|fact| holds(fact) == Some(true)) || holds(new) != Some(false) {
            return None;
        }
        let told: Vec<String> = at.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        let reason = format!("at {} the lines before hold, and this one does not", listed(&told));
        Some(Finding { at, ..Finding::new(Verdict::Refuted, reason) })
    })
}

/// Is a formula found by comparing coefficients? a = 2 takes x, of which it says nothing, out of ax + b = 2x + 3.
pub fn is_by_coefficients(before: &Formula, new: &Formula) -> bool {
    let (Some([left, right]), Some(parts)) = (before.equation(), new.together().or_else(|| Some(vec![new.clone()])))
    else {
        return false;
    };
    let values = Known::of(parts.iter());
    let Some(stays) = tidy(&values.put(&(left.clone() - right))).map(|left| left.variables()) else { return false };
    let names = new.variables();
    before.variables().iter().any(|name| !names.contains(name) && !stays.contains(name))
}
