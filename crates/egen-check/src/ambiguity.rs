//! Ambiguities: which two formulas may `1/2x`, `ln 20/ln 3` and `2\frac{1}{2}` stand for?
//!
//! The reader of expressions refuses them. Here brackets are written for either meaning, and both are read.

use std::ops::Range;

use egen_math::read::{ReadError, Reading};

/// The meaning of what is ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The quotient, or the argument of the function, ends as soon as it can: (1/2)x, ln(20)/ln 3; a number and a fraction are a mixed number.
    Short,
    /// It goes on: 1/(2x), ln(20/ln 3); they are a product.
    Long,
}

/// A text has no more places of this kind.
const MOST: usize = 8;

/// Reads a text in which every quotient that is ambiguous ends in one way.
pub fn read(text: &str, way: Way, read: impl Fn(&str) -> Result<Reading, ReadError>) -> Result<Reading, ReadError> {
    let mut text = text.to_string();
    let mut found = read(&text);
    for _ in 0..MOST {
        let Err(error) = &found else { break };
        let Some(clear) = bracketed(&text, &error.at, way) else { break };
        text = clear;
        found = read(&text);
    }
    found
}

/// A text with brackets at the place of which it is not clear where a quotient ends.
fn bracketed(text: &str, at: &Range<usize>, way: Way) -> Option<String> {
    let place = text.get(at.clone())?;
    if let Some(rest) = place.strip_prefix('/') {
        let blank = rest.len() - rest.trim_start().len();
        let start = at.start + 1 + blank;
        let factor = start + divisor(&text[start..])?;
        let next = &text[factor..];
        return match way {
            // After a product `1/(2)*x` the quotient has ended.
            Way::Short if !next.trim().is_empty() => Some(format!("{}*{next}", &text[..factor])),
            Way::Long => {
                let end = start + factors_end(&text[start..], false);
                Some(format!("{}({}){}", &text[..start], text[start..end].trim_end(), &text[end..]))
            }
            Way::Short => None,
        };
    }
    if let Some(fraction) = place.find("\\frac").filter(|_| place.starts_with(|c: char| c.is_ascii_digit())) {
        let (number, rest) = (place[..fraction].trim_end(), &place[fraction..]);
        let clear = match way {
            Way::Short => format!("({number} + {rest})"),
            Way::Long => format!("({number} \\cdot {rest})"),
        };
        return Some(format!("{}{clear}{}", &text[..at.start], &text[at.end..]));
    }
    // ax^2 is a·x².
    let letters = place.len() - place.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    if (2..=3).contains(&letters) && letters == place.len() && text[at.end..].trim_start().starts_with(['^', '²', '³'])
    {
        let factors: Vec<String> = place.chars().map(String::from).collect();
        return Some(format!("{}{}{}", &text[..at.start], factors.join("*"), &text[at.end..]));
    }
    let argument = place.strip_suffix('/')?;
    let name = argument.len() - argument.trim_start_matches('\\').trim_start_matches(char::is_alphabetic).len();
    let start = at.start + name;
    let end = match way {
        Way::Short => at.end - 1,
        Way::Long => at.end + factors_end(&text[at.end..], true),
    };
    (name > 0).then(|| format!("{}({}){}", &text[..start], text[start..end].trim(), &text[end..]))
}

/// The length of the number or the bracket, with its sign, that something is divided by.
fn divisor(text: &str) -> Option<usize> {
    let sign = text.len() - text.trim_start_matches(['-', '−', '+', ' ']).len();
    let rest = &text[sign..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    if digits > 0 {
        return Some(sign + digits);
    }
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        depth += bracket(c);
        match depth {
            0 if at == 0 => return None,
            0 => return Some(sign + at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// Where the product that a text starts with ends; `signed` says that it may start with a sign.
fn factors_end(text: &str, signed: bool) -> usize {
    const STOPS: [&str; 12] =
        ["\\cdot", "\\times", "\\pm", "\\le", "\\ge", "\\ne", "\\lt", "\\gt", "\\quad", "\\text", "\\div", "\\right"];
    let start = if signed { 0 } else { text.len() - text.trim_start_matches(['-', '−', '+', ' ']).len() };
    let (mut depth, mut raised) = (0, false);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < start) {
        depth += bracket(c);
        let stops = STOPS.iter().any(|stop| text[at..].starts_with(stop) && !text[at..].starts_with("\\left"));
        let sign = matches!(
            c,
            '+' | '-' | '−' | '*' | '/' | '=' | '<' | '>' | '≤' | '≥' | '≠' | ',' | ';' | '·' | '×' | '±' | '&' | '÷'
        );
        if depth < 0 || depth == 0 && (stops || sign && !raised && at > 0) {
            return at;
        }
        raised = c == '^' || raised && c == ' ';
    }
    text.len()
}

fn bracket(c: char) -> i32 {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::read::{Options, read as expression};

    #[test]
    fn both_meanings_are_read() {
        for (text, short, long) in [
            ("1/2x", "1/2*x", "1/(2*x)"),
            ("y = -49/-18 + 7/18x", "y = -49/-18 + 7/18*x", "y = -49/-18 + 7/(18*x)"),
            ("-49/-18y = 3", "-49/-18*y = 3", "-49/(-18*y) = 3"),
            ("1/2x^-2 + 3", "1/2*x^(-2) + 3", "1/(2*x^(-2)) + 3"),
            ("1/2x + 1/3x", "1/2*x + 1/3*x", "1/(2*x) + 1/(3*x)"),
            ("2\\frac{1}{2} + 1\\frac{1}{2}", "(2 + 1/2) + (1 + 1/2)", "2*(1/2) + 1*(1/2)"),
            ("x = ln 20/ln 3", "x = ln(20)/ln(3)", "x = ln(20/ln(3))"),
        ] {
            for (way, want) in [(Way::Short, short), (Way::Long, long)] {
                let found = read(text, way, |text| expression(text, &Options::default())).expect(text);
                let want = expression(want, &Options::default()).expect(want);
                assert_eq!(found.sides, want.sides, "{text}, {way:?}");
            }
        }
    }
}
