//! Routes: which way does an edge go?
//!
//! Curves stay between rows and straight lines pass through them in room of their own, so no edge crosses a box.

use std::collections::BTreeMap;

use super::Picture;
use super::arrange::Arrangement;
use super::cell::PAD;
use super::layers::{End, Layers, Port};
use super::layout::{CLASS_HEIGHT, Curve, Edge, Point};
use crate::grammar::ClassId;

/// What an edge needs to know of the rows.
pub(super) struct Router<'a> {
    pub layers: &'a Layers,
    pub arrangement: &'a Arrangement,
    /// The top of each row.
    pub tops: &'a [f64],
    /// Where edges end on the top border of each class, by where they come from.
    pub heads: &'a [BTreeMap<End, f64>],
}

impl Router<'_> {
    /// All edges, by class, node and argument.
    pub fn edges(&self, picture: &Picture) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (class, one) in picture.classes.iter().enumerate() {
            for (node, drawn) in one.nodes.iter().enumerate() {
                for (argument, &to) in drawn.children.iter().enumerate() {
                    let from = End { vertex: class, port: Port::Slot { node, argument } };
                    let curves = self.way(from, to.0 as usize);
                    edges.push(Edge { class: ClassId(class as u32), node, argument, to, curves });
                }
            }
        }
        edges
    }

    /// Down from a node and then down to a class, or around below, up beside the boxes, and around above.
    fn way(&self, from: End, child: usize) -> Vec<Curve> {
        let (mut row, mut end) = (self.layers.rank[from.vertex], from);
        let mut x = self.arrangement.at(from);
        let top = |row: usize| self.tops[row];
        let bottom = |row: usize| self.tops[row] + CLASS_HEIGHT;
        let mut curves = vec![straight(x, bottom(row) - PAD, bottom(row))];
        let lines = self.layers.between(from.vertex, child);
        if !self.layers.rises(from.vertex, child) {
            for vertex in lines {
                end = End { vertex, port: Port::Middle };
                let next = self.arrangement.at(end);
                curves.push(sloped(x, bottom(row), next, top(row + 1)));
                (row, x) = (row + 1, next);
                curves.push(straight(x, top(row), bottom(row)));
            }
            curves.push(sloped(x, bottom(row), self.heads[child][&end], top(row + 1)));
            return curves;
        }
        let lane = End { vertex: child, port: Port::Lane };
        for (step, vertex) in lines.into_iter().map(Some).chain([None]).enumerate() {
            let next = self.arrangement.at(vertex.map_or(lane, |vertex| End { vertex, port: Port::Middle }));
            if step == 0 {
                curves.push(turned(x, next, bottom(row), 1.0));
            } else {
                curves.push(sloped(x, top(row), next, bottom(row - 1)));
                row -= 1;
            }
            x = next;
            curves.push(straight(x, bottom(row), top(row)));
        }
        curves.push(turned(x, self.heads[child][&lane], top(row), -1.0));
        curves
    }
}

fn straight(x: f64, from: f64, to: f64) -> Curve {
    sloped(x, from, x, to)
}

/// Leaves and arrives vertically.
fn sloped(x: f64, y: f64, to_x: f64, to_y: f64) -> Curve {
    let middle = (y + to_y) / 2.0;
    Curve([Point { x, y }, Point { x, y: middle }, Point { x: to_x, y: middle }, Point { x: to_x, y: to_y }])
}

/// Leaves a height vertically and comes back to it, below it (1) or above it (−1).
fn turned(x: f64, to_x: f64, y: f64, side: f64) -> Curve {
    // A curve reaches three quarters of the way to its control points.
    let depth = y + side * (14.0 + 0.1 * (x - to_x).abs()).min(30.0);
    Curve([Point { x, y }, Point { x, y: depth }, Point { x: to_x, y: depth }, Point { x: to_x, y }])
}
