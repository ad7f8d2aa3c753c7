//! Heard: what do words between formulas say of them?

use egen_math::Symbol;
use egen_math::assume::Relation;

use super::{Derivation, Tail, kind};
use crate::facts::Fact;
use crate::formula::{Atom, Formula};
use crate::reader::Item;
use crate::row::{Finding, Kind, Row, Verdict};
use crate::statement::{Statement, formula};

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

/// Could the words after a row say that it is meant to be false?
pub(super) fn may_be_said_false(row: &Row) -> bool {
    row.finding.verdict == Verdict::Refuted
}

/// The line of words that call what comes next false; `open` says that it may stand on the next line.
#[derive(Clone, Copy)]
pub(super) struct Denied {
    line: usize,
    open: bool,
}

/// What was known before a statement.
#[derive(Clone)]
pub(super) struct Undo {
    pub(super) facts: Vec<Fact>,
    pub(super) tail: Option<Tail>,
    pub(super) broken: bool,
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
        self.denied = denies_next(&text).map(|open| Denied { line: item.line, open });
        self.take_back(item, &text);
    }

    /// What is known before a statement; the equation that waits is given.
    pub(super) fn known(&self) -> Undo {
        let pending = self.pending.iter().map(|pending| {
            let formula = Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1]));
            Fact { formula, derived: false }
        });
        let facts = self.facts.iter().cloned().chain(pending).collect();
        Undo { facts, tail: self.tail.clone(), broken: self.broken }
    }

    /// Words behind a statement, or on the line after it, say that it is false.
    fn take_back(&mut self, item: &Item, text: &str) {
        let same = |line: usize| line == item.line && FALSE.iter().any(|no| text.contains(no));
        let denied = |line: usize| same(line) || line < item.line && denies_before(text);
        if self.pending.as_ref().is_some_and(|pending| denied(pending.item.line)) {
            let pending = self.pending.take().expect("there is one");
            let formula = Formula::of(Atom::equal(&pending.sides[0], &pending.sides[1]));
            self.said_false(&pending.item, &formula);
            return self.rows[pending.row..].rotate_right(1);
        }
        let Some(row) = self.rows.iter_mut().rev().find(|row| row.kind != Kind::Text) else { return };
        if may_be_said_false(row) && denied(row.line) {
            row.finding = Finding::new(Verdict::Fact, "said to be false, and it is");
            if let Some(Undo { facts, tail, broken }) = self.undo.take() {
                (self.facts, self.tail, self.broken) = (facts, tail, broken);
            }
            self.cases = None;
        }
    }

    /// Is a statement said to be false by the words before it? It is shown, and claims nothing.
    pub(super) fn is_denied(&mut self, item: &Item, statement: &Statement) -> bool {
        let Some(Denied { line, open }) = self.denied.take() else { return false };
        if item.line != line && !(open && item.line <= line + 2) {
            return false;
        }
        let Some(formula) = formula(statement) else { return false };
        self.said_false(item, &formula);
        true
    }

    fn said_false(&mut self, item: &Item, formula: &Formula) {
        let finding = Finding::new(Verdict::Fact, "said to be false: it is not judged");
        self.push(item, kind(formula), None, Some(formula.into()), finding);
    }
}

/// Words that call something false.
#[rustfmt::skip]
const FALSE: [&str; 19] = [
    "false", "not true", "n't true", "n’t true", "untrue", "not correct", "incorrect", "wrong", "does not hold", "n't hold", "n’t hold", "contradiction", "impossible",
    "nicht wahr", "stimmt nicht", "falsch", "faux", "no es cierto", "falso",
];

/// Do words that begin a sentence call what stands before them false: `This is not true, because`? `It is incorrect to stop` speaks of something else.
fn denies_before(text: &str) -> bool {
    #[rustfmt::skip]
    const ABOUT: [&str; 14] = ["this", "that", "which", "it", "false", "wrong", "incorrect", "not", "das", "dies", "ce", "c", "esto", "isso"];
    const BEHIND: [&str; 10] = ["because", "since", "as", "for", "in", "so", "when", "if", "unless", "denn"];
    const MOST: usize = 5;
    let clause = text.split([',', '.', ';', ':', '!']).next().unwrap_or("").trim();
    let clause = ["but ", "however ", "no ", "clearly "]
        .iter()
        .fold(clause, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let words = |part: &str| part.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count();
    let first = clause.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or("");
    let double = ["not wrong", "not false", "not incorrect", "n't wrong"].iter().any(|no| clause.contains(no));
    let said = FALSE.iter().any(|no| {
        let Some((before, after)) = clause.split_once(no) else { return false };
        let next = after.split_whitespace().next();
        words(before) <= MOST && next.is_none_or(|next| BEHIND.contains(&next))
    });
    ABOUT.contains(&first) && !double && said
}

/// Do words call the formula behind them false: `It is not true that`, `Common mistake:`? Then say whether it may stand on the next line.
fn denies_next(text: &str) -> Option<bool> {
    const DOUBTED: [&str; 8] = [
        "think that",
        "believe that",
        "tempting to write",
        "not write",
        "n't write",
        "n’t write",
        "students write",
        "one writes",
    ];
    let text = text.trim_end();
    let has = |all: &[&str]| all.iter().any(|one| text.contains(one));
    let others = has(&["student", "people", "many", "some", "might", "one ", "beginners"]);
    if let Some(said) = text.strip_suffix(':') {
        let mut words = said.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let called = |word: &str| {
            [
                "incorrect",
                "incorrectly",
                "wrong",
                "false",
                "mistake",
                "misconception",
                "falsch",
                "faux",
                "falso",
                "incorrecto",
                "fehler",
            ]
            .contains(&word)
        };
        // I got the wrong answer: 2x = 4
        let told = words.clone().count() > 4
            || words.clone().any(|word| ["i", "we", "my", "our", "he", "she"].contains(&word));
        let mended = words
            .clone()
            .any(|word| ["correct", "fix", "avoid", "no", "not"].iter().any(|start| word.starts_with(start)));
        return (words.any(called) && !mended && !told).then_some(true);
    }
    let doubted = DOUBTED.iter().any(|end| text.ends_with(end)) && (others || text.ends_with("write"));
    let denied = text.ends_with("that")
        && has(&["not true", "false that", "wrong that", "not correct", "n't true", "not the case"]);
    (doubted || denied).then_some(false)
}
