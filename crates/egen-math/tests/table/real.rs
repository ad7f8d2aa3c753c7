//! Values, symmetry, slopes, monotone pieces and exact values of functions over the reals.

use std::f64::consts::PI;

use dashu_ratio::RBig;
use egen_math::ball::{self, Ball};
use egen_math::op::{Family, Parity, Pieces};
use egen_math::{Number, Op};
use num_complex::Complex64;

use super::{functions, is_defined_between, points, to_pole};

#[test]
fn values_lie_in_the_range_and_symmetry_holds() {
    for (row, function) in functions() {
        let inside: Vec<f64> = points().into_iter().filter(|&x| row.domain.contains(x)).collect();
        assert!(inside.len() > 100, "{} was tried at {} points only", row.name, inside.len());
        for x in inside {
            let y = (function.real)(x);
            // Close to the end of an open range values are rounded to the end.
            let rounded = row.range.0.iter().any(|span| y == span.low || y == span.high);
            assert!(row.range.contains(y) || rounded, "{} at {x} is {y}", row.name);
            if row.parity != Parity::Neither {
                let mirrored = (function.real)(-x);
                let want = if row.parity == Parity::Even { y } else { -y };
                assert!((mirrored - want).abs() <= 1e-12 * y.abs(), "{} at {x}", row.name);
            }
            let z = (function.complex)(Complex64::new(x, 0.0));
            let near = (z - y).norm() <= 1e-9 * (1.0 + y.abs());
            assert!(near, "{} at {x}: {y} but {z} over the complex numbers", row.name);
        }
    }
}

#[test]
fn slopes_bound_the_differences() {
    for (row, function) in functions() {
        let mut tried = 0;
        for x in points() {
            let h = 1e-6 * x.abs().min(1.0);
            let (a, b) = (x - h, x + h);
            let far = to_pole(row.poles, x) > 1e-3 * x.abs().min(1.0);
            // A slope of 0 bounds nothing where the sign jumps, and nothing is asked there.
            if !(is_defined_between(row, x - 100.0 * h, x + 100.0 * h) && far) || x.abs() > 30.0 {
                continue;
            }
            tried += 1;
            let quotient = ((function.real)(b) - (function.real)(a)).abs() / (b - a);
            let (value, lost) = ((function.real)(x), (function.real)(x).abs() * 4.0 * f64::EPSILON / (b - a));
            let bound = (function.slope)(x, value).abs();
            assert!(quotient <= bound * 1.01 + lost + 1e-6, "{} at {x}: {quotient} > {bound}", row.name);
        }
        assert!(tried > 100, "{}", row.name);
    }
}

/// Does it rise between two neighbours? `None` where nothing is said.
fn rises(pieces: Pieces, a: f64, b: f64) -> Option<bool> {
    let positive = a > 0.0;
    let same_side = (a > 0.0) == (b > 0.0);
    // The number of half turns from a crest, if no crest or trough lies between a and b.
    let half_turns = |from: f64| {
        let (k, l) = (((a - from) / PI).floor(), ((b - from) / PI).floor());
        (k == l).then_some(k as i64)
    };
    match pieces {
        Pieces::Rising => Some(true),
        Pieces::Falling | Pieces::Linear => Some(false),
        Pieces::EvenRising => same_side.then_some(positive),
        Pieces::EvenFalling => same_side.then_some(!positive),
        Pieces::FallingBesideZero => same_side.then_some(false),
        Pieces::RisingBesideZero => same_side.then_some(true),
        Pieces::Wave { crest } => half_turns(crest).map(|k| k % 2 != 0),
        // 1/w rises where w falls, up to a pole.
        Pieces::InverseWave { crest } => half_turns(crest).map(|k| k % 2 == 0),
        Pieces::RisingBetweenPoles { pole } => half_turns(pole).map(|_| true),
        Pieces::FallingBetweenPoles { pole } => half_turns(pole).map(|_| false),
        Pieces::Step => same_side.then_some(true),
    }
}

