//! Layout: which lines does a file stand for, once comments are gone and loops are unrolled?

use std::ops::Range;

use crate::error::Fault;

/// A line after comments were cut and placeholders filled.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its number in the file.
    pub number: usize,
    /// Its text, without indentation.
    pub text: String,
    /// Was it repeated by a loop?
    pub looped: bool,
    /// The column in the file of each byte, and of the end.
    columns: Vec<usize>,
}

impl Line {
    /// The column in the file of a byte of the text.
    pub fn column(&self, byte: usize) -> usize {
        self.columns[byte.min(self.columns.len() - 1)]
    }
}

/// A defect of the layout.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    pub line: usize,
    pub column: usize,
    pub fault: Fault,
}

/// A tab moves to the next multiple of this many columns of indentation.
const TAB: usize = 8;

/// The lines of a text, and what is wrong with its layout.
pub(crate) fn lines(text: &str) -> (Vec<Line>, Vec<Complaint>) {
    let raw: Vec<Raw> = text.lines().enumerate().filter_map(|(at, line)| Raw::new(at + 1, line)).collect();
    let mut unroll = Unroll { scope: Vec::new(), lines: Vec::new(), complaints: Vec::new() };
    unroll.block(&raw);
    (unroll.lines, unroll.complaints)
}

/// A line of the file with something on it.
struct Raw {
    number: usize,
    indent: usize,
    text: String,
    columns: Vec<usize>,
}

impl Raw {
    fn new(number: usize, line: &str) -> Option<Raw> {
        let line = without_comment(line).trim_end();
        let text = line.trim_start();
        if text.is_empty() {
            return None;
        }
        let margin = &line[..line.len() - text.len()];
        let indent = margin.chars().fold(0, |at, c| if c == '\t' { (at / TAB + 1) * TAB } else { at + 1 });
        let first = margin.chars().count() + 1;
        let mut columns: Vec<usize> = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.chars().enumerate() {
            columns.extend(std::iter::repeat_n(first + at, c.len_utf8()));
        }
        columns.push(first + text.chars().count());
        Some(Raw { number, indent, text: text.to_string(), columns })
    }
}

/// A line up to its comment; a `#` inside quotation marks starts none.
pub fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

struct Unroll {
    /// The names of the loops around, with their values in this round.
    scope: Vec<(String, String)>,
    lines: Vec<Line>,
    complaints: Vec<Complaint>,
}

impl Unroll {
    fn block(&mut self, raws: &[Raw]) {
        let mut at = 0;
        while at < raws.len() {
            let raw = &raws[at];
            at += 1;
            if !is_header(&raw.text) {
                if let Some(line) = self.fill(raw) {
                    self.lines.push(line);
                }
                continue;
            }
            let body = raws[at..].iter().take_while(|next| next.indent > raw.indent).count();
            let body = &raws[at..at + body];
            at += body.len();
            self.unroll(raw, body);
        }
    }

    fn unroll(&mut self, raw: &Raw, body: &[Raw]) {
        let Some(header) = self.fill(raw) else { return };
        let complain = |at: usize, fault: Fault| Complaint { line: raw.number, column: header.column(at), fault };
        let (names, rounds) = match read_header(&header.text) {
            Ok(read) => read,
            Err((at, fault)) => return self.complaints.push(complain(at, fault)),
        };
        if body.is_empty() {
            return self.complaints.push(complain(0, Fault::ForBody));
        }
        for (name, at) in &names {
            let hole = format!("{{{name}}}");
            if !body.iter().any(|line| line.text.contains(&hole)) {
                self.complaints.push(complain(*at, Fault::UnusedPlaceholder(name.clone())));
            }
        }
        let outer = self.scope.len();
        for values in rounds {
            self.scope.extend(names.iter().map(|(name, _)| name.clone()).zip(values));
            self.block(body);
            self.scope.truncate(outer);
        }
    }

    /// The line with every `{name}` replaced.
    fn fill(&mut self, raw: &Raw) -> Option<Line> {
        let mut out =
            Line { number: raw.number, text: String::new(), looped: !self.scope.is_empty(), columns: Vec::new() };
        let mut at = 0;
        while let Some(open) = raw.text[at..].find('{').map(|found| at + found) {
            let Some(close) = raw.text[open..].find('}').map(|found| open + found) else { break };
            out.text += &raw.text[at..open];
            out.columns.extend_from_slice(&raw.columns[at..open]);
            let name = raw.text[open + 1..close].trim();
            let Some((_, value)) = self.scope.iter().rev().find(|(known, _)| known == name) else {
                let fault = Fault::UnknownPlaceholder(name.to_string());
                self.complaints.push(Complaint { line: raw.number, column: raw.columns[open], fault });
                return None;
            };
            out.text += value;
            out.columns.extend(std::iter::repeat_n(raw.columns[open], value.len()));
            at = close + 1;
        }
        out.text += &raw.text[at..];
        out.columns.extend_from_slice(&raw.columns[at..]);
        Some(out)
    }
}

fn is_header(text: &str) -> bool {
    text.strip_prefix("for").is_some_and(|rest| rest.starts_with([' ', '\t', '(']))
}

/// Names with their bytes, and the values of each round.
type Header = (Vec<(String, usize)>, Vec<Vec<String>>);

fn read_header(text: &str) -> Result<Header, (usize, Fault)> {
    let end = text.len();
    let body = text.strip_suffix(':').ok_or((end, Fault::ForForm))?;
    let split = body.find(" in ").ok_or((end, Fault::ForForm))?;
    let tuple = body["for".len()..split].trim().starts_with('(');
    let inner = |range: Range<usize>| if tuple { unwrap(body, range) } else { Some(range) };
    let names = inner(trim(body, 3..split)).ok_or((3, Fault::ForForm))?;
    let names: Vec<(String, usize)> =
        pieces(body, names, ',').into_iter().map(|range| (body[range.clone()].to_string(), range.start)).collect();
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if let Some((_, at)) = names.iter().find(|(name, _)| !is_name(name)) {
        return Err((*at, Fault::ForForm));
    }
    let mut rounds = Vec::new();
    for range in pieces(body, split + 4..body.len(), ' ').into_iter().filter(|range| !range.is_empty()) {
        let at = range.start;
        let values: Vec<String> = if tuple {
            let values = unwrap(body, range.clone()).ok_or((at, Fault::ForForm))?;
            pieces(body, values, ',').into_iter().map(|value| body[value].to_string()).collect()
        } else {
            vec![body[range.clone()].to_string()]
        };
        if values.len() != names.len() {
            let tuple = body[range].to_string();
            return Err((at, Fault::ForTuple { tuple, got: values.len(), want: names.len() }));
        }
        rounds.push(values);
    }
    if rounds.is_empty() { Err((end, Fault::ForForm)) } else { Ok((names, rounds)) }
}

fn unwrap(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let inside = text[range.clone()].starts_with('(') && text[range.clone()].ends_with(')');
    inside.then(|| range.start + 1..range.end - 1)
}

/// A range without the white space at its ends.
pub(crate) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}

/// The trimmed pieces between separators that stand outside parentheses; a space stands for any white space.
pub(crate) fn pieces(text: &str, range: Range<usize>, separator: char) -> Vec<Range<usize>> {
    let (mut depth, mut from, mut out) = (0usize, range.start, Vec::new());
    for (at, c) in text[range.clone()].char_indices() {
        let at = range.start + at;
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 && (c == separator || (separator == ' ' && c.is_whitespace())) => {
                out.push(trim(text, from..at));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(trim(text, from..range.end));
    out
}
