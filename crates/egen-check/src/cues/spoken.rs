//! Spoken: a text with what is heard in it.

use std::ops::Range;

use super::Cues;
use super::effect::Effect;
use super::heard::Heard;

/// A text with what is heard in it, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The text, up to the end of the part.
    pub text: &'a str,
    /// The words and cues of all of it.
    pub heard: &'a Heard,
    /// Where the part begins.
    pub from: usize,
}

impl<'a> Spoken<'a> {
    /// All of a text.
    pub fn of(text: &'a str, heard: &'a Heard) -> Spoken<'a> {
        Spoken { text, heard, from: 0 }
    }

    /// What stands before a place of the part.
    pub fn before(&self, at: usize) -> &'a str {
        &self.text[self.from..at]
    }
    /// Are there words, and not only letters and names, in a range?
    pub fn has_words(&self, range: Range<usize>) -> bool {
        let long = |word: &&super::heard::Word| !word.short;
        self.heard.words_within(range.clone()).iter().any(|word| long(&word)) || self.heard.speaks(range)
    }

    /// The name of the side of an equation that stands here, and its end: `LHS`, `R.H.S.`.
    pub fn side(&self, at: usize) -> Option<(&'static str, usize)> {
        let sides = [(Effect::Left, LEFT), (Effect::Right, RIGHT)];
        let (name, end) = sides.iter().find_map(|(effect, name)| Some((*name, self.heard.ends(at, *effect)?)))?;
        (!self.text.get(end..)?.starts_with(char::is_alphanumeric)).then_some((name, end))
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
        Spoken::of(near, &self.hear(near)).set_side(0)
    }
}
