//! The trainer: what does one step of contrastive training do to a model?

use rand::Rng;

use crate::batch::{Batch, KeptPoints};
use crate::config::Training;
use crate::contrast::{Rows, contrast};
use crate::encoder::Encoder;
use crate::optimiser::{AdamW, norm};
use crate::pass::{Packed, Pass, Way};
use crate::values::POINTS;

/// A model in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    encoder: Encoder,
    training: Training,
    optimiser: AdamW,
    packed: Packed,
    pass: Pass,
    vectors: Vec<f32>,
    gradient: Vec<f32>,
}

/// What a step tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The loss before the step.
    pub loss: f32,
    /// How often the partner was the nearest.
    pub nearest: f32,
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
}

impl Trainer {
    /// Starts to train a model on so many threads.
    pub fn new(encoder: Encoder, training: Training, threads: usize) -> Trainer {
        let optimiser = AdamW::new(encoder.weights().len(), training.decay);
        Trainer::resume(encoder, training, optimiser, threads)
    }

    /// Goes on from where training stopped.
    pub fn resume(encoder: Encoder, training: Training, optimiser: AdamW, threads: usize) -> Trainer {
        let packed = encoder.pack();
        let gradient = vec![0.0; encoder.weights().len()];
        Trainer {
            training,
            optimiser,
            packed,
            pass: Pass::new(threads, Way::Both),
            vectors: Vec::new(),
            gradient,
            encoder,
        }
    }

    /// The model as it is now.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// The model's matrices as they are now.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }

    /// The state of the optimiser.
    pub fn optimiser(&self) -> &AdamW {
        &self.optimiser
    }

    /// One step with this learning rate.
    pub fn step(&mut self, batch: &Batch, rows: Rows, rate: f32) -> Result<Step, TrainError> {
        let width = self.encoder.config().width;
        self.vectors.resize(batch.len() * width, 0.0);
        self.pass.forward(&self.encoder, &self.packed, batch, &mut self.vectors);
        let found = contrast(&self.vectors, width, rows, self.training.loss);
        self.pass.backward(&self.encoder, &self.packed, batch, &found.gradient, &mut self.gradient);
        let norm = norm(&self.gradient);
        if !found.loss.is_finite() || !norm.is_finite() {
            return Err(TrainError::NotFinite { step: self.optimiser.steps + 1, loss: found.loss, norm });
        }
        let clip = self.training.clip;
        self.optimiser.step(
            self.encoder.weights_mut(),
            &self.gradient,
            rate,
            if norm > clip { clip / norm } else { 1.0 },
        );
        self.packed.pack(&self.encoder);
        Ok(Step { loss: found.loss, nearest: found.nearest, norm })
    }
}

impl Training {
    /// Which points an expression shows this time.
    pub fn draw_points(&self, rng: &mut impl Rng) -> KeptPoints {
        let mut share = || rng.next_u32() as f32 / u32::MAX as f32;
        if share() >= self.dropped_rows {
            return KeptPoints::ALL;
        }
        KeptPoints((0..POINTS).fold(0, |kept, point| kept | u32::from(share() >= self.dropped_points) << point))
    }
}
