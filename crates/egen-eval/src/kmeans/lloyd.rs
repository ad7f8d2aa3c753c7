//! Lloyd's algorithm: which centres leave the least squared distance to the rows?
//!
//! |x - c|² = |x|² + |c|² - 2 x·c, so the nearest centres of all rows are a matrix product and an arg-min. Starts are greedy k-means++:
//! a centre is drawn with a chance that grows with the squared distance to the centres before it, and of a few such draws the one is
//! taken that leaves the least in all. Defaults, tolerance and the treatment of clusters that lose all rows are scikit-learn's. Sums
//! are taken in fixed order, so that the answer depends on the rows and the seed and not on threads.

use egen_corpus::mix;
use egen_graph::grammar::seeded;
use egen_model::kernel::product::Packed;
use rand_core::Rng;
use rayon::prelude::*;

use crate::matrix::{Matrix, packed, products};

/// Rows that a thread takes at a time, and centres that it compares them with: their products stay in the second cache.
const BLOCK: usize = 256;
const TILE: usize = 64;

/// How to cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Starts, of which the best result is kept.
    pub restarts: usize,
    /// Steps, at most.
    pub max_iterations: usize,
    /// It ends when the centres move by less than this share of the columns' mean variance, squared distances added up.
    pub tolerance: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { restarts: 10, max_iterations: 1000, tolerance: 1e-6 }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    /// For each row its centre.
    pub labels: Vec<u32>,
    /// The sum of squared distances.
    pub inertia: f64,
    /// The steps of the start that was kept.
    pub iterations: usize,
}

/// Clusters the rows around so many centres.
///
/// # Panics
/// If there are no rows, no centres, or no restarts.
pub fn cluster(matrix: &Matrix, count: usize, settings: &Settings, seed: u64) -> Clustering {
    assert!(matrix.rows() > 0 && count > 0 && settings.restarts > 0, "something to cluster, and a start");
    let points = Points::new(matrix);
    let run = |restart| once(&points, count, settings, mix(seed, restart));
    let runs: Vec<Clustering> = (0..settings.restarts as u64).into_par_iter().map(run).collect();
    runs.into_iter().min_by(|a, b| a.inertia.total_cmp(&b.inertia)).expect("there is a start")
}

fn once(points: &Points, count: usize, settings: &Settings, seed: u64) -> Clustering {
    let mut centres = points.start(count, &mut seeded(seed));
    let mut nearest = points.nearest(&centres);
    let mut iterations = 0;
    while iterations < settings.max_iterations {
        iterations += 1;
        let moved = points.move_centres(&nearest, &mut centres);
        let before = std::mem::replace(&mut nearest, points.nearest(&centres));
        if before.labels == nearest.labels || moved <= settings.tolerance * points.variance {
            break;
        }
    }
    let inertia = nearest.distances.iter().copied().map(f64::from).sum();
    Clustering { labels: nearest.labels, inertia, iterations }
}

/// The rows around their mean, which keeps products small and distances exact.
struct Points {
    rows: Matrix,
    /// The rows again, as right factors: a start compares all of them with a handful of candidates, and a handful of columns would
    /// leave half of a panel empty.
    blocks: Vec<Packed>,
    /// The squared length of each row.
    squares: Vec<f32>,
    /// The mean variance of the columns.
    variance: f64,
}

/// For each row its nearest centre, of equals the first, and the squared distance to it.
struct Nearest {
    labels: Vec<u32>,
    distances: Vec<f32>,
}

