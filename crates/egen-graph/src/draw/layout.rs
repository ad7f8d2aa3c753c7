//! Layout: where do boxes and edges go?

use std::collections::BTreeMap;
use std::fmt;

use super::Picture;
use super::arrange::Arrangement;
use super::cell::{HEADS, LANE, PAD};
use super::layers::{End, Layers, Link, Port};
use super::route::Router;
use super::settle::{Pull, settle};
use crate::grammar::ClassId;

/// The heights of what stands in a class box: a caption, nodes, and the border below them.
pub(super) const CAPTION_HEIGHT: f64 = 20.0;
pub(super) const NODE_HEIGHT: f64 = 26.0;
pub(super) const CLASS_HEIGHT: f64 = CAPTION_HEIGHT + NODE_HEIGHT + PAD;
/// Around the picture.
const MARGIN: f64 = 16.0;

/// A picture of more cannot be read.
const MAX_CLASSES: usize = 150;
const MAX_NODES: usize = 600;

/// A graph that is too large to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its classes.
    pub classes: usize,
    /// Their nodes.
    pub nodes: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { classes, nodes } = self;
        write!(
            f,
            "a graph of {classes} classes and {nodes} nodes is too large to be drawn: \
             at most {MAX_CLASSES} classes and {MAX_NODES} nodes can be read"
        )
    }
}

impl std::error::Error for TooLarge {}

/// A place; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "x and y")]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "a box")]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A cubic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve(pub [Point; 4]);

/// The box of a class and those of its nodes, in the picture's order.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassBox {
    /// The class.
    pub frame: Rect,
    /// Its nodes.
    pub nodes: Vec<Rect>,
}

/// An edge from an argument of a node to the class of the argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The class of the node.
    pub class: ClassId,
    /// The node's place in its class.
    pub node: usize,
    /// The argument's place in the node.
    pub argument: usize,
    /// The class of the argument.
    pub to: ClassId,
    /// The way there. Edges to one class share parts of it.
    pub curves: Vec<Curve>,
}

/// A picture with places.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The size of all.
    pub width: f64,
    /// The size of all.
    pub height: f64,
    /// The classes, by number.
    pub classes: Vec<ClassBox>,
    /// The edges, by class, node and argument.
    pub edges: Vec<Edge>,
}

impl Layout {
    pub(super) fn new(picture: &Picture) -> Result<Layout, TooLarge> {
        let (classes, nodes) = (picture.classes.len(), picture.size());
        if classes > MAX_CLASSES || nodes > MAX_NODES {
            return Err(TooLarge { classes, nodes });
        }
        let layers = Layers::new(picture);
        let mut arrangement = Arrangement::new(picture, &layers);
        let edge_of = |vertex: &usize, side: f64| {
            arrangement.x[*vertex] + side * arrangement.cells.get(*vertex).map_or(LANE, |cell| cell.room()) / 2.0
        };
        let vertices: Vec<usize> = (0..layers.vertices.len()).collect();
        let left = vertices.iter().map(|vertex| edge_of(vertex, -1.0)).fold(f64::INFINITY, f64::min);
        let right = vertices.iter().map(|vertex| edge_of(vertex, 1.0)).fold(f64::NEG_INFINITY, f64::max);
        arrangement.x.iter_mut().for_each(|x| *x += MARGIN - left);
        let (tops, height) = rows(&layers, &arrangement);
        let heads = heads(&layers, &arrangement);
        let router = Router { layers: &layers, arrangement: &arrangement, tops: &tops, heads: &heads };
        let edges = router.edges(picture);
        let classes = (0..classes).map(|class| class_box(&arrangement, class, tops[layers.rank[class]])).collect();
        Ok(Layout { width: right - left + 2.0 * MARGIN, height, classes, edges })
    }
}

fn class_box(arrangement: &Arrangement, class: usize, top: f64) -> ClassBox {
    let cell = &arrangement.cells[class];
    let left = arrangement.x[class] + cell.left();
    let node = |(node_left, width): (&f64, &f64)| Rect {
        left: left + node_left,
        top: top + CAPTION_HEIGHT,
        width: *width,
        height: NODE_HEIGHT,
    };
    let nodes = cell.lefts.iter().zip(&cell.widths).map(node).collect();
    ClassBox { frame: Rect { left, top, width: cell.width, height: CLASS_HEIGHT }, nodes }
}

/// The top of each row, and the height of all. Where edges go far to the side or turn, rows stand further apart.
fn rows(layers: &Layers, arrangement: &Arrangement) -> (Vec<f64>, f64) {
    let turns_above = |row: usize| {
        arrangement.cells.iter().enumerate().any(|(class, cell)| layers.rank[class] == row && cell.lane.is_some())
    };
    const TURN: f64 = 18.0;
    let mut tops = Vec::with_capacity(layers.rows.len());
    let mut y = MARGIN;
    for row in 0..layers.rows.len() {
        if turns_above(row) {
            y += TURN;
        }
        tops.push(y);
        y += CLASS_HEIGHT;
        if !layers.bends[row].is_empty() {
            y += TURN;
        }
        if row + 1 < layers.rows.len() {
            let aside = |link: &Link| (arrangement.at(link.upper) - arrangement.at(link.lower)).abs();
            let widest = layers.links[row].iter().map(aside).fold(0.0, f64::max);
            y += 32.0 + (widest * 0.12).min(70.0);
        }
    }
    (tops, y + MARGIN)
}

/// Where on the top border of its class each edge from the row above ends, by the end that it comes from.
/// The line that rises beside a class comes from the class itself.
fn heads(layers: &Layers, arrangement: &Arrangement) -> Vec<BTreeMap<End, f64>> {
    let ends_at = |class: usize| {
        let cell = &arrangement.cells[class];
        let mut ends: Vec<End> = match layers.rank[class].checked_sub(1) {
            Some(above) => {
                let here = |link: &&Link| link.lower == End { vertex: class, port: Port::Middle };
                layers.links[above].iter().filter(here).map(|link| link.upper).collect()
            }
            None => Vec::new(),
        };
        ends.extend(cell.lane.map(|_| End { vertex: class, port: Port::Lane }));
        ends.sort_by(|a, b| arrangement.at(*a).total_cmp(&arrangement.at(*b)));
        let left = arrangement.x[class] + cell.left() + PAD;
        let right = left + cell.width - 2.0 * PAD;
        let pull = |end: &End| Pull { to: arrangement.at(*end).clamp(left, right), weight: 1.0 };
        let mut places = settle(&ends.iter().map(pull).collect::<Vec<_>>(), |_| HEADS);
        let last = places.len().saturating_sub(1);
        for (at, place) in places.iter_mut().enumerate() {
            *place = place.max(left + at as f64 * HEADS).min(right - (last - at) as f64 * HEADS);
        }
        ends.into_iter().zip(places).collect()
    };
    (0..arrangement.cells.len()).map(ends_at).collect()
}
