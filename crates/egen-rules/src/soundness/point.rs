//! Points: does a `needs` or a `rejected` line show what it claims?

use egen_math::assume::Relation;
use egen_math::compare::{Domain, Verdict, compare};
use egen_math::eval::point::{self, Value};
use egen_math::expr::Node;
use egen_math::{Expr, Op, Symbol};

use super::Counterexample;
use crate::rule::{Condition, Point, Rejected, Rule};

/// Why a point does not show what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointFault {
    /// A `needs` point at which the rule may fire.
    #[error("the point meets the conditions, so it does not show that they are needed")]
    Allowed,
    /// An `at` point at which the rule may not fire.
    #[error("the point does not meet the condition `{0}`")]
    Forbidden(String),
    /// The left side has no value there.
    #[error("the left side is undefined there")]
    LeftUndefined,
    /// Both sides have the same value there, as far as can be told.
    #[error("both sides are {0} there")]
    Same(String),
    /// Not to be told.
    #[error("{0}")]
    Unsure(String),
}

/// Does the point after `needs` show that the condition is needed? `None` for a rule without one.
/// For a line with `<=>` it may show it for either direction.
pub fn check_needs(rule: &Rule) -> Option<Result<Counterexample, PointFault>> {
    let at = rule.needs.as_ref()?;
    if rule.when.iter().all(|condition| holds(condition, at)) {
        return Some(Err(PointFault::Allowed));
    }
    let forth = shows(&rule.left, &rule.right, at);
    Some(match forth {
        Err(_) if rule.two_way => shows(&rule.right, &rule.left, at).or(forth),
        _ => forth,
    })
}

/// Does the counterexample of a rejected rule refute it?
pub fn check_rejected(rejected: &Rejected) -> Result<Counterexample, PointFault> {
    if let Some(condition) = rejected.when.iter().find(|condition| !holds(condition, &rejected.at)) {
        return Err(PointFault::Forbidden(condition.to_string()));
    }
    shows(&rejected.left, &rejected.right, &rejected.at)
}

fn shows(left: &Expr, right: &Expr, at: &Point) -> Result<Counterexample, PointFault> {
    // Values that are no constants are functions, put in before anything is evaluated.
    let (constants, functions): (Point, Point) =
        at.iter().cloned().partition(|(_, value)| value.variables().is_empty());
    let put = |expr: &Expr| functions.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
    let (left, right) = (put(left), put(right));
    let mut by: Vec<Symbol> = Vec::new();
    for side in [&left, &right] {
        let bound = side.nodes().iter().filter_map(|node| match node {
            Node::Binary(op, _, by) if op.binds() => side.subtree(*by).variables().pop(),
            _ => None,
        });
        by.extend(bound);
    }
    let open =
        |expr: &Expr| point::free_variables(expr).iter().any(|name| !constants.iter().any(|(given, _)| given == name));
    if open(&left) || open(&right) {
        return shows_somewhere(&left, &right, constants, functions, &by);
    }
    let (left, right) = differ(&left, &right, &constants, &by)?;
    Ok(Counterexample { given: functions, at: constants, left, right })
}

/// The point leaves variables open: the sides must differ as functions of them.
fn shows_somewhere(
    left: &Expr,
    right: &Expr,
    constants: Point,
    given: Point,
    by: &[Symbol],
) -> Result<Counterexample, PointFault> {
    let put = |expr: &Expr| {
        let numbers = constants.iter().filter(|(name, _)| !by.contains(name));
        numbers.fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value))
    };
    let comparison = compare(&put(left), &put(right));
    match comparison.verdict {
        Verdict::Refuted(witness) => Ok(Counterexample {
            given: given.into_iter().chain(constants).collect(),
            at: witness.at.iter().map(|(name, value)| (name.clone(), super::exact(value))).collect(),
            left: witness.left,
            right: Some(witness.right),
        }),
        _ if matches!(comparison.domain, Some(Domain::Narrower | Domain::Overlapping)) => Ok(Counterexample {
            given: given.into_iter().chain(constants).collect(),
            at: Vec::new(),
            left: "defined somewhere".to_string(),
            right: None,
        }),
        Verdict::Unknown(reason) => Err(PointFault::Unsure(reason.to_string())),
        _ => Err(PointFault::Same("equal wherever both are defined".to_string())),
    }
}

/// Digits in reports.
const DIGITS: usize = 10;

/// The value at a point. Variables of derivatives stay; the others are replaced, so that an exponent is a number.
pub(super) fn value_at(expr: &Expr, at: &[(Symbol, Expr)], by: &[Symbol]) -> Value {
    let (kept, put): (Point, Point) = at.iter().cloned().partition(|(name, _)| by.contains(name));
    let expr = put.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
    point::real(&expr, &kept, DIGITS)
}

/// The two values, certainly different, or none on the right.
pub(super) fn differ(
    left: &Expr,
    right: &Expr,
    at: &[(Symbol, Expr)],
    by: &[Symbol],
) -> Result<(String, Option<String>), PointFault> {
    let value = match value_at(left, at, by) {
        Value::Known(value) => value,
        Value::Undefined => return Err(PointFault::LeftUndefined),
        // The value may be exactly zero, which balls cannot show; the difference may be clear all the same.
        Value::Unsure(_) => "close to 0".to_string(),
    };
    let other = match value_at(right, at, by) {
        Value::Known(other) => other,
        Value::Undefined if value == "close to 0" => {
            return Err(PointFault::Unsure("the left side may be undefined".to_string()));
        }
        Value::Undefined => return Ok((value, None)),
        Value::Unsure(_) => "close to 0".to_string(),
    };
    match value_at(&(left.clone() - right), at, by) {
        Value::Known(gap) if gap.parse::<f64>().is_ok_and(|gap| gap != 0.0) => Ok((value, Some(other))),
        Value::Known(_) => Err(PointFault::Same(value)),
        Value::Unsure(reason) if value != other => Err(PointFault::Unsure(reason)),
        _ => Err(PointFault::Same(value)),
    }
}

/// Does a condition hold at a point? What cannot be told from equality counts as equality.
fn holds(condition: &Condition, at: &Point) -> bool {
    let value_of = |name: &Symbol| at.iter().find(|(given, _)| given == name).map(|(_, value)| value);
    let number = |name: &Symbol| match point::real(value_of(name)?, &[], 17) {
        Value::Known(text) => text.parse::<f64>().ok(),
        _ => None,
    };
    match condition {
        Condition::Relation { left, relation, right } => match value_at(&(left.clone() - right), at, &[]) {
            Value::Known(text) => text.parse::<f64>().is_ok_and(|gap| relation.holds(gap, 0.0)),
            Value::Undefined => false,
            Value::Unsure(_) => matches!(relation, Relation::LessOrEqual | Relation::GreaterOrEqual),
        },
        Condition::Integer(n) => number(n).is_none_or(|n| n.fract() == 0.0),
        Condition::Even(n) => number(n).is_none_or(|n| n % 2.0 == 0.0),
        Condition::Odd(n) => number(n).is_none_or(|n| n.abs() % 2.0 == 1.0),
        Condition::Free { what, of } => value_of(what).is_none_or(|value| !value.variables().contains(of)),
        Condition::Number(n) => value_of(n).is_none_or(is_rational),
        Condition::Variable(n) => value_of(n).is_none_or(|value| matches!(value.nodes(), [Node::Var(_)])),
    }
}

fn is_rational(value: &Expr) -> bool {
    value.nodes().iter().all(|node| match node {
        Node::Num(_) | Node::Unary(Op::Neg, _) => true,
        Node::Binary(op, ..) => matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div),
        _ => false,
    })
}
