//! Values: what does each part of an expression compute to at a few fixed points?
//!
//! Beside its symbol a token carries the values of its subexpression, as a tape computes them. A value v is shown
//! as tanh v (what happens near 0), s = sign(v)·ln(1 + |v|) (how large it is), whether it is defined, and sines and cosines
//! of 4s, 32s and 256s (its digits: what is alike but not equal shows other sines and cosines). Digits and other parts of a number carry nothing, nor does what has no value (unknown
//! functions, integrals). Several variables take their coordinates by the order of their names.

use egen_math::eval::real::{Lanes, State};
use egen_math::tape::{Input, Tape};
use egen_math::{Expr, Symbol};

use crate::tokens::{MAX_VARIABLES, Tokens};

/// How many points there are.
pub const POINTS: usize = 64;
/// What s is multiplied by before its sines and cosines are taken.
const FREQUENCIES: [f64; 3] = [4.0, 32.0, 256.0];
/// The block of s among the [`KINDS`].
pub const SIZE: usize = 1;
/// The block that says whether there is a value.
pub const DEFINED: usize = 2;
/// How many numbers show one value.
pub const KINDS: usize = 3 + 2 * FREQUENCIES.len();
/// How many numbers a token carries: [`KINDS`] blocks of [`POINTS`].
pub const FEATURES: usize = KINDS * POINTS;
/// Changes whenever the same expression may show other numbers.
pub const VERSION: u32 = 3;

/// The points: for each variable, by its place in the order of names, its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Points([[f64; POINTS]; MAX_VARIABLES]);

impl Default for Points {
    /// Near ones have sizes from 1/32 to 3, evenly on a logarithmic scale, two fifths of these negative: inverse functions of multiples of x
    /// live near 0, logarithms on the right, acosh beyond 1. The next are even between -10.5 and 10.5, since asin(x + 9) lives between
    /// -10 and -8; the last have sizes up to 100, for ln(x/3 - 8). Of a sample of the training rows of the paper's corpus 0.15 % have no
    /// value at any of them, and 0.6 % at one only (0.7 and 2.8 % with 32 points and none beyond 10.5). Coordinates of different variables
    /// follow rotations by different square roots, so that no two variables move together; they lie on multiples of 1/1024, the same on every machine.
    fn default() -> Points {
        const PRIMES: [f64; 2 * MAX_VARIABLES] =
            [2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0, 41.0, 43.0, 47.0, 53.0];
        const NEAR: usize = 28;
        const EVEN: usize = NEAR + 28;
        const NEGATIVE: f64 = 0.4;
        let (low, high, far, farthest) = (1.0f64 / 32.0, 3.0f64, 10.5f64, 100.0);
        Points(std::array::from_fn(|variable| {
            std::array::from_fn(|at| {
                let turn = |prime: f64| (prime.sqrt() * (at + 1) as f64).fract();
                let (share, side) = (turn(PRIMES[2 * variable]), turn(PRIMES[2 * variable + 1]));
                let sign = if side < NEGATIVE { -1.0 } else { 1.0 };
                let x = match at {
                    ..NEAR => sign * low * (high / low).powf(share),
                    NEAR..EVEN => far * (2.0 * share - 1.0),
                    _ => (if side < 0.5 { -1.0 } else { 1.0 }) * far * (farthest / far).powf(share),
                };
                (x * 1024.0).round() / 1024.0
            })
        }))
    }
}

impl Points {
    /// The coordinates of a variable, by its place in the order of names.
    pub fn of(&self, variable: usize) -> &[f64; POINTS] {
        &self.0[variable]
    }

