//! Labelled expressions: which expressions of a split belong together? The cases of K-means and of retrieval.

use egen_corpus::store::{Corpus, Row};
use egen_corpus::{read_prefix, shuffle};
use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_read::print::group_digits;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::lines::prefix;

/// An expression and the cluster that it is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Labelled {
    /// The cluster's number in the corpus.
    pub cluster: u32,
    /// The expression.
    #[serde(with = "prefix")]
    pub expr: Expr,
}

/// All rows of a split.
pub fn labelled(corpus: &Corpus, split: &str) -> Result<Vec<Labelled>, EvalError> {
    corpus.rows(split).map(|row| row.map_err(EvalError::from).and_then(|row| of(&row))).collect()
}

fn of(row: &Row) -> Result<Labelled, EvalError> {
    Ok(Labelled { cluster: row.cluster, expr: read(&row.prefix)? })
}

/// The expression of a prefix text.
pub(crate) fn read(text: &str) -> Result<Expr, EvalError> {
    read_prefix(text).map_err(|source| EvalError::Unreadable { text: text.into(), source })
}

/// So many clusters of them, drawn with a seed, in their order.
pub fn some_clusters(cases: &[Labelled], count: usize, seed: u64) -> Vec<Labelled> {
    let (places, sizes) = places(cases);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    shuffle(&mut order, &mut seeded(seed));
    order.truncate(count);
    order.sort_unstable();
    let taken = |place: &usize| order.binary_search(place).is_ok();
    cases.iter().zip(&places).filter(|(_, place)| taken(place)).map(|(case, _)| case.clone()).collect()
}

/// For each case its cluster, counted from 0 in the order in which clusters come; and how many members each has.
pub(crate) fn places(cases: &[Labelled]) -> (Vec<usize>, Vec<usize>) {
    let mut known = std::collections::BTreeMap::new();
    let mut sizes = Vec::new();
    let places = cases.iter().map(|case| {
        let place = *known.entry(case.cluster).or_insert(sizes.len());
        if place == sizes.len() {
            sizes.push(0);
        }
        sizes[place] += 1;
        place
    });
    let places = places.collect();
    (places, sizes)
}

/// How many there are, in words.
pub(crate) fn describe(cases: &[Labelled], split: &str) -> String {
    let (clusters, all) = (count(places(cases).1.len()), count(cases.len()));
    format!("{clusters} clusters with {all} expressions of the part {split}")
}

/// A number as a person reads it: 8,395.
pub(crate) fn count(number: usize) -> String {
    group_digits(&number.to_string())
}

/// Their expressions.
pub(crate) fn exprs(cases: &[Labelled]) -> Vec<Expr> {
    cases.iter().map(|case| case.expr.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_clusters_are_whole_ones() {
        let case = |cluster| Labelled { cluster, expr: Expr::number(i64::from(cluster)) };
        let cases: Vec<Labelled> = [7, 7, 3, 9, 9, 9, 1].map(case).into();
        assert_eq!(places(&cases), (vec![0, 0, 1, 2, 2, 2, 3], vec![2, 1, 3, 1]));
        let some = some_clusters(&cases, 2, 5);
        assert_eq!(some, some_clusters(&cases, 2, 5));
        assert_eq!(places(&some).1.len(), 2);
        assert!(cases.iter().filter(|one| some.contains(one)).eq(&some));
        assert_eq!(some_clusters(&cases, 99, 5), cases);
    }
}
