//! Rows: which ones are hard to store?

use egen_corpus::store::{Domain, Reject, Row};

/// A generator of its own, so that the rows never change.
pub struct Dice(u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }

    fn text(&mut self, words: usize) -> String {
        const WORDS: [&str; 12] =
            ["+", "*", "sin", "x", "y₁", "π", "\\frac{d}{dx}", "\"", "\n", "\0", "𝔼[|λ|²]", "-12"];
        (0..self.roll(words + 1)).map(|_| self.pick(&WORDS)).collect::<Vec<_>>().join(" ")
    }
}

/// Clusters `first..first + count`, one to twelve rows each.
pub fn clusters(first: u32, count: u32) -> Vec<Row> {
    const OPERATORS: [&str; 6] = ["*", "+", "D", "cos", "ln", "√"];
    const DOMAINS: [Domain; 4] = [Domain::Equal, Domain::Wider, Domain::Narrower, Domain::Overlapping];
    let mut dice = Dice(u64::from(first) + 1);
    let mut rows = Vec::new();
    for cluster in first..first + count {
        let (initial, complete) = (dice.text(8), dice.roll(2) == 0);
        for member in 0..=dice.roll(12) as u32 {
            let prefix = if member == 0 { initial.clone() } else { dice.text(20) };
            rows.push(Row {
                cluster,
                initial: initial.clone(),
                member,
                tokens: prefix.split(' ').count() as u32,
                prefix,
                infix: dice.text(20),
                latex: dice.text(30),
                domain: DOMAINS[dice.roll(4)],
                complex: [None, Some(false), Some(true)][dice.roll(3)],
                operators: OPERATORS.iter().filter(|_| dice.roll(3) == 0).map(|&name| name.into()).collect(),
                part: dice.pick(&["natural", "x > 0", "0 < x < 1", ""]).into(),
                complete,
            });
        }
    }
    rows
}

pub fn rejects(count: u32) -> Vec<Reject> {
    let mut dice = Dice(7);
    let reject = |cluster| Reject {
        cluster,
        initial: dice.text(5),
        candidate: dice.text(9),
        reason: dice.pick(&["refuted", "unknown: no common point"]).into(),
        at: dice.pick(&["", "x = -1", "x = 1/2, y = 3"]).into(),
    };
    (0..count).map(reject).collect()
}
