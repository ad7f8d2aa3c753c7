//! Derivations: what does each line claim after those before it?
//!
//! A line that is an expression equals the one before it; so does what follows a sign of equality. A line `a = b` that holds
//! everywhere is right by itself. Another one is an equation: the first is given, and later ones are judged by what the lines before say
//! together. Formulas that were right, or given, are facts for the lines after them.

use std::time::Instant;

use egen_math::compare;
use egen_math::{Expr, Node, Op, Symbol};

use crate::calculus::{by_differentiating, integrated_by};
use crate::cases::Cases;
use crate::facts::{Known, definition};
use crate::finding::{equal, told};
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::reader::{Content, Item};
use crate::row::{Finding, Kind, Row, Verdict};
use crate::statement::Statement;
use crate::step::{Given, judge_formula};

/// So many facts are kept; older ones are forgotten.
const MAX_FACTS: usize = 24;
/// So many rows wait for further cases; then what is missing is said to be lost.
const MAX_WAITING: usize = 64;

/// A derivation on its way. Rows come out in order; some wait until it is clear whether another case follows.
pub struct Derivation<'a> {
    judge: &'a Judge,
    steps: usize,
    facts: Vec<Formula>,
    tail: Option<Tail>,
    pending: Option<Pending>,
    cases: Option<Cases>,
    rows: Vec<Row>,
    /// The variable of an integral in this chain.
    integral: Option<Symbol>,
    /// Was a line with several unknowns wrong?
    broken: bool,
    /// Was a line derived from another?
    begun: bool,
}

/// What the next expression is compared with.
#[derive(Clone)]
struct Tail {
    expr: Expr,
    /// Is it the right side of an equation that is to be solved?
    equation: bool,
}

/// An equation of which the next line shows whether it is given or claimed.
struct Pending {
    item: Item,
    sides: [Expr; 2],
    /// Could a line after it not be read?
    trouble: bool,
    /// Where its row goes: before those of the words that came after it.
    row: usize,
}

