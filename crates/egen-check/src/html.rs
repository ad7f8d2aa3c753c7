//! HTML: which signs of a pasted line are tags and named characters, and what do they show?
//!
//! A tag becomes blanks of the same length, and a character stands among such blanks, so that places in the line stay what they are.

/// Tags that end a line.
const BREAKS: [&str; 15] = [
    "<br>",
    "<br/>",
    "<br />",
    "</p>",
    "</li>",
    "</div>",
    "</tr>",
    "</h1>",
    "</h2>",
    "</h3>",
    "</h4>",
    "</blockquote>",
    "</ul>",
    "</ol>",
    "</dd>",
];
/// Tags that only set what they hold. Those of one letter count if they are closed on the line or begin it: a < b > c has such a sign, too.
#[rustfmt::skip]
const TAGS: [&str; 36] = [
    "p", "br", "b", "i", "u", "s", "em", "strong", "span", "div", "li", "ul", "ol", "code", "pre", "var", "font", "small", "big", "center", "td", "tr", "th", "table",
    "tbody", "thead", "h1", "h2", "h3", "h4", "a", "blockquote", "dd", "dl", "dt", "hr",
];
/// Characters by their names; other ones by their numbers.
#[rustfmt::skip]
const NAMED: [(&str, char); 33] = [
    ("nbsp", ' '), ("ensp", ' '), ("emsp", ' '), ("thinsp", ' '), ("minus", '−'), ("plus", '+'), ("equals", '='), ("lt", '<'), ("gt", '>'), ("le", '≤'), ("ge", '≥'),
    ("ne", '≠'), ("times", '×'), ("divide", '÷'), ("middot", '·'), ("sdot", '⋅'), ("plusmn", '±'), ("radic", '√'), ("infin", '∞'), ("deg", '°'), ("pi", 'π'),
    ("theta", 'θ'), ("alpha", 'α'), ("beta", 'β'), ("sup1", '¹'), ("sup2", '²'), ("sup3", '³'), ("frac12", '½'), ("frac14", '¼'), ("frac34", '¾'), ("rArr", '⇒'),
    ("rarr", '→'), ("amp", '&'),
];

/// The lines that a line of HTML is shown as, each behind blanks in the place of those before it.
pub fn lines(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    while let Some(at) = text[start..].find('<').map(|at| start + at) {
        let Some(end) = next_break(text, at) else { break };
        out.push(format!("{}{}", " ".repeat(start), &text[start..end]));
        start = end;
    }
    if out.is_empty() || !text[start..].trim().is_empty() {
        out.push(format!("{}{}", " ".repeat(start), &text[start..]));
    }
    out
}

/// The end of the first tag from a place on that ends a line.
fn next_break(text: &str, from: usize) -> Option<usize> {
    text[from..].match_indices('<').map(|(at, _)| from + at).find_map(|at| {
        let tag =
            BREAKS.iter().find(|tag| text[at..].get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag)))?;
        Some(at + tag.len())
    })
}

/// Replaces tags and named characters by what they show.
pub fn unmark(text: &mut String) {
    if text.contains('<') && text.contains('>') && !text.contains("<m") {
        raised(text, "sup");
        raised(text, "sub");
        tags(text);
    }
    if text.contains('&') && text.contains(';') {
        characters(text);
    }
}

