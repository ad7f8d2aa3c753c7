//! Layers: which class stands below which, and through which rows does an edge pass?
//!
//! A class stands below all classes that use it, as far as cycles allow. Edges that lead to one class share one line:
//! it falls through the rows above the class, or rises through the rows below it, and edges join it where they
//! come from. Following a line in its direction there is never a choice.

use std::collections::BTreeMap;

use super::Picture;

/// Something that takes room in a row. The first vertices are the classes, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertex {
    /// The box of a class, with the line that rises beside it if there is one.
    Class(usize),
    /// The line that falls to a class, or rises to it.
    Line,
}

/// A place on a vertex where an edge begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    pub vertex: usize,
    pub port: Port,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Port {
    /// Under a node.
    Slot { node: usize, argument: usize },
    /// The middle of the box or of the line.
    Middle,
    /// The line that rises beside a box.
    Lane,
}

/// An edge, or a part of one, from a row to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub upper: End,
    pub lower: End,
}

/// An edge that turns below its row and rises in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub from: End,
    pub to: End,
}

#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The row of each class.
    pub rank: Vec<usize>,
    pub vertices: Vec<Vertex>,
    /// The vertices of each row, in the order in which they were met.
    pub rows: Vec<Vec<usize>>,
    /// From each row to the next.
    pub links: Vec<Vec<Link>>,
    /// In each row.
    pub bends: Vec<Vec<Bend>>,
    /// The vertex of the line that leads to a class, by class and row.
    lines: BTreeMap<(usize, usize), usize>,
}

impl Layers {
    pub fn new(picture: &Picture) -> Layers {
        let children: Vec<Vec<usize>> = picture
            .classes
            .iter()
            .map(|c| c.nodes.iter().flat_map(|n| &n.children).map(|c| c.0 as usize).collect())
            .collect();
        let rank = ranks(&children);
        let mut rows = vec![Vec::new(); rank.iter().max().map_or(0, |last| last + 1)];
        for (class, row) in rank.iter().enumerate() {
            rows[*row].push(class);
        }
        let vertices = (0..rank.len()).map(Vertex::Class).collect();
        let (links, bends, lines) = (vec![Vec::new(); rows.len()], vec![Vec::new(); rows.len()], BTreeMap::new());
        let mut layers = Layers { rank, vertices, rows, links, bends, lines };
        layers.add_lines(&children);
        for (class, one) in picture.classes.iter().enumerate() {
            for (node, term) in one.nodes.iter().enumerate() {
                for (argument, child) in term.children.iter().enumerate() {
                    layers.add_edge(End { vertex: class, port: Port::Slot { node, argument } }, child.0 as usize);
                }
            }
        }
        layers
    }

    /// The vertices between a class and one that it uses, in the direction of the edge.
    pub fn between(&self, class: usize, child: usize) -> Vec<usize> {
        let (from, to) = (self.rank[class], self.rank[child]);
        let at = |row: usize| self.lines[&(child, row)];
        if from < to { (from + 1..to).map(at).collect() } else { (to + 1..=from).rev().map(at).collect() }
    }

    /// Does an edge from one class to the other rise?
    pub fn rises(&self, class: usize, child: usize) -> bool {
        self.rank[class] >= self.rank[child]
    }

    fn add_lines(&mut self, children: &[Vec<usize>]) {
        let count = self.rank.len();
        let (mut first, mut last) = (self.rank.clone(), self.rank.clone());
        for (class, list) in children.iter().enumerate() {
            for &child in list {
                let row = self.rank[class];
                first[child] = first[child].min(row + 1);
                last[child] = last[child].max(row);
            }
        }
        for child in 0..count {
            let own = self.rank[child];
            for row in (first[child]..own).chain(own + 1..=last[child]) {
                self.lines.insert((child, row), self.vertices.len());
                self.rows[row].push(self.vertices.len());
                self.vertices.push(Vertex::Line);
            }
            for row in first[child]..last[child] {
                let end = |row: usize, own_port: Port| match self.lines.get(&(child, row)) {
                    Some(&vertex) => End { vertex, port: Port::Middle },
                    None => End { vertex: child, port: own_port },
                };
                let link = if row < own {
                    Link { upper: end(row, Port::Middle), lower: end(row + 1, Port::Middle) }
                } else {
                    Link { upper: end(row, Port::Lane), lower: end(row + 1, Port::Lane) }
                };
                self.links[row].push(link);
            }
        }
    }

    fn add_edge(&mut self, from: End, child: usize) {
        let (row, rises) = (self.rank[from.vertex], self.rises(from.vertex, child));
        let next = if rises { row } else { row + 1 };
        let to = match self.lines.get(&(child, next)) {
            Some(&vertex) => End { vertex, port: Port::Middle },
            None => End { vertex: child, port: if rises { Port::Lane } else { Port::Middle } },
        };
        if rises {
            self.bends[row].push(Bend { from, to });
        } else {
            self.links[row].push(Link { upper: from, lower: to });
        }
    }
}

/// The longest way from the root, in steps. A class in a cycle waits for those that use it until nothing else can
/// be placed; then the one nearest to the root goes first, and the edges that lead back to it will rise.
fn ranks(children: &[Vec<usize>]) -> Vec<usize> {
    let mut waits = vec![0_usize; children.len()];
    for (class, list) in children.iter().enumerate() {
        list.iter().filter(|child| **child != class).for_each(|child| waits[*child] += 1);
    }
    let mut rank: Vec<usize> = vec![0; children.len()];
    let mut placed = vec![false; children.len()];
    let mut reached = vec![false; children.len()];
    for _ in 0..children.len() {
        let open = || (0..children.len()).filter(|class| !placed[*class]);
        let next = open().find(|class| waits[*class] == 0).or_else(|| open().find(|class| reached[*class]));
        // Numbers go breadth-first from the roots, so the first open class is a root if none has been reached.
        let class = next.or_else(|| open().next()).expect("one class is placed in each turn");
        placed[class] = true;
        for &child in children[class].iter().filter(|child| **child != class) {
            waits[child] -= 1;
            if !placed[child] {
                reached[child] = true;
                rank[child] = rank[child].max(rank[class] + 1);
            }
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_stands_below_all_that_use_it() {
        // x·(y + x): x is used by both, so it goes below the sum.
        assert_eq!(ranks(&[vec![1, 2], vec![], vec![3, 1], vec![]]), [0, 2, 1, 2]);
    }

    #[test]
    fn cycles_are_cut_near_the_root() {
        // x = (x + 8) − 8 = x + 0.
        assert_eq!(ranks(&[vec![0, 1, 2, 3], vec![], vec![0, 1], vec![1, 1]]), [0, 2, 1, 1]);
        assert_eq!(ranks(&[vec![1], vec![2], vec![1]]), [0, 1, 2]);
    }
}
