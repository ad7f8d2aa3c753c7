//! Unread: does a line claim something that nobody understood?

use crate::document::tag;
use crate::row::{Row, Verdict};
use crate::signs::{self, Meaning::Member};

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
    let mut from = 0;
    while let Some(c) = spoken[from..].chars().next() {
        let rest = &spoken[from..];
        let relation = signs::relation(rest).filter(|_| signs::at(rest).is_some_and(|(meaning, _)| meaning != Member));
        if let Some(tag) = tag(rest) {
            from += tag.length;
            continue;
        }
        if let Some(length) = relation {
            let mut behind = rest[length..].chars().take_while(|c| *c != '\n');
            if behind.any(char::is_alphanumeric) && !is_address(&spoken[..from]) {
                return true;
            }
        }
        from += signs::at(rest).map_or(c.len_utf8(), |(_, length)| length);
    }
    false
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
