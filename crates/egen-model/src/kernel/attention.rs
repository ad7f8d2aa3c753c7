//! Attention: how much does each token take from each token that it sees?
//!
//! One sequence and one head at a time. Queries, keys and values lie in one buffer, wherever [`Attending`] says, each row with the
//! heads side by side, so that a sequence attends to itself or to another one. All products go through the tile of [`product`](super::product).

use pulp::Simd;

use super::activation::exp;
use super::product::{Line, Store, block, block_transposed, pack, pack_transposed, panels_len};

/// The heads and the width of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// How many.
    pub count: usize,
    /// The width of one.
    pub width: usize,
}

impl Heads {
    /// The width of a row of queries.
    pub fn total(self) -> usize {
        self.count * self.width
    }
}

/// Rows in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Where the first begins.
    pub start: usize,
    /// From the beginning of one to that of the next.
    pub stride: usize,
    /// How many there are.
    pub count: usize,
}

/// Who attends to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attending {
    /// A query for each token that takes.
    pub queries: Rows,
    /// A key for each token that gives; its value stands right behind it.
    pub keys: Rows,
    /// Does a token see only itself and those before it?
    pub causal: bool,
}

impl Attending {
    /// How many numbers the shares are.
    pub fn shares_len(self, heads: Heads) -> usize {
        heads.count * self.queries.count * row_len(self.keys.count)
    }
}

/// Sums along a row are made in so many parts, on every processor.
const PARTS: usize = 16;

/// Rows of shares are filled up with zeros, so that their loops need no remainders.
fn row_len(tokens: usize) -> usize {
    tokens.next_multiple_of(PARTS)
}

/// Room that attention reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    panels: Vec<Line>,
    scores: Vec<f32>,
    beside: Vec<f32>,
}

impl Scratch {
    fn fit(&mut self, attending: Attending, heads: Heads) {
        let (takers, givers) = (attending.queries.count, attending.keys.count);
        let panels = panels_len(takers.max(givers), heads.width).max(panels_len(heads.width, givers));
        self.panels.resize(self.panels.len().max(panels), Line::ZERO);
        self.scores.resize(self.scores.len().max(takers * row_len(givers)), 0.0);
    }
}

vectorised! {
    /// Attends: `mixed` gets a row of values for each query, `shares` what each key gave to it.
    pub fn attend[simd](
        mixed: &mut [f32],
        shares: &mut [f32],
        projected: &[f32],
        attending: Attending,
        heads: Heads,
        scratch: &mut Scratch,
    ) {
        scratch.fit(attending, heads);
        let (width, total) = (heads.width, heads.total());
        let Attending { queries, keys, causal } = attending;
        let (takers, givers, long) = (queries.count, keys.count, row_len(keys.count));
        let scale = 1.0 / (width as f32).sqrt();
        for (head, shares) in shares.chunks_exact_mut(takers * long).enumerate() {
            let at = head * width;
            let panels = &mut scratch.panels[..panels_len(width, givers)];
            pack_transposed(panels, &projected[keys.start + at..], keys.stride, width, givers);
            let left = (&projected[queries.start + at..], queries.stride);
            block(simd, (shares, long), left, panels, (takers, width, givers), Store::Scaled(scale));
            for (at, row) in shares.chunks_exact_mut(long).enumerate() {
                softmax(simd, row, if causal { at + 1 } else { givers });
            }
            let panels = &mut scratch.panels[..panels_len(givers, width)];
            pack(panels, &projected[keys.start + total + at..], keys.stride, givers, width);
            block(simd, (&mut mixed[at..], total), (shares, long), panels, (takers, givers, width), Store::Set);
        }
    }
}

vectorised! {
    /// Writes the gradient by the queries, keys and values where these lie, given the one by `mixed`, the shares and the projected rows.
    pub fn attend_backward[simd](
        dprojected: &mut [f32],
        dmixed: &[f32],
        kept: (&[f32], &[f32]),
        attending: Attending,
        heads: Heads,
        scratch: &mut Scratch,
    ) {
        scratch.fit(attending, heads);
        let (width, total) = (heads.width, heads.total());
        let Attending { queries, keys, .. } = attending;
        let (takers, givers) = (queries.count, keys.count);
        let long = row_len(givers);
        let scale = 1.0 / (width as f32).sqrt();
        let (shares, projected) = kept;
        let (scores, beside) = (&mut scratch.scores[..takers * long], &mut scratch.beside);
        for (head, shares) in shares.chunks_exact(takers * long).enumerate() {
            let at = head * width;
            let (query, key, value) = (queries.start + at, keys.start + at, keys.start + total + at);
            // Values: the transposed shares of the gradient.
            let panels = &mut scratch.panels[..panels_len(takers, width)];
            pack(panels, &dmixed[at..], total, takers, width);
            let out = (&mut dprojected[value..], keys.stride);
            block_transposed(simd, out, (shares, long), panels, (givers, takers, width), Store::Set, beside);
            // Scores: through the values, then through the softmax.
            let panels = &mut scratch.panels[..panels_len(width, givers)];
            pack_transposed(panels, &projected[value..], keys.stride, width, givers);
            block(simd, (scores, long), (&dmixed[at..], total), panels, (takers, width, givers), Store::Set);
            for (row, shares) in scores.chunks_exact_mut(long).zip(shares.chunks_exact(long)) {
                row[givers..].fill(0.0);
                softmax_backward(row, shares, scale);
            }
            // Queries and keys.
            let panels = &mut scratch.panels[..panels_len(givers, width)];
            pack(panels, &projected[key..], keys.stride, givers, width);
            let out = (&mut dprojected[query..], queries.stride);
            block(simd, out, (scores, long), panels, (takers, givers, width), Store::Set);
            let panels = &mut scratch.panels[..panels_len(takers, width)];
            pack(panels, &projected[query..], queries.stride, takers, width);
            let out = (&mut dprojected[key..], keys.stride);
            block_transposed(simd, out, (scores, long), panels, (givers, takers, width), Store::Set, beside);
        }
    }
}

