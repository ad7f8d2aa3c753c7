//! Training: how were the models trained, and how does the task of the chat model stand?

use egen_train::config::Bundled;

use super::super::page::{Block, Cell, Grid, Tone};
use super::super::prose::{grouped, number, parentheses};
use super::super::training::{SETTINGS, preset_of, trained};
use super::{Writer, text};

/// Hours and minutes that the paper's models took on one NVIDIA L40S.
const PRINTED: [(&str, &str); 3] = [("seq2seq", "38:04"), ("cl-mean", "31:56"), ("cl-max", "29:59")];

/// The paper's numbers on its 322 steps: model, precision, recall and F1 of right steps, then of mistakes.
const ON_322_STEPS: [(&str, [f64; 6]); 4] = [
    ("seq2seq", [96.98, 94.49, 95.72, 73.68, 84.00, 78.50]),
    ("CL Mean", [97.64, 91.18, 94.30, 64.71, 88.00, 74.58]),
    ("CL Max", [97.78, 91.93, 94.77, 67.96, 89.14, 77.12]),
    ("GPT-4o", [93.58, 90.84, 92.19, 56.90, 66.00, 61.11]),
];
const CHAT_SCORES: [&str; 6] =
    ["no mistake precision", "no mistake recall", "no mistake F1", "mistake precision", "mistake recall", "mistake F1"];

impl<'a> Writer<'a> {
    pub(super) fn hyperparameters(&self) -> Vec<Block<'a>> {
        let models: Vec<(&str, Bundled)> = trained(&self.report.tables)
            .into_iter()
            .filter_map(|one| Some((one.model.as_str(), preset_of(&one.model)?)))
            .collect();
        let heads = ["setting", "paper, CL", "paper, seq2seq"].into_iter().chain(models.iter().map(|(name, _)| *name));
        let mut grid = Grid::of_words(heads);
        let presets = [Bundled::Paper, Bundled::PaperSeq2seq].into_iter().chain(models.iter().map(|(_, one)| *one));
        let presets: Vec<_> = presets.map(Bundled::preset).collect();
        for setting in &SETTINGS {
            let cells = presets.iter().enumerate().map(|(at, preset)| {
                let cell = Cell::text((setting.of)(preset));
                if at < 2 { cell.tone(Tone::Faint) } else { cell }
            });
            grid.row(Cell::text(setting.name), cells);
        }
        vec![
            text(
                "The paper trains for 20 epochs on an AMD EPYC 7763 and one NVIDIA L40S. Its models come in two sizes here: these are the small ones, \
                 for processors; the presets paper and paper-seq2seq of egen train have the paper's sizes.",
            ),
            Block::Grid(grid),
        ]
    }

    pub(super) fn training_times(&self) -> Vec<Block<'a>> {
        let mut grid = Grid::new(["model", "paper (h:min)", "here", "steps", "expressions read", "trained on"]);
        for one in trained(&self.report.tables) {
            let Some(training) = &one.trained else { continue };
            let printed = PRINTED.iter().find(|(model, _)| *model == one.model);
            let printed = printed.map_or(Cell::default(), |(_, time)| Cell::text(*time).tone(Tone::Faint));
            let cells = [
                printed,
                Cell::text(format!("{:.0} min", training.minutes)),
                Cell::text(grouped(training.steps)),
                Cell::text(grouped(training.expressions)),
                Cell::text(training.on.clone()),
            ];
            grid.row(Cell::text(one.model.clone()), cells);
        }
        let mut blocks = vec![
            text(
                "The paper's times are those of the paper's sizes on one NVIDIA L40S. Ours are minutes by the clock of small models on two cores; models \
                 that come with egen were trained beside other programs.",
            ),
            Block::Grid(grid),
        ];
        blocks.extend(self.find_figure("losses").map(Block::Figure));
        blocks
    }

    pub(super) fn chat_model(&self) -> Vec<Block<'a>> {
        let Some((_, table)) = self.asked("mistakes") else { return vec![text("Not measured.")] };
        let mut grid = Grid::new(std::iter::once("model").chain(CHAT_SCORES));
        grid.group("As the paper prints it, on 322 steps of its test");
        for (model, numbers) in ON_322_STEPS {
            let cells = numbers.map(|one| Cell::text(format!("{one:.2}")).tone(Tone::Faint));
            grid.row(Cell::text(model).tone(Tone::Faint), cells);
        }
        grid.group("Here, on all steps of Table 8");
        for chosen in &self.columns {
            let Some(row) = chosen.row(table) else { continue };
            let cell = |name: &&str| {
                let score = row.scores.iter().find(|score| score.name == **name);
                score.map_or(Cell::default(), |score| Cell::text(number(score)).note(parentheses(score)))
            };
            grid.row(Cell::text(chosen.title()), CHAT_SCORES.iter().map(cell));
        }
        vec![
            text(
                "This command asks no chat model; egen score llm asks one about a sample of these steps, by the paper's prompt. The table sets the \
                 models of the columns beside the paper's numbers for GPT-4o.",
            ),
            Block::Grid(grid),
        ]
    }
}
