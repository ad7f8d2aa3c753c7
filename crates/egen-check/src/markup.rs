//! Markup: which signs of a line only set it, and mean nothing?
//!
//! Signs are replaced by blanks of the same length, so that places in the line stay what they are.

use crate::html;
use crate::prose::relates;

/// Longer arguments of commands are left as they are.
const LONGEST: usize = 4096;

/// A line without its markup, and what the markup says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// The line, byte by byte as long as it was.
    pub text: String,
    /// Is it a heading (`## …`)?
    pub heading: bool,
    /// Is it a row of numbers in a table, or a number as a heading, which claims nothing?
    pub data: bool,
}

/// The sign and the blank of an item in a list (`- `, `* `, `+ `), with what follows it.
pub fn bullet(line: &str) -> Option<(char, &str)> {
    let text = line.trim_start();
    let sign = text.chars().next().filter(|c| matches!(c, '-' | '*' | '+' | '–'))?;
    let rest = &text[sign.len_utf8()..];
    (rest.starts_with(' ') && !rest.trim().is_empty()).then_some((sign, rest))
}

/// Takes the markup off a line.
pub fn unmark(line: &str) -> Marked {
    let mut text = line.to_string();
    let start = line.len() - line.trim_start().len();
    let hashes = line[start..].len() - line[start..].trim_start_matches('#').len();
    // `# …` is a comment, unless a formula is set in it.
    let set = line.contains('$') || line.contains("\\(");
    let heading = (hashes > 1 || hashes == 1 && set) && line[start + hashes..].starts_with(' ');
    if heading {
        blank(&mut text, start, hashes);
    }
    // A quotation; `> 2` alone takes up the line before.
    if let Some(rest) = line[start..].strip_prefix("> ")
        && relates(rest)
    {
        blank(&mut text, start, 1);
    }
    each(&mut text, "<<", |text, at| Some(vec![(at, html::near(text, at).find(">>")? + 2)]));
    each(&mut text, "<!--", |text, at| Some(vec![(at, html::near(text, at).find("-->")? + 3)]));
    html::unmark(&mut text);
    punctuation(&mut text);
    // `#### 72` gives the answer to what was asked, and not what the line before came to.
    let data =
        is_data(&text) || heading && text.trim().chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-'));
    table(&mut text);
    emphasis(&mut text);
    for sign in ["\\cancel", "\\bcancel", "\\xcancel"] {
        each(&mut text, sign, |text, at| text[at + sign.len()..].starts_with('{').then(|| vec![(at, sign.len())]));
    }
    each(&mut text, "\\boxed{", |text, at| Some(vec![(at, 7), (closing(text, at + 6, LONGEST)?, 1)]));
    for sign in ["\\stackrel{", "\\overset{", "\\underset{"] {
        each(&mut text, sign, |text, at| over_a_relation(text, at, sign));
    }
    for (sign, mark) in [("\\underbrace{", "_{"), ("\\overbrace{", "^{")] {
        braces(&mut text, sign, mark);
    }
    // `:=` and `≔` define; what they say is an equation.
    each(&mut text, ":=", |_, at| Some(vec![(at, 1)]));
    each(&mut text, "=&", |text, at| text[..at].ends_with('&').then(|| vec![(at + 1, 1)]));
    each(&mut text, "= &", |text, at| text[..at].trim_end().ends_with('&').then(|| vec![(at + 2, 1)]));
    if is_money(&text) {
        each(&mut text, "$", |_, at| Some(vec![(at, 1)]));
    }
    pictures(&mut text);
    Marked { text, heading, data }
}

/// Signs of Chinese and Japanese texts as the others write them, and blanks.
fn punctuation(text: &mut String) {
    const SIGNS: [(char, &str); 10] = [
        ('：', ":  "),
        ('，', ",  "),
        ('、', ",  "),
        ('；', ";  "),
        ('。', ".  "),
        ('．', ".  "),
        ('（', "(  "),
        ('）', "  )"),
        ('！', "!  "),
        ('？', "?  "),
    ];
    for (sign, plain) in SIGNS {
        if text.contains(sign) {
            *text = text.replace(sign, plain);
        }
    }
}

