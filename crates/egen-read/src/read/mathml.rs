//! MathML: which formula do these elements set?
//!
//! Presentation MathML says what LaTeX says, in elements: it becomes LaTeX's tokens, with their places in
//! the XML, and the same grammar reads it. Content MathML is a tree already (`content`). XML is read without
//! DTDs; MathML's references are characters before it is (`respell`). The walk is a loop, and nesting is bounded by the grammar.

mod element;

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

use super::raised::settle;
use super::token::{Bracket, Gap, Lexed, Special, Tok, Token, special, vulgar};
use super::{
    MAX_DEPTH, Notation, Options, ReadError, Reading, Refused as Refusal, content, grammar, lexed as refusal, respell,
};
use egen_math::defined;
use egen_math::names;

use element::{
    content_of, is_bare_argument, is_equals, is_fenced, is_function, is_nothing, refuse_variant, row_of, space,
};

/// Elements and texts; a formula of the longest text has fewer.
const MAX_NODES: u32 = 1 << 18;

/// The elements that may stand without `<math>` around them, besides rows.
const ELEMENTS: [&str; 12] =
    ["mi", "mn", "mo", "mfrac", "msqrt", "mroot", "msup", "msub", "msubsup", "mfenced", "mover", "menclose"];

/// Is it an element whose parts stand in a row?
fn is_row(name: &str) -> bool {
    matches!(name, "math" | "mrow" | "mstyle" | "mpadded" | "semantics")
}

pub(super) fn read(text: &str, options: &Options) -> Result<Reading, ReadError> {
    match respell::unprefixed(text) {
        Some(plain) => plain.settle(read_prefixed(&plain.text, options)),
        None => read_prefixed(text, options),
    }
}

/// Reads a text whose prefixes are defined.
fn read_prefixed(text: &str, options: &Options) -> Result<Reading, ReadError> {
    match respell::entities(text) {
        Some(plain) => plain.settle(read_plain(&plain.text, options)),
        None => read_plain(text, options),
    }
}

fn read_plain(text: &str, options: &Options) -> Result<Reading, ReadError> {
    refuse_depth(text)?;
    refuse_attributes(text)?;
    let parsing = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, parsing).map_err(|why| broken(text, &why))?;
    let root = document.root_element();
    let name = root.tag_name().name();
    if !is_row(name) && !ELEMENTS.contains(&name) && content::tree(root).is_none() {
        return Err(*refusal(tag(root), "expected a `<math>` element"));
    }
    if let Some(tree) = content::tree(root) {
        return content::read(tree);
    }
    for node in root.descendants() {
        refuse_variant(node).map_err(|why| *why)?;
    }
    let lexed = Walk { text, tokens: Vec::new(), gap: Gap::None }.all(root).map_err(|why| *why)?;
    grammar::parse(text, lexed, Notation::Mathml, options).map_err(|why| *why)
}

/// Elements that are nested so deep would be refused by the grammar; here it is seen before anything is built.
fn refuse_depth(text: &str) -> Result<(), ReadError> {
    // A bracket in MathML takes an `mrow` or two more than it does in LaTeX.
    let most = 8 * MAX_DEPTH;
    let (bytes, mut depth) = (text.as_bytes(), 0usize);
    for (at, _) in text.match_indices('<') {
        match bytes.get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ => depth += 1,
        }
        if depth > most {
            return Err(*refusal(at..at + 1, format!("nested deeper than {most} elements")));
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

/// Looking for attributes that are there twice takes time that is quadratic in their number.
fn refuse_attributes(text: &str) -> Result<(), ReadError> {
    const MOST: usize = 256;
    let (mut count, mut quote) = (0, None);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != byte),
            (None, b'<') => count = 0,
            (None, b'"' | b'\'') if count > 0 => quote = Some(byte),
            (None, b'=') => count += 1,
            _ => {}
        }
        if count > MOST {
            return Err(*refusal(at..at + 1, format!("an element has at most {MOST} attributes")));
        }
    }
    Ok(())
}

