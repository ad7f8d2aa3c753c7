//! A pass: how does a batch go through the encoder and its gradient come back, on all cores?
//!
//! The batch is cut into blocks of whole sequences that fit a core's cache, and each core takes a run of blocks through
//! all layers. Each has its own gradient; they are added in a fixed order, so that the same seed and number of threads give the same bits.

mod block;

use rayon::prelude::*;

use crate::batch::{Batch, Block};
use crate::encoder::Encoder;
use crate::kernel::layer::PackedLayer;
use crate::kernel::product;
use crate::values::FEATURES;
use block::{Kept, Scratch};

/// The tokens of a block. A smaller one reads the weights more often, a larger one leaves the caches. 96, 192 and 384 could not be told
/// apart on the busy machine that they were measured on (benches/results).
const BLOCK: usize = 384;

/// The matrices of a model as the products want them.
#[derive(Clone, Debug)]
pub struct Packed {
    values: Option<[product::Packed; 3]>,
    layers: Vec<PackedLayer>,
    root: Option<[product::Packed; 2]>,
}

impl Packed {
    /// Room for the matrices of a model.
    pub fn new(encoder: &Encoder) -> Packed {
        let config = encoder.config();
        let (width, inner) = (config.width, config.values);
        Packed {
            values: encoder.layout().values.as_ref().map(|_| {
                [
                    product::Packed::new(FEATURES, inner),
                    product::Packed::new(inner, width),
                    product::Packed::new(width, inner),
                ]
            }),
            layers: vec![PackedLayer::new(config.shape()); config.layers],
            root: encoder
                .layout()
                .root
                .as_ref()
                .map(|_| [product::Packed::new(width, width), product::Packed::new(width, width)]),
        }
    }

    /// Packs the weights as they are now.
    pub fn pack(&mut self, encoder: &Encoder) {
        let (layout, weights) = (encoder.layout(), encoder.weights());
        if let (Some([up, down, down_back]), Some([up_at, _, down_at, _])) = (&mut self.values, &layout.values) {
            up.pack(&weights[up_at.clone()]);
            down.pack(&weights[down_at.clone()]);
            down_back.pack_transposed(&weights[down_at.clone()]);
        }
        let shape = encoder.config().shape();
        let layers = self.layers.par_iter_mut().zip(&layout.layers);
        layers.for_each(|(packed, range)| packed.pack(&weights[range.clone()], shape));
        if let (Some([forwards, backwards]), Some(range)) = (&mut self.root, &layout.root) {
            forwards.pack(&weights[range.clone()]);
            backwards.pack_transposed(&weights[range.clone()]);
        }
    }
}

/// Does anything come back?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Vectors only: nothing is kept.
    Forwards,
    /// A gradient will be asked for.
    Both,
}

/// A batch on its way, and room that the next one reuses.
#[derive(Clone, Debug)]
pub struct Pass {
    way: Way,
    workers: Vec<Worker>,
}

/// What one core has in its hands.
#[derive(Clone, Debug, Default)]
struct Worker {
    blocks: Vec<Block>,
    kept: Vec<Kept>,
    gradient: Vec<f32>,
    scratch: Scratch,
}

impl Pass {
    /// A pass on so many threads.
    pub fn new(threads: usize, way: Way) -> Pass {
        Pass { way, workers: vec![Worker::default(); threads.max(1)] }
    }

    /// Writes the vector of each sequence.
    pub fn forward(&mut self, encoder: &Encoder, packed: &Packed, batch: &Batch, vectors: &mut [f32]) {
        let width = encoder.config().width;
        assert_eq!(vectors.len(), batch.len() * width, "a row for each sequence");
        self.share(batch);
        let way = self.way;
        let parts = split(vectors, &self.workers, width);
        self.workers.par_iter_mut().zip(parts).for_each(|(worker, mut vectors)| {
            let Worker { blocks, kept, scratch, .. } = worker;
            if kept.len() < blocks.len() {
                kept.resize_with(blocks.len(), Kept::default);
            }
            for (at, block) in blocks.iter().enumerate() {
                let (here, rest) = vectors.split_at_mut(block.sequences.len() * width);
                // Forwards only, one block's room serves all of them.
                let kept = &mut kept[if way == Way::Both { at } else { 0 }];
                block::forward(encoder, packed, (batch, block), here, (kept, way), scratch);
                vectors = rest;
            }
        });
    }

    /// Writes the gradient by every weight, given the one by the vectors of the last [`Pass::forward`].
    pub fn backward(&mut self, encoder: &Encoder, packed: &Packed, batch: &Batch, dvectors: &[f32], out: &mut [f32]) {
        assert_eq!(self.way, Way::Both, "only what was kept comes back");
        let width = encoder.config().width;
        self.workers.par_iter_mut().for_each(|worker| {
            let Worker { blocks, kept, gradient, scratch } = worker;
            gradient.clear();
            gradient.resize(encoder.weights().len(), 0.0);
            // The last block is the one that the cache still holds.
            for (block, kept) in blocks.iter().zip(kept).rev() {
                let rows = block.sequences.start * width..block.sequences.end * width;
                block::backward(encoder, packed, (batch, block), &dvectors[rows], kept, gradient, scratch);
            }
        });
        let workers = &self.workers;
        out.par_chunks_mut(PART).enumerate().for_each(|(part, out)| {
            out.fill(0.0);
            for worker in workers {
                let gradient = &worker.gradient[part * PART..][..out.len()];
                out.iter_mut().zip(gradient).for_each(|(out, g)| *out += g);
            }
        });
    }

    /// Gives each worker a run of blocks, about as many tokens to each.
    fn share(&mut self, batch: &Batch) {
        let threads = self.workers.len();
        let blocks = batch.blocks(BLOCK.min(batch.rows().div_ceil(threads)));
        self.workers.iter_mut().for_each(|worker| worker.blocks.clear());
        for block in blocks {
            let middle = block.rows.start + block.rows.len() / 2;
            let worker = (middle * threads / batch.rows().max(1)).min(threads - 1);
            self.workers[worker].blocks.push(block);
        }
    }
}

/// Gradients are added in parts of this length.
const PART: usize = 16_384;

/// The rows of each worker's sequences.
fn split<'a>(mut vectors: &'a mut [f32], workers: &[Worker], width: usize) -> Vec<&'a mut [f32]> {
    let mut parts = Vec::with_capacity(workers.len());
    for worker in workers {
        let sequences: usize = worker.blocks.iter().map(|block| block.sequences.len()).sum();
        let (here, rest) = vectors.split_at_mut(sequences * width);
        parts.push(here);
        vectors = rest;
    }
    parts
}