#[test]
fn functions_are_monotone_on_their_pieces() {
    for (row, function) in functions() {
        let one_interval = matches!(function.pieces, Pieces::Rising | Pieces::Falling);
        assert!(!one_interval || row.domain.0.len() == 1, "{} has a domain of several intervals", row.name);
        let even = matches!(function.pieces, Pieces::EvenRising | Pieces::EvenFalling);
        assert!(!even || row.parity == Parity::Even, "{}", row.name);
        let (mut up, mut down) = (0, 0);
        for pair in points().windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if !is_defined_between(row, a, b) {
                continue;
            }
            let Some(rises) = rises(function.pieces, a, b) else { continue };
            let (f, g) = ((function.real)(a), (function.real)(b));
            let slack = 4.0 * f64::EPSILON * f.abs().max(g.abs());
            assert!(if rises { g >= f - slack } else { g <= f + slack }, "{}: {f} at {a}, {g} at {b}", row.name);
            let count = if rises { &mut up } else { &mut down };
            *count += i32::from(f != g);
        }
        assert!(up + down > 100 || row.op == Op::Sign, "{} is flat", row.name);
        if let Pieces::Wave { crest } | Pieces::InverseWave { crest } = function.pieces {
            assert_eq!((function.real)(crest), 1.0, "{}", row.name);
        }
        if let Pieces::RisingBetweenPoles { pole } | Pieces::FallingBetweenPoles { pole } = function.pieces {
            assert!(to_pole(row.poles, pole) < 1e-15, "{}", row.name);
        }
    }
}

fn small_rationals() -> Vec<Number> {
    let quotient = |p: i64, q: i64| Number::from(p).combine(Op::Div, &Number::from(q));
    (1..=6).flat_map(|q| (-40..=40).filter_map(move |p| quotient(p, q))).collect()
}

#[test]
fn exact_values_are_the_values() {
    for (row, function) in functions() {
        for n in small_rationals() {
            let Some(value) = row.op.exact(&n) else { continue };
            let (x, want) = (n.to_f64(), value.to_f64());
            assert!(row.domain.contains(x), "{} has no value at {n}", row.name);
            let got = (function.real)(x);
            assert!((got - want).abs() <= 4.0 * f64::EPSILON * want.abs(), "{} at {n}: {got} and {want}", row.name);
        }
        for x in small_rationals().iter().map(Number::to_f64).chain(points()).filter(|&x| row.domain.contains(x)) {
            if function.exact.at_float(x) {
                let value = row.op.exact(&Number::from_f64(x).expect("a number")).expect("an exact value");
                assert!(value.is_exact_f64() && value.to_f64() == (function.real)(x), "{} at {x}", row.name);
            }
        }
    }
}

#[test]
fn no_rational_value_at_a_rational_number_is_missed() {
    for (row, function) in functions() {
        for n in small_rationals().into_iter().filter(|n| row.domain.contains(n.to_f64())) {
            let value = (function.real)(n.to_f64());
            let ball = |bits| ball::apply(row.op, &Ball::from_number(&n, bits), bits).value();
            let near = |q: u32| RBig::from_parts(((value * f64::from(q)).round() as i64).into(), q.into());
            let Some(first) = ball(256) else { continue };
            let Some(near) = (1..=12).map(near).find(|near| first.contains(near)) else { continue };
            let found = row.op.exact(&n).map(|value| value.to_rational());
            // erf 40 is 1 to 2,311 bits.
            let excluded = || ball(2500).is_some_and(|ball| !ball.contains(&near));
            assert!(found.as_ref() == Some(&near) || found.is_none() && excluded(), "{} at {n} is {found:?}", row.name);
        }
    }
}

#[test]
fn signs_have_one_family() {
    let jumps = |pieces| matches!(pieces, Pieces::Step) || pieces == Pieces::EvenRising;
    for (row, function) in functions().filter(|(row, _)| row.family == Family::Sign) {
        assert!(jumps(function.pieces) && function.breaks.at == [0.0], "{}", row.name);
    }
}
