//! Text: words in a formula, and arguments that are no formulas.

use std::ops::Range;

use super::super::tables::Stop;
use super::super::{Kind, Part, Why};
use super::{Read, Reader, malformed};

/// The units of lengths, in thousandths of an em of ten points.
#[rustfmt::skip]
const UNITS: [(&str, f64); 10] = [
    ("em", 1000.0), ("ex", 430.0), ("mu", 1000.0 / 18.0), ("pt", 100.0), ("pc", 1200.0), ("mm", 284.5), ("cm", 2845.0),
    ("in", 7227.0), ("bp", 100.4), ("px", 62.5),
];

/// Longer distances are on no page.
const LONGEST: f64 = 100_000.0;

/// The signs that need a backslash in text.
const ESCAPED: [char; 7] = ['%', '&', '#', '_', '$', '{', '}'];

impl<'t> Reader<'t> {
    /// The argument of `\text`: words, and formulas between dollars.
    pub(super) fn text_argument(&mut self, of: Range<usize>) -> Read<Part> {
        self.skip_optional();
        if self.peek() != Some(b'{') {
            return self.argument(of);
        }
        let (open, base) = (self.at, self.parts.len());
        let (mut from, mut depth) = (open + 1, 0usize);
        self.at = from;
        loop {
            match self.text.as_bytes()[..self.end].get(self.at) {
                None => return malformed(open..open + 1, Why::NotClosed("{".to_owned())),
                Some(b'{') => depth += 1,
                Some(b'}') if depth == 0 => break,
                Some(b'}') => depth -= 1,
                Some(b'\\') => self.at += usize::from(self.text.as_bytes().get(self.at + 1).is_some_and(u8::is_ascii)),
                Some(b'$') => {
                    self.words_between(from..self.at);
                    self.formula_in_text()?;
                    from = self.at;
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
        self.words_between(from..self.at);
        self.at += 1;
        if self.parts.len() == base {
            return Ok(self.out.leaf(Kind::Words, open + 1..open + 1));
        }
        Ok(self.row(base, open..self.at))
    }

    fn formula_in_text(&mut self) -> Read<()> {
        let (open, base) = (self.at, self.parts.len());
        self.at += 1;
        if self.items(false)? != Stop::Dollar {
            return malformed(open..open + 1, Why::NotClosed("$".to_owned()));
        }
        self.at += 1;
        self.close(Kind::Group, base, open..self.at);
        Ok(())
    }

    fn words_between(&mut self, at: Range<usize>) {
        let written = &self.text[at.clone()];
        if written.is_empty() {
            return;
        }
        let shown = shown(written);
        let words = match shown == written {
            true => self.out.leaf(Kind::Words, at),
            false => self.out.spelled(Kind::Words, at, shown),
        };
        self.parts.push(words);
    }

    /// An argument that is no formula, without its braces.
    pub(in super::super) fn raw_argument(&mut self, of: Range<usize>) -> Read<&'t str> {
        let text = self.text;
        if self.peek() != Some(b'{') {
            let Some(sign) = text[self.at..self.end].chars().next() else {
                return malformed(of.clone(), Why::NoArgument(text[of].to_owned()));
            };
            self.at += sign.len_utf8();
            return Ok(&text[self.at - sign.len_utf8()..self.at]);
        }
        let (open, mut depth) = (self.at, 0usize);
        for (place, byte) in text.as_bytes()[open..self.end].iter().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                self.at = open + place + 1;
                return Ok(&text[open + 1..open + place]);
            }
        }
        malformed(open..open + 1, Why::NotClosed("{".to_owned()))
    }

    /// A star and optional arguments that show nothing, where the argument in braces comes behind them.
    pub(super) fn skip_optional(&mut self) {
        let before = self.at;
        if self.peek() == Some(b'*') {
            self.at += 1;
        }
        while self.peek() == Some(b'[') && self.skip_bracket(|_| true) {}
        if self.peek() != Some(b'{') {
            self.at = before;
        }
    }

