//! Cues: which files of cues are added to those that come with egen?

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

/// Cues to hear in addition.
#[derive(Args, Debug)]
pub struct CueFiles {
    /// Add the cues of a file: what words around formulas say of them (may be repeated)
    #[arg(long = "cues", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl CueFiles {
    /// Reads the files, in order.
    ///
    /// DEBT: egen_check::cues is on its way; `Cues::builtin().with(&text, &name)` takes the place of the refusal.
    pub fn load(&self) -> anyhow::Result<()> {
        for path in &self.files {
            let name = path.display();
            let _text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            bail!("{name}: cues of files are not heard yet");
        }
        Ok(())
    }
}
