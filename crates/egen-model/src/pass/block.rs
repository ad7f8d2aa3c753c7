//! One block of sequences through the encoder and back.

use std::ops::Range;

use super::{Packed, Way, learn_row};
use crate::batch::{Batch, Block, KeptPoints};
use crate::config::Pooling;
use crate::encoder::Encoder;
use crate::kernel::activation::{gelu, gelu_backward};
use crate::kernel::layer::{self, Memory};
use crate::kernel::linear::Linear;
use crate::kernel::norm::{normalise, normalise_backward};
use crate::kernel::product::{self, accumulate_rows};
use crate::kernel::weights::{Half, Layer};
use crate::values::{FEATURES, POINTS};

/// What a block keeps for the way back.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    layers: Vec<layer::Kept>,
    /// The values after the first linear map.
    raised: Vec<f32>,
    /// The rows after the last layer.
    last: Vec<f32>,
    /// For each number of a vector the row that it came from, if the largest is taken.
    largest: Vec<u32>,
    /// The decoder's gradient by the rows that it attended to, which are the first ones.
    pub dmemory: Vec<f32>,
}

/// Room that blocks reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    x: Vec<f32>,
    normalised: Vec<f32>,
    features: Vec<f32>,
    inner: Vec<f32>,
    dinner: Vec<f32>,
    roots: Vec<f32>,
    layer: layer::Scratch,
    product: product::Scratch,
}

impl Scratch {
    /// The last rows of the block that went forwards just now, normalised, of those sequences that come before `end` in the batch.
    pub fn memory<'a>(&'a self, batch: &'a Batch, block: &Block, end: usize) -> Memory<'a> {
        let Range { start, end } = block.sequences.start..block.sequences.end.min(end.max(block.sequences.start));
        let lengths = &batch.lengths[start..end];
        let width = self.normalised.len() / block.rows.len().max(1);
        Memory { rows: &self.normalised[..lengths.iter().sum::<usize>() * width], lengths }
    }
}

/// Writes the vectors of the block's sequences.
pub(super) fn forward(
    encoder: &Encoder,
    packed: &Packed,
    (batch, block): (&Batch, &Block),
    vectors: &mut [f32],
    (kept, way): (&mut Kept, Way),
    scratch: &mut Scratch,
) {
    let (config, layout, weights) = (encoder.config(), encoder.layout(), encoder.weights());
    let (width, lengths) = (config.width, &batch.lengths[block.sequences.clone()]);
    look_up(encoder, (batch, block), &mut scratch.x);
    if let (Some(maps), Some(ranges)) = (&packed.values, &layout.values) {
        let [up, down] = [0, 1].map(|at| Linear::new(&maps[at], &weights[ranges[at].clone()]));
        show(batch, block, &mut scratch.features);
        kept.raised.resize(block.rows.len() * config.values, 0.0);
        scratch.inner.resize(block.rows.len() * config.values, 0.0);
        up.set(&mut kept.raised, &scratch.features);
        gelu(&mut scratch.inner, &kept.raised);
        down.add(&mut scratch.x, &scratch.inner);
    }
    kept.layers.resize_with(if way == Way::Both { config.layers } else { 1 }, layer::Kept::default);
    for (at, (range, packed)) in layout.layers.iter().zip(&packed.layers).enumerate() {
        let layer = Layer { shape: config.shape(Half::Encoder), weights: &weights[range.clone()], packed };
        let kept = &mut kept.layers[if way == Way::Both { at } else { 0 }];
        layer.forward(&mut scratch.x, lengths, None, kept, &mut scratch.layer);
    }
    kept.last.clear();
    kept.last.extend_from_slice(&scratch.x);
    let (scale, shift) = weights[layout.norm.clone()].split_at(width);
    scratch.normalised.resize(scratch.x.len(), 0.0);
    normalise(&mut scratch.normalised, &scratch.x, scale, shift);

    kept.largest.resize(vectors.len(), 0);
    let rows = bodies(lengths, config.markers);
    for ((vector, largest), body) in vectors.chunks_exact_mut(width).zip(kept.largest.chunks_exact_mut(width)).zip(rows)
    {
        let body_rows = &scratch.normalised[body.start * width..body.end * width];
        match config.pooling {
            Pooling::Mean | Pooling::MeanAndRoot | Pooling::MeanRootAndValues => {
                vector.fill(0.0);
                accumulate_rows(vector, body_rows);
                let share = 1.0 / body.len() as f32;
                vector.iter_mut().for_each(|x| *x *= share);
            }
            Pooling::Max => {
                vector.fill(f32::NEG_INFINITY);
                for (at, row) in body.zip(body_rows.chunks_exact(width)) {
                    for ((x, from), &y) in vector.iter_mut().zip(&mut *largest).zip(row) {
                        if y > *x {
                            (*x, *from) = (y, at as u32);
                        }
                    }
                }
            }
        }
    }
    if let (Some(root), Some(range)) = (&packed.root, &layout.root) {
        gather_roots(&mut scratch.roots, &scratch.normalised, lengths, config.markers, width);
        Linear::new(root, &weights[range.clone()]).add(vectors, &scratch.roots);
    }
    if let (Some(whole), Some(range)) = (&packed.whole, &layout.whole) {
        gather_roots(&mut scratch.roots, &scratch.features, lengths, config.markers, FEATURES);
        Linear::new(whole, &weights[range.clone()]).add(vectors, &scratch.roots);
    }
}

