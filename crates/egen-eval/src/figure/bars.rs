//! Bars: how do scores compare at a glance, and which mistakes are found?

use egen_corpus::svg::{Anchor, Canvas};

use super::Figure;
use super::colour::{COLOURS, FAINT, GRID, INK, PALE};
use crate::report::{Chosen, Line};
use crate::subject::Class;
use crate::task::Published;

const LEFT: f32 = 250.0;
const WIDTH: f32 = 470.0;
const BAR: f32 = 15.0;

/// A bar of the main figure.
struct Bar {
    name: String,
    percent: f64,
    colour: &'static str,
}

/// The colour of a kind of model.
fn colour(class: Class) -> &'static str {
    match class {
        Class::Baseline => PALE,
        Class::Paper => COLOURS[4],
        Class::Symbols => COLOURS[5],
        Class::Values => COLOURS[0],
        Class::SemEmb => COLOURS[3],
        Class::Verdicts | Class::Text | Class::LanguageModel => COLOURS[6],
    }
}

/// The scores that the paper prints, ours beside them.
pub fn main_scores(lines: &[Line], columns: &[Chosen]) -> Figure {
    // The first score of each task; tables have the others.
    let first = |at: &usize| *at == 0 || lines[at - 1].about.name != lines[*at].about.name;
    let lines = (0..lines.len()).filter(first).map(|at| &lines[at]).filter(|line| line.paper.is_some());
    let groups: Vec<(String, Vec<Bar>)> = lines.map(|line| group(line, columns)).collect();
    let height = 52.0 + groups.iter().map(|(_, bars)| 34.0 + BAR * bars.len() as f32).sum::<f32>();
    let mut canvas = Canvas::new("Main scores", LEFT + WIDTH + 60.0, height);
    let scale = |percent: f64| LEFT + WIDTH * percent as f32 / 100.0;
    for tick in 0..=4 {
        let x = scale(25.0 * f64::from(tick));
        canvas.rect(x - 0.5, 28.0, 1.0, height - 40.0, GRID);
        canvas.text(x, 20.0, 12.0, Anchor::Middle, FAINT, format!("{} %", 25 * tick));
    }
    let mut y = 46.0;
    for (name, bars) in groups {
        canvas.text(8.0, y, 14.0, Anchor::Start, INK, name);
        y += 6.0;
        for bar in bars {
            canvas.text(LEFT - 8.0, y + 11.0, 11.5, Anchor::End, INK, bar.name);
            canvas.rect(LEFT, y + 1.5, scale(bar.percent) - LEFT, BAR - 3.0, bar.colour);
            canvas.text(scale(bar.percent) + 5.0, y + 11.0, 11.5, Anchor::Start, INK, format!("{:.1}", bar.percent));
            y += BAR;
        }
        y += 28.0;
    }
    Figure {
        name: "scores".into(),
        caption: "The first score of each task that the paper has. The paper's bars are numbers on the paper's own corpus, ours on the test part that \
                  each table names. Grey bars learn nothing."
            .into(),
        canvas,
    }
}

fn group(line: &Line, columns: &[Chosen]) -> (String, Vec<Bar>) {
    let best = line.paper.map(|one| one.model);
    let printed = line.about.published.iter().filter(|one| one.score == line.score);
    // The paper's best, and the two that it compares its models with.
    let printed = printed.filter(|one| Some(one.model) == best || ["SemEmb", "GPT-4o"].contains(&one.model));
    let of_paper =
        |one: &Published| Bar { name: format!("paper, {}", one.model), percent: one.percent, colour: COLOURS[1] };
    let mut bars: Vec<Bar> = printed.map(of_paper).collect();
    let bar = |one: &Chosen| {
        let percent = 100.0 * line.of(one)?.value;
        Some(Bar { name: one.title(), percent, colour: colour(one.identity.class) })
    };
    bars.extend(columns.iter().filter_map(bar));
    (format!("{}: {}", line.about.title, line.score), bars)
}

/// Mistakes of a kind: how many a model found and missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caught {
    /// The kind.
    pub kind: String,
    /// Found.
    pub found: u64,
    /// Missed.
    pub missed: u64,
}

/// Mistakes found and missed by kind, for some models.
pub fn kinds(models: &[(String, Vec<Caught>)]) -> Option<Figure> {
    let models: Vec<&(String, Vec<Caught>)> = models.iter().filter(|(_, kinds)| !kinds.is_empty()).collect();
    let most = models.iter().flat_map(|(_, kinds)| kinds).map(|one| one.found + one.missed).max()?.max(1);
    let height = 60.0 + models.iter().map(|(_, kinds)| 36.0 + 20.0 * kinds.len() as f32).sum::<f32>();
    let mut canvas = Canvas::new("Mistakes by kind", 760.0, height);
    let legend = [("found", COLOURS[0], 8.0), ("missed", COLOURS[1], 90.0)];
    for (name, colour, x) in legend {
        canvas.rect(x, 12.0, 12.0, 12.0, colour);
        canvas.text(x + 18.0, 23.0, 13.0, Anchor::Start, INK, name);
    }
    let mut y = 54.0;
    let (left, width) = (250.0, 360.0);
    for (model, kinds) in models {
        canvas.text(8.0, y, 14.5, Anchor::Start, INK, model);
        y += 8.0;
        for one in kinds {
            let part = |count: u64| width * count as f32 / most as f32;
            canvas.text(left - 8.0, y + 12.0, 12.5, Anchor::End, INK, &one.kind);
            canvas.rect(left, y + 2.0, part(one.found), 13.0, COLOURS[0]);
            canvas.rect(left + part(one.found), y + 2.0, part(one.missed), 13.0, COLOURS[1]);
            let share = 100.0 * one.found as f64 / (one.found + one.missed).max(1) as f64;
            let text = format!("{} of {} ({share:.0} %)", one.found, one.found + one.missed);
            canvas.text(left + part(one.found + one.missed) + 6.0, y + 12.0, 12.0, Anchor::Start, INK, text);
            y += 20.0;
        }
        y += 28.0;
    }
    Some(Figure {
        name: "mistakes".into(),
        caption: "Mistakes that models find and miss, by the operator that was replaced. A step is flagged below the threshold of the paper's Algorithm 1.".into(),
        canvas,
    })
}
