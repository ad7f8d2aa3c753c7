//! Arranging: in which order do classes stand in a row, and where exactly?
//!
//! Every vertex is drawn towards the other ends of its edges. Sorting rows by where that is removes crossings (the barycentre
//! heuristic of Sugiyama, Tagawa and Toda, 1981); then rows settle, in their order, where edges are shortest.

use super::Picture;
use super::cell::{Cell, LANE, Side};
use super::layers::{End, Layers, Port, Vertex};
use super::settle::{Pull, settle};

/// Between classes.
const GAP: f64 = 22.0;

/// Where everything stands from left to right.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    /// The classes.
    pub cells: Vec<Cell>,
    /// The vertices of each row, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// The middle of each vertex.
    pub x: Vec<f64>,
}

impl Arrangement {
    pub fn new(picture: &Picture, layers: &Layers) -> Arrangement {
        let cells = (0..picture.classes.len()).map(|class| Cell::new(picture, layers, class)).collect();
        let x = vec![0.0; layers.vertices.len()];
        let mut now = Arrangement { cells, rows: layers.rows.clone(), x };
        for row in 0..now.rows.len() {
            now.settle(layers, row, &vec![Pull { to: 0.0, weight: 1.0 }; now.rows[row].len()]);
        }
        let (mut best, mut fewest) = (now.clone(), now.cost(layers));
        const SWEEPS: usize = 24;
        for sweep in 0..SWEEPS {
            let (count, downwards) = (now.rows.len(), sweep % 2 == 0);
            for step in 0..count {
                now.sort(layers, if downwards { step } else { count - 1 - step }, downwards);
            }
            now.sort_nodes(layers);
            let cost = now.cost(layers);
            if cost < fewest {
                (best, fewest) = (now.clone(), cost);
            }
        }
        // Each settling is the minimum for one row, so the sum of squared lengths only falls.
        const SETTLINGS: usize = 40;
        for _ in 0..SETTLINGS {
            for row in (0..best.rows.len()).chain((0..best.rows.len()).rev()) {
                best.settle(layers, row, &best.pulls(layers, row, true, true));
            }
        }
        best
    }

    /// The place of an end.
    pub fn at(&self, end: End) -> f64 {
        self.x[end.vertex] + self.offset(end)
    }

    fn offset(&self, end: End) -> f64 {
        self.cells.get(end.vertex).map_or(0.0, |cell| cell.port(end.port))
    }

    /// Where each vertex of a row is drawn to by its edges; one without edges stays where it is.
    fn pulls(&self, layers: &Layers, row: usize, above: bool, below: bool) -> Vec<Pull> {
        let mut sums = vec![Pull::default(); layers.vertices.len()];
        let mut pull = |own: End, other: End, weight: f64| {
            sums[own.vertex].to += weight * (self.at(other) - self.offset(own));
            sums[own.vertex].weight += weight;
        };
        // Long lines are kept straight.
        let is_line = |end: End| usize::from(layers.vertices[end.vertex] == Vertex::Line);
        let weight = |upper: End, lower: End| [1.0, 2.0, 20.0][is_line(upper) + is_line(lower)];
        if above && row > 0 {
            layers.links[row - 1].iter().for_each(|link| pull(link.lower, link.upper, weight(link.upper, link.lower)));
        }
        if below {
            layers.links[row].iter().for_each(|link| pull(link.upper, link.lower, weight(link.upper, link.lower)));
        }
        for bend in layers.bends[row].iter().filter(|bend| bend.from.vertex != bend.to.vertex) {
            pull(bend.from, bend.to, 0.25);
            pull(bend.to, bend.from, 0.5);
        }
        let mean = |vertex: &usize| match sums[*vertex] {
            Pull { weight: 0.0, .. } => Pull { to: self.x[*vertex], weight: 0.1 },
            Pull { to, weight } => Pull { to: to / weight, weight },
        };
        self.rows[row].iter().map(mean).collect()
    }

    fn sort(&mut self, layers: &Layers, row: usize, downwards: bool) {
        let pulls = self.pulls(layers, row, downwards, !downwards);
        let mut order: Vec<(usize, Pull)> = self.rows[row].iter().copied().zip(pulls).collect();
        order.sort_by(|(_, a), (_, b)| a.to.total_cmp(&b.to));
        let (vertices, pulls): (Vec<usize>, Vec<Pull>) = order.into_iter().unzip();
        self.rows[row] = vertices;
        self.settle(layers, row, &pulls);
    }

    /// Moves the vertices of a row as near as they can come to where they are drawn, in their order.
    fn settle(&mut self, layers: &Layers, row: usize, pulls: &[Pull]) {
        let room = |at: usize| match layers.vertices[self.rows[row][at]] {
            Vertex::Class(class) => self.cells[class].room() + GAP,
            Vertex::Line => LANE,
        };
        let places = settle(pulls, room);
        for (vertex, place) in self.rows[row].iter().zip(places) {
            self.x[*vertex] = place;
        }
    }

    /// Sorts the nodes of each class by where their edges go, leaves first, and puts rising lines on the nearer side.
    fn sort_nodes(&mut self, layers: &Layers) {
        let mut goals: Vec<Vec<Pull>> =
            self.cells.iter().map(|cell| vec![Pull::default(); cell.widths.len()]).collect();
        let mut sides = vec![0.0; self.cells.len()];
        let links = layers.links.iter().flatten().map(|link| (link.upper, link.lower));
        for (from, to) in links.chain(layers.bends.iter().flatten().map(|bend| (bend.from, bend.to))) {
            if let Port::Slot { node, .. } = from.port {
                goals[from.vertex][node].to += self.at(to);
                goals[from.vertex][node].weight += 1.0;
            }
            // A lane is the upper end of a link or the goal of a bend.
            for (lane, other) in [(from, to), (to, from)] {
                if lane.port == Port::Lane && lane.vertex != other.vertex {
                    sides[lane.vertex] += self.at(other) - self.x[lane.vertex];
                }
            }
        }
        for ((cell, goals), side) in self.cells.iter_mut().zip(goals).zip(sides) {
            cell.lane = cell.lane.map(|_| if side >= 0.0 { Side::Right } else { Side::Left });
            let mean = |node: usize| match goals[node] {
                Pull { weight: 0.0, .. } => f64::NEG_INFINITY,
                Pull { to, weight } => to / weight,
            };
            let mut order: Vec<usize> = (0..goals.len()).collect();
            order.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)));
            cell.put(&order);
        }
    }

    /// Crossings between rows, then the length of all edges.
    fn cost(&self, layers: &Layers) -> (usize, f64) {
        let (mut crossings, mut length) = (0, 0.0);
        for links in &layers.links {
            let ends: Vec<(f64, f64)> = links.iter().map(|link| (self.at(link.upper), self.at(link.lower))).collect();
            for (at, (a, b)) in ends.iter().enumerate() {
                crossings += ends[..at].iter().filter(|(c, d)| (a - c) * (b - d) < 0.0).count();
                length += (a - b).abs();
            }
        }
        for bend in layers.bends.iter().flatten() {
            length += (self.at(bend.from) - self.at(bend.to)).abs();
        }
        (crossings, length)
    }
}