fn blank(text: &mut String, at: usize, length: usize) {
    text.replace_range(at..at + length, &" ".repeat(length));
}

/// Blanks what `found` gives for each place of a sign.
fn each(text: &mut String, sign: &str, found: impl Fn(&str, usize) -> Option<Vec<(usize, usize)>>) {
    let mut from = 0;
    while let Some(at) = text[from..].find(sign).map(|at| from + at) {
        for (at, length) in found(text, at).unwrap_or_default() {
            blank(text, at, length);
        }
        from = at + sign.len();
    }
}

/// `\underbrace{a + b}_{c}` is (a + b).
fn braces(text: &mut String, sign: &str, mark: &str) {
    while let Some(at) = text.find(sign) {
        let open = at + sign.len() - 1;
        let Some(end) = closing(text, open, LONGEST) else { return };
        if text[end + 1..].starts_with(mark)
            && let Some(last) = closing(text, end + 2, LONGEST)
        {
            blank(text, end + 1, last - end);
        }
        blank(text, at, sign.len() - 1);
        text.replace_range(open..open + 1, "(");
        text.replace_range(end..end + 1, ")");
    }
}

/// `\stackrel{(a)}{=}` is a sign with something above it.
fn over_a_relation(text: &str, at: usize, sign: &str) -> Option<Vec<(usize, usize)>> {
    let over = closing(text, at + sign.len() - 1, LONGEST)?;
    let open = over + 1;
    if !text[open..].starts_with('{') {
        return None;
    }
    let end = closing(text, open, LONGEST)?;
    let inner = text[open + 1..end].trim();
    let related = relates(inner) && !inner.contains(|c: char| c.is_alphanumeric() && !inner.starts_with('\\'));
    related.then(|| vec![(at, open + 1 - at), (end, 1)])
}

/// The place of the brace that closes the one at `open`, if it is no further away than so many characters.
pub fn closing(text: &str, open: usize, most: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in text[open..].char_indices().take(most) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A row of a table: `| 1 | 2x + 1 = 5 |`. |x| = |y| has no blanks inside its bars.
fn table(text: &mut String) {
    let inner = text.trim();
    let cells = inner.len() > 4 && inner.starts_with("| ") && inner.ends_with(" |");
    if !cells || !inner[1..].contains(" | ") {
        return;
    }
    let bars: Vec<usize> = text.match_indices('|').map(|(at, _)| at).collect();
    for pair in bars.windows(2) {
        blank(text, pair[0], 1);
        let cell = text[pair[0] + 1..pair[1]].trim_end();
        let end = pair[0] + 1 + cell.len();
        let last = pair[1] == *bars.last().expect("there are bars");
        // Words stand before what they say, and formulas beside each other.
        if !last && end < pair[1] && !cell.is_empty() {
            text.replace_range(end..end + 1, if relates(cell) { ";" } else { ":" });
        }
    }
    blank(text, *bars.last().expect("there are bars"), 1);
}

/// Has every cell of a table's row a number, or one letter at its head?
fn is_data(text: &str) -> bool {
    let Some(inner) = text.trim().strip_prefix("| ").and_then(|inner| inner.strip_suffix(" |")) else { return false };
    let plain = |cell: &str| {
        let cell = cell.trim().trim_matches(['$', '*']);
        cell.chars().count() == 1
            || cell.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '−' | '/'))
    };
    inner.contains(" | ") && inner.split(" | ").all(plain)
}

