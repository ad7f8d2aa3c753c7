//! Starting centres: greedy k-means++.
//!
//! Each centre is drawn from the rows with a chance that grows with the squared distance to the centres before it; of a few
//! such draws the one is taken that leaves the least in all.

use egen_model::kernel::product::{Packed, Store, multiply};
use rand::Rng;
use rayon::prelude::*;

use super::lloyd::{CHUNK, Points};

/// The rows that are the first centres. The same row may come twice if there are fewer different rows than centres.
pub fn start(points: &Points, count: usize, rng: &mut impl Rng) -> Vec<usize> {
    let trials = 2 + (count as f64).ln() as usize;
    let mut chosen = vec![(unit(rng) * points.len() as f64) as usize];
    let mut closest: Vec<f32> = distances(points, &chosen);
    while chosen.len() < count {
        let candidates = draw(&closest, trials, rng);
        let distances = distances(points, &candidates);
        let left = |at: usize| -> f64 {
            let rows = closest.iter().zip(distances.chunks_exact(trials));
            rows.map(|(&closest, row)| f64::from(closest.min(row[at]))).sum()
        };
        let least: Vec<f64> = (0..trials).into_par_iter().map(left).collect();
        let best = (0..trials).min_by(|&a, &b| least[a].total_cmp(&least[b])).expect("there are two trials or more");
        closest
            .iter_mut()
            .zip(distances.chunks_exact(trials))
            .for_each(|(closest, row)| *closest = closest.min(row[best]));
        chosen.push(candidates[best]);
    }
    chosen
}

/// Rows drawn with a chance proportional to a weight each.
fn draw(weights: &[f32], count: usize, rng: &mut impl Rng) -> Vec<usize> {
    let mut sums = Vec::with_capacity(weights.len());
    let total = weights.iter().fold(0.0, |sum, &weight| {
        sums.push(sum + f64::from(weight));
        sum + f64::from(weight)
    });
    let mut one = || {
        let at = unit(rng) * total;
        sums.partition_point(|&sum| sum <= at).min(weights.len() - 1)
    };
    (0..count).map(|_| one()).collect()
}

/// The squared distances of each row to some rows.
fn distances(points: &Points, to: &[usize]) -> Vec<f32> {
    let width = points.matrix.width();
    let rows: Vec<f32> = to.iter().flat_map(|&at| points.matrix.row(at)).copied().collect();
    let mut right = Packed::new(width, to.len());
    right.pack_transposed(&rows);
    let mut out = vec![0.0; points.len() * to.len()];
    let blocks = out.par_chunks_mut(CHUNK * to.len()).zip(points.matrix.data().par_chunks(CHUNK * width));
    blocks.zip(points.squares.par_chunks(CHUNK)).for_each(|((out, rows), squares)| {
        multiply(out, rows, &right, Store::Scaled(-2.0));
        for (out, square) in out.chunks_exact_mut(to.len()).zip(squares) {
            out.iter_mut().zip(to).for_each(|(out, &at)| *out = (*out + square + points.squares[at]).max(0.0));
        }
    });
    out
}

/// A number from 0 up to, not with, 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
