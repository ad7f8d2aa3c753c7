//! The card: what do Hugging Face and people need to be told about a corpus?

use std::fmt::Write;
use std::path::Path;

use arrow_schema::DataType;

use super::columns::Record;
use super::{Manifest, Row, SplitEntry, StoreError, file, layout};

/// Writes `DIR/README.md`: a header that says which files are which split, and `text`.
///
/// A split without rows is left out: a pattern that matches no file would make `load_dataset` refuse the folder.
pub fn write_card(dir: impl AsRef<Path>, manifest: &Manifest, text: &str) -> Result<(), StoreError> {
    let card = format!("---\n{}---\n\n{}\n", header(manifest), text.trim());
    file::publish(&dir.as_ref().join(layout::CARD), card.as_bytes())
}

/// Writes `DIR/figure.svg`, which the text of the card may show.
pub fn write_figure(dir: impl AsRef<Path>, svg: &str) -> Result<(), StoreError> {
    file::publish(&dir.as_ref().join(layout::FIGURE), svg.as_bytes())
}

fn header(manifest: &Manifest) -> String {
    let mut header = String::from(
        "license:\n- mit\n- apache-2.0\nlanguage:\n- en\npretty_name: Equivalent expressions\n\
         task_categories:\n- feature-extraction\n- sentence-similarity\n",
    );
    let _ = writeln!(header, "size_categories:\n- {}", size_category(manifest.rows));
    header.push_str("tags:\n- mathematics\n- symbolic-mathematics\n- equivalent-expressions\n- e-graphs\n- latex\n");
    let mut splits: Vec<(&String, &SplitEntry)> = manifest.splits.iter().filter(|(_, split)| split.rows > 0).collect();
    splits.sort_by_key(|(name, _)| *name != "train");
    header.push_str("dataset_info:\n  config_name: default\n  features:\n");
    for field in Row::schema().fields() {
        let (key, kind) = feature(field.data_type());
        let _ = writeln!(header, "  - name: {}\n    {key}: {kind}", field.name());
    }
    // Readers refuse a folder that holds another number of rows: one that was copied in part. Without the bytes
    // `datasets` says that all of this is malformed.
    header.push_str(if splits.is_empty() { "" } else { "  splits:\n" });
    for (name, split) in &splits {
        let files = manifest.files.iter().filter(|file| file.path.starts_with(&format!("{}/{name}-", layout::DATA)));
        let bytes: u64 = files.map(|file| file.bytes).sum();
        let _ = writeln!(header, "  - name: {name}\n    num_bytes: {bytes}\n    num_examples: {}", split.rows);
    }
    header.push_str("configs:\n- config_name: default\n  data_files:\n");
    for (name, _) in splits {
        let _ = writeln!(header, "  - split: {name}\n    path: {}/{name}-*.parquet", layout::DATA);
    }
    header
}

/// What Hugging Face calls a type of ours, and under which key.
fn feature(kind: &DataType) -> (&'static str, &'static str) {
    match kind {
        DataType::UInt32 => ("dtype", "uint32"),
        DataType::Utf8 => ("dtype", "string"),
        DataType::Boolean => ("dtype", "bool"),
        DataType::List(values) => ("list", feature(values.data_type()).1),
        other => unreachable!("rows have no column of type {other}"),
    }
}

/// The names that Hugging Face has for sizes.
fn size_category(rows: u64) -> &'static str {
    const SIZES: [(u64, &str); 10] = [
        (1_000, "n<1K"),
        (10_000, "1K<n<10K"),
        (100_000, "10K<n<100K"),
        (1_000_000, "100K<n<1M"),
        (10_000_000, "1M<n<10M"),
        (100_000_000, "10M<n<100M"),
        (1_000_000_000, "100M<n<1B"),
        (10_000_000_000, "1B<n<10B"),
        (100_000_000_000, "10B<n<100B"),
        (1_000_000_000_000, "100B<n<1T"),
    ];
    SIZES.iter().find(|(below, _)| rows < *below).map_or("n>1T", |(_, name)| name)
}
