//! Output: where does an answer go, and in which format is it written?

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use egen_corpus::store::Draft;

/// The format that was chosen: by name, or by the extension of the file.
pub fn format<F: ValueEnum>(chosen: Option<F>, out: Option<&Path>, usual: F) -> anyhow::Result<F> {
    if let Some(format) = chosen {
        return Ok(format);
    }
    let Some(path) = out else { return Ok(usual) };
    let Some(extension) = path.extension().and_then(OsStr::to_str) else { return Ok(usual) };
    match F::from_str(extension, true) {
        Ok(format) => Ok(format),
        Err(_) => {
            let names: Vec<String> = F::value_variants()
                .iter()
                .filter_map(ValueEnum::to_possible_value)
                .map(|value| value.get_name().into())
                .collect();
            bail!("{}: which format is `.{extension}`? name it with --format: {}", path.display(), names.join(", "))
        }
    }
}

/// Writes a whole answer to a file, which gets its name when it is whole, or to standard output.
pub fn publish(out: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
    match out {
        None => Ok(io::stdout().lock().write_all(bytes)?),
        Some(path) => Draft::publish(path, bytes).with_context(|| format!("cannot write {}", path.display())),
    }
}