/// `**…**`, `__…__` and `` `…` `` around something.
fn emphasis(text: &mut String) {
    for sign in ["**", "__", "`"] {
        let places: Vec<usize> = text.match_indices(sign).map(|(at, _)| at).collect();
        if places.is_empty() || places.len() % 2 == 1 {
            continue;
        }
        let around = |pair: &[usize]| {
            let before = text[..pair[0]].chars().next_back();
            let after = text[pair[1] + sign.len()..].chars().next();
            let inner = &text[pair[0] + sign.len()..pair[1]];
            // 2**3 and x**2 are powers.
            let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ')' | '('));
            outside(before) && outside(after) && !inner.starts_with(' ') && !inner.ends_with(' ')
        };
        // A backquoted name in a formula stays one.
        let quoted = sign != "`" || places.chunks(2).all(|pair| relates(&text[pair[0]..pair[1]]));
        if quoted && places.chunks(2).all(around) {
            for at in places {
                blank(text, at, sign.len());
            }
        }
    }
}

/// Is each dollar sign before a number and no end of a formula? `3 * $4 = $12`.
fn is_money(text: &str) -> bool {
    let mut places = text.match_indices('$').peekable();
    places.peek().is_some()
        && places.all(|(at, _)| text[at + 1..].trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit()))
        && !text.trim_end().ends_with('$')
        && (text.matches('$').count() % 2 == 1 || !text.trim_start().starts_with('$') || ends_open(text))
}

/// Would a formula between the first two dollar signs end with a sign? `$3.60 / 12 = $0.30`.
fn ends_open(text: &str) -> bool {
    text.split('$').nth(1).is_some_and(|inner| inner.trim_end().ends_with(['=', '+', '-', '*', '/', '×', '·']))
}

/// Pictures that people put beside formulas.
fn pictures(text: &mut String) {
    let found: Vec<(usize, usize)> = text
        .char_indices()
        .filter(|(_, c)| {
            matches!(
                *c as u32,
                0x1F000..=0x1FAFF | 0x2705 | 0x274C | 0x2714 | 0x2728 | 0x2B50 | 0xFE0F | 0x26A0 | 0x200B
            )
        })
        .map(|(at, c)| (at, c.len_utf8()))
        .collect();
    for (at, length) in found {
        blank(text, at, length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_blanked_in_place() {
        for (line, want) in [
            ("**2x = 6**", "2x = 6"),
            ("x**2 + y**2 = 1", "x**2 + y**2 = 1"),
            ("### Step 2: 2x = 8", "Step 2: 2x = 8"),
            ("# Solve $2x = 8$", "Solve $2x = 8$"),
            ("# 2x = 8", "# 2x = 8"),
            ("> 2x = 6", "2x = 6"),
            ("> 2", "> 2"),
            ("`2x = 6`", "2x = 6"),
            ("a \\stackrel{(a)}{=} b", "a = b"),
            ("a \\overset{!}{=} b", "a = b"),
            ("48/2 = <<48/2=24>>24", "48/2 = 24"),
            ("She pays 3 * $4 = $<<3*4=12>>12", "She pays 3 * 4 = 12"),
            ("2x = 4 <!-- halve -->", "2x = 4"),
            ("y := x^2", "y = x^2"),
            ("a &=& b", "a &= b"),
            ("Cost = 3 * $4 = $12", "Cost = 3 * 4 = 12"),
            ("$3.60 / 12 = $0.30", "3.60 / 12 = 0.30"),
            ("$2x = 4$", "$2x = 4$"),
            ("We have $2x = 4$ and $3 = y$", "We have $2x = 4$ and $3 = y$"),
            ("| 1 | 2x + 1 = 5 |", "1: 2x + 1 = 5"),
            ("| 2x = 4 | divide by 2 |", "2x = 4; divide by 2"),
            ("|x| = |y|", "|x| = |y|"),
            ("x = 2 ✅", "x = 2"),
            ("所以：x = 2。", "所以: x = 2."),
            ("\\underbrace{x + 2}_{y} + 1", "(x + 2) + 1"),
        ] {
            let found = unmark(line).text;
            assert_eq!(found.len(), line.len(), "{line}");
            assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), want, "{line}");
        }
    }
}
