//! Unread: does a line claim something that nobody understood?

use crate::row::{Row, Verdict};

impl Row {
    /// Was it understood? `None` if it is text that claims nothing.
    ///
    /// DEBT: whether a text claims something is seen from its signs; the reader of claims will know it.
    pub fn is_understood(&self) -> Option<bool> {
        match self.finding.verdict {
            Verdict::Error => Some(false),
            Verdict::Skipped => claims(&self.input).then_some(false),
            _ => Some(true),
        }
    }
}

/// Does a text hold a relation outside of code, tags and addresses? `So` claims nothing, and `5! = 121` does.
fn claims(text: &str) -> bool {
    let spoken: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut rest = spoken.as_str();
    while let Some(at) = rest.find(|c: char| is_relation(c) || c == '-' || c == '\\') {
        rest = &rest[at..];
        if let Some(end) = tag(rest) {
            rest = &rest[end..];
            continue;
        }
        let (sign, after) = match rest.strip_prefix('\\') {
            Some(command) => {
                command.split_at(command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len()))
            }
            None => rest.split_at(rest.find(|c: char| !is_relation(c) && c != '-').unwrap_or(rest.len())),
        };
        // x = -2 has a minus behind its sign; => and -> are arrows.
        let relates = if rest.starts_with('\\') {
            COMMANDS.contains(&sign)
        } else {
            let sign = sign.trim_end_matches('-');
            !sign.is_empty() && !sign.starts_with('-') && !ARROWS.contains(&sign)
        };
        let goes_on = after.chars().take_while(|c| *c != '\n').any(char::is_alphanumeric);
        if relates && goes_on && !is_address(&spoken[..spoken.len() - rest.len()]) {
            return true;
        }
        rest = after;
    }
    false
}

fn is_relation(c: char) -> bool {
    "=<>≠≤≥≈≡".contains(c)
}

const ARROWS: [&str; 2] = ["=>", "<=>"];
const COMMANDS: [&str; 11] = ["le", "leq", "leqslant", "ge", "geq", "geqslant", "ne", "neq", "approx", "lt", "gt"];

/// The length of a tag of HTML that a text begins with.
fn tag(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| text.find('>').map(|end| end + 1)).flatten()
}

/// Does what stands before a sign end in the middle of an address: `https://host/?page=2`?
fn is_address(before: &str) -> bool {
    before.rsplit(char::is_whitespace).next().is_some_and(|word| word.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::claims;

    #[test]
    fn relations_claim_and_words_do_not() {
        for text in ["5! = 121", "x=-2", "\\sum_{k} a_k \\leq 3", "and $n! ≠ 1$", "= 0.33", "a <b, c"] {
            assert!(claims(text), "{text}");
        }
        for text in [
            "So",
            "x => y",
            "a -> b",
            "run `x = 2` first",
            "<p class=\"a\">so</p>",
            "2 + 3 = ___",
            "see https://a.b/?c=d",
            "well-known",
            "\\left( x",
        ] {
            assert!(!claims(text), "{text}");
        }
    }
}