impl<'a> Derivation<'a> {
    /// An empty derivation.
    pub fn new(judge: &'a Judge) -> Derivation<'a> {
        let (facts, rows) = (Vec::new(), Vec::new());
        let (integral, broken, begun) = (None, false, false);
        Derivation { judge, steps: 0, facts, tail: None, pending: None, cases: None, rows, integral, broken, begun }
    }

    /// Takes an item.
    pub fn take(&mut self, item: Item) {
        match item.content.clone() {
            Content::Skipped => {
                self.push(&item, Kind::Text, None, None, Finding::new(Verdict::Skipped, "not read as a formula"))
            }
            Content::Trouble(error) => {
                if let Some(pending) = &mut self.pending {
                    pending.trouble = true;
                }
                self.push(&item, Kind::Text, None, None, Finding::new(Verdict::Error, error.message.clone()));
                self.rows.last_mut().expect("a row was pushed").error = Some(error);
            }
            Content::Said { statement: Statement::Expression(expr), continues, .. } => {
                self.expression(&item, &expr, continues)
            }
            Content::Said { statement: Statement::Chain(sides), continues: true, .. } => {
                self.expression(&item, &sides[0], true);
                self.links(&item, &sides);
            }
            Content::Said { statement: Statement::Chain(sides), follows, .. } => self.chain(&item, &sides, follows),
            Content::Said { statement: Statement::Formula(formula), follows, .. } => {
                let formula = self.renamed(formula);
                self.settle_pending(Some(&formula), false);
                self.formula(&item, &formula, follows);
                self.tail = None;
            }
        }
    }

    /// The rows that are ready.
    pub fn ready(&mut self) -> Vec<Row> {
        if self.cases.is_some() || self.pending.is_some() {
            if self.rows.len() < MAX_WAITING {
                return Vec::new();
            }
            self.settle_pending(None, false);
            self.close_cases();
        }
        std::mem::take(&mut self.rows)
    }

    /// Ends the derivation.
    pub fn end(mut self) -> Vec<Row> {
        self.settle_pending(None, false);
        self.close_cases();
        self.rows
    }

    fn push(&mut self, item: &Item, kind: Kind, before: Option<String>, after: Option<String>, finding: Finding) {
        let step = finding.verdict.is_step().then(|| {
            self.steps += 1;
            self.steps
        });
        self.rows.push(Row {
            derivation: item.derivation,
            step,
            line: item.line,
            at: item.at.clone(),
            input: item.input.clone(),
            notes: item.notes.clone(),
            kind,
            before,
            after,
            finding,
            error: None,
            ms: 0.0,
        });
    }

    fn timed(&mut self, start: Instant) {
        if let Some(row) = self.rows.last_mut() {
            row.ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        }
    }

    fn expression(&mut self, item: &Item, expr: &Expr, continues: bool) {
        // x² − 5x + 6 = 0 stays an equation, whatever comes after it.
        let claimed = self.pending.as_ref().is_some_and(|pending| !has_plain_side(&pending.sides));
        self.settle_pending(None, claimed);
        match self.tail.clone() {
            Some(tail) => self.link(item, &tail.expr, expr, tail.equation && !continues),
            None => self.integral = integrated_by(expr),
        }
        self.tail = Some(Tail { expr: expr.clone(), equation: false });
    }

    fn links(&mut self, item: &Item, sides: &[Expr]) {
        for pair in sides.windows(2) {
            self.link(item, &pair[0], &pair[1], false);
        }
        let last = sides.last().expect("a chain has sides").clone();
        self.tail = Some(Tail { expr: last, equation: false });
    }

    /// A step between two expressions; `loose` if it is not sure that they are meant to be equal.
    fn link(&mut self, item: &Item, before: &Expr, after: &Expr, loose: bool) {
        let start = Instant::now();
        let mut finding = self.integrals(before, after).unwrap_or_else(|| equal(self.judge, before, after));
        if !finding.verdict.holds() {
            finding = self.with_facts(before, after, finding);
        }
        if loose && finding.verdict == Verdict::Refuted {
            finding =
                Finding::new(Verdict::Unknown, "an expression after an equation: what it should equal is not clear");
        }
        self.begun = true;
        self.push(item, Kind::Expressions, Some(before.to_string()), Some(after.to_string()), finding);
        self.timed(start);
    }

    /// Antiderivatives are compared by what they are antiderivatives of.
    fn integrals(&mut self, before: &Expr, after: &Expr) -> Option<Finding> {
        let here = integrated_by(before).or_else(|| integrated_by(after));
        self.integral = here.clone().or(self.integral.take());
        let by = self.integral.clone()?;
        if here.is_none() {
            let plain = equal(self.judge, before, after);
            if plain.verdict.holds() {
                return Some(plain);
            }
        }
        by_differentiating(self.judge, before, after, &by)
    }

    /// What the lines before make of a claim that does not hold by itself.
    fn with_facts(&self, before: &Expr, after: &Expr, finding: Finding) -> Finding {
        let claim = Formula::of(Atom::equal(before, after));
        let names = claim.variables();
        let near = |fact: &&Formula| shares(fact, &names) || calls(&claim);
        let facts: Vec<&Formula> = self.facts.iter().filter(near).collect();
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

    /// A line `a = b`, or a longer chain.
    fn chain(&mut self, item: &Item, sides: &[Expr], follows: bool) {
        let [a, b] = [&sides[0], &sides[1]];
        let formula = self.renamed(Formula::of(Atom::equal(a, b)));
        let goes_on = |sides: &[Expr; 2]| sides[1] == *a && sides[0] != *b && !has_plain_side(sides);
        let takes_up = self.pending.as_ref().is_some_and(|pending| goes_on(&pending.sides));
        let start = Instant::now();
        let whole = integrated_by(a).is_some() || integrated_by(b).is_some();
        let defines = definition([a, b]).is_some();
        let comparison = (!defines && !whole).then(|| self.judge.decide(a, b));
        let identity = comparison.as_ref().is_some_and(|one| one.verdict.is_equal());
        if whole || identity {
            self.settle_pending(None, takes_up);
            match comparison {
                Some(comparison) => {
                    let finding = told(self.judge, a, b, comparison);
                    self.begun = true;
                    self.push(item, Kind::Expressions, Some(a.to_string()), Some(b.to_string()), finding);
                    self.timed(start);
                }
                None => self.link(item, a, b, false),
            }
            self.links(item, &sides[1..]);
            return;
        }
        let related = |pending: &Pending| {
            shares(&formula, &Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1])).variables())
        };
        let relevant = self.is_relevant(&formula) || (!takes_up && self.pending.as_ref().is_some_and(related));
        if relevant {
            self.settle_pending(Some(&formula), takes_up);
            self.formula(item, &formula, follows);
            self.timed(start);
        } else {
            self.settle_pending(None, takes_up);
            let claimed = sides.len() > 2 && !has_plain_side(&[a.clone(), b.clone()]);
            if defines {
                self.fact(item, &formula, "a definition, or given");
            } else if claimed || (a.variables().is_empty() && b.variables().is_empty()) {
                self.link(item, a, b, false);
            } else {
                self.pending = Some(Pending {
                    item: item.clone(),
                    sides: [a.clone(), b.clone()],
                    trouble: false,
                    row: self.rows.len(),
                });
            }
        }
        if sides.len() > 2 {
            self.settle_pending(Some(&formula), false);
            self.links(item, &sides[1..]);
        }
        let equation = !defines;
        self.tail = Some(Tail { expr: sides.last().expect("a chain has sides").clone(), equation });
    }

    /// Do lines before say something of what a formula is about?
    fn is_relevant(&self, formula: &Formula) -> bool {
        let names = formula.variables();
        !self.facts.is_empty()
            && (names.is_empty() || calls(formula) || self.facts.iter().any(|fact| shares(fact, &names)))
    }

    /// Decides about the equation before this line. `next` is a formula that it may have been transformed into; `claimed`
    /// says that it is taken up as something that holds.
    fn settle_pending(&mut self, next: Option<&Formula>, claimed: bool) {
        let Some(Pending { item, sides: [a, b], trouble, row }) = self.pending.take() else { return };
        let formula = Formula::of(Atom::equal(&a, &b));
        if next.is_some() || (trouble && !claimed) {
            self.fact(&item, &formula, "given");
            return self.rows[row..].rotate_right(1);
        }
        let start = Instant::now();
        let plain = has_plain_side(&[a.clone(), b.clone()]);
        let comparison = self.judge.decide(&a, &b);
        let refuted = matches!(comparison.verdict, compare::Verdict::Refuted(_));
        let finding = told(self.judge, &a, &b, comparison);
        let derives = [&a, &b].iter().any(|side| side.nodes().iter().any(|node| node.op() == Some(Op::Diff)));
        // An equation that stands alone is given; what one slip keeps from being an identity was meant as one.
        let meant = claimed || (refuted && (derives || (!plain && finding.fix.is_some())));
        if meant {
            self.begun = true;
            self.push(&item, Kind::Expressions, Some(a.to_string()), Some(b.to_string()), finding);
            self.timed(start);
        } else {
            self.fact(&item, &formula, "given");
        }
        self.rows[row..].rotate_right(1);
    }

    fn fact(&mut self, item: &Item, formula: &Formula, reason: &str) {
        self.push(item, kind(formula), None, Some(formula.to_string()), Finding::new(Verdict::Fact, reason));
        self.learn(formula);
    }

    fn learn(&mut self, formula: &Formula) {
        if self.facts.len() == MAX_FACTS {
            self.facts.remove(0);
        }
        self.facts.push(formula.clone());
    }

    /// A formula after others.
    fn formula(&mut self, item: &Item, formula: &Formula, follows: bool) {
        let (start, names) = (Instant::now(), formula.variables());
        if names.is_empty() && !formula.is_opaque() {
            let given = Given { facts: Vec::new(), before: formula, follows, broken: false, begun: self.begun };
            let finding = judge_formula(self.judge, &given, formula);
            self.push(item, kind(formula), None, Some(formula.to_string()), finding);
            return self.timed(start);
        }
        if !self.is_relevant(formula) {
            return self.fact(item, formula, "given");
        }
        let about = |fact: &&Formula| names.is_empty() || shares(fact, &names);
        let before = self.facts.iter().rev().find(about).or(self.facts.last()).expect("it is relevant").clone();
        let conditions = |formula: &Formula| formula.atoms().all(|atom| atom.sign != Sign::Equal);
        let given = Given {
            facts: self.facts.iter().collect(),
            before: &before,
            follows,
            broken: self.broken,
            begun: self.begun,
        };
        let mut finding = judge_formula(self.judge, &given, formula);
        // x > 0 after an equation says where to look for solutions, and an equation after x > 0 is the one to be solved there.
        let other = conditions(formula) != conditions(&before) && !(follows && conditions(&before));
        if other && !finding.verdict.holds() && finding.verdict != Verdict::Gained {
            let reason = if conditions(formula) { "a condition" } else { "given" };
            finding = Finding::new(Verdict::Fact, reason);
        }
        if self.another_case(item, formula, &before, &finding) {
            return self.timed(start);
        }
        let fresh =
            names.len() == 1 && before.is_solved() && !formula.is_solved() && !follows && formula.equation().is_some();
        if fresh && finding.verdict == Verdict::Refuted {
            self.close_cases();
            self.facts.retain(|fact| !shares(fact, &names));
            return self.fact(item, formula, "a new equation: it does not follow from the line before");
        }
        self.after(item, formula, &before, finding);
        self.timed(start);
    }

    /// Keeps a finding, and what it means for the lines to come.
    fn after(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: Finding) {
        let verdict = finding.verdict;
        let one = formula.variables().len() == 1 && before.variables() == formula.variables();
        if verdict == Verdict::Lost && self.cases.is_none() && one {
            self.cases = Some(Cases::new(self.facts.clone(), formula.clone(), self.rows.len()));
            self.learn(formula);
        } else if matches!(verdict, Verdict::Refuted | Verdict::Lost) || finding.rounding {
            // The lines to come go on from what is written here.
            self.close_cases();
            let names = formula.variables();
            if one || names.is_empty() {
                self.facts.retain(|fact| fact.variables() != names);
            } else {
                self.broken = true;
            }
            self.learn(formula);
        } else {
            self.learn(formula);
        }
        self.begun |= verdict.is_step();
        self.push(item, kind(formula), Some(before.to_string()), Some(formula.to_string()), finding);
    }

    /// Is it another of the solutions, where a line before gave some of them only?
    fn another_case(&mut self, item: &Item, formula: &Formula, before: &Formula, finding: &Finding) -> bool {
        let Some(cases) = &mut self.cases else { return false };
        if finding.verdict.holds() || !cases.admits(self.judge, formula) {
            return false;
        }
        self.facts.clone_from(&cases.base);
        let finding = Finding::new(Verdict::Fact, "another of the solutions");
        if cases.is_complete(self.judge) {
            let first = cases.row;
            self.cases = None;
            self.rows[first].finding = Finding::new(Verdict::Fact, "one of the solutions");
        }
        self.learn(formula);
        self.push(item, kind(formula), Some(before.to_string()), Some(formula.to_string()), finding);
        true
    }

    /// No further case comes: what is missing is lost.
    fn close_cases(&mut self) {
        if let Some(cases) = self.cases.take()
            && let Some(finding) = cases.missing(self.judge)
        {
            self.rows[cases.row].finding = finding;
        }
    }

    /// `x_1 = 2, x_2 = 3` names two solutions of an equation in x.
    fn renamed(&self, formula: Formula) -> Formula {
        let known: Vec<Symbol> = self.facts.iter().flat_map(Formula::variables).collect();
        let pending = self.pending.iter().flat_map(|pending| pending.sides.iter().flat_map(Expr::variables));
        let known: Vec<Symbol> = known.into_iter().chain(pending).collect();
        let base = |name: &Symbol| -> Option<Symbol> {
            let (base, index) = name.as_str().rsplit_once('_')?;
            let numbered =
                !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit() || b"{},".contains(&byte));
            let base = Symbol::new(base);
            (numbered && known.contains(&base) && !known.contains(name)).then_some(base)
        };
        let names: Vec<(Symbol, Symbol)> =
            formula.variables().iter().filter_map(|name| Some((name.clone(), base(name)?))).collect();
        if names.is_empty() {
            return formula;
        }
        let rename = |side: &Expr| {
            names.iter().fold(side.clone(), |side, (name, base)| side.substitute(name, &Expr::variable(base.as_str())))
        };
        let renamed = formula.map(rename);
        match &renamed.cases[..] {
            [case] if case.len() > 1 && case.iter().all(|atom| atom.solved().is_some()) => {
                Formula { cases: case.iter().map(|atom| vec![atom.clone()]).collect() }
            }
            _ => renamed,
        }
    }
}

fn shares(formula: &Formula, names: &[Symbol]) -> bool {
    formula.variables().iter().any(|name| names.contains(name))
}

fn calls(formula: &Formula) -> bool {
    formula.atoms().any(|atom| {
        [&atom.left, &atom.right].iter().any(|side| side.nodes().iter().any(|node| matches!(node, Node::Call(..))))
    })
}

/// Is a side a number, or a name alone?
fn has_plain_side(sides: &[Expr; 2]) -> bool {
    sides
        .iter()
        .any(|side| side.variables().is_empty() || matches!(side.node(side.root()), Node::Var(_) | Node::Call(..)))
}

fn kind(formula: &Formula) -> Kind {
    if formula.atoms().all(|atom| atom.sign == Sign::Equal) { Kind::Equation } else { Kind::Inequality }
}
