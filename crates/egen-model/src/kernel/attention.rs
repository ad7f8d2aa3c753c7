//! Attention: how much does each token of a sequence take from each other one?
//!
//! One sequence and one head at a time. A row holds a token's query, key and value one after the other, each with the
//! heads side by side. All products go through the tile of [`product`](super::product).

use super::activation::exp;
use super::product::{PANEL, Store, block, pack, pack_transposed, panels_len};

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
    fn total(self) -> usize {
        self.count * self.width
    }

    /// How many numbers the shares of a sequence are.
    pub fn shares_len(self, tokens: usize) -> usize {
        self.count * tokens * row_len(tokens)
    }
}

/// Rows of shares are filled up with zeros, so that their loops need no remainders.
fn row_len(tokens: usize) -> usize {
    tokens.next_multiple_of(8)
}

/// Room that attention reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    panels: Vec<f32>,
    scores: Vec<f32>,
    turned: Vec<f32>,
}

impl Scratch {
    fn fit(&mut self, tokens: usize, heads: Heads) {
        let panels = panels_len(tokens, heads.width).max(panels_len(heads.width, tokens));
        let square = tokens * row_len(tokens);
        if self.panels.len() < panels {
            self.panels.resize(panels, 0.0);
        }
        if self.scores.len() < square {
            self.scores.resize(square, 0.0);
            self.turned.resize(square, 0.0);
        }
    }
}

/// Attends within one sequence: `qkv` has its rows, `mixed` gets a row of values for each token, `shares` what each gave to each.
pub fn attend(mixed: &mut [f32], shares: &mut [f32], qkv: &[f32], heads: Heads, scratch: &mut Scratch) {
    scratch.fit(qkv.len() / (3 * heads.total()), heads);
    forward(mixed, shares, qkv, heads, scratch);
}

/// The gradient by `qkv`, given the one by `mixed`.
pub fn attend_backward(
    dqkv: &mut [f32],
    dmixed: &[f32],
    shares: &[f32],
    qkv: &[f32],
    heads: Heads,
    scratch: &mut Scratch,
) {
    scratch.fit(qkv.len() / (3 * heads.total()), heads);
    backward(dqkv, dmixed, shares, qkv, heads, scratch);
}

vectorised! {
    fn forward(mixed: &mut [f32], shares: &mut [f32], qkv: &[f32], heads: Heads, scratch: &mut Scratch) {
        let (width, total) = (heads.width, heads.total());
        let stride = 3 * total;
        let tokens = qkv.len() / stride;
        let long = row_len(tokens);
        let scale = 1.0 / (width as f32).sqrt();
        for (head, shares) in shares.chunks_exact_mut(tokens * long).enumerate() {
            let at = head * width;
            let panels = &mut scratch.panels[..panels_len(width, tokens)];
            pack_transposed(panels, &qkv[total + at..], stride, width, tokens);
            block((shares, long), (&qkv[at..], stride), panels, (tokens, width, tokens), Store::Scaled(scale));
            shares.chunks_exact_mut(long).for_each(|row| softmax(row, tokens));
            let panels = &mut scratch.panels[..panels_len(tokens, width)];
            pack(panels, &qkv[2 * total + at..], stride, tokens, width);
            block((&mut mixed[at..], total), (shares, long), panels, (tokens, tokens, width), Store::Set);
        }
    }
}

vectorised! {
    fn backward(
        dqkv: &mut [f32],
        dmixed: &[f32],
        shares: &[f32],
        qkv: &[f32],
        heads: Heads,
        scratch: &mut Scratch,
    ) {
        let (width, total) = (heads.width, heads.total());
        let stride = 3 * total;
        let tokens = qkv.len() / stride;
        let long = row_len(tokens);
        let scale = 1.0 / (width as f32).sqrt();
        let (scores, turned) = (&mut scratch.scores[..tokens * long], &mut scratch.turned[..tokens * long]);
        for (head, shares) in shares.chunks_exact(tokens * long).enumerate() {
            let at = head * width;
            let inward = (tokens, tokens, width);
            // Values: the transposed shares of the gradient.
            let panels = &mut scratch.panels[..panels_len(tokens, width)];
            pack(panels, &dmixed[at..], total, tokens, width);
            transpose(turned, shares, tokens, long);
            block((&mut dqkv[2 * total + at..], stride), (turned, long), panels, inward, Store::Set);
            // Scores: through the values, then through the softmax.
            let panels = &mut scratch.panels[..panels_len(width, tokens)];
            pack_transposed(panels, &qkv[2 * total + at..], stride, width, tokens);
            block((scores, long), (&dmixed[at..], total), panels, (tokens, width, tokens), Store::Set);
            for (row, shares) in scores.chunks_exact_mut(long).zip(shares.chunks_exact(long)) {
                softmax_backward(&mut row[..tokens], &shares[..tokens], scale);
            }
            // Queries and keys.
            let panels = &mut scratch.panels[..panels_len(tokens, width)];
            pack(panels, &qkv[total + at..], stride, tokens, width);
            block((&mut dqkv[at..], stride), (scores, long), panels, inward, Store::Set);
            pack(panels, &qkv[at..], stride, tokens, width);
            transpose(turned, scores, tokens, long);
            block((&mut dqkv[total + at..], stride), (turned, long), panels, inward, Store::Set);
        }
    }
}

