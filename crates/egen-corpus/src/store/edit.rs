//! Edits on disk: which columns has an edit, and in which file is it?

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde::{Serialize, Serializer};

use super::columns::{Columns, Record, numbers, texts};
use super::{StoreError, layout};
use crate::pairs::Kind;

/// A row with one thing changed, so that it differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// The cluster of the row.
    pub cluster: u32,
    /// The row's number within the cluster.
    pub member: u32,
    /// What the row has become, in prefix form.
    pub prefix: String,
    /// What was changed.
    #[serde(serialize_with = "by_name")]
    pub kind: Kind,
}

fn by_name<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// The file of the edits of a data file, whether or not it exists: `DIR/edits/train-00012.parquet`.
pub fn edits_path(dir: impl AsRef<Path>, data: &Path) -> PathBuf {
    dir.as_ref().join(layout::EDITS).join(data.file_name().expect("a data file has a name"))
}

impl Record for Edit {
    fn schema() -> SchemaRef {
        Arc::new(Schema::new(vec![
            Field::new("cluster", DataType::UInt32, false),
            Field::new("member", DataType::UInt32, false),
            Field::new("prefix", DataType::Utf8, false),
            Field::new("kind", DataType::Utf8, false),
        ]))
    }

    fn encode(edits: &[Edit]) -> Vec<ArrayRef> {
        vec![
            numbers(edits, |edit| edit.cluster),
            numbers(edits, |edit| edit.member),
            texts(edits, |edit| &edit.prefix),
            texts(edits, |edit| edit.kind.name()),
        ]
    }

    fn decode(columns: &Columns<'_>) -> Result<Vec<Edit>, StoreError> {
        let (cluster, member) = (columns.numbers("cluster"), columns.numbers("member"));
        let (prefix, kind) = (columns.texts("prefix"), columns.texts("kind"));
        let edit = |at: usize| {
            let kind = columns.named("kind", kind.value(at), &Kind::ALL, Kind::name)?;
            Ok(Edit { cluster: cluster.value(at), member: member.value(at), prefix: prefix.value(at).into(), kind })
        };
        (0..columns.rows()).map(edit).collect()
    }
}
