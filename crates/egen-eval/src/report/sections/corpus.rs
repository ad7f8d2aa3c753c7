//! The corpus: what does an e-graph look like, what does a corpus of them hold, and how long did each stage take?

use super::super::clusters::{Cluster, IN_THE_TEXT};
use super::super::page::{Block, Cell, Grid, Tone};
use super::super::prose::grouped;
use super::super::provenance::duration;
use super::{Writer, text};

impl<'a> Writer<'a> {
    pub(super) fn graph(&self) -> Vec<Block<'a>> {
        if self.report.graph.is_empty() {
            return vec![text("Not drawn.")];
        }
        let mut blocks = vec![text(
            "egen applies the paper's three rules to the paper's expression. A dashed box is an e-class, a solid box an e-node; an arrow leads \
             from an e-node to the e-class of an argument.",
        )];
        blocks.extend(self.report.graph.iter().map(Block::Drawing));
        blocks
    }

    pub(super) fn operators(&self) -> Vec<Block<'a>> {
        let mut grid = Grid::of_words(["category", "operators, each with the rows that hold it"]);
        for category in &self.report.corpus.operators {
            let one = |(name, rows): &(&str, u64)| format!("{name} {}", grouped(*rows));
            let all: Vec<String> = category.operators.iter().map(one).collect();
            grid.row(Cell::text(category.name), [Cell::text(all.join(", "))]);
        }
        let all = self.report.corpus.operators.iter().flat_map(|category| &category.operators);
        let (there, of) = all.fold((0, 0), |(there, of), (_, rows)| (there + u64::from(*rows > 0), of + 1));
        let mut blocks =
            vec![text(format!("The corpus has {there} of the paper's {of} operators.")), Block::Grid(grid)];
        blocks.extend(self.find_figure("operators").map(Block::Figure));
        blocks
    }

    pub(super) fn overview(&self) -> Vec<Block<'a>> {
        let mut grid = Grid::of_words(["stage", "what it made", "time"]);
        for stage in &self.report.provenance.stages {
            let time = Cell::text(duration(stage.seconds));
            let time = if stage.kept { time.note("kept from an earlier run") } else { time };
            grid.row(Cell::text(stage.name.clone()), [Cell::text(stage.made.clone()), time]);
        }
        vec![
            text(
                "The paper draws its method: initial expressions become clusters, clusters become pairs and triplets, models are trained on these \
                 and tested on clusters that were set aside. These stages of the command did the same here.",
            ),
            Block::Grid(grid),
        ]
    }

    pub(super) fn clusters_of_the_text(&self) -> Vec<Block<'a>> {
        let all = &self.report.clusters;
        clusters(&all[..IN_THE_TEXT.min(all.len())])
    }

    pub(super) fn clusters_of_the_appendix(&self) -> Vec<Block<'a>> {
        clusters(self.report.clusters.get(IN_THE_TEXT..).unwrap_or_default())
    }

    pub(super) fn statistics(&self) -> Vec<Block<'a>> {
        let facts = &self.report.corpus;
        let mut grid = Grid::new(["statistic", "paper", "EED", "this corpus"]);
        for row in &facts.statistics {
            let printed = |text: &str| Cell::text(text).tone(Tone::Faint);
            grid.row(Cell::text(row.what), [printed(row.paper), printed(row.eed), Cell::text(row.here.clone())]);
        }
        for part in &facts.splits {
            let here = format!("{} rows in {} clusters", grouped(part.rows), grouped(part.clusters));
            grid.row(Cell::text(format!("part {}", part.name)), [Cell::default(), Cell::default(), Cell::text(here)]);
        }
        vec![
            text(format!(
                "Initial expressions {}, seed {}, rule set {}. Every row was verified against the initial expression of its cluster. EED is the \
                 Equivalent Expressions Dataset of SemEmb's authors. The paper does not print the 62 %: they were measured on its published clusters.",
                facts.preset, facts.seed, facts.rules
            )),
            Block::Grid(grid),
        ]
    }

    pub(super) fn efficiency(&self) -> Vec<Block<'a>> {
        let Some(found) = self.report.efficiency else { return vec![text("Not measured.")] };
        let mut grid = Grid::new(["average time", "paper", "here"]);
        let printed = |text: &str| Cell::text(text).tone(Tone::Faint);
        let milliseconds = |x: f64| Cell::text(format!("{x:.2} ms"));
        grid.row(Cell::text("saturation of an e-graph"), [printed("36.83 ms"), milliseconds(found.saturation)]);
        grid.row(Cell::text("extraction of an expression"), [printed("1.46 s"), milliseconds(found.member)]);
        vec![
            text(format!(
                "The paper measured on an Intel Xeon E5-2666. This run measured one core on the 8 initial expressions of Tables 2 and 12: graphs of at \
                 most {} nodes and {} members. The time of an expression includes its share of the graphs and its verification.",
                grouped(found.nodes as u64),
                grouped(found.members as u64)
            )),
            Block::Grid(grid),
        ]
    }
}

fn clusters<'a>(all: &[Cluster]) -> Vec<Block<'a>> {
    if all.is_empty() {
        return vec![text("Not made.")];
    }
    let mut grid = Grid::of_words(["", "expression"]);
    for one in all {
        grid.row(Cell::text("initial"), [Cell::formula(&one.initial)]);
        for (at, member) in one.members.iter().enumerate() {
            grid.row(Cell::text(format!("= {}", at + 1)), [Cell::formula(member)]);
        }
    }
    vec![
        text(
            "The initial expressions are the paper's. Members were drawn evenly from the counted e-graph, verified, and chosen by their place in \
             the draw.",
        ),
        Block::Grid(grid),
    ]
}
