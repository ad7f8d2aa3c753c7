//! Instances: what do the variables of a rule stand for when it is checked?

use egen_math::assume::{self, Assumptions};
use egen_math::expr::{Builder, Id, Node};
use egen_math::tape::Tape;
use egen_math::{Expr, Op, Symbol, diff};
use egen_read::read::read_expr;

use super::survey::may_be_equal;
use crate::rule::{Condition, Rule};

/// A rule with some variables replaced.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub left: Expr,
    pub right: Expr,
    pub conditions: Vec<assume::Condition>,
    pub integers: Vec<Symbol>,
    pub off: Vec<(Expr, Expr)>,
    /// What was replaced.
    pub given: Vec<(Symbol, Expr)>,
    /// The variables of derivatives and integrals, which no number can replace.
    pub by: Vec<Symbol>,
    /// Were the derivatives of the two sides taken, because they hold an integral?
    pub integrated: bool,
}

impl Instance {
    /// The conditions as assumptions. On a lattice the points of `off` are no null set, so there they are left out.
    pub fn assumptions(&self) -> Assumptions {
        let mut conditions = self.conditions.clone();
        if !self.integers.is_empty() {
            conditions.extend(self.off.iter().map(|(left, right)| assume::Condition {
                left: left.clone(),
                relation: assume::Relation::NotEqual,
                right: right.clone(),
            }));
        }
        Assumptions { conditions, integers: self.integers.clone() }
    }
}

/// Functions of X, and of a parameter Y: with and without zeros, of any size, inside [-1, 1], constant.
const FUNCTIONS: [&str; 11] = [
    "x",
    "x^2 + 1",
    "sin(x) + 2",
    "exp(x) + x",
    "ln(x^2 + 3)",
    "sin(x)/2",
    "x*y + 1",
    "cos(x*y)/2",
    "x^3 - x",
    "y",
    "1/(x^2 + y^2 + 1)",
];

/// Exponents: integers of both parities and signs, for which a negative base counts, and fractions.
const EXPONENTS: [&str; 7] = ["2", "3", "-1", "1/2", "-3/2", "0", "1"];

/// The instances of a rule, at most `limit`.
pub(super) fn instances(rule: &Rule, limit: usize) -> Vec<Instance> {
    let by = derivation_variables(rule);
    let mut taken = rule.left.variables();
    let mut integers = Vec::new();
    let choices: Vec<(Symbol, Vec<Expr>)> = rule
        .left
        .variables()
        .into_iter()
        .filter_map(|name| {
            let options = choices(rule, &name, &by, &mut taken, &mut integers);
            (!options.is_empty()).then_some((name, options))
        })
        .collect();
    let total: usize = choices.iter().map(|(_, options)| options.len()).product();
    // A prime stride, so that a bounded number of instances still meets every choice of each variable.
    const STRIDE: usize = 7919;
    (0..total.min(limit.max(1)))
        .map(|turn| if total <= limit { turn } else { turn * STRIDE % total })
        .map(|mut index| {
            let mut given = Vec::new();
            for (name, options) in &choices {
                let value = &options[index % options.len()];
                index /= options.len();
                if !matches!(value.nodes(), [Node::Var(same)] if same == name) {
                    given.push((name.clone(), value.clone()));
                }
            }
            fill(rule, given, integers.clone(), by.clone())
        })
        .filter(|instance| !instance.is_off())
        .collect()
}

/// What a variable may stand for; nothing if it is just a real number, or the variable of a derivative.
fn choices(
    rule: &Rule,
    name: &Symbol,
    by: &[Symbol],
    taken: &mut Vec<Symbol>,
    integers: &mut Vec<Symbol>,
) -> Vec<Expr> {
    if by.contains(name) {
        return Vec::new();
    }
    for condition in &rule.when {
        match condition {
            Condition::Even(n) | Condition::Odd(n) if n == name => {
                let half = fresh("k", taken);
                integers.push(half.clone());
                let twice = Expr::number(2) * Expr::variable(half.as_str());
                let odd = matches!(condition, Condition::Odd(_));
                return vec![if odd { twice + Expr::number(1) } else { twice }];
            }
            Condition::Integer(n) if n == name => {
                integers.push(name.clone());
                return Vec::new();
            }
            _ => {}
        }
    }
    let numbers = || EXPONENTS.iter().map(|text| read_expr(text).expect("a number"));
    let sides = [&rule.left, &rule.right];
    let inside: Vec<&Symbol> = by.iter().filter(|x| depends(rule, name, x)).collect();
    let exponent = sides.iter().any(|side| stands_in_exponent(side, name));
    if !inside.is_empty() {
        let x = inside[0];
        let other = by.iter().find(|other| *other != x).cloned().unwrap_or_else(|| fresh("t", taken));
        let functions = FUNCTIONS.iter().map(|text| {
            let template = read_expr(text).expect("a function of the list");
            // Through a third name, since x may be called y.
            let (hole, y) = (Symbol::new("x"), Symbol::new("y"));
            let parameter = Symbol::new("parameter");
            template
                .substitute(&y, &Expr::variable(parameter.as_str()))
                .substitute(&hole, &Expr::variable(x.as_str()))
                .substitute(&parameter, &Expr::variable(other.as_str()))
        });
        return if exponent { functions.chain(numbers()).collect() } else { functions.collect() };
    }
    if exponent {
        return std::iter::once(Expr::variable(name.as_str())).chain(numbers()).collect();
    }
    Vec::new()
}

