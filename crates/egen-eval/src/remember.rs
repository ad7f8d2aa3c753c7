//! Remembering: how does a model that is asked by several tasks read each expression once?

use std::collections::HashMap;
use std::sync::Mutex;

use egen_math::Expr;

use crate::error::EvalError;
use crate::matrix::Matrix;
use crate::similar::{Embed, vectors};

/// A model, and the vectors that it has given.
pub struct Remember {
    model: Box<dyn Embed>,
    known: Mutex<HashMap<Expr, Box<[f32]>>>,
}

impl Remember {
    /// Nothing is known yet.
    pub fn new(model: Box<dyn Embed>) -> Remember {
        Remember { model, known: Mutex::default() }
    }
}
impl Embed for Remember {
    fn name(&self) -> &str {
        Embed::name(&*self.model)
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        if exprs.is_empty() {
            return self.model.embed(exprs);
        }
        let mut known = self.known.lock().expect("nobody panics with the lock");
        let new: Vec<Expr> = exprs.iter().filter(|expr| !known.contains_key(*expr)).cloned().collect();
        if !new.is_empty() {
            let matrix = vectors(&*self.model, &new)?;
            known.extend(new.into_iter().enumerate().map(|(at, expr)| (expr, matrix.row(at).into())));
        }
        let rows: Vec<&[f32]> = exprs.iter().map(|expr| &*known[expr]).collect();
        Ok(Matrix::new(rows[0].len(), rows.concat()))
    }
}
