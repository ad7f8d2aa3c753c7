//! Layout: what of a LaTeX text is the formula, and what only sets it on a page?

use std::ops::Range;

use super::{Refused as Refusal, lexed as refusal};

/// The text inside `$…$`, `\[…\]`, `\begin{equation}…\end{equation}`.
pub(super) fn without_delimiters(text: &str) -> Result<Range<usize>, Refusal> {
    const PAIRS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];
    const ENVIRONMENTS: [&str; 18] = [
        "equation",
        "equation*",
        "align",
        "align*",
        "displaymath",
        "math",
        "aligned",
        "gather",
        "gather*",
        "split",
        "eqnarray",
        "eqnarray*",
        "multline",
        "multline*",
        "gathered",
        "flalign",
        "flalign*",
        "dmath",
    ];
    let mut range = trim(text, 0..text.len());
    // `$x = 1$.` stands in a sentence.
    let sentence = text[range.clone()].trim_end_matches(['.', ',', ';']).trim_end();
    if sentence.ends_with('$') || sentence.ends_with("\\)") || sentence.ends_with("\\]") {
        range.end = range.start + sentence.len();
    }
    // `\[ \begin{aligned} … \\ \end{aligned} \]` has three layers; nobody writes six.
    'layers: for _ in 0..6 {
        let inner = &text[range.clone()];
        for (open, close) in PAIRS {
            if inner.len() >= open.len() + close.len() && inner.starts_with(open) && inner.ends_with(close) {
                range = trim(text, range.start + open.len()..range.end - close.len());
                continue 'layers;
            }
        }
        // A row may end like one of several.
        if let Some(row) = inner.strip_suffix("\\\\") {
            range = trim(text, range.start..range.start + row.len());
            continue;
        }
        // Wikipedia has `{\displaystyle x=1}` for `x=1`; but `{\rm sgn}` is one name.
        let grouped =
            whole_argument(inner, "").filter(|content| !inner[content.clone()].trim_start().starts_with("\\rm"));
        if let Some(content) = whole_argument(inner, "\\boxed").or(grouped) {
            range = trim(text, range.start + content.start..range.start + content.end);
            continue;
        }
        let Some(rest) = inner.strip_prefix("\\begin{") else { break };
        let Some(name) = rest.find('}').map(|end| &rest[..end]) else {
            return Err(refusal(range.start..range.start + 6, "`\\begin{` is not closed"));
        };
        let opening = range.start..range.start + "\\begin{}".len() + name.len();
        if !ENVIRONMENTS.contains(&name) {
            return Err(refusal(
                range.start..range.start + 6,
                format!("`\\begin{{{name}}}` is out of scope: only one formula is read"),
            ));
        }
        let close = format!("\\end{{{name}}}");
        if !inner.ends_with(&close) || inner.len() < opening.len() + close.len() {
            return Err(refusal(opening, format!("`\\begin{{{name}}}` has no `{close}` at the end of the text")));
        }
        range = trim(text, opening.end..range.end - close.len());
    }
    Ok(range)
}

/// What the braces of a command hold that the text consists of.
fn whole_argument(text: &str, command: &str) -> Option<Range<usize>> {
    let rest = text.strip_prefix(command)?.trim_start();
    let inside = rest.strip_prefix('{')?.strip_suffix('}').filter(|inside| !inside.ends_with('\\'))?;
    let mut depth = 0usize;
    for byte in inside.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    let start = text.len() - rest.len() + 1;
    (depth == 0).then_some(start..start + inside.len())
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    start..(start + inner.trim().len())
}