/// Adds up the gradient by every weight, given the one by the block's vectors.
pub(super) fn backward(
    encoder: &Encoder,
    packed: &Packed,
    (batch, block): (&Batch, &Block),
    dvectors: &[f32],
    kept: &Kept,
    gradient: &mut [f32],
    scratch: &mut Scratch,
) {
    let (config, layout, weights) = (encoder.config(), encoder.layout(), encoder.weights());
    let (width, lengths) = (config.width, &batch.lengths[block.sequences.clone()]);
    let (scale, shift) = weights[layout.norm.clone()].split_at(width);

    // The gradient by the normalised rows.
    let drows = &mut scratch.normalised;
    if let (Some(root), Some(range)) = (&packed.root, &layout.root) {
        let root = Linear::new(root, &weights[range.clone()]);
        drows.resize(kept.last.len(), 0.0);
        normalise(drows, &kept.last, scale, shift);
        gather_roots(&mut scratch.roots, drows, lengths, config.markers, width);
        root.learn(&mut gradient[range.clone()], &scratch.roots, dvectors, &mut scratch.product);
        root.set_back(&mut scratch.roots, dvectors);
    }
    drows.clear();
    drows.resize(kept.last.len(), 0.0);
    for (at, (body, dvector)) in bodies(lengths, config.markers).zip(dvectors.chunks_exact(width)).enumerate() {
        match config.pooling {
            Pooling::Mean | Pooling::MeanAndRoot | Pooling::MeanRootAndValues => {
                let share = 1.0 / body.len() as f32;
                for row in drows[body.start * width..body.end * width].chunks_exact_mut(width) {
                    row.iter_mut().zip(dvector).for_each(|(row, d)| *row = share * d);
                }
            }
            Pooling::Max => {
                for (column, (d, &row)) in dvector.iter().zip(&kept.largest[at * width..]).enumerate() {
                    drows[row as usize * width + column] += d;
                }
            }
        }
        if packed.root.is_some() {
            let root = &mut drows[body.start * width..][..width];
            root.iter_mut().zip(&scratch.roots[at * width..]).for_each(|(row, d)| *row += d);
        }
    }
    drows.iter_mut().zip(&kept.dmemory).for_each(|(row, d)| *row += d);
    let dx = &mut scratch.x;
    dx.clear();
    dx.resize(kept.last.len(), 0.0);
    let (dscale, dshift) = gradient[layout.norm.clone()].split_at_mut(width);
    normalise_backward(dx, drows, &kept.last, scale, dscale, dshift);

    let layers = layout.layers.iter().zip(&packed.layers).zip(&kept.layers);
    for ((range, packed), kept) in layers.rev() {
        let layer = Layer { shape: config.shape(Half::Encoder), weights: &weights[range.clone()], packed };
        layer.backward(dx, lengths, None, kept, &mut gradient[range.clone()], &mut scratch.layer);
    }
    if let (Some(maps), Some(ranges)) = (&packed.values, &layout.values) {
        let [up, down] = [0, 1].map(|at| Linear::new(&maps[at], &weights[ranges[at].clone()]));
        let [up_at, down_at] = ranges;
        scratch.inner.resize(kept.raised.len(), 0.0);
        scratch.dinner.resize(kept.raised.len(), 0.0);
        down.set_back(&mut scratch.dinner, dx);
        gelu_backward(&mut scratch.dinner, &mut scratch.inner, &kept.raised);
        down.learn(&mut gradient[down_at.clone()], &scratch.inner, dx, &mut scratch.product);
        show(batch, block, &mut scratch.features);
        up.learn(&mut gradient[up_at.clone()], &scratch.features, &scratch.dinner, &mut scratch.product);
        if let (Some(whole), Some(range)) = (&packed.whole, &layout.whole) {
            gather_roots(&mut scratch.roots, &scratch.features, lengths, config.markers, FEATURES);
            let whole = Linear::new(whole, &weights[range.clone()]);
            whole.learn(&mut gradient[range.clone()], &scratch.roots, dvectors, &mut scratch.product);
        }
    }
    for (row, dx) in block.rows.clone().zip(dx.chunks_exact(width)) {
        learn_row(&mut gradient[layout.tokens.clone()], batch.tokens[row], dx);
        if let Some([depth, slot]) = &layout.tree {
            learn_row(&mut gradient[depth.clone()], batch.depths[row], dx);
            learn_row(&mut gradient[slot.clone()], batch.slots[row], dx);
        }
    }
}

