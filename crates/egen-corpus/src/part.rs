//! Parts: on which part of the domain does a graph hold that members are drawn from?

use std::fmt;
use std::str::FromStr;

use egen_math::{Assumptions, Expr};
use egen_read::assume;
use egen_read::read::ReadError;
use serde::{Deserialize, Serialize};

/// Where a graph holds. Its text is what a row of a corpus says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Wherever the initial expression is defined: `natural`.
    Natural,
    /// Where some conditions hold besides.
    Where(&'a Conditions),
}

/// Conditions as they were written, `-1 < x < 1`; a text that is none is refused before anything is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Conditions {
    text: String,
    assumptions: Assumptions,
}

impl Part<'_> {
    /// What a graph may assume there.
    pub fn assumptions(&self) -> Assumptions {
        match self {
            Part::Natural => Assumptions::none(),
            Part::Where(conditions) => conditions.assumptions.clone(),
        }
    }
}

impl Conditions {
    /// Are they about variables of this expression only?
    pub fn are_about(&self, expr: &Expr) -> bool {
        let names = expr.variables();
        self.assumptions.conditions.iter().all(|condition| {
            condition.left.variables().iter().chain(&condition.right.variables()).all(|name| names.contains(name))
        })
    }
}

impl FromStr for Conditions {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Conditions, ReadError> {
        Ok(Conditions { assumptions: assume::read(text)?, text: text.to_string() })
    }
}

impl TryFrom<String> for Conditions {
    type Error = ReadError;

    fn try_from(text: String) -> Result<Conditions, ReadError> {
        text.parse()
    }
}

impl From<Conditions> for String {
    fn from(conditions: Conditions) -> String {
        conditions.text
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Natural => f.write_str("natural"),
            Part::Where(conditions) => conditions.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_keep_their_text_and_bad_ones_are_refused() {
        let text = r#"["-1 < x < 1"]"#;
        let parts: Vec<Conditions> = serde_json::from_str(text).expect("conditions");
        assert_eq!(Part::Where(&parts[0]).assumptions().conditions.len(), 2);
        assert_eq!(serde_json::to_string(&parts).expect("a list"), text);
        assert!(serde_json::from_str::<Vec<Conditions>>(r#"["natural"]"#).is_err());
    }
}
