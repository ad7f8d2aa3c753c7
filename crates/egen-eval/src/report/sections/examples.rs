//! Examples: what did the models answer to single cases?

use super::super::examples::Derivation;
use super::super::page::{Block, Cell, Grid, Tone};
use super::{Writer, text};
use crate::selection::Origin;

/// The rows of the paper's table of analogies that its text shows.
const IN_THE_TEXT: [u8; 10] = [1, 3, 5, 7, 9, 13, 14, 16, 17, 21];

impl<'a> Writer<'a> {
    pub(super) fn selection(&self) -> Vec<Block<'a>> {
        let Some(one) = &self.report.examples.selection else { return vec![text("Not measured.")] };
        let mut grid = Grid::of_words(["candidate", "expression", "what it is", "chosen by"]);
        grid.row(Cell::text("query"), [Cell::formula(&one.case.query), Cell::default(), Cell::default()]);
        for (at, candidate) in one.case.candidates.iter().enumerate() {
            let (what, tone) = match candidate.origin {
                Origin::Answer => ("equal to the query", Tone::Better),
                Origin::EditOfQuery => ("the query with one change", Tone::Plain),
                Origin::EditOfAnswer => ("the answer with one change", Tone::Plain),
            };
            let who: Vec<&str> =
                one.chosen.iter().filter(|(_, choice)| *choice == at).map(|(title, _)| title.as_str()).collect();
            let cells = [Cell::formula(&candidate.expr), Cell::text(what).tone(tone), Cell::text(who.join("; "))];
            grid.row(Cell::text((at + 1).to_string()), cells);
        }
        vec![
            text("The first of the queries of Table 6, with the choice of the model of each column."),
            Block::Grid(grid),
        ]
    }

    pub(super) fn derivations(&self) -> Vec<Block<'a>> {
        let all = &self.report.examples.derivations;
        if all.is_empty() {
            return vec![text("Not measured.")];
        }
        let mut blocks = vec![text(
            "The first derivations of Table 8 that hold a mistake. A model flags (★) a line if its similarity to the line before falls below the \
             threshold of the paper's Algorithm 1.",
        )];
        blocks.extend(all.iter().map(|one| Block::Grid(derivation(one))));
        blocks
    }

    pub(super) fn analogies_of_the_text(&self) -> Vec<Block<'a>> {
        let mut blocks = vec![text(
            "The analogies of the paper's Table 9, by their numbers in Table 16. Each model names the expression whose vector lies nearest to \
             −f(x₁) + f(y₁) + f(x₂); an answer other than y₂ is marked ✗.",
        )];
        blocks.extend(self.analogy_grid(|number| IN_THE_TEXT.contains(&number)));
        blocks
    }

    pub(super) fn analogies(&self) -> Vec<Block<'a>> {
        let all = &self.report.examples.analogies;
        let right = |title: &str| {
            let is = |(who, found): &(String, egen_math::Expr), y2| who == title && found == y2;
            all.iter().filter(|one| one.found.iter().any(|found| is(found, &one.analogy.y2))).count()
        };
        let counts: Vec<String> = self
            .columns
            .iter()
            .map(|one| one.title())
            .filter(|title| all.iter().any(|one| one.found.iter().any(|(who, _)| who == title)))
            .map(|title| format!("{title} {}", right(&title)))
            .collect();
        let mut blocks = vec![text(format!(
            "The {} analogies that the paper prints. The paper marks as right 16 answers of seq2seq, 13 of CL Mean, 11 of CL Max, 7 of SemEmb and \
             11 of GPT-4o. Right here: {}.",
            all.len(),
            if counts.is_empty() { "none was asked".into() } else { counts.join(", ") }
        ))];
        blocks.extend(self.analogy_grid(|_| true));
        blocks
    }

    fn analogy_grid(&self, wanted: impl Fn(u8) -> bool) -> Option<Block<'a>> {
        let all: Vec<_> = self.report.examples.analogies.iter().collect();
        let titles: Vec<&String> = all.first()?.found.iter().map(|(title, _)| title).collect();
        let heads = ["", "x₁", "y₁", "x₂", "y₂"].map(String::from);
        let mut grid = Grid::of_words(heads.into_iter().chain(titles.iter().map(|title| title.to_string())));
        for one in all {
            let analogy = &one.analogy;
            let Some(number) = analogy.printed.filter(|number| wanted(*number)) else { continue };
            let asked = [&analogy.x1, &analogy.y1, &analogy.x2, &analogy.y2].map(Cell::formula);
            let answers = one.found.iter().map(|(_, found)| match *found == analogy.y2 {
                true => Cell::formula(found),
                false => Cell::formula(found).note("✗").tone(Tone::Worse),
            });
            grid.row(Cell::text(number.to_string()), asked.into_iter().chain(answers));
        }
        Some(Block::Grid(grid))
    }

    pub(super) fn conversations(&self) -> Vec<Block<'a>> {
        vec![text(
            "The paper shows two conversations with GPT-4o. This command asks no chat model: egen score llm asks one by the paper's prompt and keeps \
             its transcripts.",
        )]
    }
}

fn derivation(one: &Derivation) -> Grid {
    let heads = ["line", "expression"].map(String::from);
    let mut grid = Grid::of_words(heads.into_iter().chain(one.flagged.iter().map(|(title, _)| title.clone())));
    for (at, line) in one.lines.iter().enumerate() {
        let is_mistake = one.mistake == Some(at);
        let cell = Cell::formula(line);
        let cell = if is_mistake { cell.note("the mistake").tone(Tone::Worse) } else { cell };
        let flag = |(_, row): &(String, Vec<bool>)| match at.checked_sub(1).and_then(|step| row.get(step)) {
            Some(true) => Cell::text("★"),
            _ => Cell::default(),
        };
        grid.row(Cell::text((at + 1).to_string()), std::iter::once(cell).chain(one.flagged.iter().map(flag)));
    }
    grid
}
