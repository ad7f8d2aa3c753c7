//! Columns: how do rows become Arrow columns, and columns rows?

use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, ListArray, RecordBatch, StringArray, UInt32Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use egen_math::compare::Domain;

use super::StoreError;
use super::row::{Reject, Row};

/// What a parquet file of a corpus is made of. Files may have more columns; these must be there.
pub trait Record: Sized {
    /// The columns.
    fn schema() -> SchemaRef;
    /// The records as columns.
    fn encode(records: &[Self]) -> Vec<ArrayRef>;
    /// The columns as records.
    fn decode(columns: &Columns<'_>) -> Result<Vec<Self>, StoreError>;
}

/// Texts that hardly ever repeat, for which a dictionary would be a second copy.
pub(super) const UNIQUE: [&str; 4] = ["prefix", "infix", "latex", "candidate"];

const DOMAINS: [Domain; 4] = [Domain::Equal, Domain::Wider, Domain::Narrower, Domain::Overlapping];

impl Record for Row {
    fn schema() -> SchemaRef {
        // Parquet wants the values of a list to be called "element".
        let texts = DataType::List(Arc::new(Field::new("element", DataType::Utf8, false)));
        Arc::new(Schema::new(vec![
            Field::new("cluster", DataType::UInt32, false),
            Field::new("initial", DataType::Utf8, false),
            Field::new("member", DataType::UInt32, false),
            Field::new("prefix", DataType::Utf8, false),
            Field::new("infix", DataType::Utf8, false),
            Field::new("latex", DataType::Utf8, false),
            Field::new("tokens", DataType::UInt32, false),
            Field::new("domain", DataType::Utf8, false),
            Field::new("complex", DataType::Boolean, true),
            Field::new("operators", texts, false),
            Field::new("part", DataType::Utf8, false),
            Field::new("complete", DataType::Boolean, false),
        ]))
    }

    fn encode(rows: &[Row]) -> Vec<ArrayRef> {
        vec![
            numbers(rows, |row| row.cluster),
            texts(rows, |row| &row.initial),
            numbers(rows, |row| row.member),
            texts(rows, |row| &row.prefix),
            texts(rows, |row| &row.infix),
            texts(rows, |row| &row.latex),
            numbers(rows, |row| row.tokens),
            texts(rows, |row| row.domain.name()),
            Arc::new(rows.iter().map(|row| row.complex).collect::<BooleanArray>()),
            lists(rows, |row| &row.operators),
            texts(rows, |row| &row.part),
            Arc::new(BooleanArray::from(rows.iter().map(|row| row.complete).collect::<Vec<_>>())),
        ]
    }

    fn decode(columns: &Columns<'_>) -> Result<Vec<Row>, StoreError> {
        let (cluster, initial) = (columns.numbers("cluster"), columns.texts("initial"));
        let (member, prefix) = (columns.numbers("member"), columns.texts("prefix"));
        let (infix, latex) = (columns.texts("infix"), columns.texts("latex"));
        let (tokens, domain) = (columns.numbers("tokens"), columns.texts("domain"));
        let (complex, operators) = (columns.flags("complex"), columns.lists("operators"));
        let (part, complete) = (columns.texts("part"), columns.flags("complete"));
        let row = |at: usize| {
            Ok(Row {
                cluster: cluster.value(at),
                initial: initial.value(at).into(),
                member: member.value(at),
                prefix: prefix.value(at).into(),
                infix: infix.value(at).into(),
                latex: latex.value(at).into(),
                tokens: tokens.value(at),
                domain: columns.named("domain", domain.value(at), &DOMAINS, Domain::name)?,
                complex: complex.is_valid(at).then(|| complex.value(at)),
                operators: operators.value(at).as_string::<i32>().iter().flatten().map(String::from).collect(),
                part: part.value(at).into(),
                complete: complete.value(at),
            })
        };
        (0..columns.rows()).map(row).collect()
    }
}

impl Record for Reject {
    fn schema() -> SchemaRef {
        Arc::new(Schema::new(vec![
            Field::new("cluster", DataType::UInt32, false),
            Field::new("initial", DataType::Utf8, false),
            Field::new("candidate", DataType::Utf8, false),
            Field::new("reason", DataType::Utf8, false),
            Field::new("at", DataType::Utf8, false),
        ]))
    }

    fn encode(rejects: &[Reject]) -> Vec<ArrayRef> {
        vec![
            numbers(rejects, |reject| reject.cluster),
            texts(rejects, |reject| &reject.initial),
            texts(rejects, |reject| &reject.candidate),
            texts(rejects, |reject| &reject.reason),
            texts(rejects, |reject| &reject.at),
        ]
    }

