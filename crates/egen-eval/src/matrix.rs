//! Matrices: how are the vectors of many expressions kept and multiplied?

use egen_model::kernel::product::{Packed, Store, multiply};

/// Rows of equal width, one for each expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    width: usize,
    data: Vec<f32>,
}

impl Matrix {
    /// A matrix given row by row.
    ///
    /// # Panics
    /// If the numbers are not whole rows of at least one column.
    pub fn new(width: usize, data: Vec<f32>) -> Matrix {
        assert!(width > 0 && data.len().is_multiple_of(width), "{} numbers in rows of {width}", data.len());
        Matrix { width, data }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.data.len() / self.width
    }

    /// A row.
    pub fn row(&self, at: usize) -> &[f32] {
        &self.data[at * self.width..][..self.width]
    }

    /// Some rows that follow each other.
    pub fn some(&self, rows: std::ops::Range<usize>) -> &[f32] {
        &self.data[rows.start * self.width..rows.end * self.width]
    }

    /// All numbers, row by row.
    pub fn data(&self) -> &[f32] {
        &self.data
    }

    /// All numbers, to be changed.
    pub fn data_mut(&mut self) -> &mut [f32] {
        &mut self.data
    }

    /// The same rows with length 1. A row of zeros stays one: it resembles nothing.
    pub fn normalised(mut self) -> Matrix {
        for row in self.data.chunks_exact_mut(self.width) {
            // In double precision, since the square of 1e30 is no single-precision number.
            let length = row.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
            if length > 0.0 {
                row.iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
            }
        }
        self
    }
}

/// Rows laid out to be multiplied with many others.
pub fn packed(rows: &[f32], width: usize) -> Packed {
    let mut packed = Packed::new(width, rows.len() / width);
    packed.pack_transposed(rows);
    packed
}

/// The products of each row of `left` with each row that was packed.
pub fn products(out: &mut [f32], left: &[f32], right: &Packed) {
    multiply(out, left, right, Store::Set);
}
