//! Links: does an expression equal the one before it, and is that what its sign of equality claims?

use std::time::Instant;

use egen_math::{Constant, Expr, Id, Node, Number, Op, Symbol};

use super::{Derivation, Tail, calls, shares};
use crate::definite;
use crate::facts::{Known, definition, is_definition};
use crate::finding::{equal, listed, told};
use crate::formula::{Atom, Formula};
use crate::meaning::{End, Meaning, meaning};
use crate::reader::Item;
use crate::row::{Finding, Kind, Verdict};
use crate::solutions::is_true;
use crate::step::{Given, judge_formula};
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
        self.tail = Some(Tail { expr: last, equation: false });
    }

    /// A step between two expressions.
    pub(super) fn link(&mut self, item: &Item, before: &Expr, after: &Expr, link: Link) {
        let start = Instant::now();
        let facts = &self.facts;
        let value = |name: &Symbol| {
            facts.iter().rev().find_map(|fact| match definition(fact.formula.equation()?)? {
                (own, parameters, body) if own == *name && parameters.is_empty() => Some(body),
                _ => None,
            })
        };
        if let Some(finding) = definite::judge(self.judge, [before, after], value) {
            self.integral.by = definite::variable(after);
            self.begun = true;
            self.push(item, Kind::Expressions, Some(before.into()), Some(after.into()), finding);
            return self.timed(start);
        }
        let integral = self.integral.judge(self.judge, before, after, value);
        let whole = integral.is_some();
        let mut finding = integral.unwrap_or_else(|| equal(self.judge, before, after));
        if !finding.verdict.holds() && !whole {
            finding = self.with_facts(before, after, finding);
        }
        finding = self.unless_meant_otherwise(finding, false, |derivation, to| {
            derivation.with_facts(&to(before), &to(after), equal(derivation.judge, &to(before), &to(after)))
        });
        if link == Link::Loose && finding.verdict == Verdict::Refuted {
            finding =
                Finding::new(Verdict::Unknown, "an expression after an equation: what it should equal is not clear");
        }
        let measured = unit::in_base([before, after]);
        if let (false, Some([before, after])) = (finding.verdict.holds(), &measured) {
            finding = equal(self.judge, before, after);
            finding.reason = format!("in the same units: {}", finding.reason);
        }
        if let (Verdict::Refuted | Verdict::Unknown, Link::Sign { last }) = (finding.verdict, link)
            && !finding.rounding
            && measured.is_none()
        {
            finding = self.meant(before, after, last).unwrap_or(finding);
        }
        self.begun |= finding.verdict.is_step();
        self.push(item, Kind::Expressions, Some(before.into()), Some(after.into()), finding);
        self.timed(start);
    }

    /// The finding that a link is no claim for all values, but an equation, or values put in. Equations are learned.
    pub(super) fn meant(&mut self, before: &Expr, after: &Expr, last: bool) -> Option<Finding> {
        let known = Known::of(self.facts.iter().map(|fact| &fact.formula));
        let (formula, reason) = match meaning(self.judge, &known, [before, after], End { last, named: self.named })? {
            Meaning::PutIn(names) => {
                let names: Vec<String> = names.iter().map(Symbol::to_string).collect();
                let reason = format!("values put in for {}, which no line gives", listed(&names));
                return Some(Finding::new(Verdict::Fact, reason));
            }
            Meaning::Solve(formula) => (formula, "an equation to be solved"),
            Meaning::Relate(formula) => (formula, "given"),
        };
        // A new equation in x after x was found: f'(x) = 0 was solved, and f''(x) = 0 is next.
        let names = formula.variables();
        let tied: Vec<&Formula> = known.rest.iter().filter(|fact| shares(fact, &names) && !fact.is_opaque()).collect();
        if !tied.is_empty() && !tied.iter().any(|fact| fact.is_solved()) && names.len() == 1 {
            let found = tied.iter().all(|fact| fact.variables() == names).then(|| {
                let given =
                    Given { facts: tied.clone(), before: tied[0], follows: false, broken: self.broken, begun: true };
                judge_formula(self.judge, &given, &formula)
            });
            if found.is_some_and(|found| matches!(found.verdict, Verdict::Refuted | Verdict::Lost)) {
                return None;
            }
        } else if !tied.is_empty() && names.len() == 1 {
            self.facts.retain(|fact| is_definition(&fact.formula) || fact.formula.variables() != names);
        }
        self.learn(&formula, false);
        Some(Finding::new(Verdict::Fact, reason))
    }

    /// A finding that rests on `log` as the natural logarithm, or on angles in radians, is none if the other meaning makes the step right.
    pub(super) fn unless_meant_otherwise(
        &mut self,
        finding: Finding,
        solved: bool,
        again: impl Fn(&Derivation<'_>, &dyn Fn(&Expr) -> Expr) -> Finding,
    ) -> Finding {
        if !matches!(finding.verdict, Verdict::Refuted | Verdict::Lost | Verdict::Gained) {
            return finding;
        }
        for other in [Other::BaseTen, Other::Degrees] {
            let told = match other {
                Other::BaseTen => self.log && !self.base_ten,
                Other::Degrees => self.angles && !self.radians && !self.degrees,
            };
            if !told {
                continue;
            }
            let facts = self.facts.clone();
            for fact in &mut self.facts {
                fact.formula = fact.formula.map(|side| other.meant(side));
            }
            let found = again(self, &|side| other.meant(side));
            let gained = found.verdict == Verdict::Gained && finding.verdict != Verdict::Gained;
            // tan x = 1, x = 45: one of many solutions.
            let open = solved && found.verdict == Verdict::Unknown && finding.verdict == Verdict::Refuted;
            if !(found.verdict.holds() || gained || open || found.rounding) {
                self.facts = facts;
                continue;
            }
            // The lines to come go on with this meaning.
            let reason = match other {
                Other::BaseTen => {
                    self.base_ten = true;
                    "log to base 10?"
                }
                Other::Degrees => {
                    self.degrees = true;
                    "angles in degrees?"
                }
            };
            return Finding::new(Verdict::Unknown, reason);
        }
        finding
    }

    /// What the lines before make of a claim that does not hold by itself.
    pub(super) fn with_facts(&self, before: &Expr, after: &Expr, finding: Finding) -> Finding {
        let claim = Formula::of(Atom::equal(before, after));
        let names = claim.variables();
        let near = |fact: &&Formula| shares(fact, &names) || calls(&claim);
        let facts: Vec<&Formula> = self.facts.iter().map(|fact| &fact.formula).filter(near).collect();
        let Some(last) = facts.last() else { return finding };
        let known = Known::of(facts.iter().copied());
        let put = known.put_into(&claim);
        let Some([left, right]) = put.equation() else { return finding };
        let comparison = self.judge.decide(left, right);
        if comparison.verdict.is_equal() && !known.impossible {
            let mut found = told(self.judge, left, right, comparison);
            found.reason = format!("with the lines before: {}", found.reason);
            return found;
        }
        let tied = known.rest.iter().any(|fact| shares(fact, &put.variables()));
        if !tied && !known.impossible {
            let changed = left != before || right != after;
            return if changed { told(self.judge, left, right, comparison) } else { finding };
        }
        let given = Given { facts: facts.clone(), before: last, follows: true, broken: self.broken, begun: true };
        let found = judge_formula(self.judge, &given, &claim);
        let open = !matches!(found.verdict, Verdict::Refuted | Verdict::Lost) && !found.verdict.holds();
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
}

/// Do formulas hold at a point? What fails there is refuted, whatever they restrict.
fn all_hold(facts: &[&Formula], at: &[(Symbol, Number)]) -> bool {
    let there =
        |side: &Expr| at.iter().fold(side.clone(), |side, (name, n)| side.substitute(name, &Expr::number(n.clone())));
    facts.iter().all(|fact| is_true(&fact.map(there)) == Some(true))
}

/// What signs may mean besides what the reader takes them for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    /// `log x` is the logarithm to base 10.
    BaseTen,
    /// `sin 30` is 1/2.
    Degrees,
}

