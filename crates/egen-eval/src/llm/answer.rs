//! Answers: where in its words does a model say it, and why can it not be found?

use serde::{Deserialize, Serialize};

use super::chat::{Finish, Reply};

/// Why an answer could not be read. It is counted as that, and never taken for another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unreadable {
    /// No words.
    Empty,
    /// A refusal.
    Refused,
    /// It ended at the longest length.
    Truncated,
    /// What came was no answer of a chat model.
    Malformed,
    /// There are words, but none that answer.
    NoAnswer,
    /// A step that the derivation does not have.
    OutOfRange,
    /// It says one thing and another.
    Contradictory,
}

impl Unreadable {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Unreadable::Empty => "empty",
            Unreadable::Refused => "refused",
            Unreadable::Truncated => "truncated",
            Unreadable::Malformed => "malformed",
            Unreadable::NoAnswer => "without an answer",
            Unreadable::OutOfRange => "out of range",
            Unreadable::Contradictory => "contradictory",
        }
    }
}

/// The words of an answer that is whole, without what a model says to itself.
pub fn words(reply: &Reply) -> Result<String, Unreadable> {
    match reply.finish {
        Finish::Malformed => return Err(Unreadable::Malformed),
        Finish::Refused => return Err(Unreadable::Refused),
        // "Mistakes: 1" may have been on its way to 12.
        Finish::Truncated => return Err(Unreadable::Truncated),
        Finish::Whole => {}
    }
    let mut text = reply.content.clone();
    while let Some(start) = text.find("<think>") {
        let end = text[start..].find("</think>").map(|at| start + at + "</think>".len());
        text.replace_range(start..end.unwrap_or(text.len()), "");
    }
    // Some servers leave the first tag out.
    let text = text.rsplit("</think>").next().unwrap_or_default();
    if text.trim().is_empty() { Err(Unreadable::Empty) } else { Ok(text.into()) }
}

/// Why words without an answer have none.
pub fn silence(words: &str) -> Unreadable {
    let words = words.to_ascii_lowercase().replace('’', "'");
    let refusal = ["sorry", "i cannot", "i can't", "i am unable", "i'm unable", "i won't", "as an ai"];
    if refusal.iter().any(|phrase| words.contains(phrase)) { Unreadable::Refused } else { Unreadable::NoAnswer }
}

/// What stands at the place where the answer was asked for: in the last `\boxed{…}`, or after the last of the markers with its
/// colon, whichever comes later.
pub fn marked<'a>(words: &'a str, markers: &[&str]) -> Option<&'a str> {
    let found = [boxed(words), after_marker(words, markers)];
    found.into_iter().flatten().max_by_key(|(at, _)| *at).map(|(_, text)| text.trim())
}

/// The last box and its place.
fn boxed(words: &str) -> Option<(usize, &str)> {
    const BOX: &str = "\\boxed{";
    let start = words.rfind(BOX)? + BOX.len();
    let mut depth = 1;
    for (at, sign) in words[start..].char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((start, &words[start..start + at]));
        }
    }
    None
}

/// What follows the last marker on its line, or on the next line that has something.
fn after_marker<'a>(words: &'a str, markers: &[&str]) -> Option<(usize, &'a str)> {
    let lower = words.to_ascii_lowercase();
    let is_part_of_word = |before: &str| before.chars().next_back().is_some_and(char::is_alphanumeric);
    let mut found: Option<usize> = None;
    for marker in markers {
        for (at, _) in lower.match_indices(marker) {
            let rest = &lower[at + marker.len()..];
            let gap = rest.len() - rest.trim_start_matches(['*', '_', '"', '\'', '`', ' ', '}']).len();
            let colon = at + marker.len() + gap;
            if lower[colon..].starts_with(':') && !is_part_of_word(&lower[..at]) {
                found = found.max(Some(colon + 1));
            }
        }
    }
    let start = found?;
    let bare = |line: &str| line.trim_matches(['*', '_', '`', ' ', '$', '\t', '\r', '[', '\\']).is_empty();
    let fence = |line: &str| line.trim_start().starts_with("```");
    let rest = &words[start..];
    let line = rest.split('\n').find(|line| !bare(line) && !fence(line))?;
    Some((start, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(content: &str, finish: Finish) -> Reply {
        Reply { content: content.into(), finish, tokens: None }
    }

    #[test]
    fn what_is_not_whole_is_not_read() {
        let read = |content, finish| words(&reply(content, finish));
        assert_eq!(read("Mistakes: 1", Finish::Truncated), Err(Unreadable::Truncated));
        assert_eq!(read("<html>", Finish::Malformed), Err(Unreadable::Malformed));
        assert_eq!(read("no", Finish::Refused), Err(Unreadable::Refused));
        assert_eq!(read(" \n", Finish::Whole), Err(Unreadable::Empty));
        assert_eq!(read("<think>step 2?</think>\n", Finish::Whole), Err(Unreadable::Empty));
        assert_eq!(read("<think>step 2? <think>", Finish::Whole), Err(Unreadable::Empty));
        assert_eq!(read("step 2?</think> Mistakes: 3", Finish::Whole), Ok(" Mistakes: 3".into()));
    }

    #[test]
    fn the_last_place_counts() {
        let find = |text| marked(text, &["answer"]);
        assert_eq!(find("Answer: a\nno, wait\n**Answer:** b"), Some("** b"));
        assert_eq!(find("Answer: a, that is \\boxed{\\frac{1}{2}}."), Some("\\frac{1}{2}"));
        assert_eq!(find("\\boxed{1}\nAnswer:\n\n```\nx + 1\n```"), Some("x + 1"));
        assert_eq!(find("The answers: many"), None);
        assert_eq!(find("\\boxed{1"), None);
        assert_eq!(find("Answer:"), None);
    }
}
