//! Derivations: what does each line claim after those before it?
//!
//! What stands on a line is a claim about the lines before (`claims` for formulas, `equations` for `a = b`, `links` for what follows a sign of
//! equality). Judging it gives a finding; what the line leaves for those after it goes into the scope. Nothing here looks at text.

use std::time::Instant;

use egen_math::diff::differentiate;
use egen_math::{Expr, Symbol};

use crate::calculus::Antiderivatives;
use crate::decision::Decision;
use crate::definite;
use crate::formula::{Formula, Sign};
use crate::judge::Judge;
use crate::meant::Other;
use crate::names;
use crate::reader::{Content, Item};
use crate::row::{Finding, Kind, Row, Verdict};
use crate::scope::Scope;
use crate::shown::Shown;
use crate::statement::Statement;
use crate::term::is_constant;

mod claims;
mod equations;
mod heard;
mod links;
mod open;
mod readings;
mod values;

use equations::is_name;
use heard::Words;
use links::Link;
use open::Open;
pub use readings::Readings;

/// A derivation on its way. What is said of a line may change until the end: it may turn out to be one of several cases.
#[derive(Clone)]
pub struct Derivation<'a> {
    judge: &'a Judge,
    /// What holds here.
    scope: Scope,
    /// What a sign of equality takes up.
    chain: Chain,
    /// What the lines to come decide.
    open: Open,
    /// What words said of the lines beside them.
    words: Words,
    rows: Vec<Row>,
}

/// What a sign of equality takes up.
#[derive(Clone, Default)]
struct Chain {
    tail: Option<Tail>,
    /// The integrals in it.
    integral: Antiderivatives,
    /// The derivative of the expression that it starts with, where words ask for it.
    slope: Option<Expr>,
    /// Does it start with a name, or a function's?
    named: bool,
    /// Could the last line not be read, which took up none?
    unread: bool,
}

/// What the next expression is compared with.
#[derive(Clone)]
struct Tail {
    expr: Expr,
    /// Is it the right side of an equation that is to be solved?
    equation: bool,
}

