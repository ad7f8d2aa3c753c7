//! Values: what are expressions worth at a point, about, and which simple number is that?
//!
//! Everything here is a guess in floating point. What is made of it is confirmed by a comparison.

use egen_math::eval::real::{Lanes, State};
use egen_math::tape::{Input, Tape};
use egen_math::{Expr, Number, Op, Symbol};

/// The values of some expressions at one point. Unknown functions get the same arbitrary values in all of them.
pub fn values<const N: usize>(exprs: [&Expr; N], at: &[(Symbol, Number)]) -> Option<[f64; N]> {
    let mut tape = Tape::default();
    let mut slots = Vec::with_capacity(N);
    for expr in exprs {
        slots.push(tape.record(expr).ok()?);
    }
    let mut inputs = Vec::with_capacity(tape.inputs().len());
    for (place, input) in tape.inputs().iter().enumerate() {
        inputs.push(match input {
            Input::Variable(name) => at.iter().find(|(given, _)| given == name)?.1.to_f64(),
            Input::Opaque(_) => 0.703125 + 0.40625 * place as f64,
        });
    }
    let lanes = Lanes::evaluate(&tape, &inputs, 1);
    let mut out = [0.0; N];
    for (value, slot) in out.iter_mut().zip(slots) {
        let found = lanes.get(slot, 0);
        if found.state() != State::Defined {
            return None;
        }
        *value = found.value;
    }
    Some(out)
}

/// Are two values the same, as far as floating point tells?
pub fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-300)
}

/// The fraction with a small denominator that a value is, if it is one.
pub fn rational(x: f64) -> Option<Number> {
    const LARGEST: f64 = 1e6;
    if !x.is_finite() || x.abs() > 1e12 {
        return None;
    }
    // Continued fractions: p/q are the convergents.
    let (mut p, mut q, mut before) = (1.0, 0.0, (0.0, 1.0));
    let mut rest = x.abs();
    for _ in 0..40 {
        let whole = rest.floor();
        (p, q, before) = (whole * p + before.0, whole * q + before.1, (p, q));
        if q > LARGEST {
            return None;
        }
        if (x.abs() - p / q).abs() <= 1e-12 * x.abs() {
            let signed = if x < 0.0 { -p } else { p };
            return Number::from(signed as i64).combine(Op::Div, &Number::from(q as i64));
        }
        rest = 1.0 / (rest - whole);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn fractions_are_recognised() {
        for (x, want) in
            [(0.0, "0"), (-3.0, "-3"), (0.5, "1/2"), (-39.8 / 10.8, "-199/54"), (1e9 + 0.25, "4000000001/4")]
        {
            assert_eq!(rational(x).map(|n| n.to_string()).as_deref(), Some(want), "{x}");
        }
        for x in [2f64.sqrt(), f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(rational(x), None, "{x}");
        }
    }

    #[test]
    fn unknown_functions_have_one_value_at_a_point() {
        let (a, b) = (read_expr("f(x) + x").expect("f"), read_expr("x - f(x)").expect("f"));
        let [a, b] = values([&a, &b], &[(Symbol::new("x"), Number::from(2))]).expect("values");
        assert!(near(a + b, 4.0), "{a} {b}");
    }
}
