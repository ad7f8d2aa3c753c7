//! A point: what is the value of an expression there, to so many digits?

use num_complex::Complex64;

use super::certified::{Certified, Coordinate};
use super::complex::ComplexLanes;
use crate::ball::{Doubt, Outcome, PRECISIONS};
use crate::expr::{Expr, Node, Symbol};
use crate::number::Number;
use crate::tape::{Input, Tape};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value, to the digits asked for.
    Known(String),
    /// There is no finite value.
    Undefined,
    /// It could not be told, for this reason.
    Unsure(String),
}

/// Bits beyond the ones asked for, before precision is doubled.
const GUARD_BITS: usize = 32;
/// Precision is doubled up to this many times.
const CLIMBS: usize = 5;

/// The variables whose values are needed. `diff(y^2, x)` needs y only.
pub fn free_variables(expr: &Expr) -> Vec<Symbol> {
    let mut tape = Tape::default();
    match tape.record(expr) {
        Ok(_) => tape.variables().cloned().collect(),
        Err(_) => expr.variables(),
    }
}

/// The real value at a point given by constant expressions.
///
/// ```
/// use egen_math::{eval::point, Symbol};
/// use egen_read::read::read_expr;
/// let value = point::real(&read_expr("sin(x)").unwrap(), &[(Symbol::new("x"), read_expr("pi/6").unwrap())], 20);
/// assert_eq!(value, point::Value::Known("0.5".to_string()));
/// ```
pub fn real(expr: &Expr, at: &[(Symbol, Expr)], digits: usize) -> Value {
    let mut coordinates = Vec::new();
    for (_, value) in at {
        let mut tape = Tape::default();
        let Ok(slot) = tape.record(value) else { return too_large() };
        if !tape.inputs().is_empty() {
            return Value::Unsure("the point is not given by constants".to_string());
        }
        let exact = tape.exact(slot);
        coordinates.push((tape, slot, exact));
    }
    let exact = at.iter().zip(&coordinates).filter_map(|((name, _), (.., exact))| Some((name, exact.as_ref()?)));
    let mut tape = Tape::default();
    let Ok(root) = tape.record(&with_integers(expr, exact)) else { return too_large() };
    let mut bound = None;
    let wanted = (digits as f64 * std::f64::consts::LOG2_10) as usize + 4;
    let mut bits = wanted + GUARD_BITS;
    let mut last = (bits << CLIMBS).min(*PRECISIONS.end()).max(bits);
    while bits <= last {
        let mut inputs: Vec<Coordinate> = Vec::new();
        for input in tape.inputs() {
            let place = match input {
                Input::Variable(name) => at.iter().position(|(given, _)| given == name),
                Input::Opaque(_) => return unknown(&tape),
            };
            let Some(place) = place else { return Value::Unsure("a value is missing".to_string()) };
            let (tape, slot, exact) = &coordinates[place];
            if let Some(n) = exact {
                inputs.push(Coordinate::Exact(n.clone()));
                continue;
            }
            let values = Certified::evaluate(tape, &[], bits);
            match values.get(*slot) {
                Outcome::Value(ball) => inputs.push(match values.exact(*slot) {
                    Some(exact) => Coordinate::Closed(exact),
                    None => Coordinate::Within(ball.clone()),
                }),
                Outcome::Undefined => return Value::Undefined,
                Outcome::Unsure(_) => return Value::Unsure("the point cannot be computed".to_string()),
            }
        }
        let values = Certified::evaluate(&tape, &inputs, bits);
        let outcome = values.get(root);
        bound = match outcome {
            Outcome::Value(ball) if ball.contains_zero() => ball.radius_log2(),
            _ => None,
        };
        // What is near 0 shrinks with the precision. What does not lost its bits to a size: 10^2000 takes 6644 of them before the point.
        if bits == last && bound.is_some_and(|log2| log2 > -(bits as i64) / 2) {
            last = last.max(*PRECISIONS.end());
        }
        match outcome {
            Outcome::Value(ball) if ball.is_exact() || ball.accuracy_bits() >= wanted as i64 => {
                return Value::Known(ball.to_decimal(digits));
            }
            Outcome::Undefined => return Value::Undefined,
            Outcome::Unsure(Doubt::TooLarge) => {
                return Value::Unsure("the value, or a part of it, is too large to compute".to_string());
            }
            _ => bits *= 2,
        }
    }
    Value::Unsure(match bound {
        Some(log2) if log2 > -4 => "no precision tried leaves a digit of it".to_string(),
        Some(log2) => {
            let places = (-log2 as f64 * std::f64::consts::LOG10_2).floor();
            format!("zero to {places:.0} decimal places, and perhaps exactly; no digit of it is certain")
        }
        None => "at the edge of the domain: no precision tried can tell on which side".to_string(),
    })
}

/// An expression with whole numbers put in: (-2)^n has a value at n = 3, although it has none all along any interval of n. What a derivative
/// is taken by stays a variable.
fn with_integers<'a>(expr: &Expr, at: impl Iterator<Item = (&'a Symbol, &'a Number)>) -> Expr {
    let is_bound = |name: &Symbol| {
        expr.nodes().iter().any(|node| match node {
            Node::Binary(op, _, by) if op.binds() => expr.node(*by) == &Node::Var(name.clone()),
            _ => false,
        })
    };
    let integers = at.filter(|(name, value)| value.is_integer() && !is_bound(name));
    let values: Vec<(&Symbol, Expr)> = integers.map(|(name, value)| (name, Expr::number(value.clone()))).collect();
    expr.substitute_all(&values.iter().map(|(name, value)| (*name, value)).collect::<Vec<_>>())
}

/// The principal complex value at a point, in double precision.
pub fn complex(expr: &Expr, at: &[(Symbol, Expr)]) -> Value {
    let mut tape = Tape::default();
    let Ok(root) = tape.record(expr) else { return too_large() };
    let mut inputs: Vec<Complex64> = Vec::new();
    for input in tape.inputs() {
        let Input::Variable(name) = input else { return unknown(&tape) };
        let value =
            at.iter().find(|(given, _)| given == name).and_then(|(_, value)| super::real::constant_value(value));
        let Some(value) = value else { return Value::Unsure(format!("the value of {name} is missing")) };
        inputs.push(value.into());
    }
    let value = ComplexLanes::evaluate(&tape, &inputs, 1).get(root, 0);
    if value.is_undefined() {
        return Value::Undefined;
    }
    if !value.is_known() {
        return Value::Unsure("double precision does not decide".to_string());
    }
    Value::Known(show(value.value, value.error))
}

/// `1.5 - 2i`, with the digits that the error estimate leaves.
fn show(z: Complex64, error: f64) -> String {
    let part = |x: f64| {
        if x.abs() <= error {
            return "0".to_string();
        }
        let digits = (x.abs() / error.max(x.abs() * 1e-16)).log10().clamp(1.0, 15.0) as usize;
        format!("{:.*e}", digits - 1, x).parse::<f64>().map_or_else(|_| x.to_string(), |short| short.to_string())
    };
    let (re, im) = (part(z.re), part(z.im));
    match (re.as_str(), im.as_str()) {
        (_, "0") => re,
        ("0", _) => format!("{im}i"),
        _ if z.im < 0.0 => format!("{re} - {}i", &im[1..]),
        _ => format!("{re} + {im}i"),
    }
}

fn too_large() -> Value {
    Value::Unsure("the expression is too large to evaluate".to_string())
}

fn unknown(tape: &Tape) -> Value {
    let what = tape.unknowns().next().unwrap_or_else(|| "a part of the expression".to_string());
    Value::Unsure(format!("nothing is known of {what}"))
}
