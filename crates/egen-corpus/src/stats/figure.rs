//! The figure: how are operators, lengths and cluster sizes shown at a glance?

use egen_math::Op;

use super::histogram::{Bin, Histogram};
use super::paper;
use super::summary::Stats;
use super::text::grouped;
use crate::svg::{Anchor, Canvas};

const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 800.0;
const INK: &str = "#222222";
const FAINT: &str = "#666666";
const GRID: &str = "#e4e6ea";
/// One for each category of the paper, and one for operators that it has not.
const COLOURS: [&str; 7] = ["#3b6ea8", "#8a6a00", "#b3401c", "#e08a5b", "#2b7a3d", "#82b78e", "#999999"];

/// A part of the picture with bars in it.
struct Panel {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    scale: Scale,
}

/// The value at the top of a panel, and from one line to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    top: u64,
    step: u64,
}

impl Scale {
    /// At most five steps, each 1, 2 or 5 times a power of ten.
    fn up_to(most: u64) -> Scale {
        let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| 10_u64.pow(power).saturating_mul(digit)));
        let step = steps.into_iter().find(|step| most.div_ceil(*step) <= 5).unwrap_or(u64::MAX);
        Scale { top: most.div_ceil(step).max(1).saturating_mul(step), step }
    }
}

/// The figure.
pub fn draw(stats: &Stats) -> Canvas {
    let title = format!("{} expressions in {} clusters", grouped(stats.rows), grouped(stats.clusters));
    let mut canvas = Canvas::new(title, WIDTH, HEIGHT);
    operators(&mut canvas, stats);
    let below = |left: f32| Panel { left, top: 540.0, width: 500.0, height: 200.0, scale: Scale::up_to(0) };
    histogram(&mut canvas, below(70.0), &stats.model_tokens, "Expressions by length in tokens");
    histogram(&mut canvas, below(670.0), &stats.cluster_size, "Clusters by number of expressions");
    canvas
}

/// The paper's operators, and others that occur; the most frequent first.
fn operators(canvas: &mut Canvas, stats: &Stats) {
    let mut bars: Vec<(Op, u64)> = stats.operators.0.clone();
    bars.retain(|(op, rows)| *rows > 0 || paper::category(*op).is_some());
    bars.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
    let scale = Scale::up_to(bars.first().map_or(0, |(_, rows)| *rows));
    let panel = Panel { left: 70.0, top: 60.0, width: 1100.0, height: 340.0, scale };
    heading(canvas, &panel, &format!("{}: how many have each operator", canvas.title.clone()));
    axis(canvas, &panel);
    let step = panel.width / bars.len().max(1) as f32;
    for (at, (op, rows)) in bars.iter().enumerate() {
        let colour = COLOURS[paper::category(*op).unwrap_or(paper::CATEGORIES.len())];
        let x = panel.left + at as f32 * step;
        let top = bar(canvas, &panel, x + step * 0.12, step * 0.76, *rows, colour);
        let share = format!("{:.0} %", 100.0 * *rows as f32 / stats.rows.max(1) as f32);
        canvas.text(x + step / 2.0, top - 4.0, 9.0, Anchor::Middle, FAINT, share);
        match label(*op) {
            // A slanted × would look like a +.
            sign if sign.chars().count() == 1 => {
                canvas.text(x + step / 2.0, panel.bottom() + 18.0, 15.0, Anchor::Middle, INK, sign);
            }
            name => canvas.slanted(x + step * 0.62, panel.bottom() + 14.0, 13.0, INK, name),
        }
    }
    legend(canvas, &panel, bars.iter().any(|(op, _)| paper::category(*op).is_none()));
}

/// As the paper writes it, in one line.
fn label(op: Op) -> &'static str {
    match op {
        Op::Diff => "d/dx",
        Op::Mul => "×",
        Op::Sub => "−",
        _ => op.info().prefix[1],
    }
}

fn legend(canvas: &mut Canvas, panel: &Panel, others: bool) {
    let names = paper::CATEGORIES.iter().map(|category| category.name).chain(others.then_some("not in the paper"));
    for (at, (name, colour)) in names.zip(COLOURS).enumerate() {
        let (x, y) = (panel.left + panel.width - 230.0, panel.top + 16.0 + 20.0 * at as f32);
        canvas.rect(x, y, 12.0, 12.0, colour);
        canvas.text(x + 19.0, y + 10.5, 13.0, Anchor::Start, INK, name);
    }
}

fn histogram(canvas: &mut Canvas, mut panel: Panel, values: &Histogram, title: &str) {
    let bins = values.bins(30);
    panel.scale = Scale::up_to(bins.iter().map(|bin| bin.count).max().unwrap_or(0));
    let middle = match (values.mean(), values.median()) {
        (Some(mean), Some(median)) => format!(" (average {mean:.1}, median {median})"),
        _ => String::new(),
    };
    heading(canvas, &panel, &format!("{title}{middle}"));
    axis(canvas, &panel);
    let step = panel.width / bins.len().max(1) as f32;
    let every = bins.len().div_ceil(10).max(1);
    for (at, Bin { from, to, count }) in bins.into_iter().enumerate() {
        let x = panel.left + at as f32 * step;
        bar(canvas, &panel, x + step * 0.08, step * 0.84, count, COLOURS[0]);
        if at % every == 0 {
            let name = if from == to { from.to_string() } else { format!("{from}–{to}") };
            canvas.text(x + step / 2.0, panel.bottom() + 18.0, 12.0, Anchor::Middle, INK, name);
        }
    }
}

impl Panel {
    fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// How high the bar of a value is.
    fn height_of(&self, value: u64) -> f32 {
        self.height * (value as f64 / self.scale.top as f64) as f32
    }
}

/// Draws a bar and gives its upper end.
fn bar(canvas: &mut Canvas, panel: &Panel, x: f32, width: f32, value: u64, colour: &'static str) -> f32 {
    let height = panel.height_of(value);
    canvas.rect(x, panel.bottom() - height, width, height, colour);
    panel.bottom() - height
}

fn heading(canvas: &mut Canvas, panel: &Panel, text: &str) {
    canvas.text(panel.left, panel.top - 22.0, 15.0, Anchor::Start, INK, text);
}

/// Lines at round values, each with its value.
fn axis(canvas: &mut Canvas, panel: &Panel) {
    let Scale { top, step } = panel.scale;
    for line in 0..=top / step {
        let y = panel.bottom() - panel.height_of(line * step);
        let colour = if line == 0 { FAINT } else { GRID };
        canvas.rect(panel.left, y - 0.5, panel.width, 1.0, colour);
        canvas.text(panel.left - 8.0, y + 4.0, 11.0, Anchor::End, FAINT, grouped(line * step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_hold_the_largest_value() {
        for (most, top, step) in [(0, 1, 1), (4, 4, 1), (7, 8, 2), (297, 300, 100), (26_686, 30_000, 10_000)] {
            assert_eq!(Scale::up_to(most), Scale { top, step }, "{most}");
        }
        assert!(Scale::up_to(u64::MAX).top == u64::MAX);
    }
}
