//! Starting centres: greedy k-means++.
//!
//! Each centre is drawn from the rows with a chance that grows with the squared distance to the centres before it; of a few
//! such draws the one is taken that leaves the least in all. Rows that lie too near to their centre for any of the draws are not
//! looked at: if p is at least twice as far from c as x is, then x is no nearer to p than to c.

use egen_model::kernel::product::{Packed, Store, multiply};
use rand_core::Rng;
use rayon::prelude::*;

use super::lloyd::points::{BLOCK, Points, rounding, underflow};
use crate::matrix::packed;

/// The rows that are the first centres. The same row may come twice if there are fewer different rows than centres.
pub fn start(points: &Points, count: usize, rng: &mut impl Rng) -> Vec<usize> {
    let trials = 2 + (count as f64).ln() as usize;
    let first = (unit(rng) * points.len() as f64) as usize;
    let mut chosen = vec![first];
    let mut rows = points.matrix.row(first).to_vec();
    let mut closest = Closest::new(points);
    let nearer = closest.nearer(points, &[first], &[f32::NEG_INFINITY]);
    closest.take(&nearer, 0, 0);
    while chosen.len() < count {
        let candidates = closest.draw(trials, rng);
        let reach = reach(points, &chosen, &rows, &candidates);
        let nearer = closest.nearer(points, &candidates, &reach);
        let mut gains = vec![0.0; trials];
        for &Nearer { row, trial, distance } in &nearer {
            gains[trial as usize] += f64::from(closest.distances[row as usize]) - f64::from(distance);
        }
        let best = (1..trials).fold(0, |best, at| if gains[at] > gains[best] { at } else { best });
        closest.take(&nearer, best, chosen.len());
        chosen.push(candidates[best]);
        rows.extend_from_slice(points.matrix.row(candidates[best]));
    }
    chosen
}

/// For each row the closest of the centres so far.
struct Closest {
    /// The squared distance to it.
    distances: Vec<f32>,
    centres: Vec<u32>,
    /// The sum of the distances of each block, so that a draw need not pass over all rows.
    sums: Vec<f64>,
}

/// A row that is nearer to one of the candidates.
struct Nearer {
    row: u32,
    trial: u32,
    distance: f32,
}

impl Closest {
    /// Without a centre.
    fn new(points: &Points) -> Closest {
        let (len, blocks) = (points.len(), points.len().div_ceil(BLOCK));
        Closest { distances: vec![f32::INFINITY; len], centres: vec![0; len], sums: vec![f64::INFINITY; blocks] }
    }

    /// The rows that are nearer to some candidate than to their centre, in their order. A centre's rows within its reach are left out.
    fn nearer(&self, points: &Points, candidates: &[usize], reach: &[f32]) -> Vec<Nearer> {
        let width = points.matrix.width();
        let candidates = Candidates::new(points, candidates);
        let own = 4.0 * rounding(width) as f32;
        let blocks = self.distances.par_chunks(BLOCK).zip(self.centres.par_chunks(BLOCK)).enumerate();
        let found = blocks.map_init(Room::default, |room, (block, (distances, centres))| {
            let first = block * BLOCK;
            room.rows.clear();
            for (at, (&distance, &centre)) in distances.iter().zip(centres).enumerate() {
                let within = reach[centre as usize] >= 4.0 * distance + own * points.squares[first + at];
                if !within {
                    room.rows.push(first + at);
                }
            }
            // Single rows are copied first, and the candidates fill half a panel: about a third of a block takes as long as all of it.
            if room.rows.len() * 3 > distances.len() {
                candidates.search_block(points, block, distances, &mut room.products)
            } else {
                candidates.search_rows(points, &self.distances, room)
            }
        });
        found.flatten_iter().collect()
    }

    /// Takes a candidate as a centre.
    fn take(&mut self, nearer: &[Nearer], best: usize, centre: usize) {
        let mut blocks = Vec::new();
        for nearer in nearer.iter().filter(|nearer| nearer.trial as usize == best) {
            let row = nearer.row as usize;
            (self.distances[row], self.centres[row]) = (nearer.distance, centre as u32);
            if blocks.last() != Some(&(row / BLOCK)) {
                blocks.push(row / BLOCK);
            }
        }
        for block in blocks {
            self.sums[block] = self.block(block).iter().map(|&distance| f64::from(distance)).sum();
        }
    }

    fn block(&self, block: usize) -> &[f32] {
        &self.distances[block * BLOCK..self.distances.len().min((block + 1) * BLOCK)]
    }

    /// Rows drawn with a chance proportional to their squared distances.
    fn draw(&self, count: usize, rng: &mut impl Rng) -> Vec<usize> {
        let mut total = 0.0;
        let ends: Vec<f64> = self
            .sums
            .iter()
            .map(|sum| {
                total += sum;
                total
            })
            .collect();
        let mut one = || {
            let at = unit(rng) * total;
            let block = ends.partition_point(|&end| end <= at);
            if block == ends.len() {
                // All rows are centres already, so that any is as good.
                return self.distances.len() - 1;
            }
            let mut end = if block == 0 { 0.0 } else { ends[block - 1] };
            let mut drawn = block * BLOCK;
            for (within, &distance) in self.block(block).iter().enumerate().filter(|&(_, &distance)| distance > 0.0) {
                drawn = block * BLOCK + within;
                end += f64::from(distance);
                // Rounding may leave the last end of a block a little below the block's: then it is the last row with a chance.
                if end > at {
                    break;
                }
            }
            drawn
        };
        (0..count).map(|_| one()).collect()
    }
}

