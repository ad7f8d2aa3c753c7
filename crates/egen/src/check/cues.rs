//! Cues: which files of cues are added to those that come with egen?

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;
use egen_check::Cues;

use crate::input;

/// Cues to hear in addition.
#[derive(Args, Debug)]
pub struct CueFiles {
    /// Add the cues of a file: what words around formulas say of them (may be repeated)
    #[arg(id = "cues", long = "cues", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl CueFiles {
    /// The cues that come with egen, and those of the files, in order.
    pub fn load(&self) -> anyhow::Result<Cow<'static, Cues>> {
        let mut cues = Cow::Borrowed(Cues::builtin());
        for path in &self.files {
            let name = path.display();
            cues = Cow::Owned(cues.with(&input::text(path)?, &name.to_string())?);
        }
        Ok(cues)
    }
}
