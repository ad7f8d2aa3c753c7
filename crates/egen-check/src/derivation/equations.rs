//! Equations: what does a line `a = b`, or a longer chain, say?
//!
//! It holds everywhere, it names something, it follows from the lines before, or it is an equation to be solved.

use egen_math::compare::Comparison;
use egen_math::{Expr, Node, Symbol};

use super::links::Link;
use super::open::Pending;
use super::{Derivation, Tail, has_plain_side};
use crate::calculus::{Antiderivatives, integrated_by};
use crate::definite::is_definite;
use crate::facts::{Fact, definition};
use crate::finding::told;
use crate::formula::Formula;
use crate::meaning::is_plain;
use crate::reader::Item;
use crate::row::{Finding, Kind, Verdict};
use crate::step::judge_formula;
use crate::term::{ids, is_constant, name};
use crate::unit;

/// What the first two sides say.
enum Claim {
    /// What a definite integral is called: `A = ∫_0^1 x dx`.
    Area,
    /// It holds everywhere.
    Identity(Box<Comparison>),
    /// It speaks of integrals as wholes.
    Integrals,
    /// It is false, and so are the lines before.
    Contradiction(Box<Finding>),
    /// The lines before speak of it.
    Related,
    /// It says what a name is.
    Definition,
    /// Both sides are worked out: `2 · 3 = 6`, `3 km = 3000 m`.
    Computed,
    /// The next line shows whether it is given or claimed.
    Open,
}

