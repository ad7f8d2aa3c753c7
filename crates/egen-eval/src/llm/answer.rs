//! Answers: what does a model say in the line that it was asked for, and is it right?

use std::collections::BTreeSet;

use egen_graph::expand::Arithmetic;
use egen_graph::grammar::canonical;
use egen_graph::term::to_rec;
use egen_math::{Expr, Node, Symbol, compare};
use egen_read::read::{Options, read};
use serde::{Deserialize, Serialize};

use super::chat::{Finish, Reply};
use crate::algebra::Analogy;

/// Why an answer could not be read. It is counted as that, and never taken for another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "as their names in reports say")]
pub enum Unreadable {
    #[error("refused")]
    Refused,
    #[error("cut at the longest length")]
    Truncated,
    #[error("without a line in the form that was asked for")]
    NoAnswer,
    #[error("with a step that the derivation does not have")]
    OutOfRange,
}

/// What stands in the last line that begins with `Answer:`, without the marks that set it apart.
fn answer<'a>(reply: &'a Reply) -> Result<&'a str, Unreadable> {
    match reply.finish {
        Finish::Refused => return Err(Unreadable::Refused),
        // "Answer: 1" may have been on its way to 12.
        Finish::Truncated => return Err(Unreadable::Truncated),
        Finish::Whole => {}
    }
    let marks = ['*', '`', '$', ' ', '\r'];
    let after = |line: &'a str| {
        let (before, answer) = line.split_once(':')?;
        let is_answer = before.trim_matches(marks).eq_ignore_ascii_case("answer");
        is_answer.then(|| answer.trim_matches(marks).trim_end_matches('.').trim_end_matches(marks))
    };
    // What a model says to itself is no answer.
    let words = reply.content.rsplit("</think>").next().unwrap_or_default();
    words.lines().rev().find_map(after).filter(|answer| !answer.is_empty()).ok_or(Unreadable::NoAnswer)
}

/// The steps, from 1 to `count`, that an answer calls wrong; none if it finds no mistake.
pub fn wrong_steps(reply: &Reply, count: usize) -> Result<BTreeSet<usize>, Unreadable> {
    let answer = answer(reply)?;
    if answer.eq_ignore_ascii_case("none") {
        return Ok(BTreeSet::new());
    }
    let steps: Result<BTreeSet<usize>, _> = answer.split(',').map(|step| step.trim().parse()).collect();
    let steps = steps.map_err(|_| Unreadable::NoAnswer)?;
    if steps.iter().all(|step| (1..=count).contains(step)) { Ok(steps) } else { Err(Unreadable::OutOfRange) }
}

/// What an answer to an analogy is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It is y2, up to the order of terms and factors.
    Right,
    /// It equals y2, but is written otherwise; and it is not just x2.
    Otherwise,
    /// It is another formula, or x2 itself.
    Wrong,
    /// It could not be read.
    Unreadable(Unreadable),
}

/// Marks an answer.
pub fn mark(analogy: &Analogy, reply: &Reply) -> Mark {
    let Analogy { x1, y1, x2, y2, .. } = analogy;
    let known: Vec<Symbol> = [x1, y1, x2, y2].into_iter().flat_map(Expr::variables).collect();
    let same = |a: &Expr, b: &Expr| canonical(&to_rec(a), &Arithmetic) == canonical(&to_rec(b), &Arithmetic);
    match formula(reply, &known) {
        Err(why) => Mark::Unreadable(why),
        Ok(answer) if same(&answer, y2) => Mark::Right,
        // Where y2 is another form of x2, x2 equals it too, and says nothing.
        Ok(answer) if !same(&answer, x2) && compare(&answer, y2).verdict.is_equal() => Mark::Otherwise,
        Ok(_) => Mark::Wrong,
    }
}

/// The formula of an answer, or the last side of an equation, in these variables: words would be read as variables otherwise.
fn formula(reply: &Reply, known: &[Symbol]) -> Result<Expr, Unreadable> {
    let sides = read(answer(reply)?, &Options::default()).map_err(|_| Unreadable::NoAnswer)?.sides;
    let is_known = |node: &Node| match node {
        Node::Call(..) => false,
        Node::Var(name) => known.contains(name),
        _ => true,
    };
    sides.into_iter().next_back().filter(|one| one.nodes().iter().all(is_known)).ok_or(Unreadable::NoAnswer)
}
