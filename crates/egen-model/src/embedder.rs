//! The embedder: which vectors does a formula get from trained models?
//!
//! Two vectors of length 1: *meaning*, in which equal expressions lie together, and *shape*, which knows how an expression is
//! written. One vector cannot do both: where equal expressions coincide, nothing is left of how they differ.

use std::borrow::Cow;

use egen_math::Expr;
use rayon::prelude::*;

use crate::batch::{Batch, KeptPoints, Sequence};
use crate::encoder::Encoder;
use crate::pass::Packed;
use crate::shipped;
use crate::store::StoreError;
use crate::tokens::TokenError;
use crate::values::Points;

/// Two models, ready to be asked.
#[derive(Clone, Debug)]
pub struct Embedder {
    meaning: Ready,
    shape: Ready,
}

/// A model with its matrices as products want them.
#[derive(Clone, Debug)]
struct Ready {
    encoder: Encoder,
    packed: Packed,
}

/// What an expression gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    /// What it means, of length 1.
    pub meaning: Vec<f32>,
    /// How it is written, of length 1.
    pub shape: Vec<f32>,
}

/// Which vector is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// What an expression means.
    #[default]
    Meaning,
    /// How it is written.
    Shape,
    /// One after the other, each with half of the weight: a cosine is the mean of the two.
    Both,
}

impl Vectors {
    /// The vector that is asked for, of length 1.
    pub fn by(&self, by: By) -> Cow<'_, [f32]> {
        let half = |x: &f32| x * std::f32::consts::FRAC_1_SQRT_2;
        match by {
            By::Meaning => Cow::Borrowed(&self.meaning),
            By::Shape => Cow::Borrowed(&self.shape),
            By::Both => self.meaning.iter().chain(&self.shape).map(half).collect(),
        }
    }

    /// The cosine of two expressions' vectors.
    pub fn cosine(&self, other: &Vectors, by: By) -> f32 {
        self.by(by).iter().zip(&*other.by(by)).map(|(a, b)| a * b).sum()
    }
}

impl Embedder {
    /// The models that come with the program.
    ///
    /// ```
    /// # use egen_model::embedder::{By, Embedder};
    /// # use egen_read::read::read_expr;
    /// let embedder = Embedder::bundled()?;
    /// let exprs = ["sin(2x)", "2 sin(x) cos(x)", "sin(3x)"].map(|text| read_expr(text).unwrap());
    /// let [double, product, triple] = embedder.embed(&exprs).try_into().unwrap();
    /// let (double, product, triple) = (double.unwrap(), product.unwrap(), triple.unwrap());
    /// assert!(double.cosine(&product, By::Meaning) > double.cosine(&triple, By::Meaning));
    /// # Ok::<(), egen_model::store::StoreError>(())
    /// ```
    pub fn bundled() -> Result<Embedder, StoreError> {
        Ok(Embedder::new(Encoder::from_bytes(shipped::MEANING)?, Encoder::from_bytes(shipped::SHAPE)?))
    }

    /// An embedder of two models.
    pub fn new(meaning: Encoder, shape: Encoder) -> Embedder {
        Embedder { meaning: Ready::new(meaning), shape: Ready::new(shape) }
    }

    /// How many numbers a vector has.
    pub fn width(&self, by: By) -> usize {
        let [meaning, shape] = [&self.meaning, &self.shape].map(|ready| ready.encoder.config().width);
        match by {
            By::Meaning => meaning,
            By::Shape => shape,
            By::Both => meaning + shape,
        }
    }

    /// The vector of each expression that is asked for, or why a model cannot read it. One takes half of the time of both.
    pub fn embed_by(&self, exprs: &[Expr], by: By) -> Vec<Result<Vec<f32>, TokenError>> {
        match by {
            By::Meaning => self.meaning.embed(exprs),
            By::Shape => self.shape.embed(exprs),
            By::Both => {
                let both = self.embed(exprs).into_iter();
                both.map(|vectors| vectors.map(|vectors| vectors.by(by).into_owned())).collect()
            }
        }
    }

    /// The vectors of each expression, or why a model cannot read it.
    pub fn embed(&self, exprs: &[Expr]) -> Vec<Result<Vectors, TokenError>> {
        let (meaning, shape) = rayon::join(|| self.meaning.embed(exprs), || self.shape.embed(exprs));
        let both = meaning.into_iter().zip(shape);
        both.map(|(meaning, shape)| Ok(Vectors { meaning: meaning?, shape: shape? })).collect()
    }
}

impl Ready {
    fn new(encoder: Encoder) -> Ready {
        let packed = encoder.pack();
        Ready { encoder, packed }
    }

    fn embed(&self, exprs: &[Expr]) -> Vec<Result<Vec<f32>, TokenError>> {
        let (config, points) = (self.encoder.config(), Points::default());
        let sequences: Vec<Result<Sequence, TokenError>> =
            exprs.par_iter().map(|expr| Sequence::new(expr, config, &points)).collect();
        let mut batch = Batch::new();
        sequences.iter().flatten().for_each(|sequence| batch.push(sequence, KeptPoints::ALL));
        let vectors = self.encoder.embed(&batch, &self.packed);
        let mut rows = vectors.chunks_exact(config.width);
        let next = |sequence: Result<Sequence, TokenError>| {
            sequence.map(|_| unit(rows.next().expect("a row for each sequence")))
        };
        sequences.into_iter().map(next).collect()
    }
}

fn unit(row: &[f32]) -> Vec<f32> {
    let length = row.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12);
    row.iter().map(|x| x / length).collect()
}
