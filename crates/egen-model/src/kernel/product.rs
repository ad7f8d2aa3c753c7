//! Matrix products: rows times a matrix, at near the speed of the multipliers.
//!
//! A tile of 6 × 16 sums stays in registers while the inner dimension runs. The right factor is laid out in panels of 16 columns
//! beforehand: weights are packed once for each step and used by every block of rows. Rows come in blocks that fit the
//! second cache, which is why there is no further blocking here.

/// The columns of a tile.
pub const PANEL: usize = 16;
/// The rows of a tile: 6 × 16 sums, two loads and a broadcast fill AVX2's sixteen registers.
const ROWS: usize = 6;

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
    panels: Vec<f32>,
    rows: usize,
    columns: usize,
}

impl Packed {
    /// Room for a matrix; it is 0 until something is packed.
    pub fn new(rows: usize, columns: usize) -> Packed {
        Packed { panels: vec![0.0; panels_len(rows, columns)], rows, columns }
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

/// The length of the panels of a matrix.
pub(super) fn panels_len(rows: usize, columns: usize) -> usize {
    rows * columns.next_multiple_of(PANEL)
}

/// Lays out `rows` × `columns` numbers of a matrix whose rows start `stride` apart.
#[inline(always)]
pub(super) fn pack(panels: &mut [f32], matrix: &[f32], stride: usize, rows: usize, columns: usize) {
    for (panel, first) in panels.chunks_exact_mut(rows * PANEL).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for (row, out) in panel.chunks_exact_mut(PANEL).enumerate() {
            let from = &matrix[row * stride + first..][..width];
            match <&[f32; PANEL]>::try_from(from) {
                Ok(whole) => out.copy_from_slice(whole),
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
pub(super) fn pack_transposed(panels: &mut [f32], matrix: &[f32], stride: usize, rows: usize, columns: usize) {
    for (panel, first) in panels.chunks_exact_mut(rows * PANEL).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for column in 0..PANEL {
            let out = panel.iter_mut().skip(column).step_by(PANEL);
            if column < width {
                out.zip(&matrix[(first + column) * stride..][..rows]).for_each(|(out, &x)| *out = x);
            } else {
                out.for_each(|out| *out = 0.0);
            }
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
    fn multiply_panels(out: &mut [f32], left: &[f32], panels: &[f32], shape: (usize, usize, usize), store: Store<'_>) {
        block((out, shape.2), (left, shape.1), panels, shape, store);
    }
}

/// The product of `rows` × `inner` numbers and panels. Rows of `out` and `left` start some stride apart.
#[inline(always)]
pub(super) fn block(
    (out, out_stride): (&mut [f32], usize),
    (left, stride): (&[f32], usize),
    panels: &[f32],
    (rows, inner, columns): (usize, usize, usize),
    store: Store,
) {
    if rows == 0 || inner == 0 {
        return;
    }
    for (panel, first) in panels.chunks_exact(inner * PANEL).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for top in (0..rows).step_by(ROWS) {
            // The last tile repeats the last row instead of being smaller; what is repeated is not stored.
            let row = |r: usize| &left[(top + r).min(rows - 1) * stride..][..inner];
            let sum = tile([row(0), row(1), row(2), row(3), row(4), row(5)], panel);
            for (r, sum) in sum.iter().enumerate().take(rows - top) {
                let out = &mut out[(top + r) * out_stride + first..][..width];
                match store {
                    Store::Set => write(out, sum, |_, new| new),
                    Store::Add => write(out, sum, |old, new| old + new),
                    Store::Scaled(by) => write(out, sum, |_, new| by * new),
                    Store::Bias(bias) => write_biased(out, sum, &bias[first..][..width], |_, new| new),
                    Store::AddBias(bias) => write_biased(out, sum, &bias[first..][..width], |old, new| old + new),
                }
            }
        }
    }
}

/// Six rows times a panel. Local sums and constant bounds: else the compiler would not keep the sums in registers.
#[inline(always)]
fn tile([a, b, c, d, e, f]: [&[f32]; ROWS], panel: &[f32]) -> [[f32; PANEL]; ROWS] {
    let mut sum = [[0.0f32; PANEL]; ROWS];
    for ((((((y, a), b), c), d), e), f) in panel.chunks_exact(PANEL).zip(a).zip(b).zip(c).zip(d).zip(e).zip(f) {
        let x = [*a, *b, *c, *d, *e, *f];
        for r in 0..ROWS {
            for j in 0..PANEL {
                sum[r][j] = x[r].mul_add(y[j], sum[r][j]);
            }
        }
    }
    sum
}

/// The same for rows that lie side by side: six numbers of the left factor for each step of the inner dimension.
#[inline(always)]
fn tile_packed(group: &[f32], panel: &[f32]) -> [[f32; PANEL]; ROWS] {
    let mut sum = [[0.0f32; PANEL]; ROWS];
    for (x, y) in group.chunks_exact(ROWS).zip(panel.chunks_exact(PANEL)) {
        for r in 0..ROWS {
            for j in 0..PANEL {
                sum[r][j] = x[r].mul_add(y[j], sum[r][j]);
            }
        }
    }
    sum
}

#[inline(always)]
fn write(out: &mut [f32], sum: &[f32; PANEL], how: impl Fn(f32, f32) -> f32) {
    match <&mut [f32; PANEL]>::try_from(&mut *out) {
        Ok(whole) => (0..PANEL).for_each(|j| whole[j] = how(whole[j], sum[j])),
        Err(_) => out.iter_mut().zip(sum).for_each(|(out, &sum)| *out = how(*out, sum)),
    }
}

#[inline(always)]
fn write_biased(out: &mut [f32], sum: &[f32; PANEL], bias: &[f32], how: impl Fn(f32, f32) -> f32) {
    let mut biased = *sum;
    match <&[f32; PANEL]>::try_from(bias) {
        Ok(whole) => (0..PANEL).for_each(|j| biased[j] += whole[j]),
        Err(_) => biased.iter_mut().zip(bias).for_each(|(sum, bias)| *sum += bias),
    }
    write(out, &biased, how);
}

/// Room that products of transposed matrices reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    left: Vec<f32>,
    right: Vec<f32>,
}

/// `out += leftᵀ · right`: what a weight's gradient gains from some rows. Both factors hold `rows` rows.
pub fn accumulate(out: &mut [f32], left: &[f32], right: &[f32], rows: usize, scratch: &mut Scratch) {
    if rows == 0 {
        return;
    }
    let (height, width) = (left.len() / rows, right.len() / rows);
    assert_eq!(out.len(), height * width, "a {height}×{width} matrix");
    scratch.left.resize(rows * height.next_multiple_of(ROWS), 0.0);
    scratch.right.resize(panels_len(rows, width), 0.0);
    accumulate_panels(out, left, right, (rows, height, width), scratch);
}

vectorised! {
    fn accumulate_panels(out: &mut [f32], left: &[f32], right: &[f32], shape: (usize, usize, usize), scratch: &mut Scratch) {
        let (rows, height, width) = shape;
        for (group, top) in scratch.left.chunks_exact_mut(rows * ROWS).zip((0..height).step_by(ROWS)) {
            let taken = ROWS.min(height - top);
            for (out, row) in group.chunks_exact_mut(ROWS).zip(left.chunks_exact(height)) {
                match <&[f32; ROWS]>::try_from(&row[top..top + taken]) {
                    Ok(whole) => out.copy_from_slice(whole),
                    Err(_) => {
                        out[..taken].copy_from_slice(&row[top..top + taken]);
                        out[taken..].fill(0.0);
                    }
                }
            }
        }
        pack(&mut scratch.right, right, width, rows, width);
        for (panel, first) in scratch.right.chunks_exact(rows * PANEL).zip((0..width).step_by(PANEL)) {
            let columns = PANEL.min(width - first);
            for (group, top) in scratch.left.chunks_exact(rows * ROWS).zip((0..height).step_by(ROWS)) {
                let sum = tile_packed(group, panel);
                for (r, sum) in sum.iter().enumerate().take(height - top) {
                    write(&mut out[(top + r) * width + first..][..columns], sum, |old, new| old + new);
                }
            }
        }
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
    use crate::kernel::check::noise;

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
}
