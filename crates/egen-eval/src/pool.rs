//! Pools: among which expressions is an answer looked for, and which of them would be right as well?

use std::collections::HashMap;

use egen_math::Expr;
use serde::{Deserialize, Serialize};

use crate::baseline::ValueSpace;
use crate::error::EvalError;
use crate::lines::prefix;

/// An expression of a pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pooled {
    /// The expression.
    #[serde(with = "prefix")]
    pub expr: Expr,
}

/// Different expressions with their values.
pub(crate) struct Pool {
    pub exprs: Vec<Expr>,
    places: HashMap<Expr, u32>,
    values: ValueSpace,
}

impl Pool {
    /// The expressions without repetitions, in their order.
    pub fn new(all: impl IntoIterator<Item = Expr>, task: &'static str) -> Result<Pool, EvalError> {
        let (mut exprs, mut places) = (Vec::new(), HashMap::new());
        for expr in all {
            places.entry(expr.clone()).or_insert_with(|| {
                exprs.push(expr);
                exprs.len() as u32 - 1
            });
        }
        let values = ValueSpace::new(&exprs, task)?;
        Ok(Pool { exprs, places, values })
    }

    /// Where an expression stands that was given.
    pub fn place(&self, expr: &Expr) -> u32 {
        self.places[expr]
    }

    /// Is there a point at which it has a value?
    pub fn has_values(&self, at: u32) -> bool {
        self.values.has_values(at as usize)
    }

    /// The places of all but `kept` that have the values of one of `to` wherever both have any. Sorted.
    ///
    /// That is a little more than equality, which takes a thousand times as long to decide: what goes with it is no loss to a pool.
    pub fn equal_to(&self, to: &[u32], kept: &[u32]) -> Vec<u32> {
        let equal = |at: &u32| to.iter().any(|&other| self.values.meet(*at as usize, other as usize));
        (0..self.exprs.len() as u32).filter(|at| !kept.contains(at)).filter(equal).collect()
    }

    /// The expressions as they are stored.
    pub fn store(self) -> Vec<Pooled> {
        self.exprs.into_iter().map(|expr| Pooled { expr }).collect()
    }
}

/// The expressions of a stored pool.
pub(crate) fn exprs(pool: &[Pooled]) -> Vec<Expr> {
    pool.iter().map(|one| one.expr.clone()).collect()
}
