//! Examples: what does one step of training learn from?

use egen_math::Expr;

use crate::config::Training;
use crate::contrast::Rows;
use egen_model::batch::Batch;
use egen_model::tokens::{Token, TokenError, encode};

/// What one step learns from, or a part of it.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Anchors, then (if contrasted) as many partners, then perhaps as many negatives.
    pub batch: Batch,
    /// The group of each anchor and of its partner: equal numbers, equal expressions.
    pub groups: Vec<u32>,
    /// Does a third part follow?
    pub negatives: bool,
    /// What the decoder shall write for each anchor, with start and end tokens; empty if nothing is generated.
    pub targets: Vec<Vec<u8>>,
}

impl Examples {
    /// # Panics
    /// If they lack what the training asks for.
    pub(crate) fn check(&self, training: &Training) {
        if training.generation.is_some() {
            let anchors = if training.contrast.is_some() { self.groups.len() } else { self.batch.len() };
            assert_eq!(self.targets.len(), anchors, "a target for each anchor");
        }
    }

    /// Which rows are what, for contrastive training.
    pub fn rows(&self) -> Rows<'_> {
        Rows { groups: &self.groups, negatives: self.negatives }
    }
}

/// What a decoder shall write: an expression of at most `limit` tokens between start and end. Its variables are told apart by the order of
/// their names, so it means the same as its anchor only if it has the same variables.
pub fn target(expr: &Expr, limit: usize) -> Result<Vec<u8>, TokenError> {
    let tokens = encode(expr, limit)?.tokens;
    let marked = [Token::Start].into_iter().chain(tokens).chain([Token::End]);
    Ok(marked.map(|token| token.index() as u8).collect())
}
