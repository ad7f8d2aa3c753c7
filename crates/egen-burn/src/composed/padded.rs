//! Padding: how do sequences of different lengths become one tensor?

use burn_tensor::{Device, Int, Tensor, TensorData};

use super::UNSEEN;
use egen_model::batch::Batch;
use egen_model::values::{FEATURES, POINTS};
use egen_train::config::Config;

/// A batch with every sequence as long as the longest.
pub(super) struct Padded {
    /// The length of the longest.
    pub length: usize,
    pub tokens: Tensor<2, Int>,
    pub depths: Tensor<2, Int>,
    pub slots: Tensor<2, Int>,
    /// The numbers of each token without those of dropped points, if the model reads values.
    pub features: Option<Tensor<3>>,
    /// What is added to the scores of keys, so that padding is not seen; `None` if there is no padding.
    pub unseen: Option<Tensor<4>>,
    /// What each row has of its sequence's mean: markers and padding have none.
    pub shares: Tensor<3>,
    /// What is added to rows so that markers and padding are never the largest.
    pub outside: Tensor<3>,
}

impl Padded {
    pub fn new(batch: &Batch, config: &Config, device: &Device) -> Padded {
        let (count, lengths) = (batch.len(), batch.lengths());
        let length = longest(lengths);
        let marker = usize::from(config.markers);
        let numbers = |of: &[u8]| integers(spread(of, lengths, 1, 0), [count, length], device);
        // For each row of the tensor what depends on its place and the length of its sequence.
        let by_place = |number: &dyn Fn(usize, usize) -> f32| -> Tensor<3> {
            let places = lengths.iter().flat_map(|&own| (0..length).map(move |place| number(place, own)));
            tensor(places.collect(), [count, length, 1], device)
        };
        let inside = |place: usize, own: usize| (marker..own - marker).contains(&place);
        Padded {
            length,
            tokens: numbers(batch.tokens()),
            depths: numbers(batch.depths()),
            slots: numbers(batch.slots()),
            features: (config.values > 0)
                .then(|| tensor(spread(&shown(batch), lengths, FEATURES, 0.0), [count, length, FEATURES], device)),
            unseen: unseen(lengths, device),
            shares: by_place(&|place, own| if inside(place, own) { 1.0 / (own - 2 * marker) as f32 } else { 0.0 }),
            outside: by_place(&|place, own| if inside(place, own) { 0.0 } else { UNSEEN }),
        }
    }
}

/// What is added to the scores of keys of sequences of these lengths; `None` if all are equally long.
fn unseen(lengths: &[usize], device: &Device) -> Option<Tensor<4>> {
    let length = longest(lengths);
    let padding = lengths.iter().any(|&own| own < length);
    padding.then(|| {
        let places =
            lengths.iter().flat_map(|&own| (0..length).map(move |place| if place < own { 0.0 } else { UNSEEN }));
        tensor(places.collect(), [lengths.len(), 1, 1, length], device)
    })
}

/// The length of the longest.
pub(super) fn longest(lengths: &[usize]) -> usize {
    lengths.iter().copied().max().unwrap_or(0)
}

/// Rows of so many numbers, sequence after sequence, with room behind each sequence up to the length of the longest.
pub(super) fn spread<T: Copy>(rows: &[T], lengths: &[usize], width: usize, nothing: T) -> Vec<T> {
    let long = longest(lengths) * width;
    let mut out = Vec::with_capacity(lengths.len() * long);
    let mut rest = rows;
    for &length in lengths {
        let (here, after) = rest.split_at(length * width);
        out.extend_from_slice(here);
        out.resize(out.len() + long - here.len(), nothing);
        rest = after;
    }
    out
}

/// The numbers of a batch's tokens without those of dropped points.
fn shown(batch: &Batch) -> Vec<f32> {
    let mut features = batch.values().to_vec();
    let mut rest = &mut features[..];
    for (kept, length) in batch.kept().iter().zip(batch.lengths()) {
        let (here, after) = rest.split_at_mut(length * FEATURES);
        for (at, feature) in here.iter_mut().enumerate() {
            *feature *= (kept.0 >> (at % POINTS) & 1) as f32;
        }
        rest = after;
    }
    features
}

/// Numbers on a device.
pub(super) fn tensor<const D: usize>(numbers: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(numbers, shape), device)
}

/// Small integers on a device.
pub(super) fn integers<const D: usize>(numbers: Vec<u8>, shape: [usize; D], device: &Device) -> Tensor<D, Int> {
    let numbers: Vec<i32> = numbers.into_iter().map(i32::from).collect();
    Tensor::from_data(TensorData::new(numbers, shape), device)
}