/// Writes the sum of each token's rows in the tables and the sines and cosines of its place.
fn look_up(encoder: &Encoder, (batch, block): (&Batch, &Block), x: &mut Vec<f32>) {
    let (layout, weights, width) = (encoder.layout(), encoder.weights(), encoder.config().width);
    let table = |range: &Range<usize>, index: u8| &weights[range.start + index as usize * width..][..width];
    x.clear();
    let mut first = block.rows.start;
    for &length in &batch.lengths[block.sequences.clone()] {
        for (place, row) in (first..first + length).enumerate() {
            let start = x.len();
            encoder.place(&layout.tokens, batch.tokens[row], place, x);
            if let Some([depth, slot]) = &layout.tree {
                let (depth, slot) = (table(depth, batch.depths[row]), table(slot, batch.slots[row]));
                x[start..].iter_mut().zip(depth).zip(slot).for_each(|((x, d), s)| *x += d + s);
            }
        }
        first += length;
    }
}

/// Copies the values of a block without those of dropped points.
fn show(batch: &Batch, block: &Block, features: &mut Vec<f32>) {
    features.clear();
    features.extend_from_slice(&batch.values[block.rows.start * FEATURES..block.rows.end * FEATURES]);
    let mut rows = &mut features[..];
    for sequence in block.sequences.clone() {
        let (here, rest) = rows.split_at_mut(batch.lengths[sequence] * FEATURES);
        let KeptPoints(kept) = batch.kept[sequence];
        if batch.kept[sequence] != KeptPoints::ALL {
            for kind in here.chunks_exact_mut(POINTS) {
                kind.iter_mut().enumerate().filter(|(point, _)| kept >> point & 1 == 0).for_each(|(_, x)| *x = 0.0);
            }
        }
        rows = rest;
    }
}

/// The rows of each sequence without its markers.
fn bodies(lengths: &[usize], markers: bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let marker = usize::from(markers);
    let mut end = 0;
    lengths.iter().map(move |length| {
        end += length;
        end - length + marker..end - marker
    })
}

fn gather_roots(roots: &mut Vec<f32>, rows: &[f32], lengths: &[usize], markers: bool, width: usize) {
    roots.clear();
    bodies(lengths, markers).for_each(|body| roots.extend_from_slice(&rows[body.start * width..][..width]));
}