    /// Passes a bracket that ends in its line and holds no braces, if its content is as it should be.
    pub(in super::super) fn skip_bracket(&mut self, is_right: impl Fn(&str) -> bool) -> bool {
        let rest = &self.text[self.at..self.end];
        let end = rest.find([']', '{', '}', '\n']).filter(|end| rest[*end..].starts_with(']'));
        let end = end.filter(|end| is_right(rest[1..*end].trim()));
        self.at += end.map_or(0, |end| end + 1);
        end.is_some()
    }

    /// The length behind `\hspace` or `\kern`.
    pub(super) fn distance(&mut self) -> i32 {
        if self.peek() == Some(b'*') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'{') => self.raw_argument(self.at..self.at).map_or(0, |written| length(written, 0.0)),
            _ => length(self.dimension(), 0.0),
        }
    }

    /// A length without braces: `-2pt`.
    pub(in super::super) fn dimension(&mut self) -> &'t str {
        self.skip_blanks();
        let (start, bytes) = (self.at, &self.text.as_bytes()[..self.end]);
        let number = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b' ');
        let unit = start + bytes[start..].iter().take_while(number).count();
        let letters = bytes[unit..].iter().take(2).take_while(|byte| byte.is_ascii_alphabetic()).count();
        // Letters behind a number may be a product.
        if unit > start && letters == 2 && is_length(&self.text[start..unit + 2]) {
            self.at = unit + 2;
        }
        &self.text[start..self.at]
    }
}

/// Is it a number and a unit?
pub(in super::super) fn is_length(written: &str) -> bool {
    let number = written.trim().trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &written.trim()[number.len()..];
    number.trim().parse::<f64>().is_ok() && UNITS.iter().any(|(known, _)| *known == unit)
}

/// A length in thousandths of an em, and what a unit is that is not known; 0 if it cannot be read.
pub(in super::super) fn length(written: &str, other: f64) -> i32 {
    let plain: String = written.split_whitespace().collect();
    let number = plain.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = UNITS.iter().find(|(unit, _)| *unit == &plain[number.len()..]);
    let unit = unit.map_or(other, |(_, unit)| *unit);
    number.parse().map_or(0, |number: f64| (number * unit).clamp(-LONGEST, LONGEST).round() as i32)
}

/// How text writes a backslash.
const BACKSLASH: &str = "textbackslash";

/// Words as the page shows them: without braces, with one blank for several.
fn shown(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        let sign = match sign {
            '{' | '}' => continue,
            '\\' => match rest.chars().next() {
                Some(next) if ESCAPED.contains(&next) => {
                    rest = &rest[1..];
                    next
                }
                Some(' ' | ',' | ';' | '\\') => {
                    rest = &rest[1..];
                    ' '
                }
                _ => {
                    rest = rest.strip_prefix(BACKSLASH).unwrap_or(rest);
                    '\\'
                }
            },
            '~' => ' ',
            sign if sign.is_whitespace() => ' ',
            sign => sign,
        };
        if sign != ' ' || !out.ends_with(' ') {
            out.push(sign);
        }
    }
    out
}

/// Words as LaTeX writes them in text.
pub(in super::super) fn write_words(words: &str, out: &mut String) {
    let mut signs = words.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            // A command that is not known stays one.
            '\\' if !signs.peek().is_some_and(char::is_ascii_alphabetic) => {
                out.extend(["\\", BACKSLASH, "{}"]);
            }
            sign if ESCAPED.contains(&sign) => out.extend(['\\', sign]),
            sign if sign.is_whitespace() => out.push(' '),
            sign => out.push(sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{length, shown};

    #[test]
    fn lengths_are_thousandths_of_an_em() {
        let lengths = ["1em", "0 . 5 c m", "-3mu", "\\fill"].map(|written| length(written, 0.0));
        assert_eq!(lengths, [1000, 1423, -167, 0]);
    }

    #[test]
    fn words_are_shown_as_text() {
        assert_eq!(shown("if~~x\\_1 {\\em is} 5\\%"), "if x_1 \\em is 5%");
    }
}
