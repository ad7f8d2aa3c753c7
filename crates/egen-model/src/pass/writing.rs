//! Writing: how well does the decoder write the targets of a block, and what does it learn from them?

use super::{Lesson, Packed, learn_row};
use crate::decoder::Decoder;
use crate::encoder::Encoder;
use crate::kernel::entropy::cross_entropy;
use crate::kernel::layer::{self, Memory};
use crate::kernel::norm::normalise_backward;
use crate::kernel::product;

/// Room that blocks reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    x: Vec<f32>,
    normalised: Vec<f32>,
    scores: Vec<f32>,
    drows: Vec<f32>,
    kept: Vec<layer::Kept>,
    layer: layer::Scratch,
    product: product::Scratch,
}

/// Takes the lesson's targets from `first` on, one for each sequence of the memory, there and back: returns the sum of their losses,
/// writes the gradient by the memory and adds up those of the weights.
pub(super) fn learn(
    encoder: &Encoder,
    packed: &Packed,
    (lesson, first): (Lesson, usize),
    memory: Memory,
    dmemory: &mut Vec<f32>,
    gradient: &mut [f32],
    scratch: &mut Scratch,
) -> f64 {
    if memory.lengths.is_empty() {
        return 0.0;
    }
    let (decoder, width) = (Decoder::new(encoder, packed), encoder.config().width);
    let targets = &lesson.targets[first..][..memory.lengths.len()];
    let lengths: Vec<usize> = targets.iter().map(|target| target.len() - 1).collect();
    let Scratch { x, normalised, scores, drows, kept, layer: room, product } = scratch;
    x.clear();
    for target in targets {
        let seen = target[..target.len() - 1].iter().enumerate();
        seen.for_each(|(place, &token)| decoder.place(token, place, x));
    }
    kept.resize_with(decoder.layers().len(), layer::Kept::default);
    for ((_, layer), kept) in decoder.layers().zip(&mut *kept) {
        layer.forward(x, &lengths, Some(memory), kept, room);
    }
    decoder.score(x, normalised, scores);
    let labels: Vec<u8> = targets.iter().flat_map(|target| target[1..].iter().copied()).collect();
    let scale = lesson.generation.weight / lesson.tokens() as f32;
    let loss = cross_entropy(scores, &labels, lesson.generation.smoothing, scale);

    let output = decoder.output();
    output.learn(&mut gradient[decoder.layout.output.clone()], normalised, scores, product);
    output.set_back(normalised, scores);
    drows.clear();
    drows.resize(x.len(), 0.0);
    let (dscale, dshift) = gradient[decoder.layout.norm.clone()].split_at_mut(width);
    normalise_backward(drows, normalised, x, decoder.norm().0, dscale, dshift);
    dmemory.resize(memory.rows.len(), 0.0);
    for ((range, layer), kept) in decoder.layers().zip(&*kept).rev() {
        layer.backward(drows, &lengths, Some((memory, dmemory)), kept, &mut gradient[range.clone()], room);
    }
    let seen = targets.iter().flat_map(|target| &target[..target.len() - 1]);
    for (&token, drow) in seen.zip(drows.chunks_exact(width)) {
        learn_row(&mut gradient[decoder.layout.tokens.clone()], token, drow);
    }
    loss
}