impl Other {
    /// An expression with this meaning.
    pub(super) fn meant(self, expr: &Expr) -> Expr {
        let mut out = expr.clone();
        // From the last to the first, so that the places of those to come stay what they are.
        for (at, node) in expr.nodes().iter().enumerate().rev() {
            let (id, Some(op)) = (Id(at as u32), node.op()) else { continue };
            let changed = match (self, op) {
                (Other::BaseTen, Op::Ln) => out.subtree(id).binary(Op::Div, &Expr::number(10).unary(Op::Ln)),
                (Other::Degrees, Op::Sin | Op::Cos | Op::Tan | Op::Cot | Op::Sec | Op::Csc) => {
                    let Node::Unary(_, argument) = node else { continue };
                    let argument = out.subtree(*argument);
                    if has_pi(&argument) {
                        continue;
                    }
                    argument.binary(Op::Mul, &degree()).unary(op)
                }
                (Other::Degrees, Op::Asin | Op::Acos | Op::Atan) => out.subtree(id).binary(Op::Div, &degree()),
                _ => continue,
            };
            out = out.replace(id, &changed);
        }
        out
    }
}

/// π/180.
fn degree() -> Expr {
    Expr::constant(Constant::Pi).binary(Op::Div, &Expr::number(180))
}

pub(super) fn has_pi(expr: &Expr) -> bool {
    expr.nodes().iter().any(|node| matches!(node, Node::Const(Constant::Pi)))
}
