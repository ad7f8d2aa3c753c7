//! SVG: how is a layout drawn?
//!
//! As in the paper's Figure 1: dashed boxes are classes, solid boxes are nodes, the grammar stands beside them.

use super::cell::{CAPTION, FONT, caption};
use super::layout::{Curve, Layout, Rect};
use super::{ClassId, Picture};
use crate::svg::{Canvas, tenth};

/// A longer grammar is left out.
const MAX_LINES: usize = 64;
const LINE: f64 = 17.0;
const MONO: f64 = 12.5;
/// From the picture to the grammar, and around it.
const APART: f64 = 24.0;

/// With more classes than this, edges to the classes that are used most have a colour: long lines are easier to follow.
const MANY: usize = 8;
const COLOURS: [&str; 7] = ["#1f5fa8", "#b3401c", "#2b7a3d", "#7a3f9d", "#8a6a00", "#00767d", "#a8326f"];
const PLAIN: &str = "#333333";
const INK: &str = "#111111";

// Attributes and no style sheet: its rules would reach whatever else is on a page.
const CLASS: [(&str, &str); 3] = [("fill", "#f6f7f9"), ("stroke-dasharray", "5 3"), ("rx", "7")];
const NODE: [(&str, &str); 3] = [("fill", "#ffffff"), ("stroke", INK), ("rx", "3")];
const GRAMMAR: [(&str, &str); 3] =
    [("fill", INK), ("font-family", "'DejaVu Sans Mono',Menlo,Consolas,monospace"), ("xml:space", "preserve")];

pub(super) fn document(picture: &Picture, layout: &Layout) -> String {
    let title = format!("An e-graph of {} classes and {} nodes", picture.classes.len(), picture.size());
    let (mut canvas, colours) = (Canvas::new(title, 0.0, 0.0), colours(layout));
    for (class, drawn) in layout.classes.iter().enumerate() {
        let is_root = picture.roots.contains(&ClassId(class as u32));
        let (stroke, width) = if is_root { (INK, "1.8") } else { ("#555555", "1") };
        rect(&mut canvas, &[&CLASS[..], &[("stroke", stroke), ("stroke-width", width)]].concat(), drawn.frame);
        let (x, y) = (drawn.frame.left + 7.0, drawn.frame.top + 14.0);
        text(&mut canvas, &[("fill", colours[class])], (x, y), CAPTION, &caption(picture, class));
        for (node, frame) in picture.classes[class].nodes.iter().zip(&drawn.nodes) {
            rect(&mut canvas, &NODE, *frame);
            let place = (frame.left + frame.width / 2.0, frame.top + frame.height / 2.0 + FONT * 0.35);
            text(&mut canvas, &[("text-anchor", "middle"), ("fill", INK)], place, FONT, &node.label);
        }
    }
    edges(&mut canvas, layout, &colours);
    let (width, height) = grammar(&mut canvas, picture, layout);
    (canvas.width, canvas.height) = (width.ceil() as f32, height.ceil() as f32);
    canvas.svg()
}

/// The colour of each class: of its caption and of the edges that lead to it.
fn colours(layout: &Layout) -> Vec<&'static str> {
    let count = layout.classes.len();
    let mut colours = vec![PLAIN; count];
    if count > MANY {
        let mut edges = vec![0_usize; count];
        layout.edges.iter().for_each(|edge| edges[edge.to.0 as usize] += 1);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|class| std::cmp::Reverse(edges[*class]));
        for (class, colour) in order.into_iter().zip(COLOURS) {
            colours[class] = colour;
        }
    }
    colours
}

/// Writes the grammar beside the picture, in columns, or says that it is too long. Returns the size of all.
fn grammar(canvas: &mut Canvas, picture: &Picture, layout: &Layout) -> (f64, f64) {
    let mut lines: Vec<String> = picture.grammar().iter().map(|line| line.replace("->", "→")).collect();
    if lines.len() > MAX_LINES {
        lines = vec![format!("The grammar has {} productions,", lines.len()), "too many to show here.".to_string()];
    }
    const TOP: f64 = 30.0;
    let fitting = ((layout.height - TOP) / LINE) as usize;
    let (mut x, mut height) = (layout.width + APART, layout.height);
    for column in lines.chunks(fitting.max(20)) {
        for (at, line) in column.iter().enumerate() {
            text(canvas, &GRAMMAR, (x, TOP + at as f64 * LINE), MONO, line);
        }
        let longest = column.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        x += longest as f64 * MONO * 0.61 + APART;
        height = height.max(TOP + column.len() as f64 * LINE);
    }
    (x, height)
}

/// Edges that share a part of their way draw it once.
fn edges(canvas: &mut Canvas, layout: &Layout, colours: &[&str]) {
    let mut drawn: Vec<Curve> = Vec::new();
    for edge in &layout.edges {
        let colour = colours[edge.to.0 as usize];
        for (at, curve) in edge.curves.iter().enumerate() {
            if drawn.contains(curve) {
                continue;
            }
            drawn.push(*curve);
            let [a, b, c, d] = curve.0;
            let is_last = at + 1 == edge.curves.len();
            // The line ends where the head begins, so that its blunt end does not show at the point.
            let end = if is_last { d.y - 5.0 } else { d.y };
            let way = format!("M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {end:.1}", a.x, a.y, b.x, b.y, c.x, c.y, d.x);
            let look = [("fill", "none"), ("stroke", colour), ("stroke-width", "1.15"), ("d", &way)];
            canvas.element("path", &look, "");
            if is_last {
                let head = format!("M{:.1} {:.1}l-3.5 -7.5h7z", d.x, d.y);
                canvas.element("path", &[("fill", colour), ("d", &head)], "");
            }
            if at == 0 {
                let (x, y) = (tenth(a.x as f32), tenth(a.y as f32));
                canvas.element("circle", &[("fill", colour), ("cx", &x), ("cy", &y), ("r", "1.9")], "");
            }
        }
    }
}

fn rect(canvas: &mut Canvas, look: &[(&str, &str)], Rect { left, top, width, height }: Rect) {
    let [x, y, width, height] = [left, top, width, height].map(|number| tenth(number as f32));
    let place = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
    canvas.element("rect", &[&place[..], look].concat(), "");
}

fn text(canvas: &mut Canvas, look: &[(&str, &str)], (x, y): (f64, f64), size: f64, text: &str) {
    canvas.words((x as f32, y as f32), size as f32, look, text);
}
