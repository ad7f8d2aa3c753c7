//! Letters: which characters of Unicode are letters in a style, and which are wide marks?

use super::Style;

/// The blocks of mathematical letters: a style, the first capital and the first small letter.
const BLOCKS: [(Style, u32); 8] = [
    (Style::Bold, 0x1d400),
    (Style::Italic, 0x1d434),
    (Style::BoldItalic, 0x1d468),
    (Style::Calligraphic, 0x1d49c),
    (Style::Fraktur, 0x1d504),
    (Style::Blackboard, 0x1d538),
    (Style::Sans, 0x1d5a0),
    (Style::Typewriter, 0x1d670),
];

/// Bold script and the sans-serif letters have more than one block; these are read as the style that is nearest.
const OTHER_BLOCKS: [(Style, u32); 4] =
    [(Style::Calligraphic, 0x1d4d0), (Style::Fraktur, 0x1d56c), (Style::Sans, 0x1d5d4), (Style::Sans, 0x1d608)];

/// Letters that Unicode had before it had the blocks.
#[rustfmt::skip]
const EARLIER: [(Style, char, char); 24] = [
    (Style::Italic, 'h', 'ℎ'), (Style::Calligraphic, 'B', 'ℬ'), (Style::Calligraphic, 'E', 'ℰ'),
    (Style::Calligraphic, 'F', 'ℱ'), (Style::Calligraphic, 'H', 'ℋ'), (Style::Calligraphic, 'I', 'ℐ'),
    (Style::Calligraphic, 'L', 'ℒ'), (Style::Calligraphic, 'M', 'ℳ'), (Style::Calligraphic, 'R', 'ℛ'),
    (Style::Calligraphic, 'e', 'ℯ'), (Style::Calligraphic, 'g', 'ℊ'), (Style::Calligraphic, 'o', 'ℴ'),
    (Style::Fraktur, 'C', 'ℭ'), (Style::Fraktur, 'H', 'ℌ'), (Style::Fraktur, 'I', 'ℑ'), (Style::Fraktur, 'R', 'ℜ'),
    (Style::Fraktur, 'Z', 'ℨ'), (Style::Blackboard, 'C', 'ℂ'), (Style::Blackboard, 'H', 'ℍ'),
    (Style::Blackboard, 'N', 'ℕ'), (Style::Blackboard, 'P', 'ℙ'), (Style::Blackboard, 'Q', 'ℚ'),
    (Style::Blackboard, 'R', 'ℝ'), (Style::Blackboard, 'Z', 'ℤ'),
];

/// Marks that grow with their part, and the characters that show them.
const WIDE: [(char, char); 4] = [('\u{302}', '^'), ('\u{303}', '~'), ('\u{20d7}', '→'), ('\u{20d6}', '←')];

/// The character of a letter in a style.
pub(super) fn styled_letter(style: Style, letter: char) -> Option<char> {
    // ℜ and ℑ are signs of their own: `\Re`, `\Im`.
    let earlier = EARLIER.iter().find(|(other, plain, _)| *other == style && *plain == letter);
    if let Some((.., styled)) = earlier {
        return (!matches!(styled, 'ℜ' | 'ℑ')).then_some(*styled);
    }
    let (_, first) = BLOCKS.iter().find(|(other, _)| *other == style)?;
    let place = match letter {
        'A'..='Z' => u32::from(letter) - u32::from('A'),
        'a'..='z' => u32::from(letter) - u32::from('a') + 26,
        _ => return None,
    };
    char::from_u32(first + place)
}

/// The style and the letter that a character is.
pub(crate) fn plain_letter(styled: char) -> Option<(Style, char)> {
    if matches!(styled, 'ℜ' | 'ℑ') || styled.is_ascii() {
        return None;
    }
    if let Some((style, plain, _)) = EARLIER.iter().find(|(.., other)| *other == styled) {
        return Some((*style, *plain));
    }
    let code = u32::from(styled);
    let block = BLOCKS.iter().chain(&OTHER_BLOCKS).find(|(_, first)| (*first..first + 52).contains(&code));
    let (style, first) = block?;
    let place = (code - first) as u8;
    Some((*style, char::from(if place < 26 { b'A' + place } else { b'a' + place - 26 })))
}

/// The character that shows a wide mark.
pub(super) fn wide_mark(mark: char) -> Option<char> {
    WIDE.iter().find(|(wide, _)| *wide == mark).map(|(_, shown)| *shown)
}

/// The wide mark that a character shows.
pub(super) fn as_wide_mark(shown: char) -> Option<char> {
    WIDE.iter().find(|(_, other)| *other == shown).map(|(wide, _)| *wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_from_their_styles() {
        for (style, _) in BLOCKS {
            for letter in ('A'..='Z').chain('a'..='z') {
                if let Some(styled) = styled_letter(style, letter) {
                    assert_eq!(plain_letter(styled), Some((style, letter)), "{styled}");
                }
            }
        }
    }
}
