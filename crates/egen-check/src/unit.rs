//! Units: which word behind a number is none of its factors?
//!
//! `60 km/h`, `17 dollars`, `x = 2 QED`: a word of several letters behind the number that ends a formula, unless the text has it as a name.

use crate::words::is_name;

/// Units of one or two letters, and of more that could be names.
#[rustfmt::skip]
const UNITS: [&str; 40] = [
    "m", "s", "g", "h", "N", "J", "W", "V", "K", "L", "l", "A", "cm", "mm", "km", "dm", "nm", "kg", "mg", "ml", "mL", "cl", "ms", "Hz", "kHz", "Pa", "kPa", "kW",
    "kJ", "mol", "min", "hr", "ft", "in", "lb", "oz", "mph", "rad", "deg", "km/h",
];

/// Where a formula ends before the unit or the remark behind its last number. `known` says whether a word is a name elsewhere.
pub fn end(text: &str, known: impl Fn(&str) -> bool) -> usize {
    let whole = text.len();
    let Some(sign) = text.rfind(['=', '<', '>', '≤', '≥']) else { return whole };
    let side = &text[sign..];
    // The last number that a word follows.
    let Some(start) = last_word(side) else { return whole };
    let head = side[..start].trim_end();
    let number = head.ends_with(|c: char| c.is_ascii_digit());
    let apart = head.len() < start;
    if !number {
        return whole;
    }
    let behind = &side[start..];
    let words: Vec<&str> = behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let Some(first) = words.first() else { return whole };
    let before = &text[..sign];
    let named = |word: &str| known(word) || has_word(before, word) || has_word(&side[..start], word);
    let unit = words.iter().all(|word| UNITS.contains(word));
    let long = first.chars().count() > 2 && !is_name(&first.to_lowercase()) && apart;
    // 12 m^2 is a product unless what it equals is a number.
    let closed = before
        .rsplit('=')
        .next()
        .is_some_and(|side| !side.contains(char::is_alphabetic) && side.contains(|c: char| c.is_ascii_digit()));
    let several = first.chars().count() > 1;
    let taken = long || (unit && apart && (several || closed)) || (unit && several && closed);
    if !taken || words.iter().any(|word| named(word)) || behind.contains(['(', '+', '*', '\\']) {
        return whole;
    }
    sign + head.len()
}

/// The start of the first word of the last stretch of words and powers at the end.
fn last_word(side: &str) -> Option<usize> {
    let tail =
        side.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '/' | '^' | '²' | '³' | ' ' | '-' | '!'));
    // A power such as m^2 ends in a digit that belongs to the unit.
    let tail = match side[..tail.len()].strip_suffix(['2', '3']).and_then(|head| head.strip_suffix('^')) {
        Some(head) => head.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '/' | ' ')),
        None => tail,
    };
    let at = tail.len() + side[tail.len()..].find(char::is_alphabetic)?;
    let between = &side[tail.len()..at];
    between.chars().all(|c| c == ' ').then_some(at)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|own| own == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_remarks_are_no_factors() {
        for (text, want) in [
            ("v = 120/2 = 60 km/h", "v = 120/2 = 60"),
            ("total = 5 + 12 = 17 dollars", "total = 5 + 12 = 17"),
            ("x = 6 apples", "x = 6"),
            ("c = 5 cm", "c = 5"),
            ("A = 3*4 = 12 m^2", "A = 3*4 = 12"),
            ("x = 2 QED", "x = 2"),
            ("3 = 2 + 1 ways", "3 = 2 + 1"),
            ("c = 2ab", "c = 2ab"),
            ("x = 2 pi", "x = 2 pi"),
            ("3 cm + 4 cm = 7 cm", "3 cm + 4 cm = 7 cm"),
            ("y = 3 m", "y = 3 m"),
            ("y = 2 x^2", "y = 2 x^2"),
            ("x = 3 ln 2", "x = 3 ln 2"),
            ("speed = 2 width", "speed = 2 width"),
        ] {
            assert_eq!(&text[..end(text, |word| word == "width")], want, "{text}");
        }
    }
}
