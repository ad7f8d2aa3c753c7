//! Decimals: does a step differ by rounding only, and how are its values shown?

use egen_math::eval::point;
use egen_math::{Expr, Id, Node, Number, Op, Symbol};

use crate::slip::negated;
use crate::term::{has, ids};
use crate::value::values;

/// A point.
pub type At = Vec<(Symbol, Number)>;

/// Would two sides have the same value if every new decimal were off by less than one unit in its last place?
///
/// 2/3 → 0.667 and x/3 → 0.33*x are roundings, and so is 20/3 → 6.6; 5/3 → 1.8 and 1/2 → 0.6 are none. Decimals that were given
/// are exact.
pub fn rounds(given: &[&Expr], sides: [&Expr; 2], points: &[At]) -> bool {
    let known = |n: &Number| given.iter().any(|expr| numbers(expr).any(|(_, old)| old == n) || has_quotient(expr, n));
    let moved = sides.map(|side| {
        let new = numbers(side).filter(|(_, n)| !n.is_integer() && !known(n));
        new.filter_map(|(id, n)| Some(side.replace(id, &Expr::number(one_more(n)?)))).collect::<Vec<Expr>>()
    });
    let allowed = |at: &At| {
        let [left, right] = values(sides, at)?;
        let mut slack = 0.0;
        for (moved, value) in moved.iter().zip([left, right]) {
            for expr in moved {
                let [there] = values([expr], at)?;
                slack += (there - value).abs();
            }
        }
        Some((left - right).abs() < slack * (1.0 - 1e-9))
    };
    let Some((first, rest)) = points.split_first() else { return false };
    moved.iter().any(|moved| !moved.is_empty())
        && allowed(first) == Some(true)
        && rest.iter().all(|at| allowed(at) != Some(false))
}

/// Does a quotient of numbers have this value? 0.8 is exact where 80/100 was.
fn has_quotient(expr: &Expr, n: &Number) -> bool {
    has(expr, |node| match node {
        Node::Binary(Op::Div, a, b) => match (expr.node(*a), expr.node(*b)) {
            (Node::Num(a), Node::Num(b)) => a.combine(Op::Div, b).as_ref() == Some(n),
            _ => false,
        },
        _ => false,
    })
}

/// A point and some more on the line through it and zero.
pub fn around(at: &[(Symbol, Number)]) -> Vec<At> {
    let scaled = |(p, q): (i64, i64)| {
        let scale = Number::from(p).combine(Op::Div, &Number::from(q)).expect("q is not 0");
        let by = |n: &Number| n.combine(Op::Mul, &scale).expect("a product of numbers");
        at.iter().map(|(name, n)| (name.clone(), by(n))).collect()
    };
    [(1, 1), (7, 3), (-1, 2), (19, 2)].map(scaled).to_vec()
}

/// A sign that was lost before the result was rounded: "up to rounding it would hold with -0.67 instead of 0.67".
pub fn lost_sign(
    wrong: &Expr,
    part: Id,
    holds: impl Fn(&Expr) -> bool,
    rounds: impl Fn(&Expr) -> bool,
) -> Option<String> {
    if !has_decimals(wrong) {
        return None;
    }
    let (old, new) = (wrong.subtree(part), negated(wrong, part));
    let fixed = wrong.replace(part, &new);
    // What is right without rounding is told without it.
    (rounds(&fixed) && !holds(&fixed)).then(|| format!("up to rounding it would hold with {new} instead of {old}"))
}

fn numbers(expr: &Expr) -> impl Iterator<Item = (Id, &Number)> {
    ids(expr).zip(expr.nodes()).filter_map(|(id, node)| match node {
        Node::Num(n) => Some((id, n)),
        _ => None,
    })
}

/// Does a number with a decimal point stand in it?
pub fn has_decimals(expr: &Expr) -> bool {
    numbers(expr).any(|(_, n)| !n.is_integer())
}

/// A decimal with its last digit one higher.
fn one_more(n: &Number) -> Option<Number> {
    let text = n.to_decimal()?;
    let places = text.split_once('.')?.1.len();
    let unit = Number::from(10).power(-i64::try_from(places).ok()?, 1024)?;
    n.combine(Op::Add, &unit)
}

/// A fraction `-12081/185` as people who calculate with decimals want it: `-65.302703…`.
pub fn as_decimal(value: &str) -> String {
    let Some((p, q)) = value.split_once('/') else { return value.to_string() };
    let digits = |text: &str| Number::parse_decimal(text).ok();
    let (sign, p) = p.strip_prefix('-').map_or(("", p), |p| ("-", p));
    let Some(number) = digits(p).zip(digits(q)).and_then(|(p, q)| p.combine(Op::Div, &q)) else {
        return value.to_string();
    };
    match number.to_decimal() {
        Some(decimal) => format!("{sign}{decimal}"),
        None => match point::real(&Expr::number(number), &[], 8) {
            point::Value::Known(digits) => format!("{sign}{digits}…"),
            point::Value::Undefined | point::Value::Unsure(_) => value.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::compare;
    use egen_math::compare::Verdict;
    use egen_read::read::read_expr;

    #[test]
    fn rounding_is_less_than_a_unit_in_the_last_place() {
        for (before, after, want) in [
            ("6/2.3", "2.6", true),
            ("-966.48/14.8", "-65.302", true),
            ("-966.48/14.8", "65.302", false),
            ("5/-3.2", "-1.8", false),
            ("x/3 + 2/3", "0.333*x + 0.667", true),
            ("x/3 + 2/3", "0.333*x + 0.567", false),
            ("1.5*x + 1", "1.5*x + 1.04", false),
            ("7/2", "3", false),
            ("1/2", "0.6", false),
            ("2/3", "0.6", true),
        ] {
            let (a, b) = (read_expr(before).expect(before), read_expr(after).expect(after));
            let Verdict::Refuted(witness) = compare(&a, &b).verdict else { panic!("{before} is not {after}") };
            assert_eq!(rounds(&[&a], [&a, &b], &around(&witness.at)), want, "{before} → {after}");
        }
    }

    #[test]
    fn fractions_are_shown_as_decimals() {
        for (fraction, want) in [("-12081/185", "-65.302703…"), ("1/8", "0.125"), ("3", "3"), ("2.5", "2.5")] {
            assert_eq!(as_decimal(fraction), want);
        }
    }
}
