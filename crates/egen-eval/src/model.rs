//! Models: which vectors does an encoder give?

use std::borrow::Cow;

use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_model::batch::KeptPoints;
use egen_model::config::Config;
use egen_model::pass::Packed;
use egen_model::{Batch, Encoder, Points, Sequence};
use rayon::prelude::*;

use crate::error::EvalError;
use crate::matrix::Matrix;
use crate::similar::Embed;

/// An encoder with a name.
pub struct Model<'a> {
    name: String,
    encoder: Cow<'a, Encoder>,
    packed: Packed,
    points: Points,
}

/// Expressions that are embedded at a time: their values take 2,304 bytes a token.
const CHUNK: usize = 2048;

impl<'a> Model<'a> {
    /// A trained encoder.
    pub fn new(name: impl Into<String>, encoder: Encoder) -> Model<'static> {
        Model::of(name.into(), Cow::Owned(encoder))
    }

    /// An encoder that goes on training elsewhere, as it is now.
    pub fn borrowed(name: impl Into<String>, encoder: &'a Encoder) -> Model<'a> {
        Model::of(name.into(), Cow::Borrowed(encoder))
    }

    /// An encoder with random weights: what the architecture gives without training.
    pub fn untrained(config: Config, seed: u64) -> Model<'static> {
        Model::new("untrained encoder", Encoder::new(config, &mut seeded(seed)))
    }

    fn of(name: String, encoder: Cow<'a, Encoder>) -> Model<'a> {
        Model { name, packed: encoder.pack(), encoder, points: Points::default() }
    }
}

impl Embed for Model<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let config = self.encoder.config();
        let read = |expr: &Expr| {
            let error = |source| EvalError::Token { model: self.name.clone(), expr: expr.to_string(), source };
            Sequence::new(expr, config, &self.points).map_err(error)
        };
        let mut data = Vec::with_capacity(exprs.len() * config.width);
        let mut batch = Batch::new();
        for chunk in exprs.chunks(CHUNK) {
            batch.clear();
            let sequences = chunk.par_iter().map(read).collect::<Result<Vec<_>, _>>()?;
            sequences.iter().for_each(|sequence| batch.push(sequence, KeptPoints::ALL));
            data.extend(self.encoder.embed(&batch, &self.packed));
        }
        Ok(Matrix::new(config.width, data))
    }
}