impl Points {
    fn new(matrix: &Matrix) -> Points {
        let (width, count) = (matrix.width(), matrix.rows() as f64);
        let mut means = vec![0.0f64; width];
        for row in matrix.data().chunks_exact(width) {
            means.iter_mut().zip(row).for_each(|(mean, &x)| *mean += f64::from(x));
        }
        means.iter_mut().for_each(|mean| *mean /= count);
        let mut rows = matrix.clone();
        for row in rows.data_mut().chunks_exact_mut(width) {
            row.iter_mut().zip(&means).for_each(|(x, mean)| *x = (f64::from(*x) - mean) as f32);
        }
        let squares = squares(rows.data(), width);
        let variance = squares.iter().map(|&x| f64::from(x)).sum::<f64>() / (count * width as f64);
        let blocks = rows.data().par_chunks(BLOCK * width).map(|rows| packed(rows, width)).collect();
        Points { rows, blocks, squares, variance }
    }

    /// Starting centres. The same row may come twice if there are fewer different rows than centres.
    fn start(&self, count: usize, rng: &mut impl Rng) -> Vec<f32> {
        let (width, len) = (self.rows.width(), self.rows.rows());
        let trials = 2 + (count as f64).ln() as usize;
        let mut centres = Vec::with_capacity(count * width);
        let mut closest = vec![f32::INFINITY; len];
        let mut drawn = vec![(unit(rng) * len as f64) as usize];
        let mut room = vec![0.0; trials * len];
        while centres.len() < count * width {
            let distances = &mut room[..drawn.len() * len];
            let gains = self.gains(&drawn, &closest, distances);
            let best = (1..drawn.len()).fold(0, |best, at| if gains[at] > gains[best] { at } else { best });
            centres.extend_from_slice(self.rows.row(drawn[best]));
            let blocks = closest.par_chunks_mut(BLOCK).zip(distances.par_chunks(BLOCK * drawn.len()));
            let sums = blocks.map(|(closest, distances)| {
                let distances = &distances[best * closest.len()..][..closest.len()];
                closest.iter_mut().zip(distances).for_each(|(least, distance)| *least = least.min(*distance));
                closest.iter().copied().map(f64::from).sum()
            });
            let sums: Vec<f64> = sums.collect();
            drawn = (0..trials).map(|_| draw(&closest, &sums, rng)).collect();
        }
        centres
    }

    /// By how much each of some rows, as a centre, would lessen the sum of `closest`. Block by block, the squared distances of all
    /// rows to each of them are left in `distances`.
    fn gains(&self, drawn: &[usize], closest: &[f32], distances: &mut [f32]) -> Vec<f64> {
        let candidates: Vec<f32> = drawn.iter().flat_map(|&at| self.rows.row(at)).copied().collect();
        let blocks = distances.par_chunks_mut(BLOCK * drawn.len()).zip(&self.blocks);
        let blocks = blocks.zip(closest.par_chunks(BLOCK).zip(self.squares.par_chunks(BLOCK)));
        let gains = blocks.map(|((distances, block), (closest, squares))| {
            products(distances, &candidates, block);
            let of_candidate = |(distances, &at): (&mut [f32], &usize)| {
                for (distance, square) in distances.iter_mut().zip(squares) {
                    *distance = (self.squares[at] + square - 2.0 * *distance).max(0.0);
                }
                let pairs = closest.iter().zip(&*distances);
                pairs.map(|(&least, &distance)| (f64::from(least) - f64::from(distance)).max(0.0)).sum()
            };
            distances.chunks_exact_mut(closest.len()).zip(drawn).map(of_candidate).collect::<Vec<f64>>()
        });
        let gains: Vec<Vec<f64>> = gains.collect();
        (0..drawn.len()).map(|at| gains.iter().map(|gains| gains[at]).sum()).collect()
    }