impl<'a> Derivation<'a> {
    /// An empty derivation.
    pub fn new(judge: &'a Judge) -> Derivation<'a> {
        Derivation {
            judge,
            scope: Scope::default(),
            chain: Chain::default(),
            open: Open::default(),
            words: Words::default(),
            rows: Vec::new(),
        }
    }

    /// Takes an item.
    pub fn take(&mut self, item: &Item) {
        let (start, first) = (Instant::now(), self.rows.len());
        match item.content.clone() {
            Content::Skipped => {
                self.hear(item);
                self.scope.tell(item.line);
                self.push(item, Kind::Text, None, None, Finding::new(Verdict::Skipped, "not read as a formula"))
            }
            Content::Trouble { error, continues } => {
                if let Some(pending) = &mut self.open.pending {
                    pending.trouble = true;
                }
                self.chain.unread |= !continues;
                self.push(item, Kind::Text, None, None, Finding::new(Verdict::Error, error.message()));
                self.rows.last_mut().expect("a row was pushed").error = Some(error);
            }
            Content::Said { statement, continues, follows, .. } => self.said(item, statement, continues, follows),
            Content::Begun(expr) => {
                self.settle_pending(None, false);
                self.chain.tail = None;
                self.say(item, Statement::Expression(expr), false, false);
            }
            Content::Supposed(formula) => self.suppose(item, &formula),
            Content::Refused(formula) => self.refuse(item, &formula),
        }
        let rows = &mut self.rows[first..];
        let ms = start.elapsed().as_secs_f64() * 1e3 / rows.len().max(1) as f64;
        rows.iter_mut().for_each(|row| row.ms = (ms * 1e3).round() / 1e3);
    }

    /// Ends the derivation.
    pub fn end(mut self) -> Vec<Row> {
        self.settle_pending(None, false);
        self.close_cases();
        self.rows
    }

    /// A statement that words may deny, in the meaning that the lines before have shown.
    fn said(&mut self, item: &Item, mut statement: Statement, continues: bool, follows: bool) {
        // What goes on from a side that is not read is no claim about the lines before.
        if std::mem::take(&mut self.chain.unread) && continues {
            self.chain.tail = None;
        }
        if self.is_denied(item, &statement) {
            return;
        }
        let log = item.notes.iter().any(Decision::is_natural_logarithm);
        if log {
            self.scope.meant.see_log();
        }
        self.scope.meant.see_angles(&names::sides(&statement));
        for (other, written) in [(Other::BaseTen, log), (Other::Degrees, true)] {
            if written && self.scope.meant.is(other) {
                statement = names::map(&statement, |side| other.meant(side));
            }
        }
        let spoken: Vec<Symbol> = names::sides(&statement).into_iter().flat_map(Expr::variables).collect();
        self.scope.leave_before(item.line, &spoken);
        self.scope.tell(item.line);
        self.open.undo = Some(self.known());
        self.say(item, statement, continues, follows);
    }

    fn say(&mut self, item: &Item, statement: Statement, continues: bool, follows: bool) {
        match statement {
            Statement::Expression(expr) => self.expression(item, &expr, continues),
            Statement::Chain(sides) if continues => {
                self.expression(item, &sides[0], true);
                self.links(item, &sides);
            }
            Statement::Chain(sides) => self.equation(item, &sides, follows),
            Statement::Formula(formula) => {
                let mut formula = self.renamed(formula);
                self.settle_pending(Some(&formula), false);
                // c > 0, c = 5: where to look for the solution, and the solution.
                if let Some((condition, rest)) = formula.condition() {
                    self.formula(item, &condition, false);
                    formula = rest;
                }
                self.formula(item, &formula, follows);
                // u = x, v = eˣ beside an integral: a sign of equality takes up the integral.
                let tail = self.chain.tail.take().filter(|_| self.chain.integral.by.is_some());
                self.chain.tail = tail.map(|tail| Tail { equation: true, ..tail });
            }
        }
    }

    /// `x_1 = 2, x_2 = 3` names two solutions of an equation in x.
    fn renamed(&mut self, formula: Formula) -> Formula {
        let facts: Vec<Formula> = self.scope.formulas().cloned().chain(self.open.formula()).collect();
        match names::renamed(&formula, &facts, self.scope.names.listed.as_ref()) {
            Some((renamed, name)) => {
                self.scope.names.listed = Some(name);
                renamed
            }
            None => formula,
        }
    }

    fn expression(&mut self, item: &Item, expr: &Expr, continues: bool) {
        // x² − 5x + 6 = 0 stays an equation, whatever comes after it.
        let claimed =
            self.open.pending.as_ref().is_some_and(|pending| !pending.passed && !has_plain_side(&pending.sides));
        self.settle_pending(None, claimed);
        let differentiated = self.words.differentiated == Some(item.line);
        match self.chain.tail.take_if(|_| !differentiated) {
            Some(tail) => {
                let link = match (continues, tail.equation) {
                    (true, _) => Link::Sign { last: true },
                    (false, true) => Link::Loose,
                    (false, false) => Link::Below,
                };
                // Differentiate x³ = 3x²: who writes so means the derivative, unless x³ was only written in another way.
                let slope = self.chain.slope.take().filter(|_| !self.judge.decide(&tail.expr, expr).verdict.is_equal());
                self.link(item, slope.as_ref().unwrap_or(&tail.expr), expr, link);
            }
            None => {
                self.chain.slope = differentiated.then(|| slope(expr)).flatten();
                let mut integral = Antiderivatives::start(expr);
                integral.by = definite::variable(expr).or(integral.by);
                (self.chain.integral, self.chain.named) = (integral, false);
            }
        }
        self.chain.tail = Some(Tail { expr: expr.clone(), equation: false });
    }

    fn fact(&mut self, item: &Item, formula: &Formula, reason: &str) {
        self.aside(item, formula, Finding::new(Verdict::Fact, reason));
        self.scope.learn(formula, false);
    }

    /// A formula that is shown, and says nothing of the lines to come.
    fn aside(&mut self, item: &Item, formula: &Formula, finding: Finding) {
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }

    fn push(&mut self, item: &Item, kind: Kind, before: Option<Shown>, after: Option<Shown>, finding: Finding) {
        self.rows.push(Row {
            derivation: item.derivation,
            step: None,
            line: item.line,
            at: item.at.clone(),
            input: item.input.clone(),
            notation: item.notation,
            notes: item.notes.iter().map(Decision::to_string).collect(),
            kind,
            before,
            after,
            finding,
            error: None,
            ms: 0.0,
        });
    }
}

/// The derivative of an expression by its first variable.
fn slope(expr: &Expr) -> Option<Expr> {
    differentiate(expr, expr.variables().first()?).ok()
}

/// Is a side a number, or a name alone?
fn has_plain_side(sides: &[Expr; 2]) -> bool {
    sides.iter().any(|side| is_constant(side) || is_name(side))
}

fn kind(formula: &Formula) -> Kind {
    if formula.atoms().all(|atom| atom.sign == Sign::Equal) { Kind::Equation } else { Kind::Inequality }
}
