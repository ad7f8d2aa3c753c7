//! Rows: where do displayed formulas begin and end, and which rows do they have?

use std::collections::HashMap;
use std::ops::Range;

use super::LineKind;
use super::scan::Scanner;
use super::table::{Does, Notation, command, does};
use crate::signs::{bracket, compares, relation};

/// In a longer row a new line of the source is a blank.
const LONGEST: usize = 4096;

/// Deeper environments are not opened.
const DEEPEST: usize = 32;

/// A displayed formula that is open.
#[derive(Clone, Debug)]
pub enum Frame<'a> {
    /// `$$` or `\[`, with what ends it.
    Fenced(&'static str),
    /// ```` ```math ````
    Fence,
    /// `\begin{name}`
    Environment { name: &'a str, single: bool, system: bool },
}

/// The displayed formulas that are open, one in the other.
#[derive(Default)]
pub struct Displays<'a> {
    pub frames: Vec<Frame<'a>>,
    /// How many there were so far.
    pub blocks: usize,
    /// The rows of this one.
    pub rows: usize,
    /// Where a closing sign was found last, so that each is looked for once.
    found: HashMap<String, usize>,
}

impl<'a> Scanner<'a> {
    /// Opens a displayed formula.
    pub fn open_display(&mut self, frame: Frame<'a>) {
        if self.displays.frames.is_empty() {
            self.end_line();
            self.displays.blocks += 1;
            self.displays.rows = 0;
        }
        self.push_frame(frame);
    }

    fn push_frame(&mut self, frame: Frame<'a>) {
        if self.displays.frames.len() < DEEPEST {
            self.displays.frames.push(frame);
        }
    }

    /// Closes the frames down to one.
    fn close_display(&mut self, frame: usize) {
        self.end_line();
        self.displays.frames.truncate(frame);
        self.gap |= frame == 0;
    }

    /// Does the display end behind a blank line? TeX knows no such formula, but people write it.
    pub fn display_goes_on(&mut self, at: usize) -> bool {
        let (closer, opener) = match self.displays.frames.first() {
            Some(Frame::Fenced("$$")) => ("\n$$".to_string(), "\n$$".to_string()),
            Some(Frame::Fenced(closer)) => (closer.to_string(), "\\[".to_string()),
            Some(Frame::Fence) => return true,
            Some(Frame::Environment { name, .. }) => (format!("\\end{{{name}}}"), format!("\\begin{{{name}}}")),
            None => return false,
        };
        let end = self.next(&closer, at);
        end < usize::MAX && (closer == opener || end < self.next(&opener, at))
    }

    fn next(&mut self, sign: &str, from: usize) -> usize {
        let last = self.displays.found.entry(sign.to_string()).or_default();
        if *last < from || *last == 0 {
            *last = self.text[from..].find(sign).map_or(usize::MAX, |at| from + at);
        }
        *last
    }

    /// Goes on with a display on the next line of the source. It means a blank, but `2x = 4⏎x = 2` is written by people who think otherwise.
    pub fn next_source_line(&mut self, range: &Range<usize>) {
        let single = match self.displays.frames.last() {
            Some(Frame::Environment { single, .. }) => *single,
            _ => true,
        };
        let shown = &self.line.draft.shown;
        if single && self.line.inner == 0 && shown.len() < LONGEST && is_whole(shown) {
            let next = self.text[range.clone()].trim_start();
            if relation(next).is_some() || compares(shown) && compares(next) && begins_side(next) {
                return self.end_line();
            }
        }
        self.line.draft.put(" ", range.start..range.start);
    }

    /// Scans a part of a piece inside a display; gives where that ends.
    pub fn rows(&mut self, range: Range<usize>) -> usize {
        let mut at = range.start;
        while at < range.end && !self.displays.frames.is_empty() {
            let rest = &self.text[at..range.end];
            let closed = |frame: &Frame| matches!(frame, Frame::Fenced(closer) if rest.starts_with(closer));
            let fence = if rest.starts_with(['\\', '$']) && self.line.inner == 0 {
                self.displays.frames.iter().rposition(closed)
            } else {
                None
            };
            if let Some(frame) = fence {
                self.close_display(frame);
                at += 2;
            } else if rest.starts_with('$') {
                at += 1;
            } else {
                at = self.step(at, range.end);
            }
        }
        at
    }

