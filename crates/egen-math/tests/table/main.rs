//! The table of operators against itself: does every column of a row say the same of the operator as the others?

mod beside;
mod complex;
mod image;
mod leading;
mod real;
mod solve;

use std::f64::consts::{FRAC_PI_2, PI};

use egen_math::ball::{self, Ball};
use egen_math::op::{Family, Function, Integers, Notation, OpInfo, TABLE};
use egen_math::set::Poles;
use egen_math::{Number, Op};

/// The functions of one argument.
fn functions() -> impl Iterator<Item = (&'static OpInfo, &'static Function)> {
    TABLE.iter().filter_map(|row| row.function.as_ref().map(|function| (row, function)))
}

/// Numbers of both signs and all sizes from 10⁻⁴ to 200, in ascending order; none of them is special.
fn points() -> Vec<f64> {
    let sizes: Vec<f64> = (0..1500).map(|k| 1.013e-4 * 1.0097_f64.powi(k)).collect();
    let negative = sizes.iter().rev().map(|x| -x);
    negative.chain(sizes.iter().copied()).collect()
}

/// How far is a pole of the function?
fn to_pole(poles: Poles, x: f64) -> f64 {
    let to_multiple = |x: f64| (x - (x / PI).round() * PI).abs();
    match poles {
        Poles::None => f64::INFINITY,
        Poles::Zero => x.abs(),
        Poles::Pi => to_multiple(x),
        Poles::HalfPi => to_multiple(x - FRAC_PI_2),
    }
}

/// Does the function have a value at all numbers from a to b?
fn is_defined_between(row: &OpInfo, a: f64, b: f64) -> bool {
    let one_span = row.domain.0.iter().any(|span| span.low <= a && b <= span.high);
    let pole = to_pole(row.poles, (a + b) / 2.0) <= (b - a) / 2.0;
    one_span && row.domain.contains(a) && row.domain.contains(b) && !pole
}

/// A stream of numbers between 0 and 1 that is the same in every run.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

#[test]
fn families_of_functions_come_in_sixes_and_mistakes_go_both_ways() {
    use Family::{Hyperbolic, InverseHyperbolic, InverseTrigonometric, Trigonometric};
    for family in [Trigonometric, InverseTrigonometric, Hyperbolic, InverseHyperbolic] {
        assert_eq!(TABLE.iter().filter(|row| row.family == family).count(), 6, "{family:?}");
    }
    for (row, function) in functions() {
        if let Some(other) = function.mistaken_for {
            let back = other.info().function.expect("a function").mistaken_for;
            assert_eq!((back, other.info().family), (Some(row.op), row.family), "{}", row.name);
        }
    }
}

#[test]
fn inverses_of_a_family_are_the_family_of_inverses() {
    for row in &TABLE {
        let want = match row.family {
            Family::Trigonometric => Some(Family::InverseTrigonometric),
            Family::Hyperbolic => Some(Family::InverseHyperbolic),
            _ => None,
        };
        assert_eq!(row.op.inverse().map(|inverse| inverse.info().family), want, "{}", row.name);
        let name = row.op.inverse().map(|inverse| inverse.info().infix[0].strip_prefix('a').expect("a name with a"));
        assert!(name.is_none_or(|name| name == row.infix[0]), "{}", row.name);
    }
}

#[test]
fn functions_have_names_and_symbols_have_none() {
    for row in &TABLE {
        let named = row.infix[0].starts_with(|c: char| c.is_ascii_alphabetic());
        assert_eq!(named, row.notation != Notation::Symbol, "{}", row.name);
        assert!(row.notation != Notation::Enclosing || row.arity == 1, "{}", row.name);
    }
}

fn of_two(op: Op, a: &Number, b: &Number) -> Option<Ball> {
    ball::combine(op, &Ball::from_number(a, 128), &Ball::from_number(b, 128), 128).value()
}

#[test]
fn what_commutes_does_and_nothing_else_does() {
    for row in TABLE.iter().filter(|row| row.arity == 2 && !row.binds) {
        let (a, b) = (Number::from(2), Number::from(7));
        let (one, other) = (of_two(row.op, &a, &b).expect("a value"), of_two(row.op, &b, &a).expect("a value"));
        assert_eq!(one.overlaps(&other), row.commutative, "{}", row.name);
    }
    assert!(TABLE.iter().filter(|row| row.binds).all(|row| row.arity == 2 && row.family == Family::Calculus));
}

#[test]
fn integers_stay_integers_where_the_table_says_so() {
    let integers: Vec<Number> = (-6..=6).map(Number::from).collect();
    let fractions: Vec<Number> =
        [-7, -1, 1, 5].iter().filter_map(|&n| Number::from(n).combine(Op::Div, &Number::from(2))).collect();
    let whole = |n: &Number| n.is_integer();
    for row in TABLE.iter().filter(|row| !row.binds) {
        let values: Vec<Option<Number>> = match row.arity {
            1 => integers.iter().filter(|n| row.domain.contains(n.to_f64())).map(|n| row.op.exact(n)).collect(),
            _ => integers
                .iter()
                .flat_map(|a| integers.iter().map(move |b| (a, b)))
                .filter_map(|(a, b)| of_two(row.op, a, b))
                .map(|ball| ball.to_number())
                .collect(),
        };
        let stay = values.iter().all(|value| value.as_ref().is_some_and(whole));
        // 0 is the only integer in the domain of atanh, and that says little.
        assert!(values.len() == 1 || stay == (row.integers != Integers::Lost), "{}", row.name);
        let become_integers = fractions.iter().all(|n| row.arity == 1 && row.op.exact(n).as_ref().is_some_and(whole));
        assert_eq!(become_integers, row.integers == Integers::Always, "{}", row.name);
    }
}
