//! Heard: what becomes of the lines beside words that say something of them?

use egen_math::assume::Relation;

use super::{Derivation, Tail, kind};
use crate::facts::Fact;
use crate::formula::{Atom, Formula};
use crate::reader::Item;
use crate::remark::{Remark, remarks};
use crate::row::{Finding, Kind, Row, Verdict};
use crate::statement::{Statement, formula};

/// Words about the sign of what is looked for.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    line: usize,
    sign: Relation,
    /// Do they speak of a quantity, as *length* does, and not of one step?
    quantity: bool,
}

impl Heard {
    /// The sign that the solutions on a line have by these words.
    pub(super) fn sign(&self, line: usize) -> Option<Relation> {
        let near = self.line.abs_diff(line) <= 2 || self.quantity && self.line <= line;
        near.then_some(self.sign)
    }
}

/// Could the words after a row say that it is meant to be false?
pub(super) fn may_be_said_false(row: &Row) -> bool {
    row.finding.verdict == Verdict::Refuted
}

/// The line of words that call what comes next false; `open` says that it may stand on the next line.
#[derive(Clone, Copy)]
pub(super) struct Denied {
    line: usize,
    open: bool,
}

/// What was known before a statement.
#[derive(Clone)]
pub(super) struct Undo {
    pub(super) facts: Vec<Fact>,
    pub(super) tail: Option<Tail>,
    pub(super) broken: bool,
}

impl Derivation<'_> {
    /// Words say whether something is checked, that an equation without solutions was meant, and that a relation is false.
    pub(super) fn hear(&mut self, item: &Item) {
        let remarks = remarks(&item.input);
        let (mut checks, mut next_line) = (false, None);
        for remark in &remarks {
            match remark {
                Remark::Sign { relation, lasting } => {
                    self.heard.push(Heard { line: item.line, sign: *relation, quantity: *lasting })
                }
                Remark::SolveFor(name) => self.asked = Some(name.clone()),
                Remark::Solving => self.solving = true,
                Remark::Checking => checks = true,
                Remark::NoSolution => {
                    if let Some(pending) = &mut self.pending {
                        pending.trouble = true;
                    }
                }
                Remark::DeniesNext { next_line: next } => next_line = Some(*next),
                Remark::DeniesHere | Remark::DeniesBefore => {}
            }
        }
        if checks {
            self.check = Some((item.line, None));
        } else if self.check.as_ref().is_some_and(|(_, tried)| tried.is_none()) {
            self.check = None;
        }
        self.denied = next_line.map(|open| Denied { line: item.line, open });
        self.take_back(item, &remarks);
    }

    /// What is known before a statement; the equation that waits is given.
    pub(super) fn known(&self) -> Undo {
        let pending = self.pending.iter().map(|pending| {
            let formula = Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1]));
            Fact { formula, derived: false }
        });
        let facts = self.facts.iter().cloned().chain(pending).collect();
        Undo { facts, tail: self.tail.clone(), broken: self.broken }
    }

    /// Words behind a statement, or on the line after it, say that it is false.
    fn take_back(&mut self, item: &Item, remarks: &[Remark]) {
        let same = |line: usize| line == item.line && remarks.contains(&Remark::DeniesHere);
        let denied = |line: usize| same(line) || line < item.line && remarks.contains(&Remark::DeniesBefore);
        if self.pending.as_ref().is_some_and(|pending| denied(pending.item.line)) {
            let pending = self.pending.take().expect("there is one");
            let formula = Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1]));
            self.said_false(&pending.item, &formula);
            return self.rows[pending.row..].rotate_right(1);
        }
        let Some(row) = self.rows.iter_mut().rev().find(|row| row.kind != Kind::Text) else { return };
        if may_be_said_false(row) && denied(row.line) {
            row.finding = Finding::new(Verdict::Fact, "said to be false, and it is");
            if let Some(Undo { facts, tail, broken }) = self.undo.take() {
                (self.facts, self.tail, self.broken) = (facts, tail, broken);
            }
            self.cases = None;
        }
    }

    /// Is a statement said to be false by the words before it? It is shown, and claims nothing.
    pub(super) fn is_denied(&mut self, item: &Item, statement: &Statement) -> bool {
        let Some(Denied { line, open }) = self.denied.take() else { return false };
        if item.line != line && !(open && item.line <= line + 2) {
            return false;
        }
        let Some(formula) = formula(statement) else { return false };
        self.said_false(item, &formula);
        true
    }

    fn said_false(&mut self, item: &Item, formula: &Formula) {
        let finding = Finding::new(Verdict::Fact, "said to be false: it is not judged");
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }
}