/// Turns scores into shares that sum to 1; what fills the row up becomes 0.
#[inline(always)]
fn softmax(row: &mut [f32], tokens: usize) {
    let top = row[..tokens].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row[tokens..].fill(f32::NEG_INFINITY);
    let mut parts = [0.0f32; 8];
    for chunk in row.chunks_exact_mut(8) {
        for (part, x) in parts.iter_mut().zip(chunk) {
            // The exponential stops at e⁻⁸⁷; what fills up must not count at all.
            *x = if *x == f32::NEG_INFINITY { 0.0 } else { exp(*x - top) };
            *part += *x;
        }
    }
    let inverse = 1.0 / parts.iter().sum::<f32>();
    row.iter_mut().for_each(|x| *x *= inverse);
}

/// The gradient by the scores, given the one by the shares.
#[inline(always)]
fn softmax_backward(gradient: &mut [f32], shares: &[f32], scale: f32) {
    let along: f32 = gradient.iter().zip(shares).map(|(g, share)| g * share).sum();
    gradient.iter_mut().zip(shares).for_each(|(g, share)| *g = scale * share * (*g - along));
}

#[inline(always)]
fn transpose(out: &mut [f32], square: &[f32], side: usize, stride: usize) {
    for (column, out) in out.chunks_exact_mut(stride).enumerate() {
        for (row, out) in out[..side].iter_mut().enumerate() {
            *out = square[row * stride + column];
        }
    }
}

const _: () = assert!(PANEL.is_multiple_of(8), "rows of shares are filled up to half panels");

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::check::{check_gradient, noise};

    /// Attention in double precision, as the formula says.
    pub(in crate::kernel) fn reference(qkv: &[f64], heads: Heads) -> Vec<f64> {
        let (width, total) = (heads.width, heads.total());
        let rows: Vec<&[f64]> = qkv.chunks(3 * total).collect();
        let mut out = vec![0.0; rows.len() * total];
        for head in 0..heads.count {
            let part = |row: &[f64], kind: usize| row[kind * total + head * width..][..width].to_vec();
            for (i, row) in rows.iter().enumerate() {
                let q = part(row, 0);
                let dot = |row: &&[f64]| part(row, 1).iter().zip(&q).map(|(a, b)| a * b).sum::<f64>();
                let weights: Vec<f64> = rows.iter().map(|row| (dot(row) / (width as f64).sqrt()).exp()).collect();
                let sum: f64 = weights.iter().sum();
                for (row, weight) in rows.iter().zip(&weights) {
                    for (j, v) in part(row, 2).iter().enumerate() {
                        out[i * total + head * width + j] += weight / sum * v;
                    }
                }
            }
        }
        out
    }

    #[test]
    fn attention_and_its_gradient_are_right() {
        let heads = Heads { count: 2, width: 5 };
        for tokens in [1, 3, 9, 17] {
            let qkv = noise(1, tokens * 30);
            let weights = noise(2, tokens * 10);
            let (mut mixed, mut shares) = (vec![0.0; tokens * 10], vec![0.0; heads.shares_len(tokens)]);
            let mut scratch = Scratch::default();
            attend(&mut mixed, &mut shares, &qkv, heads, &mut scratch);
            let mut dqkv = vec![0.0; qkv.len()];
            attend_backward(&mut dqkv, &weights, &shares, &qkv, heads, &mut scratch);
            check_gradient(&[qkv], &weights, |v| reference(&v[0], heads), &mixed, &[dqkv]);
        }
    }

    #[test]
    fn large_scores_stay_finite() {
        let heads = Heads { count: 1, width: 2 };
        let qkv: Vec<f32> = noise(1, 6 * 4).iter().map(|x| x * 1e4).collect();
        let (mut mixed, mut shares) = (vec![0.0; 8], vec![0.0; heads.shares_len(4)]);
        attend(&mut mixed, &mut shares, &qkv, heads, &mut Scratch::default());
        assert!(mixed.iter().all(|x| x.is_finite()));
    }
}
