//! What is open: which lines wait for the next ones to show what they are?
//!
//! An equation may be given or claimed, a solution may be one of several cases, and a line after several equations may be a further one or a
//! wrong step.

use egen_math::compare;
use egen_math::{Expr, Op};

use super::heard::Undo;
use super::{Derivation, has_plain_side};
use crate::cases::Cases;
use crate::facts::{Fact, Known};
use crate::finding::told;
use crate::formula::Formula;
use crate::meaning::{expands, is_as_if_linear, varies};
use crate::row::{Finding, Kind, Verdict};
use crate::term::{has, is_constant};

/// What the lines to come decide.
#[derive(Clone, Default)]
pub(super) struct Open {
    /// An equation that is given or claimed.
    pub(super) pending: Option<Pending>,
    /// Some solutions, of which others may come.
    pub(super) cases: Option<Cases>,
    /// The equation with |u| of which a case is looked at, and what is known without the case.
    pub(super) split: Option<Split>,
    /// A line that may be a further equation of a system, or a wrong step.
    pub(super) further: Option<Further>,
    /// What was known before the last statement, should words deny it.
    pub(super) undo: Option<Undo>,
}

impl Open {
    /// The equation that waits, as a formula.
    pub(super) fn formula(&self) -> Option<Formula> {
        self.pending.as_ref().map(Pending::formula)
    }
}

/// An equation of which the next line shows whether it is given or claimed.
#[derive(Clone)]
pub(super) struct Pending {
    pub(super) sides: [Expr; 2],
    /// Could a line after it not be read?
    pub(super) trouble: bool,
    /// Did an identity come after it, as sin²x = 1 − cos²x does in the middle of solving?
    pub(super) passed: bool,
    /// Does that identity speak of a side of it?
    pub(super) used: bool,
    /// Its row, which says that it is given.
    pub(super) row: usize,
}

impl Pending {
    pub(super) fn formula(&self) -> Formula {
        Formula::equal(&self.sides[0], &self.sides[1])
    }
}

/// An equation with |u|, and what is known without a case of it.
#[derive(Clone)]
pub(super) struct Split {
    pub(super) base: Vec<Fact>,
    pub(super) whole: Formula,
}

/// A line that may be a further equation.
#[derive(Clone)]
pub(super) struct Further {
    pub(super) row: usize,
    pub(super) formula: Formula,
    /// Is it wrong as a step?
    pub(super) wrong: bool,
}

impl Derivation<'_> {
    /// Decides about the equation before this line. `next` is a formula that it may have been transformed into; `claimed`
    /// says that it is taken up as something that holds.
    pub(super) fn settle_pending(&mut self, next: Option<&Formula>, claimed: bool) {
        let Some(pending) = self.open.pending.take() else { return };
        let given = next.is_some() || (pending.trouble && !claimed);
        let identity = (!given).then(|| self.meant_as_identity(&pending, claimed)).flatten();
        let (formula, [a, b]) = (pending.formula(), &pending.sides);
        let row = &mut self.rows[pending.row];
        match identity {
            Some(finding) => {
                (row.kind, row.before, row.after, row.finding) =
                    (Kind::Expressions, Some(a.into()), Some(b.into()), finding);
                self.scope.begun = true;
            }
            None => self.scope.learn(&formula, false),
        }
    }

    /// What is found about an equation that stands alone, if it is meant as an identity. It is where it is claimed, and where one slip keeps it from being one.
    fn meant_as_identity(&self, pending: &Pending, claimed: bool) -> Option<Finding> {
        let [a, b] = &pending.sides;
        let comparison = self.judge.decide(a, b);
        let refuted = matches!(comparison.verdict, compare::Verdict::Refuted(_));
        let finding = told(self.judge, a, b, comparison);
        let constant = |side: &Expr| !is_constant(side) && !varies(self.judge, side);
        let idle = constant(a) || constant(b);
        let varies = !is_constant(a) && !is_constant(b);
        // KE = mv²/2 = 18: quantities without a common letter are no identity, and nobody says so.
        let apart = || !idle && varies && !a.variables().iter().any(|name| b.variables().contains(name));
        let meant = claimed && !(refuted && apart());
        // Solve sin²x = 1 − cos x: words say that it is an equation.
        let slipped = || {
            let derives = [a, b].iter().any(|side| has(side, |node| node.op() == Some(Op::Diff)));
            let expands = || expands(a, b) || is_as_if_linear(self.judge, a, b);
            derives || idle || !has_plain_side(&pending.sides) && (finding.fix.is_some() || expands())
        };
        // Expand (x + 2)² = 25: nothing that is expanded becomes a number.
        let rewritten = self.words.rewriting && !self.words.solving && varies;
        if !(meant || rewritten || refuted && !self.words.solving && slipped()) {
            return None;
        }
        if pending.used && refuted && !claimed {
            return Some(Finding::new(Verdict::Unknown, "an equation to be solved, or an identity that does not hold"));
        }
        Some(finding)
    }

    /// No further case comes: what is missing is lost.
    pub(super) fn close_cases(&mut self) {
        if let Some(mut cases) = self.open.cases.take() {
            let line = self.rows[cases.row].line;
            let excused = self.words.signs(line).find_map(|sign| cases.excused(self.judge, &sign));
            if let Some(finding) = excused.or_else(|| cases.missing(self.judge)) {
                self.rows[cases.row].finding = finding;
            }
        }
    }

    /// What the first of some cases says is one of the solutions.
    pub(super) fn is_one_of(&mut self, cases: &Cases) {
        self.rows[cases.row].finding = Finding::new(Verdict::Fact, "one of the solutions");
    }

    /// A line of which it was not known whether it is a step is an equation of a system if the next one follows with it, and not without it. Otherwise it was
    /// wrong, where a slip explains it, and what follows must be judged without the lines before it. Must it be?
    pub(super) fn settle_further(&mut self, formula: &Formula, finding: &Finding) -> bool {
        let Some(further) = self.open.further.take() else { return false };
        let others: Vec<&Formula> = self.scope.formulas().filter(|fact| **fact != further.formula).collect();
        let follows = |facts: &[&Formula]| {
            let put = Known::of(facts.iter().copied()).put_into(formula);
            put.equation().is_some_and(|[left, right]| self.judge.decide(left, right).verdict.is_equal())
        };
        if finding.verdict.holds() && !follows(&[&further.formula]) && !follows(&others) {
            let reason = "a further equation: what comes next uses it";
            self.rows[further.row].finding = Finding::new(Verdict::Fact, reason);
            return false;
        }
        self.scope.broken |= further.wrong;
        further.wrong
    }
}
