//! Formulas: what becomes of the lines before when an equation or an inequality comes after them?

use std::time::Instant;

use egen_graph::algebra;
use egen_math::{Expr, Node, Number, Op, Symbol};

use super::{Derivation, calls, kind, shares};
use crate::cases::Cases;
use crate::facts::{Fact, Known, is_definition};
use crate::formula::{Atom, Formula, Sign};
use crate::implicit;
use crate::periodic::judge_family;
use crate::reader::Item;
use crate::rearrange::is_interchanged;
use crate::row::{Finding, Verdict};
use crate::solutions::{contrast, is_true};
use crate::standing::{another_choice, another_condition, is_case_of, is_condition, is_further, next_step};
use crate::step::{Given, judge_formula, lone};

impl Derivation<'_> {
    /// A formula after others.
    pub(super) fn formula(&mut self, item: &Item, formula: &Formula, follows: bool) {
        let (start, names) = (Instant::now(), formula.variables());
        // Solve for x: what x is follows.
        let follows = follows || self.asked.is_some() && lone(formula) == self.asked.as_ref();
        if names.is_empty() && !formula.is_opaque() {
            self.constant(item, formula, follows);
            return self.timed(start);
        }
        let facts: Vec<&Formula> = self.facts.iter().map(|fact| &fact.formula).collect();
        if let Some(finding) = judge_family(self.judge, &facts, formula) {
            let before = self.before(formula).formula;
            self.after(item, formula, &before, finding);
            return self.timed(start);
        }
        if self.quotes(formula) {
            return self.quote(item, formula);
        }
        if !self.is_relevant(formula) {
            return self.fact(item, formula, "given");
        }
        if self.is_tried(item, formula) {
            self.check = Some((item.line, Some(formula.clone())));
            let finding = Finding::new(Verdict::Fact, "a value to be checked");
            return self.push(item, kind(formula), None, Some(formula.into()), finding);
        }
        if self.bounds_case(item, formula) {
            return self.timed(start);
        }
        let before = self.before(formula);
        let judged = |derivation: &Derivation<'_>, formula: &Formula, before: &Formula| {
            let facts = derivation.facts.iter().map(|fact| &fact.formula).collect();
            let (broken, begun) = (derivation.broken, derivation.begun);
            judge_formula(derivation.judge, &Given { facts, before, follows, broken, begun }, formula)
        };
        let mut finding = judged(self, formula, &before.formula);
        if self.tell_further(formula, &finding) {
            finding = judged(self, formula, &before.formula);
        }
        let solved = formula.is_solved();
        finding = self.unless_meant_otherwise(finding, solved, |derivation, to| {
            judged(derivation, &formula.map(to), &before.formula.map(to))
        });
        if matches!(finding.verdict, Verdict::Fact | Verdict::Unknown)
            && !self.broken
            && let Some(finding) = implicit::judge(self.judge, &self.facts, formula)
        {
            self.after(item, formula, &before.formula, finding);
            return self.timed(start);
        }
        // x² = y², x = y, and then x = -y: a line that was not derived may be one of several cases.
        let about = self.facts.iter().filter(|fact| shares(&fact.formula, &names)).count();
        if finding.further && finding.verdict == Verdict::Refuted && !before.derived && about > 1 {
            finding = Finding::new(Verdict::Fact, "something new: it is not seen to follow from the lines before");
        }
        if !finding.verdict.holds() && is_interchanged(&before.formula, formula) {
            self.facts.retain(|fact| fact.formula.variables() != names);
            return self.fact(item, formula, "the letters of the line before are interchanged");
        }
        let wrong = matches!(finding.verdict, Verdict::Refuted | Verdict::Lost);
        if wrong && self.sets_up(item, formula, follows) {
            return self.timed(start);
        }
        if wrong && !follows && !finding.further && self.lists(formula) {
            return self.fact(item, formula, "something new: another equation for the same name");
        }
        if !finding.verdict.holds() && self.is_case(item, formula) {
            return self.timed(start);
        }
        if self.another_case(item, formula, &before.formula, &finding) {
            return self.timed(start);
        }
        if !finding.verdict.holds() && !follows && self.gives_way(item, formula, &before, &finding) {
            return self.timed(start);
        }
        // x > 0 after an equation says where to look for solutions, and an equation after x > 0 is the one to be solved there.
        let equation = |fact: &Fact| !is_condition(&fact.formula) && fact.formula.variables() == names;
        let claimed = follows || (!is_condition(formula) && self.facts.iter().any(equation));
        let other = is_condition(formula) != is_condition(&before.formula) && !claimed;
        if other && !finding.verdict.holds() && finding.verdict != Verdict::Gained {
            let reason = if is_condition(formula) { "a condition" } else { "given" };
            finding = Finding::new(Verdict::Fact, reason);
        }
        if other && finding.verdict == Verdict::Gained && is_condition(formula) {
            // x > 0 after ln(x) + ln(x + 1) = 0: where to look is weaker than what is looked for.
            finding = Finding::new(Verdict::Proved, "it follows from the lines before");
        }
        let fresh = names.len() == 1
            && before.formula.is_solved()
            && !formula.is_solved()
            && !follows
            && formula.equation().is_some();
        if fresh && finding.verdict == Verdict::Refuted {
            self.close_cases();
            self.facts.retain(|fact| !shares(&fact.formula, &names));
            return self.fact(item, formula, "a new equation: it does not follow from the line before");
        }
        self.after(item, formula, &before.formula, finding);
        self.timed(start);
    }

    /// The last line about what a formula is about, if there is one; definitions of functions come last.
    fn before(&self, formula: &Formula) -> Fact {
        let names = formula.variables();
        let about = |fact: &&Fact| names.is_empty() || shares(&fact.formula, &names);
        let plain = |fact: &&Fact| about(fact) && !is_definition(&fact.formula);
        let own = (!calls(formula)).then(|| self.facts.iter().rev().find(plain)).flatten();
        own.or_else(|| self.facts.iter().rev().find(about)).or(self.facts.last()).expect("it is relevant").clone()
    }

    /// A relation between numbers.
    fn constant(&mut self, item: &Item, formula: &Formula, follows: bool) {
        if is_true(formula) == Some(false) && self.contradiction(item, formula) {
            return;
        }
        let given = Given { facts: Vec::new(), before: formula, follows, broken: false, begun: self.begun };
        let finding = judge_formula(self.judge, &given, formula);
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }

    /// Is a false relation between numbers what the lines before come to? 3 = 5 after 2x + 3 = 2x + 5 is right.
    pub(super) fn contradiction(&mut self, item: &Item, formula: &Formula) -> bool {
        if is_true(formula) != Some(false) {
            return false;
        }
        let pending =
            self.pending.as_ref().map(|pending| Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1])));
        let supposed = self.supposed_here(item);
        let known = supposed.map_or(&self.facts[..], |(_, base)| base);
        let facts: Vec<Formula> = known.iter().map(|fact| fact.formula.clone()).chain(pending).collect();
        let tried = supposed.map(|(value, _)| value.clone()).or_else(|| self.tried(item));
        let finding = match tried {
            Some(tried) => {
                let known = Known::of([&tried].into_iter());
                let put: Vec<Formula> = facts.iter().map(|fact| known.put_into(fact)).collect();
                // sqrt(1) = 2 is no value that sqrt(2x + 3) = x has at x = -1.
                let comes_to = |fact: &Formula| is_true(fact) == Some(false) && has_sides_of(fact, formula);
                let reason = || format!("{tried} does not solve the lines before");
                put.iter().any(comes_to).then(|| Finding::new(Verdict::Proved, reason()))
            }
            None => (!self.broken && contradict(&facts)).then(|| match come_to(&facts, formula) {
                true => Finding::new(Verdict::Proved, "no solution, as before"),
                false => Finding::new(
                    Verdict::Unknown,
                    "the lines before have no solution; that they come to this is not seen",
                ),
            }),
        };
        let Some(finding) = finding else { return false };
        self.settle_pending(Some(formula), false);
        self.begun = true;
        self.push(item, kind(formula), None, Some(formula.into()), finding);
        self.tail = None;
        true
    }

    /// Is a formula quoted in letters that no line has, as the quadratic formula is?
    pub(super) fn quotes(&self, formula: &Formula) -> bool {
        let mut unknown = formula.atoms().map(|atom| match atom.left.node(atom.left.root()) {
            Node::Var(name) if atom.sign == Sign::Equal => Some((name, atom.right.variables())),
            _ => None,
        });
        let Some(Some((name, letters))) = unknown.next() else { return false };
        let same = unknown.all(|other| other.is_some_and(|(other, _)| other == name));
        let pending = self.pending.iter().flat_map(|pending| &pending.sides).flat_map(|side| side.variables());
        let known: Vec<_> = self.facts.iter().flat_map(|fact| fact.formula.variables()).chain(pending).collect();
        let alone = |names: Vec<Symbol>| names == [name.clone()];
        let open = self.facts.iter().any(|fact| {
            alone(fact.formula.variables()) && fact.formula.equation().is_some() && !fact.formula.is_solved()
        }) || self
            .pending
            .as_ref()
            .is_some_and(|pending| alone(Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1])).variables()));
        let foreign = !letters.is_empty() && !letters.contains(name) && !letters.iter().any(|one| known.contains(one));
        same && open && foreign && (letters.len() > 1 || formula.cases.len() > 1)
    }

    pub(super) fn quote(&mut self, item: &Item, formula: &Formula) {
        let finding = Finding::new(Verdict::Fact, "a formula in letters that no line gives");
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }

    /// The value that is being checked.
    fn tried(&self, item: &Item) -> Option<Formula> {
        self.check.as_ref().filter(|(line, _)| item.line <= line + 1).and_then(|(_, tried)| tried.clone())
    }

    /// Is a value put in to check it?
    fn is_tried(&self, item: &Item, formula: &Formula) -> bool {
        let checks = self.check.as_ref().is_some_and(|(line, tried)| item.line <= line + usize::from(tried.is_none()));
        checks && formula.is_solved() && formula.cases.len() == 1
    }

    /// A condition on the line of a solution: x = 4 (x > 0).
    fn bounds_case(&mut self, item: &Item, formula: &Formula) -> bool {
        let here = |cases: &Cases| self.rows[cases.row].line == item.line;
        if !is_condition(formula) || !self.cases.as_ref().is_some_and(here) {
            return false;
        }
        let mut cases = self.cases.take().expect("there are cases");
        cases.base.push(Fact { formula: formula.clone(), derived: false });
        if cases.is_complete(self.judge) {
            self.rows[cases.row].finding = Finding::new(Verdict::Proved, format!("the same solutions, with {formula}"));
            self.fact(item, formula, "a condition");
            return true;
        }
        cases.base.pop();
        self.cases = Some(cases);
        false
    }

    /// f(x) = 0 is an equation to be solved, where f was defined.
    fn sets_up(&mut self, item: &Item, formula: &Formula, follows: bool) -> bool {
        let Some([left, right]) = formula.equation().filter(|_| calls(formula) && !follows) else { return false };
        let Some(finding) = self.meant(left, right, true) else { return false };
        self.push(item, kind(formula), None, Some(formula.into()), finding);
        true
    }

    /// A line of which it was not known whether it is a step is an equation of a system if the next one follows with it, and not without it. Otherwise it was
    /// wrong, where a slip explains it, and what follows must be judged without the lines before it.
    fn tell_further(&mut self, formula: &Formula, finding: &Finding) -> bool {
        let Some((row, further, wrong)) = self.further.take() else { return false };
        let others = self.facts.iter().map(|fact| &fact.formula).filter(|fact| **fact != further);
        let follows = |facts: &[&Formula]| {
            let put = Known::of(facts.iter().copied()).put_into(formula);
            put.equation().is_some_and(|[left, right]| self.judge.decide(left, right).verdict.is_equal())
        };
        let alone = || follows(&[&further]) || follows(&others.collect::<Vec<_>>());
        if finding.verdict.holds() && !alone() {
            self.rows[row].finding = Finding::new(Verdict::Fact, "a further equation: what comes next uses it");
            return false;
        }
        self.broken |= wrong;
        wrong
    }

    /// Is it one of a list, y = x², y = x³, y = 2ˣ, of which nothing was derived?
    fn lists(&self, formula: &Formula) -> bool {
        let gives = |one: &Formula| lone(one).cloned().filter(|_| !one.is_solved());
        let names = formula.variables();
        let mut about = self.facts.iter().filter(|fact| shares(&fact.formula, &names));
        let name = gives(formula);
        name.is_some() && about.all(|fact| !fact.derived && gives(&fact.formula) == name)
    }

    /// One of the two equations that an absolute value stands for.
    fn is_case(&mut self, item: &Item, formula: &Formula) -> bool {
        let names = formula.variables();
        let (base, whole) = match &self.split {
            Some((base, whole)) if whole.variables() == names => (base.clone(), whole.clone()),
            _ => match self.facts.iter().rev().find(|fact| fact.formula.variables() == names) {
                Some(fact) => (self.facts.clone(), fact.formula.clone()),
                None => return false,
            },
        };
        if !is_case_of(self.judge, &whole, formula) {
            return false;
        }
        let second = self.split.as_ref().is_some_and(|(_, other)| *other == whole);
        if second {
            self.cases = None;
        }
        self.close_cases();
        // In a case its equation is solved by itself; what it gives is checked later.
        self.facts = base.iter().filter(|fact| fact.formula.variables() != names).cloned().collect();
        if !second {
            // What the other case gives is lost if it does not come.
            self.cases = Some(Cases::new(base.clone(), formula.clone(), self.rows.len()));
        }
        self.split = Some((base, whole));
        self.fact(item, formula, "one of the cases");
        true
    }

    /// Do earlier lines that were only given make room for another case, or for a further condition?
    fn gives_way(&mut self, item: &Item, formula: &Formula, before: &Fact, finding: &Finding) -> bool {
        let wrong = matches!(finding.verdict, Verdict::Refuted | Verdict::Lost);
        if is_condition(formula) {
            if let Some(facts) = another_condition(self.judge, &self.facts, formula) {
                // x² = 4, x = 2, x < 0: what is missing is looked for in this case.
                if let Some(cases) = self.cases.take() {
                    self.rows[cases.row].finding = Finding::new(Verdict::Fact, "one of the solutions");
                }
                self.facts = facts;
                self.fact(item, formula, "another case");
                return true;
            }
            // x < 1 or x > 2 is found by solving, and not given beside other conditions.
            if wrong && formula.cases.len() == 1 && is_further(&self.facts, before, formula) {
                self.fact(item, formula, "a further condition");
                return true;
            }
            return false;
        }
        let next = next_step(&self.facts, formula);
        let choice = || another_choice(self.judge, &self.facts, formula).filter(|_| wrong);
        let Some(facts) = next.or_else(choice) else { return false };
        self.close_cases();
        self.facts = facts;
        // x = 2, f(2) = 5: the value is another one, and what is said of it may be wrong.
        let parts = formula.together().filter(|_| self.is_relevant(formula));
        let wrong = parts.into_iter().flatten().filter(|part| !part.is_solved()).find_map(|part| {
            let facts = self.facts.iter().map(|fact| &fact.formula).collect();
            let given = Given { facts, before: &before.formula, follows: true, broken: self.broken, begun: true };
            Some(judge_formula(self.judge, &given, &part)).filter(|found| found.verdict == Verdict::Refuted)
        });
        match wrong {
            Some(finding) => self.after(item, formula, &before.formula, finding),
            None => self.fact(item, formula, "another case"),
        }
        true
    }

    /// Keeps a finding, and what it means for the lines to come.
    fn after(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: Finding) {
        let verdict = finding.verdict;
        if finding.further {
            let wrong = verdict == Verdict::Refuted;
            self.further = Some((self.rows.len(), formula.clone(), wrong));
            self.learn(formula, false);
            self.begun = true;
            return self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
        }
        let derived = !matches!(verdict, Verdict::Fact | Verdict::Unknown);
        let one = formula.variables().len() == 1 && before.variables() == formula.variables();
        let names = formula.variables();
        let own = names.len() == 1 && self.facts.iter().any(|fact| fact.formula.variables() == names);
        if verdict == Verdict::Lost && self.cases.is_none() && (one || own) {
            self.cases = Some(Cases::new(self.facts.clone(), formula.clone(), self.rows.len()));
        } else if matches!(verdict, Verdict::Refuted | Verdict::Lost) || finding.rounding {
            // The lines to come go on from what is written here. Another case may still come.
            match &mut self.cases {
                Some(cases) if one && verdict == Verdict::Refuted => cases.wrong = true,
                _ => self.close_cases(),
            }
            if one || names.is_empty() {
                self.facts.retain(|fact| is_definition(&fact.formula) || fact.formula.variables() != names);
            } else {
                self.broken = true;
            }
        }
        self.learn(formula, derived);
        self.begun |= verdict.is_step();
        self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
    }

    /// Is it another of the solutions, where a line before gave some of them only?
    fn another_case(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: &Finding) -> bool {
        let Some(cases) = &mut self.cases else { return false };
        if cases.is_restored(self.judge, formula) {
            // x = 1 was found by a guess, and the equation is taken up again.
            self.rows[cases.row].finding = Finding::new(Verdict::Fact, "one of the solutions");
            self.facts.clone_from(&cases.base);
            self.cases = None;
            self.after(item, formula, before, Finding::new(Verdict::Proved, "the same solutions"));
            return true;
        }
        if finding.verdict.holds() || !cases.admits(self.judge, formula) {
            return false;
        }
        self.facts.clone_from(&cases.base);
        let finding = Finding::new(Verdict::Fact, "another of the solutions");
        // Cases that are only listed hold together; after lines about one case the next one is looked at.
        let only_listed =
            cases.all().is_solved() && self.rows[cases.row..].iter().all(|row| row.finding.verdict != Verdict::Proved);
        let learned = if only_listed { cases.all().clone() } else { formula.clone() };
        if cases.is_complete(self.judge) {
            let first = cases.row;
            self.cases = None;
            self.rows[first].finding = Finding::new(Verdict::Fact, "one of the solutions");
        }
        self.learn(&learned, true);
        self.push(item, kind(formula), Some(before.into()), Some(formula.into()), finding);
        true
    }

    /// No further case comes: what is missing is lost.
    pub(super) fn close_cases(&mut self) {
        if let Some(mut cases) = self.cases.take() {
            let line = self.rows[cases.row].line;
            let excused = self.heard.iter().find_map(|heard| cases.excused(self.judge, &heard.sign(line)?));
            if let Some(finding) = excused.or_else(|| cases.missing(self.judge)) {
                self.rows[cases.row].finding = finding;
            }
        }
    }
}

