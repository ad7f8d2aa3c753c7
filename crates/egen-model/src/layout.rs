//! Layout: where does each weight lie in the one buffer that holds them all?
//!
//! One buffer makes an optimiser a loop, a gradient a buffer of the same length, and a file a list of named views.

use std::ops::Range;

use rand::Rng;

use crate::config::{Config, Pooling};
use crate::kernel::layer::{Weight, weights_len};
use crate::tokens::Token;
use crate::values::FEATURES;

/// Depths from here on share a row.
pub const DEPTHS: usize = 32;
/// Arguments from here on share a row.
pub const SLOTS: usize = 8;

/// A named part of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its name in a file.
    pub name: String,
    /// Its rows, if it is a matrix. A linear map has a row for each input.
    pub rows: Option<usize>,
    /// Its columns.
    pub columns: usize,
    /// Where it lies.
    pub range: Range<usize>,
    start: Start,
}

/// What a tensor is before training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// A table of rows to look up.
    Table,
    /// A linear map.
    Map,
    Zero,
    One,
}

/// Where the weights of a model lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tensors: Vec<Tensor>,
    /// A row for each token.
    pub tokens: Range<usize>,
    /// Rows for depths and arguments, if the model knows the tree.
    pub tree: Option<[Range<usize>; 2]>,
    /// The two linear maps of the values and what is added after each, if it reads them.
    pub values: Option<[Range<usize>; 4]>,
    /// The layers.
    pub layers: Vec<Range<usize>>,
    /// Scale and shift of the last normalisation.
    pub norm: [Range<usize>; 2],
    /// The map of the root's row, if it takes part.
    pub root: Option<Range<usize>>,
}

#[derive(Default)]
struct Writer {
    tensors: Vec<Tensor>,
    end: usize,
}

impl Writer {
    fn add(&mut self, name: &str, (rows, columns): (Option<usize>, usize), start: Start) -> Range<usize> {
        let range = self.end..self.end + rows.unwrap_or(1) * columns;
        self.end = range.end;
        self.tensors.push(Tensor { name: name.to_string(), rows, columns, range: range.clone(), start });
        range
    }
}

impl Layout {
    /// The layout of a model with these settings.
    pub fn new(config: &Config) -> Layout {
        let (width, shape) = (config.width, config.shape());
        let mut out = Writer::default();
        let tokens = out.add("tokens", (Some(Token::COUNT), width), Start::Table);
        let tree = config.tree.then(|| {
            [
                out.add("tree.depth", (Some(DEPTHS), width), Start::Table),
                out.add("tree.slot", (Some(SLOTS), width), Start::Table),
            ]
        });
        let values = (config.values > 0).then(|| {
            [
                out.add("values.up.weight", (Some(FEATURES), config.values), Start::Map),
                out.add("values.up.bias", (None, config.values), Start::Zero),
                out.add("values.down.weight", (Some(config.values), width), Start::Map),
                out.add("values.down.bias", (None, width), Start::Zero),
            ]
        });
        let layers = (0..config.layers).map(|layer| {
            let first = out.end;
            for weight in Weight::ALL {
                let start = match weight {
                    Weight::Norm1Scale | Weight::Norm2Scale => Start::One,
                    Weight::Qkv | Weight::Out | Weight::Up | Weight::Down => Start::Map,
                    Weight::Norm1Shift | Weight::Norm2Shift => Start::Zero,
                    Weight::QkvBias | Weight::OutBias | Weight::UpBias | Weight::DownBias => Start::Zero,
                };
                out.add(&format!("layers.{layer}.{}", weight.name()), weight.shape(shape), start);
            }
            debug_assert_eq!(out.end - first, weights_len(shape));
            first..out.end
        });
        let layers = layers.collect();
        let norm =
            [out.add("norm.scale", (None, width), Start::One), out.add("norm.shift", (None, width), Start::Zero)];
        let root =
            (config.pooling == Pooling::MeanAndRoot).then(|| out.add("root.weight", (Some(width), width), Start::Map));
        Layout { tensors: out.tensors, tokens, tree, values, layers, norm, root }
    }

    /// All tensors, in order.
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// How many weights there are.
    pub fn total(&self) -> usize {
        self.tensors.last().map_or(0, |tensor| tensor.range.end)
    }

    /// Weights to start training with.
    pub fn draw(&self, rng: &mut impl Rng) -> Vec<f32> {
        let mut weights = vec![0.0; self.total()];
        for tensor in &self.tensors {
            let part = &mut weights[tensor.range.clone()];
            match tensor.start {
                Start::Zero => {}
                Start::One => part.fill(1.0),
                // As large as the sines and cosines of the positions that are added to them.
                Start::Table => part.fill_with(|| uniform(rng) * 1.2),
                Start::Map => {
                    let ends = tensor.rows.unwrap_or(1) + tensor.columns;
                    let bound = (6.0 / ends as f32).sqrt();
                    part.fill_with(|| uniform(rng) * bound);
                }
            }
        }
        weights
    }
}

/// A number between -1 and 1, the same on every machine.
fn uniform(rng: &mut impl Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Bundled;

    #[test]
    fn tensors_follow_one_another_without_gaps() {
        for bundled in Bundled::ALL {
            let layout = Layout::new(&bundled.preset().model);
            let mut end = 0;
            for tensor in layout.tensors() {
                assert_eq!(tensor.range.start, end, "{}", tensor.name);
                assert_eq!(tensor.range.len(), tensor.rows.unwrap_or(1) * tensor.columns);
                end = tensor.range.end;
            }
            assert_eq!(layout.total(), end);
        }
    }
}
