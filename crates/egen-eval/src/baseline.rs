//! Baselines: how far does one get without learning?

mod tree;

use egen_math::Expr;
use egen_model::values::{DEFINED, FEATURES, POINTS, SIZE};
use egen_model::{Points, Token, Tokens, encode};
use rayon::prelude::*;

use crate::error::EvalError;
use crate::matrix::Matrix;
use crate::similar::{Embed, Similar, Space};

pub use tree::TreeEdits;

/// Bag of tokens: how often does each token occur? It sees what is written and not in which order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bag;

impl Embed for Bag {
    fn name(&self) -> &str {
        "bag of tokens"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let rows = exprs.par_iter().map(|expr| counts(expr, Embed::name(self)));
        Ok(Matrix::new(Token::COUNT, rows.collect::<Result<Vec<_>, EvalError>>()?.concat()))
    }
}

/// How often each token occurs.
pub(crate) fn counts(expr: &Expr, model: &str) -> Result<Vec<f32>, EvalError> {
    let mut row = vec![0.0; Token::COUNT];
    tokens(expr, model)?.tokens.iter().for_each(|token| row[token.index()] += 1.0);
    Ok(row)
}

/// Values as a vector: the numbers that a model with values is shown of the whole expression. What is undefined is 0, so a
/// narrower domain is another vector.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueVector;

impl Embed for ValueVector {
    fn name(&self) -> &str {
        "values as a vector"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        Ok(Matrix::new(FEATURES, features(exprs, Embed::name(self), <[f32]>::to_vec)?.concat()))
    }
}

/// Values alone: minus the mean distance of s = sign(v)·ln(1 + |v|) at the points where both are defined.
///
/// It decides equality, up to the digits of single precision, wherever two expressions share points of their domains. It cannot say
/// which of two different functions is the more similar in any other sense, nor anything of what has no values at these points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values;

impl Similar for Values {
    fn name(&self) -> &str {
        "values alone"
    }

    fn read(&self, exprs: &[Expr]) -> Result<Box<dyn Space>, EvalError> {
        Ok(Box::new(ValueSpace::new(exprs, self.name())?))
    }
}

fn from(row: &[f32], kind: usize) -> [f32; POINTS] {
    row[kind * POINTS..][..POINTS].try_into().expect("a block has a number for each point")
}

/// For each expression, at each point, its value's size with sign, and 1 where there is a value.
pub(crate) struct ValueSpace {
    sizes: Vec<[f32; POINTS]>,
    defined: Vec<[f32; POINTS]>,
}

/// Sizes that differ by less are the same value, computed in another way.
const SAME: f32 = 1e-5;

impl ValueSpace {
    pub fn new(exprs: &[Expr], model: &str) -> Result<ValueSpace, EvalError> {
        let (sizes, defined) = features(exprs, model, |row| (from(row, SIZE), from(row, DEFINED)))?.into_iter().unzip();
        Ok(ValueSpace { sizes, defined })
    }

    /// Is there a point at which an expression has a value?
    pub fn has_values(&self, at: usize) -> bool {
        self.defined[at].contains(&1.0)
    }

    /// Have two expressions the same value wherever both have one, and is there such a point?
    pub fn meet(&self, a: usize, b: usize) -> bool {
        let mut met = false;
        for point in (0..POINTS).filter(|&point| self.defined[a][point] * self.defined[b][point] > 0.0) {
            let (x, y) = (self.sizes[a][point], self.sizes[b][point]);
            if (x - y).abs() > SAME * (1.0 + x.abs()) {
                return false;
            }
            met = true;
        }
        met
    }
}

impl Space for ValueSpace {
    fn len(&self) -> usize {
        self.sizes.len()
    }

    fn similarities(&self, queries: std::ops::Range<usize>, pool: std::ops::Range<usize>, out: &mut [f32]) {
        for (query, out) in queries.zip(out.chunks_exact_mut(pool.len())) {
            let (size, defined) = (&self.sizes[query], &self.defined[query]);
            for (other, out) in pool.clone().zip(out) {
                let (mut sum, mut common) = ([0.0f32; 8], [0.0f32; 8]);
                for point in 0..POINTS {
                    let both = defined[point] * self.defined[other][point];
                    sum[point % 8] += both * (size[point] - self.sizes[other][point]).abs();
                    common[point % 8] += both;
                }
                let (sum, common) = (sum.iter().sum::<f32>(), common.iter().sum::<f32>());
                *out = if common > 0.0 { -sum / common } else { f32::NEG_INFINITY };
            }
        }
    }
}

/// The longest expression that a baseline reads.
const LIMIT: usize = 4096;

fn tokens(expr: &Expr, model: &str) -> Result<Tokens, EvalError> {
    encode(expr, LIMIT).map_err(|source| EvalError::Token { model: model.into(), expr: expr.to_string(), source })
}

/// What is kept of the features that each expression as a whole has.
fn features<T: Send>(exprs: &[Expr], model: &str, keep: impl Fn(&[f32]) -> T + Sync) -> Result<Vec<T>, EvalError> {
    let points = Points::default();
    let of = |all: &mut Vec<f32>, expr: &Expr| {
        let tokens = tokens(expr, model)?;
        all.clear();
        all.resize(tokens.tokens.len() * FEATURES, 0.0);
        points.features(expr, &tokens, all);
        Ok(keep(&all[..FEATURES]))
    };
    exprs.par_iter().map_init(Vec::new, of).collect()
}
