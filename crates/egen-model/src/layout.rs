//! Layout: where does each weight lie in the one buffer that holds them all?
//!
//! One buffer makes an optimiser a loop, a gradient a buffer of the same length, and a file a list of named views.

use std::ops::Range;

use rand_core::Rng;

use crate::config::{Config, Pooling};
use crate::kernel::weights::{Half, Kind, Shape, Unit};
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
    /// The two linear maps of the values, if it reads them.
    pub values: Option<[Range<usize>; 2]>,
    /// The layers.
    pub layers: Vec<Range<usize>>,
    /// Scale and shift of the last normalisation.
    pub norm: Range<usize>,
    /// The map of the root's row, if it takes part.
    pub root: Option<Range<usize>>,
    /// The map of the whole expression's values, if they reach the vector by themselves.
    pub whole: Option<Range<usize>>,
    /// The decoder, if there is one.
    pub decoder: Option<DecoderLayout>,
}

/// Where the weights of a decoder lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecoderLayout {
    /// A row for each token.
    pub tokens: Range<usize>,
    /// The layers.
    pub layers: Vec<Range<usize>>,
    /// Scale and shift of the last normalisation.
    pub norm: Range<usize>,
    /// The linear map to a score for each token.
    pub output: Range<usize>,
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

    fn add_table(&mut self, name: &str, rows: usize, width: usize) -> Range<usize> {
        self.add(name, (Some(rows), width), Start::Table)
    }

    /// A matrix and what is added behind it.
    fn add_map(&mut self, name: &str, inputs: usize, outputs: usize) -> Range<usize> {
        let matrix = self.add(&format!("{name}.weight"), (Some(inputs), outputs), Start::Map);
        matrix.start..self.add(&format!("{name}.bias"), (None, outputs), Start::Zero).end
    }

    /// Scales and behind them shifts.
    fn add_norm(&mut self, name: &str, width: usize) -> Range<usize> {
        let scale = self.add(&format!("{name}.scale"), (None, width), Start::One);
        scale.start..self.add(&format!("{name}.shift"), (None, width), Start::Zero).end
    }

    fn add_layers(&mut self, name: &str, count: usize, shape: Shape) -> Vec<Range<usize>> {
        let layers = (0..count).map(|layer| {
            let first = self.end;
            for unit in Unit::of(shape.half) {
                let name = format!("{name}.{layer}.{}", unit.name());
                let range = match unit.kind(shape) {
                    Kind::Norm => self.add_norm(&name, shape.width),
                    Kind::Map(inputs, outputs) => self.add_map(&name, inputs, outputs),
                };
                let place = unit.range(shape);
                debug_assert_eq!(range, first + place.start..first + place.end, "{name}");
            }
            first..self.end
        });
        layers.collect()
    }
}

impl Layout {
    /// The layout of a model with these settings.
    pub fn new(config: &Config) -> Layout {
        let width = config.width;
        let mut out = Writer::default();
        let tokens = out.add_table("tokens", Token::COUNT, width);
        let tree =
            config.tree.then(|| [out.add_table("tree.depth", DEPTHS, width), out.add_table("tree.slot", SLOTS, width)]);
        let values = (config.values > 0).then(|| {
            [out.add_map("values.up", FEATURES, config.values), out.add_map("values.down", config.values, width)]
        });
        let layers = out.add_layers("layers", config.layers, config.shape(Half::Encoder));
        let norm = out.add_norm("norm", width);
        let root = config.pooling.has_root().then(|| out.add("root.weight", (Some(width), width), Start::Map));
        let whole = (config.pooling == Pooling::MeanRootAndValues)
            .then(|| out.add("whole.weight", (Some(FEATURES), width), Start::Map));
        let decoder = (config.decoder > 0).then(|| DecoderLayout {
            tokens: out.add_table("decoder.tokens", Token::COUNT, width),
            layers: out.add_layers("decoder.layers", config.decoder, config.shape(Half::Decoder)),
            norm: out.add_norm("decoder.norm", width),
            output: out.add_map("decoder.output", width, Token::COUNT),
        });
        Layout { tensors: out.tensors, tokens, tree, values, layers, norm, root, whole, decoder }
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
    use crate::config::tests::tiny;

    #[test]
    fn tensors_follow_one_another_without_gaps() {
        for decoder in [0, 2] {
            let layout = Layout::new(&tiny(decoder));
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
