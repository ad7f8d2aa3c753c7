//! Graphs: how does the paper's expression grow into an e-graph, rule by rule?

use anyhow::anyhow;
use egen::draw::{Sketch, draw_with};
use egen_eval::report::Drawing;
use egen_read::read::read_expr;
use egen_rules::RuleSet;

const EXPRESSION: &str = "(x + 8) - 8";
/// The rules of the paper's figure, in its order, each with what the paper writes.
const RULES: [(&str, &str); 3] =
    [("add-sub-assoc", "(x + y) − z → x + (y − z)"), ("sub-self", "x − x → 0"), ("add-zero", "x + 0 → x")];

/// The e-graph before any rule, and after each.
pub fn drawings() -> anyhow::Result<Vec<Drawing>> {
    let (expr, rules) = (read_expr(EXPRESSION).map_err(|error| anyhow!(error))?, RuleSet::builtin()?);
    let mut all = Vec::new();
    for count in 0..=RULES.len() {
        let applied = &RULES[..count];
        // No name would mean all rules, so that the first picture names one and applies it no time.
        let only = RULES[..count.max(1)].iter().map(|(name, _)| name.to_string()).collect();
        let sketch = Sketch { only, rounds: applied.is_empty().then_some(0), ..Sketch::default() };
        let picture = draw_with(&expr, &sketch, &rules)?.picture;
        let letter = char::from(b'a' + count as u8);
        let caption = match applied.last() {
            None => format!("({letter}) The initial e-graph of {EXPRESSION}"),
            Some((_, rule)) => format!("({letter}) After the rule {rule}"),
        };
        let svg = picture.svg().map_err(|error| anyhow!("{error}"))?;
        all.push(Drawing { name: format!("e-graph-{letter}"), caption, svg });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_changes_the_graph() {
        let all = drawings().unwrap();
        assert_eq!(all.len(), 4);
        assert!(all.windows(2).all(|pair| pair[0].svg != pair[1].svg));
        assert!(all[3].caption.starts_with("(d) After the rule x + 0"));
    }
}
