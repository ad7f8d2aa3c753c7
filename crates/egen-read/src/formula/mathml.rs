//! MathML: which structure do these elements show?
//!
//! XML is read without DTDs, and its nesting is bounded before anything is built.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

use super::latex;
use super::letters::{as_wide_mark, plain_letter};
use super::print_mathml::SIZES;
use super::symbol::{self, Class, Meaning};
use super::{Builder, Formula, Grid, Kind, Limits, Malformed, Part, Side, Spacing, Style, Why};
use crate::read::{MAX_TEXT, Notation};

type Read<T> = Result<T, Malformed>;

/// Elements and texts; a formula of the longest text has fewer.
const MAX_NODES: u32 = 1 << 18;

/// Elements may nest this deep: a bracket in MathML takes an `mrow` or two more than in LaTeX.
const MAX_ELEMENTS: usize = 1024;

/// An element may have so many attributes.
const MAX_ATTRIBUTES: usize = 256;

/// Marks that stand over or under a part and nothing else.
const MARKS: &str = "¯‾ˉ^ˆ~˜˙¨ˇ˘˚´`⏞⏟_\u{302}\u{303}\u{304}\u{305}\u{307}\u{308}\u{338}";

pub(super) fn read(text: &str) -> Read<Formula<'_>> {
    let document = xml(text)?;
    presentation(text, document.root_element())
}

/// The elements of a text.
pub(super) fn xml(text: &str) -> Read<Document<'_>> {
    if text.len() > MAX_TEXT {
        return malformed(0..text.len(), Why::TooLong(MAX_TEXT));
    }
    bounded(text)?;
    let parsing = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, parsing).map_err(|why| {
        let at = place(text, &why);
        let why = match why {
            roxmltree::Error::UnknownEntityReference(name, _) => Why::NoReference(name),
            roxmltree::Error::DtdDetected => Why::DocumentType,
            other => Why::NoXml(other.to_string()),
        };
        Malformed { at: at..at, why }
    })
}

/// The structure that an element shows.
pub(super) fn presentation<'t>(text: &'t str, root: Node<'_, '_>) -> Read<Formula<'t>> {
    let mut reader = Reader { out: Builder::with_capacity(text.len() / 4), style: None, text };
    let row = match is_row(root) {
        true => reader.row(root, Kind::Row)?,
        false => reader.element(root)?,
    };
    Ok(reader.out.finish(text, Notation::Mathml, row))
}

fn malformed<T>(at: Range<usize>, why: Why) -> Read<T> {
    Err(Malformed { at, why })
}

/// The byte that an error of XML is about.
fn place(text: &str, why: &roxmltree::Error) -> usize {
    let place = why.pos();
    let start: usize = text.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len).sum();
    let column = text[start..].chars().take(place.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    (start + column).min(text.len())
}

/// Elements that are nested too deep are refused before a tree is built of them, and so are those with very many attributes:
/// looking for one that is there twice takes time that is quadratic in their number.
fn bounded(text: &str) -> Read<()> {
    let (mut count, mut quote) = (0, None);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != byte),
            (None, b'<') => count = 0,
            (None, b'"' | b'\'') if count > 0 => quote = Some(byte),
            (None, b'=') => count += 1,
            _ => {}
        }
        if count > MAX_ATTRIBUTES {
            return malformed(at..at + 1, Why::TooManyAttributes(MAX_ATTRIBUTES));
        }
    }
    let (bytes, mut depth) = (text.as_bytes(), 0usize);
    for (at, _) in text.match_indices('<') {
        match bytes.get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ => depth += 1,
        }
        if depth > MAX_ELEMENTS {
            return malformed(at..at + 1, Why::TooDeep(MAX_ELEMENTS));
        }
        // `<mspace/>` closes itself.
        let rest = &bytes[at + 1..];
        let length = rest.iter().take(1024).position(|b| matches!(b, b'<' | b'>')).unwrap_or(0);
        if length > 0 && rest[length] == b'>' && rest[length - 1] == b'/' {
            depth = depth.saturating_sub(1);
        }
    }
    Ok(())
}

