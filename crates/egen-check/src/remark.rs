//! Remarks: what do words between formulas say of them?
//!
//! What becomes of the lines beside them is decided in `derivation::heard`.

use std::ops::Range;

use egen_math::Symbol;
use egen_math::assume::Relation;

use crate::cues::{Effect, Spoken};

/// What words say of the formulas beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Something is solved: an equation is no identity.
    Solving,
    /// An expression is written in another form: an equation is an identity.
    Rewriting,
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

/// What the words in a range say.
pub fn remarks(spoken: Spoken, range: Range<usize>) -> Vec<Remark> {
    let mut out: Vec<Remark> = Vec::new();
    // The negative root is rejected, and the positive one is left.
    let signs = [Effect::AlwaysPositive, Effect::Positive, Effect::AlwaysNegative, Effect::Negative];
    let sign = signs.into_iter().find(|sign| spoken.heard.has(range.clone(), *sign));
    for hit in spoken.heard.within(range.clone()) {
        let last = || !spoken.text[hit.span.end..range.end].contains(char::is_alphanumeric);
        let remark = match hit.effect {
            Effect::Solving => Remark::Solving,
            Effect::Rewriting => Remark::Rewriting,
            Effect::SolveFor => {
                let letter = hit.letter.clone().expect("the pattern has a letter");
                Remark::SolveFor(Symbol::new(&spoken.text[letter]))
            }
            Effect::Checking => Remark::Checking,
            Effect::NoSolution => Remark::NoSolution,
            effect if Some(effect) == sign => Remark::Sign {
                relation: match effect {
                    Effect::Positive | Effect::AlwaysPositive => Relation::Greater,
                    _ => Relation::Less,
                },
                lasting: matches!(effect, Effect::AlwaysPositive | Effect::AlwaysNegative),
            },
            Effect::DenyNext if last() => Remark::DeniesNext { next_line: false },
            Effect::DenyBelow if last() => Remark::DeniesNext { next_line: true },
            Effect::DenyHere => Remark::DeniesHere,
            Effect::DenyPrevious => {
                out.push(Remark::DeniesHere);
                Remark::DeniesBefore
            }
            _ => continue,
        };
        if !out.contains(&remark) {
            out.push(remark);
        }
    }
    out
}
