//! Held out: which functions was no shipped model trained on?

use egen_math::Expr;

use crate::error::EvalError;
use crate::labelled::read;

const FILE: &str = include_str!("../data/held-out.txt");

/// The initial expressions of the clusters that are set aside for testing from the preset `paper`; the file says how it was made.
pub fn held_out() -> Result<Vec<Expr>, EvalError> {
    FILE.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_corpus::template::{Preset, TemplateSet};
    use std::collections::HashSet;

    #[test]
    fn they_are_279_of_the_preset() {
        let set = TemplateSet::builtin(Preset::Paper).unwrap();
        let all: HashSet<Expr> = set.expressions().map(|initial| initial.expr.clone()).collect();
        let held = held_out().unwrap();
        assert_eq!(held.iter().collect::<HashSet<_>>().len(), 279);
        held.iter().for_each(|expr| assert!(all.contains(expr), "{expr}"));
    }
}
