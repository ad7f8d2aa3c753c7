//! Heard: what becomes of the lines beside words that say something of them?

use egen_math::Symbol;
use egen_math::assume::Relation;

use super::{Derivation, Tail, slope};
use crate::cues::Effect;
use crate::formula::Formula;
use crate::reader::Item;
use crate::row::{Finding, Kind, Verdict};
use crate::scope::Scope;
use crate::statement::{Statement, formula};

/// What words said so far.
#[derive(Clone, Default)]
pub(super) struct Words {
    /// Words about the sign of what is looked for.
    heard: Vec<Heard>,
    /// The letter that a formula is to be solved for.
    pub(super) asked: Option<Symbol>,
    /// Do words speak of solving at all?
    pub(super) solving: bool,
    /// Do they say that an expression is written in another form?
    pub(super) rewriting: bool,
    /// The line on which they ask for a derivative.
    pub(super) differentiated: Option<usize>,
    /// The line at which something is checked, and the value that is put in.
    pub(super) check: Option<(usize, Option<Formula>)>,
    /// What comes next is said to be false.
    denied: Option<Denied>,
}

impl Words {
    /// The signs that the solutions on a line have by words.
    pub(super) fn signs(&self, line: usize) -> impl Iterator<Item = Relation> {
        self.heard.iter().filter_map(move |heard| heard.sign(line))
    }

    /// The value that is being checked on a line.
    pub(super) fn tried(&self, line: usize) -> Option<&Formula> {
        self.check.as_ref().filter(|(at, _)| line <= at + 1).and_then(|(_, tried)| tried.as_ref())
    }

    /// Is a value put in on a line, to check it?
    pub(super) fn tries(&self, line: usize, formula: &Formula) -> bool {
        let checks = self.check.as_ref().is_some_and(|(at, tried)| line <= at + usize::from(tried.is_none()));
        checks && formula.is_solved() && formula.cases.len() == 1
    }
}

/// Words about the sign of what is looked for.
#[derive(Clone, Copy)]
struct Heard {
    line: usize,
    sign: Relation,
    /// Do they speak of a quantity, as *length* does, and not of one step?
    quantity: bool,
}

impl Heard {
    /// The sign that the solutions on a line have by these words.
    fn sign(&self, line: usize) -> Option<Relation> {
        let near = self.line.abs_diff(line) <= 2 || self.quantity && self.line <= line;
        near.then_some(self.sign)
    }
}

/// The line of words that call what comes next false; `open` says that it may stand on the next line.
#[derive(Clone, Copy)]
struct Denied {
    line: usize,
    open: bool,
}

/// What was known before a statement.
#[derive(Clone)]
pub(super) struct Undo {
    scope: Scope,
    tail: Option<Tail>,
}

impl Derivation<'_> {
    /// Words say whether something is checked, that an equation without solutions was meant, and that a relation is false.
    pub(super) fn hear(&mut self, item: &Item) {
        let (mut checks, mut next_line) = (false, None);
        let mut sign = |relation, quantity| self.words.heard.push(Heard { line: item.line, sign: relation, quantity });
        for (effect, letter) in &item.heard {
            match effect {
                Effect::Positive => sign(Relation::Greater, false),
                Effect::AlwaysPositive => sign(Relation::Greater, true),
                Effect::Negative => sign(Relation::Less, false),
                Effect::AlwaysNegative => sign(Relation::Less, true),
                Effect::SolveFor => self.words.asked = letter.clone(),
                Effect::Solving => self.words.solving = true,
                Effect::Rewriting => self.words.rewriting = true,
                Effect::Differentiating => {
                    self.words.differentiated = Some(item.line);
                    // *Its derivative is*, and a line below: the expression may be the one that stands above.
                    self.chain.slope = self.chain.tail.as_ref().and_then(|tail| slope(&tail.expr));
                }
                Effect::Checking => checks = true,
                Effect::NoSolution => {
                    if let Some(pending) = &mut self.open.pending {
                        pending.trouble = true;
                    }
                }
                Effect::DenyNext => next_line = Some(false),
                Effect::DenyBelow => next_line = Some(true),
                _ => {}
            }
        }
        if checks {
            self.words.check = Some((item.line, None));
        } else if self.words.check.as_ref().is_some_and(|(_, tried)| tried.is_none()) {
            self.words.check = None;
        }
        self.words.denied = next_line.map(|open| Denied { line: item.line, open });
        self.take_back(item);
    }

    /// What is known before a statement; the equation that waits is given.
    pub(super) fn known(&self) -> Undo {
        let mut scope = self.scope.clone();
        self.open.formula().iter().for_each(|formula| scope.learn(formula, false));
        Undo { scope, tail: self.chain.tail.clone() }
    }

    /// Words behind a statement, or on the line after it, say that it is false.
    fn take_back(&mut self, item: &Item) {
        let says = |effect| item.heard.iter().any(|(own, _)| *own == effect);
        let (here, before) = (says(Effect::DenyHere), says(Effect::DenyPrevious));
        let denied = |line: usize| line == item.line && here || line <= item.line && before;
        let rows = &mut self.rows;
        if let Some(pending) = self.open.pending.take_if(|pending| denied(rows[pending.row].line)) {
            rows[pending.row].finding = Finding::new(Verdict::Fact, SAID_FALSE);
            return;
        }
        let Some(row) = rows.iter_mut().rev().find(|row| row.kind != Kind::Text) else { return };
        if row.finding.verdict == Verdict::Refuted && denied(row.line) {
            row.finding = Finding::new(Verdict::Fact, "said to be false, and it is");
            if let Some(Undo { scope, tail }) = self.open.undo.take() {
                (self.scope, self.chain.tail) = (scope, tail);
            }
            self.open.cases = None;
        }
    }

    /// Is a statement said to be false by the words before it? It is shown, and claims nothing.
    pub(super) fn is_denied(&mut self, item: &Item, statement: &Statement) -> bool {
        let Some(Denied { line, open }) = self.words.denied.take() else { return false };
        if item.line != line && !(open && item.line <= line + 2) {
            return false;
        }
        let Some(formula) = formula(statement) else { return false };
        self.aside(item, &formula, Finding::new(Verdict::Fact, SAID_FALSE));
        true
    }
}

const SAID_FALSE: &str = "said to be false: it is not judged";
