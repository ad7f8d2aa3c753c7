//! Cases: where a line gives some solutions only, do the lines after it give the others?
//!
//! After x² = 4 people write x = 2 and, on the next line, x = −2. So a loss is one only when no further case comes.

use egen_math::assume::Relation;
use egen_math::{Expr, Symbol};

use crate::facts::{Fact, restricting};
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::solutions::{Contrast, contrast};
use crate::statement::or;
use crate::step::lost;
use crate::term::variable;

/// Some solutions of what was known.
#[derive(Clone)]
pub struct Cases {
    /// What was known before the first case.
    pub base: Vec<Fact>,
    /// The row of the first case.
    pub row: usize,
    first: Formula,
    /// The cases so far.
    pub all: Formula,
    /// Was another case wrong, so that it is not known which one was meant?
    pub wrong: bool,
}

impl Cases {
    /// The first case.
    pub fn new(base: Vec<Fact>, first: Formula, row: usize) -> Cases {
        Cases { base, row, all: first.clone(), first, wrong: false }
    }

    fn contrast(&self, judge: &Judge, formula: &Formula) -> Option<Contrast> {
        let [name]: [Symbol; 1] = formula.variables().try_into().ok()?;
        let assumed = judge.assumed();
        let about = restricting(self.base.iter().map(|fact| &fact.formula).chain(&assumed), &name);
        contrast(&about, about.first()?, formula, &name)
    }

    /// Has a formula a solution that no case has so far?
    fn adds(&self, formula: &Formula) -> bool {
        let [name] = &formula.variables()[..] else { return false };
        contrast(&[formula], formula, &self.all, name).is_some_and(|found| found.loses())
    }

    /// Takes another case, if all of it solves what was known and is not among the cases so far.
    pub fn admits(&mut self, judge: &Judge, formula: &Formula) -> bool {
        let fits = |found: Contrast| found.kept && !found.gains();
        let admitted = self.adds(formula) && self.contrast(judge, formula).is_some_and(fits);
        if admitted {
            self.all = or(&self.all, formula);
        }
        admitted
    }

    /// Has a formula all solutions of what was known before the cases?
    pub fn is_restored(&self, judge: &Judge, formula: &Formula) -> bool {
        self.contrast(judge, formula).is_some_and(|found| found.possible && found.is_same())
    }

    /// Do the cases together lose nothing?
    pub fn is_complete(&self, judge: &Judge) -> bool {
        self.contrast(judge, &self.all).is_some_and(|found| found.certain && !found.loses())
    }

    /// The finding that the cases are all solutions of one sign, if words say that the others do not count.
    pub fn excused(&mut self, judge: &Judge, sign: &Relation) -> Option<Finding> {
        let [name]: [Symbol; 1] = self.first.variables().try_into().ok()?;
        let (left, right) = (variable(&name), Expr::number(0));
        let formula = Formula::of(Atom { left, sign: Sign::Other(*sign), right });
        self.base.push(Fact { formula: formula.clone(), derived: false });
        let complete = self.is_complete(judge);
        self.base.pop();
        complete.then(|| Finding::new(Verdict::Proved, format!("the same solutions, with {formula} by the words")))
    }

    /// What is lost after all cases.
    pub fn missing(&self, judge: &Judge) -> Option<Finding> {
        let found = self.contrast(judge, &self.all)?;
        let [name]: [Symbol; 1] = self.first.variables().try_into().ok()?;
        if found.lost.is_empty() || self.wrong {
            return Some(Finding::new(Verdict::Fact, "one of the solutions"));
        }
        Some(lost(&found, &self.base.last()?.formula, &self.first, &name))
    }
}
