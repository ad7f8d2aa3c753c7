//! Spoken: a text with what is heard in it.

use std::ops::Range;

use super::Cues;
use super::effect::Effect;
use super::heard::Heard;

/// A text, or a part of one, with what is heard in it.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The text.
    pub text: &'a str,
    /// Its words and cues.
    pub heard: &'a Heard,
}

impl Spoken<'_> {
    /// Are there words, and not only letters and names, in a range?
    pub fn has_words(&self, range: Range<usize>) -> bool {
        let long = |word: &&super::heard::Word| !word.short;
        self.heard.words_within(range.clone()).iter().any(|word| long(&word)) || self.heard.speaks(range)
    }

    /// The name of the side of an equation that stands here, and its end.
    pub fn side(&self, at: usize) -> Option<(&'static str, usize)> {
        let sides = [(Effect::Left, LEFT), (Effect::Right, RIGHT)];
        let (name, end) = sides.iter().find_map(|(effect, name)| Some((*name, self.heard.ends(at, *effect)?)))?;
        (!self.text[end..].starts_with(char::is_alphanumeric)).then_some((name, end))
    }
}

/// The sides of an equation that is shown, by their names.
const LEFT: &str = "LHS";
const RIGHT: &str = "RHS";

/// The longest name of a side with its command, in characters.
const LONGEST: usize = 24;

/// The side of an equation that a text names, and the length of its name: `LHS`, `R.H.S.`, `\text{LHS}`.
pub fn side_name(text: &str) -> Option<(&'static str, usize)> {
    let near = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
    let command = near.strip_prefix('\\').and_then(|rest| rest.split_once('{'));
    let letters = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase());
    let inner = command.filter(|(name, _)| letters(name)).map(|(_, inner)| inner);
    let from = near.len() - inner.unwrap_or(near).trim_start().len();
    let heard = Cues::builtin().hear(near);
    let (name, end) = Spoken { text: near, heard: &heard }.side(from)?;
    match inner {
        Some(_) => near[end..].trim_start().strip_prefix('}').map(|rest| (name, near.len() - rest.len())),
        None => Some((name, end)),
    }
}