/// The start of a text from a place on: a tag is no longer, and a formula inside one is not, either.
pub fn near(text: &str, at: usize) -> &str {
    const LONGEST: usize = 512;
    let end = (at..=(at + LONGEST).min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[at..end.unwrap_or(at)]
}

/// `x<sup>2</sup>` is x^(2), and `x<sub>1</sub>` is x_1.
fn raised(text: &mut String, name: &str) {
    let (opening, closing) = (format!("<{name}>"), format!("</{name}>"));
    let mut from = 0;
    while let Some(at) = text[from..].find(&opening).map(|at| from + at) {
        from = at + opening.len();
        let Some(end) = near(text, at).find(&closing).map(|end| at + end) else { continue };
        let inner = &text[from..end];
        // Either stands close to its name.
        let shown = match name {
            "sup" => format!("^({inner})"),
            _ if inner.chars().all(char::is_alphanumeric) => format!("_{inner}"),
            _ => format!("_{{{inner}}}"),
        };
        from = end + closing.len();
        let blanks = " ".repeat(from - at - shown.len());
        text.replace_range(at..from, &format!("{shown}{blanks}"));
    }
}

fn tags(text: &mut String) {
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| from + at) {
        from = at + 1;
        let Some(length) = near(text, at).find('>').map(|end| end + 1) else { continue };
        let inner = text[at + 1..at + length - 1].trim_start_matches('/').trim_end_matches('/');
        let name = inner.split_whitespace().next().unwrap_or("").to_lowercase();
        // `<a href="…">` has values for its names.
        let plain = inner.trim().len() == name.len() || inner.contains("=\"");
        let closing = format!("</{name}>");
        let closed = near(text, at).find(&closing).map(|end| at + end);
        let begins = text[..at].trim().is_empty();
        if TAGS.contains(&name.as_str()) && plain && (name.len() > 1 || closed.is_some() || begins) {
            text.replace_range(at..at + length, &" ".repeat(length));
            if let Some(end) = closed.filter(|&end| end >= at + length) {
                text.replace_range(end..end + closing.len(), &" ".repeat(closing.len()));
            }
            from = at + length;
        }
    }
}

fn characters(text: &mut String) {
    const LONGEST: usize = 8;
    let mut from = 0;
    while let Some(at) = text[from..].find('&').map(|at| from + at) {
        from = at + 1;
        let Some(end) = near(text, at).find(';').filter(|end| *end <= LONGEST).map(|end| at + end) else { continue };
        let Some(c) = character(&text[at + 1..end]) else { continue };
        let Some(free) = (end + 1 - at).checked_sub(c.len_utf8()) else { continue };
        // What stands behind something is close to it, and what stands before something, too.
        let blanks = " ".repeat(free);
        let behind = c.is_numeric() || c == '°';
        let shown = if behind { format!("{c}{blanks}") } else { format!("{blanks}{c}") };
        text.replace_range(at..=end, &shown);
        from = end + 1;
    }
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(|c| if c == '\u{a0}' { ' ' } else { c });
    }
    NAMED.iter().find(|(own, _)| *own == name).map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_blanked_in_place() {
        for (line, want) in [
            ("<p>x<sup>2</sup> - 4 = 0</p>", "x^(2) - 4 = 0"),
            ("x<sub>1</sub> = 2", "x_1 = 2"),
            ("x = &minus;2", "x = −2"),
            ("2x&nbsp;+&nbsp;3 &lt; 7", "2x + 3 < 7"),
            ("x&sup2; = 4", "x² = 4"),
            ("<b>2x</b> = 4", "2x = 4"),
            ("a <b> c", "a <b> c"),
            ("<p>2x = 4<br>", "2x = 4"),
            ("<span class=\"m\">y = 2</span>", "y = 2"),
            ("x < 3 and y > 2", "x < 3 and y > 2"),
            ("&#8722;2 &#x3c; x", "−2 < x"),
            ("a &= b; c", "a &= b; c"),
        ] {
            let mut found = line.to_string();
            unmark(&mut found);
            assert_eq!(found.len(), line.len(), "{line}");
            assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), want, "{line}");
        }
    }

    #[test]
    fn breaks_make_lines_that_keep_their_places() {
        assert_eq!(lines("2x = 4<br>x = 2"), ["2x = 4<br>", "          x = 2"]);
        assert_eq!(lines("<p>x = 2</p>"), ["<p>x = 2</p>"]);
        assert_eq!(lines("x < 2"), ["x < 2"]);
    }
}
