//! Reading: which edits has a row?

use std::iter::Peekable;

use super::manifest::identity;
use super::{EditError, EditsManifest};
use crate::store::{Corpus, Edit, Records, Row, StoreError};

/// The rows of a split, each with its edits. They are read as they are asked for.
///
/// An error if the edits were not made, not finished, or belong to another corpus.
pub fn with_edits(corpus: &Corpus, split: &str) -> Result<WithEdits, EditError> {
    check(corpus)?;
    Ok(WithEdits { rows: corpus.rows(split), edits: corpus.edits(split).peekable() })
}

fn check(corpus: &Corpus) -> Result<(), EditError> {
    let dir = corpus.path();
    let manifest = EditsManifest::read(dir)?.filter(|manifest| !manifest.files.is_empty());
    let manifest = manifest.ok_or_else(|| EditError::Unfinished { dir: dir.into() })?;
    let here = identity(corpus)?;
    if manifest.corpus != here {
        return Err(EditError::Different { dir: dir.into(), what: "corpus", there: manifest.corpus, here });
    }
    Ok(())
}

/// Rows with their edits.
pub struct WithEdits {
    rows: Records<Row>,
    edits: Peekable<Records<Edit>>,
}

impl Iterator for WithEdits {
    type Item = Result<(Row, Vec<Edit>), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.rows.next()? {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        let mut edits = Vec::new();
        // Edits are in the order of rows; an error comes with the row at which it is met.
        let is_of = |edit: &Result<Edit, StoreError>| {
            edit.as_ref().map_or(true, |edit| (edit.cluster, edit.member) == (row.cluster, row.member))
        };
        while let Some(edit) = self.edits.next_if(is_of) {
            match edit {
                Ok(edit) => edits.push(edit),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok((row, edits)))
    }
}

/// The edits of a split in memory, by the numbers that rows have in [`Pairs`](crate::pairs::Pairs): counted through the split.
#[derive(Clone, Debug, Default)]
pub struct Table {
    text: String,
    /// Where each edit ends in `text`.
    ends: Vec<usize>,
    /// Where the edits of each row end in `ends`.
    rows: Vec<usize>,
}

impl Table {
    /// Reads the edits of a split; `None` if none were made.
    pub fn read(corpus: &Corpus, split: &str) -> Result<Option<Table>, EditError> {
        if EditsManifest::read(corpus.path())?.is_none() {
            return Ok(None);
        }
        let mut table = Table::default();
        for row in with_edits(corpus, split)? {
            table.push(row?.1.iter().map(|edit| edit.prefix.as_str()));
        }
        Ok(Some(table))
    }

    /// Adds a row with these edits.
    pub fn push<'a>(&mut self, edits: impl IntoIterator<Item = &'a str>) {
        for edit in edits {
            self.text.push_str(edit);
            self.ends.push(self.text.len());
        }
        self.rows.push(self.ends.len());
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of edits of all rows.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The edits of a row, in prefix form.
    pub fn of(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        let first = row.checked_sub(1).map_or(0, |before| self.rows[before]);
        (first..self.rows[row]).map(|at| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.text[start..self.ends[at]]
        })
    }
}