fn is_row(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "math" | "mrow" | "semantics" | "mtd")
}

struct Reader<'t> {
    out: Builder,
    /// The letters that surround an element.
    style: Option<Style>,
    text: &'t str,
}

/// The elements inside one; of `semantics` the first one is shown.
fn elements<'a, 't>(node: Node<'a, 't>) -> impl Iterator<Item = Node<'a, 't>> {
    let most = if matches!(node.tag_name().name(), "semantics" | "maction") { 1 } else { usize::MAX };
    node.children().filter(Node::is_element).take(most)
}

/// Where the characters of a leaf stand, or all of it if they are not written as they are.
fn place_of_characters(node: Node<'_, '_>) -> Range<usize> {
    let tag = node.range().start..node.range().start + 1 + node.tag_name().name().len();
    let Some(text) = node.first_child().filter(|child| child.is_text()) else { return tag };
    let (range, inside) = (text.range(), text.text().unwrap_or_default());
    if range.len() != inside.len() || inside.trim().is_empty() || node.children().count() != 1 {
        return tag;
    }
    let start = range.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

fn characters<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().map_or("", str::trim)
}

impl Reader<'_> {
    /// The parts of a row, as a part of this kind. Brackets around all of it make it a fence.
    fn row(&mut self, node: Node<'_, '_>, kind: Kind) -> Read<Part> {
        let children: Vec<Node<'_, '_>> = elements(node).collect();
        let (fence, inside) = match &children[..] {
            [open, inside @ .., close]
                if is_fence(*open, Class::Open) && is_fence(*close, Class::Close) && is_balanced(inside) =>
            {
                (Some((open, close)), inside)
            }
            all => (None, all),
        };
        let mut parts = Vec::with_capacity(inside.len());
        for child in inside {
            let applies = child.tag_name().name() == "mo" && characters(*child) == "\u{2061}";
            if applies && parts.last().is_some_and(|last| self.make_operator(*last)) {
                continue;
            }
            parts.push(self.element(*child)?);
        }
        let kind = match fence {
            Some((open, close)) => Kind::Fence(characters(*open).chars().next(), characters(*close).chars().next()),
            None => kind,
        };
        Ok(self.out.part(kind, node.range(), &parts))
    }

    /// A function is applied: a name before the sign stands apart. A letter stays one, and the sign says what it is.
    fn make_operator(&mut self, part: Part) -> bool {
        match self.out.kind(part) {
            Kind::Name(_) => {
                self.out.nodes[part.0 as usize].kind = Kind::Name(Spacing::Operator);
                true
            }
            Kind::Scripts { .. } => self.make_operator(self.out.children(part)[0]),
            _ => false,
        }
    }

    fn element(&mut self, node: Node<'_, '_>) -> Read<Part> {
        let at = node.range();
        match node.tag_name().name() {
            _ if node.attribute("data-grid") == Some("cases") => {
                let table = elements(node).find(|child| child.tag_name().name() == "mtable");
                self.table(table.unwrap_or(node), Grid::Cases)
            }
            "math" | "mrow" | "semantics" | "maction" | "merror" | "mtd" => self.row(node, Kind::Group),
            "mstyle" | "mpadded" | "mphantom" | "menclose" => self.styled(node),
            "mi" => Ok(self.identifier(node)),
            "mn" => Ok(self.number(node)),
            "mo" => Ok(self.operator(node)),
            "mtext" | "ms" => {
                let words: Vec<&str> = node.text().unwrap_or("").split(char::is_whitespace).collect();
                Ok(self.out.spelled(Kind::Words, place_of_characters(node), words.join(" ")))
            }
            "mspace" => Ok(self.out.leaf(Kind::Space(node.attribute("width").map_or(0, width_of)), at)),
            "mfrac" => {
                let line = !node.attribute("linethickness").is_some_and(|width| width.trim().starts_with('0'));
                self.of(node, Kind::Fraction { line }, 2)
            }
            "msqrt" => {
                let radicand = self.row(node, Kind::Row)?;
                Ok(self.out.part(Kind::Root, at, &[radicand]))
            }
            "mroot" => self.of(node, Kind::Root, 2),
            "msub" => self.scripts(node, true, false, false),
            "msup" => self.scripts(node, false, true, false),
            "msubsup" => self.scripts(node, true, true, false),
            "munder" => self.scripts(node, true, false, true),
            "mover" => self.scripts(node, false, true, true),
            "munderover" => self.scripts(node, true, true, true),
            "mmultiscripts" => self.multiscripts(node),
            "mfenced" => self.fenced(node),
            "mtable" => {
                let grid = match node.attribute("data-grid") {
                    Some("array") => Grid::Array,
                    Some("aligned") => Grid::Aligned,
                    Some("display") => Grid::Display,
                    Some("named") => Grid::Named,
                    _ => Grid::Matrix,
                };
                self.table(node, grid)
            }
            "none" | "mprescripts" | "malignmark" | "maligngroup" => Ok(self.out.leaf(Kind::Row, at)),
            name => malformed(at.start..(at.start + 1 + name.len()).min(at.end), Why::NoElement(name.to_owned())),
        }
    }

    /// An element with a fixed number of parts.
    fn of(&mut self, node: Node<'_, '_>, kind: Kind, count: usize) -> Read<Part> {
        let mut parts = Vec::with_capacity(count);
        for child in elements(node) {
            parts.push(self.element(child)?);
        }
        if parts.len() != count {
            let (name, at) = (node.tag_name().name(), node.range());
            let why = Why::Elements(name.to_owned(), count, parts.len());
            return malformed(at.start..(at.start + 1 + name.len()).min(at.end), why);
        }
        Ok(self.out.part(kind, node.range(), &parts))
    }

    fn scripts(&mut self, node: Node<'_, '_>, below: bool, above: bool, stacked: bool) -> Read<Part> {
        if stacked
            && !(below && above)
            && let Some(mark) = mark(node, below)
            && let Some(base) = elements(node).next()
        {
            let base = self.element(base)?;
            return Ok(self.out.part(Kind::Accent { mark, below }, node.range(), &[base]));
        }
        let count = 1 + usize::from(below) + usize::from(above);
        let scripts = self.of(node, Kind::Scripts { below, above, limits: Limits::Usual }, count)?;
        let base = self.out.children(scripts)[0];
        let has_limits = self.out.has_limits(self.text, base);
        let limits = match (stacked, has_limits) {
            (true, true) if node.attribute("data-limits") == Some("stacked") => Limits::Stacked,
            (true, false) => Limits::Stacked,
            (false, true) => Limits::Beside,
            _ => Limits::Usual,
        };
        self.out.nodes[scripts.0 as usize].kind = Kind::Scripts { below, above, limits };
        Ok(scripts)
    }

    /// Pairs of scripts behind the base, and before it behind `mprescripts`.
    fn multiscripts(&mut self, node: Node<'_, '_>) -> Read<Part> {
        let children: Vec<Node<'_, '_>> = elements(node).collect();
        let Some((first, rest)) = children.split_first() else { return Ok(self.out.leaf(Kind::Row, node.range())) };
        let mut base = self.element(*first)?;
        let mut parts = Vec::new();
        let mut sides = rest.split(|child| child.tag_name().name() == "mprescripts");
        for pair in sides.next().unwrap_or(&[]).chunks(2) {
            base = self.pair(base, pair, node.range())?;
        }
        for pair in sides.next().unwrap_or(&[]).chunks(2) {
            let nothing = self.out.leaf(Kind::Row, node.range());
            parts.push(self.pair(nothing, pair, node.range())?);
        }
        parts.push(base);
        Ok(self.out.part(Kind::Group, node.range(), &parts))
    }

    fn pair(&mut self, base: Part, pair: &[Node<'_, '_>], at: Range<usize>) -> Read<Part> {
        let mut children = vec![base];
        let mut is = [false; 2];
        for (place, script) in pair.iter().enumerate().filter(|(_, script)| script.tag_name().name() != "none") {
            is[place] = true;
            children.push(self.element(*script)?);
        }
        if children.len() == 1 {
            return Ok(base);
        }
        let kind = Kind::Scripts { below: is[0], above: is[1], limits: Limits::Usual };
        Ok(self.out.part(kind, at, &children))
    }

    fn fenced(&mut self, node: Node<'_, '_>) -> Read<Part> {
        let sign = |name: &str, usual: &'static str| node.attribute(name).map_or(usual, str::trim).chars().next();
        let separators: Vec<char> =
            node.attribute("separators").unwrap_or(",").chars().filter(|c| !c.is_whitespace()).collect();
        let mut parts = Vec::new();
        for (place, child) in elements(node).enumerate() {
            if let Some(separator) = place.checked_sub(1).and_then(|at| separators.get(at).or(separators.last())) {
                let at = child.range().start;
                parts.push(self.out.leaf(Kind::Symbol(*separator), at..at));
            }
            parts.push(self.element(child)?);
        }
        Ok(self.out.part(Kind::Fence(sign("open", "("), sign("close", ")")), node.range(), &parts))
    }

    fn styled(&mut self, node: Node<'_, '_>) -> Read<Part> {
        let name = node.tag_name().name();
        let style = match (node.attribute("data-style"), name) {
            (Some(style), _) => Style::named(style),
            (None, "mphantom") => Some(Style::Phantom),
            (None, "menclose") => match node.attribute("notation").unwrap_or("longdiv") {
                "radical" => {
                    let radicand = self.row(node, Kind::Row)?;
                    return Ok(self.out.part(Kind::Root, node.range(), &[radicand]));
                }
                notation if notation.contains("strike") => Some(Style::Cancelled),
                "box" | "roundedbox" | "circle" => Some(Style::Boxed),
                notation => {
                    let why = Why::NoElement(format!("menclose notation=\"{notation}\""));
                    return malformed(node.range().start..node.range().start + "<menclose".len(), why);
                }
            },
            (None, "mstyle") => node.attribute("mathvariant").and_then(variant),
            _ => None,
        };
        let Some(style) = style else { return self.row(node, Kind::Group) };
        let around = self.style;
        if !style.is_size() {
            self.style = Some(style);
        }
        // The phantom inside is part of these styles.
        let hidden = matches!(style, Style::Wide | Style::High);
        let inner = if hidden { elements(node).next().unwrap_or(node) } else { node };
        let row = self.row(inner, Kind::Row)?;
        self.style = around;
        Ok(self.out.part(Kind::Styled(style), node.range(), &[row]))
    }

    fn table(&mut self, node: Node<'_, '_>, grid: Grid) -> Read<Part> {
        let mut children = Vec::new();
        let label = match grid {
            Grid::Array => node.attribute("data-columns"),
            Grid::Named => node.attribute("data-name"),
            _ => None,
        };
        if let Some(label) = label {
            children.push(self.out.spelled(Kind::Label, node.range(), label.to_owned()));
        }
        for line in elements(node) {
            if line.attribute("class") == Some("rule") {
                children.push(self.out.leaf(Kind::Rule, line.range()));
                continue;
            }
            let skipped = usize::from(line.tag_name().name() == "mlabeledtr");
            let mut cells = Vec::new();
            for cell in elements(line).skip(skipped) {
                cells.push(self.row(cell, Kind::Row)?);
            }
            children.push(self.out.part(Kind::Line, line.range(), &cells));
        }
        Ok(self.out.part(Kind::Table(grid), node.range(), &children))
    }

    fn identifier(&mut self, node: Node<'_, '_>) -> Part {
        let (content, at) = (characters(node), place_of_characters(node));
        let mut signs = content.chars();
        let asked = node.attribute("mathvariant");
        match (signs.next(), signs.next()) {
            (None, _) => self.out.leaf(Kind::Row, at),
            (Some(sign), None) => {
                let (style, letter) = match (plain_letter(sign), asked) {
                    (Some((style, letter)), _) => (Some(style), letter),
                    (None, Some("normal")) if sign.is_ascii_alphabetic() => (Some(Style::Upright), sign),
                    (None, asked) => (asked.and_then(variant).filter(|_| asked != Some("normal")), sign),
                };
                let leaf = Kind::Symbol(canonical(letter));
                let is_name = node.attribute("data-name").is_some();
                let asked = style.filter(|style| Some(*style) != self.style || is_name);
                match asked.filter(|style| *style != Style::Italic || plain_letter(sign).is_none()) {
                    Some(Style::Upright) => self.out.spelled(Kind::Name(Spacing::Ordinary), at, letter.to_string()),
                    Some(style) => {
                        let letter = self.out.leaf(leaf, at);
                        self.out.part(Kind::Styled(style), node.range(), &[letter])
                    }
                    None => self.out.leaf(leaf, at),
                }
            }
            _ if content.starts_with('\\') => self.out.spelled(Kind::Command, at, content.to_owned()),
            _ if is_word(content) => {
                let spacing = if symbol::is_name(content) { Spacing::Operator } else { Spacing::Ordinary };
                let name = self.out.spelled(Kind::Name(spacing), at, content.to_owned());
                match asked.and_then(variant).filter(|style| *style != Style::Upright) {
                    Some(style) => self.out.part(Kind::Styled(style), node.range(), &[name]),
                    None => name,
                }
            }
            _ => self.out.spelled(Kind::Words, at, content.to_owned()),
        }
    }

    /// Digits with at most one point, and numbers as programs write them, `1e5`. Other signs stand alone.
    fn number(&mut self, node: Node<'_, '_>) -> Part {
        let (content, at) = (characters(node), place_of_characters(node));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = |text: &str| text.matches('.').count() < 2 && digits(&text.replacen('.', "", 1));
        let scientific = content.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
            plain(mantissa) && digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
        });
        if plain(content) || scientific {
            return self.out.spelled(Kind::Number, at, content.to_owned());
        }
        let exact = at.len() == content.len();
        let (mut parts, mut place) = (Vec::new(), 0);
        while let Some(sign) = content[place..].chars().next() {
            let rest = &content[place..];
            let numeral = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
            let numeral = if plain(&rest[..numeral]) { numeral } else { 0 };
            let length = numeral.max(sign.len_utf8());
            let at = if exact { at.start + place..at.start + place + length } else { at.clone() };
            parts.push(match numeral {
                0 => self.out.leaf(Kind::Symbol(canonical(sign)), at),
                _ => self.out.spelled(Kind::Number, at, rest[..length].to_owned()),
            });
            place += length;
        }
        self.out.part(Kind::Group, at, &parts)
    }

    fn operator(&mut self, node: Node<'_, '_>) -> Part {
        let (content, at) = (characters(node), place_of_characters(node));
        let mut signs = content.chars();
        let (Some(sign), None) = (signs.next(), signs.next()) else {
            if is_word(content) {
                return self.out.spelled(Kind::Name(Spacing::Operator), at, content.to_owned());
            }
            let parts: Vec<Part> =
                content.chars().map(|sign| self.out.leaf(Kind::Symbol(canonical(sign)), at.clone())).collect();
            return self.out.part(Kind::Group, at, &parts);
        };
        // Its form says which side a bar is.
        let bar = matches!(sign, '|' | '∣') && matches!(node.attribute("form"), Some("prefix" | "postfix"));
        if !bar && (node.attribute("stretchy") != Some("true") || node.attribute("fence") == Some("true")) {
            return self.out.leaf(Kind::Symbol(canonical(sign)), at);
        }
        let height = node.attribute("minsize").unwrap_or("");
        let size = SIZES.iter().position(|size| *size == height).unwrap_or(1) as u8;
        let side = match node.attribute("form") {
            Some("prefix") => Side::Open,
            Some("postfix") => Side::Close,
            Some("infix") => Side::Relation,
            _ => Side::Either,
        };
        self.out.leaf(Kind::Sized(size, side, canonical(sign)), at)
    }
}

