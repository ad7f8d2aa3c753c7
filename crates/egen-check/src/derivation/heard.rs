//! Heard: what do words between formulas say of them?

use super::Derivation;
use crate::reader::Item;
use crate::row::{Finding, Verdict};

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
        // `sqrt(1) = -1 is false`: no claim, and no variable for which it could be meant.
        if let Some(row) = self.rows.last_mut()
            && row.line == item.line
            && row.finding.verdict == Verdict::Refuted
            && row.finding.at.is_empty()
            && row.finding.solutions.is_empty()
            && FALSE.iter().any(|no| text.contains(no))
        {
            row.finding = Finding::new(Verdict::Proved, "it is false, as is said");
        }
    }
}
