//! Lines: for each score that counts, what do the paper and every kind of model here have?

use crate::score::Score;
use crate::subject::Class;
use crate::table::{Row, Table, Tables};
use crate::task::{About, Published, TASKS};

/// A score with everything that stands beside it.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The task.
    pub about: &'static About,
    /// The name of the score.
    pub score: &'static str,
    /// The paper's best: the model and the number in percent.
    pub paper: Option<(&'static str, f64)>,
    /// SemEmb's, as the paper prints it.
    pub sememb: Option<f64>,
    /// GPT-4o's, as the paper prints it.
    pub gpt: Option<f64>,
    table: &'a Table,
}

/// Models of this project: what was trained here on its corpus, whatever it sees.
pub const OURS: [Class; 3] = [Class::Paper, Class::Symbols, Class::Values];

/// Models that see what the paper's models see.
const SYMBOLS: [Class; 2] = [Class::Paper, Class::Symbols];

/// The lines of all tasks that were asked, in the order of the report: scores that the paper prints, or else the first of the task.
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
    names.into_iter().map(|score| line(about, score, table)).collect()
}

fn line<'a>(about: &'static About, score: &'static str, table: &'a Table) -> Line<'a> {
    let printed = || about.published.iter().filter(move |one| one.score == score);
    let of = |model: &str| printed().find(|one| one.model == model).map(|one| one.percent);
    let best = printed().max_by(|a, b| a.percent.total_cmp(&b.percent));
    let paper = best.map(|one| (one.model, one.percent));
    Line { about, score, paper, sememb: of("SemEmb"), gpt: of("GPT-4o"), table }
}

impl<'a> Line<'a> {
    /// The best of a class.
    pub fn of(&self, class: Class) -> Option<(&'a Row, &'a Score)> {
        self.best(&[class])
    }

    /// The best of this project's models.
    pub fn ours(&self) -> Option<(&'a Row, &'a Score)> {
        self.best(&OURS)
    }

    /// The best of those that see symbols only, as the paper's models do.
    pub fn symbols(&self) -> Option<(&'a Row, &'a Score)> {
        self.best(&SYMBOLS)
    }

    /// How much better the best of ours is than the paper's best, in points; negative if it is worse.
    pub fn difference(&self) -> Option<f64> {
        self.points_above(self.ours())
    }

    /// The same for the best of those that see symbols only.
    pub fn difference_of_symbols(&self) -> Option<f64> {
        self.points_above(self.symbols())
    }

    fn points_above(&self, best: Option<(&Row, &Score)>) -> Option<f64> {
        Some(percent(best?.1.value) - self.paper?.1)
    }

    fn best(&self, classes: &[Class]) -> Option<(&'a Row, &'a Score)> {
        let rows = self.table.rows.iter().filter(|row| classes.contains(&row.identity.class));
        let scores = rows.filter_map(|row| Some((row, score(row, self.score)?)));
        // Of equals the first.
        scores.fold(None, |best: Option<(&Row, &Score)>, one| match best {
            Some((_, held)) if one.1.value <= held.value => best,
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
