//! Pairs: what do the vectors of two models give together?
//!
//! Models of a pair are asked by themselves as well and remember what they gave, so that half a million expressions are read by each of
//! them once.

use std::sync::Arc;

use egen_math::Expr;

use crate::error::EvalError;
use crate::matrix::Matrix;
use crate::similar::Embed;

/// Two models, of which the first says what an expression means.
#[derive(Clone)]
pub struct Pair {
    pub meaning: Arc<dyn Embed>,
    pub other: Arc<dyn Embed>,
}

impl Pair {
    /// The vectors of both, each of length 1.
    pub fn vectors(&self, exprs: &[Expr]) -> Result<[Matrix; 2], EvalError> {
        Ok([self.meaning.embed(exprs)?.normalised(), self.other.embed(exprs)?.normalised()])
    }
}

/// One vector after the other: a cosine is a weighted mean of the two.
pub struct Joined {
    pub pair: Pair,
    /// What the first weighs, between 0 and 1.
    pub share: f32,
}

impl Embed for Joined {
    fn name(&self) -> &str {
        "two vectors"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let [meaning, other] = self.pair.vectors(exprs)?;
        let scales = [self.share, 1.0 - self.share].map(f32::sqrt);
        let scaled =
            |matrix: &Matrix, at: usize, scale: f32| matrix.row(at).iter().map(|x| scale * x).collect::<Vec<_>>();
        let rows = (0..exprs.len()).flat_map(|at| [scaled(&meaning, at, scales[0]), scaled(&other, at, scales[1])]);
        Ok(Matrix::new(meaning.width() + other.width(), rows.collect::<Vec<_>>().concat()))
    }
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    use super::*;

    /// A plane in which every expression has the same place.
    struct At(f32, f32);

    impl Embed for At {
        fn name(&self) -> &str {
            "at"
        }

        fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
            Ok(Matrix::new(2, [self.0, self.1].repeat(exprs.len())))
        }
    }

    #[test]
    fn lengths_do_not_count_and_shares_do() {
        let pair = Pair { meaning: Arc::new(At(30.0, 40.0)), other: Arc::new(At(0.0, 0.1)) };
        let exprs = ["x", "y"].map(|text| read_expr(text).unwrap());
        let found = Joined { pair, share: 0.36 }.embed(&exprs).unwrap();
        assert_eq!((found.rows(), found.row(0)), (2, found.row(1)));
        let want = [0.6 * 0.6, 0.6 * 0.8, 0.0, 0.8];
        assert!(found.row(0).iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{:?}", found.row(0));
    }
}
