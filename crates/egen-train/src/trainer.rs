//! The trainer: what does one step of training do to a model?

use rand_core::Rng;

use crate::config::{Generation, Training};
use crate::device::DeviceError;
use crate::engine::{Engine, Kernels, Losses};
use crate::examples::Examples;
use crate::optimiser::{AdamW, norm};
use egen_model::batch::KeptPoints;
use egen_model::encoder::Encoder;
use egen_model::values::{POINTS, Points};

/// A model in training.
#[derive(Debug)]
pub struct Trainer {
    encoder: Encoder,
    training: Training,
    optimiser: AdamW,
    engine: Box<dyn Engine>,
    gradient: Vec<f32>,
}

/// What a step tells, each a mean over its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The loss before the step: the contrastive one and the weighted one of the decoder.
    pub loss: f32,
    /// The contrastive loss, if vectors are contrasted.
    pub contrast: Option<f32>,
    /// The decoder's loss for each token, not weighted, if there is one.
    pub generation: Option<f32>,
    /// How often the partner was the nearest, if vectors are contrasted.
    pub nearest: Option<f32>,
    /// The norm of the gradient before it was clipped.
    pub norm: f32,
}

/// Why training cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// The loss or the gradient is not finite; the weights were left as they are.
    #[error("step {step}: the loss is {loss} and the norm of the gradient {norm}")]
    NotFinite {
        /// The step, from 1.
        step: u64,
        /// The loss.
        loss: f32,
        /// The norm of the gradient.
        norm: f32,
    },
    /// The device failed; the weights were left as they are.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

impl Trainer {
    /// Starts to train a model by our own kernels on so many threads.
    ///
    /// # Panics
    /// If it shall learn to write and has no decoder.
    pub fn new(encoder: Encoder, training: Training, threads: usize) -> Trainer {
        let optimiser = AdamW::new(encoder.weights().len(), training.decay);
        let engine = Box::new(Kernels::new(&encoder, threads));
        Trainer::resume(encoder, training, optimiser, engine)
    }

    /// Goes on from where training stopped, by an engine that has the model's weights.
    ///
    /// # Panics
    /// If it shall learn to write and has no decoder.
    pub fn resume(encoder: Encoder, training: Training, optimiser: AdamW, engine: Box<dyn Engine>) -> Trainer {
        assert!(training.generation.is_none() || encoder.config().decoder > 0, "only a decoder learns to write");
        let gradient = vec![0.0; encoder.weights().len()];
        Trainer { encoder, training, optimiser, engine, gradient }
    }

    /// The model as it is now.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// The state of the optimiser.
    pub fn optimiser(&self) -> &AdamW {
        &self.optimiser
    }

    /// One step with this learning rate along the mean of the parts' gradients.
    ///
    /// # Panics
    /// If there is no part, or one lacks what the training asks for.
    pub fn step(&mut self, parts: &[Examples], rate: f32) -> Result<Step, TrainError> {
        assert!(!parts.is_empty(), "a step learns from something");
        let share = 1.0 / parts.len() as f32;
        let mut step = Step { loss: 0.0, contrast: None, generation: None, nearest: None, norm: 0.0 };
        self.gradient.fill(0.0);
        for examples in parts {
            examples.check(&self.training);
            let Trainer { encoder, training, engine, gradient, .. } = self;
            let losses = engine.learn(encoder, training, examples, (share, gradient))?;
            step.add(losses, share, training);
        }
        step.norm = norm(&self.gradient);
        if !step.loss.is_finite() || !step.norm.is_finite() {
            return Err(TrainError::NotFinite { step: self.optimiser.steps + 1, loss: step.loss, norm: step.norm });
        }
        let clip = self.training.clip;
        let scale = if step.norm > clip { clip / step.norm } else { 1.0 };
        self.optimiser.step(self.encoder.weights_mut(), &self.gradient, rate, scale);
        self.engine.renew(&self.encoder);
        Ok(step)
    }
}

impl Step {
    /// Adds one part's share of the losses.
    fn add(&mut self, losses: Losses, share: f32, training: &Training) {
        if let (Some(loss), Some(Generation { weight, .. })) = (losses.generation, training.generation) {
            self.loss += share * weight * loss;
            *self.generation.get_or_insert(0.0) += share * loss;
        }
        if let Some((loss, nearest)) = losses.contrast {
            self.loss += share * loss;
            *self.contrast.get_or_insert(0.0) += share * loss;
            *self.nearest.get_or_insert(0.0) += share * nearest;
        }
    }
}

impl Training {
    /// Which points an expression shows this time. Of those that lose some, half lose any, and half those on one side, as a
    /// narrower domain does.
    pub fn draw_points(&self, points: &Points, rng: &mut impl Rng) -> KeptPoints {
        let mut share = || rng.next_u32() as f32 / u32::MAX as f32;
        if share() >= self.dropped_rows {
            return KeptPoints::ALL;
        }
        if share() < 0.5 {
            return KeptPoints(
                (0..POINTS).fold(0, |kept, point| kept | u64::from(share() >= self.dropped_points) << point),
            );
        }
        let lost = (2.0 * self.dropped_points * share() * POINTS as f32) as usize;
        let (sign, coordinates) = (if share() < 0.5 { -1.0 } else { 1.0 }, points.of(0));
        let mut order: [usize; POINTS] = std::array::from_fn(|point| point);
        order.sort_by(|&a, &b| (sign * coordinates[a]).total_cmp(&(sign * coordinates[b])));
        KeptPoints(order[lost.min(POINTS)..].iter().fold(0, |kept, point| kept | 1 << point))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;
    use crate::config::Bundled;

    #[test]
    fn some_rows_lose_any_points_and_some_those_on_one_side() {
        let (training, points) = (Bundled::Small.preset().training, Points::default());
        let mut rng = Pcg64::seed_from_u64(1);
        let drawn: Vec<u64> = (0..1000).map(|_| training.draw_points(&points, &mut rng).0).collect();
        let lost = drawn.iter().filter(|&&kept| kept != u64::MAX).count();
        assert!((300..500).contains(&lost), "{lost}");
        let mut order: Vec<usize> = (0..POINTS).collect();
        order.sort_by(|&a, &b| points.of(0)[a].total_cmp(&points.of(0)[b]));
        let changes = |kept: u64| order.windows(2).filter(|two| kept >> two[0] & 1 != kept >> two[1] & 1).count();
        let one_sided = drawn.iter().filter(|&&kept| changes(kept) == 1).count();
        assert!((100..300).contains(&one_sided), "{one_sided}");
        assert!(drawn.iter().all(|kept| kept.count_ones() as usize >= POINTS / 4), "no row loses nearly everything");
    }
}
