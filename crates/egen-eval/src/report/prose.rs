//! Prose: what is said beside the numbers, in whatever form?

use egen_read::print::group_digits;

use super::line::{Line, percent, score};
use crate::score::Score;
use crate::subject::{Class, Identity};
use crate::table::{Row, Table, Tables};

/// Groups of rows, in the order of every table.
pub(super) const GROUPS: [(Class, &str); 8] = [
    (Class::Paper, "Symbols only, by the paper's recipe"),
    (Class::Symbols, "Symbols only, by our recipe"),
    (Class::Values, "Symbols and values"),
    (Class::SemEmb, "SemEmb: the paper's recipe on pairs that SymPy made"),
    (Class::Baseline, "Nothing learned"),
    (Class::Text, "A general text-embedding model"),
    (Class::Verdicts, "No similarity: verdicts"),
    (Class::LanguageModel, "A chat model, asked in words"),
];

/// How the paper's numbers are to be read.
pub(super) const READING: [&str; 4] = [
    "The paper's numbers belong to the paper's own corpus, which is not this one. Members of its published clusters are often near copies of \
     each other (62 % hold a tower such as sin(asin(x)), or a ·1, +0, ^1), and expressions drawn evenly from counted graphs are harder to find: \
     the same small symbols-only encoder finds 93.9 % at k = 5 on the published clusters (rows that hold) and 85.9 % on ours. So a difference \
     between a number of ours and one of the paper's is a difference of models and of test sets together.",
    "Three kinds of models are no rivals: those that see symbols only, as all of the paper's do; those that also see the values of each part of \
     an expression at fixed points; and those that see nothing but values. Compare the paper's models with the first kind.",
    "Numbers are percent with 95 % intervals in parentheses (bootstrapped, whole clusters drawn where there are clusters). Beside them stand the difference \
     to the paper's best in points, and the paper's number for the same model where it has one.",
    "Verdicts of egen equal need no vectors. Every wrong candidate of a selection and every step of a derivation was compared by egen equal, and by mpmath, when it \
     was made, and what it could not decide was left out: its scores there are right by construction, and say what a decision costs to miss, not how it \
     fares elsewhere. The tasks on external files do that.",
];

/// What values alone can do; the numbers are those of the tables.
pub(super) fn numeric(tables: &Tables) -> String {
    let find = |task: &str, name: &str| {
        let row = tables.tasks.get(task)?.rows.iter().find(|row| row.identity.model == "values alone")?;
        score(row, name).map(|score| format!("{task} {} {:.1} %", name, percent(score.value)))
    };
    let found: Vec<String> =
        [("retrieval", "@5"), ("selection", "right")].iter().filter_map(|(task, name)| find(task, name)).collect();
    let numbers = if found.is_empty() { String::new() } else { format!(" ({})", found.join(", ")) };
    format!(
        "The numeric baseline, values alone, compares the values of two expressions at fixed points and learns nothing. It solves what is a question of \
         equality and nothing else{numbers}. What it cannot: tell apart expressions that have no value at a common point; say how near two \
         expressions are that are not equal, or how alike they are written; be added like a vector, as embedding algebra asks; write an expression. A \
         model that sees values has this information as well, and its numbers must be held against this baseline, not against symbols only."
    )
}

/// Whether ours is better or worse than the paper's best, in a sentence.
pub(super) fn verdict(line: &Line) -> Option<String> {
    let (model, printed) = line.paper?;
    let (row, score) = line.ours()?;
    let how = |score: &Score| {
        let how = match hundredths(percent(score.value) - printed) {
            0.0 => "the same".to_string(),
            d if d > 0.0 => format!("{d:.2} points better"),
            d => format!("ours is worse, by {:.2} points", -d),
        };
        let unsure = (percent(score.low)..=percent(score.high)).contains(&printed);
        how + if unsure { ", within the interval of ours" } else { "" }
    };
    let symbols = line.symbols().filter(|(other, _)| other.identity != row.identity).map(|(row, score)| {
        let (name, number) = (name(&row.identity), number(score));
        format!(" Of ours with symbols only, as the paper's are, the best has {number} ({name}): {}.", how(score))
    });
    Some(format!(
        "{}: the best of ours has {} ({}), the paper's best {printed:.2} ({model}): {}.{}",
        line.score,
        number(score),
        name(&row.identity),
        how(score),
        symbols.unwrap_or_default()
    ))
}

/// The model and which of its vectors.
pub(super) fn name(identity: &Identity) -> String {
    match identity.vector.is_empty() {
        true => identity.model.clone(),
        false => format!("{}, {}", identity.model, identity.vector),
    }
}

/// On what a model was trained, for how long.
pub(super) fn trained(identity: &Identity) -> String {
    match (&identity.trained, identity.class) {
        (Some(training), _) => format!(
            "{}: {} steps, {} expressions, {:.0} min",
            training.on,
            group_digits(&training.steps.to_string()),
            group_digits(&training.expressions.to_string()),
            training.minutes
        ),
        (None, Class::Baseline | Class::Verdicts) => "nothing learned".into(),
        (None, Class::Text) => "elsewhere, on texts".into(),
        (None, _) => "two models, as each says".into(),
    }
}

/// `98.79`.
pub(super) fn number(score: &Score) -> String {
    format!("{:.2}", percent(score.value))
}

/// `97.9–99.4`, and the spread over seeds.
pub(super) fn interval(score: &Score) -> String {
    let spread = score.spread.map_or(String::new(), |spread| format!(", seeds ±{:.1}", percent(spread)));
    format!("{:.1}–{:.1}{spread}", percent(score.low), percent(score.high))
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

/// The rows of a class.
pub(super) fn rows(table: &Table, class: Class) -> impl Iterator<Item = &Row> {
    table.rows.iter().filter(move |row| row.identity.class == class)
}

/// The scores of a task that a table has columns for: those that anybody has.
pub(super) fn columns(shown: &'static [&'static str], table: &Table) -> Vec<&'static str> {
    let is_there = |name: &&&str| table.rows.iter().any(|row| score(row, name).is_some());
    shown.iter().filter(is_there).copied().collect()
}
