//! Prose: how are numbers, differences and models said in words?

use egen_read::print::group_digits;

use super::columns::Chosen;
use super::line::{Difference, Line, percent, score};
use crate::score::Score;
use crate::subject::Class;
use crate::table::{Row, Table};
use crate::task::About;

/// Groups of rows, in the order of every table.
pub(super) const GROUPS: [(Class, &str); 8] = [
    (Class::Baseline, "Nothing learned"),
    (Class::Verdicts, "Nothing learned: verdicts of egen equal"),
    (Class::Paper, "Symbols only, by the paper's recipe"),
    (Class::Symbols, "Symbols only, by our recipe"),
    (Class::Values, "Symbols and values"),
    (Class::SemEmb, "SemEmb: the paper's recipe on pairs that SymPy made"),
    (Class::Text, "Vectors of another program"),
    (Class::LanguageModel, "A chat model, asked in words"),
];

/// How the numbers are to be read.
pub(super) const READING: [&str; 4] = [
    "The paper measured its numbers on its own corpus, which is not this one. Members of its published clusters are often near copies of \
     each other: 62 % hold a tower such as sin(asin(x)), or a ·1, +0, ^1. Expressions drawn evenly from counted graphs are harder to find: \
     one small encoder that reads symbols only finds 93.9 % at k = 5 on the published clusters (rows that hold) and 85.9 % on ours. A \
     difference between our number and the paper's is therefore a difference of models and of test sets together.",
    "Compare like with like. The paper's models read symbols only; so do ours of the first two recipes. The others also read the values of \
     each part of an expression at fixed points, and must be held against the baselines that compare values and learn nothing.",
    "Numbers are percent. Parentheses hold 95 % intervals, bootstrapped over cases, or over whole clusters where there are clusters. A \
     number is coloured only if its whole interval lies above (green, +) or below (orange, −) the paper's best number.",
    "egen equal decides equality and needs no vectors. It also checked every wrong candidate of a selection and every step of a derivation \
     when these were made, as mpmath did, and what it could not decide was left out. Its scores there are high by construction.",
];

/// Says so where a model that learns nothing has more than every trained one.
pub(super) fn untrained(line: &Line, columns: &[Chosen]) -> Option<String> {
    let (winner, score) = line.highest(columns, true)?;
    let (second, beaten) = line.highest(columns, false)?;
    let won = score.value > beaten.value;
    won.then(|| {
        format!(
            "{} ({}): {}, which learns nothing, has {} {}, more than the best trained column, {} {} {}.",
            line.about.title,
            line.score,
            winner.title(),
            number(score),
            parentheses(score),
            second.title(),
            number(beaten),
            parentheses(beaten)
        )
    })
}

/// Whether the model is better or worse than the paper's best, in a sentence.
pub(super) fn verdict(line: &Line, model: &Chosen) -> Option<String> {
    let (printed, score) = (line.paper?, line.of(model)?);
    let by = percent(score.value) - printed.percent;
    let how = match Difference::of(score, printed.percent) {
        Difference::Better => format!("{} is better by {by:.2} points", model.title()),
        Difference::Worse => format!("{} is worse by {:.2} points", model.title(), -by),
        Difference::Insignificant => format!("the difference ({} points) is not significant", signed(by)),
    };
    Some(format!(
        "{}: {} has {} {}, the paper's best model ({}) {:.2}; {how}.",
        line.score,
        model.title(),
        number(score),
        parentheses(score),
        printed.model,
        printed.percent
    ))
}

/// `98.79`.
pub(super) fn number(score: &Score) -> String {
    format!("{:.2}", percent(score.value))
}

/// `(97.9–99.4)`.
pub(super) fn parentheses(score: &Score) -> String {
    format!("({:.1}–{:.1})", percent(score.low), percent(score.high))
}

/// `+1.18`, with a real minus.
pub(super) fn signed(difference: f64) -> String {
    match hundredths(difference) {
        0.0 => "±0.00".into(),
        d if d > 0.0 => format!("+{d:.2}"),
        d => format!("−{:.2}", -d),
    }
}

pub(super) fn hundredths(x: f64) -> f64 {
    (100.0 * x).round() / 100.0
}

/// `1,234`.
pub(super) fn grouped(n: u64) -> String {
    group_digits(&n.to_string())
}

/// The rows of a class.
pub(super) fn rows(table: &Table, class: Class) -> impl Iterator<Item = &Row> {
    table.rows.iter().filter(move |row| row.identity.class == class)
}

/// The scores of a task that its table has columns for: those that are shown or that the paper prints, and that anybody has.
pub(super) fn scores(about: &'static About, table: &Table) -> Vec<&'static str> {
    let mut all = about.shown.to_vec();
    for one in about.published {
        if !all.contains(&one.score) {
            all.push(one.score);
        }
    }
    all.retain(|name| table.rows.iter().any(|row| score(row, name).is_some()));
    all
}
