//! Links: does an expression equal the one before it, and is that what its sign of equality claims?

use egen_math::{Expr, Number, Symbol};

use super::{Derivation, Tail};
use crate::definite;
use crate::facts::Known;
use crate::finding::{equal, told};
use crate::formula::Formula;
use crate::judge::Judge;
use crate::meaning::{End, meaning};
use crate::meant::Other;
use crate::reader::Item;
use crate::row::{Finding, Kind, Verdict};
use crate::scope::Scope;
use crate::solutions::is_true;
use crate::step::{Given, judge_formula};
use crate::term;
use crate::unit;

/// How an expression is tied to the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// It stands below it, without a sign: it claims to be the same.
    Below,
    /// It stands below an equation, and it is not sure that it is meant to be equal to anything.
    Loose,
    /// By a sign of equality; does the chain end there?
    Sign { last: bool },
}

impl Derivation<'_> {
    pub(super) fn links(&mut self, item: &Item, sides: &[Expr]) {
        for at in 1..sides.len() {
            self.link(item, &sides[at - 1], &sides[at], Link::Sign { last: at + 1 == sides.len() });
        }
        let last = sides.last().expect("a chain has sides").clone();
        self.chain.tail = Some(Tail { expr: last, equation: false });
    }

    /// A step between two expressions.
    pub(super) fn link(&mut self, item: &Item, before: &Expr, after: &Expr, link: Link) {
        let finding = match definite::judge(self.judge, [before, after], |name| self.scope.value(name)) {
            Some(finding) => {
                self.chain.integral.by = definite::variable(after);
                self.scope.begun = true;
                finding
            }
            None => {
                let finding = self.linked(before, after, link);
                self.scope.begun |= finding.verdict.is_step();
                finding
            }
        };
        self.push(item, Kind::Expressions, Some(before.into()), Some(after.into()), finding);
    }

    /// What is found about two expressions that are said to be equal.
    fn linked(&mut self, before: &Expr, after: &Expr, link: Link) -> Finding {
        let scope = &self.scope;
        let integral = self.chain.integral.judge(self.judge, before, after, |name| scope.value(name));
        let whole = integral.is_some();
        let mut finding = integral.unwrap_or_else(|| equal(self.judge, before, after));
        if !finding.verdict.holds() && !whole {
            finding = with_facts(self.judge, &self.scope, [before, after], finding);
        }
        finding = self.unless_meant_otherwise(finding, false, |derivation, scope, to| {
            let [before, after] = [to(before), to(after)];
            let plain = equal(derivation.judge, &before, &after);
            with_facts(derivation.judge, scope, [&before, &after], plain)
        });
        if link == Link::Loose && finding.verdict == Verdict::Refuted {
            let reason = "an expression after an equation: what it should equal is not clear";
            finding = Finding::new(Verdict::Unknown, reason);
        }
        let measured = unit::in_base([before, after]);
        if let (false, Some([before, after])) = (finding.verdict.holds(), &measured) {
            finding = equal(self.judge, before, after);
            finding.reason = format!("in the same units: {}", finding.reason);
        }
        match (finding.verdict, link) {
            (Verdict::Refuted | Verdict::Unknown, Link::Sign { last }) if !finding.rounding && measured.is_none() => {
                let understood = self.understood(before, after, last);
                understood.map_or(finding, |understood| self.adopt(understood))
            }
            _ => finding,
        }
    }

    /// What is understood of a link that is no claim for all values, but an equation, or values put in.
    pub(super) fn understood(&self, before: &Expr, after: &Expr, last: bool) -> Option<Understood> {
        let known = Known::of(self.scope.formulas());
        let end = End { last, named: self.chain.named };
        let (reason, learns) = meaning(self.judge, &known, [before, after], end)?;
        let Some(formula) = learns else { return Some(Understood { reason, learns, forgets: Vec::new() }) };
        // A new equation in x after x was found: f'(x) = 0 was solved, and f''(x) = 0 is next.
        let names = formula.variables();
        let tied: Vec<&Formula> = known.rest.iter().filter(|fact| fact.has_any(&names) && !fact.is_opaque()).collect();
        let alone = !tied.is_empty() && names.len() == 1;
        let solved = tied.iter().any(|fact| fact.is_solved());
        if alone && !solved && tied.iter().all(|fact| fact.variables() == names) {
            let broken = self.scope.broken;
            let given = Given { facts: tied.clone(), before: tied[0], follows: false, broken, begun: true };
            let found = judge_formula(self.judge, &given, &formula);
            if found.verdict.fails() {
                return None;
            }
        }
        let forgets = if alone && solved { names } else { Vec::new() };
        Some(Understood { reason, learns: Some(formula), forgets })
    }

    /// Keeps what was understood.
    pub(super) fn adopt(&mut self, understood: Understood) -> Finding {
        if !understood.forgets.is_empty() {
            self.scope.forget(&understood.forgets);
        }
        understood.learns.iter().for_each(|formula| self.scope.learn(formula, false));
        Finding::new(Verdict::Fact, understood.reason)
    }

    /// A finding that rests on `log` as the natural logarithm, or on angles in radians, is none if the other meaning makes the step right. The
    /// lines to come go on with that meaning.
    pub(super) fn unless_meant_otherwise(
        &mut self,
        finding: Finding,
        solved: bool,
        again: impl Fn(&Derivation<'_>, &Scope, &dyn Fn(&Expr) -> Expr) -> Finding,
    ) -> Finding {
        if !matches!(finding.verdict, Verdict::Refuted | Verdict::Lost | Verdict::Gained) {
            return finding;
        }
        for other in Other::ALL.into_iter().filter(|other| self.scope.meant.may_be(*other)) {
            let mut scope = self.scope.clone();
            scope.map(|side| other.meant(side));
            let found = again(self, &scope, &|side| other.meant(side));
            let gained = found.verdict == Verdict::Gained && finding.verdict != Verdict::Gained;
            // tan x = 1, x = 45: one of many solutions.
            let open = solved && found.verdict == Verdict::Unknown && finding.verdict == Verdict::Refuted;
            if found.verdict.holds() || gained || open || found.rounding {
                scope.meant.show(other);
                self.scope = scope;
                return Finding::new(Verdict::Unknown, other.question());
            }
        }
        finding
    }
}

