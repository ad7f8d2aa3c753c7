//! Weights: the tensors of a model by the names of its file, and what is computed with one of them.

use std::collections::HashMap;
use std::ops::Range;

use burn_tensor::module::{embedding, layer_norm, linear};
use burn_tensor::{Device, Int, Tensor};

use super::padded::tensor;
use egen_model::encoder::Encoder;
use egen_model::kernel::norm::EPSILON;

/// All weights on a device. They are leaves: gradients are kept for them.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    leaves: Vec<Leaf>,
    numbers: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Leaf {
    /// Where it lies in the buffer.
    range: Range<usize>,
    weights: Tensor<1>,
    columns: usize,
}

impl Weights {
    /// Puts a model's weights on a device.
    pub fn new(encoder: &Encoder, device: &Device) -> Weights {
        let tensors = encoder.layout().tensors();
        let leaf = |part: &egen_model::layout::Tensor| {
            let weights = encoder.weights()[part.range.clone()].to_vec();
            let weights = tensor(weights, [part.range.len()], device).require_grad();
            Leaf { range: part.range.clone(), weights, columns: part.columns }
        };
        let numbers = tensors.iter().enumerate().map(|(at, part)| (part.name.clone(), at));
        Weights { leaves: tensors.iter().map(leaf).collect(), numbers: numbers.collect() }
    }

    /// All of them, with their places in the buffer.
    pub fn leaves(&self) -> impl Iterator<Item = (Range<usize>, &Tensor<1>)> {
        self.leaves.iter().map(|leaf| (leaf.range.clone(), &leaf.weights))
    }

    fn leaf(&self, name: String) -> &Leaf {
        let Some(&at) = self.numbers.get(&name) else { panic!("the layout has no `{name}`") };
        &self.leaves[at]
    }

    fn vector(&self, name: String) -> Tensor<1> {
        self.leaf(name).weights.clone()
    }

    fn matrix(&self, name: String) -> Tensor<2> {
        let Leaf { weights, columns, range } = self.leaf(name);
        weights.clone().reshape([range.len() / columns, *columns])
    }

    /// A row of a table for each number.
    pub fn look_up(&self, table: &str, numbers: Tensor<2, Int>) -> Tensor<3> {
        embedding(self.matrix(table.to_string()), numbers)
    }

    /// A linear map.
    pub fn map(&self, name: &str, x: Tensor<3>) -> Tensor<3> {
        linear(x, self.matrix(format!("{name}.weight")), Some(self.vector(format!("{name}.bias"))))
    }

    /// A linear map without anything that is added.
    pub fn multiply(&self, name: &str, x: Tensor<2>) -> Tensor<2> {
        linear(x, self.matrix(format!("{name}.weight")), None)
    }

    /// A normalisation of rows.
    pub fn normalise(&self, name: &str, x: Tensor<3>) -> Tensor<3> {
        let (scale, shift) = (self.vector(format!("{name}.scale")), self.vector(format!("{name}.shift")));
        layer_norm(x, scale, Some(shift), f64::from(EPSILON))
    }
}