/// Is it a delimiter at an end of a row that grows with it?
fn is_fence(node: Node<'_, '_>, side: Class) -> bool {
    if node.tag_name().name() != "mo"
        || node.attribute("stretchy") == Some("false")
        || node.attribute("minsize").is_some()
    {
        return false;
    }
    let mut signs = characters(node).chars();
    match (signs.next(), signs.next()) {
        (None, _) => true,
        (Some(_), None) if node.attribute("fence") == Some("true") => true,
        (Some(sign), None) => symbol::class(sign) == side || sign == '|' && node.attribute("form").is_some(),
        _ => false,
    }
}

/// Do brackets between others close what they open? Those of `(a) + (b)` hold two things.
fn is_balanced(inside: &[Node<'_, '_>]) -> bool {
    let mut depth = 0i32;
    // One that says how it grows says that it is no pair with another.
    let plain = |node: &&Node<'_, '_>| node.tag_name().name() == "mo" && node.attribute("stretchy").is_none();
    for node in inside.iter().filter(plain) {
        match characters(*node).chars().next().map(symbol::class) {
            Some(Class::Open) => depth += 1,
            Some(Class::Close) => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The mark that the second part of an element is.
fn mark(node: Node<'_, '_>, below: bool) -> Option<char> {
    let second = elements(node).nth(1).filter(|second| second.tag_name().name() == "mo")?;
    let mut signs = characters(second).chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
    let asked = node.attribute(if below { "accentunder" } else { "accent" });
    let is_mark = match asked {
        Some(asked) => asked == "true",
        None => MARKS.contains(sign),
    };
    if !is_mark {
        return None;
    }
    let wide = second.attribute("stretchy") == Some("true");
    let sign = as_wide_mark(sign).filter(|_| wide).unwrap_or(match sign {
        'ˉ' | '\u{304}' => '¯',
        '\u{305}' => '‾',
        'ˆ' => '^',
        '˜' => '~',
        '\u{307}' => '˙',
        '\u{308}' => '¨',
        sign => sign,
    });
    symbol::spelled(Meaning::Accent { mark: sign, below }).is_some().then_some(sign).or(match sign {
        '\u{338}' => Some(sign),
        _ => None,
    })
}

fn variant(name: &str) -> Option<Style> {
    Some(match name {
        "normal" => Style::Upright,
        "bold" => Style::Bold,
        "italic" => Style::Italic,
        "bold-italic" => Style::BoldItalic,
        "script" | "bold-script" => Style::Calligraphic,
        "double-struck" => Style::Blackboard,
        "fraktur" | "bold-fraktur" => Style::Fraktur,
        "sans-serif" | "bold-sans-serif" | "sans-serif-italic" => Style::Sans,
        "monospace" => Style::Typewriter,
        _ => return None,
    })
}

/// The sign as LaTeX has it.
fn canonical(sign: char) -> char {
    match sign {
        '−' => '-',
        sign => sign,
    }
}

fn is_word(content: &str) -> bool {
    content.starts_with(char::is_alphabetic) && content.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A length such as `0.167em`, or the name of a space.
fn width_of(width: &str) -> i32 {
    let named = ["veryverythin", "verythin", "thin", "medium", "thick", "verythick", "veryverythick"];
    let width = width.trim();
    if let Some(place) = width.strip_suffix("mathspace").and_then(|name| named.iter().position(|other| *other == name))
    {
        return (place as i32 + 1) * 1000 / 18;
    }
    latex::length(width, 1000.0)
}
