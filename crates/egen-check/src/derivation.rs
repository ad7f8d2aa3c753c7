//! Derivations: what does each line claim after those before it?
//!
//! A line that is an expression equals the one before it; so does what follows a sign of equality. A line `a = b` that holds
//! everywhere is right by itself. Another one is an equation: the first is given, and later ones are judged by what the lines before say
//! together. Formulas that were right, or given, are facts for the lines after them.

use std::time::Instant;

use egen_math::compare;
use egen_math::{Expr, Id, Node, Op, Symbol};

use crate::calculus::{Antiderivatives, integrated_by};
use crate::cases::Cases;
use crate::definite::{self, is_definite};
use crate::facts::{Fact, definition};
use crate::finding::told;
use crate::formula::{Atom, Formula, Sign};
use crate::judge::Judge;
use crate::meaning::{expands, is_as_if_linear, is_plain, varies};
use crate::names::{self, Letters};
use crate::reader::{Content, Item};
use crate::row::{Finding, Kind, Row, Verdict};
use crate::statement::Statement;
use crate::unit;

mod formulas;
mod heard;
mod links;
mod readings;
mod rows;
mod values;

use heard::{Denied, Heard, Undo};
use links::{Link, Other, has_pi};
pub use readings::Readings;
use values::Supposition;

/// So many facts are kept; older ones are forgotten.
const MAX_FACTS: usize = 24;

/// A derivation on its way. Rows come out in order; some wait until it is clear whether another case follows.
#[derive(Clone)]
pub struct Derivation<'a> {
    judge: &'a Judge,
    facts: Vec<Fact>,
    tail: Option<Tail>,
    pending: Option<Pending>,
    cases: Option<Cases>,
    rows: Vec<Row>,
    /// The integrals in this chain.
    integral: Antiderivatives,
    /// Names of integrals: `I = ∫ …`.
    integrals: Vec<(Symbol, Expr)>,
    letters: Letters,
    /// The x of which x_1 was said to be a solution.
    listed: Option<Symbol>,
    /// What is known without the case of |u| that is looked at, and the equation with |u|.
    split: Option<(Vec<Fact>, Formula)>,
    /// The line at which something is checked, and the value that is put in.
    check: Option<(usize, Option<Formula>)>,
    /// What is supposed, and what words say of signs.
    supposed: Vec<Supposition>,
    heard: Vec<Heard>,
    /// The letter that a formula is to be solved for, and whether words speak of solving at all.
    asked: Option<Symbol>,
    solving: bool,
    /// Was `log` read as the natural logarithm, and has a step shown that it is the one to base 10?
    log: bool,
    base_ten: bool,
    /// Are there functions of angles, is π there, and has a step shown that angles are in degrees?
    angles: bool,
    radians: bool,
    degrees: bool,
    /// The line of words that say that what comes next is false, and what was known before the last statement.
    denied: Option<Denied>,
    undo: Option<Undo>,
    /// The row of a line that may be a further equation of a system, or a wrong step; what it says, and whether it is wrong as a step.
    further: Option<(usize, Formula, bool)>,
    /// Could the last line not be read, which took up none?
    unread: bool,
    /// Was a line with several unknowns wrong?
    broken: bool,
    /// Was a line derived from another?
    begun: bool,
    /// Does the chain start with a name, or a function's?
    named: bool,
}

/// What the next expression is compared with.
#[derive(Clone)]
struct Tail {
    expr: Expr,
    /// Is it the right side of an equation that is to be solved?
    equation: bool,
}

/// An equation of which the next line shows whether it is given or claimed.
#[derive(Clone)]
struct Pending {
    item: Item,
    sides: [Expr; 2],
    /// Could a line after it not be read?
    trouble: bool,
    /// Did an identity come after it, as sin²x = 1 − cos²x does in the middle of solving?
    passed: bool,
    /// Does that identity speak of a side of it?
    used: bool,
    /// Where its row goes: before those of the words that came after it.
    row: usize,
}

