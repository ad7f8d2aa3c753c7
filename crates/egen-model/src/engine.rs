//! The engine: what computes the losses of some examples, and the gradient by every weight?
//!
//! Our kernels, or burn's operations on another device. Everything else of a step is the same for all of them and stays with the
//! [`Trainer`](crate::Trainer): accumulation, clipping, the optimiser and the weights themselves.

#[cfg(feature = "burn")]
use crate::composed::Composed;
use crate::config::Training;
use crate::contrast::contrast;
use crate::device::{Device, DeviceError};
use crate::encoder::Encoder;
use crate::examples::Examples;
use crate::pass::{Lesson, Packed, Pass, Way};

/// What computes.
#[derive(Clone, Debug)]
pub struct Engine(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Kernels(Box<Kernels>),
    #[cfg(feature = "burn")]
    Composed(Box<Composed>),
}

/// The losses of some examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The contrastive loss and how often the partner was the nearest, if vectors are contrasted.
    pub contrast: Option<(f32, f32)>,
    /// The decoder's loss for each token, not weighted, if it learns.
    pub generation: Option<f32>,
}

impl Engine {
    /// Our own kernels on so many threads.
    pub fn kernels(encoder: &Encoder, threads: usize) -> Engine {
        Engine(Kind::Kernels(Box::new(Kernels::new(encoder, threads))))
    }

    /// The engine for a device. Only our own kernels are told how many threads to take.
    pub fn new(device: Device, encoder: &Encoder, threads: usize) -> Result<Engine, DeviceError> {
        if device == Device::Cpu {
            return Ok(Engine::kernels(encoder, threads));
        }
        #[cfg(feature = "burn")]
        return Ok(Engine(Kind::Composed(Box::new(Composed::new(encoder, device)?))));
        #[cfg(not(feature = "burn"))]
        return Err(DeviceError::NotBuilt(device));
    }

    /// Computes the losses of some examples and adds a share of their gradient to what is there.
    ///
    /// # Panics
    /// If the examples lack what the training asks for.
    pub fn learn(
        &mut self,
        encoder: &Encoder,
        training: &Training,
        examples: &Examples,
        (share, gradient): (f32, &mut [f32]),
    ) -> Result<Losses, DeviceError> {
        if training.generation.is_some() {
            let anchors = if training.contrast.is_some() { examples.groups.len() } else { examples.batch.len() };
            assert_eq!(examples.targets.len(), anchors, "a target for each anchor");
        }
        match &mut self.0 {
            Kind::Kernels(kernels) => Ok(kernels.learn(encoder, training, examples, (share, gradient))),
            #[cfg(feature = "burn")]
            Kind::Composed(composed) => composed.learn(training, examples, (share, gradient)),
        }
    }

    /// Takes over the weights after they changed.
    pub fn renew(&mut self, encoder: &Encoder) {
        match &mut self.0 {
            Kind::Kernels(kernels) => kernels.packed.pack(encoder),
            #[cfg(feature = "burn")]
            Kind::Composed(composed) => composed.renew(encoder),
        }
    }
}

/// Our kernels: matrices as they want them, and room that steps reuse.
#[derive(Clone, Debug)]
struct Kernels {
    packed: Packed,
    pass: Pass,
    vectors: Vec<f32>,
}

impl Kernels {
    fn new(encoder: &Encoder, threads: usize) -> Kernels {
        Kernels { packed: encoder.pack(), pass: Pass::new(threads, Way::Both), vectors: Vec::new() }
    }

    fn learn(
        &mut self,
        encoder: &Encoder,
        training: &Training,
        examples: &Examples,
        (share, gradient): (f32, &mut [f32]),
    ) -> Losses {
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
        losses
    }
}
