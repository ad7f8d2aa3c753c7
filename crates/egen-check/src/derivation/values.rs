//! Values: what becomes of the lines before where words suppose a value, or say that it is no solution?
//!
//! `x = 1: y = 2` and `x = 2: y = 4` are two cases, and `n = k + 1` after `n = k` is the next step of an induction. What was supposed holds
//! until the same name gets another value, or until a later line speaks of the name again.

use egen_math::assume::Relation;
use egen_math::{Expr, Node, Op};

use super::Derivation;
use crate::contradiction::contradict;
use crate::facts::{Fact, Known, is_definition, restricting};
use crate::formula::{Atom, Formula, Sign};
use crate::reader::Item;
use crate::row::{Finding, Verdict};
use crate::solutions::{contrast, is_true};
use crate::term::has;

impl Derivation<'_> {
    /// Supposes a value.
    pub(super) fn suppose(&mut self, item: &Item, formula: &Formula) {
        self.settle_pending(Some(formula), false);
        let condition = formula.is_condition();
        let given = if condition { formula.variables() } else { formula.given_names() };
        self.scope.leave_values_of(&given);
        let base = self.scope.facts().to_vec();
        let alone = |fact: &Fact| !condition && !is_definition(&fact.formula) && given == fact.formula.variables();
        // 1 = A(x + 1) + Bx holds at x = -1, where 1/(x(x + 1)) = A/x + B/(x + 1) says nothing.
        let known = Known::of([formula].into_iter());
        self.scope.retain(|fact| !alone(fact) && (condition || !divides_by_zero(&known.put_into(&fact.formula))));
        if self.excludes(formula) && self.scope.supposes() {
            self.scope.leave_all();
            self.scope.retain(|fact| !alone(fact));
        }
        if self.excludes(formula) {
            self.scope.retain(|fact| is_definition(&fact.formula) || !fact.formula.has_any(&given));
        }
        self.scope.suppose(formula, item.line, base);
        self.fact(item, formula, "supposed for what comes next");
        self.chain.tail = None;
    }

    /// Do the lines before contradict a formula?
    fn excludes(&self, formula: &Formula) -> bool {
        let facts = self.scope.formulas().cloned().chain([formula.clone()]);
        contradict(&facts.collect::<Vec<_>>())
    }

    /// Takes back a value of which words say that it is no solution.
    pub(super) fn refuse(&mut self, item: &Item, formula: &Formula) {
        self.settle_pending(Some(formula), false);
        // Check x = 3: …, so x = 3 is no solution.
        if self.scope.supposes() {
            self.scope.retain(|fact| fact.formula != *formula);
        }
        let known = Known::of([formula].into_iter());
        let fails = |fact: &&Fact| is_true(&known.put_into(&fact.formula)) == Some(false);
        let finding = match (self.scope.facts().iter().find(fails), formula.single()) {
            (Some(fact), _) => Finding::new(Verdict::Proved, format!("it does not solve {}", fact.formula)),
            (None, Some(Atom { left, right, .. })) => {
                let sign = Sign::Other(Relation::NotEqual);
                let other = Formula::of(Atom { left: left.clone(), sign, right: right.clone() });
                let finding = self.left_out(formula, &other);
                self.scope.learn(&other, false);
                finding
            }
            (None, None) => Finding::new(Verdict::Fact, "said to be no solution"),
        };
        self.scope.begun |= finding.verdict.is_step();
        self.aside(item, formula, finding);
    }

    /// What to say of a solution that is left out: it is lost if no other one is there.
    fn left_out(&mut self, formula: &Formula, other: &Formula) -> Finding {
        let fact = || Finding::new(Verdict::Fact, "left out, as the words say");
        let [name] = &formula.variables()[..] else { return fact() };
        let about = restricting(self.scope.formulas(), name);
        let Some(last) = about.last().cloned().cloned() else { return fact() };
        let left: Vec<&Formula> = about.into_iter().chain([other]).collect();
        if !contrast(&left, other, other, name).is_some_and(|found| found.certain && !found.possible) {
            return fact();
        }
        // What comes next goes on from what the words leave.
        self.scope.retain(|fact| !fact.formula.is_in(name) || is_definition(&fact.formula) || fact.formula == last);
        let solution = formula.to_string();
        let reason = format!("{solution} is lost: it solves the lines before, and nothing else does");
        Finding { solutions: vec![solution], ..Finding::new(Verdict::Lost, reason) }
    }
}

fn divides_by_zero(formula: &Formula) -> bool {
    let is_zero = |divisor: &Expr| is_true(&Formula::equal(divisor, &Expr::number(0))) == Some(true);
    formula.sides().any(|side| {
        has(side, |node| matches!(node, Node::Binary(Op::Div, _, divisor) if is_zero(&side.subtree(*divisor))))
    })
}
