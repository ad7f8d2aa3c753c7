//! Many points: do two expressions that are called equal differ at one of them?
//!
//! Comparisons look at the points that matter; this looks at hundreds or thousands, near and far. What it finds shows a region that
//! `compare` did not look at: mend `compare/visit.rs` there.

use egen_graph::grammar::seeded;
use egen_math::eval::point::{self, Value};
use egen_math::eval::real::{Lanes, State};
use egen_math::tape::{Input, Tape};
use egen_math::{Expr, Symbol};
use egen_read::read::read_expr;
use rand::RngExt;

/// Numbers of all sizes and both signs, and more of those up to 60.
pub fn numbers(count: usize) -> Vec<f64> {
    let mut rng = seeded(1);
    let sizes = (0..count / 2).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 });
    let mut out: Vec<f64> = sizes.map(|sign| sign * 10f64.powf(rng.random_range(-5.0..11.0))).collect();
    out.extend((out.len()..count).map(|_| rng.random_range(-60.0..60.0)));
    out
}

/// Where two expressions differ.
pub fn differ(a: &Expr, b: &Expr, numbers: &[f64]) -> Option<String> {
    let mut tape = Tape::default();
    let (left, right) = (tape.record(a).ok()?, tape.record(b).ok()?);
    let width = tape.inputs().len();
    // Each further variable goes through the numbers in an order of its own.
    let value = |lane: usize, input: usize| numbers[(lane * (1 + 2 * input * 523) + input) % numbers.len()];
    let points: Vec<f64> =
        (0..numbers.len()).flat_map(|lane| (0..width).map(move |input| value(lane, input))).collect();
    let values = Lanes::evaluate(&tape, &points, numbers.len());
    let suspects = (0..numbers.len()).filter(|&lane| {
        let (a, b) = (values.get(left, lane), values.get(right, lane));
        let (gap, size) = ((a.value - b.value).abs(), a.value.abs().max(b.value.abs()));
        let defined = a.state() == State::Defined && b.state() == State::Defined;
        defined && gap > 8.0 * (a.error + b.error) && gap > 1e-9 * size
    });
    // Errors are estimates; what counts is what balls say.
    const SUSPECTS: usize = 6;
    suspects.take(SUSPECTS).find_map(|lane| {
        let at: Vec<(Symbol, Expr)> = tape
            .inputs()
            .iter()
            .zip(&points[lane * width..])
            .filter_map(|(input, x)| match input {
                Input::Variable(name) => Some((name.clone(), read_expr(&format!("{x:e}")).ok()?)),
                Input::Opaque(_) => None,
            })
            .collect();
        match (point::real(a, &at, 12), point::real(b, &at, 12)) {
            (Value::Known(x), Value::Known(y)) if x != y => {
                Some(format!("{:?}: {a} is {x}, {b} is {y}", &points[lane * width..(lane + 1) * width]))
            }
            _ => None,
        }
    })
}
