//! Inverse functions: acos(cos x) is x on [0, π], and not on an interval that is a little longer.

use egen_math::eval::point::{self, Value};
use egen_read::read::read_expr;

use super::Statement;
use super::draw::Draw;
use super::polynomial::number;

pub const FAMILY: &str = "inverse functions";

/// What holds between two bounds.
struct Law {
    left: &'static str,
    right: &'static str,
    /// A lower bound that is safe; empty for none.
    from: &'static str,
    /// The end of the interval on which it holds; empty for none.
    to: &'static str,
}

const fn law(left: &'static str, right: &'static str, from: &'static str, to: &'static str) -> Law {
    Law { left, right, from, to }
}

/// Laws that fail for values a little beyond an upper end.
#[rustfmt::skip]
const ABOVE: [Law; 20] = [
    law("acos(cos(#))", "#", "0", "pi"),
    law("asec(sec(#))", "#", "0", "pi"),
    law("asin(cos(#))", "pi/2 - #", "0", "pi"),
    law("asin(sin(#))", "#", "-1", "pi/2"),
    law("acsc(csc(#))", "#", "-1", "pi/2"),
    law("atan(tan(#))", "#", "-1", "pi/2"),
    law("acot(cot(#))", "#", "-1", "pi/2"),
    law("acos(sin(#))", "pi/2 - #", "-1", "pi/2"),
    law("sqrt(1 - sin(#)^2)", "cos(#)", "-1", "pi/2"),
    law("sqrt((1 + cos(2*#))/2)", "cos(#)", "-1", "pi/2"),
    law("sqrt((1 - cos(#))/2)", "sin(#/2)", "0", "2*pi"),
    law("sqrt(1 - cos(#)^2)", "sin(#)", "0", "pi"),
    law("abs(tan(#))", "tan(#)", "0", "pi/2"),
    law("sqrt(1 - sin(2*#))", "cos(#) - sin(#)", "-1/2", "pi/4"),
    law("asin(2*#*sqrt(1 - #^2))", "2*asin(#)", "-1/2", "1/sqrt(2)"),
    law("acos(1 - 8*#^2 + 8*#^4)", "4*asin(#)", "0", "1/sqrt(2)"),
    law("atan(2*#/(1 - #^2))", "2*atan(#)", "-1/2", "1"),
    law("asin(3*# - 4*#^3)", "3*asin(#)", "-1/4", "1/2"),
    law("asin(2*#/(1 + #^2))", "2*atan(#)", "-1", "1"),
    law("atan((3*# - #^3)/(1 - 3*#^2))", "3*atan(#)", "-1/2", "1/sqrt(3)"),
];

/// Laws that hold from 0 on and fail below; 1 is for those whose domain ends there.
#[rustfmt::skip]
const BELOW_ZERO: [Law; 18] = [
    law("acosh(cosh(#))", "#", "", ""),
    law("asech(sech(#))", "#", "", ""),
    law("sqrt(#^2)", "#", "", ""),
    law("(#^4)^(1/4)", "#", "", ""),
    law("exp(ln(#^2)/2)", "#", "", ""),
    law("atan(1/#) + atan(#)", "pi/2", "", ""),
    law("acos(2*#^2 - 1)", "2*acos(#)", "", "1"),
    law("acos(1 - 2*#^2)", "2*asin(#)", "", "1"),
    law("asin(sqrt(1 - #^2))", "acos(#)", "", "1"),
    law("atan(sqrt(1 - #^2)/#)", "acos(#)", "", "1"),
    law("acos((1 - #^2)/(1 + #^2))", "2*atan(#)", "", ""),
    law("acosh(sqrt(1 + #^2))", "asinh(#)", "", ""),
    law("acosh(1 + 2*#^2)", "2*asinh(#)", "", ""),
    law("sqrt(cosh(#)^2 - 1)", "sinh(#)", "", ""),
    law("acot(#)", "pi/2 - atan(#)", "", ""),
    law("abs(#)^3", "#^3", "", ""),
    law("sqrt(#^2 + #^4)", "#*sqrt(1 + #^2)", "", ""),
    law("(1 + sign(#))/2", "1", "", ""),
];

