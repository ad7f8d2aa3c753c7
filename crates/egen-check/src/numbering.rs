//! Numbering: which problem of its text does a row belong to?

use crate::row::{Row, Verdict};

/// Numbers problems in order. What is only words, a title or a name, belongs to the problem that comes next, since nobody counts it as one.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// Problems that have ended, and the derivation that is open.
    ended: usize,
    open: Option<usize>,
    /// Has it more than words?
    says: bool,
}

impl Numbering {
    /// Numbers some rows of a text, all of which come in order.
    pub fn number(&mut self, rows: &mut [Row]) {
        for row in rows {
            if self.open.replace(row.derivation) != Some(row.derivation) && std::mem::take(&mut self.says) {
                self.ended += 1;
            }
            self.says |= row.finding.verdict != Verdict::Skipped || row.is_understood() == Some(false);
            row.derivation = self.ended + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Judge, check};
    use egen_read::read::Options;

    #[test]
    fn words_alone_are_no_problem() {
        let text =
            "# Homework\n\n## Problem 1\nSolve 2x = 4.\nx = 2\n\n## Problem 2\nSolve 2x = 6.\nx = 3\n\n## Thank you\n";
        let rows = check(text, &Judge::builtin(), &Options::default());
        let mut lines: Vec<(usize, usize)> = rows.iter().map(|row| (row.derivation, row.line)).collect();
        lines.dedup();
        let first = |problem: usize| lines.iter().filter(|(one, _)| *one == problem).map(|(_, line)| *line).max();
        assert_eq!((first(1), first(2)), (Some(5), Some(9)), "{lines:?}");
        assert!(lines.iter().all(|(problem, line)| *problem < 3 || *line > 9), "{lines:?}");
    }
}
