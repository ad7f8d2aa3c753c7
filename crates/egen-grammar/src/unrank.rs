//! Ranks: which is the k-th expression of a class?
//!
//! The order is that of [`Walk`](crate::Walk), so a rank names an expression without writing it down.

use dashu_int::UBig;
use egg::{Language, RecExpr};

use crate::Counts;
use crate::count::{Count, Rows};
use crate::counts::{Sums, Table};
use crate::production::{ClassId, ProductionId};
use crate::sequence::{Sequence, SequenceId, Sequences};

/// The place of an expression among those of its class and length, from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// Tokens of the expression.
    pub length: u32,
    /// How many expressions of that class and length come before it.
    pub index: UBig,
}

impl<L: Language> Counts<L> {
    /// Writes the expression of that rank into `prefix`: its productions in prefix order.
    ///
    /// Answers false, and leaves `prefix` empty, if there are fewer expressions.
    pub fn unrank_into(&self, class: ClassId, rank: &Rank, prefix: &mut Vec<ProductionId>) -> bool {
        prefix.clear();
        if rank.length > self.max_tokens() {
            return false;
        }
        match &self.table {
            Table::Narrow(rows, sums) => self.write(rows, sums, class, rank, prefix),
            Table::Wide(rows, sums) => self.write(rows, sums, class, rank, prefix),
            Table::Big(rows, sums) => self.write(rows, sums, class, rank, prefix),
        }
    }

    /// The expression of that rank, or `None` if there are fewer.
    pub fn unrank(&self, class: ClassId, rank: &Rank) -> Option<RecExpr<L>> {
        let mut prefix = Vec::new();
        self.unrank_into(class, rank, &mut prefix).then(|| self.grammar().expr(&prefix))
    }

    fn write<C: Count>(
        &self,
        rows: &Rows<C>,
        sums: &Sums<C>,
        class: ClassId,
        rank: &Rank,
        prefix: &mut Vec<ProductionId>,
    ) -> bool {
        let Some(index) = C::narrow(&rank.index) else { return false };
        if index >= *rows.get(class.index(), rank.length as usize) {
            return false;
        }
        // Lists still to be written, each with its tokens and its rank; the next one is on top.
        let mut todo: Vec<(SequenceId, u32, C)> = vec![(Sequences::single(class), rank.length, index)];
        while let Some((sequence, total, index)) = todo.pop() {
            let Sequence { head, tail, .. } = self.sequences.get(sequence);
            let (length, mut index) = if tail == Sequences::EMPTY {
                (total, index)
            } else {
                let (length, index) = self.locate_split(rows, sequence, total, index);
                let (index, rest) =
                    index.div_rem(rows.get(self.sequences.get(tail).row as usize, (total - length) as usize));
                todo.push((tail, total - length, rest));
                (length, index)
            };
            let before = self.sums(rows, sums, head, length);
            let pick = before.partition_point(|sum| *sum <= index) - 1;
            index.subtract(&before[pick]);
            let production = self.picks(head, length)[pick];
            prefix.push(production);
            let (body, tokens) = self.sequences.body(production);
            if body != Sequences::EMPTY {
                todo.push((body, length - tokens, index));
            }
        }
        true
    }

    /// The head's length in the expression of that rank, and the rank among those with that length.
    fn locate_split<C: Count>(&self, rows: &Rows<C>, sequence: SequenceId, total: u32, mut index: C) -> (u32, C) {
        let Sequence { head, tail, .. } = self.sequences.get(sequence);
        let tail = self.sequences.get(tail).row as usize;
        for length in 1..total {
            let (left, right) = (rows.get(head.index(), length as usize), rows.get(tail, (total - length) as usize));
            if left.is_zero() || right.is_zero() {
                continue;
            }
            let block = left.times(right).expect("no block exceeds the list's own count");
            if index < block {
                return (length, index);
            }
            index.subtract(&block);
        }
        unreachable!("a rank is less than the count of its list")
    }
}
