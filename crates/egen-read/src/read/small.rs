//! Small characters: which scripts are `x²` and `x₁`, and which fraction is `½`?

use std::ops::Range;

use super::message::{Doubt, NumeralRefusal};
use super::token::{Tok, letter};
use super::{Refused, refusal};

/// The tokens of the small characters that begin at a place, with which the last one ends: `²` is `^{2}`, and `¹⁄₂` a fraction.
pub(super) fn script(text: &str, start: usize) -> Result<Vec<(Tok<'static>, Range<usize>)>, Refused> {
    let above = text[start..].starts_with(|c| superscript(c).is_some());
    let (sign, plain): (_, fn(char) -> Option<char>) =
        if above { (Tok::Caret, superscript) } else { (Tok::Under, subscript) };
    let end = text[start..].find(|c| plain(c).is_none()).map_or(text.len(), |length| start + length);
    if let Some(length) = fraction_below(&text[start..end], &text[end..]) {
        return Ok(vec![(Tok::Vulgar, start..end + length)]);
    }
    let mut tokens = vec![(sign, start..end), (Tok::GroupOpen, start..start)];
    for (at, c) in text[start..end].char_indices() {
        let at = start + at..start + at + c.len_utf8();
        let tok = match plain(c) {
            Some('(') if at.start == start => return Err(refusal(start..end, Doubt::RaisedBracket)),
            Some('+') => Tok::Plus,
            Some('-') => Tok::Minus,
            Some('0'..='9') => match tokens.last_mut() {
                Some((Tok::Number, number)) => {
                    number.end = at.end;
                    continue;
                }
                _ => Tok::Number,
            },
            other => match other.and_then(letter) {
                Some(letter) => Tok::Name(letter),
                None => return Err(refusal(start..end, NumeralRefusal::Superscript)),
            },
        };
        tokens.push((tok, at));
    }
    if above && matches!(tokens.last(), Some((Tok::Plus | Tok::Minus, _))) {
        return Err(refusal(start..end, NumeralRefusal::Superscript));
    }
    tokens.push((Tok::GroupClose, end..end));
    Ok(tokens)
}

/// Fractions that are one character.
#[rustfmt::skip]
const VULGAR: [(char, i64, i64); 18] = [
    ('½', 1, 2), ('⅓', 1, 3), ('⅔', 2, 3), ('¼', 1, 4), ('¾', 3, 4), ('⅕', 1, 5), ('⅖', 2, 5), ('⅗', 3, 5), ('⅘', 4, 5),
    ('⅙', 1, 6), ('⅚', 5, 6), ('⅐', 1, 7), ('⅛', 1, 8), ('⅜', 3, 8), ('⅝', 5, 8), ('⅞', 7, 8), ('⅑', 1, 9), ('⅒', 1, 10),
];

/// Numerator and denominator of a fraction that is one character.
pub(super) fn vulgar(c: char) -> Option<(i64, i64)> {
    VULGAR.iter().find(|(fraction, ..)| *fraction == c).map(|(_, above, below)| (*above, *below))
}

/// The digit, sign or letter that a superscript character stands for.
pub(super) fn superscript(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from(b'4' + (c as u32 - '⁴' as u32) as u8),
        '⁺' => '+',
        '⁻' => '-',
        '⁽' => '(',
        '⁾' => ')',
        _ => return LETTERS_ABOVE.iter().find(|(above, _)| *above == c).map(|(_, letter)| *letter),
    })
}

/// Superscript letters. The small circle is left out: it is a degree sign to many.
#[rustfmt::skip]
const LETTERS_ABOVE: [(char, char); 24] = [
    ('ᵃ', 'a'), ('ᵇ', 'b'), ('ᶜ', 'c'), ('ᵈ', 'd'), ('ᵉ', 'e'), ('ᶠ', 'f'), ('ᵍ', 'g'), ('ʰ', 'h'), ('ⁱ', 'i'), ('ʲ', 'j'),
    ('ᵏ', 'k'), ('ˡ', 'l'), ('ᵐ', 'm'), ('ⁿ', 'n'), ('ᵖ', 'p'), ('ʳ', 'r'), ('ˢ', 's'), ('ᵗ', 't'), ('ᵘ', 'u'), ('ᵛ', 'v'),
    ('ʷ', 'w'), ('ˣ', 'x'), ('ʸ', 'y'), ('ᶻ', 'z'),
];

#[rustfmt::skip]
const LETTERS_BELOW: [(char, char); 17] = [
    ('ₐ', 'a'), ('ₑ', 'e'), ('ₒ', 'o'), ('ₓ', 'x'), ('ₕ', 'h'), ('ₖ', 'k'), ('ₗ', 'l'), ('ₘ', 'm'), ('ₙ', 'n'), ('ₚ', 'p'),
    ('ₛ', 's'), ('ₜ', 't'), ('ᵢ', 'i'), ('ᵣ', 'r'), ('ᵤ', 'u'), ('ᵥ', 'v'), ('ⱼ', 'j'),
];

/// The digit, sign or letter that a subscript character stands for.
pub(super) fn subscript(c: char) -> Option<char> {
    Some(match c {
        '₀'..='₉' => char::from(b'0' + (c as u32 - '₀' as u32) as u8),
        '₊' => '+',
        '₋' => '-',
        _ => return LETTERS_BELOW.iter().find(|(below, _)| *below == c).map(|(_, letter)| *letter),
    })
}

/// How long the rest of a fraction is whose numerator, in superscript characters, ends before the text: `¹⁄₂`.
fn fraction_below(above: &str, text: &str) -> Option<usize> {
    let below = text.strip_prefix('⁄')?;
    let length = below.find(|c: char| !('₀'..='₉').contains(&c)).unwrap_or(below.len());
    let digits = above.chars().all(|c| superscript(c).is_some_and(|c| c.is_ascii_digit()));
    (length > 0 && digits).then_some(text.len() - below.len() + length)
}
