//! Matrix products: rows times a matrix, at near the speed of the multipliers.
//!
//! A tile of sums stays in registers while the inner dimension runs: 6 × 16 in the sixteen registers of AVX2, 8 × 48 in the
//! thirty-two of AVX-512. Each sum is one chain of fused multiplications and additions in the order of the inner dimension, so
//! that all tiles give the same bits. The right factor is laid out in panels of 16 columns beforehand: weights are packed once for each
//! step and used by every block of rows. Rows come in blocks that fit the second cache, which is why there is no further blocking here.

mod tile;

use std::ops::Range;

use pulp::{Simd, WithSimd};
use tile::{Left, Target};

/// The columns of a panel.
pub const PANEL: usize = 16;

/// A row of a panel. It fills a line of the cache: a vector that lies across two of them takes twice as long to load.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Line([f32; PANEL]);

impl Line {
    /// What an unused row holds.
    pub const ZERO: Line = Line([0.0; PANEL]);
}

/// What happens to a product.
#[derive(Clone, Copy)]
pub enum Store<'a> {
    /// It replaces what was there.
    Set,
    /// It is added to what was there.
    Add,
    /// It replaces what was there, with a number added to each column.
    Bias(&'a [f32]),
    /// It is added to what was there, with a number added to each column.
    AddBias(&'a [f32]),
    /// It replaces what was there, multiplied by a number.
    Scaled(f32),
}

/// A right factor in panels.
#[derive(Clone, Debug)]
pub struct Packed {
    panels: Vec<Line>,
    rows: usize,
    columns: usize,
}

impl Packed {
    /// Room for a matrix; it is 0 until something is packed.
    pub fn new(rows: usize, columns: usize) -> Packed {
        Packed { panels: vec![Line::ZERO; panels_len(rows, columns)], rows, columns }
    }

    /// How many rows these numbers are, if the matrix shall be multiplied with them.
    pub fn count(&self, left: &[f32]) -> usize {
        left.len() / self.rows
    }

    /// Packs a matrix given row by row.
    pub fn pack(&mut self, matrix: &[f32]) {
        assert_eq!(matrix.len(), self.rows * self.columns, "a {}×{} matrix", self.rows, self.columns);
        pack(&mut self.panels, matrix, self.columns, self.rows, self.columns);
    }

    /// Packs the transpose of a matrix given row by row.
    pub fn pack_transposed(&mut self, matrix: &[f32]) {
        assert_eq!(matrix.len(), self.rows * self.columns, "a {}×{} matrix", self.columns, self.rows);
        pack_transposed(&mut self.panels, matrix, self.rows, self.rows, self.columns);
    }
}

/// How many lines the panels of a matrix are.
pub(super) fn panels_len(rows: usize, columns: usize) -> usize {
    rows * columns.div_ceil(PANEL)
}

/// Lays out `rows` × `columns` numbers of a matrix whose rows start `stride` apart.
#[inline(always)]
pub(super) fn pack(panels: &mut [Line], matrix: &[f32], stride: usize, rows: usize, columns: usize) {
    for (panel, first) in panels.chunks_exact_mut(rows).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for (row, Line(out)) in panel.iter_mut().enumerate() {
            let from = &matrix[row * stride + first..][..width];
            match <&[f32; PANEL]>::try_from(from) {
                Ok(whole) => *out = *whole,
                Err(_) => {
                    out[..width].copy_from_slice(from);
                    out[width..].fill(0.0);
                }
            }
        }
    }
}

/// Lays out the transpose: column j of the `rows` × `columns` result is the start of row j of the matrix.
#[inline(always)]
pub(super) fn pack_transposed(panels: &mut [Line], matrix: &[f32], stride: usize, rows: usize, columns: usize) {
    for (panel, first) in panels.chunks_exact_mut(rows).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        if width < PANEL {
            panel.fill(Line::ZERO);
        }
        for column in 0..width {
            let from = &matrix[(first + column) * stride..][..rows];
            panel.iter_mut().zip(from).for_each(|(Line(out), &x)| out[column] = x);
        }
    }
}

