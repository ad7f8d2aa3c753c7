//! Readings: what if a formula may say one of two things?
//!
//! `1/2x` is (1/2)x or 1/(2x). The derivation is judged in both ways, side by side. Where both find the same, that is the verdict; where they do not,
//! it is unknown, and the way that was found wrong is left.

use super::Derivation;
use crate::judge::Judge;
use crate::reader::{Content, Item};
use crate::row::{Finding, Row, Verdict};

/// A derivation in one or two ways.
pub struct Readings<'a> {
    first: Derivation<'a>,
    /// The other way, and why there is one.
    second: Option<(Derivation<'a>, String)>,
    /// Rows of either way that are not given out yet.
    rows: [Vec<Row>; 2],
    steps: usize,
}

impl<'a> Readings<'a> {
    /// An empty derivation.
    pub fn new(judge: &'a Judge) -> Readings<'a> {
        Readings { first: Derivation::new(judge), second: None, rows: [Vec::new(), Vec::new()], steps: 0 }
    }

    /// Takes an item.
    pub fn take(&mut self, item: Item) {
        let Content::Ambiguous { readings: [one, other], message, continues, follows } = item.content.clone() else {
            if let Some((second, _)) = &mut self.second {
                second.take(item.clone());
            }
            return self.first.take(item);
        };
        let said = |statement| Item { content: Content::Said { statement, continues, follows }, ..item.clone() };
        if self.second.is_none() {
            // Rows that wait belong to both ways.
            let ready = self.first.ready();
            self.rows[0].extend(ready.iter().cloned());
            self.rows[1].extend(ready);
            self.second = Some((self.first.clone(), message));
        }
        if let Some((second, _)) = &mut self.second {
            second.take(said(other));
        }
        self.first.take(said(one));
    }

    /// The rows that are ready.
    pub fn ready(&mut self) -> Vec<Row> {
        let ready = self.first.ready();
        match &mut self.second {
            Some((second, _)) => {
                self.rows[0].extend(ready);
                self.rows[1].extend(second.ready());
                let both = |row: &Row| row.line;
                let lines = [0, 1].map(|way| self.rows[way].last().map(both));
                // The last line may not be whole.
                let end = lines[0].min(lines[1]);
                end.map_or_else(Vec::new, |end| self.merged(|line| line < end))
            }
            None => self.numbered(ready),
        }
    }

    /// Ends the derivation.
    pub fn end(mut self) -> Vec<Row> {
        self.rows[0].extend(self.first.end());
        if let Some((second, _)) = &mut self.second {
            self.rows[1].extend(second.end());
            return self.merged(|_| true);
        }
        let rows = std::mem::take(&mut self.rows[0]);
        self.numbered(rows)
    }

    /// The rows of some lines, as both ways have them.
    fn merged(&mut self, of: impl Fn(usize) -> bool) -> Vec<Row> {
        let mut out = Vec::new();
        while let (Some(line), Some((_, why))) =
            (self.rows[0].first().map(|row| row.line).filter(|line| of(*line)), &self.second)
        {
            let [one, other] = [0, 1].map(|way| {
                let rows = &mut self.rows[way];
                let end = rows.iter().position(|row| row.line > line).unwrap_or(rows.len());
                rows.drain(..end).collect::<Vec<Row>>()
            });
            let wrong = [&one, &other].map(|rows| rows.iter().any(is_wrong));
            out.extend(agreed(one, &other, why));
            if wrong[0] != wrong[1] {
                let (second, _) = self.second.take().expect("there are two ways");
                if wrong[0] {
                    self.first = second;
                    self.rows.swap(0, 1);
                }
                self.rows[1].clear();
                out.append(&mut self.rows[0]);
            }
        }
        self.numbered(out)
    }

    /// Numbers the steps, once it is clear which rows are some.
    fn numbered(&mut self, mut rows: Vec<Row>) -> Vec<Row> {
        for row in rows.iter_mut().filter(|row| row.finding.verdict.is_step()) {
            self.steps += 1;
            row.step = Some(self.steps);
        }
        rows
    }
}

fn is_wrong(row: &Row) -> bool {
    matches!(row.finding.verdict, Verdict::Refuted | Verdict::Lost)
}

/// The rows of a line in one way, where the other way finds the same.
fn agreed(mut one: Vec<Row>, other: &[Row], why: &str) -> Vec<Row> {
    let alike = one.len() == other.len();
    for (at, row) in one.iter_mut().enumerate() {
        let verdict = row.finding.verdict;
        let same = other
            .get(at)
            .is_some_and(|other| other.finding.verdict == verdict || other.finding.verdict.holds() && verdict.holds());
        if !(alike && same) && (verdict.is_step() || verdict == Verdict::Fact) {
            row.finding = Finding::new(Verdict::Unknown, why);
        }
    }
    one
}
