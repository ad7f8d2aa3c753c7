//! Nearest centres: which rows can have changed theirs, now that the centres moved?
//!
//! Each row has an upper bound of the distance to its own centre and one lower bound of the distances to all others (Hamerly, *Making
//! k-means even faster*, 2010). They follow the centres: the upper bound grows by what the own centre moved, the lower one shrinks by
//! the largest move. A row whose bounds stay apart keeps its label. One centre that moves far would spoil every lower bound, so
//! the centres that moved farthest are multiplied with the rows in doubt, and the bound shrinks only by the largest move of the others.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::means::{Moved, distances};
use super::points::{BLOCK, Points, rounding, underflow};
use super::two::{Tiles, Two};

/// Shares of the centres that are multiplied by themselves, if that is what settles the most rows for the least.
const FAST: [usize; 4] = [64, 16, 6, 3];

/// For each row its nearest centre. Labels are those that products of all rows with all centres give, to the last tie.
pub struct Nearest {
    pub labels: Vec<u32>,
    upper: Vec<f32>,
    lower: Vec<f32>,
}

/// What is known of a row.
#[derive(Clone, Copy)]
struct Found {
    label: u32,
    upper: f32,
    lower: f32,
}

/// How far squared distances may be from their true values.
struct Slack {
    share: f64,
    /// What all rows have in common: the part of the longest centre.
    common: f64,
}

impl Slack {
    fn new(tiles: &Tiles, width: usize) -> Slack {
        let share = rounding(width);
        Slack { share, common: share * tiles.longest() + underflow(width) }
    }

    fn of(&self, square: f32) -> f64 {
        self.share * f64::from(square) + self.common
    }
}

// A number next to the rounded one lies beyond the unrounded one, and leaves half its distance for roundings in double precision.
fn above(distance: f64) -> f32 {
    (distance as f32).next_up()
}

fn below(distance: f64) -> f32 {
    (distance as f32).next_down()
}

/// Bounds of a distance, given its square.
fn at_most(square: f32, slack: f64) -> f32 {
    above((f64::from(square) + slack).sqrt())
}

fn at_least(square: f32, slack: f64) -> f32 {
    below((f64::from(square) - slack).max(0.0).sqrt())
}

/// Is the own centre found to be the nearest, whatever rounding does to it and to any other? What is no number settles nothing.
fn settled(upper: f32, lower: f32, slack: f64) -> bool {
    lower > upper && f64::from(lower).powi(2) - f64::from(upper).powi(2) > 2.0 * slack
}

/// The squared distance of two rows.
fn between(a: &[f32], b: &[f32]) -> f32 {
    const CHAINS: usize = 16;
    let ((a, rest), (b, others)) = (a.as_chunks::<CHAINS>(), b.as_chunks::<CHAINS>());
    let mut sums = [0.0; CHAINS];
    for (a, b) in a.iter().zip(b) {
        (0..CHAINS).for_each(|at| sums[at] += (a[at] - b[at]) * (a[at] - b[at]));
    }
    sums.iter().sum::<f32>() + rest.iter().zip(others).map(|(a, b)| (a - b) * (a - b)).sum::<f32>()
}

impl Nearest {
    /// Finds the nearest of all centres for all rows.
    pub fn new(points: &Points, centres: &[f32]) -> Nearest {
        let (width, len) = (points.matrix.width(), points.len());
        let mut nearest = Nearest { labels: vec![u32::MAX; len], upper: vec![0.0; len], lower: vec![0.0; len] };
        let tiles = Tiles::new(centres, width);
        let all: Vec<u32> = (0..len as u32).collect();
        nearest.search(points, &all, &tiles, &Slack::new(&tiles, width));
        nearest
    }

    /// Finds them again after the centres moved; has any label changed?
    pub fn follow(&mut self, points: &Points, centres: &[f32], moved: &Moved) -> bool {
        let width = points.matrix.width();
        let tiles = Tiles::new(centres, width);
        let slack = Slack::new(&tiles, width);
        let mut order: Vec<usize> = (0..moved.by.len()).collect();
        order.sort_by_key(|&at| (Reverse(moved.by[at].to_bits()), at));
        let farthest = moved.by[order[0]];
        let doubtful = self.in_doubt(points, centres, (&moved.by, farthest), (&tiles, &slack));
        // Rows that `fast` centres leave in reach of their bounds cost `fast` products each, all others a product with each centre.
        let reach = |fast: usize, row: u32| {
            let (upper, lower) = (self.upper[row as usize], self.lower[row as usize] - moved.by[order[fast]]);
            settled(upper, lower, slack.of(points.squares[row as usize]))
        };
        let plan = |share: usize| {
            let fast = order.len() / share;
            let reached = doubtful.par_iter().filter(|&&row| reach(fast, row)).count();
            (reached * fast + (doubtful.len() - reached) * order.len(), fast)
        };
        let (_, fast) = FAST.map(plan).into_iter().min().expect("there are shares");
        let (within, mut beyond): (Vec<u32>, Vec<u32>) = doubtful.into_par_iter().partition(|&row| reach(fast, row));
        let (fast, rest) = (&order[..fast], moved.by[order[fast]]);
        let (changed, left) = self.search_fast(points, centres, &within, (fast, rest), &slack);
        beyond.extend(left);
        changed | self.search(points, &beyond, &tiles, &slack)
    }