impl Derivation<'_> {
    /// A line `a = b`, or a longer chain.
    pub(super) fn equation(&mut self, item: &Item, written: &[Expr], follows: bool) {
        self.chain.named = is_name(&written[0]);
        if self.names_integral(item, written) {
            return;
        }
        let sides = &self.with_integrals(written)[..];
        let formula = self.renamed(Formula::equal(&sides[0], &sides[1]));
        let takes_up = self.takes_up(sides);
        let mut claim = self.claim(item, sides, &formula, takes_up);
        // √(x - 2) = x - 2, x - 2 = (x - 2)²: both sides were squared, and the first line is no identity.
        let open = takes_up && matches!(claim, Claim::Open | Claim::Computed);
        let transforms = open && self.follows_from_pending(&formula);
        if transforms {
            claim = Claim::Related;
        }
        let takes_up = takes_up && !transforms;
        match claim {
            Claim::Area => {
                self.settle_pending(None, false);
                self.named_area(item, sides);
            }
            Claim::Identity(comparison) => self.identity(item, sides, *comparison, takes_up),
            Claim::Integrals => self.integrals(item, sides, &Formula::equal(&written[0], &written[1]), takes_up),
            Claim::Contradiction(finding) => self.contradicts(item, &formula, *finding),
            claim => {
                let defines = definition([&sides[0], &sides[1]]).is_some();
                if !(defines && sides.len() == 2 && self.chain.tail.is_some()) {
                    self.chain.integral = Antiderivatives::default();
                }
                self.other_equation(item, sides, &formula, claim, [follows, takes_up]);
            }
        }
    }

    /// What an equation says; `takes_up` says that it goes on from the right side of the one that waits.
    fn claim(&self, item: &Item, sides: &[Expr], formula: &Formula, takes_up: bool) -> Claim {
        let [a, b] = [&sides[0], &sides[1]];
        let defines = definition([a, b]).is_some();
        let numbers = is_constant(a) && is_constant(b);

        if is_definite(b) && !is_definite(a) && a.variables().len() == 1 {
            return Claim::Area;
        }
        if [a, b].iter().any(|side| integrated_by(side).is_some() || is_definite(side)) {
            return Claim::Integrals;
        }
        if !defines {
            let comparison = self.judge.decide(a, b);
            if comparison.verdict.is_equal() {
                return Claim::Identity(Box::new(comparison));
            }
        }
        let alone = (numbers && sides.len() == 2).then(|| self.contradiction(item, formula));
        if let Some(finding) = alone.flatten() {
            return Claim::Contradiction(Box::new(finding));
        }
        let waits = !takes_up && self.open.formula().is_some_and(|pending| formula.has_any(&pending.variables()));
        if waits || self.scope.is_about(formula) {
            return Claim::Related;
        }
        let claimed = sides.len() > 2 && !has_plain_side(&[a.clone(), b.clone()]);
        match defines {
            true => Claim::Definition,
            false if numbers || claimed || unit::in_base([a, b]).is_some() => Claim::Computed,
            false => Claim::Open,
        }
    }

    /// Does an equation go on from the right side of the one that waits?
    fn takes_up(&self, sides: &[Expr]) -> bool {
        let [a, b] = [&sides[0], &sides[1]];
        let Some(pending) = self.open.pending.as_ref().filter(|pending| !pending.passed) else { return false };
        let [left, right] = &pending.sides;
        right == a && left != b && a != b && !has_plain_side(&pending.sides)
    }

    /// Does an equation follow from the one that waits, as an equation to be solved?
    fn follows_from_pending(&self, formula: &Formula) -> bool {
        let Some(pending) = self.open.formula() else { return false };
        let mut scope = self.scope.clone();
        scope.learn(&pending, false);
        let found = judge_formula(self.judge, &scope.given(&pending, false), formula).verdict;
        found.holds() || found == Verdict::Gained
    }

    fn named_area(&mut self, item: &Item, sides: &[Expr]) {
        let formula = Formula::equal(&sides[0], &sides[1]);
        self.push(item, Kind::Equation, None, Some((&formula).into()), Finding::new(Verdict::Fact, DEFINITION));
        self.links(item, &sides[1..]);
    }

    /// An identity says nothing of the lines before, and nothing follows from it alone.
    fn identity(&mut self, item: &Item, sides: &[Expr], comparison: Comparison, takes_up: bool) {
        let [a, b] = [&sides[0], &sides[1]];
        match &mut self.open.pending {
            Some(pending) if !takes_up => {
                pending.passed = true;
                pending.used |= [a, b].iter().any(|side| has_inside(side, &pending.sides));
            }
            _ => self.settle_pending(None, takes_up),
        }
        self.chain.integral.begin([a, b], self.chain.tail.as_ref().map(|tail| &tail.expr));
        let finding = told(self.judge, a, b, comparison);
        self.scope.begun = true;
        self.push(item, Kind::Expressions, Some(a.into()), Some(b.into()), finding);
        self.links(item, &sides[1..]);
    }

    fn integrals(&mut self, item: &Item, sides: &[Expr], written: &Formula, takes_up: bool) {
        let [a, b] = [&sides[0], &sides[1]];
        self.settle_pending(None, takes_up);
        self.chain.integral.begin([a, b], self.chain.tail.as_ref().map(|tail| &tail.expr));
        self.link(item, a, b, Link::Sign { last: sides.len() == 2 });
        if !written.is_opaque() {
            self.scope.learn(written, true);
        }
        self.links(item, &sides[1..]);
    }

    /// An equation that does not hold everywhere.
    fn other_equation(
        &mut self,
        item: &Item,
        sides: &[Expr],
        formula: &Formula,
        claim: Claim,
        [follows, takes_up]: [bool; 2],
    ) {
        let [a, b] = [&sides[0], &sides[1]];
        let related = matches!(claim, Claim::Related);
        self.settle_pending(Some(formula).filter(|_| related), takes_up);
        let known = if related { self.scope.facts().to_vec() } else { Vec::new() };
        match claim {
            Claim::Related => self.formula(item, formula, follows),
            Claim::Definition => self.fact(item, formula, DEFINITION),
            Claim::Computed => self.link(item, a, b, Link::Sign { last: sides.len() == 2 }),
            _ => {
                let (sides, row) = ([a.clone(), b.clone()], self.rows.len());
                self.aside(item, &Formula::equal(a, b), Finding::new(Verdict::Fact, "given"));
                self.open.pending = Some(Pending { sides, trouble: false, passed: false, used: false, row });
            }
        }
        let defines = definition([a, b]).is_some();
        // u = x² beside an integral says what is put in; the chain goes on from the integral.
        if let (true, 2, Some(_), Some(tail)) = (defines, sides.len(), &self.chain.integral.by, &mut self.chain.tail) {
            tail.equation = true;
            return;
        }
        if sides.len() > 2 {
            self.settle_pending(Some(formula), false);
            self.further_sides(item, sides, known);
            self.value_of(formula, sides);
        }
        let expr = sides.last().expect("a chain has sides").clone();
        self.chain.tail = Some(Tail { expr, equation: !defines });
    }

    /// (a + b)² = a² + b² = 9 + 16: the values that are put in do not depend on what was wrong before, with these facts.
    fn further_sides(&mut self, item: &Item, sides: &[Expr], known: Vec<Fact>) {
        let wrong = self.rows.last().is_some_and(|row| row.finding.verdict == Verdict::Refuted);
        if !wrong || known.is_empty() {
            return self.links(item, &sides[1..]);
        }
        let (count, after) = (known.len(), self.scope.facts().to_vec());
        self.scope.replace(known);
        self.links(item, &sides[1..]);
        let new = self.scope.facts()[count.min(self.scope.facts().len())..].to_vec();
        self.scope.replace([after, new].concat());
    }

    /// D = b² − 4ac = 9 − 8 = 1 gives D, whatever the letters are.
    fn value_of(&mut self, formula: &Formula, sides: &[Expr]) {
        let last = sides.last().expect("a chain has sides");
        if name(&sides[0]).is_none() || is_constant(&sides[1]) || !is_constant(last) {
            return;
        }
        let facts = self.scope.facts();
        let Some(at) = facts.iter().rposition(|fact| !fact.derived && fact.formula == *formula) else { return };
        // x = y = 3 gives both.
        let found = name(&sides[1]).is_none() && is_plain(last);
        if found && !facts[at + 1..].iter().any(|fact| fact.formula.has_any(&sides[1].variables())) {
            self.scope.set(at, Formula::equal(&sides[0], last));
        }
    }

    /// Does a line give a name to an integral? The names are put in later.
    fn names_integral(&mut self, item: &Item, sides: &[Expr]) -> bool {
        let (Node::Var(name) | Node::Call(name, _)) = sides[0].node(sides[0].root()) else { return false };
        let integrals = &mut self.scope.names.integrals;
        let known = integrals.iter().any(|(own, _)| own == name);
        if integrated_by(&sides[1]).is_none() || sides[1].variables().contains(name) || known {
            return false;
        }
        integrals.push((name.clone(), sides[1].clone()));
        self.settle_pending(None, false);
        self.chain.integral = Antiderivatives::start(&sides[1]);
        self.named_area(item, sides);
        true
    }

    /// The sides with what names of integrals stand for, where they are about the variable of integration.
    fn with_integrals(&self, sides: &[Expr]) -> Vec<Expr> {
        let integrals = &self.scope.names.integrals;
        let put =
            |side: &Expr| integrals.iter().fold(side.clone(), |side, (name, integral)| side.substitute(name, integral));
        let about = |(name, integral): &(Symbol, Expr)| {
            let by = integrated_by(integral);
            let named = sides[..2].iter().any(|side| side.variables().contains(name));
            named && sides[..2].iter().any(|side| by.as_ref().is_some_and(|by| side.variables().contains(by)))
        };
        if integrals.iter().any(about) { sides.iter().map(put).collect() } else { sides.to_vec() }
    }
}

/// What is said of a line that names something.
const DEFINITION: &str = "a definition, or given";

/// Is it a name alone, or a function's?
pub(super) fn is_name(expr: &Expr) -> bool {
    matches!(expr.node(expr.root()), Node::Var(_) | Node::Call(..))
}

/// Is one of two sides a proper part of an expression?
fn has_inside(expr: &Expr, sides: &[Expr; 2]) -> bool {
    let inside = |side: &Expr| ids(expr).any(|id| id != expr.root() && expr.subtree(id) == *side);
    sides.iter().any(|side| side.len() > 1 && inside(side))
}
