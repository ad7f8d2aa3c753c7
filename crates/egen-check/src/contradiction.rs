//! Contradictions: have some lines no solution, and is that what a false relation between numbers says?

use egen_math::{Expr, Number, Op};

use crate::facts::{Known, restricting};
use crate::formula::Formula;
use crate::row::{Finding, Verdict};
use crate::solutions::{contrast, is_true};
use crate::term::constant;

/// The finding that a false relation between numbers is what formulas come to: 3 = 5 after 2x + 3 = 2x + 5 is right.
pub fn judge(facts: &[Formula], formula: &Formula) -> Option<Finding> {
    contradict(facts).then(|| match come_to(facts, formula) {
        true => Finding::new(Verdict::Proved, "no solution, as before"),
        false => {
            let reason = "the lines before have no solution; that they come to this is not seen";
            Finding::new(Verdict::Unknown, reason)
        }
    })
}

/// The finding that a value does not solve formulas, where a false relation is what one of them comes to with it.
pub fn judge_tried(facts: &[Formula], tried: &Formula, formula: &Formula) -> Option<Finding> {
    let known = Known::of([tried].into_iter());
    // sqrt(1) = 2 is no value that sqrt(2x + 3) = x has at x = -1.
    let comes_to = |fact: &Formula| is_true(fact) == Some(false) && has_sides_of(fact, formula);
    let reason = || format!("{tried} does not solve the lines before");
    facts.iter().any(|fact| comes_to(&known.put_into(fact))).then(|| Finding::new(Verdict::Proved, reason()))
}

/// Have some formulas no solution together?
pub fn contradict(facts: &[Formula]) -> bool {
    if Known::of(facts.iter()).impossible {
        return true;
    }
    facts.last().is_some_and(|last| {
        let [name] = &last.variables()[..] else { return false };
        let about = restricting(facts.iter(), name);
        contrast(&about, last, last, name).is_some_and(|found| found.certain && !found.possible)
    })
}

/// Is a false relation what formulas without a solution come to, times a whole number or divided by one? 2x + 3 = 2x + 5 comes to 3 = 5, and not to 3 = 6.
fn come_to(facts: &[Formula], formula: &Formula) -> bool {
    let gap = |fact: &Formula| constant(&fact.single()?.difference()).filter(|gap| !gap.is_zero());
    let Some(found) = gap(formula) else { return false };
    let whole = |a: &Number, b: &Number| a.combine(Op::Div, b).is_some_and(|ratio| ratio.is_integer());
    let mut gaps = facts.iter().filter_map(gap).chain(Known::of(facts.iter()).gap);
    gaps.any(|gap| whole(&found, &gap) || whole(&gap, &found))
}

/// Has an equation of numbers the values of another one on its sides?
fn has_sides_of(one: &Formula, other: &Formula) -> bool {
    let Some(([a, b], [c, d])) = one.equation().zip(other.equation()) else { return false };
    let same = |x: &Expr, y: &Expr| is_true(&Formula::equal(x, y)) == Some(true);
    same(a, c) && same(b, d) || same(a, d) && same(b, c)
}
