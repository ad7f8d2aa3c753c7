//! Respelling: which plain characters does a text stand for that was pasted from a page?
//!
//! `𝑥` is x set in italics, `ｘ` comes from an East Asian keyboard, and `&alpha;` is what MathML calls α.
//! They are replaced before anything is read, and places in the respelled text become places in the written one.

use std::ops::Range;

use super::{Notation, ReadError, Reading};
use crate::formula::{Style, plain_letter};
use egen_math::names;

/// A text with other characters in some places.
pub(super) struct Respelled {
    pub text: String,
    /// Where the replaced pieces stand: in this text, and in the text as it was written.
    pieces: Vec<(Range<usize>, Range<usize>)>,
}

impl Respelled {
    fn new() -> Respelled {
        Respelled { text: String::new(), pieces: Vec::new() }
    }

    fn replace(&mut self, written: Range<usize>, plain: char) {
        let start = self.text.len();
        self.text.push(plain);
        self.pieces.push((start..self.text.len(), written));
    }

    /// The bytes of the written text that became these.
    fn written(&self, at: &Range<usize>) -> Range<usize> {
        self.place(at.start, |piece| piece.start)..self.place(at.end, |piece| piece.end)
    }

    fn place(&self, at: usize, inside: impl Fn(&Range<usize>) -> usize) -> usize {
        let next = self.pieces.partition_point(|(plain, _)| plain.start <= at);
        let Some((plain, written)) = next.checked_sub(1).map(|last| &self.pieces[last]) else { return at };
        if at == plain.start {
            written.start
        } else if at < plain.end {
            inside(written)
        } else {
            at - plain.end + written.end
        }
    }

    /// What was read of this text, with the places of the written one.
    pub fn settle(&self, mut reading: Result<Reading, ReadError>) -> Result<Reading, ReadError> {
        match &mut reading {
            Ok(reading) => reading.notes.iter_mut().for_each(|note| note.at = self.written(&note.at)),
            Err(why) => why.at = self.written(&why.at),
        }
        reading
    }
}

/// The text in plain characters, if it has others.
pub(super) fn plain(text: &str) -> Option<Respelled> {
    if text.is_ascii() || !text.chars().any(|c| plain_character(c).is_some()) {
        return None;
    }
    let mut out = Respelled::new();
    for (at, c) in text.char_indices() {
        match plain_character(c) {
            Some(plain) => out.replace(at..at + c.len_utf8(), plain),
            None => out.text.push(c),
        }
    }
    Some(out)
}

/// MathML without the prefix of its elements, if that is nowhere defined: SymPy prints `<mml:msub>` so.
pub(super) fn unprefixed(text: &str) -> Option<Respelled> {
    const PREFIX: &str = "mml:";
    if !text.contains(PREFIX) || text.contains("xmlns:mml") {
        return None;
    }
    let mut out = Respelled::new();
    let mut rest = 0;
    for (at, _) in text.match_indices(PREFIX) {
        if text[..at].ends_with('<') || text[..at].ends_with("</") {
            out.text.push_str(&text[rest..at]);
            rest = at + PREFIX.len();
            out.pieces.push((out.text.len()..out.text.len(), at..rest));
        }
    }
    out.text.push_str(&text[rest..]);
    Some(out)
}

/// The text with the letters that Mathematica spells, `\[Alpha]` and `\[CapitalDelta]`, if it has any.
pub(super) fn mathematica(text: &str) -> Option<Respelled> {
    // Nearly no text has one, and this look is a short one.
    if !text.as_bytes().windows(2).any(|pair| pair == b"\\[") {
        return None;
    }
    let mut out = Respelled::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find("\\[").map(|at| rest + at) {
        let name = &text[start + 2..];
        let name = &name[..name.bytes().take(32).position(|b| b == b']')?];
        let letter = match name.strip_prefix("Capital") {
            Some(capital) => names::greek(capital)?,
            None => names::greek(&name.to_ascii_lowercase())?,
        };
        out.text.push_str(&text[rest..start]);
        rest = start + name.len() + 3;
        out.replace(start..rest, letter.letter);
    }
    out.text.push_str(&text[rest..]);
    (rest > 0).then_some(out)
}

/// The letter that a mathematical italic is, and the character of a full-width form.
///
/// Bold, script and double-struck letters, but for those of e and d, stand for vectors, operators and sets, and are left to be refused.
fn plain_character(c: char) -> Option<char> {
    let code = u32::from(c);
    match code {
        0xff01..=0xff5e => char::from_u32(code - 0xff01 + 0x21),
        0x2147 | 0x212f => Some('e'),
        0x2146 => Some('d'),
        // Five times ten digits, bold and others: unlike a bold letter, a bold number is a number.
        0x1d7ce..=0x1d7ff => char::from_digit((code - 0x1d7ce) % 10, 10),
        0x1d6e2..=0x1d71b => italic_greek(code - 0x1d6e2),
        _ => plain_letter(c).filter(|(style, _)| *style == Style::Italic).map(|(_, letter)| letter),
    }
}

fn italic_greek(at: u32) -> Option<char> {
    const AFTER_OMEGA: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];
    match at {
        // Behind Rho stands another Theta in this block.
        17 => Some('Θ'),
        0..=24 => char::from_u32(u32::from('Α') + at),
        25 => Some('∇'),
        26..=50 => char::from_u32(u32::from('α') + at - 26),
        _ => AFTER_OMEGA.get(at as usize - 51).copied(),
    }
}

