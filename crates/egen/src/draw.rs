//! Drawing: what does the e-graph of an expression look like after a few rounds?

use std::fmt;

use egen_graph::draw::Picture;
use egen_graph::rewrite::Rewritings;
use egen_graph::saturate::{Limits, Saturation, Stop, saturate};
use egen_math::{Assumptions, Expr, Patience};
use egen_rules::{Rule, RuleSet, belongs};
#[cfg(feature = "json")]
use serde_json::{Value, json};

use crate::json::stop;

/// Which rules act, and how far they go.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Only these rules, or the rules of these families; all, if none is named.
    pub only: Vec<String>,
    /// How often the rules are applied; by default once, or until nothing changes where only some rules act.
    pub rounds: Option<usize>,
    /// The graph stops growing at about this many nodes.
    pub nodes: usize,
    /// Where expressions must be equal.
    pub assumptions: Assumptions,
    /// How long whoever asked waits.
    pub patience: Patience,
}

impl Default for Sketch {
    fn default() -> Sketch {
        let (assumptions, patience) = (Assumptions::none(), Patience::ENDLESS);
        Sketch { only: Vec::new(), rounds: None, nodes: 60, assumptions, patience }
    }
}

/// A graph with its picture.
pub struct Drawing {
    /// What it is of.
    pub expr: Expr,
    /// The graph, and why it stopped growing.
    pub saturation: Saturation,
    /// Its classes and nodes.
    pub picture: Picture,
}

/// Why nothing was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// No rule and no family has this name.
    NoRule(String),
    /// Two things met that cannot be equal.
    Contradiction,
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::NoRule(name) => write!(f, "no rule and no family is called `{name}`"),
            DrawError::Contradiction => f.write_str(
                "two things met that cannot be equal: contradictory assumptions, an expression without any value, or an unsound rule",
            ),
        }
    }
}

impl std::error::Error for DrawError {}

/// The graph that some rules make of an expression.
pub fn draw_with(expr: &Expr, sketch: &Sketch, rules: &RuleSet) -> Result<Drawing, DrawError> {
    let variables = expr.variables();
    let rewritings = match sketch.only.as_slice() {
        [] => Rewritings::new(rules, &variables),
        names => Rewritings::of(chosen(rules, names)?.into_iter(), &variables),
    };
    let defaults = Limits::default();
    // All rules at once make more than can be read in a second round.
    let rounds = sketch.rounds.unwrap_or(if sketch.only.is_empty() { 1 } else { defaults.rounds });
    let patience = sketch.patience.clone();
    let limits = Limits { nodes: sketch.nodes, rounds, patience, keep_sums: true, ..defaults };
    let saturation = saturate(&[expr], &sketch.assumptions, &rewritings, &limits, false, |_, _| false);
    if matches!(saturation.stop, Stop::Contradiction(_)) {
        return Err(DrawError::Contradiction);
    }
    let picture = Picture::of(&saturation.graph, &saturation.roots);
    Ok(Drawing { expr: expr.clone(), saturation, picture })
}

/// The rules that have one of these names, or stand in a family that does.
fn chosen<'a>(rules: &'a RuleSet, names: &[String]) -> Result<Vec<&'a Rule>, DrawError> {
    let named = |rule: &Rule, name: &String| rule.name == *name || belongs(rules.family_of(rule), name);
    if let Some(name) = names.iter().find(|name| !rules.rules.iter().any(|rule| named(rule, name))) {
        return Err(DrawError::NoRule(name.clone()));
    }
    Ok(rules.rules.iter().filter(|rule| names.iter().any(|name| named(rule, name))).collect())
}

#[cfg(feature = "json")]
impl Drawing {
    /// The graph for a program.
    pub fn json(&self) -> Value {
        let mut object = json!({"expr": self.expr.to_string(), "stop": stop(&self.saturation.stop)});
        if let (Value::Object(object), Value::Object(rest)) = (&mut object, self.picture.json()) {
            object.extend(rest);
        }
        object
    }
}
