//! Reading: which rows does a corpus hold, one after the other?

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::vec;

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::columns::{Columns, Record, locate};
use super::edit::{Edit, edits_path};
use super::row::{Reject, Row};
use super::write::BATCH;
use super::{Manifest, StoreError, file, layout};

/// A corpus on disk. Opening lists its files; their rows are read when asked for.
#[derive(Clone, Debug)]
pub struct Corpus {
    path: PathBuf,
    manifest: Option<Manifest>,
    /// `train` first, the others in the order of their names.
    splits: Vec<(String, Vec<PathBuf>)>,
    rejects: Vec<PathBuf>,
}

impl Corpus {
    /// Opens the folder of a corpus, with or without a manifest, or a single parquet file.
    ///
    /// One that is not finished is refused. The manifest is not compared with the files: [`Manifest::verify`] does that.
    pub fn open(path: impl AsRef<Path>) -> Result<Corpus, StoreError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(StoreError::Missing { path: path.into() });
        }
        let (mut manifest, mut rejects, mut files) = (None, Vec::new(), vec![path.to_owned()]);
        if path.is_dir() {
            manifest = Manifest::of_finished(path)?;
            rejects = layout::parquet_files(&path.join(layout::REJECTS))?;
            files = layout::parquet_files(&path.join(layout::DATA))?;
            if files.is_empty() {
                files = layout::parquet_files(path)?;
            }
        }
        if files.is_empty() {
            return Err(StoreError::Empty { path: path.into() });
        }
        let mut splits = BTreeMap::<String, Vec<PathBuf>>::new();
        for file in files {
            splits.entry(layout::split_of(&file)).or_default().push(file);
        }
        let mut splits: Vec<_> = splits.into_iter().collect();
        splits.sort_by_key(|(name, _)| name != "train");
        Ok(Corpus { path: path.into(), manifest, splits, rejects })
    }

    /// How it was made, if that was written down.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }

    /// The names of its splits: `train` first, the others in alphabetical order.
    pub fn splits(&self) -> impl Iterator<Item = &str> {
        self.splits.iter().map(|(name, _)| name.as_str())
    }

    /// The files of a split, in the order of their names.
    pub fn files(&self, split: &str) -> Result<&[PathBuf], StoreError> {
        match self.splits.iter().find(|(name, _)| name == split) {
            Some((_, files)) => Ok(files),
            None => Err(StoreError::NoSplit {
                path: self.path.clone(),
                split: split.into(),
                known: self.splits().map(String::from).collect(),
            }),
        }
    }

    /// The number of rows of a split, from the footers of its files.
    pub fn count(&self, split: &str) -> Result<u64, StoreError> {
        self.files(split)?.iter().map(|path| file::rows(path)).sum()
    }

    /// The rows of a split. The iterator ends after an error, which may be that there is no such split.
    pub fn rows(&self, split: &str) -> Records<Row> {
        match self.files(split) {
            Ok(files) => Records::new(files.to_vec(), None),
            Err(error) => Records::new(Vec::new(), Some(error)),
        }
    }

    /// The clusters of a split, each as its rows. A cluster that an error cuts off is not given.
    pub fn clusters(&self, split: &str) -> Clusters {
        Clusters { rows: self.rows(split).peekable() }
    }

    /// Its folder, or the one file that it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The edits of a split's rows, in the order of the rows. The iterator ends after an error, which may be that there are none:
    /// [`crate::edits`] makes them.
    pub fn edits(&self, split: &str) -> Records<Edit> {
        match self.files(split) {
            Ok(files) => Records::new(files.iter().map(|file| edits_path(&self.path, file)).collect(), None),
            Err(error) => Records::new(Vec::new(), Some(error)),
        }
    }

    /// The candidates that were left out; none if they were not kept.
    pub fn rejects(&self) -> Records<Reject> {
        Records::new(self.rejects.clone(), None)
    }
}

/// The edits of one data file of the corpus in `dir`.
pub fn edits_of(dir: &Path, data: &Path) -> Records<Edit> {
    Records::new(vec![edits_path(dir, data)], None)
}

/// The candidates that one block left out.
pub(crate) fn rejects_of(path: &Path) -> Records<Reject> {
    Records::new(vec![path.to_owned()], None)
}

/// The records of some files, read a batch at a time.
pub struct Records<T> {
    files: vec::IntoIter<PathBuf>,
    open: Option<(PathBuf, ParquetRecordBatchReader)>,
    batch: vec::IntoIter<T>,
    failed: Option<StoreError>,
}

impl<T: Record> Records<T> {
    fn new(files: Vec<PathBuf>, failed: Option<StoreError>) -> Records<T> {
        Records { files: files.into_iter(), open: None, batch: Vec::new().into_iter(), failed }
    }

    /// The next records of the open file, or of the next one. `None` at the end of the last.
    fn next_batch(&mut self) -> Result<Option<Vec<T>>, StoreError> {
        loop {
            if let Some((path, reader)) = &mut self.open {
                if let Some(batch) = file::guarded(path, || reader.next().transpose())? {
                    return T::decode(&Columns::new(&batch, &T::schema(), path)?).map(Some);
                }
                self.open = None;
            }
            let Some(path) = self.files.next() else { return Ok(None) };
            self.open = Some((path.clone(), reader::<T>(&path)?));
        }
    }
}

fn reader<T: Record>(path: &Path) -> Result<ParquetRecordBatchReader, StoreError> {
    let (file, footer) = file::open(path)?;
    let columns = locate(footer.schema(), &T::schema(), path)?;
    let columns = ProjectionMask::roots(footer.parquet_schema(), columns);
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, footer);
    file::guarded(path, || builder.with_batch_size(BATCH).with_projection(columns).build())
}

impl<T: Record> Iterator for Records<T> {
    type Item = Result<T, StoreError>;

    fn next(&mut self) -> Option<Result<T, StoreError>> {
        loop {
            if let Some(record) = self.batch.next() {
                return Some(Ok(record));
            }
            let error = match self.failed.take().map_or_else(|| self.next_batch(), Err) {
                Ok(Some(batch)) => {
                    self.batch = batch.into_iter();
                    continue;
                }
                Ok(None) => return None,
                Err(error) => error,
            };
            (self.files, self.open) = (Vec::new().into_iter(), None);
            return Some(Err(error));
        }
    }
}

/// The clusters of a split: rows that follow each other and have the same cluster number.
pub struct Clusters {
    rows: Peekable<Records<Row>>,
}

impl Iterator for Clusters {
    type Item = Result<Vec<Row>, StoreError>;

    fn next(&mut self) -> Option<Result<Vec<Row>, StoreError>> {
        let mut cluster = match self.rows.next()? {
            Ok(row) => vec![row],
            Err(error) => return Some(Err(error)),
        };
        let number = cluster[0].cluster;
        while let Some(row) = self.rows.next_if(|row| row.as_ref().map_or(true, |row| row.cluster == number)) {
            match row {
                Ok(row) => cluster.push(row),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(cluster))
    }
}
