//! Layer normalisation: each row minus its mean, divided by its deviation, then scaled and shifted column by column.

/// Added to the variance, so that a constant row stays finite.
pub const EPSILON: f32 = 1e-5;

/// A sum of terms of three rows in eight parts: the compiler may not reorder additions, so we do.
#[inline(always)]
fn sum([a, b, c]: [&[f32]; 3], term: impl Fn(f32, f32, f32) -> f32) -> f32 {
    let mut parts = [0.0f32; 8];
    let (a, b, c) = (a.chunks_exact(8), b.chunks_exact(8), c.chunks_exact(8));
    let rest = a.remainder().iter().zip(b.remainder()).zip(c.remainder());
    let rest: f32 = rest.map(|((&a, &b), &c)| term(a, b, c)).sum();
    for ((a, b), c) in a.zip(b).zip(c) {
        for at in 0..8 {
            parts[at] += term(a[at], b[at], c[at]);
        }
    }
    rest + parts.iter().sum::<f32>()
}

/// The mean of a row and the inverse of its deviation.
#[inline(always)]
fn moments(row: &[f32]) -> (f32, f32) {
    let count = row.len() as f32;
    let mean = sum([row; 3], |x, _, _| x) / count;
    let variance = sum([row; 3], |x, _, _| (x - mean) * (x - mean)) / count;
    (mean, 1.0 / (variance + EPSILON).sqrt())
}

vectorised! {
    /// Normalises rows; `scale` and `shift` have a number for each column.
    pub fn normalise(out: &mut [f32], x: &[f32], scale: &[f32], shift: &[f32]) {
        let width = scale.len();
        for (out, row) in out.chunks_exact_mut(width).zip(x.chunks_exact(width)) {
            let (mean, inverse) = moments(row);
            for (((out, x), scale), shift) in out.iter_mut().zip(row).zip(scale).zip(shift) {
                *out = ((x - mean) * inverse).mul_add(*scale, *shift);
            }
        }
    }
}

vectorised! {
    /// Adds to `dx` the gradient by x, given the gradient by the normalised rows, and adds up those of `scale` and `shift`.
    pub fn normalise_backward(
        dx: &mut [f32],
        gradient: &[f32],
        x: &[f32],
        scale: &[f32],
        dscale: &mut [f32],
        dshift: &mut [f32],
    ) {
        let width = scale.len();
        for ((dx, gradient), row) in dx.chunks_exact_mut(width).zip(gradient.chunks_exact(width)).zip(x.chunks_exact(width)) {
            let (mean, inverse) = moments(row);
            for (((dscale, dshift), x), g) in dscale.iter_mut().zip(&mut *dshift).zip(row).zip(gradient) {
                *dscale += g * (x - mean) * inverse;
                *dshift += g;
            }
            let count = width as f32;
            let along = sum([gradient, scale, row], |g, scale, _| g * scale) / count;
            let across = sum([gradient, scale, row], |g, scale, x| g * scale * (x - mean)) * inverse * inverse / count;
            for (((dx, g), scale), x) in dx.iter_mut().zip(gradient).zip(scale).zip(row) {
                *dx += inverse * (g * scale - along - (x - mean) * across);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::check::{check_gradient, noise};

    pub(in crate::kernel) fn reference(x: &[f64], scale: &[f64], shift: &[f64]) -> Vec<f64> {
        let width = scale.len();
        let rows = x.chunks(width).flat_map(|row| {
            let mean = row.iter().sum::<f64>() / width as f64;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / width as f64;
            let deviation = (variance + f64::from(EPSILON)).sqrt();
            row.iter().enumerate().map(|(j, x)| (x - mean) / deviation * scale[j] + shift[j]).collect::<Vec<_>>()
        });
        rows.collect()
    }

    #[test]
    fn normalisation_and_its_gradients_are_right() {
        for width in [3, 8, 19] {
            let rows = 4;
            let (x, scale, shift) = (noise(1, rows * width), noise(2, width), noise(3, width));
            let weights = noise(4, rows * width);
            let mut out = vec![0.0; rows * width];
            normalise(&mut out, &x, &scale, &shift);
            let (mut dx, mut dscale, mut dshift) = (vec![0.0; rows * width], vec![0.0; width], vec![0.0; width]);
            normalise_backward(&mut dx, &weights, &x, &scale, &mut dscale, &mut dshift);
            let values = [x, scale, shift];
            let value = |v: &[Vec<f64>]| reference(&v[0], &v[1], &v[2]);
            check_gradient(&values, &weights, value, &out, &[dx, dscale, dshift]);
        }
    }
}
