//! Scanning: what does each piece of the source begin with, and where does a shown line end?

use std::ops::Range;

use super::inline::Braces;
use super::items::{Found, Marker, is_words, items, number};
use super::marks::{Mark, Set, marks};
use super::origin::Draft;
use super::pieces::pieces;
use super::rows::{Displays, Frame};
use super::table::{Does, Notation, does};
use super::trim::trim;
use super::{Line, LineKind, MathSpan, Row};
use crate::signs::compares;

/// What is left behind a formula and shows nothing is shorter.
const SHORT: usize = 64;

/// The lines that a text shows.
pub fn lines(text: &str, latex: bool) -> Vec<Line> {
    let pieces = pieces(text);
    let items = items(text, &pieces);
    let mut scanner = Scanner {
        text,
        latex,
        braces: Braces::of(text),
        starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect(),
        out: Vec::new(),
        gap: false,
        line: Current::default(),
        displays: Displays::default(),
        lists: Vec::new(),
        marks: None,
        block: Block::default(),
    };
    scanner.block.preamble = text.trim_start().starts_with("\\documentclass");
    scanner.block.markdown = text.contains("\n## ") || text.starts_with("## ") || text.contains("```");
    for (at, piece) in pieces.iter().enumerate() {
        scanner.piece(&pieces[at..], piece.clone(), items[at].clone());
    }
    scanner.end_line();
    scanner.out
}

/// The scan of a text.
pub struct Scanner<'a> {
    pub text: &'a str,
    /// Is it a LaTeX document?
    pub latex: bool,
    pub braces: Braces,
    /// Where the lines of the source start.
    starts: Vec<usize>,
    pub out: Vec<Line>,
    pub gap: bool,
    pub line: Current,
    pub displays: Displays<'a>,
    /// The lists that are open: the number of the last item, if they have numbers.
    pub lists: Vec<Option<u32>>,
    /// The marks of the piece that are still to come, the first one last.
    pub marks: Option<Vec<Mark>>,
    block: Block,
}

/// The line that is being written.
#[derive(Default)]
pub struct Current {
    pub draft: Draft,
    pub kind: LineKind,
    pub math: Vec<MathSpan>,
    /// Where a formula began in it, and whether it is displayed.
    pub open: Option<(usize, bool)>,

    pub separators: Vec<Range<usize>>,
    /// Where the cells of a row of a table begin.
    pub cells: Vec<Range<usize>>,
    /// Environments that are part of its formula.
    pub inner: usize,
    /// The source of its marker, which is not shown.
    skip: Range<usize>,
}

/// What earlier pieces have begun.
#[derive(Default)]
struct Block {
    preamble: bool,
    markdown: bool,
    /// What ends a program or a comment.
    closer: Option<(&'static str, bool)>,
    table: bool,
    /// Where the last run of lines with `>` ends, and whether it is a quotation.
    quotation: (usize, bool),
}

impl Scanner<'_> {
    fn piece(&mut self, pieces: &[Range<usize>], mut range: Range<usize>, item: Option<Found>) {
        let text = self.text;
        let content = text[range.clone()].trim();
        if let Some((closer, code)) = self.block.closer {
            match text[range.clone()].find(closer) {
                Some(_) if code && !content.starts_with(closer) => return self.whole(range, LineKind::Code),
                Some(at) => range.start += at + closer.len(),
                None => return self.whole(range, if code { LineKind::Code } else { LineKind::Comment }),
            }
            self.block.closer = None;
            return self.flow(range);
        }
        if self.block.preamble {
            self.block.preamble = !content.starts_with("\\begin{document}");
            if self.block.preamble {
                return self.whole(range, LineKind::Preamble);
            }
        }
        if content.is_empty() {
            return self.blank(range.start);
        }
        if !self.displays.frames.is_empty() && !content.starts_with("```") {
            self.next_source_line(&range);
            return self.flow(range);
        }
        if self.line.inner > 0 {
            self.line.draft.put(" ", range.start..range.start);
            return self.flow(range);
        }
        self.begin_piece(pieces, range, item);
    }

    /// Takes a blank piece.
    fn blank(&mut self, at: usize) {
        if self.displays.frames.is_empty() || !self.display_goes_on(at) {
            self.end_line();
            self.displays.frames.clear();
            self.line.inner = 0;
            self.gap = true;
        }
        self.block.table = false;
    }