    fn nearest(&self, centres: &[f32]) -> Nearest {
        let (width, len) = (self.rows.width(), self.rows.rows());
        let lengths = squares(centres, width);
        let (mut labels, mut distances) = (vec![0; len], vec![f32::INFINITY; len]);
        let blocks = labels.par_chunks_mut(BLOCK).zip(distances.par_chunks_mut(BLOCK));
        let blocks = blocks.zip(self.blocks.par_iter().zip(self.squares.par_chunks(BLOCK)));
        blocks.for_each_init(Vec::new, |room, ((labels, distances), (block, squares))| {
            let tiles = centres.chunks(TILE * width).zip(lengths.chunks(TILE));
            for (first, (centres, lengths)) in (0..).step_by(TILE).zip(tiles) {
                room.resize(lengths.len() * labels.len(), 0.0);
                products(room, centres, block);
                for (centre, (products, length)) in (first..).zip(room.chunks_exact(labels.len()).zip(lengths)) {
                    for ((label, least), product) in labels.iter_mut().zip(&mut *distances).zip(products) {
                        let distance = length - 2.0 * product;
                        // Without a branch, so that the compiler takes many rows at once.
                        let nearer = distance < *least;
                        *label = if nearer { centre } else { *label };
                        *least = if nearer { distance } else { *least };
                    }
                }
            }
            distances.iter_mut().zip(squares).for_each(|(distance, square)| *distance = (*distance + square).max(0.0));
        });
        Nearest { labels, distances }
    }

    /// Moves each centre to the mean of its rows, and one without rows to the row that lies farthest from its own. The sum of
    /// the squared distances moved.
    fn move_centres(&self, nearest: &Nearest, centres: &mut [f32]) -> f64 {
        let width = self.rows.width();
        let (mut sums, mut sizes) = (vec![0.0f64; centres.len()], vec![0u32; centres.len() / width]);
        for (row, &label) in self.rows.data().chunks_exact(width).zip(&nearest.labels) {
            sizes[label as usize] += 1;
            sums[label as usize * width..][..width].iter_mut().zip(row).for_each(|(sum, &x)| *sum += f64::from(x));
        }
        let empty: Vec<usize> = (0..sizes.len()).filter(|&at| sizes[at] == 0).collect();
        let mut far: Vec<usize> = (0..self.rows.rows()).filter(|_| !empty.is_empty()).collect();
        far.retain(|&row| nearest.distances[row] > 0.0);
        far.sort_by(|&a, &b| nearest.distances[b].total_cmp(&nearest.distances[a]));
        for (to, row) in empty.into_iter().zip(far) {
            let from = nearest.labels[row] as usize;
            for (column, &x) in self.rows.row(row).iter().enumerate() {
                sums[from * width + column] -= f64::from(x);
                sums[to * width + column] = f64::from(x);
            }
            (sizes[from], sizes[to]) = (sizes[from] - 1, 1);
        }
        let mut moved = 0.0;
        for (at, centre) in centres.chunks_exact_mut(width).enumerate().filter(|&(at, _)| sizes[at] > 0) {
            for (x, sum) in centre.iter_mut().zip(&sums[at * width..]) {
                let mean = (sum / f64::from(sizes[at])) as f32;
                moved += f64::from(mean - *x).powi(2);
                *x = mean;
            }
        }
        moved
    }
}

/// The squared length of each row.
fn squares(rows: &[f32], width: usize) -> Vec<f32> {
    rows.chunks_exact(width).map(|row| row.iter().map(|x| x * x).sum()).collect()
}

/// A row drawn with a chance proportional to its weight; `sums` has the weights of whole blocks.
fn draw(weights: &[f32], sums: &[f64], rng: &mut impl Rng) -> usize {
    let (block, left) = place(sums.iter().copied(), unit(rng) * sums.iter().sum::<f64>());
    let first = block * BLOCK;
    let block = &weights[first..weights.len().min(first + BLOCK)];
    first + place(block.iter().copied().map(f64::from), left).0
}

/// Which of some weights, laid end to end, a number falls on, and how far into it; if rounding leaves it behind all, the last.
fn place(weights: impl Iterator<Item = f64>, mut number: f64) -> (usize, f64) {
    let mut last = 0;
    for (at, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
        if number < weight {
            return (at, number);
        }
        (last, number) = (at, number - weight);
    }
    (last, number)
}

/// A number from 0 up to, not with, 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests;
