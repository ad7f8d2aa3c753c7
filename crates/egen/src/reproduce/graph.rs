//! Graphs: how does the paper's expression grow into an e-graph, rule by rule?

use anyhow::anyhow;
use egen::draw::{Sketch, draw_with};
use egen_eval::report::Drawing;
use egen_read::read::read_expr;
use egen_rules::RuleSet;

const EXPRESSION: &str = "(x + 8) - 8";

/// A picture: its name, its rules, how often they are applied (or until nothing changes), its caption. The paper draws its first
/// two rules apart; egen folds 8 − 8 to 0 as soon as it appears, so that both pictures are one.
const PICTURES: [(&str, &[&str], Option<usize>, &str); 3] = [
    ("e-graph-a", &["add-sub-assoc"], Some(0), "(a) The initial e-graph of (x + 8) − 8, and its grammar"),
    (
        "e-graph-c",
        &["add-sub-assoc", "sub-self"],
        None,
        "(b), (c) After the rules (x + y) − z → x + (y − z) and x − x → 0: one picture, since egen folds 8 − 8 to 0 at once",
    ),
    (
        "e-graph-d",
        &["add-sub-assoc", "sub-self", "add-zero"],
        None,
        "(d), (e) After the rule x + 0 → x: the saturated e-graph, and its grammar",
    ),
];

/// The e-graph before any rule and after the rules of the paper's figure.
pub fn drawings() -> anyhow::Result<Vec<Drawing>> {
    let (expr, rules) = (read_expr(EXPRESSION).map_err(|error| anyhow!(error))?, RuleSet::builtin()?);
    let draw = |(name, only, rounds, caption): &(&str, &[&str], Option<usize>, &str)| {
        let only = only.iter().map(|rule| rule.to_string()).collect();
        let picture = draw_with(&expr, &Sketch { only, rounds: *rounds, ..Sketch::default() }, &rules)?.picture;
        let svg = picture.svg().map_err(|error| anyhow!("{error}"))?;
        Ok(Drawing { name: name.to_string(), caption: caption.to_string(), svg })
    };
    PICTURES.iter().map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_grows_and_then_two_classes_become_one() {
        // Only the boxes of classes are dashed.
        let dashed = |one: &Drawing| one.svg.matches("stroke-dasharray").count();
        let classes: Vec<usize> = drawings().unwrap().iter().map(dashed).collect();
        assert_eq!(classes, [4, 5, 4]);
    }
}
