//! Batches: what does the encoder read of some expressions?
//!
//! The sequences lie one after the other, without padding.

use std::ops::Range;

use egen_math::Expr;

use crate::config::Config;
use crate::layout::{DEPTHS, SLOTS};
use crate::tokens::{Token, TokenError, encode};
use crate::values::{FEATURES, POINTS, Points};

/// One expression, ready for an encoder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    tokens: Vec<u8>,
    depths: Vec<u8>,
    slots: Vec<u8>,
    values: Vec<f32>,
}

impl Sequence {
    /// Reads an expression as a model with these settings does.
    pub fn new(expr: &Expr, config: &Config, points: &Points) -> Result<Sequence, TokenError> {
        let written = encode(expr, config.max_tokens)?;
        let marker = usize::from(config.markers);
        let mut out = Sequence::default();
        let mut push = |token: Token, depth: u32, slot: u32| {
            out.tokens.push(u8::try_from(token.index()).expect("there are fewer than 256 tokens"));
            out.depths.push(depth.min(DEPTHS as u32 - 1) as u8);
            out.slots.push(slot.min(SLOTS as u32 - 1) as u8);
        };
        if config.markers {
            push(Token::Start, 0, 0);
        }
        for (token, place) in written.tokens.iter().zip(&written.places) {
            push(*token, place.depth, place.slot);
        }
        if config.markers {
            push(Token::End, 0, 0);
        }
        if config.values > 0 {
            out.values.resize(out.tokens.len() * FEATURES, 0.0);
            let inner = marker * FEATURES..(marker + written.tokens.len()) * FEATURES;
            points.features(expr, &written, &mut out.values[inner]);
        }
        Ok(out)
    }

    /// Its length in tokens, with markers.
    #[expect(clippy::len_without_is_empty, reason = "an expression has at least one token")]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Its tokens, with markers.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = Token> {
        self.tokens.iter().map(|&index| Token::from_index(index.into()).expect("it is the number of a token"))
    }
}

/// Points that a sequence keeps, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptPoints(pub u64);

impl KeptPoints {
    /// All of them.
    pub const ALL: KeptPoints = KeptPoints(u64::MAX);
}

const _: () = assert!(POINTS == u64::BITS as usize, "a bit for each point");

/// Several sequences.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) tokens: Vec<u8>,
    pub(crate) depths: Vec<u8>,
    pub(crate) slots: Vec<u8>,
    pub(crate) values: Vec<f32>,
    pub(crate) kept: Vec<KeptPoints>,
    pub(crate) lengths: Vec<usize>,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Batch {
        Batch::default()
    }

    /// Adds a sequence, of whose values only these points are shown.
    pub fn push(&mut self, sequence: &Sequence, kept: KeptPoints) {
        self.tokens.extend_from_slice(&sequence.tokens);
        self.depths.extend_from_slice(&sequence.depths);
        self.slots.extend_from_slice(&sequence.slots);
        self.values.extend_from_slice(&sequence.values);
        self.kept.push(kept);
        self.lengths.push(sequence.len());
    }

    /// Takes all sequences out and keeps the room.
    pub fn clear(&mut self) {
        self.tokens.clear();
        self.depths.clear();
        self.slots.clear();
        self.values.clear();
        self.kept.clear();
        self.lengths.clear();
    }

    /// How many sequences there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// How many tokens there are in all.
    pub fn rows(&self) -> usize {
        self.tokens.len()
    }

    /// The length of each sequence, with markers.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// The number of each token, sequence after sequence.
    pub fn tokens(&self) -> &[u8] {
        &self.tokens
    }

    /// The depth of each token, as far as the model tells depths apart.
    pub fn depths(&self) -> &[u8] {
        &self.depths
    }

    /// Which argument each token is, as far as the model tells arguments apart.
    pub fn slots(&self) -> &[u8] {
        &self.slots
    }

    /// The [`FEATURES`] numbers of each token, also those of points that are not shown; empty if the model reads symbols only.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The points that each sequence shows.
    pub fn kept(&self) -> &[KeptPoints] {
        &self.kept
    }

    /// Cuts the batch into blocks of whole sequences with about `rows` tokens each.
    pub(crate) fn blocks(&self, rows: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut end = 0;
        for (at, &length) in self.lengths.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if block.rows.len() + length <= rows => {
                    block.rows.end += length;
                    block.sequences.end += 1;
                }
                _ => blocks.push(Block { sequences: at..at + 1, rows: end..end + length }),
            }
            end += length;
        }
        blocks
    }
}

/// Some sequences of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub sequences: Range<usize>,
    pub rows: Range<usize>,
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    use super::*;
    use crate::config::tests::tiny;

    #[test]
    fn blocks_hold_every_sequence_once() {
        let config = tiny(0);
        let mut batch = Batch::new();
        for text in ["x", "sin(x)+cos(x)", "x^2-3*x+12", "x", "x+1", "exp(x)*ln(x)*sin(x)*tan(x)*x"] {
            let sequence = Sequence::new(&read_expr(text).unwrap(), &config, &Points::default()).unwrap();
            batch.push(&sequence, KeptPoints::ALL);
        }
        let blocks = batch.blocks(7);
        assert!(blocks.len() > 2);
        let (mut sequence, mut row) = (0, 0);
        for block in blocks {
            assert_eq!((block.sequences.start, block.rows.start), (sequence, row));
            assert_eq!(batch.lengths[block.sequences.clone()].iter().sum::<usize>(), block.rows.len());
            (sequence, row) = (block.sequences.end, block.rows.end);
        }
        assert_eq!((sequence, row), (batch.len(), batch.rows()));
    }
}
