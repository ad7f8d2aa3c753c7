//! Tree edit distance: how many nodes must be renamed, taken out or put in to make one expression of the other?
//!
//! Zhang and Shasha, *Simple fast algorithms for the editing distance between trees and related problems*, SIAM J. Comput. 18 (1989).
//! Each edit costs 1; the order of arguments counts. The similarity is minus Li and Zhang's normalisation 2d / (a + b + d) of the distance
//! d of trees with a and b nodes (IEEE TPAMI 33, 2011), which is a metric between 0 and 1.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use egen_math::{Expr, Node, Symbol};

use super::tokens;
use crate::error::EvalError;
use crate::similar::{Similar, Space};

/// Tree edit distance.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeEdits;

impl Similar for TreeEdits {
    fn name(&self) -> &str {
        "tree edit distance"
    }

    fn read(&self, exprs: &[Expr]) -> Result<Box<dyn Space>, EvalError> {
        let mut labels = HashMap::new();
        let read = |expr: &Expr| {
            // Refuses what is too large for the tables.
            tokens(expr, self.name())?;
            Ok(Tree::new(expr, &mut labels))
        };
        Ok(Box::new(Trees(exprs.iter().map(read).collect::<Result<_, EvalError>>()?)))
    }
}

/// The nodes of a tree in postorder.
struct Tree {
    /// What stands at each node.
    labels: Vec<u32>,
    /// The same, sorted.
    sorted: Vec<u32>,
    /// The leftmost leaf below each node.
    leftmost: Vec<u16>,
    /// The nodes that are not the first child of another one, in order.
    roots: Vec<u16>,
}

/// A node without its arguments.
#[derive(PartialEq, Eq, Hash)]
enum Label {
    Leaf(Node),
    Operator(egen_math::Op),
    Call(Symbol, usize),
}

impl Tree {
    fn new(expr: &Expr, known: &mut HashMap<Label, u32>) -> Tree {
        let mut leftmost: Vec<u16> = Vec::with_capacity(expr.len());
        let mut labels = Vec::with_capacity(expr.len());
        for (at, node) in expr.nodes().iter().enumerate() {
            let (label, first) = match node {
                Node::Num(_) | Node::Const(_) | Node::Var(_) => (Label::Leaf(node.clone()), None),
                Node::Unary(op, a) | Node::Binary(op, a, _) => (Label::Operator(*op), Some(*a)),
                Node::Call(name, all) => (Label::Call(name.clone(), all.len()), all.first().copied()),
            };
            leftmost.push(first.map_or(at as u16, |first| leftmost[first.index()]));
            let next = known.len() as u32;
            labels.push(*known.entry(label).or_insert(next));
        }
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        let nodes = 0..labels.len();
        // Of all nodes with the same leftmost leaf the last.
        let last = |&at: &usize| leftmost[at + 1..].iter().all(|&other| other != leftmost[at]);
        let roots = nodes.filter(last).map(|at| at as u16).collect();
        Tree { labels, sorted, leftmost, roots }
    }

    fn len(&self) -> usize {
        self.labels.len()
    }

    /// What at least must be edited: nodes whose labels the other tree does not have.
    fn least(&self, other: &Tree) -> usize {
        let (mut common, mut i, mut j) = (0, 0, 0);
        while let (Some(a), Some(b)) = (self.sorted.get(i), other.sorted.get(j)) {
            common += usize::from(a == b);
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        self.len().max(other.len()) - common
    }

    fn similarity(&self, other: &Tree, distance: usize) -> f32 {
        -((2 * distance) as f32) / (self.len() + other.len() + distance) as f32
    }
}

/// The tables of the algorithm, kept from one pair of trees to the next.
#[derive(Default)]
struct Room {
    trees: Vec<u16>,
    forests: Vec<u16>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

impl Room {
    /// The distance of two trees.
    fn distance(&mut self, a: &Tree, b: &Tree) -> usize {
        let (rows, columns) = (a.len(), b.len());
        self.trees.clear();
        self.trees.resize(rows * columns, 0);
        self.forests.resize(self.forests.len().max((rows + 1) * (columns + 1)), 0);
        for &i in &a.roots {
            for &j in &b.roots {
                self.forests(a, b, i as usize, j as usize);
            }
        }
        self.trees[rows * columns - 1] as usize
    }

