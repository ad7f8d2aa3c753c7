//! Sections: what does a report say, in which order?
//!
//! After a summary come the tables and figures of the paper, in the paper's order, each with what stands in its place here; then what the
//! paper does not have.

mod corpus;
mod examples;
mod results;
mod summary;
mod training;

use super::Report;
use super::columns::{Chosen, chosen, principal};
use super::page::{Block, Page, Section};
use crate::figure::Figure;
use crate::table::Table;
use crate::task::{About, TASKS, task};

/// What the parts of a report have in common.
struct Writer<'a> {
    report: &'a Report,
    columns: Vec<Chosen>,
}

/// The page of a report.
pub(super) fn page(report: &Report) -> Page<'_> {
    let writer = Writer { report, columns: chosen(&report.tables) };
    let mut sections = writer.head();
    sections.extend(writer.text_of_the_paper());
    sections.extend(writer.appendix_of_the_paper());
    sections.extend(writer.beyond_the_paper());
    Page { title: format!("E-Gen, reproduced: {} report", report.preset), sections }
}

fn section<'a>(id: &str, title: impl Into<String>, blocks: Vec<Block<'a>>) -> Section<'a> {
    Section { id: id.into(), title: title.into(), blocks }
}

fn text<'a>(text: impl Into<String>) -> Block<'a> {
    Block::Text(text.into())
}

impl<'a> Writer<'a> {
    fn text_of_the_paper(&self) -> Vec<Section<'a>> {
        vec![
            section("figure-1", "Figure 1: E-graph saturation and grammar creation", self.graph()),
            section("table-1", "Table 1: Operator coverage", self.operators()),
            section("figure-2", "Figure 2: Overview", self.overview()),
            section("table-2", "Table 2: Examples of equivalent expressions", self.clusters_of_the_text()),
            section("table-3", "Table 3: Dataset statistics", self.statistics()),
            section("table-4", "Table 4: K-means clustering", self.kmeans()),
            section("figure-3", "Figure 3: Single-operator expressions", self.figure("clusters")),
            section("table-5", "Table 5: Example of a selection", self.selection()),
            section("table-6", "Table 6: Selection beyond syntactic similarity", self.results("selection")),
            section("table-7", "Table 7: Examples of mistake detection", self.derivations()),
            section("table-8", "Table 8: Mistake detection", self.mistakes()),
            section("table-9", "Table 9: Examples of embedding algebra", self.analogies_of_the_text()),
            section("table-10", "Table 10: Embedding algebra", self.results("algebra")),
            section("table-11", "Table 11: Mistake detection and a chat model", self.chat_model()),
        ]
    }

    fn appendix_of_the_paper(&self) -> Vec<Section<'a>> {
        vec![
            section(
                "table-12",
                "Table 12: Further examples of equivalent expressions",
                self.clusters_of_the_appendix(),
            ),
            section("efficiency", "Appendix A.2: Generation efficiency", self.efficiency()),
            section("table-13", "Table 13: Hyperparameters", self.hyperparameters()),
            section("table-14", "Table 14: Training time", self.training_times()),
            section("figure-4", "Figure 4: Example of a formula retrieval", self.figure("search")),
            section("table-15", "Table 15: Formula retrieval", self.results("retrieval")),
            section("figure-5", "Figure 5: Conversations with a chat model", self.conversations()),
            section("table-16", "Tables 16 and 17: Further examples of embedding algebra", self.analogies()),
        ]
    }

    fn beyond_the_paper(&self) -> Vec<Section<'a>> {
        let in_the_paper = |about: &&About| !about.published.is_empty();
        let others = TASKS.iter().map(|task| task.about()).filter(|about| !in_the_paper(about));
        let asked = others.filter(|about| self.report.tables.tasks.contains_key(about.name));
        let mut all: Vec<Section> =
            asked.map(|about| section(about.name, about.title, self.results(about.name))).collect();
        if !self.report.skipped.is_empty() {
            let why = self.report.skipped.iter().map(|(task, why)| format!("{task}: {why}"));
            all.push(section("skipped", "Not measured", vec![Block::List(why.collect())]));
        }
        all.push(section("files", "Files", vec![text("The same numbers for programs:"), files()]));
        all
    }

    /// The figure with a name.
    fn figure(&self, name: &str) -> Vec<Block<'a>> {
        match self.find_figure(name) {
            Some(figure) => vec![Block::Figure(figure)],
            None => vec![text("Not drawn: no model with vectors was asked.")],
        }
    }

    fn find_figure(&self, name: &str) -> Option<&'a Figure> {
        self.report.figures.iter().find(|figure| figure.name == name)
    }

    fn asked(&self, name: &str) -> Option<(&'static About, &'a Table)> {
        Some((task(name)?.about(), self.report.tables.tasks.get(name)?))
    }

    fn principal(&self) -> Option<&Chosen> {
        principal(&self.columns)
    }
}

fn files<'a>() -> Block<'a> {
    Block::Files(vec![
        ("report.json", "all numbers with their intervals, the corpus, the examples and the provenance"),
        ("report.md", "this report as Markdown"),
    ])
}
