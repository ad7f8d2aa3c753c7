//! Texts: where does a cluster start in a file of lines, and in which notation is it?

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::Arc;

use egen_read::read::{Notation, Options, read, read_one};

use super::{Body, Head, Item, Place, VerifyError};

/// A longer line is no formula.
const MAX_LINE: usize = 4 << 20;

/// The lines of a text.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    number: u64,
}

impl Lines {
    pub(super) fn new(name: &str, reader: Box<dyn BufRead>) -> Lines {
        Lines { name: name.into(), reader, number: 0 }
    }

    /// Bytes that are no UTF-8 become U+FFFD, which no reader takes: the line gets its error and the rest goes on.
    fn next(&mut self) -> Result<Option<(u64, String)>, VerifyError> {
        self.number += 1;
        let (name, line) = (|| self.name.clone(), self.number);
        let mut bytes = Vec::new();
        let taken = (&mut self.reader).take(MAX_LINE as u64).read_until(b'\n', &mut bytes);
        match taken.map_err(|source| VerifyError::Read { name: name(), line, source })? {
            0 => Ok(None),
            MAX_LINE.. => Err(VerifyError::LongLine { name: name(), line, max: MAX_LINE }),
            _ => Ok(Some((line, String::from_utf8_lossy(&bytes).trim().to_string()))),
        }
    }
}

/// The rows of a text.
pub(super) struct Items {
    /// Lines that were looked at to find the notation.
    ahead: VecDeque<(u64, String)>,
    lines: Lines,
    options: Options,
    head: Option<Arc<Head>>,
    clusters: u64,
}

impl Items {
    pub(super) fn new(mut lines: Lines, options: &Options) -> Result<Items, VerifyError> {
        const ENOUGH: usize = 500;
        let mut ahead = VecDeque::new();
        while ahead.len() < ENOUGH
            && let Some(line) = lines.next()?
        {
            ahead.push_back(line);
        }
        let mut options = options.clone();
        if options.notation.is_none() && is_prefix(ahead.iter().map(|(_, text)| text.as_str()), &options) {
            options.notation = Some(Notation::Prefix);
        }
        Ok(Items { ahead, lines, options, head: None, clusters: 0 })
    }

    /// How the lines are read.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    fn line(&mut self) -> Result<Option<(u64, String)>, VerifyError> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }

    fn item(&mut self) -> Result<Option<Item>, VerifyError> {
        while let Some((line, text)) = self.line()? {
            if text.is_empty() {
                self.head = None;
                continue;
            }
            let place = Place::Line(line);
            let head = self.head.get_or_insert_with(|| {
                self.clusters += 1;
                let expr = read_one(&text, &self.options).ok().map(|(expr, _)| expr);
                Arc::new(Head { number: self.clusters - 1, place: place.clone(), text: text.clone(), expr })
            });
            return Ok(Some(Item { place, head: head.clone(), body: Body::Line(text) }));
        }
        Ok(None)
    }
}

impl Iterator for Items {
    type Item = Result<Item, VerifyError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.item().transpose()
    }
}

/// Are these prefix tokens? A line alone may not tell: `- + 1 x 1` starts as infix may, and `sin x` is the same in both. So
/// the notation that reads more lines is taken for all; of as many, prefix tokens if a line is nothing else.
pub fn is_prefix<'a>(lines: impl Iterator<Item = &'a str> + Clone, options: &Options) -> bool {
    let prefix = Options { notation: Some(Notation::Prefix), ..options.clone() };
    let readable = |options: &Options| {
        let texts = lines.clone().filter(|text| !text.is_empty());
        texts.filter(|text| read_one(text, options).is_ok()).count()
    };
    let is_nothing_else = |text: &str| read(text, options).is_ok_and(|reading| reading.notation == Notation::Prefix);
    match readable(&prefix).cmp(&readable(options)) {
        Ordering::Greater => true,
        Ordering::Equal => lines.clone().any(is_nothing_else),
        Ordering::Less => false,
    }
}
