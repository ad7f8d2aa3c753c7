//! Vectors: how do embeddings get into a Parquet file, a chunk at a time?
//!
//! Columns `input` (text), `error` (text, null if there is none), and a list of numbers for each kind of vector (null after an error).

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{FixedSizeListBuilder, Float32Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::{Draft, StoreError};

/// One row of a file of vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// What was embedded, as it was given.
    pub input: String,
    /// A vector for each kind, or why there is none.
    pub vectors: Result<Vec<Vec<f32>>, String>,
}

/// A file that is being written. It gets its name with [`VectorWriter::finish`].
pub struct VectorWriter {
    path: PathBuf,
    schema: SchemaRef,
    writer: ArrowWriter<Draft>,
}

impl VectorWriter {
    /// Begins a file with vectors of these names and widths.
    pub fn create(path: &Path, kinds: &[(&str, usize)]) -> Result<VectorWriter, StoreError> {
        let mut fields = vec![Field::new("input", DataType::Utf8, false), Field::new("error", DataType::Utf8, true)];
        for (name, width) in kinds {
            let element = Arc::new(Field::new("element", DataType::Float32, false));
            fields.push(Field::new(*name, DataType::FixedSizeList(element, *width as i32), true));
        }
        let schema = Arc::new(Schema::new(fields));
        let file = Draft::create(path).map_err(|source| StoreError::Write { path: path.into(), source })?;
        let level = ZstdLevel::try_new(3).expect("a level between 1 and 22");
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties));
        let writer = writer.map_err(|reason| encode_error(path, &reason.to_string()))?;
        Ok(VectorWriter { path: path.into(), schema, writer })
    }

    /// Adds rows.
    pub fn write(&mut self, rows: &[Embedded]) -> Result<(), StoreError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &row.input))),
            Arc::new(rows.iter().map(|row| row.vectors.as_ref().err()).collect::<StringArray>()),
        ];
        for (kind, field) in self.schema.fields().iter().skip(2).enumerate() {
            let DataType::FixedSizeList(element, width) = field.data_type() else {
                unreachable!("the columns after the first two are lists")
            };
            let numbers = Float32Builder::with_capacity(rows.len() * *width as usize);
            let mut lists = FixedSizeListBuilder::new(numbers, *width).with_field(Arc::clone(element));
            for row in rows {
                match &row.vectors {
                    Ok(vectors) => lists.values().append_slice(&vectors[kind]),
                    Err(_) => lists.values().append_value_n(0.0, *width as usize),
                }
                lists.append(row.vectors.is_ok());
            }
            columns.push(Arc::new(lists.finish()));
        }
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        let batch = batch.map_err(|reason| encode_error(&self.path, &reason.to_string()))?;
        self.writer.write(&batch).map_err(|reason| encode_error(&self.path, &reason.to_string()))
    }

    /// Ends the file and gives it its name.
    pub fn finish(self) -> Result<(), StoreError> {
        let VectorWriter { path, writer, .. } = self;
        let file = writer.into_inner().map_err(|reason| encode_error(&path, &reason.to_string()))?;
        file.finish().map_err(|source| StoreError::Write { path, source })
    }
}

/// The texts and vectors of a file: a column `expr` or `input` of texts, and a column `vector` of lists of numbers. Rows without a vector
/// are left out.
pub fn read_vectors(path: &Path) -> Result<Vec<(String, Vec<f32>)>, StoreError> {
    let wrong = |reason: &dyn ToString| {
        let source = io::Error::new(io::ErrorKind::InvalidData, reason.to_string());
        StoreError::Read { path: path.into(), source }
    };
    let file = File::open(path).map_err(|source| StoreError::Read { path: path.into(), source })?;
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).and_then(|builder| builder.build());
    let mut rows = Vec::new();
    for batch in reader.map_err(|reason| wrong(&reason))? {
        let batch = batch.map_err(|reason| wrong(&reason))?;
        let texts = batch.column_by_name("expr").or(batch.column_by_name("input"));
        let texts = texts.ok_or_else(|| wrong(&"no column `expr` or `input`"))?;
        let vectors = batch.column_by_name("vector").ok_or_else(|| wrong(&"no column `vector`"))?;
        for row in (0..batch.num_rows()).filter(|&row| vectors.is_valid(row)) {
            let text = text(texts, row).ok_or_else(|| wrong(&"`expr` or `input` holds no texts"))?;
            let vector = list(vectors, row).and_then(|list| numbers(&list));
            rows.push((text, vector.ok_or_else(|| wrong(&"`vector` holds no lists of numbers"))?));
        }
    }
    Ok(rows)
}

fn text(column: &dyn Array, row: usize) -> Option<String> {
    let text = match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        _ => return None,
    };
    Some(text.to_string())
}

fn list(column: &dyn Array, row: usize) -> Option<ArrayRef> {
    match column.data_type() {
        DataType::FixedSizeList(..) => Some(column.as_fixed_size_list().value(row)),
        DataType::List(_) => Some(column.as_list::<i32>().value(row)),
        DataType::LargeList(_) => Some(column.as_list::<i64>().value(row)),
        _ => None,
    }
}

fn numbers(list: &dyn Array) -> Option<Vec<f32>> {
    match list.data_type() {
        DataType::Float32 => Some(list.as_primitive::<Float32Type>().values().to_vec()),
        DataType::Float64 => Some(list.as_primitive::<Float64Type>().values().iter().map(|&x| x as f32).collect()),
        _ => None,
    }
}

fn encode_error(path: &Path, reason: &str) -> StoreError {
    StoreError::Encode { path: path.into(), reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_read_and_rows_without_one_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("vectors.parquet");
        let mut writer = VectorWriter::create(&path, &[("vector", 2)]).unwrap();
        let row = |input: &str, vectors| Embedded { input: input.into(), vectors };
        writer.write(&[row("x", Ok(vec![vec![1.0, 2.0]])), row("(", Err("no".into()))]).unwrap();
        writer.finish().unwrap();
        assert_eq!(read_vectors(&path).unwrap(), [("x".to_string(), vec![1.0, 2.0])]);
        std::fs::write(&path, "x").unwrap();
        assert!(matches!(read_vectors(&path).unwrap_err(), StoreError::Read { .. }));
    }

    #[test]
    fn vectors_come_back_and_errors_keep_their_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("vectors.parquet");
        let mut writer = VectorWriter::create(&path, &[("meaning", 2), ("shape", 1)]).unwrap();
        let row = |input: &str, vectors| Embedded { input: input.into(), vectors };
        writer.write(&[row("x", Ok(vec![vec![1.0, 2.0], vec![3.0]])), row("(", Err("no".into()))]).unwrap();
        writer.write(&[row("y", Ok(vec![vec![4.0, 5.0], vec![6.0]]))]).unwrap();
        assert!(!path.exists());
        writer.finish().unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap().build().unwrap();
        let batch = reader.map(Result::unwrap).next().unwrap();
        assert_eq!(batch.column(0).as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["x", "(", "y"]);
        assert_eq!(batch.column(1).as_string::<i32>().value(1), "no");
        let meaning = batch.column(2).as_fixed_size_list();
        assert!(meaning.is_null(1) && !meaning.is_null(2));
        assert_eq!(meaning.value(2).as_primitive::<Float32Type>().values(), &[4.0, 5.0]);
    }
}
