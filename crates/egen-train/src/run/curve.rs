//! The curve: does a run learn, at a glance?
//!
//! Losses above, shares such as how often the partner is the nearest below, both over steps. What a validation finds is a thicker line with
//! its name; a value belongs below if it never leaves the interval from 0 to 1.

use std::collections::BTreeMap;

use egen_corpus::svg::{Anchor, Canvas};

use super::Settings;
use super::log::Line;

const INK: &str = "#222222";
const FAINT: &str = "#666666";
const GRID: &str = "#e4e6ea";
const COLOURS: [&str; 8] = ["#3b6ea8", "#b3401c", "#2b7a3d", "#8a6a00", "#7a4fa3", "#e08a5b", "#82b78e", "#999999"];
/// More points than pixels show nothing more.
const MOST: usize = 800;

/// A named line.
struct Series {
    name: String,
    validation: bool,
    /// Steps and values.
    points: Vec<(f64, f64)>,
}

/// A part of the picture, and the values at its edges.
struct Panel {
    top: f32,
    height: f32,
    steps: f64,
    low: f64,
    high: f64,
}

const LEFT: f32 = 70.0;
const WIDTH: f32 = 700.0;

/// The curves of a log as SVG.
pub(super) fn svg(lines: &[Line], settings: &Settings) -> String {
    let all = series(lines);
    let steps = lines.iter().map(Line::step).max().unwrap_or(0).max(1) as f64;
    let title = format!("{steps} steps, seed {}", settings.seed);
    let mut canvas = Canvas::new(title, 960.0, 640.0);
    let share = |one: &&Series| one.points.iter().all(|(_, value)| (0.0..=1.0).contains(value)) && one.name != "loss";
    let (shares, losses): (Vec<&Series>, Vec<&Series>) = all.iter().partition(share);
    let high = losses.iter().flat_map(|one| &one.points).map(|point| point.1).fold(0.0, f64::max);
    let step = round(high / 5.0);
    let above = Panel { top: 50.0, height: 300.0, steps, low: 0.0, high: (high / step).ceil() * step };
    draw(&mut canvas, &above, "Loss", &losses, step);
    // Nothing else differs: batches, negatives and losses are made alike.
    let hidden = 100.0 * settings.preset.training.dropped_rows;
    if hidden > 0.0 && losses.iter().any(|one| one.validation) {
        let note = format!(
            "In training {hidden:.0} % of the expressions show only a part of their points; validation shows all, so its loss lies lower."
        );
        canvas.text(LEFT, above.top + above.height + 36.0, 11.0, Anchor::Start, FAINT, note);
    }
    let below = Panel { top: 430.0, height: 150.0, steps, low: 0.0, high: 1.0 };
    draw(&mut canvas, &below, "Shares", &shares, 0.25);
    canvas.svg()
}

fn series(lines: &[Line]) -> Vec<Series> {
    let mut found: BTreeMap<(bool, String), Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        match line {
            Line::Training(means) => {
                // With one part the loss is that part.
                let parts = [("contrast", means.contrast), ("generation", means.generation)];
                let both = parts.iter().all(|(_, part)| part.is_some());
                let parts = parts.into_iter().filter(|_| both);
                let all = [("loss", Some(means.loss)), ("nearest", means.nearest)].into_iter().chain(parts);
                for (name, value) in all.filter_map(|(name, value)| Some((name, value?))) {
                    let key = (false, name.to_string());
                    found.entry(key).or_default().push((means.step as f64, f64::from(value)));
                }
            }
            Line::Validation { step, validation, .. } => {
                for (name, value) in validation.iter().filter_map(|(name, value)| Some((name, (*value)?))) {
                    found.entry((true, name.clone())).or_default().push((*step as f64, value));
                }
            }
        }
    }
    found.into_iter().map(|((validation, name), points)| Series { name, validation, points: thin(points) }).collect()
}

/// Means of neighbours, so that no more than [`MOST`] points are left.
fn thin(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mean = |part: &[(f64, f64)]| {
        let count = part.len() as f64;
        (part.iter().map(|p| p.0).sum::<f64>() / count, part.iter().map(|p| p.1).sum::<f64>() / count)
    };
    points.chunks(points.len().div_ceil(MOST).max(1)).map(mean).collect()
}

