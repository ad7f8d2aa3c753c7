//! Cross-entropy: how surprised is a model by the token that follows?
//!
//! With smoothing ε the target is 1 - ε at the token and ε spread evenly over the vocabulary, as in PyTorch's `CrossEntropyLoss(label_smoothing=ε)`.

use super::activation::exp;

/// Replaces each row of scores by `scale` times the gradient of its loss and returns the sum of the losses.
///
/// # Panics
/// If there is not a row of scores for each label.
pub fn cross_entropy(scores: &mut [f32], labels: &[u8], smoothing: f32, scale: f32) -> f64 {
    if labels.is_empty() {
        return 0.0;
    }
    let words = scores.len() / labels.len();
    assert_eq!(scores.len(), words * labels.len(), "a row of scores for each label");
    let spread = smoothing / words as f32;
    let mut sum = 0.0;
    for (row, &label) in scores.chunks_exact_mut(words).zip(labels) {
        let own = row[label as usize];
        let mean = row.iter().sum::<f32>() / words as f32;
        let whole = log_of_sum(row);
        sum += f64::from(whole - (1.0 - smoothing) * own - smoothing * mean);
        shares(row, whole, spread, scale);
        row[label as usize] -= scale * (1.0 - smoothing);
    }
    sum
}

/// ln Σ eˣ of a row, without leaving the range of f32.
pub fn log_of_sum(row: &[f32]) -> f32 {
    let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    top + row.iter().map(|&x| exp(x - top)).sum::<f32>().ln()
}

vectorised! {
    /// What each number of a row has of e to the power of `whole`, less what smoothing wants.
    fn shares(row: &mut [f32], whole: f32, spread: f32, scale: f32) {
        for x in row {
            *x = scale * (exp(*x - whole) - spread);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::check::{check_gradient, noise};

    /// The loss in double precision, as PyTorch documents it.
    fn reference(scores: &[f64], labels: &[u8], smoothing: f64) -> f64 {
        let words = scores.len() / labels.len();
        let row = |(row, &label): (&[f64], &u8)| {
            let whole = row.iter().map(|x| x.exp()).sum::<f64>().ln();
            let want = |k: usize| smoothing / words as f64 + if k == label as usize { 1.0 - smoothing } else { 0.0 };
            row.iter().enumerate().map(|(k, x)| want(k) * (whole - x)).sum::<f64>()
        };
        scores.chunks(words).zip(labels).map(row).sum()
    }

    #[test]
    fn the_loss_and_its_gradient_are_right() {
        let labels = [3, 0, 10, 3];
        for smoothing in [0.0, 0.1] {
            let scores = noise(1, 4 * 11);
            let mut gradient = scores.clone();
            let loss = cross_entropy(&mut gradient, &labels, smoothing, 1.0) as f32;
            let value = |v: &[Vec<f64>]| vec![reference(&v[0], &labels, f64::from(smoothing))];
            check_gradient(&[scores], &[1.0], value, &[loss], &[gradient]);
        }
    }

    /// `torch.nn.CrossEntropyLoss(label_smoothing=0.1)(torch.tensor([[1., 2, 3], [-1, 0, 0.5]]), torch.tensor([2, 0]))`, worked out by hand.
    #[test]
    fn the_mean_is_pytorchs() {
        let mut scores = vec![1.0, 2.0, 3.0, -1.0, 0.0, 0.5];
        let mean = cross_entropy(&mut scores, &[2, 0], 0.1, 0.5) / 2.0;
        let first = (1f64.exp() + 2f64.exp() + 3f64.exp()).ln() - 0.9 * 3.0 - 0.1 * 2.0;
        let second = ((-1f64).exp() + 1.0 + 0.5f64.exp()).ln() + 0.9 - 0.1 * (-0.5 / 3.0);
        assert!((mean - (first + second) / 2.0).abs() < 1e-6, "{mean}");
        assert!(scores.iter().sum::<f32>().abs() < 1e-6, "what is given to one token is taken from the others");
    }

    #[test]
    fn large_scores_stay_finite() {
        let mut scores = vec![1e4, -1e4, 0.0];
        let loss = cross_entropy(&mut scores, &[1], 0.1, 1.0);
        assert!(loss.is_finite() && scores.iter().all(|x| x.is_finite()));
    }
}
