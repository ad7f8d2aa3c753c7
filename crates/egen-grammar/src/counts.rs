//! Counting: how many expressions of each length does a class derive?
//!
//! The table is exact. Enumeration walks it and sampling draws from it, so the three cannot disagree about what exists.

use std::sync::OnceLock;

use dashu_int::UBig;
use egg::Language;

use crate::count::{Count, Rows};
use crate::production::{ClassId, ProductionId, Productions};
use crate::sequence::{Sequence, SequenceId, Sequences};
use crate::{Grammar, Longest};

/// Something for each length of a class, once somebody asks.
type Lengths<T> = Box<[OnceLock<Box<[T]>>]>;

/// Something for each class and length, once somebody asks. Most classes are never asked.
pub(crate) struct Asked<T> {
    classes: Vec<OnceLock<Lengths<T>>>,
    lengths: usize,
}

impl<T> Asked<T> {
    fn new(classes: usize, max_tokens: u32) -> Self {
        Asked { classes: unasked(classes).collect(), lengths: max_tokens as usize + 1 }
    }

    fn get(&self, class: ClassId, length: u32, answer: impl FnOnce() -> Box<[T]>) -> &[T] {
        let lengths = self.classes[class.index()].get_or_init(|| unasked(self.lengths).collect());
        lengths[length as usize].get_or_init(answer)
    }
}

fn unasked<T>(count: usize) -> impl Iterator<Item = OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(count)
}

/// The productions that derive something.
type Picks = Asked<ProductionId>;
/// How many expressions come before those of each pick.
pub(crate) type Sums<C> = Asked<C>;

pub(crate) enum Table {
    Narrow(Rows<u64>, Sums<u64>),
    Wide(Rows<u128>, Sums<u128>),
    Big(Rows<UBig>, Sums<UBig>),
}

impl Table {
    /// In the narrowest type that holds all counts.
    fn fill(productions: &Productions, sequences: &Sequences, room: &[u32], max_tokens: u32) -> Table {
        let classes = productions.classes();
        if let Some(rows) = Rows::fill(productions, sequences, room, max_tokens) {
            return Table::Narrow(rows, Asked::new(classes, max_tokens));
        }
        if let Some(rows) = Rows::fill(productions, sequences, room, max_tokens) {
            return Table::Wide(rows, Asked::new(classes, max_tokens));
        }
        let rows = Rows::fill(productions, sequences, room, max_tokens).expect("big integers do not overflow");
        Table::Big(rows, Asked::new(classes, max_tokens))
    }
}

/// How many expressions each class of a grammar derives, by length, up to a limit.
///
/// It owns its grammar: productions mean nothing under another one.
pub struct Counts<L> {
    grammar: Grammar<L>,
    max_tokens: u32,
    pub(crate) sequences: Sequences,
    pub(crate) table: Table,
    picks: Picks,
}

impl<L: Language> Counts<L> {
    /// Counts every class of `grammar` at every length up to `max_tokens`; after [`Grammar::for_root`], classes other than the root only as far as
    /// they have room in an expression of the root.
    ///
    /// Takes (lists of children) × `max_tokens`² / 2 multiplications.
    pub fn new(grammar: Grammar<L>, max_tokens: u32) -> Self {
        let sequences = Sequences::new(&grammar.productions);
        let room = sequences.room(&grammar.productions, grammar.room.as_deref(), max_tokens);
        let table = Table::fill(&grammar.productions, &sequences, &room, max_tokens);
        let picks = Asked::new(grammar.productions.classes(), max_tokens);
        Counts { grammar, max_tokens, sequences, table, picks }
    }

    /// The grammar that was counted.
    pub fn grammar(&self) -> &Grammar<L> {
        &self.grammar
    }

    /// The greatest length that was counted.
    pub fn max_tokens(&self) -> u32 {
        self.max_tokens
    }