/// 1, 2 or 5 times a power of ten, at least `least`.
fn round(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

impl Panel {
    fn at(&self, (step, value): (f64, f64)) -> (f32, f32) {
        let share = ((value - self.low) / (self.high - self.low).max(1e-12)).clamp(0.0, 1.0) as f32;
        (LEFT + WIDTH * (step / self.steps) as f32, self.top + self.height * (1.0 - share))
    }
}

fn draw(canvas: &mut Canvas, panel: &Panel, title: &str, series: &[&Series], step: f64) {
    canvas.text(LEFT, panel.top - 18.0, 15.0, Anchor::Start, INK, title);
    let bottom = panel.top + panel.height;
    let lines = ((panel.high - panel.low) / step).round() as usize;
    for line in 0..=lines {
        let value = panel.low + line as f64 * step;
        let (_, y) = panel.at((0.0, value));
        canvas.rect(LEFT, y - 0.5, WIDTH, 1.0, if line == 0 { FAINT } else { GRID });
        canvas.text(LEFT - 8.0, y + 4.0, 11.0, Anchor::End, FAINT, short(value));
    }
    let every = round(panel.steps / 7.0).max(1.0);
    for mark in 0..=(panel.steps / every) as usize {
        let (x, _) = panel.at((mark as f64 * every, 0.0));
        canvas.rect(x - 0.5, bottom, 1.0, 5.0, FAINT);
        canvas.text(x, bottom + 19.0, 11.0, Anchor::Middle, FAINT, short(mark as f64 * every));
    }
    canvas.text(LEFT + WIDTH, bottom + 36.0, 12.0, Anchor::End, INK, "steps");
    for (at, one) in series.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let line: Vec<(f32, f32)> = one.points.iter().map(|&point| panel.at(point)).collect();
        for &(x, y) in line.iter().filter(|_| one.validation || line.len() == 1) {
            canvas.rect(x - 2.5, y - 2.5, 5.0, 5.0, colour);
        }
        canvas.line(line, if one.validation { 2.5 } else { 1.2 }, colour);
        let y = panel.top + 12.0 + 18.0 * at as f32;
        canvas.rect(LEFT + WIDTH + 14.0, y - 9.0, 10.0, 10.0, colour);
        let name = if one.validation { format!("{} (validation)", one.name) } else { one.name.clone() };
        canvas.text(LEFT + WIDTH + 30.0, y, 12.0, Anchor::Start, INK, name);
    }
}

/// A number without zeros that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Bundled;
    use crate::run::End;
    use crate::run::log::{Means, validation};

    #[test]
    fn losses_and_shares_have_names_and_round_axes() {
        let line = |step: u64| {
            Line::Training(Means {
                step,
                loss: 4.2 - step as f32 / 1000.0,
                contrast: Some(4.2 - step as f32 / 1000.0),
                generation: None,
                nearest: Some(0.3),
                norm: 1.0,
                rate: 1e-3,
                sequences_per_second: 100.0,
                seconds: 1.0,
            })
        };
        let mut lines: Vec<Line> = (1..=2000).map(line).collect();
        lines.push(validation(1000, &[("loss".into(), 2.0), ("retrieval".into(), 0.7)], 1.0));
        let drawn = svg(&lines, &Settings::new(Bundled::Tiny.preset(), End::Steps(2000)));
        for text in [
            "<title>2000 steps, seed 0",
            ">nearest<",
            ">loss (validation)<",
            ">retrieval (validation)<",
            ">5<",
            "In training 40 %",
        ] {
            assert!(drawn.contains(text), "{text}: {drawn}");
        }
        assert!(drawn.len() < 60_000 && !drawn.contains("NaN"));
        assert!(svg(&[], &Settings::new(Bundled::Tiny.preset(), End::Steps(1))).contains("</svg>"));
        assert_eq!((round(0.84), round(1.2), round(0.03), round(700.0)), (1.0, 2.0, 0.05, 1000.0));
    }
}
