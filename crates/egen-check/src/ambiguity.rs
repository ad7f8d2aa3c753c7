//! Ambiguities: which two formulas may `1/2x`, `ln 20/ln 3`, `sin k(x + 1)`, `0.2(50)` and `2\frac{1}{2}` stand for?
//!
//! The reader of expressions refuses them. Here brackets are written for either meaning, and both are read.

use std::ops::Range;

use egen_math::Op;
use egen_read::read::{ReadError, Reading};

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
    if let Some(rest) = place.strip_prefix(['/', '÷']) {
        let blank = rest.len() - rest.trim_start().len();
        let start = at.start + place.len() - rest.len() + blank;
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
    if let Some((number, rest)) = place.split_once('(').filter(|(number, _)| is_decimal(number)) {
        let digits = rest.strip_suffix(')').filter(|digits| digits.chars().all(|c| c.is_ascii_digit()))?;
        let clear = match way {
            Way::Short => format!("{number}*({digits})"),
            Way::Long => repeating(number, digits)?,
        };
        return Some(format!("{}{clear}{}", &text[..at.start], &text[at.end..]));
    }
    if place.trim_start_matches("\\left").chars().all(|c| bracket(c) == 1) {
        return before_bracket(text, at, way);
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

fn is_decimal(text: &str) -> bool {
    text.contains('.') && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// 0.2(50) as a fraction: (250 - 2)/990.
fn repeating(number: &str, digits: &str) -> Option<String> {
    let (_, after) = number.split_once('.')?;
    let head = number.replace('.', "");
    let below = format!("{}{}", "9".repeat(digits.len()), "0".repeat(after.len()));
    (!digits.is_empty()).then(|| format!("(({head}{digits} - {head})/{below})"))
}

/// A text with brackets where a function without any stands before a bracket: sin k(x + 1) is sin(k)·(x + 1) or sin(k(x + 1)). In
/// sin x(1 + cos x) the bracket speaks of the argument once more, so that it is a factor in either way.
fn before_bracket(text: &str, at: &Range<usize>, way: Way) -> Option<String> {
    let (head, rest) = text.split_at(at.start);
    let product = || format!("{head}*{rest}");
    let end = rest.char_indices().scan(0, |depth, (at, c)| {
        *depth += bracket(c);
        Some((at + c.len_utf8(), *depth))
    });
    let end = end.skip_while(|(_, depth)| *depth == 0).find(|(_, depth)| *depth == 0)?.0;
    let argument = head.trim_end();
    let letter = argument.len() - last_name(argument).len();
    if way == Way::Short || has_name(&rest[..end], &argument[letter..]) {
        return Some(product());
    }
    // From the name of the function on, behind its power.
    let functions = names(head).filter(|name| Op::from_name(head[name.clone()].trim_start_matches('\\')).is_some());
    let mut start = functions.last()?.end;
    if let Some(power) = head[start..].strip_prefix('^') {
        let length = if power.starts_with('{') { power.find('}')? + 1 } else { power.chars().next()?.len_utf8() };
        start = head.len() - power.len() + length;
    }
    Some(format!("{}({}{}){}", &head[..start], &head[start..], &rest[..end], &rest[end..]))
}

/// The names in a text: letters in a row, with the backslash before them.
fn names(text: &str) -> impl Iterator<Item = Range<usize>> {
    let letter = |c: char| c.is_alphabetic();
    let starts = text.char_indices().filter(move |(at, c)| letter(*c) && !text[..*at].ends_with(letter));
    starts.map(move |(at, _)| {
        let start = at - usize::from(text[..at].ends_with('\\'));
        start..at + text[at..].len() - text[at..].trim_start_matches(letter).len()
    })
}

/// The name that a text ends with; a command, or one letter.
fn last_name(text: &str) -> &str {
    let Some(last) = names(text).last().filter(|last| last.end == text.len()) else { return "" };
    match text[last.clone()].starts_with('\\') {
        true => &text[last],
        false => &text[text.len() - text.chars().next_back().map_or(0, char::len_utf8)..],
    }
}

fn has_name(text: &str, name: &str) -> bool {
    !name.is_empty() && names(text).any(|at| text[at] == *name)
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
    use egen_read::read::{Options, read as expression};

    #[test]
    fn both_meanings_are_read() {
        for (text, short, long) in [
            ("1/2x", "1/2*x", "1/(2*x)"),
            ("y = -49/-18 + 7/18x", "y = -49/-18 + 7/18*x", "y = -49/-18 + 7/(18*x)"),
            ("-49/-18y = 3", "-49/-18*y = 3", "-49/(-18*y) = 3"),
            ("1/2x^-2 + 3", "1/2*x^(-2) + 3", "1/(2*x^(-2)) + 3"),
            ("1/2x + 1/3x", "1/2*x + 1/3*x", "1/(2*x) + 1/(3*x)"),
            ("2\\frac{1}{2} + 1\\frac{1}{2}", "(2 + 1/2) + (1 + 1/2)", "2*(1/2) + 1*(1/2)"),
            ("sin k(x + 1)", "sin(k)*(x + 1)", "sin(k*(x + 1))"),
            ("\\ln^2 2\\left(x+1\\right)", "ln(2)^2*(x + 1)", "ln(2*(x + 1))^2"),
            ("\\sin\\theta (1 + \\cos\\theta)", "sin(theta)*(1 + cos(theta))", "sin(theta)*(1 + cos(theta))"),
            ("cos x(2 sin x - 1)", "cos(x)*(2 sin(x) - 1)", "cos(x)*(2 sin(x) - 1)"),
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
