//! Inline layout: what does each sign of a piece show?

use std::ops::Range;

use super::items::{Marker, Numerals, Style, number};
use super::marks::{Set, Sign};
use super::pieces::tag;
use super::rows::Frame;
use super::scan::Scanner;
use super::table::{self, Does, Notation, does};
use super::{Fence, LineKind, MathSpan};
use crate::signs::{compares, relation};

/// Notes, names of characters and raised parts are no longer.
const LONGEST: usize = 512;

/// Which brace closes which, and what its closing shows.
#[derive(Default)]
pub struct Braces {
    pairs: Vec<(usize, usize)>,
    /// The closing braces of commands that are open, the innermost last.
    pending: Vec<(usize, Closing)>,
}

/// What a closing sign does.
#[derive(Clone, Copy, Debug)]
enum Closing {
    Nothing,

    /// Ends what a brace is beside; a remark behind this sign is left out.
    Braced(&'static str),
    Line,
}

impl Braces {
    /// The braces of a text. A paragraph that leaves one open does not change the next.
    pub fn of(text: &str) -> Braces {
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        let (mut escaped, mut blank) = (false, false);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'{' => open.push(at),
                b'}' => pairs.extend(open.pop().map(|open| (open, at))),
                b'\n' if blank => open.clear(),
                _ => {}
            }
            blank = byte == b'\n' || blank && byte.is_ascii_whitespace();
        }
        pairs.sort_unstable();
        Braces { pairs, pending: Vec::new() }
    }

    /// The place of the brace that closes the one at a place.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.pairs.binary_search_by_key(&open, |pair| pair.0).ok().map(|at| self.pairs[at].1)
    }
}