fn broken(text: &str, why: &roxmltree::Error) -> ReadError {
    let place = why.pos();
    let start: usize = text.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = &text[start..];
    let column = line.chars().take(place.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let at = (start + column).min(text.len());
    let advice = match why {
        roxmltree::Error::UnknownEntityReference(name, _) => {
            format!("`&{name};` is not defined in XML: write the character itself, or &#x…;")
        }
        roxmltree::Error::DtdDetected => "a document type is not read: remove `<!DOCTYPE …>`".to_owned(),
        other => format!("this is no well-formed XML: {other}"),
    };
    *refusal(at..at, advice)
}

/// The opening of an element: `<mfrac`.
pub(super) fn tag(node: Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    let name = if node.is_element() { node.tag_name().name().len() + 1 } else { node.range().len() };
    start..(start + name).min(node.range().end)
}

/// What remains to be done of the walk, last first.
enum Step<'a, 't> {
    /// An element in a row.
    Element(Node<'a, 't>),
    /// An element as the argument of a construction.
    Argument(Node<'a, 't>),
    /// A subscript, whose names are parts of a name.
    Subscript(Node<'a, 't>),
    Token(Tok<'t>, Range<usize>),
    /// An element of a row begins, and ends; so the name before `&#x2061;` is found.
    Begin,
    End,
}

struct Walk<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    /// The space before the next token.
    gap: Gap,
}

impl<'t> Walk<'t> {
    fn all(mut self, root: Node<'_, 't>) -> Result<Lexed<'t>, Refusal> {
        let mut todo = vec![Step::Element(root)];
        // Where the elements began that are being read, and where the last whole one did.
        let (mut begun, mut atom) = (Vec::new(), 0);
        while let Some(step) = todo.pop() {
            match step {
                Step::Begin => begun.push(self.tokens.len()),
                Step::End => atom = begun.pop().expect("what ends has begun"),
                Step::Token(tok, at) => self.push(tok, at),
                Step::Element(node) => self.element(node, &mut todo, atom)?,
                Step::Argument(node) => {
                    let at = tag(node);
                    todo.push(Step::Token(Tok::GroupClose, at.clone()));
                    self.row(&row_of(node), &mut todo);
                    todo.push(Step::Token(Tok::GroupOpen, at));
                }
                Step::Subscript(node) => {
                    let at = tag(node);
                    self.push(Tok::GroupOpen, at.clone());
                    self.subscript(node)?;
                    self.push(Tok::GroupClose, at);
                }
            }
        }
        while let Some(Tok::Dot | Tok::Comma | Tok::Semicolon) = self.tokens.last().map(|token| token.tok) {
            self.tokens.pop();
        }
        let end = self.tokens.last().map_or(self.text.len(), |token| token.end as usize);
        self.push(Tok::End, end..end);
        Ok(Lexed { tokens: settle(self.text, self.tokens)?, notes: Vec::new() })
    }

    fn push(&mut self, tok: Tok<'t>, at: Range<usize>) {
        self.tokens.push(Token { tok, start: at.start as u32, end: at.end as u32, gap: self.gap, run: 0 });
        self.gap = Gap::None;
    }

    fn row<'a>(&self, row: &[Node<'a, 't>], todo: &mut Vec<Step<'a, 't>>) {
        for (place, child) in row.iter().enumerate().rev() {
            match child.tag_name().name() {
                "mo" | "mspace" => todo.push(Step::Element(*child)),
                _ if is_bare_argument(&row[..place], child) => {
                    let at = tag(*child);
                    todo.push(Step::Token(Tok::Close(Bracket::Round), at.clone()));
                    todo.extend([Step::End, Step::Element(*child), Step::Begin]);
                    todo.push(Step::Token(Tok::Open(Bracket::Round), at));
                }
                _ => todo.extend([Step::End, Step::Element(*child), Step::Begin]),
            }
        }
    }

    fn element<'a>(&mut self, node: Node<'a, 't>, todo: &mut Vec<Step<'a, 't>>, atom: usize) -> Result<(), Refusal> {
        let (name, at) = (node.tag_name().name(), tag(node));
        let parts: Vec<Node<'a, 't>> = node.children().filter(Node::is_element).collect();
        let wants = |count: usize| {
            if parts.len() == count {
                return Ok(());
            }
            Err(refusal(tag(node), format!("`<{name}>` takes {count} elements, got {}", parts.len())))
        };
        match name {
            _ if is_row(name) => {
                let row = row_of(node);
                // A row that is all there is needs no braces, and may be an equation.
                let whole = node.parent_element().is_none();
                let grouped = !whole && row.len() > 1 && !is_fenced(&row) && !row.iter().any(is_equals);
                if grouped {
                    todo.push(Step::Token(Tok::GroupClose, at.clone()));
                }
                self.row(&row, todo);
                if grouped {
                    todo.push(Step::Token(Tok::GroupOpen, at));
                }
            }
            "mi" => self.identifier(node)?,
            "mn" => self.number(node)?,
            "mo" => self.operator(node, atom)?,
            "mspace" => self.gap = self.gap.max(space(node)),
            "mphantom" => {}
            "mtext" if node.text().is_none_or(|text| text.trim().is_empty()) => {}
            "mtext" => self.identifier(node)?,
            "mfrac" => {
                wants(2)?;
                if node.attribute("linethickness").is_some_and(is_nothing) {
                    let message = "a fraction without a line is a binomial coefficient, which is out of scope";
                    return Err(refusal(at, message));
                }
                todo.extend([Step::Argument(parts[1]), Step::Argument(parts[0])]);
                self.push(Tok::Frac, at);
            }
            "msqrt" | "menclose" => {
                let notation = node.attribute("notation").unwrap_or("longdiv");
                if name == "menclose" && matches!(notation, "box" | "roundedbox" | "circle") {
                    todo.extend(parts.iter().rev().copied().map(Step::Element));
                    return Ok(());
                }
                if name == "menclose" && notation != "radical" {
                    return Err(refusal(at, format!("`<menclose notation=\"{notation}\">` is out of scope")));
                }
                todo.push(Step::Token(Tok::GroupClose, at.clone()));
                self.row(&parts, todo);
                todo.push(Step::Token(Tok::GroupOpen, at.clone()));
                self.push(Tok::Radical, at);
            }
            "mroot" => {
                wants(2)?;
                todo.extend([
                    Step::Argument(parts[0]),
                    Step::Token(Tok::Close(Bracket::Square), at.clone()),
                    Step::Element(parts[1]),
                    Step::Token(Tok::Open(Bracket::Square), at.clone()),
                ]);
                self.push(Tok::Radical, at);
            }
            "msup" => {
                wants(2)?;
                todo.extend([Step::Argument(parts[1]), Step::Token(Tok::Caret, at), Step::Element(parts[0])]);
            }
            "msub" | "msubsup" => {
                wants(if name == "msub" { 2 } else { 3 })?;
                if let Some(above) = parts.get(2) {
                    todo.extend([Step::Argument(*above), Step::Token(Tok::Caret, at.clone())]);
                }
                // The subscript of a logarithm is its base, an expression.
                let base = row_of(parts[0]).last().is_some_and(|last| is_function(last));
                todo.push(if base { Step::Argument(parts[1]) } else { Step::Subscript(parts[1]) });
                todo.extend([Step::Token(Tok::Under, at), Step::Element(parts[0])]);
            }
            "mfenced" => self.fenced(node, &parts, todo)?,
            "mover" => {
                wants(2)?;
                self.accent(node, &parts)?;
            }
            _ => return Err(refusal(at, format!("`<{name}>` is out of scope"))),
        }
        Ok(())
    }

    /// The text of a leaf where it stands in the XML, without space around it.
    fn source(&self, node: Node<'_, 't>) -> Result<(&'t str, Range<usize>), Refusal> {
        let inside = node.first_child().filter(|child| child.is_text()).map_or(node.range(), |child| child.range());
        let written = &self.text[inside.clone()];
        let start = inside.start + (written.len() - written.trim_start().len());
        let written = written.trim();
        if node.children().count() != 1 || node.text().map(str::trim) != Some(written) {
            // A reference: what it stands for is nowhere in the text.
            return Err(refusal(inside, "write the characters of a name or number themselves, not as references"));
        }
        Ok((written, start..start + written.len()))
    }

    /// `<mfenced>`, whose attributes say which brackets it draws.
    fn fenced<'a>(
        &mut self,
        node: Node<'a, 't>,
        parts: &[Node<'a, 't>],
        todo: &mut Vec<Step<'a, 't>>,
    ) -> Result<(), Refusal> {
        let at = tag(node);
        let fence = |name: &str, usual: &'static str| node.attribute(name).map_or(usual, str::trim);
        let (open, close) = match (fence("open", "("), fence("close", ")")) {
            ("(", ")") => (Tok::Open(Bracket::Round), Tok::Close(Bracket::Round)),
            ("[", "]") => (Tok::Open(Bracket::Square), Tok::Close(Bracket::Square)),
            ("{", "}") => (Tok::Open(Bracket::Curly), Tok::Close(Bracket::Curly)),
            ("|" | "∣", "|" | "∣") => (Tok::OpenBar, Tok::CloseBar),
            (open, close) => {
                let message =
                    format!("the brackets `{open}` and `{close}` are out of scope: ( ) [ ] {{ }} and | | are read");
                return Err(refusal(at, message));
            }
        };
        // Word says that bars separate what is one part.
        let separators = if parts.len() < 2 { "" } else { fence("separators", ",") };
        if !separators.chars().all(|c| matches!(c, ',' | ';') || c.is_whitespace()) {
            return Err(refusal(at, format!("the separators `{separators}` are out of scope")));
        }
        todo.push(Step::Token(close, at.clone()));
        if separators.is_empty() {
            self.row(parts, todo);
        } else {
            for (place, part) in parts.iter().enumerate().rev() {
                todo.push(Step::Element(*part));
                if place > 0 {
                    todo.push(Step::Token(Tok::Comma, at.clone()));
                }
            }
        }
        self.push(open, at);
        Ok(())
    }

    fn identifier(&mut self, node: Node<'_, 't>) -> Result<(), Refusal> {
        let at = content_of(node);
        let decoded = node.text().unwrap_or_default().trim();
        if let [one] = decoded.chars().collect::<Vec<_>>()[..]
            && !one.is_ascii()
        {
            let letter = match one {
                'ⅆ' => "d",
                'ⅇ' => "e",
                _ => match names::greek_letter(one) {
                    Some(letter) => letter,
                    None => return self.character(one, node),
                },
            };
            self.push(Tok::Name(letter), at);
            return Ok(());
        }
        let (name, at) = self.source(node)?;
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name {
            return Err(refusal(at, format!("`{name}` is no name: letters and digits are read inside `<mi>`")));
        }
        if node.attribute("mathvariant") == Some("italic") {
            self.push(Tok::Quoted(name), at);
            return Ok(());
        }
        // A name of its own is set in italics.
        if let Some(variable) = names::differential_of(name) {
            self.push(Tok::Name("d"), at.start..at.start + 1);
            self.push(Tok::Name(variable), at.start + 1..at.end);
            return Ok(());
        }
        let tok = match names::function(name) {
            Some(function) if !function.binds() => Tok::Func(function),
            _ if name.len() == 1 => Tok::Name(name),
            _ => Tok::Text(name),
        };
        self.push(tok, at);
        Ok(())
    }

    /// `<mn>12.5</mn>`, and `<mn>-6</mn>` and `<mn>1e5</mn>` as other programs write them.
    fn number(&mut self, node: Node<'_, 't>) -> Result<(), Refusal> {
        let (written, at) = self.source(node)?;
        if written.chars().count() == 1 && written.chars().all(|c| vulgar(c).is_some()) {
            self.push(Tok::Vulgar, at);
            return Ok(());
        }
        let digits = written.strip_prefix(['-', '−']).unwrap_or(written);
        let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let scientific = digits.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
            let whole = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            let digit = |b: u8| b.is_ascii_digit();
            !mantissa.is_empty()
                && mantissa.bytes().all(|b| digit(b) || b == b'.')
                && !whole.is_empty()
                && whole.bytes().all(digit)
        });
        if digits.is_empty() || !(plain || scientific) {
            let message = format!("`{written}` is no number: digits and one point are read inside `<mn>`");
            return Err(refusal(at, message));
        }
        // Two elements are two numbers.
        if self.tokens.last().is_some_and(|token| matches!(token.tok, Tok::Digit | Tok::Number)) {
            self.gap = Gap::Wide;
        }
        let start = at.end - digits.len();
        let negative = digits.len() < written.len();
        if negative {
            self.push(Tok::GroupOpen, at.start..at.start);
            self.push(Tok::Minus, at.start..start);
        }
        if scientific {
            self.push(Tok::Number, start..at.end);
        } else {
            for (place, digit) in digits.bytes().enumerate() {
                let tok = if digit == b'.' { Tok::Dot } else { Tok::Digit };
                self.push(tok, start + place..start + place + 1);
            }
        }
        if negative {
            self.push(Tok::GroupClose, at.end..at.end);
        }
        Ok(())
    }

    fn operator(&mut self, node: Node<'_, 't>, atom: usize) -> Result<(), Refusal> {
        let at = content_of(node);
        let text = node.text().unwrap_or_default().trim();
        let mut characters = text.chars();
        let (Some(one), None) = (characters.next(), characters.next()) else {
            if let Some(function) = names::function(text).filter(|function| !function.binds()) {
                self.push(Tok::Func(function), at);
                return Ok(());
            }
            // An empty one only keeps things apart.
            if text.chars().all(|c| matches!(c, '′' | '\'' | '’')) {
                text.chars().for_each(|_| self.push(Tok::Prime, at.clone()));
                return Ok(());
            }
            return Err(refusal(at, format!("`{text}` is no operator that is read")));
        };
        let tok = match one {
            // The invisible application of a function says that the name before it is one.
            '\u{2061}' => {
                if let Some(token) = self.tokens.get_mut(atom)
                    && let Tok::Name(name) | Tok::Text(name) = token.tok
                    && defined::find(name).is_none()
                {
                    token.tok = Tok::Quoted(name);
                }
                return Ok(());
            }
            '\u{2062}' | '*' => Tok::Times,
            '\u{2063}' | ',' => Tok::Comma,
            '\u{2064}' | '+' => Tok::Plus,
            '-' => Tok::Minus,
            '/' => Tok::Slash,
            '=' => Tok::Equals,
            '(' => Tok::Open(Bracket::Round),
            ')' => Tok::Close(Bracket::Round),
            '[' => Tok::Open(Bracket::Square),
            ']' => Tok::Close(Bracket::Square),
            '{' => Tok::Open(Bracket::Curly),
            '}' => Tok::Close(Bracket::Curly),
            '|' | '∣' => match node.attribute("form") {
                Some("prefix") => Tok::OpenBar,
                Some("postfix") => Tok::CloseBar,
                _ => Tok::Bar,
            },
            ';' => Tok::Semicolon,
            '.' => Tok::Dot,
            '\'' => Tok::Prime,
            '∘' => Tok::Mark("circ"),
            'd' | 'ⅆ' => Tok::Name("d"),
            _ => return self.character(one, node),
        };
        self.push(tok, at);
        Ok(())
    }

    fn character(&mut self, one: char, node: Node<'_, 't>) -> Result<(), Refusal> {
        let at = content_of(node);
        match special(one) {
            // These tokens are read from the text, which may hold a reference in their place.
            Special::Tok(Tok::Vulgar) | Special::Super | Special::Sub => {
                Err(refusal(at, format!("`{one}` is not read in MathML: write `<mfrac>`, `<msup>` or `<msub>`")))
            }
            Special::Tok(tok) => {
                self.push(tok, at);
                Ok(())
            }
            Special::Primes(count) => {
                (0..count).for_each(|_| self.push(Tok::Prime, at.clone()));
                Ok(())
            }
            Special::Space => Ok(()),
            Special::Refused(why) => Err(super::refusal(at, why)),
            Special::Unknown => Err(refusal(at, format!("`{}` is not read", one.escape_debug()))),
        }
    }

    /// The parts of a name below the line.
    fn subscript(&mut self, node: Node<'_, 't>) -> Result<(), Refusal> {
        for leaf in node.descendants().filter(Node::is_element) {
            let at = content_of(leaf);
            match leaf.tag_name().name() {
                "mrow" | "mstyle" | "mspace" => {}
                "mn" => self.number(leaf)?,
                "mo" => self.operator(leaf, usize::MAX)?,
                "mi" | "mtext" => {
                    match leaf.text().map(str::trim).and_then(names::letter).and_then(names::greek_name) {
                        Some(letter) => self.push(Tok::Name(letter), at),
                        None => {
                            let (part, at) = self.source(leaf)?;
                            if !part.bytes().all(|b| b.is_ascii_alphanumeric()) {
                                return Err(refusal(at, "letters and digits are read in a subscript"));
                            }
                            self.push(Tok::Text(part), at);
                        }
                    }
                }
                name => return Err(refusal(at, format!("`<{name}>` is not read in a subscript"))),
            }
        }
        Ok(())
    }

    fn accent(&mut self, node: Node<'_, 't>, parts: &[Node<'_, 't>]) -> Result<(), Refusal> {
        let accent = match parts[1].text().unwrap_or_default().trim() {
            "¯" | "‾" | "\u{304}" | "\u{305}" => "bar",
            "^" | "\u{302}" | "ˆ" => "hat",
            "~" | "˜" | "\u{303}" => "tilde",
            "→" | "⃗" => "vec",
            "˙" | "." | "\u{307}" => "dot",
            "¨" | ".." | "\u{308}" => "ddot",
            _ => return Err(refusal(tag(node), "`<mover>` is read for an accent over a letter only")),
        };
        let letter = match parts[0].text().map(str::trim).and_then(names::letter) {
            Some(letter) => match names::greek_name(letter) {
                Some(greek) => Some(greek),
                None => Some(self.source(parts[0])?.0),
            },
            None => None,
        };
        let Some(letter) = letter else {
            return Err(refusal(tag(node), "`<mover>` is read for an accent over a letter only"));
        };
        self.push(Tok::Accented(letter, accent), tag(node));
        Ok(())
    }
}