impl<'a> Derivation<'a> {
    /// An empty derivation.
    pub fn new(judge: &'a Judge) -> Derivation<'a> {
        Derivation {
            judge,
            facts: Vec::new(),
            tail: None,
            pending: None,
            cases: None,
            rows: Vec::new(),
            integral: Antiderivatives::default(),
            integrals: Vec::new(),
            letters: Letters::default(),
            listed: None,
            split: None,
            check: None,
            supposed: Vec::new(),
            heard: Vec::new(),
            asked: None,
            solving: false,
            log: false,
            base_ten: false,
            angles: false,
            radians: false,
            degrees: false,
            denied: None,
            undo: None,
            further: None,
            unread: false,
            broken: false,
            begun: false,
            named: false,
        }
    }

    /// Takes an item.
    pub fn take(&mut self, item: Item) {
        match item.content.clone() {
            Content::Skipped => {
                self.hear(&item);
                self.tell_suppositions(&item);
                self.push(&item, Kind::Text, None, None, Finding::new(Verdict::Skipped, "not read as a formula"))
            }
            Content::Trouble { error, continues } => {
                if let Some(pending) = &mut self.pending {
                    pending.trouble = true;
                }
                self.unread |= !continues;
                self.push(&item, Kind::Text, None, None, Finding::new(Verdict::Error, error.message.clone()));
                self.rows.last_mut().expect("a row was pushed").error = Some(error);
            }
            Content::Said { statement, continues, follows } => {
                let log = item.notes.iter().any(|note| note.contains("natural logarithm"));
                self.log |= log;
                // What goes on from a side that is not read is no claim about the lines before.
                let unread = std::mem::take(&mut self.unread) && continues;
                self.tail = self.tail.take().filter(|_| !unread);
                let mut statement = self.with_products(&statement);
                if self.is_denied(&item, &statement) {
                    return;
                }
                self.angles |= names::map(&statement, |side| Other::Degrees.meant(side)) != statement;
                self.radians |= names::sides(&statement).into_iter().any(has_pi);
                for (other, holds) in [(Other::BaseTen, log && self.base_ten), (Other::Degrees, self.degrees)] {
                    if holds {
                        statement = names::map(&statement, |side| other.meant(side));
                    }
                }
                self.leave_suppositions(&item, &statement);
                self.undo = Some(self.known());
                self.say(&item, statement, continues, follows);
            }
            Content::Begun(expr) => {
                self.settle_pending(None, false);
                self.tail = None;
                let statement = self.with_products(&Statement::Expression(expr));
                self.say(&item, statement, false, false);
            }
            Content::Supposed(formula) => self.suppose(&item, &formula),
            Content::Refused(formula) => self.refuse(&item, &formula),
            Content::Ambiguous { readings: [statement, _], continues, follows, .. } => {
                self.say(&item, statement, continues, follows)
            }
        }
    }

    fn say(&mut self, item: &Item, statement: Statement, continues: bool, follows: bool) {
        match statement {
            Statement::Expression(expr) => self.expression(item, &expr, continues),
            Statement::Chain(sides) if continues => {
                self.expression(item, &sides[0], true);
                self.links(item, &sides);
            }
            Statement::Chain(sides) => self.chain(item, &sides, follows),
            Statement::Formula(formula) => {
                let formula = self.renamed(formula);
                self.settle_pending(Some(&formula), false);
                // c > 0, c = 5: where to look for the solution, and the solution.
                let (condition, formula) = match formula.condition() {
                    Some((condition, rest)) => (Some(condition), rest),
                    None => (None, formula),
                };
                if let Some(condition) = condition {
                    self.formula(item, &condition, false);
                }
                self.formula(item, &formula, follows);
                // u = x, v = eˣ beside an integral: a sign of equality takes up the integral.
                let tail = self.tail.take().filter(|_| self.integral.by.is_some());
                self.tail = tail.map(|tail| Tail { equation: true, ..tail });
            }
        }
    }

    /// `xy` is x·y where x and y stand alone elsewhere.
    fn with_products(&mut self, statement: &Statement) -> Statement {
        if self.letters.learn(statement) {
            let letters = &self.letters;
            for fact in &mut self.facts {
                fact.formula = fact.formula.map(|side| letters.products(side));
            }
            if let Some(pending) = &mut self.pending {
                pending.sides = [0, 1].map(|at| letters.products(&pending.sides[at]));
            }
            if let Some(tail) = &mut self.tail {
                tail.expr = letters.products(&tail.expr);
            }
        }
        names::map(statement, |side| self.letters.products(side))
    }

    /// `x_1 = 2, x_2 = 3` names two solutions of an equation in x.
    fn renamed(&mut self, formula: Formula) -> Formula {
        let pending = self.pending.iter().map(|pending| Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1])));
        let facts: Vec<Formula> = self.facts.iter().map(|fact| fact.formula.clone()).chain(pending).collect();
        match names::renamed(&formula, &facts, self.listed.as_ref()) {
            Some((renamed, name)) => {
                self.listed = Some(name);
                renamed
            }
            None => formula,
        }
    }

    fn expression(&mut self, item: &Item, expr: &Expr, continues: bool) {
        // x² − 5x + 6 = 0 stays an equation, whatever comes after it.
        let claimed = self.pending.as_ref().is_some_and(|pending| !pending.passed && !has_plain_side(&pending.sides));
        self.settle_pending(None, claimed);
        match self.tail.clone() {
            Some(tail) => {
                let link = match (continues, tail.equation) {
                    (true, _) => Link::Sign { last: true },
                    (false, true) => Link::Loose,
                    (false, false) => Link::Below,
                };
                self.link(item, &tail.expr, expr, link);
            }
            None => {
                (self.integral, self.named) = (Antiderivatives::start(expr), false);
                // u = x² beside it says what is put in.
                self.integral.by = definite::variable(expr).or(self.integral.by.take());
            }
        }
        self.tail = Some(Tail { expr: expr.clone(), equation: false });
    }

    /// A line `a = b`, or a longer chain.
    fn chain(&mut self, item: &Item, sides: &[Expr], follows: bool) {
        self.named = matches!(sides[0].node(sides[0].root()), Node::Var(_) | Node::Call(..));
        if self.names_integral(item, sides) {
            return;
        }
        let written = Formula::of(Atom::equal(&sides[0], &sides[1]));
        let sides = &self.with_integrals(sides)[..];
        let [a, b] = [&sides[0], &sides[1]];
        let formula = self.renamed(Formula::of(Atom::equal(a, b)));
        if self.quotes(&formula) {
            self.settle_pending(Some(&formula), false);
            self.formula(item, &formula, follows);
            self.links(item, &sides[1..]);
            return;
        }
        let goes_on = |sides: &[Expr; 2]| sides[1] == *a && sides[0] != *b && a != b && !has_plain_side(sides);
        let takes_up = self.pending.as_ref().is_some_and(|pending| !pending.passed && goes_on(&pending.sides));
        let start = Instant::now();
        if is_definite(b)
            && !is_definite(a)
            && has_plain_side(&[a.clone(), Expr::number(0)])
            && a.variables().len() == 1
        {
            self.settle_pending(None, false);
            let finding = Finding::new(Verdict::Fact, "a definition, or given");
            self.push(item, Kind::Equation, None, Some((&Formula::of(Atom::equal(a, b))).into()), finding);
            return self.links(item, &sides[1..]);
        }
        let whole = [a, b].iter().any(|side| integrated_by(side).is_some() || is_definite(side));
        let defines = definition([a, b]).is_some();
        let comparison = (!defines && !whole).then(|| self.judge.decide(a, b));
        let identity = comparison.as_ref().is_some_and(|one| one.verdict.is_equal());
        if whole || identity {
            match &mut self.pending {
                Some(pending) if !whole && !takes_up => {
                    pending.passed = true;
                    pending.used |= [a, b].iter().any(|side| has_inside(side, &pending.sides));
                }
                _ => self.settle_pending(None, takes_up),
            }
            self.integral.begin([a, b], self.tail.as_ref().map(|tail| &tail.expr));
            match comparison {
                Some(comparison) => {
                    let finding = told(self.judge, a, b, comparison);
                    self.begun = true;
                    self.push(item, Kind::Expressions, Some(a.into()), Some(b.into()), finding);
                    self.timed(start);
                }
                None => {
                    self.link(item, a, b, Link::Sign { last: sides.len() == 2 });
                    if !written.is_opaque() {
                        self.learn(&written, true);
                    }
                }
            }
            self.links(item, &sides[1..]);
            return;
        }
        if a.variables().is_empty()
            && b.variables().is_empty()
            && sides.len() == 2
            && self.contradiction(item, &formula)
        {
            return;
        }
        let related = |pending: &Pending| {
            shares(&formula, &Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1])).variables())
        };
        if !(defines && sides.len() == 2 && self.tail.is_some()) {
            self.integral = Antiderivatives::default();
        }
        let relevant = self.is_relevant(&formula) || (!takes_up && self.pending.as_ref().is_some_and(related));
        let mut known = None;
        if relevant {
            self.settle_pending(Some(&formula), takes_up);
            known = Some(self.facts.clone());
            self.formula(item, &formula, follows);
            self.timed(start);
        } else {
            self.settle_pending(None, takes_up);
            let measured = unit::in_base([a, b]).is_some();
            let claimed = measured || sides.len() > 2 && !has_plain_side(&[a.clone(), b.clone()]);
            if defines {
                self.fact(item, &formula, "a definition, or given");
            } else if claimed || (a.variables().is_empty() && b.variables().is_empty()) {
                self.link(item, a, b, Link::Sign { last: sides.len() == 2 });
            } else {
                self.pending = Some(Pending {
                    item: item.clone(),
                    sides: [a.clone(), b.clone()],
                    trouble: false,
                    passed: false,
                    used: false,
                    row: self.rows.len(),
                });
            }
        }
        // u = x² beside an integral says what is put in; the chain goes on from the integral.
        if let (true, 2, Some(_), Some(tail)) = (defines, sides.len(), &self.integral.by, &mut self.tail) {
            tail.equation = true;
            return;
        }
        if sides.len() > 2 {
            self.settle_pending(Some(&formula), false);
            // (a + b)² = a² + b² = 9 + 16: the values that are put in do not depend on what was wrong before.
            let wrong = self.rows.last().is_some_and(|row| row.finding.verdict == Verdict::Refuted);
            let count = known.as_ref().map_or(0, Vec::len);
            let after = known.filter(|_| wrong).map(|known| std::mem::replace(&mut self.facts, known));
            self.links(item, &sides[1..]);
            if let Some(after) = after {
                let new = self.facts.split_off(count.min(self.facts.len()));
                self.facts = [after, new].concat();
            }
            self.value_of(&formula, sides);
        }
        let equation = !defines;
        self.tail = Some(Tail { expr: sides.last().expect("a chain has sides").clone(), equation });
    }

    /// D = b² − 4ac = 9 − 8 = 1 gives D, whatever the letters are.
    fn value_of(&mut self, formula: &Formula, sides: &[Expr]) {
        let last = sides.last().expect("a chain has sides");
        let name = matches!(sides[0].node(sides[0].root()), Node::Var(_));
        let letters = !sides[1].variables().is_empty() && last.variables().is_empty();
        if let (true, true, Some(at)) =
            (name, letters, self.facts.iter().rposition(|fact| !fact.derived && fact.formula == *formula))
        {
            // x = y = 3 gives both.
            let found = !matches!(sides[1].node(sides[1].root()), Node::Var(_)) && is_plain(last);
            if found && !self.facts[at + 1..].iter().any(|fact| shares(&fact.formula, &sides[1].variables())) {
                self.facts[at].formula = Formula::of(Atom::equal(&sides[0], last));
            }
        }
    }

    /// Does a line give a name to an integral? The names are put in later.
    fn names_integral(&mut self, item: &Item, sides: &[Expr]) -> bool {
        let (Node::Var(name) | Node::Call(name, _)) = sides[0].node(sides[0].root()) else { return false };
        let known = self.integrals.iter().any(|(own, _)| own == name);
        if integrated_by(&sides[1]).is_none() || sides[1].variables().contains(name) || known {
            return false;
        }
        self.settle_pending(None, false);
        self.integrals.push((name.clone(), sides[1].clone()));
        let formula = Formula::of(Atom::equal(&sides[0], &sides[1]));
        let finding = Finding::new(Verdict::Fact, "a definition, or given");
        self.push(item, Kind::Equation, None, Some((&formula).into()), finding);
        self.integral = Antiderivatives::start(&sides[1]);
        self.links(item, &sides[1..]);
        true
    }

    /// The sides with what names of integrals stand for, where they are about the variable of integration.
    fn with_integrals(&self, sides: &[Expr]) -> Vec<Expr> {
        let put = |side: &Expr| {
            let all = self.integrals.iter();
            all.fold(side.clone(), |side, (name, integral)| side.substitute(name, integral))
        };
        let about = |(name, integral): &(Symbol, Expr)| {
            let by = integrated_by(integral);
            let named = sides[..2].iter().any(|side| side.variables().contains(name));
            named && sides[..2].iter().any(|side| by.as_ref().is_some_and(|by| side.variables().contains(by)))
        };
        if self.integrals.iter().any(about) { sides.iter().map(put).collect() } else { sides.to_vec() }
    }

    /// Do lines before say something of what a formula is about?
    fn is_relevant(&self, formula: &Formula) -> bool {
        let names = formula.variables();
        // n = k + 1 says nothing of k by itself.
        let only_names = |fact: &Fact| match fact.formula.equation().and_then(definition) {
            Some((own, parameters, body)) if parameters.is_empty() && !body.variables().is_empty() => {
                let own = [own];
                let tied = |other: &Fact| !std::ptr::eq(other, fact) && shares(&other.formula, &own);
                !shares(formula, &own) && !self.facts.iter().any(tied)
            }
            _ => false,
        };
        let about = |fact: &Fact| shares(&fact.formula, &names) && !only_names(fact);
        !self.facts.is_empty() && (names.is_empty() || calls(formula) || self.facts.iter().any(about))
    }

    /// Decides about the equation before this line. `next` is a formula that it may have been transformed into; `claimed`
    /// says that it is taken up as something that holds.
    fn settle_pending(&mut self, next: Option<&Formula>, claimed: bool) {
        let Some(Pending { item, sides: [a, b], trouble, row, used, .. }) = self.pending.take() else { return };
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
        let constant = |side: &Expr| !side.variables().is_empty() && !varies(self.judge, side);
        let idle = constant(&a) || constant(&b);
        // KE = mv²/2 = 18: quantities without a common letter are no identity, and nobody says so.
        let names = b.variables();
        let apart = !idle
            && !names.is_empty()
            && !a.variables().is_empty()
            && !a.variables().iter().any(|name| names.contains(name));
        let expands = || expands(&a, &b) || is_as_if_linear(self.judge, &a, &b);
        // Solve sin²x = 1 − cos x: words say that it is an equation.
        let identity = || !self.solving && (derives || idle || !plain && (finding.fix.is_some() || expands()));
        let meant = claimed && !(refuted && apart) || refuted && identity();
        if meant {
            let unclear = "an equation to be solved, or an identity that does not hold";
            let finding = if used && refuted && !claimed { Finding::new(Verdict::Unknown, unclear) } else { finding };
            self.begun = true;
            self.push(&item, Kind::Expressions, Some((&a).into()), Some((&b).into()), finding);
            self.timed(start);
        } else {
            self.fact(&item, &formula, "given");
        }
        self.rows[row..].rotate_right(1);
    }

    fn fact(&mut self, item: &Item, formula: &Formula, reason: &str) {
        self.push(item, kind(formula), None, Some(formula.into()), Finding::new(Verdict::Fact, reason));
        self.learn(formula, false);
    }

    fn learn(&mut self, formula: &Formula, derived: bool) {
        if self.facts.len() == MAX_FACTS {
            self.facts.remove(0);
        }
        self.facts.push(Fact { formula: formula.clone(), derived });
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

/// Is one of two sides a proper part of an expression?
fn has_inside(expr: &Expr, sides: &[Expr; 2]) -> bool {
    let ids = (0..expr.nodes().len()).map(|at| Id(at as u32));
    sides.iter().any(|side| side.len() > 1 && ids.clone().any(|id| id != expr.root() && expr.subtree(id) == *side))
}

fn kind(formula: &Formula) -> Kind {
    if formula.atoms().all(|atom| atom.sign == Sign::Equal) { Kind::Equation } else { Kind::Inequality }
}
