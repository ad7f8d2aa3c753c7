//! Canonical text: when are two rules, or two sets of rules, the same?

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use egen_math::expr::Node;
use egen_math::{Expr, Symbol};
use rustc_hash::FxHasher;

use crate::rule::{Condition, Rule};

/// A rule with its variables numbered in the order in which the left side meets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    /// Both sides.
    pub sides: String,
    /// The conditions, sorted.
    pub when: Vec<String>,
    /// The excluded equations, sorted.
    off: Vec<String>,
}

impl Canonical {
    pub fn new(rule: &Rule) -> Canonical {
        let mut names = Names(Vec::new());
        let sides = format!("{}=> {}", names.expr(&rule.left), names.expr(&rule.right));
        let mut when: Vec<String> = rule.when.iter().map(|condition| names.condition(condition)).collect();
        let mut off: Vec<String> =
            rule.off.iter().map(|(a, b)| format!("{}= {}", names.expr(a), names.expr(b))).collect();
        when.sort();
        when.dedup();
        off.sort();
        off.dedup();
        Canonical { sides, when, off }
    }

    pub fn text(&self) -> String {
        format!("{}when {}off {}", self.sides, self.when.join(","), self.off.join(","))
    }
}

/// A number that rules with the same sides share, whatever their variables are called. Most rules differ in it already,
/// and need no text.
pub(crate) fn sides_hash(left: &Expr, right: &Expr) -> u64 {
    let mut names = Names(Vec::new());
    let mut hasher = FxHasher::default();
    for node in left.nodes().iter().chain(right.nodes()) {
        match node {
            Node::Var(name) => names.name(name).hash(&mut hasher),
            node => node.hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// Variables in the order in which they were met.
struct Names(Vec<Symbol>);

impl Names {
    fn name(&mut self, symbol: &Symbol) -> usize {
        self.0.iter().position(|known| known == symbol).unwrap_or_else(|| {
            self.0.push(symbol.clone());
            self.0.len() - 1
        })
    }

    /// The nodes in postorder, which needs no parentheses.
    fn expr(&mut self, expr: &Expr) -> String {
        let mut out = String::new();
        for node in expr.nodes() {
            let written = match node {
                Node::Num(n) => write!(out, "{n} "),
                Node::Const(c) => write!(out, "{c:?} "),
                Node::Var(name) => write!(out, "${} ", self.name(name)),
                Node::Unary(op, _) | Node::Binary(op, ..) => write!(out, "{}.{} ", op.info().prefix[1], op.arity()),
                Node::Call(name, args) => write!(out, "{name}({}) ", args.len()),
            };
            written.expect("writing to a string succeeds");
        }
        out
    }

    fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Relation { left, relation, right } => {
                format!("{}{} {}", self.expr(left), relation.symbol(), self.expr(right))
            }
            Condition::Integer(n) => format!("${} integer", self.name(n)),
            Condition::Even(n) => format!("${} even", self.name(n)),
            Condition::Odd(n) => format!("${} odd", self.name(n)),
            Condition::Free { what, of } => format!("${} free of ${}", self.name(what), self.name(of)),
            Condition::Number(n) => format!("${} number", self.name(n)),
            Condition::Variable(n) => format!("${} variable", self.name(n)),
        }
    }
}