/// For each centre: four times the squared distance that a row must have to it if one of the candidates may be nearer.
///
/// Say the row x has the centre c, the candidate is p, and distances found are off by at most s(x² + c²) in their squares, s being
/// [`rounding`]. That p is not found to be nearer is certain if |p - x| ≥ d for some d with d² = |x - c|² as found + s(x² + max(c², p²)),
/// and so if |p - c| ≥ 2d. That is if |p - c|² as found - s(p² + c²) - 4s max(c², p²) ≥ 4 |x - c|² as found + 4s x².
fn reach(points: &Points, chosen: &[usize], rows: &[f32], candidates: &[usize]) -> Vec<f32> {
    let width = points.matrix.width();
    let (slack, least) = (6.0 * rounding(width) as f32, 5.0 * underflow(width) as f32);
    let right = packed(&candidates.iter().flat_map(|&at| points.matrix.row(at)).copied().collect::<Vec<_>>(), width);
    let blocks = rows.par_chunks(BLOCK * width).zip(chosen.par_chunks(BLOCK)).map(|(left, chosen)| {
        let mut products = vec![0.0; chosen.len() * candidates.len()];
        multiply(&mut products, left, &right, Store::Scaled(-2.0));
        let of_centre = |(&at, products): (&usize, &[f32])| {
            let square = points.squares[at];
            let to = products.iter().zip(candidates).map(|(product, &candidate)| {
                let other = points.squares[candidate];
                (product + square + other) - slack * square.max(other) - least
            });
            to.fold(f32::INFINITY, f32::min)
        };
        chosen.iter().zip(products.chunks_exact(candidates.len())).map(of_centre).collect::<Vec<_>>()
    });
    blocks.flatten_iter().collect()
}

/// What a thread reuses from block to block.
#[derive(Default)]
struct Room {
    rows: Vec<usize>,
    left: Vec<f32>,
    products: Vec<f32>,
}

/// Rows that may become a centre.
struct Candidates {
    rows: Vec<f32>,
    packed: Packed,
    squares: Vec<f32>,
}

impl Candidates {
    fn new(points: &Points, candidates: &[usize]) -> Candidates {
        let rows: Vec<f32> = candidates.iter().flat_map(|&at| points.matrix.row(at)).copied().collect();
        let packed = packed(&rows, points.matrix.width());
        Candidates { rows, packed, squares: candidates.iter().map(|&at| points.squares[at]).collect() }
    }

    /// Compares all rows of a block with the candidates.
    fn search_block(&self, points: &Points, block: usize, closest: &[f32], products: &mut Vec<f32>) -> Vec<Nearer> {
        const CHUNK: usize = 16;
        products.resize(closest.len() * self.squares.len(), 0.0);
        multiply(products, &self.rows, &points.blocks[block], Store::Scaled(-2.0));
        let squares = &points.squares[block * BLOCK..][..closest.len()];
        let mut found = Vec::new();
        for (trial, (products, &other)) in products.chunks_exact(closest.len()).zip(&self.squares).enumerate() {
            let chunks = products.chunks(CHUNK).zip(squares.chunks(CHUNK)).zip(closest.chunks(CHUNK)).enumerate();
            for (chunk, ((products, squares), closest)) in chunks {
                let distance = |at: usize| (products[at] + squares[at] + other).max(0.0);
                // Few are nearer: without branches, most chunks are done at once.
                if (0..products.len()).fold(false, |any, at| any | (distance(at) < closest[at])) {
                    let nearer = (0..products.len()).filter(|&at| distance(at) < closest[at]);
                    let row = |at: usize| (block * BLOCK + chunk * CHUNK + at) as u32;
                    found.extend(nearer.map(|at| Nearer { row: row(at), trial: trial as u32, distance: distance(at) }));
                }
            }
        }
        found
    }

    /// Compares some rows with the candidates.
    fn search_rows(&self, points: &Points, closest: &[f32], room: &mut Room) -> Vec<Nearer> {
        let Room { rows, left, products } = room;
        points.gather(rows.iter().copied(), left);
        products.resize(rows.len() * self.squares.len(), 0.0);
        multiply(products, left, &self.packed, Store::Scaled(-2.0));
        let mut found = Vec::new();
        for (&row, products) in rows.iter().zip(products.chunks_exact(self.squares.len())) {
            for (trial, (product, other)) in products.iter().zip(&self.squares).enumerate() {
                let distance = (product + points.squares[row] + other).max(0.0);
                if distance < closest[row] {
                    found.push(Nearer { row: row as u32, trial: trial as u32, distance });
                }
            }
        }
        found
    }
}

/// A number from 0 up to, not with, 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
