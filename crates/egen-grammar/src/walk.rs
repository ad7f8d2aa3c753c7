//! Enumeration: what are all the expressions of a class?
//!
//! In order of length, then of productions, then of how the arguments share the length, the first argument's changes being
//! the slowest. The table says which choices lead to an expression, so the walk has no dead ends: it pays only for what it yields.

use std::ops::ControlFlow;

use egg::{Language, RecExpr};

use crate::Counts;
use crate::production::{ClassId, ProductionId};
use crate::sequence::{SequenceId, Sequences};

/// Whether an enumeration gave everything that its class derives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every expression was given; there are no others, however long.
    Complete,
    /// There are others.
    LimitReached(Limit),
}

/// What kept an enumeration from being complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Every expression up to [`Counts::max_tokens`] was given; there are longer ones.
    Tokens,
    /// The reader stopped; at least one expression up to [`Counts::max_tokens`] was not given.
    Stopped,
}

/// No list follows.
const END: u32 = u32::MAX;

/// A list of children that waits for its turn, with the tokens it must take and the list that follows it.
#[derive(Clone, Copy)]
struct Pending {
    sequence: SequenceId,
    total: u32,
    next: u32,
}

/// One token of the current expression, and what else could stand there.
#[derive(Clone, Copy)]
struct Choice {
    /// The list whose head this token begins.
    from: Pending,
    /// Tokens that the head takes.
    length: u32,
    /// Which of the head's productions of that length was chosen.
    pick: usize,
    /// The number of pending lists before this choice added its own.
    mark: usize,
}

/// A walk through the expressions of a class, one at a time, in one buffer.
pub struct Walk<'c, L> {
    counts: &'c Counts<L>,
    class: ClassId,
    length: u32,
    choices: Vec<Choice>,
    pending: Vec<Pending>,
    prefix: Vec<ProductionId>,
}

impl<'c, L: Language> Walk<'c, L> {
    fn new(counts: &'c Counts<L>, class: ClassId) -> Self {
        Walk { counts, class, length: 0, choices: Vec::new(), pending: Vec::new(), prefix: Vec::new() }
    }

    /// The next expression as its productions in prefix order, or `None` after the last one.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not lend its buffer")]
    pub fn next(&mut self) -> Option<&[ProductionId]> {
        while let Some(mut choice) = self.choices.pop() {
            self.prefix.pop();
            self.pending.truncate(choice.mark);
            let head = self.counts.sequences.get(choice.from.sequence).head;
            choice.pick += 1;
            if choice.pick == self.counts.picks(head, choice.length).len() {
                choice.pick = 0;
                match self.counts.split(choice.from.sequence, choice.from.total, choice.length + 1) {
                    Some(length) => choice.length = length,
                    None => continue,
                }
            }
            self.descend(choice);
            return Some(&self.prefix);
        }
        while self.length < self.counts.max_tokens() {
            self.length += 1;
            if !self.counts.picks(self.class, self.length).is_empty() {
                let from = Pending { sequence: Sequences::single(self.class), total: self.length, next: END };
                self.pending.clear();
                self.descend(Choice { from, length: self.length, pick: 0, mark: 0 });
                return Some(&self.prefix);
            }
        }
        None
    }

    /// Takes `choice`, and the first choice at every later place.
    fn descend(&mut self, mut choice: Choice) {
        loop {
            self.choices.push(choice);
            let sequence = self.counts.sequences.get(choice.from.sequence);
            let mut next = choice.from.next;
            if sequence.tail != Sequences::EMPTY {
                next = self.wait(sequence.tail, choice.from.total - choice.length, next);
            }
            let production = self.counts.picks(sequence.head, choice.length)[choice.pick];
            self.prefix.push(production);
            let (body, tokens) = self.counts.sequences.body(production);
            if body != Sequences::EMPTY {
                next = self.wait(body, choice.length - tokens, next);
            }
            if next == END {
                return;
            }
            let from = self.pending[next as usize];
            let length =
                self.counts.split(from.sequence, from.total, 1).expect("only what derives something is chosen");
            choice = Choice { from, length, pick: 0, mark: self.pending.len() };
        }
    }

    fn wait(&mut self, sequence: SequenceId, total: u32, next: u32) -> u32 {
        self.pending.push(Pending { sequence, total, next });
        self.pending.len() as u32 - 1
    }
}

/// The expressions of a class, in the order of [`Walk`].
pub struct Enumeration<'c, L> {
    walk: Walk<'c, L>,
    exhausted: bool,
}

impl<L: Language> Enumeration<'_, L> {
    /// Whether the expressions given so far are all there are.
    ///
    /// Known to be complete only once `next` has answered `None`.
    pub fn completeness(&self) -> Completeness {
        self.walk.counts.completeness(self.walk.class, self.exhausted)
    }
}

impl<L: Language> Iterator for Enumeration<'_, L> {
    type Item = RecExpr<L>;

    fn next(&mut self) -> Option<RecExpr<L>> {
        let grammar = self.walk.counts.grammar();
        let expr = self.walk.next().map(|prefix| grammar.expr(prefix));
        self.exhausted = expr.is_none();
        expr
    }
}

impl<L: Language> Counts<L> {
    /// A walk through the expressions of a class of at most [`Counts::max_tokens`] tokens.
    pub fn walk(&self, class: ClassId) -> Walk<'_, L> {
        Walk::new(self, class)
    }

    /// The expressions of a class of at most [`Counts::max_tokens`] tokens.
    pub fn enumerate(&self, class: ClassId) -> Enumeration<'_, L> {
        Enumeration { walk: self.walk(class), exhausted: false }
    }

    /// Shows every expression of a class, as productions in prefix order, until `visit` breaks.
    pub fn for_each(&self, class: ClassId, mut visit: impl FnMut(&[ProductionId]) -> ControlFlow<()>) -> Completeness {
        let mut walk = self.walk(class);
        while let Some(prefix) = walk.next() {
            if visit(prefix).is_break() {
                // The visitor may have broken at the very last expression.
                let exhausted = walk.next().is_none();
                return self.completeness(class, exhausted);
            }
        }
        self.completeness(class, true)
    }

    fn completeness(&self, class: ClassId, exhausted: bool) -> Completeness {
        match (exhausted, self.longer_exist(class)) {
            (false, _) => Completeness::LimitReached(Limit::Stopped),
            (true, true) => Completeness::LimitReached(Limit::Tokens),
            (true, false) => Completeness::Complete,
        }
    }
}