/// `out = left · right`: `left` holds rows of the inner dimension, `out` rows of `right`'s columns.
pub fn multiply(out: &mut [f32], left: &[f32], right: &Packed, store: Store) {
    let rows = right.count(left);
    assert_eq!((left.len(), out.len()), (rows * right.rows, rows * right.columns), "whole rows");
    multiply_panels(out, left, &right.panels, (rows, right.rows, right.columns), store);
}

vectorised! {
    fn multiply_panels[simd](out: &mut [f32], left: &[f32], panels: &[Line], shape: (usize, usize, usize), store: Store<'_>) {
        block(simd, (out, shape.2), (left, shape.1), panels, shape, store);
    }
}

/// The product of `rows` × `inner` numbers and panels. Rows of `out` and `left` start some stride apart.
#[inline(always)]
pub(super) fn block<S: Simd>(
    simd: S,
    out: (&mut [f32], usize),
    left: (&[f32], usize),
    panels: &[Line],
    shape: (usize, usize, usize),
    store: Store,
) {
    // A function of its own for all callers: it has dozens of tiles.
    simd.vectorize(Block { out, left, beside: None, panels, shape, store });
}

/// The product of the transpose of `inner` × `rows` numbers and panels. Rows of `out` and of `left` as it lies start some stride apart.
#[inline(always)]
pub(super) fn block_transposed<S: Simd>(
    simd: S,
    out: (&mut [f32], usize),
    left: (&[f32], usize),
    panels: &[Line],
    shape: (usize, usize, usize),
    store: Store,
    beside: &mut Vec<f32>,
) {
    simd.vectorize(Block { out, left, beside: Some(beside), panels, shape, store });
}

struct Block<'a> {
    out: (&'a mut [f32], usize),
    left: (&'a [f32], usize),
    /// If the left factor lies transposed: room for it as tiles want it.
    beside: Option<&'a mut Vec<f32>>,
    panels: &'a [Line],
    shape: (usize, usize, usize),
    store: Store<'a>,
}

impl WithSimd for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Block { out: (out, out_stride), left: (left, stride), beside, panels, shape, store } = self;
        let (rows, inner, columns) = shape;
        if rows == 0 || inner == 0 {
            return;
        }
        let (most_rows, most_panels) = tile::size::<S>();
        let beside = beside.map(|beside| {
            beside.resize(beside.len().max(rows * inner), 0.0);
            for taken in even(rows, most_rows) {
                tile::lay_beside(simd, &mut beside[taken.start * inner..taken.end * inner], left, stride, taken);
            }
            &*beside
        });
        for group in even(columns.div_ceil(PANEL), most_panels) {
            let panels = &panels[group.start * inner..group.end * inner];
            let columns = group.start * PANEL..columns.min(group.end * PANEL);
            for taken in even(rows, most_rows) {
                let out = &mut out[taken.start * out_stride..];
                let target = Target { out, stride: out_stride, columns: columns.clone(), store };
                let left = match beside {
                    None => Left::Rows(&left[taken.start * stride..], stride),
                    Some(beside) => Left::Beside(&beside[taken.start * inner..taken.end * inner]),
                };
                tile::multiply(simd, target, left, taken.len(), panels, inner);
            }
        }
    }
}

/// Parts of about the same length and at most `most` each: a last part of one row would take as long as one of four.
#[inline(always)]
fn even(count: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = count.div_ceil(most);
    (0..parts).map(move |part| count * part / parts..count * (part + 1) / parts)
}

/// Room that products of transposed matrices reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    left: Vec<f32>,
    right: Vec<Line>,
}

/// `out += leftᵀ · right`: what a weight's gradient gains from some rows. Both factors hold `rows` rows.
pub fn accumulate(out: &mut [f32], left: &[f32], right: &[f32], rows: usize, scratch: &mut Scratch) {
    if rows == 0 {
        return;
    }
    let (height, width) = (left.len() / rows, right.len() / rows);
    assert_eq!(out.len(), height * width, "a {height}×{width} matrix");
    scratch.right.resize(panels_len(rows, width), Line::ZERO);
    accumulate_panels(out, left, right, (rows, height, width), scratch);
}