    /// Writes the [`FEATURES`] numbers of each token, one token after the other. What is too large for a tape has no values.
    ///
    /// # Panics
    /// If `out` is not [`FEATURES`] numbers for each token.
    pub fn features(&self, expr: &Expr, tokens: &Tokens, out: &mut [f32]) {
        assert_eq!(out.len(), tokens.tokens.len() * FEATURES, "FEATURES numbers for each token");
        out.fill(0.0);
        let mut tape = Tape::default();
        let Ok(slots) = tape.record_nodes(expr) else { return };
        let lanes = Lanes::evaluate(&tape, &self.inputs(&tape, &tokens.names.variables), POINTS);
        // Where the features of a slot were written first: parts that occur twice are shown once and copied.
        let mut written: Vec<Option<usize>> = vec![None; tape.instructions().len()];
        for (at, place) in tokens.places.iter().enumerate().filter(|(_, place)| place.head) {
            let slot = slots[place.node.index()];
            let start = at * FEATURES;
            match written[slot as usize] {
                Some(from) => out.copy_within(from..from + FEATURES, start),
                None => {
                    for point in 0..POINTS {
                        let value = lanes.get(slot, point);
                        if value.state() == State::Defined {
                            show(value.value, &mut out[start..start + FEATURES], point);
                        }
                    }
                    written[slot as usize] = Some(start);
                }
            }
        }
    }

    fn inputs(&self, tape: &Tape, variables: &[Symbol]) -> Vec<f64> {
        let coordinates: Vec<Option<&[f64; POINTS]>> = tape
            .inputs()
            .iter()
            .map(|input| match input {
                Input::Variable(name) => variables.binary_search(name).ok().map(|variable| self.of(variable)),
                Input::Opaque(_) => None,
            })
            .collect();
        // What is undefined stays undefined in whatever is made of it.
        (0..POINTS).flat_map(|point| coordinates.iter().map(move |c| c.map_or(f64::NAN, |c| c[point]))).collect()
    }
}

fn show(value: f64, out: &mut [f32], point: usize) {
    let size = value.signum() * value.abs().ln_1p();
    let waves = FREQUENCIES.iter().flat_map(|frequency| <[f64; 2]>::from((frequency * size).sin_cos()));
    for (kind, feature) in [value.tanh(), size, 1.0].into_iter().chain(waves).enumerate() {
        out[kind * POINTS + point] = feature as f32;
    }
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    use super::*;
    use crate::encode;

    fn features(text: &str) -> Vec<f32> {
        let expr = read_expr(text).unwrap();
        let tokens = encode(&expr, 100).unwrap();
        let mut out = vec![f32::NAN; tokens.tokens.len() * FEATURES];
        Points::default().features(&expr, &tokens, &mut out);
        out
    }

    fn root(text: &str) -> Vec<f32> {
        features(text)[..FEATURES].to_vec()
    }

    #[test]
    fn equal_expressions_have_equal_values_at_the_root() {
        let (a, b) = (root("sin(2*x)"), root("2*sin(x)*cos(x)"));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-5));
        assert_ne!(root("sin(2*x)"), root("sin(3*x)"));
    }

    #[test]
    fn values_exist_where_the_expression_is_defined() {
        let defined = root("ln(x)")[DEFINED * POINTS..][..POINTS].to_vec();
        let positive: Vec<f32> = Points::default().of(0).iter().map(|&x| if x > 0.0 { 1.0 } else { 0.0 }).collect();
        assert_eq!(defined, positive);
        assert!(root("f(x) + 1").iter().chain(&root(r"\int x dx")).all(|&v| v == 0.0));
    }

    #[test]
    fn numbers_have_a_value_and_their_digits_have_none() {
        let all = features("12");
        assert!((all[0] - 12f32.tanh()).abs() < 1e-6 && (all[POINTS] - 13f32.ln()).abs() < 1e-6);
        assert!(all[FEATURES..].iter().all(|&v| v == 0.0));
    }

    #[test]
    fn variables_take_their_points_by_the_order_of_their_names() {
        assert_eq!(root("t"), root("x"));
        assert_eq!(features("x + y")[FEATURES..2 * FEATURES], features("s + t")[FEATURES..2 * FEATURES]);
        assert_ne!(features("x + y")[FEATURES..2 * FEATURES], features("x + y")[2 * FEATURES..]);
    }

    #[test]
    fn points_lie_on_both_sides_of_0_and_1_for_every_variable() {
        for variable in 0..MAX_VARIABLES {
            let points = Points::default().0[variable];
            let count = |test: fn(f64) -> bool| points.iter().filter(|&&x| test(x)).count();
            assert!(count(|x| x < 0.0) >= 6, "{variable}");
            assert!(count(|x| x > 1.0) >= 4, "{variable}");
            assert!(count(|x| x.abs() < 1.0 / 9.0) >= 2, "{variable}");
            assert_eq!(count(|x| x == 0.0), 0);
        }
    }
}