    /// Takes `\\` with its star and distance.
    pub fn end_row(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at + 2..end];
        if self.line.inner > 0 {
            self.line.draft.copy(self.text, at..at + 2);
            return at + 2;
        }
        self.end_line();
        let star = usize::from(rest.starts_with('*'));
        let distance = rest[star..].strip_prefix('[').and_then(|inner| inner.get(..inner.len().min(24))?.find(']'));
        at + 2 + star + distance.map_or(0, |length| length + 2)
    }

    /// Takes `\begin{…}`; gives what follows it.
    pub fn begin(&mut self, at: usize, end: usize) -> usize {
        let Some((name, mut after)) = self.name(at + "\\begin".len(), end) else { return self.copy(at, at + 6) };
        if self.line.inner > 0 {
            self.line.inner += 1;
            return self.copy(at, after);
        }
        let shown = !self.line.draft.shown.is_empty();
        match does(Notation::Environment, name) {
            Some(does @ (Does::Rows(_) | Does::Single)) => {
                let arguments = if let Does::Rows(arguments) = does { arguments } else { 0 };
                after = self.arguments(after, end, arguments);
                if !self.displays.frames.is_empty() && shown && !is_prefix(without_brace(&self.line.draft.shown)) {
                    self.end_line();
                }
                self.open_display(Frame::Environment { name, single: does == Does::Single, system: false });
            }
            Some(Does::System) if self.is_system(name, after, end) => {
                // An arrow or a brace stands before the first row.
                let formula = !self.displays.frames.is_empty() || self.line.open.is_some();
                if !formula && !is_prefix(without_brace(&self.line.draft.shown)) {
                    self.end_line();
                }
                after = self.arguments(after, end, usize::from(name == "array"));
                if self.displays.frames.is_empty() {
                    self.displays.blocks += 1;
                    self.displays.rows = 0;
                }
                self.push_frame(Frame::Environment { name, single: false, system: true });
            }
            Some(Does::Matrix | Does::System) => {
                self.line.inner = 1;
                return self.copy(at, after);
            }
            Some(Does::List(numbers)) => {
                self.end_line();
                self.lists.push(numbers.then_some(0));
                after = self.arguments(after, end, 0);
            }
            Some(_) => {
                self.end_line();
                after = self.arguments(after, end, 0);
            }
            None if !shown && self.displays.frames.is_empty() => self.structure(name, at, after, Some(true)),
            None => {
                self.line.inner = 1;
                return self.copy(at, after);
            }
        }
        after
    }

    /// Takes `\end{…}`.
    pub fn end(&mut self, at: usize, end: usize) -> usize {
        let Some((name, after)) = self.name(at + "\\end".len(), end) else { return self.copy(at, at + 4) };
        if self.line.inner > 0 {
            self.line.inner -= 1;
            return self.copy(at, after);
        }
        let own = |frame: &Frame| matches!(frame, Frame::Environment { name: own, .. } if *own == name);
        if let Some(frame) =
            self.displays.frames.last().filter(|frame| own(frame)).map(|_| self.displays.frames.len() - 1)
        {
            self.close_display(frame);
            return after;
        }
        match does(Notation::Environment, name) {
            Some(Does::List(_)) => {
                self.end_line();
                self.lists.pop();
            }
            Some(_) => {
                self.end_line();
                self.gap = true;
            }
            None if self.line.draft.shown.is_empty() && self.displays.frames.is_empty() => {
                self.structure(name, at, after, Some(false));
            }
            None => {}
        }
        after
    }

    fn structure(&mut self, name: &str, at: usize, after: usize, opens: Option<bool>) {
        self.end_line();
        let start = at + self.text[at..after].find('{').map_or(0, |brace| brace + 1);
        self.whole(start..start + name.len(), LineKind::Structure { opens });
    }

    /// Are the rows relations that hold together? The cases of `f(x) = \begin{cases}…` are an operand, and centred columns are a matrix.
    fn is_system(&self, name: &str, after: usize, end: usize) -> bool {
        let columns = self.text[after..end].strip_prefix('{').and_then(|inner| inner.split('}').next());
        if name == "array" && !columns.is_some_and(|columns| columns.contains(['l', 'r'])) {
            return false;
        }
        let shown = &self.line.draft.shown;
        let formula = !self.displays.frames.is_empty() || self.line.open.is_some();
        let prefix = &shown[self.line.open.map_or(0, |(start, _)| start.min(shown.len()))..];
        let prefix = without_brace(prefix);
        is_prefix(prefix) || !formula && !ends_open(prefix)
    }

    /// The name in braces at a place, and what follows it.
    fn name(&self, at: usize, end: usize) -> Option<(&'a str, usize)> {
        const LONGEST: usize = 40;
        let inner = self.text[at..end].strip_prefix('{')?;
        let length = inner.bytes().take(LONGEST).position(|byte| byte == b'}')?;
        Some((&inner[..length], at + length + 2))
    }

    /// What follows so many arguments in braces, and one in brackets before them.
    pub fn arguments(&self, mut at: usize, end: usize, count: usize) -> usize {
        const LONGEST: usize = 80;
        if self.text[at..end].starts_with('[') {
            let length = self.text.as_bytes()[at..end].iter().take(LONGEST).position(|byte| *byte == b']');
            at += length.map_or(0, |length| length + 1);
        }
        for _ in 0..count {
            match self.braces.closing(at).filter(|closing| *closing < end) {
                Some(closing) => at = closing + 1,
                None => break,
            }
        }
        at
    }

    pub fn copy(&mut self, at: usize, end: usize) -> usize {
        self.line.draft.copy(self.text, at..end);
        end
    }
}

