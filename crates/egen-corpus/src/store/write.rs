//! Writing: how does a block of rows get onto disk, whole or not at all?

use std::fs;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;

use super::columns::{Record, UNIQUE};
use super::edit::{Edit, edits_path};
use super::layout::{self, block_path, rejects_path};
use super::row::{Reject, Row};
use super::{FileEntry, StoreError, checksum, file};

/// Rows that are turned into columns at once.
pub(super) const BATCH: usize = 8192;
/// Rows that are compressed together, and that a reader must go through to reach one.
const ROW_GROUP: usize = 16 * BATCH;
/// The program and its version, where the version is that of the format: a new egen does not change the bytes.
const CREATED_BY: &str = "egen-corpus version 1.0.0";

/// Writes the rows of a block: `DIR/data/SPLIT-BLOCK.parquet`.
///
/// A block of that number is replaced. After an error there is no file of the name, or the one that was there before.
pub fn write_block(dir: impl AsRef<Path>, split: &str, block: u32, rows: &[Row]) -> Result<FileEntry, StoreError> {
    layout::check_split(split)?;
    write(dir.as_ref(), block_path(&dir, split, block), rows)
}

/// Writes the candidates that a block left out: `DIR/rejects/rejects-BLOCK.parquet`.
pub fn write_rejects(dir: impl AsRef<Path>, block: u32, rejects: &[Reject]) -> Result<FileEntry, StoreError> {
    write(dir.as_ref(), rejects_path(&dir, block), rejects)
}

/// Writes the edits of a data file: `DIR/edits/SPLIT-BLOCK.parquet`.
pub fn write_edits(dir: impl AsRef<Path>, data: &Path, edits: &[Edit]) -> Result<FileEntry, StoreError> {
    write(dir.as_ref(), edits_path(&dir, data), edits)
}

/// Are the edits of a data file there, with a footer that can be read?
pub fn has_edits(dir: impl AsRef<Path>, data: &Path) -> bool {
    file::open(&edits_path(dir, data)).is_ok()
}

/// Is the block there, with a footer that can be read?
pub fn has_block(dir: impl AsRef<Path>, split: &str, block: u32) -> bool {
    file::open(&block_path(dir, split, block)).is_ok()
}

/// Are the candidates that the block left out there, with a footer that can be read?
pub fn has_rejects(dir: impl AsRef<Path>, block: u32) -> bool {
    file::open(&rejects_path(dir, block)).is_ok()
}

/// Removes files that were not finished, and says how many. Nothing else may be writing to the folder.
pub fn remove_leftovers(dir: impl AsRef<Path>) -> Result<usize, StoreError> {
    let dir = dir.as_ref();
    let mut removed = 0;
    for folder in [dir.to_owned(), dir.join(layout::DATA), dir.join(layout::REJECTS), dir.join(layout::EDITS)] {
        for path in layout::leftovers(&folder)? {
            fs::remove_file(&path).map_err(|source| StoreError::Write { path, source })?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn write<T: Record>(dir: &Path, path: PathBuf, records: &[T]) -> Result<FileEntry, StoreError> {
    let bytes =
        encode(records).map_err(|reason| StoreError::Encode { path: path.clone(), reason: reason.to_string() })?;
    file::publish(&path, &bytes)?;
    Ok(FileEntry {
        path: FileEntry::relative(dir, &path),
        rows: records.len() as u64,
        bytes: bytes.len() as u64,
        checksum: checksum::of_bytes(&bytes),
    })
}

fn encode<T: Record>(records: &[T]) -> Result<Vec<u8>, ParquetError> {
    let schema = T::schema();
    let options = ArrowWriterOptions::new().with_properties(properties()?).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), schema.clone(), options)?;
    for batch in records.chunks(BATCH) {
        writer.write(&RecordBatch::try_new(schema.clone(), T::encode(batch))?)?;
    }
    writer.into_inner()
}

/// Everything that shapes the bytes is said here, so that new defaults of the parquet crate change nothing.
fn properties() -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(CREATED_BY.into())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_max_row_group_bytes(None)
        .set_data_page_size_limit(1 << 20)
        .set_data_page_row_count_limit(20_000)
        .set_write_batch_size(1024)
        .set_dictionary_page_size_limit(1 << 20)
        .set_dictionary_enabled(true)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_statistics_truncate_length(Some(64))
        .set_column_index_truncate_length(Some(64))
        .set_bloom_filter_enabled(false);
    for column in UNIQUE {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
    }
    Ok(properties.build())
}
