//! Readings: what if a formula may say one of several things?
//!
//! `1/2x` is (1/2)x or 1/(2x). The derivation is judged in each way, side by side. Where all find the same, that is the verdict; where they do not,
//! it is unknown, and the ways that were found wrong are left. A line is refuted only if it is wrong in every way.

use egen_read::read::{Choice, ReadError, Refusal};

use super::Derivation;
use crate::decision::{Way, agree};
use crate::judge::Judge;
use crate::reader::{Content, Item};
use crate::row::{Finding, Row, Verdict};

/// A derivation in so many ways at most; an ambiguity that would need more is not read.
const MOST: usize = 8;

/// A derivation in one or more ways.
pub struct Readings<'a> {
    ways: Vec<Branch<'a>>,
    /// What is ambiguous, where there is more than one way.
    why: Option<Refusal>,
}

/// The derivation as one who means ambiguities in one way writes it.
#[derive(Clone)]
struct Branch<'a> {
    choices: Vec<Choice>,
    derivation: Derivation<'a>,
}

impl<'a> Readings<'a> {
    /// An empty derivation.
    pub fn new(judge: &'a Judge) -> Readings<'a> {
        let only = Branch { choices: Vec::new(), derivation: Derivation::new(judge) };
        Readings { ways: vec![only], why: None }
    }

    /// Takes an item.
    pub fn take(&mut self, item: &Item) {
        let Content::Said { ways: Some(ways), continues, follows, .. } = &item.content else {
            return self.ways.iter_mut().for_each(|branch| branch.derivation.take(item));
        };
        let mut forked = Vec::with_capacity(self.ways.len() * ways.readings.len());
        for branch in &self.ways {
            for way in ways.readings.iter().filter(|way| agree(&branch.choices, &way.choices)) {
                let statement = way.statement.clone();
                let content = Content::Said { statement, ways: None, continues: *continues, follows: *follows };
                forked.push(branch.with(way, &Item { content, ..item.clone() }));
            }
        }
        if forked.is_empty() || forked.len() > MOST {
            let error = ReadError::new(item.at.clone(), ways.why.clone());
            let unread = Item { content: Content::Trouble { error, continues: *continues }, ..item.clone() };
            return self.ways.iter_mut().for_each(|branch| branch.derivation.take(&unread));
        }
        if forked.len() > 1 {
            self.why.get_or_insert_with(|| ways.why.clone());
        }
        self.ways = forked;
    }

    /// The rows, as all ways have them; steps are numbered.
    pub fn end(self) -> Vec<Row> {
        let mut ways: Vec<Vec<Row>> = self.ways.into_iter().map(|branch| branch.derivation.end()).collect();
        let mut out = Vec::new();
        while let (Some(why), Some(line)) = (&self.why, ways[0].first().map(|row| row.line).filter(|_| ways.len() > 1))
        {
            let line = |rows: &mut Vec<Row>| -> Vec<Row> {
                let end = rows.iter().position(|row| row.line > line).unwrap_or(rows.len());
                rows.drain(..end).collect()
            };
            let rows: Vec<Vec<Row>> = ways.iter_mut().map(line).collect();
            let right: Vec<bool> =
                rows.iter().map(|rows| !rows.iter().any(|row| row.finding.verdict.fails())).collect();
            out.extend(agreed(&rows, why));
            // What is wrong in one way and right in another shows what the writer means.
            if right.contains(&true) {
                let mut right = right.into_iter();
                ways.retain(|_| right.next().unwrap_or(false));
            }
        }
        out.append(&mut ways[0]);
        let steps = out.iter_mut().filter(|row| row.finding.verdict.is_step());
        steps.zip(1..).for_each(|(row, step)| row.step = Some(step));
        out
    }
}

impl Branch<'_> {
    /// This way, with an item that is read in one of its ways.
    fn with(&self, way: &Way, item: &Item) -> Self {
        let mut branch = self.clone();
        let more = way.choices.iter().filter(|choice| !self.choices.contains(choice));
        branch.choices.extend(more.cloned());
        branch.derivation.take(item);
        branch
    }
}

/// The rows of a line in the first way, where all ways find the same.
fn agreed(ways: &[Vec<Row>], why: &Refusal) -> Vec<Row> {
    let (mut rows, others) = (ways[0].clone(), &ways[1..]);
    let alike = others.iter().all(|other| other.len() == rows.len());
    for (at, row) in rows.iter_mut().enumerate() {
        let verdict = row.finding.verdict;
        let found = |other: &Vec<Row>| other.get(at).map(|row| row.finding.verdict);
        let same = |other: Verdict| other == verdict || other.holds() && verdict.holds();
        let same = others.iter().all(|other| found(other).is_some_and(same));
        if !(alike && same) && (verdict.is_step() || verdict == Verdict::Fact) {
            row.finding = Finding::new(Verdict::Unknown, why.to_string());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use egen_read::read::Options;

    use crate::Judge;
    use crate::row::Verdict::{self, Fact, Proved, Refuted, Unknown};

    fn verdicts(text: &str) -> Vec<Verdict> {
        let rows = crate::check(text, &Judge::builtin(), &Options::default());
        rows.iter().map(|row| row.finding.verdict).collect()
    }

    #[test]
    fn a_line_is_refuted_only_if_it_is_wrong_in_every_reading() {
        for (text, want) in [
            // (1/2)x and 1/(2x) are both no 5x.
            ("5x\n= 1/2x", vec![Refuted]),
            // What one reading makes of the line is left to the lines to come.
            ("x/2\n= 1/2x\n= 0.5x", vec![Unknown, Proved]),
            ("1/(2x)\n= 1/2x\n= 0.5x", vec![Unknown, Refuted]),
            // Two constructions have four readings, and one of them is right.
            ("\\frac{x}{2} + \\frac{5}{2}\n= 1/2x + 2\\frac12\n= 0.5x + 2.5", vec![Unknown, Proved]),
            ("\\frac{x}{2} + 7\n= 1/2x + 2\\frac12", vec![Refuted]),
            // Whoever means (1/2)x means (1/3)x.
            ("5x/6\n= 1/2x + 1/3x", vec![Unknown]),
            // sin x(1 + cos x) is a product to everybody.
            ("sin(x) + sin(x)cos(x)\n= sin x(1 + cos x)", vec![Proved]),
        ] {
            assert_eq!(verdicts(text), want, "{text}");
        }
    }

    #[test]
    fn a_function_that_was_defined_is_one() {
        for (text, want) in [
            ("A(x) = x^2 + 1\nA(x + 1) = x^2 + 2x + 2", vec![Fact, Proved]),
            ("A(x) = x^2 + 1\nA(2) = 6", vec![Fact, Refuted]),
            ("3x + x^2(2)\n= 3x + 2x^2", vec![Proved]),
        ] {
            assert_eq!(verdicts(text), want, "{text}");
        }
    }
}