/// A name that is not taken.
fn fresh(base: &str, taken: &mut Vec<Symbol>) -> Symbol {
    let names = std::iter::once(base.to_string()).chain((1..).map(|n| format!("{base}_{n}")));
    let free = names.map(|name| Symbol::new(&name)).find(|name| !taken.contains(name)).expect("there are many names");
    taken.push(free.clone());
    free
}

/// The variables by which a rule differentiates or integrates.
fn derivation_variables(rule: &Rule) -> Vec<Symbol> {
    let mut out: Vec<Symbol> = Vec::new();
    for side in [&rule.left, &rule.right] {
        for node in side.nodes() {
            if let Node::Binary(op, _, by) = node
                && op.binds()
                && let Node::Var(name) = side.node(*by)
                && !out.contains(name)
            {
                out.push(name.clone());
            }
        }
    }
    out
}

/// May the variable stand for something that depends on x? It does if it stands in the body of a
/// derivative or an integral by x, and is not said to be free of it or a number.
fn depends(rule: &Rule, name: &Symbol, x: &Symbol) -> bool {
    let constant = rule.when.iter().any(|condition| match condition {
        Condition::Free { what, of } => what == name && of == x,
        Condition::Number(n) | Condition::Variable(n) => n == name,
        _ => false,
    });
    !constant
        && [&rule.left, &rule.right].into_iter().any(|side| {
            side.nodes().iter().any(|node| match node {
                Node::Binary(op, body, by) if op.binds() => {
                    matches!(side.node(*by), Node::Var(found) if found == x) && holds(side, *body, name)
                }
                _ => false,
            })
        })
}

fn holds(expr: &Expr, id: Id, name: &Symbol) -> bool {
    expr.subtree(id).nodes().iter().any(|node| matches!(node, Node::Var(found) if found == name))
}

fn stands_in_exponent(expr: &Expr, name: &Symbol) -> bool {
    expr.nodes().iter().any(|node| match node {
        // Of 2^a or e^a every real a is an exponent, and no other base is at stake.
        Node::Binary(Op::Pow, base, exponent) => {
            let positive = match expr.node(*base) {
                Node::Num(n) => !n.is_negative() && !n.is_zero(),
                node => matches!(node, Node::Const(_)),
            };
            !positive && holds(expr, *exponent, name)
        }
        _ => false,
    })
}

fn fill(rule: &Rule, given: Vec<(Symbol, Expr)>, integers: Vec<Symbol>, by: Vec<Symbol>) -> Instance {
    let put = |expr: &Expr| given.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
    let conditions = rule.when.iter().filter_map(|condition| match condition {
        Condition::Relation { left, relation, right } => {
            Some(assume::Condition { left: put(left), relation: *relation, right: put(right) })
        }
        _ => None,
    });
    let mut out = Instance {
        left: undo_integrals(&put(&rule.left)),
        right: undo_integrals(&put(&rule.right)),
        conditions: conditions.collect(),
        integers,
        off: rule.off.iter().map(|(a, b)| (put(a), put(b))).collect(),
        given: Vec::new(),
        by,
        integrated: false,
    };
    out.given = given;
    out.differentiate_integrals();
    out
}

impl Instance {
    /// Does an excluded equation hold throughout? It does for the exponent 0 of a rule with `off a = 0`.
    fn is_off(&self) -> bool {
        let constant = |e: &Expr| e.variables().is_empty();
        self.off.iter().any(|(a, b)| constant(a) && constant(b) && may_be_equal(a, b, &[], &[]))
    }

    /// Nothing is known of an integral but its derivative: sides that hold one are compared by
    /// their derivatives, that is up to a constant.
    fn differentiate_integrals(&mut self) {
        let unknown = |expr: &Expr| {
            let mut tape = Tape::default();
            tape.record(expr).is_ok() && tape.unknowns().next().is_some()
        };
        if !unknown(&self.left) && !unknown(&self.right) {
            return;
        }
        let Some(x) = integral_variable(&self.left).or_else(|| integral_variable(&self.right)) else { return };
        let derive = |side: &Expr| {
            if unknown(side) {
                diff::differentiate(side, &x).unwrap_or_else(|_| side.clone())
            } else {
                // The node, not the formula: ln(x) has no derivative at -1, although 1/x has a value there.
                side.clone().binary(Op::Diff, &Expr::variable(x.as_str()))
            }
        };
        (self.left, self.right) = (derive(&self.left), derive(&self.right));
        self.integrated = true;
    }
}

/// Writes f for the derivative of an integral of f, so that its value is known and not just its derivative.
fn undo_integrals(expr: &Expr) -> Expr {
    let mut out = Builder::new();
    let mut places: Vec<Id> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let place = match node {
            Node::Binary(Op::Diff, integral, by) => match expr.node(*integral) {
                Node::Binary(Op::Integral, body, x) if expr.node(*x) == expr.node(*by) => places[body.index()],
                _ => out.binary(Op::Diff, places[integral.index()], places[by.index()]),
            },
            Node::Unary(op, a) => out.unary(*op, places[a.index()]),
            Node::Binary(op, a, b) => out.binary(*op, places[a.index()], places[b.index()]),
            leaf => out.add(leaf.clone()),
        };
        places.push(place);
    }
    let root = *places.last().expect("an expression has a root");
    out.finish(root)
}

fn integral_variable(expr: &Expr) -> Option<Symbol> {
    expr.nodes().iter().find_map(|node| match node {
        Node::Binary(Op::Integral, _, by) => match expr.node(*by) {
            Node::Var(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    })
}
