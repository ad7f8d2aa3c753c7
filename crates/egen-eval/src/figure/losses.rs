//! Loss curves: did the models learn?

use egen_corpus::svg::{Anchor, Canvas};

use super::Figure;
use super::colour::{FAINT, GRID, INK, look};

/// The losses of a model over its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The model.
    pub model: String,
    /// Steps and losses.
    pub points: Vec<(u64, f32)>,
}

const LEFT: f32 = 60.0;
const TOP: f32 = 40.0;
const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 300.0;
/// More points than pixels show nothing more.
const MOST: usize = 280;

/// The largest of 1, 2, 5, 10, 20, 50, … that is not above a number; 1 at least.
fn round_below(x: f32) -> f32 {
    let power = 10f32.powf(x.max(1.0).log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|times| times * power).find(|&round| round <= x).unwrap_or(1.0)
}

/// The losses of several models; `None` if there are none.
pub fn losses(curves: &[Curve]) -> Option<Figure> {
    let curves: Vec<&Curve> = curves.iter().filter(|curve| curve.points.len() > 1).collect();
    let steps = curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).max()?.max(1) as f32;
    let high = curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).fold(0.0, f32::max).ceil().max(1.0);
    let mut canvas = Canvas::new("Losses", 760.0, 400.0);
    canvas.text(LEFT, 24.0, 15.0, Anchor::Start, INK, "Loss over steps of training");
    let place = |step: f32, loss: f32| (LEFT + WIDTH * step / steps, TOP + HEIGHT * (1.0 - loss / high));
    let every = if high > 6.0 { 2.0 } else { 1.0 };
    for line in 0..=(high / every) as usize {
        let (_, y) = place(0.0, line as f32 * every);
        canvas.rect(LEFT, y - 0.5, WIDTH, 1.0, if line == 0 { FAINT } else { GRID });
        canvas.text(LEFT - 8.0, y + 4.0, 12.0, Anchor::End, FAINT, format!("{}", line as f32 * every));
    }
    let between = round_below(steps / 4.0);
    for tick in 0..=(steps / between) as usize {
        let step = tick as f32 * between;
        let (x, y) = place(step, 0.0);
        canvas.text(x, y + 18.0, 12.0, Anchor::Middle, FAINT, format!("{step:.0}"));
    }
    canvas.text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 40.0, 13.0, Anchor::Middle, INK, "steps");
    for (at, curve) in curves.iter().enumerate() {
        let (colour, mark) = look(at);
        let points = thin(&curve.points);
        let line: Vec<(f32, f32)> = points.iter().map(|&(step, loss)| place(step, loss)).collect();
        for point in line.iter().step_by((line.len() / 8).max(1)) {
            canvas.mark(*point, 4.0, mark, colour);
        }
        canvas.line(line, 1.8, colour);
        let y = TOP + 12.0 + 24.0 * at as f32;
        canvas.mark((LEFT + WIDTH + 22.0, y - 4.5), 5.0, mark, colour);
        canvas.text(LEFT + WIDTH + 36.0, y, 13.5, Anchor::Start, INK, &curve.model);
    }
    Some(Figure {
        name: "losses".into(),
        caption: "Losses of the models that this run trained. Only losses of one kind compare: seq2seq learns to write, the others to contrast."
            .into(),
        canvas,
    })
}

/// Means of neighbours.
fn thin(points: &[(u64, f32)]) -> Vec<(f32, f32)> {
    let mean = |part: &[(u64, f32)]| {
        let count = part.len() as f32;
        (part.iter().map(|p| p.0 as f32).sum::<f32>() / count, part.iter().map(|p| p.1).sum::<f32>() / count)
    };
    points.chunks(points.len().div_ceil(MOST).max(1)).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_without_a_curve_are_left_out() {
        let curve = |model: &str, points: &[(u64, f32)]| Curve { model: model.into(), points: points.into() };
        assert_eq!(losses(&[curve("one", &[(1, 2.0)])]), None);
        let drawn = losses(&[curve("one", &[(1, 2.0)]), curve("two", &[(20, 4.2), (40, 3.1)])]).unwrap().canvas.svg();
        assert!(drawn.contains(">two<") && !drawn.contains(">one<") && !drawn.contains("NaN"), "{drawn}");
    }

    #[test]
    fn ticks_are_round() {
        let found = [325.0, 10.25, 0.5, 99.0, 5.0].map(round_below);
        assert_eq!(found, [200.0, 10.0, 1.0, 50.0, 5.0]);
    }
}
