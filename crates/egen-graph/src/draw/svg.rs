//! SVG: how is a layout drawn?
//!
//! As in the paper's Figure 1: dashed boxes are classes, solid boxes are nodes, the grammar stands beside them.

use std::fmt::Write;

use super::cell::{CAPTION, FONT, caption};
use super::layout::{Curve, Layout, Rect};
use super::{ClassId, Picture};

/// A longer grammar is left out.
const MAX_LINES: usize = 64;
const LINE: f64 = 17.0;
const MONO: f64 = 12.5;
/// From the picture to the grammar, and around it.
const APART: f64 = 24.0;

/// With more classes than this, edges to the classes that are used most have a colour: long lines are easier to follow.
const MANY: usize = 8;
const COLOURS: [&str; 7] = ["#1f5fa8", "#b3401c", "#2b7a3d", "#7a3f9d", "#8a6a00", "#00767d", "#a8326f"];
const PLAIN: &str = "#333";

const STYLE: &str = "\
text{font-family:Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;fill:#111}\
.class{fill:#f6f7f9;stroke:#555;stroke-dasharray:5 3}\
.root{stroke:#111;stroke-width:1.8}\
.node{fill:#fff;stroke:#111}\
.edge{fill:none;stroke-width:1.15}\
.grammar{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}";

pub(super) fn document(picture: &Picture, layout: &Layout) -> String {
    let (mut body, colours) = (String::new(), colours(layout));
    for (class, drawn) in layout.classes.iter().enumerate() {
        let is_root = picture.roots.contains(&ClassId(class as u32));
        rect(&mut body, if is_root { "class root" } else { "class" }, 7.0, drawn.frame);
        let (x, y) = (drawn.frame.left + 7.0, drawn.frame.top + 14.0);
        let colour = format!("style=\"fill:{}\"", colours[class]);
        text(&mut body, &colour, x, y, CAPTION, &caption(picture, class));
        for (node, frame) in picture.classes[class].nodes.iter().zip(&drawn.nodes) {
            rect(&mut body, "node", 3.0, *frame);
            let (x, y) = (frame.left + frame.width / 2.0, frame.top + frame.height / 2.0 + FONT * 0.35);
            text(&mut body, "text-anchor=\"middle\"", x, y, FONT, &node.label);
        }
    }
    edges(&mut body, layout, &colours);
    let (width, height) = grammar(&mut body, picture, layout);
    let (w, h) = (width.ceil(), height.ceil());
    let title = format!("An e-graph of {} classes and {} nodes", picture.classes.len(), picture.size());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
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
fn grammar(out: &mut String, picture: &Picture, layout: &Layout) -> (f64, f64) {
    let mut lines: Vec<String> = picture.grammar().iter().map(|line| line.replace("->", "→")).collect();
    if lines.len() > MAX_LINES {
        lines = vec![format!("The grammar has {} productions,", lines.len()), "too many to show here.".to_string()];
    }
    const TOP: f64 = 30.0;
    let fitting = ((layout.height - TOP) / LINE) as usize;
    let (mut x, mut height) = (layout.width + APART, layout.height);
    for column in lines.chunks(fitting.max(20)) {
        for (at, line) in column.iter().enumerate() {
            text(out, "class=\"grammar\"", x, TOP + at as f64 * LINE, MONO, line);
        }
        let longest = column.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        x += longest as f64 * MONO * 0.61 + APART;
        height = height.max(TOP + column.len() as f64 * LINE);
    }
    (x, height)
}

/// Edges that share a part of their way draw it once.
fn edges(out: &mut String, layout: &Layout, colours: &[&str]) {
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
            let _ = writeln!(
                out,
                "<path class=\"edge\" stroke=\"{colour}\" d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {end:.1}\"/>",
                a.x, a.y, b.x, b.y, c.x, c.y, d.x
            );
            if is_last {
                let _ = writeln!(out, "<path fill=\"{colour}\" d=\"M{:.1} {:.1}l-3.5 -7.5h7z\"/>", d.x, d.y);
            }
            if at == 0 {
                let _ = writeln!(out, "<circle fill=\"{colour}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.9\"/>", a.x, a.y);
            }
        }
    }
}

fn rect(out: &mut String, class: &str, round: f64, Rect { left, top, width, height }: Rect) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{round}\"/>"
    );
}

fn text(out: &mut String, attributes: &str, x: f64, y: f64, size: f64, text: &str) {
    let escaped = escape(text);
    let _ = writeln!(out, "<text {attributes} x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\">{escaped}</text>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
