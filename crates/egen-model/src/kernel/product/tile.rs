//! Tiles: a few rows times a few panels, with all sums in registers.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays run along; iterators of all of them keep no sums in registers"
)]

use std::ops::Range;

use pulp::Simd;

use super::{Line, PANEL, Store};

/// The rows and panels of the largest tile. AVX2: 6 × 16 sums are twelve of its sixteen registers, and two loads and a broadcast need three.
/// AVX-512: 8 × 48 sums are twenty-four of its thirty-two; eight pointers to rows are what the other registers have room for.
#[inline(always)]
pub const fn size<S: Simd>() -> (usize, usize) {
    if S::F32_LANES == PANEL { (8, 3) } else { (6, 1) }
}

/// Where the sums of a tile go.
pub struct Target<'a> {
    /// From its first row on.
    pub out: &'a mut [f32],
    /// From the beginning of one row to that of the next.
    pub stride: usize,
    /// Its columns in these rows.
    pub columns: Range<usize>,
    /// What happens there.
    pub store: Store<'a>,
}

/// The left factor of a tile.
#[derive(Clone, Copy)]
pub enum Left<'a> {
    /// Rows that start so far apart.
    Rows(&'a [f32], usize),
    /// For each place of the inner dimension, the numbers of all rows of the tile side by side.
    Beside(&'a [f32]),
}

/// Computes something with the height of a tile as a constant.
macro_rules! with_height {
    ($height:ident = $rows:expr; $run:expr) => {
        with_height!($height = $rows; $run; 1 2 3 4 5 6 7 8)
    };
    ($height:ident = $rows:expr; $run:expr; $($literal:literal)*) => {
        match $rows {
            // The condition is known to the compiler: AVX2 gets no tiles that it has no registers for.
            $($literal if $literal <= size::<S>().0 => {
                const $height: usize = $literal;
                $run
            })*
            rows => unreachable!("a tile of {rows} rows"),
        }
    };
}

/// Lays the columns of a matrix side by side for [`Left::Beside`]; its rows start `stride` apart.
#[inline(always)]
pub fn lay_beside<S: Simd>(_: S, out: &mut [f32], matrix: &[f32], stride: usize, columns: Range<usize>) {
    with_height!(R = columns.len(); lay::<R>(out, &matrix[columns.start..], stride))
}

#[inline(always)]
fn lay<const R: usize>(out: &mut [f32], matrix: &[f32], stride: usize) {
    for (row, out) in out.as_chunks_mut::<R>().0.iter_mut().enumerate() {
        *out = *matrix[row * stride..].first_chunk().expect("a row has these columns");
    }
}

/// So many rows times whole panels of `inner` lines.
#[inline(always)]
pub fn multiply<S: Simd>(simd: S, target: Target, left: Left, rows: usize, panels: &[Line], inner: usize) {
    match (S::F32_LANES, panels.len() / inner) {
        (16, 1) => of_width::<S, 1>(simd, target, left, rows, panels, inner),
        (16, 2) => of_width::<S, 2>(simd, target, left, rows, panels, inner),
        (16, _) => of_width::<S, 3>(simd, target, left, rows, panels, inner),
        (8, _) => of_width::<S, 2>(simd, target, left, rows, panels, inner),
        (4, _) => of_width::<S, 4>(simd, target, left, rows, panels, inner),
        _ => of_width::<S, PANEL>(simd, target, left, rows, panels, inner),
    }
}

#[inline(always)]
fn of_width<S: Simd, const V: usize>(simd: S, target: Target, left: Left, rows: usize, panels: &[Line], inner: usize) {
    with_height!(R = rows; tile::<S, R, V>(simd, target, left, panels, inner))
}

/// `R` rows times `V` vectors of each place of the inner dimension. Bounds are checked before the loops, not in them.
#[inline(always)]
fn tile<S: Simd, const R: usize, const V: usize>(
    simd: S,
    mut target: Target,
    left: Left,
    panels: &[Line],
    inner: usize,
) {
    let mut vectors = [&panels[..inner]; V];
    for v in 0..V {
        vectors[v] = &panels[v * S::F32_LANES / PANEL * inner..][..inner];
    }
    let mut sum = [[simd.splat_f32s(0.0); V]; R];
    match left {
        Left::Rows(left, stride) => {
            let mut rows = [&left[..inner]; R];
            for r in 0..R {
                rows[r] = &left[r * stride..][..inner];
            }
            for place in 0..inner {
                let y = row_of(simd, &vectors, place);
                for r in 0..R {
                    add(simd, &mut sum[r], rows[r][place], &y);
                }
            }
        }
        Left::Beside(left) => {
            let columns = &left.as_chunks::<R>().0[..inner];
            for place in 0..inner {
                let y = row_of(simd, &vectors, place);
                for r in 0..R {
                    add(simd, &mut sum[r], columns[place][r], &y);
                }
            }
        }
    }
    // Without a loop: the compiler would keep sums in memory that it must find by a number.
    macro_rules! finish {
        ($($row:literal)*) => {
            $(if let Some(sum) = sum.get($row) {
                target.finish(simd, $row, sum);
            })*
        };
    }
    finish!(0 1 2 3 4 5 6 7);
}

impl Target<'_> {
    /// Does to a row what shall happen.
    #[inline(always)]
    fn finish<S: Simd, const V: usize>(&mut self, simd: S, row: usize, sum: &[S::f32s; V]) {
        let row = &mut self.out[row * self.stride..][..self.columns.end];
        for v in 0..V {
            let first = self.columns.start + v * S::F32_LANES;
            if first >= self.columns.end {
                break;
            }
            let at = first..self.columns.end.min(first + S::F32_LANES);
            let out = &mut row[at.clone()];
            let value = match self.store {
                Store::Set => sum[v],
                Store::Add => simd.add_f32s(load(simd, out), sum[v]),
                Store::Scaled(by) => simd.mul_f32s(simd.splat_f32s(by), sum[v]),
                Store::Bias(bias) => simd.add_f32s(sum[v], load(simd, &bias[at])),
                Store::AddBias(bias) => simd.add_f32s(load(simd, out), simd.add_f32s(sum[v], load(simd, &bias[at]))),
            };
            match S::as_mut_simd_f32s(out) {
                ([whole], _) => *whole = value,
                _ => simd.partial_store_f32s(out, value),
            }
        }
    }
}

/// The vectors of the panels at a place of the inner dimension.
#[inline(always)]
fn row_of<S: Simd, const V: usize>(simd: S, vectors: &[&[Line]; V], place: usize) -> [S::f32s; V] {
    let mut row = [simd.splat_f32s(0.0); V];
    for v in 0..V {
        let Line(line) = &vectors[v][place];
        row[v] = S::as_simd_f32s(line).0[v % (PANEL / S::F32_LANES)];
    }
    row
}

// The number is loaded here, right before its use: loaded earlier, eight of them would push sums out of the registers.
#[inline(always)]
fn add<S: Simd, const V: usize>(simd: S, sum: &mut [S::f32s; V], x: f32, y: &[S::f32s; V]) {
    let x = simd.splat_f32s(x);
    for v in 0..V {
        sum[v] = simd.mul_add_f32s(x, y[v], sum[v]);
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, from: &[f32]) -> S::f32s {
    match S::as_simd_f32s(from) {
        ([whole], _) => *whole,
        _ => simd.partial_load_f32s(from),
    }
}
