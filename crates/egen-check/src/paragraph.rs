//! Paragraphs: does a line after a blank one go on with the derivation, or start another?
//!
//! Lines of formulas alone are one derivation up to the next blank line. Where words stand around formulas, blank lines set
//! paragraphs, and a derivation lasts until a new problem is announced.

use crate::layout::{ARROWS, starts_with};
use crate::words::{DOING, PROBLEMS, is_word};

/// What is known of the lines so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paragraph {
    /// Was there a blank line, or the end of a displayed formula, since the last line?
    pub gap: bool,
    /// Has the derivation words?
    pub words: bool,
    /// Had the last line?
    pub last_words: bool,
    /// Was the last line a displayed formula?
    pub last_displayed: bool,
    /// Was there a gap since the last formula?
    pub apart: bool,
    /// Was it said since the last formula that something is done?
    pub doing: bool,
    /// The lines since the last gap.
    pub lines: usize,
    /// Did the first line of the derivation have a number?
    pub numbered: bool,
}

/// What a line is, as far as paragraphs go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line<'a> {
    /// The line without its markup.
    pub text: &'a str,
    /// Is it a heading?
    pub heading: bool,
    /// Are there words in it, apart from a number?
    pub words: bool,
    /// Does it start with a number such as `2.`?
    pub numbered: bool,
}

impl Paragraph {
    /// Does a line start another derivation?
    pub fn ends_before(&self, line: &Line) -> bool {
        let text = line.text.trim_start();
        if line.heading {
            return !goes_on(text);
        }
        if announces(text) {
            return true;
        }
        if !self.gap {
            return false;
        }
        if line.numbered && self.numbered && self.lines > 1 && !line.words {
            return true;
        }
        let taken_up = text.starts_with(['=', '≤', '≥', '≈']) || ARROWS.iter().any(|arrow| starts_with(text, arrow));
        let displayed = self.words && (self.last_displayed || is_display(text));
        !(self.last_words || line.words || taken_up || displayed || line.numbered && self.numbered)
    }

    /// Takes a line that belongs to the derivation.
    pub fn take(&mut self, line: &Line, first: bool) {
        if self.gap {
            (self.lines, self.apart) = (0, true);
        }
        self.lines += 1;
        self.gap = false;
        if first {
            self.numbered = line.numbered;
        }
        self.words |= line.words;
        self.last_words = line.words;
        self.last_displayed = is_display(line.text.trim_start()) || line.text.trim_end().ends_with("\\]");
        self.doing |= line.words && says(line.text, &DOING);
    }
}

/// Does a line announce a problem?
fn announces(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("\\begin{") {
        let name = rest.split(['}', '*']).next().unwrap_or("");
        return PROBLEMS.contains(&name) && name != "solution" && name != "proof";
    }
    let Some(start) = text.find(char::is_alphabetic) else { return false };
    let rest = &text[start..];
    let after = rest.trim_start_matches(char::is_alphabetic);
    let first = rest[..rest.len() - after.len()].to_lowercase();
    let second = after.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or("").to_lowercase();
    // Q2. is a question, and `example` alone may be a name.
    let numbered = start == 0 && first == "q" && after.starts_with(|c: char| c.is_ascii_digit());
    let solves = start == 0 && first == "solve" && second != "for" && crate::prose::relates(text);
    let again = matches!(first.as_str(), "now" | "next") && PROBLEMS.contains(&second.as_str());
    let related = after.trim_start().starts_with(['=', '<', '>', '^', '*', '/', '+', '-']);
    numbered || solves || again || PROBLEMS.contains(&first.as_str()) && !related
}

/// Is a heading one of a derivation that goes on: `### Step 2`?
fn goes_on(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    let first = words.next();
    first.is_none_or(|word| {
        DOING.contains(&word.as_str())
            || is_word(&word)
            || ["final", "result", "conclusion", "verification", "verify", "schritt", "paso", "étape"]
                .contains(&word.as_str())
    }) && !announces(text)
}

fn is_display(text: &str) -> bool {
    text.starts_with("\\[") || text.starts_with("$$") || text.starts_with("\\begin{")
}

/// Is one of the words said?
pub fn says(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|own| words.contains(&own.to_lowercase().as_str()))
}