/// Turns scores into shares that sum to 1; what is not seen, and what fills the row up, becomes 0.
#[inline(always)]
fn softmax<S: Simd>(simd: S, row: &mut [f32], seen: usize) {
    row[seen..].fill(f32::NEG_INFINITY);
    // The compiler makes branches of this if it is written with numbers. (Of two numbers, one not a number, the second is taken.)
    let mut tops = simd.splat_f32s(f32::NEG_INFINITY);
    for scores in S::as_simd_f32s(row).0 {
        tops = simd.max_f32s(*scores, tops);
    }
    let top = simd.reduce_max_f32s(tops);
    let row = row.as_chunks_mut::<PARTS>().0;
    let mut parts = [0.0f32; PARTS];
    for chunk in &mut *row {
        for (part, x) in parts.iter_mut().zip(chunk) {
            let power = exp(*x - top);
            // The exponential stops at e⁻⁸⁷; what is not seen must not count at all.
            *x = if *x == f32::NEG_INFINITY { 0.0 } else { power };
            *part += *x;
        }
    }
    let inverse = 1.0 / parts.iter().sum::<f32>();
    for x in row.as_flattened_mut() {
        *x *= inverse;
    }
}

/// The gradient by the scores, given the one by the shares.
#[inline(always)]
fn softmax_backward(gradient: &mut [f32], shares: &[f32], scale: f32) {
    let (gradient, shares) = (gradient.as_chunks_mut::<PARTS>().0, shares.as_chunks::<PARTS>().0);
    let mut parts = [0.0f32; PARTS];
    for (g, share) in gradient.iter().zip(shares) {
        for at in 0..PARTS {
            parts[at] = g[at].mul_add(share[at], parts[at]);
        }
    }
    let along = parts.iter().sum::<f32>();
    for (g, share) in gradient.iter_mut().zip(shares) {
        for at in 0..PARTS {
            g[at] = scale * share[at] * (g[at] - along);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::check::{check_gradient, noise};

    /// Attention in double precision, as the formula says.
    pub(in crate::kernel) fn reference(projected: &[f64], attending: Attending, heads: Heads) -> Vec<f64> {
        let Attending { queries, keys, causal } = attending;
        let mut out = vec![0.0; queries.count * heads.total()];
        for (at, out) in out.iter_mut().enumerate() {
            let (i, column) = (at / heads.total(), at % heads.total());
            let head = column / heads.width * heads.width;
            let key = |j: usize| keys.start + j * keys.stride;
            let dot = |j: usize| -> f64 {
                let query = queries.start + i * queries.stride + head;
                (0..heads.width).map(|c| projected[query + c] * projected[key(j) + head + c]).sum()
            };
            let seen = if causal { i + 1 } else { keys.count };
            let weights: Vec<f64> = (0..seen).map(|j| (dot(j) / (heads.width as f64).sqrt()).exp()).collect();
            let mixed: f64 = (0..seen).map(|j| weights[j] * projected[key(j) + heads.total() + column]).sum();
            *out = mixed / weights.iter().sum::<f64>();
        }
        out
    }

    fn check(len: usize, attending: Attending, heads: Heads) {
        let (projected, weights) = (noise(1, len), noise(2, attending.queries.count * heads.total()));
        let (mut mixed, mut shares) = (vec![0.0; weights.len()], vec![f32::NAN; attending.shares_len(heads)]);
        let mut scratch = Scratch::default();
        attend(&mut mixed, &mut shares, &projected, attending, heads, &mut scratch);
        let mut dprojected = vec![0.0; len];
        attend_backward(&mut dprojected, &weights, (&shares, &projected), attending, heads, &mut scratch);
        let value = |v: &[Vec<f64>]| reference(&v[0], attending, heads);
        check_gradient(&[projected], &weights, value, &mixed, &[dprojected]);
    }

    const HEADS: Heads = Heads { count: 2, width: 5 };

    fn itself(count: usize, causal: bool) -> Attending {
        let rows = |start: usize| Rows { start, stride: 30, count };
        Attending { queries: rows(0), keys: rows(10), causal }
    }

    #[test]
    fn attention_and_its_gradient_are_right() {
        for tokens in [1, 3, 9, 17] {
            check(tokens * 30, itself(tokens, false), HEADS);
        }
    }

    #[test]
    fn attention_to_what_came_before_and_its_gradient_are_right() {
        for tokens in [1, 3, 9, 17] {
            check(tokens * 30, itself(tokens, true), HEADS);
        }
    }

    #[test]
    fn attention_to_another_sequence_and_its_gradient_are_right() {
        for (takers, givers) in [(1, 4), (5, 1), (3, 9), (17, 8)] {
            let keys = Rows { start: 0, stride: 20, count: givers };
            let queries = Rows { start: givers * 20, stride: 10, count: takers };
            check(givers * 20 + takers * 10, Attending { queries, keys, causal: false }, HEADS);
        }
    }

    #[test]
    fn large_scores_stay_finite() {
        let projected: Vec<f32> = noise(1, 30 * 4).iter().map(|x| x * 1e4).collect();
        for causal in [false, true] {
            let attending = itself(4, causal);
            let (mut mixed, mut shares) = (vec![0.0; 40], vec![0.0; attending.shares_len(HEADS)]);
            attend(&mut mixed, &mut shares, &projected, attending, HEADS, &mut Scratch::default());
            assert!(mixed.iter().all(|x| x.is_finite()));
        }
    }
}
