//! Similarity: how alike are two expressions to a model?
//!
//! Most models give vectors ([`Embed`]), and cosines compare them. What compares without vectors is [`Similar`] by itself. Tasks
//! that only rank ask for [`Similar`], which every [`Embed`] is; tasks that add or average vectors ask for [`Embed`].

use std::ops::Range;
use std::sync::Arc;

use egen_math::Expr;
use rayon::prelude::*;

use crate::error::EvalError;
use crate::matrix::{Matrix, packed, products};

/// What gives vectors.
pub trait Embed: Send + Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// The vectors of some expressions, one row each.
    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError>;
}

impl<E: Embed + ?Sized> Embed for Arc<E> {
    fn name(&self) -> &str {
        Embed::name(&**self)
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        (**self).embed(exprs)
    }
}

/// What tells how alike expressions are.
pub trait Similar: Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// Reads the expressions that will be compared with each other.
    fn read(&self, exprs: &[Expr]) -> Result<Box<dyn Space>, EvalError>;
}

/// Expressions that were read.
pub trait Space: Sync {
    /// How many.
    fn len(&self) -> usize;

    /// Is there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How alike each of some is to each of some others, a row for each query; more is more alike, and never is it NaN.
    fn similarities(&self, queries: Range<usize>, pool: Range<usize>, out: &mut [f32]);

    /// What [`nearest`] gives for one query, if there is a faster way than all similarities.
    fn nearest_to(&self, _query: usize, _pool: Range<usize>, _count: usize) -> Option<Vec<u32>> {
        None
    }
}

/// The vectors of some expressions, checked.
pub fn vectors(model: &(impl Embed + ?Sized), exprs: &[Expr]) -> Result<Matrix, EvalError> {
    let matrix = model.embed(exprs)?;
    if matrix.rows() != exprs.len() {
        return Err(EvalError::Rows { model: model.name().into(), got: matrix.rows(), want: exprs.len() });
    }
    if let Some(at) = matrix.data().iter().position(|x| !x.is_finite()) {
        let (row, column) = (at / matrix.width(), at % matrix.width());
        let (model, expr) = (model.name().into(), exprs[row].to_string());
        return Err(EvalError::NotFinite { model, expr, column, value: matrix.data()[at] });
    }
    Ok(matrix)
}

impl<E: Embed + ?Sized> Similar for E {
    fn name(&self) -> &str {
        Embed::name(self)
    }

    fn read(&self, exprs: &[Expr]) -> Result<Box<dyn Space>, EvalError> {
        Ok(Box::new(Cosines::new(vectors(self, exprs)?)))
    }
}

/// Vectors that are compared by cosine: rows of length 1.
pub struct Cosines(Matrix);

impl Cosines {
    /// The rows of a matrix, of any length.
    pub fn new(matrix: Matrix) -> Cosines {
        Cosines(matrix.normalised())
    }
}

impl Space for Cosines {
    fn len(&self) -> usize {
        self.0.rows()
    }

    fn similarities(&self, queries: Range<usize>, pool: Range<usize>, out: &mut [f32]) {
        products(out, self.0.some(queries), &packed(self.0.some(pool), self.0.width()));
    }
}

/// Queries and rows of the pool that are compared at a time: a block of similarities stays in the second cache's reach, and a
/// pool of any size needs no more memory than its vectors.
const QUERIES: usize = 256;
const POOL: usize = 2048;

/// For each query the most similar others, best first; of equals the first in the pool.
pub fn nearest(space: &dyn Space, queries: Range<usize>, pool: Range<usize>, count: usize) -> Vec<Vec<u32>> {
    let mut rest = queries.clone();
    if let Some(first) = rest.next().and_then(|query| space.nearest_to(query, pool.clone(), count)) {
        let find = |query| space.nearest_to(query, pool.clone(), count).expect("it has a way for every query");
        return std::iter::once(first).chain(rest.into_par_iter().map(find).collect::<Vec<_>>()).collect();
    }
    let starts: Vec<usize> = queries.clone().step_by(QUERIES).collect();
    let blocks = starts.into_par_iter().map(|first| {
        let block = first..(first + QUERIES).min(queries.end);
        let mut best: Vec<Best> = block.clone().map(|query| Best::new(query, count)).collect();
        let mut out = vec![0.0; block.len() * POOL];
        for start in pool.clone().step_by(POOL) {
            let part = start..(start + POOL).min(pool.end);
            let out = &mut out[..block.len() * part.len()];
            space.similarities(block.clone(), part.clone(), out);
            for (best, row) in best.iter_mut().zip(out.chunks_exact(part.len())) {
                best.look(row, start);
            }
        }
        best.into_iter().map(|best| best.found.into_iter().map(|(_, at)| at).collect()).collect::<Vec<Vec<u32>>>()
    });
    blocks.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// The most similar so far.
struct Best {
    query: usize,
    count: usize,
    found: Vec<(f32, u32)>,
}

impl Best {
    fn new(query: usize, count: usize) -> Best {
        Best { query, count, found: Vec::with_capacity(count + 1) }
    }

    fn look(&mut self, row: &[f32], start: usize) {
        for (at, &similarity) in row.iter().enumerate() {
            let full = self.found.len() >= self.count;
            if full && self.found.last().is_none_or(|&(least, _)| similarity <= least) || start + at == self.query {
                continue;
            }
            let place = self.found.partition_point(|&(other, _)| other >= similarity);
            self.found.insert(place, (similarity, (start + at) as u32));
            self.found.truncate(self.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_a_query_is_not_its_own_neighbour() {
        let rows = vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0, 0.0];
        let space = Cosines(Matrix::new(2, rows).normalised());
        let found = nearest(&space, 0..5, 0..5, 2);
        // Rows 0 and 3 point the same way, row 4 points nowhere.
        assert_eq!(found, [[3, 2], [2, 0], [0, 1], [0, 2], [0, 1]]);
        assert_eq!(nearest(&space, 0..1, 0..5, 99)[0], [3, 2, 1, 4]);
        assert_eq!(nearest(&space, 0..1, 1..3, 1)[0], [2]);
    }

    #[test]
    fn blocks_do_not_show() {
        let width = 3;
        let mut rng = egen_graph::grammar::seeded(1);
        let noise = |rng: &mut _| egen_corpus::below(2001, rng) as f32 / 1000.0 - 1.0;
        let rows: Vec<f32> = (0..width * (POOL + 77)).map(|_| noise(&mut rng)).collect();
        let space = Cosines(Matrix::new(width, rows).normalised());
        let found = nearest(&space, 0..space.len(), 0..space.len(), 5);
        let mut row = vec![0.0; space.len()];
        for query in [0, 300, POOL, POOL + 76] {
            space.similarities(query..query + 1, 0..space.len(), &mut row);
            let mut order: Vec<u32> = (0..space.len() as u32).filter(|&at| at as usize != query).collect();
            order.sort_by(|&a, &b| row[b as usize].total_cmp(&row[a as usize]));
            assert_eq!(found[query], order[..5], "{query}");
        }
    }
}
