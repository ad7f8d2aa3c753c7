//! Reports: how are notes and errors shown to a person?

use std::sync::atomic::{AtomicBool, Ordering};

use anstream::eprintln;
use anstyle::{AnsiColor, Style};
use egen_read::read::{ReadError, Reading};
use unicode_width::UnicodeWidthStr;

const RED: Style = AnsiColor::Red.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default();

/// A message that ends the command.
pub fn error(message: &str) {
    eprintln!("{RED}error:{RED:#} {message}");
}

/// An error in a text, with the place underlined.
pub fn read_error(text: &str, error: &ReadError, whence: &str) {
    self::error(&format!("{whence}{error}"));
    let (before, marked, after) = excerpt(text, error.at.start, error.at.end);
    let indent = " ".repeat(before.width());
    let carets = "^".repeat(marked.width().max(1));
    eprintln!("{BLUE}  |{BLUE:#} {before}{marked}{after}");
    eprintln!("{BLUE}  |{BLUE:#} {indent}{RED}{carets}{RED:#}");
}

/// The line around a place, shortened to what fits a screen.
fn excerpt(text: &str, start: usize, end: usize) -> (String, String, String) {
    const AROUND: usize = 40;
    let clamp = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (start, end) = (clamp(start), clamp(end).max(clamp(start)));
    let plain = |part: &str| part.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let before: Vec<char> = plain(&text[..start]).chars().collect();
    let after: Vec<char> = plain(&text[end..]).chars().collect();
    let marked: Vec<char> = plain(&text[start..end]).chars().collect();
    let head = if before.len() > AROUND {
        format!("…{}", String::from_iter(&before[before.len() - AROUND..]))
    } else {
        String::from_iter(&before)
    };
    let tail = if after.len() > AROUND {
        format!("{}…", String::from_iter(&after[..AROUND]))
    } else {
        String::from_iter(&after)
    };
    let middle = if marked.len() > AROUND {
        format!("{}…", String::from_iter(&marked[..AROUND]))
    } else {
        String::from_iter(&marked)
    };
    (head, middle, tail)
}

// Who asks for quiet means the whole process, whoever speaks in it.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on there are no notes, no hints and no progress.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// What was decided while reading.
pub fn reading(reading: &Reading, decided: bool) {
    if decided && !is_quiet() {
        eprintln!("{BLUE}read as {}{BLUE:#}", reading.notation.name());
    }
    reading.notes.iter().for_each(|one| note(&one.to_string()));
}

/// A decision that a person may want to know of.
pub fn note(message: &str) {
    if !is_quiet() {
        eprintln!("{BLUE}note:{BLUE:#} {message}");
    }
}

/// What to do next.
pub fn hint(message: &str) {
    if !is_quiet() {
        eprintln!("{BLUE}hint:{BLUE:#} {message}");
    }
}
