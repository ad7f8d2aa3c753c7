//! Taken claims: what does a claim leave for the lines to come?

use super::claims::Claim;
use super::open::{Further, Split};
use super::{Derivation, kind};
use crate::cases::Cases;
use crate::facts::Fact;
use crate::formula::Formula;
use crate::reader::Item;
use crate::row::{Finding, Verdict};

impl Derivation<'_> {
    /// Says what was found about a formula, and keeps what it leaves.
    pub(super) fn take_claim(&mut self, item: &Item, formula: &Formula, claim: Claim) {
        match claim {
            Claim::Alone(finding) => self.aside(item, formula, finding),
            Claim::Contradiction(finding) => self.contradicts(item, formula, finding),
            Claim::Step { before, finding } => self.step(item, formula, &before, finding),
            Claim::Aside(reason) => self.aside(item, formula, Finding::new(Verdict::Fact, reason)),
            Claim::Given(reason) => self.fact(item, formula, reason),
            Claim::Tried => {
                self.words.check = Some((item.line, Some(formula.clone())));
                self.aside(item, formula, Finding::new(Verdict::Fact, "a value to be checked"));
            }
            Claim::Bounds => {
                let cases = self.open.cases.take().expect("a condition bounds cases");
                let reason = format!("the same solutions, with {formula}");
                self.rows[cases.row].finding = Finding::new(Verdict::Proved, reason);
                self.fact(item, formula, "a condition");
            }
            Claim::Interchanged => {
                let names = formula.variables();
                self.scope.retain(|fact| fact.formula.variables() != names);
                self.fact(item, formula, "the letters of the line before are interchanged");
            }
            Claim::SetsUp(understood) => {
                let finding = self.adopt(understood);
                self.aside(item, formula, finding);
            }
            Claim::Case { base, whole } => self.case_of(item, formula, base, whole),
            Claim::Restored { before } => {
                let cases = self.open.cases.take().expect("an equation is taken up after cases");
                self.is_one_of(&cases);
                self.scope.replace(cases.base);
                self.step(item, formula, &before, Finding::new(Verdict::Proved, "the same solutions"));
            }
            Claim::AnotherSolution { cases, before } => self.another_solution(item, formula, cases, &before),
            Claim::AnotherCondition(facts) => {
                // x² = 4, x = 2, x < 0: what is missing is looked for in this case.
                if let Some(cases) = self.open.cases.take() {
                    self.is_one_of(&cases);
                }
                self.scope.replace(facts);
                self.fact(item, formula, "another case");
            }
            Claim::AnotherChoice { facts, wrong, before } => {
                self.close_cases();
                self.scope.replace(facts);
                match wrong {
                    Some(finding) => self.step(item, formula, &before, finding),
                    None => self.fact(item, formula, "another case"),
                }
            }
            Claim::Anew => {
                self.close_cases();
                let names = formula.variables();
                self.scope.retain(|fact| !fact.formula.has_any(&names));
                self.fact(item, formula, "a new equation: it does not follow from the line before");
            }
        }
    }

    /// Lines without a solution end the chain.
    pub(super) fn contradicts(&mut self, item: &Item, formula: &Formula, finding: Finding) {
        self.settle_pending(Some(formula), false);
        self.scope.begun = true;
        self.aside(item, formula, finding);
        self.chain.tail = None;
    }

    /// In a case its equation is solved by itself; what it gives is checked later.
    fn case_of(&mut self, item: &Item, formula: &Formula, base: Vec<Fact>, whole: Formula) {
        let second = self.open.split.as_ref().is_some_and(|split| split.whole == whole);
        if second {
            self.open.cases = None;
        }
        self.close_cases();
        let names = formula.variables();
        self.scope.replace(base.iter().filter(|fact| fact.formula.variables() != names).cloned().collect());
        if !second {
            // What the other case gives is lost if it does not come.
            self.open.cases = Some(Cases::new(base.clone(), formula.clone(), self.rows.len()));
        }
        self.open.split = Some(Split { base, whole });
        self.fact(item, formula, "one of the cases");
    }

    fn another_solution(&mut self, item: &Item, formula: &Formula, cases: Cases, before: &Formula) {
        self.scope.replace(cases.base.clone());
        // Cases that are only listed hold together; after lines about one case the next one is looked at.
        let derived = self.rows[cases.row..].iter().any(|row| row.finding.verdict == Verdict::Proved);
        let only_listed = cases.all().is_solved() && !derived;
        let learned = if only_listed { cases.all().clone() } else { formula.clone() };
        let complete = cases.is_complete(self.judge);
        if complete {
            self.is_one_of(&cases);
        }
        self.open.cases = Some(cases).filter(|_| !complete);
        self.scope.learn(&learned, true);
        let finding = Finding::new(Verdict::Fact, "another of the solutions");
        self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
    }

    /// A step, and what it means for the lines to come.
    fn step(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: Finding) {
        let verdict = finding.verdict;
        let names = formula.variables();
        let derived = !matches!(verdict, Verdict::Fact | Verdict::Unknown) && !finding.further;
        let one = names.len() == 1 && before.variables() == names;
        let own = || names.len() == 1 && self.scope.formulas().any(|fact| fact.variables() == names);
        let wrong = matches!(verdict, Verdict::Refuted | Verdict::Lost) || finding.rounding;
        if finding.further {
            let wrong = verdict == Verdict::Refuted;
            self.open.further = Some(Further { row: self.rows.len(), formula: formula.clone(), wrong });
        } else if verdict == Verdict::Lost && self.open.cases.is_none() && (one || own()) {
            let base = self.scope.facts().to_vec();
            self.open.cases = Some(Cases::new(base, formula.clone(), self.rows.len()));
        } else if wrong {
            // The lines to come go on from what is written here. Another case may still come.
            match &mut self.open.cases {
                Some(cases) if one && verdict == Verdict::Refuted => cases.wrong = true,
                _ => self.close_cases(),
            }
            if one || names.is_empty() {
                self.scope.forget(&names);
            } else {
                self.scope.broken = true;
            }
        }
        self.scope.learn(formula, derived);
        self.scope.begun |= verdict.is_step() || finding.further;
        self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
    }
}
