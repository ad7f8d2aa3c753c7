//! The head: who made this, and what came out in short?

use super::super::columns::Chosen;
use super::super::line::{Difference, Line, lines, percent};
use super::super::page::{Block, Cell, Grid, Section, Tone};
use super::super::prose::{READING, number, signed};
use super::super::provenance::duration;
use super::{Writer, files, section, text};

impl<'a> Writer<'a> {
    pub(super) fn head(&self) -> Vec<Section<'a>> {
        let mut made = vec![Block::Grid(self.provenance())];
        made.extend(self.report.notes.iter().map(text));
        made.push(files());
        vec![
            section("provenance", "How this report was made", made),
            section("short", "In short", self.short()),
            section("reading", "How to read the numbers", READING.map(text).into()),
        ]
    }

    fn provenance(&self) -> Grid {
        let made = &self.report.provenance;
        let machine = &made.machine;
        let unknown = || "unknown to this build".to_string();
        let earlier: f64 = made.stages.iter().filter(|stage| stage.kept).map(|stage| stage.seconds).sum();
        let kept = match earlier {
            0.0 => String::new(),
            _ => format!("; stages kept from earlier runs took {}", duration(earlier)),
        };
        let memory = machine.memory.map_or(String::new(), |memory| format!(", {memory:.1} GB of memory"));
        let processor = machine.processor.as_ref().map_or(String::new(), |model| format!(" of {model}"));
        let cores = if machine.cores == 1 { "core" } else { "cores" };
        let mut grid = Grid::of_words(["", ""]);
        for (what, value) in [
            ("date", made.date.clone()),
            ("egen", format!("version {}", made.version)),
            ("commit", made.commit.clone().unwrap_or_else(unknown)),
            ("command", made.command.clone()),
            ("machine", format!("{} {cores}{processor}{memory}", machine.cores)),
            ("system", machine.system.clone()),
            ("total time", format!("{}{kept}", duration(made.seconds))),
        ] {
            grid.row(Cell::text(what), [Cell::text(value)]);
        }
        grid
    }

    fn short(&self) -> Vec<Block<'a>> {
        let lines = lines(&self.report.tables);
        let printed = || lines.iter().filter(|line| line.paper.is_some());
        let mut blocks: Vec<Block> = self.untrained(printed()).map(text).into_iter().collect();
        let heads = ["score".to_string(), "paper's best".to_string()];
        let mut grid = Grid::new(heads.into_iter().chain(self.columns.iter().map(Chosen::title)));
        for line in printed() {
            grid.row(Cell::text(line.about.title).note(line.score), self.cells(line));
        }
        blocks.push(Block::Grid(grid));
        blocks.push(text(
            "Each column is one model with one vector and one way to compare, chosen before any test; a cell is empty where a model cannot be \
             asked. The paper's column takes the best of the paper's models in each row, which favours the paper.",
        ));
        blocks.push(Block::List(self.columns.iter().map(legend).collect()));
        blocks.extend(self.find_figure("scores").map(Block::Figure));
        blocks
    }

    /// Where models that learn nothing have more than every trained column, in a sentence.
    fn untrained<'l>(&self, lines: impl Iterator<Item = &'l Line<'l>>) -> Option<String> {
        let winner = |line: &Line| {
            let (winner, score) = line.highest(&self.columns, true)?;
            let (_, beaten) = line.highest(&self.columns, false)?;
            let place = format!("{} ({})", line.about.title, line.score);
            (score.value > beaten.value).then(|| (winner.title(), place))
        };
        let won: Vec<(String, String)> = lines.filter_map(winner).collect();
        let of_one = |run: &[(String, String)]| {
            let places: Vec<&str> = run.iter().map(|(_, place)| place.as_str()).collect();
            format!("{} at {}", run[0].0, places.join(", "))
        };
        let all: Vec<String> = won.chunk_by(|a, b| a.0 == b.0).map(of_one).collect();
        (!all.is_empty()).then(|| format!("Models that learn nothing beat every trained column: {}.", all.join("; ")))
    }

    fn cells(&self, line: &Line) -> Vec<Cell> {
        let paper = line
            .paper
            .map_or(Cell::default(), |one| Cell::text(format!("{:.2}", one.percent)).note(one.model).tone(Tone::Faint));
        let cell = |chosen: &Chosen| {
            let Some(score) = line.of(chosen) else { return Cell::default() };
            let cell = Cell::text(number(score));
            match line.paper {
                Some(one) => {
                    let by = percent(score.value) - one.percent;
                    cell.note(signed(by)).tone(tone(Difference::of(score, one.percent)))
                }
                None => cell,
            }
        };
        std::iter::once(paper).chain(self.columns.iter().map(cell)).collect()
    }
}

/// How a difference stands out; one that is not significant does not.
pub(super) fn tone(difference: Difference) -> Tone {
    match difference {
        Difference::Better => Tone::Better,
        Difference::Worse => Tone::Worse,
        Difference::Insignificant => Tone::Plain,
    }
}

fn legend(chosen: &Chosen) -> String {
    format!("{} ({}) {}.", chosen.title(), chosen.column.sees, chosen.column.about)
}
