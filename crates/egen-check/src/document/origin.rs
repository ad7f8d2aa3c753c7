//! Origins: which characters of the source does a part of a shown line come from?

use std::ops::Range;

/// A piece of a shown line, from `shown` to where the next piece starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    shown: usize,
    source: usize,
    /// How many bytes of the source it stands for.
    length: usize,
    /// Is it the source, byte by byte? Otherwise all of it stands for all of the source's bytes.
    copied: bool,
}

/// A monotone map from the bytes of a shown line to those of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    runs: Vec<Run>,
}

impl Origin {
    /// The bytes of the source that a range of the shown line comes from.
    pub fn source(&self, shown: Range<usize>) -> Range<usize> {
        let Some(first) = self.run(shown.start) else { return 0..0 };
        let start = if first.copied { first.source + (shown.start - first.shown) } else { first.source };
        if shown.is_empty() {
            return start..start;
        }
        let last = self.run(shown.end - 1).expect("a range that starts in a run ends in one");
        let end = if last.copied { last.source + (shown.end - last.shown) } else { last.source + last.length };
        start..end.max(start)
    }

    /// Is a byte of the shown line the one of the source at its origin?
    pub fn is_copied(&self, shown: usize) -> bool {
        self.run(shown).is_some_and(|run| run.copied)
    }

    fn run(&self, shown: usize) -> Option<&Run> {
        self.runs[..self.runs.partition_point(|run| run.shown <= shown)].last()
    }

    fn push(&mut self, run: Run) {
        match self.runs.last_mut() {
            Some(last) if last.copied && run.copied && last.source + last.length == run.source => {
                last.length += run.length;
            }
            _ => {
                // Most lines are one run.
                if self.runs.is_empty() {
                    self.runs.reserve_exact(1);
                }
                self.runs.push(run);
            }
        }
    }
}

/// A line that is being written.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub shown: String,
    pub origin: Origin,
    /// The first byte of the source that shows.
    pub first: usize,
}

impl Draft {
    /// Shows characters of the source as they are. Blanks at the start are left out.
    pub fn copy(&mut self, source: &str, at: Range<usize>) {
        let text = &source[at.clone()];
        let text = if self.shown.is_empty() { text.trim_start() } else { text };
        let start = at.end - text.len();
        self.add(text, start..at.end, true);
    }

    /// Shows something else in the place of characters of the source.
    pub fn put(&mut self, text: &str, at: Range<usize>) {
        if !self.shown.is_empty() || !text.trim().is_empty() {
            self.add(text, at, false);
        }
    }

    fn add(&mut self, text: &str, at: Range<usize>, copied: bool) {
        if text.is_empty() {
            return;
        }
        if self.shown.is_empty() {
            self.first = at.start;
        }
        self.origin.push(Run { shown: self.shown.len(), source: at.start, length: at.len(), copied });
        self.shown.push_str(text);
    }

    /// Leaves out blanks at the end.
    pub fn trim_end(&mut self) {
        self.shown.truncate(self.shown.trim_end().len());
        let length = self.shown.len();
        self.origin.runs.retain(|run| run.shown < length);
        if let Some(last) = self.origin.runs.last_mut().filter(|last| last.copied) {
            last.length = length - last.shown;
        }
    }
}
