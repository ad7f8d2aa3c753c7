//! Chains: how does a row take up the one before it?
//!
//! With `=` it is equal to its last side; with `≤` it is not, and what comes after goes on from here; with `+` it is a part of the same sum.

use std::ops::Range;

use egen_math::assume::Relation;
use egen_math::{Expr, Symbol};
use egen_read::read::Notation;

use super::{Content, Here, Item, Latex, Reader};
use crate::facts::definition;
use crate::formula::{Atom, Formula, Sign};
use crate::layout::{Lead, Row};
use crate::names;
use crate::prose::Piece;
use crate::signs::relates;
use crate::statement::{Statement, Understood};

/// So many names are remembered.
const MAX_DEFINED: usize = 64;
/// So many variables are.
const MAX_NAMES: usize = 256;
/// Longer sums are not carried on.
const LONGEST_SUM: usize = 1 << 14;

/// How the last row can be taken up.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    /// Its last side.
    pub(super) last: Option<Expr>,
    /// Is it the last side of something else than equations, so that it must be said again?
    pub(super) again: bool,
    /// Is it rounded, or not read, so that nothing exact can be said of what equals it?
    pub(super) cut: bool,
    /// Did the last formula start with `=`?
    pub(super) continues: bool,
    /// Words with a sign of equality that were passed over since: `speed = total distance / time`.
    pub(super) spoken: Option<String>,
    /// The name that it gives values: the x of `x = 3 ± 2`.
    pub(super) solved: Option<Symbol>,
    /// Its line.
    pub(super) line: usize,
    /// What was shown of it.
    pub(super) text: String,
}

impl Chain {
    /// Keeps what is shown of the row that comes next to be taken up.
    pub(super) fn keep(&mut self, here: &Here, at: Range<usize>) {
        (self.line, self.text) = (here.line.number, here.text[at].to_string());
    }
}

