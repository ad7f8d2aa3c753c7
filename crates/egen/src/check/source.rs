//! Sources: which texts are checked, and what are they called?

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::{input, report};

/// A longer text is no homework, and a text is read as a whole.
const MAX_BYTES: usize = 64 << 20;

/// A file, or standard input.
pub struct Source {
    path: PathBuf,
}

impl Source {
    /// The sources that were asked for, in order; standard input if none was.
    pub fn all(paths: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
        let sources: Vec<Source> = match paths {
            [] => vec![Source { path: "-".into() }],
            paths => paths.iter().map(|path| Source { path: path.clone() }).collect(),
        };
        if sources.iter().filter(|source| source.is_stdin()).count() > 1 {
            bail!("standard input can be read once: `-` was given twice");
        }
        Ok(sources)
    }

    fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The name of the file; none for standard input.
    pub fn file(&self) -> Option<String> {
        (!self.is_stdin()).then(|| self.path.display().to_string())
    }

    /// Its name for a person.
    pub fn name(&self) -> String {
        self.file().unwrap_or_else(|| "standard input".to_string())
    }

    /// Is it the file that a path leads to?
    pub fn is(&self, path: &Path) -> bool {
        let whole = |path: &Path| path.canonicalize().ok();
        !self.is_stdin() && whole(path).is_some_and(|path| whole(&self.path) == Some(path))
    }

    /// The whole text.
    pub fn read(&self) -> anyhow::Result<String> {
        if self.is_stdin() && io::stdin().is_terminal() {
            report::hint("type a derivation, a formula a line; end it with Ctrl-D");
        }
        let mut text = String::new();
        for (line, number) in input::lines(&self.path)?.zip(1..) {
            let line = line?;
            if line.contains('\0') {
                bail!("{} is not a text: line {number} holds a NUL byte", self.name());
            }
            text.push_str(&line);
            text.push('\n');
            if text.len() > MAX_BYTES {
                bail!("{} is longer than {} MiB: divide it into several files", self.name(), MAX_BYTES >> 20);
            }
        }
        Ok(text)
    }
}
