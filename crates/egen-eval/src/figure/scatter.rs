//! Scatter plots: how do groups of points lie, beside each other for several models?

use egen_corpus::svg::{Anchor, Canvas, Mark};

use super::colour::{FAINT, INK, PALE, look};

/// One plane with its points.
pub(super) struct Panel {
    pub title: String,
    pub below: String,
    /// Places, each with its group; `None` is background.
    pub points: Vec<([f64; 2], Option<usize>)>,
    /// Points that are named: places, marks, texts.
    pub named: Vec<Named>,
}

/// A point with a name.
pub(super) struct Named {
    pub at: [f64; 2],
    pub mark: Mark,
    pub colour: &'static str,
    pub radius: f32,
    pub text: String,
}

const SIDE: f32 = 400.0;
const GAP: f32 = 20.0;
const TOP: f32 = 56.0;
/// Entries of the legend beside each other take so much room.
const ENTRY: f32 = 92.0;

/// Planes side by side with one legend.
pub(super) fn draw(title: &str, panels: &[Panel], groups: &[String]) -> Canvas {
    let width = GAP + panels.len() as f32 * (SIDE + GAP);
    let columns = ((width - 2.0 * GAP) / ENTRY) as usize;
    let lines = groups.len().div_ceil(columns.max(1)) as f32;
    let named = panels.iter().map(|panel| panel.named.len()).max().unwrap_or(0) as f32;
    let height = TOP + SIDE + 24.0 + 22.0 * f32::max(lines, named) + 8.0;
    let mut canvas = Canvas::new(title, width, height);
    for (at, panel) in panels.iter().enumerate() {
        let left = GAP + at as f32 * (SIDE + GAP);
        canvas.text(left, 22.0, 16.0, Anchor::Start, INK, &panel.title);
        canvas.text(left, 42.0, 12.5, Anchor::Start, FAINT, &panel.below);
        frame(&mut canvas, left);
        let place = fit(panel, left);
        for (point, _) in panel.points.iter().filter(|(_, group)| group.is_none()) {
            canvas.mark(place(*point), 2.2, Mark::Circle, PALE);
        }
        for (point, group) in &panel.points {
            if let Some(group) = group {
                let (colour, mark) = look(*group);
                canvas.mark(place(*point), 3.6, mark, colour);
            }
        }
        names(&mut canvas, panel, &place, left);
    }
    for (at, name) in groups.iter().enumerate() {
        let (x, y) = (GAP + 6.0 + (at % columns) as f32 * ENTRY, TOP + SIDE + 26.0 + 22.0 * (at / columns) as f32);
        let (colour, mark) = look(at);
        canvas.mark((x, y - 4.5), 4.6, mark, colour);
        canvas.text(x + 12.0, y, 13.0, Anchor::Start, INK, name);
    }
    canvas
}

fn frame(canvas: &mut Canvas, left: f32) {
    let (right, bottom) = (left + SIDE, TOP + SIDE);
    let corners = [(left, TOP), (right, TOP), (right, bottom), (left, bottom), (left, TOP)];
    canvas.line(corners, 1.0, PALE);
}

/// Where a place of a plane is in the picture: all points are inside, and both axes have one scale.
fn fit(panel: &Panel, left: f32) -> impl Fn([f64; 2]) -> (f32, f32) + use<> {
    let ends = |axis: usize| {
        let values =
            panel.points.iter().map(|(place, _)| place[axis]).chain(panel.named.iter().map(|one| one.at[axis]));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((x0, x1), (y0, y1)) = (ends(0), ends(1));
    let span = f64::max(x1 - x0, y1 - y0).max(1e-9);
    let (cx, cy) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let room = f64::from(SIDE) - 36.0;
    move |[x, y]| {
        let part = |value: f64, middle: f64| ((value - middle) / span * room + f64::from(SIDE) / 2.0) as f32;
        (left + part(x, cx), TOP + part(y, cy))
    }
}

/// Marks and texts of named points; the texts stand below, where no point can be in their way.
fn names(canvas: &mut Canvas, panel: &Panel, place: &impl Fn([f64; 2]) -> (f32, f32), left: f32) {
    for (at, one) in panel.named.iter().enumerate() {
        let (x, y) = place(one.at);
        canvas.mark((x, y), one.radius, one.mark, one.colour);
        let (text_x, text_y) = (left + 2.0, TOP + SIDE + 26.0 + 22.0 * at as f32);
        canvas.mark((text_x + 4.0, text_y - 4.5), 5.0, one.mark, one.colour);
        canvas.text(text_x + 18.0, text_y, 13.0, Anchor::Start, INK, &one.text);
    }
}
