//! A pass: how does a batch go through the encoder and its gradient come back, on all cores?
//!
//! The batch is cut into blocks of whole sequences that fit a core's cache, and each core takes a run of blocks through
//! all layers. Each has its own gradient; they are added in a fixed order, so that the same seed and number of threads give the same bits.

mod block;
mod packed;
mod writing;

use rayon::prelude::*;

use crate::batch::{Batch, Block};
use crate::config::{Config, Generation};
use crate::encoder::Encoder;
use block::{Kept, Scratch};
pub use packed::Packed;
pub(crate) use packed::PackedDecoder;

/// The tokens of a block. A smaller one reads the weights more often, a larger one leaves the caches. 96, 192 and 384 could not be told
/// apart on the busy machine that they were measured on (benches/results).
const BLOCK: usize = 384;

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

/// What the decoder shall write, and how it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The target of each of the first sequences, with start and end.
    pub targets: &'a [Vec<u8>],
    /// Smoothing, and the weight that gradients are multiplied by.
    pub generation: Generation,
}

impl Lesson<'_> {
    /// How many tokens there are to write.
    fn tokens(self) -> usize {
        self.targets.iter().map(|target| target.len() - 1).sum()
    }
}

/// What one core has in its hands.
#[derive(Clone, Debug, Default)]
struct Worker {
    blocks: Vec<Block>,
    kept: Vec<Kept>,
    gradient: Vec<f32>,
    scratch: Scratch,
    writing: writing::Scratch,
}

impl Pass {
    /// A pass on so many threads.
    pub fn new(threads: usize, way: Way) -> Pass {
        Pass { way, workers: vec![Worker::default(); threads.max(1)] }
    }

    /// Writes the vector of each sequence. If there is a lesson, the decoder takes it at once, there and back, and its loss for each token
    /// is returned: no other sequence has a say in it, so that nothing of the decoder need be kept.
    ///
    /// # Panics
    /// If there is a lesson and the model has no decoder, or a target lacks start and end or is longer than what the model reads.
    pub fn forward(
        &mut self,
        encoder: &Encoder,
        packed: &Packed,
        batch: &Batch,
        lesson: Option<Lesson>,
        vectors: &mut [f32],
    ) -> Option<f32> {
        let width = encoder.config().width;
        assert_eq!(vectors.len(), batch.len() * width, "a row for each sequence");
        assert!(lesson.is_none() || self.way == Way::Both, "a lesson leaves a gradient");
        let fits = |target: &Vec<u8>| (2..=encoder.config().max_tokens + 2).contains(&target.len());
        assert!(
            lesson.is_none_or(|lesson| lesson.targets.iter().all(fits)),
            "targets have a start, an end and a limit"
        );
        self.share(encoder.config(), batch, lesson);
        let way = self.way;
        let parts = split(vectors, &self.workers, width);
        let losses = self.workers.par_iter_mut().zip(parts).map(|(worker, mut vectors)| {
            let Worker { blocks, kept, gradient, scratch, writing } = worker;
            if kept.len() < blocks.len() {
                kept.resize_with(blocks.len(), Kept::default);
            }
            if way == Way::Both {
                gradient.clear();
                gradient.resize(encoder.weights().len(), 0.0);
            }
            let mut loss = 0.0;
            for (at, block) in blocks.iter().enumerate() {
                let (here, rest) = vectors.split_at_mut(block.sequences.len() * width);
                // Forwards only, one block's room serves all of them.
                let kept = &mut kept[if way == Way::Both { at } else { 0 }];
                block::forward(encoder, packed, (batch, block), here, (kept, way), scratch);
                kept.dmemory.clear();
                if let Some(lesson) = lesson {
                    let memory = scratch.memory(batch, block, lesson.targets.len());
                    let targets = (lesson, block.sequences.start);
                    loss += writing::learn(encoder, packed, targets, memory, &mut kept.dmemory, gradient, writing);
                }
                vectors = rest;
            }
            loss
        });
        let losses: Vec<f64> = losses.collect();
        lesson.map(|lesson| (losses.iter().sum::<f64>() / lesson.tokens().max(1) as f64) as f32)
    }

    /// Adds to `out` a share of the gradient by every weight, given the one by the vectors of the last [`Pass::forward`], once after each.
    pub fn backward(
        &mut self,
        encoder: &Encoder,
        packed: &Packed,
        batch: &Batch,
        dvectors: &[f32],
        (share, out): (f32, &mut [f32]),
    ) {
        assert_eq!(self.way, Way::Both, "only what was kept comes back");
        let width = encoder.config().width;
        self.workers.par_iter_mut().for_each(|worker| {
            let Worker { blocks, kept, gradient, scratch, .. } = worker;
            // The last block is the one that the cache still holds.
            for (block, kept) in blocks.iter().zip(kept).rev() {
                let rows = block.sequences.start * width..block.sequences.end * width;
                block::backward(encoder, packed, (batch, block), &dvectors[rows], kept, gradient, scratch);
            }
        });
        let workers = &self.workers;
        out.par_chunks_mut(PART).enumerate().for_each(|(part, out)| {
            for worker in workers {
                let gradient = &worker.gradient[part * PART..][..out.len()];
                out.iter_mut().zip(gradient).for_each(|(out, g)| *out += share * g);
            }
        });
    }

    /// Gives each worker a run of blocks, about as much work to each.
    fn share(&mut self, config: &Config, batch: &Batch, lesson: Option<Lesson>) {
        let threads = self.workers.len();
        let work = |block: &Block| {
            let targets = lesson.map_or(&[][..], |lesson| lesson.targets);
            let written: usize = block.sequences.clone().filter_map(|at| targets.get(at)).map(Vec::len).sum();
            // With its second attention a decoder's layer does 4/3 of the work of an encoder's.
            3 * config.layers * block.rows.len() + 4 * config.decoder * written
        };
        let blocks = batch.blocks(BLOCK.min(batch.rows().div_ceil(threads)));
        let all: usize = blocks.iter().map(work).sum();
        self.workers.iter_mut().for_each(|worker| worker.blocks.clear());
        let mut done = 0;
        for block in blocks {
            let work = work(&block);
            let worker = ((done + work / 2) * threads / all.max(1)).min(threads - 1);
            self.workers[worker].blocks.push(block);
            done += work;
        }
    }
}

/// The encoder's last rows of a batch, normalised: what a decoder attends to.
pub(crate) fn memory(encoder: &Encoder, packed: &Packed, batch: &Batch) -> Vec<f32> {
    let all = Block { sequences: 0..batch.len(), rows: 0..batch.rows() };
    let mut vectors = vec![0.0; batch.len() * encoder.config().width];
    let (mut kept, mut scratch) = (Kept::default(), Scratch::default());
    block::forward(encoder, packed, (batch, &all), &mut vectors, (&mut kept, Way::Forwards), &mut scratch);
    scratch.memory(batch, &all, batch.len()).rows.to_vec()
}

/// Adds the gradient of a looked up row to that of its table.
fn learn_row(dtable: &mut [f32], index: u8, drow: &[f32]) {
    let out = &mut dtable[index as usize * drow.len()..][..drow.len()];
    out.iter_mut().zip(drow).for_each(|(out, d)| *out += d);
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
