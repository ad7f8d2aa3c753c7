//! Composed: what does the same model compute when it is put together from burn's operations?
//!
//! It has the weights of the same buffer under the same names, and its vectors, losses and gradients are those of our kernels but for rounding
//! (tests/composed.rs), so that a model can be trained on whatever burn runs on. Gradients come by burn's autodiff and are read back: the
//! optimiser, at 16 bytes and a few operations a weight, is not worth a second implementation that checkpoints would have to translate.

mod contrast;
mod decoder;
mod layer;
mod padded;
mod weights;

use burn_tensor::activation::sigmoid;
use burn_tensor::{Device as Place, Tensor, Transaction};

use egen_model::batch::Batch;
use egen_model::encoder::Encoder;
use egen_train::config::{Config, Generation, Pooling, Training};
use egen_train::device::{Device, DeviceError};
use egen_train::engine::{Engine, Losses};
use egen_train::examples::Examples;
use layer::Layer;
use padded::Padded;
use weights::Weights;

/// What is added to a score that must not count: its exponential is 0 beside any other. Not infinite, since 0 times it shall be 0.
const UNSEEN: f32 = -1e9;

/// A model on a device.
#[derive(Clone, Debug)]
pub struct Composed {
    device: Device,
    place: Place,
    config: Config,
    weights: Weights,
    positions: Vec<f32>,
}

impl Composed {
    /// Puts a model on a device.
    pub fn new(encoder: &Encoder, device: Device) -> Result<Composed, DeviceError> {
        let place = find(device)?.autodiff();
        Ok(Composed {
            weights: Weights::new(encoder, &place),
            config: encoder.config().clone(),
            positions: encoder.positions().to_vec(),
            device,
            place,
        })
    }

    /// The vectors of a batch, one row of the model's width for each sequence.
    pub fn embed(&self, batch: &Batch) -> Result<Vec<f32>, DeviceError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let padded = Padded::new(batch, &self.config, &self.place);
        let vectors = self.pool(self.read(&padded), &padded);
        Ok(self.fetch(Transaction::default().register(vectors.inner()))?.remove(0))
    }

    /// The encoder's last rows, normalised.
    fn read(&self, padded: &Padded) -> Tensor<3> {
        let Composed { config, weights, .. } = self;
        let mut x = weights.look_up("tokens", padded.tokens.clone()) + self.positions(padded.length);
        if config.tree {
            x = x + weights.look_up("tree.depth", padded.depths.clone());
            x = x + weights.look_up("tree.slot", padded.slots.clone());
        }
        if let Some(features) = &padded.features {
            let raised = weights.map("values.up", features.clone());
            x = x + weights.map("values.down", gelu(raised));
        }
        for at in 0..config.layers {
            let layer = Layer { weights, name: format!("layers.{at}"), heads: config.heads };
            x = layer.attend_within(x, padded.unseen.clone());
            x = layer.feed(x);
        }
        weights.normalise("norm", x)
    }

    /// One vector for each sequence.
    fn pool(&self, rows: Tensor<3>, padded: &Padded) -> Tensor<2> {
        let Composed { config, weights, .. } = self;
        let marker = usize::from(config.markers);
        let vectors = match config.pooling {
            Pooling::Max => (rows.clone() + padded.outside.clone()).max_dim(1),
            Pooling::Mean | Pooling::MeanAndRoot | Pooling::MeanRootAndValues => {
                (rows.clone() * padded.shares.clone()).sum_dim(1)
            }
        };
        let mut vectors: Tensor<2> = vectors.squeeze_dim(1);
        if config.pooling.has_root() {
            vectors = vectors + weights.multiply("root", rows.narrow(1, marker, 1).squeeze_dim(1));
        }
        if let (Pooling::MeanRootAndValues, Some(features)) = (config.pooling, &padded.features) {
            vectors = vectors + weights.multiply("whole", features.clone().narrow(1, marker, 1).squeeze_dim(1));
        }
        vectors
    }

    /// The sines and cosines of the first places.
    fn positions(&self, length: usize) -> Tensor<3> {
        let width = self.config.width;
        padded::tensor(self.positions[..length * width].to_vec(), [1, length, width], &self.place)
    }

    /// Waits for tensors to be computed.
    fn fetch(&self, asked: Transaction) -> Result<Vec<Vec<f32>>, DeviceError> {
        let failed = |reason: String| DeviceError::Failed { device: self.device, reason };
        let found = asked.try_execute().map_err(|error| failed(error.to_string()))?;
        let numbers = found.iter().map(|data| data.as_slice::<f32>().map(<[f32]>::to_vec));
        numbers.collect::<Result<_, _>>().map_err(|error| failed(format!("{error:?}")))
    }
}

