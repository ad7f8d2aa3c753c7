//! Outlines: which lines has a text, as far as problems go?

use crate::html;
use crate::layout::{Part, parts};
use crate::markup::unmark;
use crate::problem::{Display, Marker, Outline, Style};
use crate::reader::{Document, is_comment, is_rule, is_structure};

/// A line of a text, and how it shows.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// As it is written.
    pub written: String,
    /// Without its markup.
    text: String,
    heading: bool,
    gap: bool,
    after_rule: bool,
    display: Option<Display>,
    /// Where in a LaTeX document it stands.
    pub document: Document,
}

impl Line {
    /// What is asked of it where problems are divided.
    pub fn outline(&self) -> Outline<'_> {
        let (marker, length) = match (self.display, number(&self.text)) {
            (None, Some((marker, length))) => (Some(marker), length),
            _ => (None, 0),
        };
        let Line { heading, gap, after_rule, display, .. } = *self;
        Outline { text: self.text[length..].trim(), marker, heading, gap, after_rule, display }
    }
}

/// The lines of a text. Blank ones, comments, rules and the layout of a document show nothing, and leave a gap at most.
pub fn lines(text: &str) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let (mut document, mut gap, mut after_rule, mut displayed) = (Document::None, false, false, false);
    for (at, source) in text.lines().enumerate() {
        for written in html::lines(source) {
            let content = written.trim();
            let marked = unmark(&written);
            document = match () {
                _ if content.starts_with("\\documentclass") => Document::Preamble,
                _ if content.starts_with("\\begin{document}") => Document::Body,
                _ => document,
            };
            let structure = document == Document::Preamble || is_structure(content);
            if content.is_empty() || structure || is_rule(content) || is_comment(content, marked.heading) {
                gap |= content.is_empty();
                after_rule |= structure || content.starts_with("---") || content.starts_with("***");
                continue;
            }
            let was = displayed;
            displayed = goes_on_displayed(content, &marked.text, displayed);
            let opens = !was && (displayed || is_display(content));
            let display = (was || opens).then_some(Display { opens, ends: !displayed });
            let heading = marked.heading;
            out.push(Line { number: at + 1, written, text: marked.text, heading, gap, after_rule, display, document });
            (gap, after_rule) = (was && !displayed, false);
        }
    }
    out
}

fn is_display(text: &str) -> bool {
    text.starts_with("\\[") || text.starts_with("$$") || text.starts_with("\\begin{")
}

/// Are we inside a displayed formula behind this line?
fn goes_on_displayed(content: &str, text: &str, displayed: bool) -> bool {
    let mut inside = displayed;
    for part in parts(text, displayed) {
        match part {
            Part::Open => inside = true,
            Part::Close => inside = false,
            Part::Row(_) => {}
        }
    }
    let ends = ["\\]", "\\].", "\\],"].iter().any(|end| content.ends_with(end));
    match displayed {
        _ if content == "$$" => !displayed,
        true if ends => false,
        false if content.starts_with("\\[") && !content.contains("\\]") => true,
        _ => inside,
    }
}

/// The number before a line, and its length: `2.`, `(b)`, `ii)`.
fn number(text: &str) -> Option<(Marker, usize)> {
    let rest = text.trim_start();
    let indent = text.len() - rest.len();
    let opened = rest.starts_with('(');
    let inner = &rest[usize::from(opened)..];
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let letters = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let (first, value, length) = match (digits, letters) {
        (1..=3, _) => ('1', inner[..digits].parse().ok()?, digits),
        (0, 1..) if let Some(value) = roman(&inner[..letters]) => ('i', value, letters),
        (0, 1) => ('a', inner.bytes().next()?.wrapping_sub(b'a') as u32 + 1, 1),
        _ => return None,
    };
    let close = inner[length..].chars().next().filter(|c| matches!(c, ')' | '.'))?;
    let behind = &inner[length + 1..];
    let ends = behind.is_empty() || behind.starts_with(' ');
    let sum = behind.trim_start().starts_with(['+', '-', '*', '/', '^', '=']) && opened;
    let style = Style { first, signs: (opened, close), indent };
    (ends && !sum).then(|| (Marker { style, value }, text.len() - behind.len()))
}

/// The number of `iv`. A letter alone that counts on from another one is none: c, d.
fn roman(text: &str) -> Option<u32> {
    const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
    ROMAN.iter().position(|own| *own == text).map(|at| at as u32 + 1)
}
