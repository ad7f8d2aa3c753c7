//! Rows on their way: when does what is said about a line leave?

use std::time::Instant;

use super::Derivation;
use super::heard::may_be_said_false;
use crate::decision::Decision;
use crate::reader::Item;
use crate::row::{Finding, Kind, Row};
use crate::shown::Shown;

/// So many rows wait for further cases; then what is missing is said to be lost.
const MAX_WAITING: usize = 64;

impl Derivation<'_> {
    /// The rows that are ready.
    pub fn ready(&mut self) -> Vec<Row> {
        if self.open.cases.is_some() || self.open.pending.is_some() || self.open.further.is_some() {
            if self.rows.len() < MAX_WAITING {
                return Vec::new();
            }
            self.settle_pending(None, false);
            self.close_cases();
            self.open.further = None;
        }
        if self.rows.len() < MAX_WAITING && self.rows.last().is_some_and(may_be_said_false) {
            return Vec::new();
        }
        std::mem::take(&mut self.rows)
    }

    /// Ends the derivation.
    pub fn end(&mut self) -> Vec<Row> {
        self.settle_pending(None, false);
        self.close_cases();
        std::mem::take(&mut self.rows)
    }

    pub(super) fn push(
        &mut self,
        item: &Item,
        kind: Kind,
        before: Option<Shown>,
        after: Option<Shown>,
        finding: Finding,
    ) {
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

    pub(super) fn timed(&mut self, start: Instant) {
        if let Some(row) = self.rows.last_mut() {
            row.ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        }
    }
}
