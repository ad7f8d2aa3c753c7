//! The optimiser: how do weights follow their gradient?

use egen_model::kernel::adamw::{BETA_1, BETA_2, descend};
use rayon::prelude::*;

use crate::config::Schedule;

/// AdamW: each weight moves by its mean gradient over the root of its mean square, and decays by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Weight decay.
    pub decay: f32,
    /// How many steps were made.
    pub steps: u64,
    /// The running mean of each gradient.
    pub mean: Vec<f32>,
    /// The running mean of its square.
    pub square: Vec<f32>,
}

const PART: usize = 16_384;

impl AdamW {
    /// For so many weights.
    pub fn new(weights: usize, decay: f32) -> AdamW {
        AdamW { decay, steps: 0, mean: vec![0.0; weights], square: vec![0.0; weights] }
    }

    /// Moves the weights one step along the gradient times `scale`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, scale: f32) {
        assert_eq!((weights.len(), gradient.len()), (self.mean.len(), self.mean.len()), "one of each for each weight");
        self.steps += 1;
        let by_mean = rate / (1.0 - BETA_1.powf(self.steps as f32));
        let by_square = 1.0 / (1.0 - BETA_2.powf(self.steps as f32));
        let keep = 1.0 - rate * self.decay;
        let parts = weights.par_chunks_mut(PART).zip(gradient.par_chunks(PART));
        parts.zip(self.mean.par_chunks_mut(PART)).zip(self.square.par_chunks_mut(PART)).for_each(
            |(((weights, gradient), mean), square)| {
                descend(weights, gradient, mean, square, [scale, by_mean, by_square, keep])
            },
        );
    }
}

/// The norm of a gradient, summed in a fixed order whatever the number of threads.
pub fn norm(gradient: &[f32]) -> f32 {
    let parts: Vec<f64> =
        gradient.par_chunks(PART).map(|part| part.iter().map(|&g| f64::from(g) * f64::from(g)).sum()).collect();
    parts.iter().sum::<f64>().sqrt() as f32
}

impl Schedule {
    /// The rate after a share of the training (0 to 1), of which `epoch` epochs are done. `most` is the largest rate.
    pub fn rate(self, most: f32, share: f32, epoch: f32) -> f32 {
        match self {
            Schedule::Cosine { warmup, .. } if share < warmup => most * share / warmup,
            Schedule::Cosine { warmup, least } => fall(most, least, (share - warmup) / (1.0 - warmup)),
            Schedule::WarmRestarts { first, factor, least } => {
                let (mut start, mut length) = (0.0, first.max(1) as f32);
                while epoch >= start + length {
                    start += length;
                    length *= factor.max(1) as f32;
                }
                fall(most, least, (epoch - start) / length)
            }
        }
    }
}

/// Half a cosine from `most` to `least`.
fn fall(most: f32, least: f32, share: f32) -> f32 {
    least + (most - least) * 0.5 * (1.0 + (std::f32::consts::PI * share.clamp(0.0, 1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_the_formula() {
        let (mut weights, mut optimiser) = (vec![1.0, -2.0], AdamW::new(2, 0.1));
        optimiser.step(&mut weights, &[0.5, -4.0], 0.01, 1.0);
        // After one step both means are the gradient itself, so each weight moves by the rate towards less.
        assert!((weights[0] - (1.0 - 0.001 - 0.01)).abs() < 1e-6 && (weights[1] - (-2.0 + 0.002 + 0.01)).abs() < 1e-6);
        optimiser.step(&mut weights, &[0.5, -4.0], 0.01, 1.0);
        assert!((weights[0] - (0.989 * 0.999 - 0.01)).abs() < 1e-5);
    }

    #[test]
    fn large_gradients_are_scaled_down() {
        let (mut weights, mut optimiser) = (vec![0.0; 2], AdamW::new(2, 0.0));
        assert_eq!(norm(&[30.0, 40.0]), 50.0);
        optimiser.step(&mut weights, &[30.0, 40.0], 0.1, 0.1);
        assert!((optimiser.mean[0] - 0.3).abs() < 1e-6 && (optimiser.mean[1] - 0.4).abs() < 1e-6);
    }

    #[test]
    fn schedules_rise_and_fall() {
        let cosine = Schedule::Cosine { warmup: 0.1, least: 0.0 };
        assert_eq!(cosine.rate(1.0, 0.05, 0.0), 0.5);
        assert_eq!(cosine.rate(1.0, 0.1, 0.0), 1.0);
        assert!((cosine.rate(1.0, 0.55, 0.0) - 0.5).abs() < 1e-6);
        assert!(cosine.rate(1.0, 1.0, 0.0) < 1e-6);
        let restarts = Schedule::WarmRestarts { first: 10, factor: 2, least: 0.0 };
        for (epoch, rate) in [(0.0, 1.0), (5.0, 0.5), (10.0, 1.0), (20.0, 0.5), (30.0, 1.0)] {
            assert!((restarts.rate(1.0, 0.0, epoch) - rate).abs() < 1e-6, "{epoch}");
        }
    }
}
