//! The matrices of a model as the products want them, packed once for each step.

use std::ops::Range;

use rayon::prelude::*;

use crate::encoder::Encoder;
use crate::kernel::linear::PackedMap;
use crate::kernel::weights::{Half, PackedLayer, Shape};
use crate::tokens::Token;
use crate::values::FEATURES;

/// The matrices of a model.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(super) values: Option<[PackedMap; 2]>,
    pub(super) layers: Vec<PackedLayer>,
    pub(super) root: Option<PackedMap>,
    pub(super) whole: Option<PackedMap>,
    pub(crate) decoder: Option<PackedDecoder>,
}

/// The matrices of a decoder.
#[derive(Clone, Debug)]
pub(crate) struct PackedDecoder {
    pub layers: Vec<PackedLayer>,
    pub output: PackedMap,
}

impl Packed {
    /// Room for the matrices of a model.
    pub fn new(encoder: &Encoder) -> Packed {
        let (config, layout) = (encoder.config(), encoder.layout());
        let (width, inner) = (config.width, config.values);
        let layers = |count: usize, half: Half| vec![PackedLayer::new(config.shape(half)); count];
        Packed {
            values: layout.values.as_ref().map(|_| [PackedMap::new(FEATURES, inner), PackedMap::new(inner, width)]),
            layers: layers(config.layers, Half::Encoder),
            root: layout.root.as_ref().map(|_| PackedMap::new(width, width)),
            whole: layout.whole.as_ref().map(|_| PackedMap::new(FEATURES, width)),
            decoder: layout.decoder.as_ref().map(|_| PackedDecoder {
                layers: layers(config.decoder, Half::Decoder),
                output: PackedMap::new(width, Token::COUNT),
            }),
        }
    }

    /// Packs the weights as they are now.
    pub fn pack(&mut self, encoder: &Encoder) {
        let (config, layout, weights) = (encoder.config(), encoder.layout(), encoder.weights());
        if let (Some(maps), Some(ranges)) = (&mut self.values, &layout.values) {
            maps.iter_mut().zip(ranges).for_each(|(map, range)| map.pack(&weights[range.clone()]));
        }
        pack_layers(&mut self.layers, &layout.layers, weights, config.shape(Half::Encoder));
        for (map, range) in [(&mut self.root, &layout.root), (&mut self.whole, &layout.whole)] {
            if let (Some(map), Some(range)) = (map, range) {
                map.pack(&weights[range.clone()]);
            }
        }
        if let (Some(decoder), Some(layout)) = (&mut self.decoder, &layout.decoder) {
            pack_layers(&mut decoder.layers, &layout.layers, weights, config.shape(Half::Decoder));
            decoder.output.pack(&weights[layout.output.clone()]);
        }
    }
}

fn pack_layers(layers: &mut [PackedLayer], ranges: &[Range<usize>], weights: &[f32], shape: Shape) {
    layers.par_iter_mut().zip(ranges).for_each(|(packed, range)| packed.pack(&weights[range.clone()], shape));
}