/// A text without the brace of a system at its end.
fn without_brace(text: &str) -> &str {
    let text = text.trim_end();
    ["\\left\\{", "\\{", "\\left."].iter().find_map(|brace| text.strip_suffix(brace)).unwrap_or(text)
}

/// Is a text nothing but arrows, distances and braces, as what stands before a system?
fn is_prefix(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = match command(rest) {
            Some(_) if relation(rest).is_some() => return false,
            Some(name) => 1 + name.len(),
            None if matches!(c, '⇒' | '⇔' | '→' | '{' | '}' | ' ' | '∴' | '⟹' | '⟺') => c.len_utf8(),
            None => return false,
        };
        rest = rest[length..].trim_start();
    }
    true
}

/// Does a text end with a relation or an operator, so that an operand must follow?
fn ends_open(text: &str) -> bool {
    let text = text.trim_end();
    let letters = text.len() - text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let start = text[..text.len() - letters].strip_suffix('\\').map(str::len);
    match start {
        Some(start) => relation(&text[start..]).is_some() || matches!(command(&text[start..]), Some("cdot" | "times")),
        None => text.chars().next_back().is_some_and(|c| {
            relation(text.split_at(text.len() - c.len_utf8()).1).is_some() || "+-−*/·×([{,^_&".contains(c)
        }),
    }
}

/// Are all brackets closed, and is no operand missing at the end?
fn is_whole(text: &str) -> bool {
    text.chars().map(bracket).sum::<i32>() == 0 && (!ends_open(text) || text.trim_end().ends_with(','))
}

/// Does a text start a side, and not go on with one? `+ 3` goes on.
fn begins_side(text: &str) -> bool {
    let sum = text.starts_with(['+', '-', '−', '*', '/', '·', '×', '^', '_', ')', ']', '}', ',']);
    !sum && !matches!(command(text), Some("cdot" | "times" | "div" | "pm" | "mp" | "right" | "quad" | "qquad"))
}
