//! A bad batch: on which expressions did numbers grow beyond all bounds?

use std::ops::Range;
use std::path::Path;

use serde_json::json;

use super::RunError;
use super::folder::publish;
use crate::data::Data;

/// Writes the expressions of some batches, a line for each triplet.
pub(super) fn write(path: &Path, data: &Data, seed: u64, batches: Range<u64>) -> Result<(), RunError> {
    let mut text = String::new();
    for batch in batches {
        for one in data.triplets(seed, batch) {
            let line = json!({
                "batch": batch,
                "group": one.group,
                "anchor": one.anchor,
                "partner": one.partner,
                "negative": one.negative,
            });
            text += &format!("{line}\n");
        }
    }
    publish(path, text.as_bytes())
}