    fn begin_piece(&mut self, pieces: &[Range<usize>], mut range: Range<usize>, item: Option<Found>) {
        let text = self.text;
        let blanks = |range: &Range<usize>| text[range.clone()].len() - text[range.clone()].trim_start().len();
        let content = text[range.clone()].trim();
        if let Some(info) =
            content.strip_prefix("```").or(content.strip_prefix("~~~")).filter(|info| !info.contains('`'))
        {
            return self.fence(info, if content.starts_with('`') { "```" } else { "~~~" });
        }
        let hashes = content.len() - content.trim_start_matches('#').len();
        let set = content.contains('$') || content.contains("\\(") || self.block.markdown;
        // A comment has no blank lines around it.
        let apart =
            (self.gap || self.out.is_empty()) && pieces.get(1).is_some_and(|next| text[next.clone()].trim().is_empty());
        let heading = (2..7).contains(&hashes) || hashes == 1 && (set || apart);
        let heading = heading && content[hashes..].starts_with([' ', '\t']);
        if content.starts_with('%') || hashes > 0 && !heading {
            return self.whole(range, LineKind::Comment);
        }
        if content.chars().count() > 2 && content.chars().all(|c| "=-_*~|: —─".contains(c)) {
            if !self.block.table && !self.underlines(content) {
                self.whole(range.end..range.end, LineKind::Rule);
            }
            self.gap |= !self.block.table;
            return;
        }
        if content.starts_with('>') && self.is_quotation(pieces) {
            range.start += blanks(&range) + 1;
            if text[range.clone()].trim().is_empty() {
                return self.blank(range.start);
            }
        }
        if let Some(cells) = self.cells(pieces, &range) {
            return self.table_row(pieces, cells);
        }
        self.line.skip = item.as_ref().map_or(0..0, |item| item.at.clone());
        if heading {
            self.line.kind = LineKind::Heading { level: hashes as u8, marker: item.map(|item| item.marker) };
            range.start += blanks(&range) + hashes;
        } else if let Some(item) = item {
            self.line.kind = LineKind::Item { marker: item.marker };
        }
        self.flow(range);
    }

    /// Makes a heading of words over a line: `Problem 1` over `---`.
    fn underlines(&mut self, content: &str) -> bool {
        let first = self.out.len() < 2;
        let rule = content.chars().all(|c| c == '-') || content.chars().all(|c| c == '=');
        let above = self.out.last_mut().filter(|_| !self.gap && rule);
        let Some(line) = above.filter(|line| line.kind == LineKind::Text && (line.gap || first)) else { return false };
        let words = line.math.is_empty() && is_words(&line.shown) && !compares(&line.shown);
        if !words || line.shown.contains(['+', '*', '/', '^', '\\', '(']) {
            return false;
        }
        line.kind = LineKind::Heading { level: if content.starts_with('=') { 1 } else { 2 }, marker: None };
        true
    }

    /// Takes the first line of a fenced block, or the last one of one that shows text.
    fn fence(&mut self, info: &str, closer: &'static str) {
        self.end_line();
        if self.displays.frames.iter().any(|frame| matches!(frame, Frame::Fence)) {
            self.displays.frames.clear();
            self.gap = true;
            return;
        }
        let info = info.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
        match does(Notation::Fence, &info) {
            Some(Does::Single) => self.open_display(Frame::Fence),
            Some(_) => {}
            None => self.block.closer = Some((closer, true)),
        }
    }

    /// `> 2` takes up the line before; lines of which one relates two sides behind the sign are a quotation.
    fn is_quotation(&mut self, pieces: &[Range<usize>]) -> bool {
        if pieces[0].start >= self.block.quotation.0 {
            let quoted = |piece: &&Range<usize>| self.text[(*piece).clone()].trim_start().starts_with('>');
            let run: Vec<&Range<usize>> = pieces.iter().take_while(quoted).collect();
            let inner = |piece: &Range<usize>| self.text[piece.clone()].trim_start()[1..].strip_prefix([' ', '>']);
            let related = run.iter().any(|piece| inner(piece).is_some_and(compares));
            let first = self.out.is_empty() && run.len() > 1;
            self.block.quotation = (run.last().expect("the first one is quoted").end, related || first);
        }
        self.block.quotation.1
    }

