//! Floating point is as good as it says: the value that balls certify lies within its error.

use egen_math::ball::{Ball, Outcome, apply};
use egen_math::eval::real::{Approx, Lanes, State};
use egen_math::tape::Tape;
use egen_math::{Expr, Number, Op};

/// Arguments of every size, and many beside 0, 1 and the places where functions of period 2π have theirs.
fn arguments() -> Vec<f64> {
    let around = [0.0, 1.0, 2.0, std::f64::consts::FRAC_PI_2, std::f64::consts::PI, 11.0, 707.0];
    let mut out = Vec::new();
    for step in 1..160 {
        let offset = 1.37f64.powi(-step);
        out.extend(around.iter().flat_map(|at| [at + offset, at - offset]));
        out.push(1.37f64.powi(step));
    }
    out.extend(out.clone().iter().map(|x| -x));
    out
}

/// Is the certain value within the error of what floating point says?
fn holds(said: Approx, certain: &Ball) -> bool {
    let number = |x: f64| Number::from_f64(x).expect("finite").to_rational();
    // The last bit of the error is itself rounded.
    Ball::around(&number(said.value), &number(said.error * 1.001), 300).overlaps(certain)
}

#[test]
fn functions_are_as_good_as_they_say() {
    let arguments = arguments();
    let mut wrong = Vec::new();
    for op in Op::all().filter(|op| op.arity() == 1) {
        let expr = Expr::variable("x").unary(op);
        let mut tape = Tape::default();
        let root = tape.record(&expr).expect("small");
        let lanes = Lanes::evaluate(&tape, &arguments, arguments.len());
        for (lane, &x) in arguments.iter().enumerate() {
            let said = lanes.get(root, lane);
            let certain = apply(op, &Ball::from_number(&Number::from_f64(x).expect("finite"), 256), 256);
            match (said.state(), certain) {
                (State::Defined, Outcome::Value(value)) if holds(said, &value) => {}
                (State::Undefined, Outcome::Undefined) | (State::Unsure, _) => {}
                (_, certain) => wrong.push(format!("{expr} at {x:e}: {said:?}, not {certain:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, such as {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}