    /// Lets the bounds follow the centres. The rows that they do not settle; lower bounds of these are left as they were.
    fn in_doubt(
        &mut self,
        points: &Points,
        centres: &[f32],
        (moved, farthest): (&[f32], f32),
        (tiles, slack): (&Tiles, &Slack),
    ) -> Vec<u32> {
        let width = points.matrix.width();
        // A row is as far from another centre as its own is, less its own distance. With few rows for each centre, the distances
        // between centres would take as long as what they save.
        let apart: Vec<f32> = if points.len() >= 16 * moved.len() {
            let squares = tiles.apart(centres, width).into_iter().zip(centres.chunks_exact(width));
            squares.map(|(apart, centre)| at_least(apart, slack.of(super::points::square(centre)))).collect()
        } else {
            vec![0.0; moved.len()]
        };
        let bounds = self.upper.par_chunks_mut(BLOCK).zip(self.lower.par_chunks_mut(BLOCK));
        let blocks = bounds.zip(self.labels.par_chunks(BLOCK)).enumerate().map(|(block, ((upper, lower), labels))| {
            let mut doubtful = Vec::new();
            for (at, &label) in labels.iter().enumerate() {
                let (row, label) = (block * BLOCK + at, label as usize);
                let slack = slack.of(points.squares[row]);
                let others = below(f64::from(lower[at]) - f64::from(farthest));
                let apart_from = |upper: f32| others.max(below(f64::from(apart[label]) - f64::from(upper)));
                upper[at] = above(f64::from(upper[at]) + f64::from(moved[label]));
                if !settled(upper[at], apart_from(upper[at]), slack) {
                    let exact = between(points.matrix.row(row), &centres[label * width..][..width]);
                    upper[at] = upper[at].min(at_most(exact, slack));
                }
                if settled(upper[at], apart_from(upper[at]), slack) {
                    lower[at] = apart_from(upper[at]);
                } else {
                    doubtful.push(row as u32);
                }
            }
            doubtful
        });
        blocks.flatten_iter().collect()
    }

    /// Searches rows among their own centre and the `fast` ones; all others moved by no more than `rest`. Has any label changed,
    /// and which rows are not settled by that?
    fn search_fast(
        &mut self,
        points: &Points,
        centres: &[f32],
        rows: &[u32],
        (fast, rest): (&[usize], f32),
        slack: &Slack,
    ) -> (bool, Vec<u32>) {
        if fast.is_empty() {
            return (false, rows.to_vec());
        }
        let width = points.matrix.width();
        let centre = |at: usize| &centres[at * width..][..width];
        let some: Vec<f32> = fast.iter().flat_map(|&at| centre(at)).copied().collect();
        let mut is_fast = vec![false; centres.len() / width];
        fast.iter().for_each(|&at| is_fast[at] = true);
        let two = Tiles::new(&some, width).of_rows(points, rows);
        let decide = |(&row, two): (&u32, &Two)| {
            let (row, own) = (row as usize, self.labels[row as usize]);
            let square = points.squares[row];
            let slack = slack.of(square);
            let others = below(f64::from(self.lower[row]) - f64::from(rest));
            let (first, second) = (two.nearest(square), two.next(square));
            let to_own = between(points.matrix.row(row), centre(own as usize));
            let (label, nearest, next) = if is_fast[own as usize] {
                (fast[two.label as usize] as u32, first, second)
            } else if to_own <= first {
                (own, to_own, first)
            } else {
                (fast[two.label as usize] as u32, first, second.min(to_own))
            };
            let (upper, lower) = (at_most(nearest, slack), others.min(at_least(next, slack)));
            settled(upper, lower, slack).then_some(Found { label, upper, lower })
        };
        let found: Vec<Option<Found>> = rows.par_iter().zip(&two).map(decide).collect();
        let mut left = Vec::new();
        let mut changed = false;
        for (&row, found) in rows.iter().zip(found) {
            match found {
                Some(found) => changed |= self.set(row, found),
                None => left.push(row),
            }
        }
        (changed, left)
    }

    /// Searches rows among all centres; has any label changed?
    fn search(&mut self, points: &Points, rows: &[u32], tiles: &Tiles, slack: &Slack) -> bool {
        let mut changed = false;
        for (&row, two) in rows.iter().zip(tiles.of_rows(points, rows)) {
            let square = points.squares[row as usize];
            let slack = slack.of(square);
            let (upper, lower) = (at_most(two.nearest(square), slack), at_least(two.next(square), slack));
            changed |= self.set(row, Found { label: two.label, upper, lower });
        }
        changed
    }

    fn set(&mut self, row: u32, Found { label, upper, lower }: Found) -> bool {
        let row = row as usize;
        (self.upper[row], self.lower[row]) = (upper, lower);
        std::mem::replace(&mut self.labels[row], label) != label
    }

    /// The sum of the squared distances.
    pub fn inertia(&self, points: &Points, centres: &[f32]) -> f64 {
        distances(points, &self.labels, centres).into_iter().map(f64::from).sum()
    }
}