    /// The cells of a row of a table. |x| = |y| has no blanks inside its bars.
    fn cells(&mut self, pieces: &[Range<usize>], range: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let content = self.text[range.clone()].trim();
        let barred = content.len() > 4 && content.starts_with('|') && content.ends_with('|');
        let spaced = barred && content.starts_with("| ") && content.ends_with(" |") && content[1..].contains(" | ");
        let ruled = content.contains('|') && is_delimiter(self.text, pieces.get(1));
        self.block.table = spaced || ruled || self.block.table && content.contains('|');
        if !self.block.table {
            return None;
        }
        let start = range.end - self.text[range.clone()].trim_start().len();
        let bytes = content.as_bytes();
        let free = |at: Option<&u8>| at.is_none_or(|byte| *byte == b' ');
        let (mut cells, mut cell, mut formula) = (Vec::new(), 0, false);
        for (at, byte) in bytes.iter().enumerate() {
            let escaped = at > 0 && bytes[at - 1] == b'\\';
            formula ^= *byte == b'$' && !escaped;
            let edge = at == 0 || at + 1 == bytes.len();
            let apart = edge || !spaced || free(bytes.get(at.wrapping_sub(1))) && free(bytes.get(at + 1));
            if *byte == b'|' && !escaped && !formula && apart {
                cells.push(start + cell..start + at);
                cell = at + 1;
            }
        }
        cells.push(start + cell..start + content.len());
        let trimmed = cells.into_iter().map(|cell| {
            let text = &self.text[cell.clone()];
            cell.end - text.trim_start().len()..cell.start + text.trim_end().len()
        });
        Some(trimmed.filter(|cell| cell.start < cell.end).collect())
    }

    fn table_row(&mut self, pieces: &[Range<usize>], cells: Vec<Range<usize>>) {
        let header = is_delimiter(self.text, pieces.get(1));
        for cell in cells {
            self.begin_cell(cell.start);
            self.find_marks(cell.clone(), Set::Inline);
            self.prose(cell);
        }
        self.line.kind = LineKind::TableRow { cells: Vec::new(), header };
        self.end_line();
    }

    /// Words stand before what they say, and formulas beside each other.
    pub fn begin_cell(&mut self, at: usize) {
        self.end_cell();
        let draft = &mut self.line.draft;
        if let Some(last) = self.line.cells.last().filter(|last| !last.is_empty()) {
            let sign = if compares(&draft.shown[last.clone()]) { "; " } else { ": " };
            draft.put(sign, at..at);
        }
        self.line.cells.push(draft.shown.len()..draft.shown.len());
    }

    pub fn end_cell(&mut self) {
        let shown = &self.line.draft.shown;
        if let Some(cell) = self.line.cells.last_mut() {
            let start = cell.start.min(shown.len());
            let text = shown[start..].trim();
            let blank = shown[start..].len() - shown[start..].trim_start().len();
            *cell = start + blank..start + blank + text.len();
        }
    }

    /// Shows a piece as it is.
    pub fn whole(&mut self, range: Range<usize>, kind: LineKind) {
        self.end_line();
        self.line.draft.first = range.start;
        self.line.draft.copy(self.text, range);
        self.line.kind = kind;
        self.push_line();
    }

    /// Scans a part of a piece, and ends its line unless a formula goes on.
    pub fn flow(&mut self, range: Range<usize>) {
        self.marks = None;
        let mut at = range.start;
        while at < range.end {
            at = if self.displays.frames.is_empty() { self.prose(at..range.end) } else { self.rows(at..range.end) };
            let near = range.end - at < SHORT;
            if near && self.line.draft.shown.is_empty() && trim(self.text, at..range.end).is_empty() {
                break;
            }
        }
        if self.displays.frames.is_empty() && self.line.inner == 0 {
            self.end_line();
        }
    }

    /// The marks of what is left of a piece.
    pub fn find_marks(&mut self, range: Range<usize>, set: Set) {
        let mut found = marks(self.text, range, set);
        found.reverse();
        self.marks = Some(found);
    }

