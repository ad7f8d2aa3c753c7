//! Means: where do the centres move, and how far?

use egen_model::kernel::product::{Store, multiply};
use rayon::prelude::*;

use super::points::{BLOCK, Points, square};
use crate::matrix::packed;

/// How far centres moved.
pub struct Moved {
    /// The sum of the squared distances.
    pub total: f64,
    /// For each centre a distance that is no less than its own.
    pub by: Vec<f32>,
}

/// The rows of each centre, in their order.
struct Members {
    rows: Vec<u32>,
    /// Where the rows of each centre end.
    ends: Vec<usize>,
}

impl Members {
    fn new(labels: &[u32], count: usize) -> Members {
        let mut ends = vec![0; count];
        labels.iter().for_each(|&label| ends[label as usize] += 1);
        let mut next: Vec<usize> = Vec::with_capacity(count);
        let mut sum = 0;
        for end in &mut ends {
            next.push(sum);
            sum += *end;
            *end = sum;
        }
        let mut rows = vec![0; labels.len()];
        for (row, &label) in labels.iter().enumerate() {
            rows[next[label as usize]] = row as u32;
            next[label as usize] += 1;
        }
        Members { rows, ends }
    }

    fn of(&self, centre: usize) -> &[u32] {
        let start = if centre == 0 { 0 } else { self.ends[centre - 1] };
        &self.rows[start..self.ends[centre]]
    }
}

/// The squared distance of each row to its centre.
pub fn distances(points: &Points, labels: &[u32], centres: &[f32]) -> Vec<f32> {
    let width = points.matrix.width();
    let members = Members::new(labels, centres.len() / width);
    // In the form of products, though Σ(xᵢ - cᵢ)² would be more exact: bounds or none, the sums are the same to the last bit.
    let of_centre = |(at, centre): (usize, &[f32])| {
        let (right, half) = (packed(centre, width), [-0.5 * square(centre)]);
        let (mut left, mut found) = (Vec::new(), Vec::with_capacity(members.of(at).len()));
        for rows in members.of(at).chunks(BLOCK) {
            points.gather(rows.iter().map(|&row| row as usize), &mut left);
            let mut products = vec![0.0; rows.len()];
            multiply(&mut products, &left, &right, Store::Bias(&half));
            found.extend(rows.iter().zip(products).map(|(&row, x)| (points.squares[row as usize] - 2.0 * x).max(0.0)));
        }
        found
    };
    let found: Vec<f32> = centres.par_chunks_exact(width).enumerate().map(of_centre).flatten_iter().collect();
    let mut out = vec![0.0; points.len()];
    members.rows.iter().zip(found).for_each(|(&row, distance)| out[row as usize] = distance);
    out
}

/// Moves each centre to the mean of its rows.
pub fn move_centres(points: &Points, labels: &[u32], centres: &mut [f32]) -> Moved {
    let width = points.matrix.width();
    let count = centres.len() / width;
    let members = Members::new(labels, count);
    let mut sizes: Vec<usize> = (0..count).map(|at| members.of(at).len()).collect();
    // A thread takes whole centres, so that each sum is taken in the order of the rows.
    let mut sums = vec![0.0f64; centres.len()];
    sums.par_chunks_exact_mut(width).enumerate().for_each(|(at, sum)| {
        for &row in members.of(at) {
            sum.iter_mut().zip(points.matrix.row(row as usize)).for_each(|(sum, &x)| *sum += f64::from(x));
        }
    });
    // A centre without rows takes the row that lies farthest from its own.
    let empty: Vec<usize> = (0..count).filter(|&at| sizes[at] == 0).collect();
    if !empty.is_empty() {
        let distances = distances(points, labels, centres);
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| distances[b].total_cmp(&distances[a]));
        for (to, row) in empty.into_iter().zip(order).filter(|&(_, row)| distances[row] > 0.0) {
            let from = labels[row] as usize;
            for (column, &x) in points.matrix.row(row).iter().enumerate() {
                sums[from * width + column] -= f64::from(x);
                sums[to * width + column] = f64::from(x);
            }
            (sizes[from], sizes[to]) = (sizes[from] - 1, 1);
        }
    }
    let mut moved = Moved { total: 0.0, by: vec![0.0; count] };
    for (at, centre) in centres.chunks_exact_mut(width).enumerate().filter(|&(at, _)| sizes[at] > 0) {
        let mut by = 0.0;
        for (x, sum) in centre.iter_mut().zip(&sums[at * width..]) {
            let new = (sum / sizes[at] as f64) as f32;
            moved.total += f64::from(new - *x).powi(2);
            by += (f64::from(new) - f64::from(*x)).powi(2);
            *x = new;
        }
        // The next number up is more than what the sum and its root may have lost in double precision.
        moved.by[at] = (by.sqrt() as f32).next_up();
    }
    moved
}
