//! The engine: what computes the losses of some examples, and the gradient by every weight?
//!
//! Our kernels, or the operations of another device. Everything else of a step is the same for all of them and stays with the
//! [`Trainer`](crate::Trainer): accumulation, clipping, the optimiser and the weights themselves.

use std::fmt::Debug;

use egen_model::encoder::Encoder;
use egen_model::pass::{Lesson, Packed, Pass, Way};

use crate::config::Training;
use crate::contrast::contrast;
use crate::device::{Device, DeviceError};
use crate::examples::Examples;

/// What computes.
pub trait Engine: Debug + Send {
    /// Computes the losses of some examples and adds a share of their gradient to what is there.
    ///
    /// # Panics
    /// If the examples lack what the training asks for.
    fn learn(
        &mut self,
        encoder: &Encoder,
        training: &Training,
        examples: &Examples,
        gradient: (f32, &mut [f32]),
    ) -> Result<Losses, DeviceError>;

    /// Takes over the weights after they changed.
    fn renew(&mut self, encoder: &Encoder);
}

/// How the engine of a device is made for a model and so many threads.
pub type Open = fn(Device, &Encoder, usize) -> Result<Box<dyn Engine>, DeviceError>;

/// Our own kernels, the only engine of this crate; `egen-burn` has one that knows all devices.
pub fn open(device: Device, encoder: &Encoder, threads: usize) -> Result<Box<dyn Engine>, DeviceError> {
    match device {
        Device::Cpu => Ok(Box::new(Kernels::new(encoder, threads))),
        Device::Flex | Device::Wgpu | Device::Cuda => Err(DeviceError::NotBuilt(device)),
    }
}

/// The losses of some examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The contrastive loss and how often the partner was the nearest, if vectors are contrasted.
    pub contrast: Option<(f32, f32)>,
    /// The decoder's loss for each token, not weighted, if it learns.
    pub generation: Option<f32>,
}

/// Our kernels: matrices as they want them, and room that steps reuse.
#[derive(Clone, Debug)]
pub struct Kernels {
    packed: Packed,
    pass: Pass,
    vectors: Vec<f32>,
}

impl Kernels {
    /// The kernels on so many threads, with a model's weights.
    pub fn new(encoder: &Encoder, threads: usize) -> Kernels {
        Kernels { packed: encoder.pack(), pass: Pass::new(threads, Way::Both), vectors: Vec::new() }
    }
}

impl Engine for Kernels {
    fn learn(
        &mut self,
        encoder: &Encoder,
        training: &Training,
        examples: &Examples,
        (share, gradient): (f32, &mut [f32]),
    ) -> Result<Losses, DeviceError> {
        let (width, batch) = (encoder.config().width, &examples.batch);
        self.vectors.resize(batch.len() * width, 0.0);
        let lesson = training.generation.map(|generation| Lesson { targets: &examples.targets, generation });
        let generation = self.pass.forward(encoder, &self.packed, batch, lesson, &mut self.vectors);
        let mut losses = Losses { contrast: None, generation };
        let mut dvectors = Vec::new();
        if let Some(loss) = training.contrast {
            let found = contrast(&self.vectors, width, examples.rows(), loss);
            dvectors = found.gradient;
            losses.contrast = Some((found.loss, found.nearest));
        }
        dvectors.resize(self.vectors.len(), 0.0);
        self.pass.backward(encoder, &self.packed, batch, &dvectors, (share, gradient));
        Ok(losses)
    }

    fn renew(&mut self, encoder: &Encoder) {
        self.packed.pack(encoder);
    }
}
