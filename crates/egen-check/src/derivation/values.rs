//! Values: what becomes of the lines before where words suppose a value, or say that it is no solution?
//!
//! `x = 1: y = 2` and `x = 2: y = 4` are two cases, and `n = k + 1` after `n = k` is the next step of an induction. What was supposed holds
//! until the same name gets another value, or until a later line speaks of the name again.

use egen_math::assume::Relation;
use egen_math::{Expr, Id, Node, Op, Symbol};

use super::formulas::contradict;
use super::{Derivation, kind, shares};
use crate::facts::{Fact, Known, is_definition};
use crate::formula::{Atom, Formula, Sign};
use crate::names;
use crate::reader::Item;
use crate::row::{Finding, Verdict};
use crate::solutions::{contrast, is_true};
use crate::standing::is_condition;
use crate::statement::Statement;

/// A value that holds for what is said next.
#[derive(Clone)]
pub(super) struct Supposition {
    formula: Formula,
    /// What is known without it.
    base: Vec<Fact>,
    line: usize,
    /// Is something said on the line of the value?
    told: bool,
}

impl Derivation<'_> {
    /// Supposes a value.
    pub(super) fn suppose(&mut self, item: &Item, formula: &Formula) {
        self.settle_pending(Some(formula), false);
        let condition = is_condition(formula);
        let given = if condition { formula.variables() } else { names_of(formula) };
        if let Some(at) =
            self.supposed.iter().position(|one| names_of(&one.formula).iter().any(|name| given.contains(name)))
        {
            self.leave(at);
        }
        let base = self.facts.clone();
        let alone = |fact: &Fact| !condition && !is_definition(&fact.formula) && given == fact.formula.variables();
        // 1 = A(x + 1) + Bx holds at x = -1, where 1/(x(x + 1)) = A/x + B/(x + 1) says nothing.
        let known = Known::of([formula].into_iter());
        self.facts.retain(|fact| !alone(fact) && (condition || !divides_by_zero(&known.put_into(&fact.formula))));
        if self.excludes(formula) && !self.supposed.is_empty() {
            self.leave(0);
            self.facts.retain(|fact| !alone(fact));
        }
        if self.excludes(formula) {
            self.facts.retain(|fact| is_definition(&fact.formula) || !shares(&fact.formula, &given));
        }
        self.supposed.push(Supposition { formula: formula.clone(), base, line: item.line, told: false });
        self.fact(item, formula, "supposed for what comes next");
        self.tail = None;
    }

    /// Do the lines before contradict a formula?
    fn excludes(&self, formula: &Formula) -> bool {
        let facts = self.facts.iter().map(|fact| fact.formula.clone()).chain([formula.clone()]);
        contradict(&facts.collect::<Vec<_>>())
    }

    fn leave(&mut self, at: usize) {
        self.facts.clone_from(&self.supposed[at].base);
        self.supposed.truncate(at);
    }

    /// Leaves what was supposed for an earlier line alone, where a line speaks of the same name without supposing it.
    pub(super) fn leave_suppositions(&mut self, item: &Item, statement: &Statement) {
        let spoken: Vec<Symbol> = names::sides(statement).into_iter().flat_map(Expr::variables).collect();
        let named = |one: &Supposition| names_of(&one.formula).iter().any(|name| spoken.contains(name));
        let over = |one: &Supposition| one.told && one.line < item.line && named(one);
        if let Some(at) = self.supposed.iter().position(over) {
            self.leave(at);
        }
        self.tell_suppositions(item);
    }

    /// Words behind a supposition say what holds there.
    pub(super) fn tell_suppositions(&mut self, item: &Item) {
        for one in self.supposed.iter_mut().filter(|one| one.line == item.line) {
            one.told = true;
        }
    }

    /// The value that is supposed on this line, and what is known without it.
    pub(super) fn supposed_here(&self, item: &Item) -> Option<(&Formula, &[Fact])> {
        self.supposed.last().filter(|one| one.line == item.line).map(|one| (&one.formula, &one.base[..]))
    }

    /// Takes back a value of which words say that it is no solution.
    pub(super) fn refuse(&mut self, item: &Item, formula: &Formula) {
        self.settle_pending(Some(formula), false);
        // Check x = 3: …, so x = 3 is no solution.
        if !self.supposed.is_empty() {
            self.facts.retain(|fact| fact.formula != *formula);
        }
        let known = Known::of([formula].into_iter());
        let fails = |fact: &&Fact| is_true(&known.put_into(&fact.formula)) == Some(false);
        let finding = match (self.facts.iter().find(fails), formula.single()) {
            (Some(fact), _) => Finding::new(Verdict::Proved, format!("it does not solve {}", fact.formula)),
            (None, Some(Atom { left, right, .. })) => {
                let sign = Sign::Other(Relation::NotEqual);
                let other = Formula::of(Atom { left: left.clone(), sign, right: right.clone() });
                let finding = self.left_out(formula, &other);
                self.learn(&other, false);
                finding
            }
            (None, None) => Finding::new(Verdict::Fact, "said to be no solution"),
        };
        self.begun |= finding.verdict.is_step();
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }

    /// What to say of a solution that is left out: it is lost if no other one is there.
    fn left_out(&mut self, formula: &Formula, other: &Formula) -> Finding {
        let fact = || Finding::new(Verdict::Fact, "left out, as the words say");
        let [name] = &formula.variables()[..] else { return fact() };
        let own = |fact: &Fact| !is_definition(&fact.formula) && fact.formula.variables() == [name.clone()];
        let about: Vec<&Formula> = self.facts.iter().filter(|fact| own(fact)).map(|fact| &fact.formula).collect();
        let Some(last) = about.last().cloned().cloned() else { return fact() };
        let left: Vec<&Formula> = about.into_iter().chain([other]).collect();
        if !contrast(&left, other, other, name).is_some_and(|found| found.certain && !found.possible) {
            return fact();
        }
        // What comes next goes on from what the words leave.
        self.facts.retain(|fact| !own(fact) || fact.formula == last);
        let solution = formula.to_string();
        let reason = format!("{solution} is lost: it solves the lines before, and nothing else does");
        Finding { solutions: vec![solution], ..Finding::new(Verdict::Lost, reason) }
    }
}

fn divides_by_zero(formula: &Formula) -> bool {
    let zero = |side: &Expr, id: Id| {
        let divisor = side.subtree(id);
        divisor.variables().is_empty() && is_true(&Formula::of(Atom::equal(&divisor, &Expr::number(0)))) == Some(true)
    };
    let divides = |side: &Expr| {
        side.nodes().iter().any(|node| matches!(node, Node::Binary(Op::Div, _, divisor) if zero(side, *divisor)))
    };
    formula.atoms().any(|atom| divides(&atom.left) || divides(&atom.right))
}

/// The names that a formula gives values, or bounds.
fn names_of(formula: &Formula) -> Vec<Symbol> {
    let name = |atom: &Atom| match atom.left.node(atom.left.root()) {
        Node::Var(name) => Some(name.clone()),
        _ => None,
    };
    formula.atoms().filter_map(name).collect()
}