    /// The number of expressions of a class that take exactly `length` tokens.
    ///
    /// # Panics
    /// If `length` is greater than [`Counts::max_tokens`]: that number is not known, and it is not zero.
    pub fn of_length(&self, class: ClassId, length: u32) -> UBig {
        assert!(length <= self.max_tokens, "counted up to {} tokens, asked for {length}", self.max_tokens);
        match &self.table {
            Table::Narrow(rows, _) => rows.get(class.index(), length as usize).widen(),
            Table::Wide(rows, _) => rows.get(class.index(), length as usize).widen(),
            Table::Big(rows, _) => rows.get(class.index(), length as usize).widen(),
        }
    }

    /// The number of expressions of a class that take at most [`Counts::max_tokens`] tokens.
    pub fn total(&self, class: ClassId) -> UBig {
        (0..=self.max_tokens).map(|length| self.of_length(class, length)).sum()
    }

    /// Whether the class derives expressions longer than [`Counts::max_tokens`], which nothing here will show.
    pub fn longer_exist(&self, class: ClassId) -> bool {
        match self.grammar.longest(class) {
            Longest::Finite(length) => length > u64::from(self.max_tokens),
            Longest::Unbounded => true,
        }
    }

    /// The productions that derive at least one expression of exactly this length, in order, each with the number of
    /// expressions that come before its own and the number of its own.
    pub fn blocks(&self, class: ClassId, length: u32) -> Vec<(ProductionId, UBig, UBig)> {
        let starts: Vec<UBig> = match &self.table {
            Table::Narrow(rows, sums) => self.sums(rows, sums, class, length).iter().map(Count::widen).collect(),
            Table::Wide(rows, sums) => self.sums(rows, sums, class, length).iter().map(Count::widen).collect(),
            Table::Big(rows, sums) => self.sums(rows, sums, class, length).to_vec(),
        };
        let ends = starts.iter().skip(1).cloned().chain([self.of_length(class, length)]).collect::<Vec<_>>();
        let picks = self.picks(class, length).iter().zip(starts).zip(ends);
        picks.map(|((&production, start), end)| (production, start.clone(), end - start)).collect()
    }

    /// The productions that derive at least one expression of exactly this length.
    pub(crate) fn picks(&self, class: ClassId, length: u32) -> &[ProductionId] {
        self.picks.get(class, length, || {
            let fruitful = |id: &ProductionId| {
                let (body, tokens) = self.sequences.body(*id);
                length.checked_sub(tokens).is_some_and(|rest| self.any(self.sequences.get(body), rest))
            };
            self.grammar.production_ids(class).filter(fruitful).collect()
        })
    }

    /// For each pick, the number of expressions that come before its own.
    pub(crate) fn sums<'c, C: Count>(&self, rows: &Rows<C>, sums: &'c Sums<C>, class: ClassId, length: u32) -> &'c [C] {
        sums.get(class, length, || {
            let mut sum = C::ZERO;
            let before = |id: &ProductionId| {
                let (body, tokens) = self.sequences.body(*id);
                let before = sum.clone();
                let own = rows.get(self.sequences.get(body).row as usize, (length - tokens) as usize);
                sum.add(own).expect("no sum exceeds the class's own count");
                before
            };
            self.picks(class, length).iter().map(before).collect()
        })
    }

    /// The least length of at least `from` that the head can take when the whole list takes `total`.
    pub(crate) fn split(&self, sequence: SequenceId, total: u32, from: u32) -> Option<u32> {
        let Sequence { head, tail, .. } = self.sequences.get(sequence);
        if tail == Sequences::EMPTY {
            return (from <= total).then_some(total);
        }
        let (head, tail) = (self.sequences.get(Sequences::single(head)), self.sequences.get(tail));
        (from..total).find(|&at| self.any(head, at) && self.any(tail, total - at))
    }

    fn any(&self, sequence: Sequence, length: u32) -> bool {
        let (row, length) = (sequence.row as usize, length as usize);
        match &self.table {
            Table::Narrow(rows, _) => !rows.get(row, length).is_zero(),
            Table::Wide(rows, _) => !rows.get(row, length).is_zero(),
            Table::Big(rows, _) => !rows.get(row, length).is_zero(),
        }
    }
}
