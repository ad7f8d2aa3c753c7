//! Disguises: a statement of another family, seen through injective functions, added terms and substitutions.
//!
//! Each step keeps a statement false: f(a) = f(b) needs a = b if f is injective. A step after which the witness no longer certifies (a
//! value beyond 2^(2^40), say) is not taken.

use egen_math::{Expr, Number, Op, Symbol};
use egen_read::read::read_expr;

use super::certify;
use super::draw::Draw;
use super::{Statement, digits, far, inverse, signs, terms, together, vanishing};

pub const FAMILY: &str = "disguises";

const STEPS: usize = 3;

pub fn statement(draw: &mut Draw) -> Statement {
    let mut statement = match draw.below(7) {
        0 => signs::statement(draw),
        1 => vanishing::statement(draw),
        2 => inverse::statement(draw),
        3 => digits::statement(draw),
        4 => together::statement(draw),
        5 => terms::statement(draw),
        _ => far::statement(draw),
    };
    for _ in 0..=draw.below(STEPS) {
        let next = match draw.below(4) {
            0 | 1 => wrapped(&statement, draw),
            2 => extended(&statement, draw),
            // Assumptions would have to follow; there are to be few of them.
            _ if statement.assume.is_some() => extended(&statement, draw),
            _ => substituted(&statement, draw),
        };
        if certify::complaint(&next).is_none() {
            statement = next;
        }
    }
    Statement { family: FAMILY, ..statement }
}

/// Both sides through the same injective function.
fn wrapped(statement: &Statement, draw: &mut Draw) -> Statement {
    let shape = match draw.below(10) {
        0 => "exp(u)".to_string(),
        1 => "sinh(u)".to_string(),
        2 => "atan(u)".to_string(),
        3 => "u^3".to_string(),
        4 => "asinh(u)".to_string(),
        5 => "tanh(u)".to_string(),
        6 => format!("{}*u - {}", draw.factor(), draw.factor()),
        7 => "exp(-u)".to_string(),
        8 => "u + u^3".to_string(),
        _ => format!("({} - u)/{}", draw.factor(), draw.factor()),
    };
    in_place_of_u(statement, &shape)
}

/// The same expression added to both sides, or a positive one multiplied.
fn extended(statement: &Statement, draw: &mut Draw) -> Statement {
    let names: Vec<&str> = statement.witness.iter().map(|(name, _)| name.as_str()).collect();
    let shape = match draw.below(4) {
        0 => format!("u + ({})", draw.smooth(&names)),
        1 => format!("u*{}", draw.positive(&names)),
        2 => format!("({}) - u", draw.smooth(&names)),
        _ => format!("(u + ({}))/{}", draw.smooth(&names), draw.positive(&names)),
    };
    in_place_of_u(statement, &shape)
}

fn in_place_of_u(statement: &Statement, shape: &str) -> Statement {
    let shape = read_expr(shape).expect("shapes are readable");
    let through = |side: &Expr| shape.substitute(&Symbol::new("u"), side);
    Statement { left: through(&statement.left), right: through(&statement.right), ..statement.clone() }
}

/// A function of a variable in place of it, and the witness moved to where that function has the old value.
fn substituted(statement: &Statement, draw: &mut Draw) -> Statement {
    let place = draw.below(statement.witness.len());
    let (name, old) = &statement.witness[place];
    let (a, b) = (draw.number(), draw.number());
    let near = |f: fn(f64) -> f64| {
        let value = certify::exact(&read_expr(old).ok()?)?;
        Some(format!("({})", Some(f(value.to_f64())).filter(|x| x.is_finite())?))
    };
    let (by, at) = match draw.below(6) {
        0 | 1 => (format!("{a}*{name} + {b}"), Some(format!("(({old}) - {b})/{a}"))),
        // These hit the old value up to rounding only; the witness is certified again.
        2 => (format!("{name}^3"), near(f64::cbrt)),
        3 => (format!("exp({name})"), near(f64::ln)),
        4 => (format!("sinh({name})"), near(f64::asinh)),
        _ => (format!("1/{name}"), reciprocal(old)),
    };
    let Some(at) = at else { return statement.clone() };
    let by = read_expr(&by).expect("substitutions are readable");
    let put = |side: &Expr| side.substitute(&Symbol::new(name), &by);
    let mut witness = statement.witness.clone();
    witness[place].1 = at;
    Statement { left: put(&statement.left), right: put(&statement.right), witness, ..statement.clone() }
}

fn reciprocal(old: &str) -> Option<String> {
    let value = certify::exact(&read_expr(old).ok()?)?;
    let inverse = Number::ONE.combine(Op::Div, &value)?;
    Some(format!("({inverse})"))
}
