//! Remarks: what do words between formulas say of them?
//!
//! The words are heard here; what becomes of the lines beside them is decided in `derivation::heard`.

use egen_math::Symbol;
use egen_math::assume::Relation;

/// What words say of the formulas beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Something is solved: an equation is no identity.
    Solving,
    /// It is solved for this letter.
    SolveFor(Symbol),
    /// Values are put in, to check them.
    Checking,
    /// An equation without solutions is meant.
    NoSolution,
    /// What is looked for has this sign.
    Sign {
        /// Greater or less than zero.
        relation: Relation,
        /// Is it said once for all, as *length* does, and not of one step?
        lasting: bool,
    },
    /// What comes next is false.
    DeniesNext {
        /// May it stand on the next line?
        next_line: bool,
    },
    /// What stands before on the same line is false.
    DeniesHere,
    /// What stands on an earlier line is false.
    DeniesBefore,
}

/// What a text says.
pub fn remarks(text: &str) -> Vec<Remark> {
    const CHECKS: [&str; 6] = ["check", "test", "verify", "verifying", "plug", "try"];
    const SOLVES: [&str; 7] = ["solv", "solution", "root", "lös", "résou", "resol", "risol"];
    const NONE: [&str; 5] = ["no solution", "no real solution", "impossible", "contradiction", "inconsistent"];
    let lower = text.to_lowercase();
    let starts = |all: &[&str]| words(&lower).any(|word| all.iter().any(|start| word.starts_with(start)));
    let mut out = Vec::new();
    out.extend(sign(&lower));
    out.extend(solved_for(text).map(Remark::SolveFor));
    out.extend(starts(&SOLVES).then_some(Remark::Solving));
    out.extend(starts(&CHECKS).then_some(Remark::Checking));
    out.extend(NONE.iter().any(|none| lower.contains(none)).then_some(Remark::NoSolution));
    out.extend(denies_next(&lower).map(|next_line| Remark::DeniesNext { next_line }));
    out.extend(FALSE.iter().any(|no| lower.contains(no)).then_some(Remark::DeniesHere));
    out.extend(denies_before(&lower).then_some(Remark::DeniesBefore));
    out
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// What a text says of a sign, if it does. `the negative root is rejected` leaves the positive one; `divide by negative 2` says nothing.
fn sign(text: &str) -> Option<Remark> {
    let words: Vec<&str> = words(text).collect();
    let has = |all: &[&str]| words.iter().any(|word| all.iter().any(|start| word.starts_with(start)));
    if words.iter().any(|word| QUANTITIES.contains(word)) {
        return Some(Remark::Sign { relation: Relation::Greater, lasting: true });
    }
    let done = has(&["divid", "multipl", "add", "subtract", "factor"]);
    let relation = match (has(&["positive", "nonnegative"]), has(&["negative"])) {
        (true, _) => Relation::Greater,
        (_, true) if has(&REFUSED) => Relation::Greater,
        (_, true) => Relation::Less,
        _ => return None,
    };
    // `x is positive` is said once for all.
    let told = |pair: &[&str]| {
        ["is", "be", "are"].contains(&pair[0]) && ["positive", "negative", "nonnegative"].contains(&pair[1])
    };
    (!done).then_some(Remark::Sign { relation, lasting: words.windows(2).any(told) })
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