    /// The end of a marker that begins at a place.
    pub fn skipped(&self, at: usize) -> Option<usize> {
        let skip = &self.line.skip;
        (at >= skip.start && at < skip.end).then_some(skip.end)
    }

    /// Gives the line that was written, if it shows anything.
    pub fn end_line(&mut self) {
        self.line.draft.trim_end();
        let empty = self.line.draft.shown.is_empty();
        if let Some(open) = &mut self.line.open {
            let (start, displayed) = *open;
            *open = (0, displayed);
            let range = start.min(self.line.draft.shown.len())..self.line.draft.shown.len();
            self.line.math.push(MathSpan { range, displayed });
        }
        let marked = matches!(self.line.kind, LineKind::Item { .. } | LineKind::Heading { marker: Some(_), .. });
        if empty && !marked {
            let open = self.line.open;
            self.line = Current { open, skip: self.line.skip.clone(), ..Current::default() };
            return;
        }
        self.push_line();
    }

    fn push_line(&mut self) {
        self.end_cell();
        let open = self.line.open;
        let mut line = std::mem::replace(&mut self.line, Current { open, ..Current::default() });
        line.draft.trim_end();
        let (shown, first) = (line.draft.shown, line.draft.first);
        if !self.displays.frames.is_empty() || !line.separators.is_empty() {
            line.math = vec![MathSpan { range: 0..shown.len(), displayed: true }];
            line.kind = LineKind::Display(self.row(line.separators));
        }
        match &mut line.kind {
            LineKind::TableRow { cells, .. } => *cells = line.cells,
            kind @ LineKind::Text if line.cells.len() > 1 => {
                *kind = LineKind::TableRow { cells: line.cells, header: false }
            }
            _ => {}
        }
        let clamp = |range: &mut Range<usize>| *range = range.start.min(shown.len())..range.end.min(shown.len());
        for math in &mut line.math {
            clamp(&mut math.range);
            math.range = trim(&shown, math.range.clone());
        }
        line.math.retain(|math| !math.range.is_empty());
        if let LineKind::Display(row) = &mut line.kind {
            row.separators.iter_mut().for_each(clamp);
        }
        let number = self.starts.partition_point(|start| *start <= first);
        let start = self.starts[number - 1];
        let before = &self.text[start..first];
        let indent = before.len() - before.trim_start().len();
        let gap = std::mem::take(&mut self.gap);
        let (origin, kind, math) = (line.draft.origin, line.kind, line.math);
        self.out.push(Line { number, start, shown, origin, kind, indent, gap, math });
    }

    fn row(&mut self, separators: Vec<Range<usize>>) -> Row {
        if self.displays.frames.is_empty() {
            return Row { separators, ..Row::default() };
        }
        self.displays.rows += 1;
        let system = self.displays.frames.iter().any(|frame| matches!(frame, Frame::Environment { system: true, .. }));
        Row { block: Some(self.displays.blocks), number: self.displays.rows - 1, separators, system }
    }

    /// Begins a comment that a later piece ends.
    pub fn open_comment(&mut self) {
        self.block.closer = Some(("-->", false));
    }

    /// Begins a heading, whose number is not shown; gives where its words begin.
    pub fn begin_heading(&mut self, level: u8, at: usize) -> usize {
        if self.line.draft.shown.is_empty() {
            // `<h2>1. …` has its number as a heading.
            self.line.kind = LineKind::Text;
        }
        self.end_line();
        self.line.draft.first = at;
        let rest = &self.text[at..];
        let found = number(rest).filter(|own| rest[own.2..].starts_with([' ', '}', '<']));
        let marker = found.map(|(value, style, _)| Marker::Numbered { value, style });
        self.line.kind = LineKind::Heading { level, marker };
        at + found.map_or(0, |own| own.2)
    }

    /// Sets the marker of the item that begins.
    pub fn begin_item(&mut self, marker: Marker, at: usize) {
        self.end_line();
        self.line.kind = LineKind::Item { marker };
        self.line.draft.first = at;
    }
}

/// Is a piece the line below the head of a table?
fn is_delimiter(text: &str, piece: Option<&Range<usize>>) -> bool {
    piece.is_some_and(|piece| {
        let content = text[piece.clone()].trim();
        content.contains("--") && content.contains('|') && content.chars().all(|c| "|-: ".contains(c))
    })
}
