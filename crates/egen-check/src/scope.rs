//! Scopes: what holds at a place of a problem?
//!
//! A scope is a value. What a line adds makes another scope, and who keeps the one before it can go back to it: words take a line back, a
//! supposed value ends, another case begins. A problem begins with an empty scope, so nothing passes its border.

use std::sync::Arc;

use egen_math::{Expr, Symbol};

use crate::facts::{Fact, definition, is_definition};
use crate::formula::Formula;
use crate::meant::Meant;

use crate::step::Given;
use crate::term::is_constant;

/// So many facts are kept; older ones are forgotten.
const MAX_FACTS: usize = 24;

/// What holds here.
#[derive(Clone, Default)]
pub struct Scope {
    facts: Arc<Vec<Fact>>,
    supposed: Option<Arc<Supposed>>,
    /// What `log` and the functions of angles mean.
    pub meant: Meant,
    /// What names stand for.
    pub names: Names,
    /// Was a line with several unknowns wrong, so that the facts may contradict each other?
    pub broken: bool,
    /// Was a line derived from another?
    pub begun: bool,
}

/// What names stand for.
#[derive(Clone, Default)]
pub struct Names {
    /// The x of which x_1 was said to be a solution.
    pub listed: Option<Symbol>,
    /// Names of integrals: `I = ∫ …`.
    pub integrals: Vec<(Symbol, Expr)>,
}

/// A value that holds for what is said next, on top of what was supposed before it.
#[derive(Clone)]
struct Supposed {
    formula: Formula,
    line: usize,
    /// Is something said on the line of the value?
    told: bool,
    /// What is known without it.
    base: Arc<Vec<Fact>>,
    outer: Option<Arc<Supposed>>,
}

impl Scope {
    /// The lines in force, oldest first.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// What they say.
    pub fn formulas(&self) -> impl DoubleEndedIterator<Item = &Formula> + Clone {
        self.facts.iter().map(|fact| &fact.formula)
    }

    /// The same with other facts.
    pub fn with_facts(&self, facts: Vec<Fact>) -> Scope {
        Scope { facts: Arc::new(facts), ..self.clone() }
    }

    /// Adds a fact.
    pub fn learn(&mut self, formula: &Formula, derived: bool) {
        let facts = Arc::make_mut(&mut self.facts);
        if facts.len() == MAX_FACTS {
            facts.remove(0);
        }
        facts.push(Fact { formula: formula.clone(), derived });
    }

    /// Takes these facts instead.
    pub fn replace(&mut self, facts: Vec<Fact>) {
        self.facts = Arc::new(facts);
    }

    /// Keeps the facts that fit.
    pub fn retain(&mut self, keeps: impl FnMut(&Fact) -> bool) {
        Arc::make_mut(&mut self.facts).retain(keeps);
    }

    /// Forgets what is known of these names alone; definitions stay.
    pub fn forget(&mut self, names: &[Symbol]) {
        self.retain(|fact| is_definition(&fact.formula) || fact.formula.variables() != names);
    }

    /// Writes every fact anew.
    pub fn map(&mut self, to: impl Fn(&Expr) -> Expr) {
        for fact in Arc::make_mut(&mut self.facts) {
            fact.formula = fact.formula.map(&to);
        }
    }

    /// Changes one fact.
    pub fn set(&mut self, at: usize, formula: Formula) {
        Arc::make_mut(&mut self.facts)[at].formula = formula;
    }

    /// What a formula is judged by.
    pub fn given<'a>(&'a self, before: &'a Formula, follows: bool) -> Given<'a> {
        let facts = self.formulas().collect();
        Given { facts, before, follows, broken: self.broken, begun: self.begun }
    }

    /// The value that a name was said to have, last.
    pub fn value(&self, name: &Symbol) -> Option<Expr> {
        self.formulas().rev().find_map(|fact| match definition(fact.equation()?)? {
            (own, parameters, body) if own == *name && parameters.is_empty() => Some(body),
            _ => None,
        })
    }

    /// Do facts say something of what a formula is about?
    pub fn is_about(&self, formula: &Formula) -> bool {
        let names = formula.variables();
        let mut about: Vec<&Formula> = self.formulas().collect();
        // n = k + 1 says nothing of k by itself, and S = n² says nothing of n.
        let only_names = |fact: &Formula, others: &[&Formula]| match fact.equation().and_then(definition) {
            Some((own, parameters, body)) if parameters.is_empty() && !is_constant(&body) => {
                let own = [own];
                !formula.has_any(&own) && !others.iter().any(|other| !std::ptr::eq(*other, fact) && other.has_any(&own))
            }
            _ => false,
        };
        while let Some(idle) = about.iter().position(|fact| only_names(fact, &about)) {
            about.remove(idle);
        }
        let related = || about.iter().any(|fact| fact.has_any(&names));
        !self.facts.is_empty() && (names.is_empty() || formula.has_calls() || related())
    }