impl Reader<'_> {
    /// What must be said before a row: the side that `= …` takes up, where a relation came between.
    pub(super) fn begin_chain(&mut self, continues: bool, here: &Here, out: &mut Vec<Item>) {
        if continues
            && self.chain.again
            && let Some(last) = self.chain.last.clone()
        {
            let statement = Statement::Expression(last);
            let content = Content::Said { statement, ways: None, continues: false, follows: false };
            out.push(self.item(here, 0..0, content, Vec::new()));
            self.chain.again = false;
        }
    }

    /// Joins a row that carries on the sum of the row before it.
    pub(super) fn carries_on(&mut self, here: &Here, row: &Row, out: &mut Vec<Item>) -> bool {
        if row.continues
            || row.follows
            || row.lead.is_some()
            || self.options.notation.is_some_and(|n| n == Notation::Prefix)
        {
            return false;
        }
        let text = &here.text[row.range.clone()];
        let Some(last) = out.last() else { return false };
        let (related, ready) = match &last.content {
            Content::Said { statement, continues, ways: None, .. } => {
                (*continues || !matches!(statement, Statement::Expression(_)), true)
            }
            Content::Trouble { .. } => (relates(&self.chain.text) || self.chain.continues, false),
            _ => return false,
        };
        let operators = ['+', '-', '−', '*', '/', '·', '×'];
        let shown = self.chain.text.trim_end();
        let open = shown.ends_with(operators) || ["\\cdot", "\\times"].iter().any(|end| shown.ends_with(end));
        let near = last.line == here.line.number || last.line + 1 == here.line.number || self.latex == Latex::Surely;
        let plus = text.starts_with('+');
        let minus = text.starts_with(['-', '−']);
        let aligned = row.range.start > 0;
        let spaced = text[text.chars().next().map_or(0, char::len_utf8)..].starts_with(' ');
        let carries = match self.latex == Latex::Surely {
            true => plus && (related || aligned) || minus && !relates(text) && (related || aligned),
            false => plus && spaced && related || minus && spaced && !relates(text) && self.chain.continues && ready,
        };
        if !near || here.line.gap || shown.len() > LONGEST_SUM || !(carries || open && !ready) {
            return false;
        }
        let pieces = here.pieces(row, true);
        let [Piece::Formula { at, latex, .. }, rest @ ..] = &pieces[..] else { return false };
        let joined = format!("{shown} {}", &here.text[at.clone()]);
        let (continues, follows) = match &last.content {
            Content::Said { continues, follows, .. } => (*continues, *follows),
            _ => (self.chain.continues, false),
        };
        let read = self.read(&joined, continues, *latex || row.latex);
        let (content, notes) = self.settle(read, follows, true);
        let last = out.last_mut().expect("there is a last item");
        (last.content, last.notes) = (content, notes);
        last.input = format!("{} {}", last.input, here.text[at.clone()].trim());
        (self.chain.text, self.chain.line) = (joined, here.line.number);
        out.extend(rest.iter().map(|piece| self.item(here, piece.at().clone(), Content::Skipped, Vec::new())));
        true
    }

    /// A row that starts with `≤` or `≈` speaks of the side before it, and gives the side that `= …` takes up.
    pub(super) fn relation(&mut self, here: &Here, row: &Row, lead: Lead, out: &mut Vec<Item>) {
        let pieces = here.pieces(row, true);
        let found = match (&pieces[..], lead, self.chain.last.clone()) {
            ([Piece::Formula { at, latex, .. }, rest @ ..], Lead::Relation(relation), Some(left))
                if !self.chain.cut =>
            {
                let read = self
                    .read(&here.text[at.clone()], false, *latex || row.latex)
                    .ok()
                    .filter(|(found, _)| found.ways.is_none());
                read.and_then(|(understood, _)| {
                    Some((related(&left, relation, understood.statement)?, understood.notes, rest))
                })
            }
            _ => None,
        };
        let Some(((formula, equal), notes, rest)) = found else {
            self.chain.cut = true;
            return out.push(self.item(here, row.whole.clone(), Content::Skipped, Vec::new()));
        };
        let end = pieces[0].at().end;
        let understood =
            Understood { statement: Statement::Formula(formula), notation: Notation::Infix, notes, ways: None };
        let (content, notes) = self.settle(Ok((understood, false)), row.follows, true);
        out.push(self.item(here, row.whole.start..end, content, notes));
        // `≤ b = c` goes on from b.
        if equal.len() > 1 {
            let statement = Statement::Chain(equal.clone());
            let content = Content::Said { statement, ways: None, continues: true, follows: false };
            out.push(self.item(here, row.whole.start..end, content, Vec::new()));
        }
        (self.chain.last, self.chain.again, self.chain.line) =
            (equal.last().cloned(), equal.len() == 1, here.line.number);
        out.extend(rest.iter().map(|piece| self.item(here, piece.at().clone(), Content::Skipped, Vec::new())));
    }

    /// Keeps the names that a statement defines: `y = x²`, `u = x² and v = eˣ`.
    pub(super) fn remember_definitions(&mut self, statement: &Statement) {
        let pairs: Vec<[&Expr; 2]> = match statement {
            Statement::Chain(sides) => vec![[&sides[0], &sides[1]]],
            Statement::Formula(formula) if formula.cases.len() == 1 => {
                let equations = formula.atoms().filter(|atom| atom.sign == Sign::Equal);
                equations.map(|atom| [&atom.left, &atom.right]).collect()
            }
            Statement::Expression(_) | Statement::Formula(_) => Vec::new(),
        };
        for (name, parameters, body) in pairs.into_iter().filter_map(definition) {
            if self.defined.len() + self.options.conventions.functions.len() == MAX_DEFINED {
                return;
            }
            match (&parameters[..], &body.variables()[..]) {
                ([], [by]) => self.defined.push((name.to_string(), by.to_string())),
                ([], _) => {}
                _ => {
                    let by = <[Symbol; 1]>::try_from(parameters).ok().map(|[by]| by);
                    self.options.conventions.functions.insert(name, by);
                }
            }
        }
    }

    /// Keeps what later rows take up.
    pub(super) fn remember(&mut self, statement: &Statement, continues: bool) {
        let sides = names::sides(statement);
        let mut names: Vec<Symbol> = sides.iter().flat_map(|side| side.variables()).collect();
        names.sort();
        names.dedup();
        (self.chain.continues, self.chain.cut, self.chain.spoken) = (continues, false, None);
        let one = match statement {
            Statement::Formula(formula) => Some(formula),
            Statement::Expression(_) | Statement::Chain(_) => None,
        };
        self.chain.again = one.is_some();
        self.chain.last =
            sides.last().map(|side| (*side).clone()).filter(|_| one.is_none_or(|one| one.cases.len() == 1));
        let solved = one.and_then(|one| one.atoms().next()?.gives());
        let solved = solved.filter(|name| one.is_some_and(|one| one.atoms().all(|atom| atom.gives() == Some(*name))));
        self.chain.solved = solved.cloned();
        let is_side = |name: &Symbol| self.page.cues.side_name(name.as_str().trim_end_matches('′')).is_some();
        match (&names[..], statement) {
            ([name], Statement::Chain(_) | Statement::Formula(_)) if !is_side(name) => {
                self.unknown = Some(name.clone())
            }
            _ => {}
        }
        names.retain(|name| !self.names.contains(name));
        names.truncate(MAX_NAMES.saturating_sub(self.names.len()));
        self.names.append(&mut names);
    }
}

/// What `≤ …` says after a side: the relations, and the sides that `= …` after it takes up.
fn related(left: &Expr, relation: Relation, statement: Statement) -> Option<(Formula, Vec<Expr>)> {
    let atom = |right: &Expr| Atom { left: left.clone(), sign: Sign::Other(relation), right: right.clone() };
    match statement {
        Statement::Expression(right) => Some((Formula::of(atom(&right)), vec![right])),
        Statement::Chain(sides) => Some((Formula::of(atom(&sides[0])), sides)),
        Statement::Formula(formula) => {
            let [case] = &formula.cases[..] else { return None };
            let first = case.first()?;
            let last = case.last()?.right.clone();
            Some((Formula { cases: vec![[vec![atom(&first.left)], case.clone()].concat()] }, vec![last]))
        }
    }
}