pub fn statement(draw: &mut Draw) -> Statement {
    match draw.below(8) {
        0..=3 => above(draw),
        4..=6 => below_zero(draw),
        _ => corner(draw),
    }
}

/// The argument: x, or a multiple of it.
fn argument(draw: &mut Draw) -> (i64, String) {
    match draw.pick(&[1, 1, 1, 2, 3]) {
        1 => (1, "x".to_string()),
        k => (k, format!("({k}*x)")),
    }
}

fn above(draw: &mut Draw) -> Statement {
    let Law { left, right, from, to } = &ABOVE[draw.below(ABOVE.len())];
    let (k, x) = argument(draw);
    let (end, at) = beyond(&format!("({to})/{k}"), draw.int(2..=40) as usize);
    let (left, right) = (left.replace('#', &x), right.replace('#', &x));
    let from = if k == 1 || *from == "0" { from.to_string() } else { format!("({from})/{k}") };
    // The law of an odd function fails at the other end, too, and may be claimed for both.
    let both = from.contains('-') && draw.chance(0.3);
    let assume = if both { format!("abs(x) <= {end}") } else { format!("{from} < x <= {end}") };
    Statement::new(FAMILY, &left, &right, &[("x", at)]).assuming(assume)
}

fn below_zero(draw: &mut Draw) -> Statement {
    let Law { left, right, to, .. } = &BELOW_ZERO[draw.below(BELOW_ZERO.len())];
    let (k, x) = argument(draw);
    let places = draw.int(1..=60);
    let bound = draw.pick(&["1", "2", "5"]);
    let (left, right) = (left.replace('#', &x), right.replace('#', &x));
    let upper = match (to.is_empty(), k) {
        (true, _) => String::new(),
        (_, 1) => ", x < 1".to_string(),
        _ => format!(", x < 1/{k}"),
    };
    Statement::new(FAMILY, &left, &right, &[("x", format!("-({bound}*10^(-{places}))/3"))])
        .assuming(format!("x >= -{bound}*10^(-{places}){upper}"))
}

/// atan x + atan y leaves its branch where x·y > 1: a corner of a rectangle.
fn corner(draw: &mut Draw) -> Statement {
    let places = draw.int(2..=30);
    let (a, b) = draw.pick(&[("10", "0.1"), ("2", "0.5"), ("1", "1"), ("4", "0.25"), ("100", "0.01"), ("8", "0.125")]);
    let (b, y) = (format!("({b} + 10^(-{places}))"), format!("{b} + 10^(-{places})/3"));
    let (left, right) = match draw.below(3) {
        0 => ("atan(x) + atan(y)", "atan((x + y)/(1 - x*y))"),
        1 => ("acot((1 - x*y)/(x + y))", "atan(x) + atan(y)"),
        _ => ("sqrt((1 - x*y)^2)", "1 - x*y"),
    };
    Statement::new(FAMILY, left, right, &[("x", a.to_string()), ("y", y)])
        .assuming(format!("0 < x <= {a}, 0 < y <= {b}"))
}

/// A constant rounded up to so many decimals, never the constant itself, and a number between the two.
fn beyond(constant: &str, places: usize) -> (String, String) {
    let constant = read_expr(constant).expect("a constant");
    let Value::Known(text) = point::real(&constant, &[], places + 20) else { panic!("{constant} has a value") };
    let text = if text.contains('.') { text } else { format!("{text}.0") };
    let dot = text.find('.').expect("a decimal");
    let padded = format!("{text}{}", "0".repeat(places));
    let end = number(&format!("{} + 10^(-{places})", &padded[..dot + 1 + places]));
    let end = end.to_decimal().expect("a sum of decimals");
    // Beyond the constant unless twelve digits of it are nines.
    let between = format!("{end} - 10^(-{})", places + 12);
    (end, between)
}