/// Is a false relation what formulas without a solution come to, times a whole number or divided by one? 2x + 3 = 2x + 5 comes to 3 = 5, and not to 3 = 6.
fn come_to(facts: &[Formula], formula: &Formula) -> bool {
    let number =
        |expr: &Expr| algebra::normal_form(expr, &algebra::Settings::default()).and_then(|form| form.as_number());
    let gap = |fact: &Formula| number(&fact.single()?.difference()).filter(|gap| !gap.is_zero());
    let Some(found) = gap(formula) else { return false };
    let whole = |a: &Number, b: &Number| a.combine(Op::Div, b).is_some_and(|ratio| ratio.is_integer());
    let mut gaps = facts.iter().filter_map(gap).chain(Known::of(facts.iter()).gap);
    gaps.any(|gap| whole(&found, &gap) || whole(&gap, &found))
}

/// Has an equation of numbers the values of another one on its sides?
fn has_sides_of(one: &Formula, other: &Formula) -> bool {
    let Some(([a, b], [c, d])) = one.equation().zip(other.equation()) else { return false };
    let same = |x: &Expr, y: &Expr| is_true(&Formula::of(Atom::equal(x, y))) == Some(true);
    same(a, c) && same(b, d) || same(a, d) && same(b, c)
}

/// Have some formulas no solution together?
pub(super) fn contradict(facts: &[Formula]) -> bool {
    if Known::of(facts.iter()).impossible {
        return true;
    }
    facts.last().is_some_and(|last| {
        let [name] = &last.variables()[..] else { return false };
        let about: Vec<&Formula> =
            facts.iter().filter(|fact| fact.variables() == [name.clone()] && !is_definition(fact)).collect();
        contrast(&about, last, last, name).is_some_and(|found| found.certain && !found.possible)
    })
}