vectorised! {
    fn accumulate_panels[simd](
        out: &mut [f32],
        left: &[f32],
        right: &[f32],
        shape: (usize, usize, usize),
        scratch: &mut Scratch,
    ) {
        let (rows, height, width) = shape;
        let Scratch { left: beside, right: panels } = scratch;
        pack(panels, right, width, rows, width);
        block_transposed(simd, (out, width), (left, height), panels, (height, rows, width), Store::Add, beside);
    }
}

vectorised! {
    /// `out += ` the sum of the rows: what a bias's gradient gains.
    pub fn accumulate_rows(out: &mut [f32], rows: &[f32]) {
        for row in rows.chunks_exact(out.len()) {
            for (out, x) in out.iter_mut().zip(row) {
                *out += x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::check::{noise, on_each};

    fn reference(a: &[f32], b: &[f32], (m, k, n): (usize, usize, usize)) -> Vec<f32> {
        (0..m * n).map(|at| (0..k).map(|p| a[at / n * k + p] * b[p * n + at % n]).sum()).collect()
    }

    fn transpose(a: &[f32], columns: usize) -> Vec<f32> {
        (0..columns).flat_map(|j| a.iter().skip(j).step_by(columns).copied()).collect()
    }

    #[track_caller]
    fn close(a: &[f32], b: &[f32]) {
        assert_eq!(a.len(), b.len());
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4), "{a:?}\n{b:?}");
    }

    const SHAPES: [(usize, usize, usize); 5] = [(1, 1, 1), (6, 8, 16), (7, 5, 17), (13, 33, 40), (5, 16, 3)];

    #[test]
    fn products_of_any_shape_are_right() {
        for shape @ (m, k, n) in SHAPES {
            let (a, b, bias) = (noise(1, m * k), noise(2, k * n), noise(3, n));
            let want = reference(&a, &b, shape);
            let mut right = Packed::new(k, n);
            right.pack(&b);
            let mut out = vec![1.0; m * n];
            multiply(&mut out, &a, &right, Store::Set);
            close(&out, &want);
            multiply(&mut out, &a, &right, Store::Add);
            close(&out, &want.iter().map(|x| 2.0 * x).collect::<Vec<_>>());
            multiply(&mut out, &a, &right, Store::Scaled(0.5));
            close(&out, &want.iter().map(|x| 0.5 * x).collect::<Vec<_>>());
            let biased: Vec<f32> = want.iter().enumerate().map(|(at, x)| x + bias[at % n]).collect();
            multiply(&mut out, &a, &right, Store::Bias(&bias));
            close(&out, &biased);
            out.fill(0.0);
            multiply(&mut out, &a, &right, Store::AddBias(&bias));
            close(&out, &biased);
            right.pack_transposed(&transpose(&b, n));
            multiply(&mut out, &a, &right, Store::Set);
            close(&out, &want);
        }
    }

    #[test]
    fn transposed_products_add_up() {
        let mut scratch = Scratch::default();
        for shape @ (m, k, n) in SHAPES {
            let (a, b) = (noise(1, k * m), noise(2, k * n));
            let mut out = vec![0.0; m * n];
            accumulate(&mut out, &a, &b, k, &mut scratch);
            accumulate(&mut out, &a, &b, k, &mut scratch);
            let want = reference(&transpose(&a, m), &b, shape);
            close(&out, &want.iter().map(|x| 2.0 * x).collect::<Vec<_>>());
        }
    }

    #[test]
    fn products_have_the_same_bits_on_every_instruction_set() {
        for rows in 1..=20 {
            let (inner, columns) = (50, 16 * rows - 5);
            let (a, b) = (noise(1, rows * inner), noise(2, inner * columns));
            let all = on_each(|| {
                let mut right = Packed::new(inner, columns);
                right.pack(&b);
                let (mut out, mut sum) = (vec![0.0; rows * columns], vec![0.0; inner * columns]);
                multiply(&mut out, &a, &right, Store::Set);
                accumulate(&mut sum, &a, &out, rows, &mut Scratch::default());
                [out, sum].concat().into_iter().map(f32::to_bits).collect::<Vec<_>>()
            });
            assert!(all.iter().all(|bits| *bits == all[0]), "{rows} rows");
        }
    }
}
