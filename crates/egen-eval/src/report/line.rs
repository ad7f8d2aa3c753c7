//! Lines: for each score that counts, what do the paper and the model of a column have?

use super::columns::Chosen;
use crate::score::Score;
use crate::table::{Row, Table, Tables};
use crate::task::{About, Published, TASKS};

/// A score with the paper's best number for it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The task.
    pub about: &'static About,
    /// The name of the score.
    pub score: &'static str,
    /// The paper's best model of this score, which favours the paper: ours are fixed.
    pub paper: Option<&'static Published>,
    table: &'a Table,
}

/// What an interval says of a number that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The whole interval lies above it.
    Better,
    /// The whole interval lies below it.
    Worse,
    /// The interval holds it.
    Insignificant,
}

impl Difference {
    /// Of a score and a number in percent.
    pub fn of(score: &Score, printed: f64) -> Difference {
        if percent(score.low) > printed {
            Difference::Better
        } else if percent(score.high) < printed {
            Difference::Worse
        } else {
            Difference::Insignificant
        }
    }
}

/// The lines of all tasks that were asked, in the order of the tasks: scores that the paper prints, or else the first of the task.
pub fn lines(tables: &Tables) -> Vec<Line<'_>> {
    let asked = TASKS.iter().filter_map(|task| Some((task.about(), tables.tasks.get(task.about().name)?)));
    asked.flat_map(|(about, table)| of_task(about, table)).collect()
}

/// The lines of a task.
pub fn of_task<'a>(about: &'static About, table: &'a Table) -> Vec<Line<'a>> {
    let printed = about.shown.iter().filter(|name| about.published.iter().any(|one| one.score == **name));
    let mut names: Vec<&'static str> = printed.copied().collect();
    if names.is_empty() {
        names.extend(about.shown.first());
    }
    names.into_iter().map(|score| Line { about, score, paper: best_printed(about, score), table }).collect()
}

/// The paper's best number for a score.
pub fn best_printed(about: &'static About, score: &str) -> Option<&'static Published> {
    about.published.iter().filter(|one| one.score == score).max_by(|a, b| a.percent.total_cmp(&b.percent))
}

impl<'a> Line<'a> {
    /// The score of a column.
    pub fn of(&self, chosen: &Chosen) -> Option<&'a Score> {
        score(chosen.row(self.table)?, self.score)
    }

    /// The highest column of those that learn nothing, or of the others; of equals the first.
    pub fn highest<'c>(&self, columns: &'c [Chosen], untrained: bool) -> Option<(&'c Chosen, &'a Score)> {
        let some = columns.iter().filter(|one| one.is_untrained() == untrained);
        let scores = some.filter_map(|one| Some((one, self.of(one)?)));
        scores.fold(None, |held: Option<(&Chosen, &Score)>, one| match held {
            Some((_, score)) if one.1.value <= score.value => held,
            _ => Some(one),
        })
    }
}

/// A score of a row.
pub fn score<'a>(row: &'a Row, name: &str) -> Option<&'a Score> {
    row.scores.iter().find(|score| score.name == name)
}

/// What the paper prints for the model that a row is the counterpart of: `cl-mean` is CL Mean.
pub fn counterpart(about: &About, row: &Row, score: &str) -> Option<&'static Published> {
    let name = |model: &str| model.to_lowercase().replace(' ', "-");
    let is = |one: &&Published| one.score == score && name(one.model) == row.identity.model.to_lowercase();
    about.published.iter().find(is)
}

/// A share in percent.
pub fn percent(share: f64) -> f64 {
    100.0 * share
}