impl Engine for Composed {
    fn learn(
        &mut self,
        _: &Encoder,
        training: &Training,
        examples: &Examples,
        (share, gradient): (f32, &mut [f32]),
    ) -> Result<Losses, DeviceError> {
        let padded = Padded::new(&examples.batch, &self.config, &self.place);
        let rows = self.read(&padded);
        let (mut all, mut found) = (Tensor::zeros([1], &self.place), Transaction::default());
        if let Some(Generation { smoothing, weight }) = training.generation {
            let loss = self.write(rows.clone(), &padded, &examples.targets, smoothing);
            found = found.register(loss.clone().inner());
            all = all + loss * weight;
        }
        if let Some(kind) = training.contrast {
            let (loss, nearest) = contrast::contrast(self.pool(rows, &padded), examples.rows(), kind);
            found = found.register(loss.clone().inner()).register(nearest.inner());
            all = all + loss;
        }
        let mut gradients = all.backward();
        let mut ranges = Vec::new();
        for (range, weight) in self.weights.leaves() {
            // What takes no part in the losses has no gradient: the map of the root if vectors are not contrasted.
            if let Some(found_here) = weight.grad_remove(&mut gradients) {
                found = found.register(found_here);
                ranges.push(range);
            }
        }
        let mut numbers = self.fetch(found)?.into_iter();
        let mut next = || numbers.next().expect("as many numbers come back as were asked for");
        let generation = training.generation.map(|_| next()[0]);
        let contrast = training.contrast.map(|_| (next()[0], next()[0]));
        for range in ranges {
            gradient[range].iter_mut().zip(next()).for_each(|(out, g)| *out += share * g);
        }
        Ok(Losses { contrast, generation })
    }

    fn renew(&mut self, encoder: &Encoder) {
        self.weights = Weights::new(encoder, &self.place);
    }
}

/// GELU as our kernels compute it: by its approximation with a hyperbolic tangent, written as a logistic function.
fn gelu(x: Tensor<3>) -> Tensor<3> {
    let slope = (x.clone() * x.clone()) * (1.595_769 * 0.044_715) + 1.595_769;
    x.clone() * sigmoid(x * slope)
}

/// The device, if this build knows it and the machine has it.
fn find(device: Device) -> Result<Place, DeviceError> {
    let found = match device {
        #[cfg(feature = "flex")]
        Device::Flex => Some(Place::flex()),
        #[cfg(feature = "wgpu")]
        Device::Wgpu => first(burn_tensor::DeviceType::Wgpu, || Place::wgpu(burn_tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "cuda")]
        Device::Cuda => first(burn_tensor::DeviceType::Cuda, || Place::cuda(0)),
        _ => return Err(DeviceError::NotBuilt(device)),
    };
    found.ok_or(DeviceError::Absent(device))
}

/// The device that burn prefers, if there is any: to make one where there is none panics.
#[cfg(any(feature = "wgpu", feature = "cuda"))]
fn first(kind: burn_tensor::DeviceType, preferred: impl FnOnce() -> Place) -> Option<Place> {
    let any = Place::enumerate(kind).into_vec().len() > 0;
    any.then(preferred)
}
