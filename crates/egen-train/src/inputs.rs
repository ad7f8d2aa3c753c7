//! Inputs: what does a model read, as tensors for other programs?
//!
//! A safetensors file: sequences lie one after the other, as they do in a batch, and `lengths` says where each ends. Such a file says
//! itself how long it is, so that several may follow one another in a stream. An empty tensor is left out.

use std::collections::HashMap;

use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, TensorView};

use crate::examples::Examples;
use egen_model::batch::Batch;
use egen_model::values::FEATURES;

/// Named tensors on their way into a file.
#[derive(Clone, Debug, Default)]
pub struct Tensors(Vec<Tensor>);

#[derive(Clone, Debug)]
struct Tensor {
    name: String,
    kind: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Tensors {
    /// No tensors yet.
    pub fn new() -> Tensors {
        Tensors::default()
    }

    /// What an encoder reads: `lengths`, `tokens`, `depths`, `slots`, `values` (of all points) and the points that are `kept`, a bit for
    /// each. Every name begins with `prefix`.
    pub fn batch(&mut self, prefix: &str, batch: &Batch) {
        self.integers(&format!("{prefix}lengths"), batch.lengths().iter().map(|&length| length as i64));
        self.bytes(&format!("{prefix}tokens"), batch.tokens().to_vec());
        self.bytes(&format!("{prefix}depths"), batch.depths().to_vec());
        self.bytes(&format!("{prefix}slots"), batch.slots().to_vec());
        self.integers(&format!("{prefix}kept"), batch.kept().iter().map(|kept| kept.0.cast_signed()));
        self.floats(&format!("{prefix}values"), FEATURES, batch.values());
    }

    /// What a step learns from: its batch, the group of each anchor as `groups`, and what a decoder shall write.
    pub fn examples(&mut self, prefix: &str, examples: &Examples) {
        self.batch(prefix, &examples.batch);
        self.targets(prefix, &examples.targets);
        self.integers(&format!("{prefix}groups"), examples.groups.iter().map(|&group| i64::from(group)));
    }

    /// What a decoder shall write: `targets` one after the other, and `target_lengths`.
    pub fn targets(&mut self, prefix: &str, targets: &[Vec<u8>]) {
        self.integers(&format!("{prefix}target_lengths"), targets.iter().map(|target| target.len() as i64));
        self.bytes(&format!("{prefix}targets"), targets.concat());
    }

    /// A row of small numbers.
    pub fn bytes(&mut self, name: &str, numbers: Vec<u8>) {
        self.push(name, Dtype::U8, vec![numbers.len()], numbers);
    }

    /// A row of integers.
    pub fn integers(&mut self, name: &str, numbers: impl IntoIterator<Item = i64>) {
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i64::to_le_bytes).collect();
        self.push(name, Dtype::I64, vec![bytes.len() / 8], bytes);
    }

    /// A matrix of so many columns.
    pub fn floats(&mut self, name: &str, columns: usize, numbers: &[f32]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.push(name, Dtype::F32, vec![numbers.len() / columns, columns], bytes);
    }

    fn push(&mut self, name: &str, kind: Dtype, shape: Vec<usize>, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.0.push(Tensor { name: name.to_string(), kind, shape, bytes });
        }
    }

    /// The bytes of the file, with these entries in its header.
    pub fn to_bytes(&self, entries: Option<HashMap<String, String>>) -> Result<Vec<u8>, SafeTensorError> {
        let views = self
            .0
            .iter()
            .map(|Tensor { name, kind, shape, bytes }| Ok((name, TensorView::new(*kind, shape.clone(), bytes)?)));
        safetensors::serialize(views.collect::<Result<Vec<_>, SafeTensorError>>()?, entries)
    }
}
