//! Stored corpora: which rows do the splits of a corpus hold, and which initial expression does each belong to?

use std::sync::Arc;
use std::vec;

use egen_read::read::{Notation, Options, read_one};

use super::{Body, Head, Item, Place, VerifyError};
use crate::store::{Corpus, Records, Row};

/// The rows of all splits.
pub(super) struct Items {
    corpus: Corpus,
    splits: vec::IntoIter<Arc<str>>,
    open: Option<(Arc<str>, Records<Row>)>,
    /// The number of the cluster in its split, and its beginning.
    head: Option<(u32, Arc<Head>)>,
    clusters: u64,
    options: Options,
}

impl Items {
    pub(super) fn new(corpus: Corpus) -> Items {
        let splits: Vec<Arc<str>> = corpus.splits().map(Arc::from).collect();
        let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
        Items { corpus, splits: splits.into_iter(), open: None, head: None, clusters: 0, options }
    }
}

impl Iterator for Items {
    type Item = Result<Item, VerifyError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (split, row) = loop {
            if let Some((split, rows)) = &mut self.open
                && let Some(row) = rows.next()
            {
                break (split.clone(), row);
            }
            let split = self.splits.next()?;
            let rows = self.corpus.rows(&split);
            (self.open, self.head) = (Some((split, rows)), None);
        };
        let row = match row {
            Ok(row) => row,
            Err(error) => return Some(Err(error.into())),
        };
        let place = Place::Row { split, cluster: row.cluster, member: row.member };
        let head = match self.head.take() {
            Some((cluster, head)) if cluster == row.cluster => head,
            _ => {
                self.clusters += 1;
                let read = read_one(&row.initial, &self.options);
                let (text, expr) = (row.initial.clone(), read.ok().map(|(expr, _)| expr));
                Arc::new(Head { number: self.clusters - 1, place: place.clone(), text, expr })
            }
        };
        self.head = Some((row.cluster, head.clone()));
        Some(Ok(Item { place, head, body: Body::Row(Box::new(row)) }))
    }
}
