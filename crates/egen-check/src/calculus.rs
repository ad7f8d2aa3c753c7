//! Calculus: are two expressions the same antiderivative?

use egen_math::compare::Comparison;
use egen_math::diff::differentiate;
use egen_math::{Expr, Node, Op, Symbol};

use crate::finding::told;
use crate::judge::Judge;
use crate::row::Finding;

/// The variable of the integrals in an expression, if there is one for all of them.
pub fn integrated_by(expr: &Expr) -> Option<Symbol> {
    let mut found: Option<&Symbol> = None;
    for node in expr.nodes() {
        if let Node::Binary(Op::Integral, _, by) = node {
            let Node::Var(name) = expr.node(*by) else { return None };
            if found.is_some_and(|found| found != name) {
                return None;
            }
            found = Some(name);
        }
    }
    found.cloned()
}

/// Compares what two expressions have as derivatives: antiderivatives are equal up to a constant. `None` if an integral is left.
pub fn by_differentiating(judge: &Judge, before: &Expr, after: &Expr, by: &Symbol) -> Option<Finding> {
    let [f, g] = [differentiate(before, by).ok()?, differentiate(after, by).ok()?];
    if integrated_by(&f).is_some() || integrated_by(&g).is_some() {
        return None;
    }
    let comparison: Comparison = judge.decide(&f, &g);
    let mut finding = told(judge, &f, &g, comparison);
    finding.change = None;
    if finding.verdict.holds() {
        let constant = after.variables().iter().any(|name| !before.variables().contains(name));
        let both = before.variables() == after.variables();
        let missing = if constant || both && integrated_by(after).is_some() { "" } else { ", up to a constant" };
        finding.reason = format!("the same derivative by {by}{missing}");
    } else {
        finding.reason = format!("the derivatives by {by}: {}", finding.reason);
        finding.fix = None;
    }
    Some(finding)
}
