//! Points: how are the rows kept, and how exact is a distance between them?

use egen_model::kernel::product::Packed;
use rayon::prelude::*;

use crate::matrix::{Matrix, packed};

/// Rows that a thread takes at a time.
pub const BLOCK: usize = 256;

/// Rows around their mean, which keeps products small and distances exact.
pub struct Points {
    pub matrix: Matrix,
    /// The squared length of each row.
    pub squares: Vec<f32>,
    /// The rows again, block by block, as right factors. A start compares all rows with a handful of candidates thousands of times,
    /// and a handful of columns would leave half of each panel empty.
    pub blocks: Vec<Packed>,
    /// The mean variance of the columns.
    pub variance: f64,
}

impl Points {
    pub fn new(matrix: &Matrix) -> Points {
        let (width, rows) = (matrix.width(), matrix.rows() as f64);
        let mut means = vec![0.0f64; width];
        for row in matrix.data().chunks_exact(width) {
            means.iter_mut().zip(row).for_each(|(mean, &x)| *mean += f64::from(x));
        }
        means.iter_mut().for_each(|mean| *mean /= rows);
        let mut matrix = matrix.clone();
        for row in matrix.data_mut().chunks_exact_mut(width) {
            row.iter_mut().zip(&means).for_each(|(x, mean)| *x = (f64::from(*x) - mean) as f32);
        }
        let squares: Vec<f32> = matrix.data().chunks_exact(width).map(square).collect();
        let variance = squares.iter().map(|&x| f64::from(x)).sum::<f64>() / (rows * width as f64);
        let blocks = matrix.data().par_chunks(BLOCK * width).map(|rows| packed(rows, width)).collect();
        Points { matrix, squares, blocks, variance }
    }

    pub fn len(&self) -> usize {
        self.matrix.rows()
    }

    /// Some rows, one after the other.
    pub fn gather(&self, rows: impl Iterator<Item = usize>, out: &mut Vec<f32>) {
        out.clear();
        rows.for_each(|row| out.extend_from_slice(self.matrix.row(row)));
    }
}

/// The squared length of a row.
pub fn square(row: &[f32]) -> f32 {
    row.iter().map(|x| x * x).sum()
}

/// How far a squared distance may be from its true value, as a share of the squared lengths of both ends.
///
/// Distances are found as |x|² - 2 x·c + |c|², in single precision. A sum of n rounded products is off by at most n u Σ|xᵢcᵢ| with
/// u = 2⁻²⁴, whatever its order (Higham, *Accuracy and Stability of Numerical Algorithms*, 3.1), and a few more roundings add the
/// parts up: in all less than (n + 8) u (|x| + |c|)², which is no more than (n + 8) 2u (|x|² + |c|²). Twice that is taken: the rest
/// pays for the roundings of bounds themselves. A distance found as Σ(xᵢ - cᵢ)² is closer than this.
pub fn rounding(width: usize) -> f64 {
    2.0 * (width + 16) as f64 * f64::from(f32::EPSILON)
}

/// What numbers too small for single precision may add to that.
pub fn underflow(width: usize) -> f64 {
    (width + 16) as f64 * f64::from(f32::MIN_POSITIVE)
}