impl Scanner<'_> {
    /// Scans a part of a piece outside displays, up to its end or the beginning of one.
    pub fn prose(&mut self, range: Range<usize>) -> usize {
        if self.marks.is_none() {
            self.find_marks(range.clone(), if self.latex { Set::Lines } else { Set::Sentences });
        }
        let mut at = range.start;
        while at < range.end && self.displays.frames.is_empty() {
            if let Some(end) = self.skipped(at) {
                at = end;
                continue;
            }
            let marks = self.marks.as_mut().expect("they were found above");
            while marks.pop_if(|mark| mark.at < at).is_some() {}
            let Some(mark) = marks.pop_if(|mark| mark.at == at) else {
                at = self.step(at, range.end);
                continue;
            };
            match mark.sign {
                Sign::Drop => {}
                Sign::Open { displayed } => self.line.open = Some((self.line.draft.shown.len(), displayed)),
                Sign::Close => {
                    if let Some((start, displayed)) = self.line.open.take() {
                        self.line.math.push(MathSpan { range: start..self.line.draft.shown.len(), displayed });
                    }
                }
                Sign::Display(closer) => self.open_display(Frame::Fenced(closer)),
            }
            at += mark.length;
        }
        at
    }

    /// Takes what stands at a place; gives where the next sign is.
    pub fn step(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let formula = self.line.open.is_some() || !self.displays.frames.is_empty();
        let c = rest.chars().next().expect("there is something left");
        match c {
            '\\' => self.command(at, end),
            '}' => self.closing(at),
            '&' => self.ampersand(at, end),
            '<' if self.displays.frames.is_empty() => self.angle(at, end),
            '%' if self.latex || !self.displays.frames.is_empty() => at + rest.find('\n').unwrap_or(rest.len()),
            '\n' => self.put(" ", at, at + 1),
            // `2{,}5` is a decimal.
            '{' if formula && rest.starts_with("{,}") => self.put(",", at, at + 3),
            '~' if self.latex && !formula => self.put(" ", at, at + 1),
            c if !c.is_ascii() => match does(Notation::Sign, &rest[..c.len_utf8()]) {
                Some(Does::Drop(_)) => at + c.len_utf8(),
                Some(Does::As(shown)) => self.put(shown, at, at + c.len_utf8()),
                _ => self.copy(at, at + c.len_utf8()),
            },
            _ => self.copy(at, at + 1),
        }
    }

    fn put(&mut self, shown: &str, at: usize, end: usize) -> usize {
        self.line.draft.put(shown, at..end);
        end
    }

    fn closing(&mut self, at: usize) -> usize {
        while self.braces.pending.pop_if(|own| own.0 < at).is_some() {}
        let Some((_, closing)) = self.braces.pending.pop_if(|own| own.0 == at) else { return self.copy(at, at + 1) };
        match closing {
            Closing::Nothing => {}
            Closing::Line => self.end_line(),

            Closing::Braced(sign) => {
                self.put(")", at, at + 1);
                let remark = self.text[at + 1..].starts_with(sign).then(|| self.braces.closing(at + 2)).flatten();
                return remark.unwrap_or(at) + 1;
            }
        }
        at + 1
    }

    fn command(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let name = table::command(rest).unwrap_or("");
        let after = at + 1 + name.len();
        let formula = self.line.open.is_some() || !self.displays.frames.is_empty();
        match name {
            "" => return self.copy(at, after),
            "\\" => return self.end_row(at, end),
            "begin" => return self.begin(at, end),
            "end" => return self.end(at, end),
            "(" | ")" | "[" | "]" => return after,
            "%" | "&" if !formula => return self.put(name, at, after),
            _ => {}
        }
        let starred = after + usize::from(self.text[after..end].starts_with('*'));
        let argument = self.braces.closing(after).filter(|closing| *closing < end);
        match does(Notation::Command, name) {
            Some(Does::Drop(count)) => self.arguments(if count > 0 { starred } else { after }, end, count),
            Some(Does::Edge) if self.latex && !formula => self.put(" ", at, after),
            Some(Does::Show) => self.enclose(after, argument, Closing::Nothing),
            Some(Does::Words) if self.latex && !formula => self.enclose(after, argument, Closing::Nothing),

            Some(Does::Strike) if argument.is_some() => after,
            Some(Does::Over) => self.over(at, after, end),
            Some(Does::Brace(sign)) if argument.is_some() => {
                self.put("(", at, after + 1);
                self.enclose(after, argument, Closing::Braced(sign))
            }
            Some(Does::As(shown)) if !formula => self.put(shown, at, after),
            Some(Does::Break) => {
                self.end_line();
                after
            }
            Some(Does::Heading(level)) if !formula && self.braces.closing(starred).is_some() => {
                let end = self.begin_heading(level, starred + 1);
                self.enclose(starred, self.braces.closing(starred), Closing::Line);
                end
            }
            Some(Does::Item) if !formula => self.item(at, after, end),
            Some(Does::Structure) if self.line.draft.shown.is_empty() && !formula => {
                self.whole(end..end, LineKind::Structure { opens: None });
                end
            }
            _ => self.copy(at, after),
        }
    }

    /// Leaves out the brace that opens an argument, and says what the one that closes it does.
    fn enclose(&mut self, after: usize, argument: Option<usize>, closing: Closing) -> usize {
        let Some(end) = argument else { return after };
        self.braces.pending.push((end, closing));
        after + 1
    }

    /// `\stackrel{(a)}{=}` is a sign with something above it.
    fn over(&mut self, at: usize, after: usize, end: usize) -> usize {
        let first = self.braces.closing(after);
        let second = first.and_then(|first| self.braces.closing(first + 1)).filter(|second| *second < end);
        let (Some(first), Some(second)) = (first, second) else { return self.copy(at, after) };
        let inner = self.text[first + 2..second].trim();
        let sign = inner.starts_with('\\') || !inner.contains(char::is_alphanumeric);
        if inner.len() > LONGEST || !sign || !compares(inner) {
            return self.copy(at, after);
        }
        self.braces.pending.push((second, Closing::Nothing));
        first + 2
    }

    /// Takes `\item` with its label.
    fn item(&mut self, at: usize, mut after: usize, end: usize) -> usize {
        let letter = Numerals::Letter { capital: false };
        let style = match self.lists.len() {
            0 | 1 => Style { numerals: Numerals::Arabic, fence: Fence::Dot },
            2 => Style { numerals: letter, fence: Fence::Brackets },
            _ => Style { numerals: Numerals::Roman { capital: false }, fence: Fence::Dot },
        };
        let mut marker = match self.lists.last_mut() {
            Some(Some(value)) => {
                *value += 1;
                Marker::Numbered { value: *value, style }
            }
            _ => Marker::Bullet('•'),
        };
        let rest = &self.text[after..end];
        if let Some(length) = rest.strip_prefix('[').and_then(|inner| inner.get(..inner.len().min(64))?.find(']')) {
            if let Some((value, style, _)) = number(&rest[1..=length]) {
                marker = Marker::Numbered { value, style };
                after += length + 2;
            } else {
                // A label of words is shown.
                self.begin_item(Marker::Bullet('•'), at);
                self.copy(after + 1, after + 1 + length);
                self.put(" ", after + 1 + length, after + 2 + length);
                return after + length + 2;
            }
        }
        self.begin_item(marker, at);
        after
    }

    /// Takes a named character, or the separator of two columns.
    fn ampersand(&mut self, at: usize, end: usize) -> usize {
        const NAME: usize = 32;
        let rest = &self.text[at..end];
        let name = rest.bytes().skip(1).take(NAME).position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
        if let Some(length) =
            name.filter(|length| *length > 1 && rest[1 + length..].starts_with(';')).map(|length| length + 2)
        {
            let shown = html_escape::decode_html_entities(&rest[..length]);
            if shown != rest[..length] {
                let shown = if shown.trim().is_empty() { " " } else { &shown };
                return self.put(shown, at, at + length);
            }
        }
        let aligned = || {
            let after = rest[1..].trim_start_matches(' ');
            let after = after.strip_prefix('&').unwrap_or(after).trim_start_matches(' ');
            let before = self.line.draft.shown.trim_end();
            before.is_empty()
                || after.is_empty()
                || relation(after).is_some()
                || ends_related(before)
                || !self.line.separators.is_empty()
        };
        if self.line.inner > 0 || self.displays.frames.is_empty() && !aligned() {
            return self.copy(at, at + 1);
        }
        let start = self.line.draft.shown.len();
        self.put(" ", at, at + 1);
        self.line.separators.push(start..self.line.draft.shown.len());
        at + 1
    }

    /// Takes a tag, a comment, or a note of a calculator.
    fn angle(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let near = near(rest);
        if let Some(note) = rest.strip_prefix("<<").filter(|_| near.contains('>')).and_then(|_| near.find(">>")) {
            return at + note + 2;
        }
        if rest.starts_with("<!--") {
            let length = rest.find("-->").map(|length| length + 3);
            if length.is_none() {
                self.open_comment();
            }
            return length.map_or(end, |length| at + length);
        }
        let Some(tag) = tag(rest) else { return self.copy(at, at + 1) };
        let after = at + tag.length;
        let (closes, name) = tag.name.strip_prefix('/').map_or((false, tag.name.as_str()), |name| (true, name));
        let matters = match does(Notation::Tag, &tag.name) {
            Some(Does::Break) => return after,
            None => does(Notation::Tag, name),
            some => some,
        };
        // a <b> c has such a sign, too.
        let begins = self.line.draft.shown.is_empty();
        let sure = name.len() > 1 || closes || begins || near.contains(&format!("</{name}>"));
        match matters {
            Some(Does::Drop(_)) if sure => after,
            Some(Does::Raise(sign)) => self.raise(sign, closes, at, after, near),
            Some(Does::Matrix) if !closes => self.markup(at, end),
            Some(Does::Heading(level)) => {
                if closes {
                    after
                } else {
                    self.begin_heading(level, after)
                }
            }
            Some(Does::List(numbers)) => {
                if closes {
                    self.lists.pop();
                } else {
                    self.lists.push(numbers.then_some(0));
                }
                after
            }
            Some(Does::Item) if !closes => self.item(at, after, after),
            Some(Does::Cell) => {
                if closes {
                    self.end_cell()
                } else {
                    self.begin_cell(at)
                }
                after
            }
            _ => self.copy(at, at + 1),
        }
    }

    /// `x<sup>2</sup>` is x^(2), and `x<sub>1</sub>` is x_1.
    fn raise(&mut self, sign: &str, closes: bool, at: usize, after: usize, near: &str) -> usize {
        let inner = near[after - at..].find("</").map_or("", |end| &near[after - at..after - at + end]);
        let index = sign == "_" && inner.chars().all(char::is_alphanumeric);
        let shown = match (closes, sign) {
            (false, _) if index => "_",
            (false, "_") => "_{",
            (false, _) => "^(",
            (true, "_") => {
                let shown = &self.line.draft.shown;
                let from = (shown.len().saturating_sub(LONGEST)..shown.len()).find(|&at| shown.is_char_boundary(at));
                let near = &shown[from.unwrap_or(shown.len())..];
                if near.rfind("_{").is_some_and(|open| !near[open..].contains('}')) { "}" } else { "" }
            }
            (true, _) => ")",
        };
        self.put(shown, at, after)
    }

    /// A formula in MathML is copied whole.
    fn markup(&mut self, at: usize, end: usize) -> usize {
        const CLOSING: &str = "</math>";
        let rest = &self.text[at..end];
        let length = rest.find(CLOSING).map_or(rest.len(), |length| length + CLOSING.len());
        let start = self.line.draft.shown.len();
        self.copy(at, at + length);
        self.line.math.push(MathSpan { range: start..self.line.draft.shown.len(), displayed: rest.contains("block") });
        at + length
    }
}

/// Does a text end with a relation?
fn ends_related(text: &str) -> bool {
    let letters = text.len() - text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let start = match text[..text.len() - letters].strip_suffix('\\') {
        Some(head) if letters > 0 => head.len(),
        _ => text.len() - text.chars().next_back().map_or(0, char::len_utf8),
    };
    relation(&text[start..]).is_some_and(|length| start + length == text.len())
}

/// The start of a text, in which notes and raised parts end.
fn near(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}