/// What is understood of a link that is no claim for all values.
pub(super) struct Understood {
    reason: String,
    /// The equation that it is.
    learns: Option<Formula>,
    /// What was known of these names alone is over.
    forgets: Vec<Symbol>,
}

/// What the lines before make of a claim that does not hold by itself.
fn with_facts(judge: &Judge, scope: &Scope, [before, after]: [&Expr; 2], finding: Finding) -> Finding {
    let claim = Formula::equal(before, after);
    let names = claim.variables();
    let near = |fact: &&Formula| fact.has_any(&names) || claim.has_calls();
    let facts: Vec<&Formula> = scope.formulas().filter(near).collect();
    let Some(last) = facts.last() else { return finding };
    let known = Known::of(facts.iter().copied());
    let put = known.put_into(&claim);
    let Some([left, right]) = put.equation() else { return finding };
    let comparison = judge.decide(left, right);
    if comparison.verdict.is_equal() && !known.impossible {
        let mut found = told(judge, left, right, comparison);
        found.reason = format!("with the lines before: {}", found.reason);
        return found;
    }
    let tied = known.rest.iter().any(|fact| fact.has_any(&put.variables()));
    if !tied && !known.impossible {
        let changed = left != before || right != after;
        return if changed { told(judge, left, right, comparison) } else { finding };
    }
    let given = Given { facts: facts.clone(), before: last, follows: true, broken: scope.broken, begun: true };
    let found = judge_formula(judge, &given, &claim);
    let open = !found.verdict.fails() && !found.verdict.holds();
    if open && finding.verdict == Verdict::Refuted && all_hold(&facts, &finding.at) {
        return finding;
    }
    match found.verdict {
        Verdict::Proved | Verdict::Agree | Verdict::Gained => {
            Finding { solutions: Vec::new(), ..Finding::new(Verdict::Proved, "it follows from the lines before") }
        }
        Verdict::Refuted | Verdict::Lost => {
            Finding { fix: finding.fix, change: finding.change, ..Finding { verdict: Verdict::Refuted, ..found } }
        }
        _ => Finding { rounding: found.rounding, ..Finding::new(Verdict::Unknown, found.reason) },
    }
}

/// Do formulas hold at a point? What fails there is refuted, whatever they restrict.
fn all_hold(facts: &[&Formula], at: &[(Symbol, Number)]) -> bool {
    facts.iter().all(|fact| is_true(&fact.map(|side| term::at(side, at))) == Some(true))
}
