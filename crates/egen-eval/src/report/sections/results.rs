//! Results: what did every model score on a task, beside the paper's numbers?

use super::super::failure::Failures;
use super::super::line::{Difference, best_printed, counterpart, of_task, percent, score};
use super::super::page::{Block, Cell, Grid, Tone};
use super::super::prose::{GROUPS, number, parentheses, rows, scores, signed, untrained, verdict};
use super::summary::tone;
use super::{Writer, text};
use crate::score::Score;
use crate::table::{Row, Table};
use crate::task::About;

impl<'a> Writer<'a> {
    /// A task: the test, what follows from the numbers, the numbers, examples of what goes wrong.
    pub(super) fn results(&self, task: &str) -> Vec<Block<'a>> {
        let Some((about, table)) = self.asked(task) else { return vec![text("Not measured.")] };
        let mut blocks = vec![text(format!("{} Test: {}.", about.asks, table.test))];
        let lines = of_task(about, table);
        let won = lines.iter().filter_map(|line| untrained(line, &self.columns));
        let verdicts = self.principal().map(|model| lines.iter().filter_map(|line| verdict(line, model)));
        let sentences: Vec<String> = won.chain(verdicts.into_iter().flatten()).collect();
        if !sentences.is_empty() {
            blocks.push(Block::List(sentences));
        }
        blocks.push(Block::Grid(grid(about, table)));
        for one in self.report.failures.iter().filter(|one| one.task == about.name) {
            blocks.extend(failures(one));
        }
        blocks
    }

    pub(super) fn kmeans(&self) -> Vec<Block<'a>> {
        let mut blocks = self.results("kmeans");
        blocks.push(text(
            "greedy maps found clusters to true ones in the order of the file, as the paper's published code does; best takes the best matching. \
             length 1 normalises the vectors first.",
        ));
        blocks
    }

    pub(super) fn mistakes(&self) -> Vec<Block<'a>> {
        let mut blocks = self.results("mistakes");
        blocks.extend(self.find_figure("mistakes").map(Block::Figure));
        blocks
    }
}

/// A row for each model of the paper and for each of ours.
fn grid(about: &'static About, table: &Table) -> Grid {
    let scores = scores(about, table);
    let mut grid = Grid::new(std::iter::once("model").chain(scores.iter().copied()));
    let models = models(about);
    if !models.is_empty() {
        grid.group("As the paper prints it, on the paper's corpus");
    }
    for model in models {
        let printed = |name: &&str| {
            let found = about.published.iter().find(|one| one.model == model && one.score == *name);
            found.map_or(Cell::default(), |one| Cell::text(format!("{:.2}", one.percent)).tone(Tone::Faint))
        };
        grid.row(Cell::text(model).tone(Tone::Faint), scores.iter().map(printed));
    }
    for (class, title) in GROUPS {
        for (at, row) in rows(table, class).enumerate() {
            if at == 0 {
                grid.group(title);
            }
            let cell = |name: &&'static str| score(row, name).map_or(Cell::default(), |score| cell(about, row, score));
            let (model, vector) = (&row.identity.model, &row.identity.vector);
            let head = Cell::text(model.clone());
            let head = if vector.is_empty() { head } else { head.note(vector.clone()) };
            grid.row(head, scores.iter().map(cell));
        }
    }
    grid
}

/// A number, its interval, the difference to the paper's best, and the paper's number for the same model.
fn cell(about: &'static About, row: &Row, score: &Score) -> Cell {
    let spread = score.spread.map_or(String::new(), |spread| format!(" seeds ±{:.1}", percent(spread)));
    let cell = Cell::text(number(score)).note(format!("{}{spread}", parentheses(score)));
    let Some(best) = best_printed(about, &score.name) else { return cell };
    let by = signed(percent(score.value) - best.percent);
    let cell = cell.note(by).tone(tone(Difference::of(score, best.percent)));
    match counterpart(about, row, &score.name) {
        Some(one) => cell.note(format!("paper {:.2}", one.percent)),
        None => cell,
    }
}

/// The paper's models with a number for a task, in its order.
pub(super) fn models(about: &About) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for one in about.published {
        if !all.contains(&one.model) {
            all.push(one.model);
        }
    }
    all
}

fn failures<'a>(one: &Failures) -> Vec<Block<'a>> {
    let heading = Block::Heading(one.heading());
    if one.examples.is_empty() {
        return vec![heading];
    }
    let mut grid = Grid::of_words(["", "expression"]);
    for failure in &one.examples {
        grid.group(failure.said.clone());
        for (what, expr) in &failure.exprs {
            grid.row(Cell::text(what.clone()), [Cell::formula(expr)]);
        }
    }
    vec![heading, Block::Grid(grid)]
}