/// XML with characters in place of the references that MathML defines, if it has any.
pub(super) fn entities(text: &str) -> Option<Respelled> {
    if !text.contains('&') {
        return None;
    }
    let mut out = Respelled::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find('&').map(|at| rest + at) {
        out.text.push_str(&text[rest..start]);
        let length = text[start..].bytes().take(32).position(|b| b == b';');
        let name = length.map(|length| &text[start + 1..start + length]);
        match name.and_then(entity) {
            Some(character) => {
                rest = start + name.map_or(0, str::len) + 2;
                out.replace(start..rest, character);
            }
            None => {
                out.text.push('&');
                rest = start + 1;
            }
        }
    }
    out.text.push_str(&text[rest..]);
    (!out.pieces.is_empty()).then_some(out)
}

/// A text in plain characters; MathML has XML's references only then, and no prefix that is nowhere defined.
pub(crate) fn respelled(text: &str, notation: Notation) -> Option<String> {
    let mut out = plain(text).map(|plain| plain.text);
    if notation == Notation::Mathml {
        for respell in [unprefixed, entities] {
            out = respell(out.as_deref().unwrap_or(text)).map(|plain| plain.text).or(out);
        }
    }
    out
}

/// The character that a reference stands for. XML's own and those of its markup are left to XML.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control() && !matches!(c, '<' | '>' | '&' | '"' | '\''));
    }
    let greek = names::greek(name).map(|greek| greek.letter);
    greek.or_else(|| ENTITIES.iter().find(|(names, _)| names.contains(&name)).map(|(_, character)| *character))
}

/// The references of MathML that formulas in scope have, and those whose characters are refused by a better reason.
#[rustfmt::skip]
const ENTITIES: &[(&[&str], char)] = &[
    (&["InvisibleTimes", "it"], '\u{2062}'), (&["ApplyFunction", "af"], '\u{2061}'), (&["InvisibleComma", "ic"], '\u{2063}'),
    (&["times"], '×'), (&["sdot"], '⋅'), (&["middot", "centerdot", "CenterDot"], '·'), (&["minus"], '−'), (&["plus"], '+'),
    (&["equals"], '='), (&["divide", "div"], '÷'), (&["sol"], '/'), (&["ast", "midast"], '*'), (&["comma"], ','),
    (&["period"], '.'), (&["lpar"], '('), (&["rpar"], ')'), (&["lsqb", "lbrack"], '['), (&["rsqb", "rbrack"], ']'),
    (&["lcub", "lbrace"], '{'), (&["rcub", "rbrace"], '}'), (&["vert", "verbar", "VerticalLine"], '|'), (&["mid"], '∣'),
    (&["prime"], '′'), (&["Prime"], '″'), (&["deg"], '°'), (&["int", "Integral"], '∫'), (&["part", "PartialD"], '∂'),
    (&["dd", "DifferentialD"], 'ⅆ'), (&["ee", "ExponentialE", "exponentiale"], 'ⅇ'), (&["ii", "ImaginaryI"], 'ⅈ'),
    (&["radic", "Sqrt"], '√'), (&["epsi"], 'ε'), (&["epsiv", "straightepsilon"], 'ϵ'), (&["thetav", "thetasym"], 'ϑ'),
    (&["phiv", "straightphi"], 'ϕ'), (&["rhov"], 'ϱ'), (&["sigmav", "sigmaf"], 'ς'), (&["kappav"], 'ϰ'), (&["piv"], 'ϖ'),
    (&["upsi"], 'υ'), (&["Upsi", "upsih"], 'Υ'), (&["ohm"], 'Ω'), (&["planck", "hslash", "plankv"], 'ℏ'), (&["infin"], '∞'),
    (&["le", "leq"], '≤'), (&["ge", "geq"], '≥'), (&["ne", "NotEqual"], '≠'), (&["approx", "ap"], '≈'),
    (&["plusmn", "pm", "PlusMinus"], '±'), (&["sum", "Sum"], '∑'), (&["prod", "Product"], '∏'), (&["rarr", "rightarrow"], '→'),
    (&["hellip"], '…'), (&["isin", "in"], '∈'), (&["nabla", "Del"], '∇'), (&["macr", "strns"], '¯'), (&["oline", "OverBar"], '‾'),
    (&["Hat"], '^'), (&["tilde", "DiacriticalTilde"], '˜'), (&["dot", "DiacriticalDot"], '˙'), (&["Dot", "die", "uml"], '¨'),
    (&["nbsp", "NonBreakingSpace"], '\u{a0}'), (&["thinsp", "ThinSpace"], '\u{2009}'), (&["ensp"], '\u{2002}'),
    (&["emsp"], '\u{2003}'), (&["ZeroWidthSpace"], '\u{200b}'), (&["half", "frac12"], '½'), (&["sup2"], '²'), (&["sup3"], '³'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_greek_letter_comes_back_from_its_italics_and_its_reference() {
        for greek in &names::GREEK {
            assert_eq!(names::greek_letter(greek.letter), Some(greek.name));
            assert_eq!(entity(greek.name), Some(greek.letter));
        }
        assert_eq!(plain("𝑥𝜋ℎ𝛺𝜖").map(|out| out.text), Some("xπhΩϵ".to_owned()));
        assert_eq!(plain("ｘ＋１").map(|out| out.text), Some("x+1".to_owned()));
        assert!(plain("x + α").is_none() && plain("𝐱").is_none());
    }

    #[test]
    fn places_are_those_of_the_written_text() {
        let out = entities("<mi>&alpha;</mi><mo>&amp;</mo>").expect("it has a reference");
        assert_eq!(out.text, "<mi>α</mi><mo>&amp;</mo>");
        assert_eq!(out.written(&(4..6)), 4..11);
        assert_eq!(out.written(&(6..11)), 11..16);
        assert_eq!(out.written(&(0..2)), 0..2);
    }
}
