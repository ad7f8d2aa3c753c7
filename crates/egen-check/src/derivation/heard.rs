//! Heard: what do words between formulas say of them?

use super::Derivation;
use crate::reader::Item;
use crate::row::{Finding, Row, Verdict};

/// Could the words after a row say that it is meant to be false? `sqrt(1) = -1` is, whatever the variables are.
pub(super) fn may_be_said_false(row: &Row) -> bool {
    let Finding { verdict, at, solutions, .. } = &row.finding;
    *verdict == Verdict::Refuted && at.is_empty() && solutions.is_empty()
}

impl Derivation<'_> {
    /// Words say whether something is checked, that an equation without solutions was meant, and that a relation is false.
    pub(super) fn hear(&mut self, item: &Item) {
        const CHECKS: [&str; 6] = ["check", "test", "verify", "verifying", "plug", "try"];
        const NONE: [&str; 5] = ["no solution", "no real solution", "impossible", "contradiction", "inconsistent"];
        const FALSE: [&str; 5] = ["false", "not true", "does not hold", "contradiction", "impossible"];
        let text = item.input.to_lowercase();
        let words = || text.split(|c: char| !c.is_alphabetic());
        if words().any(|word| CHECKS.iter().any(|check| word.starts_with(check))) {
            self.check = Some((item.line, None));
        } else if self.check.as_ref().is_some_and(|(_, tried)| tried.is_none()) {
            self.check = None;
        }
        if let Some(pending) = &mut self.pending
            && NONE.iter().any(|none| text.contains(none))
        {
            pending.trouble = true;
        }
        if let Some(row) = self.rows.last_mut()
            && row.line == item.line
            && may_be_said_false(row)
            && FALSE.iter().any(|no| text.contains(no))
        {
            row.finding = Finding::new(Verdict::Fact, "said to be false, and it is");
        }
    }
}