    /// The distances of all forests that begin below two nodes at their leftmost leaves, and of the trees among them.
    fn forests(&mut self, a: &Tree, b: &Tree, i: usize, j: usize) {
        let (columns, Room { trees, forests }) = (b.len(), self);
        let (first, other) = (a.leftmost[i] as usize, b.leftmost[j] as usize);
        let width = j - other + 2;
        for (at, forest) in forests[..width].iter_mut().enumerate() {
            *forest = at as u16;
        }
        for x in first..=i {
            let row = (x - first + 1) * width;
            let (above, here) = forests.split_at_mut(row);
            here[0] = (x - first + 1) as u16;
            let whole_a = a.leftmost[x] as usize == first;
            let before_a = (a.leftmost[x] as usize - first) * width;
            for y in other..=j {
                let at = y - other + 1;
                let edited = 1 + above[row - width + at].min(here[at - 1]);
                let leftmost = b.leftmost[y] as usize;
                if whole_a && leftmost == other {
                    let renamed = above[row - width + at - 1] + u16::from(a.labels[x] != b.labels[y]);
                    here[at] = edited.min(renamed);
                    trees[x * columns + y] = here[at];
                } else {
                    here[at] = edited.min(above[before_a + leftmost - other] + trees[x * columns + y]);
                }
            }
        }
    }
}

/// Expressions as trees.
struct Trees(Vec<Tree>);

impl Trees {
    fn similarity(&self, query: usize, other: usize) -> f32 {
        let (a, b) = (&self.0[query], &self.0[other]);
        a.similarity(b, ROOM.with_borrow_mut(|room| room.distance(a, b)))
    }
}

impl Space for Trees {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn similarities(&self, queries: Range<usize>, pool: Range<usize>, out: &mut [f32]) {
        for (query, out) in queries.zip(out.chunks_exact_mut(pool.len())) {
            pool.clone().zip(out).for_each(|(other, out)| *out = self.similarity(query, other));
        }
    }

    /// In the order of what labels alone allow, until nothing that is left can be nearer.
    fn nearest_to(&self, query: usize, pool: Range<usize>, count: usize) -> Option<Vec<u32>> {
        let bound = |other: usize| self.0[query].similarity(&self.0[other], self.0[query].least(&self.0[other]));
        let mut order: Vec<(f32, u32)> =
            pool.filter(|&at| at != query).map(|other| (bound(other), other as u32)).collect();
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let before = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).is_lt();
        let mut best: Vec<(f32, u32)> = Vec::with_capacity(count + 1);
        for (bound, other) in order {
            // What is as near may still come first in the pool.
            if best.len() >= count && best.last().is_none_or(|least| bound < least.0) {
                break;
            }
            let new = (self.similarity(query, other as usize), other);
            best.insert(best.partition_point(|old| before(old, &new)), new);
            best.truncate(count);
        }
        Some(best.into_iter().map(|(_, at)| at).collect())
    }
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    use super::*;
    use crate::similar::nearest;

    fn distance(a: &str, b: &str) -> usize {
        let mut labels = HashMap::new();
        let [a, b] = [a, b].map(|text| Tree::new(&read_expr(text).expect(text), &mut labels));
        let found = Room::default().distance(&a, &b);
        assert_eq!(found, Room::default().distance(&b, &a), "it is symmetric");
        assert!(a.least(&b) <= found);
        found
    }

    #[test]
    fn distances_by_hand() {
        for (a, b, want) in [
            ("x + 1", "x + 1", 0),
            ("x + 1", "x + 2", 1),
            // Both arguments are renamed: their order counts.
            ("x + 1", "1 + x", 2),
            ("x", "sin(x)", 1),
            // sin is taken out, and cos put in elsewhere.
            ("sin(x) + 1", "x + cos(1)", 2),
            // The 3 and the product go.
            ("3*sin(x + 1)", "sin(x + 1)", 2),
            ("ln(sin(x))", "sin(ln(x))", 2),
            ("x", "y*z", 3),
        ] {
            assert_eq!(distance(a, b), want, "{a} and {b}");
        }
    }

    /// Zhang and Shasha's own example: f(d(a, c(b)), e) and f(c(d(a, b)), e) are at distance 2.
    #[test]
    fn the_example_of_the_paper() {
        assert_eq!(distance("y/sin(a) - b", "sin(y/a) - b"), 2);
    }

    #[test]
    fn the_nearest_are_those_of_all_distances() {
        let texts = ["x", "x + 1", "1 + x", "x + 2", "sin(x + 1)", "sin(x)", "2*x + 1", "x^2 + 1", "cos(x)", "x*y"];
        let exprs: Vec<Expr> = texts.iter().map(|text| read_expr(text).expect(text)).collect();
        let space = TreeEdits.read(&exprs).unwrap();
        let found = nearest(&*space, 0..texts.len(), 0..texts.len(), 3);
        let mut row = vec![0.0; texts.len()];
        for (query, found) in found.iter().enumerate() {
            space.similarities(query..query + 1, 0..texts.len(), &mut row);
            let mut order: Vec<u32> = (0..texts.len() as u32).filter(|&at| at as usize != query).collect();
            order.sort_by(|&a, &b| row[b as usize].total_cmp(&row[a as usize]));
            assert_eq!(*found, order[..3], "{}", texts[query]);
        }
    }
}
