//! Cells: how much room does a class take in its row, and where in it are its nodes?

use super::layers::{Layers, Port};
use super::{ClassId, Node, Picture, label, name};

/// The size of signs, and of the captions of classes.
pub(super) const FONT: f64 = 15.0;
pub(super) const CAPTION: f64 = 11.0;
/// From a node to the border of its class, and between nodes.
pub(super) const PAD: f64 = 9.0;
/// The room of a line that passes through a row.
pub(super) const LANE: f64 = 14.0;
/// Between the heads of arrows.
pub(super) const HEADS: f64 = 9.0;

/// A class, with the line that rises beside it if there is one.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The width of the box.
    pub width: f64,
    /// On which side a line rises beside the box.
    pub lane: Option<Side>,
    /// The left borders of the nodes, from that of the box.
    pub lefts: Vec<f64>,
    /// The widths of the nodes.
    pub widths: Vec<f64>,
    arities: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Cell {
    pub fn new(picture: &Picture, layers: &Layers, class: usize) -> Cell {
        let drawn = &picture.classes[class];
        let arities: Vec<usize> = drawn.nodes.iter().map(|node| node.children.len()).collect();
        let width = |node: &Node| (label::width(&node.label, FONT) + 14.0).max(13.0 * (node.children.len() + 1) as f64);
        let widths: Vec<f64> = drawn.nodes.iter().map(|node| width(node).max(28.0)).collect();
        let rises = |other: usize| {
            let uses = |node: &Node| node.children.iter().any(|child| child.0 as usize == class);
            layers.rises(other, class) && picture.classes[other].nodes.iter().any(uses)
        };
        let lane = (0..picture.classes.len()).any(rises).then_some(Side::Right);
        let heads = layers.links.iter().flatten().filter(|l| l.lower.vertex == class && l.lower.port == Port::Middle);
        let heads = (heads.count() + usize::from(lane.is_some())) as f64 * HEADS;
        let caption = label::width(&caption(picture, class), CAPTION);
        let mut cell = Cell { width: 0.0, lane, lefts: Vec::new(), widths, arities };
        cell.width = cell.inner().max(caption).max(heads) + 2.0 * PAD;
        cell.put(&(0..drawn.nodes.len()).collect::<Vec<_>>());
        cell
    }

    /// Puts the nodes in an order.
    pub fn put(&mut self, order: &[usize]) {
        self.lefts = vec![0.0; order.len()];
        let mut left = (self.width - self.inner()) / 2.0;
        for &node in order {
            self.lefts[node] = left;
            left += self.widths[node] + PAD;
        }
    }

    /// The width that all nodes take.
    fn inner(&self) -> f64 {
        self.widths.iter().map(|width| width + PAD).sum::<f64>() - PAD
    }

    /// The width with the line.
    pub fn room(&self) -> f64 {
        self.width + if self.lane.is_some() { LANE } else { 0.0 }
    }

    /// The left border of the box, from the middle of the cell.
    pub fn left(&self) -> f64 {
        if self.lane == Some(Side::Left) { LANE - self.room() / 2.0 } else { -self.room() / 2.0 }
    }

    /// A port, from the middle of the cell. The first argument of a node is leftmost.
    pub fn port(&self, port: Port) -> f64 {
        match port {
            Port::Slot { node, argument } => {
                let part = (argument + 1) as f64 / (self.arities[node] + 1) as f64;
                self.left() + self.lefts[node] + self.widths[node] * part
            }
            Port::Middle => self.left() + self.width / 2.0,
            Port::Lane if self.lane == Some(Side::Left) => (LANE - self.room()) / 2.0,
            Port::Lane => (self.room() - LANE) / 2.0,
        }
    }
}

/// What stands above the nodes of a class: `e3`, `e3 ≥ 0`.
pub(super) fn caption(picture: &Picture, class: usize) -> String {
    let name = name(ClassId(class as u32));
    match label::knowledge(&picture.classes[class]) {
        Some(known) => format!("{name}  {known}"),
        None => name,
    }
}
