//! The decoder: which token follows what is written so far, given what the encoder read?

use std::ops::Range;

use crate::encoder::Encoder;
use crate::kernel::linear::Linear;
use crate::kernel::norm::normalise;
use crate::kernel::weights::{Half, Layer};
use crate::layout::DecoderLayout;
use crate::pass::{Packed, PackedDecoder};
use crate::tokens::Token;

/// The half of a model that writes, with its weights at hand.
#[derive(Clone, Copy)]
pub(crate) struct Decoder<'a> {
    encoder: &'a Encoder,
    packed: &'a PackedDecoder,
    /// Where its weights lie.
    pub layout: &'a DecoderLayout,
}

impl<'a> Decoder<'a> {
    /// The decoder of a model.
    ///
    /// # Panics
    /// If it has none.
    pub fn new(encoder: &'a Encoder, packed: &'a Packed) -> Decoder<'a> {
        let (Some(layout), Some(packed)) = (&encoder.layout().decoder, &packed.decoder) else {
            panic!("only a model with a decoder writes");
        };
        Decoder { encoder, packed, layout }
    }

    /// Its layers and where the weights of each lie.
    pub fn layers(self) -> impl DoubleEndedIterator<Item = (&'a Range<usize>, Layer<'a>)> + ExactSizeIterator {
        let shape = self.encoder.config().shape(Half::Decoder);
        self.layout.layers.iter().zip(&self.packed.layers).map(move |(range, packed)| {
            let weights = &self.encoder.weights()[range.clone()];
            (range, Layer { shape, weights, packed })
        })
    }

    /// Scales and shifts of the last normalisation.
    pub fn norm(self) -> (&'a [f32], &'a [f32]) {
        self.encoder.weights()[self.layout.norm.clone()].split_at(self.encoder.config().width)
    }

    /// The map to scores.
    pub fn output(self) -> Linear<'a> {
        Linear::new(&self.packed.output, &self.encoder.weights()[self.layout.output.clone()])
    }

    /// Adds the row of a token at its place.
    pub fn place(self, token: u8, place: usize, x: &mut Vec<f32>) {
        self.encoder.place(&self.layout.tokens, token, place, x);
    }

    /// Writes a score for each token that may follow each of the last layer's rows, and these rows normalised.
    pub fn score(self, x: &[f32], normalised: &mut Vec<f32>, scores: &mut Vec<f32>) {
        let (scale, shift) = self.norm();
        normalised.resize(x.len(), 0.0);
        normalise(normalised, x, scale, shift);
        scores.resize(x.len() / scale.len() * Token::COUNT, 0.0);
        self.output().set(scores, normalised);
    }
}
