//! Heard: what do words between formulas say of them?

use egen_math::Symbol;
use egen_math::assume::Relation;

use super::Derivation;
use crate::reader::Item;
use crate::row::{Finding, Row, Verdict};

/// Words about the sign of what is looked for.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    line: usize,
    sign: Relation,
    /// Do they speak of a quantity, as *length* does, and not of one step?
    quantity: bool,
}

impl Heard {
    /// The sign that the solutions on a line have by these words.
    pub(super) fn sign(&self, line: usize) -> Option<Relation> {
        let near = self.line.abs_diff(line) <= 2 || self.quantity && self.line <= line;
        near.then_some(self.sign)
    }

    /// What a text says of a sign, if it does. `the negative root is rejected` leaves the positive one; `divide by negative 2` says nothing.
    fn of(text: &str, line: usize) -> Option<Heard> {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        let has = |all: &[&str]| words.iter().any(|word| all.iter().any(|start| word.starts_with(start)));
        if words.iter().any(|word| QUANTITIES.contains(word)) {
            return Some(Heard { line, sign: Relation::Greater, quantity: true });
        }
        let done = has(&["divid", "multipl", "add", "subtract", "factor"]);
        let sign = match (has(&["positive", "nonnegative"]), has(&["negative"])) {
            (true, _) => Relation::Greater,
            (_, true) if has(&REFUSED) => Relation::Greater,
            (_, true) => Relation::Less,
            _ => return None,
        };
        // `x is positive` is said once for all.
        let told = |pair: &[&str]| {
            ["is", "be", "are"].contains(&pair[0]) && ["positive", "negative", "nonnegative"].contains(&pair[1])
        };
        (!done).then_some(Heard { line, sign, quantity: words.windows(2).any(told) })
    }
}

/// What is measured or counted is positive.
#[rustfmt::skip]
const QUANTITIES: [&str; 24] = [
    "length", "lengths", "width", "height", "depth", "radius", "diameter", "distance", "hypotenuse", "perimeter", "area", "volume", "age", "ages", "mass", "weight",
    "länge", "breite", "höhe", "longueur", "largeur", "longitud", "ancho", "altura",
];
/// Beginnings of words that take something back.
const REFUSED: [&str; 12] =
    ["not", "cannot", "can", "no", "reject", "discard", "ignor", "exclud", "extraneous", "disregard", "drop", "omit"];

/// Could the words after a row say that it is meant to be false? `sqrt(1) = -1` is, whatever the variables are.
pub(super) fn may_be_said_false(row: &Row) -> bool {
    let Finding { verdict, at, solutions, .. } = &row.finding;
    *verdict == Verdict::Refuted && at.is_empty() && solutions.is_empty()
}

/// The letter of `solve for x`, `make t the subject`, `isolate x`, and of `for s` behind a formula.
fn solved_for(text: &str) -> Option<Symbol> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let said =
        |starts: &[&str]| words.iter().any(|word| starts.iter().any(|start| word.to_lowercase().starts_with(start)));
    let asks = said(&["solv", "rearrang", "isolat", "express", "subject"]) || matches!(&words[..], ["for", _]);
    let before = ["for", "isolate", "isolating", "express", "make"];
    let pair =
        words.windows(2).find(|pair| before.contains(&pair[0].to_lowercase().as_str()) && pair[1].chars().count() == 1);
    pair.filter(|_| asks).map(|pair| Symbol::new(pair[1]))
}

impl Derivation<'_> {
    /// Words say whether something is checked, that an equation without solutions was meant, and that a relation is false.
    pub(super) fn hear(&mut self, item: &Item) {
        const CHECKS: [&str; 6] = ["check", "test", "verify", "verifying", "plug", "try"];
        const SOLVES: [&str; 7] = ["solv", "solution", "root", "lös", "résou", "resol", "risol"];
        const NONE: [&str; 5] = ["no solution", "no real solution", "impossible", "contradiction", "inconsistent"];
        const FALSE: [&str; 5] = ["false", "not true", "does not hold", "contradiction", "impossible"];
        let text = item.input.to_lowercase();
        self.heard.extend(Heard::of(&text, item.line));
        self.asked = solved_for(&item.input).or(self.asked.take());
        let words = || text.split(|c: char| !c.is_alphabetic());
        self.solving |= words().any(|word| SOLVES.iter().any(|start| word.starts_with(start)));
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
