//! Plans: which clusters will there be?
//!
//! Two initial expressions that are the same function become one cluster. Fingerprints say which may be; comparing decides.

use egen_math::Expr;
use egen_math::compare::{Certain, Settings, compare_with};
use egen_math::fingerprint::{Fingerprint, fingerprint};
use rustc_hash::FxHashMap;

/// A cluster to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Its number.
    pub id: u32,
    /// The expression that it is made from.
    pub initial: Expr,
    /// Other initial expressions that are the same function.
    pub also: Vec<Expr>,
}

/// The clusters of some initial expressions, in their order.
pub fn plan(initials: impl IntoIterator<Item = Expr>) -> Vec<Planned> {
    let mut clusters: Vec<Planned> = Vec::new();
    let mut functions = Functions::default();
    for expr in initials {
        let at = functions.number(&expr);
        match clusters.get_mut(at) {
            Some(cluster) if cluster.initial == expr || cluster.also.contains(&expr) => {}
            Some(cluster) => cluster.also.push(expr),
            None => clusters.push(Planned { id: at as u32, initial: expr, also: Vec::new() }),
        }
    }
    clusters
}

/// The functions met so far, each by the first expression of it.
#[derive(Default)]
pub(crate) struct Functions {
    firsts: Vec<Expr>,
    prints: FxHashMap<Fingerprint, Vec<usize>>,
}

impl Functions {
    /// The number of an expression's function; that of a new one is how many there were.
    pub fn number(&mut self, expr: &Expr) -> usize {
        let settings = Settings { complex: false, certain: Certain::Once, ..Settings::default() };
        let new = self.firsts.len();
        // Without a fingerprint nothing is known of its values, and it is a function by itself.
        if let Some(print) = fingerprint(expr) {
            let candidates = self.prints.entry(print).or_default();
            let equal = |at: &&usize| compare_with(&self.firsts[**at], expr, &settings).verdict.is_equal();
            if let Some(&same) = candidates.iter().find(equal) {
                return same;
            }
            candidates.push(new);
        }
        self.firsts.push(expr.clone());
        new
    }
}

/// So many of all, evenly spread.
pub fn spread(all: Vec<Expr>, limit: Option<usize>) -> Vec<Expr> {
    let count = all.len();
    match limit.filter(|&limit| limit < count) {
        Some(limit) => (0..limit).map(|at| all[at * count / limit].clone()).collect(),
        None => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn the_same_function_is_one_cluster() {
        let texts = ["sin(2*x)", "x + 1", "2*sin(x)*cos(x)", "1 + x", "x + 1", "sqrt(x^2)", "x", "abs(x)"];
        let clusters = plan(texts.iter().map(|text| read_expr(text).expect(text)));
        let sizes: Vec<(String, usize)> = clusters.iter().map(|c| (c.initial.to_string(), c.also.len())).collect();
        let want = [("sin(2*x)", 1), ("x + 1", 1), ("sqrt(x^2)", 1), ("x", 0)];
        assert_eq!(sizes, want.map(|(text, count)| (text.to_string(), count)));
    }
}
