//! Domains: does an expression have a value anywhere?

use egen_math::compare::common_points;
use egen_math::eval::real::{Lanes, State};
use egen_math::tape::{Input, Tape};
use egen_math::{Assumptions, Expr};

/// Values at which most expressions are defined somewhere; each variable starts at another one.
const USUAL: [f64; 8] = [0.37, 1.63, -0.71, 3.29, -2.43, 0.052, 7.71, -9.13];

/// How far apart variables start in [`USUAL`]: no multiple of it up to 7 comes back to the first.
const APART: usize = 3;

/// Is there a real point that gives it a value? A few usual points are tried before the search, which
/// takes ten times as long.
pub fn has_value(expr: &Expr) -> bool {
    at_usual_points(expr) || !common_points(expr, expr, &Assumptions::none(), 1).at.is_empty()
}

fn at_usual_points(expr: &Expr) -> bool {
    let mut tape = Tape::default();
    let Ok(root) = tape.record(expr) else { return false };
    if tape.inputs().iter().any(|input| matches!(input, Input::Opaque(_))) {
        return false;
    }
    let width = tape.inputs().len();
    let mut points = Vec::with_capacity(USUAL.len() * width);
    for lane in 0..USUAL.len() {
        points.extend((0..width).map(|at| USUAL[(lane + APART * at) % USUAL.len()]));
    }
    let values = Lanes::evaluate(&tape, &points, USUAL.len());
    (0..USUAL.len()).any(|lane| values.get(root, lane).state() == State::Defined && !values.absorbed(lane))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn narrow_domains_are_found_and_empty_ones_are_not() {
        for (text, wanted) in [
            ("sin(x)", true),
            ("asin(7*x + 60)", true),
            ("asech(x/(-8) - 8)^9", true),
            ("acosh(x) + ln(y - 40)", true),
            ("ln(-x^2)", false),
            ("asin(2)*x", false),
            ("diff(sqrt(-abs(x)), x)", false),
            ("1/(x - x)", false),
            ("sqrt(2)", true),
            ("sqrt(-2)", false),
        ] {
            assert_eq!(has_value(&read_expr(text).expect(text)), wanted, "{text}");
        }
    }
}