    fn decode(columns: &Columns<'_>) -> Result<Vec<Reject>, StoreError> {
        let (cluster, initial) = (columns.numbers("cluster"), columns.texts("initial"));
        let (candidate, reason, at) = (columns.texts("candidate"), columns.texts("reason"), columns.texts("at"));
        let reject = |row: usize| Reject {
            cluster: cluster.value(row),
            initial: initial.value(row).into(),
            candidate: candidate.value(row).into(),
            reason: reason.value(row).into(),
            at: at.value(row).into(),
        };
        Ok((0..columns.rows()).map(reject).collect())
    }
}

pub(super) fn numbers<T>(records: &[T], value: impl Fn(&T) -> u32) -> ArrayRef {
    Arc::new(UInt32Array::from_iter_values(records.iter().map(value)))
}

pub(super) fn texts<'a, T>(records: &'a [T], value: impl Fn(&'a T) -> &'a str) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(records.iter().map(value)))
}

fn lists<'a, T>(records: &'a [T], value: impl Fn(&'a T) -> &'a [String]) -> ArrayRef {
    let mut lists =
        ListBuilder::new(StringBuilder::new()).with_field(Arc::new(Field::new("element", DataType::Utf8, false)));
    for record in records {
        lists.append_value(value(record).iter().map(Some));
    }
    Arc::new(lists.finish())
}

/// Some rows of a file, as columns that have the names and types of a schema.
pub struct Columns<'a> {
    batch: &'a RecordBatch,
    path: &'a Path,
}

const CHECKED: &str = "the columns were compared with the schema when the file was opened";

impl<'a> Columns<'a> {
    /// Refuses nulls where the schema has none: other programs mark every column as one that may have some.
    pub(super) fn new(batch: &'a RecordBatch, schema: &Schema, path: &'a Path) -> Result<Columns<'a>, StoreError> {
        for field in schema.fields().iter().filter(|field| !field.is_nullable()) {
            let column = batch.column_by_name(field.name()).expect(CHECKED);
            let inside = column.as_list_opt::<i32>().map_or(0, |lists| lists.values().null_count());
            if column.null_count() + inside > 0 {
                return Err(StoreError::Value {
                    path: path.into(),
                    column: field.name().clone(),
                    got: "null".into(),
                    want: format!("a value of type {}", type_name(field.data_type())),
                });
            }
        }
        Ok(Columns { batch, path })
    }

    fn column(&self, name: &str) -> &'a ArrayRef {
        self.batch.column_by_name(name).expect(CHECKED)
    }

    pub(super) fn numbers(&self, name: &str) -> &'a UInt32Array {
        self.column(name).as_primitive::<UInt32Type>()
    }

    pub(super) fn texts(&self, name: &str) -> &'a StringArray {
        self.column(name).as_string::<i32>()
    }

    fn flags(&self, name: &str) -> &'a BooleanArray {
        self.column(name).as_boolean()
    }

    fn lists(&self, name: &str) -> &'a ListArray {
        self.column(name).as_list::<i32>()
    }

    pub(super) fn rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// The one of `all` that has this name.
    pub(super) fn named<T: Copy>(
        &self,
        column: &str,
        text: &str,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, StoreError> {
        all.iter().copied().find(|one| name(*one) == text).ok_or_else(|| StoreError::Value {
            path: self.path.into(),
            column: column.into(),
            got: format!("`{text}`"),
            want: all.iter().map(|one| name(*one)).collect::<Vec<_>>().join(", "),
        })
    }
}

/// The places in `got` of the columns of `want`.
pub(super) fn locate(got: &Schema, want: &Schema, path: &Path) -> Result<Vec<usize>, StoreError> {
    let place = |field: &Arc<Field>| {
        let error = |got: String| StoreError::Schema {
            path: path.into(),
            column: field.name().clone(),
            got,
            want: type_name(field.data_type()),
        };
        let (at, found) = got.fields().find(field.name()).ok_or_else(|| error("no such column".into()))?;
        let (got, want) = (type_name(found.data_type()), type_name(field.data_type()));
        if got == want { Ok(at) } else { Err(error(got)) }
    };
    want.fields().iter().map(place).collect()
}

/// The name of a type, without that of a list's values, which differs from program to program.
fn type_name(kind: &DataType) -> String {
    match kind {
        DataType::List(values) => format!("List<{}>", type_name(values.data_type())),
        other => other.to_string(),
    }
}
