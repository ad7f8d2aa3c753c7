//! A quick look: how well does an encoder do while it is still learning?

use egen_corpus::store::Corpus;
use egen_model::Encoder;

use crate::error::EvalError;
use crate::labelled::{Labelled, labelled, some_clusters};
use crate::model::Model;
use crate::{retrieval, selection};

/// The cases of a quick look.
#[derive(Clone, Debug)]
pub struct QuickCases {
    /// Some whole clusters.
    pub labelled: Vec<Labelled>,
    /// Some queries.
    pub selection: Vec<selection::Case>,
}

impl QuickCases {
    /// So many clusters for retrieval and so many queries for selection, drawn with a seed.
    pub fn build(
        corpus: &Corpus,
        split: &str,
        clusters: usize,
        queries: usize,
        seed: u64,
    ) -> Result<QuickCases, EvalError> {
        Ok(QuickCases {
            labelled: some_clusters(&labelled(corpus, split)?, clusters, seed),
            selection: selection::build(corpus, split, &selection::Settings { queries, seed })?,
        })
    }
}

/// Retrieval at 1 and 5 and selection, by name, between 0 and 1.
pub fn quick(encoder: &Encoder, cases: &QuickCases) -> Result<Vec<(String, f64)>, EvalError> {
    let model = Model::borrowed("encoder", encoder);
    let retrieved = retrieval::score(&cases.labelled, &retrieval::answer(&cases.labelled, &model)?)?;
    let [selected, ..] = selection::score(&cases.selection, &selection::answer(&cases.selection, &model)?)?;
    let wanted = retrieved.into_iter().filter(|score| ["@1", "@5"].contains(&score.name.as_str()));
    let named = wanted.map(|score| (format!("retrieval{}", score.name), score.value));
    Ok(named.chain([("selection".to_string(), selected.value)]).collect())
}
