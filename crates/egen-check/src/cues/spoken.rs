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

    /// The name of the side of an equation that stands here, and its end: `LHS`, `R.H.S.`.
    pub fn side(&self, at: usize) -> Option<(&'static str, usize)> {
        let sides = [(Effect::Left, LEFT), (Effect::Right, RIGHT)];
        let (name, end) = sides.iter().find_map(|(effect, name)| Some((*name, self.heard.ends(at, *effect)?)))?;
        (!self.text[end..].starts_with(char::is_alphanumeric)).then_some((name, end))
    }

    /// The same, in a command perhaps: `\text{LHS}`.
    pub fn set_side(&self, at: usize) -> Option<(&'static str, usize)> {
        let rest = &self.text[at..];
        let inner = rest.strip_prefix('\\').and_then(|rest| rest.split_once('{'));
        let Some((_, inner)) = inner.filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_lowercase())) else {
            return self.side(at);
        };
        let (name, end) = self.side(at + rest.len() - inner.trim_start().len())?;
        let closed = self.text[end..].trim_start().strip_prefix('}')?;
        Some((name, self.text.len() - closed.len()))
    }
}

/// The sides of an equation that is shown, by their names.
const LEFT: &str = "LHS";
const RIGHT: &str = "RHS";

/// The longest name of a side with its command, in characters.
const LONGEST: usize = 24;

impl Cues {
    /// The side of an equation that a text names, and the length of its name.
    pub fn side_name(&self, text: &str) -> Option<(&'static str, usize)> {
        let near = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
        Spoken { text: near, heard: &self.hear(near) }.set_side(0)
    }
}