    /// The last fact about what a formula is about; definitions of functions come last.
    pub fn before(&self, formula: &Formula) -> Option<&Fact> {
        let names = formula.variables();
        let about = |fact: &&Fact| names.is_empty() || fact.formula.has_any(&names);
        let plain = |fact: &&Fact| about(fact) && !is_definition(&fact.formula);
        let own = (!formula.has_calls()).then(|| self.facts.iter().rev().find(plain)).flatten();
        own.or_else(|| self.facts.iter().rev().find(about)).or(self.facts.last())
    }

    /// Supposes a value, with what is known under it.
    pub fn suppose(&mut self, formula: &Formula, line: usize, base: Vec<Fact>) {
        let (formula, outer) = (formula.clone(), self.supposed.take());
        self.supposed = Some(Arc::new(Supposed { formula, line, told: false, base: Arc::new(base), outer }));
    }

    /// Is something supposed?
    pub fn supposes(&self) -> bool {
        self.supposed.is_some()
    }

    /// What is supposed on a line, innermost, and what is known without it.
    pub fn supposed_on(&self, line: usize) -> Option<(&Formula, &[Fact])> {
        self.supposed.as_deref().filter(|one| one.line == line).map(|one| (&one.formula, &one.base[..]))
    }

    /// Leaves the outermost supposition that fits, and all within it.
    fn leave(&mut self, fits: impl Fn(&Supposed) -> bool) {
        let all = std::iter::successors(self.supposed.as_ref(), |one| one.outer.as_ref());
        if let Some(one) = all.filter(|one| fits(one)).last().cloned() {
            self.facts = one.base.clone();
            self.supposed = one.outer.clone();
        }
    }

    /// Leaves every supposition.
    pub fn leave_all(&mut self) {
        self.leave(|_| true);
    }

    /// Leaves what was supposed of some names.
    pub fn leave_values_of(&mut self, names: &[Symbol]) {
        self.leave(|one| one.formula.given_names().iter().any(|name| names.contains(name)));
    }

    /// Leaves what was supposed for an earlier line alone, where a line speaks of the same name without supposing it.
    pub fn leave_before(&mut self, line: usize, spoken: &[Symbol]) {
        let named = |one: &Supposed| one.formula.given_names().iter().any(|name| spoken.contains(name));
        self.leave(|one| one.told && one.line < line && named(one));
    }

    /// Something is said on a line, so what is supposed there was supposed for it.
    pub fn tell(&mut self, line: usize) {
        let mut next = self.supposed.as_mut();
        while let Some(one) = next.filter(|one| one.line == line) {
            let one = Arc::make_mut(one);
            one.told = true;
            next = one.outer.as_mut();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str, value: i64) -> Formula {
        Formula::equal(&Expr::variable(name), &Expr::number(value))
    }

    fn shown(scope: &Scope) -> Vec<String> {
        scope.formulas().map(Formula::to_string).collect()
    }

    #[test]
    fn a_scope_that_is_kept_stays_what_it_was() {
        let mut scope = Scope::default();
        scope.learn(&given("x", 1), false);
        let kept = scope.clone();
        scope.learn(&given("y", 2), true);
        scope.forget(&[Symbol::new("x")]);
        assert_eq!(shown(&kept), ["x = 1"]);
        assert_eq!(shown(&scope), ["y = 2"]);
    }

    #[test]
    fn who_leaves_a_supposition_leaves_all_within_it() {
        let [n, k] = ["n", "k"].map(Symbol::new);
        let mut scope = Scope::default();
        scope.learn(&given("a", 5), false);
        for (line, name) in [(2, "n"), (3, "k")] {
            scope.suppose(&given(name, 1), line, scope.facts().to_vec());
            scope.learn(&given(name, 1), false);
        }
        assert_eq!(shown(&scope), ["a = 5", "n = 1", "k = 1"]);
        assert!(scope.supposed_on(3).is_some() && scope.supposed_on(2).is_none());
        // Nothing was said on these lines, so the values hold for the lines to come.
        let mut open = scope.clone();
        open.leave_before(4, &[n.clone(), k.clone()]);
        assert_eq!(shown(&open), ["a = 5", "n = 1", "k = 1"]);
        scope.tell(3);
        let mut told = scope.clone();
        told.leave_before(4, &[k]);
        assert_eq!(shown(&told), ["a = 5", "n = 1"]);
        scope.leave_values_of(&[n]);
        assert_eq!(shown(&scope), ["a = 5"]);
        assert!(!scope.supposes());
    }

    #[test]
    fn old_facts_are_forgotten() {
        let mut scope = Scope::default();
        (0..=MAX_FACTS as i64).for_each(|n| scope.learn(&given("x", n), false));
        assert_eq!(scope.facts().len(), MAX_FACTS);
        assert_eq!(shown(&scope)[0], "x = 1");
    }
}
